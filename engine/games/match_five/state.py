"""Match Five: hands, turns laid tile by tile, draws, the end; numbers are paragraphs of `data/rules/match_five.md`.

Knows no people and no words.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from engine.core import CHANCE, Answer, Cell, Fact, Game, Move, Options, Score, Seat, State
from engine.games.match_five.check import check
from engine.games.match_five.drawing import drawing
from engine.games.match_five.land import Land, land
from engine.games.match_five.moves import DONE, PASS, Done, Draw, Exchange, Pass, Place, Wild, parse, placing
from engine.games.match_five.secrets import guessed, seen
from engine.games.match_five.sets import (
    FACES,
    HAND,
    OPTIONS,
    SEATS,
    WILD,
    every_tile,
    heap,
    holds,
    leftover,
    split,
    tidy,
    value,
    without,
)
from engine.games.match_five.turn import around, cells, facts_of_turn, parts, plus

__all__ = ["GAME", "Done", "Draw", "Exchange", "MatchFive", "Pass", "Place", "Wild"]


@dataclass
class MatchFive(State):
    """A position of Match Five.

    `table`: cells "a1" to "y25" and their stacks from below, "WB2" is a wild as blue 2. `laid`: what the seat on turn
    has laid so far, as notation; only that seat may see it [4.5]. `hands`: a heap a seat, "?" for each tile that one
    may not know, laid tiles left out. `bag`: a heap. `aside`: a heap that was swapped and waits for its draw.
    `points`: a number a seat. `turn`: the seat on turn. `turns`: finished turns; before the first one the deal of the
    last hand names the starter, of equal hands the first from `turn` on. `idle`: turns in a row in which nothing was
    placed. `out`: the seat that has placed its last tile and ends the game [9.1], -1 while there is none. `over`: the
    tiles in hand are charged.
    While the bag has tiles, a hand of less than five makes chance draw.

    {"table": {"m13": "R5B5", "n13": "R4", "o13": "WR2"}, "laid": ["R1p13"], "hands": ["R3B4G2W", "R1O2O5Y3W"],
     "bag": "R1R1R2...", "aside": "", "points": [12, 9], "turn": 0, "turns": 2, "idle": 0, "out": -1, "over": false,
     "copies": "3"}
    """

    table: dict[str, str]
    hands: list[str]
    bag: str
    points: list[int]
    laid: list[str] = field(default_factory=list)
    aside: str = ""
    turn: Seat = 0
    turns: int = 0
    idle: int = 0
    out: Seat = -1
    over: bool = False
    copies: str = "3"

    def __post_init__(self) -> None:
        self.hands = [tidy(hand) for hand in self.hands]
        self.bag, self.aside = tidy(self.bag), tidy(self.aside)

    def __str__(self) -> str:
        return drawing(self)

    def to_act(self) -> tuple[Seat, ...]:
        """The seat on turn; chance while a hand is short."""
        if self.over:
            return ()
        return (self.turn,) if self.short() is None else (CHANCE,)

    def short(self) -> Seat | None:
        """The first seat that draws: its hand is not full, the bag not empty, no turn unfinished [4.4]."""
        if self.laid or not self.bag or self.over:
            return None
        return next((seat for seat, hand in enumerate(self.hands) if len(split(hand)) < HAND), None)

    def ground(self) -> Land:
        """The table with the tiles of the unfinished turn."""
        ground = land(tuple(self.table.items()))
        for step in self.laid:
            ground = plus(ground, parse(step))
        return ground

    def _acts(self, seat: Seat) -> bool:
        return seat == self.turn and not self.over and self.short() is None

    def moves(self, seat: Seat) -> list[Move]:
        """Tiles by hand, column and row; wilds by column, row and face; then done, or swaps by size, or a pass."""
        if not self._acts(seat):
            return []
        ground = self.ground()
        fits = [(spot, *ground.fitting(spot)) for spot in ground.open()]
        tiles = dict.fromkeys(split(self.hands[seat]))
        found: list[Move] = []
        for tile in tiles:
            if tile != WILD:
                bit = 1 << FACES.index(tile)
                found += [placing(tile, spot[0], spot[1]) for spot, mask, _ in fits if mask & bit]
        if WILD in tiles and not self._wild_laid():
            found += [
                placing(WILD + face, spot[0], spot[1])
                for spot, _, mask in fits
                for at, face in enumerate(FACES)
                if mask >> at & 1
            ]
        return found + self._closings(seat)

    def _closings(self, seat: Seat) -> list[Move]:
        if self.laid:
            return [DONE]
        if not self.bag:
            return [PASS]
        return [Exchange(tiles) for tiles in parts(self.hands[seat], len(split(self.bag)))]

    def _wild_laid(self) -> bool:
        return any(step[0] == WILD for step in self.laid)

    def refuses(self, seat: Seat, move: Move) -> str | None:
        """[4.1] to [4.9] for turns, [5.1] to [7.3] for a tile, [9.6] after the end."""
        if self.over:
            return "9.6"
        if isinstance(move, Draw):
            return self._refuses_draw(seat, move)
        if not self._acts(seat):
            return "4.1"
        if isinstance(move, Place | Wild):
            return self._refuses_tile(seat, move)
        return self._refuses_closing(seat, move)

    def _refuses_closing(self, seat: Seat, move: Move) -> str | None:
        """Of done, a swap or a pass."""
        match move:
            case Exchange(tiles):
                return self._refuses_exchange(seat, tiles)
            case Pass():
                return "4.8" if self.laid else "4.9" if self.bag else None
        return None if self.laid else "4.3"

    def _refuses_draw(self, seat: Seat, move: Draw) -> str | None:
        if seat != CHANCE:
            return "4.1"
        due = self.short() == move.seat and len(split(move.tiles)) == self._wanted(move.seat)
        return None if due and holds(self.bag, move.tiles) else "4.4"

    def _refuses_tile(self, seat: Seat, move: Place | Wild) -> str | None:
        hand, wild = split(self.hands[seat]), isinstance(move, Wild)
        if (WILD if wild else move.answers()[0]) not in hand:
            return "4.2"
        if wild and self._wild_laid():
            return "7.2"
        return self.ground().refuses(move.cell, WILD + move.face if isinstance(move, Wild) else move.tile)

    def _refuses_exchange(self, seat: Seat, tiles: str) -> str | None:
        if self.laid:
            return "4.8"
        if not tiles or not holds(self.hands[seat], tiles):
            return "4.6" if not tiles else "4.2"
        return "4.7" if len(split(tiles)) > len(split(self.bag)) else None

    def _wanted(self, seat: Seat) -> int:
        return min(HAND - len(split(self.hands[seat])), len(split(self.bag)))

    def draw(self, rng: Random) -> Move:
        """The first short hand is filled from the bag [4.4]."""
        seat = self.short()
        if seat is None:
            return super().draw(rng)
        return Draw(seat, heap(rng.sample(split(self.bag), self._wanted(seat))))

    def perform(self, seat: Seat, move: Move) -> None:
        """Lay a tile, finish the turn, swap, pass or draw; the last turn also ends the game."""
        match move:
            case Place(tile):
                self._lay(seat, move, tile)
            case Wild():
                self._lay(seat, move, WILD)
            case Done():
                self._finish_turn(seat)
            case Exchange(tiles):
                self.hands[seat], self.aside = without(self.hands[seat], tiles), tiles[:]
                self.note("swap", seat, n=len(split(tiles)))
                self._next(seat, self.idle + 1)
            case Pass():
                self.note("pass", seat)
                self._next(seat, self.idle + 1)
            case Draw(to, tiles):
                self._draw(to, tiles)

    def _lay(self, seat: Seat, move: Move, tile: str) -> None:
        self.hands[seat] = without(self.hands[seat], tile)
        self.laid.append(str(move))

    def _finish_turn(self, seat: Seat) -> None:
        ground, steps = self.ground(), [parse(step) for step in self.laid]
        told, tiles = facts_of_turn(ground), [ground.tiles[spot] for spot in ground.new]
        self.points[seat] += ground.points()
        self.note("place", seat, None, **told)
        for tile in tiles:
            if tile[0] == WILD:
                self.note("wild", seat, face=tile[1:])  # said once, it holds for the rest of the game [7.1]
        for series in ground.series():
            if series.five:
                self.note("five", seat, cells=cells(series.locks))
        for step, tile in zip(steps, tiles, strict=True):
            cell = str(step.answers()[tile[0] != "W"])
            self.table[cell] = self.table.get(cell, "") + tile
        self.laid = []
        if not self.hands[seat] and not self.bag and self.out < 0:
            self.out = seat
            self.note("out", seat)
        self._next(seat, 0)

    def _next(self, seat: Seat, idle: int) -> None:
        """The turn goes on clockwise; the game ends where it comes back to who went out, or when all have passed."""
        seats = len(self.hands)
        self.turn, self.turns, self.idle = (seat + 1) % seats, self.turns + 1, idle
        if self.turn == self.out:
            self._finish("last_round")  # [9.1]
        elif not self.bag and idle >= seats:
            self._finish("exhausted")  # [9.2]

    def _draw(self, to: Seat, tiles: str) -> None:
        self.bag = without(self.bag, tiles)
        self.hands[to] = heap(split(self.hands[to] + tiles))
        self.note("draw", to, only=(to,), tiles=tiles, n=len(split(tiles)))
        if self.aside:
            self.bag, self.aside = heap(split(self.bag + self.aside)), ""  # after the draw [4.6]
        if self.turns == 0 and self.short() is None:
            totals = [sum(map(value, split(hand))) for hand in self.hands]
            order = sorted(range(len(totals)), key=lambda seat: (seat - self.turn) % len(totals))
            self.turn = max(order, key=lambda seat: totals[seat])  # the first of equal ones [3.2]
            self.note("start", self.turn)
        if self.idle >= 2 * len(self.hands):
            self._finish("stall")  # [9.3]

    def _finish(self, how: str) -> None:
        match how:
            case "last_round":
                self.note("last_round", CHANCE)
            case "exhausted":
                self.note("exhausted", CHANCE)
            case _:
                self.note("stall", CHANCE)
        for seat, hand in enumerate(self.hands):
            if hand:
                self.points[seat] -= leftover(hand)
                self.note("left", seat, points=leftover(hand), tiles=hand)
        self.over = True
        self.note("over", CHANCE)

    def scores(self) -> tuple[Score, ...]:
        """Points alone, the most win [1.1]; a tie is shared [9.5]. An unfinished turn does not count yet."""
        return tuple((points,) for points in self.points)

    def outlook(self, seat: Seat) -> int:
        """The points, with those of the seat's own unfinished turn."""
        unfinished = self.laid and seat == self.turn
        return self.points[seat] + (self.ground().points() if unfinished else 0)

    def worth(self, seat: Seat) -> Score:
        """The outlook, then as little as possible left in hand: a stuck robot swaps all it has."""
        return self.outlook(seat), -leftover(self.hands[seat])

    def view(self, seat: Seat | None) -> MatchFive:
        """Other hands, the bag and another's unfinished turn are blank; after the end all is shown [3.1] [4.5]."""
        return seen(self, seat)

    def guess(self, seat: Seat, rng: Random) -> MatchFive:
        """The unseen tiles dealt anew by lot."""
        return guessed(self, seat, rng)

    def domain(self, kind: type[Move]) -> tuple[tuple[Answer, ...], ...]:
        """Tiles and the cells on and around the group; wilds with every face; swaps of the hand on turn."""
        if kind is Place:
            return FACES, around(self.ground())
        if kind is Wild:
            return around(self.ground()), FACES
        return (parts(self.hands[self.turn], HAND),) if kind is Exchange else ()

    def facts(self, seat: Seat, move: Move) -> dict[str, Fact]:
        """Of a tile: its `level` from 1 (`above` the table or not), `gain` by it (0 if refused).

        Also the points of the turn `before` it and in `total`. Of done: what `facts_of_turn` tells. Of a swap: `n`.
        Of all: `bag`, the number of tiles there.
        An unfinished turn of another seat is left out.
        """
        mine = self if seat == self.turn else seen(self, seat)
        told = super().facts(seat, move) | {"bag": len(split(self.bag))}
        match move:
            case Place(_, cell) | Wild(cell):
                return told | mine._facts_of_tile(seat, move, cell)
            case Exchange(tiles):
                return told | {"n": len(split(tiles))}
            case Done():
                return told | facts_of_turn(mine.ground())
        return told

    def _facts_of_tile(self, seat: Seat, move: Move, cell: Cell) -> dict[str, Fact]:
        ground, legal = self.ground(), self.refuses(seat, move) is None
        later = plus(ground, move) if legal else ground
        level = ground.top(cell.column, cell.row)[2]
        told: dict[str, Fact] = {"cell": str(cell).upper(), "level": level + 1, "above": level > 0}
        before, total = ground.points(), later.points()
        return told | {"gain": total - before, "before": before, "total": total}

    def copy(self) -> MatchFive:
        """A position of its own; by hand, because search copies at every step."""
        twin = object.__new__(MatchFive)
        vars(twin).update(vars(self))
        twin.table, twin.hands, twin.points = self.table.copy(), self.hands[:], self.points[:]
        twin.laid, twin.events = self.laid[:], self.events[:]
        return twin


def start(seats: int, options: Options, first: Seat) -> MatchFive:
    """The opening: an empty table and all tiles in the bag; chance deals the hands [3.1]."""
    copies = options["copies"]
    return MatchFive({}, [""] * seats, every_tile(copies), [0] * seats, turn=first, copies=copies)


GAME = Game(
    key="match_five",
    title="Match Five",
    seats=SEATS,
    options=OPTIONS,
    state=MatchFive,
    start=start,
    parse=parse,
    check=check,
    chance_form="draw 1 R3B4W...",
)
