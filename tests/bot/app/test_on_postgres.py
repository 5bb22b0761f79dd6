"""The program on a PostgreSQL server as an operator meets it: started, refused in one line, checked, backed up."""

from __future__ import annotations

import asyncio
import re
import signal
import subprocess
import time
from dataclasses import replace

import asyncpg
import pytest

from bot.app import health_monitor
from bot.app.health_monitor import HealthMonitor
from bot.app.health_report import read_report
from bot.ops.check import findings
from bot.ops.commands import backup, move_to_postgres, move_to_sqlite, rebuild_ratings, restore, stats
from bot.settings import Settings, load_settings
from bot.signals import EXIT_FAILURE
from bot.store import postgres_server
from bot.store.backup import advance_counters
from bot.store.fleet import Process
from bot.store.migrations import newest_version
from bot.store.postgres_server import public_address
from bot.store.shard_range import ShardRange
from bot.store.store import Store
from bot.text.words import Words
from tests.bot.support.local_discord import PATIENCE
from tests.bot.support.old_files import content, file_of
from tests.bot.support.postgres import empty, server
from tests.bot.support.program import ended, started
from tests.bot.support.rooms import write_rows
from tests.bot.support.tessera import tessera
from tests.sources import ROOT

SAYS = Words()
AT_ONCE = """
from bot.__main__ import main
from bot.app import shards
shards.ShardClient.identify_pause = 0.0  # the lane of all processes is free again at once
raise SystemExit(main())
"""
WITHOUT_DRIVER = """
from bot.__main__ import main
from bot.store import postgres_server
postgres_server.POSTGRES_DRIVER = "no_such_driver"
raise SystemExit(main())
"""


@pytest.fixture
async def address(postgres):
    return await empty(postgres)


@pytest.fixture
def chosen(postgres, tmp_path):
    """The settings of a process whose database is there."""
    here = asyncio.run(empty(postgres))
    return load_settings({"TESSERA_DATABASE": here, "TESSERA_STATE": str(tmp_path / "state"), "DISCORD_TOKEN": "any"})


async def test_two_play_there_with_a_share_of_the_shards_each_until_they_are_stopped(local, tmp_path, address):
    known = {"TESSERA_DATABASE": address, "TESSERA_DISCORD": local.url, "DISCORD_TOKEN": local.token}
    shares = {"one": "0/2", "two": "1/2"}
    both = [
        await started(tmp_path, "-c", AT_ONCE, **known, TESSERA_STATE=str(tmp_path / name), TESSERA_SHARDS=share)
        for name, share in shares.items()
    ]
    await local.until(lambda: len({one.shard for one in local.server.gateway.sessions if one.socket}) == 2)
    assert all((tmp_path / name / "tessera.alive").exists() for name in shares)
    for process in both:
        process.send_signal(signal.SIGTERM)
    assert [(await ended(process))[0] for process in both] == [0, 0]


async def test_it_stops_in_order_though_the_server_is_away(local, tmp_path, postgres_programs):
    with server(postgres_programs) as own:
        known = {"TESSERA_DATABASE": own.address("postgres"), "TESSERA_STATE": str(tmp_path)}
        process = await started(tmp_path, **known, TESSERA_DISCORD=local.url, DISCORD_TOKEN=local.token)
        await local.ready()
        own.kill()
        process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(PATIENCE):
            _, said = await process.communicate()
        assert (process.returncode, b"Traceback" in said, said.count(b"level=critical")) == (0, False, 0)


async def test_the_signs_of_life_are_told_though_the_server_hangs(local, postgres, tmp_path, monkeypatch):
    async with tessera(local, await empty(postgres)) as bot:
        looking = HealthMonitor(bot.client, bot.store, tmp_path / "alive", list)
        await looking.update_report()
        monkeypatch.setattr(health_monitor, "HEALTH_CHECK_TIMEOUT", 0.1)
        with postgres.hanging():
            await looking.update_report()
            await looking.update_report()
        signs = read_report(tmp_path / "alive")
        assert signs.wrote < signs.at


