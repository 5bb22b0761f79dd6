"""Who asks for a page: the session that a browser carries in a cookie, begun with a personal link. Knows no table."""

import asyncio
import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from aiohttp import web

from bot.model.errors import Refusal
from bot.services.page_sessions import LONGEST, SESSION_LIFE, PageSessions
from bot.services.watching import Watching

COOKIE = "tessera"
SLOWEST = 10.0  # seconds until the whole of what a request brings must be there


class Visitors:
    """The people behind requests."""

    def __init__(self, sessions: PageSessions, watching: Watching) -> None:
        self._sessions, self._watching = sessions, watching
        self.routes = [web.post("/enter", self._enter), web.post("/leave", self._leave)]

    async def person(self, request: web.Request) -> int | None:
        """The account number of whoever asks; None for somebody whom we do not know."""
        return await self._sessions.person(request.cookies.get(COOKIE, ""))

    async def known(self, request: web.Request) -> int:
        """The account number of whoever asks. Raises HTTPUnauthorized."""
        person = await self.person(request)
        if person is None:
            raise web.HTTPUnauthorized
        return person

    def needs_own_page(self, request: web.Request) -> None:
        """The request comes from a page of ours, or from no page at all. Raises HTTPForbidden."""
        origin = request.headers.get("Origin", "")
        if origin != origin_of(self._watching.address):
            raise web.HTTPForbidden

    async def _enter(self, request: web.Request) -> web.Response:
        """A personal link is opened: the browser has a session from now on."""
        self.needs_own_page(request)
        link = (await sent(request)).get("link")
        try:
            secret = await self._sessions.open(link if isinstance(link, str) and len(link) <= LONGEST else "")
        except Refusal:
            raise web.HTTPForbidden from None
        answer = web.Response(status=204)
        answer.set_cookie(
            COOKIE, secret, max_age=int(SESSION_LIFE), httponly=True, samesite="Strict",
            secure=self._watching.address.startswith("https:"),
        )  # fmt: skip
        return answer

    async def _leave(self, request: web.Request) -> web.Response:
        """The session of this browser is over."""
        self.needs_own_page(request)
        await self._sessions.end(request.cookies.get(COOKIE, ""))
        answer = web.Response(status=204)
        answer.del_cookie(COOKIE)
        return answer


def origin_of(address: str) -> str:
    """The origin of pages at that address, as browsers say it."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"


async def sent(request: web.Request) -> Mapping[str, Any]:
    """The object that a request brings as JSON.

    Raises HTTPBadRequest for anything else, HTTPUnsupportedMediaType, HTTPRequestTimeout where it does not come.
    """
    if request.content_type != "application/json":
        raise web.HTTPUnsupportedMediaType
    try:
        async with asyncio.timeout(SLOWEST):  # the library would wait for the rest of it as long as they want
            found = json.loads(await request.text())
    except TimeoutError:
        raise web.HTTPRequestTimeout from None
    except (ValueError, RecursionError, LookupError, web.RequestPayloadError):
        raise web.HTTPBadRequest from None
    if not isinstance(found, dict):
        raise web.HTTPBadRequest
    return found
