"""Export and erasure of a person's stored data, and removal of traces of deleted data. Knows nothing about Discord."""

import asyncio
import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from math import ceil
from typing import Any

from bot.logic import lobby
from bot.model.errors import Refusal
from bot.model.hours import HOUR
from bot.model.people import Person
from bot.model.record import Record
from bot.model.room import table_of
from bot.model.room_number import tag
from bot.services.rooms import Rooms
from bot.store.store import Store
from engine import Misfit, Seat

UPKEEP_INTERVAL = 24 * HOUR  # seconds between two removals of traces, or two updates of statistics
TABLE_NUMBER_KEYS = ("removed", "follows", "invited", "handed", "notifications")  # exported as table numbers


class PrivacyService:
    """Export and erasure of the data stored about people. `forget`: drops a person's data from memory."""

    def __init__(self, rooms: Rooms, store: Store, forget: Callable[[int], None]) -> None:
        self._rooms = rooms
        self._store = store
        self._forget = forget
        self.is_on_server = store.privacy.on_server  # whether a database server overwrites traces on its own schedule
        self.count_copies = store.privacy.count_migration_copies

    async def count_running_tables(self, person: int) -> int:
        """Return the number of tables in progress at which the person has a seat."""
        return len(await self._store.privacy.rooms_of(person, "playing"))

    async def export(self, person: Person) -> bytes:
        """Return everything stored about the person as JSON: settings, seats, moves, results; nothing about others."""
        belongings = await self._store.privacy.person_export(person.id)
        tables = []
        for room_id in belongings["tables"]:
            record = await self._store.load(room_id)
            for seat, chair in enumerate(record.chairs if record else ()):
                sits = isinstance(chair.occupant, Person) and chair.occupant.id == person.id
                if record and (sits or chair.former_person == person.id):  # or had the seat last
                    tables.append(await asyncio.to_thread(self._seat_facts, record, seat))
                    break
        stored = {
            **belongings, "account": str(person.id),
            **{name: [tag(number) for number in belongings[name]] for name in TABLE_NUMBER_KEYS},
            "tables": tables,
        }  # fmt: skip
        return (await asyncio.to_thread(json.dumps, stored, indent=1, ensure_ascii=False)).encode()

    async def erase(self, person: int) -> list[int]:
        """Remove the person's ID and names from all stored data; return the rooms that changed.

        The person leaves every lobby. At running tables a robot plays on for a nameless seat; move logs stay. Deleted
        bytes that remain in the database file are overwritten later, see `DatabaseUpkeep`.
        """

        def step(record: Record) -> Record:
            later = lobby.leave_lobby(record, person, self._rooms.now())
            return replace(later, notifications=())  # these would send the host a name that is being deleted

        self._forget(person)
        changed = await self._store.privacy.rooms_of(person, "lobby")
        for room_id in changed:
            try:
                await self._rooms.change(room_id, None, step)
            except Refusal:  # started or left in the meantime
                continue
        running = await self._store.privacy.rooms_of(person, "playing")
        await self._store.privacy.erase(person, self._rooms.now())
        for room_id in running:
            self._rooms.announce(room_id)
        return changed + running

    def _seat_facts(self, record: Record, seat: Seat) -> dict[str, Any]:
        lines = [line for line in record.log if line.seat == seat]
        result = None  # for an unfinished game, or one whose rules have been corrected since
        with suppress(Misfit):
            if record.phase == "over":
                scores = table_of(record, self._rooms.games[record.game]).state.scores()
                result = {"points": scores[seat][0], "place": 1 + sum(score > scores[seat] for score in scores)}
        return {
            "table": record.tag, "game": record.game, "options": dict(record.options), "phase": record.phase,
            "opened": _iso_time(record.opened), "seat": seat + 1, "left": record.chairs[seat].departure,
            "moves": [{"at": _iso_time(line.at), "move": line.text, "how": line.trigger} for line in lines],
            "result": result,
        }  # fmt: skip


def _iso_time(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")


def quietest_hour(earliest: float, latest: float, presses: Sequence[int]) -> float:
    """Return the start of the quietest of the full hours that begin between these moments (unix seconds).

    Of equally quiet hours the first; `latest` if no hour begins in between. `presses`: how often people pressed
    something in each hour of the day, in UTC.

    >>> quietest_hour(240 * HOUR + 100.0, 264 * HOUR, [5, 5, 5, 1, *[9] * 20]) / HOUR
    243.0
    """
    hours = range(ceil(earliest / HOUR), int(latest // HOUR) + 1)
    return min(hours, key=lambda hour: (presses[hour % 24], hour)) * HOUR if hours else latest


class DatabaseUpkeep:
    """Database upkeep that blocks all requests; the larger the database, the longer it takes. `now`: unix time."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store = store
        self._now = now
        self._optimized = now()

    async def remove_traces(self) -> bool:
        """Remove all traces of deleted data if this is due; return whether they were removed.

        A removal is due in the quietest hour of the day that follows the first deletion since the last removal, but at
        least a day after that removal.
        """
        found = await self._store.privacy.traces()
        now = self._now()
        if found is None:
            return False
        since, due, last = found
        if due is None:
            earliest = now if last is None else max(now, last + UPKEEP_INTERVAL)
            due = quietest_hour(earliest, since + UPKEEP_INTERVAL, await self._store.rooms.presses_by_hour(now))
            await self._store.privacy.plan_scrub(since, due)
        return due <= now and await self._store.privacy.scrub(now)

    async def optimize(self) -> None:
        """Update the query planner's statistics once a day."""
        if self._now() - self._optimized >= UPKEEP_INTERVAL:
            self._optimized = self._now()
            await self._store.database.optimize()
