"""What the file stores about one person or one server: exported, and erased without a trace.

Knows no table as a whole.
"""

import asyncio
import json
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from bot.store.database import Database
from bot.store.erasure import LINKED, NAMELESS, NOBODY, OF_PERSON, OF_SERVER, note_names, record_without, without_names
from bot.store.migrations import copies

_NAMES = "SELECT name FROM names WHERE person = ? ORDER BY name"
# Rooms where somebody else of that name sits or sat: there the name is theirs.
_OTHERS = """
    SELECT seats.room FROM names JOIN seats ON names.person IN (seats.person, seats.former)
    WHERE names.name = :name AND names.person <> :person
    UNION SELECT rooms.id FROM names JOIN rooms ON names.person IN (rooms.host, rooms.invited)
    WHERE names.name = :name AND names.person <> :person"""
_ASIDES = "SELECT room, n, facts FROM asides WHERE instr(facts, ?)"
_ASIDE = "UPDATE asides SET facts = ? WHERE room = ? AND n = ?"
_NOTES = "SELECT id, note FROM rooms WHERE instr(note, ?)"
_NO_NOTE = "UPDATE rooms SET note = NULL, change = change + 1 WHERE id = ?"
_ENDED = "SELECT id, ended_by FROM rooms WHERE ended_by = ?"
_ENDED_BY = "UPDATE rooms SET ended_by = ?, change = change + 1 WHERE id = ?"
_RECORDS = "SELECT id, text FROM imports WHERE instr(text, 'name ')"
_RECORD = "UPDATE imports SET text = ?, change = change + 1 WHERE id = ?"
_NOBODY = "INSERT INTO people (id, name) VALUES (?, ?) ON CONFLICT DO NOTHING"
_PLAYING = """
    SELECT id FROM rooms WHERE phase = :phase AND (
        id IN (SELECT room FROM seats WHERE person = :person) OR id IN (SELECT room FROM guests WHERE person = :person))
    ORDER BY id"""
_TABLES = "SELECT DISTINCT room FROM seats WHERE person = :person OR former = :person ORDER BY room"
_WISHES = "SELECT key, value FROM wishes WHERE person = ? ORDER BY key"
_HABITS = "SELECT game, options, terms FROM habits WHERE person = ? ORDER BY game"
_BROUGHT = "SELECT text, at, place, tried FROM imports WHERE person = ? ORDER BY id"
_RATINGS = """
    SELECT game, guild, season, mu, sigma, games, wins, streak, best FROM ratings WHERE person = ?
    ORDER BY game, guild, season"""
_FOLLOWED = "SELECT room FROM follows WHERE person = :person ORDER BY room"
_INVITED = """
    SELECT room FROM guests WHERE person = :person UNION SELECT id FROM rooms WHERE invited = :person
    UNION SELECT room FROM offers WHERE person = :person ORDER BY room"""
_LEFT = """
    SELECT room FROM handovers WHERE person = :person
    UNION SELECT room FROM offers WHERE giver = :person ORDER BY room"""
_REMOVED = "SELECT room FROM removed WHERE person = :person ORDER BY room"


@dataclass(frozen=True)
class PersonalFile:
    """What is kept of a person beside the moves.

    `names`: by which they were seen. `wishes`: their preferences. `habits`: of lobbies, by game. `records`: those they
    brought. `tables`: at which the person sits or sat. `removed`: from which a host sent the person away. `follows`:
    those whose end the person wants to be told. `invited`: where a seat is kept for the person or offered to them.
    `handed`: where the person gave a seat away, left it, came back to it, or offers it. `ratings`: of a server or (0)
    of all together, of a season or (0) of all time.
    """

    names: tuple[str, ...]
    wishes: dict[str, str]
    habits: dict[str, dict[str, Any]]
    records: tuple[dict[str, Any], ...]
    tables: tuple[int, ...]
    removed: tuple[int, ...]
    ratings: tuple[dict[str, Any], ...] = ()
    follows: tuple[int, ...] = ()
    invited: tuple[int, ...] = ()
    handed: tuple[int, ...] = ()


