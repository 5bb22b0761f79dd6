"""Playouts of pillars games: fast, random but sensible play to the end, large tiles first and toward open space.

A playout makes moves for all players; the mean result of many playouts is the worth of a position. Independent of
notation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from random import Random

from engine.core import Seat
from engine.games.pillars.sets import BOARD_SIDE, OPENING_TURNS, PILLARS_PER_PLAYER
from engine.games.pillars.shapes import COLUMN_STRIDE, Orientation, Squares, neighbors
from engine.robots.pillars.position import DOTS_BY_NUMBER, ORIENTATIONS_BY_NUMBER, PILLAR_STEP, TILE_NAMES, BitPosition

PLACES_COMPARED = 3  # places that are compared at each turn of a player
ORDER_NOISE = 0.9  # in dots: the range of the random part of a tile's priority
REACH_BONUS = {"5I": 0.3, "5Y": 0.2, "5L": 0.2, "5N": 0.2, "5V": 0.2, "5Z": 0.1, "5T": 0.1, "5P": -0.2, "5U": -0.2}
# By tile number; tiles with higher priorities are laid earlier.
TILE_PREFERENCES = tuple(DOTS_BY_NUMBER[tile] + REACH_BONUS.get(name, 0.0) for tile, name in enumerate(TILE_NAMES))
SCARCE_SQUARES = 90  # with no more free squares, orientations that fit nowhere are dropped at the start
MAX_CACHED_RIMS = 30_000  # they take about 5 MiB
SQUARES_PER_DOT = 4  # squares of room that are worth one dot
Chance = Callable[[], float]  # returns a random number, 0 <= number < 1
# One orientation: the squares that it covers, its rim, and the three pairs of squares that make it up. The kind of a
# pair (0 the same square twice, 1 vertical, 2 horizontal) is an index into `_pairs`. Order: covers, rim, first kind,
# second kind, second offset, third kind, third offset.
TilePattern = tuple[Squares, Squares, int, int, int, int, int]
# Tile number, offset of its lowest square from the margin, its pattern, and the room of the seat afterwards.
TilePlace = tuple[int, int, TilePattern, Squares]
TilePatterns = tuple[tuple[TilePattern, ...], ...]  # the patterns of a tile in every rotation of their order
PairedBoard = tuple[tuple[Squares, ...], tuple[Squares, ...]]  # see `_sample_places`
# The number of bits below the board in a running game. They ensure that no neighbor of a place is cut off.
_MARGIN = 2 * COLUMN_STRIDE
_LANE_SHIFT = COLUMN_STRIDE * (BOARD_SIDE + 7)  # distance between two sets of squares that are shifted together
_PAIR_STEPS = (0, 1, COLUMN_STRIDE)  # by kind, from one square of a pair to the other
_TILE_WORTH = tuple(SQUARES_PER_DOT * size for size in DOTS_BY_NUMBER)  # by tile number, in squares of room


def _pattern(orientation: Orientation) -> TilePattern:
    """Return the pattern of an orientation whose lowest square lies at the margin."""
    offsets, covers = (0, *orientation.offsets), orientation.covers << _MARGIN
    pairs = [(step, low) for step, low in product(range(3), offsets) if low + _PAIR_STEPS[step] in offsets]
    (first, _), (second, second_offset), (third, third_offset) = next(
        chosen
        for chosen in product(pairs, repeat=3)
        if chosen[0][1] == 0 and {low + end for step, low in chosen for end in (0, _PAIR_STEPS[step])} == set(offsets)
    )
    return covers, neighbors(covers) & ~covers, first, second, second_offset, third, third_offset


_PATTERNS = tuple(tuple(map(_pattern, forms)) for forms in ORIENTATIONS_BY_NUMBER)
NO_TILE_PLACE: TilePlace = (PILLAR_STEP, 0, _PATTERNS[0][0], 0)


def _rotations(patterns: Sequence[TilePattern | None]) -> TilePatterns:
    """Return the patterns of a tile in every rotation of their order. None stands for a pattern that fits nowhere."""
    return tuple(
        tuple([pattern for pattern in (*patterns[start:], *patterns[:start]) if pattern is not None])
        for start in range(len(patterns))
    )


_ALL_ROTATIONS = tuple(map(_rotations, _PATTERNS))


def _pairs(free: Squares) -> tuple[Squares, Squares, Squares]:
    """Return the free squares, those with a free square below, and those with a free square to the right."""
    return free, free & free >> 1, free & free >> COLUMN_STRIDE


def _unfit_bits(tile: int, pairs: tuple[Squares, ...]) -> int:
    """Return the patterns that fit nowhere, as bits."""
    found, bit = 0, 1
    for _, _, first, second, second_offset, third, third_offset in _PATTERNS[tile]:
        if not pairs[first] & pairs[second] >> second_offset & pairs[third] >> third_offset:
            found |= bit
        bit <<= 1
    return found


@lru_cache(maxsize=4096)
def _fitting_patterns(tile: int, unfit_bits: int) -> TilePatterns:
    """Return the rotations of a tile's patterns without those in `unfit_bits`."""
    return _rotations([None if unfit_bits >> number & 1 else pattern for number, pattern in enumerate(_PATTERNS[tile])])


