"""Health check for supervisors: `python -m bot.health` succeeds while the bot works, otherwise it prints why not.

With `--ready` it succeeds only once the bot has all its connections, so that the process it replaces can stop.
Knows only the file of the health report.
"""

import sys
import time
from collections.abc import Sequence

from bot.app.health_report import problem_sentences
from bot.settings import load_settings
from bot.signals import print_text


def main(arguments: Sequence[str] = ()) -> int:
    """Print the problems in one line and return the exit code; with "--ready", a bot that is connecting has one."""
    try:
        alive = load_settings().database.with_suffix(".alive")
        found = problem_sentences(alive, time.time(), must_take_presses="--ready" in arguments)
    except ValueError as wrong:
        found = [str(wrong)]
    print_text(f"{' '.join(found)}\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
