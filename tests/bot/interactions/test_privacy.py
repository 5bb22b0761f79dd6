"""/privacy through the real client: what is kept, the file, and the end of it; servers that removed the bot."""

from __future__ import annotations

import asyncio
import json
import os

import pytest

from bot.services.privacy import UPKEEP_INTERVAL as DAY
from bot.services.servers import SERVER_RETENTION
from tests.bot.flows.test_deadlines import begun, passes
from tests.bot.support.lobby import SAY, lobby_of
from tests.bot.support.local_discord import PATIENCE, text
from tests.bot.support.tessera import first_answers, says, turn_of


@pytest.fixture
async def timed_bot(timed_bot):
    await timed_bot.client.wait_until_ready()
    return timed_bot


def bytes_of(bot):
    return b"".join(one.read_bytes() for one in sorted(bot.path.parent.iterdir()) if one.is_file())


async def typed(person, word):
    """What comes of typing that word into the form that deletes everything."""
    page = await person.command("privacy", channel=person.dm)
    question = await person.press(page.message, label="Delete my data")
    return await person.submit(await person.press(question.message, label="Delete everything"), text=word)


async def test_privacy_tells_what_is_kept_in_short_and_in_full(local, running_bot, ana):
    page = await ana.command("privacy", channel=ana.dm)
    assert page.private
    assert list(page.buttons) == ["Export my data", "Delete my data", "Full text"]
    full = await ana.press(page.message, label="Full text")
    assert full.message["id"] == page.message["id"]
    assert "**Not kept:** messages" in full.text


async def test_export_gives_a_private_file_with_ones_own_data(local, running_bot, ana, ben):
    await running_bot.table(ana, ben)
    page = await ana.command("privacy", channel=local.channel("games"))
    reply = await ana.press(page.message, label="Export my data")
    assert reply.private
    (paper,) = reply.message["attachments"]
    told = json.loads(local.blob(paper))
    assert told["account"] == str(ana.id)
    assert [one["table"] for one in told["tables"]] == ["#1"]
    assert str(ben.id) not in json.dumps(told)


async def test_only_the_word_deletes_and_then_no_byte_is_left(local, running_bot, ana, ben):
    await running_bot.table(ana, ben)
    lobby = await lobby_of(ana, local.channel("tables"))
    page = await ana.command("privacy", channel=local.channel("games"))
    question = await ana.press(page.message, label="Delete my data")
    assert "1 running table goes on with a robot" in question.text
    kept = await typed(ana, "delete?")
    assert "nothing was deleted" in kept.text
    assert str(ana.id).encode() in bytes_of(running_bot) or ana.id.to_bytes(8, "big") in bytes_of(running_bot)
    done = await typed(ana, " delete ")
    assert done.text == f"{SAY('privacy.erased')} Traces in the file are overwritten within a day."
    await running_bot.tidied()
    for form in (str(ana.id).encode(), ana.id.to_bytes(8, "big"), b"Ana"):
        assert form not in bytes_of(running_bot)
    await ben.until(lambda m: "N. N." in text(m) and "your turn" in text(m))
    await local.until(lambda: "cancelled" in text(lobby.message))
    assert "You sit at no table" in (await ana.command("turns", channel=ana.dm)).text
    menu = await ben.press(await turn_of(ben), label="Play")
    assert "Played" in (await ben.press((await first_answers(ben, menu)).message, label="Play it")).text
    for form in (ana.id.to_bytes(8, "big"), b"Ana"):
        assert form not in bytes_of(running_bot)


async def test_the_table_of_somebody_who_left_it_before_names_them_no_more(local, running_bot, ana, ben, games):
    cy = local.newcomer("Cyprian")
    await running_bot.table(ana, ben, cy)
    await running_bot.services.table_actions.resign(1, cy.id, 1)
    running_bot.client.messages.wake(1)
    await ana.until(says("**Cyprian** resigned"))
    await running_bot.later(minutes=90)
    await typed(cy, "delete")
    await running_bot.client.messages.sweep()
    await ana.until(lambda m: "N. N. 3" in text(m) and "Cyprian" not in text(m))


async def test_who_deleted_everything_may_begin_anew(local, running_bot, ana, ben):
    await running_bot.table(ana, ben)
    await typed(ana, "DELETE")
    seat = await ana.until(lambda m: "Take seat" in str(m["components"]))
    number = next(label for label in ("Take seat 1", "Take seat 2") if label in str(seat["components"]))
    taken = await ana.press(seat, label=number)
    assert taken.answers == 1
    assert (await running_bot.rooms.room(1)).seat_of(ana.id) == int(number[-1]) - 1


