"""Golden scenes and pictures; `python -m tests.scenes` writes them anew, to be looked at before they are kept."""
