"""The review of a game that is over, on the page of whoever sat there."""

from __future__ import annotations

import asyncio
import json
from random import Random
from xml.etree import ElementTree as ET

from bot.services.reviews import NodeLimits
from bot.services.watching import OWN_PATH
from tests.bot.support.rooms import ANA, BEN, CY
from tests.bot.web.test_play import browser_of

DECISIONS = 4


async def finished(backend):
    """A game of Pillars with some moves, which somebody has ended."""
    room, lot = await backend.table(ANA, BEN, game="pillars"), Random(4)
    for _ in range(DECISIONS):
        room = await backend.move(room, str(lot.choice(room.table.view(room.to_act[0]).moves)))
    await backend.services.table_actions.resign(room.id, BEN.id, backend.press)
    backend.services.reviews.nodes = NodeLimits(2, 2, 1)
    return room


async def asked(browser, room, rest="", theme="light"):
    status, text = await browser.get(f"{OWN_PATH}{room.code}/review{rest}?theme={theme}")
    return status, json.loads(text) if status in (200, 409) else None


async def test_the_review_is_made_told_and_gone_through_decision_by_decision(backend, site):
    room = await finished(backend)
    browser = await browser_of(backend, site, ANA)
    may_judge, judge_here = asyncio.Event(), backend.services.reviews.judge

    async def judge(question):
        await may_judge.wait()
        return await judge_here(question)

    backend.services.reviews.judge = judge
    status, first = await asked(browser, room)
    assert (status, first["is_over"], first["of"]) == (200, False, 0)
    assert (await asked(browser, room, "/0"))[0] == 404  # not judged yet
    may_judge.set()
    while backend.services.reviews.progress(room.id) is not None:
        await backend.services.reviews.wait_for_change(room.id)
    _, made = await asked(browser, room)
    assert (made["is_over"], made["goes_on"]) == (True, False)
    assert made["pictures"][0]["png"].startswith("data:image/png;base64,")
    assert made["pictures"][0]["alt"]
    assert "**" not in str(made["texts"])
    for at in (*made["turns"], 0, made["of"] + 5):
        _, one = await asked(browser, room, f"/{at}")
        assert one["at"] == min(at, made["of"] - 1)
        assert f"Decision {one['at'] + 1} of {made['of']}" in str(one["texts"])
        assert len(ET.fromstring(one["pictures"][0]["svg"])) > 0
        assert "aria-label" in one["pictures"][0]["svg"]
    dark = (await asked(browser, room, theme="dark"))[1]["pictures"][0]["png"]
    assert dark != made["pictures"][0]["png"]


async def test_nothing_is_reviewed_while_the_game_goes_on_or_for_somebody_else(backend, site):
    room = await backend.table(ANA, BEN, game="azul")
    status, no = await asked(await browser_of(backend, site, ANA), room)
    assert (status, no["key"]) == (409, "review_playing")
    assert (await asked(await browser_of(backend, site, CY), room))[0] == 404


async def test_the_page_says_when_there_is_something_to_review(backend, site):
    room = await backend.table(ANA, BEN, game="azul")
    browser = await browser_of(backend, site, ANA)
    async with browser.news(f"{OWN_PATH}{room.code}") as news:
        assert (await news.next())["turn"]["panels"] == []
        await backend.services.table_actions.resign(room.id, BEN.id, backend.press)
        assert (await news.next())["turn"]["panels"] == ["review"]
