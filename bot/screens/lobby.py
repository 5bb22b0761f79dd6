"""Screens of an open or closed lobby. Independent of the Discord library; changes nothing."""

from dataclasses import replace

from bot.logic.bag_proof import published_lock
from bot.logic.results import CASUAL
from bot.model.lobby_options import TERMS, THREAD_REFUSED, LobbyOption, questions
from bot.model.people import Person, Robot, occupant_key
from bot.model.record import LobbyNote
from bot.model.room import Room
from bot.screens import verbs
from bot.screens.rules import tour_button
from bot.screens.screen import Button, Buttons, ButtonStyle, Divider, Screen, Text, buttons, text_block
from bot.screens.seat_names import occupant_name, person_name, recorded_name
from bot.text.words import Words, join_list
from engine.robots.core import OFFERED_LEVELS
from render import accent, tour_paragraphs

LOBBY_HOURS = 24


def lobby(room: Room, words: Words, off: bool = False) -> Screen:
    """Return the open lobby: game, seats and buttons; `off`: the buttons are disabled because the game is starting."""
    host = occupant_name(next(p for p in room.people if p.id == room.record.host.id), words)
    guests = join_list([f"<@{guest.id}>" for guest in room.record.guests], words)
    invites = words("lobby.invites", who=guests, host=host, game=room.game.title) if guests else ""
    threads = words("lobby.no_thread") if room.record.terms.get("where") == THREAD_REFUSED else ""
    closes = int(room.record.opened) + LOBBY_HOURS * 3600
    return Screen(
        (
            Text(words("lobby.title", game=room.game.title, tag=room.tag)),
            text_block(
                [words(f"{room.game.key}.aim"), *_options_lines(room, words), f"-# {words(f'{room.game.key}.about')}"]
            ),
            Divider(),
            Text("\n".join(filter(None, [invites, *_seats(room, words)]))),  # a numbered list
            text_block([threads, _remark(room, words), words("lobby.starts", host=host, closes=f"<t:{closes}:R>")]),
            *_controls(room, words, off),
        ),
        accent=accent(room.game.key),
        pings=tuple(guest.id for guest in room.record.guests if guest.id in room.record.unpinged_guests),
    )


def closed_lobby(room: Room, words: Words) -> Screen:
    """Return one line about a lobby that was canceled or expired."""
    who = recorded_name(room, room.record.ended_by, words) if room.record.ended_by else ""
    return Screen((Text(words(f"lobby.{room.phase}", tag=room.tag, name=who)),))


def started_lobby(room: Room, words: Words, link: str) -> Screen:
    """Return the message of a lobby after the game has started."""
    text = words("lobby.started", tag=room.tag, link=link, seated=seat_order(room, words))
    refused = words("lobby.no_thread") if room.record.terms.get("where") == THREAD_REFUSED else ""
    published = published_lock([room])  # "" for a game without draws
    lock = words("bag.lock", lock=published) if published else ""
    return Screen((text_block([text, refused, lock]),), accent=accent(room.game.key))


def seat_order(room: Room, words: Words) -> str:
    """Return who has which seat, and whether the seats were drawn by lot."""
    seats = ", ".join(
        f"{n} {occupant_name(replace(who, seat_number=0), words)}" for n, who in enumerate(room.occupants, 1)
    )
    return words("lobby.seats", seats=seats, turned=room.record.rematch_of is not None)


def already_joined_notice(room: Room, words: Words, n: int) -> Screen:
    """Return the answer to Join for a person who already has seat `n`, with a button to leave."""
    leave = Button(words("button.leave"), verbs.LEAVE_PRIVATELY(room.id))
    return Screen((Text(words("refusal.already_in", n=n)), buttons(leave)))


def ask_which_robot(room: Room, words: Words) -> Screen:
    """Ask privately which robot to add."""
    return Screen(
        (
            text_block([words("lobby.which_robot"), *(words(f"robot.plays.{level}") for level in OFFERED_LEVELS)]),
            buttons(
                *(
                    Button(words(f"robot.level.{level}").capitalize(), verbs.ADD_ROBOT(room.id, level))
                    for level in OFFERED_LEVELS
                )
            ),
        )
    )


def seat_confirmation(room: Room, words: Words, verb: str) -> Screen:
    """Return the message that confirms who took the newest seat: a person from a list of tables, or a chosen robot."""
    newest = room.occupants[-1]
    level = "" if isinstance(newest, Person) else words(f"robot.level.{newest.level}")
    alone = len(room.people) == 1 and not room.record.guests and room.record.terms.get("counts") != CASUAL
    text = words(f"lobby.did_{verb}", name=occupant_name(newest, words), level=level, tag=room.tag, alone=alone)
    return Screen((Text(text),))


def answer_text(question: LobbyOption, words: Words, value: str) -> str:
    """Return an answer to a lobby question as part of a sentence."""
    return words(f"{question.family}.option.{question.key}.{value}")


