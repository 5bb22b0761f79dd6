"""Every button and list around a lobby: who sits, what is agreed on, start and end. Knows no rules."""

from __future__ import annotations

import asyncio
import re

from bot.delivery.table_messages import TableMessages
from bot.discord_api.caller import absent, member, missing
from bot.discord_api.custom_id import Deed, Press
from bot.discord_api.reply import Reply
from bot.interactions.open_lobby import LobbyOpener, LobbyRequest, guest
from bot.model.asker import Asker
from bot.model.errors import Refusal
from bot.model.people import mark
from bot.model.room import Room
from bot.screens import lobby as lobby_screen
from bot.screens import lobby_options as lobby_options_screen
from bot.screens import pages as pages_screen
from bot.services.lobby_options import LobbyOptions
from bot.services.rooms import Rooms

_ACCOUNT = re.compile(r"[1-9][0-9]{0,18}", re.ASCII)


class LobbyHandlers:
    """What each of them does; `verbs` has them by name."""

    def __init__(self, rooms: Rooms, lobbies: LobbyOptions, messages: TableMessages, opener: LobbyOpener) -> None:
        self._rooms, self._lobbies, self._messages, self._opener = rooms, lobbies, messages, opener
        self.verbs: dict[str, Deed] = {
            **dict.fromkeys(("join", "leave", "cancel"), self._change),
            "sit": self._sit,
            "robot": self._robot,
            "start": self._start,
            "wait": self._wait,
            "options": self._options,
            **dict.fromkeys(("set", "defaults"), self._set),
            "agreed": self._agreed,
            "remove": self._remove,
            "out": self._out,
            "invite": self._invite,
            "guests": self._guests,
            "bring": self._bring,
        }

    async def _change(self, press: Press, asker: Asker, reply: Reply) -> None:
        room = await self._room(press, asker)
        match press.verb:
            case "join":
                later = await self._rooms.join(room.id, asker.person, asker.press)
            case "leave":
                later = await self._rooms.leave(room.id, asker.person.id, asker.press)
            case _:
                later = await self._rooms.cancel(room.id, asker.person.id, asker.press)
        show = lobby_screen.lobby if later.phase == "lobby" else lobby_screen.closed
        await reply.show(show(later, asker.shared))

    async def _sit(self, press: Press, asker: Asker, reply: Reply) -> None:
        """Join from a list of tables."""
        room = await self._room(press, asker)
        later = await self._rooms.join(room.id, asker.person, asker.press)
        await reply.show(lobby_screen.seated(later, asker.words, "sit"))

    async def _robot(self, press: Press, asker: Asker, reply: Reply) -> None:
        """`robot:<room>` asks for the level, `robot:<room>:<level>` seats one."""
        room = await self._room(press, asker)
        if len(press.rest) == 1:
            open_room = await self._rooms.open_to_robots(room.id, asker.person.id)
            await reply.show(lobby_screen.which_robot(open_room, asker.words))
            return
        later = await self._rooms.add_robot(room.id, asker.person.id, press.rest[1], asker.press)
        await reply.show(lobby_screen.seated(later, asker.words, "robot"))

    async def _start(self, press: Press, asker: Asker, reply: Reply) -> None:
        """`start:<room>:without` starts also without those who left the server."""
        room = await self._room(press, asker)
        if lacking := missing(reply.interaction):
            raise Refusal("missing", rights=", ".join(lacking))
        agreed, gone = press.rest[1:] == ("without",), []
        if room.phase == "lobby" and (await self._lobbies.hosted_by(room.id, asker.person.id))[1]:
            gone = await absent(reply.interaction, [one for one in room.people if one != asker.person])
            if gone and not agreed:
                await reply.refuse(lobby_options_screen.absent(room, asker.words, gone))
                return
        await self._rooms.start(room.id, asker.person.id, asker.press, [one.id for one in gone])
        if agreed:
            await reply.show(pages_screen.said(asker.words, "lobby.starting", tag=room.tag))
        elif room.phase == "lobby":
            await reply.show(lobby_screen.lobby(room, asker.shared, off=True))
        else:
            await reply.accept()

    async def _wait(self, press: Press, asker: Asker, reply: Reply) -> None:
        room = await self._room(press, asker)
        await reply.show(pages_screen.said(asker.words, "lobby.waits", tag=room.tag))

    # the options page

    async def _options(self, press: Press, asker: Asker, reply: Reply) -> None:
        room, may = await self._lobbies.hosted_by((await self._room(press, asker)).id, asker.person.id)
        if not may:
            await reply.show(lobby_options_screen.read_only(room, asker.words))
            return
        page = press.number(1) if len(press.rest) > 1 else 0
        await reply.show(lobby_options_screen.options(room, asker.words, page))

    async def _set(self, press: Press, asker: Asker, reply: Reply) -> None:
        """`set:<room>:<question>` with the answer in the list, or `defaults:<room>`."""
        room = await self._room(press, asker)
        with self._messages.saved.held(self._messages.soon):
            later = await self._chosen(press, asker, room.id)
        page = lobby_options_screen.page_of(later, press.rest[1]) if len(press.rest) == 2 else 0
        await reply.show(lobby_options_screen.options(later, asker.words, page))

    async def _chosen(self, press: Press, asker: Asker, room_id: int) -> Room:
        if press.verb == "defaults":
            return await self._lobbies.by_default(room_id, asker.person, asker.press)
        if len(press.rest) != 2 or not press.values:
            raise Refusal("unknown")
        return await self._lobbies.answer(room_id, asker.person, (press.rest[1], press.values[0]), asker.press)

    async def _agreed(self, press: Press, asker: Asker, reply: Reply) -> None:
        """The page is closed, so the lobby need not wait for more."""
        room, _ = await self._lobbies.hosted_by((await self._room(press, asker)).id, asker.person.id)
        await reply.show(lobby_options_screen.agreed(room, asker.words))
        self._messages.wake(room.id)

    # who sits

    async def _remove(self, press: Press, asker: Asker, reply: Reply) -> None:
        room = await self._hosted(press, asker)
        await reply.show(lobby_options_screen.which_seat(room, asker.words, asker.person.id))

    async def _out(self, press: Press, asker: Asker, reply: Reply) -> None:
        """`out:<room>:<mark>`, the mark naming who leaves the table."""
        room = await self._room(press, asker)
        if len(press.rest) != 2:
            raise Refusal("unknown")
        others = (*room.seats, *room.guests)
        found = next((one for one in others if mark(one) == press.rest[1]), None)
        await self._rooms.remove(room.id, asker.person.id, press.rest[1], asker.press)
        await reply.show(lobby_options_screen.removed(room, asker.words, found))

    async def _guests(self, press: Press, asker: Asker, reply: Reply) -> None:
        await reply.show(lobby_options_screen.whom(await self._hosted(press, asker), asker.words))

    async def _bring(self, press: Press, asker: Asker, reply: Reply) -> None:
        """`bring:<room>` with the account numbers of those who are invited in the list."""
        room = await self._room(press, asker)
        numbers = [int(one) for one in press.values if _ACCOUNT.fullmatch(one)]
        if not numbers or len(numbers) > room.game.seats[-1]:
            raise Refusal("unknown")
        found = await asyncio.gather(*(member(reply.interaction, one) for one in numbers))
        people = [guest(asker, one) for one in found]
        later = await self._lobbies.invite(room.id, asker.person, people, asker.press)
        await reply.show(lobby_options_screen.brought(later, asker.words, people))

    async def _invite(self, press: Press, asker: Asker, reply: Reply) -> None:
        """`invite:<game>:<account number>`: the answer to which game."""
        if len(press.rest) != 2 or not _ACCOUNT.fullmatch(press.rest[1]):
            raise Refusal("unknown")
        guest = await member(reply.interaction, int(press.rest[1]))
        room = await self._opener.open(reply.interaction, LobbyRequest(press.rest[0], guest))
        await reply.show(pages_screen.said(asker.words, "lobby.opened", tag=room.tag))

    async def _hosted(self, press: Press, asker: Asker) -> Room:
        """The lobby, which this person may change. Raises Refusal: host_only, and as `_room`."""
        room, may = await self._lobbies.hosted_by((await self._room(press, asker)).id, asker.person.id)
        if not may:
            raise Refusal("host_only", name=room.host_name)
        return room

    async def _room(self, press: Press, asker: Asker) -> Room:
        """The room that the press is about. Raises Refusal: unknown, gone, wrong_place."""
        room = await self._rooms.room(press.room)
        if room.place.guild != asker.guild:
            raise Refusal("wrong_place")
        return room
