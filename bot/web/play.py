"""The page on which a person plays at a table: its document, its news, the menu of the move, its review.

All is asked of the same services as by Discord's buttons, and only whoever sits there is answered. Knows no game.
"""

import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import aclosing, suppress
from dataclasses import asdict, replace
from functools import partial
from typing import Any, NamedTuple, get_args

from aiohttp import web

from bot.model.errors import KeptOut, Refusal
from bot.model.move_menu import Path
from bot.model.next_screen import NextScreen, next_screen
from bot.model.phases import needs_play, needs_turn
from bot.model.preferences import THEMES, one_of
from bot.model.room import AheadMode, PlayedRoom
from bot.model.turns import goes_on
from bot.screens.page import page_decision, page_lapsed, page_overview, page_prepared, page_refusal, played_line
from bot.screens.page_menu import joined_by_place, page_preview, page_question
from bot.services.prepared_moves import RoomsAhead
from bot.services.reviews import Reviews
from bot.services.services import PlayableRooms, Services
from bot.services.watching import OWN_PATH, OWN_TABLE, PATH
from bot.text.words import DEFAULT, Words, words_for
from bot.web.answers import as_answer, moment_routes, wants_contrast
from bot.web.documents import document
from bot.web.shows import Shows, Sight, as_json
from bot.web.streams import streamed
from bot.web.visitors import Visitors, sent
from engine import IllegalMove, Seat
from render import Drawing

LONGEST_MOVE = 200  # letters; no notation is as long
PRESS_BITS = 62
OUTDATED = -1  # no stamp

Facts = Mapping[str, Any]
Deed = Callable[["AtTable", Facts], Awaitable[dict[str, Any]]]


class AtTable(NamedTuple):
    """Who asks where: the account number of the `person`, who has the `seat` at the table `room`, and their `words`.

    Whoever has left it for good has no seat (None) until the game is over. The room says whether they see their own
    view enlarged.
    """

    person: int
    room: PlayedRoom
    seat: Seat | None
    words: Words


