"""What a game brings so that it can be shown. Knows no game and no pixels."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.core import Move, Seat, State, View
from render.scene import Box, Changes, Say, Scene, Shape

EMOJI = 128  # the side of an emoji, in board units and in pixels
Turns = Sequence[Sequence[Move]]
Spots = Mapping[str, tuple[Box, ...]]  # by the name of a field of a move, the boxes that stand for its answer
WithPrepared = Callable[[View[State], Sequence[str], Say, Turns, bool], tuple[Scene, Sequence[Sequence[Shape]]]]


@dataclass(frozen=True)
class Portrayal:
    """How one game is shown.

    `scene`: the whole table. `long` and `short`: the position as an alt text, in words and in letters. `text`: the
    whole position in Markdown, an entry for the table, then one a seat. `accent`: the color of the game, 0xRRGGBB.
    `close`: one seat alone with all it needs to decide, 720 wide and upright, for phones. `emojis`: what stands for a
    thing within a line of text, in a square of EMOJI units; the key is that of the thing's word without the game, like
    "color.B".

    The others are about moves, on the whole table or, where the last argument is true, with the seat of the view
    enlarged, in units of which that picture has `zoom` times as many. But for marks somebody looks who has a seat.
    `marks`: what shows which of these moves there are, such as a dot on each place, and what all of them have in
    common. `cause`: the places that make a rule, given by its number, forbid a move. `prepared`: outlines of the places
    from which and to which a move would take tiles. `with_prepared`: the scene with such outlines for each of several
    turns, in a game whose picture grows with what is laid. `spots`: what stands for each answer of a move, so that it
    can be pointed at; answers that stand nowhere are left out.
    """

    scene: Callable[[View[State], Sequence[str], Say, Changes], Scene]
    long: Callable[[View[State], Sequence[str], Say], str]
    short: Callable[[View[State], Sequence[str], Say], str]
    text: Callable[[View[State], Sequence[str], Say], list[str]]
    accent: int
    close: Callable[[View[State], Sequence[str], Say, Changes, Seat], Scene]
    zoom: float = 1
    marks: Callable[[View[State], Sequence[Move], bool], Iterable[Shape]] | None = None
    cause: Callable[[View[State], Move, str, bool], Iterable[Box]] | None = None
    prepared: Callable[[View[State], Move, bool], Iterable[Shape]] | None = None
    with_prepared: WithPrepared | None = None
    spots: Callable[[View[State], Move, bool], Spots] | None = None
    emojis: Mapping[str, tuple[Shape, ...]] = field(default_factory=dict)
