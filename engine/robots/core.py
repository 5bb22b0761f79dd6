"""What a game provides for robots: how they think, how decisions and draws are judged, and chances to win.

Independent of games.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import asinh, exp
from random import Random
from typing import Any, NamedTuple, Protocol

from engine.core import Move, View
from engine.files import load_numbers

MAX_LOG_ODDS = 30.0  # with larger log odds, up or down, a chance is practically 1 or 0


class Level(StrEnum):
    """How strong a robot is, the weakest first. The member names are the English words that people read.

    The values differ from the names because databases, custom_ids, recorded results and `serve` use these older words.
    """

    NEWCOMER = "random"  # any legal move
    BEGINNER = "beginner"  # the best of a few random moves
    AMATEUR = "greedy"  # the move after which its position is worth most
    CLUB_PLAYER = "sharp"  # looks ahead, but not far
    EXPERT = "strong"
    MASTER = "master"

    @property
    def looks_ahead(self) -> bool:
        """Whether a robot of this level searches. Each mind has a budget for such a level."""
        return self in PLAYOUT_BUDGETS


# In a game without a mind: how many positions each level that looks ahead may examine.
PLAYOUT_BUDGETS: Mapping[Level, int] = {Level.CLUB_PLAYER: 1_000, Level.EXPERT: 5_000, Level.MASTER: 25_000}
OFFERED_LEVELS: tuple[Level, ...] = tuple(
    level for level in Level if level is not Level.NEWCOMER
)  # the levels that people can choose


class RankedMove(NamedTuple):
    """A legal `move` and its value for the seat that asked."""

    move: Move
    value: float  # higher is better; comparable only within the same answer


@dataclass(frozen=True)
class Mind:
    """How robots think in one game."""

    rank: Callable[[View[Any], Random, int], list[RankedMove]]
    """`rank(view, rng, nodes)`: the moves worth considering for the view's seat, the best first, after examining about
    `nodes` positions. It knows only what the view shows. The same arguments give the same answer on every machine.
    """
    nodes: Mapping[Level, Mapping[int, int]]
    """How many positions each level that looks ahead examines, by number of seats."""


class CandidateLine(NamedTuple):
    """One possible move or turn of a seat."""

    moves: tuple[Move, ...]  # one move, or all moves of a turn in games that judge whole turns
    value: float  # higher is better; comparable only within the same answer


class Curve(NamedTuple):
    """The logistic curve that converts a value to a chance to win."""

    offset: float  # the log odds at the value 0; 0 for an even chance
    slope: float  # the log odds added per unit of a small value
    bend: float = 0.0  # how soon larger values begin to add less; 0 for never

    def chance(self, value: float) -> float:
        """Return the chance to win, 0 to 1.

        >>> Curve(0.0, 0.5).chance(0), round(Curve(0.0, 0.5).chance(4), 2), round(Curve(0.0, 0.5, 0.5).chance(4), 2)
        (0.5, 0.88, 0.81)
        """
        log_odds = self.offset + self.slope * dampen(value, self.bend)
        return 1 / (1 + exp(-max(-MAX_LOG_ODDS, min(MAX_LOG_ODDS, log_odds))))


def dampen(value: float, bend: float) -> float:
    """Dampen large values: small values hardly change, larger ones count for less. If `bend` is 0, nothing changes.

    >>> dampen(20.0, 0.0), round(dampen(0.1, 0.25), 2), round(dampen(20.0, 0.25), 2)
    (20.0, 0.1, 9.25)
    """
    return asinh(bend * value) / bend if bend else value


def read_curves(game: str, seats: Collection[int], stages: int) -> dict[int, list[Curve]]:
    """Read the curves that `make curves` wrote. For each number of seats there is one curve per stage."""
    table = load_numbers("curves", game)["curves"]
    found = {int(seat_count): [Curve(*row) for row in rows] for seat_count, rows in table.items()}
    if {seat_count: len(rows) for seat_count, rows in found.items()} != dict.fromkeys(seats, stages):
        raise ValueError(f"data/curves/{game}.json must have {stages} curves for each of {[*seats]} seats")
    return found


@dataclass(frozen=True)
class Coach:
    """How the decisions of one game are judged after its end."""

    lines: Callable[[View[Any], Random, int, tuple[Move, ...]], list[CandidateLine]]
    """`lines(view, rng, nodes, played)`: a few lines for the view's seat, the best first, including what was played.
    It examines about `nodes` positions, equally many for each line, so that no value is only a bound. It knows only
    what the view shows. The same arguments give the same answer on every machine.
    """
    stage: Callable[[Any], int]  # `stage(state)`: the progress of the game, from 0; an index into the curves
    curves: Mapping[int, Sequence[Curve]]
    """By number of seats, the curve of each stage, measured on games of robots."""
    quick_nodes: Mapping[int, int]  # positions per decision in the first pass, by number of seats
    deep_nodes: Mapping[int, int]  # positions per decision in the second pass, by number of seats
    judges_whole_turns: bool = False  # whether all moves that a seat makes in a row are one decision


ExpectedPoints = tuple[float, ...]  # by seat: its points plus those that it can expect to gain


class Redraws(Protocol):
    """The outcomes of a draw that was made, and of other draws that were possible instead.

    Each method returns `times` results.
    """

    def actual_outcomes(self, rng: Random, times: int) -> Sequence[ExpectedPoints]:
        """Play on from the actual draw."""

    def other_outcomes(self, rng: Random, times: int) -> Sequence[ExpectedPoints]:
        """Play on from random draws in the same position instead."""


@dataclass(frozen=True)
class GameLuck:
    """How one game measures how much its draws favored each seat."""

    round_of: Callable[[Any, Move], int]
    """`round_of(before, move)`: the round, from 1, that a draw from that position counts toward; 0 for a draw that is
    not counted.
    """
    shows: Callable[[Any, Move], bool]
    """`shows(later, move)`: whether a draw takes effect in that later position."""
    redraws: Callable[[Any, Move, Any], Redraws]
    """`redraws(before, move, later)`: the outcomes of a draw from `before`; it takes effect in `later`."""
    turns_per_round: int = 0  # how many turns of each seat count as one round; 0 in a game that has rounds
    shows_total: bool = False
    """Whether to show the sum over all rounds. True if final scores proved to be closer together without that luck."""


@dataclass(frozen=True)
class GameRobots:
    """What one game provides for robots; None for what it lacks."""

    mind: Mind | None = None  # how they think; without a mind they try random continuations
    coach: Coach | None = None  # how decisions are judged; without a coach there are no reviews and no puzzles
    luck: GameLuck | None = None  # how to measure which seats its draws favored
