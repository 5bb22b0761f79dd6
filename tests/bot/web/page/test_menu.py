"""The menu of a move on the page: what a press does, what stays, where the keyboard is, and what is said."""

from __future__ import annotations

import asyncio
import re
from random import Random

import pytest

from tests.bot.support.axe import faults
from tests.bot.support.page_player import IDLE, at_page, sign_in
from tests.bot.support.rooms import ANA, BEN

expect = pytest.importorskip("playwright.async_api", reason="playwright is not installed").expect
pytestmark = pytest.mark.asyncio(loop_scope="session")  # that of the browser

WAITING = re.compile("/waiting")  # what the page asks for while others are to move
DRAWN = "document.querySelector('#drawing g').innerHTML"


def places(watcher):
    return watcher.locator("#places [role=button][tabindex='0']")


def button(watcher, name):
    return watcher.get_by_role("button", name=name, exact=True)


async def begun_by_ana(tables):
    """Ana is to move at the only table, whoever began."""
    room = await tables.rooms.room(1)
    seat = room.to_act[0]
    if room.occupants[seat].name != "Ana":
        await tables.rooms.play(1, seat, None, str(room.table.view(seat).moves[0]), -1)


async def test_a_press_counts_once_whatever_comes_between_and_an_answer_that_was_overtaken_says_so(
    watcher, tables, site
):
    await at_page(watcher, tables)
    await places(watcher).first.dblclick()
    await expect(places(watcher)).to_have_count(6)
    await button(watcher, "Back").click()
    await expect(watcher.locator("#own-menu p").first).to_have_text("Which tiles?")
    await expect(button(watcher, "Back")).to_have_count(0)

    await places(watcher).first.hover()  # news come before the button is let go
    await watcher.mouse.down()
    async with watcher.expect_response(re.compile("/menu")):
        await watcher.evaluate("""async () => {
          const turn = { acts: true, stamp: Number(document.getElementById("own").dataset.stamp), panels: [] };
          (await import("../page/menu.js")).heard({ turn });
        }""")
    await watcher.wait_for_function(IDLE)
    await watcher.mouse.up()
    await expect(places(watcher)).to_have_count(6)
    await button(watcher, "Back").click()
    await expect(button(watcher, "Back")).to_have_count(0)
    await watcher.evaluate("""async () => {  // or before the answer
      const menu = await import("../page/menu.js"), kept = window.fetch;
      const turn = { acts: true, stamp: Number(document.getElementById("own").dataset.stamp), panels: [] };
      window.fetch = (...asked) => { window.fetch = kept; menu.heard({ turn }); return kept(...asked); };
    }""")
    await places(watcher).first.click()
    await expect(places(watcher)).to_have_count(6)

    room = await tables.rooms.room(1)
    await tables.rooms.play(1, room.to_act[0], None, str(room.table.view(room.to_act[0]).moves[0]), -1)
    await expect(watcher.locator("#own-said")).to_contain_text("was not played")


async def test_a_move_is_made_and_told_once_another_prepared_and_what_others_propose_is_agreed_to(
    watcher, tables, site
):
    await at_page(watcher, tables, "Ben")
    await begun_by_ana(tables)
    title, said, lines = (watcher.locator(one) for one in ("#own-title", "#own-said", "#lines"))
    for label, told in (("Play it", "You played: "), ("Prepare it", "Prepared: ")):
        for _ in range(2):
            await watcher.wait_for_function(IDLE)
            await places(watcher).first.click()
        await button(watcher, label).dblclick()
        await expect(said).to_contain_text(told)
        await expect(said).not_to_contain_text("was not played")
        if label == "Play it":
            await expect(title).to_have_text("You wait for others.")
            await button(watcher, "Prepare a move").click()
            await expect(title).to_contain_text("As if it were your turn")
    await watcher.get_by_role("button", name="Take out 1").click()
    await expect(watcher.get_by_role("button", name="Take out 1")).to_have_count(0)
    await expect(places(watcher)).to_have_count(0)
    await button(watcher, "Take back").dblclick()
    await expect(title).to_have_text("Your move")
    assert await watcher.locator("#own-menu button", has_text="Play it").count() == 0

    await watcher.evaluate("document.querySelector('#lines').lastElementChild.id = 'kept'")
    answers = (("No", "Not everybody agreed to a pause."), ("I agree", "Everybody agreed to a pause"))
    for press, (answer, after) in enumerate(answers, -3):
        await tables.services.table_actions.propose(1, BEN.id, "pause", press)
        await expect(watcher.locator("#asked-what")).to_contain_text(re.compile("^Ben asks .* ends in 2[34] hours"))
        await button(watcher, answer).click()
        await expect(watcher.locator("#asked")).to_be_hidden()
        await expect(lines).to_contain_text(after)
        if answer == "No":
            await expect(watcher.locator("#kept")).to_have_count(1)  # what stands there is not read out again
    await expect(title).to_contain_text("The clock stands still. Press Go on")


