"""Private pages about seats that change hands: which seat, to whom, whether for good. Knows no rules.

Knows no Discord library and changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.model.room import Room
from bot.screens import verbs
from bot.screens.screen import Button, ButtonStyle, PersonSelect, Screen, Text, buttons
from bot.text.names import IN_PICTURES, escaped, plain
from bot.text.words import Words
from engine import Seat


def which(room: Room, seats: Iterable[Seat], verb: verbs.PressVerb[int, int | None], words: Words) -> Screen:
    """The question which of these seats is meant; `verb`: REPLACE or KICK."""
    rows = [Button(f"{n + 1}. {plain(room.seats[n].name, IN_PICTURES)}", verb(room.id, n)) for n in seats]
    return Screen((Text(words(f"seats.which_{verb.name}", tag=room.tag)), buttons(*rows)))


def to_whom(room: Room, seat: Seat, words: Words, *, own: bool) -> Screen:
    """The question who gets the seat; `own`: it is the asker's."""
    key = "seats.give" if own else "seats.replace"
    text = words(key, tag=room.tag, n=seat + 1, name=_name(room, seat, words))
    back = buttons(Button(words("button.cancel"), verbs.KEEP(room.id)))
    return Screen((Text(text), PersonSelect(verbs.OFFER(room.id, seat), words("seats.whom")), back))


def kick_it(room: Room, seat: Seat, words: Words) -> Screen:
    """The question before a robot has a seat for good."""
    sure = Button(words("button.kick"), verbs.KICKED(room.id, seat), ButtonStyle.GRAVE)
    keep = Button(words("button.no"), verbs.KEEP(room.id))
    return Screen((Text(words("seats.kick", name=_name(room, seat, words))), buttons(sure, keep)))


def _name(room: Room, seat: Seat, words: Words) -> str:
    return words("name.person", name=escaped(room.seats[seat].name))
