"""Pages of tables hold to what axe-core knows of accessibility; `make axe` looks at all of them in every way."""

from __future__ import annotations

from itertools import cycle

import pytest

from engine import GAMES
from tests.bot.support.axe import SIGHTS, faults, opened

pytest.importorskip("playwright.async_api", reason="playwright is not installed")
pytestmark = pytest.mark.asyncio(loop_scope="session")  # that of the browser

SOME = SIGHTS[1::5]  # nearly every two parts of a sight are together in one of them


@pytest.mark.parametrize(("game", "sight"), [*zip(cycle(GAMES), SOME, strict=False)])
async def test_nothing_serious_is_wrong_with_a_page(visitor, shown, game, sight):
    await opened(visitor, shown[game].link, sight)
    assert await faults(visitor) == []


async def test_the_look_finds_a_control_without_a_name_and_words_that_fade(visitor, shown):
    await opened(visitor, shown["azul"].link, SIGHTS[0])
    await visitor.evaluate("look.parentElement.replaceWith(look)")
    await visitor.evaluate("standing.style.color = '#bbb'")
    assert {fault.partition(":")[0] for fault in await faults(visitor)} == {"select-name", "color-contrast"}
