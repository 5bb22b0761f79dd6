"""How much one may ask for at a time: addresses, people who are signed in, and everybody who watches one table."""

from __future__ import annotations

from contextlib import AsyncExitStack
from ipaddress import ip_network

import pytest

from bot.web import traffic_limits as limits_module
from bot.web.traffic_limits import MAX_CLIENTS_KNOWN, TrafficLimits, household_address
from tests.bot.support.rooms import ANA, BEN
from tests.bot.support.site import site_of
from tests.bot.web.test_play import browser_of


@pytest.fixture
async def room(backend):
    """A table that is played."""
    return await backend.table(ANA, BEN, game="azul")


async def test_an_address_is_believed_only_of_a_proxy_that_the_operator_named(backend, room, caplog):
    async with site_of(
        backend.services, gate=TrafficLimits(lambda: 0.0, burst=2, proxies=[ip_network("10.0.0.0/8")])
    ) as site:
        for n in range(3):
            status, _ = await site.get("/robots.txt", **{"X-Forwarded-For": f"192.0.2.{n}"})
    assert status == 429
    assert [one.getMessage() for one in caplog.records] == [
        "X-Forwarded-For of a neighbor is not believed: TESSERA_WEB_PROXY does not name its address"
    ]


@pytest.mark.parametrize(
    ("address", "is_proxy"),
    [("10.1.2.3", True), ("::ffff:10.1.2.3", True), ("11.1.2.3", False), ("fd00::1", True), ("fe80::1", False),
     ("", False), ("x", False)],
)  # fmt: skip
def test_proxies_are_named_by_networks_of_both_kinds(address, is_proxy):
    assert TrafficLimits(proxies=[ip_network("10.0.0.0/8"), ip_network("fd00::/8")]).is_proxy(address) is is_proxy


def test_what_is_no_address_is_nobodys_household():
    assert [household_address(text) for text in ("", "x", "192.0.2.1", "::ffff:192.0.2.1", "2001:db8::1")] == [
        "", "", "192.0.2.1", "192.0.2.1", "2001:db8::/64"
    ]  # fmt: skip


async def test_somebody_signed_in_is_answered_though_others_of_the_address_ask_too_much(backend, site, room):
    browser = await browser_of(backend, site, ANA)
    assert (await browser.get(f"/table/{room.code}/menu"))[0] == 200
    while (await site.get("/robots.txt"))[0] == 200:
        pass
    assert (await browser.get(f"/table/{room.code}/menu"))[0] == 200


async def test_somebody_signed_in_before_a_restart_is_known_though_others_of_the_address_ask_too_much(
    backend, site, room
):
    browser = await browser_of(backend, site, ANA)
    backend.services.page_sessions._recent.clear()
    while (await site.get("/robots.txt"))[0] == 200:
        pass
    assert (await browser.get(f"/table/{room.code}/menu"))[0] == 200


async def test_whose_session_has_ended_is_counted_as_their_address_again(backend, site, room):
    browser = await browser_of(backend, site, ANA)
    assert (await browser.get(f"/table/{room.code}/menu"))[0] == 200
    await backend.services.page_sessions.end_all(ANA.id)
    assert (await browser.get(f"/table/{room.code}/menu"))[0] == 401
    while (await site.get("/robots.txt"))[0] == 200:
        pass
    assert (await browser.get(f"/table/{room.code}/menu"))[0] == 429


async def test_a_made_up_cookie_is_counted_as_its_address(site):
    headers = {"Cookie": "tessera=made-up"}
    while (await site.get("/robots.txt", **headers))[0] == 200:
        pass
    assert (await site.get("/robots.txt"))[0] == 429


def test_people_are_let_in_though_too_many_addresses_have_asked():
    gate = TrafficLimits(lambda: 0.0)
    for n in range(MAX_CLIENTS_KNOWN):
        gate.count_request(str(n))
    with pytest.raises(limits_module.web.HTTPTooManyRequests):
        gate.count_request("one more")
    gate.count_request(7)


async def test_one_table_has_only_so_many_strangers_who_watch_and_others_are_watched_meanwhile(
    backend, site, room, monkeypatch
):
    monkeypatch.setattr(limits_module, "MAX_STRANGERS_OF_TABLE", 2)
    other = await site.watching.link(await backend.table(ANA, BEN, game="pillars"))
    link, browser = await site.watching.link(room), await browser_of(backend, site, ANA)
    async with AsyncExitStack() as watching:
        for n in range(2):
            news = await watching.enter_async_context(site.news(link, **{"X-Forwarded-For": f"192.0.2.{n}"}))
            assert news.status == 200
        third = await watching.enter_async_context(site.news(link, **{"X-Forwarded-For": "192.0.2.3"}))
        assert third.status == 429
        assert (await watching.enter_async_context(site.news(other))).status == 200
        assert (await watching.enter_async_context(browser.news(f"/table/{room.code}"))).status == 200


async def test_of_all_streams_some_are_kept_for_people_who_are_signed_in(backend, site, room, monkeypatch):
    monkeypatch.setattr(limits_module, "MAX_STREAMS", 3)
    monkeypatch.setattr(limits_module, "RESERVED_STREAMS", 1)
    link, browsers = await site.watching.link(room), [await browser_of(backend, site, one) for one in (ANA, BEN)]
    async with AsyncExitStack() as watching:
        statuses = []
        for n in range(3):
            news = await watching.enter_async_context(site.news(link, **{"X-Forwarded-For": f"192.0.2.{n}"}))
            statuses.append(news.status)
        own = [await watching.enter_async_context(one.news(f"/table/{room.code}")) for one in browsers]
        assert (statuses, [one.status for one in own]) == ([200, 200, 429], [200, 429])


async def test_whoever_stops_watching_makes_room_for_others(backend, site, room, monkeypatch):
    monkeypatch.setattr(limits_module, "MAX_STRANGERS_OF_TABLE", 1)
    link = await site.watching.link(room)
    for look in ("once", "once"):  # each ends by itself
        assert (await site.get(f"{link}/news?{look}"))[0] == 200
