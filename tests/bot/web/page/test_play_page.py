"""A table is played in headless Chromium, on the page that a personal link opens."""

from __future__ import annotations

import pytest

from bot.services.reviews import NodeLimits
from tests.bot.support.axe import faults
from tests.bot.support.page_player import IDLE, at_page, sign_in
from tests.bot.support.rooms import ANA, BEN, CY
from tests.bot.support.tessera import turn_of, whole_turn

expect = pytest.importorskip("playwright.async_api", reason="playwright is not installed").expect
pytestmark = pytest.mark.asyncio(loop_scope="session")  # that of the browser

DRAWN = "document.querySelector('#drawing g').innerHTML"
SHOWN = "document.querySelector('#drawing svg').getAttribute('viewBox')"
DECISIONS = 3  # of a game that is reviewed
PHONE = {"width": 390, "height": 844}
LATE = """{
  const Observer = ResizeObserver;
  window.ResizeObserver = class extends Observer {
    constructor(told) { super((...sizes) => setTimeout(told, 500, ...sizes)); }
  };
}"""


async def shown(watcher):
    """How large the drawing on the board is."""
    return await watcher.evaluate(SHOWN)


async def tapped(place):
    """A finger has pressed the middle of that place, as soon as it stands still."""
    await place.scroll_into_view_if_needed()
    box = await place.bounding_box()
    at = {"clientX": box["x"] + box["width"] / 2, "clientY": box["y"] + box["height"] / 2}
    await place.dispatch_event("click", {**at, "detail": 1, "pointerType": "touch"})


async def test_a_move_takes_a_click_a_question_and_play_it_and_one_made_on_discord_ends_the_menu(
    watcher, running_bot, site
):
    ana = await at_page(watcher, running_bot, link=True)
    before = len((await running_bot.rooms.room(1)).table.log)
    await ana.turn()
    assert ana.clicks == 3
    await running_bot.shown()
    room = await running_bot.rooms.move_robots(1)
    assert len(room.table.log) > before
    assert room.newest_message.id is not None
    person = running_bot.local.person("Ana")
    await running_bot.shown()
    await watcher.locator("#places [role=button]").first.click()
    await whole_turn(person, await person.press(await turn_of(person), label="Play"))
    await expect(watcher.locator("#own-said")).to_contain_text("was not played")


async def test_a_turn_is_played_by_keyboard_alone_which_stays_at_the_menu(watcher, tables, site):
    ana = await at_page(watcher, tables, keyboard=True)
    before = (await tables.rooms.room(1)).table.log
    assert await ana.turn()
    assert len((await tables.rooms.room(1)).table.log) > len(before)
    await expect(watcher.locator("#own-title")).to_have_text("You wait for others.")
    await expect(watcher.locator("#own-title")).to_be_focused()


async def test_ticked_tiles_stay_so_when_the_view_changes_and_a_turn_is_played(watcher, tables, site):
    ana = await at_page(watcher, tables, game="match_five")
    await watcher.get_by_role("button", name="Swap").click()
    boxes, before = watcher.locator("#own-menu input"), await shown(watcher)
    following = watcher.get_by_role("button", name="Next", exact=True)
    await expect(following).to_have_css("opacity", "0.5")  # nothing is ticked yet
    await boxes.nth(1).check()
    await watcher.get_by_role("button", name="My own view").click()
    await watcher.wait_for_function(f"before => {SHOWN} !== before", arg=before)
    await watcher.wait_for_function(f"() => document.querySelector('#places')?.getAttribute('viewBox') === {SHOWN}")
    await expect(watcher.locator("#own-menu input:checked")).to_have_count(1)
    await expect(following).to_be_enabled()
    await watcher.get_by_role("button", name="Back").click()
    log = (await tables.rooms.room(1)).table.log
    assert await ana.turn()
    assert len((await tables.rooms.room(1)).table.log) > len(log)


async def test_a_turn_is_played_in_the_own_view_which_the_browser_remembers(watcher, tables, site):
    ana = await at_page(watcher, tables, game="pavilion", link=True)
    assert "#" not in watcher.url  # the link is gone from the address, and the browser stays signed in
    whole, button = await shown(watcher), watcher.get_by_role("button", name="My own view")
    await button.click()
    await watcher.wait_for_function(f"whole => {SHOWN} !== whole", arg=whole)
    assert await ana.turn()
    await watcher.reload()
    await expect(button).to_have_attribute("aria-pressed", "true")
    await watcher.locator("#drawing svg").wait_for()
    assert (await shown(watcher)).split()[2] != whole.split()[2]


