"""What all cards have: the frieze of tiles, a title, faces.

Knows no ratings and no pixels.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from zlib import crc32

from render.font import covers, plain
from render.scene import Box, Ground, Scene, Shape

WIDTH, FRIEZE = 1200, 40
# The tiles of the frieze, over and over; "" is the frieze of cards of all games.
FRIEZES = {
    "": "BWBYBWBR",
    "azul": "BWBYBWBR",
    "pavilion": "PGPYPOPR",
    "match_five": "RBGBOBYB",
    "pillars": "ADBDCDBD",
}
FACES = 5  # colors of faces


def card(height: int, shapes: Iterable[Shape]) -> Scene:
    """The shapes on a ground of their own: cards differ too much for one that painters remember."""
    return Scene(Ground(WIDTH, height, ()), tuple(shapes))


def frieze(game: str) -> Iterator[Shape]:
    """A band of tiles of the game at the top: the signature of cards."""
    colors = FRIEZES[game]
    for at in range(WIDTH // FRIEZE):
        yield Shape(f"tile {colors[at % len(colors)]}", Box(at * FRIEZE, 0, FRIEZE, FRIEZE))


def title(text: str, caption: str) -> Iterator[Shape]:
    """What the card shows, and of which time and place."""
    yield Shape("card title", Box(28, 56, 560, 44), f"{text}\t{caption}" if caption else text)


def face(name: str, box: Box) -> Iterator[Shape]:
    """Stands for an avatar: the first letter on a color that goes with the name; no letter if the font lacks it."""
    letter = plain(name)[0].upper() if covers(name) else ""
    yield Shape(f"face {crc32(plain(name).encode()) % FACES}", box, letter if len(letter) == 1 else "")
