"""Pages of tables hold to what axe-core knows of accessibility; `make axe` looks at all of them in every way."""

from __future__ import annotations

import pytest

from engine import GAMES
from tests.bot.support.axe import SIGHTS, faults, opened

pytest.importorskip("playwright.async_api", reason="playwright is not installed")
pytestmark = pytest.mark.asyncio(loop_scope="session")  # that of the browser

EVERY = 12  # sights between those of a game: together they have each part of a sight several times


@pytest.mark.parametrize(("number", "game"), [*enumerate(GAMES)])
async def test_nothing_serious_is_wrong_with_a_page(visitor, shown, number, game):
    for sight in SIGHTS[number :: EVERY + number]:
        await opened(visitor, shown[game].link, sight)
        assert await faults(visitor) == [], sight


async def test_the_look_finds_a_control_without_a_name_and_words_that_fade(visitor, shown):
    await opened(visitor, shown["azul"].link, SIGHTS[0])
    await visitor.evaluate("look.parentElement.replaceWith(look)")
    await visitor.evaluate("standing.style.color = '#bbb'")
    assert {fault.partition(":")[0] for fault in await faults(visitor)} == {"select-name", "color-contrast"}
