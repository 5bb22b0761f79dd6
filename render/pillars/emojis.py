"""What stands for the tiles and pillars of each seat of Pillars within a line of text. Knows no position."""

from collections.abc import Mapping

from render.pillars.places import COLORS, STANDING
from render.portrayal import EMOJI
from render.scene import Box, Shape

MARGIN, PITCH = 4, 56  # units free on every side; of a square at most, so that a small tile does not look large


def _tile(color: str, drawing: str) -> tuple[Shape, ...]:
    """The tile as it stands in its tray, in the middle."""
    rows = drawing.split("/")
    pitch = min(PITCH, (EMOJI - 2 * MARGIN) // max(len(rows), len(rows[0])))
    wide, high = pitch * len(rows[0]), pitch * len(rows)
    return (Shape(f"piece {color}", Box((EMOJI - wide) // 2, (EMOJI - high) // 2, wide, high), cut=drawing),)


EMOJIS: Mapping[str, tuple[Shape, ...]] = {
    **{f"piece.{seat}": (Shape(f"pillar {color}", Box(14, 14, 100, 100)),) for seat, color in enumerate(COLORS)},
    **{
        f"tile.{tile}.{seat}": _tile(color, drawing)
        for seat, color in enumerate(COLORS)
        for tile, drawing in STANDING.items()
    },
}
