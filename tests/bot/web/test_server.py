"""Requests that nobody sends by mistake: nothing is told, nothing changes, nothing is written down, all is answered."""

from __future__ import annotations

import asyncio
import logging
import random
import resource
from contextlib import suppress

import aiohttp
import pytest
from multidict import CIMultiDict

from bot import http_server
from bot.store.database import DatabaseUnavailable
from bot.web import traffic_limits as limits_module
from bot.web import visitors
from bot.web.server import SECURITY_HEADERS
from tests.bot.support.rooms import ANA, BEN, rows, write_rows
from tests.bot.support.site import News, site_of

MADE_UP = 200  # links
ODD = (
    "/", "/watch", "/watch/", "/watch/1", "/watch/1-", "/watch/-1", "/watch/1/news", "/watch/zzzzzzzzzzzz-" + "A" * 22,
    "/watch/1-" + "A" * 22, "/watch/1-" + "A" * 2000, "/watch/1-" + "%00" * 22, "/watch/1-" + "é" * 11,
    "/page/", "/page/..%2fserver.py", "/page/%2e%2e/server.py", "/page/server.py",
    "/page/watch.html", "/page/Manrope-Bold-latin.woff2/x", "/metrics", "/.env", "/page/azul.css%00",
)  # fmt: skip


@pytest.fixture
async def link(backend, site):
    """The link of a table that is played."""
    return await site.watching.link(await backend.table(ANA, BEN, game="azul"))


@pytest.fixture
def unlimited(monkeypatch):
    """One address may ask as often as it wants."""
    monkeypatch.setattr(limits_module, "REQUEST_BURST", 1_000_000)


async def test_every_answer_says_what_a_browser_may_do_with_it(site, link, unlimited):
    for path in (link, f"{link}/news", "/page/watch.js", "/page/azul.css", "/robots.txt", *ODD):
        async with site.asked.get(site._url(path)) as answer:
            assert {name: answer.headers.get(name) for name in SECURITY_HEADERS} == SECURITY_HEADERS, path
            assert "Server" not in answer.headers
            assert "Set-Cookie" not in answer.headers
            assert not answer.headers.get("Access-Control-Allow-Origin")


async def test_a_page_runs_its_own_scripts_alone_is_in_no_frame_and_tells_nobody_where_it_was(site, link):
    async with site.asked.get(link) as answer:
        policy = dict(one.split(" ", 1) for one in answer.headers["Content-Security-Policy"].split("; "))
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert answer.headers["Cache-Control"] == "no-store"
    ours = ("script-src", "style-src", "connect-src", "font-src")
    none = ("default-src", "base-uri", "form-action", "frame-ancestors")
    assert policy == dict.fromkeys(ours, "'self'") | dict.fromkeys(none, "'none'") | {"img-src": "data:"}


async def test_documents_have_no_script_and_no_style_in_them_and_name_no_other_host(site, link):
    _, page = await site.get(link)
    assert "style=" not in page
    assert "<style" not in page
    assert "://" not in page
    assert page.count("<script") == page.count('<script type="module" src="../page/watch.js"></script>') == 1


async def test_odd_paths_lead_nowhere(site, link, unlimited):
    found = [await site.get(path) for path in ODD]
    assert {status for status, _ in found} <= {400, 404}
    assert not [text for _, text in found if "Traceback" in text or "Azul" in text]


async def test_forged_links_are_all_answered_alike(backend, site, link, unlimited):
    before = await rows(backend.store, "SELECT * FROM rooms ORDER BY id")
    lot, secret = random.Random(5), link[-22:]
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    forged = ["".join(lot.choices(letters, k=22)) for _ in range(MADE_UP)]
    forged += [
        secret[:place] + lot.choice(letters.replace(one, "")) + secret[place + 1 :] for place, one in enumerate(secret)
    ]
    answers = {
        await site.get(f"/watch/{number}-{one}") for one in forged for number in lot.sample(["1", "2", "zz"], k=1)
    }
    assert [status for status, _ in answers] == [404]
    assert await rows(backend.store, "SELECT * FROM rooms ORDER BY id") == before


