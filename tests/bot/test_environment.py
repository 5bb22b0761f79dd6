"""The file `.env`: read by the program itself, wherever it is started, in the form that docs/operating.md tells."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from bot.settings import load_settings, read_environment
from tests.bot.support.program import ended, started
from tests.sources import ROOT

SECRET = "s3#cr$et"


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("bot.settings.ENV_FILE", Path(".env"))


def write(text):
    Path(".env").write_text(text, "utf-8")


def read(text):
    write(text)
    return read_environment({})


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("A=x", "x"),
        ("A=", ""),
        ("  A=x  ", "x"),
        ("export A=x", "x"),
        ("A=x y", "x y"),
        ("A=a#b", "a#b"),
        ("A=#b", "#b"),
        ("A=a$b ${c} $$", "a$b ${c} $$"),
        ("A=https://example.org/#help?a=b", "https://example.org/#help?a=b"),
        ("A=x # a remark", "x"),
        ("A='a # b $c \"d\" \\n'", 'a # b $c "d" \\n'),
        ("A='x' # a remark", "x"),
        ("A=\"a # b 'c'\"", "a # b 'c'"),
        ("A=it's", "it's"),
        ("A=c:\\x", "c:\\x"),
        ("A= ", ""),
        ("A=x  # a # remark", "x"),
        ("A=''", ""),
        ("A=Őrült 🎲", "Őrült 🎲"),
    ],
)
def test_a_line_is_read_as_the_document_tells(line, value):
    assert read(f"# a remark\n\n{line}\n\t# another\n") == {"A": value}
    assert read(f"\ufeffB=1\r\n{line}\r\n") == {"B": "1", "A": value}


def test_of_two_lines_the_later_one_holds_and_the_environment_wins_over_both():
    assert read("A=1\nB=2\nA=3") == {"A": "3", "B": "2"}
    assert read_environment({"A": "", "C": "4"}) == {"A": "", "B": "2", "C": "4"}


@pytest.mark.parametrize(
    "line",
    ["s3cret", "A =s3cret", "A: s3cret", "1A=s3cret", "A-B=s3cret", "=s3cret", "A='s3cret", 'A="s3cret', "A='s3'cret'",
     "A='s3cret' more", 'A="s3$cret"', 'A="s3\\cret"', "A='s3cret'#", "A= s3cret", "A= # s3cret", "set A=s3cret"],
)  # fmt: skip
def test_any_other_line_is_refused_by_its_number_and_not_repeated(line):
    with pytest.raises(ValueError, match=r"^\.env, line 3, cannot be read") as refusal:
        read(f"# a remark\nB=1\n{line}\n")
    assert "s3" not in str(refusal.value)


def test_a_file_that_is_none_is_no_file_and_one_that_cannot_be_read_is_named():
    assert read_environment({}) == {}
    Path(".env").mkdir()
    assert read_environment({}) == {}
    Path(".env").rmdir()
    Path(".env").write_bytes(b"A=\xff\xfe")
    with pytest.raises(ValueError, match=r"^\.env cannot be read \(it is no text in UTF-8\)$") as refusal:
        read_environment({})
    assert refusal.value.__context__ is None


def test_the_settings_come_from_both(monkeypatch):
    for name in [one for one in os.environ if one.startswith(("TESSERA_", "DISCORD_"))]:
        monkeypatch.delenv(name)
    read(f"DISCORD_TOKEN={SECRET}\nTESSERA_PORT=9000\nTESSERA_SUPPORT=https://example.org/#help\n")
    monkeypatch.setenv("TESSERA_PORT", "9001")
    chosen = load_settings()
    assert (chosen.token, chosen.port, chosen.support) == (SECRET, 9001, "https://example.org/#help")
    assert load_settings({}).token == ""


async def test_the_program_reads_it_where_it_is_started(tmp_path):
    line = f"DISCORD_TOKEN={SECRET}\nTESSERA_DISCORD=http://192.0.2.1:8787/#$x\n"
    read(line)
    code, said = await ended(await started(tmp_path))
    assert (code, "not 'http://192.0.2.1:8787/#$x'" in said) == (2, True)
    write(f"{line}TESSERA PORT=1\n")
    for command, expected in (([], 2), (["check"], 1), (["games"], 2)):
        process = await started(tmp_path, "-m", "bot", *command)
        code, said = await ended(process)
        assert (code, said.startswith(".env, line 3, cannot be read")) == (expected, True)
    code, said = await ended(await started(tmp_path, "-m", "bot.health"))
    assert (code, said) == (1, "")


def test_the_example_is_such_a_file_and_sets_nothing():
    shutil.copy(ROOT / ".env.example", ".env")
    assert read_environment({}) == {"DISCORD_TOKEN": ""}
    uncommented = re.sub(r"^# (?=[A-Z_]+=)", "", Path(".env").read_text("utf-8"), flags=re.MULTILINE)
    assert len(read(uncommented)) > 15


def test_make_passes_on_what_stands_there_whole(tmp_path):
    """It reads nothing of the file itself, and what starts the program does not change what it says."""
    shutil.copy(ROOT / "Makefile", "Makefile")
    read(f"DISCORD_TOKEN={SECRET}\nTESSERA_ROBOTS=no#ne $of$\n")
    Path(".venv/bin").mkdir(parents=True)
    Path(".venv/ready").touch()
    Path("requirements-dev.txt").touch()
    os.utime("requirements-dev.txt", (0, 0))
    Path(".venv/bin/python").write_text(f'#!/bin/sh\nPYTHONPATH={ROOT} exec {ROOT}/.venv/bin/python "$@"\n')
    Path(".venv/bin/python").chmod(0o755)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("TESSERA_", "DISCORD_", "MAKE"))}
    said = subprocess.run(["make", "run"], env=kept, capture_output=True, text=True, check=False)
    assert "TESSERA_ROBOTS must be a number from 1 to 64, not 'no#ne $of$'" in said.stderr
