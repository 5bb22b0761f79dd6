"""Turns of several moves: laid unseen, taken back, finished; bonus tiles one after the other. Knows no rules."""

from __future__ import annotations

import random

from engine.games.pavilion import Place
from tests.bot.support.local_discord import PATIENCE, text
from tests.bot.support.tessera import says, turn_of, whole_turn


def first(menu):
    """What the first answer of the menu carries: its control and its value, or its button."""
    if menu.selects:
        select = next(iter(menu.selects.values()))
        return select["custom_id"], [select["options"][0]["value"]]
    return next(one.custom_id for one in menu.buttons.values() if one.custom_id.startswith("m:")), None


async def answer(person, menu):
    control, values = first(menu)
    if values is None:
        return await person.press(menu.message, custom_id=control)
    return await person.choose(menu.message, custom_id=control, values=values)


async def test_tiles_of_an_unfinished_turn_are_seen_by_nobody_else_and_taken_back(local, running_bot):
    ana, ben = local.person("Ana"), local.person("Ben")
    await running_bot.table(ana, robots=1, game="match_five")
    asked, games = await turn_of(ana), local.channel("games")
    await running_bot.client.messages.wait_until_idle(PATIENCE)  # the lobby's message is gone
    await local.quiet()
    before = ben.sees(games)
    menu = await ana.press(asked, label="Play")
    hand = await running_bot.rooms.room(1)
    laid = await answer(ana, menu)
    assert "So far:" in laid.text
    assert "Finish" in " ".join(laid.buttons)
    room = await running_bot.rooms.room(1)
    assert len(room.table.state.laid) == 1
    back = await ana.press(laid.message, label="Back")
    assert (await running_bot.rooms.room(1)).table.state == hand.table.state
    twice = await answer(ana, await answer(ana, back))
    if len((await running_bot.rooms.room(1)).table.state.laid) == 2:
        again = await ana.press(twice.message, label="Start over")
        assert (await running_bot.rooms.room(1)).table.state.laid == []
        twice = await answer(ana, again)
    await local.quiet()
    assert ben.sees(games) == before
    done = await ana.press(twice.message, label=next(label for label in twice.buttons if label.startswith("Finish")))
    assert "Played:" in done.text
    await local.until(lambda: len(ben.sees(games)) > len(before))
    assert "Ana** placed" in text(ben.sees(games)[-1])


async def test_a_menu_from_before_a_step_was_taken_back_is_out_of_date(local, running_bot):
    ana = local.person("Ana")
    await running_bot.table(ana, robots=1, game="match_five")
    menu = await ana.press(await turn_of(ana), label="Play")
    control, values = first(menu)
    laid = await answer(ana, menu)
    await ana.press(laid.message, label="Back")
    channel = int(menu.message["channel_id"])
    stale = await ana.raw_press(channel, menu.message["id"], control, values)
    assert "moved on" in stale.text
    assert (await running_bot.rooms.room(1)).table.state.laid == []


async def test_tiles_that_are_drawn_are_told_to_their_person_alone(local, running_bot):
    ana, ben, games = local.person("Ana"), local.person("Ben"), local.channel("games")
    await running_bot.table(ana, ben, game="match_five")
    message = await ana.until(says("your turn"))
    acting = ana if ana.mention in text(message) else ben
    finished = await whole_turn(acting, await acting.press(message, label="Play"))
    assert "You drew " in finished.text
    assert finished.private
    await local.quiet()
    assert not any(" drew " in text(m) for m in local.person("Dee").sees(games))


async def before_a_statue(running_bot):
    """The table's room, played by lot up to a turn that can bring two bonus tiles; and a move that does."""
    lot, found = random.Random(0), []

    def move(table, seat):
        moves = table.view(seat).moves
        places = (str(one) for one in moves if isinstance(one, Place))
        found.extend(one for one in places if table.play(seat, one).state.owed == 2)
        return None if found else lot.choice(moves)

    return await running_bot.leap(1, move), found[0]


def calls(person, channel):
    """The messages that say that it is this person's turn."""
    return [m["id"] for m in person.sees(channel) if f"{person.mention}, your turn" in text(m)]


async def test_bonus_tiles_are_taken_one_by_one_given_back_and_call_nobody_twice(local, running_bot, ana, ben, games):
    await running_bot.table(ana, ben, game="pavilion")
    room, move = await before_a_statue(running_bot)
    running_bot.client.messages.wake(1)
    acting = ana if room.occupants[room.to_act[0]].name == "Ana" else ben
    await running_bot.shown()
    called = calls(acting, games)
    preview = await acting.command("move", channel=games, move=move)
    menu = await acting.press(preview.message, label="Play it")
    assert "You may take 2 tiles from the supply." in menu.text
    owed = (await running_bot.rooms.room(1)).table.state
    taken = await answer(acting, menu)
    assert "You may take 1 tile from the supply." in taken.text
    back = await acting.press(taken.message, label="Back")
    assert (await running_bot.rooms.room(1)).table.state == owed
    assert "You may take 2 tiles from the supply." in back.text
    await running_bot.shown()
    assert calls(acting, games) == called
    await whole_turn(acting, back)
    assert (await running_bot.rooms.room(1)).table.state.owed == 0
