"""How people are called besides the table's own message: directly, and when their time runs short. Knows no rules."""

from __future__ import annotations

from bot.room import Person, Room, address
from bot.screen import Button, Look, Screen, Text, buttons
from bot.show_asks import offer_page
from bot.show_table import until
from bot.words import Words
from engine import Seat
from render import accent


def call(room: Room, person: int, words: Words) -> Screen:
    """What a person reads directly when a table calls: to move, or that there is news."""
    seat = room.seat_of(person)
    offer = next((one for one in room.offers if one.to.id == person), None)
    if offer is not None:
        return offer_page(room, offer, words)
    link = address(room.place, None)
    if seat is None or seat not in room.to_act:
        said = words("call.news", tag=room.tag, game=room.game.title, link=link)
        return Screen((Text(said),), accent=accent(room.game.key))
    said = words("call.turn", tag=room.tag, game=room.game.title, link=link, until=until(room, words, seat))
    return Screen((Text(said), buttons(*_ways(room, words))), accent=accent(room.game.key))


def nudge(room: Room, seat: Seat, words: Words, who: Person, *, mention: bool = False) -> Screen:
    """The one reminder; in a channel it mentions the person."""
    at = int(room.due[seat] or 0)
    said = words("call.nudge", tag=room.tag, game=room.game.title, left=f"<t:{at}:R>")
    more = Button(words("button.more_time"), f"time:{room.code}")
    head = f"<@{who.id}> " if mention else ""
    pings = (who.id,) if mention else ()
    return Screen((Text(head + said), buttons(*_ways(room, words), more)), accent(room.game.key), pings)


def note(room: Room, seat: Seat, words: Words) -> Screen:
    """What a person reads privately whose time ran out; with the way back where a robot looks after the seat."""
    late = room.mark(seat) == "late"
    said = words("call.note", tag=room.tag, game=room.game.title, link=address(room.place, None), late=late)
    board = Button(words("button.board"), f"board:{room.code}")
    back = Button(words("button.return"), f"return:{room.code}", Look.MAIN) if late else None
    return Screen((Text(said), buttons(back, board)), accent(room.game.key))


def _ways(room: Room, words: Words) -> tuple[Button, Button]:
    play = Button(words("button.play"), f"play:{room.code}", Look.MAIN)
    return play, Button(words("button.board"), f"board:{room.code}")
