"""Private pages of table actions: More, resigning, taking back, unreachable tables. Knows no rules."""

from __future__ import annotations

from collections.abc import Iterable

from bot.model.errors import Refusal
from bot.model.people import Person
from bot.model.room import Room
from bot.screens import verbs
from bot.screens.screen import Button, Buttons, ButtonStyle, Option, Screen, Select, Text, buttons
from bot.screens.table import names
from bot.text.names import escaped
from bot.text.words import Words

OFFERS = (  # in the order of the list
    "history", "replay", "read", "undo", "ask", "pause", "goon", "finish", "give", "replace", "kick",
    "follow", "unfollow", "resign", "end", "report",
)  # fmt: skip


def more(room: Room, words: Words, offers: Iterable[str]) -> Screen:
    """The entries of More that this table offers now, all of them from OFFERS."""
    wanted = set(offers)
    rows = [Option(words(f"more.{one}"), one, words(f"more.{one}_detail")) for one in OFFERS if one in wanted]
    pick = Select(verbs.CHOOSE(room.id), words("more.hint"), tuple(rows))
    return Screen((Text(words("more.title", tag=room.tag)), pick))


def resign_it(room: Room, person_id: int, words: Words) -> Screen:
    """The question before somebody leaves for good."""
    own = room.seat_of(person_id)
    still = [seat for seat in range(len(room.seats)) if seat != own and room.mark(seat) != "resigned"]
    alone = not any(isinstance(room.seats[seat], Person) for seat in still)
    key = "resign.two" if len(still) == 1 else "resign.robots" if alone else "resign.several"
    sure = Button(words("button.resign"), verbs.RESIGNED(room.id), ButtonStyle.GRAVE)
    keep = Button(words("button.keep"), verbs.KEEP(room.id))
    name = names(room, words)[still[0]]
    return Screen((Text(words(key, tag=room.tag, name=name)), buttons(sure, keep)))


def end_it(room: Room, words: Words) -> Screen:
    """The question before a table is ended early."""
    sure = Button(words("button.end_it"), verbs.END(room.id), ButtonStyle.GRAVE)
    keep = Button(words("button.keep"), verbs.KEEP(room.id), ButtonStyle.PLAIN)
    return Screen((Text(words("more.sure", tag=room.tag)), buttons(sure, keep)))


def ask_them(room: Room, no: Refusal, words: Words) -> Screen:
    """Why a move cannot be taken back alone, with a button to ask the others."""
    facts = {**no.facts, "name": escaped(str(no.facts.get("name", "")))}
    ask = Button(words("button.ask_them"), verbs.ASK(room.id), ButtonStyle.MAIN)
    return Screen((Text(words("refusal.no_take_back", **facts)), buttons(ask)))


def with_take_back(screen: Screen, room: Room, stamp: int, words: Words) -> Screen:
    """The closing message of a move with a button to take it back before its other buttons."""
    undo = Button(words("button.take_back"), verbs.UNDO(room.id, stamp, None))
    if any(isinstance(part, Buttons) and undo.id in [one.id for one in part.buttons] for part in screen.parts):
        return screen  # a menu that goes on with the turn has its own way back
    last = screen.parts[-1]
    if not isinstance(last, Buttons):
        return Screen((*screen.parts, buttons(undo)), screen.accent)
    return Screen((*screen.parts[:-1], buttons(undo, *last.buttons)), screen.accent)


def asleep(room: Room, words: Words, reason: str, *, here: bool) -> Screen:
    """Why the table cannot be shown in its channel; `here`: the person may move it to this one."""
    text = words(f"asleep.{reason}", tag=room.tag, channel=f"<#{room.place.channel}>")
    move = Button(words("button.move_here"), verbs.MOVE_HERE(room.id), ButtonStyle.MAIN) if here else None
    play = None if here else Button(words("button.play"), verbs.PLAY(room.id))
    return Screen((Text(text), buttons(move, play)))
