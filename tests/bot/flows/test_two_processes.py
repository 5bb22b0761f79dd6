"""Two processes with two shards each on one database, through the real client, as their players see them."""

from __future__ import annotations

import contextlib
import time

import pytest

from bot.store.shard_range import ShardRange
from bot.web import live_pages
from tests.bot.support.local_discord import text
from tests.bot.support.postgres import empty
from tests.bot.support.rooms import Clock, write_rows
from tests.bot.support.site import site_of
from tests.bot.support.tessera import tessera, whole_turn

DAY = 86_400.0
COUNT = 4
PERMISSIONS = ("view_channel", "send_messages", "send_messages_in_threads", "attach_files")


@pytest.fixture
def clock():
    return Clock(float(int(time.time())))


@pytest.fixture
async def address(postgres):
    return await empty(postgres)


@contextlib.asynccontextmanager
async def both(local, address, **options):
    """The process of shards 0 and 1, and that of shards 2 and 3."""
    async with (
        tessera(local, address, shards=ShardRange(0, 1, COUNT), **options) as first,
        tessera(local, address, shards=ShardRange(2, 3, COUNT), **options) as second,
    ):
        yield first, second


@pytest.fixture
async def places(local, ana, ben):
    """A channel on a server of each shard, by the shard."""
    simulation, found = local.server.simulation, {}
    while len(found) < COUNT:
        guild = simulation.add_guild("Elm Inn", ana.id, (ben.id,), PERMISSIONS)
        found[(guild >> 22) % COUNT] = simulation.add_channel(guild, "games", "")
    return found


async def begun(ana, ben, channel):
    """A table of Azul; the message that asks one of them to move, and who that is."""
    lobby = await ana.command("play", channel=channel, game="azul")
    await ben.press(lobby.message, label="Join")
    await ana.press(lobby.message, label="Start with 2")
    return await asked((ana, ben), channel)


async def asked(people, channel, *, after=0):
    """The newest message of the channel that asks one of the people to move, and who that is."""

    def newest():
        found = ((one, person) for one in reversed(people[0].sees(channel)) for person in people)
        return next((pair for pair in found if f"{pair[1].mention}, your turn" in text(pair[0])), None)

    return await people[0].local.until(lambda: (pair := newest()) and int(pair[0]["id"]) > after and pair)


async def test_a_move_made_in_a_direct_message_is_shown_at_once_by_the_process_of_the_server(
    local, address, places, ana, ben
):
    async with both(local, address):
        message, person = await begun(ana, ben, places[3])
        turns = await person.command("turns", channel=person.dm)
        played = await whole_turn(person, await person.press(turns.message, label="Play"))
        assert "Played:" in played.text
        _, other = await asked((ana, ben), places[3], after=int(message["id"]))
        assert other is not person
    assert len(local.requests("GET", "/applications/*/commands")) == 1  # by the process of shard 0


async def test_a_move_made_in_a_direct_message_is_seen_at_once_on_the_page_of_the_process_of_the_server(
    local, address, places, ana, ben, monkeypatch
):
    monkeypatch.setattr(live_pages, "PAGE_LOOK_INTERVAL", 1_000.0)  # so nobody finds it by looking
    async with both(local, address) as (_, second), site_of(second.services) as site:
        _, person = await begun(ana, ben, places[3])
        async with site.news(await site.watching.link(await second.rooms.room(1))) as news:
            await news.next()
            turns = await person.command("turns", channel=person.dm)
            await whole_turn(person, await person.press(turns.message, label="Play"))
            assert " took " in (await news.next())["lines"][0]


async def test_deadlines_stand_still_on_servers_whose_shard_is_away_and_pass_on_the_others(
    local, address, places, clock, ana, ben
):
    async with both(local, address, now=clock) as (_, second):
        tables = [await begun(ana, ben, places[shard]) for shard in (2, 3)]
        before = [await second.rooms.room(number) for number in (1, 2)]
        second.services.deadlines.steady_clock = clock
        await second.client.timer.tick()
        second.client.dispatch("shard_disconnect", 2)
        for _ in range(3):
            clock.time += DAY / 2
            await write_rows(second.store, "UPDATE heartbeats SET at = at - ?", DAY / 2)  # by the server's clock
            await second.store.deadlines.record_heartbeat(clock.time, second.services.deadlines.reachable_shards)
        await second.client.timer.tick()
        after = [await second.rooms.room(number) for number in (1, 2)]
        assert after[0] == before[0]
        assert len(after[1].table.log) > len(before[1].table.log)
        _, person = await asked((ana, ben), places[3], after=int(tables[1][0]["id"]))
        assert person is not tables[1][1]
        second.client.dispatch("shard_resumed", 2)
        await second.client.timer.tick()
        back, (seat,) = await second.rooms.room(1), before[0].to_act
        assert back.table.log == before[0].table.log
        assert back.deadlines[seat] == pytest.approx(before[0].deadlines[seat] + 1.5 * DAY, abs=600)
