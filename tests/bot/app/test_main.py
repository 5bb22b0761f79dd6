"""Starting and stopping the program as an operator does: one readable line and an exit code, never a traceback."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sqlite3
import urllib.request
from contextlib import closing
from pathlib import Path

import aiohttp
import discord
import pytest

from bot.app.watchdog import EXIT_RESTART, MAX_FAILED_CHECKS
from bot.settings import load_settings
from tests.bot.support.local_discord import PATIENCE
from tests.bot.support.program import ended, started
from tests.bot.support.site import free_port

WRONG_TOKEN = "Discord does not accept this token. Set DISCORD_TOKEN to the bot token of your application."


async def test_a_wrong_token_is_said_in_one_line(local, tmp_path):
    process = await started(tmp_path, TESSERA_DISCORD=local.url, DISCORD_TOKEN="wrong")
    assert await ended(process) == (2, WRONG_TOKEN)


async def test_a_token_that_is_revoked_while_the_bot_plays_is_said_in_one_line(local, tmp_path):
    process = await started(tmp_path, TESSERA_DISCORD=local.url, DISCORD_TOKEN=local.token)
    await local.ready()
    local.server.gateway.token = local.server.rest.token = "another"
    await local.drop()
    assert await ended(process) == (2, WRONG_TOKEN)


async def test_a_folder_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    path = tmp_path / "file" / "tessera.sqlite3"
    code, said = await ended(await started(tmp_path, TESSERA_DATABASE=str(path), DISCORD_TOKEN="any"))
    assert code == 2
    assert str(path) in said
    assert "TESSERA_DATABASE" in said


async def test_a_file_that_is_not_a_database_is_left_alone(tmp_path):
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ana, " * 200)
    code, said = await ended(await started(tmp_path, TESSERA_DATABASE=str(path), DISCORD_TOKEN="any"))
    assert code == 2
    assert "is not a database of Tessera" in said
    assert path.read_text() == "Dear Ana, " * 200


@pytest.mark.parametrize("port", ["eighty", "0", "70000", "²", "٨٧"])
def test_only_plain_numbers_are_ports(port):
    with pytest.raises(ValueError, match="TESSERA_PORT"):
        load_settings({"TESSERA_PORT": port})


@pytest.mark.parametrize("count", ["none", "0", "-1", "65", "²"])
def test_robots_think_in_at_least_one_process(count):
    with pytest.raises(ValueError, match="TESSERA_ROBOTS must be a number from 1 to 64"):
        load_settings({"TESSERA_ROBOTS": count})
    assert load_settings({"TESSERA_ROBOTS": ""}).robot_processes == 1
    assert load_settings({"TESSERA_ROBOTS": "64"}).robot_processes == 64


async def test_an_address_that_is_not_on_this_machine_gets_no_token(tmp_path):
    code, said = await ended(await started(tmp_path, TESSERA_DISCORD="http://192.0.2.1:80", DISCORD_TOKEN="secret"))
    assert (code, "TESSERA_DISCORD" in said, "secret" in said) == (2, True, False)


@pytest.fixture
def _open_to_all():
    """New files may be read and written by everybody, unless who makes them says otherwise."""
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.usefixtures("_open_to_all")
async def test_all_files_that_it_writes_are_for_its_owner_alone(local, tmp_path):
    def modes():
        return {str(one.relative_to(tmp_path)): one.stat().st_mode & 0o777 for one in tmp_path.rglob("*")}

    elsewhere = await started(tmp_path, TESSERA_DISCORD=local.url, DISCORD_TOKEN=local.token)
    await local.ready()
    end = ("", "-wal", "-shm", ".lock")
    assert modes() == {f"tessera{one}": 0o600 for one in (".alive", *(f".sqlite3{one}" for one in end))}
    elsewhere.send_signal(signal.SIGTERM)
    assert (await ended(elsewhere))[0] == 0
    whole = await started(tmp_path, TESSERA_PORT=str(free_port()), TESSERA_DATABASE=str(tmp_path / "new" / "a.db"))
    await whole.stdout.readline()
    whole.send_signal(signal.SIGTERM)
    assert (await ended(whole))[0] == 0
    kinds = {name: mode for name, mode in modes().items() if name.startswith("new")}
    folders = {"new", "new/local-discord.files"}
    assert {"new/a.db", "new/local-discord"} < set(kinds)
    assert kinds == {name: 0o700 if name in folders else 0o600 for name in kinds}


async def bot_comes_online(address):
    """Return once a page of that local Discord shows the bot as connected."""
    async with asyncio.timeout(PATIENCE), aiohttp.ClientSession() as client:
        async with client.get(f"{address}/local/people") as answer:
            ana = (await answer.json())[0]["id"]
        async with client.ws_connect(f"{address}/local/live?person={ana}") as socket:
            while not (await socket.receive_json()).get("online"):
                continue


def local_discord_of(process):
    """The command line and the environment of the local Discord that the program has started."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    (line,) = [one for one in children if b"bot.playground" in Path(f"/proc/{one}/cmdline").read_bytes()]
    known = Path(f"/proc/{line}/environ").read_text().split("\0")
    return Path(f"/proc/{line}/cmdline").read_text(), dict(one.split("=", 1) for one in known if "=" in one)


