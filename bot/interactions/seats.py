"""Handlers to give, fill or take seats of a running table. Independent of rules."""

from bot.discord_api.caller import chosen_person
from bot.discord_api.reply import Reply, bind
from bot.interactions.tables import Tables
from bot.logic.seats import VACANT_DEPARTURES, require_seat
from bot.model.errors import Refusal
from bot.model.people import Asker
from bot.model.room import Room, require_play, require_table
from bot.screens import more as more_screen
from bot.screens import refusals as refusals_screen
from bot.screens import verbs
from bot.screens.seat_names import person_name
from bot.services.services import Services
from engine import Seat


class SeatHandlers:
    """Handles changes of seats; `entries`: those for the menu More."""

    def __init__(self, services: Services, tables: Tables) -> None:
        self._rooms = services.rooms
        self._seats = services.seats
        self._table_actions = services.table_actions
        self._tables = tables
        self.entries = {"give": self._give, "replace": self._replace, "kick": self._ask_to_kick}
        self.handlers = (
            bind(verbs.REPLACE, self._replace),
            bind(verbs.OFFER_SEAT, self._offer),
            bind(verbs.ACCEPT_OFFER, self._take),
            bind(verbs.DECLINE_OFFER, self._decline),
            bind(verbs.KICK, self._ask_to_kick),
            bind(verbs.CONFIRM_KICK, self._kick),
            bind(verbs.RETURN, self._return),
            bind(verbs.TAKE_SEAT, self._take_robot_seat),
        )

    async def offers(self, room: Room, asker: Asker) -> list[str]:
        """Return the entries that More offers this person now; nobody can join a table in direct messages."""
        if room.phase != "playing" or room.place.guild is None or room.place.guild != asker.guild:
            return []
        return [
            *(["give"] if room.seat_of(asker.person.id) is not None else []),
            *(["replace"] if await self._seats.vacant_seats(room.id, asker.person.id) else []),
            *(["kick"] if await self._seats.idle_seats(room.id, asker.person.id) else []),
        ]

    async def _give(self, asker: Asker, reply: Reply, room_id: int) -> None:
        room = await self._room(asker, room_id)
        seat = require_seat(room.record, asker.person.id)
        await reply.show(more_screen.ask_new_owner(require_table(room), seat, asker.words, own=True))

    async def _replace(self, asker: Asker, reply: Reply, room_id: int, seat: Seat | None = None) -> None:
        """Ask who gets `seat`, by default the vacant one; if several seats are vacant, ask which one."""
        room = await self._room(asker, room_id)
        seats = await self._seats.vacant_seats(room.id, asker.person.id)
        if not seats:
            require_play(room)
            require_seat(room.record, asker.person.id)  # refuses people without a seat
            if any(chair.departure in VACANT_DEPARTURES for chair in room.chairs):
                raise Refusal("host_first", name=room.host_label)
            raise Refusal("no_vacancy", tag=room.tag)
        if seat is None and len(seats) > 1:
            await reply.show(more_screen.ask_which_seat(room, seats, verbs.REPLACE, asker.words))
            return
        seat = seats[0] if seat is None else seat
        if seat not in seats:
            raise Refusal("no_vacancy", tag=room.tag)
        await reply.show(more_screen.ask_new_owner(require_table(room), seat, asker.words, own=False))

    async def _offer(self, asker: Asker, reply: Reply, room_id: int, seat: Seat, chosen: verbs.ChosenValues) -> None:
        room = await self._room(asker, room_id)
        to = chosen_person(reply.interaction, chosen)
        later = await self._seats.offer(room.id, asker.person, seat, to, asker.press)
        name = person_name(to, asker.words)
        facts = {"name": name, "n": seat + 1, "channel": f"<#{later.place.channel}>"}
        await reply.show(refusals_screen.notice(asker.words, "seats.offered", **facts))

    async def _take(self, asker: Asker, reply: Reply, room_id: int) -> None:
        room = await self._seats.accept(room_id, asker.person, asker.press)
        await reply.show(more_screen.new_seat_notice(room, asker.person.id, asker.words, "seats.taken"))

    async def _decline(self, asker: Asker, reply: Reply, room_id: int) -> None:
        room = await self._seats.decline(room_id, asker.person.id, asker.press)
        await reply.show(refusals_screen.notice(asker.words, "seats.not_taken", tag=room.tag))

    async def _ask_to_kick(self, asker: Asker, reply: Reply, room_id: int, seat: Seat | None = None) -> None:
        """Ask for confirmation to kick from `seat`, by default the idle one; if several are idle, ask which one."""
        room = await self._room(asker, room_id)
        seats = await self._seats.idle_seats(room.id, asker.person.id)
        if seat is None and len(seats) > 1:
            await reply.show(more_screen.ask_which_seat(room, seats, verbs.KICK, asker.words))
            return
        seat = next(iter(seats), None) if seat is None else seat
        if seat is None or seat not in seats:
            raise Refusal("not_idle", tag=room.tag)
        await reply.show(more_screen.confirm_kick(room, seat, asker.words))

    async def _kick(self, asker: Asker, reply: Reply, room_id: int, seat: Seat) -> None:
        room = await self._room(asker, room_id)
        later = await self._seats.kick(room.id, asker.person.id, seat, asker.press)
        name = person_name(later.occupants[seat], asker.words)
        await reply.show(refusals_screen.notice(asker.words, "seats.kicked", name=name, tag=room.tag))

    async def _return(self, asker: Asker, reply: Reply, room_id: int) -> None:
        room = await self._tables.visible_room(asker, room_id)
        seat = room.seat_kept_for(asker.person.id)
        if seat is None and await self._rooms.room_changed_by(asker.press) is None:
            raise Refusal("not_away", tag=room.tag)
        if seat is not None:
            room = await self._table_actions.take_over(room.id, asker.person, seat, asker.press)
        await reply.show(more_screen.new_seat_notice(room, asker.person.id, asker.words, "life.back"))

    async def _take_robot_seat(self, asker: Asker, reply: Reply, room_id: int, seat: Seat) -> None:
        room = await self._tables.visible_room(asker, room_id)
        room = await self._table_actions.take_over(room.id, asker.person, seat, asker.press)
        await reply.show(more_screen.new_seat_notice(room, asker.person.id, asker.words, "lobby.did_sit"))

    async def _room(self, asker: Asker, room_id: int) -> Room:
        """Return the room, which must be on this server. Raises Refusal: unknown, gone, wrong_place."""
        room = await self._rooms.room(room_id)
        if room.place.guild is None or room.place.guild != asker.guild:
            raise Refusal("wrong_place")
        return room
