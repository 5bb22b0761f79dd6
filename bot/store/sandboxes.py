"""Records that people brought, each with the sandbox in which they try moves. Knows no game."""

import json
from collections.abc import Iterable

from bot.model.people import Person
from bot.model.sandbox import ImportedGame
from bot.store.choices import PeopleStore
from bot.store.database import Database
from engine.table import Entry

_BRING = "INSERT INTO imports (person, text, whole, at) VALUES (?, ?, ?, ?) RETURNING id"
_SAME = "SELECT id FROM imports WHERE person = ? AND text = ?"
_DROP = """
    DELETE FROM imports WHERE person = :person
        AND id NOT IN (SELECT id FROM imports WHERE person = :person ORDER BY id DESC LIMIT :most)"""
_BROUGHT = "SELECT id, person, text, whole, at, log_length, tried_moves, change FROM imports WHERE id = ?"
_TRY = """
    UPDATE imports SET log_length = ?, tried_moves = ?, change = change + 1 WHERE id = ? AND change = ?
    RETURNING change"""


class SandboxStore:
    """What is kept of records that people brought. Each call is one transaction."""

    def __init__(self, database: Database, people: PeopleStore) -> None:
        self._database = database
        self._people = people

    async def add(self, person: Person, record: tuple[str, bool], now: float, most: int) -> int:
        """The record (its text, whether it is whole) is kept for the person; the number of it.

        Only the newest `most` of a person are kept.
        """

        async def work() -> int:
            await self._people.meet([person])
            rows = await self._database.execute(_BRING, (person.id, *record, now))
            await self._database.execute(_DROP, {"person": person.id, "most": most})
            return int(rows[0][0])

        return await self._database.transaction(work)

    async def same(self, person_id: int, text: str) -> int | None:
        """The number of the person's record with just this text, None for none."""
        rows = await self._database.fetch(_SAME, person_id, text)
        return int(rows[0][0]) if rows else None

    async def load(self, number: int) -> ImportedGame | None:
        """The record of that number, None if it is not kept."""
        for room_id, person, text, whole, at, place, tried, change in await self._database.fetch(_BROUGHT, number):
            entries = tuple(Entry(seat, move) for seat, move in json.loads(tried))
            return ImportedGame(room_id, person, text, bool(whole), at, place, entries, change)
        return None

    async def try_out(self, brought: ImportedGame, place: int, tried: Iterable[Entry]) -> bool:
        """The sandbox of the record begins there and has these moves; False if it has changed since it was read."""
        text = json.dumps([[entry.seat, entry.text] for entry in tried])
        return bool(await self._database.execute_alone(_TRY, place, text, brought.id, brought.change))
