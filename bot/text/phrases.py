"""Small phrases made of parts: several names, a length of time. Knows no rooms and no Discord library."""

from __future__ import annotations

from collections.abc import Sequence

from bot.text.words import Words

MINUTE, HOUR, DAY = 60, 3_600, 86_400  # seconds
UNITS = (("days", DAY), ("hours", HOUR), ("minutes", MINUTE))


def listed(parts: Sequence[str], words: Words) -> str:
    """The parts in one phrase: "a, b and c"; "" for none."""
    return words("list.and", first=", ".join(parts[:-1]), last=parts[-1]) if len(parts) > 1 else "".join(parts)


def lasting(seconds: float, words: Words) -> str:
    """So many seconds in the largest unit that fits twice, rounded down: "3 days", "47 hours", "90 minutes"."""
    unit, size = next(((unit, size) for unit, size in UNITS if seconds >= 2 * size), ("minutes", MINUTE))
    return words(f"span.{unit}", n=int(seconds // size))


def lasting_exactly(seconds: float, words: Words) -> str:
    """So many seconds as days and whole hours, rounded down: "4 days 3 hours"."""
    days, hours = divmod(int(seconds) // HOUR, 24)
    parts = [words(f"span.{unit}", n=n) for unit, n in (("days", days), ("hours", hours)) if n]
    return " ".join(parts) or words("span.none")


def bare(points: int, game: str, words: Words) -> int:
    """The points as a plain number: turned positive for a game in which the fewest win, which has a text `few`."""
    return -points if f"{game}.few" in words else points
