"""What is not there yet when the program starts is waited for; what a person has to change ends it in one line."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from types import SimpleNamespace

import aiohttp
import discord
import pytest

from bot import health
from bot.app import startup_retry
from bot.app.startup_retry import MAX_RETRY_DELAY, is_temporary, retry_until_reachable
from bot.store.database import DatabaseUnavailable
from bot.store.migrations import StoreFault, StoreUnavailable
from bot.text.words import Words
from tests.bot.support.local_discord import PATIENCE
from tests.bot.support.postgres import USER, server
from tests.bot.support.program import ended, started
from tests.bot.support.site import free_port

SAYS = Words()
SOON = (
    "-c",
    """
from bot.__main__ import main
from bot.app import startup_retry
startup_retry.FIRST_RETRY_DELAY = 0.1
raise SystemExit(main())
""",
)  # the program, which tries again at once: else it would draw many pictures meanwhile


async def told(process, text):
    """The line that the program logs with that text; nothing of it is a fault."""
    async with asyncio.timeout(PATIENCE):
        while text not in (line := (await process.stderr.readline()).decode()):
            assert line, f"it ended with {process.returncode}"
            assert "level=error" not in line
    return line


async def stopped(process):
    """The exit code of the program once it has been told to stop, and what it still said of its own faults."""
    process.send_signal(signal.SIGTERM)
    async with asyncio.timeout(PATIENCE):
        said = (await process.stderr.read()).decode().splitlines()
    return await process.wait(), [line for line in said if "level=critical" in line or "Traceback" in line]


@contextlib.asynccontextmanager
async def relay(port, target):
    """Whoever connects to that port of this machine speaks with the other one."""

    async def carry(reader, writer):
        try:
            while block := await reader.read(1 << 16):
                writer.write(block)
        finally:
            writer.close()

    async def serve(reader, writer):
        there = await asyncio.open_connection("127.0.0.1", target)
        await asyncio.gather(carry(reader, there[1]), carry(there[0], writer), return_exceptions=True)

    async with await asyncio.start_server(serve, "127.0.0.1", port):
        yield


def response(status):
    return SimpleNamespace(status=status, reason="")


@pytest.mark.parametrize(
    ("fault", "passing"),
    [
        (OSError(-2, "Name or service not known"), True),
        (TimeoutError(), True),
        (aiohttp.ServerDisconnectedError(), True),
        (discord.DiscordServerError(response(503), ""), True),
        (discord.HTTPException(response(429), ""), True),
        (discord.RateLimited(60.0), True),
        (discord.ConnectionClosed(SimpleNamespace(close_code=4000), shard_id=0), True),
        (StoreUnavailable("store.away", "db"), True),
        (discord.LoginFailure(), False),
        (discord.Forbidden(response(403), ""), False),
        (discord.ConnectionClosed(SimpleNamespace(close_code=4004), shard_id=0), False),
        (StoreFault("store.newer", "db"), False),
        (DatabaseUnavailable(), False),
        (KeyError("a fault of ours"), False),
    ],
    ids=repr,
)
def test_only_what_passes_is_waited_for(fault, passing):
    gateway = discord.GatewayNotFound()
    gateway.__cause__ = fault
    assert (is_temporary(fault), is_temporary(gateway)) == (passing, passing)


async def test_the_waits_grow_to_a_minute_and_each_is_told(monkeypatch, caplog):
    waits, faults = [], [OSError("no network")] * 9

    async def deed():
        if faults:
            raise faults.pop()
        return "done"

    async def wait(seconds):
        waits.append(seconds)

    monkeypatch.setattr(startup_retry, "asyncio", SimpleNamespace(sleep=wait))
    caplog.set_level("INFO")
    assert await retry_until_reachable(deed) == "done"
    assert waits == [1, 2, 4, 8, 16, 32, MAX_RETRY_DELAY, MAX_RETRY_DELAY, MAX_RETRY_DELAY]
    *tries, last = [(one.levelname, one.getMessage()) for one in caplog.records]
    assert tries[-1] == ("WARNING", "Discord cannot be reached: OSError: no network; trying again in 60 seconds")
    assert (len(tries), last) == (9, ("INFO", "reached, after 10 tries"))


async def test_a_bot_that_starts_before_discord_can_be_reached_waits_for_it(local, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("TESSERA_DATABASE", str(tmp_path / "tessera.sqlite3"))
    async with local.away():
        process = await started(tmp_path, TESSERA_DISCORD=local.url, DISCORD_TOKEN=local.token)
        line = await told(process, "Discord cannot be reached")
        assert ("level=warning" in line, "trying again in 1 seconds" in line) == (True, True)
        await told(process, "trying again in 2 seconds")  # by then the signs of life are there
        assert (health.main(["--ready"]), "connections" in capsys.readouterr().out) == (1, True)
    await told(process, "reached, after ")
    await local.ready()
    assert await stopped(process) == (0, [])


async def test_a_bot_that_waits_for_discord_stops_at_once(local, tmp_path):
    async with local.away():
        process = await started(tmp_path, TESSERA_DISCORD=local.url, DISCORD_TOKEN=local.token)
        await told(process, "trying again")
        assert await stopped(process) == (0, [])


async def test_a_proxy_that_is_not_there_yet_is_waited_for(local, tmp_path):
    port, there = free_port(), int(local.url.rpartition(":")[2])
    known = {"TESSERA_DISCORD": local.url, "DISCORD_TOKEN": local.token, "TESSERA_REST": f"http://127.0.0.1:{port}"}
    process = await started(tmp_path, *SOON, **known)
    await told(process, f"127.0.0.1:{port}")
    async with relay(port, there):
        await local.ready()
        assert await stopped(process) == (0, [])


async def test_a_gateway_that_is_not_there_yet_is_waited_for(local, tmp_path):
    port, there = free_port(), int(local.url.rpartition(":")[2])
    local.server.rules.gateway = f"ws://127.0.0.1:{port}/gateway"
    process = await started(tmp_path, *SOON, TESSERA_DISCORD=local.url, DISCORD_TOKEN=local.token)
    await told(process, f"127.0.0.1:{port}")
    async with relay(port, there):
        await local.ready()
        assert await stopped(process) == (0, [])


async def test_a_discord_that_goes_while_the_bot_sets_up_is_waited_for(local, tmp_path):
    local.faults.cut("PUT", "/applications/*/commands", times=2)  # aiohttp sends it again once by itself
    process = await started(tmp_path, *SOON, TESSERA_DISCORD=local.url, DISCORD_TOKEN=local.token)
    await told(process, "trying again")
    await local.ready()
    assert len(local.server.gateway.sessions) == 1
    assert await stopped(process) == (0, [])


async def test_a_postgresql_server_that_is_not_there_yet_is_waited_for(local, tmp_path, postgres_programs):
    with server(postgres_programs) as own:
        own.kill()
        known = {"TESSERA_DATABASE": own.address("postgres"), "TESSERA_STATE": str(tmp_path)}
        process = await started(tmp_path, *SOON, **known, TESSERA_DISCORD=local.url, DISCORD_TOKEN=local.token)
        line = await told(process, "trying again")
        assert ("level=warning" in line, "TESSERA_DATABASE" in line) == (True, True)
        own.start()
        await local.ready()
        assert await stopped(process) == (0, [])


async def test_a_bot_that_waits_for_its_database_stops_at_once(tmp_path):
    known = {"TESSERA_DATABASE": f"postgresql://tessera:s3cret@/x?host={tmp_path}", "TESSERA_STATE": str(tmp_path)}
    process = await started(tmp_path, **known, DISCORD_TOKEN="any")
    assert "s3cret" not in await told(process, "trying again")
    assert await stopped(process) == (0, [])


@pytest.mark.parametrize("name", [f"nobody@/{USER}", f"{USER}@/{USER}?x=1"])
async def test_what_a_person_has_to_change_about_the_database_is_not_waited_for(postgres, tmp_path, name):
    address = f"postgresql://{name}{'&' if '?' in name else '?'}host={postgres.folder}"
    process = await started(tmp_path, TESSERA_DATABASE=address, TESSERA_STATE=str(tmp_path), DISCORD_TOKEN="any")
    code, said = await ended(process)
    assert (code, "TESSERA_DATABASE" in said) == (2, True)


async def test_a_wrong_password_is_a_persons_to_change(tmp_path, postgres_programs):
    with server(postgres_programs) as own:
        own.kill()
        (own.folder / "cluster" / "pg_hba.conf").write_text("local all all scram-sha-256")
        own.start()
        address = own.address("postgres").replace("tessera@", "tessera:s3cret@")
        process = await started(tmp_path, TESSERA_DATABASE=address, TESSERA_STATE=str(tmp_path), DISCORD_TOKEN="any")
        code, said = await ended(process)
    assert (code, "password authentication failed" in said, "s3cret" in said) == (2, True, False)
