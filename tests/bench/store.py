"""The statements of the store on a file with 72,000 tables under way: how long each of them holds the connection.

Knows no statement; they are heard while services do what the clock, the chores and presses do.
"""

from __future__ import annotations

import asyncio
import importlib
import itertools
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

import bot.store
from bot.logic.standings import LeaderboardQuery
from bot.model.people import Location, Person
from bot.store.database import Database
from bot.store.sqlite_adapter import SqliteAdapter
from bot.store.store import Store
from engine import GAMES
from tests.bench import Figure
from tests.bot.support.filled_store import BUSY, DAY, FIRST_PERSON, NOW, Size, fill
from tests.bot.support.rooms import Backend

SIZE = Size(running=72_000, finished=21_000, lines=2_000_000, lobbies=500)
ROUNDS = 15  # of everything, each with other tables and people
SLOWEST = 3  # statements that are shown of each kind
MOST = 5.0  # milliseconds of CPU that a statement may take, the middle of all times that it was carried out
_FOLDED_SIZE = "SELECT sum(length(lines)), sum(length) FROM folded_logs JOIN rooms ON id = room"
ON_DISK = ("COMMIT", "VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)")  # they take the time that the disk takes


class _TimedAdapter(SqliteAdapter):
    """Notes the CPU time of each statement, with the way to the thread of the connection and back.

    Time on a clock would tell of other programs on this machine; what waits for the disk is told by COMMIT and VACUUM.
    """

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.spans: defaultdict[str, list[float]] = defaultdict(list)

    async def execute(self, sql: str, facts: Any = ()) -> list[Any]:
        return await self._timed(sql, super().execute(sql, facts))

    async def fetch(self, sql: str, facts: Any) -> list[Any]:
        return await self._timed(sql, super().fetch(sql, facts))

    async def fetch_autocommit(self, sql: str, facts: Any) -> list[Any]:
        return await self._timed(sql, super().fetch_autocommit(sql, facts))

    async def _timed(self, sql: str, rows: Awaitable[list[Any]]) -> list[Any]:
        timer = perf_counter if sql in ON_DISK else process_time
        began = timer()
        try:
            return await rows
        finally:
            self.spans[sql].append(1000 * (timer() - began))

    def taken(self) -> dict[str, list[float]]:
        """What was noted since the last call: milliseconds by statement."""
        spans, self.spans = self.spans, defaultdict(list)
        return spans


def figures() -> Iterator[Figure]:
    """The slowest statements of the clock, of the chores, of presses, and of the deletion of a person."""
    yield from asyncio.run(_figures())


async def _figures() -> list[Figure]:
    with TemporaryDirectory() as folder:
        path, began = Path(folder) / "tessera.db", perf_counter()
        await fill(path, SIZE)
        found = [Figure("filled", perf_counter() - began, "s", 60), Figure("size", path.stat().st_size / 2**20, "MiB")]
        timed = await _TimedAdapter.open(path)
        database = Database(timed)
        try:
            backend = Backend(Store(database))
            backend.presses = itertools.count(10**15)
            backend.wire(lambda: "a seed", GAMES)
            for kind, work in KINDS:
                await measured(backend, work)
                found += _slowest(kind, timed.taken())
            found += await _folding(backend)
        finally:
            await database.close()
    return found


async def _folding(backend: Backend) -> list[Figure]:
    """What one table costs that is folded, what it costs to read, and how much room a line of a log takes."""
    store, spans = backend.store, defaultdict[str, list[float]](list)
    rooms = (await store.folded_logs.due_rooms(NOW, 1 + 200))[1:]

    def read(room_id: int) -> Awaitable[object]:
        return store.database.snapshot(lambda: store.rooms.read(room_id))

    async def timed(name: str, work: Callable[[int], Awaitable[object]]) -> None:
        for room_id in rooms:
            began = process_time()
            await work(room_id)
            spans[name].append(1000 * (process_time() - began))

    await timed("a log in lines is read", read)
    await timed("a log is folded", store.folded_logs.fold)
    await timed("a folded log is read", read)
    ((size, length),) = await store.database.fetch(_FOLDED_SIZE)
    found = [Figure(name, median(times), "ms CPU", MOST) for name, times in spans.items()]
    return [*found, Figure("a line of a folded log", size / length, "bytes", 15)]


async def measured(backend: Backend, work: Callable[[Backend, int], Awaitable[None]]) -> None:
    """The work is done in every round, each at a moment of its own."""
    for number in range(ROUNDS):
        backend.clock.time = NOW + 60 + number
        await work(backend, number)


