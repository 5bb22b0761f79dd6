"""One seat of Pillars for phones: the board large, its own tray, the dots of the others.

Knows no pixels and no words of its own. Laid out small with the parts of the whole table, then magnified.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from engine.core import Seat, State, View
from engine.games.pillars import Pillar, Pillars
from engine.games.pillars.sets import LIT, SIDE
from render.parts import chip, nameplate, position
from render.pillars.places import COLORS, TWO, Grid, Shelf, Tray, board, empty, tray
from render.pillars.scene import head, pieces, stock, traces
from render.scene import Box, Changes, Ground, Say, Scene, Shape, magnified

ZOOM = 1.5  # from the 480 units of the layout to 720; even numbers stay whole
WIDTH, EDGE, GAP = 480, 6, 6  # board units: all, left of the tray, between its parts
CORNER, ROOM = 30, 442  # board units: left of and above the squares, what they may take
PANEL, HEAD, PITCH, CHIP = 218, 38, 14, 36  # high: the tray, its head, a square in it, the dots of others


@dataclass(frozen=True)
class EnlargedPlaces:
    """The places of one seat before they are magnified: the `ground`, the board, its `tray`, the `chips` of others.

    `grid`: the squares of the part of the board that is shown.
    """

    ground: Ground
    grid: Grid
    tray: Tray
    chips: tuple[Box, ...]


def close(view: View[State], names: Sequence[str], say: Say, changes: Changes, seat: Seat) -> Scene:
    """All that the 0-based seat needs to decide its move, 720 wide.

    Columns and rows that are dark from end to end are left out while nothing stands there; all are there as long as
    the seat must put down pillars.
    """
    state, marks = position(view, Pillars), traces(changes)
    where = enlarged_places(state, seat)
    who = head(state, seat, names[seat], say)
    shapes = [*pieces(state, where.grid, marks)]
    if who.mood:
        shapes.append(Shape(f"panel {who.mood}", where.tray.panel))
    shapes += (*nameplate(where.tray.head, who), *stock(state, seat, where.tray, marks))
    others = [other for other in range(len(names)) if other != seat]
    for other, box in zip(others, where.chips, strict=True):
        shapes += chip(box, head(state, other, names[other], say))
    return magnified(Scene(where.ground, tuple(shapes)), ZOOM)


def enlarged_places(state: Pillars, seat: Seat) -> EnlargedPlaces:
    """The places of a seat in the part of the board that its picture shows."""
    free = min(number for number, lit in enumerate(LIT[len(state.players)]) if lit)
    stand = [piece.cell for player in state.players for piece in player.pieces() if isinstance(piece, Pillar)]
    depths = [min(cell.column, cell.row, SIDE - 1 - cell.column, SIDE - 1 - cell.row) for cell in stand]
    margin = 0 if state.players[seat].opens else min([free, *depths])  # columns and rows left out at each border
    return _places(len(state.players), seat, margin)


@cache
def _places(seats: int, seat: Seat, margin: int) -> EnlargedPlaces:
    """Computed once for each number of seats, seat and part of the board."""
    count = SIDE - 2 * margin
    pitch = ROOM // count // 2 * 2
    left = (ROOM - pitch * count) // 4 * 2
    grid = Grid(CORNER + left, CORNER, pitch, margin, SIDE - 1 - margin)
    top = grid.frame.y + grid.frame.h + GAP
    own = tray(Box(EDGE, top, WIDTH - 2 * EDGE, PANEL), HEAD, Shelf(TWO, PITCH))
    wide = (WIDTH - 2 * EDGE - GAP * (seats - 2)) // (seats - 1) // 2 * 2
    below = top + PANEL + GAP
    chips = tuple(Box(EDGE + (wide + GAP) * at, below, wide, CHIP) for at in range(seats - 1))
    shapes = (*board(grid, seats), *empty(own, COLORS[seat]), *(Shape("chip", box) for box in chips))
    return EnlargedPlaces(Ground(WIDTH, below + CHIP + GAP, shapes), grid, own, chips)
