"""What of a position is drawn, and the scene that comes of it, for both painters. Knows no single game, no pixels."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from engine.core import Move, Seat, State, View
from render.parts.heads import BADGE, CLOSE_BADGE, numbered, ring
from render.parts.standing import calm, crowned
from render.parts.words import hushed
from render.portrayal import Portrayal, Turns
from render.scene import Changes, Say, Scene, Shape


@dataclass(frozen=True)
class Aspect:
    """What a picture of a position shows besides the position.

    `changes` are outlined, numbered when there are two or more. `marks`: moves whose places are shown, in games that
    have a way to. `seat`: the one that is enlarged, None for the whole table. `refused`: a move of the seat of the view
    and the number of the rule that forbids it; what makes it so is outlined if the game knows it. `prepared`: turns of
    that seat, outlined as well, numbered when there are several. With a seat enlarged, marks, refused and prepared
    moves are shown only if it is that of the view.
    """

    changes: Changes = ()
    marks: Sequence[Move] = ()
    seat: Seat | None = None
    refused: tuple[Move, str] | None = None
    prepared: Turns = ()


def scene_of(shown: Portrayal, view: View[State], names: Sequence[str], say: Say, aspect: Aspect) -> Scene:
    """The scene of the position, `names` a name a seat; at a table that was stopped no seat is marked."""
    spoken = hushed(say) if view.stopped else say
    drawn, outlines = _with_prepared(shown, view, names, spoken, aspect)
    on_top = [*_marked(shown, view, aspect), *_blamed(shown, view, aspect)]
    on_top += _numbered(outlines, BADGE if aspect.seat is None else CLOSE_BADGE)
    drawn = replace(drawn, shapes=(*drawn.shapes, *on_top)) if on_top else drawn
    if view.stopped:
        return calm(drawn)
    return crowned(drawn, view.state, names, say) if aspect.seat is None else drawn


def _with_prepared(
    shown: Portrayal, view: View[State], names: Sequence[str], say: Say, aspect: Aspect
) -> tuple[Scene, Sequence[Sequence[Shape]]]:
    """The scene, which grows in some games with what is prepared, and the outlines of each turn."""
    whole = aspect.seat is None
    growing, outlined = (
        (shown.with_prepared, shown.prepared) if whole else (shown.close_with_prepared, shown.close_prepared)
    )
    if aspect.prepared and growing:
        return growing(view, names, say, aspect.prepared)
    outlines = _outlines(view, outlined, aspect.prepared)
    if aspect.seat is None:
        return shown.scene(view, names, say, aspect.changes), outlines
    return shown.close(view, names, say, aspect.changes, aspect.seat), outlines


def _outlines(
    view: View[State], way: Callable[[View[State], Move], Sequence[Shape]] | None, turns: Turns
) -> Sequence[Sequence[Shape]]:
    """What the game outlines of each turn."""
    return [[shape for move in moves for shape in way(view, move)] for moves in turns] if way else []


def _marked(shown: Portrayal, view: View[State], aspect: Aspect) -> Sequence[Shape]:
    way = shown.marks if aspect.seat is None else shown.close_marks
    return way(view, aspect.marks) if way and aspect.marks else ()


def _blamed(shown: Portrayal, view: View[State], aspect: Aspect) -> list[Shape]:
    way = shown.cause if aspect.seat is None else shown.close_cause
    boxes = way(view, *aspect.refused) if way and aspect.refused else ()
    return [shape for box in boxes for shape in ring(box, look="ring cause")]


def _numbered(outlines: Sequence[Sequence[Shape]], size: int) -> list[Shape]:
    """The outlines of all turns, with their numbers if there are several."""
    rings = [shape for shapes in outlines for shape in shapes]
    return [*rings, *(numbered(outlines, size) if len(outlines) > 1 else ())]
