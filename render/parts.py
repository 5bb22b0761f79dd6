"""What the scenes of several games share: heads of seats, rings, who is to move and who has won, a legend of letters.

Knows no single game, no pixels and no words of its own.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple, TypeVar

from engine.core import Seat, State, View, places
from render.looks.font import drawable_name
from render.scene import Box, Ground, Say, Scene, Shape

TRUE_MINUS = "−"
ROW_LABEL_WIDTH = 38  # board units that a label left of a cell has
PLAQUE_SIZE = 28
SCORE_DIGIT_WIDTH = 21  # board units of a digit of a score; none is wider
SCORE_UNIT_WIDTH = 50  # board units for a word behind a score
NAME_LETTER_WIDTH, SHORT_NOTE_WIDTH = (
    13,
    76,
)  # board units of a letter of a name and of a short note with the gap before it, as most are
RING_GAPS = {
    "ring": 7,
    "ring tight": 5,
    "ring chosen": 5,
    "ring cause": 7,
}  # board units to the ring's outside
BADGE_SIZE, CLOSE_BADGE_SIZE = (
    26,
    36,
)  # board units of the number of a move, in the whole table and in one seat enlarged
GAIN_PADDING, GAIN_DIGIT_WIDTH = 12, 11  # board units of a pill of points beside its digits, and of each digit
BANNER_HEIGHT = 56  # board units below a picture
LEGEND_GAP = 4  # board units from a tile of the legend to its letter
ACTING_SUFFIX = " acting"  # ends the roles of what marks the seat to move
_SEAT_NUMBER = re.compile(r"^\(\d+\) ")

S = TypeVar("S", bound=State)


def square(x: int, y: int, r: int) -> Box:
    """The box of a disc around a point."""
    return Box(x - r, y - r, 2 * r, 2 * r)


def column_beside(box: Box, by: int) -> Box:
    """The box as high as the given one that lies `by` units beside it: at its left if negative."""
    return Box(box.x + by, box.y, -by, box.h) if by < 0 else Box(box.x + box.w, box.y, by, box.h)


class Obstacle(NamedTuple):
    """Something in `box` that had better be seen, and the `weight` of covering a square unit of it."""

    box: Box
    weight: int


def clearest_place(places: Sequence[Box], covered: Sequence[Obstacle]) -> Box:
    """The one of these places, the first of equals, at which least is covered."""
    return min(places, key=lambda place: sum(one.weight * place.overlap_area(one.box) for one in covered))


def drawable_seat_name(name: str) -> str:
    """The name as it can be drawn beside the number of its seat, without the "(2)" that says it in texts.

    It is "" where the font has no letter of it, so that the number stands alone.
    """
    return drawable_name(_SEAT_NUMBER.sub("", name))


@dataclass(frozen=True)
class SeatLabel:
    """What the head of a seat shows."""

    seat: Seat  # 0-based
    name: str  # of who has it
    score: int  # its points
    note: str = ""  # a few words beside the name
    mood: str = ""  # "acting", "lit" or "": fills the head of the seat that the eye must find
    unit: str = ""  # a word after the points
    is_note_optional: bool = False  # the note says nothing that is not seen elsewhere
    reserved: int = 0  # board units left of the points that are kept free


def score_width(points: int) -> int:
    """The board units that points take at most; names have the rest."""
    return SCORE_DIGIT_WIDTH * len(str(points))


def name_with_note(who: SeatLabel, room: int) -> str:
    """The name with the note as its caption in so many board units; a spare note gives way to a name that needs all."""
    name = drawable_seat_name(who.name)
    needed = who.is_note_optional and len(name) * NAME_LETTER_WIDTH > room - SHORT_NOTE_WIDTH
    return name + (f"\t{who.note}" if who.note and not needed else "")


def nameplate(head: Box, who: SeatLabel) -> Iterator[Shape]:
    """Number, name, note and points of a seat."""
    suffix = f" {who.mood}" if who.mood else ""
    if who.mood:
        yield Shape(f"head{suffix}", head)
    drop = (head.h - PLAQUE_SIZE) // 2
    yield Shape(f"plaque{suffix}", Box(head.x + 10, head.y + drop, PLAQUE_SIZE, PLAQUE_SIZE), str(who.seat + 1))
    room = score_width(who.score) + (SCORE_UNIT_WIDTH if who.unit else 0)
    free = head.w - 48 - room - who.reserved - 22
    if text := name_with_note(who, free):
        yield Shape(f"name{suffix}", Box(head.x + 48, head.y, free, head.h), text)
    points = str(who.score) + (f"\t{who.unit}" if who.unit else "")
    yield Shape(f"score{suffix}", Box(head.x + head.w - room - 14, head.y, room, head.h), points)


def chip(box: Box, who: SeatLabel) -> Iterator[Shape]:
    """Number, name and points of a seat in little room."""
    suffix = f" {who.mood}" if who.mood else ""
    if who.mood:
        yield Shape(f"chip{suffix}", box)
    yield Shape(f"plaque{suffix}", square(box.x + 24, box.y + box.h // 2, PLAQUE_SIZE // 2), str(who.seat + 1))
    room = score_width(who.score)
    name = drawable_seat_name(who.name)
    if name:
        yield Shape(f"note{suffix}", Box(box.x + 46, box.y, box.w - 46 - room - 16, box.h), name)
    yield Shape(f"score{suffix}", Box(box.x + box.w - room - 10, box.y, room, box.h), str(who.score))


def gain_pill(box: Box, points: str) -> Shape:
    """What a move earned ("+5"), on the middle of the box."""
    wide = GAIN_PADDING + GAIN_DIGIT_WIDTH * len(points)
    x = box.x + box.w // 2
    y = box.y + box.h // 2
    return Shape("gain", Box(x - wide // 2, y - BADGE_SIZE // 2, wide, BADGE_SIZE), points)


def turn_badges(outlines: Sequence[Sequence[Shape]], size: int = BADGE_SIZE) -> list[Shape]:
    """The number of each turn, from 1, at the upper right of each of its outlines; side by side where several meet.

    `size`: board units of a number.
    """
    badges: list[Shape] = []
    for number, shapes in enumerate(outlines, 1):
        for box in dict.fromkeys(shape.box for shape in shapes):
            spot = square(max(size // 2, box.x + box.w - size // 2 - 2), max(size // 2, box.y + 3), size // 2)
            while any(spot.overlap_area(badge.box) for badge in badges):
                spot = Box(spot.x - size, spot.y, spot.w, spot.h)
            badges.append(Shape("badge", spot, str(number)))
    return badges


def ring(box: Box, label: str = "", look: str = "ring", points: str = "") -> Iterator[Shape]:
    """The outline of the last change, its number on the upper left corner, what it earned ("+5") on the upper right."""
    outline = box.inset(-RING_GAPS[look])
    yield Shape(look, outline)
    if label:
        yield Shape("badge", square(outline.x + 3, outline.y + 3, BADGE_SIZE // 2), label)
    if points:
        yield gain_pill(Box(outline.x + outline.w, outline.y, 0, 0), points)


def position(view: View[State], kind: type[S]) -> S:
    """The position, known to be one of that kind."""
    assert isinstance(view.state, kind)
    return view.state


def ranks(state: State) -> tuple[int, ...]:
    """The place of each seat, from 1; equal places share it."""
    return places(state.scores())


def winners(state: State) -> tuple[Seat, ...]:
    """The seats that nobody is ahead of."""
    return tuple(seat for seat, rank in enumerate(ranks(state)) if rank == 1)


def seat_label(state: State, seat: Seat, name: str, points: int, say: Say) -> SeatLabel:
    """What the head of a seat shows: that it must act, or which place it has in the end."""
    if state.to_act():
        acts = seat in state.to_act()
        note, mood = (say("picture.to_move"), "acting") if acts else ("", "")
        return SeatLabel(seat, name, points, note, mood, is_note_optional=acts)
    rank = ranks(state)[seat]
    first = winners(state)
    if seat in first:
        alone = len(first) == 1
        note = say("picture.wins" if alone else "picture.shares")
        return SeatLabel(seat, name, points, note, "lit", is_note_optional=alone)
    return SeatLabel(seat, name, points, say("picture.place", n=rank))


def add_winner_banner(scene: Scene, state: State, names: Sequence[str], say: Say) -> Scene:
    """The scene of a game that is over with a banner below it that names who has won."""
    first = winners(state)
    won = " · ".join(
        drawable_name(names[seat]) if drawable_seat_name(names[seat]) else say("picture.seat", n=seat + 1)
        for seat in first
    )
    box = Box(0, scene.ground.height, scene.ground.width, BANNER_HEIGHT)
    banner = Shape("banner", box, say("picture.banner" if len(first) == 1 else "picture.banner_shared", names=won))
    return replace(scene, ground=_taller(scene.ground), shapes=(*scene.shapes, banner))


@lru_cache(maxsize=16)
def _taller(ground: Ground) -> Ground:
    """The ground with room for a banner; one object for each, as painters remember grounds."""
    return Ground(ground.width, ground.height + BANNER_HEIGHT, ground.shapes)


def unmark_seats(scene: Scene) -> Scene:
    """The scene with no seat marked: a mere mark is gone, all else looks as it does for the other seats."""
    kept = (shape for shape in scene.shapes if shape.text or not shape.role.endswith(ACTING_SUFFIX))
    return replace(scene, shapes=tuple(shape._replace(role=shape.role.removesuffix(ACTING_SUFFIX)) for shape in kept))


def turn_text(state: State, names: Sequence[str], say: Say) -> str:
    """Whose turn it is, or who has won."""
    if not state.to_act():
        won = [names[seat] for seat in winners(state)]
        return say("picture.over", names=" + ".join(won), n=len(won))
    acting = [names[seat] for seat in state.to_act() if 0 <= seat < len(names)]
    return say("picture.turn", name=" + ".join(acting)) if acting else say("picture.deal")


def stopped_say(say: Say) -> Say:
    """The words with the end of the table in place of whose turn it is."""

    def spoken(key: str, **facts: object) -> str:
        if key == "picture.to_move":
            return ""
        return say("picture.stopped") if key in ("picture.turn", "picture.deal") else say(key, **facts)

    return spoken


def bullet_list(rows: Sequence[str]) -> str:
    """A list in Markdown, to follow its heading."""
    return "".join(f"\n- {row}" for row in rows)


@dataclass(frozen=True)
class Legend:
    """Where the legend of a picture stands."""

    tiles: tuple[Box, ...]  # a box for each
    room: int  # board units behind a tile for its letter
    look: str = "legend"  # of the letters
    cut: str = ""  # how tiles lie
    has_words: bool = False  # there is room for the words behind the letters


def box_row(first: Box, step: int, count: int) -> tuple[Box, ...]:
    """Boxes of one size side by side."""
    return tuple(first._replace(x=first.x + step * at) for at in range(count))


def explain_letters(scene: Scene, stem: str, colors: Sequence[str], say: Say, legend: Legend) -> Scene:
    """The scene as it is where no letter misleads, else without letters on tiles and with a legend.

    `stem`: the key of the words of the colors without their letters, "azul.color".
    """
    words = {color: say(f"{stem}.{color}") for color in colors}
    if not letters_mislead(words):
        return scene
    shapes = [
        one._replace(text="") if one.role.startswith("tile ") and one.text == one.role.rpartition(" ")[2] else one
        for one in scene.shapes
    ]
    for (color, word), tile in zip(words.items(), legend.tiles, strict=True):
        shapes.append(Shape(f"tile {color}", tile, cut=legend.cut))
        room = Box(tile.x + tile.w + LEGEND_GAP, tile.y - 6, legend.room, tile.h + 12)
        shapes.append(Shape(legend.look, room, f"{color} {word}" if legend.has_words else color))
    return replace(scene, shapes=tuple(shapes))


def letters_mislead(words: dict[str, str]) -> bool:
    """Whether any letter, which is not the initial of its own word, is that of another one."""
    initials = {letter: word[:1].upper() for letter, word in words.items()}
    return any(letter != own and letter in initials.values() for letter, own in initials.items())
