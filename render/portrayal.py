"""What a game brings so that it can be shown. Knows no game and no pixels."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.core import Move, Seat, State, View
from render.scene import Box, Changes, Say, Scene, Shape

EMOJI = 128  # the side of an emoji, in board units and in pixels


Turns = Sequence[Sequence[Move]]
Spots = Mapping[str, tuple[Box, ...]]  # by the name of a field of a move, the boxes that stand for its answer
WithPrepared = Callable[[View[State], Sequence[str], Say, Turns], tuple[Scene, Sequence[Sequence[Shape]]]]


@dataclass(frozen=True)
class Portrayal:
    """How one game is shown.

    `scene`: the whole table. `long` and `short`: the position as an alt text, in words and in letters. `text`: the
    whole position in Markdown, an entry for the table, then one a seat. `accent`: the color of the game, 0xRRGGBB.
    `close`: one seat alone with all it needs to decide, 720 wide and upright, for phones. `marks`: what shows on top of
    the scene which of these moves there are, such as a dot on each place, and what all of them have in common.
    `close_marks`: the same on top of one seat enlarged, that of the view. `cause`: the places in the scene that make a
    rule, given by its number, forbid a move to the seat of the view. `prepared`: outlines of the places from which and
    to which a move of that seat would take tiles. `close_cause`, `close_prepared`: the same two on top of that seat
    enlarged. `with_prepared`, `close_with_prepared`: the scene, and the seat of the view enlarged, with such outlines
    for each of several turns, in a game whose picture grows with what is laid. `spots`: what stands in the scene for
    each answer of a move of the seat of the view, so that it can be pointed at; answers that stand nowhere are left
    out. `close_spots`: the same with that seat enlarged. `emojis`: what stands for a thing within
    a line of text, in a square of EMOJI units; the key is that of the thing's word without the game, like "color.B".
    """

    scene: Callable[[View[State], Sequence[str], Say, Changes], Scene]
    long: Callable[[View[State], Sequence[str], Say], str]
    short: Callable[[View[State], Sequence[str], Say], str]
    text: Callable[[View[State], Sequence[str], Say], list[str]]
    accent: int
    close: Callable[[View[State], Sequence[str], Say, Changes, Seat], Scene]
    marks: Callable[[View[State], Sequence[Move]], tuple[Shape, ...]] | None = None
    close_marks: Callable[[View[State], Sequence[Move]], tuple[Shape, ...]] | None = None
    cause: Callable[[View[State], Move, str], Sequence[Box]] | None = None
    prepared: Callable[[View[State], Move], Sequence[Shape]] | None = None
    close_cause: Callable[[View[State], Move, str], Sequence[Box]] | None = None
    close_prepared: Callable[[View[State], Move], Sequence[Shape]] | None = None
    with_prepared: WithPrepared | None = None
    close_with_prepared: WithPrepared | None = None
    spots: Callable[[View[State], Move], Spots] | None = None
    close_spots: Callable[[View[State], Move], Spots] | None = None
    emojis: Mapping[str, tuple[Shape, ...]] = field(default_factory=dict)
