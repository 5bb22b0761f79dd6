"""Starts and stops the local Discord: world, REST, gateway, attachments, page. Loopback only.

Knows nothing of people's actions or bots: it connects the parts and saves the world to disk.
"""

import asyncio
import re
import secrets
import socket
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

from aiohttp import web

from bot.http_server import ServerLimits, serve_http
from bot.playground.address import API_PATH, GATEWAY_PATH, activity_secret
from bot.playground.faults import Faults
from bot.playground.gateway import Gateway
from bot.playground.limits import MAX_API_REQUEST_BYTES
from bot.playground.people import People
from bot.playground.protocol import News
from bot.playground.rest import Rest
from bot.playground.rules import Rules
from bot.playground.simulation import ANSWER_SECONDS, Simulation
from bot.playground.tabs import Tabs
from bot.playground.world_file import WorldFile

IMAGE_TYPES = {".png": "image/png", ".gif": "image/gif", ".webp": "image/webp", ".jpg": "image/jpeg"}  # of attachments
# The only host names to accept: with any other, a page on another site could reach this server.
OWN_HOST = re.compile(r"(?:127\.0\.0\.1|localhost)(?::\d{1,5})?")
REFUSAL_TEXT = "Only programs of this machine and the page of this server are answered."
LINK_REQUEST = ("navigate", "document")  # mode and destination of a request that opens a whole tab
LOOPBACK_HOST = "127.0.0.1"  # never another: anybody who reaches this port can act as everybody in this world
SAVE_SECONDS = 0.5
SAVE_SHARE = 10  # saving takes at most about a tenth of the time, however large the world grows
MAX_LOGGED_REQUESTS = 500
SOCKET_BACKLOG = 128  # connections that wait to be accepted
LAST_ANSWER_SECONDS = 0.1  # seconds to finish open requests at the end
REQUEST_GRACE = 0.02  # seconds to wait beyond a deadline, to be sure that it has passed
FIRST_PEOPLE = ("Ana", "Ben", "Cy", "Dee")
FIRST_CHANNELS = {"games": "Tables are opened here", "tables": "A second place to play", "threads": "Tables in threads"}
BOT_PERMISSIONS = ("view_channel", "send_messages", "attach_files", "send_messages_in_threads", "create_public_threads")


