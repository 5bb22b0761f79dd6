"""Pages of tables hold to what axe-core knows of accessibility; `make axe` looks at all of them in every way."""

from __future__ import annotations

from itertools import cycle

import pytest

from engine import GAMES
from tests.bot.support.axe import SIGHTS, faults, opened

pytest.importorskip("playwright.async_api", reason="playwright is not installed")
pytestmark = pytest.mark.asyncio(loop_scope="session")  # that of the browser

SOME = SIGHTS[-7::-7]  # every part of a sight, and every game; the last is the game as it stands, in light colors


async def test_nothing_serious_is_wrong_with_a_page_and_a_control_without_a_name_and_faded_words_are_found(
    visitor, shown
):
    for game, sight in zip(cycle(GAMES), SOME, strict=False):
        await opened(visitor, shown[game].link, sight)
        assert await faults(visitor) == [], (game, sight)
    await visitor.evaluate("look.parentElement.replaceWith(look)")
    await visitor.evaluate("standing.style.color = '#bbb'")
    assert {fault.partition(":")[0] for fault in await faults(visitor)} == {"select-name", "color-contrast"}
