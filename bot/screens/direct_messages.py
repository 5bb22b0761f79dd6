"""Messages to people apart from the message of their table: calls, reminders, notifications. Independent of rules."""

from dataclasses import replace

from bot.model.notifications import DueNotification
from bot.model.people import message_link
from bot.model.room import PlayedRoom, Room, require_table
from bot.screens import game_over, verbs
from bot.screens.more import offer_page
from bot.screens.screen import Button, ButtonStyle, Screen, Text, buttons
from bot.screens.table import deadline_text, turn_request
from bot.text.names import escape_name
from bot.text.words import Words
from engine import Seat
from render import accent


def call_message(room: PlayedRoom, person: int, words: Words, *, shut_out: bool = False) -> Screen:
    """Return the direct message that calls a person to move, offers them a seat or reports news of a table.

    `shut_out`: the person can no longer see the channel of the table.
    """
    seat = room.seat_of(person)
    offer = next((offered for offered in room.record.offers if offered.to.id == person), None)
    if offer is not None:
        return offer_page(room, offer, words)
    facts = {"tag": room.tag, "game": room.game.title, "link": message_link(room.place, None), "shut_out": shut_out}
    look = Button(words("button.board"), verbs.SHOW_BOARD(room.id))
    if seat is None or seat not in room.to_act:
        news = Text(words("call.news", **facts))
        return Screen((news, buttons(look)) if shut_out and seat is not None else (news,), accent(room.game.key))
    way = words("call.way", **facts)
    what = turn_request(room, words)
    text = words("call.turn", **facts, way=way, until=deadline_text(room, words, seat), what=what)
    play = Button(words("button.play"), verbs.PLAY(room.id), ButtonStyle.MAIN)
    return Screen((Text(text), buttons(play, look)), accent(room.game.key))


def notification(room: Room, due: DueNotification, words: Words) -> Screen:
    """Return the message of a notification. Raises Refusal for the end of a table that never started."""
    seat = due.facts.get("seat")
    match due.kind:
        case "declined":
            return decline_notification(room, due.name, words, seat=seat)
        case "timed_out":
            return timeout_notification(room, seat or 0, words)
        case "reminder":
            return reminder(room, seat or 0, words)
        case "ended":
            return game_over.end_note(require_table(room), words, lost=due.is_lost)
        case "result":
            return game_over.result(require_table(room), words)


def reminder(room: Room, seat: Seat, words: Words) -> Screen:
    """Return the direct message that reminds a person of their turn."""
    at = int(room.deadlines.get(seat, 0))
    text = words("call.nudge", tag=room.tag, game=room.game.title, left=f"<t:{at}:R>")
    ways = buttons(
        Button(words("button.play"), verbs.PLAY(room.id), ButtonStyle.MAIN),
        Button(words("button.board"), verbs.SHOW_BOARD(room.id)),
        Button(words("button.more_time"), verbs.MORE_TIME(room.id)),
    )
    return Screen((Text(text), ways), accent(room.game.key))


def channel_post(direct: Screen, person: int, words: Words, *, closed: bool) -> Screen:
    """Turn a direct message into a channel post that mentions the person; `closed`: sending it directly failed."""
    text = " ".join(part.text for part in direct.parts if isinstance(part, Text))
    note = [Text(words("call.dm_closed"))] if closed else []
    rest = [part for part in direct.parts if not isinstance(part, Text)]
    return replace(direct, parts=(Text(f"<@{person}> {text}"), *note, *rest), pings=(person,))


def timeout_notification(room: Room, seat: Seat, words: Words) -> Screen:
    """Tell a person that a robot plays their seat; after a timeout, the message has a button to take the seat back."""
    mark = room.chairs[seat].departure
    facts = {"tag": room.tag, "game": room.game.title, "link": message_link(room.place, None)}
    late = mark == "late"
    text = words("call.note", **facts, late=late, kicked=mark == "kicked")
    board = Button(words("button.board"), verbs.SHOW_BOARD(room.id))
    back = Button(words("button.return"), verbs.RETURN(room.id), ButtonStyle.MAIN) if late else None
    return Screen((Text(text), buttons(back, board)), accent(room.game.key))


def decline_notification(room: Room, name: str, words: Words, *, seat: Seat | None = None) -> Screen:
    """Return the message that a person declined an invitation to the lobby or, with a `seat`, an offered seat."""
    facts = {"tag": room.tag, "game": room.game.title, "name": words("name.person", name=escape_name(name))}
    key = "call.declined" if seat is None else "call.not_taken"
    link = message_link(room.place, room.newest_message.id)
    return Screen((Text(words(key, **facts, link=link, open=room.phase == "lobby")),), accent(room.game.key))
