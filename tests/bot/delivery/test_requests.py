"""How many requests to Discord the bot spends, of the fifty that it has in a second for all tables together."""

from __future__ import annotations

from bot.playground.rest import TOKEN_PATHS
from tests.bot.delivery.test_table_messages import ready_to_play
from tests.bot.support.local_discord import text

CLOSED = {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset-After": "1000000"}


def spent(local, since=0):
    """What was asked of Discord since so many requests, but for answers to presses, which are not counted."""
    calls = [one.call for one in local.requests()][since:]
    return [(one.method, one.path.split("/")[3]) for one in calls if not TOKEN_PATHS.match(one.path)]


async def plays(running, press):
    """Whoever is to act has moved, from a menu that is not in the channel."""
    room = await running.rooms.room(1)
    seat = room.to_act[0]
    await running.rooms.play(1, seat, None, str(room.table.view(seat).moves[0]), press)
    running.client.messages.wake(1)
    await running.local.quiet()


async def test_a_move_costs_a_new_message_and_the_removal_of_the_old_one(local, running_bot, ana, ben, games):
    acting, _, preview = await ready_to_play(running_bot, ana, ben)
    await running_bot.shown()
    await local.quiet()
    before = len(local.requests())
    await acting.press(preview.message, label="Play it")
    await running_bot.shown()
    await local.quiet()
    assert spent(local, before) == [("POST", "messages"), ("DELETE", "messages")]


async def test_a_table_that_moves_while_its_channel_takes_nothing_is_posted_once(local, running_bot, ana, ben, games):
    acting, _, preview = await ready_to_play(running_bot, ana, ben)
    await running_bot.shown()
    await local.quiet()
    before, pace = len(local.requests()), running_bot.client.pace
    pace.note_answer(f"/channels/{games}/messages", 200, CLOSED)
    played = await acting.press(preview.message, label="Play it")
    assert "Played:" in played.text
    await local.quiet()
    await plays(running_bot, 1)
    await plays(running_bot, 2)
    assert spent(local, before) == []
    pace._closed_until.clear()
    await running_bot.shown()
    await local.quiet()
    assert spent(local, before) == [("POST", "messages"), ("DELETE", "messages")]
    shown = [m for m in ana.sees(games) if "your turn" in text(m)]
    room = await running_bot.rooms.room(1)
    assert (len(shown), room.newest_message.log_length) == (1, len(room.table.log))
