"""Requests to robots and coaches, and the ports that answer them. Independent of processes, storage and Discord."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from engine.core import Move, State, View
from engine.robots.luck import Luck, RecordedDraw
from engine.robots.review import Decision, JudgedDecision


@dataclass(frozen=True)
class RobotTurn:
    """A request to choose a robot's move."""

    level: str  # the robot's `Level`
    view: View[State]  # what the robot's seat may know, without the history
    seed: str  # the seed of its random choices, so the same request always has the same answer
    server: int | None  # the number of the server, None in a direct message
    person: int  # account number of the person who wanted the robot, such as the host
    is_search: bool  # whether the robot searches ahead, which takes up to a few seconds of CPU


class SearchFailed(Exception):
    """No process could finish the search: each hung or died, or the search raised an error, which is then the cause."""


ChooseMove = Callable[[RobotTurn], Awaitable[Move]]  # a legal move for the seat of the view. Raises SearchFailed


@dataclass(frozen=True)
class JudgmentRequest:
    """A request to judge a decision in a finished game; takes up to a few seconds of CPU.

    `server`, `person`: on whose behalf, as in RobotTurn.
    """

    decision: Decision  # the decision to judge
    closely: bool  # whether this is the second, close look
    nodes: int | None  # the number of positions to search, None for the default of the game's coach
    server: int | None
    person: int


JudgeDecision = Callable[[JudgmentRequest], Awaitable[JudgedDecision]]  # Raises SearchFailed


@dataclass(frozen=True)
class LuckRequest:
    """A request to measure how much a draw favored each seat in a finished game; takes up to a few seconds of CPU.

    `server`, `person`: on whose behalf, as in RobotTurn.
    """

    game: str  # the key of the game
    draw: RecordedDraw  # the draw to measure
    max_tries: int | None  # the maximum number of trials, None for as many as the accuracy needs
    server: int | None
    person: int


MeasureLuck = Callable[[LuckRequest], Awaitable[Luck]]  # how much the draw favored each seat. Raises SearchFailed