class _GrownRims(dict[Squares, Squares]):
    """A cache: by rim, the rim with its neighbors."""

    def __missing__(self, rim: Squares) -> Squares:
        grown = rim | neighbors(rim)
        if len(self) < MAX_CACHED_RIMS:
            self[rim] = grown
        return grown


_GROWN_RIMS = _GrownRims()


@dataclass(slots=True)
class _Game:
    """A running game. All squares are shifted up by the margin, unlike in BitPosition.

    `free`, `vacant`, `adjacent` and `pillars` are as in BitPosition, but `adjacent` and `vacant` may contain squares
    that tiles have taken.
    """

    free: Squares
    vacant: Squares
    dark: Squares  # squares that only pillars may cover
    adjacent: list[Squares]
    stocks: list[list[int]]
    """By seat, the tiles in hand in the order in which they are tried, without those that no longer fit anywhere."""
    pillars: list[int]
    dead: list[int]  # by seat, the dots of tiles that no longer fit anywhere
    playing: list[Seat]  # seats that still have turns, the next one first
    patterns: Sequence[TilePatterns]  # by tile, the patterns that fitted somewhere at the start
    touched: list[Squares]  # by seat, the free squares that it could touch at its last turn
    rooms: list[Squares]  # by seat, the squares in `touched` with all their neighbors, see `near_squares`

    def lay(self, seat: Seat, touch: Squares, place: TilePlace) -> None:
        """Lay a tile of the seat; `touch`: the squares that the seat could touch before."""
        tile, low, pattern, room = place
        spot, rim = pattern[0] << low, pattern[1] << low
        self.stocks[seat].remove(tile)
        self.free ^= spot
        self.adjacent[seat] |= rim
        self.touched[seat] = (touch | rim) & self.free
        self.rooms[seat] = room

    def standable_squares(self) -> Squares:
        """Return the squares that a pillar may stand on."""
        return self.vacant & (self.free | self.dark)

    def near_squares(self, seat: Seat, touch: Squares) -> Squares:
        """Return `touch`, the free squares that the seat can touch, with all their neighbors, free or not.

        The result is cached until somebody takes one of those squares.
        """
        if touch == self.touched[seat]:
            return self.rooms[seat]
        near = touch | touch << 1 | touch >> 1 | touch << COLUMN_STRIDE | touch >> COLUMN_STRIDE
        self.touched[seat], self.rooms[seat] = touch, near
        return near

    def stand_pillar(self, seat: Seat, spot: Squares) -> bool:
        """Put a pillar of the seat on this square. If `spot` is 0, do nothing and return False."""
        if spot:
            self.pillars[seat] -= 1
            self.free &= ~spot
            self.vacant &= ~spot
            self.adjacent[seat] |= neighbors(spot)
        return spot != 0


class Playouts:
    """Playouts from one position."""

    __slots__ = ("_beside", "_dark", "_free", "_pillars", "_playing", "_stocks", "_turns", "_vacant")

    def __init__(self, position: BitPosition) -> None:
        seats, free = len(position.out), position.free
        self._free = free << _MARGIN
        self._vacant = position.vacant << _MARGIN
        self._dark = self._vacant & ~self._free
        self._beside = [squares << _MARGIN for squares in position.adjacent]
        self._stocks = position.stocks
        self._pillars = position.pillars
        turns = [(position.turn + step) % seats for step in range(seats)]
        self._playing = [seat for seat in turns if not position.out[seat]]
        self._turns = _ALL_ROTATIONS
        if free.bit_count() <= SCARCE_SQUARES:
            pairs = _pairs(self._free)
            self._turns = tuple([_fitting_patterns(tile, _unfit_bits(tile, pairs)) for tile in range(len(_PATTERNS))])

    def play(self, rng: Random) -> tuple[list[int], int]:
        """Play one game; return the dots that each seat has left at the end, and the number of moves."""
        chance, moves = rng.random, 0
        game = self._begin(chance)
        playing = game.playing
        while playing:
            seat = playing.pop(0)
            if _play_turn(game, seat, chance):
                playing.append(seat)
                moves += 1
        dots = [
            sum([DOTS_BY_NUMBER[tile] for tile in stock]) + dead
            for stock, dead in zip(game.stocks, game.dead, strict=True)
        ]
        return dots, moves

    def _begin(self, chance: Chance) -> _Game:
        stocks = []
        for stock in self._stocks:
            keys = {tile: TILE_PREFERENCES[tile] + ORDER_NOISE * chance() for tile in stock}
            stocks.append(sorted(stock, key=keys.__getitem__, reverse=True))
        return _Game(
            self._free, self._vacant, self._dark, self._beside[:], stocks, self._pillars[:], [0] * len(stocks),
            self._playing[:], self._turns, [0] * len(stocks), [0] * len(stocks),
        )  # fmt: skip


