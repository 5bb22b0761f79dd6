"""The service of what is kept about a person: told as a file, taken out for good. Knows no Discord."""

from __future__ import annotations

import asyncio
import json
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from bot.logic import lobby
from bot.model.errors import Refusal
from bot.model.people import Person
from bot.model.phases import played_room_of
from bot.model.record import Chair, Record
from bot.model.room import tag
from bot.services.rooms import Rooms
from bot.store.store import Store
from engine import Misfit, Seat

NUMBERED = ("removed", "follows", "invited", "handed")  # what is told as numbers of tables


class PrivacyService:
    """What is kept about people, and the end of it."""

    def __init__(self, rooms: Rooms, store: Store) -> None:
        self._rooms, self._store = rooms, store

    async def running(self, person: int) -> int:
        """The number of tables under way at which the person sits."""
        return len(await self._store.privacy.sits(person, "playing"))

    async def exported(self, person: Person) -> bytes:
        """All that is kept of the person, as JSON: settings, seats, moves and results; of others nothing."""
        kept = await self._store.privacy.belongings(person.id)
        tables = [await self._table(room_id, person.id) for room_id in kept.tables]
        told = {
            **asdict(kept), "account": str(person.id),
            **{name: [tag(one) for one in getattr(kept, name)] for name in NUMBERED},
            "tables": [one for one in tables if one],
        }  # fmt: skip
        return await asyncio.to_thread(_written, told)

    async def erase(self, person: int) -> list[int]:
        """Nothing with the number or a name of the person is left in any file; the rooms that changed by it.

        Lobbies go on without the person, running tables with a robot on a nameless seat; logs stay.
        """
        changed = await self._store.privacy.sits(person, "lobby")
        for room_id in changed:
            try:
                await self._rooms.change(room_id, None, lambda record: lobby.left(record, person, self._rooms.now()))
            except Refusal:  # started, or left, in this very moment
                continue
        running = await self._store.privacy.sits(person, "playing")
        await self._store.privacy.erase(person, self._rooms.now())
        await self._store.privacy.scrub()
        for room_id in running:
            self._rooms.saved(room_id)
        return changed + running

    async def copies(self) -> int:
        """The number of copies from before updates, in which a person who was erased may still be found."""
        return await self._store.privacy.copies()

    async def _table(self, room_id: int, person: int) -> dict[str, Any]:
        record = await self._store.load(room_id)
        chairs = enumerate(record.chairs) if record else ()
        seat = next((n for n, chair in chairs if _is_of(chair, person)), None)
        return await asyncio.to_thread(self._told, record, seat) if record and seat is not None else {}

    def _told(self, record: Record, seat: Seat) -> dict[str, Any]:
        lines = [line for line in record.log if line.seat == seat]
        return {
            "table": record.tag, "game": record.game, "options": dict(record.options), "phase": record.phase,
            "opened": _moment(record.opened), "seat": seat + 1, "left": record.chairs[seat].mark,
            "moves": [{"at": _moment(line.at), "move": line.text, "how": line.how} for line in lines],
            "result": self._result(record, seat),
        }  # fmt: skip

    def _result(self, record: Record, seat: Seat) -> dict[str, int] | None:
        """Points and place of a game that is over; None for any other, and where its position is not readable."""
        if record.phase != "over":
            return None
        try:
            table = played_room_of(record, self._rooms.games[record.game]).table
        except Misfit:  # the rules were corrected since
            return None
        scores = table.state.scores()
        return {"points": scores[seat][0], "place": 1 + sum(one > scores[seat] for one in scores)}


def _is_of(chair: Chair, person: int) -> bool:
    return chair.former == person or (isinstance(chair.occupant, Person) and chair.occupant.id == person)


def _moment(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")


def _written(told: dict[str, Any]) -> bytes:
    return json.dumps(told, indent=1, ensure_ascii=False).encode()
