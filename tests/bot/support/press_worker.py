"""Tessera in a process of its own, to be timed: `python -m tests.bot.press_worker <address> <file> [naive]`.

With "naive" it draws as a bot that does not care: everything at four times the size, in the event loop.
Knows no game and no figures.
"""

from __future__ import annotations

import asyncio
import secrets
import sys
import time
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

from bot.app.client import Tessera
from bot.app.event_loop import run
from bot.app.main import give_back
from bot.app.wiring import wire
from bot.discord_api.pace import Pace
from bot.playground.address import DEFAULT_TOKEN, point_discord_at
from bot.screens import move_menu as move_menu_screen
from bot.screens import table as table_screen
from bot.screens import tables as tables_screen
from bot.store.store import Store
from engine import State, View
from render import PORTRAYALS
from render.looks.theme import load
from render.pixels.paint import SCALE, stroke
from tests.bot.support.tessera import MANY, UNHURRIED


async def main(address: str, path: Path, naive: bool) -> None:
    """Serve until killed."""
    if naive:
        _be_naive()
    point_discord_at(address)
    store = await Store.open(path)
    services = wire(store, time.time, lambda: secrets.token_hex(16))
    client = Tessera(services, store, burst=0.0, paces=UNHURRIED, pace=Pace(MANY))
    client.uploads_emojis = False
    await client.start(DEFAULT_TOKEN)


def _be_naive() -> None:
    for module in (move_menu_screen, tables_screen, table_screen):
        if hasattr(module, "draw"):
            module.draw = _draw
    asyncio.to_thread = _here


async def _here(task: Callable[..., Any], *given: Any) -> Any:
    return task(*given)


def _draw(view: View[State], names: Sequence[str], say: Any, theme: str = "light", changes: Any = (), *_: Any) -> bytes:
    looks = load(theme, view.game)
    scene = PORTRAYALS[view.game].scene(view, names, say, changes)
    image = Image.new("RGB", (scene.ground.width * SCALE, scene.ground.height * SCALE), looks.colors["board"])
    pen = ImageDraw.Draw(image)
    for shape in (*scene.ground.shapes, *scene.shapes):
        stroke(pen, looks, shape)
    file = BytesIO()
    image.reduce(SCALE).save(file, "PNG")
    return file.getvalue()


if __name__ == "__main__":
    give_back()
    run(main(sys.argv[1], Path(sys.argv[2]), sys.argv[3:] == ["naive"]))
