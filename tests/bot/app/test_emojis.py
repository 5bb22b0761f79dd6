"""The emojis of the application: uploaded once, only what is missing, by one process or two; else words stand."""

from __future__ import annotations

import asyncio
import logging
import re
from functools import cache

import pytest

from bot.app import emojis
from bot.app.emojis import EmojiUpload
from bot.playground.protocol import error_answer
from bot.text.words import Emojis
from engine import GAMES
from tests.bot.support.tessera import tessera

drawn = cache(emojis.draw_emojis)
AZUL = 6  # five tiles and the marker
FULL = error_answer(400, 30008, "Maximum number of emojis reached (2000)")


@pytest.fixture(autouse=True)
def drawn_once(monkeypatch):
    """No picture is drawn again for another test."""
    monkeypatch.setattr(emojis, "draw_emojis", drawn)


class Shown:
    """What the bot was told that it may show, in order."""

    def __init__(self) -> None:
        self.all: list[Emojis] = []

    def __call__(self, emojis: Emojis) -> None:
        self.all.append(emojis)

    @property
    def last(self) -> dict[str, str]:
        return dict(self.all[-1].markup)


def upload(bot, shown, *games):
    """An upload without pauses."""
    found = EmojiUpload(bot, shown, games or tuple(GAMES))
    found.upload_interval = found.retry_delay = 0.0
    return found.run()


def posts(local):
    return local.requests("POST", "*/emojis")


async def test_every_tile_of_every_game_is_uploaded_once(local, bot):
    shown = Shown()
    await upload(bot, shown)
    wanted = {one.key: one.name for game in GAMES for one in drawn(game)}
    assert set(shown.last) == set(wanted)
    there = {one.name: str(one) for one in await bot.fetch_application_emojis()}
    assert shown.last == {key: there[name] for key, name in wanted.items()}
    assert len(posts(local)) == len(wanted)


async def test_a_process_that_leaves_the_upload_to_another_shows_them_once_they_are_there(local, bot):
    shown, looked = Shown(), asyncio.Event()
    late = EmojiUpload(bot, lambda emojis: (shown(emojis), looked.set()), ("azul",), uploads=False)
    late.retry_delay = 0.05
    running = asyncio.create_task(late.run())
    await looked.wait()
    assert (shown.last, posts(local)) == ({}, [])
    await upload(bot, Shown(), "azul")
    await running
    assert (len(shown.last), len(posts(local))) == (AZUL, AZUL)


def test_a_name_says_the_game_the_thing_and_which_picture_it_is():
    names = {one.key: one.name for game in GAMES for one in drawn(game)}
    assert re.fullmatch(r"azul_blue_[0-9a-f]{8}", names["azul.color.B"])
    assert re.fullmatch(r"match_five_red_3_[0-9a-f]{8}", names["match_five.tile.R3"])
    assert all(re.fullmatch(r"\w{2,32}", name, re.ASCII) for name in names.values())
    assert len(set(names.values())) == len(names)


async def test_the_next_start_uploads_nothing(local, bot):
    await upload(bot, Shown(), "azul")
    shown = Shown()
    await upload(bot, shown, "azul")
    assert len(posts(local)) == AZUL
    assert len(shown.all) == 1
    assert len(shown.last) == AZUL


async def test_only_what_is_missing_is_uploaded_and_what_is_strange_stays(local, bot):
    first = drawn("azul")[0]
    await bot.create_application_emoji(name=first.name, image=first.png)
    await bot.create_application_emoji(name="azul_blue_00000000", image=first.png)  # an older picture
    await upload(bot, Shown(), "azul")
    assert len(posts(local)) == 2 + AZUL - 1
    assert "azul_blue_00000000" in {one.name for one in await bot.fetch_application_emojis()}
    assert local.requests("DELETE", "*/emojis/*") == []


async def test_two_processes_at_once_do_no_harm(local, bot):
    local.strict = False  # one of them is refused what the other has just uploaded
    one, other = Shown(), Shown()
    await asyncio.gather(upload(bot, one, "azul"), upload(bot, other, "azul"))
    assert len(await bot.fetch_application_emojis()) == AZUL
    assert one.last == other.last
    assert len(one.last) == AZUL


async def test_what_is_refused_twice_stays_words(local, bot, caplog):
    local.faults.refuse("POST", "*/emojis", FULL, times=-1)
    shown = Shown()
    await upload(bot, shown, "azul")
    assert shown.last == {}
    assert len(posts(local)) == 2 * AZUL
    warned = [record.message for record in caplog.records if record.levelno == logging.WARNING]
    assert warned == [f"{AZUL} emojis were refused; words stand in their place"]


async def test_what_is_refused_once_is_tried_again(local, bot):
    local.faults.refuse("POST", "*/emojis", FULL)
    shown = Shown()
    await upload(bot, shown, "azul")
    assert len(shown.last) == AZUL


@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_a_lost_connection_is_waited_for(local, bot, method):
    local.faults.cut(method, "*/emojis", times=1)
    shown = Shown()
    await upload(bot, shown, "azul")
    assert len(shown.last) == AZUL


async def test_an_upload_whose_answer_was_lost_is_found(local, bot):
    local.faults.cut("POST", "*/emojis", after=True)
    shown = Shown()
    await upload(bot, shown, "azul")
    assert len(shown.last) == AZUL
    assert len(await bot.fetch_application_emojis()) == AZUL


async def test_the_bot_uploads_in_the_background_and_stops_in_the_middle_of_it(local, tmp_path):
    local.faults.hang("GET", "*/emojis", times=-1)
    async with tessera(local, tmp_path / "tessera.sqlite3", emojis=True) as running:
        await local.until(lambda: local.requests("GET", "*/emojis"))
        lobby = await local.person("Ana").command("play", channel=local.channel("games"), game="azul")
        assert "Start" in " ".join(lobby.buttons)
        assert running.client.messages.emojis.markup == {}
        local.faults.release()


async def test_a_fault_of_ours_is_logged_and_ends_nothing(bot, caplog):
    def broken(_):
        raise RuntimeError("a bug")

    await upload(bot, broken, "azul")
    assert [record.message for record in caplog.records if record.exc_info] == ["emojis could not be uploaded"]
