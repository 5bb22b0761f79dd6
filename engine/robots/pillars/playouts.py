"""Games of pillars played out to their end, quickly and not badly: large tiles first, out into the open.

Knows no moves by name. A playout makes up the moves of all players; many of them tell what a position is worth.
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

PLACES_COMPARED = 3  # places that a player compares at each turn
ORDER_NOISE = 0.9  # how far chance mixes tiles of like size, in dots
REACH_BONUS = {"5I": 0.3, "5Y": 0.2, "5L": 0.2, "5N": 0.2, "5V": 0.2, "5Z": 0.1, "5T": 0.1, "5P": -0.2, "5U": -0.2}
TILE_PREFERENCES = tuple(
    DOTS_BY_NUMBER[tile] + REACH_BONUS.get(name, 0.0) for tile, name in enumerate(TILE_NAMES)
)  # what is laid earlier
SCARCE_SQUARES = 90  # free squares at most where turns of tiles that fit nowhere are left out from the beginning
MAX_CACHED_RIMS = 30_000  # surroundings of places at most: 5 MiB
SQUARES_PER_DOT = 4  # squares of room that a dot is worth
Chance = Callable[[], float]  # a number from 0 to less than 1
# Of a tile: what it covers, its rim, and three pairs of squares that make it up: each is upright, level or one square
# twice (a number as in `_pairs`), and the second and the third are so far away.
TilePattern = tuple[Squares, Squares, int, int, int, int, int]
# A tile, how far above the margin its lowest square lies, its turn, and the room that the seat has then.
TilePlace = tuple[int, int, TilePattern, Squares]
TilePatterns = tuple[
    tuple[TilePattern, ...], ...
]  # the same turns in their order, begun with each turn that the tile has
PairedBoard = tuple[tuple[Squares, ...], tuple[Squares, ...]]  # as `_places` has it
_MARGIN = (
    2 * COLUMN_STRIDE
)  # bits below the board in a game under way, so that what lies around a place is never cut off
_LANE_SHIFT = COLUMN_STRIDE * (
    BOARD_SIDE + 7
)  # so far above a set of squares lies a second one where both are shifted at once
_PAIR_STEPS = (0, 1, COLUMN_STRIDE)  # from one square of a pair to the other
_TILE_WORTH = tuple(SQUARES_PER_DOT * size for size in DOTS_BY_NUMBER)  # by number, in squares of room


def _pattern(form: Orientation) -> TilePattern:
    """A turn of a tile whose lowest square lies at the margin."""
    offsets, covers = (0, *form.offsets), form.covers << _MARGIN
    pairs = [(step, low) for step, low in product(range(3), offsets) if low + _PAIR_STEPS[step] in offsets]
    (i, _), (j, second), (k, third) = next(
        chosen
        for chosen in product(pairs, repeat=3)
        if chosen[0][1] == 0 and {low + end for step, low in chosen for end in (0, _PAIR_STEPS[step])} == set(offsets)
    )
    return covers, neighbors(covers) & ~covers, i, j, second, k, third


_PATTERNS = tuple(tuple(map(_pattern, forms)) for forms in ORIENTATIONS_BY_NUMBER)
NO_TILE_PLACE: TilePlace = (PILLAR_STEP, 0, _PATTERNS[0][0], 0)


def _rotations(turns: Sequence[TilePattern | None]) -> TilePatterns:
    """The turns of a tile, begun with each of them; None stands for one that fits nowhere."""
    return tuple(
        tuple([turn for turn in (*turns[start:], *turns[:start]) if turn is not None]) for start in range(len(turns))
    )


_ALL_ROTATIONS = tuple(map(_rotations, _PATTERNS))


def _pairs(free: Squares) -> tuple[Squares, Squares, Squares]:
    """The free squares; those with a free one below; those with a free one to the right."""
    return free, free & free >> 1, free & free >> COLUMN_STRIDE


def _unfit_bits(tile: int, pairs: tuple[Squares, ...]) -> int:
    """The turns that fit nowhere, as bits."""
    found, bit = 0, 1
    for _, _, i, j, second, k, third in _PATTERNS[tile]:
        if not pairs[i] & pairs[j] >> second & pairs[k] >> third:
            found |= bit
        bit <<= 1
    return found


@lru_cache(maxsize=4096)
def _fitting_patterns(tile: int, unfit: int) -> TilePatterns:
    """The turns of a tile but for some."""
    return _rotations([None if unfit >> at & 1 else turn for at, turn in enumerate(_PATTERNS[tile])])


class _GrownRims(dict[Squares, Squares]):
    """Free squares around a place and those beside them, by the former; most of the time the same are asked for."""

    def __missing__(self, rim: Squares) -> Squares:
        grown = rim | neighbors(rim)
        if len(self) < MAX_CACHED_RIMS:
            self[rim] = grown
        return grown


_GROWN_RIMS = _GrownRims()


@dataclass(slots=True)
class _Game:
    """A game under way; all squares lie a margin higher than in Position.

    `free`, `vacant`, `beside` and `pillars` are as in Position, but `beside` and `vacant` may hold squares that tiles
    have taken.
    """

    free: Squares
    vacant: Squares
    dark: Squares  # squares for pillars only
    adjacent: list[Squares]
    stocks: list[list[int]]
    """By seat, the tiles in hand in the order in which they are tried; without those that fit nowhere any more."""
    pillars: list[int]
    dead: list[int]  # by seat, the dots of those that fit nowhere any more
    playing: list[Seat]  # the seats that still have turns, the next one first
    patterns: Sequence[TilePatterns]  # by tile, the turns in which it fitted somewhere when the game began
    touched: list[Squares]  # by seat, free squares that it could touch lately
    rooms: list[Squares]  # these with all beside them (`near`)

    def lay(self, seat: Seat, touch: Squares, place: TilePlace) -> None:
        """A tile of the seat, which could touch these squares before, lies there."""
        tile, low, turn, room = place
        spot, rim = turn[0] << low, turn[1] << low
        self.stocks[seat].remove(tile)
        self.free ^= spot
        self.adjacent[seat] |= rim
        self.touched[seat] = (touch | rim) & self.free
        self.rooms[seat] = room

    def standable_squares(self) -> Squares:
        """The squares that a pillar may stand on."""
        return self.vacant & (self.free | self.dark)

    def near_squares(self, seat: Seat, touch: Squares) -> Squares:
        """The free squares that the seat can touch, which are given, and all beside them, free or not.

        Nothing has to be searched again if nobody took one of those squares since the seat laid its last tile.
        """
        if touch == self.touched[seat]:
            return self.rooms[seat]
        near = touch | touch << 1 | touch >> 1 | touch << COLUMN_STRIDE | touch >> COLUMN_STRIDE
        self.touched[seat], self.rooms[seat] = touch, near
        return near

    def stand_pillar(self, seat: Seat, spot: Squares) -> bool:
        """A pillar of the seat stands on this square; False when it is none."""
        if spot:
            self.pillars[seat] -= 1
            self.free &= ~spot
            self.vacant &= ~spot
            self.adjacent[seat] |= neighbors(spot)
        return spot != 0


class Playouts:
    """Games that are played out from one position."""

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
        """The dots that each seat has left at the end of one game, and how many moves it took."""
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
    """One turn of the seat; False when it has none left."""
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
    """The best of a few places for tiles that reach out as far as they can; tile PILLAR when nothing fits."""
    free = game.free
    best = NO_TILE_PLACE
    most = -1_000
    left_over = PLACES_COMPARED
    near = game.near_squares(seat, touch)
    both = (
        touch | (free ^ free & near) << _LANE_SHIFT
    )  # the squares to touch, and above them those to reach where possible
    board = _pairs(free), (both, both | both >> 1, both | both >> COLUMN_STRIDE)
    zones = [game.near_squares(other, game.adjacent[other] & free) for other in game.playing]
    for tile in game.stocks[seat][:]:
        places = _sample_places(game.patterns[tile], board, left_over, chance)
        if places is None:
            game.stocks[seat].remove(tile)
            game.dead[seat] += DOTS_BY_NUMBER[tile]
            continue
        for low, turn in places:
            spot = turn[0] << low
            left = free ^ spot
            room = (near | _GROWN_RIMS[left >> low & turn[1]] << low) & left
            worth = _TILE_WORTH[tile] + room.bit_count()
            for zone in zones:
                worth += (zone & spot).bit_count()
            if worth > most:
                best, most = (tile, low, turn, room), worth
        left_over -= len(places)
        if not left_over:
            break
    return best


def _sample_places(
    turns: TilePatterns, board: PairedBoard, most: int, chance: Chance
) -> list[tuple[int, TilePattern]] | None:
    """A place for a tile in some of its turns; None when it fits nowhere at all, not even out of touch.

    `board`: the free squares in pairs; then, also in pairs, the squares to touch and, one lane above, those to reach.
    """
    pairs, reach = board
    nowhere = True
    found: list[tuple[int, TilePattern]] = []
    for turn in turns[int(chance() * len(turns))]:
        _, _, i, j, second, k, third = turn
        fit = pairs[i] & pairs[j] >> second & pairs[k] >> third
        if not fit:
            continue
        nowhere = False
        reached = reach[i] | reach[j] >> second | reach[k] >> third
        places = fit & reached
        if places:
            places = places & reached >> _LANE_SHIFT or places
            low = int(chance() * (places.bit_length() - _MARGIN))  # as in `pick`
            rest = places >> low + _MARGIN
            found.append((low + (rest ^ rest - 1).bit_length() - 1, turn))
            if len(found) == most:
                break
    return None if nowhere else found


def _rescue_square(game: _Game, seat: Seat, chance: Chance) -> Squares:
    """A square for a pillar beside which one of the largest tiles would fit; 0 when there is none."""
    pairs = _pairs(game.free)
    vacant = game.standable_squares()
    for tile in game.stocks[seat]:
        for _, rim, i, j, second, k, third in game.patterns[tile][0]:
            if fit := pairs[i] & pairs[j] >> second & pairs[k] >> third:
                low = pick_bit(fit >> _MARGIN, chance)
                beside = rim << low & vacant
                if beside:
                    return _random_square(beside, chance)
    return 0


def _random_square(squares: Squares, chance: Chance) -> Squares:
    """One of these squares by lot."""
    return 1 << _MARGIN + pick_bit(squares >> _MARGIN, chance)


def pick_bit(places: Squares, chance: Chance) -> int:
    """The number of one of these bits by lot; those behind a gap are likelier, because that is found quickly."""
    start = int(chance() * places.bit_length())
    rest = places >> start
    return (rest & -rest).bit_length() - 1 + start