async def test_without_a_token_it_serves_a_local_discord_that_nobody_else_enters_and_both_end_together(
    tmp_path,
):
    tokens = set()
    for stop in (signal.SIGINT, signal.SIGTERM):
        port = free_port()
        process = await started(tmp_path, TESSERA_PORT=str(port))
        address = (await process.stdout.readline()).decode().split()[1]
        assert address == f"http://127.0.0.1:{port}"
        await bot_comes_online(address)
        async with aiohttp.request("GET", address) as answer:
            assert "Tessera" in await answer.text()
        line, known = local_discord_of(process)
        tokens.add(known["DISCORD_TOKEN"])
        assert known["DISCORD_TOKEN"] not in line
        guess = {"Authorization": "Bot local"}
        async with aiohttp.request("GET", f"{address}/api/v10/users/@me", headers=guess) as answer:
            assert answer.status == 401
        process.send_signal(stop)
        assert (await ended(process))[0] == 0
        with pytest.raises(OSError, match="refused"):
            await asyncio.to_thread(lambda address=address: urllib.request.urlopen(address))
    assert (len(tokens), min(map(len, tokens)) >= 32) == (2, True)


@pytest.mark.parametrize("given", ["", "chosen"])
async def test_a_local_discord_that_stands_alone_says_how_a_bot_finds_it(tmp_path, given):
    known = {"DISCORD_TOKEN": given} if given else {}
    alone = await started(tmp_path, "-m", "bot.playground", "--port=0", f"--world={tmp_path / 'world'}", **known)
    address = (await alone.stdout.readline()).decode().split()[1]
    told = "" if given else (await alone.stdout.readline()).decode()
    known |= dict(word.split("=") for word in told.split() if "=" in word)
    bot = await started(tmp_path, **{"TESSERA_DISCORD": address} | known)
    await bot_comes_online(address)
    for process in (bot, alone):
        process.send_signal(signal.SIGTERM)
        assert (await ended(process))[0] == 0


async def test_a_bot_without_the_token_of_that_local_discord_is_told_where_it_stands(local, tmp_path):
    code, said = await ended(await started(tmp_path, TESSERA_DISCORD=local.url))
    assert (code, said) == (
        2,
        "TESSERA_DISCORD needs DISCORD_TOKEN: the token that the local Discord says at its start",
    )


async def test_a_killed_bot_leaves_no_local_discord_behind(tmp_path):
    process = await started(tmp_path, TESSERA_PORT=str(free_port()))
    address = (await process.stdout.readline()).decode().split()[1]
    process.kill()
    await process.communicate()  # ends when the local Discord, which shares its output, has ended too
    with pytest.raises(OSError, match="refused"):
        await asyncio.to_thread(lambda: urllib.request.urlopen(address))


async def test_a_taken_port_is_said(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        code, said = await ended(await started(tmp_path, TESSERA_PORT=str(taken.getsockname()[1])))
    assert (code, "TESSERA_PORT" in said) == (2, True)


async def test_commands_are_registered_once_and_again_only_when_they_changed(local, running_bot):
    local.server.simulation._world.commands.clear()  # as before the first start
    assert await running_bot.client.tree.sync_if_changed()
    registered = local.requests("PUT", "/applications/*/commands")
    await running_bot.restart()
    assert local.requests("PUT", "/applications/*/commands") == registered
    command = running_bot.client.tree.get_command("turns")
    before, command.description = command.description, "Something else"
    try:
        assert await running_bot.client.tree.sync_if_changed()
    finally:
        command.description = before


async def test_it_asks_discord_for_guilds_only(running_bot):
    assert running_bot.client.intents == discord.Intents(guilds=True)
    assert not running_bot.client.cached_messages
    await running_bot.client.wait_until_ready()
    kept = {member.id for guild in running_bot.client.guilds for member in guild.members}
    assert kept <= {running_bot.client.user.id}


CHECKED_BY_HAND = """
import sys, time, types
from bot.app import watchdog
from bot.store import sqlite_adapter
sqlite_adapter.LOCK_ATTEMPTS = 2  # until the last write is given up
watchdog.time = types.SimpleNamespace(time=time.time, sleep=lambda _: sys.stdin.readline())  # a check for each line
sys.argv = ["bot"]
from bot.__main__ import main
sys.exit(main())
"""


async def test_a_process_that_cannot_write_any_more_ends_itself_to_be_started_anew(local, tmp_path):
    path = tmp_path / "tessera.sqlite3"
    process = await started(tmp_path, "-c", CHECKED_BY_HAND, TESSERA_DISCORD=local.url, DISCORD_TOKEN=local.token)
    await local.ready()
    with closing(sqlite3.connect(path, isolation_level=None, timeout=PATIENCE)) as other:
        other.execute("BEGIN IMMEDIATE")
        process.stdin.write(b"\n" * MAX_FAILED_CHECKS)
        async with asyncio.timeout(PATIENCE):
            said = (await process.communicate())[1].decode()
    assert process.returncode == EXIT_RESTART
    assert "nothing can be written" in said or "stands still" in said  # so many checks at once
    assert "text=stopped" in said  # in order
    assert (path.with_suffix(".restarted").exists(), path.with_suffix(".alive").exists()) == (True, False)
