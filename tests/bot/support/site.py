"""The pages of tables inside a test: the real server on a free port, and somebody who asks it for things."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from ipaddress import ip_network
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

import aiohttp

from bot.model.room import PlayedRoom
from bot.services.services import Services
from bot.services.watching import Watching
from bot.settings import Address
from bot.web.server import serve_pages
from bot.web.traffic_limits import TrafficLimits
from engine import GAMES
from tests.bot.support.local_discord import PATIENCE
from tests.bot.support.rooms import ANA, BEN, backend_at
from tests.bot.support.tabs import first_tab

TOKEN = "the token of a bot"
PLAYED = 6  # moves
LOOPBACK = (ip_network("127.0.0.0/8"),)  # as a proxy, which says for whom it asks


def free_port() -> int:
    """A port on which nobody listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextmanager
def held_port() -> Iterator[int]:
    """A free port, which nobody else gets while nobody listens: a browser then keeps what it has loaded from there."""
    with socket.socket() as held:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind(("127.0.0.1", 0))
        yield int(held.getsockname()[1])


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

    def browser(self, origin: str = "") -> Browser:
        """A browser of somebody, without a session yet. `origin`: what it says its pages are from."""
        return Browser(self, origin or self.address)

    def _url(self, path: str) -> str:
        return path if path.startswith("http") else self.address + path


class Browser:
    """A browser that may have a session; it sends what a page of ours would send.

    `origin`: what it says its pages are from. `cookie`: what it was told to keep, "" for nothing.
    """

    def __init__(self, site: Site, origin: str) -> None:
        self._site, self.origin, self.cookie = site, origin, ""

    async def enter(self, link: str) -> int:
        """A personal link is opened; the status."""
        return (await self.post("/enter", link=link))[0]

    async def get(self, path: str) -> tuple[int, str]:
        """Status and text of what is found there."""
        return await self._site.get(path, **self._headers)

    async def menu(self, table: str, path: str = "", **facts: Any) -> Any:
        """The step of the menu after these answers."""
        query = "&".join(f"{name}={value}" for name, value in {"path": path, **facts}.items())
        return json.loads((await self.get(f"{table}/menu?{query}"))[1])

    async def waiting(self, table: str) -> Any:
        """What can be done while others are to move."""
        return json.loads((await self.get(f"{table}/waiting"))[1])

    async def post(self, path: str, **facts: Any) -> tuple[int, Any]:
        """Status and object of the answer to these facts."""
        async with self._posted(path, json.dumps(facts), "application/json") as answer:
            self.cookie = answer.headers.get("Set-Cookie", self.cookie)
            text = await answer.text()
            return answer.status, json.loads(text) if answer.content_type == "application/json" else None

    async def send(self, path: str, body: str, kind: str) -> int:
        """The status of the answer to any body."""
        async with self._posted(path, body, kind) as answer:
            return answer.status

    def news(self, table: str) -> AbstractAsyncContextManager[News]:
        """This person's own view of the table, as it changes."""
        return self._site.news(table, **self._headers)

    @property
    def _headers(self) -> dict[str, str]:
        return {"Cookie": self.cookie.partition(";")[0]} if self.cookie else {}

    def _posted(self, path: str, body: str, kind: str) -> AbstractAsyncContextManager[aiohttp.ClientResponse]:
        headers = {**self._headers, "Content-Type": kind, **({"Origin": self.origin} if self.origin else {})}
        return self._site.asked.post(self._site.address + path, data=body, headers=headers)


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
async def site_of(
    services: Services, address: str = "", gate: TrafficLimits | None = None, port: int = 0
) -> AsyncIterator[Site]:
    """The pages of these tables are served; `address`: where people think that they are."""
    port = port or free_port()
    here = f"http://127.0.0.1:{port}"
    async with serve_pages(Address("127.0.0.1", port), services, gate or TrafficLimits(proxies=LOOPBACK)):
        services.watching.open(address or here, TOKEN)
        async with aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=0), cookie_jar=aiohttp.DummyCookieJar()
        ) as asked:
            yield Site(services.watching, here, asked)


class ShownTable(NamedTuple):
    """A table and the link of its page."""

    room: PlayedRoom
    link: str


@asynccontextmanager
async def tables_of_all_games(folder: Path) -> AsyncIterator[dict[str, ShownTable]]:
    """A table of each game by its key, without Discord and some moves in; their pages are served."""
    async with backend_at(folder / "tessera.sqlite3") as backend:
        backend.wire(lambda: "a seed", GAMES)
        watching, lot, shown = backend.services.watching, Random(3), {}
        watching.is_public = everywhere
        async with site_of(backend.services):
            for game in GAMES:
                room = await backend.table(ANA, BEN, game=game)
                for _ in range(PLAYED):
                    room = await backend.move(room, str(lot.choice(room.table.view(room.to_act[0]).moves)))
                shown[game] = ShownTable(room, await watching.link(room))
            yield shown


@asynccontextmanager
async def visiting(window: Any, address: str = "http://127.0.0.1:") -> AsyncIterator[Any]:
    """The first tab. A script error, an error of the console or a request to another address fails the test."""
    wrong = list[str]()
    watched: dict[str, Any] = {
        "pageerror": lambda error: wrong.append(str(error)),
        "console": lambda said: wrong.append(said.text) if said.type == "error" else None,
        "request": lambda one: None if one.url.startswith((address, "data:", "about:")) else wrong.append(one.url),
    }
    async with first_tab(window) as page:
        for event, noted in watched.items():
            page.on(event, noted)
        yield page
        for event, noted in watched.items():
            page.remove_listener(event, noted)
    assert wrong == [], wrong


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
