"""What an operator sets: where the database is, and that no refusal repeats what may be a password."""

from __future__ import annotations

import asyncio
import inspect
import re

import pytest

from bot import health
from bot import settings as settings_module
from bot.__main__ import main
from bot.ops.check import findings
from bot.settings import SETTING_NAMES, Settings, load_settings
from bot.store.postgres_server import public_address
from bot.text.words import Words
from tests.bot.support.local_discord import PATIENCE
from tests.bot.support.program import ended, started

PASSWORD = "s3cret"
ADDRESSES = ["postgresql://tessera:s3cret@db/tessera", "postgres://tessera:s3cret@db/tessera", "POSTGRES://db/tessera"]
MALFORMED = [  # what people write who mean the address of a server, with the password at the oddest places
    "postgresql://tessera:s3cret/more@db/tessera",
    "postgresql://tessera:more/s3cret@db/tessera",
    "postgresql://tessera:s3cret#more@db/tessera",
    "postgresql://tessera:s3cret?more@db/tessera",
    "postgresql://tessera:more?s3cret@db/tessera",
    "postgresql://tessera:s3cret@more@db/tessera",
    "postgresql://tessera:[s3cret@db/tessera",
    "postgresql://tessera:s3cret\u2100@db/tessera",
    "postgresql://tessera:s3cret more@db/tessera",
    "postgresql://db:s3cret/tessera",
    "postgresql://db/tessera?password=more&s3cret",
    "postgresql://db/tessera?password=s3cret#more",
    "postgresql:/tessera:s3cret@db/tessera",
    "postgresql:tessera:s3cret@db/tessera",
    "postgresql+asyncpg://tessera:s3cret@db/tessera",
    "sqlite:///var/s3cret.db",
    "mysql://tessera:s3cret@db/tessera",
    "file:s3cret.db?mode=ro",
    "tessera:s3cret@db/tessera",
    "//tessera:s3cret@db/tessera",
    '"postgresql://tessera:s3cret@db/tessera"',
    "host=db user=tessera password=s3cret",
]


@pytest.mark.parametrize("address", ADDRESSES)
def test_both_spellings_of_a_server_are_taken_for_one(address):
    chosen = load_settings({"TESSERA_DATABASE": address, "TESSERA_SHARDS": "0/2"})
    assert (chosen.database_server, chosen.database_location) == (address, address)
    assert str(chosen.database) == "var/tessera"
    assert "s3cret" not in repr(chosen) + public_address(address)


def test_a_space_around_an_address_is_nobodys_wish():
    assert load_settings({"TESSERA_DATABASE": " postgres://db/tessera\n"}).database_server == "postgres://db/tessera"


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://tessera@/x?host=/var/run",
        "postgresql:///tessera",
        "postgresql://tessera:a%2Fb@db:5432,[fe80::1]:5433/tessera?target_session_attrs=primary&sslmode=require",
        "postgres://%2Fvar%2Frun/tessera",
    ],
)
def test_every_sound_address_is_taken(address):
    assert load_settings({"TESSERA_DATABASE": address}).database_server == address


@pytest.mark.parametrize("name", ["var/tessera.sqlite3", "tessera", "./a:b", "/srv/my games/a@b.db", "år.db"])
def test_the_name_of_a_file_stays_one(name):
    chosen = load_settings({"TESSERA_DATABASE": name})
    assert (str(chosen.database), chosen.database_server) == (name.removeprefix("./"), "")


@pytest.mark.parametrize("address", MALFORMED)
def test_what_is_neither_a_file_nor_a_server_is_refused_and_not_repeated(address):
    with pytest.raises(ValueError, match=r"^TESSERA_DATABASE ") as refusal:
        load_settings({"TESSERA_DATABASE": address})
    assert PASSWORD not in str(refusal.value)
    assert refusal.value.__cause__ is refusal.value.__context__ is None


def test_another_kind_of_database_is_named():
    with pytest.raises(ValueError, match="mysql:// is neither"):
        load_settings({"TESSERA_DATABASE": "mysql://db/tessera"})


async def test_no_file_is_named_after_a_password(tmp_path):
    for command in ([], ["check"], ["stats"], ["backup", "copy"]):
        given = {"TESSERA_DATABASE": f"{tmp_path}/../mysql://tessera:s3cret@db/x", "TESSERA_STATE": str(tmp_path)}
        process = await started(tmp_path, "-m", "bot", *command, **given)
        code, said = await ended(process)
        assert (code, PASSWORD in said) == (1 if command == ["check"] else 2, False)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("address", [*ADDRESSES, *MALFORMED])
