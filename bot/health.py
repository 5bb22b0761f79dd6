"""For supervisors: `python -m bot.health` succeeds while the bot works, else says why not. Knows only its file."""

import sys
import time

from bot.app.signs import faults
from bot.settings import settings


def main() -> int:
    """Say what is wrong, in one line, and return the exit code."""
    found = faults(settings().database.with_suffix(".alive"), time.time())
    sys.stdout.write(f"{' '.join(found)}\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
