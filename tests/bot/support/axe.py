"""The page of a table as axe-core sees it, a checker of accessibility. Knows no game."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from itertools import count, product
from typing import Any, NamedTuple

import pytest

COLORS = ("light", "dark", "contrast")
SCREENS = {"desktop": {"width": 1280, "height": 900}, "phone": {"width": 390, "height": 844}}
SERIOUS = ("serious", "critical")
# What is wrong with the page as it stands now: the impact and name of each rule, with the elements that break it.
RUN = """async () => (await axe.run({ resultTypes: ["violations"] })).violations.map(({ id, impact, nodes }) =>
  [impact, `${id}: ${nodes.map(one => one.target + " " + one.failureSummary).join("; ")}`])"""
# Nothing moves or fades in any more: a color on its way would be judged.
STILL = "document.getAnimations().forEach(one => one.finish())"


class Sight(NamedTuple):
    """How somebody looks at a page: in which `colors`, on how large a `screen`, what is `open`, in which `language`."""

    colors: str
    screen: str
    open: str
    language: str


async def live(page: Any) -> None:
    """The game as it stands."""


async def replay(page: Any) -> None:
    """The game before."""
    await page.locator("#replay-begin").click()
    await page.locator("#replay-at").wait_for()


async def rules(page: Any) -> None:
    """The rules beside the game."""
    await page.locator("#rules-open").click()
    await page.locator("#rules-text section").first.wait_for()


OPENED = {"live": live, "replay": replay, "rules": rules}
SIGHTS = [Sight(*ways) for ways in product(COLORS, SCREENS, OPENED, ("en", "hu"))]
_addresses = count(1)


@cache
def script() -> str:
    """The checker; without it the test is skipped and says why."""
    pytest.importorskip("axe_playwright_python", reason="axe-core is not installed")
    return (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")


async def opened(page: Any, link: str, sight: Sight) -> None:
    """The page of that link stands there in this sight."""
    address = f"10.0.0.{next(_addresses) % 250}"  # nobody asks too often
    await page.set_extra_http_headers({"Accept-Language": sight.language, "X-Forwarded-For": address})
    await page.set_viewport_size(SCREENS[sight.screen])
    await page.goto(link)
    await page.locator("#look").select_option(sight.colors)
    await page.locator("#board svg").wait_for()
    await OPENED[sight.open](page)
    await page.evaluate(STILL)


async def faults(page: Any) -> list[str]:
    """What is seriously wrong with the page as it stands there."""
    if not await page.evaluate("'axe' in window"):
        await page.evaluate(script())
    return [what for impact, what in await page.evaluate(RUN) if impact in SERIOUS]
