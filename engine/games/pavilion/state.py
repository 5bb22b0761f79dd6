"""Azul: Summer Pavilion; numbers in brackets are paragraphs of `data/rules/pavilion.md`.

Knows no people and no words.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from engine.core import CHANCE, Answer, Fact, Game, Move, Options, Score, Seat, State
from engine.games.pavilion.board import Board
from engine.games.pavilion.check import check
from engine.games.pavilion.choices import asks, choices, refusal, wanted
from engine.games.pavilion.drawing import drawing
from engine.games.pavilion.facts import told
from engine.games.pavilion.moves import (
    CENTER,
    DEALING,
    DRAFTING,
    FILLING,
    HEAPS,
    OVER,
    PLACING,
    SLOTS,
    SOURCES,
    WILDS,
    Deal,
    Draft,
    Keep,
    Pass,
    Place,
    Supply,
    Take,
    drawn,
    parse,
)
from engine.games.pavilion.sets import (
    COLORS,
    KEEP,
    OPTIONS,
    ROUNDS,
    SEATS,
    SIDES,
    STARS,
    SUPPLY,
    TILES,
    Side,
    factories,
    heap,
    tidy,
    without,
)

__all__ = ["COLORS", "GAME", "Board", "Deal", "Draft", "Keep", "Pass", "Pavilion", "Place", "Supply", "Take"]


@dataclass
class Pavilion(State):
    """A position of Summer Pavilion. Colors: P G O Y B R, in this order in every heap.

    `boards`: one a seat, see Board. `factories`: a heap each, factory 1 first. `center`, `supply` (at most 10),
    `bag`, `tower`: heaps, so their order tells nothing. `token`: the start token [2.7] lies in the center; else
    `starter` holds it. `starter`: the seat that began this round, or took the token since. `turn`: the seat to act
    or, while chance acts, the one that acted last. `round`: 1 to 6, its wild color is `COLORS[round - 1]`.
    `phase`: "draft"; "place"; "supply" and "deal": chance fills the supply or the factories, between rounds all
    seats have passed and `round` is the coming one; "over": the final points are in the scores.
    `owed`: bonus tiles that `turn` has still to choose. `side`: "colored" or "mono".

    {"boards": [{"stars": ["O.....", "......", "......", "......", "......", "......", "GP...."],
                 "hand": "PPGR", "corners": "", "score": 7, "passed": false}, ...],
     "factories": ["", "", "", "", ""], "center": "", "supply": "PPGGOYYBRR", "bag": "PPP...", "tower": "GGO...",
     "token": false, "starter": 1, "turn": 0, "round": 1, "phase": "place", "owed": 0, "side": "colored"}
    """

    boards: list[Board]
    factories: list[str]
    center: str = ""
    supply: str = ""
    bag: str = ""
    tower: str = ""
    token: bool = True
    starter: Seat = 0
    turn: Seat = 0
    round: int = 1
    phase: str = DRAFTING
    owed: int = 0
    side: str = "colored"

    def __post_init__(self) -> None:
        self.factories = [tidy(factory) for factory in self.factories]
        self.center, self.supply = tidy(self.center), tidy(self.supply)
        self.bag, self.tower = tidy(self.bag), tidy(self.tower)

    def __str__(self) -> str:
        return drawing(self)

    @property
    def wild(self) -> str:
        """The wild color of the round [2.8]."""
        return COLORS[self.round - 1]

    @property
    def face(self) -> Side:
        """The side of the player boards that is in use [2.9]."""
        return SIDES[self.side]

    def cost(self, move: Place) -> int:
        """The number printed on the space [2.4]."""
        return self.face.costs[STARS.index(move.star)][move.slot - 1]

    def to_act(self) -> tuple[Seat, ...]:
        """The seat that takes, places or chooses bonus tiles; chance between turns and rounds."""
        if self.phase == OVER:
            return ()
        return (self.turn,) if self.phase in (DRAFTING, PLACING) else (CHANCE,)

    def heap(self, source: str) -> str:
        """The tiles of a source; "" for a factory that this table does not have."""
        if source == CENTER:
            return self.center
        at = int(source) - 1
        return self.factories[at] if at < len(self.factories) else ""

    def moves(self, seat: Seat) -> list[Move]:
        """Drafts by source and color; placements by star, slot, color and wilds, then the pass; bonus tiles."""
        return choices(self, seat)

    def refuses(self, seat: Seat, move: Move) -> str | None:
        """[4.1] to [4.7] to take, [5.1] to [5.10] to place, [6.2] [6.4] to pass, [7.1] to [7.4] to draw, [8.5]."""
        return refusal(self, seat, move)

    def draw(self, rng: Random) -> Move:
        """Tiles for the supply or the factories by lot [7.1] [7.2]."""
        heaps = drawn(rng, wanted(self), self.bag, self.tower)
        return Supply(heaps[0]) if self.phase == FILLING else Deal(heaps)

    def perform(self, seat: Seat, move: Move) -> None:
        """Take, place, choose, pass or draw, and all that follows by itself up to the next decision or draw."""
        match move:
            case Draft():
                self._draft(seat, move)
            case Place():
                self._place(seat, move)
            case Take(tile):
                self._take(seat, tile)
            case Pass():
                self._pass(seat, self.boards[seat].hand if self.round < ROUNDS else "")
            case Keep(kept):
                self._pass(seat, heap(kept))
            case Supply(tiles):
                self._fill(tiles)
            case Deal(dealt):
                self._deal(dealt)

    def _draft(self, seat: Seat, move: Draft) -> None:
        facts, board = self.facts(seat, move), self.boards[seat]
        count, wilds = int(facts["count"]), int(facts["wilds"])
        self.note("draft", seat, source=move.source, color=move.color, count=count, wilds=wilds, wild=self.wild)
        taken = move.color * count + self.wild * wilds
        board.hand = heap(board.hand + taken)
        rest = str(facts["rest"])
        if move.source == CENTER:
            self.center = rest
        else:
            self.factories[int(move.source) - 1] = ""
            self.center = heap(self.center + rest)  # [4.5]
        if facts["token"]:
            self.token, self.starter = False, seat  # [4.6]
            self.note("token", seat, lost=board.lose(len(taken)))
        self.turn = (seat + 1) % len(self.boards)
        if not self.center and not any(self.factories):
            self._next_turn(self.starter)  # [4.7]

    def _place(self, seat: Seat, move: Place) -> None:
        board, cost = self.boards[seat], self.cost(move)
        points = board.gain(move)
        self.tower = heap(self.tower + board.lay(move, cost, self.wild))
        board.score += points
        self.note("place", seat, where=f"{self.side}-{move.star}", star=move.star, slot=move.slot, color=move.color,
                  own=cost - move.wilds, wilds=move.wilds, wild=self.wild, points=points)  # fmt: skip
        for one in board.surrounded(move):
            self.owed += one.tiles
            where, other = (f"{self.side}-{STARS[star]}" for star in (one.star, one.spaces[-1][0]))
            self.note("feature", seat, what=one.what, where=where, other=other, n=one.tiles)
        self._settle(seat)

    def _take(self, seat: Seat, tiles: str) -> None:
        board = self.boards[seat]
        board.hand = heap(board.hand + tiles)
        self.supply, self.owed = without(self.supply, tiles), self.owed - len(tiles)
        self.note("bonus", seat, tiles=tiles)
        self._settle(seat)

    def _settle(self, seat: Seat) -> None:
        """Ends the turn unless the seat has to choose; what leaves no choice is taken at once [5.11]."""
        if not self.owed or not self.supply:
            self.owed = 0
            self._end_turn()
        elif self.owed >= len(self.supply) or len(set(self.supply)) == 1:
            self._take(seat, self.supply[: self.owed])

    def _pass(self, seat: Seat, kept: str, *, forced: bool = False) -> None:
        board = self.boards[seat]
        thrown = without(board.hand, kept)
        lost = board.lose(len(thrown))  # [6.1]
        board.corners, board.hand, board.passed = kept, "", True
        self.tower = heap(self.tower + thrown)
        self.note("pass", seat, kept=kept, thrown=thrown, n=len(thrown), lost=lost, forced=int(forced))
        self._end_turn()

    def _end_turn(self) -> None:
        ended = all(board.passed for board in self.boards)
        if ended and self.round == ROUNDS:
            self._finish()
            return
        self.round += ended
        if len(self.supply) < SUPPLY and self.bag + self.tower:
            self.phase = FILLING  # [7.1]
        else:
            self._go_on()

    def _go_on(self) -> None:
        """With a full supply: the next seat, or the next round when all have passed."""
        if not all(board.passed for board in self.boards):
            self._next_turn((self.turn + 1) % len(self.boards))
        elif self.bag + self.tower:
            self.phase = DEALING
        else:
            self._begin_round()

    def _next_turn(self, first: Seat) -> None:
        """Gives the turn to the first seat from here that has not passed; one that can only pass does so [6.5]."""
        order = [(first + step) % len(self.boards) for step in range(len(self.boards))]
        self.turn = next(seat for seat in order if not self.boards[seat].passed)
        self.phase = PLACING
        board = self.boards[self.turn]
        choice = asks(self, self.turn) and len(set(board.hand)) > 1  # tiles of one color leave none
        if not choice and not board.places(self.side, self.wild):
            self._pass(self.turn, board.hand[:KEEP] if self.round < ROUNDS else "", forced=True)

    def _fill(self, tiles: str) -> None:
        self._draw_from_stock(tiles)
        self.supply = heap(self.supply + tiles)
        self._go_on()

    def _deal(self, dealt: tuple[str, ...]) -> None:
        self._draw_from_stock("".join(dealt))
        self.factories = [heap(factory) for factory in dealt]
        self._begin_round()

    def _draw_from_stock(self, tiles: str) -> None:
        if len(tiles) > len(self.bag):
            self.note("refill", CHANCE)
            self.bag, self.tower = heap(self.bag + self.tower), ""  # [7.3]
        self.bag = without(self.bag, tiles)

    def _begin_round(self) -> None:
        for board in self.boards:
            board.hand, board.corners, board.passed = board.corners, "", False  # [7.6]
        self.token, self.turn, self.phase = True, self.starter, DRAFTING  # [7.5]
        self.note("round", self.starter, n=self.round, color=self.wild)
        if not any(self.factories):
            self._next_turn(self.starter)  # nothing to take [7.4]

    def _finish(self) -> None:
        for seat, board in enumerate(self.boards):
            for goal, points in board.goals(self.face):
                board.score += points
                self.note("goal", seat, goal=goal, points=points)
        self.phase = OVER
        self.note("over", CHANCE)

    def scores(self) -> tuple[Score, ...]:
        """Points alone [1.1]: equal points share the place [8.4]."""
        return tuple((board.score,) for board in self.boards)

    def worth(self, seat: Seat) -> Score:
        """The points with the goals reached so far, then the tiles in hand or still to choose."""
        board = self.boards[seat]
        goals = 0 if self.phase == OVER else sum(points for _, points in board.goals(self.face))
        return board.score + goals, len(board.hand) + self.owed

    def domain(self, kind: type[Move]) -> tuple[tuple[Answer, ...], ...]:
        """Sources of this table and colors; stars, slots, colors and wilds; colors; heaps of four; nothing to pass."""
        if kind is Draft:
            return (*SOURCES[: len(self.factories)], CENTER), tuple(COLORS)
        if kind is Place:
            return STARS, SLOTS, tuple(COLORS), WILDS
        return {Take: (tuple(COLORS),), Keep: (HEAPS,), Pass: ()}[kind]

    def facts(self, seat: Seat, move: Move) -> dict[str, Fact]:
        """What words want to know, see `told`."""
        return super().facts(seat, move) | told(self, seat, move)

    def copy(self) -> Pavilion:
        """A position of its own; by hand, because search copies at every step."""
        twin = object.__new__(Pavilion)
        vars(twin).update(vars(self))
        twin.boards = [board.copy() for board in self.boards]
        twin.factories = self.factories[:]
        twin.events = self.events[:]
        return twin


def start(seats: int, options: Options, first: Seat) -> Pavilion:
    """The opening: empty boards, all tiles in the bag; chance fills the supply, then the factories [3.1]."""
    boards = [Board(passed=True) for _ in range(seats)]
    bag = "".join(color * TILES for color in COLORS)
    middle = [""] * factories(seats)
    return Pavilion(boards, middle, bag=bag, phase=FILLING, side=options["side"], starter=first, turn=first)


GAME = Game(
    key="pavilion",
    title="Azul: Summer Pavilion",
    seats=SEATS,
    options=OPTIONS,
    state=Pavilion,
    start=start,
    parse=parse,
    check=check,
    chance_form="supply PGO... or deal A/B/...",
)
