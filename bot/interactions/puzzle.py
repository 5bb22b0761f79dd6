"""Handlers of the daily puzzles: the command and the buttons. Independent of rules."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

from bot.delivery.followed_messages import FollowedMessages, LongWork, message_number
from bot.discord_api.reply import Reply, answer_with_form, answer_with_screen, bind
from bot.interactions.move_handlers import MenuTarget, menu_handlers
from bot.interactions.move_menu import MoveMenu
from bot.interactions.ratings import RatingHandlers
from bot.interactions.sandbox import SandboxHandlers
from bot.interactions.tables import Tables
from bot.model.errors import Refusal
from bot.model.move_menu import MenuState
from bot.model.people import Asker
from bot.model.puzzle import ALL_SERVERS, FIRST_TRY_ID, PuzzleRoom, PuzzleTry
from bot.screens import puzzle as puzzle_screen
from bot.screens import refusals as refusals_screen
from bot.screens import verbs
from bot.screens.screen import InputForm, Screen
from bot.screens.verbs import Ts
from bot.services.preferences import PreferencesService
from bot.services.puzzles import PuzzleProgress, Puzzles, PuzzleTables


class PuzzleHandlers:
    """Shows today's puzzles, takes answers through the move menu, and explains the result."""

    def __init__(
        self,
        puzzles: Puzzles,
        preferences: PreferencesService,
        updates: FollowedMessages,
        others: tuple[SandboxHandlers, RatingHandlers],
    ) -> None:
        self._puzzles = puzzles
        self._rooms = PuzzleTables(puzzles)
        self._sandbox, self._ratings = others
        self._updates = updates
        self._tables = Tables(self._rooms, preferences)
        self._menu = MoveMenu(self._rooms, preferences, self._tables)
        self.handlers = (
            bind(verbs.LIST_PUZZLES, self.overview),
            bind(verbs.SHOW_PUZZLE, self._open),
            bind(verbs.TRY_PUZZLE, answer_with_screen(self._try_out)),
            bind(verbs.POST_PUZZLE, self._share),
        )
        self.puzzle_handlers = (
            *menu_handlers(self._menu, self._tables, self._step),
            bind(verbs.TYPE_MOVE, answer_with_form(self._form)),
            bind(verbs.TAKE_BACK, self._take_back),
        )

    async def ask(self, asker: Asker, reply: Reply, game: str) -> None:
        """Show today's puzzle of that game, or all of today's puzzles for ""."""
        await (self._open(asker, reply, game, None) if game else self.overview(asker, reply))

    async def overview(self, asker: Asker, reply: Reply) -> None:
        """Show today's puzzles."""
        await self._stop_updates(reply)
        today = await self._puzzles.load_today(asker.person.id, asker.guild)
        await reply.show(puzzle_screen.overview(today, asker.words))

    async def _open(self, asker: Asker, reply: Reply, game: str, here: str | None) -> None:
        await self._stop_updates(reply)
        guild = ALL_SERVERS if here is None or asker.guild is None else asker.guild
        found = await self._puzzles.open(asker.person, game, guild)
        if isinstance(found, PuzzleTry):
            await self._show(asker, reply, found)
            return

        async def opened_screen() -> Screen:
            one = await self._puzzles.open(asker.person, game, guild)
            if isinstance(one, PuzzleProgress):
                raise Refusal("puzzle_failed")
            return await self._screen(asker, one)

        def making_screen() -> Screen:
            now = self._puzzles.progress(found)
            return puzzle_screen.making_progress(game, asker.words, now.judged, now.total)

        work = partial(self._puzzles.wait_for_work, found.key)
        await self._show_work(
            reply, LongWork(work, making_screen, opened_screen, partial(refusals_screen.refusal_screen, asker.words))
        )

    async def _show(self, asker: Asker, reply: Reply, attempt: PuzzleTry) -> None:
        """Show the state of the try; if its answer is not judged yet, show the judgment once it is ready."""
        screen = await self._screen(asker, attempt)
        if attempt.answered_at is None or attempt.answer is not None:
            await reply.show(screen)
            return

        async def judged_screen() -> Screen:
            later = await self._puzzles.load_try(attempt.id, attempt.person)
            if later.answer is None:
                raise Refusal("puzzle_failed")
            return await self._screen(asker, later)

        work = partial(self._puzzles.wait_until_judged, attempt)
        otherwise = partial(refusals_screen.refusal_screen, asker.words)
        await self._show_work(reply, LongWork(work, lambda: screen, judged_screen, otherwise))

    async def _show_work(self, reply: Reply, work: LongWork) -> None:
        message = message_number(reply, await reply.show(work.progress_screen()))
        if message is not None:
            self._updates.follow_work(message, reply, work)

    async def _screen(self, asker: Asker, attempt: PuzzleTry) -> Screen:
        if attempt.answered_at is None:
            menu = await self._menu.menu(asker, MenuState(attempt.id + FIRST_TRY_ID))
            return puzzle_screen.with_question(menu, await self._rooms.try_room(attempt), attempt, asker.words)
        room = await self._tables.apply_preferences(asker, await self._rooms.try_room(attempt))
        assert isinstance(room, PuzzleRoom)
        if attempt.answer is None:
            return puzzle_screen.judging_notice(room, attempt, asker.words)
        streak = await self._puzzles.streak(attempt.person, attempt.puzzle.day)
        return await asyncio.to_thread(puzzle_screen.result_screen, room, attempt, streak, asker.words)

    def _step(
        self, ask: Callable[[Asker, MenuTarget, *Ts], Awaitable[Screen]]
    ) -> Callable[[Asker, Reply, MenuTarget, *Ts], Awaitable[None]]:

        async def step(asker: Asker, reply: Reply, at: MenuTarget, *values: *Ts) -> None:
            await self._stop_updates(reply)
            number = (at if isinstance(at, int) else at.room) - FIRST_TRY_ID
            one = await self._puzzles.load_try(number, asker.person.id)
            if one.answered_at is None:
                screen = await ask(asker, at, *values)
                one = await self._puzzles.load_try(number, asker.person.id)
                if one.answered_at is None:
                    await reply.show(
                        puzzle_screen.with_question(screen, await self._rooms.try_room(one), one, asker.words)
                    )
                    return
            await self._show(asker, reply, one)

        return step

    async def _form(self, asker: Asker, state: MenuState) -> InputForm:
        """Return a form to type the move. Raises Refusal: puzzle_gone, puzzle_answered."""
        if (await self._puzzles.load_try(state.room - FIRST_TRY_ID, asker.person.id)).answered_at is not None:
            raise Refusal("puzzle_answered")
        return await self._menu.form(asker, state)

    async def _take_back(self, asker: Asker, reply: Reply, room_id: int, stamp: int, turn: str | None) -> None:
        await self._rooms.retract(room_id, asker.person.id, stamp, turn=turn is not None)
        await self._show(asker, reply, await self._puzzles.load_try(room_id - FIRST_TRY_ID, asker.person.id))

    async def _judged_try(self, asker: Asker, room_id: int) -> PuzzleTry:
        """Return the person's judged try. Raises Refusal: puzzle_gone, puzzle_open."""
        attempt = await self._puzzles.load_try(room_id - FIRST_TRY_ID, asker.person.id)
        if attempt.answer is None:
            raise Refusal("puzzle_open")
        return attempt

    async def _try_out(self, asker: Asker, room_id: int) -> Screen:
        attempt = await self._judged_try(asker, room_id)
        room = await self._rooms.try_room(attempt)
        return await self._sandbox.try_out(asker, room, len(room.table.log) - len(attempt.moves))

    async def _share(self, asker: Asker, reply: Reply, room_id: int) -> None:
        attempt = await self._judged_try(asker, room_id)
        streak = await self._puzzles.streak(attempt.person, attempt.puzzle.day)
        screen = puzzle_screen.share_line(attempt, streak, asker.shared_words)
        await self._ratings.show_once(reply, screen, verbs.POST_PUZZLE(room_id))

    async def _stop_updates(self, reply: Reply) -> None:
        if reply.interaction.message is not None:
            await self._updates.unfollow(reply.interaction.message.id)
