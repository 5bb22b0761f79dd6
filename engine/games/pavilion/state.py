"""The positions of Azul: Summer Pavilion. References such as [4.1] are paragraphs of `data/rules/pavilion.md`.

Knows nothing about people or texts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from engine.core import CHANCE, Answer, Fact, Move, Options, Score, Seat, State
from engine.games.pavilion.board import Board
from engine.games.pavilion.moves import (
    CENTER,
    DEALING,
    DRAFTING,
    DRAFTS,
    FILLING,
    KEPT_HEAPS,
    OVER,
    PASS,
    PLACING,
    SLOTS,
    SOURCES,
    TAKES,
    WILD_COUNTS,
    Deal,
    Draft,
    Keep,
    Pass,
    Place,
    RoundPhase,
    Supply,
    Take,
    can_draw,
    draw_heaps,
    heap_sizes,
    keep_moves,
)
from engine.games.pavilion.sets import (
    COLORS,
    EMPTY,
    FACTORY_SIZE,
    MAX_KEPT,
    ROUNDS,
    SIDES,
    STARS,
    SUPPLY_SIZE,
    TILES_PER_COLOR,
    BoardSide,
    Ornament,
    colors_on_offer,
    factory_count,
    has_choice,
    heap,
    holds,
    subtract,
    tidy,
)

BOARD_TEXT_WIDTH = 18  # characters
# By kind of move: the facts that are compared when a move prepared earlier is played.
_MEANT_FACTS: dict[type[Move], tuple[str, ...]] = {
    Draft: ("source", "color", "count", "wilds", "token", "lost"),
    Place: ("star", "slot", "color", "wilds", "own", "bonus", "points"),
    Keep: ("kept", "thrown", "lost"),
    Pass: ("kept", "thrown", "lost"),
}


@dataclass
class Pavilion(State):
    """A position of Summer Pavilion. Colors: P G O Y B R, in this order in every heap.

    {"boards": [{"stars": ["O.....", "......", "......", "......", "......", "......", "GP...."],
                 "hand": "PPGR", "corners": "", "score": 7, "passed": false}, ...],
     "factories": ["", "", "", "", ""], "center": "", "supply": "PPGGOOYYBR", "bag": "PPP...", "tower": "GGO...",
     "token": false, "starter": 1, "turn": 0, "round": 1, "phase": "place", "owed": 0, "side": "colored"}
    """

    MAY_FALL = frozenset({"lost"})
    MAY_RISE = frozenset({"points"})

    boards: list[Board]  # one for each seat, see Board
    factories: list[str]  # one heap for each, factory 1 first, "" for an empty one
    center: str = ""  # a heap
    supply: str = ""  # a heap of at most 10 tiles
    bag: str = ""  # a heap
    tower: str = ""  # a heap
    token: bool = True  # whether the start token [2.7] lies in the center; otherwise `starter` holds it
    starter: Seat = 0  # the seat that began this round, or has taken the token since
    turn: Seat = 0  # the seat to act or, while chance acts, the seat that acted last
    round: int = 1  # 1 to 6; its wild color is `COLORS[round - 1]`; between rounds, the coming round
    phase: RoundPhase = DRAFTING  # who acts next and how, see RoundPhase
    owed: int = 0  # the number of bonus tiles that the seat `turn` still has to choose
    side: str = "colored"  # the option, "colored" or "mono"

    def __post_init__(self) -> None:
        self.factories = [tidy(factory) for factory in self.factories]
        self.center = tidy(self.center)
        self.supply = tidy(self.supply)
        self.bag = tidy(self.bag)
        self.tower = tidy(self.tower)

    def __str__(self) -> str:
        """Round, wild color and supply, factories and center ("T" is the start token), then the boards side by side.

        Each title has ">" if the seat is to act, "#seat", "T" if it holds the token, "-" if it has passed, and points.
        """
        factories = [f"{at}:{factory.ljust(FACTORY_SIZE, EMPTY)}" for at, factory in enumerate(self.factories, 1)]
        head = f"round {self.round}  wild {self.wild}  supply {self.supply}"
        boards = []
        for seat, board in enumerate(self.boards):
            acts = ">" if seat in self.to_act() else " "
            token = "T" if seat == self.starter and not self.token else " "
            title = f"{acts}#{seat + 1}{token}{'-' * board.passed} {board.score}"
            boards.append(board.text_lines(title, self.board_side))
        rows = ["".join(row.ljust(BOARD_TEXT_WIDTH) for row in side).rstrip() for side in zip(*boards, strict=True)]
        return "\n".join([head, "  ".join([*factories, f"C:{self.center}{'T' * self.token}"]), *rows])

    @property
    def wild(self) -> str:
        """The wild color of the round [2.8]."""
        return COLORS[self.round - 1]

    @property
    def board_side(self) -> BoardSide:
        """The side of the player boards that is in use [2.9]."""
        return SIDES[self.side]

    def cost(self, move: Place) -> int:
        """The number printed on the space of a placement [2.4]."""
        return self.board_side.costs[STARS.index(move.star)][move.slot - 1]

    @property
    def sources(self) -> tuple[str, ...]:
        """The sources of tiles at this table: its factories, then the center."""
        return (*SOURCES[: len(self.factories)], CENTER)

    def to_act(self) -> tuple[Seat, ...]:
        """The seat that takes, places or chooses bonus tiles; chance between turns and rounds."""
        if self.phase == OVER:
            return ()
        return (self.turn,) if self.phase in (DRAFTING, PLACING) else (CHANCE,)

    def tiles_at(self, source: str) -> str:
        """The tiles at a source; "" for a factory that this table does not have."""
        if source == CENTER:
            return self.center
        at = int(source) - 1
        return self.factories[at] if at < len(self.factories) else ""

    def moves(self, seat: Seat) -> list[Move]:
        """The legal moves: drafts, bonus tiles, or placements (by star, slot, color, wilds) followed by passes."""
        if self.to_act() != (seat,) or seat == CHANCE:
            return []
        if self.owed:
            return [TAKES[color] for color in COLORS if color in self.supply]
        if self.phase == PLACING:
            passes = keep_moves(self.boards[seat].hand) if self._must_choose_kept(seat) else [PASS]
            return [*self.boards[seat].placements(self.side, self.wild), *passes]
        wild = self.wild
        heaps = zip(self.sources, (*self.factories, self.center), strict=True)
        return [DRAFTS[source + color] for source, tiles in heaps for color in colors_on_offer(tiles, wild)]

    def _must_choose_kept(self, seat: Seat) -> bool:
        """Whether a pass must name the tiles to keep: with more than four, except in the last round [6.2] [6.4]."""
        return self.round < ROUNDS and len(self.boards[seat].hand) > MAX_KEPT

    def refuses(self, seat: Seat, move: Move) -> str | None:
        """The rule that forbids the move, None if it is legal.

        [4.1] to [4.7] for drafts, [5.1] to [5.10] for placements, [6.2] [6.4] for passes, [7.1] to [7.4] for draws,
        [8.5] after the end.
        """
        if self.phase == OVER:
            return "8.5"
        if isinstance(move, Supply | Deal):
            return self._refuses_draw(seat, move)
        if self.phase in (FILLING, DEALING):  # no seat moves before the draw
            return "7.1" if self.phase == FILLING else "7.2"
        if seat != self.turn:
            return "4.1" if self.phase == DRAFTING else "5.1"
        return self._refuses_draft(move) if self.phase == DRAFTING else self._refuses_turn(seat, move)

    def _refuses_draw(self, seat: Seat, move: Supply | Deal) -> str | None:
        phase, rule = (FILLING, "7.1") if isinstance(move, Supply) else (DEALING, "7.2")
        if seat != CHANCE or self.phase != phase:
            return rule
        if tuple(map(len, move.heaps)) != self._draw_sizes():
            return rule if self._draw_sizes() == self._due_sizes() else "7.4"
        return None if can_draw(move.heaps, self.bag, self.tower) else "7.3"

    def _refuses_draft(self, move: Move) -> str | None:
        if not isinstance(move, Draft):
            return "4.1"
        if move.color not in self.tiles_at(move.source):
            return "4.2"
        return None if move.color in colors_on_offer(self.tiles_at(move.source), self.wild) else "4.3"

    def _refuses_turn(self, seat: Seat, move: Move) -> str | None:
        if isinstance(move, Draft):
            return "4.7"
        if isinstance(move, Take) or self.owed:
            return None if isinstance(move, Take) and self.owed and move.tile in self.supply else "5.10"
        match move:
            case Place():
                return self.boards[seat].refuses(move, self.board_side, self.wild)
            case Pass():
                return "6.2" if self._must_choose_kept(seat) else None
            case Keep(kept) if self._must_choose_kept(seat):
                return None if len(kept) == MAX_KEPT and holds(self.boards[seat].hand, kept) else "6.2"
        return "6.4" if self.round == ROUNDS else "6.2"

    def draw(self, rng: Random) -> Move:
        """Random tiles for the supply or the factories [7.1] [7.2]."""
        heaps = draw_heaps(rng, self._draw_sizes(), self.bag, self.tower)
        return Supply(heaps[0]) if self.phase == FILLING else Deal(heaps)

    def _due_sizes(self) -> tuple[int, ...]:
        """The sizes of the heaps that are due: up to ten tiles in the supply [7.1] or four in each factory [7.2]."""
        return (SUPPLY_SIZE - len(self.supply),) if self.phase == FILLING else (FACTORY_SIZE,) * len(self.factories)

    def _draw_sizes(self) -> tuple[int, ...]:
        """The sizes of the heaps that chance draws: what is due, as far as there are tiles."""
        return heap_sizes(self._due_sizes(), len(self.bag) + len(self.tower))

    def perform(self, seat: Seat, move: Move) -> None:
        """Play a move or a draw, and everything that follows from it without a decision or another draw."""
        match move:
            case Draft():
                self._draft(seat, move)
            case Place():
                self._place(seat, move)
            case Take(tile):
                self._take(seat, tile)
            case Pass():
                self._pass(seat, self._default_kept(seat))
            case Keep(kept):
                self._pass(seat, heap(kept))
            case Supply(tiles):
                self._draw_from_stock(tiles)
                self.supply = heap(self.supply + tiles)
                self._continue_round()
            case Deal(dealt):
                self._draw_from_stock("".join(dealt))
                self.factories = [heap(factory) for factory in dealt]
                self._begin_round()

    def _draft(self, seat: Seat, move: Draft) -> None:
        count, wilds = self._draft_counts(move)
        self.note("draft", seat, source=move.source, color=move.color, count=count, wilds=wilds, wild=self.wild)
        board = self.boards[seat]
        taken = move.color * count + self.wild * wilds
        board.hand = heap(board.hand + taken)
        rest = subtract(self.tiles_at(move.source), taken)
        if move.source != CENTER:
            self.factories[int(move.source) - 1] = ""
            self.center = heap(self.center + rest)  # [4.5]
        else:
            self.center = rest
            if self.token:
                self.token = False
                self.starter = seat  # [4.6]
                self.note("token", seat, lost=board.lose(len(taken)))
        self.turn = (seat + 1) % len(self.boards)
        if not self.center and not any(self.factories):
            self._give_turn(self.starter)  # [4.7]

    def _draft_counts(self, move: Draft) -> tuple[int, int]:
        """The number of tiles of the color that a draft takes, and of wild ones with them [4.2] to [4.4]."""
        tiles = self.tiles_at(move.source)
        count = tiles.count(move.color)
        if move.color == self.wild:
            return min(1, count), 0  # [4.4]
        return count, min(1, tiles.count(self.wild)) if count else 0  # [4.3]

    def _place(self, seat: Seat, move: Place) -> None:
        board, cost = self.boards[seat], self.cost(move)
        points = board.gain(move)
        self.tower = heap(self.tower + board.lay(move, cost, self.wild))
        board.score += points
        self.note("place", seat, where=f"{self.side}-{move.star}", star=move.star, slot=move.slot, color=move.color,
                  own=cost - move.wilds, wilds=move.wilds, wild=self.wild, points=points)  # fmt: skip
        ornaments = board.newly_surrounded(move)
        for ornament in ornaments:
            where, other = (f"{self.side}-{STARS[star]}" for star in (ornament.star, ornament.spaces[-1][0]))
            self.note("feature", seat, what=ornament.kind, where=where, other=other, n=ornament.tiles)
        self.owed = self._bonus_count(ornaments)
        self._settle_bonus(seat)

    def _take(self, seat: Seat, tiles: str) -> None:
        board = self.boards[seat]
        board.hand = heap(board.hand + tiles)
        self.supply = subtract(self.supply, tiles)
        self.owed = self.owed - len(tiles)
        self.note("bonus", seat, tiles=tiles)
        self._settle_bonus(seat)

    def _bonus_count(self, ornaments: Sequence[Ornament]) -> int:
        """The bonus tiles that these ornaments pay [5.9], at most those in the supply [5.11]."""
        return min(sum(ornament.tiles for ornament in ornaments), len(self.supply))

    def _settle_bonus(self, seat: Seat) -> None:
        """Unless the seat has to choose bonus tiles [5.10], take all that it is owed [5.11] and end the turn."""
        if has_choice(self.supply, self.owed):
            return
        if self.owed:
            self._take(seat, self.supply[: self.owed])
        else:
            self._end_turn()

    def _default_kept(self, seat: Seat) -> str:
        """The tiles that the seat keeps if it has no choice [6.2]; none in the last round [6.4]."""
        return self.boards[seat].hand[:MAX_KEPT] if self.round < ROUNDS else ""

    def _pass(self, seat: Seat, kept: str, *, forced: bool = False) -> None:
        board = self.boards[seat]
        thrown = subtract(board.hand, kept)
        lost = board.lose(len(thrown))  # [6.1]
        board.corners = kept
        board.hand = ""
        board.passed = True
        self.tower = heap(self.tower + thrown)
        self.note("pass", seat, kept=kept, thrown=thrown, n=len(thrown), lost=lost, forced=int(forced))
        self._end_turn()

    def _end_turn(self) -> None:
        ended = all(board.passed for board in self.boards)
        if ended and self.round == ROUNDS:
            self._end_game()
            return
        self.round += ended
        if len(self.supply) < SUPPLY_SIZE and self.bag + self.tower:
            self.phase = FILLING  # [7.1]
        else:
            self._continue_round()

    def _continue_round(self) -> None:
        """After filling the supply, give the turn to the next seat, or go on to the next round if all have passed."""
        if not all(board.passed for board in self.boards):
            self._give_turn((self.turn + 1) % len(self.boards))
        elif self.bag + self.tower:
            self.phase = DEALING
        else:
            self._begin_round()

    def _give_turn(self, first: Seat) -> None:
        """Give the turn to `first` or the next seat that has not passed; if it can only pass, it passes [6.5]."""
        order = [(first + step) % len(self.boards) for step in range(len(self.boards))]
        self.turn = next(seat for seat in order if not self.boards[seat].passed)
        self.phase = PLACING
        if self._is_stuck(self.turn):
            self._pass(self.turn, self._default_kept(self.turn), forced=True)

    def _is_stuck(self, seat: Seat) -> bool:
        """Whether the seat can only pass, without a choice of what to keep [6.5]."""
        board = self.boards[seat]
        choice = self._must_choose_kept(seat) and len(set(board.hand)) > 1  # tiles of one color leave no choice
        return not choice and not board.can_place(self.side, self.wild)

    def _draw_from_stock(self, tiles: str) -> None:
        if len(tiles) > len(self.bag):
            self.note("refill", CHANCE)
            self.bag = heap(self.bag + self.tower)
            self.tower = ""  # [7.3]
        self.bag = subtract(self.bag, tiles)

    def _begin_round(self) -> None:
        for board in self.boards:
            board.hand = board.corners  # [7.6]
            board.corners = ""
            board.passed = False
        self.token = True
        self.turn = self.starter  # [7.5]
        self.phase = DRAFTING
        self.note("round", self.starter, n=self.round, color=self.wild)
        if not any(self.factories):
            self._give_turn(self.starter)  # no tiles to take [7.4]

    def _end_game(self) -> None:
        for seat, board in enumerate(self.boards):
            for goal, points in board.reached_goals(self.board_side):
                board.score += points
                self.note("goal", seat, goal=goal, points=points)
        self.phase = OVER
        self.note("over", CHANCE)

    def scores(self) -> tuple[Score, ...]:
        """Only the points count [1.1]; seats with equal points share a rank [8.4]."""
        return tuple((board.score,) for board in self.boards)

    def ahead(self, seat: Seat) -> Pavilion | None:
        """The position as if the seat were to act now.

        None while bonus tiles are chosen, between rounds, and if the seat has passed or can only pass [6.5].
        """
        if self.phase not in (DRAFTING, PLACING) or self.owed or seat == self.turn:
            return None
        if self.phase == PLACING and (self.boards[seat].passed or self._is_stuck(seat)):
            return None
        view = self.copy()
        view.turn = seat
        view.events = []
        return view

    def once_more(self, seat: Seat) -> Pavilion | None:
        """The position as if the seat were to place again, as it does once all others have passed; None in drafting."""
        return self.ahead(seat) if self.phase == PLACING else None

    def meaning(self, seat: Seat, move: Move) -> dict[str, Fact]:
        """What a move takes, pays and scores, and the wild color, which identifies the round."""
        names = _MEANT_FACTS.get(type(move), ())
        facts = self.facts(seat, move)
        return {"wild": self.wild, **{name: facts[name] for name in names}}

    def outlook(self, seat: Seat) -> int:
        """The points of the seat without those that the end of the game adds or subtracts.

        These are the points for goals [8.2] [8.3], and those for tiles left over [6.4] after a forced pass [6.5].
        """
        score = self.boards[seat].score
        if self.phase != OVER:
            return score
        passes = [event.facts for event in self.events if event.kind == "pass" and event.seat == seat]
        return score - self._goal_points(seat) + sum(int(facts["lost"]) for facts in passes if facts["forced"])

    def worth(self, seat: Seat) -> Score:
        """The points including reached goals; then, as a tie-break, the number of tiles in hand and still to choose."""
        board = self.boards[seat]
        return board.score + (0 if self.phase == OVER else self._goal_points(seat)), len(board.hand) + self.owed

    def _goal_points(self, seat: Seat) -> int:
        return sum(points for _, points in self.boards[seat].reached_goals(self.board_side))

    def domain(self, kind: type[Move]) -> tuple[tuple[Answer, ...], ...]:
        """The possible values of each field: Draft (source, color), Place (star, slot, color, wilds), Take, Keep."""
        if kind is Draft:
            return self.sources, tuple(COLORS)
        if kind is Place:
            return STARS, SLOTS, tuple(COLORS), WILD_COUNTS
        return {Take: (tuple(COLORS),), Keep: (KEPT_HEAPS,), Pass: ()}[kind]

    def facts(self, seat: Seat, move: Move) -> dict[str, Fact]:
        """The fields of the move, and the facts that fill the gaps of texts about it; for draws only the fields.

        Draft: the seat takes `count` tiles of the color and `wilds` tiles of the color `wild`, and leaves the heap
        `rest`; `token` tells whether it takes the start token, which costs `lost` points.
        Place: `where` names the side and the star; `cost` is the number printed on the space, paid with `own` tiles of
        the color and `wilds` tiles of the color `wild`; `points`: one for the tile, and one for each of the tiles that
        it `touches` in its run; `held`: the color of a tile already on the space, "" for none; `bonus`: the number of
        bonus tiles for ornaments that it surrounds, limited by the supply; `what`: the kind of the ornament, "" unless
        there is exactly one.
        Take: `there` is the number of tiles of this color in the supply; `owed`: bonus tiles to choose, with this one.
        Pass and Keep: the heaps `kept` and `thrown`; the number `n` of thrown tiles; `lost` points; `chosen`: whether
        the seat chooses what to keep.
        """
        common = super().facts(seat, move)
        match move:
            case Draft():
                return common | self._facts_of_draft(seat, move)
            case Place():
                return common | self._facts_of_place(seat, move)
            case Take(tile):
                return common | {"there": self.supply.count(tile), "owed": self.owed}
            case Keep(kept):
                return common | self._facts_of_pass(seat, heap(kept))
            case Pass():
                return common | self._facts_of_pass(seat, self._default_kept(seat))
        return common

    def _facts_of_draft(self, seat: Seat, move: Draft) -> dict[str, Fact]:
        count, wilds = self._draft_counts(move)
        rest = subtract(self.tiles_at(move.source), move.color * count + self.wild * wilds)
        token = move.source == CENTER and self.token
        lost = self.boards[seat].loss(count + wilds) if token else 0
        return {"count": count, "wilds": wilds, "wild": self.wild, "rest": rest, "token": token, "lost": lost}

    def _facts_of_place(self, seat: Seat, move: Place) -> dict[str, Fact]:
        board, cost = self.boards[seat], self.cost(move)
        ornaments = board.newly_surrounded(move)
        points = board.gain(move)
        return {
            "slot": move.slot, "wilds": move.wilds, "where": f"{self.side}-{move.star}", "cost": cost,
            "own": max(0, cost - move.wilds), "wild": self.wild, "points": points,
            "touches": points - 1,
            "held": board.stars[STARS.index(move.star)][move.slot - 1].strip(EMPTY),
            "bonus": self._bonus_count(ornaments),
            "what": ornaments[0].kind if len(ornaments) == 1 else "",
        }  # fmt: skip

    def _facts_of_pass(self, seat: Seat, kept: str) -> dict[str, Fact]:
        board = self.boards[seat]
        thrown = subtract(board.hand, kept)
        count = len(thrown)
        chosen = self._must_choose_kept(seat)
        return {"kept": kept, "thrown": thrown, "n": count, "lost": board.loss(count), "chosen": chosen}

    def copy(self) -> Pavilion:
        """Return an independent copy; written by hand for speed, because a search copies at every step."""
        copied = object.__new__(Pavilion)
        vars(copied).update(vars(self))
        copied.boards = [board.copy() for board in self.boards]
        copied.factories = self.factories[:]
        copied.events = self.events[:]
        return copied


def start(seats: int, options: Options, first: Seat) -> Pavilion:
    """The opening: empty boards and all tiles in the bag; chance fills the supply, then the factories [3.1]."""
    boards = [Board(passed=True) for _ in range(seats)]  # as between rounds: the deal and a new round follow
    bag = "".join(color * TILES_PER_COLOR for color in COLORS)
    middle = [""] * factory_count(seats)
    return Pavilion(boards, middle, bag=bag, phase=FILLING, side=options["side"], starter=first, turn=first)
