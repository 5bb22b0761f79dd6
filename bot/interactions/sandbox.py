"""Handlers of imported records and of sandboxes. Independent of rules."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.discord_api.reply import Reply, answer_with_form, answer_with_screen, bind
from bot.interactions.move_handlers import MenuTarget, menu_handlers
from bot.interactions.move_menu import MoveMenu
from bot.interactions.tables import Tables
from bot.model.errors import Refusal
from bot.model.move_menu import MenuState
from bot.model.people import Asker
from bot.model.record import ENDED_PHASES
from bot.model.room import PlayedRoom, require_table
from bot.model.sandbox import FIRST_SANDBOX_ID
from bot.screens import records as records_screen
from bot.screens import verbs
from bot.screens.screen import InputForm, Screen, Text
from bot.screens.verbs import Ts
from bot.services.preferences import PreferencesService
from bot.services.sandboxes import Sandboxes
from bot.text.names import quotable_text
from engine import IllegalMove


class SandboxHandlers:
    """Handles the buttons of a record and of its sandbox, which uses the same move menu as every table."""

    def __init__(self, sandboxes: Sandboxes, preferences: PreferencesService, played: Tables) -> None:
        tables = Tables(sandboxes, preferences)
        self._played = played
        self._sandboxes = sandboxes
        self._move_menu = MoveMenu(sandboxes, preferences, tables)
        self.handlers = (
            bind(verbs.SHOW_RECORD, answer_with_screen(self._replay)),
            bind(verbs.TRY_RECORD, answer_with_screen(self._try)),
            bind(verbs.TRY_TABLE, answer_with_screen(self._try_table)),
            bind(
                verbs.RESUME_SANDBOX,
                answer_with_screen(lambda asker, record: self._current_screen(asker, record + FIRST_SANDBOX_ID)),
            ),
            bind(verbs.TRY_ROBOT, answer_with_screen(self._robot)),
            bind(verbs.ROLL_DRAW, answer_with_screen(self._draw)),
            bind(verbs.TYPE_DRAW, answer_with_form(self._draw_form)),
            bind(verbs.SUBMIT_DRAW, answer_with_screen(self._draw)),
            bind(verbs.RETRACT_MOVE, answer_with_screen(self._take_back)),
        )
        self.sandbox_handlers = (
            *menu_handlers(self._move_menu, tables, self._step),
            bind(verbs.TYPE_MOVE, answer_with_form(self._move_menu.form)),
            bind(verbs.TAKE_BACK, answer_with_screen(self._take_back)),
        )

    async def import_record(self, asker: Asker, content: bytes) -> Screen:
        """Import the record; return its replay from the first deal, or the illegal line. Raises Refusal."""
        try:
            found = await self._sandboxes.import_record(asker.person, content)
        except IllegalMove as error:
            return records_screen.illegal_line(error, asker.words)
        return await self._replay(asker, found.id, 0)

    # records

    async def _try(self, asker: Asker, record: int, place: int) -> Screen:
        room = await self._sandboxes.begin(record, asker.person.id, max(place, 0))
        return await self._current_screen(asker, room.id)

    async def _try_table(self, asker: Asker, room_id: int, place: int) -> Screen:
        """Open a sandbox of a finished table. Raises Refusal: not_over, record_gone, those of `visible_room`."""
        room = require_table(await self._played.visible_room(asker, room_id))
        if room.phase not in ENDED_PHASES:
            raise Refusal("not_over", tag=room.tag)
        return await self.try_out(asker, room, place)

    async def try_out(self, asker: Asker, room: PlayedRoom, place: int) -> Screen:
        """Open a sandbox at that index of the table's log. Raises Refusal("record_gone")."""
        found = await self._sandboxes.import_table(asker.person, room)
        return await self._try(asker, found.id, place)

    async def _replay(self, asker: Asker, number: int, at: int) -> Screen:
        found, room = await self._sandboxes.replay(number, asker.person.id)
        return await asyncio.to_thread(records_screen.record_replay, found, room, asker.words, at)

    # sandboxes

    def _step(
        self, ask: Callable[[Asker, MenuTarget, *Ts], Awaitable[Screen]]
    ) -> Callable[[Asker, Reply, MenuTarget, *Ts], Awaitable[None]]:
        """Return a handler that shows the next screen of the menu; after a finished move, the next seat's menu."""

        async def step(asker: Asker, reply: Reply, at: MenuTarget, *values: *Ts) -> None:
            room = await self._sandboxes.own_room(at if isinstance(at, int) else at.room, asker.person.id)
            if not room.to_act:
                await reply.show(await self._current_screen(asker, room.id))
                return
            screen = await ask(asker, at, *values)
            later = await self._sandboxes.own_room(room.id, asker.person.id)
            if later.chairs[0].stamp != room.chairs[0].stamp:  # this step has played the move
                await reply.show(await self._current_screen(asker, room.id))
            else:
                await reply.show(await self._mark_as_sandbox(asker, later, screen))

        return step

    async def _draw_form(self, asker: Asker, room_id: int, _stamp: int) -> InputForm:
        return records_screen.draw_form(await self._sandboxes.own_room(room_id, asker.person.id), asker.words)

    async def _draw(self, asker: Asker, room_id: int, stamp: int, text: str | None = None) -> Screen:
        notice = ""
        try:
            await self._sandboxes.draw(room_id, asker.person.id, stamp, text)
        except IllegalMove:
            room = await self._sandboxes.own_room(room_id, asker.person.id)
            notice = asker.words("sandbox.bad_draw", text=quotable_text(text or ""), form=room.game.chance_form)
        except Refusal as error:
            notice = _stale_notice(error, asker)
        return await self._current_screen(asker, room_id, notice)

    async def _take_back(self, asker: Asker, room_id: int, stamp: int, turn: str | None = None) -> Screen:
        notice = ""
        try:
            await self._sandboxes.retract(room_id, asker.person.id, stamp, turn=turn is not None)
        except Refusal as error:
            notice = _stale_notice(error, asker)
        return await self._current_screen(asker, room_id, notice)

    async def _robot(self, asker: Asker, room_id: int, stamp: int, level: str | None) -> Screen:
        notice = ""
        if level is None:
            room = await self._sandboxes.own_room(room_id, asker.person.id)
            if room.to_act:
                return await self._mark_as_sandbox(asker, room, records_screen.ask_sandbox_robot(room, asker.words))
        else:
            try:
                await self._sandboxes.ask_robot(room_id, asker.person.id, stamp, level)
            except Refusal as error:
                notice = _stale_notice(error, asker)
        return await self._current_screen(asker, room_id, notice)

    async def _current_screen(self, asker: Asker, room_id: int, notice: str = "") -> Screen:
        """Return the current screen: the menu of the seat to act, the draw that is due, or the end."""
        room = await self._sandboxes.own_room(room_id, asker.person.id)
        if room.to_act:
            screen = await self._move_menu.menu(asker, MenuState(room_id))
        else:
            show = records_screen.draw_screen if room.phase == "playing" else records_screen.finished_sandbox
            screen = await asyncio.to_thread(show, room, asker.words)
        head = (Text(notice),) if notice else ()
        return await self._mark_as_sandbox(asker, room, replace(screen, parts=(*head, *screen.parts)))

    async def _mark_as_sandbox(self, asker: Asker, room: PlayedRoom, screen: Screen) -> Screen:
        found = await self._sandboxes.load_record(room.id - FIRST_SANDBOX_ID, asker.person.id)
        return records_screen.with_sandbox_controls(screen, found, room, asker.words)


def _stale_notice(refusal: Refusal, asker: Asker) -> str:
    """Return the text for a sandbox that has changed since; any other refusal is raised again."""
    if refusal.key != "stale":
        raise refusal
    return asker.words("sandbox.stale")
