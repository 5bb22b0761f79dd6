"""Two tiny games for tests of rooms and store: one with a die, one in which all choose at once.

They are no games of the shelf and know no more of the bot than those do.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from engine.core import CHANCE, Game, IllegalMove, Move, Score, Seat, State


@dataclass(frozen=True)
class Take(Move):
    """Take so many stones from the pile."""

    count: int

    def __str__(self) -> str:
        return f"t{self.count}"


@dataclass(frozen=True)
class Roll(Move):
    """Chance says how many stones may be taken at most."""

    most: int

    def __str__(self) -> str:
        return f"roll {self.most}"


@dataclass
class Stones(State):
    """A pile; the die is rolled, then the seat whose turn it is takes up to that many. `secret` is nobody's."""

    left: int
    taken: list[int]
    turn: Seat = 0
    most: int = 0
    secret: str = "the next roll"

    def to_act(self) -> tuple[Seat, ...]:
        if not self.left:
            return ()
        return (self.turn,) if self.most else (CHANCE,)

    def moves(self, seat: Seat) -> list[Move]:
        return [Take(n) for n in range(1, min(self.most, self.left) + 1)] if self.to_act() == (seat,) else []

    def refuses(self, seat: Seat, move: Move) -> str | None:
        if isinstance(move, Roll):
            return None if seat == CHANCE and not self.most else "1.1"
        return None if move in self.moves(seat) else "1.2"

    def perform(self, seat: Seat, move: Move) -> None:
        if isinstance(move, Roll):
            self.most = move.most
        elif isinstance(move, Take):
            self.left -= move.count
            self.taken[seat] += move.count
            self.turn, self.most = (self.turn + 1) % len(self.taken), 0

    def scores(self) -> tuple[Score, ...]:
        return tuple((count,) for count in self.taken)

    def draw(self, rng: Random) -> Move:
        return Roll(rng.randint(1, 3))

    def view(self, seat: Seat | None) -> Stones:
        blank = self.copy()
        blank.secret = "?"
        return blank


@dataclass(frozen=True)
class Vote(Move):
    """Say yes or no."""

    word: str

    def __str__(self) -> str:
        return self.word


@dataclass
class Votes(State):
    """Everybody votes once, in any order; three rounds."""

    ballots: list[str]
    round: int = 1
    said: list[str] = field(default_factory=list)

    def to_act(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, ballot in enumerate(self.ballots) if not ballot) if self.round < 4 else ()

    def moves(self, seat: Seat) -> list[Move]:
        return [Vote("yes"), Vote("no")] if seat in self.to_act() else []

    def refuses(self, seat: Seat, move: Move) -> str | None:
        return None if move in self.moves(seat) else "1.1"

    def perform(self, seat: Seat, move: Move) -> None:
        self.ballots[seat] = str(move)
        if all(self.ballots):
            self.said.append(" ".join(self.ballots))
            self.ballots = [""] * len(self.ballots)
            self.round += 1

    def scores(self) -> tuple[Score, ...]:
        return tuple((0,) for _ in self.ballots)


def _parse(text: str) -> Move:
    match text.split():
        case [take] if take[:1] == "t" and take[1:].isdecimal():
            return Take(int(take[1:]))
        case ["roll", number] if number.isdecimal():
            return Roll(int(number))
        case [("yes" | "no") as word]:
            return Vote(word)
    raise IllegalMove("notation")


STONES = Game(
    key="stones",
    title="Stones",
    seats=range(2, 4),
    options={"pile": ("9", "40", "2000")},
    state=Stones,
    start=lambda seats, options, first: Stones(int(options["pile"]), [0] * seats, turn=first),
    parse=_parse,
    check=lambda state: None,
    chance_form="roll N",
)
VOTES = Game(
    key="votes",
    title="Votes",
    seats=range(2, 5),
    options={},
    state=Votes,
    start=lambda seats, *_: Votes([""] * seats),
    parse=_parse,
    check=lambda state: None,
)
LONG = Game(
    key="long",
    title="Many stones",
    seats=range(2, 4),
    options={"pile": ("2000",)},
    state=Stones,
    start=STONES.start,
    parse=_parse,
    check=STONES.check,
)
SHELF = {game.key: game for game in (STONES, VOTES, LONG)}
