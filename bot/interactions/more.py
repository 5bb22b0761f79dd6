"""The buttons of a table's life beside its moves: More, take back, resign, rematch, history, replay. Knows no rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from bot.discord_api.caller import missing, needs_channel, needs_leave
from bot.discord_api.custom_id import Deed, MenuState, Press
from bot.discord_api.reply import Reply
from bot.interactions.move_menu import MoveMenu
from bot.interactions.replay import ReplayHandlers
from bot.model.asker import Asker
from bot.model.errors import Refusal
from bot.model.people import Location, address
from bot.model.phases import needs_play, needs_table
from bot.model.room import Room
from bot.screens import more as more_screen
from bot.screens import pages as pages_screen
from bot.screens.screen import Screen, Text
from bot.services.services import Services

GONE = "channel_gone"


class MoreEntries(Protocol):
    """Buttons of which More offers some."""

    @property
    def verbs(self) -> Mapping[str, Deed]:
        """What each of its buttons does, by name."""

    @property
    def entries(self) -> Mapping[str, Deed]:
        """What each entry of More does, by name."""

    async def offers(self, room: Room, asker: Asker) -> list[str]:
        """The entries of it that apply to this person now."""


class MoreHandlers:
    """Every button that is neither a move nor the lobby's; More offers those of these groups too."""

    def __init__(
        self, services: Services, menu: MoveMenu, replay: ReplayHandlers, groups: Sequence[MoreEntries]
    ) -> None:
        self._rooms, self._table_life, self._servers = services.rooms, services.table_life, services.servers
        self._move_menu, self._replays, self._groups = menu, replay, groups
        self.verbs: dict[str, Deed] = {
            "hand": self._hand,
            "more": self._more,
            "choose": self._choose,
            "end": self._end,
            "keep": self._keep,
            "undo": self._undo,
            "resigned": self._resigned,
            "seat": self._seat,
            "again": self._again,
            "history": self._history,
            "replay": self._replay,
            "movehere": self._move_here,
            "film": self._film,
            "close": self._close,
            **{verb: deed for group in groups for verb, deed in group.verbs.items()},
        }

    async def open(self, verb: str, asker: Asker, room_id: int, reply: Reply) -> None:
        """What a command shows of this table: "history", "replay" or "resign". Raises Refusal("unknown")."""
        match verb:
            case "history":
                await reply.show(await self._replays.history(asker, room_id, -1))
            case "replay":
                await reply.show(await self._replays.replay(asker, room_id, 0))
            case "resign":
                room, _ = await self._rooms.seated(room_id, asker.person.id)
                needs_play(room)
                await reply.show(more_screen.resign_it(room, asker.person.id, asker.words))
            case _:
                raise Refusal("unknown")

    async def closed(self, asker: Asker, room_id: int, screen: Screen) -> Screen:
        """The screen; if this press has played a move, it says what can follow."""
        if not await self._rooms.counted(asker.press):
            return screen
        room, seat = await self._rooms.seated(room_id, asker.person.id)
        return screen if seat in room.to_act else await self.closing(screen, asker, room_id)

    async def closing(self, screen: Screen, asker: Asker, room_id: int) -> Screen:
        """The closing message of the asker's move: with Take back where that is free, a way out of a lost channel."""
        if not await self._rooms.counted(asker.press):
            return screen
        room, seat = await self._rooms.seated(room_id, asker.person.id)
        if await self._table_life.may_take_back(room_id, asker.person.id) == "free":
            screen = more_screen.with_take_back(screen, room, room.stamp(seat), asker.words)
        if not await self._may_move_here(asker, room):
            return screen
        return replace(screen, parts=(*screen.parts, *more_screen.asleep(room, asker.words, GONE, here=True).parts))

    async def unseen(self, asker: Asker, room: Room) -> Screen | None:
        """Why the table cannot be shown in its channel, None where it can."""
        reason = await self._table_life.asleep(room.id)
        here = await self._may_move_here(asker, room)
        return more_screen.asleep(room, asker.words, reason, here=here) if reason else None

    async def _may_move_here(self, asker: Asker, room: Room) -> bool:
        if asker.guild is None or asker.guild != room.place.guild or asker.channel == room.place.channel:
            return False
        return await self._table_life.asleep(room.id) == GONE

    # More, and one's hand

    async def _hand(self, press: Press, asker: Asker, reply: Reply) -> None:
        room, _ = await self._rooms.seated(press.room, asker.person.id)
        await reply.show(await self._move_menu.board(asker, room.id))

    async def _more(self, press: Press, asker: Asker, reply: Reply) -> None:
        room = await self._move_menu.visible(asker, press.room)
        await reply.show(more_screen.more(room, asker.words, await self._offers(room, asker)))

    async def _offers(self, room: Room, asker: Asker) -> list[str]:
        needs_table(room)
        offers = ["history", "replay", "read"]
        if room.phase == "playing" and room.seat_of(asker.person.id) is not None:
            back = await self._table_life.may_take_back(room.id, asker.person.id)
            offers += ["resign", *(["undo"] if back == "free" else [])]
        for group in self._groups:
            offers += await group.offers(room, asker)
        mine = room.host == asker.person.id and room.idle_for(asker.person.id)
        if room.phase == "playing" and (asker.may_manage or mine):
            offers.append("end")
        return offers

    async def _choose(self, press: Press, asker: Asker, reply: Reply) -> None:
        room = await self._move_menu.visible(asker, press.room)
        match press.values:
            case ("read",):
                await reply.show(await self._move_menu.board(asker, room.id, as_text=True))
            case ("end",):
                await reply.show(pages_screen.end_it(room, asker.words))
            case ("undo",):
                await self._taken_back(asker, room, None, reply, turn=False)
            case (wish,):
                deed = next((one.entries[wish] for one in self._groups if wish in one.entries), None)
                await (deed(press, asker, reply) if deed else self.open(wish, asker, room.id, reply))
            case _:
                raise Refusal("unknown")

    async def _end(self, press: Press, asker: Asker, reply: Reply) -> None:
        room = await self._move_menu.visible(asker, press.room)
        may_manage = asker.may_manage and room.place.guild == asker.guild
        await self._rooms.end(room.id, asker.person, may_manage, asker.press)
        await reply.show(pages_screen.said(asker.words, "more.ended", tag=room.tag))

    async def _keep(self, press: Press, asker: Asker, reply: Reply) -> None:
        room = await self._move_menu.visible(asker, press.room)
        await reply.show(pages_screen.said(asker.words, "more.kept", tag=room.tag))

    # taking back

    async def _undo(self, press: Press, asker: Asker, reply: Reply) -> None:
        """`undo:<room>:<stamp>` takes the last move back, `undo:<room>:<stamp>:turn` the whole unfinished turn."""
        room = await self._rooms.room(press.room)
        await self._taken_back(asker, room, press.number(1), reply, turn=press.rest[2:] == ("turn",))

    async def _taken_back(self, asker: Asker, room: Room, stamp: int | None, reply: Reply, *, turn: bool) -> None:
        try:
            await self._table_life.take_back(room.id, asker.person.id, asker.press, stamp=stamp, turn=turn)
        except Refusal as no:
            if no.key == "stale":
                await self._menu(asker, room, reply, (Text(asker.words("refusal.stale")),))
                return
            if no.key != "no_take_back" or no.facts.get("why") != "moved":
                raise
            await reply.show(more_screen.ask_them(room, no, asker.words))
            return
        await self._menu(asker, room, reply, () if turn else (Text(asker.words("life.taken_back")),))

    async def _menu(self, asker: Asker, room: Room, reply: Reply, head: tuple[Text, ...]) -> None:
        menu = await self._move_menu.menu(asker, MenuState(room.id))
        await reply.show(replace(menu, parts=(*head, *menu.parts)))

    # leaving and coming

    async def _resigned(self, press: Press, asker: Asker, reply: Reply) -> None:
        room = await self._table_life.resign(press.room, asker.person.id, asker.press)
        await reply.show(pages_screen.said(asker.words, "life.resigned", tag=room.tag))

    async def _seat(self, press: Press, asker: Asker, reply: Reply) -> None:
        room = await self._move_menu.visible(asker, press.room)
        await self._table_life.take_over(room.id, asker.person, press.number(1), asker.press)
        await reply.show(pages_screen.said(asker.words, "lobby.did_sit", tag=room.tag))

    async def _again(self, press: Press, asker: Asker, reply: Reply) -> None:
        earlier = await self._rooms.room(press.room)
        if earlier.place.guild != asker.guild:
            raise Refusal("wrong_place")
        lacking = missing(reply.interaction)
        if lacking:
            raise Refusal("missing", rights=", ".join(lacking))
        if await self._table_life.rematch_of(earlier.id) is None:
            needs_leave(reply.interaction, await self._servers.of(asker.guild))
        room, opened = await self._table_life.rematch(earlier.id, asker.person, asker.press)
        key = "rematch.opened" if opened or room.phase != "lobby" else "rematch.joined"
        await reply.show(pages_screen.said(asker.words, key, tag=room.tag, link=address(room.place, room.message)))

    # the past

    async def _history(self, press: Press, asker: Asker, reply: Reply) -> None:
        await reply.show(await self._replays.history(asker, press.room, press.number(1)))

    async def _replay(self, press: Press, asker: Asker, reply: Reply) -> None:
        """`replay:<room>:<moment>:<button>`; a list gives the moment as its value."""
        chosen = press.values[0] if press.values else ""
        at = int(chosen) if chosen.isdecimal() and len(chosen) < 6 else press.number(1)
        await reply.show(await self._replays.replay(asker, press.room, at))

    async def _film(self, press: Press, asker: Asker, reply: Reply) -> None:
        await reply.show(await self._replays.film(asker, press.room))

    async def _close(self, press: Press, asker: Asker, reply: Reply) -> None:
        await reply.show(await self._replays.closer(asker, press.room))

    # where it lives

    async def _move_here(self, press: Press, asker: Asker, reply: Reply) -> None:
        lacking = missing(reply.interaction)
        if lacking:
            raise Refusal("missing", rights=", ".join(lacking))
        server = await self._servers.of(asker.guild)
        needs_channel(reply.interaction, server)
        place = Location(asker.guild, asker.channel)
        room = await self._table_life.move_here(press.room, asker.person.id, place, asker.press)
        await reply.show(pages_screen.said(asker.words, "board.brought", channel=f"<#{room.place.channel}>"))
