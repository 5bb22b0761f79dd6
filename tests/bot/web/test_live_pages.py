"""What is kept of tables while somebody watches them, and that nothing of it is kept any longer."""

from __future__ import annotations

import asyncio
import gc
import json
import weakref
from dataclasses import replace

import pytest

from bot.model import timeline
from bot.screens.page import table_page
from bot.text.words import Words
from bot.web import live_pages as pages_module
from bot.web.live_pages import PAGE_GONE, LivePages, PageKey, page_changes
from render import sketch
from render.svg import drawing
from tests.bot.support.local_discord import PATIENCE
from tests.bot.support.rooms import ANA, BEN, HERE, refusal_of
from tests.scenes import game


@pytest.fixture
async def key(backend, site):
    """How everybody sees a table of Azul."""
    room = await backend.table(ANA, BEN, game="azul")
    return PageKey((await site.watching.link(room)).rpartition("/")[2], "", contrast=False)


@pytest.fixture
def pages(backend):
    """All tables that are watched."""
    return LivePages(backend.services.watching, backend.services.activity)


async def test_nothing_is_kept_of_a_table_whose_viewer_leaves_before_it_is_drawn(pages, key):
    gc.freeze()  # what other tests have left is not looked at below
    news = pages.news(key)
    first = asyncio.create_task(anext(news))
    await asyncio.sleep(0)
    kept, looking = weakref.ref(pages._open[key]), pages._open[key]._first
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    await news.aclose()
    await looking
    del first, news, looking
    await asyncio.sleep(0)
    gc.collect()
    gc.unfreeze()
    assert kept() is None


async def test_whoever_comes_after_the_end_of_a_page_sees_it_if_there_is_one_again(backend, pages, key):
    one, slow = pages.news(key), pages.news(key)
    await anext(one), await anext(slow)
    await backend.services.servers.choose(HERE.guild, "page", ["off"])
    backend.services.watching.notify(1)
    assert await anext(one) == PAGE_GONE
    await one.aclose()
    await backend.services.servers.choose(HERE.guild, "page", ["play"])
    later = pages.news(key)
    assert json.loads(await anext(later))["title"].startswith("Azul")
    assert await anext(slow) == PAGE_GONE
    await slow.aclose()
    backend.services.watching.notify(1)  # the newer one is still followed
    await backend.services.table_actions.resign(1, ANA.id, backend.press)
    assert json.loads(await anext(later))["title"].endswith("final")
    await later.aclose()
    assert pages._open == {}


async def test_a_table_is_not_drawn_anew_for_whoever_asks_again_and_again(backend, pages, key):
    before = await pages.newest(key)
    live = pages._open[key]
    assert await pages.newest(key) == before
    assert pages._open[key] is live
    watching = pages.news(key)
    await anext(watching)
    await backend.services.table_actions.resign(1, ANA.id, backend.press)
    await anext(watching)
    await watching.aclose()
    assert json.loads(await pages.newest(key))["title"].endswith("final")
    assert pages._open[key] is live


async def test_a_table_for_which_nobody_asks_again_is_kept_no_longer(pages, key, monkeypatch):
    monkeypatch.setattr(pages_module, "POLLED_PAGE_LIFETIME", 0.0)
    await pages.newest(key)
    following = pages._open[key]._task
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(following, return_exceptions=True)
    assert following.cancelled()
    assert pages._open == {}


async def test_a_link_that_leads_nowhere_keeps_nothing(pages, key):
    wrong = replace(key, link=key.link[:-1] + ("A" if key.link[-1] != "A" else "B"))
    assert (await refusal_of(pages.newest(wrong))).key == "gone"
    assert pages._open == {}


async def test_whoever_has_skipped_a_page_is_told_the_whole_newest_one(backend, pages, key):
    quick, slow = pages.news(key), pages.news(key)
    await anext(quick), await anext(slow)
    told = {}
    for _ in range(2):
        room = await backend.rooms.room(1)
        await backend.move(room, str(room.table.view(room.to_act[0]).moves[0]))
        told = json.loads(await anext(quick))
    late = json.loads(await anext(slow))
    assert ("steps" in told, "svg" in late, late["id"]) == (True, True, told["id"])
    await quick.aclose()
    await slow.aclose()


class CountedPages(LivePages):
    """All tables that are watched. `beside`: how often something was drawn beside everything else."""

    beside = 0

    async def draw(self, make, *given, **named):
        self.beside += 1
        return await super().draw(make, *given, **named)


async def test_news_are_drawn_at_once_but_not_those_of_a_game_that_has_to_be_replayed(backend, key):
    pages = CountedPages(backend.services.watching, backend.services.activity)
    news, beside = pages.news(key), []
    await anext(news)
    for known in (True, False, True):
        if not known:
            timeline._replays.clear()
        room = await backend.rooms.room(1)
        await backend.move(room, str(room.table.view(room.to_act[0]).moves[0]))
        await anext(news)
        beside.append(pages.beside)
    assert beside == [1, 2, 2]
    await news.aclose()


async def test_a_table_that_is_looked_at_again_and_has_not_changed_is_not_drawn_again(pages, key):
    news = pages.news(key)
    await anext(news)
    before = drawing._drawn_shape.cache_info()
    await pages._open[key]._look()
    assert drawing._drawn_shape.cache_info() == before
    await news.aclose()


async def test_a_picture_that_has_only_grown_in_height_is_told_whole(backend, key):
    """As at the end, when it says below the boards who has won; the frame of a drawing is none of its shapes."""
    page = table_page(await backend.rooms.room(1), Words())
    *_, earlier, last, end = (
        replace(page, drawing=sketch(table.view(None), ("Ana", "Ben"), Words()))
        for table, _ in game("azul", 2, "the end", "random")
    )
    assert last.drawing.width == end.drawing.width
    assert last.drawing.height < end.drawing.height
    assert page_changes(last, end)["svg"] == end.drawing.document()
    assert "svg" not in page_changes(earlier, last)
