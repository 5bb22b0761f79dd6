"""The page on which a person plays at a table: its document, news, move menu and panels.

It uses the same services as Discord's buttons, and answers only people with a seat at the table. Independent of games.
"""

import re
import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import aclosing, suppress
from dataclasses import asdict, replace
from typing import Any, cast, get_args

from aiohttp import web

from bot.model.errors import AccessLost, Refusal
from bot.model.move_menu import AnswerPath, MenuState, NextScreen, next_screen
from bot.model.preferences import THEME_NAMES, value_or_default
from bot.model.room import PlayedRoom, PreparationMode, require_play, require_table, require_turn
from bot.model.timeline import moves_again
from bot.screens.page import page_lapsed_lines, played_line, prepared_facts, refusal_facts
from bot.screens.page_menu import joins_by_place, page_preview, page_question
from bot.services.prepared_moves import PreparationRooms
from bot.services.services import PlayableRooms, Services
from bot.services.watching import OWN_PATH, OWN_TABLE_ROUTE, WATCH_PATH
from bot.text.words import DEFAULT_LANGUAGE, Words, words_for
from bot.web.documents import answer_table
from bot.web.live_pages import LivePages, PageKey
from bot.web.panels import PANELS, PanelAnswer, TableVisit
from bot.web.responses import compact_json, json_response, wants_contrast
from bot.web.streams import moment_routes, stream_news
from bot.web.visitors import Visitors, json_body
from engine import IllegalMove, Seat
from render import Drawing

MAX_MOVE_LETTERS = 200  # letters; no notation is as long
PRESS_BITS = 62

_STAMP = re.compile(r"[0-9]{1,15}", re.ASCII)

PageFacts = Mapping[str, Any]
Respond = Callable[[web.Request], Awaitable[web.Response]]
Action = Callable[[TableVisit, PageFacts], Awaitable[dict[str, Any]]]


