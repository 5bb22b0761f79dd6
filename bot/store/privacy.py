"""What the database stores about one person or one server: export and erasure.

Knows nothing about whole rooms.
"""

import asyncio
import json
from collections.abc import Collection
from functools import partial
from typing import Any

from bot.model.room_number import tag
from bot.store import erasure
from bot.store.database import Database
from bot.store.erasure import NAMELESS, redact_record

TABLES_PER_STATEMENT = 5  # deleted by one statement
PEOPLE_PER_STATEMENT = 100  # examined by one statement
RECORDS_PER_STATEMENT = 50  # examined by one statement
SCRUB_LEASE = 3600.0  # seconds after which removing traces is tried again

_NAMES = "SELECT name FROM known_names WHERE person = ? ORDER BY name"
_SET_EVENT_FACTS = "UPDATE room_events SET facts = ? WHERE room = ? AND n = ?"
_REMOVE_NOTE = "UPDATE rooms SET note = NULL, change = change + 1 WHERE id = ?"
_SET_ENDED_BY = "UPDATE rooms SET ended_by = ?, change = change + 1 WHERE id = ?"
_RECORDS = "SELECT id, text FROM imports WHERE id > ? ORDER BY id LIMIT ?"
_SET_RECORD = "UPDATE imports SET text = ?, change = change + 1 WHERE id = ?"
# Counts deletions of people and servers, because data that was read before a deletion may name a deleted person.
_COUNT_DELETION = """
    INSERT INTO deletions (one, count, since) VALUES (1, 1, :now) ON CONFLICT (one) DO UPDATE
    SET count = deletions.count + 1, since = coalesce(deletions.since, excluded.since)"""
_TRACES = "SELECT since, scrub_due, last_scrub FROM deletions WHERE one = 1 AND since IS NOT NULL"
_PLAN_TRACES = "UPDATE deletions SET scrub_due = :due WHERE one = 1 AND since = :since AND scrub_due IS NULL"
_TAKE_TRACES = """
    UPDATE deletions SET until = :clock + :lease
    WHERE one = 1 AND since IS NOT NULL AND scrub_due <= :now AND until <= :clock RETURNING count"""
_CLEAR_TRACES = """
    UPDATE deletions SET last_scrub = coalesce(scrub_due, last_scrub), scrub_due = NULL, until = 0,
    since = CASE WHEN count = :count THEN NULL ELSE CAST(:began AS DOUBLE PRECISION) END WHERE one = 1"""
_DELETION_COUNT = "SELECT count FROM deletions WHERE one = 1"
_ADD_NOBODY = "INSERT INTO people (id, name) VALUES (?, ?) ON CONFLICT DO NOTHING"
_ROOMS_IN_PHASE = """
    SELECT id FROM seats JOIN rooms ON id = room WHERE seats.person = :person AND phase = :phase
    UNION SELECT id FROM guests JOIN rooms ON id = room WHERE guests.person = :person AND phase = :phase ORDER BY id"""
_PREFERENCES = "SELECT key, value FROM preferences WHERE person = ? ORDER BY key"
_HABITS = "SELECT game, options, terms FROM lobby_habits WHERE person = ? ORDER BY game"
_IMPORTS = "SELECT text, at, log_length AS place, tried_moves AS tried FROM imports WHERE person = ? ORDER BY id"
_PUZZLE_ATTEMPTS = """
    SELECT day, game, guild AS server, moves, at, solved
    FROM puzzle_attempts JOIN puzzles ON puzzles.id = puzzle WHERE person = ? ORDER BY puzzle_attempts.id"""
_PAGE_SESSIONS = "SELECT is_link, since, until FROM page_sessions WHERE person = ? ORDER BY since, is_link"
_SOLVED_DAYS = "SELECT day FROM solved_days WHERE person = ? ORDER BY day"
_RATINGS = """
    SELECT game, guild, season, mu, sigma, games, wins, streak, best FROM ratings WHERE person = ?
    ORDER BY game, guild, season"""
_PREPARED = """
    SELECT room, moves FROM prepared_turns JOIN seats USING (room, seat) WHERE seats.person = ? ORDER BY room, n"""
