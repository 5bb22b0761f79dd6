"""Table actions beside moves: take back, resign, take over, rematch, move to a channel, sleep. Knows no Discord.

Every change is one step of `Rooms`; a refused one has changed nothing.
"""

from bot.logic import consent, rematch, seats
from bot.logic import take_back as take_back_module
from bot.model.errors import Refusal
from bot.model.people import Location, Person
from bot.model.record import CLOSED_PHASES, Record
from bot.model.room import Room, readable
from bot.model.room_number import tag
from bot.services.isolation import Isolation
from bot.services.rooms import Rooms
from bot.store.database import Conflict
from bot.store.store import Store
from engine.core import Seat

MOST_FINISHED = 25  # tables that a list offers
UNFOLDED_DAYS = 90  # for which the log of a table that is over is stored line by line
FOLDED_AT_ONCE = 20  # tables, each in a transaction of its own
DAY = 86_400.0  # seconds


class TableLife:
    """Actions of a table besides its moves."""

    def __init__(self, rooms: Rooms, store: Store) -> None:
        self._rooms = rooms
        self._store = store
        self._now = rooms.now
        self._games = rooms.games
        self._isolation = Isolation(rooms.now)
        self.follows = store.followers.has  # people who follow a table hear how it ends
        self.follow = store.followers.add
        self.unfollow = store.followers.remove
        self.asleep = store.unreachable.reason  # "channel_gone", "no_access", or "" for a table that can be shown

    # moves taken back

    async def take_back(
        self, room_id: int, person_id: int, press: int, *, stamp: int | None = None, turn: bool = False
    ) -> Room:
        """The person's last move is undone, with `turn` all of an unfinished turn. `stamp`: that of the menu, if any.

        Raises Refusal: not_seated, stale, over, not_started, gone, paused, no_take_back.
        """

        def step(record: Record) -> Record:
            seat = seats.seat_of(record, person_id)
            if record.chairs[seat].has_passed(stamp):
                raise Refusal("stale")
            return take_back_module.taken_back(record, self._games[record.game], seat, self._now(), turn=turn)

        return await self._rooms.change(room_id, press, step)

    async def may_take_back(self, room_id: int, person_id: int) -> str:
        """The answer is "free" if moves can be taken back, "ask" if others must agree, "" if nothing can be."""
        record = await self._rooms.record(room_id)
        if record.is_paused:
            return ""
        try:
            last = take_back_module.last_own(record, seats.seat_of(record, person_id))
        except Refusal:
            return ""
        return "free" if last.is_free else "ask"

    # what all must agree to

    async def ask(self, room_id: int, person_id: int, kind: str, press: int) -> Room:
        """Everybody is asked for one of PROPOSALS.

        Raises Refusal: not_seated, unknown, over, not_started, gone, asked, no_take_back, no_clock, paused.
        """

        def step(record: Record) -> Record:
            return consent.asked(record, self._games[record.game], seats.seat_of(record, person_id), kind, self._now())

        return await self._rooms.change(room_id, press, step)

    async def agree(self, room_id: int, person_id: int, press: int) -> Room:
        """The person has agreed; with the last consent the proposal is carried out.

        Raises Refusal: not_seated, over, not_started, gone, ask_over, already_agreed.
        """

        def step(record: Record) -> Record:
            return consent.agreed(record, self._games[record.game], seats.seat_of(record, person_id), self._now())

        return await self._rooms.change(room_id, press, step)

    async def decline(self, room_id: int, person_id: int, press: int) -> Room:
        """The proposal is dropped. Raises Refusal: not_seated, over, not_started, gone, ask_over."""

        def step(record: Record) -> Record:
            seats.seat_of(record, person_id)
            return consent.declined(record, self._now())

        return await self._rooms.change(room_id, press, step)

    # people who leave and come

    async def resign(self, room_id: int, person_id: int, press: int) -> Room:
        """The person has left the table for good. Raises Refusal: not_seated, over, not_started, gone."""
        return await self._rooms.change(room_id, press, lambda record: seats.resigned(record, person_id, self._now()))

    async def vanish(self, room_id: int, seat: Seat) -> Room:
        """A robot plays for the person of this seat until somebody takes it. Raises: over, not_started, gone, stale."""
        return await self._rooms.change(room_id, None, lambda record: seats.vanished(record, seat, self._now()))

    async def take_over(self, room_id: int, person: Person, seat: Seat, press: int) -> Room:
        """The person plays the vacated seat.

        Raises Refusal: already_in, seat_taken, too_many_person, over, not_started, gone.
        """
        return await self._rooms.sit(
            room_id, person, press, lambda record: seats.taken_over(record, person, seat, self._now())
        )

    # after the end

    async def rematch(self, room_id: int, person: Person, press: int) -> tuple[Room, bool]:
        """The one lobby that follows this table, and whether this press has opened it; later presses join it.

        Raises Refusal: no_rematch, not_over, too_many_person, too_many_channel, too_many_server; and those of joining.
        """
        earlier = await self._rooms.record(room_id)
        async with self._rooms.opening(person, rematch.where(earlier)):
            known = await self.rematch_of(room_id)
            if known is None:
                try:
                    return await self._rooms.add(rematch.opened(earlier, person, self._now()), press), True
                except Conflict:
                    known = await self._store.rooms.rematch_of(room_id) or 0
        room = await self._rooms.room(known)
        if room.seat_of(person.id) is None and room.phase == "lobby":
            room = await self._rooms.join(known, person, press)
        return room, False

    async def rematch_of(self, room_id: int) -> int | None:
        """The rematch of this table, None if there is none (any more)."""
        known = await self._store.rooms.rematch_of(room_id)
        if known is not None and (await self._rooms.room(known)).phase in CLOSED_PHASES:
            await self._store.rooms.forget_rematch(known)
            return None
        return known

    async def finished(self, person_id: int, channel: int) -> list[Room]:
        """Tables that are over, those of the person first, then those of the channel, at most 25."""
        mine = await self._store.rooms.finished_of(person_id, MOST_FINISHED)
        here = await self._store.rooms.finished_in(channel, MOST_FINISHED)
        every = {record.id: record for record in (*mine, *here)}
        return readable(every.values(), self._games, self._now())[:MOST_FINISHED]

    async def fold(self) -> None:
        """Some tables that have been over for 90 days take less room in the file; they are read as before."""
        for room_id in await self._store.folded_logs.due(self._now() - UNFOLDED_DAYS * DAY, FOLDED_AT_ONCE):
            if self._isolation.ready(room_id):
                with self._isolation.alone(room_id):
                    await self._store.folded_logs.fold(room_id)

    # where it lives

    async def move_here(self, room_id: int, person_id: int, place: Location, press: int) -> Room:
        """The table is played in that channel from now on.

        Raises Refusal: not_seated, wrong_place, awake, over, not_started, gone.
        """
        if await self.asleep(room_id) != "channel_gone":
            raise Refusal("awake", tag=tag(room_id))

        def step(record: Record) -> Record:
            seats.seat_of(record, person_id)
            if place.guild is None or place.guild != record.place.guild:
                raise Refusal("wrong_place")
            return seats.moved(record, place, self._now())

        room = await self._rooms.change(room_id, press, step)
        await self._store.rooms.forget_message(room_id)
        await self._store.unreachable.retry(room_id)
        self._rooms.announce(room_id)
        return room