class PlayPages:
    """Handlers for signed-in people with a seat at a table."""

    def __init__(self, services: Services, pages: LivePages, visitors: Visitors) -> None:
        self._services = services
        self._pages = pages
        self._visitors = visitors
        self._rooms: dict[PreparationMode, PlayableRooms] = {
            "": services.rooms,
            "p": PreparationRooms(services.rooms, "p"),
            "t": PreparationRooms(services.rooms, "t"),
        }

    @property
    def routes(self) -> list[web.RouteDef]:
        """Routes of these pages."""
        table = OWN_TABLE_ROUTE
        panels = [
            web.get(f"{table}/{route}", self._panel(answer))
            for panel in PANELS.values()
            for route, answer in panel.answers.items()
        ]
        return [
            web.get(f"{WATCH_PATH}{{link}}/seat", self._seat),
            web.get(table, self._page),
            web.get(f"{table}/news", self._news),
            *moment_routes(table, self._pages, self._look),
            web.get(f"{table}/menu", self._menu),
            web.get(f"{table}/waiting", self._waiting),
            *panels,
            web.post(f"{table}/move", self._act(self._move)),
            web.post(f"{table}/back", self._act(self._back)),
            web.post(f"{table}/out", self._act(self._take_out)),
            web.post(f"{table}/consent", self._act(self._consent)),
        ]

    # viewing

    async def _page(self, request: web.Request) -> web.Response:
        """One document for all tables; it loads what it shows itself, so a missing table looks the same."""
        words = words_for(
            await self._visitors.language(request, await self._visitors.person(request)) or DEFAULT_LANGUAGE
        )
        return answer_table(words, "play", is_own=True)

    async def _seat(self, request: web.Request) -> web.Response:
        """For a spectator page: the address of this person's own page if they have a seat, otherwise nothing."""
        person = await self._visitors.person(request)
        try:
            room = await self._services.watching.table(request.match_info["link"])
            if person is None or room.is_spectator(person):
                return json_response({})
            await self._services.watching.table_and_seat(room.code, person)
        except Refusal:
            return json_response({})
        return json_response({"page": f"..{OWN_PATH}{room.code}"})

    async def _news(self, request: web.Request) -> web.StreamResponse:
        visit = await self.visit(request)

        async def while_let_in(request: web.Request, news: AsyncGenerator[str, None]) -> AsyncGenerator[str, None]:
            """Pass on the news as long as the person may play; the page's next request then gets the reason."""
            async with aclosing(self._visitors.while_known(request, news)) as known:
                with suppress(Refusal):
                    yield await anext(known)  # `visit` has just checked their access
                    async for text in known:
                        is_news = bool(text)  # without news only cached access is checked, and Discord is not asked
                        await self._services.watching.check_access(visit.room.code, visit.person, asks=is_news)
                        yield text

        key = PageKey(
            visit.room.code, visit.words.language, wants_contrast(request), visit.person, visit.room.enlarges_own_seat
        )
        return await stream_news(request, self._pages, key, while_let_in)

    async def _look(self, request: web.Request) -> tuple[PlayedRoom, Words, Seat | None]:
        visit = await self.visit(request)
        return visit.room, visit.words, visit.seat

    def _panel(self, answer: PanelAnswer) -> Respond:
        """Return the handler of a panel, with pictures in the requested theme."""

        async def show(request: web.Request) -> web.Response:
            at = await self.visit(request)
            at = at._replace(room=replace(at.room, theme=value_or_default(THEME_NAMES, request.query.get("theme"))))
            try:
                draw = await answer(self._services, at, request)
            except Refusal as error:
                return json_response(refusal_facts(at.words, error), 409)
            return json_response(await self._pages.draw(draw))

        return show

    # the menu

    async def _menu(self, request: web.Request) -> web.Response:
        """The question, preview or move that follows the answers given, by the same rules as the menu in Discord."""
        visit = await self.visit(request)
        try:
            return json_response(await self._next_screen(visit, request))
        except Refusal as error:
            return json_response(refusal_facts(visit.words, error))

    async def _next_screen(self, visit: TableVisit, request: web.Request) -> dict[str, Any]:
        ahead = _ahead_mode(request.query)
        path = _read_path(request.query.get("path", ""))
        tiles = _read_path(request.query.get("tiles", ""))
        stamp = request.query.get("stamp")  # of the menu, None for a new one
        if stamp is not None and not _STAMP.fullmatch(stamp):
            raise web.HTTPBadRequest
        room, seat = await self._room_and_seat(visit, ahead)
        require_play(room)
        require_turn(room, seat)
        room = replace(room, sight=visit.room.sight)
        state = MenuState(room.id, None if stamp is None else int(stamp), path, ahead)
        confirm = (await self._services.preferences.load(visit.person)).confirm
        contrast = wants_contrast(request)

        def draw() -> tuple[NextScreen, dict[str, Any]]:
            """Return the next screen and its JSON facts. About 50 ms of CPU where there are many answers."""
            joins = joins_by_place(room.table.view(seat))
            then = next_screen(room, seat, state, confirm, tiles, joins)
            return then, _screen_facts(room, seat, visit.words, then, contrast=contrast)

        then, facts = await self._pages.draw(draw)
        facts |= {"plays": then.plays_at_once, "stamp": room.chairs[seat].stamp, "ahead": ahead, "lapsed": []}
        if then.is_outdated and (path or tiles):
            facts["moved_on"] = visit.words("refusal.stale")
        if not ahead and not then.path:
            own = await self._services.prepared_moves.lapsed_moves(room, seat)
            if own:  # prepared moves that turned out impossible, nearly always none
                facts["lapsed"] = page_lapsed_lines(own, visit.words)
        return facts

    async def _room_and_seat(self, visit: TableVisit, ahead: PreparationMode) -> tuple[PlayedRoom, Seat]:
        """Return their seat and table, with prepared moves played if they prepare one. Raises Refusal."""
        room, seat = await self._rooms[ahead].room_and_seat(visit.room.id, visit.person)
        return require_table(room), seat

    async def _waiting(self, request: web.Request) -> web.Response:
        """What a player can do while others are to move."""
        visit = await self.visit(request)
        try:
            own = await self._services.prepared_moves.load(visit.room.id, visit.person)
            back = await self._services.table_actions.take_back_mode(visit.room.id, visit.person)
        except Refusal as error:
            return json_response(refusal_facts(visit.words, error))
        prepared = await self._pages.draw(prepared_facts, own, visit.words)
        return json_response({"back": back, "stamp": visit.room.chairs[own.seat].stamp} | prepared)

    # acting

    def _act(self, action: Action) -> Respond:
        """Return a handler that runs `action` for a player, and answers with its result or why it was refused."""

        async def answer(request: web.Request) -> web.Response:
            self._visitors.needs_own_page(request)
            at = await self.visit(request)
            try:
                return json_response(await action(at, await json_body(request)))
            except (Refusal, IllegalMove) as error:
                return json_response(refusal_facts(at.words, error, at.room.game.key), 409)

        return answer

    async def _move(self, visit: TableVisit, facts: PageFacts) -> dict[str, Any]:
        text = facts.get("move")
        stamp = _read_stamp(facts)
        ahead = _ahead_mode(facts)
        if not isinstance(text, str) or not 0 < len(text) <= MAX_MOVE_LETTERS:
            raise web.HTTPBadRequest
        room, seat = await self._room_and_seat(visit, ahead)
        later = await self._rooms[ahead].play(room.id, seat, stamp, text, _press_number())
        said = played_line(room, later, seat, visit.words, text)
        return {"said": said, "goes_on": moves_again(later.table, seat)}

    async def _back(self, visit: TableVisit, facts: PageFacts) -> dict[str, Any]:
        """Take back one step: of a prepared turn, of the player's own turn, or by asking the others to agree."""
        room_id = visit.room.id
        turn = facts.get("turn") is True
        stamp = _read_stamp(facts)
        if _ahead_mode(facts):
            await self._services.prepared_moves.retract(room_id, visit.person, stamp, _press_number(), turn=turn)
            return {"said": visit.words("page.taken_back")}
        if facts.get("ask") is True:
            await self._services.table_actions.propose(room_id, visit.person, "take_back", _press_number())
            return {"said": visit.words("page.asked_back")}
        await self._services.table_actions.take_back(room_id, visit.person, _press_number(), stamp=stamp, turn=turn)
        return {"said": visit.words("page.taken_back")}

    async def _take_out(self, visit: TableVisit, facts: PageFacts) -> dict[str, Any]:
        place = facts.get("place")
        if not (place is None or (isinstance(place, int) and 0 <= place < MAX_MOVE_LETTERS)):
            raise web.HTTPBadRequest
        await self._services.prepared_moves.remove_turn(visit.room.id, visit.person, place, _press_number())
        return {}

    async def _consent(self, visit: TableVisit, facts: PageFacts) -> dict[str, Any]:
        agrees = facts.get("agrees")
        if not isinstance(agrees, bool):
            raise web.HTTPBadRequest
        answer = self._services.table_actions.agree if agrees else self._services.table_actions.decline
        await answer(visit.room.id, visit.person, _press_number())
        return {"said": visit.words("page.agreed" if agrees else "page.declined")}

    async def visit(self, request: web.Request) -> TableVisit:
        """Return the person, the table and their seat.

        Raises HTTPUnauthorized, HTTPNotFound for tables where they have no seat, and HTTPForbidden with the
        reason where they may not play any more.
        """
        person = await self._visitors.signed_in_person(request)
        code = request.match_info["code"]
        language = await self._visitors.language(request, person)
        try:
            await self._services.watching.check_access(code, person)
            room, seat = await self._services.watching.table_and_seat(code, person)
        except AccessLost as error:
            why = compact_json(refusal_facts(words_for(language or DEFAULT_LANGUAGE), error))
            raise web.HTTPForbidden(text=why, content_type="application/json") from None
        except Refusal:
            raise web.HTTPNotFound from None
        room = replace(room, sight="own" if request.query.get("sight") == "own" else "whole")
        return TableVisit(person, room, seat, words_for(language or room.record.language))


