"""A PostgreSQL server is killed again and again while people play: every move that they were told of is there, once.

The services stand on a real store. A press that meets no server is told so, and play goes on once there is one.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from time import perf_counter

from bot.model.errors import Refusal
from bot.model.people import Location, Person
from bot.model.record import Record
from bot.model.room import PlayedRoom, require_table, room_at
from bot.store.database import DatabaseUnavailable
from bot.store.store import Store
from tests.bench import Figure
from tests.bot.support.postgres import Server, programs, server
from tests.bot.support.rooms import Backend, rows
from tests.bot.support.tiny_games import SHELF
from tests.trials.ground import amiss

SIZE = 20  # kills
TABLES = 12  # at which somebody moves all the time
MOST = 60  # moves between a start of the server and its next end, at most
OPENED = 3  # presses of a table before its first move: to open, to join and to start
SLOW = {"synchronous_commit": "off", "wal_writer_delay": "10s"}  # the server tells of moves long before it keeps them


@dataclass
class Play:
    """What people were told: `kept` are moves as (table, length of its log, press), `away` how often to try again.

    `refused`: what else people were told. `heard`: set whenever somebody was told something.
    """

    backend: Backend
    kept: list[tuple[int, int, int]] = field(default_factory=list)
    away: int = 0
    over: bool = False
    refused: list[str] = field(default_factory=list)
    heard: asyncio.Event = field(default_factory=asyncio.Event)

    async def table(self, number: int) -> None:
        """Somebody moves at a table all the time, and opens the next one when it is over."""
        room: PlayedRoom | None = None
        while not self.over:
            try:
                room = await self._moved(room or await self._opened(number))
            except DatabaseUnavailable:
                self._told()
                room = await self._again(room)
            except Refusal as no:
                self.refused.append(no.key)
                room = None

    async def until(self, ready: Callable[[], bool]) -> None:
        """Return once so much was kept, or told to be tried again."""
        while not ready():
            self.heard.clear()
            await self.heard.wait()

    async def _opened(self, number: int) -> PlayedRoom:
        rooms, ana, ben = self.backend.rooms, Person(2 * number + 1, "Ana"), Person(2 * number + 2, "Ben")
        place = Location(number + 1, number + 1)
        room = (
            await rooms.list_in_channel(place.channel) or [await rooms.open("long", ana, place, self.backend.press)]
        )[0]
        if isinstance(room, PlayedRoom):  # it was started, though nobody was told
            return room
        if len(room.occupants) == 1:
            await rooms.join(room.id, ben, self.backend.press)
        return require_table(await rooms.start(room.id, ana.id, self.backend.press))

    async def _moved(self, room: PlayedRoom) -> PlayedRoom | None:
        press, seat = self.backend.press, room.to_act[0]
        moves = room.table.view(seat).moves
        room = await self.backend.rooms.play(
            room.id, seat, room.chairs[seat].stamp, str(moves[press % len(moves)]), press
        )
        self.kept.append((room.id, len(room.table.log), press))
        self.heard.set()
        return room if room.phase == "playing" else None

    async def _again(self, room: PlayedRoom | None) -> PlayedRoom | None:
        """The room as it is once the server is back; until then everybody is told to try again."""
        while not self.over:
            try:
                later = await self.backend.rooms.room(room.id) if room else None
                return later if isinstance(later, PlayedRoom) and later.phase == "playing" else None
            except DatabaseUnavailable:
                self._told()
                await asyncio.sleep(0)
            except Refusal as no:
                self.refused.append(no.key)
                return None
        return None

    def _told(self) -> None:
        self.away += 1
        self.heard.set()


async def figures(size: int, *, slow: bool = False) -> list[Figure]:
    """So many kills; with `slow` the server tells of moves before they are kept, which must be found."""
    found, lot = programs(), Random(8)
    assert found is not None, "no PostgreSQL server is installed"
    with server(found, **(SLOW if slow else {})) as own:
        store = await Store.open(own.address("postgres"))
        play = Play(Backend(store))
        tables = [asyncio.create_task(play.table(number)) for number in range(TABLES)]
        took = [await _killed(own, play, lot.randint(1, MOST)) for _ in range(size)]
        play.over = True
        await asyncio.gather(*tables)
        lost, wrong = await _amiss(play)
        await store.close()
    return [
        Figure("kills", size, "kills", least=size),
        Figure("moves that people were told of", len(play.kept), "moves", least=size),
        Figure("answers to try again", play.away, "answers", least=size),
        Figure("of these moves lost", lost, "moves", most=0),
        Figure("tables with a move doubled, lost or changed", wrong, "tables", most=0),
        amiss("answers that anything else was wrong", [] if slow else play.refused),
        Figure("from a start of the server to the next move", max(took), "s", most=60),
    ]


async def _killed(own: Server, play: Play, moves: int) -> float:
    """The server ends after so many moves and starts once somebody was told; the seconds until somebody has moved."""
    length = len(play.kept) + moves
    await play.until(lambda: len(play.kept) >= length)
    away = play.away
    await asyncio.to_thread(own.kill)
    await play.until(lambda: play.away > away)
    await asyncio.to_thread(own.start)
    began, length = perf_counter(), len(play.kept)
    await play.until(lambda: len(play.kept) > length)
    return perf_counter() - began


async def _amiss(play: Play) -> tuple[int, int]:
    """How many moves are lost that somebody was told of, and at how many tables log, presses and position differ."""
    store = play.backend.store
    presses = dict(await rows(store, "SELECT press, room FROM presses"))
    used = Counter(presses.values())
    moves = dict(await rows(store, "SELECT room, count(*) FROM log WHERE seat >= 0 GROUP BY room"))
    records = {number: await store.load(number) for number in used}
    lengths = {number: len(record.log) if record else 0 for number, record in records.items()}
    lost = [room for room, length, press in play.kept if presses.get(press) != room or lengths[room] < length]
    begun = [record for record in records.values() if record is not None and record.state]
    wrong = [one.id for one in begun if moves.get(one.id, 0) != used[one.id] - OPENED or not _is_true(one)]
    return len(lost), len(wrong)


def _is_true(record: Record) -> bool:
    """Whether the log of the record leads to its position."""
    table = require_table(room_at(record, SHELF, 0.0)).table
    return table.back_to(len(table.log)).state == table.state
