"""Moves prepared for a person's next turn: added with the regular move menu, viewed and removed.

Knows nothing about Discord. People see only their own prepared moves.
"""

from collections.abc import Iterable
from dataclasses import replace

from bot.logic import automatic_moves as steps
from bot.logic import seats
from bot.model.errors import Refusal
from bot.model.prepared_turns import MAX_PREPARED_TURNS, turns_of_seat
from bot.model.record import Record
from bot.model.room import OwnPreparedTurns, PlayedRoom, PreparationMode, Room, require_table
from bot.services.rooms import Rooms
from bot.store.store import Store
from engine.core import Seat
from engine.table import Table

MAX_MOVES_PER_TURN = 100  # more than any turn has; menu stamps reserve that many numbers for each log entry


class PreparedMoves:
    """People's prepared moves. Every change is a step of `Rooms`, but nobody else is notified of it."""

    def __init__(self, rooms: Rooms, store: Store) -> None:
        self._rooms = rooms
        self._store = store

    async def load(self, room_id: int, person_id: int) -> OwnPreparedTurns:
        """Return the person's prepared moves at the table. Raises Refusal: not_seated, away, not_started, gone."""
        room, seat = await self._rooms.room_and_seat(room_id, person_id)
        record = await self._rooms.record(room_id)
        return self._own_prepared(require_table(room), seat, record)

    async def lapsed_moves(self, room: PlayedRoom, seat: Seat) -> OwnPreparedTurns | None:
        """Return the seat's prepared moves that were impossible when its turn came; usually None."""
        record = await self._rooms.record(room.id)
        if not any(turn.has_lapsed for turn in turns_of_seat(record.prepared, seat)):
            return None
        return self._own_prepared(room, seat, record)

    async def load_by_room(self, rooms: Iterable[Room], person_id: int) -> dict[int, OwnPreparedTurns]:
        """Return the person's prepared moves by room number, for tables that have or may get prepared moves."""
        found: dict[int, OwnPreparedTurns] = {}
        prepared = None
        for room in rooms:
            seat = room.seat_of(person_id)
            if room.phase != "playing" or not isinstance(room, PlayedRoom):
                continue
            if seat is None or seat in room.table.state.to_act():
                continue
            if prepared is None:
                prepared = await self._store.rooms.prepared_turns(person_id)
            turns = prepared.get(room.id, ())
            may_add = self.may_prepare(room, seat) and len(turns) < MAX_PREPARED_TURNS
            if turns or may_add:
                found[room.id] = OwnPreparedTurns(room, seat, turns, may_add=may_add)
        return found

    async def remove_turn(self, room_id: int, person_id: int, place: int | None, press: int) -> OwnPreparedTurns:
        """Remove the prepared turn at the 0-based index `place`; None: all turns. Raises Refusal as `load`."""

        def step(record: Record) -> Record:
            return steps.remove_prepared_turn(record, seats.require_seat(record, person_id), place)

        await self._rooms.change(room_id, press, step)
        return await self.load(room_id, person_id)

    async def retract(self, room_id: int, person_id: int, stamp: int, press: int, *, turn: bool) -> None:
        """Remove the last move of the unfinished turn, or all with `turn`. Raises Refusal: stale, or as `load` does."""

        def step(record: Record) -> Record:
            seat = seats.require_seat(record, person_id)
            if stamp != preparation_stamp(record, seat):
                raise Refusal("stale")
            return steps.undo_prepared_move(record, self._rooms.games[record.game], seat, whole_turn=turn)

        await self._rooms.change(room_id, press, step)

    def may_prepare(self, room: Room, seat: Seat | None) -> bool:
        """Whether the seat can prepare a move at this table now."""
        if seat is None or room.phase != "playing" or room.table is None:
            return False
        return room.table.state.ahead(seat) is not None

    def _own_prepared(self, room: PlayedRoom, seat: Seat, record: Record) -> OwnPreparedTurns:
        turns = turns_of_seat(record.prepared, seat)
        stamp = preparation_stamp(record, seat)
        if not self.may_prepare(room, seat):
            return OwnPreparedTurns(room, seat, turns, stamp)
        last = (
            steps.begin_preparation(record, room.game, seat, continues=True)[1]
            if turns and turns[-1].is_whole
            else None
        )
        unfinished = steps.partial_turn(record, seat) is not None
        return OwnPreparedTurns(
            room, seat, turns, stamp, unfinished or len(turns) < MAX_PREPARED_TURNS, last is not None
        )


class PreparationRooms:
    """Rooms for the move menu in which a person prepares moves, each as if that person's seat were to act.

    `mode`: whether to prepare a new turn or continue the last one.
    """

    def __init__(self, rooms: Rooms, mode: PreparationMode) -> None:
        self._rooms = rooms
        self._mode = mode
        self.room = rooms.room
        self.list_for_person = rooms.list_for_person
        self.list_in_channel = rooms.list_in_channel

    async def room_and_seat(self, room_id: int, person_id: int) -> tuple[Room, Seat]:
        """Return the room as if the person's seat were to act, and the seat.

        Raises Refusal: not_seated, away, over, not_started, gone, prepare_yours, prepare_nothing.
        """
        room, seat = await self._rooms.room_and_seat(room_id, person_id)
        return self._room_prepared_so_far(require_table(room), await self._rooms.record(room_id), seat), seat

    async def play(self, room_id: int, seat: Seat, stamp: int | None, text: str, press: int) -> PlayedRoom:
        """Prepare the move; return the room as `room_and_seat` does, with that move made.

        Raises IllegalMove; and Refusal: stale, prepare_full, and as `room_and_seat`.
        """
        made: list[Table] = []

        def step(record: Record) -> Record:
            game = self._rooms.games[record.game]
            continues_turn = self._mode == "t"
            own, _ = steps.begin_preparation(record, game, seat, continues=continues_turn)
            if stamp is not None and stamp != preparation_stamp(record, seat):
                raise Refusal("stale")
            later = steps.prepare_move(record, game, seat, text, continues=continues_turn)
            made.append(own.play(seat, text))
            return later

        room = require_table(await self._rooms.change(room_id, press, step))
        record = await self._rooms.record(room_id)
        if not made:  # this press was used before
            return self._room_prepared_so_far(room, record, seat)
        return self._room_with_table(room, record, seat, made[-1])

    def _room_prepared_so_far(self, room: PlayedRoom, record: Record, seat: Seat) -> PlayedRoom:
        own, _ = steps.begin_preparation(record, room.game, seat, continues=self._mode == "t")
        return self._room_with_table(room, record, seat, own)

    def _room_with_table(self, room: PlayedRoom, record: Record, seat: Seat, own: Table) -> PlayedRoom:
        """Return the room with the seat's private table in place of the real one, and everything else hidden."""
        stamp = preparation_stamp(record, seat)
        chairs = tuple(replace(chair, stamp=stamp, deadline=None) for chair in room.chairs)
        shown = replace(room.record.newest_message, log_length=0)
        cleared = replace(
            room.record, chairs=chairs, room_events=(), proposal=None, offers=(), newest_message=shown, paused=None
        )
        return replace(room, record=cleared, table=own, preparation=self._mode)


def preparation_stamp(record: Record, seat: Seat) -> int:
    """Return the stamp of a menu in which the seat prepares; it changes with every move and every prepared move."""
    return len(record.log) * MAX_MOVES_PER_TURN + sum(len(turn.moves) for turn in turns_of_seat(record.prepared, seat))
