"""A connection to Discord that a probe asks over: what it posts in one channel, and how all of it goes away again.

Knows no belief.
"""

import asyncio
import json
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import discord

from bot.delivery.threads import WEEK
from bot.delivery.unreachable import CLOSED
from bot.discord_api.components import UNANSWERED, files, layout
from bot.discord_api.gateway_barrier import LenientState
from bot.ops.probe_answers import Json, WireAnswer, Wiretap
from bot.ops.probe_screens import note, png
from bot.screens.screen import Screen, Text
from bot.text.words import Words

KEPT = 500  # gateway events that are remembered
EMOJI_SIDE = 64  # pixels
NEEDED = ("view_channel", "send_messages", "attach_files")


class ProbeClient(discord.Client):
    """A client that connects as the bot does, and remembers what it hears."""

    def _get_state(self, **options: Any) -> LenientState:
        """What the library keeps beside its connection; it asks for this once."""
        return LenientState(
            dispatch=self.dispatch, handlers=self._handlers, hooks=self._hooks, http=self.http, **options
        )

    def __init__(self) -> None:
        self.wiretap, self.events = Wiretap(), list[Json]()
        self.pressed: Callable[[discord.Interaction[Any]], Awaitable[None]] | None = None
        self._heard = asyncio.Event()
        super().__init__(
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=30.0,
            http_trace=self.wiretap.trace,
            enable_debug_events=True,
        )

    async def on_socket_raw_receive(self, frame: str) -> None:
        """Remember the event, and wake whoever waits for one."""
        self.events.append(json.loads(frame))
        del self.events[:-KEPT]
        self.wake()

    def wake(self) -> None:
        """Whoever waits looks again."""
        self._heard.set()
        self._heard = asyncio.Event()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Hand on what somebody did."""
        if self.pressed is not None:
            await self.pressed(interaction)

    async def until(self, ready: Callable[[], Any]) -> Any:
        """What `ready` says once it says something true; it is asked again after every event."""
        while not (found := ready()):
            await self._heard.wait()
        return found

    def server(self, number: int) -> Json | None:
        """What Discord has told of that server; before that the library knows hardly more than its number."""
        return next((one for one in self.told("GUILD_CREATE") if one["id"] == str(number)), None)

    def told(self, event: str) -> list[Json]:
        """What the events of that name said, oldest first."""
        return [one["d"] for one in self.events if one.get("t") == event]


@dataclass
class ProbeSession:
    """What a probe works with.

    `client`: connected. `words`: in which it speaks. `channel`, `guild`: where. `posted`: the channels and numbers of
    messages that have to be deleted, `emojis`: numbers of emojis. `run`: a text that no other run has.
    `_made`: what several beliefs use, or the fault with which it could not be made.
    """

    client: ProbeClient
    words: Words
    channel: int
    guild: int
    posted: list[tuple[int, int]] = field(default_factory=list)
    emojis: list[int] = field(default_factory=list)
    run: str = field(default_factory=lambda: secrets.token_hex(4))
    _made: dict[str, Any] = field(default_factory=dict)

    @property
    def bot(self) -> int:
        """The number of the bot."""
        return self.client.user.id if self.client.user else 0

    def id(self, name: str) -> str:
        """The custom_id of a button of this run."""
        return f"probe:{self.run}:{name}"

    def link(self, channel: int, message: int | str = "") -> str:
        """The address of a channel of this server, or of a message in it."""
        return f"https://discord.com/channels/{self.guild}/{channel}/{message}".rstrip("/")

    def lacking(self) -> list[str]:
        """The permissions without which nothing can be probed here and which the bot does not have."""
        guild = self.client.get_guild(self.guild)
        me, place = (guild.me, guild.get_channel(self.channel)) if guild else (None, None)
        if not me or not place:  # Discord has not told, so it must be tried
            return []
        rights = place.permissions_for(me)
        return [right for right in NEEDED if not getattr(rights, right)]

    async def answer(self, part: str = "") -> WireAnswer:
        """The newest answer of Discord to a request whose path contains `part`."""
        return await self.client.wiretap.last(part)

    async def post(self, screen: Screen, channel: int = 0, **how: Any) -> Json:
        """The screen stands in the channel, and Discord's description of it."""
        return await self.send(layout(screen), channel, files=files(screen), **how)

    async def send(self, view: discord.ui.LayoutView, channel: int = 0, **how: Any) -> Json:
        """The components stand in the channel, and Discord's description of the message."""
        there = channel or self.channel
        message = await self.place(there).send(view=view, **{"silent": True, **how})
        self.remember(there, message.id)
        return await self._body()

    def remember(self, channel: int, message: int) -> None:
        """The message has to be deleted at the end, once."""
        if (channel, message) not in self.posted:
            self.posted.append((channel, message))

    async def delete(self, message: str) -> None:
        """The message of the channel is gone already."""
        await self.at(message).delete()
        self.posted.remove((self.channel, int(message)))

    async def edit(self, message: str, screen: Screen, **how: Any) -> Json:
        """The message shows the screen; with `attachments` these files are all that it has."""
        await self.at(message).edit(view=layout(screen), **how)
        return await self._body()

    def at(self, message: str) -> discord.PartialMessage:
        """That message of the channel."""
        return self.place().get_partial_message(int(message))

    def place(self, channel: int = 0) -> discord.PartialMessageable:
        """The channel, or another one of its server."""
        return self.client.get_partial_messageable(channel or self.channel, guild_id=self.guild)

    async def refusal(self, asking: Awaitable[Any]) -> Json:
        """The status and the code with which Discord refuses. What the bot may not do here is raised."""
        try:
            await asking
        except discord.HTTPException as fault:
            if fault.code in CLOSED:
                raise
            return {"status": fault.status, "code": fault.code}
        return {"status": (await self.answer()).status}

    async def thread(self) -> Json:
        """Discord's description of a new thread on a message of its own; all checks use the same one."""
        return await self._once("thread", self._open_thread)

    async def emoji(self) -> Json:
        """Discord's description of a new emoji of the application; all checks use the same one."""
        return await self._once("emoji", lambda: self.new_emoji(f"probe_{self.run}"))

    async def new_emoji(self, name: str) -> Json:
        """Discord's description of a new emoji of that name."""
        made = await self.client.create_application_emoji(name=name, image=png(EMOJI_SIDE))
        self.emojis.append(made.id)
        return await self._body()

    async def drop_emoji(self, number: int) -> None:
        """The emoji is gone."""
        await self.client.http.delete_application_emoji(self.client.application_id or 0, number)
        self.emojis.remove(number)

    async def tidy(self) -> list[str]:
        """Nothing that the probe has made is left, but for what is named here."""
        left = [f"emoji {one}" for one in tuple(self.emojis) if not await self._gone(self.drop_emoji(one))]
        thread = self._made.pop("thread", None)
        if isinstance(thread, dict):
            left += await self._remove_thread(int(thread["id"]))
        for channel, message in reversed(self.posted):
            if not await self._gone(self.place(channel).get_partial_message(message).delete()):
                left.append(self.link(channel, message))
        self.posted.clear()
        return left

    async def _remove_thread(self, thread: int) -> list[str]:
        """Delete the thread, which takes a permission that the bot does not need; else leave it empty and archived."""
        if await self._gone(self.client.http.delete_channel(thread)):
            self.posted = [one for one in self.posted if one[0] != thread]
            return []
        inside = [one for one in self.posted if one[0] == thread]
        await self._gone(self.client.http.edit_channel(thread, archived=False))  # else nothing can be deleted in it
        for one in inside:
            if await self._gone(self.place(thread).get_partial_message(one[1]).delete()):
                self.posted.remove(one)
        await self._gone(self.client.http.edit_channel(thread, archived=True))
        return [self.link(thread)]

    async def _gone(self, asking: Awaitable[Any]) -> bool:
        """Whether it could be done, or there was nothing left to do."""
        try:
            await asking
        except discord.NotFound:
            return True
        except UNANSWERED:
            return False
        return True

    async def _open_thread(self) -> Json:
        start = await self.post(note(self.words, Text(self.words("probe.thread_starts"))))
        name = self.words("probe.thread_name", run=self.run)
        await self.at(start["id"]).create_thread(name=name, auto_archive_duration=WEEK)
        return {**await self._body(), "start": start["id"]}

    async def _once(self, name: str, make: Callable[[], Awaitable[Json]]) -> Json:
        """What was made under that name, or the fault with which that failed: it is not tried again."""
        if name not in self._made:
            try:
                self._made[name] = await make()
            except discord.HTTPException as fault:
                self._made[name] = fault
        made: Json | discord.HTTPException = self._made[name]
        if isinstance(made, discord.HTTPException):
            raise made
        return made

    async def _body(self) -> Json:
        body: Json = (await self.answer()).body
        return body
