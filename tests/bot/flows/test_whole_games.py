"""Whole games through the real client: by presses, by typing, with people and robots, across restarts and faults."""

from __future__ import annotations

from itertools import count
from random import Random

import pytest

from tests.bot.support.local_discord import text
from tests.bot.support.tessera import first_answers, may_end, says, turn_of, whole_turn

OVER = says("final")
TURNS = 3  # of people, by presses, at the beginning of a game whose middle nobody presses
TYPED = 6  # turns: more than a round, so that lines are begun and the wall has tiles


async def test_a_whole_game_is_played_in_a_direct_message(local, running_bot, ana):
    lobby = await ana.command("play", channel=ana.dm, game="pillars")
    await ana.press(lobby.message, label="Start with 2")
    message = None
    for turn in count():
        message = await ana.until(newer(ana, message))
        assert int(message["channel_id"]) == ana.dm
        if OVER(message):
            break
        if turn == TURNS:
            await running_bot.leap(1, until_it_may_end(Random(2)))
            message = await ana.until(lambda m: ana.mention in text(m))
        menu = await ana.press(message, label="Play")
        if "s turn" not in menu.text:  # else an edit of the last message came after the turn had passed on
            await whole_turn(ana, menu)
    assert (await running_bot.rooms.room(1)).phase == "over"


def until_it_may_end(lot):
    """Moves by lot up to one that may be the last."""
    return lambda table, seat: None if may_end(table) else lot.choice(table.view(seat).moves)


def newer(person, seen):
    """A message that mentions the person: a new one, or the one that was seen, changed since."""
    return lambda m: person.mention in text(m) and (seen is None or stand(m) > stand(seen))


def stand(message):
    """When a message was posted, and last changed."""
    return int(message["id"]), message["edited_timestamp"] or ""


async def test_a_person_plays_by_typing_what_is_suggested(local, running_bot):
    ana, games = local.person("Ana"), local.channel("games")
    await running_bot.table(ana, robots=1)
    message = None
    for _ in range(TYPED):
        message = await ana.until(newer(ana, message))
        text_typed = ""
        while True:
            offered = await ana.complete("move", channel=games, focused="move", move=text_typed)
            assert 1 <= len(offered.choices) <= 25
            assert all(len(one["name"]) <= 100 for one in offered.choices)
            choice = offered.choices[0]
            if "…" not in choice["name"]:
                break
            assert len(choice["value"]) > len(text_typed)
            text_typed = choice["value"]
        preview = await ana.command("move", channel=games, move=choice["value"])
        assert preview.private
        played = await ana.press(preview.message, label="Play it")
        assert "Played:" in played.text


async def test_a_move_is_written_into_the_form_of_the_menu(local, running_bot):
    ana = local.person("Ana")
    await running_bot.table(ana, robots=1)
    menu = await ana.press(await turn_of(ana), label="Play")
    form = await ana.press(menu.message, label="Type it")
    assert "Azul" in form.modal["title"]
    refused = await ana.submit(form, text="3X2")
    assert refused.private
    assert "3X2" in refused.text
    room = await running_bot.rooms.room(1)
    legal = str(room.table.state.moves(room.to_act[0])[0])
    menu = await ana.press(refused.message, label="Back to my move")
    preview = await ana.submit(await ana.press(menu.message, label="Type it"), text=legal.lower())
    played = await ana.press(preview.message, label="Play it")
    assert "Played:" in played.text
    assert legal in [entry.text for entry in (await running_bot.rooms.room(1)).table.log]


async def test_two_people_and_a_robot_take_turns_to_the_end(local, running_bot):
    ana, ben = local.person("Ana"), local.person("Ben")
    await running_bot.table(ana, ben, robots=1, level="Beginner", game="pillars")
    people = {ana.mention: ana, ben.mention: ben}
    for turn in count():
        room = await running_bot.rooms.move_robots(1)
        if turn == TURNS:  # the middle is played without presses
            await running_bot.leap(1, until_it_may_end(Random(2)))
            room = await running_bot.rooms.move_robots(1)
        await running_bot.shown()
        message = await ana.until(lambda m: "<@" in text(m))
        if OVER(message):
            break
        asked = [person for mention, person in people.items() if f"{mention}, your turn" in text(message)]
        assert len(asked) == 1, text(message)
        preview = await first_answers(asked[0], await asked[0].press(message, label="Play"))
        await asked[0].press(preview.message, label="Play it")
    assert all(mention in text(message) for mention in people)
    assert {entry.seat for entry in room.table.log} == {0, 1, 2}


async def test_a_menu_opened_before_a_restart_goes_on_after_it(local, running_bot):
    ana = local.person("Ana")
    await running_bot.table(ana, robots=1)
    menu = await ana.press(await turn_of(ana), label="Play")
    await running_bot.restart()
    preview = await first_answers(ana, menu)
    await running_bot.restart()
    played = await ana.press(preview.message, label="Play it")
    assert "Played:" in played.text
    await turn_of(ana)


async def test_a_move_made_while_the_socket_is_gone_is_answered_after_it_resumed(local, running_bot):
    ana = local.person("Ana")
    await running_bot.table(ana, robots=1)
    preview = await first_answers(ana, await ana.press(await turn_of(ana), label="Play"))
    await local.drop()
    played = await ana.press(preview.message, label="Play it")
    assert "Played:" in played.text
    assert played.answers == 1


@pytest.mark.parametrize("status", [429, 502])
async def test_a_refused_post_is_tried_again_and_shown_once(local, running_bot, status):
    ana, games = local.person("Ana"), local.channel("games")
    await running_bot.table(ana, robots=1)
    preview = await first_answers(ana, await ana.press(await turn_of(ana), label="Play"))
    await running_bot.shown()
    before = {m["id"] for m in ana.sees(games)}
    path = f"/channels/{games}/messages"
    if status == 429:
        local.faults.limit("POST", path, times=1)
    else:
        local.faults.fail("POST", path, status=502, times=1)
    played = await ana.press(preview.message, label="Play it")
    assert played.answers == 1
    await local.until(lambda: {m["id"] for m in ana.sees(games)} - before)
    await local.until(lambda: len(ana.sees(games)) == len(before))  # the old one is gone
    await local.quiet()
    (newer,) = (m for m in ana.sees(games) if m["id"] not in before)
    assert f"{ana.mention}, your turn" in text(newer)
    assert len(ana.sees(games)) == len(before)
