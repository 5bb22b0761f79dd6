"""Tiny games whose turns are those of larger ones: they prove the protocol, not the fun.

Plans: several seats owe a secret plan at once and may replace it. Hands: private steps of a turn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from engine import CHANCE, Answer, Game, IllegalMove, Move, Options, Seat, State
from engine.core import Score
from tests.engine.stand_in_hands import ALL, Hands, parse_hands


@dataclass(frozen=True)
class Plan(Move):
    """Choose a number in secret."""

    number: str

    def __str__(self) -> str:
        return f"plan{self.number}"


ROUNDS = 3


@dataclass
class Plans(State):
    """`plans`: a number a seat, "" when owed, "?" where secret; the highest number that is alone scores it."""

    plans: list[str]
    points: list[int]
    round: int = 1

    def to_act(self) -> tuple[Seat, ...]:
        """Everybody who owes a plan."""
        return tuple(seat for seat, plan in enumerate(self.plans) if not plan and self.round <= ROUNDS)

    def moves(self, seat: Seat) -> list[Move]:
        """All numbers; also after the own plan is in, until the last one is."""
        return [Plan(number) for number in "12345"] if self.refuses(seat, Plan("1")) is None else []

    def refuses(self, seat: Seat, move: Move) -> str | None:
        """1.1 after the end or without a seat."""
        return None if seat in range(len(self.plans)) and self.round <= ROUNDS else "1.1"

    def perform(self, seat: Seat, move: Move) -> None:
        """Keep the plan; the last one reveals all."""
        assert isinstance(move, Plan)
        self.plans[seat] = move.number
        self.note("planned", seat, only=(seat,), number=move.number)
        if all(self.plans):
            for each, plan in enumerate(self.plans):
                self.points[each] += int(plan) * (self.plans.count(plan) == 1)
            self.note("shown", CHANCE, plans="/".join(self.plans))
            self.plans, self.round = [""] * len(self.plans), self.round + 1

    def scores(self) -> tuple[Score, ...]:
        """Points alone."""
        return tuple((points,) for points in self.points)

    def view(self, seat: Seat | None) -> Plans:
        """Others' plans are in or not, no more."""
        seen = self.copy()
        seen.events = [event for event in self.events if event.seen_by(seat)]
        seen.plans = [plan if each == seat else "?" * len(plan) for each, plan in enumerate(self.plans)]
        return seen

    def guess(self, seat: Seat, rng: Random) -> Plans:
        """Any number for a hidden plan."""
        full = self.copy()
        full.plans = [rng.choice("12345") if plan == "?" else plan for plan in self.plans]
        return full

    def domain(self, kind: type[Move]) -> tuple[tuple[Answer, ...], ...]:
        """The five numbers."""
        return (tuple("12345"),)


def _parse_plans(text: str) -> Move:
    if text[:4] == "plan" and text[4:] in tuple("12345"):
        return Plan(text[4:])
    raise IllegalMove("notation", text=text)


Start = Callable[[int, Options, Seat], State]


def _game(state: type[State], start: Start, parse: Callable[[str], Move], form: str = "") -> Game:
    key = state.__name__.lower()
    return Game(key, state.__name__, range(2, 4), {}, state, start, parse, lambda state: None, form)


STAND_INS = {
    game.key: game
    for game in (
        _game(Hands, lambda n, *_: Hands([""] * n, ALL, points=[0] * n), parse_hands, "draw 1 R"),
        _game(Plans, lambda n, *_: Plans([""] * n, [0] * n), _parse_plans),
    )
}