def _screen_facts(room: PlayedRoom, seat: Seat, words: Words, screen: NextScreen, *, contrast: bool) -> dict[str, Any]:
    """Return the question or the preview as JSON facts."""
    progress = screen.step
    if progress.move is None:
        question = page_question(room, seat, words, progress, screen.path, contrast=contrast)
        return asdict(replace(question, drawing=None)) | (_picture(question.drawing) if question.drawing else {})
    preview = page_preview(room, seat, words, progress.move, contrast=contrast)
    facts: dict[str, Any] = {"move": preview.move, "head": preview.head, "lines": preview.lines, "alt": preview.alt}
    facts |= {"begun": preview.begun, **_picture(preview.drawing)}
    return facts | {"instead": [asdict(move) for move in preview.instead]}


def _picture(drawing: Drawing) -> dict[str, str]:
    return {"id": drawing.id, "svg": drawing.document()}


def _press_number() -> int:
    """A number for something pressed on a page. It is negative, so it differs from any press in Discord."""
    return -1 - secrets.randbits(PRESS_BITS)


def _ahead_mode(facts: PageFacts) -> PreparationMode:
    """Whether and how a move is prepared rather than made. Raises HTTPBadRequest."""
    wanted = facts.get("ahead", "")
    if wanted not in get_args(PreparationMode):
        raise web.HTTPBadRequest
    return cast(PreparationMode, wanted)


def _read_stamp(facts: PageFacts) -> int:
    """Return the stamp of the menu. Raises HTTPBadRequest."""
    stamp = facts.get("stamp")
    if not isinstance(stamp, int) or isinstance(stamp, bool):
        raise web.HTTPBadRequest
    return stamp


def _read_path(text: str) -> AnswerPath:
    return tuple(text.split(".")) if text else ()
