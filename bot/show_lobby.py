"""How a lobby and what became of it look. Knows no Discord library and changes nothing."""

from __future__ import annotations

from bot.names import escaped
from bot.room import Occupant, Person, Room
from bot.screen import Button, Buttons, Line, Look, Screen, Text, buttons, texts
from bot.words import Words
from render import accent

LOBBY_HOURS = 24


def called(occupant: Occupant, words: Words) -> str:
    """Who sits there, for a sentence: **Ana**, or Robot **Vera**."""
    key = "name.person" if isinstance(occupant, Person) else "name.robot"
    return words(key, name=escaped(occupant.name))


def lobby(room: Room, words: Words) -> Screen:
    """The open lobby: what is played, who sits, what can be pressed."""
    host = called(next(p for p in room.people if p.id == room.host), words)
    closes = int(room.opened) + LOBBY_HOURS * 3600
    direct = room.place.guild is None
    return Screen(
        (
            Text(words("lobby.title", game=room.game.title, tag=room.tag)),
            texts([words(f"{room.game.key}.about"), _options(room, words)]),
            Line(),
            texts(_seats(room, words)),
            texts([words("lobby.starts", host=host, closes=f"<t:{closes}:R>")]),
            _controls(room, words) if not direct else _controls_alone(room, words),
        ),
        accent=accent(room.game.key),
    )


def closed(room: Room, words: Words) -> Screen:
    """One line about a lobby that came to nothing."""
    who = words("name.person", name=escaped(room.ended_by)) if room.ended_by else ""
    return Screen((Text(words(f"lobby.{room.phase}", tag=room.tag, name=who)),))


def herald(room: Room, words: Words, link: str) -> Screen:
    """What the lobby's message says once the game has started."""
    seats = ", ".join(f"{n} {called(who, words)}" for n, who in enumerate(room.seats, 1))
    said = words("lobby.started", tag=room.tag, link=link, seats=seats)
    return Screen((Text(said),), accent=accent(room.game.key))


def which_robot(room: Room, words: Words) -> Screen:
    """The private question after Add robot."""
    levels = ("random", "greedy")
    return Screen(
        (
            Text(words("lobby.which_robot")),
            buttons(*(Button(words(f"robot.{level}"), f"robot:{room.code}:{level}") for level in levels)),
        )
    )


def seated(room: Room, words: Words, verb: str) -> Screen:
    """What is left of the question which robot, or of Join in a list, once the newest seat is taken."""
    newest = room.seats[-1]
    level = "" if isinstance(newest, Person) else words(f"robot.level.{newest.level}")
    return Screen((Text(words(f"lobby.did_{verb}", name=called(newest, words), level=level, tag=room.tag)),))


def _options(room: Room, words: Words) -> str:
    game = room.game.key
    chosen = [f"{game}.option.{key}.{room.options[key]}" for key in room.game.options if key in room.options]
    return " · ".join(words(key) for key in chosen if key in words)


def _seats(room: Room, words: Words) -> list[str]:
    rows = []
    for n in range(1, room.game.seats[-1] + 1):
        if n > len(room.seats):
            rows.append(words("lobby.open_seat", n=n))
            continue
        who = room.seats[n - 1]
        key = "lobby.seat"
        if isinstance(who, Person):
            key = "lobby.host_seat" if who.id == room.host else "lobby.seat"
        else:
            key = "lobby.robot_seat"
        level = "" if isinstance(who, Person) else words(f"robot.level.{who.level}")
        rows.append(words(key, n=n, name=called(who, words), level=level))
    return rows


def _start(room: Room, words: Words, look: Look) -> Button:
    seated, most = len(room.seats), room.game.seats[-1]
    enough = room.game.seats[0] <= seated < most
    label = words("button.start_with", n=seated) if enough else words("button.start")
    return Button(label, f"start:{room.code}", look)


def _controls(room: Room, words: Words) -> Buttons:
    full = len(room.seats) == room.game.seats[-1]
    main, plain = Look.MAIN, Look.PLAIN
    return buttons(
        Button(words("button.join"), f"join:{room.code}", plain if full else main),
        Button(words("button.leave"), f"leave:{room.code}"),
        Button(words("button.add_robot"), f"robot:{room.code}"),
        _start(room, words, main if full else plain),
        Button(words("button.cancel"), f"cancel:{room.code}"),
    )


def _controls_alone(room: Room, words: Words) -> Buttons:
    return buttons(
        Button(words("button.add_robot"), f"robot:{room.code}"),
        _start(room, words, Look.MAIN),
        Button(words("button.cancel"), f"cancel:{room.code}"),
    )
