"""People who cannot see the channel of their table any more: they are called directly, and can play on."""

from __future__ import annotations

import discord

from bot.delivery.membership import is_seen_by
from bot.model.people import Person as Account
from bot.playground.faults import UNLIMITED
from bot.playground.protocol import error_answer as no_answer
from tests.bot.flows.test_deadlines import DAY, passes
from tests.bot.support.lobby import refused
from tests.bot.support.local_discord import PATIENCE, buttons, text
from tests.bot.support.tessera import turn_of, whole_turn

SHUT_OUT = "You cannot see the channel of the table any more"


async def moved(local, running_bot, *, before=lambda _: None):
    """Whoever is to move now, after the other one has moved; `before` that is done with the one whose turn comes."""
    ben, cy = local.person("Ben"), local.person("Cy")
    await running_bot.table(ben, cy)
    await running_bot.shown()
    room = await running_bot.rooms.room(1)
    mover, other = (ben, cy) if room.occupants[room.to_act[0]].name == "Ben" else (cy, ben)
    before(other)
    await whole_turn(mover, await mover.press(await turn_of(mover), label="Play"))
    await running_bot.shown()
    await running_bot.client.messages.wait_until_idle(PATIENCE)
    return other


def shut_out(local):
    def deed(one):
        local.server.simulation.forbid(local.channel("games"), one.id, ["view_channel"])

    return deed


async def test_who_cannot_see_the_channel_any_more_is_called_directly_and_plays_there(local, running_bot):
    other = await moved(local, running_bot, before=shut_out(local))
    (message,) = other.sees(other.dm)
    assert text(message).startswith("Azul #1: it is your turn.")
    assert SHUT_OUT in text(message)
    assert "](https://" not in text(message)  # a link would lead nowhere
    before = len((await running_bot.rooms.room(1)).table.log)
    await whole_turn(other, await other.press(message, label="Play"))
    assert len((await running_bot.rooms.room(1)).table.log) > before


async def test_a_channel_that_was_closed_a_moment_after_a_press_is_noticed_without_asking_discord(local, running_bot):
    def deed(one):
        local.faults.refuse("GET", "/guilds/*/members/*", no_answer(503, 0, "No"), times=UNLIMITED)
        shut_out(local)(one)

    other = await moved(local, running_bot, before=deed)
    assert [SHUT_OUT in text(one) for one in other.sees(other.dm)] == [True]


async def test_a_channel_that_only_the_bot_has_lost_is_said_to_be_closed_to_nobody(local, running_bot):
    def deed(_):
        local.server.simulation.forbid(local.channel("games"), local.server.simulation.bot_id, ["view_channel"])

    other = await moved(local, running_bot, before=deed)
    assert [SHUT_OUT in text(one) for one in other.sees(other.dm)] == [False]  # the table sleeps, which is said


async def test_an_owner_who_is_denied_the_channel_but_sees_it_is_called_in_both_places(local, running_bot, ana, ben):
    await running_bot.table(ana, ben)
    await running_bot.shown()
    heard = running_bot.client.wait_for("guild_channel_update", timeout=PATIENCE)
    shut_out(local)(ana)
    await heard
    room = await running_bot.rooms.room(1)
    for one in (ana, ben) if room.occupants[room.to_act[0]].name == "Ana" else (ben,):
        await whole_turn(one, await one.press(await turn_of(one), label="Play"))
        await running_bot.shown()
    await running_bot.client.messages.wait_until_idle(PATIENCE)
    assert [SHUT_OUT in text(one) for one in ana.sees(ana.dm)] == [False]
    assert f"{ana.mention}, your turn" in text(ana.last(local.channel("games")))


async def test_who_sees_the_channel_is_called_there_only(local, running_bot):
    other = await moved(local, running_bot)
    assert other.sees(other.dm) == []
    assert f"{other.mention}, your turn" in text(other.last(local.channel("games")))


async def test_who_wants_no_calls_gets_none_there_either(local, running_bot):
    for name in ("Ben", "Cy"):
        await running_bot.store.preferences.set(Account(local.person(name).id, name), "pings", "none")
    other = await moved(local, running_bot, before=shut_out(local))
    assert other.sees(other.dm) == []


async def test_somebody_who_was_reminded_in_the_channel_is_reminded_directly(local, timed_bot, clock):
    other = await moved(local, timed_bot)
    assert other.sees(other.dm) == []
    shut_out(local)(other)
    await passes(timed_bot, clock, 0.75 * DAY)
    assert ["waits for you" in text(one) for one in other.sees(other.dm)] == [True]


async def test_who_left_the_server_and_came_back_reads_which_button_gives_the_seat_back(local, running_bot):
    people = [local.person(name) for name in ("Ana", "Ben", "Cy")]
    await running_bot.table(*people)
    await running_bot.shown()
    room = await running_bot.rooms.room(1)
    seat = room.seat_of(people[1].id)
    await running_bot.services.table_actions.hand_to_robot(1, seat)
    await running_bot.shown()
    message = people[1].last(local.channel("games"))
    assert f"Take seat {seat + 1}" in buttons(message)
    reply = await people[1].command("move", channel=local.channel("games"), move="1B1", table="#1")
    assert refused(reply, "seat_free", tag="#1", n=seat + 1)
    await people[1].press(reply.message, label=f"Take seat {seat + 1}")
    assert (await running_bot.rooms.room(1)).seat_of(people[1].id) == seat
    stranger = await local.person("Dee").command("move", channel=local.channel("games"), move="1B1", table="#1")
    assert refused(stranger, "not_seated", tag="#1")


async def test_who_sees_a_channel_depends_on_roles_and_on_places_in_private_threads(local, running_bot, ana, ben):
    games, guild = local.channel("games"), running_bot.client.get_guild(local.guild)
    channel = guild.get_channel(games)
    owner, other = [await guild.fetch_member(one.id) for one in (ana, ben)]
    times = {"archived": False, "auto_archive_duration": 60, "archive_timestamp": "2026-01-01T00:00:00+00:00"}
    facts = {"id": "5", "parent_id": str(games), "owner_id": "6", "name": "alone", "type": 12}
    facts |= {"thread_metadata": times, "message_count": 0, "member_count": 1}
    thread = discord.Thread(guild=guild, state=running_bot.client._connection, data=facts)
    assert await is_seen_by(channel, channel, other)
    local.faults.refuse("GET", "/channels/5/thread-members/*", no_answer(404, 10007, "Unknown Member"), times=UNLIMITED)
    assert not await is_seen_by(thread, channel, other)
    assert await is_seen_by(thread, channel, owner)  # who may manage threads
    heard = running_bot.client.wait_for("guild_channel_update", timeout=PATIENCE)
    local.server.simulation.forbid(
        games, local.guild, ["view_channel"]
    )  # the role of everybody has the server's number
    await heard
    assert not await is_seen_by(channel, channel, other)
    assert await is_seen_by(channel, channel, owner)
