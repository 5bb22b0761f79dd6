"""Seats that change hands while a table is played: offered, taken, turned over to a robot.

Knows no Discord. Every change is one step of `Rooms`; a refused one has changed nothing.
"""

from bot.logic import seats
from bot.model.people import Person
from bot.model.room import Room
from bot.services.rooms import Rooms
from engine.core import Seat


class Seats:
    """Offers of seats, and what becomes of them."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms, self._now = rooms, rooms.now

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
