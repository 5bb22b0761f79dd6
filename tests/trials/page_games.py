"""Whole games on the pages of tables, in headless Chromium: by mouse, by keyboard, on a phone, by two and a third.

Knows no rules. The third person plays on the local Discord. Screenshots lie in `var/page_games`, to be looked at.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from bot.model.room import Room
from bot.web.traffic_limits import TrafficLimits
from engine import GAMES
from tests.bench import Figure
from tests.bot.support.local_discord import LocalDiscord
from tests.bot.support.page_player import PagePlayer
from tests.bot.support.site import LOOPBACK, site_of, visiting
from tests.bot.support.tabs import chromium
from tests.bot.support.tessera import Running, tessera, turn_of, whole_turn
from tests.trials.ground import amiss

SIZE = 1_000  # turns at most in one game
SHOTS = Path("var/page_games")
SHOWN_EVERY = 10  # turns between screenshots
DESKTOP, PHONE = (1280, 900), (390, 844)


class Way(NamedTuple):
    """How a `game` is played: by `pages` on their pages, the others on Discord or by robots; by `keyboard` or mouse.

    `level`: that of the robots, as people read it.
    """

    game: str
    pages: Sequence[str] = ("Ana",)
    others: Sequence[str] = ()
    robots: int = 1
    level: str = "Amateur"
    keyboard: bool = False
    size: tuple[int, int] = DESKTOP


WAYS = (
    *(Way(game) for game in GAMES),
    *(Way(game, size=PHONE) for game in GAMES),
    *(Way(game, level="Master") for game in GAMES),
    Way("azul", keyboard=True),
    Way("azul", ("Ana", "Ben"), ("Cy",), robots=0),
)


async def figures(size: int, ways: Sequence[Way] = WAYS) -> list[Figure]:
    """What was wrong in a game of each way, so many turns of it at most; whether all came to their ends."""
    async with chromium() as window:
        return await seen(window, size, ways)


async def seen(window: Any, size: int, ways: Sequence[Way]) -> list[Figure]:
    """As `figures`, in a browser that is there already."""
    over, wrong, presses = 0, list[str](), 0
    for number, way in enumerate(ways):
        async with _playing(window, way) as (running, players):
            try:
                room = await _played(running, way, players, size, SHOTS / f"{number}-{way.game}")
            except TimeoutError as fault:
                wrong.append(f"{way}: {fault}")
                continue
            over += room.phase == "over"
            presses += sum(one.clicks for one in players.values())
    wanted = len(ways) if size == SIZE else 0
    return [
        Figure("games played to the end", over, "games", least=wanted),
        Figure("presses on pages", presses, "presses", least=len(ways)),
        amiss("ways that ended in a fault", wrong),
    ]


@asynccontextmanager
async def _playing(window: Any, way: Way) -> AsyncIterator[tuple[Running, dict[str, PagePlayer]]]:
    """A table, and the pages of its people, each in a browser of their own."""
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory(ignore_cleanup_errors=True))
        local = await stack.enter_async_context(LocalDiscord())
        running = await stack.enter_async_context(tessera(local, Path(folder) / "tessera.sqlite3"))
        await stack.enter_async_context(
            site_of(running.services, gate=TrafficLimits(burst=1_000_000, proxies=LOOPBACK))
        )
        people = (local.person(name) for name in (*way.pages, *way.others))
        await running.table(*people, robots=way.robots, level=way.level, game=way.game)
        players = {}
        for name in way.pages:
            context = await window.browser.new_context(viewport={"width": way.size[0], "height": way.size[1]})
            stack.push_async_callback(context.close)
            await context.new_page()
            page = await stack.enter_async_context(visiting(context))
            players[name] = PagePlayer(page, running.services, 1, name, keyboard=way.keyboard)
            await players[name].open()
        yield running, players


async def _played(running: Running, way: Way, players: dict[str, PagePlayer], most: int, shots: Path) -> Room:
    """The table after so many turns at most, with screenshots whose names begin so."""
    room = await running.rooms.move_robots(1)
    for turn in range(most):
        if room.phase != "playing":
            break
        name = room.occupants[room.to_act[0]].name
        if name in players:
            await players[name].turn()
            if turn % SHOWN_EVERY == 0:
                await players[name].page.screenshot(path=f"{shots}-{turn:03}.png", full_page=True)
        else:
            person = running.local.person(name)
            await running.shown()
            await whole_turn(person, await person.press(await turn_of(person), label="Play"))
        room = await running.rooms.move_robots(1)
    return room
