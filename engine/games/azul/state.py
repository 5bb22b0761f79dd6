"""Azul: its rules; numbers in brackets are paragraphs of `data/rules/azul.md`. Knows no people and no words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from engine.core import CHANCE, Answer, Fact, Move, Options, Score, Seat, State
from engine.games.azul.board import Board, Landing
from engine.games.azul.moves import (
    CENTER,
    FLOOR,
    FORCED,
    LETTERS,
    LINES,
    SOURCES,
    Deal,
    Draft,
    Plan,
    drafts,
    drawn,
    refuses_deal,
)
from engine.games.azul.sets import (
    BONUS,
    COLORS,
    COST,
    EMPTY,
    FILL,
    HOUSES,
    MARKER,
    SIZE,
    SPACES,
    STALL,
    TILES,
    WALLS,
    House,
    Ruleset,
    Sum,
    Tiebreak,
    Wall,
    column,
    complete,
    complete_columns,
    complete_rows,
    displays,
    final_points,
    heap,
    without,
)
from engine.games.azul.tiling import NONE, chooses, facts_of_plan, open_columns, possible_plans, refuses_plan

HIDDEN = "?"  # the plan of another seat
WIDTH = 18  # characters for each board in the plain text


@dataclass
class Azul(State):
    """A position of Azul. With no tile on displays and center, chance deals or seats plan.

    {"boards": [{"lines": ["", "BB", "", "", ""], "wall": ["B....", ".....", ".....", ".....", "....."],
                 "floor": "MR", "score": 1, "spilled": 0}, ...],
     "displays": ["BBYR", "", "", "", ""], "center": "RRK", "bag": "BBB...", "lid": "", "turn": 0, "starter": 0,
     "round": 2, "stall": 0, "over": false, "tiebreak": "tiles", "wall": "colored", "rules": "official",
     "sum": "literal", "plans": []}

    Events and their facts; rows, columns and rounds count from 1:
    `round` (`n`) begins; `refill`: the lid went into the bag; `over`; `stall` or `exhausted` tell why before it.
    `draft` (`source`, `color`, `line`, `count` tiles, of which `fell` to the floor, and of these `lid` found no space),
    `marker` is taken, `lid` (`n` tiles of the draft found no space).
    `plan` is in; `place` (`color`, `row`, `column`, `points`) of a tile on the wall; `fall` (`color`, `row`, `count`
    tiles, of which `lid` found no space) of a line without a column; `last_round` (`row` or `column` is complete).
    `floor` (`points` lost for `spaces`); `bonus` (`points` for `n` complete `what`: "rows", "columns" or "colors").
    """

    MAY_FALL = frozenset({"falls"})

    boards: list[Board]  # one a seat, see Board
    displays: list[str]  # a heap each ("BBYR"), display 1 first, "" is empty
    center: str
    """A heap, with "M" last while the marker lies there. The marker is nowhere while its taker's floor was full:
    `starter` remembers it [4.10]. Where it is handed on it lies on the floor of `starter`; after the end it is nowhere
    [8.2].
    """
    bag: str  # a heap, so its order tells nothing
    lid: str = ""  # a heap
    turn: Seat = 0  # the seat to draft
    starter: Seat = 0  # the seat that starts the next round, or this one where the marker is handed on
    round: int = 1  # from 1
    stall: int = 0  # rounds in a row in which nobody moved a tile to a wall
    over: bool = False  # the final bonuses are in the scores
    tiebreak: Tiebreak = Tiebreak.TILES  # an option, as the next three
    wall: str = "colored"  # the key of a side of the boards
    rules: Ruleset = Ruleset.OFFICIAL  # those of which house
    sum: Sum = Sum.LITERAL  # how these read the points of a tile
    plans: tuple[str, ...] = ()
    """One a seat while somebody owes a plan or may change it, else empty; "-d--a" is a plan, "" is owed, "-----" is
    that of a seat without a choice, "?" one that is in but secret: only views have it [5.12].
    """

    def __post_init__(self) -> None:
        self.displays = [heap(display) for display in self.displays]
        self.center = heap(self.center)
        self.bag = heap(self.bag)
        self.lid = heap(self.lid)

    def __str__(self) -> str:
        """Displays and center, then the boards side by side, each "#seat" with its points, ">" before the seat to act.

        While columns are chosen their letters stand above the walls.
        """
        shown = [f"{at}:{display.ljust(FILL, EMPTY)}" for at, display in enumerate(self.displays, 1)]
        letters = LETTERS if self.plans else ""
        acting = self.to_act()
        heads = (f"{' >'[seat in acting]}#{seat + 1}  {board.score}" for seat, board in enumerate(self.boards))
        boards = [board.drawn(head.ljust(SIZE + 4) + letters) for head, board in zip(heads, self.boards, strict=True)]
        rows = ["".join(row.ljust(WIDTH) for row in side).rstrip() for side in zip(*boards, strict=True)]
        return "\n".join(["  ".join([*shown, f"C:{self.center}"]), *rows])

    @property
    def side(self) -> Wall:
        """The side of the boards."""
        return WALLS[self.wall]

    @property
    def house(self) -> House:
        """The rules of the house."""
        return HOUSES[self.rules, self.sum]

    def to_act(self) -> tuple[Seat, ...]:
        """The seat that drafts, then all that owe a plan at once [5.12]; chance between rounds.

        In a view where nobody owes a plan any more, those whose plan is hidden are to tell it.
        """
        if self.over:
            return ()
        if self.offered():
            return (self.turn,)
        owed = "" if "" in self.plans else HIDDEN
        return tuple(seat for seat, plan in enumerate(self.plans) if plan == owed) or (CHANCE,)

    def offered(self) -> bool:
        """Whether a tile is left on the displays or in the center; the marker alone is none [4.11]."""
        return self.center not in ("", MARKER) or any(self.displays)

    def tiles_of(self, source: str) -> str:
        """The tiles of a source, without the marker; "" for a display that this table does not have."""
        if source == CENTER:
            return self.center.rstrip(MARKER)
        at = int(source) - 1
        return self.displays[at] if at < len(self.displays) else ""

    def moves(self, seat: Seat) -> list[Move]:
        """Drafts by source, then color, then line, the floor last; plans by column, the top row first."""
        if seat in range(len(self.plans)) and self.plans[seat] != NONE:  # a choice of columns, made or not
            board = self.boards[seat]
            return [Plan(*letters) for letters in possible_plans(self.side, board.lines, board.wall)]
        if self.over or seat != self.turn:
            return []
        return drafts(self.displays, self.center, self.boards[seat].open_lines())

    def refuses(self, seat: Seat, move: Move) -> str | None:
        """[4.1] to [4.7] for a draft, [5.2] to [5.12] for a plan, [6.1] to [6.3] for a deal, [7.6] after the end."""
        if self.over:
            return "7.6"
        match move:
            case Draft():
                return self._refuses_draft(seat, move)
            case Plan():
                return self._refuses_plan(seat, move)
            case Deal():
                return self._refuses_deal(seat, move)
        return "4.1"

    def _refuses_draft(self, seat: Seat, move: Draft) -> str | None:
        if not self.offered():
            return "5.12" if self.plans else "6.1"
        if seat != self.turn:
            return "4.1"
        if move.color not in self.tiles_of(move.source):
            return "4.2"
        if move.line == FLOOR:
            return None  # always open [4.8]
        return self.boards[seat].refuses(int(move.line) - 1, move.color)

    def _refuses_plan(self, seat: Seat, move: Plan) -> str | None:
        if seat not in range(len(self.plans)):
            return "5.12"
        if self.plans[seat] == NONE:
            return "5.10"
        board = self.boards[seat]
        return refuses_plan(self.side, board.lines, board.wall, move.columns)

    def _refuses_deal(self, seat: Seat, move: Deal) -> str | None:
        if self.plans:
            return "5.12"
        if seat != CHANCE or self.offered():
            return "4.1"  # it is the turn of a seat, or not that of this one
        return refuses_deal(move.displays, len(self.displays), self.bag, self.lid)

    def draw(self, rng: Random) -> Move:
        """A deal, tile by tile from the bag, then from the lid [6.1] [6.2]."""
        return drawn(rng, len(self.displays), self.bag, self.lid)

    def perform(self, seat: Seat, move: Move) -> None:
        """Draft, plan or deal; after the last draft and plan walls are tiled and the next round or the end prepared."""
        if isinstance(move, Draft):
            self._draft(seat, move)
            self.turn = (seat + 1) % len(self.boards)
            if not self.offered():  # whoever has a choice owes a plan; nobody else is asked [5.10]
                owed = [chooses(self.side, board.lines, board.wall) for board in self.boards]
                self.plans = tuple("" if asked else NONE for asked in owed)
                self._reveal()
        elif isinstance(move, Plan):
            self.plans = (*self.plans[:seat], move.columns, *self.plans[seat + 1 :])
            self.note("plan", seat)
            self._reveal()
        elif isinstance(move, Deal):
            self._deal(move.displays)

    def _deal(self, dealt: tuple[str, ...]) -> None:
        tiles = "".join(dealt)
        if len(tiles) > len(self.bag):
            self.note("refill", CHANCE)
            self.bag = heap(self.bag + self.lid)
            self.lid = ""
        self.displays = list(dealt)
        self.bag = without(self.bag, tiles)
        self.note("round", self.turn, n=self.round)

    def _draft(self, seat: Seat, move: Draft) -> None:
        board = self.boards[seat] = self.boards[seat].copy()
        count, fits, lid, marker, floor = self.landing(seat, move)
        source, color, line = move.source, move.color, move.line
        self.note("draft", seat, source=source, color=color, count=count, line=line, fell=count - fits, lid=lid)
        if source == CENTER:
            self.center = self.center.replace(color, "").rstrip(MARKER)
        else:
            at = int(source) - 1
            if rest := self.displays[at].replace(color, ""):
                self.center = heap(self.center + rest)  # [4.3]
            self.displays[at] = ""
        if marker:
            self.starter = seat
            self.note("marker", seat)
        if fits:
            board.lines[int(line) - 1] += color * fits
        board.floor = floor
        if lid:
            self.lid = heap(self.lid + color * lid)
            self.note("lid", seat, n=lid)

    def _reveal(self) -> None:
        """Ends the round once every plan is in and known; in a view with hidden plans it goes on [5.12]."""
        if all(self.plans) and HIDDEN not in self.plans:
            self._end_round()

    def _end_round(self) -> None:
        """Tiles and charges every seat by the plans, then prepares the next round or the end."""
        self.boards = [board.copy() for board in self.boards]
        placed = [self._tile(seat, plan) for seat, plan in enumerate(self.plans)]
        self.lid = heap(self.lid)
        self.plans = ()
        self.stall = 0 if any(placed) else self.stall + 1
        if self.stall == STALL:
            self.note("stall", CHANCE)
        ended = any(self.ends(board.wall) for board in self.boards)
        exhausted = not ended and not self.bag + self.lid
        if exhausted:
            self.note("exhausted", CHANCE)
        last = ended or self.stall == STALL or exhausted  # [7.1] [7.5] [7.4]
        if last and self.house.marker_passes:  # nobody gets it [8.2]
            self.turn = self.starter
        else:
            self.lay_marker(self._next_starter())
        if last:
            self._finish()
        else:
            self.round += 1

    def ends(self, wall: list[str]) -> bool:
        """Whether a wall ends the game after this round: by a complete row [7.1], or a column [8.3]."""
        return complete_rows(wall) > 0 or (self.house.column_ends and complete_columns(wall) > 0)

    def _tile(self, seat: Seat, plan: str) -> int:
        """Tiles the wall of a seat, charges and clears its floor; the number of tiles that went to the wall [5.1]."""
        board, placed = self.boards[seat], 0
        for row, color, at, points, lid in board.tile(self.side, self.house, plan):
            self.lid += color * lid
            if at is None:
                self.note("fall", seat, color=color, row=row + 1, count=row + 1, lid=lid)
                continue
            placed += 1
            board.score += points
            self.note("place", seat, color=color, row=row + 1, column=at + 1, points=points)
            if EMPTY not in board.wall[row]:
                self.note("last_round", seat, row=row + 1)
            if self.house.column_ends and EMPTY not in column(board.wall, at):
                self.note("last_round", seat, column=at + 1)
        self._sweep(seat)
        return placed

    def _sweep(self, seat: Seat) -> None:
        board = self.boards[seat]
        board.spilled = len(board.floor)
        lost = min(board.score, COST[board.spilled])  # never below 0 [5.5]
        if lost:
            board.score -= lost
            self.note("floor", seat, points=lost, spaces=board.spilled)
        self.lid += board.floor.replace(MARKER, "")  # [5.6]
        board.floor = ""

    def _next_starter(self) -> Seat:
        """Whoever took the marker starts the next round [6.4]; where it is handed on, the next seat does [8.2]."""
        return (self.starter + 1) % len(self.boards) if self.house.marker_passes else self.starter

    def lay_marker(self, starter: Seat) -> None:
        """A round begins: the marker lies in the center [5.6], or first on the floor of the seat that starts [8.2]."""
        self.turn = self.starter = starter
        if self.house.marker_passes:
            self.boards[starter].floor = MARKER
        else:
            self.center = MARKER

    def _finish(self) -> None:
        for seat, board in enumerate(self.boards):
            for what, n in complete(board.wall).items():
                if n:
                    board.score += n * BONUS[what]
                    self.note("bonus", seat, what=what, n=n, points=n * BONUS[what])
        self.over = True
        self.note("over", CHANCE)

    def landing(self, seat: Seat, move: Draft) -> Landing:
        """Where the tiles of a draft, legal or not, come to lie."""
        marker = move.source == CENTER and MARKER in self.center
        return self.boards[seat].landing(move.color, self.tiles_of(move.source).count(move.color), move.line, marker)

    def scores(self) -> tuple[Score, ...]:
        """Points [1.1], then by `tiebreak`: "tiles" on the wall and fewer floor spaces, or complete "rows" [7.3]."""
        if self.tiebreak == Tiebreak.ROWS:
            return tuple((board.score, complete(board.wall)["rows"]) for board in self.boards)
        return tuple((board.score, board.tiles(), -board.spilled) for board in self.boards)

    def outlook(self, seat: Seat) -> int:
        """The points if the round ended now; tiles without a plan go where they score most.

        After the end they are what they were if the game went on: without the final points [7.2], and with the cost of
        the marker for the seat that would start the next round [8.2].
        """
        if not self.over:
            return max(0, self.worth(seat)[1])
        board = self.boards[seat]
        marked = self.house.marker_passes and seat == self._next_starter()
        return max(0, board.score - final_points(board.wall) - COST[marked])

    def gain(self, seat: Seat, move: Move) -> int:
        """Of a plan the points of its tiles, because the outlook counts the best columns before any is chosen."""
        if not isinstance(move, Plan):
            return super().gain(seat, move)
        return sum(tiling.points for tiling in self.boards[seat].copy().tile(self.side, self.house, move.columns))

    def shared_gain(self, seat: Seat, moves: Sequence[Move]) -> int:
        """Of plans the points of the rows above the first one in which they differ."""
        plans = [move.columns for move in moves if isinstance(move, Plan)]
        if not plans:
            return super().shared_gain(seat, moves)
        rows = enumerate(zip(*plans, strict=True))
        chosen = next((row for row, letters in rows if len(set(letters)) > 1), len(plans[0]))
        return self._points_above(seat, plans[0], chosen)

    def partial_gain(self, seat: Seat, move: Move, answers: int) -> int:
        """Of a plan the points of so many rows from the top."""
        return self._points_above(seat, move.columns, answers) if isinstance(move, Plan) else 0

    def _points_above(self, seat: Seat, plan: str, row: int) -> int:
        """What a plan scores in the rows above a 0-based one."""
        tiled = self.boards[seat].copy().tile(self.side, self.house, plan)
        return sum(tiling.points for tiling in tiled if tiling.row < row)

    def worth(self, seat: Seat) -> Score:
        """The points if the round ended now, final points counted after the end, then the same without stopping at 0.

        So a robot without points avoids the floor too.
        """
        board = self.boards[seat].copy()
        known = self.plans and self.plans[seat] not in ("", HIDDEN)
        tiled = board.tile(self.side, self.house, self.plans[seat] if known else NONE)
        points = board.score + sum(one.points for one in tiled) - COST[len(board.floor)]  # now with lines that fell
        return max(0, points), points

    def view(self, seat: Seat | None) -> Azul:
        """The plans of others are hidden; who has chosen and who has no choice is open to see [5.12]."""
        if not any(self.plans):
            return self
        seen = self.copy()
        secret = (bool(plan.strip(FORCED)) and at != seat for at, plan in enumerate(self.plans))
        seen.plans = tuple(HIDDEN if hide else plan for hide, plan in zip(secret, self.plans, strict=True))
        return seen

    def preparation_view(self, seat: Seat) -> Azul | None:
        """As if the seat were to draft now; None between rounds, while columns are chosen, and after the end."""
        if self.over or not self.offered() or seat in self.to_act():
            return None
        seen = self.copy()
        seen.turn = seat
        seen.events = []
        return seen

    def meaning(self, seat: Seat, move: Move) -> dict[str, Fact]:
        """Of a draft: what is taken from where, in which round, to which line, and how many tiles fall."""
        if not isinstance(move, Draft):
            return super().meaning(seat, move)
        landing = self.landing(seat, move)
        drafted = {"source": move.source, "color": move.color, "line": move.line}
        taken = {"round": self.round, "count": landing.taken, "marker": landing.marker}
        return {**drafted, **taken, "falls": landing.falls}

    def guess(self, seat: Seat, rng: Random) -> Azul:
        """Every hidden plan of others replaced by a possible one, by lot, while somebody still owes a plan."""
        if HIDDEN not in self.plans or "" not in self.plans:
            return self
        full = self.copy()
        for at, plan in enumerate(self.plans):
            if plan == HIDDEN and at != seat:
                board = self.boards[at]
                possible = rng.choice(possible_plans(self.side, board.lines, board.wall))
                full.plans = (*full.plans[:at], possible, *full.plans[at + 1 :])
        return full

    def domain(self, kind: type[Move]) -> tuple[tuple[Answer, ...], ...]:
        """Of a draft: the sources of this table, the colors, the lines and the floor. Of a plan: columns, or none."""
        if kind is Plan:
            return (tuple(LETTERS + FORCED),) * SIZE
        if kind is not Draft:
            return super().domain(kind)
        return (*SOURCES[: len(self.displays)], CENTER), tuple(COLORS), tuple(LINES)

    def facts(self, seat: Seat, move: Move) -> dict[str, Fact]:
        """What fills the gaps of texts about a move: of a plan see `facts_of_plan`, of a draft these.

        `count` tiles, `fits` of them into the line, `falls` beside it (`lid` of these to the lid); `size` and `filled`
        of the line or floor afterwards, `full` if equal; `barred`: the line is full but no column of its row is open
        to the color any more, so that it will fall [5.11]. `marker` comes along; `held`: the color in the line, "" if
        none; `cost`: what the floor costs more; `rest`: the heap that moves to the center.
        """
        board = self.boards[seat]
        known = super().facts(seat, move)
        if isinstance(move, Plan):
            return known | facts_of_plan(self.side, board.lines, board.wall, move.columns)
        if not isinstance(move, Draft):
            return known
        landing = self.landing(seat, move)
        floor = len(landing.floor)
        if move.line == FLOOR:
            line = ""
            size = SPACES
            filled = floor
            barred = False
        else:
            row = int(move.line) - 1
            line = board.lines[row]
            size = row + 1
            filled = len(line) + landing.fits
            barred = filled == size and not open_columns(self.side, board.wall, row, move.color)
        rest = "" if move.source == CENTER else self.tiles_of(move.source).replace(move.color, "")
        return known | {
            "count": landing.taken, "fits": landing.fits, "falls": landing.falls, "lid": landing.lid,
            "size": size, "filled": filled, "full": filled == size, "barred": barred,
            "marker": landing.marker, "held": line[:1], "cost": COST[floor] - COST[len(board.floor)], "rest": rest,
        }  # fmt: skip

    def position_after(self, seat: Seat, move: Move) -> Azul:
        """As in every game. Boards are shared with this position until they change, because search asks for many."""
        later = object.__new__(Azul)
        later.__dict__ = vars(self).copy()
        later.boards = self.boards[:]
        later.displays = self.displays[:]
        later.events = []
        later.perform(seat, move)
        return later

    def copy(self) -> Azul:
        """An independent copy; by hand, because search copies at every step."""
        twin = object.__new__(Azul)
        vars(twin).update(vars(self))
        twin.boards = [board.copy() for board in self.boards]
        twin.displays = self.displays[:]
        twin.events = self.events[:]
        return twin


def start(seats: int, options: Options, first: Seat) -> Azul:
    """The opening: empty boards, all tiles in the bag, the marker at its place; chance deals [3.1]."""
    boards = [Board() for _ in range(seats)]
    bag = "".join(color * TILES for color in COLORS)
    opening = Azul(boards, [""] * displays(seats), "", bag, wall=options["wall"])
    opening.rules = Ruleset(options["rules"])
    opening.sum = Sum(options["sum"])
    opening.tiebreak = Tiebreak(options["tiebreak"])
    opening.lay_marker(first)
    return opening
