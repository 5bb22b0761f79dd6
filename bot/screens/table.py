"""The message of a table in a channel, in progress or over. Independent of the Discord library; changes nothing."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import render
from bot import metrics
from bot.logic.consent import PROPOSAL_LIFETIME
from bot.logic.repost_policy import people_to_ask, people_to_move, people_to_ping
from bot.logic.seats import VACANT_DEPARTURES
from bot.model.page_link import NO_PAGE, PageLink
from bot.model.people import Occupant, Person, look_alike
from bot.model.preferences import MenuSight
from bot.model.record import ENDED_PHASES, OFFER_LIFETIME, Offer
from bot.model.room import PlayedRoom, Room
from bot.model.timeline import has_secrets, ready_seats, turns_since
from bot.screens import verbs
from bot.screens.lobby import seat_order
from bot.screens.news import FOLDED_KEY, fold_lines, news_since
from bot.screens.screen import Button, Buttons, ButtonStyle, Picture, Screen, ScreenPart, buttons, text_block
from bot.screens.seat_names import names, names_with_marks, person_name, short_names
from bot.screens.speech import Speech
from bot.text.words import Words, format_exact_duration, join_list
from engine import CHANCE, Move, Seat, Table, View
from engine.core import State
from render import PLAIN_ASPECT, Aspect, Changes, accent, alt_text

SEVERAL_TO_MOVE_COLOR = 0x80848E  # the accent color of a message that asks several people to move


@dataclass(frozen=True)
class BoardNews:
    """A table as a seat or a spectator may see it, and what is new there, before a picture is drawn."""

    view: View[State]  # the position
    changes: Changes  # what has changed since the seat last looked
    alt: str  # the picture's alt text
    lines: tuple[str, ...]  # what has happened since then
    pinned: int  # how many lines at the beginning are never left out


@dataclass(frozen=True)
class BoardView:
    """A table as a seat or a spectator may see it."""

    picture: Picture  # the board
    lines: tuple[str, ...]  # what has happened since the seat last looked
    pinned: int = 0  # how many lines at the beginning are never left out


def draw(
    room: Room, view: View[State], words: Words, aspect: Aspect = PLAIN_ASPECT, people: Sequence[str] | None = None
) -> bytes:
    """The picture of a view of the room's table; the metrics count the drawing time of each game.

    `people`: the names in it, None for the current names.
    """
    with metrics.current().time("pictures", view.game):
        return render.draw(view, short_names(room) if people is None else people, words, room.theme, aspect)


def board_news(room: PlayedRoom, words: Words, seat: Seat | None, since: int) -> BoardNews:
    """The table now, and what has changed since the log had length `since`."""
    news = news_since(room, words, seat, since)
    stopped = room.phase in ENDED_PHASES and bool(room.table.state.to_act())
    view = replace(room.table.view(seat), stopped=stopped)
    newest: list[str] = []
    if news.last:
        people = short_names(room, news.last.number)
        newest = Speech(words.plain, room.game.key).event_lines(news.last.events, people)
    alt = alt_text(view, short_names(room), words, newest)
    return BoardNews(view, news.changes, alt, news.lines, news.pinned)


def board_view(
    room: PlayedRoom, words: Words, seat: Seat | None, since: int, aspect: Aspect = PLAIN_ASPECT
) -> BoardView:
    """The table now as `aspect` shows it, with changes since log length `since` outlined. Takes about 10 ms of CPU."""
    news = board_news(room, words, seat, since)
    png = draw(room, news.view, words, replace(aspect, changes=news.changes))
    picture = Picture(f"table-{room.code}-{len(room.table.log)}.png", png, news.alt)
    return BoardView(picture, news.lines, news.pinned)


def menu_aspect(room: Room, seat: Seat, marks: Sequence[Move] = ()) -> Aspect:
    """What a private menu shows: its seat's part or the whole table, as `room.enlarges_own_seat` says; and `marks`."""
    return Aspect(marks=marks, seat=seat if room.enlarges_own_seat else None)


def other_sight(room: Room) -> MenuSight:
    """The picture that a private menu does not show now."""
    return "whole" if room.enlarges_own_seat else "own"


