"""Who is signed in in a browser: its cookie, what a page says of that, and links that would change it."""

from __future__ import annotations

import json

import pytest

from bot.model.people import Person
from tests.bot.support.rooms import ANA, BEN
from tests.bot.web.test_play import browser_of


async def you(browser, language="en"):
    """Who is signed in in the browser, as a page in that language says it, "" for nobody."""
    return json.loads((await browser.get(f"/who?language={language}"))[1]).get("you", "")


async def old_session(backend, person):
    """The secret of a session of the person as all were before December 2026."""
    sessions = backend.services.page_sessions
    return await sessions.open(await sessions.create_link(person))


@pytest.mark.parametrize(("path", "name"), [("", "__Host-tessera"), ("/azul", "__Secure-tessera")])
async def test_behind_an_encrypted_address_no_host_nearby_can_set_the_cookie(backend, site, path, name):
    site.watching.open(f"https://tables.example.org{path}", "a token")
    browser = site.browser("https://tables.example.org")
    assert await browser.enter(await backend.services.page_sessions.create_link(ANA)) == 204
    assert browser.cookie.startswith(f"{name}=")
    assert "; Secure" in browser.cookie and f"; Path={path or '/'};" in browser.cookie
    assert "domain" not in browser.cookie.lower()
    assert await you(browser) == "You are Ana."
    assert (await browser.post("/leave"))[0] == 204
    assert browser.cookie.startswith(f'{name}="";') and "; Secure" in browser.cookie  # or browsers would not delete it
    assert await you(browser) == ""


async def test_an_unencrypted_address_has_a_plain_cookie(backend, site):
    browser = await browser_of(backend, site, ANA)
    assert browser.cookie.startswith("tessera=") and "Secure" not in browser.cookie


async def test_a_session_from_before_the_name_changed_goes_on_and_ends_with_the_next(backend, site):
    site.watching.open("https://tables.example.org", "a token")
    sessions, browser = backend.services.page_sessions, site.browser("https://tables.example.org")
    old = await old_session(backend, ANA)
    browser.cookie = f"tessera={old}"
    assert await you(browser) == "You are Ana."
    assert await browser.enter(await sessions.create_link(ANA)) == 204
    assert browser.cookie.startswith("__Host-tessera=")
    assert await sessions.person(old) is None
    browser.cookie = f"tessera={await old_session(backend, ANA)}"
    assert (await browser.post("/leave"))[0] == 204
    assert len(await sessions.session_starts(ANA.id)) == 1


async def test_under_the_name_of_before_nobody_can_plant_a_session_of_today(backend, site):
    site.watching.open("https://tables.example.org", "a token")
    browser = await browser_of(backend, site, BEN, "https://tables.example.org")
    browser.cookie = browser.cookie.removeprefix("__Host-")
    assert await you(browser) == ""


async def test_a_page_says_who_is_signed_in_in_its_language(backend, site):
    browser = await browser_of(backend, site, ANA)
    assert [await you(browser, one) for one in ("en", "hu", "xx", "")] == [
        "You are Ana.",
        "Te Ana vagy.",
        *["You are Ana."] * 2,
    ]
    assert await you(site.browser()) == ""


async def test_a_name_that_runs_from_right_to_left_moves_no_other_words(backend, site):
    assert await you(await browser_of(backend, site, Person(9, "דנה")), "en") == "You are \u2068דנה\u2069."


async def test_a_link_that_somebody_passed_on_asks_before_it_replaces_the_session_of_another(backend, site):
    browser, link = await browser_of(backend, site, ANA), await backend.services.page_sessions.create_link(BEN)
    for _ in range(2):  # the link is not used up
        status, asked = await browser.post("/enter", link=link)
        assert (status, asked["keep"], asked["switch"]) == (409, "Stay Ana", "Sign in as Ben")
        assert "signed in as Ana in this browser, but this link belongs to Ben" in asked["switch_asked"]
        assert await you(browser) == "You are Ana."
    assert (await browser.post("/enter", link=link, switch="yes"))[0] == 409
    assert (await browser.post("/enter", link=link, switch=True))[0] == 204
    assert await you(browser) == "You are Ben."
    assert await backend.services.page_sessions.session_starts(ANA.id) == []


async def test_a_link_of_ones_own_and_one_in_a_browser_of_nobody_ask_nothing(backend, site):
    browser = await browser_of(backend, site, ANA)
    assert await browser.enter(await backend.services.page_sessions.create_link(ANA)) == 204
    await backend.services.page_sessions.end_all(ANA.id)
    assert await browser.enter(await backend.services.page_sessions.create_link(BEN)) == 204


async def test_a_link_that_is_used_up_leaves_the_session_as_it_is(backend, site):
    browser, link = await browser_of(backend, site, ANA), await backend.services.page_sessions.create_link(BEN)
    await backend.services.page_sessions.open(link)
    for facts in ({}, {"switch": True}):
        assert (await browser.post("/enter", link=link, **facts))[0] == 403
    assert await you(browser) == "You are Ana."


async def test_two_people_of_one_name_are_told_apart_where_a_link_asks(backend, site):
    browser = await browser_of(backend, site, ANA)
    link = await backend.services.page_sessions.create_link(Person(9, "Ana"))
    _, asked = await browser.post("/enter", link=link)
    assert "belongs to somebody else who is also called Ana" in asked["switch_asked"]
    assert (asked["keep"], asked["switch"]) == ("Stay who I am", "Use this link")
