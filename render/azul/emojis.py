"""What stands for the tiles of Azul and for its marker within a line of text. Knows no position."""

from collections.abc import Mapping

from engine.games.azul.sets import COLORS
from render.portrayal import EMOJI
from render.scene import Box, Shape

WHOLE = Box(0, 0, EMOJI, EMOJI)

EMOJIS: Mapping[str, tuple[Shape, ...]] = {
    **{f"color.{color}": (Shape(f"tile {color}", WHOLE.inset(4)),) for color in COLORS},
    "marker": (Shape("marker", WHOLE.inset(6), "1"),),
}
