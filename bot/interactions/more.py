"""The buttons of a table's life beside its moves: More, take back, resign, rematch, history, replay. Knows no rules."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from bot.discord_api.caller import missing, needs_channel, needs_leave
from bot.discord_api.custom_id import Handler, on, showing
from bot.discord_api.reply import Reply
from bot.interactions.move_menu import MoveMenu
from bot.interactions.replay import ReplayHandlers
from bot.model.errors import Refusal
from bot.model.move_menu import MenuState
from bot.model.people import Asker, Location, address
from bot.model.phases import needs_play, needs_table
from bot.model.room import Room
from bot.screens import more as more_screen
from bot.screens import refusals as refusals_screen
from bot.screens import verbs
from bot.screens.screen import Screen, Text
from bot.services.services import Services
from engine import Seat

GONE = "channel_gone"
Entry = Callable[[Asker, Reply, int], Awaitable[None]]  # what an entry of More does at the table of that number


class MoreEntries(Protocol):
    """Buttons of which More offers some."""

    @property
    def handlers(self) -> Sequence[Handler]:
        """What each of its buttons does."""

    @property
    def entries(self) -> Mapping[str, Entry]:
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
        self.handlers = (
            on(verbs.HAND, self._hand),
            on(verbs.MORE, self._more),
            on(verbs.CHOOSE, self._choose),
            on(verbs.END, self._end),
            on(verbs.KEEP, self._keep),
            on(verbs.UNDO, self._undo),
            on(verbs.RESIGNED, self._resigned),
            on(verbs.SEAT, self._seat),
            on(verbs.AGAIN, self._again),
            on(verbs.HISTORY, showing(self._replays.history)),
            on(verbs.REPLAY, showing(self._replays.replay)),
            on(verbs.CLOSE, showing(self._replays.closer)),
            on(verbs.MOVE_HERE, self._move_here),
            on(verbs.FILM, showing(self._replays.film)),
            *(handler for group in groups for handler in group.handlers),
        )

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
        """The closing message of the asker's move, with Take back if that is free and help if it is unreachable."""
        if not await self._rooms.counted(asker.press):
            return screen
        room, seat = await self._rooms.seated(room_id, asker.person.id)
        if await self._table_life.may_take_back(room_id, asker.person.id) == "free":
            screen = more_screen.with_take_back(screen, room, room.stamp(seat), asker.words)
        if not await self._may_move_here(asker, room):
            return screen
        return replace(screen, parts=(*screen.parts, *more_screen.asleep(room, asker.words, GONE, here=True).parts))

    async def unseen(self, asker: Asker, room: Room) -> Screen | None:
        """Why the table cannot be shown in its channel, None if it can."""
        reason = await self._table_life.asleep(room.id)
        here = await self._may_move_here(asker, room)
        return more_screen.asleep(room, asker.words, reason, here=here) if reason else None

    async def _may_move_here(self, asker: Asker, room: Room) -> bool:
        if asker.guild is None or asker.guild != room.place.guild or asker.channel == room.place.channel:
            return False
        return await self._table_life.asleep(room.id) == GONE

    # More, and one's hand

    async def _hand(self, asker: Asker, reply: Reply, room_id: int) -> None:
        room, _ = await self._rooms.seated(room_id, asker.person.id)
        await reply.show(await self._move_menu.board(asker, room.id))

    async def _more(self, asker: Asker, reply: Reply, room_id: int) -> None:
        room = await self._move_menu.visible(asker, room_id)
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

    async def _choose(self, asker: Asker, reply: Reply, room_id: int, entry_name: str) -> None:
        room = await self._move_menu.visible(asker, room_id)
        match entry_name:
            case "read":
                await reply.show(await self._move_menu.board(asker, room.id, as_text=True))
            case "end":
                await reply.show(more_screen.end_it(room, asker.words))
            case "undo":
                await self._taken_back(asker, room, None, reply, turn=False)
            case _:
                entry = next((one.entries[entry_name] for one in self._groups if entry_name in one.entries), None)
                await (entry(asker, reply, room.id) if entry else self.open(entry_name, asker, room.id, reply))

    async def _end(self, asker: Asker, reply: Reply, room_id: int) -> None:
        room = await self._move_menu.visible(asker, room_id)
        may_manage = asker.may_manage and room.place.guild == asker.guild
        await self._rooms.end(room.id, asker.person, may_manage, asker.press)
        await reply.show(refusals_screen.notice(asker.words, "more.ended", tag=room.tag))

    async def _keep(self, asker: Asker, reply: Reply, room_id: int) -> None:
        room = await self._move_menu.visible(asker, room_id)
        await reply.show(refusals_screen.notice(asker.words, "more.kept", tag=room.tag))

    # taking back

    async def _undo(self, asker: Asker, reply: Reply, room_id: int, stamp: int, turn: str | None) -> None:
        """The last move is taken back, or the whole unfinished `turn`."""
        room = await self._rooms.room(room_id)
        await self._taken_back(asker, room, stamp, reply, turn=turn is not None)

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

    # leaving and coming back

    async def _resigned(self, asker: Asker, reply: Reply, room_id: int) -> None:
        room = await self._table_life.resign(room_id, asker.person.id, asker.press)
        await reply.show(refusals_screen.notice(asker.words, "life.resigned", tag=room.tag))

    async def _seat(self, asker: Asker, reply: Reply, room_id: int, seat: Seat) -> None:
        room = await self._move_menu.visible(asker, room_id)
        await self._table_life.take_over(room.id, asker.person, seat, asker.press)
        await reply.show(refusals_screen.notice(asker.words, "lobby.did_sit", tag=room.tag))

    async def _again(self, asker: Asker, reply: Reply, room_id: int) -> None:
        earlier = await self._rooms.room(room_id)
        if earlier.place.guild != asker.guild:
            raise Refusal("wrong_place")
        lacking = missing(reply.interaction)
        if lacking:
            raise Refusal("missing", rights=", ".join(lacking))
        if await self._table_life.rematch_of(earlier.id) is None:
            needs_leave(reply.interaction, await self._servers.of(asker.guild))
        room, opened = await self._table_life.rematch(earlier.id, asker.person, asker.press)
        key = "rematch.opened" if opened or room.phase != "lobby" else "rematch.joined"
        await reply.show(refusals_screen.notice(asker.words, key, tag=room.tag, link=address(room.place, room.message)))

    # its channel

    async def _move_here(self, asker: Asker, reply: Reply, room_id: int) -> None:
        lacking = missing(reply.interaction)
        if lacking:
            raise Refusal("missing", rights=", ".join(lacking))
        server = await self._servers.of(asker.guild)
        needs_channel(reply.interaction, server)
        place = Location(asker.guild, asker.channel)
        room = await self._table_life.move_here(room_id, asker.person.id, place, asker.press)
        await reply.show(refusals_screen.notice(asker.words, "board.brought", channel=f"<#{room.place.channel}>"))