def _play_turn(game: _Game, seat: Seat, chance: Chance) -> bool:
    """Play one turn of the seat; return False if it has no more turns."""
    if not game.stocks[seat]:
        return False
    if game.pillars[seat] > PILLARS_PER_PLAYER - OPENING_TURNS:
        vacant = game.standable_squares()
        useful = vacant & (game.free | neighbors(game.free)) or vacant
        return game.stand_pillar(seat, _random_square(useful, chance) if useful else 0)
    touch = game.adjacent[seat] & game.free
    place = _best_place(game, seat, touch, chance) if touch else NO_TILE_PLACE
    if place[0] >= 0:
        game.lay(seat, touch, place)
        return True
    return game.pillars[seat] > 0 and game.stand_pillar(seat, _rescue_square(game, seat, chance))


def _best_place(game: _Game, seat: Seat, touch: Squares, chance: Chance) -> TilePlace:
    """Return the best of a few places that reach as far out as possible; one with the tile PILLAR_STEP if none fits."""
    free = game.free
    best = NO_TILE_PLACE
    best_worth = -1_000
    remaining = PLACES_COMPARED
    near = game.near_squares(seat, touch)
    # The squares to touch, and in the lane above them the squares to reach if possible.
    touch_and_reach = touch | (free ^ free & near) << _LANE_SHIFT
    board = (
        _pairs(free),
        (touch_and_reach, touch_and_reach | touch_and_reach >> 1, touch_and_reach | touch_and_reach >> COLUMN_STRIDE),
    )
    zones = [game.near_squares(other, game.adjacent[other] & free) for other in game.playing]
    for tile in game.stocks[seat][:]:
        places = _sample_places(game.patterns[tile], board, remaining, chance)
        if places is None:
            game.stocks[seat].remove(tile)
            game.dead[seat] += DOTS_BY_NUMBER[tile]
            continue
        for low, pattern in places:
            spot = pattern[0] << low
            free_after = free ^ spot
            room = (near | _GROWN_RIMS[free_after >> low & pattern[1]] << low) & free_after
            worth = _TILE_WORTH[tile] + room.bit_count()
            for zone in zones:
                worth += (zone & spot).bit_count()
            if worth > best_worth:
                best, best_worth = (tile, low, pattern, room), worth
        remaining -= len(places)
        if not remaining:
            break
    return best


def _sample_places(
    patterns: TilePatterns, board: PairedBoard, most: int, chance: Chance
) -> list[tuple[int, TilePattern]] | None:
    """Return up to `most` places for a tile; None if it fits on no free squares, even if it need not touch any.

    `board`: the pairs of free squares; then the pairs of the squares to touch and, one lane above, those to reach.
    """
    pairs, reach = board
    nowhere = True
    found: list[tuple[int, TilePattern]] = []
    for pattern in patterns[int(chance() * len(patterns))]:
        _, _, first, second, second_offset, third, third_offset = pattern
        fit = pairs[first] & pairs[second] >> second_offset & pairs[third] >> third_offset
        if not fit:
            continue
        nowhere = False
        reached = reach[first] | reach[second] >> second_offset | reach[third] >> third_offset
        places = fit & reached
        if places:
            places = places & reached >> _LANE_SHIFT or places
            low = int(chance() * (places.bit_length() - _MARGIN))  # as in `pick_bit`
            rest = places >> low + _MARGIN
            found.append((low + (rest ^ rest - 1).bit_length() - 1, pattern))
            if len(found) == most:
                break
    return None if nowhere else found


def _rescue_square(game: _Game, seat: Seat, chance: Chance) -> Squares:
    """Return a square for a pillar that would make one of the largest tiles fit; 0 if there is none."""
    pairs = _pairs(game.free)
    vacant = game.standable_squares()
    for tile in game.stocks[seat]:
        for _, rim, first, second, second_offset, third, third_offset in game.patterns[tile][0]:
            if fit := pairs[first] & pairs[second] >> second_offset & pairs[third] >> third_offset:
                low = pick_bit(fit >> _MARGIN, chance)
                candidates = rim << low & vacant
                if candidates:
                    return _random_square(candidates, chance)
    return 0


def _random_square(squares: Squares, chance: Chance) -> Squares:
    """Return one of these squares at random."""
    return 1 << _MARGIN + pick_bit(squares >> _MARGIN, chance)


def pick_bit(places: Squares, chance: Chance) -> int:
    """Return the number of a random set bit. Bits after a gap are likelier; a fair choice would be slower."""
    start = int(chance() * places.bit_length())
    rest = places >> start
    return (rest & -rest).bit_length() - 1 + start
