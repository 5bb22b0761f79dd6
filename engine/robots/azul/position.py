"""A round of Azul in numbers: boards, displays and center as a search compares and changes them, by look-ups.

Only what a round changes is in a position: walls and points stay as they are until it ends. Knows no values of boards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.core import Seat
from engine.games.azul.moves import CENTER_SOURCE, FLOOR_LINE, Draft
from engine.games.azul.sets import BOARD_SIZE, COLORS, FLOOR_SPACES, MARKER
from engine.games.azul.state import Azul

BITS_PER_COLOR = 10  # of a heap for each color: so many tiles that even no strange position has more
COUNT_MASK = (1 << BITS_PER_COLOR) - 1
MARKER_BIT = 1 << BITS_PER_COLOR * BOARD_SIZE  # a heap with the marker
BOARD_PLACES = BOARD_SIZE + 1  # lines and floor; line codes count in steps of so many
NO_MARKER_TAKER = -1  # has taken the marker

HeapCode = int  # how many tiles of each color, BITS each, and MARKED
LineCodes = tuple[int, ...]  # a code for each line: PLACES * color + tiles, 0 where it is empty


class BoardForm(NamedTuple):
    """What a round changes on a board."""

    lines: LineCodes  # a code each
    floor: int  # the occupied spaces
    marked: bool  # whether the marker is on one of them


# A position within a round. Seats are counted from the one that asks, which is 0.
# Who drafts; who has taken the marker in this round, or NOBODY; the heap of the center, with the marker; the heaps of
# displays that are not empty, in order, as it does not matter which is which; the number of each seat's board.
RoundPosition = tuple[Seat, Seat, HeapCode, tuple[HeapCode, ...], tuple[int, ...]]


class TileOffer(NamedTuple):
    """All tiles of one color on a display: `key` is their kind and number, `rest` what goes to the center."""

    key: int
    rest: HeapCode


def kind_code(color: int, count: int, marker: bool) -> int:
    """So many tiles of a color, with the marker or without, as one number."""
    return (count * 2 + marker) * BOARD_SIZE + color


def heap_code(tiles: str) -> HeapCode:
    """Tiles, and perhaps the marker, as a number."""
    return sum(tiles.count(color) << BITS_PER_COLOR * at for at, color in enumerate(COLORS)) + MARKER_BIT * (
        MARKER in tiles
    )


@lru_cache(maxsize=4096)
def display_offers(display: HeapCode) -> tuple[TileOffer, ...]:
    """What can be taken from a display."""
    counts = [(color, display >> BITS_PER_COLOR * color & COUNT_MASK) for color in range(BOARD_SIZE)]
    return tuple(TileOffer(kind_code(at, n, False), display - (n << BITS_PER_COLOR * at)) for at, n in counts if n)


@lru_cache(maxsize=16384)
def center_offers(center: HeapCode) -> tuple[TileOffer, ...]:
    """What can be taken from the center, and what stays there: not the marker, which whoever takes first takes too."""
    marked = center >= MARKER_BIT
    counts = [(color, center >> BITS_PER_COLOR * color & COUNT_MASK) for color in range(BOARD_SIZE)]
    left = center - MARKER_BIT * marked
    return tuple(TileOffer(kind_code(at, n, marked), left - (n << BITS_PER_COLOR * at)) for at, n in counts if n)


@lru_cache(maxsize=16384)
def offered_kinds(displays: tuple[HeapCode, ...]) -> tuple[int, ...]:
    """What can be taken from any of these displays, each kind once."""
    return tuple(sorted({key for display in set(displays) for key, _ in display_offers(display)}))


class KnownBoards:
    """The boards of one seat that have come up, by number.

    `forms`: by number. `values`: what they are worth, as `value` says; the last number of each puts them in order.
    `clocks`: see Worth. `ways`: the boards that a board can become by tiles of a kind, the best one first.
    """

    def __init__(self, wall: Sequence[str], value: Callable[[BoardForm], tuple[int, tuple[float, ...]]]) -> None:
        self.forms: list[BoardForm] = []
        self.values: list[tuple[float, ...]] = []
        self.clocks: list[int] = []
        self.successors: list[_Successors] = []
        self._numbers: dict[BoardForm, int] = {}
        self._barred = [{COLORS.index(color) for color in row if color in COLORS} for row in wall]
        self._value = value

    def add(self, form: BoardForm) -> int:
        """The number of a form, a new one when it comes up for the first time."""
        number = self._numbers.get(form)
        if number is None:
            number = self._numbers[form] = len(self.forms)
            clock, values = self._value(form)
            self.forms.append(form)
            self.values.append(values)
            self.clocks.append(clock)
            self.successors.append(_Successors(self, form))
        return number

    def boards_after(self, form: BoardForm, key: int) -> tuple[int, ...]:
        """The boards that tiles of a kind lead to, the one of most value first."""
        numbers = {
            self.add(place_tiles(form, key, place)) for place in range(BOARD_PLACES) if self.takes(form, key, place)
        }
        values = self.values
        return tuple(sorted(numbers, key=lambda one: (-values[one][-1], one)))

    def takes(self, form: BoardForm, key: int, place: int) -> bool:
        """Whether a line, or the floor behind the last of them, takes tiles of that color [4.5] [4.6] [4.7] [4.8]."""
        if place == BOARD_SIZE:
            return True
        color = key % BOARD_SIZE
        held, count = divmod(form.lines[place], BOARD_PLACES)
        return count <= place and (not count or held == color) and color not in self._barred[place]


class _Successors(dict[int, tuple[int, ...]]):
    """For each kind of tiles the numbers of the boards that one board can become."""

    def __init__(self, boards: KnownBoards, form: BoardForm) -> None:
        super().__init__()
        self._boards = boards
        self._form = form

    def __missing__(self, key: int) -> tuple[int, ...]:
        self[key] = found = self._boards.boards_after(self._form, key)
        return found


def place_tiles(form: BoardForm, key: int, place: int) -> BoardForm:
    """The board with tiles of a kind in a line or on the floor, the marker first [4.4] [4.9] [4.10]."""
    rest, color = divmod(key, BOARD_SIZE)
    count, marker = divmod(rest, 2)
    lines, fits = form.lines, 0
    if place < BOARD_SIZE:
        held = lines[place] % BOARD_PLACES
        fits = min(count, place + 1 - held)
        lines = (*lines[:place], BOARD_PLACES * color + held + fits, *lines[place + 1 :])
    marked = form.marked or (marker == 1 and form.floor < FLOOR_SPACES)
    return BoardForm(lines, min(FLOOR_SPACES, form.floor + marker + count - fits), marked)


def position_of(state: Azul, seat: Seat, boards: Sequence[KnownBoards]) -> RoundPosition:
    """A position in which tiles are offered, as the seat counts the others; `boards` are theirs in that order."""
    seats = len(state.boards)
    numbers = []
    for at, own in enumerate(boards):
        board = state.boards[(seat + at) % seats]
        codes = tuple(BOARD_PLACES * COLORS.index(line[0]) + len(line) if line else 0 for line in board.lines)
        numbers.append(own.add(BoardForm(codes, len(board.floor), MARKER in board.floor)))
    taken = not state.house_rules.marker_passes and MARKER not in state.center
    first = (state.starter - seat) % seats if taken else NO_MARKER_TAKER
    displays = tuple(sorted(heap_code(tiles) for tiles in state.displays if tiles))
    return (state.turn - seat) % seats, first, heap_code(state.center), displays, tuple(numbers)


def position_after_draft(
    state: Azul, position: RoundPosition, draft: Draft, boards: Sequence[KnownBoards]
) -> RoundPosition:
    """The position after a legal draft by the seat to move."""
    turn, first, center, displays, numbers = position
    color = COLORS.index(draft.color)
    place = BOARD_SIZE if draft.line == FLOOR_LINE else int(draft.line) - 1
    tiles = state.tiles_at(draft.source)
    if draft.source == CENTER_SOURCE:
        marker = center >= MARKER_BIT
        left = center - MARKER_BIT * (center >= MARKER_BIT)
        center = left - (tiles.count(draft.color) << BITS_PER_COLOR * color)
        first = turn if marker else first
    else:
        marker, heap = False, heap_code(tiles)
        at = displays.index(heap)
        displays = displays[:at] + displays[at + 1 :]
        center += heap - (tiles.count(draft.color) << BITS_PER_COLOR * color)
    own = boards[turn]
    after = own.add(place_tiles(own.forms[numbers[turn]], kind_code(color, tiles.count(draft.color), marker), place))
    return (turn + 1) % len(numbers), first, center, displays, (*numbers[:turn], after, *numbers[turn + 1 :])
