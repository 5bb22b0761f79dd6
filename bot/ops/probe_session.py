"""The connection of a probe to Discord: posts in one channel, and deletes all of it in the end.

Independent of beliefs.
"""

import asyncio
import json
import re
import secrets
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import discord

from bot.delivery.message_posting import THREAD_ARCHIVE_MINUTES
from bot.delivery.unreachable import NO_ACCESS_CODES
from bot.discord_api.caller import TABLE_PERMISSIONS
from bot.discord_api.components import REQUEST_ERRORS, SERVER_ERROR, allowed_mentions, files, layout
from bot.discord_api.gateway_barrier import LenientState
from bot.screens.screen import Screen, ScreenPart, Text
from bot.text.words import Words
from render import emoji

DiscordJson = dict[str, Any]

MAX_KEPT_EVENTS = 500  # gateway events
SWITCHING_PROTOCOLS = 101  # HTTP status of a connection that became a websocket
PROBE_ACCENT = 0x5865F2  # color of the edge of all messages
ATTACHMENT_NUMBER = re.compile(r'"attachment_id": ?"(\d+)"')


class ProbeClient(discord.Client):
    """A client that connects like the bot, and remembers gateway events and the last response to a request."""

    def _get_state(self, **options: Any) -> LenientState:
        """Return our state class; the library calls this once."""
        return LenientState(
            dispatch=self.dispatch, handlers=self._handlers, hooks=self._hooks, http=self.http, **options
        )

    def __init__(self) -> None:
        self.events = list[DiscordJson]()
        self.response: aiohttp.ClientResponse | None = None
        self._heard = asyncio.Event()
        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(self._keep_response)
        super().__init__(
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=30.0,
            http_trace=trace,
            enable_debug_events=True,
        )

    async def _keep_response(self, *heard: Any) -> None:
        response: aiohttp.ClientResponse = heard[-1].response
        if response.status != SWITCHING_PROTOCOLS:
            self.response = response

    async def on_socket_raw_receive(self, frame: str) -> None:
        """Remember the event, and wake those waiting for one."""
        self.events.append(json.loads(frame))
        del self.events[:-MAX_KEPT_EVENTS]
        self.wake()

    def wake(self) -> None:
        """Make `wait_until` check its condition again."""
        self._heard.set()
        self._heard = asyncio.Event()

    async def wait_until(self, ready: Callable[[], Any]) -> Any:
        """Call `ready` after every event until its result is true, and return that."""
        while not (found := ready()):
            await self._heard.wait()
        return found

    def server_event(self, number: int) -> DiscordJson | None:
        """Return the gateway's event that describes that server, None before it arrives."""
        return next((server for server in self.events_named("GUILD_CREATE") if server["id"] == str(number)), None)

    def events_named(self, event: str) -> list[DiscordJson]:
        """Return the contents of the events of that name, oldest first."""
        return [frame["d"] for frame in self.events if frame.get("t") == event]


