"""A round of Azul in numbers: boards, displays and center as a search compares and changes them, by look-ups.

Only what a round changes is in a position: walls and points stay as they are until it ends. Knows no values of boards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.core import Seat
from engine.games.azul.moves import CENTER, FLOOR, Draft
from engine.games.azul.sets import COLORS, MARKER, SIZE, SPACES
from engine.games.azul.state import Azul

BITS = 10  # of a heap for each color: so many tiles that even no strange position has more
MOST = (1 << BITS) - 1
MARKED = 1 << BITS * SIZE  # a heap with the marker
PLACES = SIZE + 1  # lines and floor; line codes count in steps of so many
NOBODY = -1  # has taken the marker

Heap = int  # how many tiles of each color, BITS each, and MARKED
Lines = tuple[int, ...]  # a code for each line: PLACES * color + tiles, 0 where it is empty


class BoardForm(NamedTuple):
    """What a round changes on a board."""

    lines: Lines  # a code each
    floor: int  # the occupied spaces
    marked: bool  # whether the marker is on one of them


# A position within a round. Seats are counted from the one that asks, which is 0.
# Who drafts; who has taken the marker in this round, or NOBODY; the heap of the center, with the marker; the heaps of
# displays that are not empty, in order, as it does not matter which is which; the number of each seat's board.
Position = tuple[Seat, Seat, Heap, tuple[Heap, ...], tuple[int, ...]]


class Taking(NamedTuple):
    """All tiles of one color on a display: `key` is their kind and number, `rest` what goes to the center."""

    key: int
    rest: Heap


def kind_of(color: int, count: int, marker: bool) -> int:
    """So many tiles of a color, with the marker or without, as one number."""
    return (count * 2 + marker) * SIZE + color


def heap_of(tiles: str) -> Heap:
    """Tiles, and perhaps the marker, as a number."""
    return sum(tiles.count(color) << BITS * at for at, color in enumerate(COLORS)) + MARKED * (MARKER in tiles)


@lru_cache(maxsize=4096)
def offers(display: Heap) -> tuple[Taking, ...]:
    """What can be taken from a display."""
    counts = [(color, display >> BITS * color & MOST) for color in range(SIZE)]
    return tuple(Taking(kind_of(at, n, False), display - (n << BITS * at)) for at, n in counts if n)


@lru_cache(maxsize=16384)
def center_offers(center: Heap) -> tuple[Taking, ...]:
    """What can be taken from the center, and what stays there: not the marker, which whoever takes first takes too."""
    marked = center >= MARKED
    counts = [(color, center >> BITS * color & MOST) for color in range(SIZE)]
    left = center - MARKED * marked
    return tuple(Taking(kind_of(at, n, marked), left - (n << BITS * at)) for at, n in counts if n)


@lru_cache(maxsize=16384)
def kinds(displays: tuple[Heap, ...]) -> tuple[int, ...]:
    """What can be taken from any of these displays, each kind once."""
    return tuple(sorted({key for display in set(displays) for key, _ in offers(display)}))


class Boards:
    """The boards of one seat that have come up, by number.

    `forms`: by number. `values`: what they are worth, as `value` says; the last number of each puts them in order.
    `clocks`: see Worth. `ways`: the boards that a board can become by tiles of a kind, the best one first.
    """

    def __init__(self, wall: Sequence[str], value: Callable[[BoardForm], tuple[int, tuple[float, ...]]]) -> None:
        self.forms: list[BoardForm] = []
        self.values: list[tuple[float, ...]] = []
        self.clocks: list[int] = []
        self.ways: list[_Ways] = []
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
            self.ways.append(_Ways(self, form))
        return number

    def after(self, form: BoardForm, key: int) -> tuple[int, ...]:
        """The boards that tiles of a kind lead to, the one of most value first."""
        numbers = {self.add(laid(form, key, place)) for place in range(PLACES) if self.takes(form, key, place)}
        values = self.values
        return tuple(sorted(numbers, key=lambda one: (-values[one][-1], one)))

    def takes(self, form: BoardForm, key: int, place: int) -> bool:
        """Whether a line, or the floor behind the last of them, takes tiles of that color [4.5] [4.6] [4.7] [4.8]."""
        if place == SIZE:
            return True
        color = key % SIZE
        held, count = divmod(form.lines[place], PLACES)
        return count <= place and (not count or held == color) and color not in self._barred[place]


class _Ways(dict[int, tuple[int, ...]]):
    """For each kind of tiles the numbers of the boards that one board can become."""

    def __init__(self, boards: Boards, form: BoardForm) -> None:
        super().__init__()
        self._boards = boards
        self._form = form

    def __missing__(self, key: int) -> tuple[int, ...]:
        self[key] = found = self._boards.after(self._form, key)
        return found


def laid(form: BoardForm, key: int, place: int) -> BoardForm:
    """The board with tiles of a kind in a line or on the floor, the marker first [4.4] [4.9] [4.10]."""
    rest, color = divmod(key, SIZE)
    count, marker = divmod(rest, 2)
    lines, fits = form.lines, 0
    if place < SIZE:
        held = lines[place] % PLACES
        fits = min(count, place + 1 - held)
        lines = (*lines[:place], PLACES * color + held + fits, *lines[place + 1 :])
    marked = form.marked or (marker == 1 and form.floor < SPACES)
    return BoardForm(lines, min(SPACES, form.floor + marker + count - fits), marked)


def position_of(state: Azul, seat: Seat, boards: Sequence[Boards]) -> Position:
    """A position in which tiles are offered, as the seat counts the others; `boards` are theirs in that order."""
    seats = len(state.boards)
    numbers = []
    for at, own in enumerate(boards):
        board = state.boards[(seat + at) % seats]
        codes = tuple(PLACES * COLORS.index(line[0]) + len(line) if line else 0 for line in board.lines)
        numbers.append(own.add(BoardForm(codes, len(board.floor), MARKER in board.floor)))
    taken = not state.house.marker_passes and MARKER not in state.center
    first = (state.starter - seat) % seats if taken else NOBODY
    displays = tuple(sorted(heap_of(tiles) for tiles in state.displays if tiles))
    return (state.turn - seat) % seats, first, heap_of(state.center), displays, tuple(numbers)


def drafted(state: Azul, position: Position, draft: Draft, boards: Sequence[Boards]) -> Position:
    """The position after a legal draft by the seat to move."""
    turn, first, center, displays, numbers = position
    color = COLORS.index(draft.color)
    place = SIZE if draft.line == FLOOR else int(draft.line) - 1
    tiles = state.tiles_of(draft.source)
    if draft.source == CENTER:
        marker = center >= MARKED
        left = center - MARKED * (center >= MARKED)
        center = left - (tiles.count(draft.color) << BITS * color)
        first = turn if marker else first
    else:
        marker, heap = False, heap_of(tiles)
        at = displays.index(heap)
        displays = displays[:at] + displays[at + 1 :]
        center += heap - (tiles.count(draft.color) << BITS * color)
    own = boards[turn]
    after = own.add(laid(own.forms[numbers[turn]], kind_of(color, tiles.count(draft.color), marker), place))
    return (turn + 1) % len(numbers), first, center, displays, (*numbers[:turn], after, *numbers[turn + 1 :])