class PrivacyStore:
    """What is kept of people and servers as a whole. Each call is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.traces = False  # whether something that was deleted may still be read in the files
        self.deletions = 0  # of people and servers: what was read before one may name somebody who is unknown now

    async def belongings(self, person: int) -> PersonalFile:
        """All that is kept of the person beside the moves."""
        names = tuple(str(name) for (name,) in await self._database.fetch(_NAMES, person))
        wishes = {str(key): str(value) for key, value in await self._database.fetch(_WISHES, person)}
        habits = {
            str(game): {"options": json.loads(options), "terms": json.loads(terms)}
            for game, options, terms in await self._database.fetch(_HABITS, person)
        }
        brought = tuple(
            {"text": text, "at": at, "place": place, "tried": json.loads(tried)}
            for text, at, place, tried in await self._database.fetch(_BROUGHT, person)
        )
        ratings = tuple(dict(row) for row in await self._database.fetch(_RATINGS, person))
        rooms = [await self._rooms_of(person, sql) for sql in (_TABLES, _REMOVED, _FOLLOWED, _INVITED, _LEFT)]
        tables, removed, follows, invited, handed = rooms
        return PersonalFile(names, wishes, habits, brought, tables, removed, ratings, follows, invited, handed)

    async def _rooms_of(self, person: int, sql: str) -> tuple[int, ...]:
        return tuple(int(room_id) for (room_id,) in await self._database.fetch(sql, person=person))

    async def sits(self, person: int, phase: str) -> list[int]:
        """The rooms in that phase where the person has a seat, or where one is kept for the person."""
        return [int(room_id) for (room_id,) in await self._database.fetch(_PLAYING, person=person, phase=phase)]

    async def erase(self, person: int, now: float) -> None:
        """The account number and the names of the person stand nowhere any more; seats and moves stay, nameless."""

        async def work() -> None:
            names = {str(name) for (name,) in await self._database.execute(_NAMES, (person,))}
            await self._unname(person, names)
            await self._database.execute(_NOBODY, (NOBODY, NAMELESS))
            for statement in OF_PERSON:
                await self._database.execute(statement, {"person": person, "now": now})
            self.deletions += 1

        await self._database.transaction(work)

    async def forget_server(self, guild: int) -> None:
        """No table and no choice of the server is left, nor people of whom nothing else is known."""

        async def work() -> None:
            for statement in OF_SERVER:
                await self._database.execute(statement, {"guild": guild})
            self.deletions += 1

        await self._database.transaction(work)

    async def scrub(self) -> bool:
        """What was deleted can be read in no file any more; False if another reader is in the way, see `traces`."""
        self.traces = True
        self.traces = not await self._database.scrub()
        return not self.traces

    async def copies(self) -> int:
        """The number of copies that were made before updates of the file's layout."""
        return len(await asyncio.to_thread(copies, self._database.path))

    async def drop_copies(self, before: float) -> None:
        """Such copies from before that moment (unix seconds) are gone."""
        for one in await asyncio.to_thread(copies, self._database.path):
            if one.stat().st_mtime < before:
                one.unlink(missing_ok=True)

    # steps inside the transaction

    async def _unname(self, person: int, names: Collection[str]) -> None:
        """The names stand in no remark and in no record, except where they are somebody else's too."""
        linked = {int(room_id) for (room_id,) in await self._database.execute(LINKED, {"person": person})}
        for name in names:
            rows = await self._database.execute(_OTHERS, {"name": name, "person": person})
            others, quoted = {int(room_id) for (room_id,) in rows} - linked, json.dumps(name)
            for room_id, n, facts in await self._database.execute(_ASIDES, (quoted,)):
                if room_id not in others:
                    later = json.dumps(without_names(json.loads(facts), {name}))
                    await self._database.execute(_ASIDE, (later, room_id, n))
            for room_id, note in await self._database.execute(_NOTES, (quoted,)):
                if room_id not in others and note_names(note, {name}):
                    await self._database.execute(_NO_NOTE, (room_id,))
            for room_id, _ in await self._database.execute(_ENDED, (name,)):
                if room_id not in others:
                    await self._database.execute(_ENDED_BY, (NAMELESS, room_id))
        for number, text in await self._database.execute(_RECORDS):
            if (later := record_without(text, names)) != text:
                await self._database.execute(_RECORD, (later, number))
