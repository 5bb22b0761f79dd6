"""Boards, heaps and drafting positions packed into numbers, so that a search can examine many of them.

Knows nothing about the values of positions.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from engine.games.pavilion.board import Board
from engine.games.pavilion.moves import CENTER, Draft
from engine.games.pavilion.sets import (
    COLORS,
    EMPTY,
    FREE_STAR,
    MIXED_STAR,
    ORNAMENTS,
    SIDES,
    STAR_SIZE,
    STARS,
    run_length,
)
from engine.games.pavilion.state import Pavilion

HEAP_BITS = 10  # bits for each color in a packed heap
MAX_PACKED_TILES = 500  # tiles of a color in a packed heap; the sum of two such heaps still fits
TILE_COUNT_MASK = (1 << HEAP_BITS) - 1
STAR_MASK = (1 << STAR_SIZE) - 1  # a full star, or all colors
ONE_TILE = tuple(1 << HEAP_BITS * color for color in range(len(COLORS)))  # for each color, a heap of one tile
COLOR_MASKS = tuple(TILE_COUNT_MASK * tile for tile in ONE_TILE)  # for each color, the bits of its tiles in a heap
NO_HOLDER = -1
CACHE_SIZE = 1 << 12  # cached results for heaps and stars


def pack_heap(tiles: str) -> int:
    """A heap as a number: ten bits for each color, purple lowest. More than 500 tiles of a color count as 500."""
    return sum(tile * min(tiles.count(color), MAX_PACKED_TILES) for tile, color in zip(ONE_TILE, COLORS, strict=True))


def heap_counts(heap: int) -> tuple[int, ...]:
    """The number of tiles of each color in a packed heap."""
    return tuple(heap >> HEAP_BITS * color & TILE_COUNT_MASK for color in range(len(COLORS)))


def heap_size(heap: int) -> int:
    """The number of tiles in a packed heap."""
    return sum(heap_counts(heap))


class PackedStars(NamedTuple):
    """The stars of a board: six bits for each star, one for each space or color, the upper left star lowest."""

    spaces: int  # the covered spaces
    colors: int  # the colors on each star

    def star(self, at: int) -> tuple[int, int]:
        """The covered spaces and the colors of one star."""
        return self.spaces >> STAR_SIZE * at & STAR_MASK, self.colors >> STAR_SIZE * at & STAR_MASK


def pack_stars(board: Board) -> PackedStars:
    """The stars of a board, packed."""
    spaces = colors = 0
    for star, cells in enumerate(board.stars):
        for slot, tile in enumerate(cells):
            if tile != EMPTY:
                spaces |= 1 << STAR_SIZE * star + slot
                colors |= 1 << STAR_SIZE * star + COLORS.index(tile)
    return PackedStars(spaces, colors)


# The points for laying a tile on each space of a star, by the spaces already covered [5.8].
RUN_POINTS = tuple(
    tuple(
        run_length("".join(".X"[(covered | 1 << slot) >> at & 1] for at in range(STAR_SIZE)), slot)
        for slot in range(STAR_SIZE)
    )
    for covered in range(STAR_MASK + 1)
)


@cache
def run_growth(covered: int, added: int) -> int:
    """The most points for covering these further spaces of a star, in the best order."""
    slots = [slot for slot in range(STAR_SIZE) if added >> slot & 1]
    return max(
        (RUN_POINTS[covered | added ^ 1 << slot][slot] + run_growth(covered, added ^ 1 << slot) for slot in slots),
        default=0,
    )


@cache
def accepted_indices(kind: str, covered: int, colors: int) -> tuple[int, ...]:
    """The colors, as indices, that a star of this kind still accepts [5.3] [5.4]."""
    if kind not in FREE_STAR + MIXED_STAR:
        return (COLORS.index(kind),)
    every = tuple(range(len(COLORS)))
    if kind == FREE_STAR and covered.bit_count() < 2:
        return every
    if kind == FREE_STAR and colors.bit_count() == 1:
        return (colors.bit_length() - 1,)
    return tuple(color for color in every if not colors >> color & 1)


def _space_bits(spaces: Sequence[tuple[int, int]]) -> int:
    return sum(1 << STAR_SIZE * star + slot for star, slot in spaces)


# For each ornament, the spaces around it and its bonus tiles [5.9]
ORNAMENT_BITS = tuple((_space_bits(ornament.spaces), ornament.tiles) for ornament in ORNAMENTS)
ORNAMENT_BITS_AT = tuple(
    tuple(entry for entry in ORNAMENT_BITS if entry[0] >> at & 1) for at in range(STAR_SIZE * len(STARS))
)
# The costs of all spaces, in the order of the bits.
SPACE_COSTS = {side: sum(face.costs, ()) for side, face in SIDES.items()}
NUMBER_SPACES = {side: {n: _space_bits(at) for n, at in face.numbers.items()} for side, face in SIDES.items()}


def bonus_tiles(spaces: int, at: int) -> int:
    """The number of bonus tiles for a tile that was just laid on a space [5.9]."""
    return sum(tiles for needed, tiles in ORNAMENT_BITS_AT[at] if spaces & needed == needed)


class DraftState(NamedTuple):
    """A drafting position."""

    factories: tuple[int, ...]  # the packed heaps of nonempty factories, sorted so that equal positions are equal
    center: int  # a packed heap
    hands: tuple[int, ...]  # a packed heap for each seat
    turn: int  # the seat to act
    holder: int  # the seat with the start token, NO_HOLDER while it lies in the center
    tiles: int  # the number of tiles taken with the token, each of which costs a point

    @property
    def is_over(self) -> bool:
        """Whether no tiles are left to take."""
        return not self.center and not self.factories


def draft_state(state: Pavilion) -> DraftState:
    """A drafting position, packed; the cost of a token already taken is part of the score."""
    factories = tuple(sorted(pack_heap(tiles) for tiles in state.factories if tiles))
    hands = tuple(pack_heap(board.hand) for board in state.boards)
    return DraftState(
        factories, pack_heap(state.center), hands, state.turn, NO_HOLDER if state.token else state.starter, 0
    )


@lru_cache(maxsize=CACHE_SIZE)
def draft_options(heap: int, wild: int) -> tuple[tuple[int, int], ...]:
    """The ways to draft from a packed heap, by color: the tiles taken and the tiles left [4.2] to [4.4]."""
    other = [color for color in range(len(COLORS)) if heap & COLOR_MASKS[color] and color != wild]
    if not other:
        return ((ONE_TILE[wild], heap - ONE_TILE[wild]),) if heap else ()
    wild_tile = ONE_TILE[wild] if heap & COLOR_MASKS[wild] else 0
    return tuple(
        ((heap & COLOR_MASKS[color]) + wild_tile, heap - (heap & COLOR_MASKS[color]) - wild_tile) for color in other
    )


def after_factory(state: DraftState, at: int, taken: int, rest: int) -> DraftState:
    """The position after a draft from a factory; the rest of its tiles moves to the center [4.5]."""
    factories, center, hands, turn, holder, tiles = state
    hands = (*hands[:turn], hands[turn] + taken, *hands[turn + 1 :])
    turn = (turn + 1) % len(hands)
    return DraftState((*factories[:at], *factories[at + 1 :]), center + rest, hands, turn, holder, tiles)


def after_center(state: DraftState, taken: int, rest: int) -> DraftState:
    """The position after a draft from the center; the first one also takes the token [4.6]."""
    factories, _, hands, turn, holder, tiles = state
    if holder == NO_HOLDER:
        holder, tiles = turn, heap_size(taken)
    hands = (*hands[:turn], hands[turn] + taken, *hands[turn + 1 :])
    return DraftState(factories, rest, hands, (turn + 1) % len(hands), holder, tiles)


def next_draft_states(state: DraftState, wild: int) -> list[DraftState]:
    """The positions after every possible draft, equal factories counted once."""
    found: list[DraftState] = []
    last = 0
    for at, heap in enumerate(state.factories):
        if heap != last:  # equal heaps are neighbors
            last = heap
            found += [after_factory(state, at, taken, rest) for taken, rest in draft_options(heap, wild)]
    found += [after_center(state, taken, rest) for taken, rest in draft_options(state.center, wild)]
    return found


def after_draft(position: DraftState, state: Pavilion, move: Draft) -> DraftState:
    """The position after a draft that is legal in `state`, whose packed form is `position`."""
    heap = pack_heap(state.tiles_at(move.source))
    wild = COLORS.index(state.wild)
    color = ONE_TILE[COLORS.index(move.color)]
    taken, rest = next(
        (taken, rest) for taken, rest in draft_options(heap, wild) if taken >= color and taken & color * TILE_COUNT_MASK
    )
    if move.source == CENTER:
        return after_center(position, taken, rest)
    return after_factory(position, position.factories.index(heap), taken, rest)
