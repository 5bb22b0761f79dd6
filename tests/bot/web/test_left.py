"""Whoever has left a seat for good goes on looking at the own page: the game as all see it, then its end."""

from __future__ import annotations

import json

from bot.services.reviews import NodeLimits
from bot.services.watching import OWN_PATH
from tests.bot.support.rooms import ANA, BEN, CY
from tests.bot.web.test_play import browser_of
from tests.bot.web.test_replay import played


async def page_of(browser, room):
    async with browser.news(f"{OWN_PATH}{room.code}") as news:
        return await news.next()


async def test_whoever_resigned_a_game_of_two_gets_the_final_board_the_replay_and_the_review(backend, site):
    backend.services.reviews.nodes = NodeLimits(2, 2, 1)
    room = await played(backend, 6, "pillars")
    await backend.services.table_actions.resign(room.id, BEN.id, backend.press)
    browser, table = await browser_of(backend, site, BEN), f"{OWN_PATH}{room.code}"
    page = await page_of(browser, room)
    assert page["turn"]["panels"] == ["review"]
    assert not page["turn"]["acts"]
    assert "Ana wins" in str(page["lines"])
    status, moments = await browser.get(f"{table}/moments")
    assert (status, len(json.loads(moments))) == (200, 7)
    assert (await browser.get(f"{table}/review?theme=light"))[0] == 200
    assert (await browser.post(f"{table}/move", move="1", stamp=0))[0] == 409


async def test_while_the_others_play_on_whoever_resigned_sees_what_everybody_sees(backend, site):
    room = await backend.table(ANA, BEN, CY, game="match_five")
    browser, table = await browser_of(backend, site, BEN), f"{OWN_PATH}{room.code}"
    async with browser.news(table) as news:
        assert (await news.next())["turn"]
        await backend.services.table_actions.resign(room.id, BEN.id, backend.press)
        page = await news.next()
    assert "turn" not in page
    assert "Ben resigned" in str(page["lines"])
    async with site.news(await site.watching.link(room)) as news:
        public = await news.next()
    assert (page["alt"], page["svg"] if "svg" in page else public["svg"]) == (public["alt"], public["svg"])
    status, moments = await browser.get(f"{table}/moments")
    assert status == 200
    assert moments == (await site.browser().get(f"{await path_of(site, room)}/moments"))[1]
    assert json.loads((await browser.get(f"{table}/menu"))[1])["key"] == "not_seated"
    assert (await browser.get(f"{table}/review?theme=light"))[0] == 409
    assert json.loads((await browser.get(f"{await path_of(site, room)}/seat"))[1]) == {}


async def path_of(site, room):
    return (await site.watching.link(room)).removeprefix(site.address)


async def test_whose_seat_a_robot_keeps_is_told_the_way_back_until_the_game_is_over(backend, site):
    room = await backend.table(ANA, BEN, CY, game="azul")
    browser, table = await browser_of(backend, site, BEN), f"{OWN_PATH}{room.code}"
    await backend.services.table_actions.hand_to_robot(room.id, room.seat_of(BEN.id))
    assert (await browser.get(f"{table}/moments"))[0] == 404
    await backend.rooms.end(room.id, ANA, True, backend.press)
    assert (await browser.get(f"{table}/moments"))[0] == 200
