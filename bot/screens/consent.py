"""Proposals and offered seats that wait for an answer at a table. Knows no Discord library.

Changes nothing and knows no rules.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.logic.consent import LASTS
from bot.logic.seats import LASTS as OFFER_LASTS
from bot.logic.seats import VACANT
from bot.model.people import Occupant, Person, look_alike
from bot.model.room import Offer, PlayedRoom, Room, called_before
from bot.model.turns import turns_since
from bot.screens import verbs
from bot.screens.lobby import person
from bot.screens.screen import Button, Buttons, ButtonStyle, Screen, Text, buttons
from bot.screens.speech import Speech
from bot.text.phrases import listed
from bot.text.words import Words
from engine import CHANCE, Seat
from render import accent


def asked(room: Room) -> list[Person]:
    """The people who have not agreed yet to the open proposal."""
    if room.ask is None:
        return []
    others = [who for seat, who in enumerate(room.seats) if seat not in room.ask.agreed]
    return [who for who in others if isinstance(who, Person)]


def ask_line(room: PlayedRoom, words: Words, names: Sequence[str]) -> str:
    """The open proposal and who has agreed; "" if there is none. `names`: of the seats, for sentences."""
    ask = room.ask
    if ask is None:
        return ""
    moves = [entry for entry in room.table.log[ask.target :] if entry.seat != CHANCE]
    agreed = listed([names[seat] for seat in ask.agreed], words)
    mentions = " ".join(f"<@{one.id}>" for one in asked(room))
    turn = next((one for one in turns_since(room.table, ask.target) if one.number == ask.target + 1), None)
    told = Speech(words, room.game.key).happened(turn.events, names) if turn and ask.kind == "take_back" else []
    what = told[0].rstrip(".") if told else ""  # the move that is to be taken back, as everybody was told of it
    facts = {"name": names[ask.seat], "n": max(len(moves) - 1, 0), "agreed": agreed, "who": mentions, "what": what}
    return words(f"ask.{ask.kind}", **facts, until=f"<t:{int(ask.at + LASTS)}:R>")


def calls_again(room: Room) -> bool:
    """Whether the open proposal calls people: not if one that they refused has called them within the hour."""
    return room.ask is not None and called_before(room.asides, room.ask) is None


def offer_line(room: PlayedRoom, offer: Offer, words: Words, key: str = "ask.offer") -> str:
    """Who offers whom which seat, and the points there."""
    seat, giver = offer.seat, next((one for one in room.people if one.id == offer.giver.id), offer.giver)
    points = Speech(words, room.game.key).points(room.table.state.scores()[seat][0])
    named = person(_apart(giver, room.seat_of(giver.id), offer.to), words)
    old = "" if room.seats[seat] == offer.giver else person(_apart(room.seats[seat], seat, offer.to), words)
    facts = {"who": f"<@{offer.to.id}>", "giver": named, "old": old, "n": seat + 1, "points": points}
    until = f"<t:{int(offer.at + OFFER_LASTS)}:R>"
    return words(key, **facts, tag=room.tag, game=room.game.title, until=until)


def _apart(who: Occupant, seat: Seat | None, other: Person) -> Occupant:
    """The one on the seat, with its number if the name of the other person looks the same."""
    return replace(who, number=seat + 1) if seat is not None and look_alike(who, other) else who


def offer_page(room: PlayedRoom, offer: Offer, words: Words) -> Screen:
    """The offer as the person reads it directly."""
    take = Button(words("button.take_it"), verbs.TAKE(room.id), ButtonStyle.MAIN)
    no = Button(words("button.no_thanks"), verbs.NOT_TAKE(room.id))
    board = Button(words("button.board"), verbs.BOARD(room.id))
    return Screen((Text(offer_line(room, offer, words)), buttons(take, no, board)), accent=accent(room.game.key))


def answers(room: Room, words: Words) -> Buttons:
    """The buttons of a table's message for open proposals and offers, and for seats that robots play meanwhile."""
    marks = [room.mark(seat) for seat in range(len(room.seats))]
    free = [seat for seat, mark in enumerate(marks) if mark == "gone"]
    return buttons(
        Button(words("button.go_on"), verbs.GO_ON(room.id), ButtonStyle.MAIN) if room.paused is not None else None,
        Button(words("button.agree"), verbs.AGREE(room.id)) if room.ask else None,
        Button(words("button.no"), verbs.NO(room.id)) if room.ask else None,
        Button(words("button.take_it"), verbs.TAKE(room.id)) if room.offers else None,
        Button(words("button.no_thanks"), verbs.NOT_TAKE(room.id)) if room.offers else None,
        Button(words("button.return"), verbs.RETURN(room.id)) if "late" in marks else None,
        Button(words("button.replace"), verbs.REPLACE(room.id, None))
        if {*marks} & {*VACANT} and room.place.guild
        else None,
        *(Button(words("button.take_seat", n=seat + 1), verbs.SEAT(room.id, seat)) for seat in free),
    )
