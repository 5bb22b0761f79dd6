"""Table actions other than moves: take back, resign, take over, rematch, change channel.

Every change is one step of `Rooms`; a refused change has no effect. Knows nothing about Discord.
"""

from bot.logic import consent, rematch, seats
from bot.logic import take_back as take_back_module
from bot.model.errors import Refusal
from bot.model.people import Location, Person
from bot.model.record import CLOSED_PHASES, Record
from bot.model.room import Room, readable_rooms
from bot.model.room_number import tag
from bot.services.fault_isolation import FaultIsolation
from bot.services.rooms import Rooms
from bot.store.database import Conflict
from bot.store.store import Store
from engine.core import Seat

MAX_FINISHED_TABLES = 25  # in a list
UNFOLDED_LOG_LIFE = 90 * 86_400.0  # seconds for which the log of a finished table is stored line by line
MAX_FOLDS_PER_RUN = 20  # tables, each in its own transaction


class TableActions:
    """Actions on a table other than its moves."""

    def __init__(self, rooms: Rooms, store: Store) -> None:
        self._rooms = rooms
        self._store = store
        self._now = rooms.now
        self._games = rooms.games
        self._isolation = FaultIsolation(rooms.now)
        self.follows = store.followers.has  # people who follow a table are notified of its end
        self.follow = store.followers.add
        self.unfollow = store.followers.remove
        self.sleep_reason = store.unreachable.reason  # "channel_gone", "no_access", or "" for a table that can be shown

    # take-backs

    async def take_back(
        self, room_id: int, person_id: int, press: int, *, stamp: int | None = None, turn: bool = False
    ) -> Room:
        """Undo the person's last move; with `turn`, all moves of an unfinished turn. `stamp`: of the menu, if any.

        Raises Refusal: not_seated, stale, over, not_started, gone, paused, no_take_back.
        """

        def step(record: Record) -> Record:
            seat = seats.require_seat(record, person_id)
            if record.chairs[seat].has_passed(stamp):
                raise Refusal("stale")
            return take_back_module.take_back_moves(
                record, self._games[record.game], seat, self._now(), whole_turn=turn
            )

        return await self._rooms.change(room_id, press, step)

    async def take_back_mode(self, room_id: int, person_id: int) -> str:
        """Return "free" if the person can take back, "ask" if others must agree, "" if nothing can be taken back."""
        record = await self._rooms.record(room_id)
        if record.is_paused:
            return ""
        try:
            last = take_back_module.last_own_move(record, seats.require_seat(record, person_id))
        except Refusal:
            return ""
        return "free" if last.is_free else "ask"

    # proposals to which all must agree

    async def propose(self, room_id: int, person_id: int, kind: str, press: int) -> Room:
        """Ask everyone to agree to one of PROPOSALS.

        Raises Refusal: not_seated, unknown, over, not_started, gone, asked, no_take_back, no_clock, paused.
        """

        def step(record: Record) -> Record:
            return consent.propose(
                record, self._games[record.game], seats.require_seat(record, person_id), kind, self._now()
            )

        return await self._rooms.change(room_id, press, step)

    async def agree(self, room_id: int, person_id: int, press: int) -> Room:
        """Record the person's consent; carry out the proposal if all have agreed.

        Raises Refusal: not_seated, over, not_started, gone, ask_over, already_agreed.
        """

        def step(record: Record) -> Record:
            return consent.agree_to_proposal(
                record, self._games[record.game], seats.require_seat(record, person_id), self._now()
            )

        return await self._rooms.change(room_id, press, step)

    async def decline(self, room_id: int, person_id: int, press: int) -> Room:
        """Drop the proposal. Raises Refusal: not_seated, over, not_started, gone, ask_over."""

        def step(record: Record) -> Record:
            seats.require_seat(record, person_id)
            return consent.decline_proposal(record, self._now())

        return await self._rooms.change(room_id, press, step)

    # people who leave and join

    async def resign(self, room_id: int, person_id: int, press: int) -> Room:
        """Remove the person from the table for good. Raises Refusal: not_seated, over, not_started, gone."""
        return await self._rooms.change(room_id, press, lambda record: seats.resign(record, person_id, self._now()))

    async def hand_to_robot(self, room_id: int, seat: Seat) -> Room:
        """Let a robot play the person's seat until someone takes it. Raises Refusal: over, not_started, gone, stale."""
        return await self._rooms.change(
            room_id, None, lambda record: seats.replace_missing_person(record, seat, self._now())
        )

    async def take_over(self, room_id: int, person: Person, seat: Seat, press: int) -> Room:
        """Give the person the vacated seat.

        Raises Refusal: already_in, seat_taken, too_many_person, over, not_started, gone.
        """
        return await self._rooms.take_seat(
            room_id, person, press, lambda record: seats.take_over(record, person, seat, self._now())
        )

    # after the end

    async def rematch(self, room_id: int, person: Person, press: int) -> tuple[Room, bool]:
        """Open the table's only rematch lobby, or join it; return the lobby and whether this press opened it.

        Raises Refusal: no_rematch, not_over, too_many_person, too_many_channel, too_many_server; and as `Rooms.join`.
        """
        earlier = await self._rooms.record(room_id)
        async with self._rooms.lock_for_opening(person, rematch.rematch_location(earlier)):
            rematch_id = await self.rematch_of(room_id)
            if rematch_id is None:
                try:
                    return await self._rooms.add_lobby(rematch.open_rematch(earlier, person, self._now()), press), True
                except Conflict:
                    rematch_id = await self._store.rooms.rematch_of(room_id) or 0
        room = await self._rooms.room(rematch_id)
        if room.seat_of(person.id) is None and room.phase == "lobby":
            room = await self._rooms.join(rematch_id, person, press)
        return room, False

    async def rematch_of(self, room_id: int) -> int | None:
        """Return the room number of this table's rematch, None without one."""
        rematch_id = await self._store.rooms.rematch_of(room_id)
        if rematch_id is not None and (await self._rooms.room(rematch_id)).phase in CLOSED_PHASES:
            await self._store.rooms.forget_rematch(rematch_id)
            return None
        return rematch_id

    async def finished_tables(self, person_id: int, channel: int) -> list[Room]:
        """Return at most 25 finished tables, first those of the person, then those of the channel."""
        mine = await self._store.rooms.finished_rooms_of_person(person_id, MAX_FINISHED_TABLES)
        here = await self._store.rooms.finished_rooms_in_channel(channel, MAX_FINISHED_TABLES)
        every = {record.id: record for record in (*mine, *here)}
        return readable_rooms(every.values(), self._games, self._now())[:MAX_FINISHED_TABLES]

    async def fold_old_logs(self) -> None:
        """Compress the logs of some tables that have been over for 90 days; reading them works as before."""
        for room_id in await self._store.folded_logs.due_rooms(self._now() - UNFOLDED_LOG_LIFE, MAX_FOLDS_PER_RUN):
            if self._isolation.may_try(room_id):
                with self._isolation.isolate(room_id):
                    await self._store.folded_logs.fold(room_id)

    # the channel

    async def move_here(self, room_id: int, person_id: int, place: Location, press: int) -> Room:
        """Move the table to that channel.

        Raises Refusal: not_seated, wrong_place, awake, over, not_started, gone.
        """
        if await self.sleep_reason(room_id) != "channel_gone":
            raise Refusal("awake", tag=tag(room_id))

        def step(record: Record) -> Record:
            seats.require_seat(record, person_id)
            if place.guild is None or place.guild != record.place.guild:
                raise Refusal("wrong_place")
            return seats.move_table(record, place, self._now())

        room = await self._rooms.change(room_id, press, step)
        await self._store.rooms.forget_message(room_id)
        await self._store.unreachable.retry(room_id)
        self._rooms.announce(room_id)
        return room


