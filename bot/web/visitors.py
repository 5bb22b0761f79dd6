"""Identifies people: by a session in a cookie, begun with a personal link, or by an Activity token.

Independent of tables.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from typing import Any
from urllib.parse import urlsplit

from aiohttp import web

from bot.model.activity import ActivityGuest
from bot.model.errors import Refusal
from bot.screens.page import refusal_facts
from bot.services.page_sessions import MAX_SECRET_LENGTH, SESSION_LIFE, SESSION_SECRET_BYTES
from bot.services.services import Services
from bot.text.names import isolate, plain_name
from bot.text.words import AS_DISCORD, DEFAULT_LANGUAGE, languages, words_for
from bot.web.responses import browser_language, json_response
from bot.web.traffic_limits import REQUEST_PERSON, TRAFFIC_LIMITS

COOKIE_NAME = "tessera"
AUTHORIZATION_PREFIX = "Bearer "
LONG_SECRET_BYTES = 32  # bytes of a secret in a cookie that only this host can have set
OLD_SECRET_LETTERS = 32  # letters of a secret in a cookie from before December 2026
PROXY_ADDRESS = "https://{application}.discordsays.com"
DEFAULT_PORTS = {"http": ":80", "https": ":443"}  # ports that browsers leave out
BODY_TIMEOUT = 10.0  # seconds until the whole body of a request must have arrived


class Visitors:
    """Identifies the people behind requests, and answers their sign-in and sign-out."""

    def __init__(self, services: Services) -> None:
        self._sessions = services.page_sessions
        self._watching = services.watching
        self._activity = services.activity
        self._preferences = services.preferences
        self.routes = [
            web.get("/who", self._who), web.post("/enter", self._enter), web.post("/leave", self._leave),
        ]  # fmt: skip

    @property
    def _path(self) -> str:
        """The path of the cookie: the host may serve other sites beside the pages."""
        return urlsplit(self._watching.address).path or "/"

    @property
    def _cookie(self) -> str:
        """The name of the cookie; browsers accept one with such a prefix only from this host, and only encrypted."""
        if not self._is_encrypted:
            return COOKIE_NAME
        return f"{'__Host-' if self._path == '/' else '__Secure-'}{COOKIE_NAME}"

    @property
    def _is_encrypted(self) -> bool:
        return self._watching.address.startswith("https:")

    def _secret(self, request: web.Request) -> str:
        """The secret in the cookie, "" for none.

        The old cookie name is accepted only for old secrets, because a neighboring host can set a cookie of that name.
        """
        secret = request.cookies.get(self._cookie, "")
        old = request.cookies.get(COOKIE_NAME, "")
        return secret or (old if len(old) == OLD_SECRET_LETTERS else "")

    async def counted_person(self, request: web.Request) -> int | None:
        """The person for whom the request counts, found even when their address is over its limit; None for others."""
        if guest := self._activity.token_guest(activity_token(request)):
            return guest.person
        secret = self._secret(request)
        person = self._sessions.recent_person(secret)
        limits = request.app[TRAFFIC_LIMITS]
        if person is None and secret and limits.may_look_up(limits.client_address(request)):
            person = await self._sessions.person(secret)
        return person

    async def person(self, request: web.Request) -> int | None:
        """The account number of the person who asks; None for somebody who is not signed in."""
        if token := activity_token(request):
            guest = await self._activity.refresh_guest(token)
            return guest.person if guest is not None else None
        return await self._sessions.person(self._secret(request))

    async def _name(self, person: int) -> str:
        """The person's name, safe to insert into other text."""
        return isolate(plain_name(await self._sessions.name(person)))

    async def language(self, request: web.Request, person: int | None) -> str:
        """The language that the person chose, else the browser's; "" if that is not available."""
        chosen = AS_DISCORD if person is None else (await self._preferences.load(person)).language
        return browser_language(request) if chosen == AS_DISCORD else chosen

    async def guest(self, request: web.Request) -> ActivityGuest:
        """The person who asks from within Discord. Raises HTTPUnauthorized."""
        guest = await self._activity.refresh_guest(activity_token(request))
        if guest is None:
            raise web.HTTPUnauthorized
        return guest

    async def while_known(self, request: web.Request, news: AsyncGenerator[str, None]) -> AsyncGenerator[str, None]:
        """Pass on the news as long as the person is signed in; the page's next request then gets the refusal."""
        async with aclosing(news):
            async for text in news:
                if await self.person(request) is None:
                    return
                yield text

    async def signed_in_person(self, request: web.Request) -> int:
        """The account number of the person who asks.

        Raises HTTPUnauthorized, HTTPTooManyRequests if too often, and HTTPNotFound from another channel's Activity.
        """
        person = await self.person(request)
        if person is None:
            raise web.HTTPUnauthorized
        guest = self._activity.token_guest(activity_token(request))
        if guest is None:
            if REQUEST_PERSON not in request:  # so far it was counted for the address alone
                request[REQUEST_PERSON] = person
                request.app[TRAFFIC_LIMITS].count_request(person)
            return person
        try:
            await self._activity.table(guest.place, request.match_info["code"])
        except Refusal:
            raise web.HTTPNotFound from None
        return person

    def needs_own_page(self, request: web.Request) -> None:
        """Require a request from our own pages, from the Activity's if it has a token. Raises HTTPForbidden."""
        if self._activity.token_guest(activity_token(request)) is not None:
            self.needs_activity_page(request)
        else:
            self._needs_page_with_cookie(request)

    def _needs_page_with_cookie(self, request: web.Request) -> None:
        """Require a request from the origin of the cookie, also to set or end it. Raises HTTPForbidden."""
        if request.headers.get("Origin", "") != origin_of(self._watching.address):
            raise web.HTTPForbidden

    def needs_activity_page(self, request: web.Request) -> None:
        """Refuse requests from other sites; accept a hidden origin, as old phones send. Raises HTTPForbidden."""
        origin = request.headers.get("Origin", "null")
        if origin not in ("null", self.proxy, origin_of(self._watching.address)):
            raise web.HTTPForbidden

    @property
    def proxy(self) -> str:
        """The origin of the Activity's pages as browsers see it."""
        return PROXY_ADDRESS.format(application=self._activity.application)

    async def _who(self, request: web.Request) -> web.Response:
        """Who is signed in with this browser, as a text in the page's `language`; nothing if nobody is."""
        person = await self._sessions.person(self._secret(request))
        if person is None:
            return json_response({})
        language = request.query.get("language", "")
        words = words_for(language if language in languages() else DEFAULT_LANGUAGE)
        return json_response({"you": words("page.you", name=await self._name(person))})

    async def _enter(self, request: web.Request) -> web.Response:
        """Open a personal link: the browser gets a new session, which replaces any that it had.

        The session of another person is replaced only if the request says so; otherwise the answer is a question.
        """
        self._needs_page_with_cookie(request)
        given = await json_body(request)
        link = given.get("link")
        here = await self._sessions.person(self._secret(request))
        link = link if isinstance(link, str) and len(link) <= MAX_SECRET_LENGTH else ""
        owner = await self._sessions.owner(link)
        if here is not None and owner is not None and here != owner and given.get("switch") is not True:
            return await self._question(request, here, owner)
        try:
            secret = await self._sessions.open(link, LONG_SECRET_BYTES if self._is_encrypted else SESSION_SECRET_BYTES)
        except Refusal as error:
            language = await self.language(request, here)
            return json_response(refusal_facts(words_for(language or DEFAULT_LANGUAGE), error), 403)
        answer = await self._sign_out(request)  # otherwise one browser would count as many
        answer.set_cookie(
            self._cookie, secret, max_age=int(SESSION_LIFE), path=self._path, httponly=True, samesite="Strict",
            secure=self._is_encrypted,
        )  # fmt: skip
        return answer

    async def _question(self, request: web.Request, here: int, owner: int) -> web.Response:
        words = words_for(await self.language(request, here) or DEFAULT_LANGUAGE)
        facts = {"name": await self._name(here), "owner": await self._name(owner)}
        alike = {"alike": facts["name"] == facts["owner"]}
        asked = {key: words(f"page.{key}", **facts, **alike) for key in ("switch_asked", "keep", "switch")}
        return json_response(asked, 409)

    async def _leave(self, request: web.Request) -> web.Response:
        self._needs_page_with_cookie(request)
        return await self._sign_out(request)

    async def _sign_out(self, request: web.Request) -> web.Response:
        """End the session of this browser and delete its cookie, also one with the old name."""
        await self._sessions.end(self._secret(request))
        answer = web.Response(status=204)
        for name in (self._cookie, *(request.cookies.keys() & {COOKIE_NAME})):
            answer.del_cookie(name, path=self._path, secure=self._is_encrypted)
        return answer


def activity_token(request: web.Request) -> str:
    """The Activity token in the request, "" for none."""
    given = request.headers.get("Authorization", "")
    token = given.removeprefix(AUTHORIZATION_PREFIX)
    return token if given.startswith(AUTHORIZATION_PREFIX) and len(token) <= MAX_SECRET_LENGTH else ""


def origin_of(address: str) -> str:
    """The origin of pages at that address, as browsers write it."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc.lower().removesuffix(DEFAULT_PORTS.get(parts.scheme, ''))}"


async def json_body(request: web.Request) -> Mapping[str, Any]:
    """Return the JSON object in the body of a request.

    Raises HTTPBadRequest for anything else, HTTPUnsupportedMediaType, and HTTPRequestTimeout if it does not arrive.
    """
    if request.content_type != "application/json":
        raise web.HTTPUnsupportedMediaType
    try:
        async with asyncio.timeout(BODY_TIMEOUT):  # the library would wait for the rest without a limit
            found = json.loads(await request.text())
    except TimeoutError:
        raise web.HTTPRequestTimeout from None
    except (ValueError, RecursionError, LookupError, web.RequestPayloadError):
        raise web.HTTPBadRequest from None
    if not isinstance(found, dict):
        raise web.HTTPBadRequest
    return found
