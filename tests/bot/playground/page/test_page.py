"""The page of the local Discord, driven in headless Chromium with the small bot behind it. Knows nothing of Tessera."""

from __future__ import annotations

import time

import pytest

from bot.playground.protocol import News
from tests.bot.support.local_discord import PATIENCE

PHONE = {"width": 360, "height": 740}

expect = pytest.importorskip("playwright.async_api", reason="playwright is not installed").expect
pytestmark = pytest.mark.asyncio(loop_scope="session")  # that of the browser


@pytest.fixture
def tab(tabs, bot):
    """Opens a tab of a person once the small bot is there."""
    return tabs


async def panel(page):
    """Opens the small bot's panel by typing; its message."""
    await page.get_by_label("Message #games").press_sequentially("/pan")
    await page.keyboard.press("Enter")
    await page.get_by_role("button", name="Send").click()
    message = page.locator("[data-message-id]").last
    await expect(message).to_contain_text("count 0")
    return message


async def test_the_page_explains_itself_and_who_one_is_is_chosen_in_a_list_that_closes_and_keeps_the_keyboard(
    tab, window, local
):
    page = window.pages[0]
    await page.goto(local.url)
    await expect(page.get_by_text("Nothing leaves this machine.")).to_be_visible()
    await expect(page.get_by_text("You are Ana")).to_be_visible()
    assert "?as=ana" in page.url
    me, people = page.locator("#me-summary"), page.locator("#me-list")
    for leave in (lambda: page.keyboard.press("Escape"), lambda: page.locator("#title").click()):
        await me.click()
        await expect(people).to_be_visible()
        await leave()
        await expect(people).to_be_hidden()
    await me.click()
    await page.locator("#locale").focus()
    await page.locator("#locale").select_option("hu")
    await expect(page.locator("#locale option[selected]")).to_have_attribute("value", "hu")  # it was drawn anew
    await expect(page.locator("#locale")).to_be_focused()
    await page.get_by_role("button", name="Switch to light").click()
    await page.evaluate("sessionStorage.clear()")  # a new tab knows nothing of it
    await page.get_by_label("Who you are").click()
    await page.locator("[data-person=Ben]").click()
    await expect(page.get_by_text("You are Ben")).to_be_visible()
    assert "?as=ben" in page.url
    await expect(page.locator("html")).to_have_attribute("data-theme", "light")
    here = page.locator(f"[data-channel-id='{local.channel('games')}']")
    await expect(here).to_have_attribute("aria-current", "page")


async def test_a_command_is_found_its_options_are_asked_for_suggested_while_typing_and_carried(tab):
    page = await tab("ana")
    await page.get_by_label("Message #games").press_sequentially("/nosuch")
    for key in ("Escape", "Enter"):
        await page.keyboard.press(key)
    await expect(page.get_by_text("No command fits.")).to_be_visible()
    await page.get_by_label("Message #games").fill("")
    await page.get_by_label("Message #games").press_sequentially("/guess ")
    await page.keyboard.press("Enter")
    await expect(page.locator("#status")).to_have_text("word is required.")
    await page.keyboard.type("p")
    offered = page.get_by_role("listbox", name="word").get_by_role("option")
    await expect(offered).to_have_text(["pear", "plum"])
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await page.locator("[data-add-option=times]").click()
    await page.keyboard.type("3")
    await page.keyboard.press("Enter")
    await expect(page.locator("[data-message-id]").last).to_contain_text("plum 3 en-US")


async def test_what_two_people_see_of_a_message_and_who_deletes_it(tab, local):
    ben, ana = await tab("ben"), await tab("ana")
    message, seen = await panel(ana), ana.locator("[data-message-id]")
    local.server.simulation.seconds = 0.2  # a press without an answer fails in red, and the next changes what all see
    await message.get_by_role("button", name="Silent").click()
    await expect(message.get_by_role("alert")).to_have_text("This interaction failed")
    local.server.simulation.seconds = PATIENCE
    await message.get_by_role("button", name="More").click()
    for page in (ana, ben):
        await expect(page.locator("[data-message-id]").last).to_contain_text("count 1")
    assert await seen.count() == 1
    await expect(message.locator("[aria-busy]")).to_have_count(0)
    await expect(seen.last.get_by_role("alert")).to_have_count(0)

    await message.get_by_role("combobox").click()  # a pick is answered to one person only, and can be dismissed
    await ana.get_by_role("option", name="B", exact=True).click()
    private = seen.nth(1)
    await expect(private).to_contain_text("picked ['b']")
    await expect(private).to_contain_text("Only you can see this")
    await seen.first.get_by_role("button", name="Ask").focus()
    await ana.keyboard.press("Enter")
    await expect(ana.get_by_role("dialog")).to_be_visible()
    await ben.bring_to_front()
    await ben.locator("[data-custom-id='more:1']").click()
    await expect(ben.get_by_text("count 2")).to_be_visible()
    await expect(ben.locator("[data-message-id]")).to_have_count(1)
    await expect(ana.locator("#list")).to_contain_text("count 2")
    await ana.bring_to_front()
    await ana.keyboard.press("Escape")  # focus comes back from a form, though its message was drawn anew
    await expect(seen.first.get_by_role("button", name="Ask")).to_be_focused()
    await private.get_by_role("button", name="Dismiss").click()
    await expect(seen).to_have_count(1)

    await expect(ben.get_by_role("button", name="Delete message")).to_have_count(0)
    await seen.hover()  # she manages the server
    await ana.get_by_role("button", name="Delete message").click()
    await ana.get_by_role("button", name="Delete", exact=True).click()
    await expect(ben.locator("[data-message-id]")).to_have_count(0)


