"""A position within a round of Azul, coded as numbers for fast comparison and look-up in a search.

It contains only what changes during a round: walls and points stay the same until it ends. Independent of the values of
boards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.core import Seat
from engine.games.azul.moves import CENTER_SOURCE, FLOOR_LINE, Draft
from engine.games.azul.sets import BOARD_SIZE, COLORS, FLOOR_SPACES, MARKER
from engine.games.azul.state import Azul

BITS_PER_COLOR = 10  # bits per color in the code of a heap; enough for all valid positions
COUNT_MASK = (1 << BITS_PER_COLOR) - 1
MARKER_BIT = 1 << BITS_PER_COLOR * BOARD_SIZE  # set in the code of a heap with the marker
BOARD_PLACES = BOARD_SIZE + 1  # the lines and the floor; also the factor of the color in a line code
NO_MARKER_TAKER = -1  # nobody has taken the marker in this round

HeapCode = int  # the numbers of tiles by color, in BITS_PER_COLOR bits each, and MARKER_BIT
LineCodes = tuple[int, ...]  # a code per line: BOARD_PLACES * color + tiles, 0 if it is empty


class BoardForm(NamedTuple):
    """The part of a board that a round changes."""

    lines: LineCodes  # one code per line
    floor: int  # the number of occupied spaces
    marked: bool  # whether the marker is on one of them


# A position within a round. Seats are counted from the asker, whose number is 0. The parts: the seat that drafts; the
# seat that took the marker in this round, or NO_MARKER_TAKER; the center, with the marker; the displays that are not
# empty, sorted, because their order does not matter; by seat, the number of its board in KnownBoards.
RoundPosition = tuple[Seat, Seat, HeapCode, tuple[HeapCode, ...], tuple[int, ...]]


class TileOffer(NamedTuple):
    """All tiles of one color on a display or in the center. `key`: their kind code. `rest`: code of the rest."""

    key: int
    rest: HeapCode


def kind_code(color: int, count: int, marker: bool) -> int:
    """Return the code for `count` tiles of a color, with or without the marker."""
    return (count * 2 + marker) * BOARD_SIZE + color


def heap_code(tiles: str) -> HeapCode:
    """Return the code of tiles, with or without the marker."""
    counts = sum(tiles.count(color) << BITS_PER_COLOR * index for index, color in enumerate(COLORS))
    return counts + MARKER_BIT * (MARKER in tiles)


@lru_cache(maxsize=4096)
def display_offers(display: HeapCode) -> tuple[TileOffer, ...]:
    """Return the offers of a display."""
    counts = [(color, display >> BITS_PER_COLOR * color & COUNT_MASK) for color in range(BOARD_SIZE)]
    return tuple(
        TileOffer(kind_code(color, count, False), display - (count << BITS_PER_COLOR * color))
        for color, count in counts
        if count
    )


@lru_cache(maxsize=16384)
def center_offers(center: HeapCode) -> tuple[TileOffer, ...]:
    """Return the offers of the center. If the marker is there, every offer includes it."""
    marked = center >= MARKER_BIT
    counts = [(color, center >> BITS_PER_COLOR * color & COUNT_MASK) for color in range(BOARD_SIZE)]
    left = center - MARKER_BIT * marked
    return tuple(
        TileOffer(kind_code(color, count, marked), left - (count << BITS_PER_COLOR * color))
        for color, count in counts
        if count
    )


@lru_cache(maxsize=16384)
def offered_kinds(displays: tuple[HeapCode, ...]) -> tuple[int, ...]:
    """Return the kinds of tiles on these displays, each once."""
    return tuple(sorted({key for display in set(displays) for key, _ in display_offers(display)}))


class KnownBoards:
    """The boards of one seat that a search has reached, by number.

    `forms`, `values`, `clocks`: by number, see BoardEvaluator; the last value of a board is the one to sort by.
    `successors`: by number, then by kind of tiles: the boards that the board can become, the best first.
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
        """Return the number of a board; a board that is not known yet gets a new number."""
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
        """Return the boards after taking tiles of a kind, the most valuable first."""
        numbers = {
            self.add(place_tiles(form, key, place)) for place in range(BOARD_PLACES) if self.takes(form, key, place)
        }
        values = self.values
        return tuple(sorted(numbers, key=lambda number: (-values[number][-1], number)))

    def takes(self, form: BoardForm, key: int, place: int) -> bool:
        """Whether a place takes tiles of this kind; places are the lines, then the floor [4.5] [4.6] [4.7] [4.8]."""
        if place == BOARD_SIZE:
            return True
        color = key % BOARD_SIZE
        held, count = divmod(form.lines[place], BOARD_PLACES)
        return count <= place and (not count or held == color) and color not in self._barred[place]


class _Successors(dict[int, tuple[int, ...]]):
    """By kind of tiles, the numbers of the boards that one board can become."""

    def __init__(self, boards: KnownBoards, form: BoardForm) -> None:
        super().__init__()
        self._boards = boards
        self._form = form

    def __missing__(self, key: int) -> tuple[int, ...]:
        self[key] = found = self._boards.boards_after(self._form, key)
        return found


def place_tiles(form: BoardForm, key: int, place: int) -> BoardForm:
    """Return the board with tiles of a kind in a line or on the floor, the marker first [4.4] [4.9] [4.10]."""
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
    """Return the coded position, with seats counted from `seat`; `boards` are in that order."""
    seats = len(state.boards)
    numbers = []
    for offset, known in enumerate(boards):
        board = state.boards[(seat + offset) % seats]
        codes = tuple(BOARD_PLACES * COLORS.index(line[0]) + len(line) if line else 0 for line in board.lines)
        numbers.append(known.add(BoardForm(codes, len(board.floor), MARKER in board.floor)))
    taken = not state.house_rules.marker_passes and MARKER not in state.center
    first = (state.starter - seat) % seats if taken else NO_MARKER_TAKER
    displays = tuple(sorted(heap_code(tiles) for tiles in state.displays if tiles))
    return (state.turn - seat) % seats, first, heap_code(state.center), displays, tuple(numbers)


def position_after_draft(
    state: Azul, position: RoundPosition, draft: Draft, boards: Sequence[KnownBoards]
) -> RoundPosition:
    """Return the position after a legal draft of the seat to move."""
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
        index = displays.index(heap)
        displays = displays[:index] + displays[index + 1 :]
        center += heap - (tiles.count(draft.color) << BITS_PER_COLOR * color)
    known = boards[turn]
    after = known.add(
        place_tiles(known.forms[numbers[turn]], kind_code(color, tiles.count(draft.color), marker), place)
    )
    return (turn + 1) % len(numbers), first, center, displays, (*numbers[:turn], after, *numbers[turn + 1 :])
