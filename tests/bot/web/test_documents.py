"""The files of the pages: how large all is that a browser loads, and in which form."""

from __future__ import annotations

import re
from urllib.parse import urljoin

import aiohttp
import pytest

from engine import GAMES
from tests.bot.support.rooms import ANA, BEN

MOST = 120 * 1024  # bytes of a page with everything that it loads, without its drawing
NAMED = re.compile(r'''(?:href|src)="([^"#]+)"|from "([^"]+)"|import "([^"]+)"''')
FACE = re.compile(r'@font-face{[^}]*url\("([^"]+)"\)[^}]*unicode-range:U\+20-')


def named(text, kind):
    """What a browser loads because of this file; of the fonts those that have the space, which stands everywhere."""
    found = FACE if kind == "text/css" else NAMED
    names = {"".join(match.groups("")) for match in found.finditer(text)}
    return {name for name in names if not name.startswith("data:")}


async def loaded(address):
    """The bytes of each file that the page at this address makes a browser load, as they travel."""
    sizes, wanted = {}, [address]
    async with aiohttp.ClientSession(auto_decompress=False) as sent, aiohttp.ClientSession() as read:
        while wanted:
            url = wanted.pop()
            async with sent.get(url) as answer:
                assert answer.status == 200, url
                sizes[url] = len(await answer.read())
            async with read.get(url) as answer:
                if answer.content_type.startswith("text/"):
                    links = {urljoin(url, name) for name in named(await answer.text(), answer.content_type)}
                    wanted += links - {*sizes, *wanted}
    return sizes


@pytest.mark.parametrize("game", GAMES)
async def test_a_page_is_small_with_everything_that_it_loads(backend, site, game):
    sizes = await loaded(await site.watching.link(await backend.table(ANA, BEN, game=game)))
    assert len([url for url in sizes if url.endswith("-latin.woff2")]) == 3
    assert {url.rpartition("/")[2] for url in sizes} >= {"page.css", f"{game}.css", "watch.js", "board.js"}
    assert sum(sizes.values()) <= MOST, sizes


@pytest.mark.parametrize("game", GAMES)
async def test_the_page_on_which_people_play_is_small_too(site, game):
    sizes = await loaded(f"{site.address}/table/1")
    colors = await loaded(f"{site.address}/page/{game}.css")  # named once the page knows what is played
    assert {url.rpartition("/")[2] for url in sizes} >= {"page.css", "play.js", "menu.js", "places.js", "review.js"}
    assert sum({**sizes, **colors}.values()) <= MOST, sizes


async def test_files_travel_compressed_to_whoever_can_read_that(site):
    async with aiohttp.ClientSession(auto_decompress=False) as asked:
        for name, encoding in (("page.css", "gzip"), ("watch.js", "gzip"), ("Manrope-Bold-latin.woff2", None)):
            async with asked.get(f"{site.address}/page/{name}") as answer:
                assert (answer.status, answer.headers.get("Content-Encoding")) == (200, encoding)
            async with asked.get(f"{site.address}/page/{name}", headers={"Accept-Encoding": "identity"}) as answer:
                assert (answer.status, answer.headers.get("Content-Encoding")) == (200, None)
                assert answer.headers.get("Vary") == ("Accept-Encoding" if encoding else None)
