"""What of the last moves of Summer Pavilion can still be seen in the position.

Knows no boxes: a trace names spaces, ornaments and colors in hands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from engine.core import Event, Seat
from engine.games.pavilion import Pavilion
from engine.games.pavilion.moves import DRAFTING
from engine.games.pavilion.sets import COLORS, ORNAMENTS, STARS, Space
from render.scene import Changes


@dataclass
class Trace:
    """What one move, `move` counted from 1, did to one `seat`.

    `source` was emptied or taken from ("" if it is filled again), tiles lie on `spaces`, `ornaments` (places in
    ORNAMENTS) were surrounded, `colors` came to the hand, `passed` without being asked again. `points` were won, or
    lost if negative.
    """

    move: int
    seat: Seat
    source: str = ""
    spaces: list[Space] = field(default_factory=list)
    ornaments: list[int] = field(default_factory=list)
    colors: str = ""
    passed: bool = False
    points: int = 0


@dataclass
class _Eye:
    """Looks back from the position. `gone`: seats whose hands were cleared or filled anew since."""

    state: Pavilion
    gone: set[Seat]
    marked: set[tuple[Seat, str]]
    dealt: bool = False

    def look(self, move: int, events: Sequence[Event]) -> Iterator[Trace]:
        """The traces of the move before those already looked at, a seat each."""
        found: dict[Seat, Trace] = {}
        for event in reversed(events):
            if event.kind in ("round", "over"):
                self.dealt, self.gone = True, set(range(len(self.state.boards)))
            elif event.seat >= 0:
                self._see(found.setdefault(event.seat, Trace(move, event.seat)), event)
        for trace in found.values():
            if trace.source or trace.spaces or trace.colors or trace.passed:
                yield trace

    def _see(self, trace: Trace, event: Event) -> None:
        facts, seat = event.facts, event.seat
        match event.kind:
            case "place":
                trace.spaces.append((STARS.index(str(facts["star"])), int(facts["slot"]) - 1))
                trace.points = int(facts["points"])
            case "feature":
                star = STARS.index(str(facts["where"]).partition("-")[2])
                trace.ornaments += [
                    at for at, one in enumerate(ORNAMENTS) if (one.what, one.star) == (facts["what"], star)
                ]
            case "token" | "pass" if seat not in self.gone:
                trace.points = -int(facts["lost"])
                if event.kind == "pass":
                    trace.passed = True
                    self.gone.add(seat)
            case "bonus" if seat not in self.gone:
                self._hold(trace, str(facts["tiles"]))
            case "draft" if seat not in self.gone:
                self._hold(trace, str(facts["color"]) + str(facts["wild"]) * bool(facts["wilds"]))
                trace.source = str(facts["source"]) if self.state.phase == DRAFTING and not self.dealt else ""

    def _hold(self, trace: Trace, tiles: str) -> None:
        """Marks the colors that are still there and came by no later move."""
        hand = self.state.boards[trace.seat].hand
        for color in COLORS:
            if color in tiles and color in hand and (trace.seat, color) not in self.marked:
                self.marked.add((trace.seat, color))
                trace.colors += color


def traces(state: Pavilion, changes: Changes) -> list[Trace]:
    """What the moves left behind, oldest first, each where it can still be seen."""
    eye = _Eye(state, set(), set())
    found = [list(eye.look(move, events)) for move, events in reversed(list(enumerate(changes, 1)))]
    return [trace for looked in reversed(found) for trace in looked]
