"""The replay on the page: every moment as everybody may know it, and nothing of what is still to come to light."""

from __future__ import annotations

import json
from random import Random

import pytest

from tests.bot.support.rooms import ANA, BEN
from tests.bot.support.site import shapes


async def played(backend, moves, game="azul"):
    """A table after so many moves by lot."""
    room, lot = await backend.table(ANA, BEN, game=game), Random(3)
    for _ in range(moves):
        room = await backend.move(room, str(lot.choice(room.table.view(room.to_act[0]).moves)))
    return room


async def moment(site, link, at):
    """The page of that moment."""
    status, text = await site.get(f"{link}/moments/{at}")
    assert status == 200
    return json.loads(text)


@pytest.mark.parametrize("game", ["azul", "pavilion", "match_five", "pillars"])
async def test_every_moment_is_shown_and_told(backend, site, game):
    room = await played(backend, 3, game)
    link = await site.watching.link(room)
    moments = json.loads((await site.get(f"{link}/moments"))[1])
    last = len(moments) - 1  # moves within a turn are a moment together
    assert 1 <= last <= 3
    pages = [await moment(site, link, at) for at in range(last + 1)]
    heads = ["The beginning", *(f"Move {at} of {last}" for at in range(1, last + 1))]
    assert [page["lines"][0] for page in pages] == heads
    assert len({page["id"] for page in pages}) == last + 1
    assert all(text in " ".join(page["lines"]) for text, page in zip(moments, pages, strict=True))


async def test_the_last_moment_is_the_table_as_it_stands(backend, site):
    room = await played(backend, 5)
    link = await site.watching.link(room)
    async with site.news(link) as news:
        now = await news.next()
    last = await moment(site, link, 5)
    assert (shapes(last), last["alt"]) == (shapes(now), now["alt"])
    assert await moment(site, link, 999_999) == last


@pytest.mark.parametrize("game", ["azul", "pavilion", "match_five", "pillars"])
async def test_every_place_is_seen_enlarged_as_whoever_looks_may_know_it(backend, site, game):
    link = await site.watching.link(await played(backend, 2, game))
    usual, first, second = [await moment(site, link, f"1{which}") for which in ("", "?seat=0", "?seat=1")]
    assert usual["seats"] == first["seats"] == ["Ana", "Ben"]
    assert len({one["id"] for one in (usual, first, second)}) == 3
    assert first["alt"] == f"The seat of Ana, enlarged. {usual['alt']}"
    assert "Your hand" not in first["svg"] + second["svg"]
    for wrong in ("2", "9", "-1", "x", "१", ""):
        assert await moment(site, link, f"1?seat={wrong}") == usual


async def test_a_moment_travels_small(backend, site):
    link = await site.watching.link(await played(backend, 5))
    async with site.asked.get(f"{link}/moments/5") as answer:
        assert int(answer.headers["Content-Length"]) < len(await answer.text()) / 5


async def test_what_is_no_moment_leads_nowhere(backend, site):
    link = await site.watching.link(await played(backend, 1))
    for path in ("/moments/-1", "/moments/x", "/moments/9999999", "/moments/1/2", "/moments/"):
        assert (await site.get(link + path))[0] == 404, path
    assert (await site.get(link[:-1] + "-/moments"))[0] == 404