def test_without_the_driver_a_command_is_refused_in_one_line(chosen, capsys, monkeypatch):
    monkeypatch.setattr(postgres_server, "POSTGRES_DRIVER", "no_such_driver")
    assert rebuild_ratings(chosen) == EXIT_FAILURE
    assert capsys.readouterr().err == SAYS("store.no_driver", path=public_address(chosen.database_server)) + "\n"


async def test_without_the_driver_it_does_not_start(local, tmp_path, address):
    known = {"TESSERA_DATABASE": address, "TESSERA_STATE": str(tmp_path / "state"), "DISCORD_TOKEN": local.token}
    process = await started(tmp_path, "-c", WITHOUT_DRIVER, **known, TESSERA_DISCORD=local.url)
    assert await ended(process) == (EXIT_FAILURE, SAYS("store.no_driver", path=public_address(address)))


def test_the_password_is_in_no_line(tmp_path, capsys):
    known = {
        "TESSERA_DATABASE": f"postgresql://tessera:s3cret@/x?host={tmp_path}",
        "TESSERA_STATE": str(tmp_path),
        "DISCORD_TOKEN": "any",
    }
    chosen = load_settings(known)
    assert (backup(chosen, tmp_path / "copy"), stats(chosen)) == (EXIT_FAILURE, EXIT_FAILURE)
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n"), "s3cret" in said.err + repr(chosen)) == ("", 2, False)


def test_the_check_never_tells_the_password(tmp_path):
    chosen = load_settings({"TESSERA_DATABASE": f"postgresql://tessera:s3cret@/x?host={tmp_path}"})
    assert "s3cret" not in "".join(one.text for one in findings(chosen, SAYS, 2e9))


def test_the_check_tells_what_is_there(chosen):
    found = [one for one in findings(chosen, SAYS, 2e9) if public_address(chosen.database_server) in one.text]
    assert [(one.mark, one.text) for one in found] == [
        (
            "ok",
            SAYS(
                "check.server",
                path=public_address(chosen.database_server),
                version=newest_version(),
                newest=newest_version(),
                older=False,
            ),
        ),
        (
            "note",
            SAYS("check.not_lasting", path=public_address(chosen.database_server)),
        ),  # as the tests' server is set up
    ]


def test_the_shorter_spelling_of_its_address_is_the_same_server(chosen, tmp_path, capsys):
    short = chosen.database_server.replace("postgresql://", "postgres://")
    same = load_settings({"TESSERA_DATABASE": short, "TESSERA_STATE": str(tmp_path / "state")})
    assert [one.mark for one in findings(same, SAYS, 2e9)] == ["ok", "ok", "note", "ok", "ok", "ok"]
    assert [stats(same), rebuild_ratings(same), backup(same, tmp_path / "copy")] == [0, 0, EXIT_FAILURE]
    assert move_to_sqlite(same, tmp_path / "moved.db") == 0
    assert not (tmp_path / "copy").exists()
    capsys.readouterr()
    assert move_to_postgres(Settings(database=tmp_path / "moved.db"), short) == EXIT_FAILURE  # there is something there
    assert capsys.readouterr().err == SAYS("transfer.not_empty", path=public_address(short)) + "\n"


def test_the_check_tells_who_plays_there_and_that_the_clock_is_behind(chosen):
    async def playing(now):
        store = await Store.open(chosen.database_location)
        await store.deadlines.record_heartbeat(now)  # by the clock of the server
        found = await asyncio.to_thread(lambda: list(findings(chosen, SAYS, now)))
        await store.close()
        return [(one.mark, one.text) for one in found]

    on_time, late = asyncio.run(playing(time.time())), asyncio.run(playing(time.time() - 3600))
    assert ("ok", SAYS("check.in_use", n=1)) in on_time
    assert [mark for mark, text in on_time if "clock" in text] == ["ok"]
    assert [mark for mark, text in late if "Set the clock" in text] == ["wrong"]


