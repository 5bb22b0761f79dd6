"""A table as one person sees it, as a picture or in words. Knows no Discord library."""

from __future__ import annotations

from dataclasses import replace

from bot.model.room import PlayedRoom, Room
from bot.model.turns import last_turn_of
from bot.screens import verbs
from bot.screens.screen import Button, ButtonStyle, Screen, Text, buttons, texts
from bot.screens.table import board as drawn
from bot.screens.table import folded, message_start, points, title
from bot.text.names import escaped
from bot.text.words import Words
from engine import Seat
from render import accent
from render import text as spelled


def board(room: PlayedRoom, seat: Seat | None, words: Words) -> Screen:
    """The table as this seat (None: a spectator) sees it now."""
    waits = seat is not None and seat in room.to_act
    since = last_turn_of(room.table, seat) if seat is not None and waits else message_start(room)
    seen = drawn(room, words, seat, since)
    play = Button(words("button.play"), verbs.PLAY(room.id), ButtonStyle.MAIN) if waits else None
    return Screen(
        (
            texts([title(room, words), " · ".join(points(room, words))]),
            seen.picture,
            texts(folded(seen.lines, words)),
            buttons(
                play,
                Button(words("button.as_text"), verbs.READ(room.id)),
                Button(words("button.larger"), verbs.CLOSE(room.id)),
                Button(words("button.show_here"), verbs.HERE(room.id)) if seat is not None else None,
            ),
        ),
        accent=accent(room.game.key),
    )


def text_board(room: PlayedRoom, seat: Seat | None, words: Words) -> Screen:
    """The whole position in words."""
    view = replace(room.table.view(seat), stopped=room.phase == "ended")
    parts = spelled(view, [escaped(who.name) for who in room.seats], words)
    play = Button(words("button.play"), verbs.PLAY(room.id), ButtonStyle.MAIN) if seat in room.to_act else None
    return Screen((Text(title(room, words)), *map(Text, parts), buttons(play, _picture(room, words))))


def _picture(room: Room, words: Words) -> Button:
    return Button(words("button.as_picture"), verbs.BOARD(room.id))
