"""A table is watched in headless Chromium while people play it."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest

from bot.model.people import Person
from tests.bot.support.rooms import ANA, BEN
from tests.bot.support.site import visiting
from tests.bot.support.tessera import turn_of, whole_turn

expect = pytest.importorskip("playwright.async_api", reason="playwright is not installed").expect
pytestmark = pytest.mark.asyncio(loop_scope="session")  # that of the browser

# The drawing as it stands on the page.
DRAWN = "document.querySelector('#board g').innerHTML"
PHONE = {"width": 390, "height": 844}


async def table_of_two(tables, clock="none"):
    """A table of Azul, and its link."""
    return await tables.services.watching.link(await tables.table(ANA, BEN, game="azul", clock=clock))


async def played(tables):
    """Whoever is to move there has moved."""
    room = await tables.rooms.room(1)
    await tables.move(room, str(room.table.view(room.to_act[0]).moves[0]))


async def test_a_move_on_discord_is_seen_on_the_page_and_told_in_words(watcher, running_bot, site):
    await running_bot.table(running_bot.local.person("Ana"), running_bot.local.person("Ben"))
    room = await running_bot.rooms.room(1)
    await watcher.goto(await running_bot.services.watching.link(room))
    board = watcher.get_by_role("img")
    await board.wait_for()
    await running_bot.shown()
    person = running_bot.local.person(room.occupants[room.to_act[0]].name)
    message = await turn_of(person)
    await expect(watcher.locator("#lines")).to_contain_text("is to move")
    before = await watcher.evaluate(DRAWN)

    await whole_turn(person, await person.press(message, label="Play"))

    await expect(watcher.locator("#lines")).to_contain_text(" took ")
    changed = await watcher.evaluate(DRAWN)
    assert changed != before
    await watcher.reload()
    await board.wait_for()
    assert await watcher.evaluate(DRAWN) == changed


async def test_every_look_has_its_colors_and_is_remembered_by_pages_without_a_list_of_looks_too(watcher, tables, site):
    await watcher.goto(await table_of_two(tables))
    grounds = set()
    for look in ("light", "dark", "high contrast"):
        await watcher.get_by_label("Look").select_option(look)
        await watcher.locator("#board svg").wait_for()
        grounds.add(await watcher.evaluate("getComputedStyle(document.querySelector('#board svg')).backgroundColor"))
    assert len(grounds) == 3
    await watcher.reload()
    assert await watcher.get_by_label("Look").input_value() == "contrast"
    await watcher.goto(f"{site.address}/rules/azul")
    await expect(watcher.locator(":root")).to_have_attribute("data-theme", "contrast")
    _, nowhere = await site.get("/watch/nothing")
    assert "page/alone.js" in nowhere


async def test_a_phone_shows_everything_until_the_link_is_taken_back_also_to_whoever_asks_too_fast(page, tables, site):
    await page.goto(await table_of_two(tables))
    await page.locator("#board svg").wait_for()
    assert await page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]  # nothing lies beside it
    assert (await page.locator("#board svg").bounding_box())["width"] > 350
    refused = []

    async def refuse(route):
        if refused:
            await route.continue_()
        else:
            refused.append(route.request.url)
            await route.fulfill(status=429)

    await page.route("**/moments*", refuse)
    await page.get_by_role("button", name="Replay the game").click()
    await expect(page.locator("#lines")).to_contain_text("The beginning")  # a little later
    assert refused
    slider, news = [await page.locator(one).bounding_box() for one in ("#replay-at", "#lines")]
    assert slider["y"] < news["y"]  # it lies under the board
    await page.get_by_role("button", name="Back to the game").click()
    await expect(page.locator("#lines")).to_contain_text("is to move")
    await tables.services.watching.close(await tables.rooms.room(1))
    await expect(page.get_by_role("alert")).to_contain_text("leads to no table")
    await expect(page.locator("#board svg")).to_have_count(0)


async def test_the_game_is_replayed_by_keyboard_told_how_it_goes_on_meanwhile_and_live_afterwards(
    watcher, tables, site
):
    link = await table_of_two(tables)
    for _ in range(3):
        await played(tables)
    await watcher.goto(link)
    await watcher.locator("#board svg").wait_for()
    now = await watcher.evaluate(DRAWN)
    lines, slider, begin = (watcher.locator(one) for one in ("#lines", "#replay-at", "#replay-begin"))

    await begin.press("Enter")
    await expect(lines).to_contain_text("Move 3 of 3")
    await watcher.keyboard.press("Home")
    await expect(lines).to_contain_text("The beginning")
    assert await watcher.evaluate(DRAWN) != now
    await watcher.get_by_role("button", name="Next").click()
    await expect(lines).to_contain_text("Move 1 of 3")
    await expect(slider).to_have_attribute("aria-valuetext", re.compile("took"))
    await watcher.get_by_role("button", name="Play by itself").click()
    await expect(lines).to_contain_text("Move 3 of 3")
    await expect(watcher.get_by_role("button", name="Play by itself")).to_have_attribute("aria-pressed", "false")

    asked = []  # for few of the moments along which the slider is drawn
    watcher.on("request", lambda one: asked.append(one.url) if "/moments/" in one.url else None)
    await slider.evaluate("""slider => {
      for (let at = 0; at < 60; at += 1) { slider.value = at % 3; slider.dispatchEvent(new Event("input")); }
    }""")
    await expect(lines).to_contain_text("Move 2 of 3")
    assert len(asked) <= 2

    shown, since = await watcher.evaluate(DRAWN), watcher.get_by_role("status").filter(has_text="since")
    for told in ("1 move since you began to look.", "2 moves since you began to look."):
        await played(tables)
        await expect(since).to_have_text(told)
    assert await watcher.evaluate(DRAWN) == shown
    await slider.press("End")
    await expect(lines).to_contain_text("Move 5 of 5")
    await watcher.get_by_role("button", name="Back to the game").click()
    await expect(lines).to_contain_text("is to move")
    assert await watcher.evaluate(DRAWN) != now
    await begin.click()
    await expect(since).to_have_count(0)


async def test_the_time_that_is_left_runs_and_a_connection_on_which_nothing_is_heard_is_replaced(timed, tables, site):
    """The line said "in 5 minutes" for as long as the page was open."""
    await timed.clock.set_system_time(datetime.now(UTC) - timedelta(hours=3))
    link = await table_of_two(tables, clock="live")
    async with visiting(timed, site.address) as page:
        await page.goto(link)
        left = page.locator("#lines time").last
        await expect(left).to_have_text(re.compile("in [45] minutes"))  # by the clock of the server
        assert await left.get_attribute("aria-live") == "off"
        await timed.clock.pause_at(await page.evaluate("Date.now() / 1000 + 10"))
        await left.evaluate("one => { one.dateTime = new Date(Date.now() + 3 * 3_600_000 + 272_000).toISOString(); }")
        await timed.clock.run_for(1_000)
        await expect(left).to_have_text("in 5 minutes")
        await timed.clock.run_for(12_000)  # too short for the silence after which the page connects anew
        await expect(left).to_have_text("in 4 minutes")
        await page.evaluate("document.documentElement.lang = 'hu'")
        await timed.clock.run_for(1_000)
        await expect(left).to_have_text("4 perc múlva")
        async with page.expect_request("**/news*") as again:
            while not again.is_done():
                await timed.clock.run_for(1_000)  # the server has no time to say that it is there
        await expect(page.locator("#lost")).to_be_hidden()
        await tables.services.table_actions.resign(1, ANA.id, 1)
        await expect(page.locator("#title")).to_contain_text("final")


async def test_a_replay_is_seen_from_the_place_of_everybody_and_a_name_from_right_to_left_turns_nothing_round(
    watcher, tables, site
):
    names = ("\u05e9\u05dc\u05d5\u05dd", "\u05d3\u05d5\u05d3")
    room = await tables.table(*(Person(number, name) for number, name in enumerate(names)), game="azul")
    await watcher.goto(await tables.services.watching.link(room))
    await watcher.locator("#drawing svg").wait_for()
    for place in ("#standing", "#alt"):
        found = await watcher.locator(f"{place} bdi").all_text_contents()
        assert set(found) == set(names)
    whole = await watcher.locator("#board svg").get_attribute("aria-label")
    assert all(f"\u2068{name}\u2069" in whole for name in names)
    await watcher.get_by_role("button", name="Replay the game").click()
    await expect(watcher.locator("#lines")).to_contain_text("The beginning")
    seen = {await watcher.evaluate(DRAWN)}
    places = watcher.get_by_label("Enlarge the place of")
    for name in (await places.locator("option").all_text_contents())[1:]:
        await places.select_option(name)
        await expect(watcher.get_by_role("img", name=f"The seat of {name}, enlarged.")).to_have_count(1)
        seen.add(await watcher.evaluate(DRAWN))
    assert len(seen) == 3
