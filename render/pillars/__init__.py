"""The portrayal of Pillars, assembled from the modules of this package. Knows nothing about positions."""

from collections.abc import Mapping

from render.pillars.marks import cause, marks, prepared_outlines, spots
from render.pillars.places import SEAT_COLORS, SEAT_ZOOM, TRAY_FORMS
from render.pillars.scene import close, scene
from render.pillars.words import long_alt_text, short_alt_text, text
from render.portrayal import EMOJI_SIZE, Portrayal
from render.scene import Box, Shape

EMOJI_MARGIN = 4  # units on every side
EMOJI_SQUARE = 56  # greatest size of a square in units, so that small tiles look small


def _tile_emoji(color: str, drawing: str) -> tuple[Shape, ...]:
    """Return the tile as it stands in its tray, in the center of the emoji."""
    rows = drawing.split("/")
    pitch = min(EMOJI_SQUARE, (EMOJI_SIZE - 2 * EMOJI_MARGIN) // max(len(rows), len(rows[0])))
    wide = pitch * len(rows[0])
    high = pitch * len(rows)
    return (Shape(f"piece {color}", Box((EMOJI_SIZE - wide) // 2, (EMOJI_SIZE - high) // 2, wide, high), cut=drawing),)


EMOJIS: Mapping[str, tuple[Shape, ...]] = {
    **{f"piece.{seat}": (Shape(f"pillar {color}", Box(14, 14, 100, 100)),) for seat, color in enumerate(SEAT_COLORS)},
    **{
        f"tile.{tile}.{seat}": _tile_emoji(color, drawing)
        for seat, color in enumerate(SEAT_COLORS)
        for tile, drawing in TRAY_FORMS.items()
    },
}

PORTRAYAL = Portrayal(
    scene=scene,
    long_alt_text=long_alt_text,
    short_alt_text=short_alt_text,
    text=text,
    accent=0xB8281F,
    close=close,
    zoom=SEAT_ZOOM,
    marks=marks,
    cause=cause,
    prepared_outlines=prepared_outlines,
    spots=spots,
    emojis=EMOJIS,
)
