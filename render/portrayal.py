"""What a game brings so that it can be shown, and the scene that comes of it, for both painters.

Knows no single game and no pixels.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.core import Move, Seat, State, View
from render.parts import BADGE_SIZE, CLOSE_BADGE_SIZE, add_winner_banner, ring, stopped_say, turn_badges, unmark_seats
from render.scene import Box, Changes, Say, Scene, Shape, magnify_shapes

EMOJI_SIZE = 128  # the side of an emoji, in board units and in pixels
PreparedTurns = Sequence[Sequence[Move]]
Spots = Mapping[str, tuple[Box, ...]]  # by the name of a field of a move, the boxes that stand for its answer
WithPrepared = Callable[[View[State], Sequence[str], Say, PreparedTurns, bool], tuple[Scene, Sequence[Sequence[Shape]]]]


@dataclass(frozen=True)
class Portrayal:
    """How one game is shown.

    Functions from `marks` on are about moves, on the whole table or, where the last argument is true, with the seat of
    the view enlarged, in units of which that picture has `zoom` times as many. But for marks somebody looks who has a
    seat.
    """

    scene: Callable[[View[State], Sequence[str], Say, Changes], Scene]  # the whole table
    long: Callable[[View[State], Sequence[str], Say], str]  # the position as an alt text, in words
    short: Callable[[View[State], Sequence[str], Say], str]  # the same in letters
    text: Callable[[View[State], Sequence[str], Say], list[str]]
    """The whole position in Markdown, an entry for the table, then one a seat."""
    accent: int  # the color of the game, 0xRRGGBB
    close: Callable[[View[State], Sequence[str], Say, Changes, Seat], Scene]
    """One seat alone with all it needs to decide, 720 wide and upright, for phones."""
    zoom: float = 1  # from the units of the functions below to those of the seat enlarged
    marks: Callable[[View[State], Sequence[Move], bool], Iterable[Shape]] | None = None
    """What shows which of these moves there are, such as a dot on each place, and what all of them have in common."""
    cause: Callable[[View[State], Move, str, bool], Iterable[Box]] | None = None
    """The places that make a rule, given by its number, forbid a move."""
    prepared: Callable[[View[State], Move, bool], Iterable[Shape]] | None = None
    """Outlines of the places from which and to which a move would take tiles."""
    with_prepared: WithPrepared | None = None
    """The scene with such outlines for each of several turns, in a game whose picture grows with what is laid."""
    spots: Callable[[View[State], Move, bool], Spots] | None = None
    """What stands for each answer of a move, so that it can be pointed at; answers that stand nowhere are left out."""
    emojis: Mapping[str, tuple[Shape, ...]] = field(default_factory=dict)
    """What stands for a thing within a line of text, in a square of EMOJI units, by the key of the thing's word without
    the game: "color.B"."""


@dataclass(frozen=True)
class Aspect:
    """What a picture of a position shows besides the position.

    With a seat enlarged, marks, refused and prepared moves are shown only if it is that of the view.
    """

    changes: Changes = ()  # are outlined, numbered when there are two or more
    marks: Sequence[Move] = ()  # moves whose places are shown, in games that have a way to
    seat: Seat | None = None  # the one that is enlarged, in a picture 720 wide, None for the whole table
    refused: tuple[Move, str] | None = None
    """A move of the seat of the view and the number of the rule that forbids it; what makes it so is outlined if the
    game knows it."""
    prepared: PreparedTurns = ()  # turns of the seat of the view, outlined as well, numbered when there are several


def scene_of(shown: Portrayal, view: View[State], names: Sequence[str], say: Say, aspect: Aspect) -> Scene:
    """The scene of the position, `names` a name a seat; at a table that was stopped no seat is marked."""
    spoken = stopped_say(say) if view.stopped else say
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
        on_top += magnify_shapes(shown.marks(view, aspect.marks, enlarged), zoom)
    if shown.cause and aspect.refused and view.seat is not None:
        for box in shown.cause(view, *aspect.refused, enlarged):
            on_top += ring(box.scale(zoom), look="ring cause")
    outline = None if shown.with_prepared else shown.prepared
    if outline and view.seat is not None:
        turns = ([shape for move in moves for shape in outline(view, move, enlarged)] for moves in aspect.prepared)
        outlines = [magnify_shapes(shapes, zoom) for shapes in turns]
    for shapes in outlines:
        on_top += shapes
    if len(outlines) > 1:
        on_top += turn_badges(outlines, CLOSE_BADGE_SIZE if enlarged else BADGE_SIZE)
    drawn = replace(drawn, shapes=(*drawn.shapes, *on_top)) if on_top else drawn
    if view.stopped:
        return unmark_seats(drawn)
    if enlarged or view.state.to_act():
        return drawn
    return add_winner_banner(drawn, view.state, names, say)