class Seats:
    """Offers of seats, and what becomes of them."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._now = rooms.now

    async def vacant(self, room_id: int, person_id: int) -> tuple[Seat, ...]:
        """The seats for which this person may look for a replacement now. Raises Refusal: gone."""
        return seats.vacant(await self._rooms.record(room_id), person_id, self._now())

    async def idle(self, room_id: int, person_id: int) -> tuple[Seat, ...]:
        """The seats that this person may turn over to a robot for good. Raises Refusal: gone."""
        return seats.idle(await self._rooms.record(room_id), person_id)

    async def offer(self, room_id: int, giver: Person, seat: Seat, to: Person, press: int) -> Room:
        """The person is offered the seat.

        Raises Refusal: not_seated, no_vacancy, host_first, sits_here, over, not_started, gone.
        """
        return await self._rooms.change(
            room_id, press, lambda record: seats.offered(record, giver, seat, to, self._now())
        )

    async def take(self, room_id: int, person: Person, press: int) -> Room:
        """The person has the seat that was offered.

        Raises Refusal: already_in, no_offer, too_many_person, over, not_started, gone.
        """
        return await self._rooms.sit(room_id, person, press, lambda record: seats.taken(record, person, self._now()))

    async def decline(self, room_id: int, person_id: int, press: int) -> Room:
        """The offer is withdrawn. Raises Refusal: no_offer, over, not_started, gone."""
        return await self._rooms.change(room_id, press, lambda record: seats.declined(record, person_id, self._now()))

    async def kick(self, room_id: int, person_id: int, seat: Seat, press: int) -> Room:
        """The seat belongs to a robot for good. Raises Refusal: host_alone, not_idle, over, not_started, gone."""
        return await self._rooms.change(
            room_id, press, lambda record: seats.kicked(record, person_id, seat, self._now())
        )
