"""Private pages for table actions: More, resigning, take-backs, following, handing over seats. Independent of rules."""

from collections.abc import Iterable
from dataclasses import replace

from bot.model.errors import Refusal
from bot.model.people import Person, label
from bot.model.record import Offer
from bot.model.room import PlayedRoom, Room
from bot.screens import verbs
from bot.screens.rules import MAX_SUPPORT_LETTERS
from bot.screens.screen import Button, ButtonStyle, Option, PersonSelect, Screen, Select, Text, buttons, text_block
from bot.screens.seat_names import names, person_name
from bot.screens.speech import Speech
from bot.screens.table import offer_line
from bot.text.names import MAX_IN_PICTURES, escape_text, plain_name
from bot.text.words import Words
from engine import Seat
from render import accent

MORE_ENTRIES = (  # in the order of the menu
    "history", "replay", "read", "prepare", "undo", "ask", "pause", "goon", "finish", "give", "replace", "kick",
    "follow", "unfollow", "close_page", "open_page", "resign", "end", "report",
)  # fmt: skip


def more_menu(room: Room, words: Words, entries: Iterable[str]) -> Screen:
    """Return the More menu with the entries that this table offers now, each from MORE_ENTRIES."""
    wanted = set(entries)
    rows = [
        Option(words(f"more.{entry}"), entry, words(f"more.{entry}_detail"))
        for entry in MORE_ENTRIES
        if entry in wanted
    ]
    pick = Select(verbs.CHOOSE_MORE(room.id), words("more.hint"), tuple(rows))
    return Screen((Text(words("more.title", tag=room.tag)), pick))


def new_seat_notice(room: Room, person_id: int, words: Words, key: str) -> Screen:
    """Return the text `key` for a person who just got a seat, with a button to play if it is their turn."""
    now = room.seat_of(person_id) in room.to_act
    play = buttons(Button(words("button.play"), verbs.PLAY(room.id), ButtonStyle.MAIN))
    return Screen((Text(words(key, tag=room.tag, now=now)), *([play] if now else [])))


def confirm_resignation(room: PlayedRoom, person_id: int, words: Words) -> Screen:
    """Ask for confirmation before a person resigns for good."""
    own = room.seat_of(person_id)
    still = [seat for seat in range(len(room.occupants)) if seat != own and room.chairs[seat].departure != "resigned"]
    alone = not any(isinstance(room.occupants[seat], Person) for seat in still)
    key = "resign.two" if len(still) == 1 else "resign.robots" if alone else "resign.several"
    sure = Button(words("button.resign"), verbs.CONFIRM_RESIGNATION(room.id), ButtonStyle.GRAVE)
    keep = Button(words("button.keep"), verbs.KEEP_TABLE(room.id))
    name = names(room, words)[still[0]]
    return Screen((Text(words(key, name=name, **_leaving_facts(room, own, words))), buttons(sure, keep)))


def _leaving_facts(room: PlayedRoom, seat: Seat | None, words: Words) -> dict[str, object]:
    rating = words("leaving.rated" if room.is_rated else "leaving.casual")
    score = room.table.state.scores()[seat or 0][0]
    points = Speech(words, room.game.key).points(score)
    return {"game": room.game.title, "tag": room.tag, "points": points, "rating": rating}


def confirm_end(room: Room, words: Words) -> Screen:
    """Ask for confirmation before a table is ended early."""
    sure = Button(words("button.end_it"), verbs.END_TABLE(room.id), ButtonStyle.GRAVE)
    keep = Button(words("button.keep"), verbs.KEEP_TABLE(room.id), ButtonStyle.PLAIN)
    return Screen((Text(words("more.sure", tag=room.tag)), buttons(sure, keep)))


def offer_to_ask(room: Room, refusal: Refusal, words: Words) -> Screen:
    """Return why the others must agree to this take-back, with a button to ask them."""
    facts = {**refusal.facts, "name": escape_text(str(refusal.facts.get("name", "")))}
    ask = Button(words("button.ask_them"), verbs.ASK_TAKE_BACK(room.id), ButtonStyle.MAIN)
    return Screen((Text(words("refusal.no_take_back", **facts)), buttons(ask)))


