"""Handlers of a table's buttons besides moves: More, take back, resign, rematch, follow, page. Independent of rules."""

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from bot import logs
from bot.discord_api.caller import require_allowed_channel, require_may_open, require_permissions
from bot.discord_api.reply import Handler, Reply, answer_with_screen, bind
from bot.interactions.move_menu import MoveMenu
from bot.interactions.replay import ReplayHandlers
from bot.interactions.rules import RulesHandlers
from bot.interactions.tables import Tables
from bot.model.errors import Refusal
from bot.model.people import Asker, Location, message_link
from bot.model.room import Room, require_play, require_table
from bot.screens import more as more_screen
from bot.screens import refusals as refusals_screen
from bot.screens import verbs
from bot.screens.screen import Screen, Text
from bot.services.page_sessions import PageSessions
from bot.services.services import Services
from bot.services.table_actions import TableActions
from bot.services.watching import Watching

log = logging.getLogger(__name__)
MoreEntry = Callable[[Asker, Reply, int], Awaitable[None]]  # runs an entry of More at the table of that number


class MoreEntries(Protocol):
    """A group of handlers, some of which More offers as entries."""

    @property
    def handlers(self) -> Sequence[Handler]:
        """The handlers of the group's buttons."""

    @property
    def entries(self) -> Mapping[str, MoreEntry]:
        """The functions of the group's entries, by name."""

    async def offers(self, room: Room, asker: Asker) -> list[str]:
        """Return the names of the entries that apply to this person now."""


