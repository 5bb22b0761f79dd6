"""For supervisors: `python -m bot.health` succeeds while the bot works, else says why not. Knows only its file."""

import sys
import time
from pathlib import Path

from bot.app.signs import signs_in
from bot.settings import settings
from bot.text.words import Words


def faults(path: Path, now: float) -> list[str]:
    """What is wrong with the bot that tells of itself in that file, as sentences; [] while it is well."""
    words, signs = Words(), signs_in(path)
    if signs is None:
        return [words("health.nobody", path=path)]
    return [words(key, **facts) for key, facts in signs.faults(now)]


def main() -> int:
    """Say what is wrong, in one line, and return the exit code."""
    found = faults(settings().database.with_suffix(".alive"), time.time())
    sys.stdout.write(f"{' '.join(found)}\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
