"""Imported records and the sandboxes in them. Knows no words and no Discord.

Every method finds a record only for the person who imported it.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from random import Random

from bot.logic.automatic_moves import tried_turn
from bot.model.errors import Refusal
from bot.model.people import Person
from bot.model.robots import SearchFailed
from bot.model.room import PlayedRoom, Room
from bot.model.sandbox import BASE, ImportedGame, replayed, sandbox, shorter
from bot.services.rooms import Rooms
from bot.store.store import Store
from bot.text.names import plain
from engine.core import CHANCE, Game, IllegalMove, Seat
from engine.robots.core import OFFERED_LEVELS
from engine.table import Entry
from engine.transcript import read_transcript, write_transcript

Reader = Callable[[ImportedGame, Mapping[str, Game]], PlayedRoom]
MOST_BYTES = 64 * 1024
MOST_RECORDS = 20  # that are kept for a person

log = logging.getLogger(__name__)


class Sandboxes:
    """Records and sandboxes by number. A menu of moves works on sandboxes as on tables."""

    def __init__(self, store: Store, seed: Callable[[], str], games: Mapping[str, Game], rooms: Rooms) -> None:
        self._store = store
        self._now = rooms.now
        self._seed = seed
        self._games = games
        self._choose = rooms.choose

    # records

    async def bring(self, person: Person, content: bytes) -> ImportedGame:
        """The record is saved for the person. Raises Refusal: record_large, record_not_text; IllegalMove("record")."""
        if len(content) > MOST_BYTES:
            raise Refusal("record_large", n=MOST_BYTES // 1024)
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise Refusal("record_not_text") from None
        if "\0" in text:
            raise Refusal("record_not_text")
        record = await asyncio.to_thread(self._clean, text)
        number = await self._store.sandboxes.add(person, record, self._now(), MOST_RECORDS)
        return await self.brought(number, person.id)

    async def of_table(self, person: Person, room: PlayedRoom) -> ImportedGame:
        """The game of a table that is over as a record of this person; the one of before if there is one already.

        Raises Refusal("record_gone") if its rules have changed.
        """
        names = [plain(who.name) for who in room.seats]
        try:
            text = await asyncio.to_thread(write_transcript, room.table, names, for_referee=True)
            record = await asyncio.to_thread(self._clean, text)
        except IllegalMove:
            raise Refusal("record_gone") from None
        known = await self._store.sandboxes.same(person.id, record[0])
        if known is None:
            known = await self._store.sandboxes.add(person, record, self._now(), MOST_RECORDS)
        return await self.brought(known, person.id)

    async def brought(self, number: int, person_id: int) -> ImportedGame:
        """The record of that number. Raises Refusal("record_gone") if this person did not import it."""
        found = await self._store.sandboxes.load(number)
        if found is None or found.person != person_id:
            raise Refusal("record_gone")
        return found

    async def replay(self, number: int, person_id: int) -> tuple[ImportedGame, PlayedRoom]:
        """The record and its table as it was played. Raises Refusal: record_gone."""
        found = await self.brought(number, person_id)
        return found, await self._read(replayed, found)

    # sandboxes

    async def begin(self, number: int, person_id: int, place: int) -> PlayedRoom:
        """The sandbox of the record starts after so many entries of its log. Raises Refusal: record_gone, stale."""
        found, room = await self.replay(number, person_id)
        await self._change(found, min(place, len(room.table.log)), ())
        return await self.room_of(number + BASE, person_id)

    async def room_of(self, room_id: int, person_id: int) -> PlayedRoom:
        """The sandbox of that number. Raises Refusal("record_gone")."""
        return await self._read(sandbox, await self.brought(room_id - BASE, person_id))

    async def draw(self, room_id: int, person_id: int, stamp: int, text: str | None) -> None:
        """Chance has drawn this, or at random for None. Raises Refusal: record_gone, stale; IllegalMove."""
        found, room = await self._at(room_id, person_id, stamp)
        table = room.table
        if table.state.to_act() != (CHANCE,):
            raise Refusal("stale")
        typed = str(table.state.draw(Random(self._seed()))) if text is None else text.strip()  # noqa: S311 - no secret
        entry = table.play(CHANCE, typed).log[-1]
        await self._change(found, found.place, (*found.tried, entry))

    async def ask_robot(self, room_id: int, person_id: int, stamp: int, level: str) -> None:
        """A robot of that level has made the next move. Raises Refusal: record_gone, stale, unknown, search_failed."""
        _, room = await self._at(room_id, person_id, stamp)
        if level not in OFFERED_LEVELS or not room.to_act:
            raise Refusal("unknown")
        seat = room.to_act[0]
        try:
            move = await self._choose(await asyncio.to_thread(tried_turn, room, seat, level))
        except SearchFailed as failed:
            log.exception("a search failed")
            raise Refusal("search_failed") from failed
        await self.play(room_id, seat, stamp, str(move), 0)

    async def retract(self, room_id: int, person_id: int, stamp: int, *, turn: bool) -> None:
        """The last move tried, or the whole `turn`, is undone with the draws after it.

        Raises Refusal: record_gone, stale.
        """
        found, _ = await self._at(room_id, person_id, stamp)
        await self._change(found, found.place, shorter(found, turn=turn))

    # what a menu of moves asks

    async def room(self, room_id: int) -> PlayedRoom:
        """The sandbox of that number; the move menu checks whose it is. Raises Refusal("record_gone")."""
        found = await self._store.sandboxes.load(room_id - BASE)
        if found is None:
            raise Refusal("record_gone")
        return await self._read(sandbox, found)

    async def seated(self, room_id: int, person_id: int) -> tuple[PlayedRoom, Seat]:
        """The sandbox and the seat that acts. Raises Refusal("record_gone")."""
        room = await self.room_of(room_id, person_id)
        return room, room.seat_of(person_id) or 0

    async def play(self, room_id: int, seat: Seat, stamp: int | None, text: str, _: int) -> PlayedRoom:
        """The seat has made the move; no draw is made after it. Raises Refusal: record_gone, stale; IllegalMove."""
        found = await self._store.sandboxes.load(room_id - BASE)
        if found is None or (stamp is not None and stamp != found.change):
            raise Refusal("record_gone" if found is None else "stale")
        room = await self._read(sandbox, found)
        entry = room.table.play(seat, text).log[-1]
        await self._change(found, found.place, (*found.tried, entry))
        return await self.room(room_id)

    async def of_person(self, _: int) -> list[Room]:
        """None: nothing waits in a sandbox."""
        return []

    async def in_channel(self, _: int) -> list[Room]:
        """None: a sandbox stands in no channel."""
        return []

    # steps

    async def _at(self, room_id: int, person_id: int, stamp: int) -> tuple[ImportedGame, PlayedRoom]:
        found = await self.brought(room_id - BASE, person_id)
        if found.change != stamp:
            raise Refusal("stale")
        return found, await self._read(sandbox, found)

    async def _change(self, found: ImportedGame, place: int, tried: tuple[Entry, ...]) -> None:
        if not await self._store.sandboxes.try_out(found, place, tried):
            raise Refusal("stale")

    async def _read(self, make: Reader, found: ImportedGame) -> PlayedRoom:
        """The record as a room, read off the event loop. Raises Refusal("record_gone") if its rules have changed."""
        try:
            return await asyncio.to_thread(make, found, self._games)
        except IllegalMove:
            raise Refusal("record_gone") from None

    def _clean(self, text: str) -> tuple[str, bool]:
        transcript = read_transcript(text, self._games)
        text = write_transcript(
            transcript.table, transcript.names, for_referee=True
        )  # who brings a record knows all of it
        return text, transcript.is_complete