def table_message(room: PlayedRoom, words: Words, since: int, page: PageLink = NO_PAGE) -> Screen:
    """The table's message: scores, picture, what happened, whose turn it is, proposals and offers.

    `page`: how to open the table's web page.
    """
    shown_board = board_view(room, words, None, since)
    lines = message_lines(room, words, shown_board.lines, _turn_call(room, words))
    if (
        room.newest_message.log_length < 0 and room.record.lobby_channel is None
    ):  # this message replaces the lobby's message, which showed the seat order
        lines.insert(0, seat_order(room, words))
    hand = Button(words("button.my_hand"), verbs.SHOW_HAND(room.id))
    whole_board = Button(words("button.board"), verbs.SHOW_BOARD(room.id))
    parts: list[ScreenPart] = [
        text_block([title(room, words), points_line(room, words)]),
        shown_board.picture,
        text_block(lines),
        buttons(
            Button(words("button.play"), verbs.PLAY(room.id), ButtonStyle.MAIN, off=room.record.is_paused),
            hand if has_secrets(room.table) else whole_board,
            Button(words("button.rules"), verbs.SHOW_RULES(room.code, None, None)),
            Button(words("button.more"), verbs.SHOW_MORE(room.id)),
            page_button(room, page, words),
        ),
    ]
    further = further_buttons(room, words)
    if further.buttons:
        parts.append(further)
    color = SEVERAL_TO_MOVE_COLOR if len(room.to_act) > 1 else accent(room.game.key)
    return Screen(tuple(parts), accent=color, pings=tuple([who.id for who in people_to_ping(room)]))


def message_lines(
    room: PlayedRoom,
    words: Words,
    news: Sequence[str],
    on_move: str,
    folded: str = FOLDED_KEY,
    offered: str = "ask.offer",
) -> list[str]:
    """What happened, what is proposed and offered, and whose turn it is; some of these texts may be empty.

    `news`: the lines about what happened. `on_move`: a sentence that names the people to move. `folded`, `offered`: the
    keys of the line about left-out lines and of the line about an offer.
    """
    seat_names = names(room, words)
    lines = []
    has_moved = any(entry.seat != CHANCE for entry in room.table.log)
    if not has_moved and len(room.to_act) == 1 and not any(turn.events for turn in turns_since(room.table, 0)):
        lines.append(words("table.starts", name=seat_names[room.to_act[0]]))  # there is no other news yet
    lines += fold_lines(news, words, key=folded)
    lines.append(ask_line(room, words, seat_names))
    for offer in room.record.offers:
        lines.append(offer_line(room, offer, words, offered))
    lines.append(words("table.paused") if room.record.is_paused else _turn_line(room, words, seat_names, on_move))
    return lines


def _turn_call(room: PlayedRoom, words: Words) -> str:
    """The sentence of a message that mentions the people who are to move; "" if only robots are."""
    people = people_to_move(room)
    if not people:
        return ""
    several = len(people) > 1
    who = " ".join([f"<@{player.id}>" for player in people])
    what = turn_request(room, words, several=several)
    return words("table.your_turns" if several else "table.your_turn", who=who, what=what)


def _turn_line(room: PlayedRoom, words: Words, seat_names: Sequence[str], on_move: str) -> str:
    """Whose turn it is and until when, who is thinking, who has chosen, and how much time each time bank has left."""
    sentences = [on_move]
    deadlines = room.deadlines
    if len(set(map(int, deadlines.values()))) <= 1:  # one deadline for all seats, or none
        sentences.append(deadline_text(room, words))
    else:
        each = []
        for seat, at in deadlines.items():
            left = f"<t:{int(at)}:R>"
            each.append(words("table.until_each", name=seat_names[seat], at=f"<t:{int(at)}:f>", left=left))
        sentences.append(words("table.until_all", each="; ".join(each)))
    thinking = [seat_names[seat] for seat in room.to_act if not isinstance(room.occupants[seat], Person)]
    if thinking:
        sentences.append(words("table.thinking", n=len(thinking), names=join_list(thinking, words)))
    chosen = [seat_names[seat] for seat in sorted(ready_seats(room.table))]
    if chosen:
        sentences.append(words("table.ready", names=join_list(chosen, words)))
    banks = []
    for seat, bank in room.banks.items():
        banks.append(words("table.bank_of", name=seat_names[seat], left=format_exact_duration(bank, words)))
    if banks:
        sentences.append("\n" + words("table.banks", each=", ".join(banks)))
    return " ".join(filter(None, sentences))


def turn_request(room: Room, words: Words, *, several: bool = False) -> str:
    """What the seats to move must do, in the game's words: "choose your columns"; "" for an ordinary turn."""
    key = f"{room.game.key}.turn"
    if key not in words or room.table is None or not room.to_act:
        return ""
    moves = room.table.state.moves(room.to_act[0])
    return words(key, kind=type(moves[0]).__name__ if moves else "", several=several)


def deadline_text(room: Room, words: Words, seat: Seat | None = None) -> str:
    """The seat's deadline, or the earliest one for None, in the reader's own time; "" if there is none."""
    deadlines = room.deadlines
    at = min(deadlines.values(), default=None) if seat is None else deadlines.get(seat)
    return "" if at is None else words("table.until", at=f"<t:{int(at)}:f>", left=f"<t:{int(at)}:R>")


def title(room: PlayedRoom, words: Words) -> str:
    """The game, the table's number and its round, or how it ended."""
    key = {"over": "table.final", "ended": "table.ended"}.get(room.phase, "table.title")
    facts = {"game": room.game.title, "tag": room.tag, "round": round_number(room.table.state)}
    if room.record.match is not None:  # the games of a match are counted by the seat that begins
        facts |= {"n": room.record.first_seat + 1, "of": len(room.occupants)}
    return words(key, **facts)