async def test_nothing_can_be_pressed_on_the_game_before_and_an_answer_and_a_preview_stand_afterwards(
    watcher, tables, site
):
    await at_page(watcher, tables)
    await places(watcher).first.click()
    await expect(places(watcher)).to_have_count(6)
    await button(watcher, "Replay the game").click()
    await expect(watcher.locator("#lines")).to_contain_text(re.compile("Move 1|The beginning"))  # whoever began
    await expect(watcher.locator("#places")).to_have_count(0)
    await expect(watcher.locator("#own")).to_be_hidden()
    await button(watcher, "Back to the game").click()
    await expect(places(watcher)).to_have_count(6)
    await places(watcher).first.click()
    await button(watcher, "Play it").wait_for()
    preview = await watcher.evaluate(DRAWN)
    await button(watcher, "Replay the game").click()
    await watcher.locator("[data-to=first]").click()
    await watcher.wait_for_function(f"preview => {DRAWN} !== preview", arg=preview)
    for _ in range(2):
        before = await watcher.evaluate(DRAWN)
        await button(watcher, "My own view").click()
        await watcher.wait_for_function(f"before => {DRAWN} !== before", arg=before)
        assert await watcher.locator("#replay-at").input_value() == "0"
    await expect(button(watcher, "Play it")).to_have_count(0)
    await button(watcher, "Back to the game").click()
    await button(watcher, "Play it").wait_for()
    await watcher.wait_for_function(f"preview => {DRAWN} === preview", arg=preview)


async def test_turned_tiles_are_drawn_while_they_are_asked_for_and_no_longer(watcher, tables, site):
    await tables.table(ANA, BEN, game="pillars")
    room, lot, moves = await tables.rooms.room(1), Random(1), []
    while room.occupants[room.to_act[0]].name != "Ana" or not any(move.startswith("4L") for move in moves):
        if moves:
            room = await tables.rooms.play(1, room.to_act[0], None, lot.choice(moves), -1 - len(room.table.log))
        moves = [str(move) for move in room.table.view(room.to_act[0]).moves]
    await watcher.goto(await sign_in(watcher, tables.services, 1, "Ana"))
    await places(watcher).first.wait_for()
    now, turn = await watcher.evaluate(DRAWN), watcher.get_by_role("button", name="Turn 2")
    await watcher.locator("#places [aria-label*='4L']").click()
    await turn.wait_for()
    assert ">4L2<" in await watcher.evaluate(DRAWN)
    await button(watcher, "Back").click()
    await watcher.wait_for_function(f"now => {DRAWN} === now", arg=now)
    await watcher.locator("#places [aria-label*='4L']").click()
    await turn.click()
    await watcher.locator("#places .given").wait_for()
    await watcher.wait_for_function(f"now => {DRAWN} === now", arg=now)