async def test_an_answer_stands_and_its_places_lie_right_while_others_are_heard_and_the_view_changes(
    watcher, tables, site
):
    await at_page(watcher, tables)
    now = await watcher.evaluate(DRAWN)
    places, button = watcher.locator("#places [role=button]"), watcher.get_by_role("button", name="My own view")
    play = watcher.get_by_role("button", name="Play it")
    await places.first.click()
    await expect(places).to_have_count(6)
    tables.rooms.announce(1)
    await tables.services.table_actions.follow(1, CY.id)
    await watcher.wait_for_function(IDLE)
    await expect(places).to_have_count(6)
    for _ in range(2):
        before = await shown(watcher)
        await button.click()
        await watcher.wait_for_function(f"before => {SHOWN} !== before", arg=before)
        await watcher.wait_for_function(f"() => document.querySelector('#places')?.getAttribute('viewBox') === {SHOWN}")
        await expect(places).to_have_count(6)
    await places.first.click()
    await play.wait_for()
    assert await watcher.evaluate(DRAWN) != now
    await watcher.get_by_role("button", name="Back").click()  # a preview can be left
    await expect(places).to_have_count(6)
    await expect(play).to_have_count(0)
    await watcher.wait_for_function(f"now => {DRAWN} === now", arg=now)
    await places.first.click()
    await play.wait_for()
    before = await shown(watcher)
    await button.click()
    await watcher.wait_for_function(f"before => {SHOWN} !== before", arg=before)
    await expect(play).to_have_count(1)


async def test_on_a_phone_a_mouse_presses_what_is_small_a_finger_enlarges_it_and_a_refused_place_leads_to_its_rule(
    watcher, tables, site
):
    await watcher.set_viewport_size(PHONE)
    async with await watcher.add_init_script(LATE):  # a busy browser tells late that the board has grown
        await at_page(watcher, tables, game="pillars")
    said, rule = watcher.locator("#own-said"), watcher.locator("#own-rule")
    await watcher.locator("#places .refused").first.click()
    await expect(said).to_contain_text("Not possible here: ")
    number = (await rule.text_content()).removeprefix("Rule ")
    await rule.click()
    await expect(watcher.locator(f"#rule-{number}".replace(".", "\\."))).to_be_focused()
    await watcher.keyboard.press("Escape")
    place, play = watcher.locator("#places [role=button]").nth(100), watcher.get_by_role("button", name="Play it")
    before, box = [await one.bounding_box() for one in (watcher.locator("#drawing svg"), place)]
    assert 12 < min(box["width"], box["height"]) < 24
    await place.click()
    await play.wait_for()
    await expect(said).to_have_text("")
    await expect(rule).to_be_hidden()
    assert await watcher.locator("#drawing svg").bounding_box() == before
    await watcher.get_by_role("button", name="Back").click()
    await play.wait_for(state="detached")
    await tapped(place)
    box = await place.bounding_box()
    assert min(box["width"], box["height"]) >= 24
    assert await play.count() == 0
    await tapped(place)
    await play.wait_for()


async def test_on_a_phone_the_menu_stands_below_the_board_which_is_moved_to_what_is_asked_next(watcher, tables, site):
    await watcher.set_viewport_size(PHONE)
    await at_page(watcher, tables)
    places, view = watcher.locator("#places [role=button][tabindex='0']"), watcher.locator("#view")
    await places.first.wait_for()
    assert await watcher.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    board, own = [await watcher.locator(one).bounding_box() for one in ("#board", "#own")]
    assert board["y"] + board["height"] <= own["y"] < board["y"] + board["height"] + 60
    await tapped(places.first)
    await tapped(places.first)
    await expect(places).to_have_count(6)
    seen, boxes = await view.bounding_box(), [await places.nth(at).bounding_box() for at in range(6)]
    assert all(seen["x"] <= box["x"] and box["x"] + box["width"] <= seen["x"] + seen["width"] for box in boxes)
    assert all(seen["y"] <= box["y"] and box["y"] + box["height"] <= seen["y"] + seen["height"] for box in boxes)


async def test_after_the_game_the_review_is_read_beside_the_board_by_keyboard_in_the_look_of_the_page(
    watcher, tables, site
):
    await tables.table(ANA, BEN, game="pillars")
    for press in range(DECISIONS):
        room = await tables.rooms.room(1)
        await tables.rooms.play(1, room.to_act[0], None, str(room.table.view(room.to_act[0]).moves[0]), -2 - press)
    await tables.services.table_actions.resign(1, BEN.id, -1)
    tables.services.reviews.nodes = NodeLimits(2, 2, 1)
    await watcher.goto(await sign_in(watcher, tables.services, 1, "Ana"))
    await watcher.get_by_role("button", name="Review").press("Enter")
    shown = watcher.locator("#review-shown")
    await expect(shown).to_be_focused()
    plot = shown.get_by_role("img")
    light = await plot.get_attribute("src")
    assert await plot.evaluate("image => image.complete && image.naturalWidth") > 700
    await watcher.locator("#look").select_option("dark")
    await expect(plot).not_to_have_attribute("src", light)
    await shown.get_by_role("button", name="All decisions").press("Enter")
    await expect(shown).to_contain_text("Decision 1 of ")
    await shown.get_by_role("button", name="Next").press("Enter")
    await expect(shown).to_contain_text("Decision 2 of ")
    await expect(shown.get_by_role("button", name="Next")).to_be_focused()
    assert await shown.locator("svg[role=img] > g > *").count() > 100
    assert await faults(watcher) == []
    await expect(watcher.locator("#own")).to_be_hidden()