def round_number(state: State) -> int:
    """The current round; 0 in a game without rounds."""
    return int(getattr(state, "round", 0))


def points_line(room: PlayedRoom, words: Words, then: Table | None = None) -> str:
    """Every seat's name and points in seat order, with an arrow before each seat to act.

    `then`: the table at an earlier moment, to show the points and the people of that time.
    """
    table = room.table if then is None else then
    acting = table.state.to_act() if room.phase not in ENDED_PHASES else ()
    scores = table.state.scores()
    speech = Speech(words, room.game.key)
    is_now = len(table.log) == len(room.table.log)
    people = names_with_marks(room, words) if is_now else names(room, words, len(table.log))
    rows = []
    for seat, name in enumerate(people):
        mark = words("table.acting") if seat in acting else ""
        rows.append(words("table.seat", mark=mark, name=name, points=speech.points(scores[seat][0])))
    return " · ".join(rows)


def ask_line(room: PlayedRoom, words: Words, seat_names: Sequence[str]) -> str:
    """The open proposal and who has agreed; "" if there is none. `seat_names`: the names for sentences."""
    ask = room.record.proposal
    if ask is None:
        return ""
    turns = turns_since(room.table, ask.kept_length) if ask.kind == "take_back" else ()
    sentences = Speech(words, room.game.key).event_lines(turns[0].events, seat_names) if turns else []
    return words(
        f"ask.{ask.kind}",
        name=seat_names[ask.seat],
        n=max(sum(entry.seat != CHANCE for entry in room.table.log[ask.kept_length :]) - 1, 0),  # moves after it
        agreed=join_list([seat_names[seat] for seat in ask.agreed_seats], words),
        who=" ".join([f"<@{player.id}>" for player in people_to_ask(room)]),
        what=sentences[0].rstrip(".") if sentences else "",  # the move to be taken back, as the public saw it
        until=f"<t:{int(ask.at + PROPOSAL_LIFETIME)}:R>",
    )


def offer_line(room: PlayedRoom, offer: Offer, words: Words, key: str = "ask.offer") -> str:
    """Who offers which seat to whom, and the points of that seat."""
    seat = offer.seat
    owner = room.occupants[seat]
    giver = next(
        (player for player in room.people if player.id == offer.giver.id), offer.giver
    )  # with the current name
    return words(
        key,
        who=f"<@{offer.to.id}>",
        giver=person_name(_with_number(giver, room.seat_of(giver.id), offer.to), words),
        old="" if owner == offer.giver else person_name(_with_number(owner, seat, offer.to), words),
        n=seat + 1,
        points=Speech(words, room.game.key).points(room.table.state.scores()[seat][0]),
        tag=room.tag,
        game=room.game.title,
        until=f"<t:{int(offer.at + OFFER_LIFETIME)}:R>",
    )


def _with_number(who: Occupant, seat: Seat | None, other: Person) -> Occupant:
    """The occupant, with the number of the seat if the other person's name looks the same."""
    return replace(who, seat_number=seat + 1) if seat is not None and look_alike(who, other) else who


def further_buttons(room: Room, words: Words) -> Buttons:
    """The buttons of a table's message for open proposals and offers, and for seats that robots are playing."""
    marks = [chair.departure for chair in room.chairs]
    may_replace = room.place.guild is not None and not set(VACANT_DEPARTURES).isdisjoint(marks)
    row = [
        Button(words("button.go_on"), verbs.GO_ON(room.id), ButtonStyle.MAIN) if room.record.is_paused else None,
        Button(words("button.agree"), verbs.AGREE_TO_PROPOSAL(room.id)) if room.record.proposal else None,
        Button(words("button.no"), verbs.DECLINE_PROPOSAL(room.id)) if room.record.proposal else None,
        Button(words("button.take_it"), verbs.ACCEPT_OFFER(room.id)) if room.record.offers else None,
        Button(words("button.no_thanks"), verbs.DECLINE_OFFER(room.id)) if room.record.offers else None,
        Button(words("button.return"), verbs.RETURN(room.id)) if "late" in marks else None,
        Button(words("button.replace"), verbs.REPLACE(room.id, None)) if may_replace else None,
    ]
    for seat, mark in enumerate(marks):
        if mark == "gone":
            row.append(Button(words("button.take_seat", n=seat + 1), verbs.TAKE_SEAT(room.id, seat)))
    return buttons(*row)


def page_button(room: Room, page: PageLink, words: Words) -> Button | None:
    """The button that opens a table's web page, None if it has none.

    If people can play on the page, pressing the button gives each person their own link.
    """
    if page.may_play:
        return Button(words("button.page"), verbs.OPEN_PAGE(room.id))
    return Button(words("button.page"), link=page.address) if page.address else None
