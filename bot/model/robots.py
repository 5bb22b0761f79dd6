"""The questions for robots and coaches, and who answers them. Knows no process, no storage and no Discord."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from engine.core import Move, State, View
from engine.robots.luck import Luck, RecordedDraw
from engine.robots.review import Decision, JudgedDecision


@dataclass(frozen=True)
class RobotTurn:
    """A robot is to move."""

    level: str  # a `Level`
    view: View[State]  # what its seat may know, without what happened before
    seed: str  # from which its choices by lot come; the same question always has the same answer
    server: int | None  # where it plays, None in a direct message
    person: int  # account number of the one who wanted it, such as the host
    is_search: bool  # whether it looks ahead, which takes up to some seconds of CPU


class SearchFailed(Exception):
    """No process could make this search: they hung or ended. The cause, if there is one, is a fault of the search."""


ChooseMove = Callable[[RobotTurn], Awaitable[Move]]  # a legal move for the seat of the view. Raises SearchFailed


@dataclass(frozen=True)
class JudgmentRequest:
    """A request to judge a decision in a finished game; takes up to some seconds of CPU.

    `server`, `person`: for whom, as in RobotTurn.
    """

    decision: Decision  # as it was to make
    closely: bool  # whether it is looked at once more
    nodes: int | None  # how many positions are looked at, None for as many as the coach of the game says
    server: int | None
    person: int


JudgeDecision = Callable[[JudgmentRequest], Awaitable[JudgedDecision]]  # the decision judged. Raises SearchFailed


@dataclass(frozen=True)
class LuckRequest:
    """A request to measure how much a draw favored each seat in a finished game; takes up to some seconds of CPU.

    `server`, `person`: for whom, as in RobotTurn.
    """

    game: str  # its key
    draw: RecordedDraw  # as it was made
    max_tries: int | None  # how often it is tried at most, None for as often as needed
    server: int | None
    person: int


MeasureLuck = Callable[[LuckRequest], Awaitable[Luck]]  # how much the draw favored each seat. Raises SearchFailed
