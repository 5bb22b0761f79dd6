"""The portrayal of Summer Pavilion, assembled from the modules of this package. Knows nothing about positions."""

from collections.abc import Mapping

from engine.games.pavilion.sets import COLORS
from render.pavilion.close import close
from render.pavilion.marks import cause, marks, prepared_outlines, spots
from render.pavilion.scene import scene
from render.pavilion.words import long_alt_text, short_alt_text, text
from render.portrayal import EMOJI_SIZE, Portrayal
from render.scene import Box, Shape

EMOJI_BOX = Box(0, 0, EMOJI_SIZE, EMOJI_SIZE)
# The tile is upright, and a little narrower than a rhomb of equal sides, so that it fills the square of the emoji.
EMOJI_RHOMB = Box(26, 0, 76, EMOJI_SIZE)

EMOJIS: Mapping[str, tuple[Shape, ...]] = {
    **{f"color.{color}": (Shape(f"tile {color}", EMOJI_RHOMB, cut="0"),) for color in COLORS},
    "marker": (Shape("marker", EMOJI_BOX.inset(6), "1"),),
}

PORTRAYAL = Portrayal(
    scene=scene,
    long_alt_text=long_alt_text,
    short_alt_text=short_alt_text,
    text=text,
    accent=0x64308F,
    close=close,
    marks=marks,
    cause=cause,
    prepared_outlines=prepared_outlines,
    spots=spots,
    emojis=EMOJIS,
)
