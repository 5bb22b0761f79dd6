"""The portrayal of Azul, assembled from the modules of this package. Knows nothing about positions."""

from collections.abc import Mapping

from engine.games.azul.sets import COLORS
from render.azul.marks import cause, marks, prepared_outlines, spots
from render.azul.places import CLOSE_ZOOM
from render.azul.scene import close, scene
from render.azul.words import long_alt_text, short_alt_text, text
from render.portrayal import EMOJI_SIZE, Portrayal
from render.scene import Box, Shape

EMOJI_BOX = Box(0, 0, EMOJI_SIZE, EMOJI_SIZE)

EMOJIS: Mapping[str, tuple[Shape, ...]] = {
    **{f"color.{color}": (Shape(f"tile {color}", EMOJI_BOX.inset(4)),) for color in COLORS},
    "marker": (Shape("marker", EMOJI_BOX.inset(6), "1"),),
}

PORTRAYAL = Portrayal(
    scene=scene,
    long_alt_text=long_alt_text,
    short_alt_text=short_alt_text,
    text=text,
    accent=0x2C65B8,
    close=close,
    zoom=CLOSE_ZOOM,
    marks=marks,
    cause=cause,
    prepared_outlines=prepared_outlines,
    spots=spots,
    emojis=EMOJIS,
)
