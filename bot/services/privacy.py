"""A person's stored data: exported as a file, or erased for good. Knows no Discord."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from bot.logic import lobby
from bot.model.errors import Refusal
from bot.model.people import Person
from bot.model.phases import table_of
from bot.model.record import Record
from bot.model.room import tag
from bot.services.rooms import Rooms
from bot.store.store import Store
from engine import Misfit, Seat

NUMBERED = ("removed", "follows", "invited", "handed", "notifications")  # exported as numbers of tables


class PrivacyService:
    """Export and erasure of what is stored about people. `forget` ends what only memory has of a person."""

    def __init__(self, rooms: Rooms, store: Store, forget: Callable[[int], None]) -> None:
        self._rooms, self._store, self._forget = rooms, store, forget
        self.on_server = store.privacy.on_server  # whether the database overwrites traces in its own time
        self.copies = store.privacy.copies

    async def running(self, person: int) -> int:
        """The number of tables under way at which the person sits."""
        return len(await self._store.privacy.sits(person, "playing"))

    async def exported(self, person: Person) -> bytes:
        """Everything stored about the person, as JSON: settings, seats, moves, results; nothing about others."""
        kept = await self._store.privacy.belongings(person.id)
        tables = []
        for room_id in kept["tables"]:
            record = await self._store.load(room_id)
            for seat, chair in enumerate(record.chairs if record else ()):
                sits = isinstance(chair.occupant, Person) and chair.occupant.id == person.id
                if record and (sits or chair.former == person.id):  # or is the last who did
                    tables.append(await asyncio.to_thread(self._exported, record, seat))
                    break
        stored = {
            **kept, "account": str(person.id),
            **{name: [tag(one) for one in kept[name]] for name in NUMBERED},
            "tables": tables,
        }  # fmt: skip
        return (await asyncio.to_thread(json.dumps, stored, indent=1, ensure_ascii=False)).encode()

    async def erase(self, person: int) -> list[int]:
        """Remove the person's number and names from every file; return the rooms that changed.

        Lobbies go on without the person, running tables with a robot on a nameless seat; move logs stay. Traces between
        the rows of the file are overwritten later, see `Traces`.
        """
        self._forget(person)
        changed = await self._store.privacy.sits(person, "lobby")
        for room_id in changed:
            try:
                await self._rooms.change(room_id, None, lambda record: lobby.left(record, person, self._rooms.now()))
            except Refusal:  # started or left meanwhile
                continue
        running = await self._store.privacy.sits(person, "playing")
        await self._store.privacy.erase(person, self._rooms.now())
        for room_id in running:
            self._rooms.saved(room_id)
        return changed + running

    def _exported(self, record: Record, seat: Seat) -> dict[str, Any]:
        lines = [line for line in record.log if line.seat == seat]
        result = None  # of a game that is not over, or whose rules were corrected since
        with suppress(Misfit):
            if record.phase == "over":
                scores = table_of(record, self._rooms.games[record.game]).state.scores()
                result = {"points": scores[seat][0], "place": 1 + sum(one > scores[seat] for one in scores)}
        return {
            "table": record.tag, "game": record.game, "options": dict(record.options), "phase": record.phase,
            "opened": _moment(record.opened), "seat": seat + 1, "left": record.chairs[seat].mark,
            "moves": [{"at": _moment(line.at), "move": line.text, "how": line.how} for line in lines],
            "result": result,
        }  # fmt: skip


def _moment(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")
