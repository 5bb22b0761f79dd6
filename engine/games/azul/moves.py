"""The decisions of Azul: drafts, plans and deals, their notation, and what may be dealt.

Knows no boards and no turns.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from engine.core import IllegalMove, Move, truncate
from engine.games.azul.sets import COLORS, FILL, SIZE, heap, without

CENTER, FLOOR = "C", "F"
SOURCES = "123456789" + CENTER
LINES = "12345" + FLOOR
LETTERS, FORCED = "abcde", "-"  # columns in a plan; a line for which nothing is to choose


@dataclass(frozen=True)
class Draft(Move):
    """Take all tiles of one color: `source` "1".."9" or "C", `color`, `line` "1".."5" or "F" for the floor.

    >>> str(Draft("3", "B", "2"))
    '3B2'
    """

    source: str
    color: str
    line: str


@dataclass(frozen=True)
class Plan(Move):
    """Choose the columns of the tiles that go to the wall [5.7].

    `row_1`, `row_2`, `row_3`, `row_4`, `row_5`: "a".."e" for a row with a choice, "-" for any other.

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
        """The five answers as one text: "-d--a"."""
        return self.row_1 + self.row_2 + self.row_3 + self.row_4 + self.row_5

    def __str__(self) -> str:
        return "w" + self.columns


@dataclass(frozen=True)
class Deal(Move):
    """Chance fills the `displays`: one heap each, "" is empty.

    >>> str(Deal(("BBYR", "KKKW", "", "", "")))
    'deal BBYR/KKKW///'
    """

    displays: tuple[str, ...]

    def __str__(self) -> str:
        return "deal " + "/".join(self.displays)


# One object a move and one tuple for each source, color and set of open lines: moves are listed by looking them up.
_DRAFTS = {
    source + color + line: Draft(source, color, line) for source in SOURCES for color in COLORS for line in LINES
}
_WAYS: dict[str, list[tuple[Draft, ...]]] = {
    source + color: [
        tuple(_DRAFTS[source + color + line] for place, line in enumerate(LINES) if line == FLOOR or mask >> place & 1)
        for mask in range(32)
    ]
    for source in SOURCES
    for color in COLORS
}


def drafts(displays: Sequence[str], center: str, lines: int) -> list[Move]:
    """Every draft from these sources, with open lines as `Board.open_lines` has them."""
    found: list[Move] = []
    takers = lines & 31, lines >> 5 & 31, lines >> 10 & 31, lines >> 15 & 31, lines >> 20 & 31  # one a color
    for ways_from, tiles in zip(_FROM, displays):  # noqa: B905 - there are more sources than displays
        if tiles:
            for at, ways in ways_from[tiles]:
                found += ways[takers[at]]
    if center:
        for at, color, ways in _FROM_CENTER:
            if color in center:
                found += ways[takers[at]]
    return found


class _Ways(dict[str, tuple[tuple[int, list[tuple[Draft, ...]]], ...]]):
    """For each heap on one display: its colors as in COLORS, each with the drafts for each set of open lines."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self._source = source

    def __missing__(self, tiles: str) -> tuple[tuple[int, list[tuple[Draft, ...]]], ...]:
        of_colors = ((at, _WAYS[self._source + color]) for at, color in enumerate(COLORS) if color in tiles)
        self[tiles] = found = tuple(of_colors)
        return found


_FROM = [_Ways(source) for source in SOURCES if source != CENTER]
_FROM_CENTER = [(at, color, _WAYS[CENTER + color]) for at, color in enumerate(COLORS)]


def parse(text: str) -> Move:
    """A draft ("3B2"), a plan ("w-d--a") or a deal ("deal BBYR/..."). Raises IllegalMove("notation")."""
    if text in _DRAFTS:
        return _DRAFTS[text]
    if text[:1] == "w" and len(text) == 1 + SIZE and not set(text[1:]) - set(LETTERS + FORCED):
        return Plan(*text[1:])
    word, space, dealt = text.partition(" ")
    if word + space != "deal " or set(dealt) - set(COLORS + "/"):
        raise IllegalMove("notation", text=truncate(text))
    return Deal(tuple(heap(display) for display in dealt.split("/")))


def drawn(rng: Random, count: int, bag: str, lid: str) -> Deal:
    """A deal for `count` displays by lot: the bag first, then the lid [6.1] [6.2]."""
    wanted = count * FILL
    tiles = rng.sample(bag, min(wanted, len(bag)))
    tiles += rng.sample(lid, min(wanted - len(tiles), len(lid)))
    return Deal(tuple([heap(tiles[start : start + FILL]) for start in range(0, wanted, FILL)]))


def refuses_deal(dealt: tuple[str, ...], count: int, bag: str, lid: str) -> str | None:
    """The rule that forbids dealing these heaps: "6.1", "6.2", "6.3"."""
    tiles = len(bag) + len(lid)
    if [len(display) for display in dealt] != [max(0, min(FILL, tiles - FILL * at)) for at in range(count)]:
        return "6.1" if tiles >= FILL * count else "6.3"
    border = len(bag) // FILL  # the display in which the bag runs out
    before = "".join(dealt[:border])
    mixed = "".join(dealt[border : border + 1])
    after = "".join(dealt[border + 1 :])
    if not _suffices(bag, before):
        return "6.1"
    last = without(bag, before)
    if border >= count:
        return None
    return None if _suffices(mixed, last) and _suffices(lid, without(mixed, last) + after) else "6.2"


def _suffices(tiles: str, part: str) -> bool:
    return all(tiles.count(color) >= part.count(color) for color in part)
