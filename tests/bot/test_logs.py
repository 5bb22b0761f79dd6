"""One line for each thing, with table and move, and nothing in it that is anybody's secret."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import sqlite3
import sys
from contextlib import closing

import pytest

from bot import logs
from bot.logs import MAX_LOGGED_TEXT, LineFormatter, error_summary, log_unawaited_error
from engine.core import IllegalMove
from tests.bot.support.local_discord import buttons, text
from tests.bot.support.tessera import turn_of, whole_turn

HAND, TYPED, NAME = "R3W5planted", "3B2planted", "Plantedname"
TOKEN = "planted-token"


@pytest.fixture
def said():
    """What the program says, at every level, as it would be written."""
    stream, root, ours = io.StringIO(), logging.getLogger(), logging.getLogger("bot")
    handler = logging.StreamHandler(stream)
    handler.setFormatter(LineFormatter("json", TOKEN))
    root.addHandler(handler)
    ours.setLevel(logging.DEBUG)
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    ours.setLevel(logging.NOTSET)
    root.removeHandler(handler)
    logs.set_context()


@pytest.fixture
def written(said):
    """All of it as one text, secrets told apart from what only looks like one."""
    return lambda: json.dumps(said(), ensure_ascii=False)


async def test_lines_name_table_and_move_and_tell_no_secret(local, running_bot, said, written):
    ana, zoe = local.person("Ana"), local.newcomer(NAME)
    await running_bot.table(zoe, ana)
    message = await zoe.until(lambda one: "Play" in buttons(one))
    mover, other = (ana, zoe) if f"{ana.mention}, your turn" in text(message) else (zoe, ana)
    await whole_turn(mover, await mover.press(message, label="Play"))
    message = await turn_of(other)
    await mover.command("move", channel=local.channel("games"), move=TYPED)
    await mover.raw_press(local.channel("games"), message["id"], f"which:move:{TYPED}", values=[NAME])
    async with running_bot.changing() as database:
        (state,) = database.execute("SELECT state FROM rooms").fetchone()
        database.execute("UPDATE rooms SET state = ?", (state.replace('"bag"', f'"{HAND}"'),))
    broken = await other.press(message, label="Play")
    assert "Something went wrong" in broken.text
    saved = [line for line in said() if line["text"].startswith("saved")]
    assert [(line["room"], line["move"]) for line in saved] == [("#1", 0), ("#1", 2)]
    assert [line["text"] for line in said() if line["at"] == "bot.logs" and line["level"] == "info"] == [
        "azul, lobby", "azul, playing"
    ]  # fmt: skip
    (fault,) = (line for line in said() if line["text"] == "fault")
    assert (fault["press"], fault["room"], fault["fault"], len(fault["code"])) == ("play", "#1", "Misfit", 6)
    assert "codec.py" in fault["trace"]
    assert fault["code"] in broken.text
    for secret in (HAND, TYPED, NAME, TOKEN, zoe.mention, "planted", "Ana"):
        assert secret not in written()


def test_a_fault_tells_its_kind_and_its_places_but_not_what_was_in_it(said, written):
    def deal():
        raise IllegalMove("4.5", tiles=HAND)

    try:
        try:
            deal()
        except IllegalMove as cause:
            raise KeyError(TYPED) from cause
    except KeyError:
        logging.getLogger("bot.test").exception("fault", extra={"room": 123, "code": "abc"})
    (line,) = said()
    assert (line["room"], line["fault"], line["code"]) == ("#123", "KeyError", "abc")
    assert "IllegalMove < " in line["trace"]
    assert ":deal" in line["trace"]
    assert "planted" not in written()


@pytest.mark.parametrize("form", ["text", "json"])
def test_tokens_of_any_kind_are_struck_out(form):
    interaction = "aW50ZXJhY3Rpb246MTIz"
    told_ = f"token {TOKEN}, MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcDe.{'x' * 30}, /webhooks/12/{interaction}/messages/@original"
    line = LineFormatter(form, TOKEN).format(logging.LogRecord("discord.http", logging.WARNING, "", 0, told_, (), None))
    assert not [one for one in (TOKEN, "GabcDe", "MTIzNDU2", interaction) if one in line]
    assert "/webhooks/12/***/messages/@original" in line


@pytest.mark.parametrize("form", ["text", "json"])
def test_numbers_of_accounts_are_struck_out_of_what_the_library_says(form):
    told_ = (
        "We are being rate limited. GET https://discord.com/api/v10/guilds/157421795647107891/members/80351110224678912"
    )
    line = LineFormatter(form).format(logging.LogRecord("discord.http", logging.WARNING, "", 0, told_, (), None))
    assert "/guilds/***/members/***" in line


@pytest.mark.parametrize("form", ["text", "json"])
def test_passwords_in_addresses_are_struck_out(form):
    told_ = "no postgresql://tessera:s3/cr@et@db:5432/x?password=s3&a=1, http://ana:s3@proxy:8080, Ben: mail me @home"
    line = LineFormatter(form).format(logging.LogRecord("bot", logging.WARNING, "", 0, told_, (), None))
    assert "no ***@db:5432/x?password=***&a=1, ***@proxy:8080, Ben: mail me @home" in line


def test_a_token_at_the_end_of_what_is_cut_is_struck_out_whole():
    told_ = f"{'x' * (MAX_LOGGED_TEXT - 12)} {TOKEN}"
    line = LineFormatter("json", TOKEN).format(logging.LogRecord("bot", logging.WARNING, "", 0, told_, (), None))
    assert TOKEN[:8] not in line
    assert len(json.loads(line)["text"]) <= MAX_LOGGED_TEXT


@pytest.mark.parametrize("form", ["text", "json"])
def test_whatever_is_said_is_one_line_of_plain_letters(form):
    bad = 'two\nlines level=error \u2028 \u202e text="forged" \x1b[31m'
    line = LineFormatter(form).format(logging.LogRecord("bot", logging.INFO, "", 0, bad, (), None))
    assert line.isascii()
    assert line.isprintable()
    assert (
        LineFormatter("text")
        .format(logging.LogRecord("bot", 20, "", 0, "plain", (), None))
        .endswith("at=bot text=plain")
    )


async def test_a_fault_that_nobody_waited_for_is_told_without_its_words(said, written):
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(log_unawaited_error)
    loop.call_exception_handler({"message": f"Exception in {HAND}", "exception": KeyError(HAND)})
    (line,) = said()
    assert (line["text"], line["fault"]) == ("a task failed unseen", "KeyError")
    assert "planted" not in written()


def test_a_fault_of_the_disk_is_told_in_full():
    with closing(sqlite3.connect(":memory:")) as database, pytest.raises(sqlite3.OperationalError) as caught:
        database.execute("SELECT 1 FROM nowhere")
    assert error_summary(caught.value) == "OperationalError: no such table: nowhere"
    assert error_summary(OSError(28, "No space left on device")) == "OSError: [Errno 28] No space left on device"


async def test_a_process_says_its_lines_in_the_form_that_was_set(local, tmp_path):
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", f"""
import logging, sys
from bot import logs
logs.set_up("json", "info", {TOKEN!r})
logging.getLogger("discord.http").info("payload {HAND}")
logging.getLogger("bot.app.client").info("at work with {TOKEN}")
raise KeyError({HAND!r})""",
        stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    _, written = await process.communicate()
    first, last = map(json.loads, written.splitlines())
    assert (first["text"], first["level"]) == ("at work with ***", "info")
    assert (last["text"], last["fault"], last["level"]) == ("ended by a fault", "KeyError", "critical")
    assert b"planted" not in written
