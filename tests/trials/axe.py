"""Pages of tables of every game, looked at by axe-core in every color, size, language and state. Knows no game."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench import Figure
from tests.bot.support.axe import SIGHTS, faults, opened
from tests.bot.support.site import tables_of_all_games, visiting
from tests.bot.support.tabs import chromium
from tests.trials.ground import amiss

SIZE = len(SIGHTS)  # ways to look at the page of each game
SHOTS = Path("var/axe")


async def figures(size: int) -> list[Figure]:
    """What is seriously wrong, of so many ways to look at a page; screenshots lie in `var/axe`, to be looked at."""
    found, looked = [], 0
    with TemporaryDirectory() as folder:
        async with chromium() as window, tables_of_all_games(Path(folder)) as shown, visiting(window) as page:
            for game, (_, link) in shown.items():
                for sight in SIGHTS[:size]:
                    await opened(page, link, sight)
                    found += [f"{game}, {', '.join(sight)}: {fault}" for fault in await faults(page)]
                    await page.screenshot(path=SHOTS / f"{game}-{'-'.join(sight)}.png", full_page=True)
                    looked += 1
    return [Figure("pages looked at", looked, "pages", least=4), amiss("serious faults", found)]
