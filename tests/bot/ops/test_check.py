"""What an operator reads before the program starts: every finding a line, what is wrong with what to do."""

from __future__ import annotations

import base64
import shutil
import sqlite3
import sys
import tempfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import discord
import pytest

from bot.ops.check import EARLIEST_CLOCK, INVITE_PERMISSIONS, application_number, findings
from bot.ops.check_discord import discord_findings, missing_permissions
from bot.settings import Address, Settings, load_settings
from bot.store.migrations import exclusive_lock, newest_version, prepare
from bot.text.words import Words
from tests.bot.store.test_database import without_rights
from tests.bot.support.old_files import file_of
from tests.bot.support.program import started

TOKEN = f"{base64.urlsafe_b64encode(b'123456789012345678').decode()}.Abcdef.{'x-_9' * 7}"
NOW = EARLIEST_CLOCK + 1000.0


def looked(path, now=NOW, **more):
    """The findings by their marks, all words in one text each."""
    found = list(findings(Settings(database=path, **more), Words(), now))
    return {mark: "\n".join(one.text for one in found if one.mark == mark) for mark in ("ok", "note", "wrong")}


def test_a_fresh_folder_is_fine_and_stays_fresh(tmp_path):
    path = tmp_path / "a" / "tessera.db"
    found = looked(path)
    assert found["wrong"] == found["note"] == ""
    assert f"There is no database {path} yet" in found["ok"]
    assert list(tmp_path.iterdir()) == []


def test_a_sound_file_is_fine_and_left_alone(tmp_path):
    path = tmp_path / "tessera.db"
    prepare(path)
    before = path.read_bytes()
    found = looked(path)
    assert found["wrong"] == found["note"] == ""
    assert f"{path} is sound" in found["ok"]
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == ["tessera.db"]


@pytest.fixture(autouse=True)
def _elsewhere(monkeypatch, tmp_path_factory):
    """Without the settings of the checkout in which the tests run."""
    monkeypatch.chdir(tmp_path_factory.mktemp("empty"))


def test_every_private_file_that_others_may_read_is_noted(tmp_path):
    path, env = tmp_path / "tessera.db", Path(".env")
    file_of(path, newest_version() - 1)
    prepare(path)
    env.touch()
    for name in ("token", "password", "secret"):
        (tmp_path / name).write_text("s3cret")
    chosen = load_settings({
        "DISCORD_TOKEN_FILE": str(tmp_path / "token"), "TESSERA_WEB": "127.0.0.1:8080",
        "TESSERA_ACTIVITY_SECRET_FILE": str(tmp_path / "secret"), "TESSERA_WEB_URL": "https://tables.example.org",
        "TESSERA_DATABASE_PASSWORD_FILE": str(tmp_path / "password"), "TESSERA_DATABASE": str(path),
    })  # fmt: skip
    private = [*(tmp_path / name for name in ("token", "password", "secret")), env, path]
    private.append(path.with_name(f"tessera.db.before-{newest_version()}"))
    for one in private:
        one.chmod(0o600)
    for mode, count in ((0o600, 0), (0o640, 1), (0o604, 1), (0o620, 1)):
        for one in private:
            one.chmod(mode)
            noted = [found.text for found in findings(chosen, Words(), NOW) if found.mark == "note"]
            assert noted == [f"Others on this machine may read {one}. Consider: chmod 600 {one}"] * count
            one.chmod(0o600)


def test_an_older_file_is_fine_and_what_will_happen_is_said(tmp_path, newer_schema):
    first = next(newer_schema.glob("001_*"))
    for step in set(newer_schema.glob("*.sql")) - {first}:
        step.unlink()
    prepare(tmp_path / "tessera.db", newer_schema)
    found = looked(tmp_path / "tessera.db")
    assert found["wrong"] == ""
    assert "The next start leaves a copy beside it" in found["ok"]


def test_a_damaged_file_is_told(tmp_path):
    path = tmp_path / "tessera.db"
    prepare(path)
    path.write_bytes(path.read_bytes()[:9000])
    assert f"{path} is damaged" in looked(path)["wrong"]


def test_a_folded_log_that_cannot_be_read_is_told(tmp_path):
    path = tmp_path / "tessera.db"
    file_of(path, newest_version())
    assert looked(path)["wrong"] == ""
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE folded_logs SET form = 99")
    assert f"{path} is damaged" in looked(path)["wrong"]
    assert "the folded log of table #3 cannot be read: form 99" in looked(path)["wrong"]


def test_a_newer_file_is_told(tmp_path, newer_schema):
    prepare(tmp_path / "tessera.db", newer_schema)
    assert "made by a newer Tessera" in looked(tmp_path / "tessera.db")["wrong"]


def test_a_file_of_somebody_else_is_told(tmp_path):
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ana, " * 200)
    assert "is not a database of Tessera" in looked(path)["wrong"]


@pytest.mark.parametrize("exists", [True, False])
def test_a_folder_that_may_not_be_written_is_told(exists):
    folder = Path(tempfile.mkdtemp())  # not tmp_path, whose parents nobody else may enter
    path = folder / "tessera.db"
    if exists:
        prepare(path)
        path.chmod(0o444)
    folder.chmod(0o555)
    try:
        with without_rights():
            assert f"{folder} cannot be written" in looked(path)["wrong"]
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)


def test_a_file_in_the_place_of_the_folder_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    assert f"{tmp_path / 'file'} cannot be written" in looked(tmp_path / "file" / "tessera.db")["wrong"]


