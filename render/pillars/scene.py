"""The scenes of Pillars: the whole table, and one seat enlarged for phones.

Knows nothing about pixels and texts: `say` supplies the words. The layouts are in `places`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.core import Seat, State, View
from engine.games.pillars import Lay, Pillar, Pillars
from engine.games.pillars.moves import parse
from engine.games.pillars.sets import BOARD_SIDE, PLAYABLE_WIDTHS
from render.parts import BADGE_SIZE, SeatLabel, chip, nameplate, position, seat_label, square
from render.pillars.places import (
    PILLAR_LABEL,
    SEAT_COLORS,
    SEAT_ZOOM,
    TRAY_FORMS,
    EnlargedPlaces,
    Grid,
    Tray,
    enlarged_places,
    places,
)
from render.scene import Changes, Say, Scene, Shape, magnify

PIECE_RING_MARGIN = 6  # board units from the edge of a piece to the outer edge of its ring
PlacedPieces = Sequence[tuple[str, Seat, Lay | Pillar]]  # number of the move ("" for a single move), seat, piece


def scene(view: View[State], names: Sequence[str], say: Say, changes: Changes = ()) -> Scene:
    """Return the whole table; the pieces of `changes` are outlined on the board, and their places in the trays."""
    state = position(view, Pillars)
    layout = places(len(state.players))
    shapes = [Shape("title", layout.title, f"{say('pillars.title')}\t{phase(state, say)}")]
    shapes.append(Shape("supply", layout.aim, say("pillars.picture.aim")))
    marks = traces(changes)
    shapes += pieces(state, layout.grid, marks)
    for seat, tray in enumerate(layout.trays):
        label = head(state, seat, names[seat], say)
        if label.mood:
            shapes.append(Shape(f"panel {label.mood}", tray.panel))
        shapes += nameplate(tray.head, label)
        shapes += stock(state, seat, tray, marks)
    return Scene(layout.ground, tuple(shapes))


def close(view: View[State], names: Sequence[str], say: Say, changes: Changes, seat: Seat) -> Scene:
    """Return one seat for phones, 720 wide: a large board, the tray of the seat, the dots of the others."""
    state = position(view, Pillars)
    layout = seat_places(state, seat)
    marks = traces(changes)
    label = head(state, seat, names[seat], say)
    shapes = [*pieces(state, layout.grid, marks)]
    if label.mood:
        shapes.append(Shape(f"panel {label.mood}", layout.tray.panel))
    shapes += (*nameplate(layout.tray.head, label), *stock(state, seat, layout.tray, marks))
    others = [other for other in range(len(names)) if other != seat]
    for other, box in zip(others, layout.chips, strict=True):
        shapes += chip(box, head(state, other, names[other], say))
    return magnify(Scene(layout.ground, tuple(shapes)), SEAT_ZOOM)


def seat_places(state: Pillars, seat: Seat) -> EnlargedPlaces:
    """Return the layout of an enlarged seat with the part of the board that its picture shows.

    Columns and rows that are entirely dark and hold no pillar are left out, unless the seat has to put down pillars.
    """
    seats = len(state.players)
    if state.players[seat].is_opening:
        return enlarged_places(seats, seat, 0)
    cut = min(number for number, width in enumerate(PLAYABLE_WIDTHS[seats]) if width)
    for player in state.players:
        for piece in player.pieces():
            if isinstance(piece, Pillar):
                column = piece.cell.column
                row = piece.cell.row
                cut = min(cut, column, row, BOARD_SIDE - 1 - column, BOARD_SIDE - 1 - row)
    return enlarged_places(seats, seat, cut)


def phase(state: Pillars, say: Say) -> str:
    """Return in words the number of the current turn of the seat to move; a seat puts down one piece in each turn."""
    if not state.to_act():
        return say("pillars.picture.final")
    return say("pillars.picture.turn", n=1 + len(state.players[state.turn].laid))


def traces(changes: Changes) -> PlacedPieces:
    """Return the pieces that the moves put down, oldest first."""
    found: list[tuple[str, Seat, Lay | Pillar]] = []
    for number, events in enumerate(changes, 1):
        label = str(number) if len(changes) > 1 else ""
        for event in events:
            facts = event.facts
            if event.kind in ("lay", "pillar"):
                what = f"{facts['tile']}{facts['turn']}" if event.kind == "lay" else PILLAR_LABEL
                piece = parse(f"{what}{facts['cell']}")
                assert isinstance(piece, Lay | Pillar)
                found.append((label, event.seat, piece))
    return found


def pieces(state: Pillars, grid: Grid, marks: PlacedPieces) -> Iterator[Shape]:
    """Yield all pieces on the board, the latest ones on top and outlined."""
    latest = {str(piece) for _, _, piece in marks}
    for color, player in zip(SEAT_COLORS, state.players, strict=False):
        for piece in player.pieces():
            if str(piece) not in latest:
                yield _piece_shape(piece, color, grid)
    for _, seat, piece in marks:
        shape = _piece_shape(piece, SEAT_COLORS[seat], grid)
        role = "ring piece" if isinstance(piece, Lay) else "ring pillar"
        yield Shape(role, shape.box.inset(-PIECE_RING_MARGIN), cut=shape.cut)
        yield shape
    for label, _, piece in marks:
        box = grid.cell_box(piece.cell)
        if label:
            yield Shape("badge", square(box.x + 2, box.y + 2, BADGE_SIZE // 2), label)


def stock(state: Pillars, seat: Seat, tray: Tray, marks: PlacedPieces) -> Iterator[Shape]:
    """Yield the pieces in the tray of a seat with their names; the places left by the latest moves are outlined."""
    player = state.players[seat]
    color = SEAT_COLORS[seat]
    put = [piece for _, mover, piece in marks if mover == seat]
    for piece in put:
        if isinstance(piece, Lay):
            yield Shape("left piece", tray.tiles[piece.tile], cut=TRAY_FORMS[piece.tile])
    count = sum(isinstance(piece, Pillar) for piece in put)
    for box in tray.pillars[player.pillars : player.pillars + count]:
        yield Shape("left pillar", box)
    for tile, box in tray.tiles.items():
        if tile in player.stock:
            yield Shape(f"piece {color}", box, cut=TRAY_FORMS[tile])
    for box in tray.pillars[: player.pillars]:
        yield Shape(f"pillar {color}", box)
    for name, box in tray.names.items():
        there = name in player.stock or (name == PILLAR_LABEL and player.pillars)
        yield Shape("kept" if there else "laid", box, name)


def head(state: Pillars, seat: Seat, name: str, say: Say) -> SeatLabel:
    """Return the label of a seat: its dots, and a note if it is to move, has no more turns or has finished."""
    player = state.players[seat]
    unit = say("pillars.picture.dot" if player.dots == 1 else "pillars.picture.dots")
    label = replace(seat_label(state, seat, name, player.dots, say), unit=unit)
    if state.to_act() and player.gone:
        return replace(label, note=say("pillars.picture.out" if player.stock else "pillars.picture.done"))
    return label


def _piece_shape(piece: Lay | Pillar, color: str, grid: Grid) -> Shape:
    if isinstance(piece, Pillar):
        return Shape(f"pillar {color}", grid.cell_box(piece.cell))
    box, form = grid.tile_box_and_form(piece)
    return Shape(f"piece {color}", box, cut=form)
