"""A table is played in headless Chromium, on the page that a personal link opens."""

from __future__ import annotations

import pytest

from bot.services.reviews import Nodes
from tests.bot.support.axe import faults
from tests.bot.support.page_player import IDLE, OFFERED, at_page, sign_in
from tests.bot.support.rooms import ANA, BEN, CY
from tests.bot.support.tessera import turn_of, whole_turn

expect = pytest.importorskip("playwright.async_api", reason="playwright is not installed").expect
pytestmark = pytest.mark.asyncio(loop_scope="session")  # that of the browser

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


async def test_a_move_takes_a_click_a_question_and_play_it_and_appears_on_discord(watcher, running_bot, site):
    ana = await at_page(watcher, running_bot, link=True)
    before = len((await running_bot.rooms.room(1)).table.log)
    await ana.turn()
    assert ana.clicks == 3
    await running_bot.shown()
    room = await running_bot.rooms.room(1)
    assert len(room.table.log) > before
    assert room.message is not None


@pytest.mark.parametrize(("game", "keyboard"), [("azul", True), ("match_five", False)])
async def test_a_turn_is_played_by_mouse_or_by_keyboard_alone(watcher, tables, site, game, keyboard):
    ana = await at_page(watcher, tables, game=game, keyboard=keyboard)
    before = (await tables.rooms.room(1)).table.log
    assert await ana.turn()
    assert len((await tables.rooms.room(1)).table.log) > len(before)


async def test_whoever_signs_out_there_leaves_nothing_on_the_screen_and_the_browser_is_not_signed_in(
    page, tables, site
):
    await at_page(page, tables, link=True)
    await page.get_by_role("button", name="Sign out in this browser").click()
    await expect(page.locator("#signed-out")).to_be_visible()
    await expect(page.locator("#drawing svg")).to_have_count(0)
    await expect(page.locator("#leave")).to_be_hidden()
    person = ANA.id
    assert await tables.services.page_sessions.begun(person) == []


async def test_an_answer_stands_while_others_are_heard_and_after_a_preview_that_was_left(watcher, tables, site):
    await at_page(watcher, tables)
    now = await watcher.evaluate("document.querySelector('#drawing g').innerHTML")
    places = watcher.locator("#places [role=button]")
    await places.first.click()
    await expect(places).to_have_count(6)
    tables.rooms.saved(1)
    await tables.services.table_life.follow(1, CY.id)
    await watcher.wait_for_function(IDLE)
    await expect(places).to_have_count(6)
    await places.first.click()
    await watcher.get_by_role("button", name="Play it").wait_for()
    assert await watcher.evaluate("document.querySelector('#drawing g').innerHTML") != now
    await watcher.get_by_role("button", name="Back").click()
    await expect(places).to_have_count(6)
    await expect(watcher.get_by_role("button", name="Play it")).to_have_count(0)
    await watcher.wait_for_function("now => document.querySelector('#drawing g').innerHTML === now", arg=now)


@pytest.mark.parametrize("game", ["pavilion", "pillars"])
async def test_a_turn_is_played_in_the_own_view_which_the_browser_remembers(watcher, tables, site, game):
    ana = await at_page(watcher, tables, game=game, link=True)
    assert "#" not in watcher.url  # the link is gone from the address, and the browser stays signed in
    whole, button = await shown(watcher), watcher.get_by_role("button", name="My own view")
    await button.click()
    await watcher.wait_for_function(f"whole => {SHOWN} !== whole", arg=whole)
    assert await ana.turn()
    await watcher.reload()
    await expect(button).to_have_attribute("aria-pressed", "true")
    await watcher.locator("#drawing svg").wait_for()
    assert (await shown(watcher)).split()[2] != whole.split()[2]


async def test_an_answer_stands_and_its_places_lie_right_when_the_view_changes(watcher, tables, site):
    await at_page(watcher, tables)
    places, button = watcher.locator("#places [role=button]"), watcher.get_by_role("button", name="My own view")
    await places.first.click()
    await expect(places).to_have_count(6)
    for _ in range(2):
        before = await shown(watcher)
        await button.click()
        await watcher.wait_for_function(f"before => {SHOWN} !== before", arg=before)
        await watcher.wait_for_function(f"() => document.querySelector('#places')?.getAttribute('viewBox') === {SHOWN}")
        await expect(places).to_have_count(6)
    await places.first.click()
    await watcher.get_by_role("button", name="Play it").wait_for()
    before = await shown(watcher)
    await button.click()
    await watcher.wait_for_function(f"before => {SHOWN} !== before", arg=before)
    await expect(watcher.get_by_role("button", name="Play it")).to_have_count(1)


async def test_whoever_watches_their_own_table_finds_the_page_on_which_to_play(watcher, tables, site):
    await tables.table(ANA, BEN, game="azul")
    await sign_in(watcher, tables.services, 1, "Ana")
    await watcher.goto(await site.watching.link(await tables.rooms.room(1)))
    await expect(watcher.get_by_role("button", name="My own view")).to_have_count(0)
    await watcher.get_by_role("link", name="Play here").click()
    await watcher.locator("#places [role=button]").first.wait_for()


async def test_ticked_tiles_stay_so_when_the_view_changes(watcher, tables, site):
    await at_page(watcher, tables, game="match_five")
    await watcher.get_by_role("button", name="Swap").click()
    boxes, before = watcher.locator("#own-menu input"), await shown(watcher)
    following = watcher.get_by_role("button", name="Next", exact=True)
    await expect(following).to_have_css("opacity", "0.5")  # nothing is ticked yet
    await boxes.nth(1).check()
    await watcher.get_by_role("button", name="My own view").click()
    await watcher.wait_for_function(f"before => {SHOWN} !== before", arg=before)
    await watcher.wait_for_function(f"() => document.querySelector('#places')?.getAttribute('viewBox') === {SHOWN}")
    await expect(watcher.locator("#own-menu input:checked")).to_have_count(1)
    await expect(watcher.get_by_role("button", name="Next")).to_be_enabled()


