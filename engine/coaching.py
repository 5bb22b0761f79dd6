"""What a game tells about decisions that were made in it: how they are judged, and what chance a value stands for.

Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from typing import Any, NamedTuple

from engine.core import Move, Seat, View

STEEPEST = 30.0  # beyond that a chance is 0 or 1 as far as anybody can tell


class Line(NamedTuple):
    """What a seat may do in its turn.

    `moves`: one, or all of a turn in games whose turns are judged as a whole.
    `value`: what it promises, higher is better; it can be compared with the other lines of the same answer only.
    """

    moves: tuple[Move, ...]
    value: float


class Curve(NamedTuple):
    """The logistic curve that makes a chance to win of a value.

    `offset`: what the value 0 stands for, 0 for an even chance. `slope`: how much a value of 1 adds to that.
    """

    offset: float
    slope: float

    def chance(self, value: float) -> float:
        """The chance from 0 to 1.

        >>> Curve(0.0, 0.5).chance(0), round(Curve(0.0, 0.5).chance(4), 2)
        (0.5, 0.88)
        """
        return 1 / (1 + exp(-max(-STEEPEST, min(STEEPEST, self.offset + self.slope * value))))


@dataclass(frozen=True)
class Coach:
    """How decisions are judged in one game, after it.

    `lines(view, rng, nodes, played)`: a few lines for the view's seat, the best first, and among them what was played.
    About so many positions are looked at, as many for each line, so that no value is a mere bound. It knows what the
    view shows and nothing else. The same arguments give the same answer everywhere.
    `stage(state)`: how far the game has come, from 0; a place in the `curves`.
    `curves`: for each number of seats the curve of each stage, as it was measured on games of robots.
    `quick`, `deep`: how many positions a decision is worth at first, and where it seems to have mattered; by the number
    of seats.
    `by_turn`: whether all moves that a seat makes in a row are one decision.
    `round_of(state)`: the number of the round, which a draw for the next one begins; None where nothing is drawn.
    `standing(state, seat)`: the points of a seat between two rounds, with what its board promises.
    """

    lines: Callable[[View[Any], Random, int, tuple[Move, ...]], list[Line]]
    stage: Callable[[Any], int]
    curves: Mapping[int, Sequence[Curve]]
    quick: Mapping[int, int]
    deep: Mapping[int, int]
    by_turn: bool = False
    round_of: Callable[[Any], int] | None = None
    standing: Callable[[Any, Seat], float] | None = None
