"""What is drawn on top of the picture of Summer Pavilion while a move is chosen: what all moves left have in common.

Knows no words. The same for the whole table and for one seat enlarged.
"""

from collections.abc import Iterator, Sequence

from engine.core import Move, Seat, State, View
from engine.games.pavilion import Draft, Pavilion, Place
from engine.games.pavilion.moves import CENTER
from engine.games.pavilion.sets import STARS
from render.parts.heads import ring
from render.parts.standing import position
from render.pavilion.close import seat_places
from render.pavilion.outlines import GROWN
from render.pavilion.places import Places, places
from render.scene import Box, Shape


def marks(view: View[State], moves: Sequence[Move]) -> tuple[Shape, ...]:
    """Rings around the source, the tiles or the space that is chosen."""
    state = position(view, Pavilion)
    return tuple(_chosen(state, places(len(state.boards), state.side), view.seat, moves))


def close_marks(view: View[State], moves: Sequence[Move]) -> tuple[Shape, ...]:
    """The same on the seat of the view enlarged."""
    state = position(view, Pavilion)
    return () if view.seat is None else tuple(_chosen(state, seat_places(state, view.seat), view.seat, moves))


def _chosen(state: Pavilion, where: Places, seat: Seat | None, moves: Sequence[Move]) -> Iterator[Shape]:
    drafts = [move for move in moves if isinstance(move, Draft)]
    if drafts and len({move.source for move in drafts}) == 1:
        colors = {move.color for move in drafts}
        for box in _tiles(state, where, drafts[0]) if len(colors) == 1 else [where.source(drafts[0].source)]:
            yield from ring(box, look="ring chosen")
    spaces = {(move.star, move.slot) for move in moves if isinstance(move, Place)}
    if len(spaces) == 1 and seat is not None:
        star, slot = spaces.pop()
        petal = where.seats[seat].petals[STARS.index(star)][slot - 1]
        yield Shape("petal chosen", petal.grown(GROWN), cut=petal.cut)


def _tiles(state: Pavilion, where: Places, draft: Draft) -> list[Box]:
    """The tiles that a draft takes, and the wild one that comes with them."""
    tiles = state.center if draft.source == CENTER else state.factories[int(draft.source) - 1]
    if draft.source == CENTER:
        return [box for color, box in where.center.items() if color in tiles and color in (draft.color, state.wild)]
    places_of = list(zip(tiles, where.factories[int(draft.source) - 1], strict=False))
    wild = [box for tile, box in places_of if tile == state.wild][: draft.color != state.wild]
    return [*(box for tile, box in places_of if tile == draft.color), *wild]
