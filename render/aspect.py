"""What of a position is drawn, and the scene that comes of it, for both painters. Knows no single game, no pixels."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.core import Move, Seat, State, View
from render.parts.heads import BADGE, CLOSE_BADGE, numbered, ring
from render.parts.standing import calm, crowned, hushed
from render.portrayal import Portrayal, Turns
from render.scene import Changes, Say, Scene, Shape, larger


@dataclass(frozen=True)
class Aspect:
    """What a picture of a position shows besides the position.

    `changes` are outlined, numbered when there are two or more. `marks`: moves whose places are shown, in games that
    have a way to. `seat`: the one that is enlarged, in a picture 720 wide, None for the whole table. `refused`: a move
    of the seat of the view and the number of the rule that forbids it; what makes it so is outlined if the game knows
    it. `prepared`: turns of that seat, outlined as well, numbered when there are several. With a seat enlarged, marks,
    refused and prepared moves are shown only if it is that of the view.
    """

    changes: Changes = ()
    marks: Sequence[Move] = ()
    seat: Seat | None = None
    refused: tuple[Move, str] | None = None
    prepared: Turns = ()


def scene_of(shown: Portrayal, view: View[State], names: Sequence[str], say: Say, aspect: Aspect) -> Scene:
    """The scene of the position, `names` a name a seat; at a table that was stopped no seat is marked."""
    spoken = hushed(say) if view.stopped else say
    enlarged = aspect.seat is not None
    zoom = shown.zoom if enlarged else 1
    outlines: Sequence[Sequence[Shape]] = ()
    if aspect.prepared and shown.with_prepared:
        drawn, outlines = shown.with_prepared(view, names, spoken, aspect.prepared, enlarged)
    elif aspect.seat is None:
        drawn = shown.scene(view, names, spoken, aspect.changes)
    else:
        drawn = shown.close(view, names, spoken, aspect.changes, aspect.seat)
    on_top: list[Shape] = []
    if shown.marks and aspect.marks:
        on_top += larger(shown.marks(view, aspect.marks, enlarged), zoom)
    if shown.cause and aspect.refused and view.seat is not None:
        for box in shown.cause(view, *aspect.refused, enlarged):
            on_top += ring(box.times(zoom), look="ring cause")
    if (way := shown.prepared) and not shown.with_prepared and view.seat is not None:
        turns = ([shape for move in moves for shape in way(view, move, enlarged)] for moves in aspect.prepared)
        outlines = [larger(shapes, zoom) for shapes in turns]
    for shapes in outlines:
        on_top += shapes
    if len(outlines) > 1:
        on_top += numbered(outlines, CLOSE_BADGE if enlarged else BADGE)
    drawn = replace(drawn, shapes=(*drawn.shapes, *on_top)) if on_top else drawn
    if view.stopped:
        return calm(drawn)
    return drawn if enlarged else crowned(drawn, view.state, names, say)
