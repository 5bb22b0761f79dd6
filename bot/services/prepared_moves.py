"""Moves prepared for one's next turn: chosen by the menu of every move, looked at and taken out again.

Knows no Discord. People only see their own.
"""

from collections.abc import Iterable
from dataclasses import replace

from bot.logic import automatic_moves as steps
from bot.logic import seats
from bot.model.errors import Refusal
from bot.model.prepared import MOST, of_seat
from bot.model.record import Record
from bot.model.room import AheadMode, OwnPrepared, PlayedRoom, Room, needs_table
from bot.services.rooms import Rooms
from bot.store.store import Store
from engine.core import Seat
from engine.table import Table

MOVES_A_TURN = 100  # more than any turn has: so many numbers a line of the log for the stamps of menus


class PreparedMoves:
    """What people have prepared. Every change is one step of `Rooms`, which nobody else notices."""

    def __init__(self, rooms: Rooms, store: Store) -> None:
        self._rooms = rooms
        self._store = store

    async def of(self, room_id: int, person_id: int) -> OwnPrepared:
        """What the person has prepared at the table. Raises Refusal: not_seated, away, not_started, gone."""
        room, seat = await self._rooms.seated(room_id, person_id)
        record = await self._rooms.record(room_id)
        return self._own(needs_table(room), seat, record)

    async def lapsed(self, room: PlayedRoom, seat: Seat) -> OwnPrepared | None:
        """What the seat had prepared and was not possible when its turn came; None for nothing, as nearly always."""
        record = await self._rooms.record(room.id)
        if not any(turn.lapsed for turn in of_seat(record.prepared, seat)):
            return None
        return self._own(room, seat, record)

    async def of_rooms(self, rooms: Iterable[Room], person_id: int) -> dict[int, OwnPrepared]:
        """The same for those of these tables where the person has prepared something or may, by their numbers."""
        found: dict[int, OwnPrepared] = {}
        kept = None
        for room in rooms:
            seat = room.seat_of(person_id)
            if room.phase != "playing" or not isinstance(room, PlayedRoom):
                continue
            if seat is None or seat in room.table.state.to_act():
                continue
            if kept is None:
                kept = await self._store.rooms.prepared_by(person_id)
            turns = kept.get(room.id, ())
            may_add = self.may_look_ahead(room, seat) and len(turns) < MOST
            if turns or may_add:
                found[room.id] = OwnPrepared(room, seat, turns, may_add=may_add)
        return found

    async def take_out(self, room_id: int, person_id: int, place: int | None, press: int) -> OwnPrepared:
        """The turn at that 0-based place is not prepared any more; None: nothing is. Raises Refusal as `of`."""

        def step(record: Record) -> Record:
            return steps.taken_out(record, seats.seat_of(record, person_id), place)

        await self._rooms.change(room_id, press, step)
        return await self.of(room_id, person_id)

    async def step_back(self, room_id: int, person_id: int, stamp: int, press: int, *, turn: bool) -> None:
        """The begun turn is without its last move, or gone with `turn`. Raises Refusal: stale, and as `of`."""

        def step(record: Record) -> Record:
            seat = seats.seat_of(record, person_id)
            if stamp != stamp_of(record, seat):
                raise Refusal("stale")
            return steps.stepped_back(record, self._rooms.games[record.game], seat, turn=turn)

        await self._rooms.change(room_id, press, step)

    def may_look_ahead(self, room: Room, seat: Seat | None) -> bool:
        """Whether the seat can prepare a move at this table now."""
        if seat is None or room.phase != "playing" or room.table is None:
            return False
        return room.table.state.preparation_view(seat) is not None

    def _own(self, room: PlayedRoom, seat: Seat, record: Record) -> OwnPrepared:
        turns = of_seat(record.prepared, seat)
        stamp = stamp_of(record, seat)
        if not self.may_look_ahead(room, seat):
            return OwnPrepared(room, seat, turns, stamp)
        last = steps.looking_ahead(record, room.game, seat, on=True)[1] if turns and turns[-1].whole else None
        unfinished = steps.begun(record, seat) is not None
        return OwnPrepared(room, seat, turns, stamp, unfinished or len(turns) < MOST, last is not None)


class RoomsAhead:
    """The rooms in which a person prepares moves, each as if that person's seat were to act: for the move menu.

    `mode`: whether a new turn is prepared or the last one goes on.
    """

    def __init__(self, rooms: Rooms, mode: AheadMode) -> None:
        self._rooms = rooms
        self._mode = mode
        self.room = rooms.room
        self.of_person = rooms.of_person
        self.in_channel = rooms.in_channel

    async def seated(self, room_id: int, person_id: int) -> tuple[Room, Seat]:
        """The room as if the person's seat were to act, and the seat.

        Raises Refusal: not_seated, away, over, not_started, gone, prepare_yours, prepare_nothing.
        """
        room, seat = await self._rooms.seated(room_id, person_id)
        return self._standing(needs_table(room), await self._rooms.record(room_id), seat), seat

    async def play(self, room_id: int, seat: Seat, stamp: int | None, text: str, press: int) -> PlayedRoom:
        """The move is prepared; the room as `seated` shows it, with that move made.

        Raises IllegalMove; and Refusal: stale, prepare_full, and as `seated`.
        """
        made: list[Table] = []

        def step(record: Record) -> Record:
            game = self._rooms.games[record.game]
            on = self._mode == "t"
            own, _ = steps.looking_ahead(record, game, seat, on=on)
            if stamp is not None and stamp != stamp_of(record, seat):
                raise Refusal("stale")
            later = steps.prepared(record, game, seat, text, on=on)
            made.append(own.play(seat, text))
            return later

        room = needs_table(await self._rooms.change(room_id, press, step))
        record = await self._rooms.record(room_id)
        if not made:  # this press was counted before
            return self._standing(room, record, seat)
        return self._as(room, record, seat, made[-1])

    def _standing(self, room: PlayedRoom, record: Record, seat: Seat) -> PlayedRoom:
        own, _ = steps.looking_ahead(record, room.game, seat, on=self._mode == "t")
        return self._as(room, record, seat, own)

    def _as(self, room: PlayedRoom, record: Record, seat: Seat, own: Table) -> PlayedRoom:
        """The room with the table of its own at which the seat prepares; nothing else of it is shown."""
        stamp = stamp_of(record, seat)
        chairs = tuple(replace(chair, stamp=stamp, deadline=None) for chair in room.chairs)
        shown = replace(room.record.shown, length=0)
        bare = replace(room.record, chairs=chairs, asides=(), ask=None, offers=(), shown=shown, paused=None)
        return replace(room, record=bare, table=own, ahead=self._mode)


def stamp_of(record: Record, seat: Seat) -> int:
    """What a menu in which the seat prepares carries: it changes with every move and with all that is prepared."""
    return len(record.log) * MOVES_A_TURN + sum(len(turn.moves) for turn in of_seat(record.prepared, seat))