def test_no_command_repeats_an_address_that_stands_where_none_belongs(address, monkeypatch, tmp_path, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TESSERA_DATABASE", str(tmp_path / "tessera.db"))
    lines = (
        ["backup", address], ["restore", address], ["move-to-sqlite", address], [address], ["check", address],
        ["probe", address], ["stats", "--database", address], ["stats", f"--database={address}"],
    )  # fmt: skip
    for line in lines:
        monkeypatch.setattr("sys.argv", ["bot", *line])
        with pytest.raises(SystemExit, match="2"):
            main()
        said = capsys.readouterr()
        assert PASSWORD not in said.out + said.err, line
    assert list(tmp_path.iterdir()) == []


def test_only_the_address_of_a_server_is_moved_to(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("TESSERA_DATABASE", str(tmp_path / "tessera.db"))
    for address in [*MALFORMED, "tessera.db"]:
        monkeypatch.setattr("sys.argv", ["bot", "move-to-postgres", address])
        assert main() == 2
        assert (PASSWORD in (said := capsys.readouterr().err), "postgresql://" in said) == (False, True)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TESSERA_REST", "http://tessera:s3cret@proxy:8080"),
        ("TESSERA_METRICS", "http://tessera:s3cret@0.0.0.0:9464"),
        ("TESSERA_WEB_URL", "https://tessera:s3/cret@tables.example.org"),
        ("TESSERA_STATE", "postgres://tessera:s3cret@db/x"),
        ("DISCORD_TOKEN_FILE", "s3cret"),
        ("TESSERA_DATABASE_PASSWORD_FILE", "s3cret"),
        ("TESSERA_ACTIVITY_SECRET_FILE", "s3cret"),
    ],
)
def test_no_refusal_repeats_a_secret_that_stands_in_the_wrong_place(name, value):
    with pytest.raises(ValueError, match=name) as refusal:
        load_settings({"TESSERA_WEB": "127.0.0.1:8080", "TESSERA_DATABASE": "postgres://db/x", name: value})
    assert ("s3" in str(refusal.value), refusal.value.__cause__) == (False, None)


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("TESSERA_DATABSE", "TESSERA_DATABASE"),
        ("TESSERA_LOGLEVEL", "TESSERA_LOG_LEVEL"),
        ("TESSERA_WEBURL", "TESSERA_WEB_URL"),
        ("TESSERA_ROBOT", "TESSERA_ROBOTS"),
        ("tessera_port", "TESSERA_PORT"),
        ("TESSERA_TOKEN", "DISCORD_TOKEN"),
        ("TESSERA_DB_PASSWORD_FILE", "TESSERA_DATABASE_PASSWORD_FILE"),
        ("TESSERA_DISCORD_TOKEN", "DISCORD_TOKEN"),
    ],
)
def test_a_name_that_is_no_setting_is_told_with_the_nearest_one(name, nearest):
    assert load_settings({name: "s3cret", "TESSERA_PORT": "9", "PATH": "/", "TESSERAE": ""}).unknown_names == (
        (name, nearest),
    )


def test_every_setting_is_known():
    assert set(re.findall(r'"((?:TESSERA|DISCORD)_[A-Z_]+)"', inspect.getsource(settings_module))) == SETTING_NAMES
    assert load_settings(dict.fromkeys(SETTING_NAMES, "")).unknown_names == ()


async def test_a_name_that_is_no_setting_is_a_warning_at_the_start_and_a_note_of_the_check(local, tmp_path):
    (tmp_path / ".env").write_text("TESSERA_LOGS=s3cret\n")
    told = "TESSERA_LOGS is no setting of Tessera. Did you mean TESSERA_LOG?"
    process = await started(tmp_path, TESSERA_DISCORD=local.url, DISCORD_TOKEN=local.token)
    async with asyncio.timeout(PATIENCE):
        line = (await process.stderr.readline()).decode()
    assert ("level=warning" in line, told in line, "s3cret" in line) == (True, True, False)
    await local.ready()
    process.terminate()
    assert (await ended(process))[0] == 0
    process = await started(tmp_path, "-m", "bot", "check")
    said, complaints = await process.communicate()
    assert (f"note  {told}" in said.decode(), complaints, process.returncode) == (True, b"", 0)


def test_health_says_in_a_line_what_cannot_be_read(monkeypatch, capsys):
    monkeypatch.setenv("TESSERA_DATABASE", MALFORMED[0])
    assert health.main() == 1
    said = capsys.readouterr().out
    assert (said.startswith("TESSERA_DATABASE "), said.count("\n"), PASSWORD in said) == (True, 1, False)


def test_the_check_names_a_local_discord_without_what_stands_before_it():
    chosen = Settings(discord_url="http://ana:s3cret@192.0.2.1:8787")
    assert PASSWORD not in "".join(one.text for one in findings(chosen, Words(), 2e9))