def test_the_check_tells_which_shards_nobody_has(chosen):
    async def said():
        store = await Store.open(chosen.database_location)
        for first, last, count, ago in ((0, 1, 8, 5), (4, 7, 8, 0), (2, 3, 8, 3600), (0, 0, 1, 0)):
            name = f"{first}/{count}"
            await store.processes.record_heartbeat(Process(name, ShardRange(first, last, count), 0.0), 0.0)
            await write_rows(store, "UPDATE processes SET seen = seen - ? WHERE name = ?", ago, name)
        await store.close()
        return [(one.mark, one.text) for one in await asyncio.to_thread(lambda: list(findings(chosen, SAYS, 2e9)))]

    found = asyncio.run(said())
    assert [one for one in found if "shards" in one[1]] == [
        ("ok", SAYS("check.process", first=0, last=1, count=8, n=5)),
        ("ok", SAYS("check.process", first=4, last=7, count=8, n=0)),
        ("note", SAYS("check.no_process", shards="2, 3", count=8)),
    ]


def test_a_database_that_lacks_letters_is_told_and_nothing_moves_there(postgres, chosen, tmp_path, capsys):
    made = "CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN2' LOCALE 'C'"
    asyncio.run(told(postgres.address("postgres"), made))
    elsewhere = replace(chosen, database_server=postgres.address("latin"))
    wrong = SAYS("check.encoding", path=public_address(elsewhere.database_server), encoding="LATIN2")
    assert wrong in [one.text for one in findings(elsewhere, SAYS, 2e9) if one.mark == "wrong"]
    file_of(tmp_path / "tessera.db", newest_version())
    assert move_to_postgres(Settings(database=tmp_path / "tessera.db"), elsewhere.database_server) == EXIT_FAILURE
    assert capsys.readouterr().err == f"{wrong}\n"


async def told(address, statement):
    connection = await asyncpg.connect(address)
    await connection.execute(statement)
    await connection.close()


def test_a_backup_names_the_command_that_works_there(chosen, tmp_path, capsys):
    for command, word in ((backup, "pg_dump"), (restore, "pg_restore")):
        assert command(chosen, tmp_path / "copy") == EXIT_FAILURE
        said = capsys.readouterr().err
        assert (word in said, said.count("\n"), list(tmp_path.glob("copy*"))) == (True, 1, [])


def test_what_the_database_holds_is_counted_as_in_a_file(chosen, tmp_path, capsys):
    path = tmp_path / "tessera.db"
    file_of(path, newest_version())
    assert stats(Settings(database=path)) == 0
    in_file = capsys.readouterr().out.splitlines()
    assert move_to_postgres(Settings(database=path), chosen.database_server) == 0
    capsys.readouterr()
    assert stats(chosen) == 0
    there = capsys.readouterr().out.splitlines()
    assert (in_file[1] != there[1], in_file[1][:7], there[1][:7]) == (True, "bytes: ", "bytes: ")
    assert there[:1] + there[2:] == in_file[:1] + in_file[2:]
    assert SAYS("stats.log", n=9) in there


def test_a_dump_is_put_back_with_the_commands_of_the_document(chosen, postgres, postgres_programs, tmp_path, capsys):
    path, page = tmp_path / "tessera.db", (ROOT / "docs" / "operating.md").read_text("utf-8")
    file_of(path, newest_version())
    assert move_to_postgres(Settings(database=path), chosen.database_server) == 0
    asyncio.run(told(postgres.address("postgres"), "CREATE DATABASE again"))
    again = postgres.address("again")
    for program, address in (("pg_dump", chosen.database_server), ("pg_restore", again)):
        (line,) = re.findall(rf"`({program} [^`]+)`", page)
        command = f"{postgres_programs}/{line}"
        subprocess.run(["sh", "-c", command], check=True, cwd=tmp_path, env={"TESSERA_DATABASE": address})
    assert move_to_sqlite(replace(chosen, database_server=again), tmp_path / "back.db") == 0
    assert content(tmp_path / "back.db") == content(path)
    (leap,) = re.findall(r"^```\n(psql .+?)^```$", page, re.MULTILINE | re.DOTALL)
    subprocess.run(
        ["sh", "-c", f"{postgres_programs}/{leap}"], check=True, env={"TESSERA_DATABASE": again}, capture_output=True
    )
    assert move_to_sqlite(replace(chosen, database_server=again), tmp_path / "later.db") == 0
    advance_counters(path)
    assert content(tmp_path / "later.db") == content(path)


def test_ratings_are_reckoned_anew_there(chosen, capsys):
    assert rebuild_ratings(chosen) == 0
    assert capsys.readouterr().out == "0 results reckoned anew.\n"
