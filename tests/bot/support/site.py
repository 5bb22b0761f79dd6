"""The pages of tables inside a test: the real server on a free port, and somebody who asks it for things."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

import aiohttp

from bot.model.room import PlayedRoom
from bot.services.services import Services
from bot.services.watching import Watching
from bot.settings import Address
from bot.web.server import pages_served
from engine import GAMES
from tests.bot.support.local_discord import PATIENCE
from tests.bot.support.rooms import ANA, BEN, doors_at

TOKEN = "the token of a bot"
PLAYED = 6  # moves


def free_port() -> int:
    """A port on which nobody listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


class Site:
    """A server of pages; `asked` is everybody's way in, without cookies."""

    def __init__(self, watching: Watching, address: str, asked: aiohttp.ClientSession) -> None:
        self.watching, self.address, self.asked = watching, address, asked

    async def get(self, path: str, **headers: str) -> tuple[int, str]:
        """Status and text of what is found there; `path` may be a whole address."""
        async with self.asked.get(self._url(path), headers=headers) as answer:
            return answer.status, await answer.text()

    @asynccontextmanager
    async def news(self, link: str, look: str = "", **headers: str) -> AsyncIterator[News]:
        """Somebody watches the table of that link."""
        url = f"{self._url(link)}/news{f'?look={look}' if look else ''}"
        async with self.asked.get(url, headers=headers) as answer:
            yield News(answer)

    def _url(self, path: str) -> str:
        return path if path.startswith("http") else self.address + path


class News:
    """A stream of news, as a browser reads it."""

    def __init__(self, answer: aiohttp.ClientResponse) -> None:
        self.answer, self.status = answer, answer.status

    async def next(self) -> dict[str, Any] | str:
        """What comes next, or the name of an event that has one."""
        name = ""
        async with asyncio.timeout(PATIENCE):
            while line := (await self.answer.content.readuntil(b"\n")).decode():
                key, _, value = line.rstrip("\n").partition(": ")
                if key == "event":
                    name = value
                elif key == "data":
                    return json.loads(value)
                elif line == "\n" and name:
                    return name
        return ""


@asynccontextmanager
async def site_of(services: Services, address: str = "") -> AsyncIterator[Site]:
    """The pages of these tables are served; `address`: where people think that they are."""
    port = free_port()
    here = f"http://127.0.0.1:{port}"
    async with pages_served(Address("127.0.0.1", port), services):
        services.watching.open(address or here, TOKEN)
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as asked:
            yield Site(services.watching, here, asked)


class ShownTable(NamedTuple):
    """A table and the link of its page."""

    room: PlayedRoom
    link: str


@asynccontextmanager
async def tables_of_all_games(folder: Path) -> AsyncIterator[dict[str, ShownTable]]:
    """A table of each game by its key, without Discord and some moves in; their pages are served."""
    async with doors_at(folder / "tessera.sqlite3") as doors:
        doors.wire(lambda: "a seed", GAMES)
        watching, lot, shown = doors.services.watching, Random(3), {}
        watching.is_public = everywhere
        async with site_of(doors.services):
            for game in GAMES:
                room = await doors.table(ANA, BEN, game=game)
                for _ in range(PLAYED):
                    room = await doors.move(room, str(lot.choice(room.table.view(room.to_act[0]).moves)))
                shown[game] = ShownTable(room, await watching.link(room))
            yield shown


@asynccontextmanager
async def visiting(window: Any, address: str = "http://127.0.0.1:") -> AsyncIterator[Any]:
    """A tab. A script error, an error of the console or a request to another address fails the test."""
    page, wrong = await window.new_page(), list[str]()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.on("request", lambda one: None if one.url.startswith((address, "data:")) else wrong.append(one.url))
    yield page
    await page.close()
    assert wrong == []


async def everywhere(_: object) -> bool:
    """Every channel is seen by everybody."""
    return True


def shapes(page: dict[str, Any]) -> list[bytes]:
    """The shapes of a whole page."""
    return _children(page["svg"], "{*}g/*")


def changed(before: list[bytes], page: dict[str, Any]) -> list[bytes]:
    """The shapes after the changes of a page, as board.js makes them."""
    for start, stop, markup in page["steps"]:
        others = _children(f'<svg xmlns="http://www.w3.org/2000/svg">{markup}</svg>', "*")
        before = [*before[:start], *others, *before[stop:]]
    return before


def _children(text: str, path: str) -> list[bytes]:
    return [ET.tostring(one) for one in ET.fromstring(text).findall(path)]
