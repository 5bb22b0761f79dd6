"""The portrayal of Match Five, assembled from the modules of this package. Knows nothing about positions."""

from collections.abc import Mapping

from engine.games.match_five.sets import COLORS, TILE_NUMBERS, WILD
from render.looks.strips import LYING_STRIP
from render.match_five.close import close
from render.match_five.marks import cause, marks, prepared_outlines, scene_with_prepared, spots
from render.match_five.scene import scene
from render.match_five.words import long_alt_text, short_alt_text, text
from render.portrayal import EMOJI_SIZE, Portrayal
from render.scene import Box, Shape

EMOJI_TILE = Box(0, 0, EMOJI_SIZE, EMOJI_SIZE).inset(4)
# The number is to the right of the motif, and larger than on a tile of the table, because emojis are 20 pixels high.
EMOJI_DIGIT = Box(53, 20, 76, 88)


EMOJIS: Mapping[str, tuple[Shape, ...]] = {
    **{
        f"tile.{color}{number}": (
            Shape(f"strip {color}", EMOJI_TILE, cut=LYING_STRIP),
            Shape(f"digit {color}", EMOJI_DIGIT, number),
        )
        for color in COLORS
        for number in TILE_NUMBERS
    },
    f"tile.{WILD}": (Shape("blank", EMOJI_TILE, cut=LYING_STRIP), Shape("blank letter", EMOJI_DIGIT, WILD)),
}

PORTRAYAL = Portrayal(
    scene=scene,
    long_alt_text=long_alt_text,
    short_alt_text=short_alt_text,
    text=text,
    accent=0x0C7F6D,
    close=close,
    marks=marks,
    cause=cause,
    prepared_outlines=prepared_outlines,
    scene_with_prepared=scene_with_prepared,
    spots=spots,
    emojis=EMOJIS,
)
