"""Connections to the pages: nobody who only holds some keeps others out, least of all people who are signed in."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, asynccontextmanager, suppress

import pytest

from bot.web import traffic_limits as limits_module
from bot.web.traffic_limits import TrafficLimits
from tests.bot.support.rooms import ANA, BEN
from tests.bot.support.site import site_of
from tests.bot.web.test_play import browser_of

ROBOTS = b"GET /robots.txt HTTP/1.1\r\nHost: x\r\n\r\n"


@asynccontextmanager
async def connected(site, address="127.0.0.2"):
    """Somebody has a connection, from that address."""
    port = int(site.address.rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    try:
        yield reader, writer
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


async def answered(connection, text=ROBOTS):
    """The first line of the answer, "" where the connection was closed."""
    reader, writer = connection
    with suppress(ConnectionError, asyncio.IncompleteReadError):
        writer.write(text)
        head = await reader.readuntil(b"\r\n\r\n")
        await reader.readexactly(int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0] or 0))
        return head.partition(b"\r\n")[0].decode()
    return ""


@pytest.fixture
async def open_site(backend):
    """Pages without a proxy before them."""
    async with site_of(backend.services, gate=TrafficLimits()) as site:
        yield site


async def test_of_one_address_only_so_many_are_held_and_the_oldest_that_waits_gives_way(open_site, monkeypatch):
    monkeypatch.setattr(limits_module, "MAX_CONNECTIONS_OF_ADDRESS", 2)
    async with AsyncExitStack() as held:
        addresses = ("127.0.0.2",) * 3 + ("127.0.0.3",)
        oldest, *others = [await held.enter_async_context(connected(open_site, one)) for one in addresses]
        assert await oldest[0].read() == b""
        for one in others:
            assert "200" in await answered(one)


async def test_whoever_comes_through_a_proxy_is_not_counted_as_the_proxy(backend, monkeypatch):
    monkeypatch.setattr(limits_module, "MAX_CONNECTIONS_OF_ADDRESS", 1)
    async with site_of(backend.services) as site, connected(site) as one, connected(site) as two:
        assert "200" in await answered(one)
        assert "200" in await answered(two)


async def test_where_all_are_taken_one_that_waits_gives_way_to_the_next(backend, monkeypatch):
    monkeypatch.setattr(limits_module, "MAX_SERVER_CONNECTIONS", 2)
    async with site_of(backend.services, gate=TrafficLimits()) as site, AsyncExitStack() as held:
        addresses = ("127.0.0.2", "127.0.0.3", "127.0.0.4")
        silent, *others = [await held.enter_async_context(connected(site, one)) for one in addresses]
        assert await silent[0].read() == b""
        for one in others:
            assert "200" in await answered(one)


async def test_somebody_signed_in_gets_through_while_strangers_hold_all_they_may(backend, monkeypatch):
    monkeypatch.setattr(limits_module, "MAX_SERVER_CONNECTIONS", 6)
    room = await backend.table(ANA, BEN, game="azul")
    async with site_of(backend.services, gate=TrafficLimits()) as site:
        link, browser = await site.watching.link(room), await browser_of(backend, site, ANA)
        assert (await browser.get(f"/table/{room.code}/menu"))[0] == 200  # known from now on
        path = link.removeprefix(site.address)
        news = f"GET {path}/news HTTP/1.1\r\nHost: x\r\n\r\n".encode()
        async with AsyncExitStack() as held:
            for n in range(5):
                stranger = await held.enter_async_context(connected(site, f"127.0.0.{n + 2}"))
                assert "200" in await answered(stranger, news)
            sixth = await held.enter_async_context(connected(site, "127.0.0.9"))
            assert "200" not in await answered(sixth)
            assert (await browser.get(f"/table/{room.code}/menu"))[0] == 200


async def test_one_address_sends_only_so_much(open_site, monkeypatch):
    monkeypatch.setattr(limits_module, "BYTE_BURST", 1_000)
    monkeypatch.setattr(limits_module, "BYTE_INTERVAL", 1.0)
    monkeypatch.setattr(limits_module, "FREE_BYTES", 500)
    async with connected(open_site) as one, connected(open_site, "127.0.0.3") as other:
        assert await answered(one, b"GET /x HTTP/1.1\r\nX-Long: " + b"a" * 2_000 + b"\r\n\r\n") == ""
        assert "200" in await answered(other)


async def test_what_one_brings_through_a_proxy_is_counted_as_its_own(site, monkeypatch):
    monkeypatch.setattr(limits_module, "BYTE_BURST", 1_000)
    monkeypatch.setattr(limits_module, "BYTE_INTERVAL", 1.0)
    statuses = []
    for asker in ("192.0.2.1", "192.0.2.1", "192.0.2.2"):
        headers = {"X-Forwarded-For": asker}
        async with site.asked.post(site.address + "/enter", data=b"x" * 600, headers=headers) as answer:
            statuses.append(answer.status)
    assert statuses == [403, 429, 403]


async def test_of_one_address_only_so_many_are_answered_at_a_time(backend, monkeypatch):
    monkeypatch.setattr(limits_module, "MAX_OPEN_REQUESTS", 1)
    room = await backend.table(ANA, BEN, game="azul")
    async with site_of(backend.services, gate=TrafficLimits()) as site:
        path = (await site.watching.link(room)).removeprefix(site.address)
        async with connected(site, "127.0.0.1") as watching:
            assert "200" in await answered(watching, f"GET {path}/news HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            assert (await site.get("/robots.txt"))[0] == 429
        assert (await site.get("/robots.txt"))[0] == 200


async def test_somebody_signed_in_is_heard_though_others_of_the_address_have_sent_too_much(backend, monkeypatch):
    monkeypatch.setattr(limits_module, "BYTE_BURST", 10_000)
    monkeypatch.setattr(limits_module, "BYTE_INTERVAL", 1.0)
    room = await backend.table(ANA, BEN, game="azul")
    async with site_of(backend.services, gate=TrafficLimits()) as site:
        browser = await browser_of(backend, site, ANA)
        async with connected(site, "127.0.0.1") as stranger:
            assert await answered(stranger, b"GET /x HTTP/1.1\r\n" + b"X: " + b"a" * 20_000 + b"\r\n\r\n") == ""
        for _ in range(20):
            assert (await browser.get(f"/table/{room.code}/menu"))[0] == 200


async def test_whose_connection_gave_way_before_the_request_had_its_turn_takes_no_place_of_others(backend, monkeypatch):
    made, connect = [], limits_module.PageConnections.connect
    monkeypatch.setattr(
        limits_module.PageConnections, "connect", lambda *given: made.append(connect(*given)) or made[-1]
    )
    async with site_of(backend.services, gate=TrafficLimits()) as site, connected(site) as one:
        assert "200" in await answered(one)
        (held,) = made
        held._connections.forget(held)
        held._connections.mark_busy(held)
        held._connections.mark_idle(held)
        assert (held._connections._strangers, held._connections._waiting) == (set(), {})
