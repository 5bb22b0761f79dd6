"""The Activity, which shows the pages inside Discord: its document, sign-in and list of tables. Independent of games.

All requests come through Discord's proxy, from an address that belongs to the application [D7.10]. A frame cannot keep
a cookie, so each request carries its token as `Authorization: Bearer`; only the first request sends a code instead.
"""

from aiohttp import web

from bot.model.activity import ActivityGuest, DiscordUnavailable, NotAdmitted
from bot.model.errors import Refusal
from bot.model.room import PlayedRoom
from bot.screens.tables import table_line
from bot.services.activity import Activity
from bot.services.watching import OWN_PATH
from bot.text.words import DEFAULT_LANGUAGE, Words, words_for
from bot.web.documents import answer_document, answer_table
from bot.web.live_pages import LivePages, PageKey
from bot.web.responses import browser_language, wants_contrast
from bot.web.streams import moment_routes, stream_news
from bot.web.visitors import Visitors, json_body

ACTIVITY_TABLES_PATH = "/activity/tables/"
# In a request: the addresses that may show its response in a frame.
FRAME_HOSTS: web.RequestKey[tuple[str, ...]] = web.RequestKey("framed", tuple)


class ActivityPages:
    """Handlers of the Activity's requests; they answer 404 where the operator has not set it up."""

    def __init__(self, activity: Activity, pages: LivePages, visitors: Visitors) -> None:
        self._activity = activity
        self._pages = pages
        self._visitors = visitors

    @property
    def routes(self) -> list[web.RouteDef]:
        """Routes of these pages. People with a seat at a table play on the same pages as in a browser."""
        table = ACTIVITY_TABLES_PATH + "{code:[0-9a-z]{1,12}}"
        return [
            web.get("/", self._first_page),
            web.post("/activity/enter", self._enter),
            web.get("/activity/tables", self._tables),
            web.get(table, self._page),
            web.get(f"{table}/news", self._news),
            *moment_routes(table, self._pages, self._look),
        ]

    # signing in

    async def _first_page(self, request: web.Request) -> web.Response:
        """The first page, the only page that may be shown in a frame, and only in Discord's."""
        self._needs_activity()
        if not self._activity.application:  # the bot has only just started
            raise web.HTTPServiceUnavailable(headers={"Retry-After": "5"})
        hosts = self._activity.hosts
        request[FRAME_HOSTS] = (*hosts, self._visitors.proxy)
        facts = {"application": self._activity.application, "hosts": " ".join(hosts)}
        return answer_document("activity", words_for(browser_language(request) or DEFAULT_LANGUAGE), facts)

    async def _enter(self, request: web.Request) -> web.Response:
        """Answer the code that Discord gave to the page with a token and the list of tables."""
        self._needs_activity()
        self._visitors.needs_activity_page(request)
        given = await json_body(request)
        code = given.get("code")
        instance = given.get("instance")
        if not isinstance(code, str) or not isinstance(instance, str):
            raise web.HTTPBadRequest
        try:
            token, guest = await self._activity.enter(code, instance)
        except NotAdmitted:
            raise web.HTTPForbidden from None
        except DiscordUnavailable:
            raise web.HTTPServiceUnavailable(headers={"Retry-After": "5"}) from None
        tables = await self._table_rows(request, guest)
        table_wanted = self._activity.take_requested_table(guest.person)
        return web.json_response({"token": token, "open": table_wanted, "tables": tables})

    def _needs_activity(self) -> None:
        if not self._activity.is_open:
            raise web.HTTPNotFound

    # viewing

    async def _tables(self, request: web.Request) -> web.Response:
        return web.json_response(await self._table_rows(request, await self._visitors.guest(request)))

    async def _table_rows(self, request: web.Request, guest: ActivityGuest) -> list[dict[str, object]]:
        words = words_for(await self._visitors.language(request, guest.person) or DEFAULT_LANGUAGE)
        found = list[dict[str, object]]()
        for room in await self._activity.tables(guest):
            plays = await self._activity.plays(guest, room)
            base = f"{OWN_PATH if plays else ACTIVITY_TABLES_PATH}{room.code}".removeprefix("/")
            found.append(
                {"code": room.code, "text": table_line(room, guest.person, words), "plays": plays, "base": base}
            )
        return found

    async def _page(self, request: web.Request) -> web.Response:
        guest, room = await self._guest_and_room(request)
        words = await self._words(request, guest, room)
        return answer_table(words, "activity", room.game, is_own=await self._activity.plays(guest, room))

    async def _news(self, request: web.Request) -> web.StreamResponse:
        guest, room = await self._guest_and_room(request)
        language = await self._visitors.language(request, guest.person)
        key = PageKey(room.code, language, wants_contrast(request), place=guest.place)
        return await stream_news(request, self._pages, key, self._visitors.while_known)

    async def _look(self, request: web.Request) -> tuple[PlayedRoom, Words, None]:
        guest, room = await self._guest_and_room(request)
        return room, await self._words(request, guest, room), None

    async def _words(self, request: web.Request, guest: ActivityGuest, room: PlayedRoom) -> Words:
        return words_for(await self._visitors.language(request, guest.person) or room.record.language)

    async def _guest_and_room(self, request: web.Request) -> tuple[ActivityGuest, PlayedRoom]:
        """Return the guest and the requested table. Raises HTTPUnauthorized, HTTPNotFound."""
        guest = await self._visitors.guest(request)
        try:
            return guest, await self._activity.table(guest.place, request.match_info["code"])
        except Refusal:
            raise web.HTTPNotFound from None
