"""What all cards have: the frieze of tiles, faces, numbers as they are written.

Knows no ratings and no pixels.
"""

from collections.abc import Iterable, Iterator
from zlib import crc32

from render.looks.font import drawable_name
from render.looks.theme import FACE_COUNT, FRIEZE_PERIOD
from render.parts import TRUE_MINUS
from render.scene import Box, Ground, Say, Scene, Shape

CARD_WIDTH, FRIEZE_HEIGHT = 1200, 40
CARD_MARGIN, PANEL_GAP = 16, 10  # board units beside panels and between them
MAX_CARD_ALT_TEXT = 1000  # characters of an alt text


def card(height: int, shapes: Iterable[Shape]) -> Scene:
    """The shapes on a ground of their own: cards differ too much for one that painters remember."""
    return Scene(Ground(CARD_WIDTH, height, ()), tuple(shapes))


def stack_parts(parts: Iterable[Iterable[Shape]], top: int) -> tuple[list[Shape], int]:
    """The parts below each other, each drawn from 0 downward, empty ones left out; and where the last one ends."""
    shapes: list[Shape] = []
    bottom = top - PANEL_GAP
    for part in parts:
        placed = [shape._replace(box=shape.box.move_down(bottom + PANEL_GAP)) for shape in part]
        shapes += placed
        bottom = max((shape.box.y + shape.box.h for shape in placed), default=bottom)
    return shapes, bottom


def frieze() -> Iterator[Shape]:
    """A band of tiles at the top: the signature of cards."""
    for at in range(CARD_WIDTH // FRIEZE_HEIGHT):
        yield Shape(f"frieze {at % FRIEZE_PERIOD}", Box(at * FRIEZE_HEIGHT, 0, FRIEZE_HEIGHT, FRIEZE_HEIGHT))


def face(name: str, box: Box) -> Iterator[Shape]:
    """Stands for an avatar: the first letter on a color that goes with the name; a tile if the font lacks a letter."""
    color = crc32((drawable_name(name) or name).encode()) % FACE_COUNT
    letter = drawable_name(name)[:1].upper()[:1]
    yield Shape(f"face {color}", box, letter) if letter else Shape(f"tile {color}", box.inset(box.w // 10))


def short_count(number: int) -> str:
    """A count in at most four digits and a letter: "9999", "10k".

    >>> short(9_999), short(10_000), short(1_234_567)
    ('9999', '10k', '1235k')
    """
    return str(number) if number < 10_000 else f"{round(number / 1000)}k"


def fit_sentences(sentences: Iterable[str]) -> str:
    """The sentences in at most 1,000 characters, each on a line; one that has no room is left out whole."""
    text = ""
    for sentence in sentences:
        longer = f"{text}\n{sentence}" if text else sentence
        if len(longer) <= MAX_CARD_ALT_TEXT:
            text = longer
    return text


def percent(share: float, say: Say) -> str:
    """A share of 0 to 1 in whole percent, as the language writes it."""
    return say("leaderboard_picture.percent", n=round(100 * share))


def tenths(value: float, say: Say) -> str:
    """The number with one digit behind the decimal sign of the language, and a true minus."""
    return _localize_number(f"{value:.1f}", say)


def brief(value: float, say: Say) -> str:
    """The number with as many digits as it needs: "25", "22.5"."""
    return _localize_number(f"{value:g}", say)


def _localize_number(number: str, say: Say) -> str:
    """A number as Python writes it, as the language does."""
    return number.replace("-", TRUE_MINUS).replace(".", say("leaderboard_picture.decimal"))