class PlayPages:
    """What is answered to people with a session who sit at a table."""

    def __init__(self, services: Services, shows: Shows, visitors: Visitors) -> None:
        self._services, self._shows, self._visitors = services, shows, visitors
        self._rooms: dict[AheadMode, PlayableRooms] = {
            "": services.rooms,
            "p": RoomsAhead(services.rooms, "p"),
            "t": RoomsAhead(services.rooms, "t"),
        }

    @property
    def routes(self) -> list[web.RouteDef]:
        """The ways to it."""
        table = OWN_TABLE
        return [
            web.get(f"{PATH}{{link}}/seat", self._seat),
            web.get(table, self._page),
            web.get(f"{table}/news", self._news),
            *moment_routes(table, self._shows, self._look),
            web.get(f"{table}/menu", self._menu),
            web.get(f"{table}/waiting", self._waiting),
            web.post(f"{table}/move", self._doing(self._move)),
            web.post(f"{table}/back", self._doing(self._back)),
            web.post(f"{table}/out", self._doing(self._take_out)),
            web.post(f"{table}/consent", self._doing(self._consent)),
        ]

    # looking

    async def _page(self, request: web.Request) -> web.Response:
        """The same document for every table, also for one that does not exist: it asks for what it shows."""
        words = words_for(await self._visitors.language(request, await self._visitors.person(request)) or DEFAULT)
        facts = {"sheet": "page", "name": "Tessera", "script": "play"} | own_texts(words)
        text = document("table", words, facts)
        return web.Response(text=text, content_type="text/html")

    async def _seat(self, request: web.Request) -> web.Response:
        """Where whoever watches a table by its link plays there, as they sit at it; nothing for anybody else."""
        person, found = await self._visitors.person(request), dict[str, Any]()
        with suppress(Refusal):
            room = await self._services.watching.table(request.match_info["link"])
            if person is not None:
                await self._services.watching.seat(room.code, person)
                found = {} if room.looks_on(person) else {"page": f"..{OWN_PATH}{room.code}"}
        return as_answer(found)

    async def _news(self, request: web.Request) -> web.StreamResponse:
        at = await self.at(request)
        sight = Sight(at.room.code, at.words.language, wants_contrast(request), at.person, at.room.shows_own)
        return await streamed(request, self._shows, sight, partial(self._while_let_in, at))

    async def _while_let_in(
        self, at: AtTable, request: web.Request, news: AsyncGenerator[str, None]
    ) -> AsyncGenerator[str, None]:
        """The news as long as the person may play; whoever asks again then is told why not."""
        async with aclosing(self._visitors.while_known(request, news)) as known:
            with suppress(Refusal):
                yield await anext(known)
                async for text in known:
                    await self._services.watching.needs_access(at.room.code, at.person, asks=bool(text))
                    yield text

    async def _look(self, request: web.Request) -> tuple[PlayedRoom, Words, Seat | None]:
        at = await self.at(request)
        return at.room, at.words, at.seat

    # asking

    async def _menu(self, request: web.Request) -> web.Response:
        at = await self.at(request)
        try:
            found = await self._step(at, request)
        except Refusal as no:
            found = page_refusal(at.words, no)
        return as_answer(found)

    async def _step(self, at: AtTable, request: web.Request) -> dict[str, Any]:
        ahead = _ahead(request.query)
        room, seat = await self._rooms[ahead].seated(at.room.id, at.person)
        assert isinstance(room, PlayedRoom)
        needs_play(room)
        needs_turn(room, seat)
        at = at._replace(room=replace(room, sight=at.room.sight))
        wanted, stamp = _path(request.query.get("path", "")), room.stamp(seat)
        is_current = request.query.get("stamp", str(stamp)) == str(stamp)
        tiles, confirm = _path(request.query.get("tiles", "")), (await self._services.preferences.of(at.person)).confirm

        def draw() -> tuple[NextScreen, dict[str, Any]]:
            """What comes next, and how the page shows it. About 50 ms of CPU where there are many answers."""
            joins = joined_by_place(room.table.view(seat))
            then = next_screen(room, seat, stamp if is_current else OUTDATED, wanted, confirm, tiles=tiles, joins=joins)
            return then, _as_json(at, seat, then, contrast=wants_contrast(request))

        then, shown = await self._shows.drawn(draw)
        moved = {"moved_on": at.words("refusal.stale")} if then.is_outdated and (wanted or tiles) else {}
        own = None if ahead or then.path else await self._services.prepared_moves.lapsed(at.room, seat)
        lapsed = page_lapsed(own, at.words) if own else []  # prepared moves that were not possible, nearly always none
        return shown | moved | {"plays": then.plays, "stamp": stamp, "ahead": ahead, "lapsed": lapsed}

    async def _waiting(self, request: web.Request) -> web.Response:
        at = await self.at(request)
        try:
            own = await self._services.prepared_moves.of(at.room.id, at.person)
            back = await self._services.table_life.may_take_back(at.room.id, at.person)
            _, seat = await self._services.rooms.seated(at.room.id, at.person)
        except Refusal as no:
            return as_answer(page_refusal(at.words, no))
        prepared = await self._shows.drawn(page_prepared, own, at.words)
        return as_answer({"back": back, "stamp": at.room.stamp(seat)} | prepared)

    # doing

    def _doing(self, deed: Deed) -> Callable[[web.Request], Awaitable[web.Response]]:

        async def answer(request: web.Request) -> web.Response:
            self._visitors.needs_own_page(request)
            at = await self.at(request)
            try:
                return as_answer(await deed(at, await sent(request)))
            except (Refusal, IllegalMove) as no:
                return as_answer(page_refusal(at.words, no, at.room.game.key), 409)

        return answer

    async def _move(self, at: AtTable, facts: Facts) -> dict[str, Any]:
        text, stamp, ahead = facts.get("move"), _stamp(facts), _ahead(facts)
        if not isinstance(text, str) or not 0 < len(text) <= LONGEST_MOVE or stamp is None:
            raise web.HTTPBadRequest
        room, seat = await self._rooms[ahead].seated(at.room.id, at.person)
        assert isinstance(room, PlayedRoom)
        later = await self._rooms[ahead].play(room.id, seat, stamp, text, _press())
        said = played_line(room, later, seat, at.words, text)
        return {"said": said, "goes_on": goes_on(later.table, seat)}

    async def _back(self, at: AtTable, facts: Facts) -> dict[str, Any]:
        """One step back: of a turn that is prepared, of the own turn, or to ask the others for it."""
        room_id, turn, stamp = at.room.id, facts.get("turn") is True, _stamp(facts)
        if stamp is None:
            raise web.HTTPBadRequest
        if _ahead(facts):
            await self._services.prepared_moves.step_back(room_id, at.person, stamp, _press(), turn=turn)
            return {"said": at.words("page.taken_back")}
        if facts.get("ask") is True:
            await self._services.table_life.ask(room_id, at.person, "take_back", _press())
            return {"said": at.words("page.asked_back")}
        await self._services.table_life.take_back(room_id, at.person, _press(), stamp=stamp, turn=turn)
        return {"said": at.words("page.taken_back")}

    async def _take_out(self, at: AtTable, facts: Facts) -> dict[str, Any]:
        place = facts.get("place")
        if not (place is None or (isinstance(place, int) and 0 <= place < LONGEST_MOVE)):
            raise web.HTTPBadRequest
        await self._services.prepared_moves.take_out(at.room.id, at.person, place, _press())
        return {}

    async def _consent(self, at: AtTable, facts: Facts) -> dict[str, Any]:
        agrees = facts.get("agrees")
        if not isinstance(agrees, bool):
            raise web.HTTPBadRequest
        answer = self._services.table_life.agree if agrees else self._services.table_life.decline
        await answer(at.room.id, at.person, _press())
        return {"said": at.words("page.agreed" if agrees else "page.declined")}

    async def at(self, request: web.Request) -> AtTable:
        """Who asks where.

        Raises HTTPUnauthorized, HTTPNotFound for a table of others, and HTTPForbidden with the
        reason where they may not play any more.
        """
        person, code = await self._visitors.known(request), request.match_info["code"]
        language = await self._visitors.language(request, person)
        try:
            await self._services.watching.needs_access(code, person)
            room, seat = await self._services.watching.seat(code, person)
        except KeptOut as no:
            why = as_json(page_refusal(words_for(language or DEFAULT), no))
            raise web.HTTPForbidden(text=why, content_type="application/json") from None
        except Refusal:
            raise web.HTTPNotFound from None
        room = replace(room, sight="own" if request.query.get("sight") == "own" else "whole")
        return AtTable(person, room, seat, words_for(language or room.language))


