"""Games of pillars played out to their end, quickly and not badly: large tiles first, out into the open.

Knows no moves by name. A playout makes up the moves of all players; many of them tell what a position is worth.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from engine.core import Seat
from engine.games.pillars.position import FORMS, NAMES, SIZES, Position
from engine.games.pillars.sets import OPENING, PILLARS
from engine.games.pillars.shapes import STRIDE, Squares, around

SAMPLES = 3  # places that a player compares at each turn
SHUFFLE = 0.9  # how far chance mixes tiles of like size, in dots
REACH = {"5I": 0.3, "5Y": 0.2, "5L": 0.2, "5N": 0.2, "5V": 0.2, "5Z": 0.1, "5T": 0.1, "5P": -0.2, "5U": -0.2}
PREFERENCES = tuple(SIZES[tile] + REACH.get(name, 0.0) for tile, name in enumerate(NAMES))  # what is laid earlier
DOT = 4  # squares of room that a dot is worth
Place = tuple[int, Squares]  # the number of a tile and the squares that it covers
_OFFSETS = max(SIZES) - 1  # of every turn; those of small tiles are filled up with zeros, which change nothing
_TURNS = tuple(
    tuple((form.covers, *form.offsets, *[0] * (_OFFSETS - len(form.offsets))) for form in forms) for forms in FORMS
)


@dataclass(slots=True)
class _Game:
    """A game under way.

    `free`, `vacant`, `beside` and `pillars` are as in Position, though `beside` may hold squares that are taken.
    `stocks`: by seat, the tiles in hand in the order in which they are tried; without those that fit nowhere any more.
    `dead`: by seat, the dots of those that fit nowhere any more.
    `playing`: the seats that still have turns, the next one first.
    """

    free: Squares
    vacant: Squares
    beside: list[Squares]
    stocks: list[list[int]]
    pillars: list[int]
    dead: list[int]
    playing: list[Seat]

    def put(self, seat: Seat, spot: Squares) -> None:
        """A piece of the seat lies on these squares."""
        self.free &= ~spot
        self.vacant &= ~spot
        self.beside[seat] |= around(spot)


def play_out(position: Position, rng: Random) -> tuple[list[int], int]:
    """The dots that each seat has left at the end of one game from here, and how many moves it took."""
    game, moves = _begin(position, rng), 0
    playing = game.playing
    while playing:
        seat = playing.pop(0)
        if _move(game, seat, rng):
            playing.append(seat)
            moves += 1
    dots = [sum([SIZES[tile] for tile in stock]) + dead for stock, dead in zip(game.stocks, game.dead, strict=True)]
    return dots, moves


def _begin(position: Position, rng: Random) -> _Game:
    seats = len(position.out)
    chance = rng.random
    stocks = []
    for stock in position.stocks:
        keys = {tile: PREFERENCES[tile] + SHUFFLE * chance() for tile in stock}
        stocks.append(sorted(stock, key=keys.__getitem__, reverse=True))
    turns = [(position.turn + step) % seats for step in range(seats)]
    return _Game(
        position.free, position.vacant, position.beside[:], stocks, position.pillars[:], [0] * seats,
        [seat for seat in turns if not position.out[seat]],
    )  # fmt: skip


def _move(game: _Game, seat: Seat, rng: Random) -> bool:
    """One turn of the seat; False when it has none left."""
    if not game.stocks[seat]:
        return False
    if game.pillars[seat] > PILLARS - OPENING:
        useful = game.vacant & (game.free | around(game.free)) or game.vacant
        return _stand(game, seat, 1 << pick(useful, rng) if useful else 0)
    touch = game.beside[seat] & game.free
    tile, spot = _best(game, seat, touch, rng) if touch else (0, 0)
    if spot:
        game.stocks[seat].remove(tile)
        game.put(seat, spot)
        return True
    return game.pillars[seat] > 0 and _stand(game, seat, _rescue(game, seat, rng))


def _stand(game: _Game, seat: Seat, spot: Squares) -> bool:
    """Put a pillar there; False when there is no such place."""
    if spot:
        game.pillars[seat] -= 1
        game.put(seat, spot)
    return spot != 0


def _best(game: _Game, seat: Seat, touch: Squares, rng: Random) -> Place:
    """The best of a few places for tiles that reach out as far as they can; no squares when nothing fits."""
    free, best, most = game.free, (0, 0), -1_000
    open_ = free & ~(touch | around(touch))
    zones = [_zone(game.beside[other] & free, free) for other in game.playing]
    sampled = 0
    for tile in game.stocks[seat][:]:
        spots = _spots(tile, (free, touch, open_), SAMPLES - sampled, rng)
        if spots is None:
            game.stocks[seat].remove(tile)
            game.dead[seat] += SIZES[tile]
            continue
        for spot in spots:
            left = free & ~spot
            near = (touch | spot << 1 | spot >> 1 | spot << STRIDE | spot >> STRIDE) & left
            room = (near | near << 1 | near >> 1 | near << STRIDE | near >> STRIDE) & left
            worth = DOT * SIZES[tile] + room.bit_count()
            for zone in zones:
                worth += (zone & spot).bit_count()
            if worth > most:
                best, most = (tile, spot), worth
        sampled += len(spots)
        if sampled == SAMPLES:
            break
    return best


def _spots(tile: int, board: tuple[Squares, Squares, Squares], most: int, rng: Random) -> list[Squares] | None:
    """A place for the tile in some of its turns; None when it fits nowhere at all, not even out of touch.

    `board`: the free squares, those to touch, and those to reach where possible.
    """
    free, touch, open_ = board
    turns = _TURNS[tile]
    start, fitting = int(rng.random() * len(turns)), False
    spots: list[Squares] = []
    for covers, a, b, c, d in turns[start:] + turns[:start]:
        fit = free & free >> a & free >> b & free >> c & free >> d
        if not fit:
            continue
        fitting = True
        if places := fit & (touch | touch >> a | touch >> b | touch >> c | touch >> d):
            far = places & (open_ | open_ >> a | open_ >> b | open_ >> c | open_ >> d)
            spots.append(covers << pick(far or places, rng))
            if len(spots) == most:
                break
    return spots if fitting else None


def _zone(near: Squares, free: Squares) -> Squares:
    """The free squares at most one step further than these."""
    return near | around(near) & free


def _rescue(game: _Game, seat: Seat, rng: Random) -> Squares:
    """A square for a pillar beside which one of the largest tiles would fit; 0 when there is none."""
    free = game.free
    for tile in game.stocks[seat]:
        for covers, a, b, c, d in _TURNS[tile]:
            if fit := free & free >> a & free >> b & free >> c & free >> d:
                spot = covers << pick(fit, rng)
                if rim := around(spot) & ~spot & game.vacant:
                    return 1 << pick(rim, rng)
    return 0


def pick(places: Squares, rng: Random) -> int:
    """The number of one of these bits by lot; those behind a gap are likelier, because that is found quickly."""
    start = int(rng.random() * places.bit_length())
    rest = places >> start
    return (rest & -rest).bit_length() - 1 + start