async def test_a_move_made_on_discord_ends_the_menu_of_the_page(watcher, running_bot, site):
    await at_page(watcher, running_bot)
    person = running_bot.local.person("Ana")
    await running_bot.shown()
    await watcher.locator("#places [role=button]").first.click()
    await whole_turn(person, await person.press(await turn_of(person), label="Play"))
    await expect(watcher.locator("#lines")).to_contain_text("You took")


async def test_while_others_move_a_move_is_prepared_and_taken_out(watcher, tables, site):
    await at_page(watcher, tables, "Ben")
    room = await tables.rooms.room(1)
    if room.seats[room.to_act[0]].name == "Ana":
        await tables.rooms.play(1, room.to_act[0], None, str(room.table.view(room.to_act[0]).moves[0]), -1)
    await watcher.get_by_role("button", name="Prepare a move").click()
    await expect(watcher.locator("#own-title")).to_contain_text("As if it were your turn")
    for _ in range(2):
        await watcher.wait_for_function(IDLE)
        await watcher.locator("#places [role=button]").first.click()
    await watcher.get_by_role("button", name="Prepare it").click()
    await expect(watcher.locator("#own-said")).to_contain_text("Prepared: ")
    await watcher.get_by_role("button", name="Take out 1").click()
    await expect(watcher.get_by_role("button", name="Take out 1")).to_have_count(0)
    assert (await watcher.evaluate(OFFERED))["places"] == 0


async def test_on_a_phone_a_mouse_presses_what_is_small_and_a_finger_enlarges_it_first(watcher, tables, site):
    await watcher.set_viewport_size(PHONE)
    async with await watcher.add_init_script(LATE):  # a busy browser tells late that the board has grown
        await at_page(watcher, tables, game="pillars")
    place, play = watcher.locator("#places [role=button]").nth(100), watcher.get_by_role("button", name="Play it")
    before, box = [await one.bounding_box() for one in (watcher.locator("#drawing svg"), place)]
    assert 12 < min(box["width"], box["height"]) < 24
    await place.click()
    await play.wait_for()
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


async def test_a_refused_place_leads_to_its_rule_and_says_nothing_after_the_next_press(watcher, tables, site):
    await at_page(watcher, tables, game="pillars")
    said, rule = watcher.locator("#own-said"), watcher.locator("#own-rule")
    await watcher.locator("#places .refused").first.click()
    await expect(said).to_contain_text("Not possible here: ")
    number = (await rule.text_content()).removeprefix("Rule ")
    await rule.click()
    await expect(watcher.locator(f"#rule-{number}".replace(".", "\\."))).to_be_focused()
    await watcher.keyboard.press("Escape")
    await watcher.locator("#places [role=button][tabindex='0']").first.click()
    await watcher.get_by_role("button", name="Play it").wait_for()
    await expect(said).to_have_text("")
    await expect(rule).to_be_hidden()


async def test_axe_finds_nothing_serious_in_a_question_and_a_preview(watcher, tables, site):
    await at_page(watcher, tables)
    await watcher.locator("#places [role=button]").first.wait_for()
    assert await faults(watcher) == []
    for _ in range(2):
        await watcher.wait_for_function(IDLE)
        await watcher.locator("#places [role=button]").first.click()
    for look in ("dark", "contrast"):
        await watcher.locator("#look").select_option(look)
        await watcher.get_by_role("button", name="Play it").wait_for()
        assert await faults(watcher) == []


async def test_after_the_game_the_review_is_read_beside_the_board_by_keyboard_in_the_look_of_the_page(
    watcher, tables, site
):
    await tables.table(ANA, BEN, game="pillars")
    for press in range(DECISIONS):
        room = await tables.rooms.room(1)
        await tables.rooms.play(1, room.to_act[0], None, str(room.table.view(room.to_act[0]).moves[0]), -2 - press)
    await tables.services.table_life.resign(1, BEN.id, -1)
    tables.services.reviews.nodes = Nodes(2, 2, 1)
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


async def test_a_half_given_answer_that_was_overtaken_elsewhere_says_so(watcher, tables, site):
    await at_page(watcher, tables)
    places = watcher.locator("#places [role=button]")
    await places.first.click()
    await expect(places).to_have_count(6)
    room = await tables.rooms.room(1)
    await tables.rooms.play(1, room.to_act[0], None, str(room.table.view(room.to_act[0]).moves[0]), -1)
    await expect(watcher.locator("#own-said")).to_contain_text("was not played")


async def test_a_move_whose_answer_was_lost_is_not_said_to_be_unplayed(page, tables, site):
    await at_page(page, tables)
    places, said = page.locator("#places [role=button]"), page.locator("#own-said")
    await places.first.click()
    await expect(places).to_have_count(6)
    await places.first.click()
    await page.route("**/move*", lambda route: route.abort())
    await page.get_by_role("button", name="Play it").click()
    await expect(said).to_contain_text("shows whether that was done")
    room = await tables.rooms.room(1)
    seat = room.to_act[0]
    move = str(room.table.view(seat).moves[0])
    await tables.rooms.play(1, seat, None, move, -len(room.table.log) - 1)  # as if it had come to the server
    await expect(said).to_be_empty()