@dataclass
class ProbeSession:
    """One run of a probe with `client`, in the language of `words`.

    `channel`: where it posts. `guild`: the server of that channel. `run`: makes its names differ from other runs.
    `posted`: messages to delete. `newest`: the last posted message. `made`: the IDs of "thread" and "emoji", once
    created. `_tried`: the answers or errors of those two. `_names`: of messages and files.

    Answers have names in place of IDs: "the bot", "the server", "the channel", "the thread" (also for its first
    message), "the emoji", and numbered for each belief "message 1" and "file 1".
    """

    client: ProbeClient
    words: Words
    channel: int
    guild: int
    run: str = field(default_factory=lambda: secrets.token_hex(4))
    posted: dict[int, discord.PartialMessage] = field(default_factory=dict)
    newest: discord.PartialMessage = field(init=False)
    made: dict[str, int] = field(default_factory=dict)
    _tried: dict[str, DiscordJson | discord.HTTPException] = field(default_factory=dict)
    _names: dict[int, str] = field(default_factory=dict)

    def missing_permissions(self) -> list[str]:
        """Return the permissions that the probe needs here and the bot lacks."""
        guild = self.client.get_guild(self.guild)
        me, place = (guild.me, guild.get_channel(self.channel)) if guild else (None, None)
        if not me or not place:  # not known yet, so it must be tried
            return []
        rights = place.permissions_for(me)
        return [right for right in TABLE_PERMISSIONS if not getattr(rights, right)]

    @property
    def emoji_name(self) -> str:
        """The name of the emoji that the probe creates."""
        return f"probe_{self.run}"

    @property
    def numbers(self) -> dict[str, int]:
        """The IDs that request paths can name."""
        bot = self.client.user.id if self.client.user else 0
        return {"bot": bot, "server": self.guild, "channel": self.channel, **self.made}

    async def play(self, steps: Iterable[Callable[["ProbeSession"], Awaitable[Any]]]) -> list[Any]:
        """Run these steps one after the other and return their results."""
        self._names.clear()
        return [await step(self) for step in steps]

    async def answer(self, request: Awaitable[Any]) -> DiscordJson:
        """Send the request and return status, headers and body of the answer, also of a refusal.

        Missing permissions and errors of Discord are raised.
        """
        try:
            await request
        except discord.HTTPException as error:
            if error.code in NO_ACCESS_CODES or error.status >= SERVER_ERROR:
                raise
        response = self.client.response
        if response is None:
            return {}
        text = await response.text()  # the library has read it already, so this does not wait
        for number in ATTACHMENT_NUMBER.findall(text):
            self._name(int(number), "file")
        return {
            "status": response.status,
            "headers": response.headers,
            "body": self.parse_with_names(text) if text else None,
        }

    def parse_with_names(self, text: str) -> Any:
        """Parse the JSON, with names in place of IDs."""
        names = self._names | {number: f"the {name}" for name, number in self.numbers.items()}
        for number, name in names.items():
            text = text.replace(f'"{number}"', f'"{name}"')
        return json.loads(text)

    def _name(self, number: int, kind: str) -> None:
        count = sum(name.startswith(kind) for name in self._names.values())
        self._names.setdefault(number, f"{kind} {count + 1}")

    def note_screen(self, *parts: ScreenPart, pings: tuple[int, ...] = ()) -> Screen:
        """Return a small message that explains itself, with these parts."""
        return Screen((Text(self.words("probe.here")), *parts), PROBE_ACCENT, pings)

    async def post(self, screen: Screen, channel: int, **how: Any) -> None:
        """Post the screen in that channel and set `newest`."""
        place = self.client.get_partial_messageable(channel, guild_id=self.guild)
        message = await place.send(
            view=layout(screen), files=files(screen), allowed_mentions=allowed_mentions(screen), silent=True, **how
        )
        self.newest = place.get_partial_message(message.id)
        self.posted[message.id] = self.newest
        self._name(message.id, "message")

    async def open_thread(self) -> DiscordJson:
        """Open the thread that all beliefs share, and return the answer."""
        return await self._run_once("thread", self._post_and_open_thread)

    async def _post_and_open_thread(self) -> DiscordJson:
        await self.post(self.note_screen(Text(self.words("probe.thread_starts"))), self.channel)
        name = self.words("probe.thread_name", run=self.run)
        answer = await self.answer(self.newest.create_thread(name=name, auto_archive_duration=THREAD_ARCHIVE_MINUTES))
        self.made["thread"] = self.newest.id
        return answer

    async def make_emoji(self) -> DiscordJson:
        """Create the emoji that all beliefs share, and return the answer."""
        return await self._run_once("emoji", self._upload_emoji)

    async def _upload_emoji(self) -> DiscordJson:
        answer = await self.answer(self.client.create_application_emoji(name=self.emoji_name, image=tile_picture()))
        self.made["emoji"] = int(answer["body"]["id"])
        return answer

    async def _run_once(self, name: str, make: Callable[[], Awaitable[DiscordJson]]) -> DiscordJson:
        """Return the answer of the first try or raise its error; it is not tried again."""
        if name not in self._tried:
            try:
                self._tried[name] = await make()
            except discord.HTTPException as error:
                self._tried[name] = error
        tried = self._tried[name]
        if isinstance(tried, discord.HTTPException):
            raise tried
        return tried

    async def tidy(self) -> list[str]:
        """Delete everything that the probe has created, and return what could not be deleted."""
        left = []
        application = self.client.application_id or 0
        if "emoji" in self.made and not await _is_deleted(
            self.client.http.delete_application_emoji(application, self.made["emoji"])
        ):
            left.append(f"emoji {self.emoji_name}")
        thread = self.made.get("thread")
        if thread and not await _is_deleted(
            self.client.http.delete_channel(thread)
        ):  # this needs a separate permission
            await _is_deleted(
                self.client.http.edit_channel(thread, archived=False)
            )  # nothing can be deleted in an archived thread
            left += await self._delete_messages(thread)
            await _is_deleted(self.client.http.edit_channel(thread, archived=True))
            left.append(self._link(thread))
        return [*left, *await self._delete_messages(self.channel)]

    async def _delete_messages(self, channel: int) -> list[str]:
        """Delete the messages in the channel and return links to those that cannot be deleted."""
        there = [message for message in reversed(self.posted.values()) if message.channel.id == channel]
        return [self._link(channel, message.id) for message in there if not await _is_deleted(message.delete())]

    def _link(self, *numbers: int) -> str:
        return "/".join(["https://discord.com/channels", str(self.guild), *map(str, numbers)])


async def _is_deleted(request: Awaitable[Any]) -> bool:
    try:
        await request
    except discord.NotFound:
        return True
    except REQUEST_ERRORS:
        return False
    return True


def tile_picture() -> bytes:
    """Return a small picture like those that the bot uploads as emojis."""
    return emoji("azul", "color.B")
