"""For supervisors: `python -m bot.health` succeeds while the bot works. Knows only the file that the bot touches."""

import sys
import time

from bot.settings import settings

FRESH = 60.0  # seconds; the bot touches the file every 15


def is_alive(now: float) -> bool:
    """Whether the bot has touched its file within the last minute; it may be without Discord meanwhile."""
    alive = settings().database.with_suffix(".alive")
    return alive.exists() and now - alive.stat().st_mtime < FRESH


if __name__ == "__main__":
    sys.exit(0 if is_alive(time.time()) else 1)
