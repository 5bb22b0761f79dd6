"""What a game brings for robots: how they think, how decisions are judged, what chance a value stands for, and draws.

Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import asinh, exp
from random import Random
from typing import Any, NamedTuple, Protocol

from engine.core import Move, View
from engine.files import numbers

STEEPEST = 30.0  # beyond these log odds a chance is practically 0 or 1


class Level(StrEnum):
    """How strong a robot is, the weakest first. The names are the English words that people read.

    The values are older than the words. Databases, custom_ids, recorded results and `serve` hold them, so they stay.
    """

    NEWCOMER = "random"  # any legal move
    BEGINNER = "beginner"  # the best of a few moves
    AMATEUR = "greedy"  # the move after which it stands best
    CLUB_PLAYER = "sharp"  # looks ahead, but not far
    EXPERT = "strong"
    MASTER = "master"

    @property
    def looks_ahead(self) -> bool:
        """Whether it searches; each mind then has a budget for it."""
        return self in PLAYOUTS


# How many positions the levels that look ahead may look at, in a game that has no mind.
PLAYOUTS: Mapping[Level, int] = {Level.CLUB_PLAYER: 1_000, Level.EXPERT: 5_000, Level.MASTER: 25_000}
OFFERED: tuple[Level, ...] = tuple(level for level in Level if level is not Level.NEWCOMER)  # to people


class Ranked(NamedTuple):
    """A legal `move` and what it is worth to who asks."""

    move: Move
    value: float  # higher is better; it can be compared with the other moves of the same answer only


@dataclass(frozen=True)
class Mind:
    """How robots think in one game."""

    rank: Callable[[View[Any], Random, int], list[Ranked]]
    """`rank(view, rng, nodes)`: the moves that came into question for the view's seat, the best first, after a look at
    so many positions. It knows what the view shows and nothing else. The same arguments give the same answer
    everywhere.
    """
    nodes: Mapping[Level, Mapping[int, int]]
    """How many positions each level looks at that looks ahead, by number of seats."""


class Line(NamedTuple):
    """What a seat may do in its turn."""

    moves: tuple[Move, ...]  # one, or all of a turn in games whose turns are judged as a whole
    value: float  # what it promises, higher is better; it can be compared with the other lines of the same answer only


class Curve(NamedTuple):
    """The logistic curve that makes a chance to win of a value."""

    offset: float  # what the value 0 stands for, 0 for an even chance
    slope: float  # how much a small value of 1 adds to that
    bend: float = 0.0  # how soon more of a value adds less, 0 for never

    def chance(self, value: float) -> float:
        """The chance from 0 to 1.

        >>> Curve(0.0, 0.5).chance(0), round(Curve(0.0, 0.5).chance(4), 2), round(Curve(0.0, 0.5, 0.5).chance(4), 2)
        (0.5, 0.88, 0.81)
        """
        log_odds = self.offset + self.slope * bent(value, self.bend)
        return 1 / (1 + exp(-max(-STEEPEST, min(STEEPEST, log_odds))))


def bent(value: float, bend: float) -> float:
    """What the value counts: itself if it is small or there is no bend, and less and less of it the larger it is.

    >>> bent(20.0, 0.0), round(bent(0.1, 0.25), 2), round(bent(20.0, 0.25), 2)
    (20.0, 0.1, 9.25)
    """
    return asinh(bend * value) / bend if bend else value


def read_curves(game: str, seats: Collection[int], stages: int) -> dict[int, list[Curve]]:
    """For each number of seats the curve of each stage, as `make curves` has written them."""
    table = numbers("curves", game)["curves"]
    found = {int(many): [Curve(*row) for row in rows] for many, rows in table.items()}
    if {many: len(rows) for many, rows in found.items()} != dict.fromkeys(seats, stages):
        raise ValueError(f"data/curves/{game}.json must have {stages} curves for each of {[*seats]} seats")
    return found


@dataclass(frozen=True)
class Coach:
    """How decisions are judged in one game, after it."""

    lines: Callable[[View[Any], Random, int, tuple[Move, ...]], list[Line]]
    """`lines(view, rng, nodes, played)`: a few lines for the view's seat, the best first, and among them what was
    played. About so many positions are looked at, as many for each line, so that no value is a mere bound. It knows
    what the view shows and nothing else. The same arguments give the same answer everywhere.
    """
    stage: Callable[[Any], int]  # `stage(state)`: how far the game has come, from 0; a place in the `curves`
    curves: Mapping[int, Sequence[Curve]]
    """For each number of seats the curve of each stage, as it was measured on games of robots."""
    quick: Mapping[int, int]  # how many positions a decision is worth at first, by the number of seats
    deep: Mapping[int, int]  # how many where it seems to have mattered
    by_turn: bool = False  # whether all moves that a seat makes in a row are one decision


Stands = tuple[float, ...]  # the points of each seat, with what it can expect


class Redraws(Protocol):
    """What becomes of one draw that was made, and of others in its place.

    Each answer is a list with as many entries as were asked for.
    """

    def as_drawn(self, lots: Random, times: int) -> Sequence[Stands]:
        """How the seats stand after what was drawn."""

    def redrawn(self, lots: Random, times: int) -> Sequence[Stands]:
        """How they stand after other draws from the same position, each by lot."""


@dataclass(frozen=True)
class GameLuck:
    """How it is told in one game how much its draws favored each seat."""

    round_of: Callable[[Any, Move], int]
    """`round_of(before, move)`: the number of the round, from 1, with which a draw from that position is told; 0 for
    one that is not told.
    """
    shows: Callable[[Any, Move], bool]
    """`shows(later, move)`: whether it is in that later position that a draw is good for something."""
    redraws: Callable[[Any, Move, Any], Redraws]
    """`redraws(before, move, later)`: what becomes of a draw from the position before it; in `later` it shows."""
    turns: int = 0  # how many turns of each seat are told as one round; 0 in a game that has rounds of its own
    adds_up: bool = False
    """Whether the sum over all rounds is told too, because results of games were nearer together without it."""


@dataclass(frozen=True)
class GameRobots:
    """What one game brings for robots, each None where it has none."""

    mind: Mind | None = None  # how they think; without one they try out what happens by lot
    coach: Coach | None = None  # how decisions are judged; without one there are no reviews and no puzzles
    luck: GameLuck | None = None  # how much draws favored each seat
