"""What stands for the tiles of Summer Pavilion and for its start token within a line of text. Knows no position."""

from collections.abc import Mapping

from engine.games.pavilion.sets import COLORS
from render.portrayal import EMOJI
from render.scene import Box, Shape

WHOLE = Box(0, 0, EMOJI, EMOJI)
RHOMB = Box(26, 0, 76, EMOJI)  # upright, nearly as wide as a rhomb of equal sides: it fills the square

EMOJIS: Mapping[str, tuple[Shape, ...]] = {
    **{f"color.{color}": (Shape(f"tile {color}", RHOMB, cut="0"),) for color in COLORS},
    "marker": (Shape("marker", WHOLE.inset(6), "1"),),
}