async def test_a_picture_has_its_description_and_a_form_checks_what_is_required(tab):
    page = await tab("ana")
    message = await panel(page)
    await expect(message.get_by_role("img", name="alt")).to_be_visible()
    await message.get_by_role("button", name="Show the description").click()
    await expect(message.locator("figcaption")).to_contain_text("alt")
    await message.get_by_role("button", name="Enlarge").click()
    viewer = page.get_by_role("dialog", name="Picture")
    await expect(viewer).to_be_visible()
    await viewer.get_by_role("button", name="Close").click()
    await expect(viewer).to_be_hidden()
    await message.get_by_role("button", name="Ask").click()
    form = page.get_by_role("dialog", name="Your name")
    await form.get_by_role("button", name="Submit").click()
    await expect(form).to_contain_text("This is required.")
    await form.get_by_label("Name").last.fill("Ana <b>")
    await page.keyboard.press("Enter")
    await expect(page.locator("[data-message-id]").last).to_contain_text("hello Ana <b>")
    await expect(form).to_be_hidden()


async def test_on_a_phone_lists_stay_at_their_controls_channels_and_people_are_drawers_and_nothing_is_cut(tab, local):
    page = await tab("ana")
    await panel(page)
    people = page.get_by_role("complementary", name="People")
    await expect(people).to_be_visible()
    select = page.locator("#list").get_by_role("combobox")
    await select.click()
    for number in range(3):
        local.person("Ben").say(local.channel("games"), f"line {number}")
    await expect(page.get_by_text("line 2").first).to_be_visible()
    await page.set_viewport_size(PHONE)
    control, shown = await select.bounding_box(), await page.locator(".list").bounding_box()
    beside = min(abs(shown["y"] + shown["height"] - control["y"]), abs(control["y"] + control["height"] - shown["y"]))
    assert beside < 10
    await page.get_by_role("option", name="B", exact=True).click()
    await expect(page.locator("[data-message-id]").last).to_contain_text("picked ['b']")

    await expect(people).to_be_hidden()
    assert await page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    tables = page.locator("nav").get_by_role("link", name="tables")
    await expect(tables).to_be_hidden()
    await page.get_by_role("button", name="Channels").click()
    await tables.click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("tables")
    await expect(tables).to_be_hidden()
    switch = page.get_by_role("button", name="People", exact=True)
    for leave in (switch, page.locator("#list")):
        await switch.click()
        await expect(people).to_be_visible()
        await leave.click(position={"x": 5, "y": 5})
        await expect(people).to_be_hidden()
    await page.get_by_role("button", name="Channels").click()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("button", name="Channels")).to_be_focused()


async def test_markup_stays_text_calls_are_counted_and_links_lead_to_messages_once(tab, local):
    page, here, there, ben = await tab("ana"), local.channel("games"), local.channel("tables"), local.person("Ben")
    ben.say(here, "**bold** <img src=x onerror=alert(1)> [x](javascript:alert(1))")
    message = page.locator("[data-message-id]").last
    await expect(message.locator("strong")).to_have_text("bold")
    await expect(message).to_contain_text("<img src=x onerror=alert(1)> [x](javascript:alert(1))")
    assert await message.locator("img, a").count() == 0
    ben.say(here, f"<t:{int(time.time()) + 33 * 3600}:R>")
    await expect(page.locator("[data-message-id] time[data-stamp]")).to_have_text("in 1 day")  # it was "tomorrow"

    said = ben.say(here, "the table")["id"]
    await page.goto(f"{local.url}/?as=ana#{here}/{said}")
    await expect(page.locator(f"#message-{said}")).to_be_focused()
    await page.get_by_label("Message #games").press_sequentially("hel")
    local.server.simulation.publish(News("world"))
    ben.say(here, "later")
    await expect(page.get_by_text("later").first).to_be_visible()
    await expect(page.get_by_label("Message #games")).to_be_focused()  # not led back to that message

    tall = ben.say(there, "line\n" * 80)["id"]
    ben.say(here, f"[go](https://discord.com/channels/1/{there}/{tall})")
    await page.get_by_role("link", name="go").click()
    await expect(page.locator(f"#message-{tall}")).to_be_visible()
    await page.wait_for_function("scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 2")

    ben.say(here, f"{local.person('Ana').mention} come")
    row = page.locator(f"[data-channel-id='{here}']")
    await expect(row.locator(".badge")).to_have_text("1")
    await row.click()
    await expect(page.locator(".mention.me")).to_have_text("@Ana")
    await expect(row.locator(".badge")).to_have_count(0)


async def test_the_bot_goes_offline_and_a_lost_connection_comes_back(tab, local, bot):
    page = await tab("ana")
    await bot.close()
    await expect(page.locator("#bot-state")).to_have_text("Tessera is offline")
    await local.restart()
    local.person("Ben").say(local.channel("games"), "still here")
    await expect(page.get_by_text("still here").first).to_be_visible()
    await expect(page.locator("#lost")).to_be_hidden()
