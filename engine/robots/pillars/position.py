"""A position of the pillars game as a few integers, for fast search.

Tiles are numbers here, in order of size, the largest first; squares are bits as in `shapes`. Independent of notation
and no texts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.core import Move, Seat
from engine.games.pillars.moves import Pass
from engine.games.pillars.sets import OPENING_TURNS, PILLARS_PER_PLAYER, TILE_DOTS, TILES
from engine.games.pillars.shapes import (
    COLUMN_STRIDE,
    ORIENTATIONS,
    PILLAR_MOVES,
    Orientation,
    Squares,
    bit_numbers,
    neighbors,
)
from engine.games.pillars.state import Pillars

TILE_NAMES = tuple(sorted(TILES, key=lambda tile: -TILE_DOTS[tile]))  # by tile number, large tiles first
NUMBERS_BY_TILE = {tile: number for number, tile in enumerate(TILE_NAMES)}
DOTS_BY_NUMBER = tuple(TILE_DOTS[tile] for tile in TILE_NAMES)  # by tile number
# By tile number, the orientations of the tile.
ORIENTATIONS_BY_NUMBER: tuple[tuple[Orientation, ...], ...] = tuple(ORIENTATIONS[tile] for tile in TILE_NAMES)
PILLAR_STEP, RETIRE_STEP = -1, -2  # stand in place of a tile number


class PillarsStep(NamedTuple):
    """A move as integers."""

    tile: int  # the tile number, PILLAR_STEP or RETIRE_STEP
    squares: Squares  # the squares that it covers


@dataclass
class BitPosition:
    """The part of a position that determines how the game goes on."""

    turn: Seat  # the seat to move
    free: Squares  # squares that a tile may cover
    vacant: Squares  # squares that a pillar may stand on
    adjacent: list[Squares]  # by seat, free squares that share a side with one of its pieces
    stocks: list[tuple[int, ...]]  # by seat, the numbers of the tiles in hand, ascending
    pillars: list[int]  # by seat, pillars in hand
    out: list[bool]  # by seat, True if it has no more turns
    starter: Seat  # the seat that moved first; the last in turn order wins a tie [6.5]

    def steps(self) -> list[PillarsStep]:
        """Return the legal moves of the seat to move, large tiles first; [] if the game is over."""
        seat = self.turn
        if self.out[seat]:
            return []
        found = []
        if not self.is_opening(seat):
            found = [
                PillarsStep(tile, orientation.covers << low)
                for tile in self.stocks[seat]
                for orientation in ORIENTATIONS_BY_NUMBER[tile]
                for low in bit_numbers(orientation.fitting_places(self.free, self.adjacent[seat]))
            ]
        retires = [] if found or self.is_opening(seat) else [PillarsStep(RETIRE_STEP, 0)]
        if self.pillars[seat]:
            found += [PillarsStep(PILLAR_STEP, 1 << number) for number in bit_numbers(self.vacant)]
        return found + retires

    def is_opening(self, seat: Seat) -> bool:
        """Whether the next turn of the seat is one of the first two [3.2]."""
        return self.pillars[seat] > PILLARS_PER_PLAYER - OPENING_TURNS

    def after_step(self, step: PillarsStep) -> BitPosition:
        """Return the position after this step of the seat to move."""
        seat, spot = self.turn, step.squares
        later = BitPosition(
            seat, self.free & ~spot, self.vacant & ~spot, [squares & ~spot for squares in self.adjacent],
            self.stocks[:], self.pillars[:], self.out[:], self.starter,
        )  # fmt: skip
        later.adjacent[seat] |= neighbors(spot) & later.free
        if step.tile >= 0:
            later.stocks[seat] = tuple([tile for tile in self.stocks[seat] if tile != step.tile])
        elif step.tile == PILLAR_STEP:
            later.pillars[seat] -= 1
        else:
            later.out[seat] = True
        later.out = [out or not later._can_play(other) for other, out in enumerate(later.out)]
        following = [(seat + step) % len(later.out) for step in range(1, len(later.out) + 1)]
        later.turn = next((other for other in following if not later.out[other]), following[0])
        return later

    def _can_play(self, seat: Seat) -> bool:
        """Whether a tile fits, or would fit beside a pillar in hand [6.1] [5.2]."""
        stock = self.stocks[seat]
        if self.is_opening(seat):
            return self.vacant != 0 and stock != ()
        if any(
            orientation.fitting_places(self.free, self.adjacent[seat])
            for tile in stock
            for orientation in ORIENTATIONS_BY_NUMBER[tile]
        ):
            return True
        return self.pillars[seat] > 0 and bool(helpful_pillar_squares(stock, self.free, self.vacant))

    def lead(self, seat: Seat, dots: Sequence[int]) -> float:
        """Return the lead over the best rival, given the dots that each seat has left.

        A seat that would win a tie [6.5] leads by half a dot more, the other one by half a dot less.
        """
        seats = len(dots)
        late = (seat - self.starter) % seats
        return min(
            [
                left - dots[seat] + (0.5 if late > (other - self.starter) % seats else -0.5)
                for other, left in enumerate(dots)
                if other != seat
            ]
        )


def position_of(state: Pillars) -> BitPosition:
    """Convert a position for the search."""
    free, players = state.free_squares(), state.players
    return BitPosition(
        state.turn, free, state.vacant_squares(), [player.adjacent & free for player in players],
        [tuple(sorted(NUMBERS_BY_TILE[tile] for tile in player.stock)) for player in players],
        [player.pillars for player in players], [player.gone for player in players],
        state.starter,
    )  # fmt: skip


def move_of(step: PillarsStep) -> Move:
    """Return the move that a step represents."""
    if step.tile == RETIRE_STEP:
        return Pass()
    low = (step.squares & -step.squares).bit_length()
    if step.tile == PILLAR_STEP:
        return PILLAR_MOVES[low - 1]
    covers = step.squares >> low - 1
    return next(
        orientation.moves[low] for orientation in ORIENTATIONS_BY_NUMBER[step.tile] if orientation.covers == covers
    )


def helpful_pillar_squares(stock: tuple[int, ...], free: Squares, vacant: Squares) -> Squares:
    """Return the squares on which a pillar would make one of these tiles fit."""
    helpful = 0
    for tile in stock:
        for orientation in ORIENTATIONS_BY_NUMBER[tile]:
            places = orientation.fitting_places(free, free)
            tile_above = orientation.covers << COLUMN_STRIDE  # one column up, so that no neighbor is cut off
            for number in bit_numbers(
                neighbors(tile_above) & ~tile_above
            ):  # the neighbors, without the squares that the tile itself covers
                helpful |= places << number >> COLUMN_STRIDE
    return helpful & vacant
