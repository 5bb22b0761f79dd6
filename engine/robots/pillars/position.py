"""A position of the pillars game as a few whole numbers, made for looking at very many of them.

Knows no notation and no words. Tiles have numbers here, large ones first; squares are bits as in `shapes`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.core import Move, Seat
from engine.games.pillars.moves import Pass
from engine.games.pillars.sets import DOTS, OPENING, PILLARS, TILES
from engine.games.pillars.shapes import PILLARS_AT, SHAPES, STRIDE, Orientation, Squares, around, bits
from engine.games.pillars.state import Pillars

NAMES = tuple(sorted(TILES, key=lambda tile: -DOTS[tile]))  # by number, large tiles first
NUMBERS = {tile: number for number, tile in enumerate(NAMES)}
SIZES = tuple(DOTS[tile] for tile in NAMES)  # dots by number
FORMS: tuple[tuple[Orientation, ...], ...] = tuple(SHAPES[tile] for tile in NAMES)  # turns by number
PILLAR, RETIRE = -1, -2  # in place of the number of a tile


class Placement(NamedTuple):
    """A move as numbers."""

    tile: int  # its number, PILLAR or RETIRE
    spot: Squares  # the squares that are covered


@dataclass
class Position:
    """What decides how the game goes on."""

    turn: Seat  # the seat to move; the others follow
    free: Squares  # the squares that a tile may cover
    vacant: Squares  # those that a pillar may stand on
    beside: list[Squares]  # by seat, the free squares that share a side with one of its pieces
    stocks: list[tuple[int, ...]]  # by seat, the numbers of the tiles in hand, in order
    pillars: list[int]  # by seat, those in hand
    out: list[bool]  # by seat, whether it has no more turns
    starter: Seat  # the seat that began; among equals the latest in turn order wins [6.5]

    def steps(self) -> list[Placement]:
        """The legal moves of the seat to move, large tiles first; none when the game is over."""
        seat = self.turn
        if self.out[seat]:
            return []
        found = []
        if not self.opens(seat):
            found = [
                Placement(tile, shape.covers << low)
                for tile in self.stocks[seat]
                for shape in FORMS[tile]
                for low in bits(shape.fits(self.free, self.beside[seat]))
            ]
        retires = [] if found or self.opens(seat) else [Placement(RETIRE, 0)]
        if self.pillars[seat]:
            found += [Placement(PILLAR, 1 << number) for number in bits(self.vacant)]
        return found + retires

    def opens(self, seat: Seat) -> bool:
        """Whether the next turn of the seat is one of the first two [3.2]."""
        return self.pillars[seat] > PILLARS - OPENING

    def after(self, step: Placement) -> Position:
        """The position after this move of the seat to move."""
        seat, spot = self.turn, step.spot
        later = Position(
            seat, self.free & ~spot, self.vacant & ~spot, [squares & ~spot for squares in self.beside],
            self.stocks[:], self.pillars[:], self.out[:], self.starter,
        )  # fmt: skip
        later.beside[seat] |= around(spot) & later.free
        if step.tile >= 0:
            later.stocks[seat] = tuple([tile for tile in self.stocks[seat] if tile != step.tile])
        elif step.tile == PILLAR:
            later.pillars[seat] -= 1
        else:
            later.out[seat] = True
        later.out = [out or not later._plays(other) for other, out in enumerate(later.out)]
        following = [(seat + step) % len(later.out) for step in range(1, len(later.out) + 1)]
        later.turn = next((other for other in following if not later.out[other]), following[0])
        return later

    def _plays(self, seat: Seat) -> bool:
        """Whether a tile fits or would fit beside a pillar yet to come [6.1] [5.2]."""
        stock = self.stocks[seat]
        if self.opens(seat):
            return self.vacant != 0 and stock != ()
        if any(shape.fits(self.free, self.beside[seat]) for tile in stock for shape in FORMS[tile]):
            return True
        return self.pillars[seat] > 0 and bool(stands(stock, self.free, self.vacant))

    def lead(self, seat: Seat, dots: Sequence[int]) -> float:
        """By how much the seat is ahead of the best other, by the dots that each has left; half a dot for a tie."""
        seats = len(dots)
        late = (seat - self.starter) % seats
        return min(
            [
                left - dots[seat] + (0.5 if late > (other - self.starter) % seats else -0.5)
                for other, left in enumerate(dots)
                if other != seat
            ]
        )


def position_of(state: Pillars) -> Position:
    """The same position, made for looking at many."""
    free, players = state.free(), state.players
    return Position(
        state.turn, free, state.vacant(), [player.beside & free for player in players],
        [tuple(sorted(NUMBERS[tile] for tile in player.stock)) for player in players],
        [player.pillars for player in players], [player.gone for player in players],
        state.starter,
    )  # fmt: skip


def move_of(step: Placement) -> Move:
    """The move that a step stands for."""
    if step.tile == RETIRE:
        return Pass()
    low = (step.spot & -step.spot).bit_length()
    if step.tile == PILLAR:
        return PILLARS_AT[low - 1]
    covers = step.spot >> low - 1
    return next(shape.lays[low] for shape in FORMS[step.tile] if shape.covers == covers)


def stands(stock: tuple[int, ...], free: Squares, vacant: Squares) -> Squares:
    """The squares on which a pillar would make a place for one of these tiles."""
    found = 0
    for tile in stock:
        for shape in FORMS[tile]:
            places = shape.fits(free, free)
            tile_above = shape.covers << STRIDE  # so that no bit around it is cut off
            for number in bits(around(tile_above) & ~tile_above):  # a tile does not count what it covers itself
                found |= places << number >> STRIDE
    return found & vacant
