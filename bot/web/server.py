"""Serves the pages of tables on the bot's own event loop, and bounds what a request may be. Knows no table."""

from __future__ import annotations

import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from aiohttp import web

from bot import logs, metrics
from bot.http_server import ServerLimits, serve_http
from bot.services.services import Services
from bot.settings import Address
from bot.web import documents, rules
from bot.web.activity import FRAMED, ActivityPages
from bot.web.gate import FILE, GATE, PERSON, Gate, PageConnections, begin_request
from bot.web.live_pages import LivePages
from bot.web.play import PlayPages
from bot.web.visitors import Visitors
from bot.web.watch import WatchPages

BODY = 1_024  # bytes of what a request brings
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; font-src 'self'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors "
)
HEADERS = {
    "Content-Security-Policy": f"{POLICY}'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "X-Robots-Tag": "noindex, nofollow",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
SEALED = HEADERS | {"Cache-Control": "no-store"}
VISITORS = web.AppKey("visitors", Visitors)
BEGAN = web.RequestKey("began", float)  # seconds of the performance counter
Answer = Callable[[web.Request], Awaitable[web.StreamResponse]]

log = logging.getLogger(__name__)


@asynccontextmanager
async def pages_served(address: Address, services: Services, gate: Gate | None = None) -> AsyncIterator[None]:
    """Within, tables have their pages at that address. Raises OSError if nobody can listen there.

    `gate`: says how much may be asked for, the usual one if none is given.
    """
    pages = LivePages(services.watching, services.activity)
    gate = gate or Gate()
    app = web.Application(middlewares=[_admitted], client_max_size=BODY)
    app[GATE] = gate
    app[VISITORS] = Visitors(services)
    app.on_response_prepare.append(_sealed)
    app.add_routes(routes(services, pages))

    def count_refused(status: int) -> None:
        metrics.current().note_page("other", status, 0.0)

    limits = ServerLimits(BODY, headers=SEALED, max_connections=None, on_refusal=count_refused)
    async with serve_http(app, address, limits, PageConnections(gate).connect):
        try:
            yield
        finally:
            pages.close()


def routes(services: Services, pages: LivePages) -> list[web.RouteDef]:
    """The routes of all pages."""
    visitors = Visitors(services)
    return [
        *documents.routes(),
        *rules.routes(pages),
        *WatchPages(services.watching, pages).routes,
        *visitors.routes,
        *PlayPages(services, pages, visitors).routes,
        *ActivityPages(services.activity, pages, visitors).routes,
    ]


async def _sealed(request: web.Request, response: web.StreamResponse) -> None:
    """Every answer, a refusal too, says what a browser may do with it, and is counted."""
    for name, value in HEADERS.items():
        response.headers[name] = value
    if hosts := request.get(FRAMED):
        response.headers["Content-Security-Policy"] = POLICY + " ".join(hosts)
        del response.headers["X-Frame-Options"]  # it can name no host, and would forbid the frame
    response.headers.setdefault("Cache-Control", "no-store")
    resource = request.match_info.route.resource
    route = resource.canonical if resource is not None else "other"
    metrics.current().note_page(route, response.status, time.perf_counter() - request[BEGAN])


@web.middleware
async def _admitted(request: web.Request, handler: Answer) -> web.StreamResponse:
    request[BEGAN] = time.perf_counter()
    gate = request.app[GATE]
    try:
        if (person := await request.app[VISITORS].counted(request)) is not None:
            request[PERSON] = person
        begin_request(request)
        gate.lets_in(gate.counted(request), FILE if request.path.startswith(documents.PATH) else 1.0)
        return await handler(request)
    except web.HTTPException:
        raise
    except OSError as fault:  # the database's server is away, or the person who asked
        log.warning("a page could not be answered (%s)", logs.error_summary(fault))
        raise web.HTTPServiceUnavailable(headers={"Retry-After": "10"}) from None
    except Exception:  # the one place where bugs of the pages end; the library would write down who asked
        log.exception("fault of a page", extra={"code": logs.fault_code()})
        raise web.HTTPInternalServerError from None
