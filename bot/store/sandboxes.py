"""Records that people brought, in the file. The store builds on it.

Knows no connection and no transaction: both are the store's.
"""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Iterable
from typing import Any

from bot.model.people import Person
from bot.model.sandbox import ImportedGame
from bot.store.ways import Ways
from engine.table import Entry

_BRING = "INSERT INTO imports (person, text, whole, at) VALUES (?, ?, ?, ?) RETURNING id"
_DROP = """
    DELETE FROM imports WHERE person = :person
        AND id NOT IN (SELECT id FROM imports WHERE person = :person ORDER BY id DESC LIMIT :most)"""
_BROUGHT = "SELECT id, person, text, whole, at, place, tried, change FROM imports WHERE id = ?"
_TRY = """
    UPDATE imports SET place = ?, tried = ?, change = change + 1 WHERE id = ? AND change = ? RETURNING change"""


class SandboxStore(Ways):
    """What is kept of records that people brought. Each public call is one transaction."""

    async def bring(self, person: Person, record: tuple[str, bool], now: float, most: int) -> int:
        """The record (its text, whether it is whole) is kept for the person; the number of it.

        Only the newest `most` of a person are kept.
        """

        async def work() -> int:
            await self._meet([person])
            rows = await self._rows(_BRING, (person.id, *record, now))
            await self._rows(_DROP, {"person": person.id, "most": most})
            return int(rows[0][0])

        return await self._transact(work)

    async def brought(self, number: int) -> ImportedGame | None:
        """The record of that number, None if it is not kept."""
        rows = await self._read(_BROUGHT, number)
        return next((_brought(*row) for row in rows), None)

    async def try_out(self, brought: ImportedGame, place: int, tried: Iterable[Entry]) -> bool:
        """The sandbox of the record begins there and has these moves; False if it has changed since it was read."""
        text = json.dumps([[entry.seat, entry.text] for entry in tried])
        facts = (place, text, brought.id, brought.change)
        return bool(await self._alone(_TRY, *facts))

    # what the store itself has

    @abstractmethod
    async def _meet(self, people: Iterable[Person]) -> None: ...


def _brought(*row: Any) -> ImportedGame:
    number, person, text, whole, at, place, tried, change = row
    entries = tuple(Entry(seat, move) for seat, move in json.loads(tried))
    return ImportedGame(number, person, text, bool(whole), at, place, entries, change)