class MoreHandlers:
    """Handles the buttons of a running table besides moves; More also offers the entries of the `groups`."""

    def __init__(
        self, services: Services, tables: Tables, menu: MoveMenu, replay: ReplayHandlers, groups: Sequence[MoreEntries]
    ) -> None:
        self._rooms = services.rooms
        self._table_actions = services.table_actions
        self._servers = services.servers
        self._tables = tables
        self._menu = menu
        self._groups = groups
        self.handlers = (
            bind(verbs.SHOW_HAND, self._hand),
            bind(verbs.SHOW_MORE, self._more),
            bind(verbs.CHOOSE_MORE, self._choose),
            bind(verbs.END_TABLE, self._end),
            bind(verbs.KEEP_TABLE, self._keep),
            bind(verbs.TAKE_BACK, self._take_back),
            bind(verbs.CONFIRM_RESIGNATION, self._resign),
            bind(verbs.REMATCH, self._rematch),
            bind(verbs.MOVE_HERE, self._move_here),
            *(handler for group in groups for handler in group.handlers),
        )
        self.past_entries: dict[str, MoreEntry] = {
            "history": answer_with_screen(lambda asker, room_id: replay.history(asker, room_id, -1)),
            "replay": answer_with_screen(lambda asker, room_id: replay.replay(asker, room_id, 0)),
            "resign": self._ask_to_resign,
        }
        self._entries = self.past_entries | {
            "read": answer_with_screen(lambda asker, room_id: tables.board(asker, room_id, as_text=True)),
            "end": answer_with_screen(self._confirm_end),
            "undo": lambda asker, reply, room_id: self._take_back(asker, reply, room_id, None, None),
        }
        for group in groups:
            self._entries |= group.entries

    async def _ask_to_resign(self, asker: Asker, reply: Reply, room_id: int) -> None:
        room, _ = await self._rooms.room_and_seat(room_id, asker.person.id)
        require_play(room)
        await reply.show(more_screen.confirm_resignation(require_table(room), asker.person.id, asker.words))

    # More, and the asker's hand

    async def _hand(self, asker: Asker, reply: Reply, room_id: int) -> None:
        room, _ = await self._rooms.room_and_seat(room_id, asker.person.id)
        await reply.show(await self._tables.board(asker, room.id))

    async def _more(self, asker: Asker, reply: Reply, room_id: int) -> None:
        room = await self._tables.visible_room(asker, room_id)
        await reply.show(more_screen.more_menu(room, asker.words, await self._offers(room, asker)))

    async def _offers(self, room: Room, asker: Asker) -> list[str]:
        require_table(room)
        offers = ["history", "replay", "read"]
        if room.phase == "playing" and room.seat_of(asker.person.id) is not None:
            back = await self._table_actions.take_back_mode(room.id, asker.person.id)
            offers += ["resign", *(["undo"] if back == "free" else [])]
        for group in self._groups:
            offers += await group.offers(room, asker)
        mine = room.record.host.id == asker.person.id and room.is_idle_for(asker.person.id)
        if room.phase == "playing" and (asker.may_manage or mine):
            offers.append("end")
        return offers

    async def _choose(self, asker: Asker, reply: Reply, room_id: int, entry_name: str) -> None:
        room = await self._tables.visible_room(asker, room_id)
        if entry_name not in self._entries:
            raise Refusal("unknown")
        await self._entries[entry_name](asker, reply, room.id)

    async def _confirm_end(self, asker: Asker, room_id: int) -> Screen:
        return more_screen.confirm_end(await self._tables.visible_room(asker, room_id), asker.words)

    async def _end(self, asker: Asker, reply: Reply, room_id: int) -> None:
        room = await self._tables.visible_room(asker, room_id)
        may_manage = asker.may_manage and room.place.guild == asker.guild
        await self._rooms.end(room.id, asker.person, may_manage, asker.press)
        await reply.show(refusals_screen.notice(asker.words, "more.ended", tag=room.tag))

    async def _keep(self, asker: Asker, reply: Reply, room_id: int) -> None:
        room = await self._tables.visible_room(asker, room_id)
        await reply.show(refusals_screen.notice(asker.words, "more.kept", tag=room.tag))

    # take-backs

    async def _take_back(self, asker: Asker, reply: Reply, room_id: int, stamp: int | None, turn: str | None) -> None:
        """Take back the last move, with `turn` the whole unfinished turn. `stamp`: of that move, None for any."""
        room = await (self._rooms.room(room_id) if stamp is not None else self._tables.visible_room(asker, room_id))
        try:
            await self._table_actions.take_back(
                room.id, asker.person.id, asker.press, stamp=stamp, turn=turn is not None
            )
        except Refusal as error:
            if error.key == "stale":
                await self._play_on(asker, room, reply, (Text(asker.words("refusal.stale")),))
                return
            if error.key != "no_take_back" or error.facts.get("why") not in ("moved", "robots"):
                raise
            await reply.show(more_screen.offer_to_ask(room, error, asker.words))
            return
        await self._play_on(asker, room, reply, () if turn else (Text(asker.words("life.taken_back")),))

    async def _play_on(self, asker: Asker, room: Room, reply: Reply, head: tuple[Text, ...]) -> None:
        menu = await self._menu.begin(asker, room.id)
        await reply.show(replace(menu, parts=(*head, *menu.parts)))

    # resignation and rematch

    async def _resign(self, asker: Asker, reply: Reply, room_id: int) -> None:
        room = await self._table_actions.resign(room_id, asker.person.id, asker.press)
        await reply.show(refusals_screen.notice(asker.words, "life.resigned", tag=room.tag))

    async def _rematch(self, asker: Asker, reply: Reply, room_id: int) -> None:
        earlier = await self._rooms.room(room_id)
        if earlier.place.guild != asker.guild:
            raise Refusal("wrong_place")
        require_permissions(reply.interaction)
        if await self._table_actions.rematch_of(earlier.id) is None:
            require_may_open(reply.interaction, await self._servers.load_settings(asker.guild))
        room, opened = await self._table_actions.rematch(earlier.id, asker.person, asker.press)
        key = "rematch.opened" if opened or room.phase != "lobby" else "rematch.joined"
        await reply.show(
            refusals_screen.notice(
                asker.words, key, tag=room.tag, link=message_link(room.place, room.newest_message.id)
            )
        )

    # channel

    async def _move_here(self, asker: Asker, reply: Reply, room_id: int) -> None:
        require_permissions(reply.interaction)
        server = await self._servers.load_settings(asker.guild)
        require_allowed_channel(reply.interaction, server)
        place = Location(asker.guild, asker.channel)
        room = await self._table_actions.move_here(room_id, asker.person.id, place, asker.press)
        await reply.show(refusals_screen.notice(asker.words, "board.brought", channel=f"<#{room.place.channel}>"))


