"""A table is played in headless Chromium, on the page that a personal link opens."""

from __future__ import annotations

import pytest

expect = pytest.importorskip("playwright.async_api", reason="playwright is not installed").expect
pytestmark = pytest.mark.asyncio(loop_scope="session")  # that of the browser


async def own_link(running_bot, name):
    """A new personal link of that person to the only table."""
    services, room = running_bot.services, await running_bot.rooms.room(1)
    person = next(one for one in room.people if one.name == name)
    return services.watching.own_address(room, await services.page_sessions.link(person))


async def table_of(running_bot, *names, game="azul"):
    await running_bot.table(*(running_bot.local.person(name) for name in names), game=game)


async def test_a_move_takes_one_click_a_question_and_play_it(watcher, running_bot, site):
    await table_of(running_bot, "Ana", "Ben")
    room = await running_bot.rooms.room(1)
    name = room.seats[room.to_act[0]].name
    await watcher.goto(await own_link(running_bot, name))
    await watcher.locator("#places [role=button]").first.wait_for()
    await watcher.locator("#places [role=button]").first.click()
    await watcher.locator("#places [role=button]").first.click()
    await watcher.get_by_role("button", name="Play it").wait_for()
    await watcher.get_by_role("button", name="Play it").click()
    await expect(watcher.locator("#own-said")).to_contain_text("You played")
    assert len((await running_bot.rooms.room(1)).table.log) == 2
