"""Imported records, each with a sandbox for trying moves. Knows nothing about texts and Discord.

Every record can be found only by the person who imported it.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from random import Random

from bot.logic.automatic_moves import sandbox_robot_turn
from bot.model.errors import Refusal
from bot.model.people import Person
from bot.model.robots import SearchFailed
from bot.model.room import PlayedRoom, Room
from bot.model.sandbox import FIRST_SANDBOX_ID, ImportedGame, imported_room, sandbox_room, tried_without_last
from bot.services.rooms import Rooms
from bot.store.store import Store
from bot.text.names import plain_name
from engine.core import CHANCE, Game, IllegalMove, Seat
from engine.robots.core import OFFERED_LEVELS
from engine.table import Entry
from engine.transcript import read_transcript, write_transcript

MakeRoom = Callable[[ImportedGame, Mapping[str, Game]], PlayedRoom]
MAX_RECORD_BYTES = 64 * 1024
MAX_RECORDS_PER_PERSON = 20  # a further record replaces the oldest

log = logging.getLogger(__name__)


class Sandboxes:
    """Records and sandboxes by number. The move menu works on sandboxes as on tables."""

    def __init__(self, store: Store, seed: Callable[[], str], games: Mapping[str, Game], rooms: Rooms) -> None:
        self._store = store
        self._now = rooms.now
        self._seed = seed
        self._games = games
        self._choose = rooms.choose

    # records

    async def import_record(self, person: Person, content: bytes) -> ImportedGame:
        """Save the record for the person. Raises Refusal: record_large, record_not_text; IllegalMove("record")."""
        if len(content) > MAX_RECORD_BYTES:
            raise Refusal("record_large", n=MAX_RECORD_BYTES // 1024)
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise Refusal("record_not_text") from None
        if "\0" in text:
            raise Refusal("record_not_text")
        record = await asyncio.to_thread(self._normalize, text)
        number = await self._store.sandboxes.add(person, record, self._now(), MAX_RECORDS_PER_PERSON)
        return await self.load_record(number, person.id)

    async def import_table(self, person: Person, room: PlayedRoom) -> ImportedGame:
        """Save a finished table as a record of this person and return it, or return the person's existing record of it.

        Raises Refusal("record_gone") if its rules have changed.
        """
        names = [plain_name(who.name) for who in room.occupants]
        try:
            text = await asyncio.to_thread(write_transcript, room.table, names, for_referee=True)
            record = await asyncio.to_thread(self._normalize, text)
        except IllegalMove:
            raise Refusal("record_gone") from None
        number = await self._store.sandboxes.find(person.id, record[0])
        if number is None:
            number = await self._store.sandboxes.add(person, record, self._now(), MAX_RECORDS_PER_PERSON)
        return await self.load_record(number, person.id)

    async def load_record(self, number: int, person_id: int) -> ImportedGame:
        """Return the record with that number. Raises Refusal("record_gone") if this person did not import it."""
        found = await self._store.sandboxes.load(number)
        if found is None or found.person != person_id:
            raise Refusal("record_gone")
        return found

    async def replay(self, number: int, person_id: int) -> tuple[ImportedGame, PlayedRoom]:
        """Return the record and a table that replays it. Raises Refusal("record_gone")."""
        found = await self.load_record(number, person_id)
        return found, await self._read_room(imported_room, found)

    # sandboxes

    async def begin(self, number: int, person_id: int, place: int) -> PlayedRoom:
        """Start the record's sandbox at the position after `place` log entries. Raises Refusal: record_gone, stale."""
        found, room = await self.replay(number, person_id)
        await self._save_tried(found, min(place, len(room.table.log)), ())
        return await self.own_room(number + FIRST_SANDBOX_ID, person_id)

    async def own_room(self, room_id: int, person_id: int) -> PlayedRoom:
        """Return the person's sandbox with that number. Raises Refusal("record_gone")."""
        return await self._read_room(sandbox_room, await self.load_record(room_id - FIRST_SANDBOX_ID, person_id))

    async def draw(self, room_id: int, person_id: int, stamp: int, text: str | None) -> None:
        """Make the draw `text`; None: a random draw. Raises Refusal: record_gone, stale; IllegalMove."""
        found, room = await self._load_current(room_id, person_id, stamp)
        table = room.table
        if table.state.to_act() != (CHANCE,):
            raise Refusal("stale")
        typed = str(table.state.draw(Random(self._seed()))) if text is None else text.strip()  # noqa: S311 - no secret
        entry = table.play(CHANCE, typed).log[-1]
        await self._save_tried(found, found.sandbox_start, (*found.tried, entry))

    async def ask_robot(self, room_id: int, person_id: int, stamp: int, level: str) -> None:
        """Let a robot of that level make the next move. Raises Refusal: record_gone, stale, unknown, search_failed."""
        _, room = await self._load_current(room_id, person_id, stamp)
        if level not in OFFERED_LEVELS or not room.to_act:
            raise Refusal("unknown")
        seat = room.to_act[0]
        try:
            move = await self._choose(await asyncio.to_thread(sandbox_robot_turn, room, seat, level))
        except SearchFailed as error:
            log.exception("a search failed")
            raise Refusal("search_failed") from error
        await self.play(room_id, seat, stamp, str(move), 0)

    async def retract(self, room_id: int, person_id: int, stamp: int, *, turn: bool) -> None:
        """Undo the last move tried, or the whole `turn`, with the draws after it.

        Raises Refusal: record_gone, stale.
        """
        found, _ = await self._load_current(room_id, person_id, stamp)
        await self._save_tried(found, found.sandbox_start, tried_without_last(found, turn=turn))

    # for the move menu

    async def room(self, room_id: int) -> PlayedRoom:
        """Return the sandbox with that number; the move menu checks whose it is. Raises Refusal("record_gone")."""
        found = await self._store.sandboxes.load(room_id - FIRST_SANDBOX_ID)
        if found is None:
            raise Refusal("record_gone")
        return await self._read_room(sandbox_room, found)

    async def room_and_seat(self, room_id: int, person_id: int) -> tuple[PlayedRoom, Seat]:
        """Return the sandbox and the seat to act. Raises Refusal("record_gone")."""
        room = await self.own_room(room_id, person_id)
        return room, room.seat_of(person_id) or 0

    async def play(self, room_id: int, seat: Seat, stamp: int | None, text: str, _: int) -> PlayedRoom:
        """Make the seat's move; no draw follows. Raises Refusal: record_gone, stale; IllegalMove."""
        found = await self._store.sandboxes.load(room_id - FIRST_SANDBOX_ID)
        if found is None or (stamp is not None and stamp != found.change):
            raise Refusal("record_gone" if found is None else "stale")
        room = await self._read_room(sandbox_room, found)
        entry = room.table.play(seat, text).log[-1]
        await self._save_tried(found, found.sandbox_start, (*found.tried, entry))
        return await self.room(room_id)

    async def list_for_person(self, _: int) -> list[Room]:
        """Return nothing: sandboxes never wait for anyone."""
        return []

    async def list_in_channel(self, _: int) -> list[Room]:
        """Return nothing: a sandbox is in no channel."""
        return []

    # loading and saving

    async def _load_current(self, room_id: int, person_id: int, stamp: int) -> tuple[ImportedGame, PlayedRoom]:
        found = await self.load_record(room_id - FIRST_SANDBOX_ID, person_id)
        if found.change != stamp:
            raise Refusal("stale")
        return found, await self._read_room(sandbox_room, found)

    async def _save_tried(self, found: ImportedGame, place: int, tried: tuple[Entry, ...]) -> None:
        if not await self._store.sandboxes.save_moves(found, place, tried):
            raise Refusal("stale")

    async def _read_room(self, make: MakeRoom, found: ImportedGame) -> PlayedRoom:
        """Read the record as a room, off the event loop. Raises Refusal("record_gone") if its rules have changed."""
        try:
            return await asyncio.to_thread(make, found, self._games)
        except IllegalMove:
            raise Refusal("record_gone") from None

    def _normalize(self, text: str) -> tuple[str, bool]:
        transcript = read_transcript(text, self._games)
        # The record may show everything hidden, because the person who imports it has its whole text.
        text = write_transcript(transcript.table, transcript.names, for_referee=True)
        return text, transcript.is_complete
