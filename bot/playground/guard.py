"""Who is answered by the local Discord: programs of this machine and its own page, no page of another site.

Knows no route: it stands before all of them, so that none can be forgotten.
"""

import re
from collections.abc import Awaitable, Callable

from aiohttp import web

HOST = re.compile(r"(?:127\.0\.0\.1|localhost)(?::\d{1,5})?")  # by another name a page elsewhere may reach us, too
REFUSED = "Only programs of this machine and the page of this server are answered."
LINK = ("navigate", "document")  # the mode and the destination of a request that shows its answer in a whole tab


@web.middleware
async def guarded(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """The answer of a route, if nothing says that another site asks for it."""
    if not (HOST.fullmatch(request.host) and _is_from_here(request)):
        return web.Response(status=403, text=REFUSED)
    return await handler(request)


def _is_from_here(request: web.Request) -> bool:
    """Whether no browser says that another page asks. Programs say nothing; a link may lead here from anywhere."""
    told = request.headers
    if "Origin" in told and told["Origin"] != f"http://{request.host}":
        return False
    is_link = request.method == "GET" and (told.get("Sec-Fetch-Mode"), told.get("Sec-Fetch-Dest")) == LINK
    return told.get("Sec-Fetch-Site", "none") in ("none", "same-origin") or is_link
