"""Finds and shows tables: boards, a person's turns, a channel's games. Independent of rules."""

import asyncio
from collections.abc import Iterable
from dataclasses import replace

from bot.discord_api.reply import Reply, answer_with_screen, bind
from bot.model.errors import Refusal
from bot.model.page_link import NO_PAGE
from bot.model.people import Asker, Location
from bot.model.preferences import MenuSight
from bot.model.room import PlayedRoom, Room
from bot.model.room_number import room_of_code, room_of_tag
from bot.screens import game_over as game_over_screen
from bot.screens import lobby as lobby_screen
from bot.screens import move_menu as move_menu_screen
from bot.screens import tables as tables_screen
from bot.screens import verbs
from bot.screens.screen import MAX_SUGGESTION, MAX_SUGGESTIONS, Screen, Suggestion, Text
from bot.services.activity import Activity
from bot.services.leaderboards import Leaderboards
from bot.services.preferences import PreferencesService
from bot.services.prepared_moves import PreparedMoves
from bot.services.services import PlayableRooms
from bot.services.watching import Watching
from bot.text.names import escape_name
from bot.text.spelling import strip_marks


class SeveralTables(Refusal):
    """It is unclear which of these `tables` is meant."""

    def __init__(self, tables: tuple[Room, ...]) -> None:
        super().__init__("which_table", n=len(tables))
        self.tables = tables


