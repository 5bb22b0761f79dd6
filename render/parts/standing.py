"""Who acts, who leads, who has won, whose turn it is: what pictures and texts of every game show.

Knows no single game, no pixels and no words of its own.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TypeVar

from engine.core import Seat, State, View, places
from render.looks.font import plain
from render.parts.heads import SeatLabel, shown
from render.scene import Box, Ground, Say, Scene, Shape

BANNER = 56  # board units below a picture
ACTING = " acting"  # ends the roles of what marks the seat to move

S = TypeVar("S", bound=State)


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
        return SeatLabel(seat, name, points, note, mood, spare=acts)
    rank, first = ranks(state)[seat], winners(state)
    if seat in first:
        alone = len(first) == 1
        note = say("picture.wins" if alone else "picture.shares")
        return SeatLabel(seat, name, points, note, "lit", spare=alone)
    return SeatLabel(seat, name, points, say("picture.place", n=rank))


def crowned(scene: Scene, state: State, names: Sequence[str], say: Say) -> Scene:
    """The scene of a game that is over with a banner below it that names who has won; any other as it is."""
    if state.to_act():
        return scene
    first = winners(state)
    won = " · ".join(plain(names[seat]) if shown(names[seat]) else say("picture.seat", n=seat + 1) for seat in first)
    box = Box(0, scene.ground.height, scene.ground.width, BANNER)
    banner = Shape("banner", box, say("picture.banner" if len(first) == 1 else "picture.banner_shared", names=won))
    return replace(scene, ground=_taller(scene.ground), shapes=(*scene.shapes, banner))


@lru_cache(maxsize=16)
def _taller(ground: Ground) -> Ground:
    """The ground with room for a banner; one object for each, as painters remember grounds."""
    return Ground(ground.width, ground.height + BANNER, ground.shapes)


def calm(scene: Scene) -> Scene:
    """The scene with no seat marked: a mere mark is gone, all else looks as it does for the other seats."""
    kept = (shape for shape in scene.shapes if shape.text or not shape.role.endswith(ACTING))
    return replace(scene, shapes=tuple(shape._replace(role=shape.role.removesuffix(ACTING)) for shape in kept))


def turn(state: State, names: Sequence[str], say: Say) -> str:
    """Whose turn it is, or who has won."""
    if not state.to_act():
        won = [names[seat] for seat in winners(state)]
        return say("picture.over", names=" + ".join(won), n=len(won))
    acting = [seat for seat in state.to_act() if seat in range(len(names))]
    return say("picture.turn", name=" + ".join(names[seat] for seat in acting)) if acting else say("picture.deal")


def hushed(say: Say) -> Say:
    """The words with the end of the table in place of whose turn it is."""

    def spoken(key: str, **facts: object) -> str:
        if key == "picture.to_move":
            return ""
        return say("picture.stopped") if key in ("picture.turn", "picture.deal") else say(key, **facts)

    return spoken


def bullets(rows: Sequence[str]) -> str:
    """A list in Markdown, to follow its heading."""
    return "".join(f"\n- {row}" for row in rows)
