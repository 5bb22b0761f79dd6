"""What is outlined in the picture of Azul: what the last moves left. Knows no pixels and no words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.core import Event
from engine.games.azul import Azul
from engine.games.azul.sets import MARKER
from render.scene import Changes


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
