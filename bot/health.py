"""For supervisors: `python -m bot.health` succeeds while the bot is at work. Knows only the file that it touches."""

from __future__ import annotations

import sys
import time

from bot.settings import settings

FRESH = 60.0  # seconds; the bot touches the file every 15


def is_alive(now: float) -> bool:
    """Whether the bot has said within the last minute that it is at work; Discord itself may be away meanwhile."""
    alive = settings().database.with_suffix(".alive")
    return alive.exists() and now - alive.stat().st_mtime < FRESH


if __name__ == "__main__":
    sys.exit(0 if is_alive(time.time()) else 1)