async def test_copies_from_before_an_update_are_told_of_and_thrown_away(local, timed_bot, clock, ana):
    copy = timed_bot.path.with_name(f"{timed_bot.path.name}.before-6")
    copy.write_bytes(b"Ana")
    os.utime(copy, (clock.time, clock.time))
    await lobby_of(ana, local.channel("games"))
    done = await typed(ana, "DELETE")
    assert "thrown away 30 days after" in done.text
    await passes(timed_bot, clock, SERVER_RETENTION - 86_400.0)
    assert copy.exists()
    await passes(timed_bot, clock, 2 * DAY)
    assert not copy.exists()


# servers


def removed(local):
    """The server has removed the bot."""
    local.server.simulation.dismiss(local.guild)


def invited(local):
    """The bot is on the server (again)."""
    local.server.simulation.invite(local.guild)


def connected_anew(local, bot):
    """The first word of a new session; the library waits 5 seconds before it asks for one."""
    simulation = local.server.simulation
    bot.client._connection.parse_ready({
        "v": 10, "user": simulation.bot, "session_id": "new", "resume_gateway_url": local.server.gateway.url,
        "guilds": [{"id": str(one), "unavailable": True} for one in simulation.joined_guilds()],
        "application": {"id": str(simulation.bot_id), "flags": 0}, "shard": [0, 1],
    })  # fmt: skip


async def noticed(bot, *, gone=True):
    """Tessera has noticed that it is gone from a server, or that it is not."""
    async with asyncio.timeout(PATIENCE):
        while bool(await bot.store.servers.departed_before(bot.now())) != gone:
            await bot.local.quiet(0.01)


async def left(local, bot):
    removed(local)
    await noticed(bot)


async def test_a_server_without_the_bot_for_30_days_is_forgotten(local, timed_bot, clock, ana, ben):
    await begun(timed_bot, ana, ben)
    await ana.command("me", channel=ana.dm)
    await timed_bot.services.servers.choose(local.guild, "theme", ["dark"])
    await left(local, timed_bot)
    await passes(timed_bot, clock, 29 * DAY)
    assert await timed_bot.rooms.room(1)
    await passes(timed_bot, clock, 2 * DAY)
    assert await timed_bot.store.servers.guilds() == []
    assert await timed_bot.store.load(1) is None
    await timed_bot.tidied()
    for form in (local.guild.to_bytes(8, "big"), ana.id.to_bytes(8, "big"), b"Ben"):
        assert form not in bytes_of(timed_bot)


async def test_who_comes_back_within_30_days_has_lost_nothing(local, timed_bot, clock, ana, ben):
    await begun(timed_bot, ana, ben)
    before = (await timed_bot.rooms.room(1)).table
    await left(local, timed_bot)
    await passes(timed_bot, clock, 29 * DAY)
    invited(local)
    await noticed(timed_bot, gone=False)
    await passes(timed_bot, clock, 29 * DAY)
    room = await timed_bot.rooms.room(1)
    assert room.table.log[: len(before.log)] == before.log


async def test_a_removal_that_nobody_saw_is_noticed_at_the_next_start(local, timed_bot, clock, ana, ben):
    async with timed_bot.changing() as database:
        database.execute("INSERT INTO server_settings VALUES (4711, 'theme', 'dark')")
    await begun(timed_bot, ana, ben)
    await timed_bot.restart()
    await timed_bot.client.wait_until_ready()
    await noticed(timed_bot)
    assert await timed_bot.store.servers.departed_before(clock.time) == [4711]
    await passes(timed_bot, clock, 31 * DAY)
    assert await timed_bot.store.servers.guilds() == [local.guild]


async def test_a_removal_during_an_outage_is_noticed_when_it_is_over(local, timed_bot, ana, ben):
    await begun(timed_bot, ana, ben)
    local.server.gateway.sessions.clear()  # nothing that happens now is told
    removed(local)
    connected_anew(local, timed_bot)
    await noticed(timed_bot)
    invited(local)
    connected_anew(local, timed_bot)
    await noticed(timed_bot, gone=False)


async def test_a_server_is_forgotten_on_wish_after_a_question(local, running_bot, ana, ben):
    await running_bot.table(ana, ben)
    await ana.until(says("your turn"))
    page = await ana.command("settings", channel=local.channel("games"))
    page = await ana.press(page.message, label="Limits")
    question = await ana.press(page.message, label="Forget this server")
    assert "1 open table" in question.text
    assert "Limits" in (await ana.press(question.message, label="Back")).buttons
    question = await ana.press(page.message, label="Forget this server")
    done = await ana.press(question.message, label="Forget all of it")
    assert "Nothing of this server is left" in done.text
    assert await running_bot.store.servers.guilds() == []
    late = await ben.press(await ben.until(says("your turn")), label="Play")
    assert "There is no table #1 any more" in late.text
    assert not (await lobby_of(ben, local.channel("games"))).private
