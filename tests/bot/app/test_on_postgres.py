"""The program on a PostgreSQL server as an operator meets it: started, refused in one line, checked, backed up."""

from __future__ import annotations

import asyncio
import signal

import pytest

from bot.ops.check import findings
from bot.ops.commands import FAULT, backup, rebuild_ratings, restore, stats
from bot.settings import settings
from bot.store import database_address
from bot.store.database_address import plain
from bot.store.migrations import newest
from bot.text.words import Words
from tests.bot.app.test_main import ended, started
from tests.bot.support.local_discord import PATIENCE
from tests.bot.support.postgres import empty

SAYS = Words()
WITHOUT_DRIVER = """
from bot.__main__ import main
from bot.store import database_address
database_address.DRIVER = "no_such_driver"
raise SystemExit(main())
"""


@pytest.fixture
async def address(postgres):
    return await empty(postgres)


@pytest.fixture
def chosen(postgres, tmp_path):
    """The settings of a process whose database is there."""
    here = asyncio.run(empty(postgres))
    return settings({"TESSERA_DATABASE": here, "TESSERA_STATE": str(tmp_path / "state"), "DISCORD_TOKEN": "any"})


async def test_two_play_there_with_a_share_of_the_shards_each_until_they_are_stopped(local, tmp_path, address):
    known = {"TESSERA_DATABASE": address, "TESSERA_DISCORD": local.url, "DISCORD_TOKEN": local.token}
    shares = {"one": "0/2", "two": "1/2"}
    both = [
        await started(tmp_path, **known, TESSERA_STATE=str(tmp_path / name), TESSERA_SHARDS=share)
        for name, share in shares.items()
    ]
    await local.until(lambda: len({one.shard for one in local.server.gateway.sessions if one.socket}) == 2)
    assert all((tmp_path / name / "tessera.alive").exists() for name in shares)
    for process in both:
        process.send_signal(signal.SIGTERM)
    assert [(await ended(process))[0] for process in both] == [0, 0]


def test_without_the_driver_a_command_is_refused_in_one_line(chosen, capsys, monkeypatch):
    monkeypatch.setattr(database_address, "DRIVER", "no_such_driver")
    assert rebuild_ratings(chosen) == FAULT
    assert capsys.readouterr().err == SAYS("store.no_driver", path=plain(chosen.server)) + "\n"


async def test_without_the_driver_it_does_not_start(local, tmp_path, address):
    known = {"TESSERA_DATABASE": address, "TESSERA_STATE": str(tmp_path / "state"), "TESSERA_DISCORD": local.url}
    process = await started(tmp_path, "-c", WITHOUT_DRIVER, **known)
    assert await ended(process) == (FAULT, SAYS("store.no_driver", path=plain(address)))


async def test_the_password_is_in_no_line(tmp_path, capsys):
    known = {
        "TESSERA_DATABASE": f"postgresql://tessera:s3cret@/x?host={tmp_path}",
        "TESSERA_STATE": str(tmp_path),
        "DISCORD_TOKEN": "any",
    }
    process = await started(tmp_path, **known)
    async with asyncio.timeout(PATIENCE):
        said, complaints = await process.communicate()
    assert (process.returncode, complaints.count(b"\n")) == (FAULT, 1)
    chosen = settings(known)
    told = [said.decode(), complaints.decode(), repr(chosen)]
    assert backup(chosen, tmp_path / "copy") == FAULT
    assert "s3cret" not in "".join([*told, capsys.readouterr().err])


def test_the_check_never_tells_the_password(tmp_path):
    chosen = settings({"TESSERA_DATABASE": f"postgresql://tessera:s3cret@/x?host={tmp_path}"})
    assert "s3cret" not in "".join(one.text for one in findings(chosen, SAYS, 2e9))


def test_the_check_tells_what_is_there(chosen):
    found = [one for one in findings(chosen, SAYS, 2e9) if "database" in one.text]
    assert [(one.mark, one.text) for one in found] == [
        ("ok", SAYS("check.server", path=plain(chosen.server), version=newest(), newest=newest(), older=False))
    ]


def test_what_works_on_files_only_names_the_command_that_works_there(chosen, tmp_path, capsys):
    for command, word in ((backup, "pg_dump"), (restore, "pg_restore")):
        assert command(chosen, tmp_path / "copy") == FAULT
        said = capsys.readouterr().err
        assert (word in said, said.count("\n"), list(tmp_path.glob("copy*"))) == (True, 1, [])
    assert stats(chosen) == FAULT
    assert capsys.readouterr().err.count("\n") == 1


def test_ratings_are_reckoned_anew_there(chosen, capsys):
    assert rebuild_ratings(chosen) == 0
    assert capsys.readouterr().out == "0 results reckoned anew.\n"
