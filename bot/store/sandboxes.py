"""Imported games, each with the sandbox in which its owner tries moves. Knows nothing about rules."""

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
    """Imported games. Each call is one transaction."""

    def __init__(self, database: Database, people: PeopleStore) -> None:
        self._database = database
        self._people = people

    async def add(self, person: Person, record: tuple[str, bool], now: float, most: int) -> int:
        """Save the record (its text, and whether it is whole) for the person; return its number.

        Only the newest `most` records of the person are kept.
        """

        async def work() -> int:
            await self._people.register([person])
            rows = await self._database.execute(_ADD_IMPORT, (person.id, *record, now))
            await self._database.execute(_DELETE_OLDEST, {"person": person.id, "most": most})
            return int(rows[0][0])

        return await self._database.transaction(work)

    async def find(self, person_id: int, text: str) -> int | None:
        """Return the number of the person's record with exactly this text, None if there is none."""
        rows = await self._database.fetch(_FIND_IMPORT, person_id, text)
        return int(rows[0][0]) if rows else None

    async def load(self, number: int) -> ImportedGame | None:
        """Return the imported game of that number, None if there is none."""
        for room_id, person, text, whole, at, place, tried, change in await self._database.fetch(_LOAD_IMPORT, number):
            entries = tuple(Entry(seat, move) for seat, move in json.loads(tried))
            return ImportedGame(room_id, person, text, bool(whole), at, place, entries, change)
        return None

    async def save_moves(self, brought: ImportedGame, place: int, tried: Iterable[Entry]) -> bool:
        """Save the sandbox's start and its moves; return False if the sandbox has changed since it was read."""
        text = json.dumps([[entry.seat, entry.text] for entry in tried])
        return bool(await self._database.execute_autocommit(_SAVE_MOVES, place, text, brought.id, brought.change))