async def test_the_keyboard_is_not_taken_away_from_the_rest_of_the_page_and_axe_finds_nothing_serious_in_questions(
    watcher, tables, site
):
    await at_page(watcher, tables)
    await places(watcher).first.wait_for()
    assert await faults(watcher) == []
    await places(watcher).first.press("Enter")
    await expect(places(watcher)).to_have_count(6)
    look = watcher.locator("#look")
    await look.focus()
    await look.select_option("contrast")  # the question is drawn anew
    await expect(watcher.locator(":root")).to_have_attribute("data-theme", "contrast")
    await watcher.wait_for_function(IDLE)
    await expect(places(watcher)).to_have_count(6)
    assert await watcher.evaluate("document.activeElement.id") == "look"
    await places(watcher).first.click()
    for colors in ("contrast", "dark"):  # in a preview
        await look.select_option(colors)
        await button(watcher, "Play it").wait_for()
        assert await faults(watcher) == []


async def test_a_move_whose_answer_was_lost_is_not_said_to_be_unplayed_and_who_is_signed_out_is_told_by_a_press(
    page, tables, site
):
    await at_page(page, tables)
    said = page.locator("#own-said")
    await places(page).first.click()
    await expect(places(page)).to_have_count(6)
    await places(page).first.click()
    await page.route("**/move*", lambda route: route.abort())
    await button(page, "Play it").click()
    await expect(said).to_contain_text("shows whether that was done")
    room = await tables.rooms.room(1)
    move = str(room.table.view(room.to_act[0]).moves[0])
    await tables.rooms.play(1, room.to_act[0], None, move, -len(room.table.log) - 1)  # as if it had come to the server
    await expect(said).to_be_empty()
    await tables.rooms.move_robots(1)
    await places(page).first.wait_for()
    await tables.services.page_sessions.end_all(ANA.id)
    await places(page).first.click()
    await expect(page.get_by_role("alert")).to_contain_text("This browser is not signed in.")
    await expect(page.locator("main")).to_be_hidden()


async def test_whoever_opens_a_link_reads_the_language_they_chose_and_leaves_nothing_there_by_signing_out(
    page, tables, site
):
    await tables.services.preferences.choose(ANA, "language", "hu")
    await page.set_extra_http_headers({"Accept-Language": "en"})
    await at_page(page, tables, link=True)
    await expect(page.locator("#own-title")).to_have_text("Te jössz")
    await expect(page.locator("#own-menu p")).to_have_text("Melyik csempéket?")
    await expect(page.locator("#rules-open")).to_have_text("Szabályok")
    await page.locator("#leave").click()
    await expect(page.locator("#signed-out")).to_be_visible()
    await expect(page.locator("#drawing svg")).to_have_count(0)
    await expect(page.locator("#leave")).to_be_hidden()
    assert await tables.services.page_sessions.session_starts(ANA.id) == []


async def test_who_sits_there_no_more_reads_what_that_may_mean(watcher, tables, site):
    await at_page(watcher, tables, "Ben", "Cy")
    room = await tables.rooms.room(1)
    await watcher.wait_for_function(IDLE)  # what it asks just then is refused, and the browser notes that
    await tables.services.table_actions.hand_to_robot(1, room.seat_of(ANA.id))
    await expect(watcher.get_by_role("alert")).to_contain_text("You do not play at this table now")
    await expect(watcher.locator("main")).to_be_hidden()


async def test_an_answer_that_comes_after_the_seat_is_gone_is_dropped(watcher, tables, site):
    answered, gone = asyncio.Event(), asyncio.Event()

    async def late(route):
        answer = await route.fetch()
        answered.set()
        await gone.wait()
        await route.fulfill(response=answer)

    await watcher.route(WAITING, late)
    await at_page(watcher, tables, "Ben", "Cy")
    room = await tables.rooms.room(1)
    if room.occupants[room.to_act[0]].name == "Ana":
        await tables.rooms.play(1, room.to_act[0], None, str(room.table.view(room.to_act[0]).moves[0]), -1)
    await answered.wait()
    await tables.services.table_actions.resign(1, ANA.id, -2)
    await expect(watcher.locator("#own")).to_be_hidden()
    await expect(watcher.locator("#drawing svg")).to_be_visible()  # the game goes on, for her to look at
    async with watcher.expect_response(WAITING):
        gone.set()
    await watcher.evaluate("() => fetch('/robots.txt').then(() => null)")  # it has taken the answer before this one