class FollowHandlers:
    """Handles following a game and reporting a problem; `entries`: those for the menu More."""

    def __init__(self, table_actions: TableActions, tables: Tables, rules: RulesHandlers) -> None:
        self._table_actions = table_actions
        self._tables = tables
        self._rules = rules
        self.handlers = bind(verbs.FOLLOW, self._follow), bind(verbs.UNFOLLOW, self._unfollow)
        self.entries = {"follow": self._follow, "unfollow": self._unfollow, "report": self._report}

    async def offers(self, room: Room, asker: Asker) -> list[str]:
        """Return the entries that More offers this person; tables in direct messages need no following."""
        if room.phase != "playing" or room.place.guild is None:
            return ["report"]
        return ["unfollow" if await self._table_actions.follows(room.id, asker.person.id) else "follow", "report"]

    async def _follow(self, asker: Asker, reply: Reply, room_id: int) -> None:
        room = await self._tables.visible_room(asker, room_id)
        require_play(room)
        await self._table_actions.follow(room.id, asker.person.id)
        await reply.show(more_screen.follow_confirmation(room, asker.words))

    async def _unfollow(self, asker: Asker, reply: Reply, room_id: int) -> None:
        room = await self._tables.visible_room(asker, room_id)
        await self._table_actions.unfollow(room.id, asker.person.id)
        await reply.show(more_screen.unfollow_confirmation(room, asker.words))

    async def _report(self, asker: Asker, reply: Reply, room_id: int) -> None:
        """Log the table, the move number and the code of the report, but neither the person nor a move."""
        room = require_table(await self._tables.visible_room(asker, room_id))
        code = logs.fault_code()
        logs.set_context(room.id, len(room.table.log))
        log.warning("somebody reports a fault", extra={"code": code})
        await reply.show(more_screen.report_confirmation(room, asker.words, code, self._rules.support))


class WatchHandlers:
    """Handles links to the page of a table; More offers to revoke the link or to create a new one."""

    def __init__(self, watching: Watching, sessions: PageSessions, tables: Tables) -> None:
        self._watching = watching
        self._sessions = sessions
        self._tables = tables
        self.handlers = (bind(verbs.OPEN_PAGE, answer_with_screen(self.links)),)
        self.entries: dict[str, MoreEntry] = {"close_page": self._close, "open_page": self._open}

    async def offers(self, room: Room, asker: Asker) -> list[str]:
        """Return the entry that More offers this person, if any."""
        may_manage = asker.may_manage and room.place.guild == asker.guild
        offered = await self._watching.offers(room, asker.person.id, may_manage=may_manage)
        return [f"{offered}_page"] if offered else []

    async def links(self, asker: Asker, room_id: int) -> Screen:
        """Show the person's own link to play at the table and the link to watch it, if there are such pages."""
        room = await self._tables.visible_room(asker, room_id)
        page = await self._watching.page_link(room)
        own = ""
        looks_on = room.is_spectator(asker.person.id)
        if page.may_play and (looks_on or room.seat_of(asker.person.id) is not None):
            own = self._watching.own_address(room, await self._sessions.create_link(asker.person))
        if not (own or page.address):
            raise Refusal("page_none", tag=room.tag)
        return more_screen.page_links(room, own, page.address, asker.words, looks_on=looks_on)

    async def _close(self, asker: Asker, reply: Reply, room_id: int) -> None:
        room = await self._offered_room(asker, room_id, "close_page")
        await self._watching.close(room)
        await reply.show(refusals_screen.notice(asker.words, "watch.closed", tag=room.tag))

    async def _open(self, asker: Asker, reply: Reply, room_id: int) -> None:
        room = await self._offered_room(asker, room_id, "open_page")
        await self._watching.reopen(room)
        await reply.show(refusals_screen.notice(asker.words, "watch.reopened", tag=room.tag))

    async def _offered_room(self, asker: Asker, room_id: int, wanted: str) -> Room:
        """Load the room and check that More offers this person the `wanted` entry. Raises Refusal("unknown")."""
        room = await self._tables.visible_room(asker, room_id)
        if wanted not in await self.offers(room, asker):
            raise Refusal("unknown")
        return room
