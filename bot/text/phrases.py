"""Phrases made of parts: several names, a length of time, a small drawing. Knows no game and no Discord library."""

import re
from collections.abc import Sequence
from itertools import pairwise

from bot.text.words import Words

MINUTE, HOUR, DAY = 60, 3_600, 86_400  # seconds
UNITS = (("days", DAY), ("hours", HOUR), ("minutes", MINUTE))
MINUS = "−"  # as wide as a plus, unlike a hyphen
_RUN = re.compile("#+")


def listed(parts: Sequence[str], words: Words) -> str:
    """The parts in one phrase: "a, b and c"; "" for none."""
    return words("list.and", first=", ".join(parts[:-1]), last=parts[-1]) if len(parts) > 1 else "".join(parts)


def lasting(seconds: float, words: Words) -> str:
    """So many seconds in the largest unit that fits twice, rounded down: "3 days", "47 hours", "under a minute"."""
    if seconds < MINUTE:
        return words("span.soon")
    unit, size = next(((unit, size) for unit, size in UNITS if seconds >= 2 * size), ("minutes", MINUTE))
    return words(f"span.{unit}", n=int(seconds // size))


def lasting_exactly(seconds: float, words: Words) -> str:
    """So many seconds as days and whole hours, rounded down: "4 days 3 hours"."""
    days, hours = divmod(int(seconds) // HOUR, 24)
    parts = [words(f"span.{unit}", n=n) for unit, n in (("days", days), ("hours", hours)) if n]
    return " ".join(parts) or words("span.none")


def numeral(number: int) -> str:
    """The number as pictures show it: "3", "−2"."""
    return str(number).replace("-", MINUS)


def signed(number: int) -> str:
    """The number with its sign, as pictures show it: "+3", "−2"."""
    return f"{number:+d}".replace("-", MINUS)


def bare(points: int, game: str, words: Words) -> int:
    """The points as a plain number: turned positive for a game in which the fewest win, which has a text `few`."""
    return -points if f"{game}.few" in words else points


def spelled(drawing: str, words: Words) -> str:
    """A drawing such as "####/#..." in words: "4 squares; below the first, 1". No row may be empty."""
    rows = [[run.span() for run in _RUN.finditer(row)] for row in drawing.split("/")]
    top = rows[0]
    phrases = [words("rows.top" if len(top) == 1 else "rows.apart", n=sum(end - start for start, end in top))]
    for above, row in pairwise(rows):
        first = above[0][0]
        is_alone = above[-1][1] - first == 1
        below = []
        for start, end in row:  # where the adjacent squares lie relative to the row above
            key = "rows.below" if end - start == 1 else "rows.from"
            if start < first:
                key = "rows.under"
            at = words(f"rows.place.{abs(start - first) + 1}")
            below.append(words(key, n=end - start, at=at, alone=is_alone))
        phrases.append(words("rows.and").join(below))
    return words("rows.then").join(phrases)
