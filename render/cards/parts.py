"""Parts that all cards share: the frieze of tiles, faces, number formats. Knows nothing about pixels."""

from collections.abc import Iterable, Iterator
from zlib import crc32

from render.looks.font import drawable_name
from render.looks.theme import FACE_COUNT, FRIEZE_PERIOD
from render.parts import TRUE_MINUS
from render.scene import Box, Ground, Say, Scene, Shape

CARD_WIDTH = 1200
FRIEZE_HEIGHT = 40
CARD_MARGIN = 16  # board units beside panels
CARD_PANEL_GAP = 10  # board units between panels
MAX_CARD_ALT_TEXT = 1000  # characters


def card(height: int, shapes: Iterable[Shape]) -> Scene:
    """Return the shapes on a new background, because cards differ too much to share a cached one."""
    return Scene(Ground(CARD_WIDTH, height, ()), tuple(shapes))


def stack_parts(parts: Iterable[Iterable[Shape]], top: int) -> tuple[list[Shape], int]:
    """Stack the nonempty parts, each laid out from y = 0; return the shapes and the y of their lower end."""
    shapes: list[Shape] = []
    bottom = top - CARD_PANEL_GAP
    for part in parts:
        placed = [shape._replace(box=shape.box.move_down(bottom + CARD_PANEL_GAP)) for shape in part]
        shapes += placed
        bottom = max((shape.box.y + shape.box.h for shape in placed), default=bottom)
    return shapes, bottom


def frieze() -> Iterator[Shape]:
    """Yield the band of tiles at the top of a card."""
    for index in range(CARD_WIDTH // FRIEZE_HEIGHT):
        yield Shape(f"frieze {index % FRIEZE_PERIOD}", Box(index * FRIEZE_HEIGHT, 0, FRIEZE_HEIGHT, FRIEZE_HEIGHT))


def face(name: str, box: Box) -> Iterator[Shape]:
    """Yield a substitute for an avatar: the first letter of the name in a disc, or a tile if the font lacks it."""
    color = crc32((drawable_name(name) or name).encode()) % FACE_COUNT
    letter = drawable_name(name)[:1].upper()[:1]
    yield Shape(f"face {color}", box, letter) if letter else Shape(f"tile {color}", box.inset(box.w // 10))


def short_count(number: int) -> str:
    """Return a count with at most four digits and a suffix: "9999", "10k".

    >>> short_count(9_999), short_count(10_000), short_count(1_234_567)
    ('9999', '10k', '1235k')
    """
    return str(number) if number < 10_000 else f"{round(number / 1000)}k"


def fit_sentences(sentences: Iterable[str]) -> str:
    """Join the sentences by line breaks in at most 1,000 characters; a sentence that does not fit is left out."""
    text = ""
    for sentence in sentences:
        longer = f"{text}\n{sentence}" if text else sentence
        if len(longer) <= MAX_CARD_ALT_TEXT:
            text = longer
    return text


def percent(share: float, say: Say) -> str:
    """Return a share of 0 to 1 in whole percent, as the language writes it."""
    return say("leaderboard_picture.percent", n=round(100 * share))


def one_decimal(value: float, say: Say) -> str:
    """Return the number with one decimal, the decimal sign of the language and a real minus sign."""
    return _localize_number(f"{value:.1f}", say)


def brief_number(value: float, say: Say) -> str:
    """Return the number with only the digits that it needs: "25", "22.5"."""
    return _localize_number(f"{value:g}", say)


def _localize_number(number: str, say: Say) -> str:
    """Convert a number from Python's notation to that of the language."""
    return number.replace("-", TRUE_MINUS).replace(".", say("leaderboard_picture.decimal"))
