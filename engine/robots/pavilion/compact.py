"""Boards, heaps and takings as numbers, so that a search can look at many of them.

Knows no values: what is good is said elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from engine.games.pavilion.board import Board
from engine.games.pavilion.moves import CENTER, Draft
from engine.games.pavilion.sets import COLORS, EMPTY, FREE, MIXED, ORNAMENTS, SIDES, SIZE, STARS, run
from engine.games.pavilion.state import Pavilion

BITS = 10  # of each color in a heap
MOST = 500  # tiles of a color in a heap that anybody could count: two such heaps fit together
MANY = (1 << BITS) - 1
STAR = (1 << SIZE) - 1  # a full star, or all colors
ONE = tuple(1 << BITS * color for color in range(len(COLORS)))  # a tile of each color as a heap
ANY = tuple(MANY * one for one in ONE)  # all tiles of a color in a heap
NOBODY = -1
CACHED = 1 << 12  # heaps, stars and the like whose answers are remembered


def packed(tiles: str) -> int:
    """A heap as a number: ten bits for each color, purple lowest. Tiles of a color beyond 500 change nothing."""
    return sum(one * min(tiles.count(color), MOST) for one, color in zip(ONE, COLORS, strict=True))


def counts(heap: int) -> tuple[int, ...]:
    """The tiles of each color in a packed heap."""
    return tuple(heap >> BITS * color & MANY for color in range(len(COLORS)))


def amount(heap: int) -> int:
    """All tiles of a packed heap."""
    return sum(counts(heap))


class Cover(NamedTuple):
    """The stars of a board: six bits for each star, the upper left one lowest, one for each space or color."""

    spaces: int  # those that are covered
    colors: int  # those that lie somewhere on the star

    def star(self, at: int) -> tuple[int, int]:
        """The covered spaces and the colors of one star."""
        return self.spaces >> SIZE * at & STAR, self.colors >> SIZE * at & STAR


def cover(board: Board) -> Cover:
    """What lies on the stars of a board."""
    spaces = colors = 0
    for star, cells in enumerate(board.stars):
        for slot, tile in enumerate(cells):
            if tile != EMPTY:
                spaces |= 1 << SIZE * star + slot
                colors |= 1 << SIZE * star + COLORS.index(tile)
    return Cover(spaces, colors)


# The points for each space of a star with these covered ones [5.8].
RUNS = tuple(
    tuple(run("".join(".X"[(covered | 1 << slot) >> at & 1] for at in range(SIZE)), slot) for slot in range(SIZE))
    for covered in range(STAR + 1)
)


@cache
def growth(covered: int, added: int) -> int:
    """The most points for covering these spaces of a star too, in the best order."""
    slots = [slot for slot in range(SIZE) if added >> slot & 1]
    return max(
        (RUNS[covered | added ^ 1 << slot][slot] + growth(covered, added ^ 1 << slot) for slot in slots), default=0
    )


@cache
def taken_by(kind: str, covered: int, colors: int) -> tuple[int, ...]:
    """The colors that a star of this kind still takes [5.3] [5.4]."""
    if kind not in FREE + MIXED:
        return (COLORS.index(kind),)
    every = tuple(range(len(COLORS)))
    if kind == FREE and covered.bit_count() < 2:
        return every
    if kind == FREE and colors.bit_count() == 1:
        return (colors.bit_length() - 1,)
    return tuple(color for color in every if not colors >> color & 1)


def _spaces(spaces: Sequence[tuple[int, int]]) -> int:
    return sum(1 << SIZE * star + slot for star, slot in spaces)


PAYING = tuple((_spaces(one.spaces), one.tiles) for one in ORNAMENTS)  # what surrounds an ornament, and its tiles [5.9]
PAYING_AT = tuple(tuple(one for one in PAYING if one[0] >> at & 1) for at in range(SIZE * len(STARS)))
COSTS = {side: sum(face.costs, ()) for side, face in SIDES.items()}  # of all spaces, in the order of the bits
NUMBERS = {side: {n: _spaces(at) for n, at in face.numbers.items()} for side, face in SIDES.items()}


def bonus(spaces: int, at: int) -> int:
    """The bonus tiles for a tile that was just laid on a space [5.9]."""
    return sum(tiles for needed, tiles in PAYING_AT[at] if spaces & needed == needed)


class Taking(NamedTuple):
    """Seats that take tiles, as far as their taking goes."""

    factories: tuple[int, ...]  # the packed heaps that are not empty, in order, so that equal ones do not count twice
    center: int  # a packed heap
    hands: tuple[int, ...]  # a packed heap a seat
    turn: int  # the seat to take
    holder: int  # of the start token, NOBODY while it lies in the center
    tiles: int  # how many tiles the holder took with it, each of which costs a point

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to take."""
        return not self.center and not self.factories


def taking(state: Pavilion) -> Taking:
    """A position in which seats take tiles; what the token has cost already is in the points."""
    factories = tuple(sorted(packed(tiles) for tiles in state.factories if tiles))
    hands = tuple(packed(board.hand) for board in state.boards)
    return Taking(factories, packed(state.center), hands, state.turn, NOBODY if state.token else state.starter, 0)


@lru_cache(maxsize=CACHED)
def takes(heap: int, wild: int) -> tuple[tuple[int, int], ...]:
    """What can be taken from a packed heap, by color: what comes to the hand, and what is left [4.2] to [4.4]."""
    other = [color for color in range(len(COLORS)) if heap & ANY[color] and color != wild]
    if not other:
        return ((ONE[wild], heap - ONE[wild]),) if heap else ()
    along = ONE[wild] if heap & ANY[wild] else 0
    return tuple(((heap & ANY[color]) + along, heap - (heap & ANY[color]) - along) for color in other)


def after_factory(here: Taking, at: int, got: int, rest: int) -> Taking:
    """After the seat to take has got tiles from a factory; the rest moves to the center [4.5]."""
    factories, center, hands, turn, holder, tiles = here
    hands = (*hands[:turn], hands[turn] + got, *hands[turn + 1 :])
    turn = (turn + 1) % len(hands)
    return Taking((*factories[:at], *factories[at + 1 :]), center + rest, hands, turn, holder, tiles)


def after_center(here: Taking, got: int, rest: int) -> Taking:
    """After the seat to take has got tiles from the center, and the token with the first ones [4.6]."""
    factories, _, hands, turn, holder, tiles = here
    if holder == NOBODY:
        holder, tiles = turn, amount(got)
    hands = (*hands[:turn], hands[turn] + got, *hands[turn + 1 :])
    return Taking(factories, rest, hands, (turn + 1) % len(hands), holder, tiles)


def takings(here: Taking, wild: int) -> list[Taking]:
    """After every way to take tiles, those from equal factories once."""
    found: list[Taking] = []
    last = 0
    for at, heap in enumerate(here.factories):
        if heap != last:  # equal ones are neighbors
            last = heap
            found += [after_factory(here, at, got, rest) for got, rest in takes(heap, wild)]
    found += [after_center(here, got, rest) for got, rest in takes(here.center, wild)]
    return found


def drafted(here: Taking, state: Pavilion, move: Draft) -> Taking:
    """After this move, which is legal in the position that `here` was made from."""
    heap = packed(state.heap(move.source))
    wild = COLORS.index(state.wild)
    color = ONE[COLORS.index(move.color)]
    got, rest = next((got, rest) for got, rest in takes(heap, wild) if got >= color and got & color * MANY)
    if move.source == CENTER:
        return after_center(here, got, rest)
    return after_factory(here, here.factories.index(heap), got, rest)
