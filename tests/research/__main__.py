"""Runs a campaign that measures everything anew: `python -m tests.research truth [size]`. Knows none by name."""

from __future__ import annotations

import sys

from tests.research.kept import TAKEN, Taken
from tests.trials.__main__ import main

if __name__ == "__main__":
    try:
        raise SystemExit(main(*sys.argv[1:], package="tests.research"))
    except Taken as error:
        sys.stderr.write(f"{error}\n")
        raise SystemExit(TAKEN) from None
