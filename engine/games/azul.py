"""Azul: displays, pattern lines, walls; numbers in brackets are paragraphs of `data/rules/azul.md`.

Knows no people and no words.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from engine.core import CHANCE, Answer, Fact, Game, Move, Options, Score, Seat, State
from engine.games.azul_board import Board
from engine.games.azul_check import check
from engine.games.azul_drawing import drawing
from engine.games.azul_moves import CENTER, FLOOR, LINES, SOURCES, Deal, Draft, drawn, parse, refuses_deal, ways
from engine.games.azul_sets import (
    BONUS,
    COLORS,
    COST,
    EMPTY,
    MARKER,
    OPTIONS,
    SEATS,
    SPACES,
    STALL,
    TILES,
    WALLS,
    complete,
    displays,
    heap,
    tidy,
    without,
)

__all__ = ["AZUL", "COLORS", "MARKER", "Azul", "Board", "Deal", "Draft"]

class Landing(NamedTuple):
    """Where the tiles of a draft come to lie.

    `taken` from their source, `fits` of them go into the line, `falls` do not, `lid` of these find no space on the
    floor either. `marker` comes along; `spaces` of the floor are newly occupied, by it or by tiles.
    """

    taken: int
    fits: int
    falls: int
    marker: bool
    spaces: int
    lid: int


@dataclass
class Azul(State):
    """A position of Azul.

    `displays`: a heap each ("BBYR"), display 1 first. `center`: a heap, "M" last while the marker lies there.
    `bag`, `lid`: heaps, so their order tells nothing. `turn`: the seat to draft. `starter`: the seat that starts the
    next round. `round`: from 1. `stall`: rounds in a row in which nobody moved a tile to a wall.
    `over`: the final bonuses are in the scores. With no tile on displays and center, chance deals.
    The marker is nowhere while its taker's floor was full: `starter` remembers it [4.10].

    {"boards": [{"lines": ["", "BB", "", "", ""], "wall": ["B....", ".....", ".....", ".....", "....."],
                 "floor": "MR", "score": 1, "spilled": 0}, ...],
     "displays": ["BBYR", "", "", "", ""], "center": "RRK", "bag": "BBB...", "lid": "", "turn": 0, "starter": 0,
     "round": 2, "stall": 0, "over": false, "tiebreak": "tiles", "wall": "colored"}
    """

    boards: list[Board]
    displays: list[str]
    center: str
    bag: str
    lid: str = ""
    turn: Seat = 0
    starter: Seat = 0
    round: int = 1
    stall: int = 0
    over: bool = False
    tiebreak: str = "tiles"
    wall: str = "colored"

    def __post_init__(self) -> None:
        self.displays = [tidy(display) for display in self.displays]
        self.center, self.bag, self.lid = tidy(self.center), tidy(self.bag), tidy(self.lid)

    def __str__(self) -> str:
        return drawing(self)

    def to_act(self) -> tuple[Seat, ...]:
        """The seat that drafts; chance between rounds."""
        if self.over:
            return ()
        return (self.turn,) if self.offered() else (CHANCE,)

    def offered(self) -> bool:
        """Whether a tile is left on the displays or in the center; the marker alone is none [4.11]."""
        return self.center not in ("", MARKER) or any(self.displays)

    def heap(self, source: str) -> str:
        """The tiles of a source, without the marker; "" for a display that this table does not have."""
        if source == CENTER:
            return self.center.rstrip(MARKER)
        at = int(source) - 1
        return self.displays[at] if at < len(self.displays) else ""

    def moves(self, seat: Seat) -> list[Move]:
        """By source, then color, then line, the floor last."""
        found: list[Move] = []
        if self.over or seat != self.turn:
            return found
        lines = self.boards[seat].open_lines()
        for source, tiles in zip(SOURCES, self.displays, strict=False):
            if tiles:
                found += ways(source, tiles, lines)
        if self.center:
            found += ways(CENTER, self.center, lines)
        return found

    def refuses(self, seat: Seat, move: Move) -> str | None:
        """[4.1] to [4.7] for a draft, [6.1] to [6.3] for a deal, [7.6] after the end."""
        if self.over:
            return "7.6"
        if isinstance(move, Draft):
            return self._refuses_draft(seat, move)
        if seat != CHANCE or self.offered():
            return "4.1"
        return refuses_deal(move.displays, len(self.displays), self.bag, self.lid) if isinstance(move, Deal) else "4.1"

    def _refuses_draft(self, seat: Seat, move: Draft) -> str | None:
        if seat != self.turn or not self.offered():
            return "4.1"
        if move.color not in self.heap(move.source):
            return "4.2"
        if move.line == FLOOR:
            return None  # always open [4.8]
        return self.boards[seat].refuses(int(move.line) - 1, move.color)

    def draw(self, rng: Random) -> Move:
        """A deal, tile by tile from the bag, then from the lid [6.1] [6.2]."""
        return drawn(rng, len(self.displays), self.bag, self.lid)

    def perform(self, seat: Seat, move: Move) -> None:
        """Draft or deal; the draft of the last tile also tiles the walls and prepares the next round or the end."""
        if isinstance(move, Draft):
            self._draft(seat, move)
            self.turn = (seat + 1) % len(self.boards)
            if not self.offered():
                self._end_round()
        elif isinstance(move, Deal):
            self._deal(move.displays)

    def _deal(self, dealt: tuple[str, ...]) -> None:
        tiles = "".join(dealt)
        if len(tiles) > len(self.bag):
            self.note("refill", CHANCE)
            self.bag, self.lid = heap(self.bag + self.lid), ""
        self.displays = [heap(display) for display in dealt]
        self.bag = without(self.bag, tiles)
        self.note("round", self.turn, n=self.round)

    def _draft(self, seat: Seat, move: Draft) -> None:
        board, landing = self.boards[seat], self._landing(seat, move)
        color, fell, lid = move.color, landing.falls, landing.lid
        count, source = landing.taken, move.source
        self.note("draft", seat, source=source, color=color, count=count, line=move.line, fell=fell, lid=lid)
        self._take(move)
        if landing.marker:
            self.starter = seat
            board.floor += MARKER[: SPACES - len(board.floor)]  # beside a full floor it costs nothing [4.10]
            self.note("marker", seat)
        if landing.fits:
            board.lines[int(move.line) - 1] += color * landing.fits
        board.floor += color * (fell - lid)  # [4.9]
        if lid:
            self.lid = heap(self.lid + color * lid)
            self.note("lid", seat, n=lid)

    def _take(self, move: Draft) -> None:
        if move.source == CENTER:
            self.center = self.center.replace(move.color, "").rstrip(MARKER)
        else:
            at = int(move.source) - 1
            self.center = heap(self.center + self.displays[at].replace(move.color, ""))  # [4.3]
            self.displays[at] = ""

    def _landing(self, seat: Seat, move: Draft) -> Landing:
        board = self.boards[seat]
        count = self.heap(move.source).count(move.color)
        fits = 0
        if move.line != FLOOR:
            place = int(move.line) - 1
            refused = board.refuses(place, move.color)
            fits = 0 if refused else min(count, place + 1 - len(board.lines[place]))
        marker = move.source == CENTER and MARKER in self.center
        falls, room = count - fits, SPACES - len(board.floor)
        beds = max(0, room - marker)  # the marker lies down first [4.4]
        return Landing(count, fits, falls, marker, min(room, falls + marker), max(0, falls - beds))

    def _end_round(self) -> None:
        placed = [self._tile(seat) for seat in range(len(self.boards))]
        self.center, self.turn = MARKER, self.starter  # [6.4]
        self.stall = 0 if any(placed) else self.stall + 1
        if self.stall == STALL:
            self.note("stall", CHANCE)
        ended = any(EMPTY not in row for board in self.boards for row in board.wall)
        exhausted = not ended and not self.bag + self.lid
        if exhausted:
            self.note("exhausted", CHANCE)
        if ended or self.stall == STALL or exhausted:  # [7.1] [7.5] [7.4]
            self._finish()
        else:
            self.round += 1

    def _tile(self, seat: Seat) -> int:
        """Tiles the wall of a seat, charges and clears its floor; the number of tiles that went to the wall [5.1]."""
        board, placed = self.boards[seat], 0
        for row, at, color, points in board.tile(WALLS[self.wall]):
            placed += 1
            self.lid += color * row
            board.score += points
            self.note("place", seat, color=color, row=row + 1, column=at + 1, points=points)
            if EMPTY not in board.wall[row]:
                self.note("last_round", seat, row=row + 1)
        self._sweep(seat)
        return placed

    def _sweep(self, seat: Seat) -> None:
        board = self.boards[seat]
        board.spilled = len(board.floor)
        lost = min(board.score, COST[board.spilled])  # never below 0 [5.5]
        if lost:
            board.score -= lost
            self.note("floor", seat, points=lost, spaces=board.spilled)
        self.lid = heap(self.lid + board.floor.replace(MARKER, ""))  # [5.6]
        board.floor = ""

    def _finish(self) -> None:
        for seat, board in enumerate(self.boards):
            for what, n in complete(board.wall).items():
                if n:
                    board.score += n * BONUS[what]
                    self.note("bonus", seat, what=what, n=n, points=n * BONUS[what])
        self.over = True
        self.note("over", CHANCE)

    def scores(self) -> tuple[Score, ...]:
        """Points [1.1], then by `tiebreak`: "tiles" on the wall and fewer floor spaces, or complete "rows" [7.3]."""
        if self.tiebreak == "rows":
            return tuple((board.score, complete(board.wall)["rows"]) for board in self.boards)
        return tuple((board.score, _tiles(board), -board.spilled) for board in self.boards)

    def outlook(self, seat: Seat) -> int:
        """The points if the round ended now: full lines tiled, floor charged, final bonuses left out."""
        return max(0, self.worth(seat)[1])

    def worth(self, seat: Seat) -> Score:
        """The outlook, then the same without the stop at 0: a robot without points minds its floor too."""
        board = self.boards[seat].copy()
        points = board.score + sum(tiling[3] for tiling in board.tile(WALLS[self.wall])) - COST[len(board.floor)]
        return max(0, points), points

    def domain(self, kind: type[Move]) -> tuple[tuple[Answer, ...], ...]:
        """Of a draft: the sources of this table, the colors, the lines and the floor."""
        if kind is not Draft:
            return super().domain(kind)
        return (*SOURCES[: len(self.displays)], CENTER), tuple(COLORS), tuple(LINES)

    def facts(self, seat: Seat, move: Move) -> dict[str, Fact]:
        """Of a draft, legal or not: how many tiles land where and what it costs.

        `count` tiles, `fits` of them into the line, `falls` beside it (`lid` of these to the lid); `size` and `filled`
        of the line or floor afterwards, `full` if equal; `marker` comes along; `held`: the color in the line, "" if
        none; `cost`: what the floor costs more; `rest`: the heap that moves to the center.
        """
        if not isinstance(move, Draft):
            return super().facts(seat, move)
        board, landing = self.boards[seat], self._landing(seat, move)
        floor = len(board.floor) + landing.spaces
        line = "" if move.line == FLOOR else board.lines[int(move.line) - 1]
        size, filled = (SPACES, floor) if move.line == FLOOR else (int(move.line), len(line) + landing.fits)
        rest = "" if move.source == CENTER else self.heap(move.source).replace(move.color, "")
        return super().facts(seat, move) | {
            "count": landing.taken, "fits": landing.fits, "falls": landing.falls, "lid": landing.lid,
            "size": size, "filled": filled, "full": filled == size, "marker": landing.marker, "held": line[:1],
            "cost": COST[floor] - COST[len(board.floor)], "rest": rest,
        }  # fmt: skip

    def copy(self) -> Azul:
        """A position of its own; by hand, because search copies at every step."""
        twin = object.__new__(Azul)
        vars(twin).update(vars(self))
        twin.boards = [board.copy() for board in self.boards]
        twin.displays = self.displays[:]
        twin.events = self.events[:]
        return twin


def _tiles(board: Board) -> int:
    return sum(len(row) - row.count(EMPTY) for row in board.wall)


def start(seats: int, options: Options) -> Azul:
    """The opening: empty boards, all tiles in the bag, the marker in the center; chance deals [3.1]."""
    boards = [Board() for _ in range(seats)]
    bag = "".join(color * TILES for color in COLORS)
    return Azul(boards, [""] * displays(seats), MARKER, bag, tiebreak=options["tiebreak"], wall=options["wall"])


AZUL = Game(
    key="azul",
    title="Azul",
    seats=SEATS,
    options=OPTIONS,
    state=Azul,
    start=start,
    parse=parse,
    check=check,
    chance_form="deal A/B/...",
)
