"""Positions of Match Five that pictures are tested with: played ones and the widest and fullest there can be.

Knows no pictures.
"""

from __future__ import annotations

from functools import cache
from itertools import cycle, islice

from engine.core import Cell, State, View
from engine.games.match_five import MatchFive
from engine.games.match_five.sets import COLORS, TABLE_SIDE, TILE_NUMBERS
from tests.engine.games.match_five.match_five_tables import BASE2, position
from tests.scenes import Sample, game

PICTURES = (("match_five_2_middle", "light"), ("match_five_6_end", "dark"), ("match_five_4_own", "light"))


@cache
def samples() -> dict[str, Sample]:
    """Opening, middle and end at every size of table; a hand with an unfinished turn, locks, the widest table."""
    found: dict[str, Sample] = {
        "match_five_4_own": own(),
        "match_five_2_locks": (locks(), ()),
        "match_five_6_wide": (wide(), ()),
    }
    for seats in (2, 3, 4, 5, 6):
        tables = list(game("match_five", seats, "golden"))
        for name, at in (("opening", 0), ("middle", len(tables) // 2), ("end", -1)):
            table, _ = tables[at]
            found[f"match_five_{seats}_{name}"] = table.view(None), since(tables, at, seats - 1)
    for copies in ("2", "4"):
        table, _ = list(game("match_five", 3, "golden", copies=copies))[-1]
        found[f"match_five_3_copies_{copies}"] = table.view(None), ()
    return found


def since(tables, at, turns):
    """The events of the last `turns` turns before a table of a game, and of the tiles that were laid in between."""
    found = []
    for table, _ in reversed(tables[: at + 1 or None]):
        found.insert(0, table.events)
        if sum(map(bool, found)) == turns:
            break
    return tuple(found) if at else ()


def own() -> Sample:
    """Four seats in the middle of a game, as the seat sees it that has laid two tiles of its turn."""
    tables = list(game("match_five", 4, "own"))
    at = next(at for at, (table, _) in enumerate(tables) if at > 80 and len(table.state.laid) == 2)
    table, _ = tables[at]
    return table.view(table.state.turn), since(tables, at - 2, 3)


def locks() -> View[State]:
    """Two rows of five on each other, a stack beside their end that takes no more, a stack of five, a wild."""
    upper = "B3@0,0 B2@1,0 B1@2,0 B5@3,0 B4@4,0"
    tiles = f"{BASE2} {upper} Y3@0,1 O1@2,0 G1@2,0 Y1@2,0 WG5@3,1"
    state = position(tiles, "R1B2", "W", bag="R1" * 12, points=[120, -9], turns=9)
    return View("match_five", None, state)


def wide() -> View[State]:
    """A stair of single tiles from corner to corner of the whole table with 14 stacks of five on it."""
    table: dict[str, str] = {}
    for at in range(2 * TABLE_SIDE - 1):
        color, number = COLORS[at // 2 % 5], TILE_NUMBERS[(at + 1) // 2 % 5]
        table[str(Cell((at + 1) // 2, at // 2))] = color + number
    for at in islice(range(0, 2 * TABLE_SIDE, 2), 14):
        cell = str(Cell(at // 2, at // 2))
        color, number = table[cell]
        colors = islice(cycle(COLORS), COLORS.index(color) + 1, COLORS.index(color) + 5)
        table[cell] += "".join(each + number for each in colors)
    points = [-25, 1203, 88, 7, 199, 0]
    state = MatchFive(
        table, ["R1", "", "R1B2G3O4Y5", "W", "R1R1", "B1"], "", points, turn=2, turns=99, out=1, copies="4"
    )
    return View("match_five", None, state.view(None))
