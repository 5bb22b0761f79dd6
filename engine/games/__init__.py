"""The shelf: every game, one line each."""
