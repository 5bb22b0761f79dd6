"""What all cards have: the frieze of tiles, faces, numbers as they are written.

Knows no ratings and no pixels.
"""

from collections.abc import Iterable, Iterator
from zlib import crc32

from render.looks.font import plain
from render.looks.theme import BAND, FACES
from render.parts import MINUS
from render.scene import Box, Ground, Say, Scene, Shape

WIDTH, FRIEZE = 1200, 40
MARGIN, GAP = 16, 10  # board units beside panels and between them
ROOM = 1000  # characters of an alt text


def card(height: int, shapes: Iterable[Shape]) -> Scene:
    """The shapes on a ground of their own: cards differ too much for one that painters remember."""
    return Scene(Ground(WIDTH, height, ()), tuple(shapes))


def stacked(parts: Iterable[Iterable[Shape]], top: int) -> tuple[list[Shape], int]:
    """The parts below each other, each drawn from 0 downward, empty ones left out; and where the last one ends."""
    shapes: list[Shape] = []
    bottom = top - GAP
    for part in parts:
        placed = [shape._replace(box=shape.box.down(bottom + GAP)) for shape in part]
        shapes += placed
        bottom = max((shape.box.y + shape.box.h for shape in placed), default=bottom)
    return shapes, bottom


def frieze() -> Iterator[Shape]:
    """A band of tiles at the top: the signature of cards."""
    for at in range(WIDTH // FRIEZE):
        yield Shape(f"frieze {at % BAND}", Box(at * FRIEZE, 0, FRIEZE, FRIEZE))


def face(name: str, box: Box) -> Iterator[Shape]:
    """Stands for an avatar: the first letter on a color that goes with the name; a tile if the font lacks a letter."""
    color = crc32((plain(name) or name).encode()) % FACES
    letter = plain(name)[:1].upper()[:1]
    yield Shape(f"face {color}", box, letter) if letter else Shape(f"tile {color}", box.inset(box.w // 10))


def short(number: int) -> str:
    """A count in at most four digits and a letter: "9999", "10k".

    >>> short(9_999), short(10_000), short(1_234_567)
    ('9999', '10k', '1235k')
    """
    return str(number) if number < 10_000 else f"{round(number / 1000)}k"


def told(sentences: Iterable[str]) -> str:
    """The sentences in at most 1,000 characters, each on a line; one that has no room is left out whole."""
    text = ""
    for sentence in sentences:
        longer = f"{text}\n{sentence}" if text else sentence
        if len(longer) <= ROOM:
            text = longer
    return text


def percent(share: float, say: Say) -> str:
    """A share of 0 to 1 in whole percent, as the language writes it."""
    return say("leaderboard_picture.percent", n=round(100 * share))


def tenths(value: float, say: Say) -> str:
    """The number with one digit behind the decimal sign of the language, and a true minus."""
    return _written(f"{value:.1f}", say)


def brief(value: float, say: Say) -> str:
    """The number with as many digits as it needs: "25", "22.5"."""
    return _written(f"{value:g}", say)


def _written(number: str, say: Say) -> str:
    """A number as Python writes it, as the language does."""
    return number.replace("-", MINUS).replace(".", say("leaderboard_picture.decimal"))