def _slowest(kind: str, spans: dict[str, list[float]]) -> Iterator[Figure]:
    for sql in ON_DISK:
        if times := spans.pop(sql, None):
            yield Figure(f"{kind}: {sql}", median(times), "ms")
    called, middle = names(), {sql: median(times) for sql, times in spans.items()}
    for sql in sorted(middle, key=lambda one: middle[one], reverse=True)[:SLOWEST]:
        yield Figure(f"{kind}: {called.get(sql, sql[:30])}", middle[sql], "ms CPU", MOST)


def names() -> dict[str, str]:
    """What each statement is called."""
    modules = {path.stem: importlib.import_module(f"bot.store.{path.stem}") for path in _files()}
    pairs = [(stem, name, found) for stem, module in modules.items() for name, found in vars(module).items()]
    texts = {found: f"{stem}.{name}" for stem, name, found in pairs if isinstance(found, str)}
    many = {(f"{stem}.{name}", found) for stem, name, found in pairs if isinstance(found, tuple)}
    return {text: f"{name}[{n}]" for name, found in many for n, text in enumerate(found)} | texts


def _files() -> list[Path]:
    return sorted(Path(bot.store.__path__[0]).glob("*.py"))


async def _clock(backend: Backend, number: int) -> None:
    """A look of the clock; in the last round after an outage."""
    deadlines, servers = backend.services.deadlines, backend.services.servers
    if number == ROUNDS - 1:
        async for room_id, *_ in backend.store.deadlines.running_rooms(backend.clock.time):
            if not room_id % 500:
                await backend.rooms.room(room_id)
    await deadlines.note_heartbeat()
    await deadlines.end_expired()
    await deadlines.time_out()
    await deadlines.remind()
    await deadlines.next_due()
    await servers.forget_departed(())
    if number == 0:
        await servers.note_present(range(1, SIZE.running))


async def _chores(backend: Backend, _: int) -> None:
    """What is done every 15 seconds, and when a server comes back."""
    store, rooms = backend.store, backend.rooms
    await rooms.expire_lobbies(3600.0)
    await rooms.list_due_rooms()
    await store.rooms.rooms_awaiting_robots()
    await store.outbox.outdated_rooms()
    await store.stale_messages.due_messages(backend.clock.time)
    await store.notifications.due_notifications(backend.clock.time)
    await store.unreachable.rooms(backend.clock.time, None)
    await store.unreachable.rooms(None, 7)
    await store.unreachable.rooms(None, None)
    await backend.services.table_actions.fold_old_logs()


async def _presses(backend: Backend, number: int) -> None:
    """A person opens, joins, plays, ends, looks around; another one, who has played most, looks at old tables."""
    rooms, life, servers = backend.rooms, backend.services.table_actions, backend.services.servers
    ana, ben = (Person(FIRST_PERSON + 4 * number + n, "Ana") for n in range(2))
    place = Location(900_000 + number, 900_000 + number)
    room = await rooms.open("azul", ana, place, backend.press)
    await rooms.join(room.id, ben, backend.press)
    room = await rooms.start(room.id, ana.id, backend.press)
    await life.follow(room.id, ben.id)
    for _ in range(3):
        room = await backend.move(room, str(room.table.view(room.to_act[0]).moves[0]))
        await rooms.is_message_due(room.id)
        await backend.store.outbox.record_shown(room.record, replace(room.record.newest_message, id=number + 1), True)
    await life.propose(room.id, ana.id, "finish", backend.press)
    await backend.services.seats.offer(room.id, ana, room.seat_of(ana.id), Person(BUSY, "Busy"), backend.press)
    room = await life.resign(room.id, ben.id, backend.press)
    await life.rematch(room.id, ana, backend.press)
    for person in (ana.id, BUSY):
        await rooms.list_for_person(person)
        await life.finished_tables(person, 1_000_000 + number)
        await backend.services.leaderboards.profile(Person(person, "Ana"), "azul", 0, person)
    await rooms.list_in_channel(1_000_000 + number)
    await backend.services.leaderboards.page(LeaderboardQuery("azul", 0), ana.id)
    await servers.choose(number + 1, "language", ["hu"])
    if number == 0:
        await backend.services.privacy.export(Person(BUSY, "Busy"))


async def _deletions(backend: Backend, number: int) -> None:
    """People delete their data, one who has played most among them; a server is forgotten."""
    backend.clock.time += DAY
    if number < 3:
        await backend.services.privacy.erase(BUSY if number == 0 else FIRST_PERSON + 1000 * number)
    if number == 3:
        await backend.services.servers.forget(100)
    await backend.services.upkeep.remove_traces()


KINDS = (("clock", _clock), ("chore", _chores), ("press", _presses), ("deletion", _deletions))
