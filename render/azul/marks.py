"""What is drawn on top of the picture of Azul while a move is chosen: what all moves that are left have in common.

Knows no words. The same for the whole table and for one seat enlarged.
"""

from collections.abc import Iterator, Sequence

from engine.core import Move, Seat, State, View
from engine.games.azul import Azul, Draft, Plan
from engine.games.azul.moves import CENTER
from render.azul.close import ZOOM, enlarged_places
from render.azul.places import Places, places
from render.azul.scene import due
from render.parts.heads import ring
from render.parts.standing import position
from render.scene import Box, Shape, larger


def marks(view: View[State], moves: Sequence[Move]) -> tuple[Shape, ...]:
    """Rings around the source or the tiles that are chosen; the tiles of the columns that are chosen."""
    state = position(view, Azul)
    return tuple(_chosen(state, places(len(state.boards), state.wall, state.over), view.seat, moves))


def close_marks(view: View[State], moves: Sequence[Move]) -> tuple[Shape, ...]:
    """The same on the seat of the view enlarged."""
    state = position(view, Azul)
    where = enlarged_places(len(state.boards), state.wall, state.over)
    return larger(tuple(_chosen(state, where, view.seat, moves)), ZOOM)


def _chosen(state: Azul, where: Places, seat: Seat | None, moves: Sequence[Move]) -> Iterator[Shape]:
    drafts = [move for move in moves if isinstance(move, Draft)]
    plans = [move.columns for move in moves if isinstance(move, Plan)]
    if drafts and len({move.source for move in drafts}) == 1:
        colors = {move.color for move in drafts}
        for box in _tiles(state, where, drafts[0]) if len(colors) == 1 else [_source(where, drafts[0].source)]:
            yield from ring(box, look="ring chosen")
    if plans and seat is not None:
        columns = enumerate(zip(*plans, strict=True))
        decided = next((row for row, letters in columns if len(set(letters)) > 1), len(plans[0]))
        yield from due(state, seat, where.seats[seat], plans[0], decided)


def _source(where: Places, source: str) -> Box:
    return where.layout.center if source == CENTER else where.layout.displays[int(source) - 1]


def _tiles(state: Azul, where: Places, draft: Draft) -> list[Box]:
    """The tiles that a draft takes."""
    if draft.source == CENTER:
        return [where.center[draft.color]]
    at = int(draft.source) - 1
    tiles = zip(state.displays[at], where.displays[at], strict=False)
    return [box for tile, box in tiles if tile == draft.color]
