"""What `render` may offer beyond the board: films, figures of the rules, seats enlarged. Knows no game.

A game without one of these is played all the same, so each answers None where there is nothing to show.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import render
from bot.room import Room
from bot.screen import Picture
from bot.show_table import short_names
from bot.words import Words
from engine import IllegalMove, Seat
from render import alt_text


def films() -> bool:
    """Whether a finished table can be shown as a film."""
    return _offered("film") is not None


def film(room: Room, words: Words) -> bytes | None:
    """The whole game as a GIF file, as everybody may see it. Takes up to a second of CPU."""
    made, frames = _offered("film"), _offered("frames")
    if made is None or frames is None or room.table is None:
        return None
    try:
        shot: bytes = made(list(frames(room.table)), short_names(room), words)
    except IllegalMove:  # the rules were corrected since: an old log leads nowhere
        return None
    return shot


def figure(game: str, number: str, words: Words) -> Picture | None:
    """The picture beside a paragraph of the rules."""
    drawn = _offered("figure")
    png = drawn(game, number, words) if drawn is not None else None
    if png is None:
        return None
    return Picture(f"rule-{game}-{number.replace('.', '-')}.png", png, words(f"{game}.figure.{number}"))


def closer(room: Room, seat: Seat, words: Words, viewer: Seat | None) -> Picture | None:
    """One seat enlarged, as the viewer (None: everybody) may see it."""
    drawn, table = _offered("draw_close"), room.table
    if drawn is None or table is None:
        return None
    view, names = table.view(viewer), short_names(room)
    png = drawn(view, names, words, room.theme, (), seat)
    alt = words("board.closer_alt", name=names[seat], all=alt_text(view, names, words))
    return Picture(f"seat-{room.code}-{seat + 1}.png", png, alt[:1000])


def closes() -> bool:
    """Whether seats can be shown enlarged."""
    return _offered("draw_close") is not None


def _offered(name: str) -> Callable[..., Any] | None:
    found: Callable[..., Any] | None = getattr(render, name, None)
    return found
