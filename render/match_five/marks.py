"""What is drawn on top of one seat of Match Five enlarged while a move is chosen: what all moves left have in common.

Knows no words.
"""

from collections.abc import Sequence

from engine.core import Move, State, View
from engine.games.match_five import MatchFive, Place
from engine.games.match_five.sets import split
from render.match_five.close import rack_boxes
from render.parts.heads import ring
from render.parts.standing import position
from render.scene import Shape


def close_marks(view: View[State], moves: Sequence[Move]) -> tuple[Shape, ...]:
    """A ring around the tile of the hand that is chosen."""
    state, tiles = position(view, MatchFive), {move.tile for move in moves if isinstance(move, Place)}
    if view.seat is None or len(tiles) != 1:
        return ()
    hand = split(state.hands[view.seat])
    boxes = [box for tile, box in zip(hand, rack_boxes(state, view.seat), strict=False) if tile in tiles]
    return tuple(shape for box in boxes[:1] for shape in ring(box, look="ring chosen"))