@pytest.mark.parametrize(
    ("token", "good"),
    [(TOKEN, True), (f"Bot {TOKEN}", False), (TOKEN.partition(".")[2], False), ("not a token", False),
     (TOKEN.replace("MTIz", "____"), False)],
)  # fmt: skip
def test_a_token_is_judged_by_its_form_and_never_said(tmp_path, token, good):
    found = looked(tmp_path / "tessera.db", token=token)
    assert ("client_id=123456789012345678&" in found["ok"], found["wrong"] == "") == (good, good)
    assert "DISCORD_TOKEN" in found["wrong"] or good
    assert not [part for part in (token, token.split(".")[-1]) if part in "".join(found.values())]


def test_an_address_elsewhere_is_told_before_the_start(tmp_path):
    assert "TESSERA_DISCORD" in looked(tmp_path / "x", discord_url="http://discord.example")["wrong"]
    assert "8787" in looked(tmp_path / "x", discord_url="http://127.0.0.1:8787")["ok"]


def test_metrics_without_their_package_are_told_before_the_start(tmp_path, monkeypatch):
    address = Address("127.0.0.1", 9464)
    assert looked(tmp_path / "tessera.db", metrics=address)["wrong"] == ""
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    assert "pip install" in looked(tmp_path / "tessera.db", metrics=address)["wrong"]
    assert looked(tmp_path / "tessera.db")["wrong"] == ""


def test_the_number_in_a_token_is_that_of_its_application():
    assert application_number(TOKEN) == 123456789012345678
    assert application_number(TOKEN.replace(".", ":")) is None


def test_a_clock_behind_what_has_happened_is_told(tmp_path):
    path = tmp_path / "tessera.db"
    prepare(path)
    assert looked(path, now=EARLIEST_CLOCK - 86_400)["wrong"].startswith("The clock says")
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("INSERT INTO heartbeats VALUES (0, 0, 1, ?)", (NOW,))
    assert looked(path, now=NOW - 60)["wrong"] == ""
    assert "Set the clock of this machine" in looked(path, now=NOW - 3600)["wrong"]


def test_a_bot_at_work_is_named(tmp_path):
    path = tmp_path / "tessera.db"
    prepare(path)
    with exclusive_lock(path):
        assert "The bot is running on it now, process" in looked(path)["ok"]
    assert "running" not in looked(path)["ok"]


def test_a_full_disk_is_told_as_soon_as_a_copy_would_not_fit(tmp_path):
    path = tmp_path / "tessera.db"
    prepare(path)
    with path.open("r+b") as file:
        file.truncate(shutil.disk_usage(tmp_path).free)  # a hole: it takes no place itself
    assert "at least" in looked(path)["wrong"]


async def test_the_command_ends_with_one_if_anything_is_wrong(tmp_path):
    async def ran(path, **more):
        process = await started(tmp_path, "-m", "bot", "check", TESSERA_DATABASE=str(path), **more)
        said, complaints = await process.communicate()
        return process.returncode, said.decode(), complaints

    code, said, complaints = await ran(tmp_path / "tessera.db", DISCORD_TOKEN=TOKEN)
    assert (code, TOKEN in said, complaints) == (0, False, b"")
    (tmp_path / "letter").write_text("Dear Ana, " * 200)
    code, said, complaints = await ran(tmp_path / "letter")
    assert (code, complaints) == (1, b"")
    assert [line for line in said.splitlines() if line.startswith("wrong ")]


async def test_discord_is_asked_for_token_and_rights(local, tmp_path):
    chosen = Settings(database=tmp_path / "tessera.db", discord_url=local.url, token=local.token)
    known, *more = await discord_findings(chosen, Words())
    assert (known.mark, known.text, more) == ("ok", "Discord knows the bot Tessera; it is on 1 server.", [])
    (wrong,) = await discord_findings(replace(chosen, token="wrong"), Words())
    assert (wrong.mark, "DISCORD_TOKEN" in wrong.text) == ("wrong", True)
    local.faults.fail("GET", "/users/@me/guilds", 403)
    (away,) = await discord_findings(chosen, Words())
    assert (away.mark, away.text) == ("note", "Discord could not be asked (Forbidden 403). Try again later.")
    (other,) = await discord_findings(replace(chosen, discord_url="http://192.0.2.1"), Words())
    assert (other.mark, "this machine" in other.text) == ("wrong", True)


def test_a_right_that_a_server_did_not_give_is_named():
    server = {"permissions": str(discord.Permissions(view_channel=True, send_messages=True).value)}
    assert missing_permissions(server) == ["Attach Files", "Send Messages In Threads"]
    assert missing_permissions({"permissions": str(INVITE_PERMISSIONS)}) == []
    assert missing_permissions({"permissions": str(discord.Permissions(administrator=True).value)}) == []


def test_the_token_may_stand_in_a_file(tmp_path):
    (tmp_path / "token").write_text(f"{TOKEN}\n")
    assert load_settings({"DISCORD_TOKEN_FILE": str(tmp_path / "token")}).token == TOKEN
    assert load_settings({"DISCORD_TOKEN_FILE": str(tmp_path / "token"), "DISCORD_TOKEN": "other"}).token == "other"
    with pytest.raises(ValueError, match="DISCORD_TOKEN_FILE must name a file that can be read"):
        load_settings({"DISCORD_TOKEN_FILE": str(tmp_path / "nothing")})
    assert TOKEN not in repr(load_settings({"DISCORD_TOKEN": TOKEN}))


def test_settings_of_the_log_are_read_and_refused():
    chosen = load_settings({"TESSERA_LOG": "JSON", "TESSERA_LOG_LEVEL": "warning"})
    assert (chosen.log_format, chosen.log_level) == ("json", "warning")
    assert replace(chosen, log_format="text", log_level="info") == load_settings({})
    with pytest.raises(ValueError, match="TESSERA_LOG_LEVEL must be one of debug, info, warning, error, not 'loud'"):
        load_settings({"TESSERA_LOG_LEVEL": "loud"})
