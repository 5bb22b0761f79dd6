"""The buttons and lists of seats that change hands while a table is played. Knows no rules."""

from __future__ import annotations

from bot.discord_api.caller import person_chosen
from bot.discord_api.custom_id import Deed, Press
from bot.discord_api.reply import Reply
from bot.logic.seat_offers import VACANT
from bot.model.asker import Asker
from bot.model.errors import Refusal
from bot.model.phases import needs_play
from bot.model.room import Room
from bot.screens import pages as pages_screen
from bot.screens import seats as seats_screen
from bot.services.rooms import Rooms
from bot.services.seats import Seats
from bot.text.names import escaped


class SeatHandlers:
    """What each of them does; `verbs` has them by name, `entries` those that More offers."""

    def __init__(self, rooms: Rooms, seats: Seats) -> None:
        self._rooms, self._seats = rooms, seats
        self.entries: dict[str, Deed] = {"give": self._give, "replace": self._replace, "kick": self._kick}
        self.verbs: dict[str, Deed] = {
            "replace": self._replace,
            "offer": self._offer,
            "take": self._take,
            "nottake": self._not_take,
            "kick": self._kick,
            "kicked": self._kicked,
        }

    async def offers(self, room: Room, asker: Asker) -> list[str]:
        """What More offers this person of it now; in a direct message nobody else can come."""
        if room.phase != "playing" or room.place.guild is None or room.place.guild != asker.guild:
            return []
        return [
            *(["give"] if room.seat_of(asker.person.id) is not None else []),
            *(["replace"] if await self._seats.vacant(room.id, asker.person.id) else []),
            *(["kick"] if await self._seats.idle(room.id, asker.person.id) else []),
        ]

    async def _give(self, press: Press, asker: Asker, reply: Reply) -> None:
        room = await self._room(press, asker)
        seat = room.seat_of(asker.person.id)
        if seat is None:
            raise _not_at(room, asker)
        await reply.show(seats_screen.to_whom(room, seat, asker.words, own=True))

    async def _replace(self, press: Press, asker: Asker, reply: Reply) -> None:
        """`replace:<room>` asks for whom, where several seats are vacant for which one; `replace:<room>:<seat>`."""
        room = await self._room(press, asker)
        seats = await self._seats.vacant(room.id, asker.person.id)
        if not seats:
            needs_play(room)
            raise _why_not(room, asker)
        if len(press.rest) == 1 and len(seats) > 1:
            await reply.show(seats_screen.which(room, seats, "replace", asker.words))
            return
        seat = press.number(1) if len(press.rest) > 1 else seats[0]
        if seat not in seats:
            raise Refusal("no_vacancy", tag=room.tag)
        await reply.show(seats_screen.to_whom(room, seat, asker.words, own=False))

    async def _offer(self, press: Press, asker: Asker, reply: Reply) -> None:
        """`offer:<room>:<seat>` with the person in the list."""
        room = await self._room(press, asker)
        to = person_chosen(reply.interaction, press.values)
        later = await self._seats.offer(room.id, asker.person, press.number(1), to, asker.press)
        name = asker.words("name.person", name=escaped(to.name))
        facts = {"name": name, "n": press.number(1) + 1, "channel": f"<#{later.place.channel}>"}
        await reply.show(pages_screen.said(asker.words, "seats.offered", **facts))

    async def _take(self, press: Press, asker: Asker, reply: Reply) -> None:
        room = await self._seats.take(press.room, asker.person, asker.press)
        await reply.show(pages_screen.said(asker.words, "seats.taken", tag=room.tag))

    async def _not_take(self, press: Press, asker: Asker, reply: Reply) -> None:
        room = await self._seats.decline(press.room, asker.person.id, asker.press)
        await reply.show(pages_screen.said(asker.words, "seats.not_taken", tag=room.tag))

    async def _kick(self, press: Press, asker: Asker, reply: Reply) -> None:
        """`kick:<room>` asks whether, where several seats are idle which one; `kick:<room>:<seat>`."""
        room = await self._room(press, asker)
        seats = await self._seats.idle(room.id, asker.person.id)
        if not seats:
            raise Refusal("not_idle", tag=room.tag)
        if len(press.rest) == 1 and len(seats) > 1:
            await reply.show(seats_screen.which(room, seats, "kick", asker.words))
            return
        seat = press.number(1) if len(press.rest) > 1 else seats[0]
        if seat not in seats:
            raise Refusal("not_idle", tag=room.tag)
        await reply.show(seats_screen.kick_it(room, seat, asker.words))

    async def _kicked(self, press: Press, asker: Asker, reply: Reply) -> None:
        room = await self._room(press, asker)
        seat = press.number(1)
        later = await self._seats.kick(room.id, asker.person.id, seat, asker.press)
        name = asker.words("name.person", name=escaped(later.seats[seat].name))
        await reply.show(pages_screen.said(asker.words, "seats.kicked", name=name, tag=room.tag))

    async def _room(self, press: Press, asker: Asker) -> Room:
        """The room that the press is about, on this server. Raises Refusal: unknown, gone, wrong_place."""
        room = await self._rooms.room(press.room)
        if room.place.guild is None or room.place.guild != asker.guild:
            raise Refusal("wrong_place")
        return room


def _why_not(room: Room, asker: Asker) -> Refusal:
    """What somebody is told who may not look for a replacement at a table that is being played."""
    if room.seat_of(asker.person.id) is None:
        return _not_at(room, asker)
    if any(mark in VACANT for mark in room.marks):
        return Refusal("host_first", name=room.host_name or "?")
    return Refusal("no_vacancy", tag=room.tag)


def _not_at(room: Room, asker: Asker) -> Refusal:
    """What somebody without a seat is told; whose seat a robot keeps warm may come back."""
    return Refusal("not_seated" if room.warm_seat(asker.person.id) is None else "away", tag=room.tag)
