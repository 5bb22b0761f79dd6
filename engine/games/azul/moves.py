"""The moves of Azul: drafts, plans and deals, their notation, and which deals are legal.

Knows nothing about boards and turns.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from engine.core import IllegalMove, Move, truncate
from engine.games.azul.sets import BOARD_SIZE, COLORS, TILES_PER_DISPLAY, heap, remove_tiles

CENTER_SOURCE, FLOOR_LINE = "C", "F"
SOURCE_LETTERS = "123456789" + CENTER_SOURCE
LINE_LETTERS = "12345" + FLOOR_LINE
COLUMN_LETTERS, NO_CHOICE = "abcde", "-"  # columns in a plan; a row without a choice


@dataclass(frozen=True)
class Draft(Move):
    """Take all tiles of a color: `source` "1".."9" or "C", `color`, `line` "1".."5" or "F" for the floor.

    >>> str(Draft("3", "B", "2"))
    '3B2'
    """

    source: str
    color: str
    line: str


@dataclass(frozen=True)
class Plan(Move):
    """Choose the columns of the tiles that go to the wall [5.7].

    `row_1`, `row_2`, `row_3`, `row_4`, `row_5`: "a".."e" for a row with a choice, "-" for the others.

    >>> str(Plan("-", "d", "-", "-", "a"))
    'w-d--a'
    """

    ONE_BY_ONE = True

    row_1: str
    row_2: str
    row_3: str
    row_4: str
    row_5: str

    @property
    def columns(self) -> str:
        """The five answers as one string: "-d--a"."""
        return self.row_1 + self.row_2 + self.row_3 + self.row_4 + self.row_5

    def __str__(self) -> str:
        return "w" + self.columns


@dataclass(frozen=True)
class Deal(Move):
    """Chance fills the `displays`: one heap per display, "" for an empty one.

    >>> str(Deal(("BBYR", "KKKW", "", "", "")))
    'deal BBYR/KKKW///'
    """

    displays: tuple[str, ...]

    def __str__(self) -> str:
        return "deal " + "/".join(self.displays)


# All drafts, and the legal ones by source, color and set of open lines. Made once, because `drafts` is called often.
_DRAFTS = {
    source + color + line: Draft(source, color, line)
    for source in SOURCE_LETTERS
    for color in COLORS
    for line in LINE_LETTERS
}
_DRAFTS_BY_OPEN_LINES: dict[str, list[tuple[Draft, ...]]] = {
    source + color: [
        tuple(
            _DRAFTS[source + color + line]
            for place, line in enumerate(LINE_LETTERS)
            if line == FLOOR_LINE or mask >> place & 1
        )
        for mask in range(32)
    ]
    for source in SOURCE_LETTERS
    for color in COLORS
}


def drafts(displays: Sequence[str], center: str, lines: int) -> list[Move]:
    """Return every draft from these sources. `lines`: the result of `Board.open_lines`."""
    found: list[Move] = []
    takers = lines & 31, lines >> 5 & 31, lines >> 10 & 31, lines >> 15 & 31, lines >> 20 & 31  # one per color
    for ways_from, tiles in zip(_DRAFTS_FROM_DISPLAY, displays):  # noqa: B905 - there are more sources than displays
        if tiles:
            for index, ways in ways_from[tiles]:
                found += ways[takers[index]]
    if center:
        for index, color, ways in _DRAFTS_FROM_CENTER:
            if color in center:
                found += ways[takers[index]]
    return found


class _DraftsByDisplay(dict[str, tuple[tuple[int, list[tuple[Draft, ...]]], ...]]):
    """For one display, by heap: the index of each color in COLORS and its drafts by set of open lines."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self._source = source

    def __missing__(self, tiles: str) -> tuple[tuple[int, list[tuple[Draft, ...]]], ...]:
        of_colors = (
            (index, _DRAFTS_BY_OPEN_LINES[self._source + color]) for index, color in enumerate(COLORS) if color in tiles
        )
        self[tiles] = found = tuple(of_colors)
        return found


_DRAFTS_FROM_DISPLAY = [_DraftsByDisplay(source) for source in SOURCE_LETTERS if source != CENTER_SOURCE]
_DRAFTS_FROM_CENTER = [
    (index, color, _DRAFTS_BY_OPEN_LINES[CENTER_SOURCE + color]) for index, color in enumerate(COLORS)
]


def parse(text: str) -> Move:
    """Parse a draft ("3B2"), a plan ("w-d--a") or a deal ("deal BBYR/..."). Raises IllegalMove("notation")."""
    if text in _DRAFTS:
        return _DRAFTS[text]
    if text[:1] == "w" and len(text) == 1 + BOARD_SIZE and not set(text[1:]) - set(COLUMN_LETTERS + NO_CHOICE):
        return Plan(*text[1:])
    word, space, dealt = text.partition(" ")
    if word + space != "deal " or set(dealt) - set(COLORS + "/"):
        raise IllegalMove("notation", text=truncate(text))
    return Deal(tuple(heap(display) for display in dealt.split("/")))


def draw_deal(rng: Random, count: int, bag: str, lid: str) -> Deal:
    """Draw a random deal for `count` displays: from the bag first, then from the lid [6.1] [6.2]."""
    wanted = count * TILES_PER_DISPLAY
    tiles = rng.sample(bag, min(wanted, len(bag)))
    tiles += rng.sample(lid, min(wanted - len(tiles), len(lid)))
    return Deal(
        tuple([heap(tiles[start : start + TILES_PER_DISPLAY]) for start in range(0, wanted, TILES_PER_DISPLAY)])
    )


def refuses_deal(dealt: tuple[str, ...], count: int, bag: str, lid: str) -> str | None:
    """Return the rule that forbids dealing these heaps, "6.1", "6.2" or "6.3", or None."""
    tiles = len(bag) + len(lid)
    if [len(display) for display in dealt] != [
        max(0, min(TILES_PER_DISPLAY, tiles - TILES_PER_DISPLAY * display_index)) for display_index in range(count)
    ]:
        return "6.1" if tiles >= TILES_PER_DISPLAY * count else "6.3"
    border = len(bag) // TILES_PER_DISPLAY  # the index of the display at which the bag runs out
    before = "".join(dealt[:border])
    mixed = "".join(dealt[border : border + 1])
    after = "".join(dealt[border + 1 :])
    if not _contains(bag, before):
        return "6.1"
    last = remove_tiles(bag, before)
    if border >= count:
        return None
    return None if _contains(mixed, last) and _contains(lid, remove_tiles(mixed, last) + after) else "6.2"


def _contains(tiles: str, part: str) -> bool:
    return all(tiles.count(color) >= part.count(color) for color in part)
