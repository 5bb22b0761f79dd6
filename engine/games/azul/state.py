"""The rules of Azul. Numbers in brackets are paragraphs of `data/rules/azul.md`. Independent of people and texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from engine.core import CHANCE, Answer, Fact, Move, Options, Score, Seat, State
from engine.games.azul.board import Board, Landing
from engine.games.azul.moves import (
    CENTER_SOURCE,
    COLUMN_LETTERS,
    FLOOR_LINE,
    LINE_LETTERS,
    NO_CHOICE,
    SOURCE_LETTERS,
    Deal,
    Draft,
    Plan,
    drafts,
    draw_deal,
    refuses_deal,
)
from engine.games.azul.sets import (
    BOARD_SIZE,
    COLORS,
    EMPTY_CELL,
    FINAL_BONUSES,
    FLOOR_COSTS,
    FLOOR_SPACES,
    HOUSE_RULES,
    MARKER,
    STALL_ROUNDS,
    TILES_PER_COLOR,
    TILES_PER_DISPLAY,
    WALL_SIDES,
    HouseRules,
    Ruleset,
    SumRule,
    Tiebreak,
    WallSide,
    column,
    count_complete,
    count_complete_columns,
    count_complete_rows,
    display_count,
    final_points,
    heap,
    remove_tiles,
)
from engine.games.azul.tiling import (
    NO_CHOICE_PLAN,
    facts_of_plan,
    has_choice,
    open_columns,
    possible_plans,
    refuses_plan,
)

HIDDEN_PLAN = "?"  # in a view: the secret plan of another seat
BOARD_TEXT_WIDTH = 18  # characters per board


@dataclass
class Azul(State):
    """A position of Azul. When no tile is left to draft, seats choose plans, then chance deals.

    {"boards": [{"lines": ["", "BB", "", "", ""], "wall": ["B....", ".....", ".....", ".....", "....."],
                 "floor": "MR", "score": 1, "spilled": 0}, ...],
     "displays": ["BBYR", "", "", "", ""], "center": "RRK", "bag": "BBB...", "lid": "", "turn": 0, "starter": 0,
     "round": 2, "stall": 0, "over": false, "tiebreak": "tiles", "wall": "colored", "rules": "official",
     "sum": "literal", "plans": []}

    Events and their facts; rows, columns and rounds count from 1:
    `round` (`n`) begins; `refill`: the lid went into the bag; `over`, after `stall` or `exhausted` if that is why.
    `draft` (`source`, `color`, `line`, `count` tiles, of which `fell` to the floor, and of these `lid` found no space),
    `marker` is taken; `lid` (`n` tiles of the draft found no space).
    `plan` is chosen; `place` (`color`, `row`, `column`, `points`) of a tile on the wall; `fall` (`color`, `row`,
    `count` tiles, of which `lid` found no space) of a line without a column; `last_round` (`row` or `column` is
    complete).
    `floor` (`points` lost for `spaces`); `bonus` (`points` for `n` complete `what`: "rows", "columns" or "colors").
    """

    MAY_FALL = frozenset({"falls"})

    boards: list[Board]  # one per seat
    displays: list[str]  # heaps ("BBYR"), display 1 first, "" is empty
    center: str
    """A heap, with "M" last while the marker is there. If the seat that took it had a full floor, the marker is
    nowhere and only `starter` tells who took it [4.10]. If players pass the marker on, it is on the floor of `starter`
    until the game ends [8.2].
    """
    bag: str  # a heap: it is sorted, so that it does not reveal future draws
    lid: str = ""  # a heap
    turn: Seat = 0  # the seat that drafts
    starter: Seat = 0  # the seat that starts the next round, or this round if players pass the marker on [8.2]
    round: int = 1  # from 1
    stall: int = 0  # consecutive rounds in which no tile went to a wall
    over: bool = False  # whether the game is over; the scores then include the final bonuses
    tiebreak: Tiebreak = Tiebreak.TILES  # an option, like the next three
    wall: str = "colored"  # the key of the wall side
    rules: Ruleset = Ruleset.OFFICIAL  # official or a house rule
    sum: SumRule = SumRule.LITERAL  # how a run of one tile is scored [8.4]
    plans: tuple[str, ...] = ()
    """One per seat while a plan is missing or may be changed, else empty. "-d--a" is a plan, "" a missing plan, "-----"
    the plan of a seat without a choice, "?" a secret plan, which occurs only in views [5.12].
    """

    def __post_init__(self) -> None:
        self.displays = [heap(display) for display in self.displays]
        self.center = heap(self.center)
        self.bag = heap(self.bag)
        self.lid = heap(self.lid)

    def __str__(self) -> str:
        """Return displays and center, then the boards side by side, each with "#seat" and points.

        ">" marks the seats to act. While seats choose columns, the letters of the columns are above the walls.
        """
        shown = [
            f"{number}:{display.ljust(TILES_PER_DISPLAY, EMPTY_CELL)}"
            for number, display in enumerate(self.displays, 1)
        ]
        letters = COLUMN_LETTERS if self.plans else ""
        acting = self.to_act()
        heads = (f"{' >'[seat in acting]}#{seat + 1}  {board.score}" for seat, board in enumerate(self.boards))
        boards = [
            board.text_lines(head.ljust(BOARD_SIZE + 4) + letters)
            for head, board in zip(heads, self.boards, strict=True)
        ]
        rows = ["".join(row.ljust(BOARD_TEXT_WIDTH) for row in side).rstrip() for side in zip(*boards, strict=True)]
        return "\n".join(["  ".join([*shown, f"C:{self.center}"]), *rows])

    @property
    def wall_side(self) -> WallSide:
        """The side of the boards."""
        return WALL_SIDES[self.wall]

    @property
    def house_rules(self) -> HouseRules:
        """The house rules."""
        return HOUSE_RULES[self.rules, self.sum]

    def to_act(self) -> tuple[Seat, ...]:
        """Return the seat that drafts, or all seats that still must choose a plan [5.12], or chance between rounds.

        In a view in which all plans are chosen, return the seats whose plans are hidden: they must be revealed.
        """
        if self.over:
            return ()
        if self.has_offers():
            return (self.turn,)
        owed = "" if "" in self.plans else HIDDEN_PLAN
        return tuple(seat for seat, plan in enumerate(self.plans) if plan == owed) or (CHANCE,)

    def has_offers(self) -> bool:
        """Whether a tile is left on the displays or in the center; the marker is not a tile [4.11]."""
        return self.center not in ("", MARKER) or any(self.displays)

    def tiles_at(self, source: str) -> str:
        """Return the tiles of a source, without the marker; "" for a display that this game does not use."""
        if source == CENTER_SOURCE:
            return self.center.rstrip(MARKER)
        index = int(source) - 1
        return self.displays[index] if index < len(self.displays) else ""

    def moves(self, seat: Seat) -> list[Move]:
        """Return drafts in order of source, color and line, the floor last; plans by columns, the top row first."""
        if (
            seat in range(len(self.plans)) and self.plans[seat] != NO_CHOICE_PLAN
        ):  # the seat has a choice of columns, perhaps already made
            board = self.boards[seat]
            return [Plan(*letters) for letters in possible_plans(self.wall_side, board.lines, board.wall)]
        if self.over or seat != self.turn:
            return []
        return drafts(self.displays, self.center, self.boards[seat].open_lines())

    def refuses(self, seat: Seat, move: Move) -> str | None:
        """Check drafts by [4.1] to [4.7], plans by [5.2] to [5.12], deals by [6.1] to [6.3], the end by [7.6]."""
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
        if not self.has_offers():
            return "5.12" if self.plans else "6.1"
        if seat != self.turn:
            return "4.1"
        if move.color not in self.tiles_at(move.source):
            return "4.2"
        if move.line == FLOOR_LINE:
            return None  # tiles may always go to the floor [4.8]
        return self.boards[seat].refuses(int(move.line) - 1, move.color)

    def _refuses_plan(self, seat: Seat, move: Plan) -> str | None:
        if seat not in range(len(self.plans)):
            return "5.12"
        if self.plans[seat] == NO_CHOICE_PLAN:
            return "5.10"
        board = self.boards[seat]
        return refuses_plan(self.wall_side, board.lines, board.wall, move.columns)

    def _refuses_deal(self, seat: Seat, move: Deal) -> str | None:
        if self.plans:
            return "5.12"
        if seat != CHANCE or self.has_offers():
            return "4.1"  # it is not the turn of chance, or `seat` is not chance
        return refuses_deal(move.displays, len(self.displays), self.bag, self.lid)

    def draw(self, rng: Random) -> Move:
        """Draw a deal from the bag, then from the lid [6.1] [6.2]."""
        return draw_deal(rng, len(self.displays), self.bag, self.lid)

    def perform(self, seat: Seat, move: Move) -> None:
        """Make a draft, plan or deal. After the last draft and plan, tile the walls and end the round."""
        if isinstance(move, Draft):
            self._draft(seat, move)
            self.turn = (seat + 1) % len(self.boards)
            if not self.has_offers():  # only seats with a choice must choose a plan [5.10]
                owed = [has_choice(self.wall_side, board.lines, board.wall) for board in self.boards]
                self.plans = tuple("" if asked else NO_CHOICE_PLAN for asked in owed)
                self._end_round_if_planned()
        elif isinstance(move, Plan):
            self.plans = (*self.plans[:seat], move.columns, *self.plans[seat + 1 :])
            self.note("plan", seat)
            self._end_round_if_planned()
        elif isinstance(move, Deal):
            self._deal(move.displays)

    def _deal(self, dealt: tuple[str, ...]) -> None:
        tiles = "".join(dealt)
        if len(tiles) > len(self.bag):
            self.note("refill", CHANCE)
            self.bag = heap(self.bag + self.lid)
            self.lid = ""
        self.displays = list(dealt)
        self.bag = remove_tiles(self.bag, tiles)
        self.note("round", self.turn, n=self.round)

    def _draft(self, seat: Seat, move: Draft) -> None:
        board = self.boards[seat] = self.boards[seat].copy()
        count, fits, lid, marker, floor = self.landing(seat, move)
        source, color, line = move.source, move.color, move.line
        self.note("draft", seat, source=source, color=color, count=count, line=line, fell=count - fits, lid=lid)
        if source == CENTER_SOURCE:
            self.center = self.center.replace(color, "").rstrip(MARKER)
        else:
            index = int(source) - 1
            if rest := self.displays[index].replace(color, ""):
                self.center = heap(self.center + rest)  # [4.3]
            self.displays[index] = ""
        if marker:
            self.starter = seat
            self.note("marker", seat)
        if fits:
            board.lines[int(line) - 1] += color * fits
        board.floor = floor
        if lid:
            self.lid = heap(self.lid + color * lid)
            self.note("lid", seat, n=lid)

    def _end_round_if_planned(self) -> None:
        """End the round if all plans are known; a view with hidden plans waits for them [5.12]."""
        if all(self.plans) and HIDDEN_PLAN not in self.plans:
            self._end_round()

    def _end_round(self) -> None:
        """Tile the walls by the plans, subtract the costs of the floors, and prepare the next round or end the game."""
        self.boards = [board.copy() for board in self.boards]
        placed = [self._tile_board(seat, plan) for seat, plan in enumerate(self.plans)]
        self.lid = heap(self.lid)
        self.plans = ()
        self.stall = 0 if any(placed) else self.stall + 1
        if self.stall == STALL_ROUNDS:
            self.note("stall", CHANCE)
        ended = any(self.ends_game(board.wall) for board in self.boards)
        exhausted = not ended and not self.bag + self.lid
        if exhausted:
            self.note("exhausted", CHANCE)
        last = ended or self.stall == STALL_ROUNDS or exhausted  # [7.1] [7.5] [7.4]
        if last and self.house_rules.marker_passes:  # nobody gets the marker after the last round [8.2]
            self.turn = self.starter
        else:
            self.lay_marker(self._next_starter())
        if last:
            self._finish()
        else:
            self.round += 1

    def ends_game(self, wall: list[str]) -> bool:
        """Whether a wall ends the game after this round: by a complete row [7.1] or column [8.3]."""
        return count_complete_rows(wall) > 0 or (self.house_rules.column_ends and count_complete_columns(wall) > 0)

    def _tile_board(self, seat: Seat, plan: str) -> int:
        """Tile the wall of a seat, score and clear its floor; return how many tiles were placed on the wall [5.1]."""
        board, placed = self.boards[seat], 0
        for row, color, column_index, points, lid in board.tile_wall(self.wall_side, self.house_rules, plan):
            self.lid += color * lid
            if column_index is None:
                self.note("fall", seat, color=color, row=row + 1, count=row + 1, lid=lid)
                continue
            placed += 1
            board.score += points
            self.note("place", seat, color=color, row=row + 1, column=column_index + 1, points=points)
            if EMPTY_CELL not in board.wall[row]:
                self.note("last_round", seat, row=row + 1)
            if self.house_rules.column_ends and EMPTY_CELL not in column(board.wall, column_index):
                self.note("last_round", seat, column=column_index + 1)
        self._sweep(seat)
        return placed

    def _sweep(self, seat: Seat) -> None:
        board = self.boards[seat]
        board.spilled = len(board.floor)
        lost = min(board.score, FLOOR_COSTS[board.spilled])  # points never fall below 0 [5.5]
        if lost:
            board.score -= lost
            self.note("floor", seat, points=lost, spaces=board.spilled)
        self.lid += board.floor.replace(MARKER, "")  # [5.6]
        board.floor = ""

    def _next_starter(self) -> Seat:
        """Return the seat that took the marker [6.4], or the next seat if players pass the marker on [8.2]."""
        return (self.starter + 1) % len(self.boards) if self.house_rules.marker_passes else self.starter

    def lay_marker(self, starter: Seat) -> None:
        """Begin a round: put the marker in the center [5.6], or on the floor of the seat that starts [8.2]."""
        self.turn = self.starter = starter
        if self.house_rules.marker_passes:
            self.boards[starter].floor = MARKER
        else:
            self.center = MARKER

    def _finish(self) -> None:
        for seat, board in enumerate(self.boards):
            for what, n in count_complete(board.wall).items():
                if n:
                    board.score += n * FINAL_BONUSES[what]
                    self.note("bonus", seat, what=what, n=n, points=n * FINAL_BONUSES[what])
        self.over = True
        self.note("over", CHANCE)

    def landing(self, seat: Seat, move: Draft) -> Landing:
        """Return where the tiles of a draft, legal or not, go."""
        marker = move.source == CENTER_SOURCE and MARKER in self.center
        return self.boards[seat].landing(move.color, self.tiles_at(move.source).count(move.color), move.line, marker)

    def scores(self) -> tuple[Score, ...]:
        """Return points [1.1], then the tie-breakers: wall tiles and minus the floor spaces, or complete rows [7.3]."""
        if self.tiebreak == Tiebreak.ROWS:
            return tuple((board.score, count_complete(board.wall)["rows"]) for board in self.boards)
        return tuple((board.score, board.wall_tile_count(), -board.spilled) for board in self.boards)

    def outlook(self, seat: Seat) -> int:
        """Return the points if the round ended now. Tiles go where they score most, unless a plan is known.

        After the end, return the points as if the game continued: without the final points [7.2], and with the cost of
        the marker for the seat that would start the next round [8.2].
        """
        if not self.over:
            return max(0, self.worth(seat)[1])
        board = self.boards[seat]
        marked = self.house_rules.marker_passes and seat == self._next_starter()
        return max(0, board.score - final_points(board.wall) - FLOOR_COSTS[marked])

    def gain(self, seat: Seat, move: Move) -> int:
        """Return the points of the tiles of a plan, because the outlook already assumes the best plan."""
        if not isinstance(move, Plan):
            return super().gain(seat, move)
        return sum(
            tiling.points
            for tiling in self.boards[seat].copy().tile_wall(self.wall_side, self.house_rules, move.columns)
        )

    def shared_gain(self, seat: Seat, moves: Sequence[Move]) -> int:
        """Return the points of plans in the rows above the first row in which they differ."""
        plans = [move.columns for move in moves if isinstance(move, Plan)]
        if not plans:
            return super().shared_gain(seat, moves)
        rows = enumerate(zip(*plans, strict=True))
        chosen = next((row for row, letters in rows if len(set(letters)) > 1), len(plans[0]))
        return self._points_above(seat, plans[0], chosen)

    def gain_of(self, seat: Seat, move: Move, answers: int) -> int:
        """Return the points of the first `answers` rows of a plan; 0 for other moves."""
        return self._points_above(seat, move.columns, answers) if isinstance(move, Plan) else 0

    def _points_above(self, seat: Seat, plan: str, row: int) -> int:
        """Return the points of a plan in the rows above a 0-based row."""
        tiled = self.boards[seat].copy().tile_wall(self.wall_side, self.house_rules, plan)
        return sum(tiling.points for tiling in tiled if tiling.row < row)

    def worth(self, seat: Seat) -> Score:
        """Return the points if the round ended now, then the same sum without raising it to 0 if it is negative.

        The sum makes robots with 0 points avoid the floor too. Once the game is over, both include the final bonuses.
        """
        board = self.boards[seat].copy()
        known = self.plans and self.plans[seat] not in ("", HIDDEN_PLAN)
        tiled = board.tile_wall(self.wall_side, self.house_rules, self.plans[seat] if known else NO_CHOICE_PLAN)
        points = (
            board.score + sum(tiling.points for tiling in tiled) - FLOOR_COSTS[len(board.floor)]
        )  # after tiling, the floor includes the tiles that fell
        return max(0, points), points

    def view(self, seat: Seat | None) -> Azul:
        """Hide the plans of others, but not who has chosen and who has no choice [5.12]."""
        if not any(self.plans):
            return self
        seen = self.copy()
        secret = (bool(plan.strip(NO_CHOICE)) and other != seat for other, plan in enumerate(self.plans))
        seen.plans = tuple(HIDDEN_PLAN if hide else plan for hide, plan in zip(secret, self.plans, strict=True))
        return seen

    def ahead(self, seat: Seat) -> Azul | None:
        """Return the view as if it were the seat's turn to draft; None between rounds and after the end."""
        if self.over or not self.has_offers() or seat in self.to_act():
            return None
        seen = self.copy()
        seen.turn = seat
        seen.events = []
        return seen

    def meaning(self, seat: Seat, move: Move) -> dict[str, Fact]:
        """Return the source, color, line and round of a draft, its number of tiles and how many of them fall."""
        if not isinstance(move, Draft):
            return super().meaning(seat, move)
        landing = self.landing(seat, move)
        drafted = {"source": move.source, "color": move.color, "line": move.line}
        taken = {"round": self.round, "count": landing.tile_count, "marker": landing.marker}
        return {**drafted, **taken, "falls": landing.falls}

    def guess(self, seat: Seat, rng: Random) -> Azul:
        """Replace each hidden plan of others by a random possible one as long as some plan is not chosen yet."""
        if HIDDEN_PLAN not in self.plans or "" not in self.plans:
            return self
        full = self.copy()
        for other, plan in enumerate(self.plans):
            if plan == HIDDEN_PLAN and other != seat:
                board = self.boards[other]
                possible = rng.choice(possible_plans(self.wall_side, board.lines, board.wall))
                full.plans = (*full.plans[:other], possible, *full.plans[other + 1 :])
        return full

    def domain(self, kind: type[Move]) -> tuple[tuple[Answer, ...], ...]:
        """Return the values of each field. A draft: sources, colors, lines. A plan: the columns or none, per row."""
        if kind is Plan:
            return (tuple(COLUMN_LETTERS + NO_CHOICE),) * BOARD_SIZE
        if kind is not Draft:
            return super().domain(kind)
        return (*SOURCE_LETTERS[: len(self.displays)], CENTER_SOURCE), tuple(COLORS), tuple(LINE_LETTERS)

    def facts(self, seat: Seat, move: Move) -> dict[str, Fact]:
        """Return the facts for texts about a move: for a plan see `facts_of_plan`, for a draft these.

        `count`: the tiles taken. `fits`: those that go into the line. `falls`: the others; `lid` of them go to the lid.
        `size`: the spaces of the line or floor. `filled`: those filled afterwards. `full`: whether all are. `barred`:
        the line is full but no column of its row is open to the color, so it will fall [5.11]. `marker`: whether it is
        taken too. `held`: the color that is already in the line, or "". `cost`: what the draft adds to the cost of the
        floor. `rest`: the heap that moves to the center.
        """
        board = self.boards[seat]
        known = super().facts(seat, move)
        if isinstance(move, Plan):
            return known | facts_of_plan(self.wall_side, board.lines, board.wall, move.columns)
        if not isinstance(move, Draft):
            return known
        landing = self.landing(seat, move)
        floor = len(landing.floor)
        if move.line == FLOOR_LINE:
            line = ""
            size = FLOOR_SPACES
            filled = floor
            barred = False
        else:
            row = int(move.line) - 1
            line = board.lines[row]
            size = row + 1
            filled = len(line) + landing.fits
            barred = filled == size and not open_columns(self.wall_side, board.wall, row, move.color)
        rest = "" if move.source == CENTER_SOURCE else self.tiles_at(move.source).replace(move.color, "")
        return known | {
            "count": landing.tile_count, "fits": landing.fits, "falls": landing.falls, "lid": landing.lid,
            "size": size, "filled": filled, "full": filled == size, "barred": barred,
            "marker": landing.marker, "held": line[:1],
            "cost": FLOOR_COSTS[floor] - FLOOR_COSTS[len(board.floor)], "rest": rest,
        }  # fmt: skip

    def after(self, seat: Seat, move: Move) -> Azul:
        """Return the position after a legal move. It shares unchanged boards with this one, to be faster."""
        later = object.__new__(Azul)
        later.__dict__ = vars(self).copy()
        later.boards = self.boards[:]
        later.displays = self.displays[:]
        later.events = []
        later.perform(seat, move)
        return later

    def copy(self) -> Azul:
        """Return an independent copy, faster than the inherited method."""
        copied = object.__new__(Azul)
        vars(copied).update(vars(self))
        copied.boards = [board.copy() for board in self.boards]
        copied.displays = self.displays[:]
        copied.events = self.events[:]
        return copied


def start(seats: int, options: Options, first: Seat) -> Azul:
    """Return the opening: empty boards, all tiles in the bag, the marker laid out; chance deals next [3.1]."""
    boards = [Board() for _ in range(seats)]
    bag = "".join(color * TILES_PER_COLOR for color in COLORS)
    opening = Azul(boards, [""] * display_count(seats), "", bag, wall=options["wall"])
    opening.rules = Ruleset(options["rules"])
    opening.sum = SumRule(options["sum"])
    opening.tiebreak = Tiebreak(options["tiebreak"])
    opening.lay_marker(first)
    return opening
