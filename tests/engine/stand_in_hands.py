"""Hands, a stand-in game: private steps of one turn, secret hands, draws that only one seat may read.

Knows no fun; it proves what Match Five will need of the protocol.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from engine import CHANCE, Answer, IllegalMove, Move, Seat, State
from engine.core import Score


@dataclass(frozen=True)
class Put(Move):
    """Lay one tile from the hand; nobody else knows before `Done`."""

    tile: str

    def __str__(self) -> str:
        return f"put{self.tile}"


@dataclass(frozen=True)
class Done(Move):
    """End the turn."""

    def __str__(self) -> str:
        return "done"


@dataclass(frozen=True)
class Draw(Move):
    """Chance gives tiles to a seat, counted from 1 in the text."""

    seat: Seat
    tiles: str

    def __str__(self) -> str:
        return f"draw {self.seat + 1} {self.tiles}"


HAND = 3
ALL = "B" * 10 + "G" * 10 + "R" * 10


@dataclass
class Hands(State):
    """`hands`: a heap a seat, "?" where secret. `laid`: this turn's tiles, secret to others. `out`: seen by all."""

    hands: list[str]
    bag: str
    laid: str = ""
    out: str = ""
    turn: Seat = 0
    points: list[int] = field(default_factory=list)

    def _thirsty(self) -> Seat | None:
        if self.laid or not self.bag:
            return None
        return next((seat for seat, hand in enumerate(self.hands) if len(hand) < HAND), None)

    def _wanted(self, seat: Seat) -> int:
        return min(HAND - len(self.hands[seat]), len(self.bag))

    def to_act(self) -> tuple[Seat, ...]:
        """Chance fills hands; the game ends when a seat to move has none."""
        if self._thirsty() is not None:
            return (CHANCE,)
        return (self.turn,) if self.hands[self.turn] or self.laid else ()

    def moves(self, seat: Seat) -> list[Move]:
        """Each tile once, then done."""
        if self.to_act() != (seat,) or seat == CHANCE:
            return []
        puts: list[Move] = [Put(tile) for tile in "RGB" if tile in self.hands[seat]]
        return puts + ([Done()] if self.laid else [])

    def refuses(self, seat: Seat, move: Move) -> str | None:
        """1.1 turn, 1.2 tile, 1.3 done, 2.1 draw."""
        if isinstance(move, Draw):
            due = seat == CHANCE and self._thirsty() == move.seat
            held = all(self.bag.count(tile) >= move.tiles.count(tile) for tile in move.tiles)
            return None if due and held and len(move.tiles) == self._wanted(move.seat) else "2.1"
        if self.to_act() != (seat,):
            return "1.1"
        if isinstance(move, Put):
            return None if move.tile in self.hands[seat] else "1.2"
        return None if self.laid else "1.3"

    def perform(self, seat: Seat, move: Move) -> None:
        """Lay, finish or draw."""
        match move:
            case Put(tile):
                self.hands[seat] = self.hands[seat].replace(tile, "", 1)
                self.laid = "".join(sorted(self.laid + tile))
                self.note("put", seat, only=(seat,), tile=tile)
            case Done():
                self.points[seat] += len(self.laid) ** 2
                self.note("done", seat, tiles=self.laid)
                self.out, self.laid = "".join(sorted(self.out + self.laid)), ""
                self.turn = (seat + 1) % len(self.hands)
            case Draw(to, tiles):
                for tile in tiles:
                    self.bag = self.bag.replace(tile, "", 1)
                self.hands[to] = "".join(sorted(self.hands[to] + tiles))
                self.note("draw", to, only=(to,), tiles=tiles)

    def scores(self) -> tuple[Score, ...]:
        """Squares of the tiles of each turn."""
        return tuple((points,) for points in self.points)

    def draw(self, rng: Random) -> Move:
        """Fills the first hand that is short."""
        seat = self._thirsty()
        assert seat is not None
        return Draw(seat, "".join(sorted(rng.sample(self.bag, self._wanted(seat)))))

    def view(self, seat: Seat | None) -> Hands:
        """Other hands, the bag and an unfinished turn of others are blank, so is what only others may know."""
        seen = self.copy()
        seen.events = [event for event in self.events if event.seen_by(seat)]
        seen.bag = "?" * len(self.bag)
        seen.hands = [hand if each == seat else "?" * len(hand) for each, hand in enumerate(self.hands)]
        if seat != self.turn:
            seen.hands[self.turn], seen.laid = "?" * len(self.hands[self.turn] + self.laid), ""
        return seen

    def guess(self, seat: Seat, rng: Random) -> Hands:
        """The unseen tiles dealt anew at random."""
        full = self.copy()
        known = full.hands[seat] + (full.laid if seat == full.turn else "") + full.out
        unseen = [tile for tile in "RGB" for _ in range(10 - known.count(tile))]
        rng.shuffle(unseen)
        for each, hand in enumerate(full.hands):
            if each != seat:
                full.hands[each] = "".join(sorted(unseen.pop() for _ in hand))
        full.bag = "".join(sorted(unseen))
        return full

    def domain(self, kind: type[Move]) -> tuple[tuple[Answer, ...], ...]:
        """Tiles of Put; Done asks nothing."""
        return (tuple("RGB"),) if kind is Put else ()


def parse_hands(text: str) -> Move:
    if text == "done":
        return Done()
    if text in ("putR", "putG", "putB"):
        return Put(text[3:])
    match text.split(" "):
        case ["draw", seat, tiles] if seat in ("1", "2", "3") and not set(tiles) - set("RGB"):
            return Draw(int(seat) - 1, "".join(sorted(tiles)))
    raise IllegalMove("notation", text=text)
