"""Handlers of a table's past: history, replay, film, bag proof, record, finished tables. Independent of rules."""

import asyncio

from bot.delivery.films import ReplayFilms
from bot.discord_api.reply import answer_with_screen, bind
from bot.interactions.tables import SeveralTables, Tables, room_suggestions
from bot.model.errors import Refusal
from bot.model.people import Asker, Location, message_link
from bot.model.room import PlayedRoom, Room, require_table
from bot.screens import game_over as game_over_screen
from bot.screens import records as records_screen
from bot.screens import replay as replay_screen
from bot.screens import verbs
from bot.screens.refusals import notice
from bot.screens.screen import MAX_SUGGESTIONS, Screen, Suggestion
from bot.services.rooms import Rooms
from bot.services.table_actions import TableActions


class ReplayHandlers:
    """Shows running and finished tables; changes nothing."""

    def __init__(self, rooms: Rooms, table_actions: TableActions, films: ReplayFilms, tables: Tables) -> None:
        self._rooms = rooms
        self._table_actions = table_actions
        self._films = films
        self._tables = tables
        self.handlers = (
            bind(verbs.HISTORY, answer_with_screen(self.history)),
            bind(verbs.REPLAY, answer_with_screen(self.replay)),
            bind(verbs.ENLARGE_SEATS, answer_with_screen(self._close_up)),
            bind(verbs.FILM, answer_with_screen(self._film)),
        )

    async def history(self, asker: Asker, room_id: int, page: int) -> Screen:
        """Return one page of the table's history, the last for page -1. Raises as `_started_room`."""
        room = await self._started_room(asker, room_id)
        return await asyncio.to_thread(replay_screen.history, room, room.seat_of(asker.person.id), asker.words, page)

    async def replay(self, asker: Asker, room_id: int, at: int) -> Screen:
        """Return the table after one of its moves, the last for -1. Raises as `_started_room`."""
        room = await self._started_room(asker, room_id)
        return await asyncio.to_thread(replay_screen.replay, room, room.seat_of(asker.person.id), asker.words, at)

    async def _close_up(self, asker: Asker, room_id: int) -> Screen:
        """Return every seat of the table enlarged, as this person may see it. Raises as `_started_room`."""
        room = await self._started_room(asker, room_id)
        return await asyncio.to_thread(replay_screen.enlarged_seats, room, room.seat_of(asker.person.id), asker.words)

    async def _film(self, asker: Asker, room_id: int) -> Screen:
        """Return a link to the table's film, which is posted if necessary. Raises as `ReplayFilms.find_or_post`."""
        room = await self._tables.visible_room(asker, room_id)
        channel, message = await self._films.find_or_post(room, asker.shared_words)
        link = message_link(Location(room.place.guild, channel), message)
        return notice(asker.words, "film.there", tag=room.tag, link=link)

    async def verify(self, asker: Asker, room_id: int) -> Screen:
        """Show whether the table's draws follow from its bag. Raises Refusal: gone, wrong_place, not_started."""
        room = await self._started_room(asker, room_id)
        return await asyncio.to_thread(
            game_over_screen.bag_check, room, await self._rooms.list_match(room), asker.words
        )

    async def export(self, asker: Asker, room_id: int) -> Screen:
        """Return the table's public moves as a file.

        Raises Refusal: gone, wrong_place, not_started; secret_record while hands are hidden.
        """
        room = await self._started_room(asker, room_id)
        return await asyncio.to_thread(
            records_screen.record_file, room, await self._rooms.list_match(room), asker.words
        )

    async def find(self, asker: Asker, tag: str | None) -> Room:
        """Find the table as `Tables.find` does, or else the one that ended last. Raises as `Tables.find`.

        If there are several candidates, finished tables are offered first.
        """
        try:
            return await self._tables.find(asker, tag)
        except SeveralTables as error:
            over = await self._finished_rooms(asker)
            raise SeveralTables((*over[: MAX_SUGGESTIONS - len(error.tables)], *error.tables)) from error
        except Refusal as error:
            over = await self._finished_rooms(asker) if error.key == "no_table" else []
            if not over:
                raise
            return over[0]

    async def find_over(self, asker: Asker, tag: str | None) -> Room:
        """Find the table for commands about finished ones: running tables are considered only if none is finished."""
        over = [] if tag else await self._finished_rooms(asker)
        if not over:
            return await self.find(asker, tag)
        under_way = await self._rooms.list_for_person(asker.person.id) or await self._rooms.list_in_channel(
            asker.channel
        )
        if under_way and len(over) > 1:
            raise SeveralTables(tuple(over))
        return over[0]

    async def suggest_tables(self, asker: Asker, typed: str) -> list[Suggestion]:
        """Suggest finished tables, then running ones."""
        rows = await self._tables.suggest_tables(asker, typed)
        return [
            *room_suggestions(await self._finished_rooms(asker), asker, typed)[: MAX_SUGGESTIONS - len(rows)],
            *rows,
        ]

    async def _finished_rooms(self, asker: Asker) -> list[Room]:
        return await self._table_actions.finished_tables(asker.person.id, asker.channel)

    async def _started_room(self, asker: Asker, room_id: int) -> PlayedRoom:
        """Return the running or finished table. Raises Refusal: gone, wrong_place, not_started."""
        return require_table(await self._tables.visible_room(asker, room_id))
