"""People whose names look alike, turn letters round or cannot be drawn, all the way through a game on Discord."""

from __future__ import annotations

import re

from bot.playground.protocol import all_components
from tests.bot.support.local_discord import text
from tests.bot.support.tessera import says, turn_of, whole_turn

HEBREW = ("\u05e9\u05dc\u05d5\u05dd", "\u05d3\u05d5\u05d3 \u05dc\u05d5\u05d9", "\u05e8\u05d5\u05df")


def alts(message):
    pictures = [item for part in all_components(message["components"]) if part["type"] == 12 for item in part["items"]]
    return "\n".join(one.get("description") or "" for one in pictures)


def lone(texts, name):
    """The places where the name stands without a number before it."""
    return [found[0] for found in re.finditer(rf"(?<!\d\) )(?<!\d\. \*\*)(?<!\d \*\*){name}.{{0,30}}", texts)]


async def seated(running_bot, people):
    """The same people in the order of their seats."""
    room = await running_bot.rooms.room(1)
    return [next(one for one in people if one.id == who.id) for who in room.people]


async def play_once(running_bot, people):
    """One turn; return whose it was."""
    await running_bot.shown()
    room = await running_bot.rooms.room(1)
    (person,) = [one for one in people if one.id == room.occupants[room.to_act[0]].id]
    await whole_turn(person, await person.press(await turn_of(person), label="Play"))
    await running_bot.shown()
    return person


async def test_points_and_marks_stay_beside_names_from_right_to_left(local, running_bot):
    people = [local.newcomer(name) for name in HEBREW]
    await running_bot.table(*people)
    await play_once(running_bot, people)
    message = people[0].last(local.channel("games"))
    listed = await people[0].complete("board", channel=local.channel("games"), focused="table", table="")
    board = await people[0].command("board", channel=local.channel("games"))
    read = await people[0].press(board.message, label="As text")
    for shown in (text(message), alts(message), listed.choices[0]["name"], read.text):
        for name in HEBREW:
            assert name in shown
            assert shown.count(name) == shown.count(f"\u2068{name}\u2069"), shown


async def test_two_people_of_one_name_are_told_apart_from_the_lobby_to_the_end(local, running_bot):
    one, other = (local.newcomer("Alex") for _ in range(2))
    lobby = await one.command("play", channel=local.channel("games"), game="azul")
    await other.press(lobby.message, label="Join")
    assert not lone(lobby.text, "Alex")
    assert "(1) Alex" in (await other.press(lobby.message, label="Start with 2")).text  # only the host starts
    await one.press(lobby.message, label="Start with 2")
    mover = await play_once(running_bot, (one, other))
    first, second = await seated(running_bot, (one, other))
    message = first.last(local.channel("games"))
    number = 1 if mover is first else 2
    assert f"**({number}) Alex** took" in text(message)
    assert "**(1) Alex**" in text(message)
    assert "**(2) Alex**" in text(message)
    assert not lone(text(message), "Alex")
    assert not lone(alts(message), "Alex")
    question = await first.command("resign", channel=local.channel("games"))
    assert "**(2) Alex** wins" in question.text
    await first.press(question.message, label="Resign")
    await running_bot.shown()
    final = await second.until(says("wins"))
    assert "**(2) Alex** wins" in text(final)
    assert "**(1) Alex** resigned" in text(final)
    assert not lone(text(final), "Alex")


async def test_a_name_that_cannot_be_drawn_has_its_number_in_the_message_as_in_the_picture(local, running_bot, ana):
    other = local.newcomer("\u677e\u672c")
    await running_bot.table(ana, other)
    await running_bot.shown()
    seat = (await running_bot.rooms.room(1)).seat_of(other.id)
    message = ana.last(local.channel("games"))
    for shown in (text(message), alts(message)):
        assert f"({seat + 1}) \u677e\u672c" in shown
        assert re.search(r"(?<!\) )Ana", shown)
