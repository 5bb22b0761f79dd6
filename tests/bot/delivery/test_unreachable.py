"""What each of Discord's error codes means to a table, a message, an answer and a person who is looked up."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import discord
import pytest

from bot.delivery.unreachable import UnreachableTables, unreachable_reason
from bot.discord_api.reply import ALREADY_ACKNOWLEDGED
from bot.playground.faults import UNLIMITED
from bot.playground.protocol import error_answer
from tests.bot.delivery.test_table_messages import posted
from tests.bot.interactions.test_more_follow import ended, follow
from tests.bot.interactions.test_server_settings import decide
from tests.bot.support.lobby import lobby_of
from tests.bot.support.local_discord import PATIENCE, text
from tests.bot.support.tessera import first_answers, tessera, turn_of

NEVER = 4e9  # seconds: later than anything is due


def said(status, code):
    """What the library makes of that answer of Discord."""
    response = SimpleNamespace(status=status, reason="No")
    kind = {403: discord.Forbidden, 404: discord.NotFound}.get(status, discord.HTTPException)
    return kind(response, {"code": code, "message": "No"})


@pytest.mark.parametrize(
    ("status", "code", "reason"),
    [
        (404, 10003, "channel_gone"), (404, 10004, "channel_gone"),
        (403, 50001, "no_access"), (403, 50013, "no_access"), (403, 50083, "no_access"), (403, 160005, "no_access"),
        (404, 10008, ""), (404, 10062, ""), (400, 40060, ""), (400, 50083, ""), (429, 30046, ""), (400, 50035, ""),
    ],
)  # fmt: skip
def test_a_table_sleeps_where_its_channel_is_gone_or_closed_and_for_no_other_reason(status, code, reason):
    assert unreachable_reason(said(status, code)) == reason


@pytest.mark.parametrize(("status", "code"), [(404, 10008), (403, 50013), (400, 50083), (429, 30046)])
async def test_a_lobby_whose_message_may_not_be_edited_is_posted_anew(
    local, running_bot, ana, ben, games, status, code
):
    lobby = await lobby_of(ana, games)
    local.faults.refuse("PATCH", f"/channels/{games}/messages/*", error_answer(status, code, "No"), times=UNLIMITED)
    await ben.press(lobby.message, label="Join")
    newer = await ana.until(lambda m: "**Ben**" in text(m) and int(m["id"]) > int(lobby.message["id"]))
    await running_bot.shown()
    assert (await running_bot.rooms.room(1)).newest_message.id == int(newer["id"])


async def test_an_old_lobby_that_may_be_edited_only_much_later_is_posted_anew(local, running_bot, ana, ben, games):
    lobby = await lobby_of(ana, games)
    await running_bot.later(minutes=90)
    await decide(ana, local, "language", label="language: magyar")
    local.faults.limit("PATCH", f"/channels/{games}/messages/*", retry_after=600)
    await running_bot.client.messages.sweep()
    newer = await ana.until(lambda m: "Akkor indul" in text(m) and int(m["id"]) > int(lobby.message["id"]))
    await running_bot.shown()
    assert (await running_bot.rooms.room(1)).newest_message.id == int(newer["id"])


async def test_an_answer_that_discord_does_not_take_is_lost_but_no_fault_of_ours(local, running_bot, ana, caplog):
    await running_bot.table(ana, robots=1)
    message = await turn_of(ana)
    for status, code in ((404, 10062), (401, 50027), (400, ALREADY_ACKNOWLEDGED)):
        local.faults.refuse("POST", "/interactions/*/*/callback", error_answer(status, code, "No"))
        pressed = asyncio.create_task(ana.press(message, label="Board"))
        await local.until(lambda: not local.faults.rules[-1].times)
        assert not (await ana.press(message, label="Board")).failed
        pressed.cancel()
        assert ("answer not delivered" in caplog.text) == (code != ALREADY_ACKNOWLEDGED)  # which is nobody's loss
        assert not [record for record in caplog.records if record.levelname == "ERROR"]
        caplog.clear()


async def test_only_who_is_unknown_is_not_here(local, running_bot, ana):
    whereabouts = running_bot.client.messages.membership
    found = {}
    for status, code in ((404, 10007), (404, 10013), (404, 10004), (403, 50001), (503, 0)):
        local.faults.refuse("GET", "/guilds/*/members/*", error_answer(status, code, "No"))
        found[code] = await whereabouts.has_left(local.guild, ana.id)
    assert found == {10007: True, 10013: True, 10004: False, 50001: False, 0: False}


async def test_whoever_was_there_a_while_ago_is_remembered_no_longer(running_bot, ana):
    await running_bot.table(ana, robots=1)
    await ana.press(await turn_of(ana), label="Board")
    membership = running_bot.client.messages.membership
    assert membership._seen
    assert membership._recent_members
    membership.recently_seen_age = -1.0
    await running_bot.client.chores.expire_lobbies()
    assert not membership._seen
    assert not membership._recent_members


@pytest.mark.parametrize(("status", "code", "left"), [(404, 10008, 0), (403, 50001, 1)])
async def test_buttons_of_a_message_that_is_no_more_are_not_tried_again(
    local, running_bot, ana, games, status, code, left
):
    await running_bot.table(ana, robots=1)
    preview = await first_answers(ana, await ana.press(await turn_of(ana), label="Play"))
    await running_bot.client.messages.wait_until_idle(PATIENCE)
    local.faults.refuse("PATCH", f"/channels/{games}/messages/*", error_answer(status, code, "No"), times=UNLIMITED)
    await running_bot.client.messages.retire_stale()
    before = len(await running_bot.store.stale_messages.due_messages(NEVER))
    await running_bot.leave_lines()
    await ana.press(preview.message, label="Play it")
    await running_bot.shown()
    await running_bot.client.messages.wait_until_idle(PATIENCE)
    await running_bot.client.messages.retire_stale()
    assert len(await running_bot.store.stale_messages.due_messages(NEVER)) == before + left


async def test_whoever_is_to_be_told_where_nothing_is_any_more_is_told_nothing(local, running_bot, ana, ben):
    cy, other = local.person("Cy"), local.channel("tables")
    await decide(ana, local, "announce", values=[other])
    await running_bot.table(ana, ben)
    await follow(cy, local)
    for channel in (cy.dm, other):
        local.faults.refuse("POST", f"/channels/{channel}/messages", error_answer(404, 10003, "No"), times=UNLIMITED)
    await ended(running_bot, ana)
    await local.until(lambda: local.requests("POST", f"/channels/{cy.dm}/messages"))
    await running_bot.client.messages.wait_until_idle(PATIENCE)
    assert await running_bot.store.notifications.due_notifications(9e9) == []


async def test_a_thread_that_discord_could_not_open_just_then_is_opened_later(local, running_bot, ana, games):
    lobby = await lobby_of(ana, games, thread=True)
    question = await ana.press(lobby.message, label="Add robot")
    await ana.press(question.message, label="Amateur")
    local.faults.fail("POST", f"/channels/{games}/messages/*/threads", 503)
    await ana.press(lobby.message, custom_id="start:1")
    await local.until(lambda: not local.faults.rules[0].times)
    await running_bot.client.messages.wait_until_idle(PATIENCE)
    await running_bot.restart()
    message = await turn_of(ana)
    assert [int(message["channel_id"])] == list(local.threads.values())


async def test_people_are_told_once_that_their_table_cannot_be_shown(local, running_bot, ana):
    await running_bot.table(ana, robots=1)
    await turn_of(ana)
    tables = UnreachableTables(running_bot.client, running_bot.client.services, running_bot.store)
    room = await running_bot.rooms.room(1)
    for _ in range(3):
        await tables.put_to_sleep(room, "no_access")
    assert len(ana.sees(ana.dm)) == 1


@pytest.mark.parametrize("how", ["overwrite", "role"])
async def test_a_table_whose_channel_is_hidden_from_the_bot_sleeps_and_comes_back_at_once(
    local, running_bot, ana, games, how
):
    simulation = local.server.simulation
    role = simulation.add_role(local.guild, "players")
    simulation.appoint(local.guild, simulation.bot_id, role)
    await running_bot.table(ana, robots=1)
    preview = await first_answers(ana, await ana.press(await turn_of(ana), label="Play"))
    if how == "overwrite":
        await running_bot.forbid(games, "view_channel")
    else:
        simulation.show_to(games, role)
        simulation.appoint(local.guild, ana.id, role)
        simulation.dismiss_from(local.guild, simulation.bot_id, role)
    await ana.press(preview.message, label="Play it")
    told = await ana.until(lambda m: "I may not show Azul #1" in text(m))
    assert (int(told["channel_id"]), running_bot.client.get_channel(games).name) == (ana.dm, HIDDEN_NAMES[how])
    if how == "overwrite":
        local.forbid(games)
    else:
        simulation.appoint(local.guild, simulation.bot_id, role)
    later = await ana.until(lambda m: f"{ana.mention}, your turn" in text(m) and int(m["id"]) > int(told["id"]))
    assert int(later["channel_id"]) == games
    assert running_bot.client.get_channel(games).name == "games"


HIDDEN_NAMES = {"overwrite": "___hidden___", "role": "games"}  # a loss by a role is not told, so the bot computes it


async def test_what_discord_forbids_is_tried_ever_more_seldom(local, tmp_path, ana):
    """Discord bans addresses that collect refusals."""
    clock, path = [1_000_000.0], f"/channels/{local.channel('games')}/messages"
    async with tessera(local, tmp_path / "t.sqlite3", now=lambda: clock[0]) as running:
        local.faults.refuse("POST", path, error_answer(403, 20016, "No"), times=UNLIMITED)
        await running.table(ana, robots=1)
        for _ in range(0, 3600, 60):
            clock[0] += 60
            await running.client.messages.sweep()
            await posted()
        assert 5 <= len(local.requests("POST", path)) <= 15
