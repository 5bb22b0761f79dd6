"""A table is played in headless Chromium, on the page that a personal link opens."""

from __future__ import annotations

import os

import pytest

from tests.bot.support.page_player import PagePlayer

expect = pytest.importorskip("playwright.async_api", reason="playwright is not installed").expect
pytestmark = pytest.mark.asyncio(loop_scope="session")  # that of the browser
MOST = int(os.environ.get("MOST", "6"))


@pytest.mark.parametrize("keyboard", [False, True], ids=["mouse", "keyboard"])
@pytest.mark.parametrize("game", ["azul", "pavilion", "match_five", "pillars"])
async def test_a_game_is_played_on_the_page(watcher, running_bot, site, game, keyboard):
    local = running_bot.local
    await running_bot.table(local.person("Ana"), robots=1, game=game)
    ana = PagePlayer(watcher, running_bot.services, 1, "Ana", keyboard=keyboard)
    await ana.open()
    for n in range(MOST):
        room = await running_bot.rooms.robots(1)
        if room.phase != "playing":
            break
        await ana.turn()
    print(game, n, ana.clicks, room.phase)
    await watcher.screenshot(path=f"/tmp/g_{game}.png", full_page=True)
