"""What a person presses for the operator, and what the operator reads of it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from dataclasses import replace

import pytest

from bot.ops import probe_presses
from bot.ops.probe_clicks import PRESSED
from bot.ops.probe_presses import STEPS
from bot.playground.wire import refused
from tests.bot.ops.test_probe import everything
from tests.bot.ops.test_probe_finds import OtherRules, refuses_with, turned
from tests.bot.support.local_discord import PATIENCE, buttons, selects, text
from tests.sources import ROOT

pytestmark = pytest.mark.usefixtures("bot_was_there")


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """Nobody waits for minutes: the local Discord is told when an answer is too late."""
    for wait in ("SLOW", "LATE", "OLD"):
        monkeypatch.setattr(probe_presses, wait, 0.0)


@pytest.fixture
async def clicking(local, probed):
    """A list of buttons in the channel, and the probe that waits for presses."""
    waiting = asyncio.create_task(probed(click=True))
    yield waiting
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)


async def listed(local, person="Ana"):
    return await local.person(person).until(lambda message: "Please press these buttons" in text(message))


async def ended(clicking):
    async with asyncio.timeout(PATIENCE):
        return await clicking


@contextlib.contextmanager
def too_late(local):
    """Presses made inside have no time for a first answer."""
    local.server.brain.seconds = 0.0
    yield
    local.server.brain.seconds = PATIENCE


def after_fifteen_minutes(local):
    """From now on the token of an interaction is too old as soon as it was answered."""

    def expire(entry):
        if entry.done and entry.call.path.endswith("/callback"):
            local.server.brain.interaction(int(entry.call.path.split("/")[2])).expires_at = "2026-01-01"

    local.server.rest.watchers.append(expire)


async def menu(local, ana, message):
    page = await ana.press(message, label="Menu")
    for _ in range(2):
        page = await ana.press(page.message, label="Next")


async def form(local, ana, message):
    await ana.submit(await ana.press(message, label="Form"), text="anything")


async def lists(local, ana, message):
    both = (await ana.press(message, label="Lists")).message
    own, people = selects(both)
    await ana.choose(both, custom_id=own, values=["1", "2"])
    await ana.choose(both, custom_id=people, values=[local.person("Ben")])


async def slow(local, ana, message):
    await ana.press(message, label="Slow")


async def late(local, ana, message):
    with too_late(local):
        assert (await ana.press(message, label="Late")).failed


async def twice(local, ana, message):
    await ana.press(message, label="Twice")


async def direct(local, ana, message):
    await ana.press(message, label="Write to me")


async def suggestions(local, ana, message):
    channel = local.channel("games")
    offered = (await ana.complete("move", channel=channel, focused="move")).choices
    assert [len(one["value"]) for one in offered] == [100] * 25
    await ana.command("move", channel=channel, move=offered[7]["value"])


async def old(local, ana, message):
    after_fifteen_minutes(local)
    await ana.press(message, label="Old")


DEEDS = {
    menu: {"D6.1", "D6.2", "D6.3"}, form: {"D6.4"}, lists: {"D6.5", "D6.6"}, slow: {"D6.7"}, late: {"D6.8"},
    twice: {"D6.9"}, direct: {"D6.11"}, suggestions: {"D6.12"}, old: {"D6.10"},
}  # fmt: skip


async def test_the_local_discord_is_as_believed_in_every_press(local, clicking, ana):
    for deed in DEEDS:
        await deed(local, ana, await listed(local))
    found = await ended(clicking)
    assert found.marks == dict.fromkeys(PRESSED, "as expected"), found.text
    assert (found.code, everything(local), ana.sees(ana.dm)) == (0, [], [])
    assert local.invalid == []


def test_every_step_is_pressed_by_somebody():
    assert {"D6.13"}.union(*DEEDS.values()) == {step.number for step in STEPS.values()}


async def test_the_list_says_how_each_press_fared(local, clicking, ana):
    await form(local, ana, await listed(local))
    await twice(local, local.person("Ben"), await listed(local))
    shown = await ana.until(lambda message: "D6.9 as expected" in text(message))
    assert "D6.4 as expected" in text(shown)
    assert list(buttons(shown)) == ["Menu", "Form", "Lists", "Slow", "Late", "Twice", "Old", "Write to me"]


async def test_presses_elsewhere_and_of_other_buttons_are_left_alone(local, clicking, ana):
    shown = await listed(local)
    tables, there = local.channel("tables"), ana.say(local.channel("tables"), "hello")
    for channel, message, custom_id in (
        (tables, there, buttons(shown)["Menu"].custom_id), (local.channel("games"), shown, "play:1"),
    ):  # fmt: skip
        forged = asyncio.create_task(ana.raw_press(channel, message["id"], custom_id))
        number = await local.until(lambda: local.asked[-1:])
        local.time_out(*number)
        assert (await forged).answers == 0
        local.asked.clear()


def publicly(call, answer):
    """Every first answer is said to be a public message."""
    if not call.path.endswith("/callback") or answer.status != 200:
        return answer
    return replace(answer, body=json.loads(json.dumps(answer.body).replace('"flags": 32832', '"flags": 32768')))


TURNED = {
    "D6.1": (menu, turned(publicly)),
    "D6.9": (twice, refuses_with(40060, 10062)),
    "D6.10": (old, refuses_with(50027, 50035)),
    "D6.8": (late, refuses_with(10062, 50027)),
}


@pytest.mark.parametrize("number", TURNED)
async def test_a_belief_about_presses_turned_wrong_is_found(local, clicking, ana, number):
    deed, turn = TURNED[number]
    shown = await listed(local)
    local.server.rest.rules = OtherRules(local.server.rest.rules, turn)
    await deed(local, ana, shown)
    again = await ana.until(lambda message: f"{number} differs" in text(message))
    assert again["id"] == shown["id"]


async def test_a_person_who_takes_no_direct_messages_is_no_difference(local, clicking, ana):
    local.faults.refuse(
        "POST", f"/channels/{ana.dm}/messages", refused(403, 50007, "Cannot send messages to this user")
    )
    await direct(local, ana, await listed(local))
    assert await ana.until(lambda message: "D6.11 not allowed here" in text(message))


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
async def test_stopped_it_says_what_was_not_pressed_and_takes_the_list_away(local, tmp_path, stop):
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", "probe", str(local.channel("games")), "--click",
        env={
            **os.environ, "TESSERA_DISCORD": local.url, "DISCORD_TOKEN": local.token,
            "TESSERA_DATABASE": str(tmp_path / "probe.sqlite3"), "PYTHONPATH": str(ROOT),
        },
        cwd=tmp_path,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    await twice(local, local.person("Ben"), await listed(local))
    await local.person("Ana").until(lambda message: "D6.9 as expected" in text(message))
    process.send_signal(stop)
    async with asyncio.timeout(PATIENCE):
        said, complaints = await process.communicate()
    assert (process.returncode, complaints, everything(local)) == (130, b"", [])
    assert "Not pressed: D6.1, D6.2, D6.3, D6.4, D6.5, D6.6, D6.7, D6.8, D6.10, D6.11, D6.12." in said.decode()
