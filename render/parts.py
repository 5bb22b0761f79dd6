"""Parts of scenes that games share: heads of seats, rings, whose turn it is, who has won, a legend of letters.

Independent of single games and pixels; `say` supplies the words.
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
ROW_LABEL_WIDTH = 38  # board units
PLAQUE_SIZE = 28
SCORE_DIGIT_WIDTH = 21  # board units, the widest digit
SCORE_UNIT_WIDTH = 50  # board units, for a word after the score
HEAD_LETTER_WIDTH = 13  # board units of a typical letter of a name
SHORT_NOTE_WIDTH = 76  # board units of a typical note with the gap before it
RING_GAPS = {
    "ring": 7,
    "ring tight": 5,
    "ring chosen": 5,
    "ring cause": 7,
}  # board units from the edge of the box to the outer edge of its ring
BADGE_SIZE = 26  # board units, in the whole table
CLOSE_BADGE_SIZE = 36  # board units, in an enlarged seat
GAIN_PADDING = 12  # board units beside the digits
GAIN_DIGIT_WIDTH = 11  # board units
BANNER_HEIGHT = 56  # board units
LEGEND_GAP = 4  # board units from a tile to its letter
ACTING_SUFFIX = " acting"  # of roles that mark the seat to move
_SEAT_NUMBER = re.compile(r"^\(\d+\) ")

S = TypeVar("S", bound=State)


def square(x: int, y: int, r: int) -> Box:
    """Return the box of a disc with center (x, y) and radius r."""
    return Box(x - r, y - r, 2 * r, 2 * r)


def column_beside(box: Box, by: int) -> Box:
    """Return the box of width `by` to the right of the given one, of the same height; to its left if negative."""
    return Box(box.x + by, box.y, -by, box.h) if by < 0 else Box(box.x + box.w, box.y, by, box.h)


class Obstacle(NamedTuple):
    """A `box` that should stay visible, and the `weight` of covering one square unit of it."""

    box: Box
    weight: int


def clearest_place(places: Sequence[Box], obstacles: Sequence[Obstacle]) -> Box:
    """Return the place that covers least of the obstacles; of equally good places, the first."""
    return min(
        places, key=lambda place: sum(obstacle.weight * place.overlap_area(obstacle.box) for obstacle in obstacles)
    )


def drawable_seat_name(name: str) -> str:
    """Return the drawable form of a name without the seat number, "(2)", that texts put before it.

    Returns "" if the font has none of the letters; then only the number of the seat is drawn.
    """
    return drawable_name(_SEAT_NUMBER.sub("", name))


@dataclass(frozen=True)
class SeatLabel:
    """What the head of a seat shows."""

    seat: Seat  # 0-based
    name: str  # of the player
    score: int  # points
    note: str = ""  # a few words beside the name
    mood: str = ""  # "acting" or "lit" highlights the head, "" does not
    unit: str = ""  # a word after the points
    is_note_optional: bool = False  # the note may be dropped, because the picture says the same elsewhere
    reserved: int = 0  # board units left of the points that stay free


def score_width(points: int) -> int:
    """Return how many board units the points take at most; the name gets the rest."""
    return SCORE_DIGIT_WIDTH * len(str(points))


def name_with_note(label: SeatLabel, room: int) -> str:
    """Return the name with the note as its caption; an optional note is dropped if the name needs all the room."""
    name = drawable_seat_name(label.name)
    needs_all = label.is_note_optional and len(name) * HEAD_LETTER_WIDTH > room - SHORT_NOTE_WIDTH
    return name + (f"\t{label.note}" if label.note and not needs_all else "")


def nameplate(head: Box, label: SeatLabel) -> Iterator[Shape]:
    """Yield number, name, note and points of a seat."""
    suffix = f" {label.mood}" if label.mood else ""
    if label.mood:
        yield Shape(f"head{suffix}", head)
    drop = (head.h - PLAQUE_SIZE) // 2
    yield Shape(f"plaque{suffix}", Box(head.x + 10, head.y + drop, PLAQUE_SIZE, PLAQUE_SIZE), str(label.seat + 1))
    room = score_width(label.score) + (SCORE_UNIT_WIDTH if label.unit else 0)
    free = head.w - 48 - room - label.reserved - 22
    if text := name_with_note(label, free):
        yield Shape(f"name{suffix}", Box(head.x + 48, head.y, free, head.h), text)
    points = str(label.score) + (f"\t{label.unit}" if label.unit else "")
    yield Shape(f"score{suffix}", Box(head.x + head.w - room - 14, head.y, room, head.h), points)


def chip(box: Box, label: SeatLabel) -> Iterator[Shape]:
    """Yield number, name and points of a seat in a small box."""
    suffix = f" {label.mood}" if label.mood else ""
    if label.mood:
        yield Shape(f"chip{suffix}", box)
    yield Shape(f"plaque{suffix}", square(box.x + 24, box.y + box.h // 2, PLAQUE_SIZE // 2), str(label.seat + 1))
    room = score_width(label.score)
    name = drawable_seat_name(label.name)
    if name:
        yield Shape(f"note{suffix}", Box(box.x + 46, box.y, box.w - 46 - room - 16, box.h), name)
    yield Shape(f"score{suffix}", Box(box.x + box.w - room - 10, box.y, room, box.h), str(label.score))


def gain_pill(box: Box, points: str) -> Shape:
    """Return the points that a move earned ("+5"), centered on the box."""
    wide = GAIN_PADDING + GAIN_DIGIT_WIDTH * len(points)
    x = box.x + box.w // 2
    y = box.y + box.h // 2
    return Shape("gain", Box(x - wide // 2, y - BADGE_SIZE // 2, wide, BADGE_SIZE), points)


def turn_badges(outlines: Sequence[Sequence[Shape]], size: int = BADGE_SIZE) -> list[Shape]:
    """Return a badge with the number of the turn, from 1, at the upper right of each of its outlines.

    Badges that would overlap move to the left. `size`: board units of a badge.
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
    """Yield the outline of a change, with its number at the upper left and its points ("+5") at the upper right."""
    outline = box.inset(-RING_GAPS[look])
    yield Shape(look, outline)
    if label:
        yield Shape("badge", square(outline.x + 3, outline.y + 3, BADGE_SIZE // 2), label)
    if points:
        yield gain_pill(Box(outline.x + outline.w, outline.y, 0, 0), points)


def position(view: View[State], kind: type[S]) -> S:
    """Return the position of the view, which must be of that type."""
    assert isinstance(view.state, kind)
    return view.state


def ranks(state: State) -> tuple[int, ...]:
    """Return the place of each seat, from 1; seats with equal scores share a place."""
    return places(state.scores())


def winners(state: State) -> tuple[Seat, ...]:
    """Return the seats in first place."""
    return tuple(seat for seat, rank in enumerate(ranks(state)) if rank == 1)


def seat_label(state: State, seat: Seat, name: str, points: int, say: Say) -> SeatLabel:
    """Return the label of a seat; its note says that the seat is to move or, after the game, which place it took."""
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
    """Add a banner below the scene that names the winners."""
    first = winners(state)
    won = " · ".join(
        drawable_name(names[seat]) if drawable_seat_name(names[seat]) else say("picture.seat", n=seat + 1)
        for seat in first
    )
    box = Box(0, scene.ground.height, scene.ground.width, BANNER_HEIGHT)
    banner = Shape("banner", box, say("picture.banner" if len(first) == 1 else "picture.banner_shared", names=won))
    return replace(scene, ground=_add_banner_height(scene.ground), shapes=(*scene.shapes, banner))


@lru_cache(maxsize=16)
def _add_banner_height(ground: Ground) -> Ground:
    """Return the background with room for a banner; cached, because painters cache each background object."""
    return Ground(ground.width, ground.height + BANNER_HEIGHT, ground.shapes)


def unmark_seats(scene: Scene) -> Scene:
    """Return the scene with no seat marked: marks without text are dropped, marked texts get the usual look."""
    shapes = (shape for shape in scene.shapes if shape.text or not shape.role.endswith(ACTING_SUFFIX))
    return replace(scene, shapes=tuple(shape._replace(role=shape.role.removesuffix(ACTING_SUFFIX)) for shape in shapes))


def turn_text(state: State, names: Sequence[str], say: Say) -> str:
    """Return whose turn it is, or who has won."""
    if not state.to_act():
        won = [names[seat] for seat in winners(state)]
        return say("picture.over", names=" + ".join(won), n=len(won))
    acting = [names[seat] for seat in state.to_act() if 0 <= seat < len(names)]
    return say("picture.turn", name=" + ".join(acting)) if acting else say("picture.deal")


def stopped_say(say: Say) -> Say:
    """Return `say` for a stopped table: it says that the table has ended instead of whose turn it is."""

    def say_instead(key: str, **facts: object) -> str:
        if key == "picture.to_move":
            return ""
        return say("picture.stopped") if key in ("picture.turn", "picture.deal") else say(key, **facts)

    return say_instead


def bullet_list(rows: Sequence[str]) -> str:
    """Return a Markdown list, to be appended to its heading."""
    return "".join(f"\n- {row}" for row in rows)


@dataclass(frozen=True)
class Legend:
    """The layout of the legend of a picture."""

    tiles: tuple[Box, ...]  # one box per color
    room: int  # board units after a tile, for its letter
    look: str = "legend"  # the role of the letters
    cut: str = ""  # of the tiles
    has_words: bool = False  # there is room for the words after the letters


def box_row(first: Box, step: int, count: int) -> tuple[Box, ...]:
    """Return `count` boxes like the first one, `step` board units apart, from left to right."""
    return tuple(first._replace(x=first.x + step * index) for index in range(count))


def explain_letters(scene: Scene, stem: str, colors: Sequence[str], say: Say, legend: Legend) -> Scene:
    """Return the scene with a legend of the letters on tiles if a letter misleads in this language, else unchanged.

    `stem`: the prefix of the keys of the color words, "azul.color".
    """
    words = {color: say(f"{stem}.{color}") for color in colors}
    if not letters_mislead(words):
        return scene
    shapes = [
        shape._replace(text="")
        if shape.role.startswith("tile ") and shape.text == shape.role.rpartition(" ")[2]
        else shape
        for shape in scene.shapes
    ]
    for (color, word), tile in zip(words.items(), legend.tiles, strict=True):
        shapes.append(Shape(f"tile {color}", tile, cut=legend.cut))
        room = Box(tile.x + tile.w + LEGEND_GAP, tile.y - 6, legend.room, tile.h + 12)
        shapes.append(Shape(legend.look, room, f"{color} {word}" if legend.has_words else color))
    return replace(scene, shapes=tuple(shapes))


def letters_mislead(words: dict[str, str]) -> bool:
    """Whether the letter of any color is not the initial of its word, but of the word of another color."""
    initials = {letter: word[:1].upper() for letter, word in words.items()}
    return any(letter != initial and letter in initials.values() for letter, initial in initials.items())