_ROOMS = {  # how a person is connected with rooms, and the statement that finds these rooms
    "tables": "SELECT DISTINCT room FROM seats WHERE person = :person OR former_person = :person ORDER BY room",
    "removed": "SELECT room FROM lobby_removals WHERE person = :person ORDER BY room",
    "follows": "SELECT room FROM followers WHERE person = :person ORDER BY room",
    "invited": """
        SELECT room FROM guests WHERE person = :person UNION SELECT id FROM rooms WHERE invited = :person
        UNION SELECT room FROM offers WHERE person = :person ORDER BY room""",
    "handed": """
        SELECT room FROM handovers WHERE person = :person
        UNION SELECT room FROM offers WHERE giver = :person ORDER BY room""",
    "notifications": """
        SELECT room FROM notifications WHERE person = :person
        UNION SELECT room FROM notifications WHERE about = :person ORDER BY room""",
}


class PrivacyStore:
    """Data of whole people and servers. Each call is one transaction unless it says otherwise."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.on_server = database.port.is_shared  # a database server overwrites traces on its own schedule

    async def person_export(self, person: int) -> dict[str, Any]:
        """Return all data of the person except moves, under the keys of an export.

        The values of these keys are the numbers of rooms with the following property. "tables": the person has or had a
        seat. "removed": a host removed the person. "follows": the person is notified of the end. "invited": a seat is
        reserved for or offered to the person. "handed": the person gave a seat away, left it, came back to it, or
        offers it. "notifications": a notification to or about the person is still to be sent.
        """

        async def rows(sql: str) -> list[Any]:
            return await self._database.fetch(sql, person)

        rooms = {name: await self._database.fetch(sql, person=person) for name, sql in _ROOMS.items()}
        return {
            "names": [name for (name,) in await rows(_NAMES)],
            "wishes": dict(map(tuple, await rows(_PREFERENCES))),
            "habits": {
                game: {"options": json.loads(options), "terms": json.loads(terms)}
                for game, options, terms in await rows(_HABITS)
            },
            "records": [{**row, "tried": json.loads(row["tried"])} for row in await rows(_IMPORTS)],
            **{name: [room_id for (room_id,) in found] for name, found in rooms.items()},
            "ratings": [dict(row) for row in await rows(_RATINGS)],
            "prepared": [
                {"table": tag(room_id), "moves": [text for text, _ in json.loads(moves)]}
                for room_id, moves in await rows(_PREPARED)
            ],
            "puzzles": [
                {**row, "moves": json.loads(row["moves"]), "solved": bool(row["solved"])}
                for row in await rows(_PUZZLE_ATTEMPTS)
            ],
            "solved_days": [day for (day,) in await rows(_SOLVED_DAYS)],
            "page_sessions": [
                {"opened": not is_link, "since": since, "until": until}
                for is_link, since, until in await rows(_PAGE_SESSIONS)
            ],
        }

    async def rooms_of(self, person: int, phase: str) -> list[int]:
        """Return rooms in that phase in which the person has a seat or a seat is reserved for them."""
        return [int(room_id) for (room_id,) in await self._database.fetch(_ROOMS_IN_PHASE, person=person, phase=phase)]

    async def erase(self, person: int, now: float) -> None:
        """Erase the person's account ID and names everywhere; seats and moves stay without a name.

        Records imported by others are examined first, some at a time, because there are many.
        """
        before = {str(name) for (name,) in await self._database.fetch(_NAMES, person)}
        last = 0
        done = -1
        while last != done:
            done = last
            last = await self._database.transaction(partial(self._redact_records, before, last), ())

        async def work() -> None:
            names = {str(name) for (name,) in await self._database.execute(_NAMES, (person,))}
            await self._redact_notes(person, names)
            seen = -1
            start = last if names == before else 0
            while start != seen:
                seen = start
                start = await self._redact_records(names, start)
            await self._database.execute(_ADD_NOBODY, (erasure.NOBODY_ID, NAMELESS))
            for statement in erasure.ERASE_PERSON:
                await self._database.execute(statement, {"person": person, "now": now})
            await self._database.execute(_COUNT_DELETION, {"now": now})

        await self._database.transaction(work, serialized=True)

    async def forget_server(self, guild: int, now: float) -> None:
        """Delete all tables and settings of the server, and people of whom then nothing but a name is known.

        This takes many small transactions, so that other calls need not wait for all of it. The note that the server
        removed the bot is deleted last, so that an interrupted deletion is completed at the next start.
        """

        async def work() -> None:
            for statement in erasure.FORGET_SERVER_STATEMENTS:
                await self._database.execute(statement, {"guild": guild})
            await self._database.execute(_COUNT_DELETION, {"now": now})

        while await self._database.execute_autocommit(erasure.DELETE_SERVER_TABLES, guild, TABLES_PER_STATEMENT):
            continue
        await self._database.transaction(work, serialized=True)
        last = 0
        while people := await self._database.fetch(erasure.FIND_STRANGERS, last, PEOPLE_PER_STATEMENT):
            for person, unknown in people:
                if unknown:
                    await self._database.execute_autocommit(erasure.DELETE_STRANGER, person)
            last = people[-1][0]

        async def end() -> None:
            await self._database.execute(erasure.DELETE_DEPARTURE, (guild,))
            await self._database.execute(_COUNT_DELETION, {"now": now})  # the people deleted above also leave traces

        await self._database.transaction(end)

    async def traces(self) -> tuple[float, float | None, float | None] | None:
        """Return since when traces of deleted data may be in the files; None for the whole result if there are none.

        Also return when these traces are to be removed, None if not planned yet, and when the last removal was due.
        """
        rows = await self._database.fetch(_TRACES)
        return tuple(rows[0]) if rows else None

    async def plan_scrub(self, since: float, due: float) -> None:
        """Plan to remove traces of deletions since `since` at the time `due`, unless a removal is planned already."""
        await self._database.execute_autocommit(_PLAN_TRACES, changed_keys=(), since=since, due=due)

    async def scrub(self, now: float) -> bool:
        """Remove traces of deleted data from the files; return whether that was done.

        The removal is not done if it is not due, if a process has begun one within the last hour, or if a reader
        prevents it. Other calls wait meanwhile, longer for larger files. Traces of deletions during a removal are left
        for the next one.
        """
        taken = await self._database.execute_autocommit(
            _TAKE_TRACES, changed_keys=(), now=now, clock=now, lease=SCRUB_LEASE
        )
        if not taken or not await self._database.scrub():
            return False
        await self._database.execute_autocommit(_CLEAR_TRACES, changed_keys=(), count=int(taken[0][0]), began=now)
        return True

    async def count_migration_copies(self) -> int:
        """Return the number of copies that were made before migrations."""
        return len(await asyncio.to_thread(self._database.port.migration_copies))

    async def delete_migration_copies(self, before: float) -> None:
        """Delete copies that were made before that time (unix seconds)."""
        for copy in await asyncio.to_thread(self._database.port.migration_copies):
            if copy.stat().st_mtime < before:
                copy.unlink(missing_ok=True)

    # steps inside the transaction

    async def count_deletions(self) -> int:
        """Return how often a person or a server was deleted so far."""
        rows = await self._database.execute(_DELETION_COUNT)
        return int(rows[0][0]) if rows else 0

    async def _redact_notes(self, person: int, names: Collection[str]) -> None:
        """Remove the names from events and notes, except where another person has the same name."""
        linked = {int(room_id) for (room_id,) in await self._database.execute(erasure.LINKED_ROOMS, {"person": person})}
        for name in names:
            wanted = {"name": name, "person": person, "quoted": json.dumps(name)}
            others = {
                int(room_id) for (room_id,) in await self._database.execute(erasure.NAMESAKE_ROOMS, wanted)
            } - linked
            for room_id, n, facts in await self._database.execute(erasure.FIND_EVENTS, wanted):
                if room_id not in others:
                    known = json.loads(facts).items()
                    later = json.dumps({key: NAMELESS if fact == name else fact for key, fact in known})
                    await self._database.execute(_SET_EVENT_FACTS, (later, room_id, n))
            for room_id, note in await self._database.execute(erasure.FIND_NOTES, wanted):
                _, author, about = json.loads(note)
                if room_id not in others and name in (author, *about):
                    await self._database.execute(_REMOVE_NOTE, (room_id,))
            for room_id, _ in await self._database.execute(erasure.FIND_ENDED_BY, wanted):
                if room_id not in others:
                    await self._database.execute(_SET_ENDED_BY, (NAMELESS, room_id))

    async def _redact_records(self, names: Collection[str], after: int) -> int:
        """Remove the names from the next few imported records; return the last number, or `after` at the end."""
        rows = await self._database.execute(_RECORDS, (after, RECORDS_PER_STATEMENT))
        for number, text in rows:
            if (later := redact_record(text, names)) != text:
                await self._database.execute(_SET_RECORD, (later, number))
        return int(rows[-1][0]) if rows else after
