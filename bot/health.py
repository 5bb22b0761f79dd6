"""For supervisors: `python -m bot.health` succeeds while the bot works, else says why not. Knows only its file.

With `--ready` it succeeds only once the bot has all its connections, and another process may end in its favor.
"""

import sys
import time
from collections.abc import Sequence

from bot.app.signs import faults
from bot.settings import settings
from bot.signals import say


def main(arguments: Sequence[str] = ()) -> int:
    """Say what is wrong, in one line, and return the exit code. With "--ready" it must take presses already."""
    try:
        alive = settings().database.with_suffix(".alive")
        found = faults(alive, time.time(), at_work="--ready" in arguments)
    except ValueError as wrong:
        found = [str(wrong)]
    say(f"{' '.join(found)}\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
