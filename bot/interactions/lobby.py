"""Handlers of a lobby's buttons and lists: seats, options, start and end. Independent of rules."""

import asyncio
import re

from bot import metrics
from bot.delivery.table_messages import TableMessages
from bot.discord_api.caller import absent_people, fetch_member, require_permissions
from bot.discord_api.reply import Reply, bind
from bot.interactions.open_lobby import LobbyOpener, LobbyRequest, guest_person
from bot.logic.lobby import gone_refusal
from bot.model.errors import Refusal
from bot.model.people import Asker, occupant_key
from bot.model.record import CLOSED_PHASES
from bot.model.room import Room
from bot.screens import lobby as lobby_screen
from bot.screens import lobby_options as lobby_options_screen
from bot.screens import refusals as refusals_screen
from bot.screens import verbs
from bot.services.lobby_options import LobbyOptions
from bot.services.rooms import Rooms

_ACCOUNT_NUMBER = re.compile(r"[1-9][0-9]{0,18}", re.ASCII)


class LobbyHandlers:
    """Handles every button and list of a lobby."""

    def __init__(self, rooms: Rooms, lobbies: LobbyOptions, messages: TableMessages, opener: LobbyOpener) -> None:
        self._rooms = rooms
        self._lobbies = lobbies
        self._messages = messages
        self._opener = opener
        self.handlers = (
            bind(verbs.JOIN, self._join),
            bind(verbs.LEAVE, self._leave),
            bind(verbs.LEAVE_PRIVATELY, self._leave_privately),
            bind(verbs.CANCEL, self._cancel),
            bind(verbs.JOIN_FROM_LIST, self._join_privately),
            bind(verbs.ADD_ROBOT, self._robot),
            bind(verbs.START, self._start),
            bind(verbs.WAIT, self._wait),
            bind(verbs.MANAGE, self._manage),
            bind(verbs.SAME_AS_LAST, self._as_last_time),
            bind(verbs.SHOW_OPTIONS, self._options),
            bind(verbs.SET_OPTION, self._set),
            bind(verbs.RESTORE_DEFAULTS, self._defaults),
            bind(verbs.CLOSE_OPTIONS, self._close_options),
            bind(verbs.ASK_REMOVAL, self._choose_removed),
            bind(verbs.REMOVE_PERSON, self._remove_person),
            bind(verbs.INVITE_TO_GAME, self._open_with_guest),
            bind(verbs.ASK_GUESTS, self._choose_guests),
            bind(verbs.INVITE_GUESTS, self._invite_guests),
        )

    async def _join(self, asker: Asker, reply: Reply, room_id: int) -> None:
        """Take a seat; someone who already has one is asked in private whether to leave."""
        room = await self._room(asker, room_id)
        try:
            later = await self._lobbies.join(room.id, asker.person, asker.press)
        except Refusal as error:
            if error.key != "already_in":
                raise
            metrics.current().count("refusals", error.key)
            await reply.refuse(lobby_screen.already_joined_notice(room, asker.words, int(str(error.facts["n"]))))
        else:
            await self._show_changed(asker, reply, later)

    async def _leave(self, asker: Asker, reply: Reply, room_id: int) -> None:
        room = await self._room(asker, room_id)
        later = await self._rooms.leave(room.id, asker.person.id, asker.press)
        await self._show_changed(asker, reply, later)

    async def _leave_privately(self, asker: Asker, reply: Reply, room_id: int) -> None:
        """Leave, from a message that only this person sees; the lobby's message is updated separately."""
        room = await self._room(asker, room_id)
        later = await self._rooms.leave(room.id, asker.person.id, asker.press)
        await reply.show(refusals_screen.notice(asker.words, "lobby.left", tag=later.tag))

    async def _cancel(self, asker: Asker, reply: Reply, room_id: int) -> None:
        room = await self._room(asker, room_id)
        await self._show_changed(asker, reply, await self._rooms.cancel(room.id, asker.person.id, asker.press))

    async def _show_changed(self, asker: Asker, reply: Reply, later: Room) -> None:
        if later.phase not in ("lobby", *CLOSED_PHASES):  # an earlier press, delivered again
            raise gone_refusal(await self._rooms.record(later.id))
        show = lobby_screen.lobby if later.phase == "lobby" else lobby_screen.closed_lobby
        await reply.show(show(later, asker.shared_words))

    async def _join_privately(self, asker: Asker, reply: Reply, room_id: int) -> None:
        room = await self._room(asker, room_id)
        later = await self._lobbies.join(room.id, asker.person, asker.press)
        await reply.show(lobby_screen.seat_confirmation(later, asker.words, "sit"))

    async def _robot(self, asker: Asker, reply: Reply, room_id: int, level: str | None) -> None:
        room = await self._room(asker, room_id)
        if level is None:
            open_room = await self._rooms.room_open_to_robots(room.id, asker.person.id)
            await reply.show(lobby_screen.ask_which_robot(open_room, asker.words))
            return
        later = await self._rooms.add_robot(room.id, asker.person.id, level, asker.press)
        await reply.show(lobby_screen.seat_confirmation(later, asker.words, "robot"))

    async def _start(self, asker: Asker, reply: Reply, room_id: int, without: str | None) -> None:
        """Start the game. If people have left the server, ask first; `without`: start without them."""
        room = await self._room(asker, room_id)
        require_permissions(reply.interaction)
        gone = []
        if room.phase == "lobby" and (await self._lobbies.load_lobby(room.id, asker.person.id))[1]:
            gone = await absent_people(reply.interaction, [person for person in room.people if person != asker.person])
            if gone and not without:
                await reply.refuse(lobby_options_screen.ask_about_absent(room, asker.words, gone))
                return
        begun = await self._rooms.start(room.id, asker.person.id, asker.press, [person.id for person in gone])
        await self._lobbies.remember_started(begun, asker.person)
        if without:
            await reply.show(refusals_screen.notice(asker.words, "lobby.starting", tag=room.tag))
        elif room.phase == "lobby":
            await reply.show(lobby_screen.lobby(room, asker.shared_words, off=True))
        else:
            await reply.acknowledge()

    async def _wait(self, asker: Asker, reply: Reply, room_id: int) -> None:
        room = await self._room(asker, room_id)
        await reply.show(refusals_screen.notice(asker.words, "lobby.waits", tag=room.tag))

    # the options page

    async def _manage(self, asker: Asker, reply: Reply, room_id: int) -> None:
        room, may = await self._lobbies.load_lobby((await self._room(asker, room_id)).id, asker.person.id)
        show = lobby_options_screen.manage_page if may else lobby_options_screen.read_only_options
        await reply.show(show(room, asker.words))

    async def _as_last_time(self, asker: Asker, reply: Reply, room_id: int) -> None:
        room = await self._room(asker, room_id)
        await self._show_changed(
            asker, reply, await self._lobbies.repeat_last_answers(room.id, asker.person, asker.press)
        )

    async def _options(self, asker: Asker, reply: Reply, room_id: int, page: int | None) -> None:
        room, may = await self._lobbies.load_lobby((await self._room(asker, room_id)).id, asker.person.id)
        if not may:
            await reply.show(lobby_options_screen.read_only_options(room, asker.words))
            return
        await reply.show(lobby_options_screen.options_page(room, asker.words, page or 0))

    async def _set(self, asker: Asker, reply: Reply, room_id: int, key: str, value: str) -> None:
        room = await self._room(asker, room_id)
        with self._messages.saved_rooms.hold_back(self._messages.wake_later):
            later = await self._lobbies.answer(room.id, asker.person, (key, value), asker.press)
        await reply.show(
            lobby_options_screen.options_page(later, asker.words, lobby_options_screen.page_with_option(later, key))
        )

    async def _defaults(self, asker: Asker, reply: Reply, room_id: int) -> None:
        room = await self._room(asker, room_id)
        with self._messages.saved_rooms.hold_back(self._messages.wake_later):
            later = await self._lobbies.reset_to_defaults(room.id, asker.person, asker.press)
        await reply.show(lobby_options_screen.options_page(later, asker.words))

    async def _close_options(self, asker: Asker, reply: Reply, room_id: int) -> None:
        """Close the options page and update the lobby's message at once."""
        room, _ = await self._lobbies.load_lobby((await self._room(asker, room_id)).id, asker.person.id)
        await reply.show(lobby_options_screen.closed_options(room, asker.words))
        self._messages.wake(room.id)

    # seats

    async def _choose_removed(self, asker: Asker, reply: Reply, room_id: int) -> None:
        room = await self._hosted_room(asker, room_id)
        await reply.show(lobby_options_screen.ask_whom_to_remove(room, asker.words, asker.person.id))

    async def _remove_person(self, asker: Asker, reply: Reply, room_id: int, who: str) -> None:
        room = await self._room(asker, room_id)
        others = (*room.occupants, *room.record.guests)
        found = next((occupant for occupant in others if occupant_key(occupant) == who), None)
        await self._rooms.remove(room.id, asker.person.id, who, asker.press)
        await reply.show(lobby_options_screen.removal_confirmation(room, asker.words, found))

    async def _choose_guests(self, asker: Asker, reply: Reply, room_id: int) -> None:
        await reply.show(lobby_options_screen.ask_whom_to_invite(await self._hosted_room(asker, room_id), asker.words))

    async def _invite_guests(self, asker: Asker, reply: Reply, room_id: int, accounts: verbs.ChosenValues) -> None:
        room = await self._room(asker, room_id)
        numbers = [int(account) for account in accounts if _ACCOUNT_NUMBER.fullmatch(account)]
        if not numbers or len(numbers) > room.game.seats[-1]:
            raise Refusal("unknown")
        found = await asyncio.gather(*(fetch_member(reply.interaction, number) for number in numbers))
        people = [guest_person(reply.interaction, member) for member in found]
        later = await self._lobbies.invite(room.id, asker.person, people, asker.press)
        await reply.show(lobby_options_screen.invitation_confirmation(later, asker.words, people))

    async def _open_with_guest(self, asker: Asker, reply: Reply, game: str, person: int) -> None:
        guest = await fetch_member(reply.interaction, person)
        room = await self._opener.open(reply.interaction, LobbyRequest(game, guest))
        await reply.show(refusals_screen.notice(asker.words, "lobby.opened", tag=room.tag))

    async def _hosted_room(self, asker: Asker, room_id: int) -> Room:
        """Load the lobby and check that this person may change it. Raises Refusal: host_only, and as `_room`."""
        room, may = await self._lobbies.load_lobby((await self._room(asker, room_id)).id, asker.person.id)
        if not may:
            raise Refusal("host_only", name=room.host_label)
        return room

    async def _room(self, asker: Asker, room_id: int) -> Room:
        """Load the room of that number. Raises Refusal: unknown, gone, wrong_place."""
        room = await self._rooms.room(room_id)
        if room.place.guild != asker.guild:
            raise Refusal("wrong_place")
        return room
