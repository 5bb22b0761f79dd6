"""Serves the pages of tables on the bot's own event loop, and limits the size of requests. Independent of tables."""

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
from bot.web.activity import FRAME_HOSTS, ActivityPages
from bot.web.live_pages import LivePages
from bot.web.play import PlayPages
from bot.web.traffic_limits import (
    FILE_COST,
    REQUEST_PERSON,
    TRAFFIC_LIMITS,
    PageConnections,
    TrafficLimits,
    begin_request,
)
from bot.web.visitors import Visitors
from bot.web.watch import WatchPages

MAX_BODY_BYTES = 1_024  # bytes of a request body
CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; font-src 'self'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors "
)
SECURITY_HEADERS = {
    "Content-Security-Policy": f"{CONTENT_POLICY}'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "X-Robots-Tag": "noindex, nofollow",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
UNCACHED_HEADERS = SECURITY_HEADERS | {"Cache-Control": "no-store"}
VISITORS = web.AppKey("visitors", Visitors)
REQUEST_START = web.RequestKey("began", float)  # seconds of the performance counter
PageHandler = Callable[[web.Request], Awaitable[web.StreamResponse]]

log = logging.getLogger(__name__)


@asynccontextmanager
async def serve_pages(
    address: Address, services: Services, traffic_limits: TrafficLimits | None = None
) -> AsyncIterator[None]:
    """Serve the pages of tables at that address inside the context. Raises OSError if it cannot be used.

    `traffic_limits`: how much clients may request, by default the usual limits.
    """
    pages = LivePages(services.watching, services.activity)
    traffic_limits = traffic_limits or TrafficLimits()
    app = web.Application(middlewares=[_admit_request], client_max_size=MAX_BODY_BYTES)
    app[TRAFFIC_LIMITS] = traffic_limits
    app[VISITORS] = Visitors(services)
    app.on_response_prepare.append(_seal_response)
    app.add_routes(routes(services, pages))

    def count_refused(status: int) -> None:
        metrics.current().note_page("other", status, 0.0)

    limits = ServerLimits(MAX_BODY_BYTES, headers=UNCACHED_HEADERS, max_connections=None, on_refusal=count_refused)
    async with serve_http(app, address, limits, PageConnections(traffic_limits).connect):
        try:
            yield
        finally:
            pages.close()


def routes(services: Services, pages: LivePages) -> list[web.RouteDef]:
    """Routes of all pages."""
    visitors = Visitors(services)
    return [
        *documents.routes(),
        *rules.routes(pages),
        *WatchPages(services.watching, pages).routes,
        *visitors.routes,
        *PlayPages(services, pages, visitors).routes,
        *ActivityPages(services.activity, pages, visitors).routes,
    ]


async def _seal_response(request: web.Request, response: web.StreamResponse) -> None:
    """Add the security headers to every response, refusals included, and count it."""
    for name, value in SECURITY_HEADERS.items():
        response.headers[name] = value
    if hosts := request.get(FRAME_HOSTS):
        response.headers["Content-Security-Policy"] = CONTENT_POLICY + " ".join(hosts)
        del response.headers["X-Frame-Options"]  # it cannot name a host, and would forbid the frame
    response.headers.setdefault("Cache-Control", "no-store")
    resource = request.match_info.route.resource
    route = resource.canonical if resource is not None else "other"
    metrics.current().note_page(route, response.status, time.perf_counter() - request[REQUEST_START])


@web.middleware
async def _admit_request(request: web.Request, handler: PageHandler) -> web.StreamResponse:
    request[REQUEST_START] = time.perf_counter()
    limits = request.app[TRAFFIC_LIMITS]
    try:
        if (person := await request.app[VISITORS].counted_person(request)) is not None:
            request[REQUEST_PERSON] = person
        begin_request(request)
        limits.count_request(
            limits.client(request), FILE_COST if request.path.startswith(documents.PAGE_FILES_PATH) else 1.0
        )
        return await handler(request)
    except web.HTTPException:
        raise
    except OSError as error:  # the database or the client is unreachable
        log.warning("a page could not be answered (%s)", logs.error_summary(error))
        raise web.HTTPServiceUnavailable(headers={"Retry-After": "10"}) from None
    except Exception:  # bugs of the pages end only here; the library would log who asked
        log.exception("fault of a page", extra={"code": logs.fault_code()})
        raise web.HTTPInternalServerError from None
