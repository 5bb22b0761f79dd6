"""Screens that a person asks of a table: menu, board, lists. Knows no Discord library.

Every press loads the room anew; nothing of a menu is kept between two presses.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from bot.interactions.typed_moves import in_words, path_to, read, suggestions
from bot.model.asker import Asker
from bot.model.errors import Refusal
from bot.model.move_menu import LostPath, MenuProgress, MenuState, Path, ask, back, ticked
from bot.model.phases import needs_play, needs_table, needs_turn
from bot.model.room import PlayedRoom, Room, from_tag
from bot.model.turns import at_once, goes_on, is_final
from bot.screens import accessible as accessible_screen
from bot.screens import lobby as lobby_screen
from bot.screens import move_menu as move_menu_screen
from bot.screens import refusals as refusals_screen
from bot.screens import tables as tables_screen
from bot.screens.screen import Form, Screen, Suggestion, Text
from bot.screens.speech import Speech
from bot.screens.table import short_names
from bot.services.ports import PlayableRooms
from bot.services.preferences import PreferencesService
from bot.text.names import escaped, quoted
from bot.text.rulebook import rulebook
from bot.text.words import Words
from engine import IllegalMove, Move, Seat, Table


class SeveralTables(Refusal):
    """More than one table may be meant: `tables`, at least two."""

    def __init__(self, tables: tuple[Room, ...]) -> None:
        super().__init__("which_table", n=len(tables))
        self.tables = tables


class MoveMenu:
    """Answers what people ask of tables; every change goes through `Rooms`."""

    def __init__(self, rooms: PlayableRooms, preferences: PreferencesService) -> None:
        self._rooms, self._preferences = rooms, preferences

    async def menu(self, asker: Asker, ticket: MenuState) -> Screen:
        """The next question of the seat's move, its preview, or the current first question if the table moved on."""
        room, seat = await self._to_move(asker, ticket.room)
        if ticket.stamp not in (None, room.stamp(seat)):
            return await self._stale(asker, room, seat)
        try:
            step = self._asked(room, seat, ticket.path)
        except LostPath:
            return await self._stale(asker, room, seat)
        if ticket.path and step.move is not None and await self._unasked(asker, room.table, seat, step.move):
            now = replace(ticket, stamp=room.stamp(seat))
            return await self.play(asker, now, str(step.move), unseen=not at_once(room.table, seat, step.move))
        return await self._shown(asker, room, seat, step, ticket.path)

    async def begin(self, asker: Asker, room_id: int) -> Screen:
        """The first question of the seat's move."""
        return await self.menu(asker, MenuState(room_id))

    async def back(self, asker: Asker, ticket: MenuState) -> Screen:
        """The question before the last answer."""
        return await self.menu(asker, replace(ticket, path=await self._retrace(asker, ticket)))

    async def ticked(self, asker: Asker, ticket: MenuState, tiles: Sequence[str]) -> Screen:
        """The step after ticking these tiles of a heap."""
        room, seat = await self._to_move(asker, ticket.room)
        try:
            path = ticked(room.table.view(seat).moves, ticket.path, tiles)
        except LostPath:
            return await self._stale(asker, room, seat)
        return await self.menu(asker, replace(ticket, path=path))

    async def why_not(self, asker: Asker, ticket: MenuState) -> Screen:
        """The answers that are refused at this question."""
        room, seat = await self._to_move(asker, ticket.room)
        try:
            question = ask(room.table.view(seat).moves, ticket.path).question
        except LostPath:
            question = None
        if question is None:
            return await self._stale(asker, room, seat)
        return move_menu_screen.why_not(room, seat, asker.words, question, ticket.path)

    async def form(self, asker: Asker, ticket: MenuState) -> Form:
        """A window to type the move in."""
        room, _ = await self._to_move(asker, ticket.room)
        return move_menu_screen.form(room, asker.words)

    async def reason(self, asker: Asker, ticket: MenuState, chosen: str) -> Screen:
        """The paragraph of the rules behind a refused answer; `chosen` is its place in their list and the number."""
        room, seat = await self._to_move(asker, ticket.room)
        if chosen.partition(":")[2] not in rulebook(room.game.key, asker.words.language):
            raise Refusal("unknown")
        shown = await asyncio.to_thread(move_menu_screen.reason, room, seat, asker.words, chosen, ticket.path)
        return accessible_screen.menu(shown, replace(await self._preferences.of(asker.person.id), spelled=False))

    async def play_it(self, asker: Asker, ticket: MenuState) -> Screen:
        """The previewed move is played; as `play`."""
        return await self.play(asker, ticket, ".".join(ticket.path))

    async def play(self, asker: Asker, ticket: MenuState, text: str, *, unseen: bool = False) -> Screen:
        """Play and save the move; return the menu's closing message, or the current menu if the table had moved on.

        `unseen`: there was no preview before, so the closing message has a picture.
        """
        room, seat = await self._seated(asker, ticket.room)
        try:
            later = await self._rooms.play(room.id, seat, ticket.stamp, text, asker.press)
        except Refusal as no:
            if no.key != "stale":
                raise
            return await self._stale(asker, *await self._to_move(asker, ticket.room))
        except IllegalMove as no:
            return self._forbidden(asker, room, seat, no)
        later = replace(later, theme=room.theme)
        done = Speech(asker.words, room.game.key).move(room.table.state, seat, room.game.parse(text))
        if goes_on(later.table, seat):
            now = await self._step(asker, later, seat, ())
            return replace(now, parts=(Text(asker.words("menu.played", move=done)), *now.parts))
        since = len(room.table.log)
        done = await asyncio.to_thread(move_menu_screen.with_draws, done, later, seat, since, asker.words)
        shown = move_menu_screen.played(later, asker.words, done, await self._following(asker, later), asker.person.id)
        if not unseen or (await self._preferences.of(asker.person.id)).pictures != "all":
            return shown
        return await asyncio.to_thread(move_menu_screen.pictured, shown, later, seat, since, asker.words)

    async def written(self, asker: Asker, room_id: int, text: str) -> Screen:
        """As `typed`, at the table of that number, which the person may look at."""
        return await self.typed(asker, await self.visible(asker, room_id), text)

    async def typed(self, asker: Asker, table: Room, text: str) -> Screen:
        """The preview of a typed move, or the menu at the first question that an unfinished one leaves open.

        Words that fit several moves lead to a list of them. For people who want no preview the move is played.
        """
        room, seat = await self._to_move(asker, table.id)
        view = room.table.view(seat)
        try:
            move = read(room.game, view.moves, text)
        except IllegalMove:
            return await self._spoken(asker, room, seat, text)
        if move is None:
            return await self._step(asker, room, seat, path_to(view.moves, text))
        if (number := view.state.refuses(seat, move)) is not None:
            return self._forbidden(asker, room, seat, IllegalMove(number, **view.state.facts(seat, move)))
        return await self._legal(asker, room, seat, move)

    async def suggest(self, asker: Asker, room: Room, text: str) -> list[Suggestion]:
        """What to type next at this table; nothing for a person who is not to move."""
        seat = room.seat_of(asker.person.id)
        if seat is None or room.table is None:
            return []
        if seat not in room.to_act:
            return [Suggestion(self._waiting(room, asker.words), text or "?")]
        speech = Speech(asker.words, room.game.key)
        return await asyncio.to_thread(suggestions, room.table.view(seat), speech, text)

    async def board(self, asker: Asker, room_id: int, as_text: bool = False) -> Screen:
        """The table as this person may see it, as a picture or as text."""
        room = await self.visible(asker, room_id)
        if not isinstance(room, PlayedRoom):
            shown = lobby_screen.lobby if room.phase == "lobby" else lobby_screen.closed
            return shown(room, asker.words)
        as_text = as_text or (await self._preferences.of(asker.person.id)).pictures == "none"
        show = tables_screen.text_board if as_text else tables_screen.board
        return await asyncio.to_thread(show, room, room.seat_of(asker.person.id), asker.words)

    async def visible(self, asker: Asker, room_id: int) -> Room:
        """A room that this person may look at: an own one, or one of this server. Raises Refusal: gone, wrong_place."""
        room = await self._themed(asker, await self._rooms.room(room_id))
        own = room.seat_of(asker.person.id) is not None or room.warm_seat(asker.person.id) is not None
        if not own and (room.place.guild is None or room.place.guild != asker.guild):
            raise Refusal("wrong_place")
        return room

    async def find(self, asker: Asker, tag: str | None) -> Room:
        """The table to use: the named one, the channel's only one, the channel's or the person's waiting one.

        Raises Refusal: gone, wrong_place, no_table; Several where it could be one or another.
        """
        if tag:
            number = from_tag(tag.split()[0]) if tag.split() else None
            if number is None:
                raise Refusal("gone", tag=escaped(tag), phase="")
            return await self.visible(asker, number)
        here = [room for room in await self._rooms.in_channel(asker.channel) if room.table is not None]
        mine = [room for room in await self._rooms.of_person(asker.person.id) if room.table is not None]
        waiting = [room for room in here if room.seat_of(asker.person.id) in room.to_act]
        for candidates in (here, waiting, mine):
            if len(candidates) == 1:
                return candidates[0]
        raise SeveralTables(tuple(here or mine)) if here or mine else Refusal("no_table")

    async def find_own(self, asker: Asker, tag: str | None) -> Room:
        """As `find`, for playing: the tables at which the person sits go before others."""
        mine = [room for room in await self._rooms.of_person(asker.person.id) if room.table is not None]
        if tag or not mine:
            return await self.find(asker, tag)
        here = [room for room in mine if room.place.channel == asker.channel]
        waiting = [room for room in here if room.seat_of(asker.person.id) in room.to_act]
        for candidates in (here, waiting, mine):
            if len(candidates) == 1:
                return candidates[0]
        raise SeveralTables(tuple(here or mine))

    async def named(self, asker: Asker, typed: str) -> list[Suggestion]:
        """Tables that this person may mean, those waiting for them first."""
        mine = await self._rooms.of_person(asker.person.id)
        here = [room for room in await self._rooms.in_channel(asker.channel) if room.id not in {r.id for r in mine}]
        tables = [room for room in (*mine, *here) if room.table is not None]
        rows = [tables_screen.named(room, asker.person.id, asker.words) for room in tables]
        return [Suggestion(name[:100], name.split()[0]) for name in rows if typed.casefold() in name.casefold()][:25]

    async def turns(self, asker: Asker, page: int, only: str = tables_screen.ONLY[0]) -> Screen:
        """All tables and lobbies of the person or as `only` says, those waiting for them first. Raises: unknown."""
        if only not in tables_screen.ONLY:
            raise Refusal("unknown")
        rooms = await self._rooms.of_person(asker.person.id)
        if only == "here":
            rooms = [room for room in rooms if room.place.guild == asker.guild]
        return tables_screen.turns(rooms, asker.person.id, asker.words, page, only)

    async def games(self, asker: Asker, page: int) -> Screen:
        """All tables and lobbies of the channel."""
        return tables_screen.games(await self._rooms.in_channel(asker.channel), asker.person.id, asker.words, page)

    async def played_here(self, asker: Asker) -> list[str]:
        """The different games of the channel's tables and lobbies."""
        return list(dict.fromkeys(room.game.key for room in await self._rooms.in_channel(asker.channel)))

    async def _to_move(self, asker: Asker, room_id: int) -> tuple[PlayedRoom, Seat]:
        room, seat = await self._seated(asker, room_id)
        needs_play(room)
        needs_turn(room, seat)
        return room, seat

    async def _seated(self, asker: Asker, room_id: int) -> tuple[PlayedRoom, Seat]:
        room, seat = await self._rooms.seated(room_id, asker.person.id)
        return needs_table(await self._themed(asker, room)), seat

    async def _themed(self, asker: Asker, room: Room) -> Room:
        """The room with the asker's theme for its pictures."""
        return replace(room, theme=(await self._preferences.of(asker.person.id)).theme)

    async def _unasked(self, asker: Asker, table: Table, seat: Seat, move: Move) -> bool:
        """Whether the move is played without a preview."""
        if at_once(table, seat, move):
            return True
        return await self._unconfirmed(asker, table, seat, move)

    async def _unconfirmed(self, asker: Asker, table: Table, seat: Seat, move: Move) -> bool:
        """Whether the person wants this move to be played without a question."""
        confirm = (await self._preferences.of(asker.person.id)).confirm
        return confirm == "never" or (confirm == "final" and not is_final(table, seat, move))

    async def _step(self, asker: Asker, room: PlayedRoom, seat: Seat, path: Path) -> Screen:
        return await self._shown(asker, room, seat, self._asked(room, seat, path), path)

    def _asked(self, room: PlayedRoom, seat: Seat, path: Path) -> MenuProgress:
        return ask(room.table.view(seat).moves, path)

    async def _shown(self, asker: Asker, room: PlayedRoom, seat: Seat, step: MenuProgress, path: Path) -> Screen:
        if step.move is not None:
            return await self._previewed(asker, room, seat, step.move, path)
        mine = await self._preferences.of(asker.person.id)
        shown = await asyncio.to_thread(move_menu_screen.question, room, seat, asker.words, step, path)
        return accessible_screen.menu(
            shown, mine, accessible_screen.spelled(room, seat, asker.words) if mine.spelled else ()
        )

    async def _previewed(self, asker: Asker, room: PlayedRoom, seat: Seat, move: Move, path: Path) -> Screen:
        shown = await asyncio.to_thread(move_menu_screen.preview, room, seat, asker.words, move, path)
        return accessible_screen.menu(shown, await self._preferences.of(asker.person.id))

    async def _spoken(self, asker: Asker, room: PlayedRoom, seat: Seat, text: str) -> Screen:
        """The answer to a text that is no notation: the only move that fits its words, or a list of several."""
        view, speech = room.table.view(seat), Speech(asker.words, room.game.key)
        found = await asyncio.to_thread(in_words, view, speech, text)
        if len(found) == 1:
            return await self._legal(asker, room, seat, found[0])
        if found:
            rows = await asyncio.to_thread(suggestions, view, speech, text)
            return self._led_back(asker, room, seat, move_menu_screen.several(room, asker.words, rows))
        no = Refusal("notation", text=quoted(text), example=asker.words(f"{room.game.key}.example"))
        return self._led_back(asker, room, seat, refusals_screen.refused(asker.words, no))

    async def _legal(self, asker: Asker, room: PlayedRoom, seat: Seat, move: Move) -> Screen:
        """The preview of a legal move; for people who want no preview the move is played."""
        if await self._unconfirmed(asker, room.table, seat, move):
            return await self.play(asker, MenuState(room.id, room.stamp(seat)), str(move), unseen=True)
        return await self._previewed(asker, room, seat, move, ())

    def _forbidden(self, asker: Asker, room: PlayedRoom, seat: Seat, no: IllegalMove) -> Screen:
        return self._led_back(asker, room, seat, refusals_screen.forbidden(asker.words, no, room.game.key))

    def _led_back(self, asker: Asker, room: PlayedRoom, seat: Seat, screen: Screen) -> Screen:
        return replace(screen, parts=(*screen.parts, move_menu_screen.way_back(room, seat, asker.words, typed=True)))

    async def _stale(self, asker: Asker, room: PlayedRoom, seat: Seat) -> Screen:
        now = await self._step(asker, room, seat, ())
        return replace(now, parts=(Text(asker.words("refusal.stale")), *now.parts))

    async def _retrace(self, asker: Asker, ticket: MenuState) -> Path:
        room, seat = await self._to_move(asker, ticket.room)
        try:
            return back(room.table.view(seat).moves, ticket.path)
        except LostPath:
            return ()

    async def _following(self, asker: Asker, played: Room) -> Room | None:
        mine = await self._rooms.of_person(asker.person.id)
        waiting = (r for r in mine if r.id != played.id and r.seat_of(asker.person.id) in r.to_act)
        return next(waiting, None)

    def _waiting(self, room: Room, words: Words) -> str:
        if room.paused is not None:
            return words("move.paused", tag=room.tag)
        acting = ", ".join(short_names(room)[seat] for seat in room.to_act)
        return words("move.not_your_turn", name=acting or room.tag)
