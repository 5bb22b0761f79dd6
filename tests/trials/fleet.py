"""Several processes on one database: no turn is lost or doubled, no rating is lost, no message is seen twice.

Each of the three has a control: without what keeps the processes apart it must be found out. Knows no rules.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from bot.model.people import Location, Person
from bot.model.room import PlayedRoom
from bot.services.rooms import Rooms
from bot.services.servers import Servers
from bot.store.store import Store
from tests.bench import Figure
from tests.bot.store.test_store import LOBBY
from tests.bot.support.postgres import beside, empty, programs, server
from tests.bot.support.program import Program, variables
from tests.engine.stand_ins import STAND_INS
from tests.trials.fleet_worker import choose
from tests.trials.races import moved_once

SIZE = 500  # turns; half as many endings, six times as many messages
PROCESSES = 4
PRESSES = 2  # of each process in a turn
TABLES = 20  # at which turns are made at a time
KILLS = 40  # in a whole campaign
CONTROLS = 20  # times, at most, that a control is looked at until it finds something
ROOT = Path(__file__).parents[2]
HOSTS = itertools.count(1_000)

Told = dict[str, Any]


class Process:
    """One process of that name, which can be killed and started again."""

    def __init__(self, address: str, name: str, book: Path) -> None:
        self._arguments = address, name, str(book)
        self.name, self._numbers = name, itertools.count()
        self._asked: dict[int, asyncio.Future[Told]] = {}
        self._runs = asyncio.Event()

    async def start(self) -> None:
        """Return when it can be told something."""
        self._process = await Program("tests.trials.fleet_worker", self._arguments, variables(), ROOT).listen()
        await self._process.stdout.readline()
        self._hearing = asyncio.create_task(self._hear(self._process.stdout))
        self._runs.set()

    async def do(self, deed: str, **told: Any) -> Told:
        """What it answers to this. Raises ConnectionError if it is killed before."""
        await self._runs.wait()
        number = next(self._numbers)
        answer = self._asked[number] = asyncio.get_running_loop().create_future()
        self._process.stdin.write(f"{json.dumps({'number': number, 'deed': deed, **told})}\n".encode())
        return await answer

    async def kill(self) -> None:
        """It is gone from one moment to the next."""
        self._runs.clear()
        self._process.kill()
        await self.end()

    async def end(self) -> None:
        """It has done what it was told, and is gone."""
        self._process.stdin.close()
        await self._process.wait()
        await self._hearing

    async def _hear(self, answers: asyncio.StreamReader) -> None:
        async for line in answers:
            told = json.loads(line)
            self._asked.pop(told["number"]).set_result(told)
        for answer in self._asked.values():
            answer.set_exception(ConnectionError(f"{self.name} is gone"))
        self._asked.clear()


class Fleet:
    """Several processes, and a store of our own, on the database at that address."""

    def __init__(self, address: str, store: Store, book: Path, processes: int) -> None:
        self.store, self.book = store, book
        self.rooms = Rooms(store, time.time, lambda: "s", STAND_INS, choose=choose, servers=Servers(store, time.time))
        self.processes = [Process(address, f"worker{n}", book) for n in range(processes)]
        self.presses = itertools.count(1)

    async def every(self, deed: str, told: Callable[[int], Told] = lambda _: {}) -> list[Told]:
        """What all of them answer, told at the same moment."""
        asked = (process.do(deed, **told(n)) for n, process in enumerate(self.processes))
        return list(await asyncio.gather(*asked))

    async def count(self, sql: str) -> int:
        """The number that the statement finds."""
        ((found,),) = await self.store.database.fetch(sql)
        return int(found or 0)

    async def change(self, *statements: str) -> None:
        """The database is otherwise than the program made it."""
        for sql in statements:
            await self.store.database.execute_autocommit(sql)


@asynccontextmanager
async def fleet(processes: int) -> AsyncIterator[Fleet]:
    """So many processes on an empty database."""
    found = programs()
    assert found is not None, "PostgreSQL is not installed"
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory())
        address = await empty(stack.enter_context(server(found)))
        store = await beside(address)
        stack.push_async_callback(store.close)
        here = Fleet(address, store, Path(folder) / "book", processes)
        await here.change("ALTER DATABASE tessera SET deadlock_timeout = '50ms'")
        await asyncio.gather(*(process.start() for process in here.processes))
        for process in here.processes:
            stack.push_async_callback(process.end)
        yield here


async def figures(size: int, processes: int = PROCESSES) -> list[Figure]:
    """So many turns, half as many endings, six times as many messages, each with its control."""
    async with fleet(processes) as here:
        found = [*await turns(here, size), *await endings(here, size // 2)]
        found += await messages(here, 6 * size, max(KILLS * size // SIZE, 1))
        return found + await controls(here, max(size // 10, 5))


async def controls(here: Fleet, few: int) -> list[Figure]:
    """What is found once nothing keeps the processes apart; the database is of no use afterwards."""
    await here.every("forget", lambda _: {"what": "lease"})
    held = await _at_last(lambda: _held(here, 4 * few))
    await here.every("forget", lambda _: {"what": "wide"})
    lost = await _at_last(lambda: _lost(here, 2 * few))
    await here.every("forget", lambda _: {"what": "change"})
    await here.change(*(f"ALTER TABLE {table} DROP CONSTRAINT {table}_pkey" for table in ("log", "presses")))
    doubled = await _at_last(lambda: doubled_turns(here, few))
    return [
        Figure(f"of {4 * few} held by two, leased for 10 ms", held, "messages", least=1),
        Figure(f"of {4 * few} lost without the wide lock", lost, "ratings", least=1),
        Figure(f"of {few} made twice without change and keys", doubled, "turns", least=1),
    ]


async def _at_last(look: Callable[[], Awaitable[float]]) -> float:
    """What the look finds, repeated while it finds nothing: on a busy machine processes may not meet at once."""
    for _ in range(CONTROLS):
        if found := await look():
            return found
    return 0


async def _held(here: Fleet, size: int) -> float:
    return (await messages(here, size, 0))[1].value


async def _lost(here: Fleet, size: int) -> float:
    *_, counted = await endings(here, size)
    return 2 * size - counted.value


# turns


async def turns(here: Fleet, size: int) -> list[Figure]:
    """Every process presses at once, again and again, at many tables."""
    tally, left = Counter[str](), iter(range(size))
    tables = (_table(here, number, left, tally) for number in range(min(TABLES, size)))
    await asyncio.gather(*tables)
    gaps = "SELECT count(*) FROM (SELECT room FROM log GROUP BY room HAVING max(n) + 1 <> count(*)) AS gaps"
    return [
        Figure("turns", tally["played"], "turns", least=size),
        Figure("presses of several processes", tally["presses"], "presses", least=size * len(here.processes) * PRESSES),
        Figure("turns made twice", tally["doubled"], "turns", most=0),
        Figure("turns lost, or not as pressed", tally["lost"], "turns", most=0),
        Figure("presses that went wrong", tally["wrong"], "presses", most=0),
        Figure("logs with gaps", await here.count(gaps), "tables", most=0),
    ]


async def doubled_turns(here: Fleet, size: int) -> int:
    """Of so many turns, each at a table of its own, how many are made by more than one press."""
    tally, lot = Counter[str](), Random(3)
    rooms = [await _dealt(here, number) for number in range(size)]
    for room in rooms:
        await _turn(here, room, lot, tally, look=False)
    return tally["doubled"]


async def _table(here: Fleet, number: int, left: Iterator[int], tally: Counter[str]) -> None:
    """Turns at one table after the other while any are left."""
    lot, room = Random(number), await _dealt(here, number)
    for _ in left:
        if room.phase != "playing":
            room = await _dealt(here, number)
        await _turn(here, room, lot, tally, look=True)
        room = await here.rooms.room(room.id)


async def _dealt(here: Fleet, number: int) -> PlayedRoom:
    people = [Person(next(HOSTS), "Ana") for _ in range(3)]
    keys = sorted(STAND_INS)
    room = await here.rooms.open(keys[number % len(keys)], people[0], Location(1, next(HOSTS)), next(here.presses))
    for person in people[1:]:
        await here.rooms.join(room.id, person, next(here.presses))
    dealt = await here.rooms.start(room.id, people[0].id, next(here.presses))
    assert isinstance(dealt, PlayedRoom)
    return dealt


async def _turn(here: Fleet, room: PlayedRoom, lot: Random, tally: Counter[str], *, look: bool) -> None:
    """All processes press at once: the same interaction, the same move, or different ones."""
    seat = lot.choice(room.to_act)
    moves, most = [str(move) for move in room.table.view(seat).moves], len(here.processes) * PRESSES
    texts = lot.choices(moves, k=most) if lot.random() < 0.5 else [lot.choice(moves)] * most
    same = next(here.presses)
    numbers = [same if lot.random() < 0.3 else next(here.presses) for _ in texts]
    pairs = list(zip(texts, numbers, strict=True))
    told = {"room": room.id, "seat": seat, "stamp": room.chairs[seat].stamp}
    answers = await here.every("play", lambda n: {**told, "presses": pairs[n * PRESSES : (n + 1) * PRESSES]})
    moved = sum(answer["moved"] for answer in answers)
    tally["presses"] += len(pairs)
    tally["doubled"] += moved > 1
    tally["wrong"] += sum(len(answer["wrong"]) for answer in answers)
    if look:
        later = await here.rooms.room(room.id)
        assert isinstance(later, PlayedRoom)
        as_pressed = moved_once(room.table, later.table, seat, texts)
        tally["played"] += moved == 1 and as_pressed
        tally["lost"] += moved < 1 or not as_pressed


# endings


async def endings(here: Fleet, size: int) -> list[Figure]:
    """Many rated games among a few people end at once."""
    rooms = await _added(here, size)
    await here.change("DELETE FROM results", "DELETE FROM ratings")
    answers = await here.every("end", lambda n: {"numbers": rooms[n :: len(here.processes)]})
    counted = await here.count("SELECT sum(games) FROM ratings WHERE guild = 0 AND season = 0")
    moments = await here.count("SELECT count(DISTINCT finished) FROM results")
    return [
        Figure("endings that went wrong", sum(len(answer["wrong"]) for answer in answers), "games", most=0),
        Figure("moments of endings", moments, "moments", least=size),
        Figure("ratings counted", counted, "ratings", least=2 * size),
    ]


async def _added(here: Fleet, size: int) -> list[int]:
    few = asyncio.Semaphore(8)

    async def one() -> int:
        async with few:
            lobby = replace(LOBBY, game="azul", guests=(), unpinged_guests=frozenset(), place=Location(7, next(HOSTS)))
            return (await here.store.add(lobby, next(here.presses))).id

    return list(await asyncio.gather(*(one() for _ in range(size))))


# messages


async def messages(here: Fleet, size: int, kills: int) -> list[Figure]:
    """Every process shows what is owed, while one after the other is killed and started again under its name."""
    await here.change("DELETE FROM outbox")
    rooms = set(await _added(here, size))
    here.book.write_text("")
    showing = asyncio.gather(*(_shown(process) for process in here.processes))
    for number in range(kills):
        await _noted(here.book, (number + 1) * size // (kills + 1), showing)
        process = here.processes[number % len(here.processes)]
        await process.kill()
        _note(here.book, f"{process.name} dead\n")
        await process.start()
    await showing
    posted, nonces, held = _read(here.book)
    return [
        Figure("messages lost", len(rooms - posted.keys()) + await here.count("SELECT count(*) FROM outbox"),
               "messages", most=0),
        Figure("messages held by two processes", held, "messages", most=0),
        Figure("messages seen twice", sum(len(of) > 1 for of in nonces.values()), "messages", most=0),
        Figure("messages", len(posted), "messages", least=size),
        Figure("posts that a nonce made one", sum(posted.values()) - len(posted), "posts"),
        Figure("processes killed", kills, "processes"),
    ]  # fmt: skip


async def _shown(process: Process) -> None:
    """The process shows all that is owed, also after it was killed."""
    is_done = False
    while not is_done:
        with suppress(ConnectionError):
            await process.do("show")
            is_done = True


async def _noted(book: Path, posts: int, showing: asyncio.Future[Any]) -> None:
    """So many messages were posted."""
    while not showing.done() and _posts(book) < posts:
        await asyncio.wait((showing,), timeout=0.02)


def _posts(book: Path) -> int:
    return book.read_bytes().count(b" post ")


def _note(book: Path, line: str) -> None:
    with book.open("a") as file:
        file.write(line)


def _read(book: Path) -> tuple[Counter[int], dict[int, set[str]], int]:
    """How often each room was posted, by which nonces, and how many were begun while another process had them."""
    posted, nonces, holders, held = Counter[int](), dict[int, set[str]](), dict[int, str](), 0
    for line in book.read_text().splitlines():
        name, what, *facts = line.split()
        room = int(facts[0]) if facts else 0
        if what == "dead":
            holders = {room: holder for room, holder in holders.items() if holder != name}
        elif what == "begin":
            held += holders.get(room, name) != name
            holders[room] = name
        elif what == "post":
            posted[room] += 1
            nonces.setdefault(room, set()).add(facts[1])
        else:
            holders.pop(room, None)
    return posted, nonces, held
