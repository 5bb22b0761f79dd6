"""The private menu to make a move: questions, preview, playing, typed moves. Independent of rules.

Every press loads the room again; no state of a menu is kept between presses.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from bot import metrics
from bot.interactions import typed_moves
from bot.interactions.tables import Tables
from bot.interactions.typed_moves import LegalMove, RefusedMove, SeveralMoves, UnfinishedMove
from bot.interactions.typed_words import TypedWords
from bot.model.errors import Refusal
from bot.model.move_menu import (
    WHOLE_MOVE,
    AnswerPath,
    MenuState,
    MoveStep,
    NoSuchPath,
    next_screen,
    next_step,
    previous_path,
)
from bot.model.people import Asker
from bot.model.puzzle import PuzzleRoom
from bot.model.room import PlayedRoom, Room, require_play, require_table, require_turn
from bot.model.sandbox import Sandbox
from bot.model.timeline import moves_again, wants_preview
from bot.screens import accessible as accessible_screen
from bot.screens import move_menu as move_menu_screen
from bot.screens import news as news_screen
from bot.screens import prepared as prepared_screen
from bot.screens import refusals as refusals_screen
from bot.screens.screen import MAX_SUGGESTION, InputForm, Screen, Suggestion, Text, cut
from bot.screens.seat_names import short_names
from bot.screens.speech import Speech
from bot.services.preferences import PreferencesService
from bot.services.prepared_moves import PreparedMoves
from bot.services.services import PlayableRooms
from bot.text.words import rulebook
from engine import IllegalMove, Move, Seat


class MoveMenu:
    """Builds the screens of the menu; every change goes through `Rooms`."""

    stale_key = "refusal.stale"  # the text if the table has changed since the menu was shown
    so_far_key = "menu.played"  # the text after a move whose turn continues

    def __init__(
        self,
        rooms: PlayableRooms,
        preferences: PreferencesService,
        tables: Tables,
        prepared: PreparedMoves | None = None,
    ) -> None:
        self._rooms = rooms
        self._preferences = preferences
        self._tables = tables
        self._prepared = prepared

    # questions

    async def begin(self, asker: Asker, room_id: int) -> Screen:
        """Return the first question of the seat's move."""
        return await self.menu(asker, MenuState(room_id))

    async def menu(self, asker: Asker, state: MenuState, tiles: Sequence[str] = ()) -> Screen:
        """Return the next question of the seat's move, its preview, or the first question if the table has moved on.

        `tiles`: the tiles of a heap that were just selected.
        """
        room, seat = await self._load_to_move(asker, state)
        confirm = (await self._preferences.load(asker.person.id)).confirm
        then = next_screen(room, seat, state, confirm, tiles)
        if then.is_outdated:
            return await self._outdated_screen(asker, room, seat)
        if then.plays_at_once:
            whole = replace(state, stamp=room.chairs[seat].stamp, path=(str(then.step.move),))
            return await self.play(asker, whole, with_picture=not then.is_trivial)
        return await self._screen(asker, room, seat, then.path, then.step)

    async def redraw(self, asker: Asker, state: MenuState) -> Screen:
        """Return the same step with the other picture: the person's own view or the whole table. Plays no move."""
        room, seat = await self._load_to_move(asker, state)
        if room.chairs[seat].has_passed(state.stamp):
            return await self._outdated_screen(asker, room, seat)
        text = ".".join(state.path)
        if text.startswith(WHOLE_MOVE):
            moves = room.table.view(seat).moves
            move = next((move for move in moves if WHOLE_MOVE + str(move) == text), None)
            if move is not None:
                return await self._preview_screen(asker, room, seat, move)
        else:
            with suppress(NoSuchPath):
                return await self._screen(asker, room, seat, state.path)
        return await self._outdated_screen(asker, room, seat)

    async def back(self, asker: Asker, state: MenuState) -> Screen:
        """Return the question before the last answer."""
        room, seat = await self._load_to_move(asker, state)
        try:
            path = previous_path(room.table.view(seat).moves, state.path)
        except NoSuchPath:
            path = ()
        return await self.menu(asker, replace(state, path=path))

    async def refused_answers(self, asker: Asker, state: MenuState) -> Screen:
        """Return the answers that are refused at this question."""
        room, seat = await self._load_to_move(asker, state)
        try:
            question = next_step(room.table.view(seat).moves, state.path).question
        except NoSuchPath:
            question = None
        if question is None:
            return await self._outdated_screen(asker, room, seat)
        return move_menu_screen.refusal_list(room, seat, asker.words, question, state.path)

    async def reason(self, asker: Asker, state: MenuState, chosen: str) -> Screen:
        """Return the rules paragraph behind a refused answer. `chosen`: the answer's position and the rule, "2:4.5"."""
        room, seat = await self._load_to_move(asker, state)
        _, _, paragraph = chosen.partition(":")
        if paragraph not in rulebook(room.game.key, asker.words.language):
            raise Refusal("unknown")
        shown = await asyncio.to_thread(move_menu_screen.refusal_reason, room, seat, asker.words, chosen, state.path)
        mine = await self._preferences.load(asker.person.id)
        return accessible_screen.adapt_menu(
            shown, replace(mine, spelled=False)
        )  # the question has spelled out the board already

    async def play(self, asker: Asker, state: MenuState, *, with_picture: bool = False) -> Screen:
        """Play the complete move in the path; return the closing message, or the menu if the table has moved on.

        `with_picture`: add a picture to the closing message, because no preview was shown before.
        """
        room, seat = await self._load(asker, state)
        text = ".".join(state.path)
        try:
            later = await self._rooms.play(room.id, seat, state.stamp, text, asker.press)
        except Refusal as refused:
            if refused.key != "stale":
                raise
            room, seat = await self._load_to_move(asker, state)
            return await self._outdated_screen(asker, room, seat)
        except IllegalMove as error:
            return self._refusal_screen(asker, room, seat, error)
        later = replace(later, theme=room.theme, sight=room.sight)
        move = Speech(asker.words, room.game.key).move_phrase(room.table.state, seat, room.game.parse(text))
        if moves_again(later.table, seat):
            screen = await self._screen(asker, later, seat, ())
            return replace(screen, parts=(Text(asker.words(self.so_far_key, move=move)), *screen.parts))
        return await self.closing_screen(asker, room, later, move, with_picture=with_picture)

    async def closing_screen(
        self, asker: Asker, room: PlayedRoom, later: PlayedRoom, move: str, *, with_picture: bool
    ) -> Screen:
        """Return the screen after the asker's turn, from `room` to `later`; `move`: the turn's last move, in words."""
        person = asker.person.id
        seat = room.seat_of(person)
        assert seat is not None
        since = len(room.table.log)
        phrase = move_menu_screen.with_draws(move, later, seat, since, asker.words)
        following: Room | None = None  # another table where it is the asker's turn
        for other in await self._rooms.list_for_person(person):
            if other.id != later.id and other.seat_of(person) in other.to_act:
                following = other
                break
        sequel = move_menu_screen.sequel_lines(room, later, seat, asker.words)
        shown = move_menu_screen.closing_message(later, asker.words, phrase, following, person, sequel)
        if not with_picture or (await self._preferences.load(person)).pictures != "all":
            return shown
        return await asyncio.to_thread(move_menu_screen.with_own_picture, shown, later, seat, since, asker.words)

    # typed moves

    async def form(self, asker: Asker, state: MenuState) -> InputForm:
        """Return a form to type the move."""
        room, _ = await self._load_to_move(asker, state)
        return move_menu_screen.move_form(room, asker.words)

    async def answer_typed(self, asker: Asker, room_id: int, text: str) -> Screen:
        """Return the preview of a typed move, or the menu at the first question that an unfinished one leaves open.

        Words that fit several moves lead to a list of them. For people who want no preview the move is played.
        """
        try:
            room, seat = await self._load(asker, MenuState(room_id))
        except Refusal:
            await self._tables.visible_room(
                asker, room_id
            )  # this refusal has priority for people who may not see the table
            raise
        view = room.table.view(seat)
        speech = Speech(asker.words.plain, room.game.key)
        # Names of entries of More, such as "undo", are also typed by people who are not to move.
        entry = (
            await asyncio.to_thread(TypedWords(view, speech).entry_refusal, text) if room.phase == "playing" else None
        )
        if entry:
            return self._refusal_screen(asker, room, seat, entry)
        require_play(room)
        require_turn(room, seat)
        match await asyncio.to_thread(typed_moves.interpret, room.game, view, speech, text):
            case RefusedMove(error):
                return self._refusal_screen(asker, room, seat, error)
            case UnfinishedMove(path):
                return await self._screen(asker, room, seat, path)
            case SeveralMoves(moves, guessed):
                rows = await asyncio.to_thread(
                    typed_moves.suggestion_rows, view, Speech(asker.words, room.game.key), moves
                )
                screen = move_menu_screen.ask_which_move(room, asker.words, rows)
                if guessed:
                    did_you_mean = Text(asker.words("menu.did_you_mean", words=", ".join(guessed)))
                    screen = replace(screen, parts=(did_you_mean, *screen.parts[1:]))
                return self._add_way_back(asker, room, seat, screen)
            case LegalMove(move, is_guessed):  # a guessed move is always previewed, whatever the person's preference
                confirm = (await self._preferences.load(asker.person.id)).confirm
                if is_guessed or wants_preview(room.table, seat, move, confirm):
                    return await self._preview_screen(asker, room, seat, move)
                whole = MenuState(room.id, room.chairs[seat].stamp, (str(move),))
                return await self.play(asker, whole, with_picture=True)

    async def suggest(self, asker: Asker, room: Room, text: str) -> list[Suggestion]:
        """Suggest what to type next at this table; nothing for a person who has no seat."""
        seat = room.seat_of(asker.person.id)
        if seat is None or room.table is None:
            return []
        view = room.table.view(seat)
        speech = Speech(asker.words.plain, room.game.key)
        entry = (
            await asyncio.to_thread(TypedWords(view, speech).entry_refusal, text) if room.phase == "playing" else None
        )
        if entry:
            return [Suggestion(cut(typed_moves.refusal_line(speech, entry), MAX_SUGGESTION), cut(text, MAX_SUGGESTION))]
        if seat not in room.to_act:
            if room.record.is_paused:
                why = asker.words("move.paused", tag=room.tag)
            else:
                acting = ", ".join(short_names(room)[other] for other in room.to_act) or room.tag
                why = asker.words("move.not_your_turn", name=acting)
            return [Suggestion(cut(why, MAX_SUGGESTION), cut(text, MAX_SUGGESTION) or "?")]
        return await asyncio.to_thread(typed_moves.suggestions, view, speech, text)

    # shared by the above

    async def _load_to_move(self, asker: Asker, state: MenuState) -> tuple[PlayedRoom, Seat]:
        """Return the person's table and their seat, which is to move.

        Raises Refusal: timed_out if a robot has moved for the person since; and as `require_play` and `require_turn`.
        """
        room, seat = await self._load(asker, state)
        require_play(room)
        if room.chairs[seat].has_passed(state.stamp):
            said = news_screen.timeout_sentence(room, seat, asker.words)
            if said:
                raise Refusal("timed_out", tag=room.tag, said=said, plays=seat in room.to_act)
        require_turn(room, seat)
        return room, seat

    async def _load(self, asker: Asker, state: MenuState) -> tuple[PlayedRoom, Seat]:
        """Return the person's table with the pictures they prefer, and their seat. Raises Refusal."""
        room, seat = await self._rooms.room_and_seat(state.room, asker.person.id)
        return require_table(await self._tables.apply_preferences(asker, room, state.sight)), seat

    async def _screen(
        self, asker: Asker, room: PlayedRoom, seat: Seat, path: AnswerPath, progress: MoveStep | None = None
    ) -> Screen:
        """Return the question after these answers, or the preview of the move that they form. Raises NoSuchPath.

        The first question of a turn names the person's prepared moves that were not possible.
        `progress`: the result of the answers, if it is known already.
        """
        progress = progress or next_step(room.table.view(seat).moves, path)
        if progress.move is not None:
            return await self._preview_screen(asker, room, seat, progress.move, path)
        mine = await self._preferences.load(asker.person.id)
        shown = await asyncio.to_thread(move_menu_screen.question_screen, room, seat, asker.words, progress, path)
        if not path and self._prepared is not None and not room.preparation:
            own = await self._prepared.lapsed_moves(room, seat)
            lapsed = " ".join(prepared_screen.lapsed_lines(own, asker.words)) if own else ""
            if lapsed:
                shown = replace(shown, parts=(Text(lapsed), *shown.parts))
        board = accessible_screen.position_paragraphs(room, seat, asker.words) if mine.spelled else ()
        return accessible_screen.adapt_menu(shown, mine, board)

    async def _preview_screen(
        self, asker: Asker, room: PlayedRoom, seat: Seat, move: Move, path: AnswerPath = ()
    ) -> Screen:
        shown = await asyncio.to_thread(move_menu_screen.preview_screen, room, seat, asker.words, move, path)
        return accessible_screen.adapt_menu(shown, await self._preferences.load(asker.person.id))

    async def _outdated_screen(self, asker: Asker, room: PlayedRoom, seat: Seat) -> Screen:
        """Return the first question, with a note that the table has moved on."""
        metrics.current().count("refusals", "stale")
        screen = await self._screen(asker, room, seat, ())
        return replace(screen, parts=(Text(asker.words(self.stale_key)), *screen.parts))

    def _refusal_screen(self, asker: Asker, room: PlayedRoom, seat: Seat, error: IllegalMove | Refusal) -> Screen:
        match error:
            case IllegalMove(reason=reason):
                metrics.current().count("refusals", f"{room.game.key} {reason}")
                screen = refusals_screen.illegal_move_screen(asker.words, error, room.game.key)
            case Refusal(key=key, facts=facts):
                metrics.current().count("refusals", key)
                # The tag makes the text mention More, which sandboxes and puzzles do not have.
                where = {"alone": True} if isinstance(room, Sandbox | PuzzleRoom) else {"tag": room.tag}
                screen = refusals_screen.refusal_screen(asker.words, Refusal(key, **facts, **where))
        return self._add_way_back(asker, room, seat, screen)

    def _add_way_back(self, asker: Asker, room: PlayedRoom, seat: Seat, screen: Screen) -> Screen:
        if not room.table.view(seat).moves:  # another seat is to move
            return screen
        return replace(
            screen, parts=(*screen.parts, move_menu_screen.home_buttons(room, seat, asker.words, typed=True))
        )
