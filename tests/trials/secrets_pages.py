"""Two worlds that differ in what a viewer may not know, on pages: every byte that this viewer gets must be the same.

Somebody with the link watches, plainly and in high contrast, and whoever has the seat of the pair plays there, before
the whole table or their own view, as does the actor of a pair that differs in what others have prepared: they get
documents, news, moments, the menu with its previews. Knows no game.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count, pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import aiohttp

from bot.model.people import Location, Person
from bot.model.room import PlayedRoom, Room
from bot.web.live_pages import LivePage, LivePages
from bot.web.traffic_limits import TrafficLimits
from engine import GAMES, Seat
from tests.bench import Figure
from tests.bot.support.local_discord import Threads
from tests.bot.support.rooms import Backend, backend_at, write_rows
from tests.bot.support.site import LOOPBACK, site_of
from tests.trials.ground import amiss
from tests.trials.placed import STAMP, place
from tests.trials.worlds import Pair, World, endless, prepared_pairs

SIZE = 2_000  # pairs
HIDING = (("azul", 3, {"wall": "gray"}), ("match_five", 2, {}), ("azul", 4, {"wall": "gray"}), ("match_five", 4, {}))
PREPARED = 4  # of so many pairs one differs in what somebody has prepared
TRIES = 3  # a slow machine may tell of two things at once; only what differs each time differs
SIGHTS = ("", "?sight=own")  # of whoever sits there, in turns
QUESTIONS = 6  # answered at most on the way to a preview
DATA = b"data: "
KEPT_OUT = (b"date",)  # of the headers: the time of day

Answer = tuple[str, bytes]  # what was asked for, and every byte that came


@dataclass(frozen=True)
class Eyes:
    """Somebody who looks: at the `page`, with a `cookie` of their own; `seat`: where they sit, None for nowhere."""

    page: str
    cookie: str
    seat: Seat | None
    look: str = ""


@dataclass
class Board:
    """A table whose position is replaced again and again; `eyes` with the link, and `seated` by their seats."""

    backend: Backend
    path: Path
    room: PlayedRoom
    address: str
    browser: aiohttp.ClientSession
    threads: Threads
    pages: LivePages
    eyes: tuple[Eyes, ...]
    seated: tuple[Eyes, ...]
    script: list[str] = field(default_factory=list)

    async def rest(self) -> None:
        """All that had to be looked at is drawn, and told everybody who watches."""
        while not all(map(_rests, self.pages._open.values())):
            await self.threads.had_turns()

    async def put(self, world: World, change: int) -> None:
        """The room stands at the table of that world, and nobody watches any more who saw another one."""
        while self.pages._open:
            for live in self.pages._open.values():
                live._notify()  # which ends the streams of those who have gone
            await self.threads.had_turns()
        shown = {"change": change, "posted": self.backend.clock()}
        async with self.backend.store.database.port._turn:
            with contextlib.closing(sqlite3.connect(self.path)) as database, database:
                place(database, self.room.id, world, shown)

    async def get(self, eyes: Eyes, rest: str) -> Answer:
        """What the eyes get from there, headers and all."""
        asked = f"{eyes.page}{rest}"
        async with self.browser.get(self.address + asked, headers=_headers(eyes)) as answer:
            return asked, _head(answer) + await answer.read()


def _rests(live: LivePage) -> bool:
    """Whether it waits for news, and everybody who watches for what it tells."""
    waits = bool(live.needs_look._waiters) and not live.needs_look.is_set()
    return waits and len(live._changed._waiters) == live.viewers


def _headers(eyes: Eyes) -> dict[str, str]:
    address = f"10.{next(_ADDRESSES) % 250}.{next(_ADDRESSES) // 250 % 250}.{next(_ADDRESSES) // 62_500 % 250}"
    cookie = {"Cookie": f"tessera={eyes.cookie}"} if eyes.cookie else {}
    return {"Accept-Encoding": "identity", "X-Forwarded-For": address, **cookie}


_ADDRESSES = count()


def _head(answer: aiohttp.ClientResponse) -> bytes:
    lines = [b"%s: %s" % (name, value) for name, value in answer.raw_headers if name.lower() not in KEPT_OUT]
    return b"%d " % answer.status + b"\n".join(lines) + b"\n"


async def figures(size: int) -> list[Figure]:
    """So many pairs on the pages."""
    lot, kinds, leaks, answers = Random(6), Counter[str](), list[str](), 0
    empty = list[str]()
    async with boards() as tables:
        sources = [endless(GAMES[key], *more, Random(n)) for n, (key, *more) in enumerate(HIDING)]
        prepared = [endless(GAMES[key], *more, Random(n), prepared_pairs) for n, (key, *more) in enumerate(HIDING)]
        for number in range(size):
            at = lot.randrange(len(HIDING))
            pair = next((prepared if number % PREPARED == 0 else sources)[at])
            seen, other = await compared(tables[at], pair, number)
            kinds[_case(pair)] += 1
            answers += len(seen) + len(other)
            empty += [asked for asked, text in seen if "/news" in asked and says_nothing(text)]
            if seen != other:
                leaks.append(f"{HIDING[at]} {pair.worlds[0].text}: {_difference(seen, other)}")
    return [
        Figure("pairs of worlds on pages", kinds.total(), "pairs", least=size),
        *(Figure(f"  {kind}", n, "pairs") for kind, n in sorted(kinds.items())),
        Figure("answers and streams compared", answers, "answers", least=size),
        amiss("pairs that viewers of pages can tell apart", leaks),
        amiss("news of which a viewer sees nothing", empty),
    ]


def _case(pair: Pair) -> str:
    kind = "with and without prepared moves" if pair.silent else "hidden turns"
    return f"{kind}, {'with the link alone' if pair.watcher is None else 'with the link, and from a seat'}"


@asynccontextmanager
async def boards() -> AsyncIterator[list[Board]]:
    """A table of each kind that hides something, and a server of their pages."""
    threads = Threads()
    asyncio.get_running_loop().set_default_executor(threads)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "tessera.sqlite3"
        async with backend_at(path) as backend:
            seeds = count()
            backend.wire(lambda: f"seed {next(seeds)}", GAMES)
            backend.services.watching.is_public = _everywhere
            jar = aiohttp.DummyCookieJar()
            gate = TrafficLimits(burst=1_000_000, proxies=LOOPBACK)
            async with site_of(backend.services, gate=gate) as site, aiohttp.ClientSession(cookie_jar=jar) as browser:
                yield [await _board(backend, path, (site.address, browser, threads), n) for n in range(len(HIDING))]


async def _everywhere(_: Room) -> bool:
    return True


async def _board(backend: Backend, path: Path, way: tuple[str, aiohttp.ClientSession, Threads], number: int) -> Board:
    key, seats, options = HIDING[number]
    people = [Person(100 * number + seat + 1, f"P{number} {seat}") for seat in range(seats)]
    lobby = await backend.lobby(*people, game=key, place=Location(7, 70 + number))
    chosen = json.dumps(GAMES[key].chosen(options))
    await write_rows(backend.store, "UPDATE rooms SET options = ? WHERE id = ?", chosen, lobby.id)
    room = await backend.rooms.start(lobby.id, people[0].id, backend.press)
    assert isinstance(room, PlayedRoom)
    link = (await backend.services.watching.link(room)).removeprefix(way[0])
    eyes = (Eyes(link, "", None), Eyes(link, "", None, "?look=contrast"))
    seated = [
        Eyes(f"/table/{room.code}", await _cookie(backend, one), room.seat_of(one.id), look)
        for one in people
        for look in SIGHTS
    ]
    pages = next(one.__self__ for one in backend.services.watching._listeners)
    return Board(backend, path, room, *way, pages, eyes, tuple(seated))


async def _cookie(backend: Backend, person: Person) -> str:
    """What the browser of this person carries."""
    sessions = backend.services.page_sessions
    return await sessions.open(await sessions.create_link(person))


async def compared(board: Board, pair: Pair, number: int) -> tuple[list[Answer], list[Answer]]:
    """What the viewers got in both worlds; tried again while it differs."""
    seen, other = list[Answer](), list[Answer]()
    for turn in range(TRIES):
        board.script.clear()
        seen, other = [await _got(board, pair, world, 1000 * (TRIES * number + turn + 1)) for world in pair.worlds]
        if seen == other:
            break
    return seen, other


async def _got(board: Board, pair: Pair, world: World, change: int) -> list[Answer]:
    """Every byte that the viewers got, before and after the move of the actor, and the news meanwhile.

    The first world writes the script of what is asked for, the second follows it.
    """
    seats = {pair.watcher, pair.actor} if pair.silent else {pair.watcher}
    look = SIGHTS[change // 1000 % len(SIGHTS)]
    viewers = [*board.eyes, *(one for one in board.seated if one.seat in seats and one.look == look)]
    await board.put(world, change)
    script = list(board.script)
    async with contextlib.AsyncExitStack() as stack:
        streams = [await stack.enter_async_context(_stream(board, one)) for one in viewers]
        before = await _looked(board, viewers, script)
        await board.backend.rooms.play(board.room.id, pair.actor, STAMP, world.text, board.backend.press)
        await board.rest()
        after = await _looked(board, viewers, script)
        told = [(f"{one.page}/news{one.look}", b"".join(stream)) for one, stream in zip(viewers, streams, strict=True)]
    return [*before, *after, *told]


@asynccontextmanager
async def _stream(board: Board, eyes: Eyes) -> AsyncIterator[list[bytes]]:
    """What comes of news while somebody listens; the whole table is there at once."""
    async with board.browser.get(f"{board.address}{eyes.page}/news{eyes.look}", headers=_headers(eyes)) as answer:
        heard = [_head(answer)]
        if answer.status == 200:
            heard.append(await answer.content.readuntil(b"\n\n"))

        async def listen() -> None:
            async for piece in answer.content.iter_any():
                heard.append(piece)

        task = asyncio.create_task(listen())
        try:
            yield heard
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


async def _looked(board: Board, viewers: Sequence[Eyes], script: list[str]) -> list[Answer]:
    """What they look at: the document, the moments and some of them, and what whoever sits there is asked."""
    found = list[Answer]()
    for eyes in viewers:
        found += [await board.get(eyes, rest) for rest in ("", "/moments", f"/moments/999999{eyes.look}")]
        found.append(await board.get(eyes, f"/moments/{len(found)}"))
        found += [await board.get(eyes, f"/moments/999999?seat={seat}") for seat in range(len(board.room.occupants))]
        if eyes.seat is not None:
            found.append(await board.get(eyes, "/waiting"))
            for ahead in ("", "p"):
                found += await _asked(board, eyes, ahead, script)
    return found


async def _asked(board: Board, eyes: Eyes, ahead: str, script: list[str]) -> list[Answer]:
    """The questions of the menu with answers by lot, up to the preview of a move."""
    found, path, lot = list[Answer](), "", Random(len(board.script) + len(script))
    for _ in range(QUESTIONS):
        found.append(await board.get(eyes, f"/menu?ahead={ahead}{path}{eyes.look.replace('?', '&')}"))
        if script:
            path = script.pop(0)
        else:
            path = _next(found[-1][1], lot)
            board.script.append(path)
        if not path:
            break
    return found


def _next(answer: bytes, lot: Random) -> str:
    """What is asked for after that answer, "" for nothing more."""
    asked: dict[str, Any] = json.loads(answer[answer.index(b"{") :])
    if asked.get("ticks"):
        tiles = lot.sample(asked["ticks"]["tiles"], asked["ticks"]["least"])
        return f"&path={asked['path']}&tiles={'.'.join(one['path'] for one in tiles)}"
    answers = [*asked.get("answers", ()), *asked.get("instead", ())] if "move" not in asked else []
    return f"&path={lot.choice(answers)['path']}" if answers else ""


def says_nothing(stream: bytes) -> bool:
    """Whether there are news in the stream that change neither a word nor the drawing."""
    news = [json.loads(line[len(DATA) :]) for line in stream.splitlines() if line.startswith(DATA)]
    bare = [{key: one.get(key) for key in ("title", "standing", "lines", "alt", "turn", "id")} for one in news]
    return any(one == other for one, other in pairwise(bare))


def _difference(seen: Sequence[Answer], other: Sequence[Answer]) -> str:
    if len(seen) != len(other):
        return f"{len(seen)} answers, {len(other)} answers"
    one, two = next(pair for pair in zip(seen, other, strict=True) if pair[0] != pair[1])
    pieces = zip(one[1] + b"$", two[1] + b"!", strict=False)
    at = next((n for n, (a, b) in enumerate(pieces) if a != b), 0)
    return f"{one[0]} ...{one[1][max(0, at - 60) : at + 60]!r} | {two[1][max(0, at - 60) : at + 60]!r}"
