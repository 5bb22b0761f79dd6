"""What of the last turns of Match Five is outlined: new tiles, and the points that came with them.

Knows no boxes: a trace names places and levels of the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.core import Event, Seat
from engine.games.match_five import MatchFive
from engine.games.match_five.sets import pile
from render.match_five.land import Place, TablePlan
from render.scene import Changes


@dataclass(frozen=True)
class Trace:
    """The new tiles of one turn: `move` is its number from 1.

    `levels` has for each place the lowest new level and the one above the highest.
    """

    move: int
    levels: Mapping[Place, tuple[int, int]]

    def groups(self, table: TablePlan) -> list[list[Place]]:
        """The places, those side by side together where everything is new."""
        found: list[list[Place]] = []
        for place in sorted(self.levels):
            last = found[-1][-1] if found else place
            near = abs(place[0] - last[0]) + abs(place[1] - last[1]) == 1
            if near and self._whole(place, table) and self._whole(last, table):
                found[-1].append(place)
            else:
                found.append([place])
        return found

    def _whole(self, place: Place, table: TablePlan) -> bool:
        return self.levels[place] == (0, table.height(place))


def place(cell: str) -> Place:
    """The 0-based column and row of a cell, "m13" or "M13"."""
    return ord(cell[0].lower()) - ord("a"), int(cell[1:]) - 1


def finished(changes: Changes) -> list[Sequence[Event]]:
    """The turns that ended; a tile that is laid before the turn is done makes no event."""
    return [events for events in changes if events]


def traces(state: MatchFive, changes: Changes) -> list[Trace]:
    """What the turns laid, oldest first; nobody ever takes a tile away, so all of it can still be seen."""
    tops = {place(cell): len(pile(stack)) for cell, stack in state.table.items()}
    found = []
    for move, events in reversed(list(enumerate(finished(changes), 1))):
        levels: dict[Place, tuple[int, int]] = {}
        for where in _placed(events):
            tops[where] -= 1
            levels[where] = tops[where], levels.get(where, (0, tops[where] + 1))[1]
        found += [Trace(move, levels)] if levels else []
    return found[::-1]


def _placed(events: Sequence[Event]) -> Iterator[Place]:
    """The places of the tiles of a turn, once for each tile."""
    for event in events:
        if event.kind == "place":
            yield from map(place, str(event.facts["cells"]).split())


def gains(changes: Changes) -> dict[Seat, int]:
    """The points that each seat made in these turns; tiles left in hand count at the end."""
    found: dict[Seat, int] = {}
    for events in changes:
        for event in events:
            if event.kind == "place":
                found[event.seat] = found.get(event.seat, 0) + int(event.facts["points"])
    return found
