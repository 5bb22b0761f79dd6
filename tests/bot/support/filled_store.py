"""A file with as many tables as a busy bot has: a few games are really played, then copied row by row.

Knows no statement of the store; it writes as fast as SQLite can, which is no way to keep anything.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from bot.model.people import Location
from bot.model.room import Room
from bot.store.store import Store
from engine import GAMES
from tests.bot.support.rooms import ANA, BEN, CY, Backend

NOW = 1_800_000_000.0  # unix seconds; every row of the file is from before
DAY = 86_400.0
FIRST_PERSON = 1_000_000  # account numbers from here on sit at the copies
BUSY = FIRST_PERSON - 1  # a person who has played more than anybody else
OPEN_AT_ONCE, BUSY_GAMES = 10, 500  # tables of one person under way; finished ones of the busy person
PER_CHANNEL, PER_GUILD = 5, 20


@dataclass(frozen=True)
class Size:
    """How much the file holds: tables under way, tables that are over, log lines of all of them, lobbies at least."""

    running: int
    finished: int
    lines: int
    lobbies: int


async def fill(path: Path, size: Size) -> None:
    """The file holds so much, and is as the program would have written it. It has no statistics yet."""
    store = await Store.open(path)
    try:
        backend = Backend(store)
        backend.clock.time = NOW - 20 * DAY
        backend.wire(lambda: "a seed", GAMES)
        short = await _played(backend, 12)
        long = await _played(backend, 1_000)
        lobby = await backend.rooms.open("azul", ANA, Location(1, 1), backend.press)
    finally:
        await store.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        for pragma in ("synchronous = OFF", "foreign_keys = OFF", "cache_size = -200000"):
            database.execute(f"PRAGMA {pragma}")
        database.execute("BEGIN")
        _Copies(database, size).make(short, long, lobby)
        database.execute("COMMIT")
        database.execute("DROP TABLE IF EXISTS sqlite_stat1")  # of the few tables that were played


async def _played(backend: Backend, moves: int) -> Room:
    """A table of two with so many moves, or to its end; it has a clock, a remark and, while it is played, an offer."""
    room = await backend.lobby(ANA, BEN, game="azul")
    record = await backend.store.load(room.id)
    await backend.store.save(record, replace(record, terms={"clock": "daily"}), None)
    room = await backend.rooms.start(room.id, ANA.id, backend.press)
    lot = Random(moves)
    while room.phase == "playing" and moves:
        backend.clock.time += round(lot.uniform(60.0, 20_000.0), 6)
        room, moves = await backend.move(room, str(room.table.view(room.to_act[0]).moves[0])), moves - 1
    if room.phase == "playing":
        await backend.services.seats.offer(room.id, ANA, room.seat_of(ANA.id), CY, backend.press)
        await backend.services.table_actions.propose(room.id, BEN.id, "finish", backend.press)
    return await backend.rooms.room(room.id)


class _Copies:
    """Copies of the rows of a few rooms. In the expressions `k` counts the copies from 0 and `id` is the new room."""

    def __init__(self, database: sqlite3.Connection, size: Size) -> None:
        self._database, self._size = database, size
        self._columns = {
            table: [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
            for (table,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
        }

    def make(self, short: Room, long: Room, lobby: Room) -> None:
        """All that the file is to hold."""
        self._people()
        self._running(short)
        self._finished(long)
        self._tables(
            lobby, self._size.lobbies, {"opened": f"{NOW} - k % 3600", "changed_at": "opened"}, ("rooms", "seats")
        )

    def _people(self) -> None:
        count = max(2, 2 * self._size.running // OPEN_AT_ONCE)
        self._persons = count
        self._numbers(count)
        self._database.execute(f"INSERT INTO people SELECT {FIRST_PERSON} + k, 'Person ' || k FROM numbers")
        self._database.execute("INSERT INTO people VALUES (?, 'Busy')", (BUSY,))
        self._database.execute(
            "INSERT INTO preferences SELECT id, 'zone', 'Europe/Budapest' FROM people WHERE id % 3 = 0"
        )
        self._database.execute("INSERT INTO preferences SELECT id, 'listed', 'no' FROM people WHERE id % 50 = 0")
        self._database.execute(
            "INSERT INTO puzzles (day, game, guild, record, judged)"
            " SELECT 'day ' || id, 'azul', 0, '', '[]' FROM people LIMIT 100"
        )
        self._database.execute(
            "INSERT INTO puzzle_attempts (puzzle, person)"
            " SELECT puzzles.id, people.id FROM puzzles JOIN people ON puzzles.id < 4"
        )
        self._database.execute("INSERT INTO solved_days SELECT id, 'day ' || id FROM people")

    def _running(self, room: Room) -> None:
        """Of 50 one pauses, one has a proposal, one an offer; of 100 one cannot be shown, and one is to be shown."""
        self._tables(room, self._size.running, {
            "due": f"iif(due IS NULL, NULL, {NOW} + 60 + (k * 7919) % {DAY} - iif(k % 50 = 1, 2 * {DAY}, 0))",
            "remind_at": f"iif(remind_at IS NULL, NULL, {NOW} + 60 + (k * 7907) % {DAY}"
            f" - iif(k % 50 = 1, 2 * {DAY}, 0))",
            "opened": f"{NOW} - 10 * {DAY} + 10 * k",
            "is_paused": "k % 50 = 1",
            "paused": f"iif(k % 50 = 1, {NOW} - 2 * {DAY}, NULL)",
        }, ("rooms", "seats", "log", "presses", "room_events"))  # fmt: skip
        for table, every in (("proposals", 50), ("offers", 50)):
            self._copy(table, room.id, {"at": f"{NOW} - k % 3600"}, f"k % {every} = 2")
        somebody = f"{FIRST_PERSON} + k % {self._persons}"
        for table, row, every in (
            ("unreachable_rooms", f"id, 'no_access', {NOW} - 3600, {NOW} - 60, 0", 100),
            ("outbox", f"id, 5, 5, {NOW} - 60", 50),
            ("followers", f"id, {somebody}", 5),
            ("handovers", f"id, 0, 0, {somebody}, 3, 'late', {NOW}", 10),
            ("lobby_removals", f"id, {somebody}", 10),
            ("guests", f"id, 0, {somebody}, 1, 1", 10),
        ):
            columns = ", ".join(self._columns[table][: row.count(",") + 1])
            self._database.execute(f"INSERT INTO {table} ({columns}) SELECT {row} FROM numbers WHERE k % {every} = 0")

    def _finished(self, room: Room) -> None:
        """The busy person sat at the first of them; the log lines that are missing are theirs."""
        size = self._size
        self._tables(room, size.finished, {
            "changed_at": f"{NOW} - {DAY} * (1 + k % 300)",
            "person": f"iif(k < {BUSY_GAMES} AND seat = 0, {BUSY}, {self._seated})",
            "ended_by": "''",
        }, ("rooms", "seats", "room_events"))  # fmt: skip
        ((have,),) = self._database.execute("SELECT count(*) FROM log")
        self._copy("log", room.id, {}, f"k * {len(room.table.log)} < {size.lines - have}")
        self._database.execute(
            "INSERT INTO results (room, seat, game, edition, guild, finished, person, rank, points)"
            f" SELECT rooms.id, seat, game, edition, guild, {NOW} - 1e8 + rooms.id, person, 1 + seat, 40"
            " FROM numbers JOIN rooms USING (id) JOIN seats ON seats.room = rooms.id"
        )
        self._database.execute(
            "INSERT INTO rating_changes"
            " SELECT room, person, 25, 26, 25, 26, 0 FROM numbers JOIN results ON results.room = id"
        )

    @property
    def _seated(self) -> str:
        """Who sits there: neighbors share tables, and nobody sits twice at one."""
        return f"{FIRST_PERSON} + (k * 2 + seat) % {self._persons}"

    def _numbers(self, count: int) -> None:
        """The table of the copies to come: `k` and the `id` of each room."""
        ((last,),) = self._database.execute("SELECT max(id) FROM rooms")
        self._database.execute("DROP TABLE IF EXISTS temp.numbers")
        self._database.execute("CREATE TEMP TABLE numbers (k INTEGER PRIMARY KEY, id INTEGER NOT NULL UNIQUE)")
        rows = ((k, last + 1 + k) for k in range(count))
        self._database.executemany("INSERT INTO numbers VALUES (?, ?)", rows)

    def _tables(self, room: Room, count: int, changed: dict[str, str], tables: tuple[str, ...]) -> None:
        self._numbers(count)
        usual = {
            "guild": f"1 + k / {PER_GUILD}",
            "channel": f"1000000 + k / {PER_CHANNEL}",
            "host": f"{FIRST_PERSON} + k * 2 % {self._persons}",
            "person": f"iif(person IS NULL, NULL, {self._seated})",
            "message": "7000000 + k",
            "press": "numbers.id * 1000000 + press",
            **changed,
        }
        for table in tables:
            self._copy(table, room.id, usual)

    def _copy(self, table: str, room_id: int, changed: dict[str, str], only: str = "1") -> None:
        """The rows of that room, once for each number; `changed`: expressions for columns that differ."""
        key, columns = "id" if table == "rooms" else "room", self._columns[table]
        own = {**{name: f"one.{name}" for name in columns}, **changed, key: "numbers.id"}
        chosen = ", ".join(own[name] for name in columns)
        self._database.execute(
            f"INSERT INTO {table} SELECT {chosen} FROM numbers CROSS JOIN {table} AS one"
            f" WHERE one.{key} = ? AND ({only})",
            (room_id,),
        )