class Server:
    """A local Discord. `await start()`, then `url` is where it serves; `await stop()` ends everything.

    `token`: the bot's, by default a new one for each server. `activity`: the address of the pages that the application
    shows in channels, to be set before the start; "" for none.
    """

    def __init__(
        self, *, port: int = 0, world: Path | None = None, token: str = "",
        seconds: float = ANSWER_SECONDS, logged: int = MAX_LOGGED_REQUESTS,
    ) -> None:  # fmt: skip
        """`port`: 0 takes any free one. `world`: nothing is saved without it. `logged`: how many requests to keep."""
        self.url, self._port, self._seconds = "", port, seconds
        self.token = token or secrets.token_urlsafe()
        self.file = WorldFile(world) if world is not None else None
        self.faults = Faults()
        self._logged, self._save_seconds, self.activity = logged, 0.0, ""
        self._serving = AsyncExitStack()
        self._saving: asyncio.TimerHandle | None = None

    async def start(self) -> None:
        """Load or create the world and open the port. Raises OSError, UnreadableWorld."""
        saved = self.file.load() if self.file is not None else None
        async with AsyncExitStack() as serving:  # frees the port if anything here fails
            listening = serving.enter_context(socket.create_server((LOOPBACK_HOST, self._port), backlog=SOCKET_BACKLOG))
            self._port = listening.getsockname()[1]
            self.url = f"http://{LOOPBACK_HOST}:{self._port}"
            self.simulation = Simulation(self.url, self._seconds)
            self.people = People(self.simulation)
            if saved is None:
                populate(self.simulation)
            else:
                self.simulation.restore(saved)
            self.rules = Rules(self.simulation)
            self.rules.activities.address = self.activity
            self.rules.activities.secret = activity_secret(self.token)
            self.rest = Rest(self.rules, self.faults, self.token, self._logged)
            self.gateway = Gateway(self.simulation, self.token)
            self.tabs = Tabs(self.simulation, self.people, self.rules.activities, lambda: self.gateway.online)
            self.gateway.url = self.rules.gateway = self.url.replace("http", "ws", 1) + GATEWAY_PATH
            self.simulation.listeners.append(self._announce_deadline)
            if self.file is not None:
                self.file.keep_only(self.simulation.attachments())
                self.simulation.forget_blobs((), self.file.blob)
                self.simulation.listeners.append(self._save_soon)
            app = self._app = web.Application(client_max_size=MAX_API_REQUEST_BYTES, middlewares=[refuse_other_sites])
            app.router.add_get(GATEWAY_PATH, self._serve_gateway)
            app.router.add_route("*", API_PATH + "/{rest:.*}", self.rest.serve)
            app.router.add_get("/attachments/{channel}/{id}/{name}", self._attachment)
            app.router.add_get(r"/emojis/{id:\d+}.png", self._emoji)
            app.router.add_get("/local/people", self.tabs.list_people)
            app.router.add_get("/local/live", self.tabs.serve)
            app.router.add_get("/{file:.*}", self.tabs.serve_file)
            await serving.enter_async_context(
                serve_http(app, listening, ServerLimits(shutdown_timeout=LAST_ANSWER_SECONDS))
            )
            self._serving = serving.pop_all()

    async def stop(self) -> None:
        """Disconnect everybody, save the world and free the port."""
        self.faults.release()
        await self.gateway.drop()
        await self._serving.aclose()
        if self._saving is not None:
            self._saving.cancel()
        self.save()

    def save(self) -> None:
        """Save the world to disk."""
        self._saving = None
        if self.file is not None:
            began = time.monotonic()
            blobs = self.simulation.fresh_blobs()
            self.file.save(self.simulation.snapshot(), blobs.items())
            self.simulation.forget_blobs(blobs, self.file.blob)
            self._save_seconds = time.monotonic() - began

    def _save_soon(self, _: News) -> None:
        if self._saving is None:
            pause = max(SAVE_SECONDS, SAVE_SHARE * self._save_seconds)
            self._saving = asyncio.get_running_loop().call_later(pause, self.save)

    def _announce_deadline(self, news: News) -> None:
        """Publish news of an interaction when the time for its first answer is over."""
        if news.kind == "asked":
            over = News("answer", news.channel, news.id)
            asyncio.get_running_loop().call_later(
                self.simulation.seconds + REQUEST_GRACE, self.simulation.publish, over
            )

    async def _serve_gateway(self, request: web.Request) -> web.StreamResponse:
        return await self.gateway.serve(request)  # looked up late: a test replaces it

    async def _attachment(self, request: web.Request) -> web.Response:
        if (fault := self.faults.take_fault("GET", request.path)) is not None:
            return web.Response(status=fault.answer.status)
        content = self.simulation.blob(request.match_info["id"])
        if content is None:
            raise web.HTTPNotFound
        kind = IMAGE_TYPES.get(Path(request.match_info["name"]).suffix.lower(), "application/octet-stream")
        return web.Response(body=content, content_type=kind)

    async def _emoji(self, request: web.Request) -> web.Response:
        content = self.simulation.blob(request.match_info["id"])
        if content is None:
            raise web.HTTPNotFound
        return web.Response(body=content, content_type="image/png", headers={"Cache-Control": "max-age=86400"})


def populate(simulation: Simulation) -> None:
    """Fill a new world with the server Oak Inn, four people, three channels, and direct messages."""
    people = [simulation.add_person(name) for name in FIRST_PEOPLE]
    guild = simulation.add_guild("Oak Inn", people[0], people, BOT_PERMISSIONS)
    for name, topic in FIRST_CHANNELS.items():
        simulation.add_channel(guild, name, topic)
    for person in people:
        simulation.open_direct(person)


@web.middleware
async def refuse_other_sites(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Refuse requests that come from other sites."""
    headers = request.headers  # programs do not send these; a link may lead here from anywhere
    is_other = "Origin" in headers and headers["Origin"] != f"http://{request.host}"
    is_link = request.method == "GET" and (headers.get("Sec-Fetch-Mode"), headers.get("Sec-Fetch-Dest")) == LINK_REQUEST
    is_elsewhere = headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin") and not is_link
    if is_other or is_elsewhere or not OWN_HOST.fullmatch(request.host):
        return web.Response(status=403, text=REFUSAL_TEXT)
    return await handler(request)
