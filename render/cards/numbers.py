"""Numbers of cards in words: ratings with a tenth, in the language of the reader.

Knows no ratings, no pixels and no words of its own.
"""

from __future__ import annotations

from render.scene import Say

ROOM = 1000  # characters of an alt text


def tenths(value: float, say: Say) -> str:
    """The number with one digit behind the decimal sign of the language, and a true minus."""
    return _written(f"{value:.1f}", say)


def brief(value: float, say: Say) -> str:
    """The number with as many digits as it needs: "25", "22.5"."""
    return _written(f"{value:g}", say)


def _written(number: str, say: Say) -> str:
    """A number as Python writes it, as the language does."""
    return number.replace("-", "−").replace(".", say("leaderboard_picture.decimal"))
