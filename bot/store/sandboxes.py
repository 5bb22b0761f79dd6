"""Records that people brought, each with the sandbox in which they try moves. Knows no game."""

import json
from collections.abc import Iterable

from bot.model.people import Person
from bot.model.sandbox import ImportedGame
from bot.store.database import Database
from bot.store.preferences import PeopleStore
from engine.table import Entry

_ADD_IMPORT = "INSERT INTO imports (person, text, whole, at) VALUES (?, ?, ?, ?) RETURNING id"
_FIND_IMPORT = "SELECT id FROM imports WHERE person = ? AND text = ?"
_DELETE_OLDEST = """
    DELETE FROM imports WHERE person = :person
        AND id NOT IN (SELECT id FROM imports WHERE person = :person ORDER BY id DESC LIMIT :most)"""
_LOAD_IMPORT = "SELECT id, person, text, whole, at, log_length, tried_moves, change FROM imports WHERE id = ?"
_SAVE_MOVES = """
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
            await self._people.register([person])
            rows = await self._database.execute(_ADD_IMPORT, (person.id, *record, now))
            await self._database.execute(_DELETE_OLDEST, {"person": person.id, "most": most})
            return int(rows[0][0])

        return await self._database.transaction(work)

    async def find(self, person_id: int, text: str) -> int | None:
        """The number of the person's record with just this text, None for none."""
        rows = await self._database.fetch(_FIND_IMPORT, person_id, text)
        return int(rows[0][0]) if rows else None

    async def load(self, number: int) -> ImportedGame | None:
        """The record of that number, None if it is not kept."""
        for room_id, person, text, whole, at, place, tried, change in await self._database.fetch(_LOAD_IMPORT, number):
            entries = tuple(Entry(seat, move) for seat, move in json.loads(tried))
            return ImportedGame(room_id, person, text, bool(whole), at, place, entries, change)
        return None

    async def save_moves(self, brought: ImportedGame, place: int, tried: Iterable[Entry]) -> bool:
        """The sandbox of the record begins there and has these moves; False if it has changed since it was read."""
        text = json.dumps([[entry.seat, entry.text] for entry in tried])
        return bool(await self._database.execute_autocommit(_SAVE_MOVES, place, text, brought.id, brought.change))
