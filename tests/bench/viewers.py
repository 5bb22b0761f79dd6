"""Hundreds of people watch a hundred tables on the pages of one process: how soon they see a move, and what it costs.

The viewers are another process, and what the same moves cost while nobody watches is taken away, so what is told is the
work of the pages. Knows no rules.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import sys
import time
from bisect import bisect_right
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count, cycle, islice
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from bot.app.main import release_freed_memory, run
from bot.model.people import Location, Person
from bot.model.room import PlayedRoom, Room
from engine import GAMES
from render import has_pictures
from tests.bench import Figure
from tests.bot.support.rooms import Backend, backend_at
from tests.bot.support.site import site_of

MOVES = 1_500
TABLES, EACH, RATE = 100, 5, 50  # tables, viewers of each, moves a second of all tables
SOON, LATE = 50, 1000  # milliseconds from the save until 99 of 100 viewers have it, from the press until all have
CHEAP, SMALL = 0.5, 50  # milliseconds of CPU for a viewer and move, KiB of memory for a viewer
KIB, PAGE = 1024, os.sysconf("SC_PAGE_SIZE")
CALM = 1.0  # seconds at the end for what is still under way
MOST_OF_A_SERVER = 10  # tables
TRIES = 2  # looks at a table for each move that is wanted; some are over

Turn = tuple[int, str]  # the seat, and the notation of its move


@dataclass
class Round:
    """Moves at many tables: when each was asked for and saved, by room, and what all of them cost.

    `asked` and `saved`: seconds of the monotonic clock. `cpu`: seconds. `memory`: bytes that came to be in use.
    """

    asked: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    saved: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    cpu: float = 0.0
    memory: int = 0


@dataclass(frozen=True)
class Heard:
    """What one viewer of a room got after the first picture: when, in seconds of the monotonic clock, and how large."""

    room: int
    news: tuple[tuple[float, int], ...]


def figures() -> Iterator[Figure]:
    """What 500 viewers of 100 tables see and cost, on the event loop and with the memory of the program."""
    release_freed_memory()
    alone, watched, heard = run(_rounds())
    yield from _told(alone, watched, heard)


async def _rounds() -> tuple[Round, Round, list[Heard]]:
    """The same moves while nobody watches, and while everybody does."""
    async with _tables() as (backend, rooms):
        turns = await _chosen(backend, rooms)
    async with _tables() as (backend, rooms):
        alone = await _played(backend, rooms, turns)
    async with _tables() as (backend, rooms), site_of(backend.services) as site:
        links = [await site.watching.link(room) for room in rooms]
        for link in links:  # what is made once for all
            async with site.news(link) as news:
                await news.next()
        before = _memory()
        places = [(room.id, link) for room, link in zip(rooms, links, strict=True)] * EACH
        async with _watched(site.address, places) as heard:
            watched = await _played(backend, rooms, turns)
            watched.memory = _memory() - before
    return alone, watched, heard


@asynccontextmanager
async def _tables() -> AsyncIterator[tuple[Backend, list[PlayedRoom]]]:
    """Tables of every game, each of people and in a channel of its own."""
    with TemporaryDirectory() as folder:
        async with backend_at(Path(folder) / "tessera.sqlite3") as backend:
            seeds = count()
            backend.wire(lambda: f"seed {next(seeds)}", GAMES)
            backend.services.watching.is_public = _everywhere
            games = islice(cycle(filter(has_pictures, GAMES)), TABLES)
            yield backend, [await _table(backend, game, number) for number, game in enumerate(games)]


async def _everywhere(_: Room) -> bool:
    return True


async def _table(backend: Backend, game: str, number: int) -> PlayedRoom:
    seats = GAMES[game].seats
    people = [Person(100 * number + seat + 1, f"Player {number}.{seat}") for seat in range(seats[number % len(seats)])]
    place = Location(1 + number // MOST_OF_A_SERVER, 1000 + number)
    lobby = await backend.lobby(*people, game=game, place=place)
    room = await backend.rooms.start(lobby.id, people[0].id, backend.press)
    assert isinstance(room, PlayedRoom)
    return room


async def _chosen(backend: Backend, rooms: Sequence[PlayedRoom]) -> list[tuple[int, Turn]]:
    """Moves by lot, one table after the other, without those that are over: the place of the table, the move."""
    lot, found = Random(1), list[tuple[int, Turn]]()
    for at in islice(cycle(range(len(rooms))), TRIES * MOVES):
        room = await backend.rooms.room(rooms[at].id)
        if len(found) < MOVES and room.to_act:
            found.append((at, (room.to_act[0], str(lot.choice(room.table.view(room.to_act[0]).moves)))))
            await backend.move(room, found[-1][1][1])
    return found


async def _played(backend: Backend, rooms: Sequence[PlayedRoom], turns: Sequence[tuple[int, Turn]]) -> Round:
    """Every move at its moment, as if people pressed, whether or not those before it are saved."""
    done, began = Round(), time.monotonic()
    backend.rooms.listen(lambda number: done.saved[number].append(time.monotonic()))
    memory, before, tasks = _memory(), time.process_time(), list[asyncio.Task[PlayedRoom]]()
    for number, (at, (seat, text)) in enumerate(turns):
        await asyncio.sleep(max(0.0, began + number / RATE - time.monotonic()))
        done.asked[rooms[at].id].append(time.monotonic())
        tasks.append(asyncio.create_task(backend.rooms.play(rooms[at].id, seat, None, text, backend.press)))
    await asyncio.gather(*tasks)
    await asyncio.sleep(CALM)
    done.cpu, done.memory = time.process_time() - before, _memory() - memory
    return done


@asynccontextmanager
async def _watched(address: str, places: Sequence[tuple[int, str]]) -> AsyncIterator[list[Heard]]:
    """Within, somebody in another process watches each room by its link; afterwards the list says what they got."""
    heard = list[Heard]()
    pipe = asyncio.subprocess.PIPE
    worker = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.bot.support.viewers_worker", stdin=pipe, stdout=pipe, limit=1 << 26
    )
    assert worker.stdin is not None
    assert worker.stdout is not None
    worker.stdin.write(json.dumps([address, [link.partition("/watch")[2] for _, link in places]]).encode() + b"\n")
    assert await worker.stdout.readline() == b"all see their table\n"
    yield heard
    worker.stdin.close()
    found = json.loads(await worker.stdout.readline())
    await worker.wait()
    heard += [Heard(room, tuple(map(tuple, news))) for (room, _), news in zip(places, found, strict=True)]


def _memory() -> int:
    gc.collect()
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * PAGE


def _told(alone: Round, watched: Round, heard: Sequence[Heard]) -> Iterator[Figure]:
    moves = sum(map(len, watched.asked.values()))
    saved, asked = _late(heard, watched.saved), _late(heard, watched.asked)
    sizes = [length / KIB for one in heard for _, length in one.news]
    yield Figure("viewers", len(heard), "viewers", least=TABLES * EACH)
    yield Figure("moves", moves, "moves", least=MOVES)
    yield Figure("news of a move for each viewer", len(sizes) / (moves * EACH), "news", most=1)
    yield Figure("from the save to the viewer, p50", median(saved) * 1000, "ms")
    yield Figure("from the save to the viewer, p99", quantiles(saved, n=100)[98] * 1000, "ms", most=SOON)
    yield Figure("from the press to the viewer, slowest", max(asked) * 1000, "ms", most=LATE)
    more = watched.cpu - alone.cpu
    yield Figure("a move that nobody watches", alone.cpu / moves * 1000, "ms CPU")
    yield Figure("a move for all who watch, besides", more / moves * 1000, "ms CPU")
    yield Figure("a viewer and move", more / (moves * EACH) * 1000, "ms CPU", most=CHEAP)
    yield Figure("memory of a viewer", (watched.memory - alone.memory) / len(heard) / KIB, "KiB", most=SMALL)
    yield Figure("news, p50", median(sizes), "KiB", most=5)
    yield Figure("news, largest", max(sizes), "KiB", most=40)


def _late(heard: Sequence[Heard], since: dict[int, list[float]]) -> list[float]:
    """The seconds from the last such moment of its room until each news came."""
    return [at - _last(since[one.room], at) for one in heard for at, _ in one.news]


def _last(moments: list[float], at: float) -> float:
    return moments[bisect_right(moments, at) - 1]