async def test_nothing_can_be_changed(site, link):
    headers = {"Origin": "null"}
    for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS"):
        for path in (link, f"{link}/news", "/page/watch.js"):
            async with site.asked.request(method, site._url(path), data=b"x" * 500, headers=headers) as answer:
                assert answer.status == 405, (method, path)


async def raw(site, text):
    """What the server answers to these bytes, until it closes."""
    port = int(site.address.rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(text)
    answer = await reader.read()
    writer.close()
    return answer


async def test_requests_that_are_too_long_or_none_are_refused(site):
    for text in (
        b"GET /" + b"a" * 10_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: " + b"a" * 10_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    ):
        assert (await raw(site, text)).startswith(b"HTTP/1.")


async def test_whoever_says_nothing_or_only_half_is_not_waited_for(site, monkeypatch):
    monkeypatch.setattr(http_server, "FIRST_REQUEST_TIMEOUT", 0.01)
    for text in (b"", b"GET /robots.txt HTTP/1.1\r\nHost: x\r\nX-Slow: "):
        with suppress(ConnectionError):  # it may be reset
            assert await raw(site, text) == b""


async def test_whoever_brings_only_half_is_told_that_it_took_too_long(site, monkeypatch):
    monkeypatch.setattr(visitors, "BODY_TIMEOUT", 0.01)
    head = f"POST /enter HTTP/1.1\r\nHost: x\r\nOrigin: {site.address}\r\nContent-Type: application/json\r\n"
    answer = await raw(site, f'{head}Connection: close\r\nContent-Length: 40\r\n\r\n{{"link":'.encode())
    assert answer.startswith(b"HTTP/1.1 408")


@pytest.fixture
def few_files():
    """The process may have only few files open, as is usual where nobody has asked for more."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (limits_module.RESERVED_FILES + 100, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


async def test_the_files_of_the_process_suffice_for_every_connection_and_the_bot(backend, few_files):
    async with site_of(backend.services):
        assert (
            resource.getrlimit(resource.RLIMIT_NOFILE)[0]
            >= limits_module.MAX_SERVER_CONNECTIONS + limits_module.RESERVED_FILES
        )


async def test_where_there_cannot_be_more_files_there_are_fewer_connections(backend, few_files, monkeypatch):
    few = limits_module.RESERVED_FILES + 1
    monkeypatch.setattr(resource, "getrlimit", lambda _: (few, few))
    monkeypatch.setattr(resource, "setrlimit", lambda *_: None)
    room = await backend.table(ANA, BEN, game="azul")
    async with site_of(backend.services) as site, site.news(await site.watching.link(room)) as news:
        await news.next()
        with suppress(ConnectionError):
            assert await raw(site, b"") == b""


async def test_whoever_asks_too_fast_waits_and_others_do_not(site, link):
    statuses = [
        (await site.get(link, **{"X-Forwarded-For": "192.0.2.1"}))[0] for _ in range(limits_module.REQUEST_BURST + 5)
    ]
    assert statuses[: limits_module.REQUEST_BURST] == [200] * limits_module.REQUEST_BURST
    assert statuses[-1] == 429
    assert (await site.get(link, **{"X-Forwarded-For": "192.0.2.2"}))[0] == 200
    written_by_asker = "192.0.2.2, 192.0.2.1"  # the last one is the proxy's
    assert (await site.get(link, **{"X-Forwarded-For": written_by_asker}))[0] == 429


async def test_many_people_of_one_address_open_a_page_at_once_and_nobody_loads_files_without_end(site, link):
    for _ in range(15):
        assert (await site.get(link))[0] == 200
        assert {(await site.get(f"/page/{name}"))[0] for name in ("table.js", "page.css", "azul.css") * 7} == {200}
    for _ in range(10 * limits_module.REQUEST_BURST):
        if (status := (await site.get("/page/look.js"))[0]) == 429:
            break
    assert status == 429


async def test_of_several_lines_of_addresses_only_the_last_is_believed(site, link, monkeypatch):
    """Some proxies add a line of their own after that of whoever asks."""
    monkeypatch.setattr(limits_module, "REQUEST_BURST", 1.5)
    lines = [[("X-Forwarded-For", f"192.0.2.{made_up}"), ("X-Forwarded-For", "198.51.100.1")] for made_up in (1, 2)]
    statuses = []
    for told in lines:
        async with site.asked.get(link, headers=CIMultiDict(told)) as answer:
            statuses.append(answer.status)
    assert statuses == [200, 429]


@pytest.mark.parametrize(
    ("one", "other", "are_one"),
    [("2001:db8:0:1::1", "2001:db8:0:1:ffff::2", True), ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
     ("::ffff:192.0.2.1", "192.0.2.1", True), ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False)],
)  # fmt: skip
async def test_the_many_addresses_of_one_household_count_as_one(site, link, monkeypatch, one, other, are_one):
    monkeypatch.setattr(limits_module, "REQUEST_BURST", 1.5)
    statuses = [(await site.get(link, **{"X-Forwarded-For": asker}))[0] for asker in (one, other)]
    assert statuses == [200, 429 if are_one else 200]


async def test_one_address_watches_only_so_often_at_a_time(site, link, monkeypatch):
    monkeypatch.setattr(limits_module, "MAX_STREAMS_OF_CLIENT", 2)
    async with site.news(link) as one, site.news(link) as two:
        await one.next(), await two.next()
        async with site.news(link) as three:
            assert three.status == 429
        async with site.news(link, **{"X-Forwarded-For": "192.0.2.9"}) as other:
            assert other.status == 200


async def test_the_log_has_no_link_no_address_and_no_name(site, link, caplog, unlimited):
    caplog.set_level(logging.DEBUG)
    await site.get(link)
    await site.get(link[:-1] + "_")
    async with site.news(link) as news:
        await news.next()
    ours = [record.getMessage() for record in caplog.records]
    assert not [line for line in ours if link[-22:-1] in line or "127.0.0.1" in line or "Ana" in line]


async def test_whoever_goes_before_the_first_news_is_no_fault(site, link, caplog):
    host, _, port = site.address.removeprefix("http://").partition(":")
    _, gone = await asyncio.open_connection(host, int(port))
    gone.write(f"GET {link.removeprefix(site.address)}/news HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    gone.transport.abort()
    async with site.news(link) as news:
        await news.next()
    assert [one.getMessage() for one in caplog.records if one.levelno >= logging.WARNING] == []


async def test_a_fault_of_ours_is_answered_and_written_down_with_a_code_alone(backend, site, link, caplog):
    await write_rows(backend.store, "UPDATE rooms SET state = '{}'")
    assert (await site.get(link))[0] == 500
    assert (await site.get(f"{link}/news"))[0] == 500
    assert (await raw(site, b"GET / HTTP/9.9\r\n\r\n")).startswith(b"HTTP/1.")
    faults = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert [record.getMessage() for record in faults] == ["fault of a page"] * 2
    assert all(len(record.code) == 6 for record in faults)


async def test_news_end_in_good_order_where_the_database_goes_away_meanwhile(backend, site, caplog, monkeypatch):
    room = await backend.table(ANA, BEN, game="azul")
    browser = site.browser()
    await browser.enter(await backend.services.page_sessions.create_link(ANA))

    async def away(*_):
        raise DatabaseUnavailable("the server is away")

    async with browser.news(f"/table/{room.code}") as news:
        await news.next()
        monkeypatch.setattr(backend.store.page_sessions, "person", away)
        await backend.services.table_actions.resign(room.id, BEN.id, backend.press)
        assert await news.answer.content.read() == b"\n"  # that of the last event
    assert [one.getMessage() for one in caplog.records if one.levelno >= logging.WARNING] == []


async def test_the_end_of_the_bot_ends_the_streams_without_a_word_of_the_table(backend):
    room = await backend.table(ANA, BEN, game="azul")
    async with aiohttp.ClientSession() as asked:
        async with site_of(backend.services) as site:
            news = News(await asked.get(f"{await site.watching.link(room)}/news"))
            await news.next()
        assert await news.answer.content.read() == b"\n"  # that of the last event