def lobby_questions(room: Room) -> tuple[LobbyOption, ...]:
    """Return the questions of this lobby, with their answers."""
    return questions(room.game, room.record.options, room.record.terms, len(room.occupants))


def _options_lines(room: Room, words: Words) -> tuple[str, str]:
    """Return a line with the clock and all non-standard answers, and a line in small print with the standard answers.

    Standard answers about the table itself are left out, such as that anyone may join.
    """
    usual = {**{key: term.values[0] for key, term in TERMS.items()}, **room.game.chosen({})}
    questions_of_lobby = lobby_questions(room)
    game_questions = [question for question in questions_of_lobby if question.family != "term"]
    chosen = []
    small = []
    if game_questions and all(question.value == usual[question.key] for question in game_questions):
        chosen.append(words("lobby.standard"))
    for question in questions_of_lobby:
        if question.value != usual[question.key] or question.key == "clock":
            chosen.append(answer_text(question, words, question.value))
        elif question in game_questions or question.key == "counts":
            small.append(answer_text(question, words, question.value))
    return " · ".join(chosen), f"-# {' · '.join(small)}" if small else ""


def _remark(room: Room, words: Words) -> str:
    """Return what happened last in the lobby; "" for nothing worth mentioning."""
    note = room.record.note
    if note is None:
        return ""
    name = recorded_name(room, note.name, words, int(note.about[0]) if note.key == "first" and note.about else 0)
    match note.key:
        case "host_left":
            host = _new_host(room, note, words)
            return words("lobby.host_left", name=name, host=host) if host else ""
        case "first":
            return (
                words("lobby.first", name=name, game=room.game.title)
                if room.record.terms.get("counts") == CASUAL
                else ""
            )
        case "last_time":
            last_answers = []
            for answer in note.about:
                option, _, value = answer.partition("=")
                key = f"{'term' if option in TERMS else room.game.key}.option.{option}.{value}"
                if key in words:  # the answer may no longer exist
                    last_answers.append(words(key))
            return words("lobby.last_time", name=name, what=", ".join(last_answers))
        case _:
            what = ", ".join(
                answer_text(question, words, question.value)
                for question in lobby_questions(room)
                if question.key in note.about
            )
            return words(f"lobby.{note.key}", name=name, what=what) if what else ""


def _new_host(room: Room, note: LobbyNote, words: Words) -> str:
    """Return the host's name, with the seat number if the person who left has the same name; "" if unknown."""
    host_mark = str(room.record.host.id)
    seat, host = next(
        ((n, occupant) for n, occupant in enumerate(room.occupants, 1) if occupant_key(occupant) == host_mark),
        (0, None),
    )
    if host is None:
        return person_name(Person(0, note.about[0]), words) if note.about else ""
    return person_name(replace(host, seat_number=seat) if host.name == note.name else host, words)


def _seats(room: Room, words: Words) -> list[str]:
    rows = []
    for n, numbered in enumerate(room.occupants, 1):
        who = replace(numbered, seat_number=0)  # the row already shows it
        level = ""
        if isinstance(who, Robot):
            key = "robot_seat"
            level = words(f"robot.level.{who.level}")
        else:
            key = "host_seat" if who.id == room.record.host.id else "seat"
        rows.append(words(f"lobby.{key}", n=n, name=occupant_name(who, words), level=level))
    for guest in room.record.guests:
        rows.append(words("lobby.invited_seat", n=len(rows) + 1, name=occupant_name(guest, words)))
    return rows + [words("lobby.open_seat", n=n) for n in range(len(rows) + 1, room.game.seats[-1] + 1)]


def _controls(room: Room, words: Words, off: bool) -> tuple[Buttons, ...]:
    """Return a row of buttons and, if needed, a second one; in a direct message there is no Join.

    The main button is Start once the game can start; before that it is Join.
    """
    least = room.game.seats[0]
    most = room.game.seats[-1]
    able = len(room.occupants) >= least
    alone = room.place.guild is None
    seated = len(room.occupants)
    start = words("button.start_with", n=seated) if able and seated < most else words("button.start")
    join, go = (ButtonStyle.PLAIN, ButtonStyle.MAIN) if able else (ButtonStyle.MAIN, ButtonStyle.PLAIN)
    row = buttons(
        None if alone else Button(words("button.join"), verbs.JOIN(room.id), join, off=off),
        Button(words("button.add_robot"), verbs.ADD_ROBOT(room.id, None), off=off),
        Button(start, verbs.START(room.id, None), go, off=off),
        Button(words("button.manage"), verbs.MANAGE(room.id), off=off),
        tour_button(room.game.key, words, off=off) if tour_paragraphs(room.game.key) else None,
    )
    again = room.record.note is not None and room.record.note.key == "last_time"
    offers = buttons(  # useful only to some people
        Button(words("button.as_last_time"), verbs.SAME_AS_LAST(room.id), off=off) if again else None,
        Button(words("button.no_thanks"), verbs.LEAVE(room.id), off=off) if room.record.guests else None,
    )
    return (row, offers) if offers.buttons else (row,)