class ReviewPages:
    """What is answered to people who want to know what mattered."""

    def __init__(self, reviews: Reviews, shows: Shows, plays: PlayPages) -> None:
        self._reviews, self._shows, self._plays = reviews, shows, plays

    @property
    def routes(self) -> list[web.RouteDef]:
        """The ways to it."""
        return [
            web.get(f"{OWN_TABLE}/review", self._overview),
            web.get(OWN_TABLE + r"/review/{at:\d{1,4}}", self._decision),
        ]

    async def _overview(self, request: web.Request) -> web.Response:
        """What is known so far; the first who asks has the review made."""
        at = await self._at(request)
        try:
            so_far = await self._reviews.ask(at.person, at.room)
        except Refusal as no:
            return as_answer(page_refusal(at.words, no), 409)
        return as_answer(await self._shows.drawn(page_overview, at.room, at.seat, at.words, so_far))

    async def _decision(self, request: web.Request) -> web.Response:
        """One decision. Raises HTTPNotFound where they are not all judged yet."""
        at, number = await self._at(request), int(request.match_info["at"])
        so_far = self._reviews.now(at.room.id) or await self._reviews.kept(at.room.id)
        if so_far is None or not so_far.has_first_look or so_far.length != len(at.room.table.log):
            raise web.HTTPNotFound
        draw = partial(page_decision, at.room, at.seat, at.words, so_far, number)
        found: dict[str, Any] = await self._shows.drawn(draw, contrast=wants_contrast(request))
        return as_answer(found)

    async def _at(self, request: web.Request) -> AtTable:
        """Who asks, at the table whose pictures are in the theme that is asked for."""
        at = await self._plays.at(request)
        theme = one_of(THEMES, request.query.get("theme"))
        return at._replace(room=replace(at.room, theme=theme))


def own_texts(words: Words) -> dict[str, str]:
    """What the document of a table says to somebody who sits there."""
    return {"only": words("page.own_only"), "gone": words("page.own_gone")}


def _as_json(at: AtTable, seat: Seat, then: NextScreen, *, contrast: bool) -> dict[str, Any]:
    """The question or the preview as JSON has it."""
    step = then.progress
    if step.move is None:
        asked = page_question(at.room, seat, at.words, step, then.path, contrast=contrast)
        return asdict(replace(asked, drawing=None)) | (_picture(asked.drawing) if asked.drawing else {})
    seen = page_preview(at.room, seat, at.words, step.move, contrast=contrast)
    told = {name: getattr(seen, name) for name in ("move", "head", "lines", "alt", "begun")}
    return told | _picture(seen.drawing) | {"instead": [asdict(one) for one in seen.instead]}


def _picture(drawing: Drawing) -> dict[str, str]:
    return {"id": drawing.id, "svg": drawing.document()}


def _press() -> int:
    """The number of something pressed on a page, which no press in Discord has: those are above zero."""
    return -1 - secrets.randbits(PRESS_BITS)


def _ahead(facts: Facts) -> AheadMode:
    """How a move is prepared rather than made. Raises HTTPBadRequest."""
    modes: tuple[AheadMode, ...] = get_args(AheadMode)
    found = next((mode for mode in modes if facts.get("ahead", "") == mode), None)
    if found is None:
        raise web.HTTPBadRequest
    return found


def _stamp(facts: Facts) -> int | None:
    stamp = facts.get("stamp")
    return stamp if isinstance(stamp, int) and not isinstance(stamp, bool) else None


def _path(text: str) -> Path:
    return tuple(text.split(".")) if text else ()
