"""One bot on several of Discord's shards, and one that leaves shards to others."""

from __future__ import annotations

import asyncio
import contextlib

import aiohttp
import discord
import pytest
from aiohttp import web

from bot.settings import load_settings
from bot.store.shard_range import ALL_SHARDS, ShardRange
from tests.bot.support.local_discord import TOKEN
from tests.bot.support.program import started
from tests.bot.support.tessera import tessera


@pytest.fixture
async def guilds(local):
    """A server on each of two shards, by its shard."""
    simulation, found = local.server.simulation, {}
    while len(found) < 2:
        guild = simulation.add_guild("Elm Inn", local.person("Ana").id, (), ("view_channel", "send_messages"))
        found[(guild >> 22) % 2] = guild
    return found


@contextlib.asynccontextmanager
async def client_of(shard):
    client = discord.AutoShardedClient(
        intents=discord.Intents(guilds=True), shard_ids=[shard], shard_count=2, guild_ready_timeout=0.02
    )
    await client.login(TOKEN)
    running = asyncio.create_task(client.connect())
    try:
        await client.wait_until_ready()
        yield client
    finally:
        await client.close()
        await asyncio.gather(running, return_exceptions=True)


async def heard(client, deed):
    """The server in which the client hears of the deed."""
    waiting = asyncio.create_task(client.wait_for("interaction"))
    await asyncio.sleep(0)
    deed()
    return (await waiting).guild_id


async def test_a_shard_knows_its_own_servers_alone_and_the_first_hears_direct_messages(local, guilds):
    simulation, ana = local.server.simulation, local.person("Ana")
    body = {"custom_id": "x", "component_type": 2, "id": 0}
    async with client_of(0) as first, client_of(1) as second:
        theirs = [{guild.id for guild in client.guilds} for client in (first, second)]
        assert [guilds[0] in theirs[0], guilds[1] in theirs[1]] == [True, True]
        assert theirs[0].isdisjoint(theirs[1])
        assert set(simulation.joined_guilds()) == theirs[0] | theirs[1]
        for shard, client in enumerate((first, second)):
            channel = simulation.add_channel(guilds[shard], "games", "")
            assert (
                await heard(client, lambda at=channel: simulation.start_interaction(3, ana.id, at, body))
                == guilds[shard]
            )
        assert await heard(first, lambda: simulation.start_interaction(3, ana.id, ana.dm, body)) is None


async def test_without_a_setting_a_bot_takes_as_many_shards_as_discord_advises(local, guilds, tmp_path):
    local.server.rules.shards = 2
    async with tessera(local, tmp_path / "tessera.sqlite3") as bot:
        assert sorted(bot.client.shards) == [0, 1]
        assert {guild.id for guild in bot.client.guilds} == set(local.server.simulation.joined_guilds())
        for guild in guilds.values():
            channel = local.server.simulation.add_channel(guild, "games", "")
            reply = await local.person("Ana").command("play", channel=channel, game="azul")
            assert "Start" in reply.buttons


async def test_time_passes_on_the_servers_of_those_shards_that_have_a_connection(running_bot):
    client, deadlines = running_bot.client, running_bot.services.deadlines
    client.shard_count = 2
    client.dispatch("shard_connect", 1)
    assert deadlines.reachable_shards == (ALL_SHARDS,)
    client.dispatch("shard_disconnect", 0)
    assert deadlines.reachable_shards == (ShardRange(1, 1, 2),)
    client.dispatch("shard_disconnect", 1)
    assert not client.timer.is_open
    client.dispatch("shard_resumed", 0)
    assert deadlines.reachable_shards == (ShardRange(0, 0, 2),)


@pytest.mark.parametrize("given", ["4", "0-3", "3-1/4", "0-4/4", "4/4", "-1/4", "a-b/c", "0-1/0", "0-1/4/5"])
def test_shards_that_are_none_are_named(given):
    with pytest.raises(ValueError, match="TESSERA_SHARDS"):
        load_settings({"TESSERA_SHARDS": given, "TESSERA_DATABASE": "postgresql://tessera@db/tessera"})


@pytest.mark.parametrize(
    ("given", "read"),
    [("", None), ("0-3/16", ShardRange(0, 3, 16)), ("2/4", ShardRange(2, 2, 4)), ("0/1", ShardRange(0, 0, 1))],
)
def test_shards_are_some_of_all(given, read):
    assert (
        load_settings({"TESSERA_SHARDS": given, "TESSERA_DATABASE": "postgresql://tessera@db/tessera"}).shards == read
    )


@pytest.mark.parametrize(
    "given", ["proxy:8080", "https://proxy:8080", "http://8.8.8.8:80", "http://proxy.example.com:80", "http://proxy"]
)
def test_a_proxy_outside_of_ones_own_network_is_refused(given):
    with pytest.raises(ValueError, match="TESSERA_REST"):
        load_settings({"TESSERA_REST": given})


@pytest.mark.parametrize("given", ["", "http://proxy:8080", "http://10.0.0.7:8080", "http://[::1]:80"])
def test_a_proxy_in_ones_own_network_may_carry_the_token(given):
    assert load_settings({"TESSERA_REST": f"{given}/" if given else ""}).rest_proxy == given


async def test_requests_go_through_the_proxy_and_the_gateway_does_not(local, tmp_path):
    carried = []

    async def carry(request):
        carried.append(request.path)
        headers = {name: value for name, value in request.headers.items() if name != "Host"}
        async with (
            aiohttp.ClientSession() as session,
            session.request(
                request.method, local.url + request.path_qs, headers=headers, data=await request.read()
            ) as said,
        ):
            return web.Response(
                status=said.status, body=await said.read(), headers={"Content-Type": "application/json"}
            )

    proxy = web.Application()
    proxy.router.add_route("*", "/{path:.*}", carry)
    runner = web.AppRunner(proxy)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    address = f"http://127.0.0.1:{runner.addresses[0][1]}"
    known = {"TESSERA_DISCORD": local.url, "DISCORD_TOKEN": local.token, "TESSERA_REST": address}
    process = await started(tmp_path, **known)
    try:
        await local.ready()
        assert "/api/v10/gateway/bot" in carried
        assert "/gateway" not in carried
    finally:
        process.terminate()
        await process.communicate()
        await runner.cleanup()


def test_a_file_is_for_one_process_with_all_shards():
    assert load_settings({"TESSERA_SHARDS": "0-3/4"}).shards == ShardRange(0, 3, 4)
    with pytest.raises(ValueError, match="one process"):
        load_settings({"TESSERA_SHARDS": "0-1/4"})
