"""What stands for the tiles of Match Five within a line of text. Knows no position."""

from collections.abc import Mapping

from engine.games.match_five.sets import COLORS, NUMBERS, WILD
from render.looks.strips import LIE
from render.portrayal import EMOJI
from render.scene import Box, Shape

TILE = Box(0, 0, EMOJI, EMOJI).inset(4)
DIGIT = Box(53, 20, 76, 88)  # right of the motif, larger than on a tile of the table: it is shown 20 pixels high


def _tile(color: str, number: str) -> tuple[Shape, ...]:
    return Shape(f"strip {color}", TILE, cut=LIE), Shape(f"digit {color}", DIGIT, number)


EMOJIS: Mapping[str, tuple[Shape, ...]] = {
    **{f"tile.{color}{number}": _tile(color, number) for color in COLORS for number in NUMBERS},
    f"tile.{WILD}": (Shape("blank", TILE, cut=LIE), Shape("blank letter", DIGIT, WILD)),
}