class Tables:
    """Finds and shows tables as one person may see them; changes nothing."""

    def __init__(
        self,
        rooms: PlayableRooms,
        preferences: PreferencesService,
        prepared: PreparedMoves | None = None,
        leaderboards: Leaderboards | None = None,
        pages: tuple[Watching, Activity] | None = None,
    ) -> None:
        self._rooms = rooms
        self._preferences = preferences
        self._prepared = prepared
        self._leaderboards = leaderboards
        self._watching = pages[0] if pages else None
        self._activity = pages[1] if pages else None
        self.handlers = (
            bind(verbs.SHOW_BOARD, answer_with_screen(self.board)),
            bind(
                verbs.CHANGE_BOARD_SIGHT,
                answer_with_screen(lambda asker, room_id, sight: self.board(asker, room_id, sight=sight)),
            ),
            bind(verbs.READ_BOARD, answer_with_screen(lambda asker, room_id: self.board(asker, room_id, as_text=True))),
            bind(
                verbs.LIST_OWN_TABLES,
                answer_with_screen(lambda asker, page, _mark, only: self.turns(asker, page, only)),
            ),
            bind(verbs.LIST_CHANNEL_TABLES, answer_with_screen(self.games)),
            bind(verbs.OPEN_ACTIVITY, self._open_activity),
        )

    async def visible_room(self, asker: Asker, room_id: int, sight: MenuSight = "auto") -> Room:
        """Return a room that this person may see: theirs, or one of this server. Raises Refusal: gone, wrong_place."""
        room = await self.apply_preferences(asker, await self._rooms.room(room_id), sight)
        own = room.seat_of(asker.person.id) is not None or room.seat_kept_for(asker.person.id) is not None
        if not own and (room.place.guild is None or room.place.guild != asker.guild):
            raise Refusal("wrong_place")
        return room

    async def apply_preferences(self, asker: Asker, room: Room, sight: MenuSight = "auto") -> Room:
        """Return the room with the asker's preferences for pictures, or with the requested `sight`."""
        mine = await self._preferences.load(asker.person.id)
        return replace(room, theme=mine.theme, sight=mine.sight if sight == "auto" else sight)

    async def find(self, asker: Asker, tag: str | None) -> Room:
        """Return the table with that tag; without a tag, the only table that can be meant.

        That is the channel's only table, else the only one there that waits for the person, else the person's only one.
        Raises Refusal: gone, wrong_place, no_table; SeveralTables if it is unclear which one is meant.
        """
        if tag:
            said = [strip_marks(word) for word in tag.split()] or [""]  # as in lists, "Azul #123", or typed, "123"
            word = next((word for word in said if word[0:1] == "#"), said[0])
            number = room_of_tag(word)
            if number is None:
                raise Refusal("gone", tag=escape_name(tag), phase="")
            try:
                return await self.visible_room(asker, number)
            except Refusal as error:
                if error.key != "gone" or word.removeprefix("#").isdecimal():
                    raise
                raise Refusal(
                    "gone", tag=escape_name(tag), phase=error.facts["phase"]
                ) from None  # it was parsed as an old code
        here = [room for room in await self._rooms.list_in_channel(asker.channel) if room.table is not None]
        return _single_room(here, await self._own_rooms(asker), asker)

    async def find_own(self, asker: Asker, tag: str | None) -> Room:
        """Find a table to play at: the person's own tables have priority."""
        mine = await self._own_rooms(asker)
        if tag or not mine:
            return await self.find(asker, tag)
        return _single_room([room for room in mine if room.place.channel == asker.channel], mine, asker)

    async def find_unambiguous(self, asker: Asker, tag: str | None) -> Room:
        """Find a table for an irreversible action: without a tag, only if it is the person's only one in the channel.

        Unlike `find_own`, never select a table because it waits for the person, or a table of another channel.
        """
        mine = await self._own_rooms(asker)
        here = [room for room in mine if room.place.channel == asker.channel]
        if not tag and mine and len(here) != 1:
            raise SeveralTables(tuple(here or mine))
        return await self.find_own(asker, tag)

    async def _own_rooms(self, asker: Asker) -> list[Room]:
        return [room for room in await self._rooms.list_for_person(asker.person.id) if room.table is not None]

    async def suggest_tables(self, asker: Asker, typed: str) -> list[Suggestion]:
        """Suggest tables, those waiting for the person first."""
        mine = await self._rooms.list_for_person(asker.person.id)
        here = await self._rooms.list_in_channel(asker.channel)
        tables = {room.id: room for room in (*mine, *here) if room.table is not None}  # without duplicates
        return room_suggestions(tables.values(), asker, typed)

    async def add_way_back(self, asker: Asker, home: str, screen: Screen) -> Screen:
        """Add a button back to the move at the table with the code `home`, if the person is to move there.

        "" for no table. Raises Refusal: gone, wrong_place.
        """
        number = room_of_code(home) if home else None
        if number is None:
            return screen
        room = await self.visible_room(asker, number)
        seat = room.seat_of(asker.person.id)
        if seat is None or seat not in room.to_act:
            return screen
        return replace(screen, parts=(*screen.parts, move_menu_screen.home_buttons(room, seat, asker.words)))

    async def board(self, asker: Asker, room_id: int, as_text: bool = False, sight: MenuSight = "auto") -> Screen:
        """Return the table as this person may see it, as a picture or as text, with their prepared moves."""
        room = await self.visible_room(asker, room_id, sight)
        if not isinstance(room, PlayedRoom):
            shown = lobby_screen.lobby if room.phase == "lobby" else lobby_screen.closed_lobby
            return shown(room, asker.words)
        as_text = as_text or (await self._preferences.load(asker.person.id)).pictures == "none"
        show = tables_screen.text_board if as_text else tables_screen.board_screen
        seat = room.seat_of(asker.person.id)
        own = None
        if self._prepared is not None and seat is not None and room.phase == "playing":  # not in a sandbox
            own = replace(await self._prepared.load(room.id, asker.person.id), room=room)
        page = await self._watching.page_link(room) if self._watching else NO_PAGE
        screen = await asyncio.to_thread(show, room, seat, asker.words, own, page)
        screen = replace(screen, parts=(screen.parts[0], *await self._ending_texts(asker, room), *screen.parts[1:]))
        place = Location(asker.guild, asker.channel)
        is_offered = self._activity is not None and await self._activity.offers(room, place)
        return tables_screen.with_activity_button(screen, room.id, asker.words) if is_offered else screen

    async def _open_activity(self, asker: Asker, reply: Reply, room_id: int) -> None:
        """Open the Activity and note the table for it, because Discord passes it no data [D7.3]."""
        room = await self.visible_room(asker, room_id)
        if self._activity is None or not await self._activity.offers(room, Location(asker.guild, asker.channel)):
            raise Refusal("no_activity")
        self._activity.note_requested_table(asker.person.id, room.id)
        await reply.launch_activity()

    async def _ending_texts(self, asker: Asker, room: PlayedRoom) -> tuple[Text, ...]:
        """Return how the game ended for the asker, who may have missed the last move; for others, who won."""
        seat = room.seat_of(asker.person.id)
        if self._leaderboards is None or room.phase != "over":
            return ()
        if seat is None:
            won = game_over_screen.winner_line(room, asker.words)
            return (Text(won),) if won else ()
        return (game_over_screen.own_result(room, seat, await self._leaderboards.head_to_head(room), asker.words),)

    async def turns(self, asker: Asker, page: int, only: str | None = None) -> Screen:
        """Return the person's tables and lobbies, first those waiting for them.

        `only`: the name of a filter. Raises Refusal("unknown") for another name.
        """
        only = only or tables_screen.TABLE_FILTERS[0]
        if only not in tables_screen.TABLE_FILTERS:
            raise Refusal("unknown")
        rooms = await self._rooms.list_for_person(asker.person.id)
        if only == "here":
            rooms = [room for room in rooms if room.place.guild == asker.guild]
        shown = tables_screen.own_tables(rooms, asker.person.id, asker.words, page, only)
        if self._prepared is None:
            return shown
        own = await self._prepared.load_by_room(rooms, asker.person.id)
        return await asyncio.to_thread(tables_screen.with_prepared, shown, own, asker.words) if own else shown

    async def games(self, asker: Asker, page: int) -> Screen:
        """Return all tables and lobbies of the channel."""
        return tables_screen.channel_tables(
            await self._rooms.list_in_channel(asker.channel), asker.person.id, asker.words, page
        )

    async def games_played_here(self, asker: Asker) -> list[str]:
        """Return the games of the channel's tables and lobbies, each once."""
        return list(dict.fromkeys(room.game.key for room in await self._rooms.list_in_channel(asker.channel)))


def room_suggestions(rooms: Iterable[Room], asker: Asker, typed: str) -> list[Suggestion]:
    """Return a row for each room whose name contains the typed text, as many as Discord shows."""
    names = [(tables_screen.table_line(room, asker.person.id, asker.words), room.tag) for room in rooms]
    return [Suggestion(name[:MAX_SUGGESTION], tag) for name, tag in names if typed.casefold() in name.casefold()][
        :MAX_SUGGESTIONS
    ]


def _single_room(here: list[Room], mine: list[Room], asker: Asker) -> Room:
    """Return the only table in `here`, else the only one there waiting for the person, else the only one in `mine`."""
    waiting = [room for room in here if room.seat_of(asker.person.id) in room.to_act]
    for candidates in (here, waiting, mine):
        if len(candidates) == 1:
            return candidates[0]
    if not here and not mine:
        raise Refusal("no_table")
    raise SeveralTables(tuple(here or mine))
