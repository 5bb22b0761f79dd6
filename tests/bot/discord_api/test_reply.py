"""Answers that take longer than Discord waits are put off, and come to the right eyes; what of a press is logged."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import discord
import pytest

from bot.discord_api import reply
from bot.discord_api.reply import parse_press
from tests.bot.support.local_discord import text
from tests.bot.support.tessera import first_answer, turn_of

THINKING, CHANGING = 5, 6  # "Tessera is thinking", and what was pressed will change


@pytest.fixture(autouse=True)
def no_patience(monkeypatch):
    """Every answer that is not there at once is late."""
    monkeypatch.setattr(reply, "DEFER_DELAY", 0.0)


def put_off(local):
    """How Discord was answered first, each time."""
    return [one.call.body["type"] for one in local.requests("POST", "/interactions/*/*/callback")]


async def test_a_late_public_answer_is_public(local, running_bot, ana, ben, games):
    opened = await ana.command("play", channel=games, game="azul")
    assert put_off(local) == [THINKING]
    assert not opened.private
    assert text(opened.message) == text(ben.last(games))
    assert opened.answers == 1
    joined = await ben.press(opened.message, label="Join")
    assert put_off(local) == [THINKING, CHANGING]
    assert "**Ben**" in text(ben.last(games))
    assert int(joined.message["id"]) == int(opened.message["id"])


async def test_a_late_private_answer_is_private_and_changes_in_place(local, running_bot, ana, ben, games):
    await running_bot.table(ana, robots=1)
    menu = await ana.press(await turn_of(ana), label="Play")
    assert menu.private
    later = await first_answer(ana, menu)
    assert later.message["id"] == menu.message["id"]
    assert put_off(local)[-2:] == [THINKING, CHANGING]
    assert all(one["id"] != menu.message["id"] for one in ben.sees(games))
    assert later.message["attachments"]


async def test_a_late_refusal_is_private_and_leaves_what_was_pressed(local, running_bot, ana, ben, games):
    lobby = await ana.command("play", channel=games, game="azul")
    standing = text(lobby.message)
    started = await ben.press(lobby.message, custom_id="start:1")
    assert started.private
    assert "Only **Ana**" in started.text
    assert text(lobby.message) == standing
    before = ben.sees(games)
    await running_bot.services.servers.choose(local.guild, "person", ["1"])
    refused = await ana.command("play", channel=games, game="azul")
    assert (await refused.until(lambda one: one.private)).text
    assert put_off(local) == [THINKING, CHANGING, THINKING]
    assert ben.sees(games) == before  # nothing is left of what was thought about in public


async def test_a_press_that_was_long_on_its_way_is_put_off_at_once(local, running_bot, ana, games, monkeypatch):
    """Discord waits for three seconds from the press on, not from when we hear of it."""
    monkeypatch.setattr(reply, "DEFER_DELAY", 60.0)
    now = discord.utils.utcnow
    monkeypatch.setattr(discord.utils, "utcnow", lambda: now() + timedelta(seconds=60))
    await ana.command("play", channel=games, game="azul")
    assert put_off(local) == [THINKING]


async def test_an_answer_that_hangs_holds_up_nothing_that_others_see(local, running_bot, ana, ben, games, monkeypatch):
    lobby = await ana.command("play", channel=games, game="azul")
    monkeypatch.setattr(reply, "ANSWER_TIMEOUT", 0.0)
    local.faults.hang("POST", "/interactions/*/callback")
    pressing = asyncio.create_task(ben.press(lobby.message, label="Join"))
    await local.until(lambda: "**Ben**" in text(ana.last(games)))
    local.faults.release()
    pressing.cancel()
    await asyncio.gather(pressing, return_exceptions=True)


def test_of_a_press_the_verb_the_table_and_the_stamp_may_be_logged():
    assert parse_press("answer:1:7:R.3", ["R3"]).log_fields == {"press": "answer", "room": 1, "stamp": 7}


def test_a_press_that_prepares_is_logged_and_counted_as_any_other_entry_of_more():
    assert (
        parse_press("prepare:1", []).log_fields
        == parse_press("choose:1", []).log_fields
        == {"press": "choose", "room": 1}
    )
    assert parse_press("unprepare:1:0", []).log_fields["press"] == "choose"
    assert parse_press("m:1:p300:R.3", []).log_fields == {"press": "m", "room": 1}


def test_of_a_forged_press_nothing_is_logged_that_we_did_not_make():
    assert parse_press("Ana holds R3:1:7", []).log_fields == {"press": "?", "room": 1, "stamp": 7}
    assert parse_press("play:1:R3", []).log_fields == {"press": "play", "room": 1}
    assert parse_press("play:the hand of Ana", []).log_fields == {"press": "play"}
    assert parse_press("", []).log_fields == {"press": "?"}
