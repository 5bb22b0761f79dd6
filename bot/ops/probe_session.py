"""A connection to Discord that a probe asks over: what it posts in one channel, and how all of it goes away again.

Knows no belief.
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
from bot.screens.screen import Part, Screen, Text
from bot.text.words import Words
from render import emoji

DiscordJson = dict[str, Any]

MAX_KEPT_EVENTS = 500  # gateway events that are remembered
SWITCHING_PROTOCOLS = 101  # the HTTP status of a connection that became a websocket
PROBE_ACCENT = 0x5865F2  # the color of the edge of all messages
ATTACHMENT_NUMBER = re.compile(r'"attachment_id": ?"(\d+)"')


class ProbeClient(discord.Client):
    """A client that connects as the bot does, and remembers what it hears and the newest answer to a request."""

    def _get_state(self, **options: Any) -> LenientState:
        """What the library keeps beside its connection; it asks for this once."""
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
        """Remember the event, and wake whoever waits for one."""
        self.events.append(json.loads(frame))
        del self.events[:-MAX_KEPT_EVENTS]
        self.wake()

    def wake(self) -> None:
        """Whoever waits looks again."""
        self._heard.set()
        self._heard = asyncio.Event()

    async def wait_until(self, ready: Callable[[], Any]) -> Any:
        """What `ready` returns once it is true; it is called again after every event."""
        while not (found := ready()):
            await self._heard.wait()
        return found

    def server_event(self, number: int) -> DiscordJson | None:
        """What the gateway says about that server; before that the library knows hardly more than its number."""
        return next((one for one in self.events_named("GUILD_CREATE") if one["id"] == str(number)), None)

    def events_named(self, event: str) -> list[DiscordJson]:
        """The contents of the events of that name, oldest first."""
        return [one["d"] for one in self.events if one.get("t") == event]


@dataclass
class ProbeSession:
    """One run of a probe over `client`, which speaks `words`.

    `channel`: where it posts. `guild`: the server of that channel. `run`: tells its names from those of other runs.
    `posted`: messages to delete. `newest`: the message that was posted last. `made`: the numbers of "thread" and
    "emoji", once they are there. `_tried`: the answers or errors of those two. `_names`: of messages and files.

    Answers have names in place of numbers: "the bot", "the server", "the channel", "the thread" (and the message at its
    start), "the emoji", and counted for each belief "message 1" and "file 1".
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
        """The permissions without which nothing can be probed here and which the bot does not have."""
        guild = self.client.get_guild(self.guild)
        me, place = (guild.me, guild.get_channel(self.channel)) if guild else (None, None)
        if not me or not place:  # Discord has not told, so it must be tried
            return []
        rights = place.permissions_for(me)
        return [right for right in TABLE_PERMISSIONS if not getattr(rights, right)]

    @property
    def emoji_name(self) -> str:
        """The name of the emoji that the probe makes."""
        return f"probe_{self.run}"

    @property
    def numbers(self) -> dict[str, int]:
        """The numbers that paths of requests can name."""
        bot = self.client.user.id if self.client.user else 0
        return {"bot": bot, "server": self.guild, "channel": self.channel, **self.made}

    async def play(self, steps: Iterable[Callable[["ProbeSession"], Awaitable[Any]]]) -> list[Any]:
        """What each of these steps returns, one after the other."""
        self._names.clear()
        return [await step(self) for step in steps]

    async def answer(self, request: Awaitable[Any]) -> DiscordJson:
        """Status, headers and body of Discord's answer, also of a refusal.

        What the bot may not do here is raised, and so is a fault of Discord.
        """
        try:
            await request
        except discord.HTTPException as error:
            if error.code in NO_ACCESS_CODES or error.status >= SERVER_ERROR:
                raise
        response = self.client.response
        if response is None:
            return {}
        text = await response.text()  # the library has read it, so nothing is waited for
        for number in ATTACHMENT_NUMBER.findall(text):
            self._name(int(number), "file")
        return {
            "status": response.status,
            "headers": response.headers,
            "body": self.parse_with_names(text) if text else None,
        }

    def parse_with_names(self, text: str) -> Any:
        """The JSON with names in place of numbers."""
        names = self._names | {number: f"the {name}" for name, number in self.numbers.items()}
        for number, name in names.items():
            text = text.replace(f'"{number}"', f'"{name}"')
        return json.loads(text)

    def _name(self, number: int, kind: str) -> None:
        count = sum(name.startswith(kind) for name in self._names.values())
        self._names.setdefault(number, f"{kind} {count + 1}")

    def note_screen(self, *parts: Part, pings: tuple[int, ...] = ()) -> Screen:
        """A small message that says what it is."""
        return Screen((Text(self.words("probe.here")), *parts), PROBE_ACCENT, pings)

    async def post(self, screen: Screen, channel: int, **how: Any) -> None:
        """Post the screen in that channel; `newest` is this message then."""
        place = self.client.get_partial_messageable(channel, guild_id=self.guild)
        message = await place.send(
            view=layout(screen), files=files(screen), allowed_mentions=allowed_mentions(screen), silent=True, **how
        )
        self.newest = place.get_partial_message(message.id)
        self.posted[message.id] = self.newest
        self._name(message.id, "message")

    async def open_thread(self) -> DiscordJson:
        """The answer that opened a thread; all beliefs use the same one."""
        return await self._run_once("thread", self._post_and_open_thread)

    async def _post_and_open_thread(self) -> DiscordJson:
        await self.post(self.note_screen(Text(self.words("probe.thread_starts"))), self.channel)
        name = self.words("probe.thread_name", run=self.run)
        answer = await self.answer(self.newest.create_thread(name=name, auto_archive_duration=THREAD_ARCHIVE_MINUTES))
        self.made["thread"] = self.newest.id
        return answer

    async def make_emoji(self) -> DiscordJson:
        """The answer that made an emoji of the application; all beliefs use the same one."""
        return await self._run_once("emoji", self._upload_emoji)

    async def _upload_emoji(self) -> DiscordJson:
        answer = await self.answer(self.client.create_application_emoji(name=self.emoji_name, image=tile_picture()))
        self.made["emoji"] = int(answer["body"]["id"])
        return answer

    async def _run_once(self, name: str, make: Callable[[], Awaitable[DiscordJson]]) -> DiscordJson:
        """The answer of the first try, or the error with which it failed: it is not tried again."""
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
        """Delete everything that the probe has made; what is left is named."""
        left = []
        application = self.client.application_id or 0
        if "emoji" in self.made and not await _is_deleted(
            self.client.http.delete_application_emoji(application, self.made["emoji"])
        ):
            left.append(f"emoji {self.emoji_name}")
        thread = self.made.get("thread")
        if thread and not await _is_deleted(
            self.client.http.delete_channel(thread)
        ):  # it takes a permission of its own
            await _is_deleted(
                self.client.http.edit_channel(thread, archived=False)
            )  # else nothing can be deleted in it
            left += await self._delete_messages(thread)
            await _is_deleted(self.client.http.edit_channel(thread, archived=True))
            left.append(self._link(thread))
        return [*left, *await self._delete_messages(self.channel)]

    async def _delete_messages(self, channel: int) -> list[str]:
        """The links of those messages in the channel that cannot be deleted."""
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
    """A small picture, as the bot uploads it for an emoji."""
    return emoji("azul", "color.B")
