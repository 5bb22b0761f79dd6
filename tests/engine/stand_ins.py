"""Tiny games with the shapes that larger ones will have: they prove the protocol, not the fun.

Plans: several seats owe a secret plan at once and may replace it. Wide: 2,000 moves. Bonus: a choice within a turn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from engine import CHANCE, Answer, Cell, Game, IllegalMove, Move, Options, Seat, State
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


@dataclass(frozen=True)
class Mark(Move):
    """Put one of five signs on a cell of a 20 x 20 table."""

    sign: str
    cell: Cell

    def __str__(self) -> str:
        return f"{self.sign}{self.cell}"


SIDE = 20


@dataclass
class Wide(State):
    """`cells`: 20 strings of 20, "." is free; six marks are made, each scores its column."""

    cells: list[str]
    points: list[int]
    turn: Seat = 0

    def _made(self) -> int:
        return sum(SIDE - row.count(".") for row in self.cells)

    def to_act(self) -> tuple[Seat, ...]:
        """Six turns in all."""
        return (self.turn,) if self._made() < 6 else ()

    def moves(self, seat: Seat) -> list[Move]:
        """Every sign on every free cell: 2,000 at first."""
        if self.to_act() != (seat,):
            return []
        free = [Cell(x, y) for x in range(SIDE) for y in range(SIDE) if self.cells[y][x] == "."]
        return [Mark(sign, cell) for sign in "ABCDE" for cell in free]

    def refuses(self, seat: Seat, move: Move) -> str | None:
        """1.1 turn, 1.2 cell."""
        if not isinstance(move, Mark) or self.to_act() != (seat,):
            return "1.1"
        return None if self.cells[move.cell.row][move.cell.column] == "." else "1.2"

    def perform(self, seat: Seat, move: Move) -> None:
        """Mark the cell."""
        assert isinstance(move, Mark)
        x, y = move.cell.column, move.cell.row
        self.cells[y] = self.cells[y][:x] + move.sign + self.cells[y][x + 1 :]
        self.points[seat] += x
        self.note("mark", seat, sign=move.sign, cell=str(move.cell))
        self.turn = (seat + 1) % len(self.points)

    def scores(self) -> tuple[Score, ...]:
        """Columns added."""
        return tuple((points,) for points in self.points)

    def domain(self, kind: type[Move]) -> tuple[tuple[Answer, ...], ...]:
        """Signs and cells."""
        return tuple("ABCDE"), tuple(Cell(x, y) for x in range(SIDE) for y in range(SIDE))


def _parse_wide(text: str) -> Move:
    if len(text) in (3, 4) and text[0] in "ABCDE" and text[1] in "abcdefghijklmnopqrst" and text[2:].isdecimal():
        cell = Cell(ord(text[1]) - ord("a"), int(text[2:]) - 1)
        if str(cell) == text[1:] and 0 <= cell.row < SIDE:
            return Mark(text[0], cell)
    raise IllegalMove("notation", text=text)


@dataclass(frozen=True)
class Step(Move):
    """Go one or two steps on the track."""

    steps: str

    def __str__(self) -> str:
        return self.steps


@dataclass(frozen=True)
class Gift(Move):
    """Choose a gift on an even space."""

    gift: str

    def __str__(self) -> str:
        return f"+{self.gift}"


GIFTS = {"R": 1, "G": 2}


@dataclass
class Bonus(State):
    """`places`: a space a seat, 0 to 9; on an even space the seat also takes a gift before its turn ends."""

    places: list[int]
    gifts: list[str]
    turn: Seat = 0
    owed: bool = False

    def to_act(self) -> tuple[Seat, ...]:
        """The seat on turn until somebody is beyond space 8."""
        return () if max(self.places) > 8 and not self.owed else (self.turn,)

    def moves(self, seat: Seat) -> list[Move]:
        """Gifts while one is owed, else steps."""
        if self.to_act() != (seat,):
            return []
        return [Gift(gift) for gift in GIFTS] if self.owed else [Step("1"), Step("2")]

    def refuses(self, seat: Seat, move: Move) -> str | None:
        """1.1 turn, 1.2 the gift comes first, 1.3 no gift now."""
        if self.to_act() != (seat,):
            return "1.1"
        if isinstance(move, Gift):
            return None if self.owed else "1.3"
        return "1.2" if self.owed else None

    def perform(self, seat: Seat, move: Move) -> None:
        """Step, or take the gift and end the turn."""
        if isinstance(move, Step):
            self.places[seat] += int(move.steps)
            self.owed = self.places[seat] % 2 == 0
            self.note("step", seat, steps=int(move.steps))
        elif isinstance(move, Gift):
            self.gifts[seat] += move.gift
            self.owed = False
            self.note("gift", seat, gift=move.gift)
        if not self.owed:
            self.turn = (seat + 1) % len(self.places)

    def scores(self) -> tuple[Score, ...]:
        """Place and gifts."""
        pairs = zip(self.places, self.gifts, strict=True)
        return tuple((place + sum(GIFTS[gift] for gift in gifts),) for place, gifts in pairs)

    def domain(self, kind: type[Move]) -> tuple[tuple[Answer, ...], ...]:
        """One question each."""
        return (tuple(GIFTS),) if kind is Gift else (("1", "2"),)


def _parse_bonus(text: str) -> Move:
    if text in ("1", "2"):
        return Step(text)
    if text in ("+R", "+G"):
        return Gift(text[1])
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
        _game(Wide, lambda n, *_: Wide(["." * SIDE] * SIDE, [0] * n), _parse_wide),
        _game(Bonus, lambda n, *_: Bonus([0] * n, [""] * n), _parse_bonus),
    )
}