class Seats:
    """Seat offers and idle seats."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._now = rooms.now

    async def vacant_seats(self, room_id: int, person_id: int) -> tuple[Seat, ...]:
        """Return the seats for which this person may look for a replacement now. Raises Refusal: gone."""
        return seats.vacant_seats(await self._rooms.record(room_id), person_id, self._now())

    async def idle_seats(self, room_id: int, person_id: int) -> tuple[Seat, ...]:
        """Return the seats that this person may hand to a robot for good. Raises Refusal: gone."""
        return seats.idle_seats(await self._rooms.record(room_id), person_id)

    async def offer(self, room_id: int, giver: Person, seat: Seat, to: Person, press: int) -> Room:
        """Offer the seat to the person.

        Raises Refusal: not_seated, no_vacancy, host_first, sits_here, over, not_started, gone.
        """
        return await self._rooms.change(
            room_id, press, lambda record: seats.offer_seat(record, giver, seat, to, self._now())
        )

    async def accept(self, room_id: int, person: Person, press: int) -> Room:
        """Give the person the seat offered to them.

        Raises Refusal: already_in, no_offer, too_many_person, over, not_started, gone.
        """
        return await self._rooms.take_seat(
            room_id, person, press, lambda record: seats.take_offered_seat(record, person, self._now())
        )

    async def decline(self, room_id: int, person_id: int, press: int) -> Room:
        """Decline the offer. Raises Refusal: no_offer, over, not_started, gone."""
        return await self._rooms.change(
            room_id, press, lambda record: seats.decline_offer(record, person_id, self._now())
        )

    async def kick(self, room_id: int, person_id: int, seat: Seat, press: int) -> Room:
        """Give the seat to a robot for good. Raises Refusal: host_alone, not_idle, over, not_started, gone."""
        return await self._rooms.change(room_id, press, lambda record: seats.kick(record, person_id, seat, self._now()))
