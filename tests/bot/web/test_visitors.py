"""Who is signed in in a browser: its cookie."""

from __future__ import annotations

import pytest

from tests.bot.support.rooms import ANA, BEN
from tests.bot.web.test_play import browser_of


async def is_known(browser):
    """Whether the browser is signed in."""
    return (await browser.get("/table/1/menu"))[0] != 401


async def old_session(doors, person):
    """The secret of a session of the person as all were before December 2026."""
    sessions = doors.services.page_sessions
    return await sessions.open(await sessions.link(person))


@pytest.mark.parametrize(("path", "name"), [("", "__Host-tessera"), ("/azul", "__Secure-tessera")])
async def test_behind_an_encrypted_address_no_host_nearby_can_set_the_cookie(doors, site, path, name):
    site.watching.open(f"https://tables.example.org{path}", "a token")
    browser = site.browser("https://tables.example.org")
    assert await browser.enter(await doors.services.page_sessions.link(ANA)) == 204
    assert browser.cookie.startswith(f"{name}=")
    assert "; Secure" in browser.cookie and f"; Path={path or '/'};" in browser.cookie
    assert "domain" not in browser.cookie.lower()
    assert await is_known(browser)
    assert (await browser.post("/leave"))[0] == 204
    assert browser.cookie.startswith(f'{name}="";') and "; Secure" in browser.cookie  # or browsers would not delete it
    assert not await is_known(browser)


async def test_an_unencrypted_address_has_a_plain_cookie(doors, site):
    browser = await browser_of(doors, site, ANA)
    assert browser.cookie.startswith("tessera=") and "Secure" not in browser.cookie


async def test_a_session_from_before_the_name_changed_goes_on_and_ends_with_the_next(doors, site):
    site.watching.open("https://tables.example.org", "a token")
    sessions, browser = doors.services.page_sessions, site.browser("https://tables.example.org")
    old = await old_session(doors, ANA)
    browser.cookie = f"tessera={old}"
    assert await is_known(browser)
    assert await browser.enter(await sessions.link(ANA)) == 204
    assert browser.cookie.startswith("__Host-tessera=")
    assert await sessions.person(old) is None
    browser.cookie = f"tessera={await old_session(doors, ANA)}"
    assert (await browser.post("/leave"))[0] == 204
    assert len(await sessions.begun(ANA.id)) == 1


async def test_under_the_name_of_before_nobody_can_plant_a_session_of_today(doors, site):
    site.watching.open("https://tables.example.org", "a token")
    browser = await browser_of(doors, site, BEN, "https://tables.example.org")
    browser.cookie = browser.cookie.removeprefix("__Host-")
    assert not await is_known(browser)
