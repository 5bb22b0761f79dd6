"""What a game must supply to be shown, and the scene of a position for both painters.

Knows nothing about single games and pixels.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.core import Move, Seat, State, View
from render.parts import BADGE_SIZE, CLOSE_BADGE_SIZE, add_winner_banner, ring, stopped_say, turn_badges, unmark_seats
from render.scene import Box, Changes, Say, Scene, Shape, magnify_shapes

EMOJI_SIZE = 128  # board units and pixels of each side
PreparedTurns = Sequence[Sequence[Move]]
Spots = Mapping[str, tuple[Box, ...]]  # by field of a move, the boxes that show its value
SceneWithPrepared = Callable[
    [View[State], Sequence[str], Say, PreparedTurns, bool], tuple[Scene, Sequence[Sequence[Shape]]]
]


@dataclass(frozen=True)
class Portrayal:
    """How one game is shown.

    `marks` and the functions below it are about moves. Their last argument tells whether the picture shows the view's
    seat enlarged; their boxes are in the layout units of the picture, which are multiplied by `zoom`. All but `marks`
    require a view with a seat.
    """

    scene: Callable[[View[State], Sequence[str], Say, Changes], Scene]  # the whole table
    long_alt_text: Callable[[View[State], Sequence[str], Say], str]  # alt text of the position, in words
    short_alt_text: Callable[[View[State], Sequence[str], Say], str]  # alt text in letters
    text: Callable[[View[State], Sequence[str], Say], list[str]]
    """The whole position in Markdown, an entry for the table, then one per seat."""
    accent: int  # the color of the game, 0xRRGGBB
    close: Callable[[View[State], Sequence[str], Say, Changes, Seat], Scene]
    """One seat enlarged with everything that it needs to decide, upright and 720 wide, for phones."""
    zoom: float = 1  # from layout units to those of an enlarged seat
    marks: Callable[[View[State], Sequence[Move], bool], Iterable[Shape]] | None = None
    """Marks for these moves: for example a dot on each place, and rings around what all these moves share."""
    cause: Callable[[View[State], Move, str, bool], Iterable[Box]] | None = None
    """The boxes of what makes a rule, given by its number, forbid a move."""
    prepared_outlines: Callable[[View[State], Move, bool], Iterable[Shape]] | None = None
    """Outlines of the places from which or to which a move would take tiles."""
    scene_with_prepared: SceneWithPrepared | None = None
    """The scene and the outlines of several prepared turns, in games whose picture grows as tiles are laid."""
    spots: Callable[[View[State], Move, bool], Spots] | None = None
    """The boxes that show the value of each field of a move; fields without a place in the picture are left out."""
    emojis: Mapping[str, tuple[Shape, ...]] = field(default_factory=dict)
    """Shapes of each emoji, in a square of EMOJI_SIZE units, by key of its word without the game: "color.B"."""


@dataclass(frozen=True)
class Aspect:
    """What a picture of a position shows besides the position.

    With an enlarged `seat`, marks, refused and prepared moves are possible only if it is the seat of the view.
    """

    changes: Changes = ()  # outlined, and numbered if there are several
    marks: Sequence[Move] = ()  # moves whose places are shown, if the game supports it
    seat: Seat | None = None  # the enlarged seat, in a picture 720 wide; None for the whole table
    refused: tuple[Move, str] | None = None
    """A move of the view's seat and the rule that forbids it; the cause is outlined if the game knows it."""
    prepared: PreparedTurns = ()  # turns of the view's seat, outlined, and numbered if there are several


def scene_of(portrayal: Portrayal, view: View[State], names: Sequence[str], say: Say, aspect: Aspect) -> Scene:
    """Return the scene of the position; `names` has one name per seat. At a stopped table no seat is marked."""
    say_here = stopped_say(say) if view.stopped else say
    enlarged = aspect.seat is not None
    zoom = portrayal.zoom if enlarged else 1
    outlines: Sequence[Sequence[Shape]] = ()
    if aspect.prepared and portrayal.scene_with_prepared:
        scene, outlines = portrayal.scene_with_prepared(view, names, say_here, aspect.prepared, enlarged)
    elif aspect.seat is None:
        scene = portrayal.scene(view, names, say_here, aspect.changes)
    else:
        scene = portrayal.close(view, names, say_here, aspect.changes, aspect.seat)
    on_top: list[Shape] = []
    if portrayal.marks and aspect.marks:
        on_top += magnify_shapes(portrayal.marks(view, aspect.marks, enlarged), zoom)
    if portrayal.cause and aspect.refused and view.seat is not None:
        for box in portrayal.cause(view, *aspect.refused, enlarged):
            on_top += ring(box.scale(zoom), look="ring cause")
    outline = None if portrayal.scene_with_prepared else portrayal.prepared_outlines
    if outline and view.seat is not None:
        turns = ([shape for move in moves for shape in outline(view, move, enlarged)] for moves in aspect.prepared)
        outlines = [magnify_shapes(shapes, zoom) for shapes in turns]
    for shapes in outlines:
        on_top += shapes
    if len(outlines) > 1:
        on_top += turn_badges(outlines, CLOSE_BADGE_SIZE if enlarged else BADGE_SIZE)
    scene = replace(scene, shapes=(*scene.shapes, *on_top)) if on_top else scene
    if view.stopped:
        return unmark_seats(scene)
    if enlarged or view.state.to_act():
        return scene
    return add_winner_banner(scene, view.state, names, say)
