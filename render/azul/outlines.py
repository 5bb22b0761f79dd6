"""What is outlined in the picture of Azul: what the last moves left, what makes a rule forbid a move.

Knows no pixels and no words; numbers in brackets are paragraphs of `data/rules/azul.md`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.core import Event, Move, State, View
from engine.games.azul import Azul, Draft, Plan
from engine.games.azul.moves import CENTER, FLOOR, LETTERS
from engine.games.azul.sets import EMPTY, MARKER
from render.azul.places import Places, Spot, places
from render.parts.heads import ring
from render.parts.standing import position
from render.scene import Box, Changes, Shape


@dataclass(frozen=True)
class Outline:
    """Neighboring cells that one move filled.

    `part` is "line", "wall" or "floor", `row` the 0-based row in it (0 for the floor), `first` and `last` are 0-based
    cells of it, in lines from the right. `gain`: the points that a tile on the wall scored, 0 for all others.
    """

    part: str
    row: int
    first: int
    last: int
    gain: int = 0


@dataclass(frozen=True)
class Trace:
    """What one move did to one seat: `move` is its number from 1, `seat` is 0-based.

    `source` is the display or center that it emptied, "" if that is filled again; `outlines` are the cells it filled.
    """

    move: int
    seat: int
    source: str
    outlines: tuple[Outline, ...]


@dataclass
class _Eye:
    """Looks back from the position.

    `ends`: the tiles of each line ("1" to "5") and floor ("F") of a seat that no later move has explained. `dealt`:
    the displays were filled since.
    """

    state: Azul
    ends: dict[tuple[int, str], int]
    dealt: bool = False

    def look(self, move: int, events: Sequence[Event]) -> Iterator[Trace]:
        """The traces of the move before those already looked at."""
        walls: dict[int, list[Outline]] = {}
        for event in events:
            self.dealt = self.dealt or event.kind in ("round", "over")
            if event.kind == "place":
                row, column = int(event.facts["row"]) - 1, int(event.facts["column"]) - 1
                placed = Outline("wall", row, column, column, int(event.facts["points"]))
                walls.setdefault(event.seat, []).append(placed)
        for seat, outlines in walls.items():
            yield Trace(move, seat, "", tuple(outlines))
        marker = any(event.kind == "marker" for event in events)
        for event in events:
            if event.kind == "draft":
                yield self._draft(move, event, marker=marker)

    def _draft(self, move: int, event: Event, *, marker: bool) -> Trace:
        facts, seat = event.facts, event.seat
        fell = int(facts["fell"]) - int(facts["lid"]) + (marker and MARKER in self.state.boards[seat].floor)
        kept, line = int(facts["count"]) - int(facts["fell"]), str(facts["line"])
        outlines = [*self._newest(seat, line, kept), *self._newest(seat, "F", fell)]
        return Trace(move, seat, "" if self.dealt else str(facts["source"]), tuple(outlines))

    def _newest(self, seat: int, line: str, count: int) -> Iterator[Outline]:
        """The last `count` tiles that are not explained yet, if any."""
        end = self.ends[seat, line]
        first = max(0, end - count)
        if first < end:
            self.ends[seat, line] = first
            yield Outline("floor", 0, first, end - 1) if line == "F" else Outline("line", int(line) - 1, first, end - 1)


def traces(state: Azul, changes: Changes) -> list[Trace]:
    """What the moves left behind, oldest first, each where it can still be seen."""
    ends = {(seat, "F"): len(board.floor) for seat, board in enumerate(state.boards)}
    for seat, board in enumerate(state.boards):
        ends |= {(seat, str(row + 1)): len(line) for row, line in enumerate(board.lines)}
    eye = _Eye(state, ends)
    found = [list(eye.look(move, events)) for move, events in reversed(list(enumerate(changes, 1)))]
    return [trace for looked in reversed(found) for trace in looked]


def cause(view: View[State], move: Move, reason: str) -> list[Box]:
    """The boxes in the picture of the whole table; none where nothing on it is to blame, or nobody looks."""
    state = position(view, Azul)
    if view.seat is None:
        return []
    where = places(len(state.boards), state.wall, state.over)
    if isinstance(move, Draft):
        return list(_draft(state, view.seat, where, move, reason))
    return list(_plan(state, view.seat, where.seats[view.seat], move, reason)) if isinstance(move, Plan) else []


def prepared(view: View[State], move: Move) -> list[Shape]:
    """Where the seat of the view would take tiles from, and the cells that they would fill."""
    state = position(view, Azul)
    if view.seat is None or not isinstance(move, Draft):
        return []
    where = places(len(state.boards), state.wall, state.over)
    spot, board, landing = where.seats[view.seat], state.boards[view.seat], state.landing(view.seat, move)
    source = where.layout.center if move.source == CENTER else where.layout.displays[int(move.source) - 1]
    boxes = [source]
    if landing.fits:
        row, first = int(move.line) - 1, len(board.lines[int(move.line) - 1])
        boxes.append(spot.lines[row][first].around(spot.lines[row][first + landing.fits - 1]))
    if len(landing.floor) > len(board.floor):
        boxes.append(spot.floor[len(board.floor)].around(spot.floor[len(landing.floor) - 1]))
    return [shape for box in boxes for shape in ring(box, look="ring tight")]


def _draft(state: Azul, seat: int, where: Places, move: Draft, reason: str) -> Iterator[Box]:
    """[4.2] the source; [4.5] [4.6] what lies in the line; [4.7] the tile that the row already has."""
    spot, board = where.seats[seat], state.boards[seat]
    if reason == "4.2":
        yield where.layout.center if move.source == CENTER else where.layout.displays[int(move.source) - 1]
    if move.line == FLOOR:
        return
    row = int(move.line) - 1
    if reason in ("4.5", "4.6"):
        yield spot.lines[row][0].around(spot.lines[row][len(board.lines[row]) - 1])
    if reason == "4.7":
        yield spot.wall[row][board.wall[row].index(move.color)]


def _plan(state: Azul, seat: int, spot: Spot, move: Plan, reason: str) -> Iterator[Box]:
    """[5.8] the tile that lies there; [5.9] the tile of that color in the column."""
    board = state.boards[seat]
    chosen = [(row, LETTERS.index(letter)) for row, letter in enumerate(move.columns) if letter in LETTERS]
    for row, at in chosen:
        color = board.lines[row][:1]
        if reason == "5.8" and board.wall[row][at] != EMPTY:
            yield spot.wall[row][at]
        if reason == "5.9":
            yield from (spot.wall[above][at] for above, tiles in enumerate(board.wall) if tiles[at] == color)
