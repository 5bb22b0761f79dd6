"""How a lobby looks, open or closed. Knows no Discord library and changes nothing."""

from bot.logic.results import CASUAL
from bot.model.lobby_options import NO_THREAD, TERMS, LobbyOption, questions
from bot.model.people import Occupant, Person, Robot
from bot.model.room import Room
from bot.screens import verbs
from bot.screens.bag_proof import herald_line
from bot.screens.screen import Button, Buttons, ButtonStyle, Divider, Screen, Text, buttons, texts
from bot.text.names import escaped
from bot.text.phrases import listed
from bot.text.words import Words
from engine.ai import Level
from render import accent

LOBBY_HOURS = 24
RIPE_MINUTES = 10  # after which a lobby with enough people suggests to start


def called(occupant: Occupant, words: Words) -> str:
    """The name of an occupant within a sentence: **Ana**, or Robot **Vera**."""
    key = "name.person" if isinstance(occupant, Person) else "name.robot"
    return words(key, name=escaped(occupant.name))


def lobby(room: Room, words: Words, off: bool = False) -> Screen:
    """The open lobby: game, seats and buttons; `off`: its buttons are disabled because it is starting."""
    host = called(next(p for p in room.people if p.id == room.host), words)
    closes = int(room.opened) + LOBBY_HOURS * 3600
    return Screen(
        (
            Text(words("lobby.title", game=room.game.title, tag=room.tag)),
            texts([words(f"{room.game.key}.about"), _agreed(room, words)]),
            Divider(),
            texts([_invitation(room, words, host), *_seats(room, words)]),
            texts([_remark(room, words), words("lobby.starts", host=host, closes=f"<t:{closes}:R>")]),
            *_controls(room, words, off),
        ),
        accent=accent(room.game.key),
        pings=tuple(one.id for one in room.guests if one.id in room.uncalled),
    )


def closed(room: Room, words: Words) -> Screen:
    """One line about a lobby that was cancelled or expired."""
    who = words("name.person", name=escaped(room.ended_by)) if room.ended_by else ""
    return Screen((Text(words(f"lobby.{room.phase}", tag=room.tag, name=who)),))


def herald(room: Room, words: Words, link: str) -> Screen:
    """The lobby's message after the game has started."""
    text = words("lobby.started", tag=room.tag, link=link, seated=seat_order(room, words))
    refused = words("lobby.no_thread") if room.terms.get("where") == NO_THREAD else ""
    return Screen((texts([text, refused, herald_line(room, words)]),), accent=accent(room.game.key))


def seat_order(room: Room, words: Words) -> str:
    """Who has which seat, and whether that was drawn by lot."""
    seats = ", ".join(f"{n} {called(who, words)}" for n, who in enumerate(room.seats, 1))
    return words("lobby.seats", seats=seats, turned=room.earlier is not None)


def which_robot(room: Room, words: Words) -> Screen:
    """The private question after Add robot."""
    return Screen(
        (
            Text(words("lobby.which_robot")),
            buttons(*(Button(words(f"robot.{level}"), verbs.ROBOT(room.id, level)) for level in Level)),
        )
    )


def seated(room: Room, words: Words, verb: str) -> Screen:
    """The confirmation of the newest seat, in place of the question which robot or of Join in a list."""
    newest = room.seats[-1]
    level = "" if isinstance(newest, Person) else words(f"robot.level.{newest.level}")
    alone = len(room.people) == 1 and not room.guests and room.terms.get("counts") != CASUAL
    text = words(f"lobby.did_{verb}", name=called(newest, words), level=level, tag=room.tag, alone=alone)
    return Screen((Text(text),))


def answer(question: LobbyOption, words: Words, value: str) -> str:
    """That answer to a question of the lobby, as a part of a sentence."""
    return words(f"{question.family}.option.{question.key}.{value}")


def asked(room: Room) -> tuple[LobbyOption, ...]:
    """The questions of this lobby."""
    return questions(room.game, room.options, room.terms, len(room.seats))


def _agreed(room: Room, words: Words) -> str:
    """The answers in one line, without usual ones (one game, open to anybody), but always with clock and rating."""
    always = ("clock", "counts")
    shown = (one for one in asked(room) if one.family != "term" or one.key in always or one.chosen != TERMS[one.key][0])
    return " · ".join(answer(one, words, one.chosen) for one in shown)


def _invitation(room: Room, words: Words, host: str) -> str:
    if not room.guests:
        return ""
    who = listed([f"<@{one.id}>" for one in room.guests], words)
    return words("lobby.invites", who=who, host=host, game=room.game.title)


def _remark(room: Room, words: Words) -> str:
    if room.note is None:
        return words("lobby.no_thread") if room.terms.get("where") == NO_THREAD else ""
    name, about = words("name.person", name=escaped(room.note.name)), room.note.about
    if room.note.key == "host_left":
        return words("lobby.host_left", name=name, host=words("name.person", name=escaped(about[0])))
    what = ", ".join(answer(one, words, one.chosen) for one in asked(room) if one.key in about)
    return words("lobby.changed", name=name, what=what) if what else ""


def _seats(room: Room, words: Words) -> list[str]:
    rows = [_seat(room, words, n, who) for n, who in enumerate(room.seats, 1)]
    for guest in room.guests:
        rows.append(words("lobby.invited_seat", n=len(rows) + 1, name=called(guest, words)))
    return rows + [words("lobby.open_seat", n=n) for n in range(len(rows) + 1, room.game.seats[-1] + 1)]


def _seat(room: Room, words: Words, n: int, who: Occupant) -> str:
    if isinstance(who, Robot):
        return words("lobby.robot_seat", n=n, name=called(who, words), level=words(f"robot.level.{who.level}"))
    return words("lobby.host_seat" if who.id == room.host else "lobby.seat", n=n, name=called(who, words))


def _ready(room: Room) -> bool:
    """Whether starting is the next thing to do: all seats are taken, or enough are and the wait is over."""
    enough, full = len(room.seats) >= room.game.seats[0], len(room.seats) == room.game.seats[-1]
    filled = any(isinstance(one, Robot) for one in room.seats)
    return full or (enough and (room.ripe or filled or room.place.guild is None))


def _controls(room: Room, words: Words, off: bool) -> tuple[Buttons, ...]:
    """Two rows; in a direct message one, as nobody can join or leave there."""
    enough = room.game.seats[0] <= len(room.seats) < room.game.seats[-1]
    ready, alone = _ready(room), room.place.guild is None
    start = words("button.start_with", n=len(room.seats)) if enough else words("button.start")
    come = [
        Button(words("button.join"), verbs.JOIN(room.id), ButtonStyle.PLAIN if ready else ButtonStyle.MAIN, off=off),
        Button(words("button.leave"), verbs.LEAVE(room.id), off=off),
    ]
    fill = [
        Button(words("button.add_robot"), verbs.ROBOT(room.id, None), off=off),
        Button(words("button.options"), verbs.OPTIONS(room.id, None), off=off),
    ]
    free = len(room.seats) + len(room.guests) < room.game.seats[-1]
    go = [
        Button(start, verbs.START(room.id, None), ButtonStyle.MAIN if ready else ButtonStyle.PLAIN, off=off),
        Button(words("button.invite"), verbs.GUESTS(room.id), off=off or not free) if not alone else None,
        Button(words("button.remove"), verbs.REMOVE(room.id), off=off),
        Button(words("button.cancel"), verbs.CANCEL(room.id), off=off),
    ]
    return (buttons(*fill, *go),) if alone else (buttons(*come, *fill), buttons(*go))
