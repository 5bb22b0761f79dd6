"""Tessera in a process of its own, to be timed: `begin` of an address, a file and perhaps "naive" or "masters".

With "naive" it draws as a bot that does not care: everything at four times the size, in the event loop. With "masters"
two masters begin to think at SIGUSR1, and stop at the next one; a line says that they have.
Knows no game and no figures.
"""

from __future__ import annotations

import asyncio
import itertools
import secrets
import signal
import sys
import time
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

from bot.app.client import Tessera
from bot.app.main import release_freed_memory, run
from bot.app.wiring import make_services
from bot.discord_api.rate_limit import RequestPace
from bot.model.robots import RobotTurn
from bot.playground.address import point_discord_at
from bot.screens import move_menu as move_menu_screen
from bot.screens import table as table_screen
from bot.screens import tables as tables_screen
from bot.services.robot_pool import RobotPool
from bot.store.store import Store
from engine import GAMES, State, Table, View
from render import PORTRAYALS
from render.looks.theme import load_theme
from render.pixels.paint import SPRITE_SCALE, draw_shape
from tests.bot.support.local_discord import TOKEN
from tests.bot.support.tessera import MANY, UNHURRIED

MASTERS = 2


async def main(address: str, path: Path, way: str) -> None:
    """Serve until killed."""
    if way == "naive":
        _be_naive()
    elif way == "masters":
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, Masters().turn)
    point_discord_at(address)
    store = await Store.open(path)
    services = make_services(store, time.time, lambda: secrets.token_hex(16))
    client = Tessera(services, store, burst=0.0, paces=UNHURRIED, pace=RequestPace(MANY))
    client.uploads_emojis = False
    await client.start(TOKEN)


class Masters:
    """Two robots that think about an opening for ever, while they are there."""

    def __init__(self) -> None:
        self._pool: RobotPool | None = None
        self._tasks: list[asyncio.Task[None]] = []

    def turn(self) -> None:
        """They come if they are not there, else they go."""
        self._turning = asyncio.create_task(self._turn())

    async def _turn(self) -> None:
        if self._pool is None:
            self._pool = RobotPool(MASTERS)
            self._tasks = [asyncio.create_task(_think(self._pool, seat)) for seat in range(MASTERS)]
        else:
            pool, self._pool = self._pool, None
            await pool.aclose()
            await asyncio.gather(*self._tasks, return_exceptions=True)
        sys.stdout.write("turned\n")
        sys.stdout.flush()


async def _think(pool: RobotPool, person: int) -> None:
    table = Table.new(GAMES["azul"], 2, {}, "a seed")
    view = table.view(table.state.to_act()[0])
    for number in itertools.count():
        await pool.choose(RobotTurn("master", view, f"{person} {number}", person, person, is_search=True))


def _be_naive() -> None:
    for module in (move_menu_screen, tables_screen, table_screen):
        if hasattr(module, "draw"):
            module.draw = _draw
    asyncio.to_thread = _here


async def _here(task: Callable[..., Any], *given: Any) -> Any:
    return task(*given)


def _draw(view: View[State], names: Sequence[str], say: Any, theme: str = "light", changes: Any = (), *_: Any) -> bytes:
    looks = load_theme(theme, view.game)
    scene = PORTRAYALS[view.game].scene(view, names, say, changes)
    image = Image.new(
        "RGB", (scene.ground.width * SPRITE_SCALE, scene.ground.height * SPRITE_SCALE), looks.colors["board"]
    )
    pen = ImageDraw.Draw(image)
    for shape in (*scene.ground.shapes, *scene.shapes):
        draw_shape(pen, looks, shape)
    file = BytesIO()
    image.reduce(SPRITE_SCALE).save(file, "PNG")
    return file.getvalue()


def begin() -> None:
    """Serve as the command line says."""
    release_freed_memory()
    run(main(sys.argv[1], Path(sys.argv[2]), "".join(sys.argv[3:])))