def unreachable_table(room: Room, words: Words, reason: str, *, here: bool) -> Screen:
    """Return why the table cannot be shown in its channel; `here`: the person may move it to this channel."""
    text = words(f"asleep.{reason}", tag=room.tag, channel=f"<#{room.place.channel}>")
    move = Button(words("button.move_here"), verbs.MOVE_HERE(room.id), ButtonStyle.MAIN) if here else None
    play = None if here else Button(words("button.play"), verbs.PLAY(room.id))
    return Screen((Text(text), buttons(move, play)))


def follow_confirmation(room: Room, words: Words) -> Screen:
    """Confirm that the person follows the game, with a button to stop."""
    stop = Button(words("button.unfollow"), verbs.UNFOLLOW(room.id))
    return Screen((Text(words("follow.followed", tag=room.tag)), buttons(stop)))


def unfollow_confirmation(room: Room, words: Words) -> Screen:
    """Confirm that the person no longer follows the game, with a button to follow it again while it goes on."""
    again = Button(words("button.follow"), verbs.FOLLOW(room.id)) if room.phase == "playing" else None
    text = Text(words("follow.unfollowed", tag=room.tag))
    return Screen((text, buttons(again)) if again else (text,))


def report_confirmation(room: PlayedRoom, words: Words, code: str, support: str) -> Screen:
    """Return the log code of a reported problem and whom to contact; `support` is "" if no contact was set."""
    whom = plain_name(support, MAX_SUPPORT_LETTERS) if support else ""
    return Screen((Text(words("report.done", tag=room.tag, n=len(room.table.log), code=code, support=whom)),))


def ask_which_seat(room: Room, seats: Iterable[Seat], verb: verbs.PressVerb[int, int | None], words: Words) -> Screen:
    """Ask which of these seats the action is about; `verb`: REPLACE or KICK."""
    rows = [
        Button(f"{n + 1}. {label(replace(room.occupants[n], seat_number=0), MAX_IN_PICTURES)}", verb(room.id, n))
        for n in seats
    ]
    return Screen((Text(words(f"seats.which_{verb.name}", tag=room.tag)), buttons(*rows)))


def ask_new_owner(room: PlayedRoom, seat: Seat, words: Words, *, own: bool) -> Screen:
    """Ask who gets the seat; `own`: it is the asker's seat."""
    key = "seats.give" if own else "seats.replace"
    text = words(key, n=seat + 1, name=person_name(room.occupants[seat], words), **_leaving_facts(room, seat, words))
    back = buttons(Button(words("button.keep"), verbs.KEEP_TABLE(room.id)))
    return Screen((Text(text), PersonSelect(verbs.OFFER_SEAT(room.id, seat), words("seats.whom")), back))


def offer_page(room: PlayedRoom, offer: Offer, words: Words) -> Screen:
    """Return the offer of a seat as a message to the person, with buttons to accept and decline."""
    accept = Button(words("button.take_it"), verbs.ACCEPT_OFFER(room.id), ButtonStyle.MAIN)
    decline = Button(words("button.no_thanks"), verbs.DECLINE_OFFER(room.id))
    board = Button(words("button.board"), verbs.SHOW_BOARD(room.id))
    return Screen((Text(offer_line(room, offer, words)), buttons(accept, decline, board)), accent=accent(room.game.key))


def confirm_kick(room: Room, seat: Seat, words: Words) -> Screen:
    """Ask for confirmation before a robot takes over a seat for good."""
    sure = Button(words("button.kick"), verbs.CONFIRM_KICK(room.id, seat), ButtonStyle.GRAVE)
    keep = Button(words("button.no"), verbs.KEEP_TABLE(room.id))
    return Screen((Text(words("seats.kick", name=person_name(room.occupants[seat], words))), buttons(sure, keep)))


def page_links(room: Room, own: str, watch: str, words: Words, *, looks_on: bool = False) -> Screen:
    """Return buttons to these addresses: `own` to play, `watch` for spectators; "" if there is none.

    `looks_on`: the person no longer plays at the table.
    """
    paragraphs = [words("page.own_link", tag=room.tag, looks_on=looks_on) if own else words("watch.only")]
    if own and watch:
        paragraphs.append(words("page.watch_link"))
    label = words("button.board" if looks_on else "button.play_page")
    ways = buttons(
        Button(label, look=ButtonStyle.MAIN, link=own) if own else None,
        Button(words("button.watch_page"), link=watch) if watch else None,
    )
    return Screen((text_block(paragraphs), ways))
