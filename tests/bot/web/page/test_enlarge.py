"""The board is made larger: by hand, and by itself where places to press would be too small for a finger."""

from __future__ import annotations

import pytest

from bot.text.words import words_for
from render import sketch, spots
from tests.bot.support.axe import SCREENS

expect = pytest.importorskip("playwright.async_api", reason="playwright is not installed").expect
pytestmark = pytest.mark.asyncio(loop_scope="session")  # that of the browser

SMALL = {"pavilion": 9, "match_five": 18}  # CSS pixels of the smallest place on a phone, of the least and the most
# The places as they are seen: left, top, width and height in CSS pixels of the window; and what is seen of the board.
SEEN = """boxes => {
  const svg = document.querySelector("#board svg"), matrix = svg.getScreenCTM(), view = document.querySelector("#view");
  const at = view.getBoundingClientRect();
  return [boxes.map(([x, y, w, h]) => [matrix.a * x + matrix.e, matrix.d * y + matrix.f, matrix.a * w, matrix.d * h]),
    [at.left, at.top, view.clientWidth, view.clientHeight]];
}"""
PRESS = """async ([x, y, boxes]) => (await import("../page/enlarge.js")).press(x, y, boxes)"""
# The drawing that whoever is to move sees, in place of that for everybody: it has a hand.
DRAW = """async svg => (await import("../page/board.js")).show(drawing, { svg, alt: "", id: "" })"""
WIDTH = "document.querySelector('#board svg').getBoundingClientRect().width"


async def seen(page, boxes):
    """The places as they are seen, and the part of the window in which the board is."""
    return await page.evaluate(SEEN, boxes)


def middle(box):
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def places(view):
    """Every box of every answer to whoever is to move."""
    boxes = {box for move in view.moves for found in spots(view, move).values() for box in found}
    return sorted([box.x, box.y, box.w, box.h] for box in boxes)


@pytest.fixture
def phone(visitor, shown):
    """Opens the page of a table on a phone."""

    async def opened():
        await visitor.set_viewport_size(SCREENS["phone"])
        await visitor.goto(shown["azul"].link)
        await visitor.locator("#board svg").wait_for()
        return visitor

    return opened


async def test_every_place_is_large_enough_for_a_finger_after_the_first_press(phone, shown):
    page = await phone()
    for game, small in SMALL.items():
        table = shown[game].room.table
        view = table.view(table.state.to_act()[0])
        boxes = places(view)
        await page.evaluate(DRAW, sketch(view, ["Ana", "Ben"], words_for("en")).document())
        before, _ = await seen(page, boxes)
        least = min(range(len(boxes)), key=lambda at: min(boxes[at][2:]))
        assert round(min(before[least][2:])) == small
        x, y = middle(before[least])
        assert await page.evaluate(PRESS, [x, y, boxes]) is True
        after, (left, top, width, height) = await seen(page, boxes)
        assert min(min(box[2:]) for box in after) >= 24
        x, y = middle(after[least])
        assert left < x < left + width
        assert top < y < top + height
        assert await page.evaluate(PRESS, [x, y, boxes]) is False
        assert await page.evaluate("document.documentElement.scrollWidth") == SCREENS["phone"]["width"]
        await page.get_by_role("group", name="Board", exact=True).press("0")


async def test_whoever_watches_makes_the_board_larger_by_buttons_keys_and_two_fingers_and_it_stays_so(phone):
    page = await phone()
    whole = await page.evaluate(WIDTH)
    larger, smaller = (page.get_by_role("button", name=name) for name in ("Larger", "Smaller"))
    await expect(smaller).to_have_attribute("aria-disabled", "true")
    await larger.click()
    assert await page.evaluate(WIDTH) == pytest.approx(1.5 * whole, abs=1)
    for _ in range(3):
        await larger.click()
    assert await page.evaluate(WIDTH) == pytest.approx(4 * whole, abs=1)
    await expect(larger).to_have_attribute("aria-disabled", "true")
    view = page.get_by_role("group", name="Board", exact=True)
    await view.press("0")
    assert await page.evaluate(WIDTH) == whole
    await view.press("+")
    await page.keyboard.press("ArrowRight")
    await page.wait_for_function("() => view.scrollLeft > 0")
    await page.keyboard.press("-")
    assert await page.evaluate(WIDTH) == whole

    session = await page.context.new_cdp_session(page)
    for kind, *xs in (("touchStart", 100, 150), ("touchMove", 75, 175), ("touchEnd",)):
        points = [{"x": x, "y": 200, "id": at} for at, x in enumerate(xs)]
        await session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    await session.detach()
    assert await page.evaluate(WIDTH) == pytest.approx(2 * whole, abs=1)
    assert await page.evaluate("visualViewport.scale") == 1

    await page.set_viewport_size(SCREENS["desktop"])
    await page.wait_for_function("() => board.getBoundingClientRect().width > view.getBoundingClientRect().width")
    for _ in range(2):
        await smaller.click()
    assert await page.evaluate("view.scrollWidth <= view.clientWidth && view.scrollHeight <= view.clientHeight")
