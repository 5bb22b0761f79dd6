"""Posts a room's message so that none is left behind unknown, whenever the program may end. Knows no rules.

A post is written down before it is sent. If it was never noted as the room's message, it may still be in the channel,
with working buttons, and look current. In that case the same request is repeated and returns the existing message for
as long as Discord knows its nonce; later the channel's history is searched, if the bot may read it. A started table
moves to a thread of its lobby's message if its people want that.

A message replaced by a newer one is deleted or reduced to a line; failures are retried twice within a day. Nothing
depends on that: buttons on an old message still work.
"""

import asyncio
import logging
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Literal

import discord

from bot import metrics
from bot.delivery.membership import Membership
from bot.discord_api.components import REQUEST_ERRORS, allowed_mentions, files, layout
from bot.discord_api.rate_limit import RequestPace
from bot.discord_api.reply import parse_press
from bot.logs import error_summary
from bot.model.lobby_options import THREAD_REFUSED
from bot.model.people import Robot, label, message_link
from bot.model.room import PlayedRoom, Room, require_table
from bot.model.room_number import code
from bot.model.timeline import timeline_of
from bot.screens import lobby as lobby_screen
from bot.screens import news as news_screen
from bot.screens import verbs
from bot.screens.screen import Screen, cut
from bot.services.fault_isolation import FaultIsolation
from bot.services.services import Services
from bot.store.database import DatabaseUnavailable
from bot.store.messages import STALE_RETRY_DELAY, PendingPost, StaleMessage
from bot.store.store import Store
from bot.text.words import Words

NONCE_LIFE = 120.0  # seconds; Discord knows a nonce "for the past few minutes" [D2.14]
CLOCK_DIFFERENCE = 120.0  # seconds before the request at which the search of a channel starts, as clocks differ
# The same when nothing was found and no earlier message is known: clocks may be wrong.
MAX_CLOCK_DIFFERENCE = 24 * 3600.0
CHANNEL_READS_PER_SECOND = 5  # history requests
MESSAGES_PER_READ = 100  # of a channel's history
THREAD_ARCHIVE_MINUTES: Literal[10_080] = 10_080  # minutes without a message, then Discord archives the thread
MAX_THREAD_NAME = 100  # characters
THREAD_EXISTS_CODE = 160_004  # Discord's code: the message already has a thread
RETIRE_WAITS = (STALE_RETRY_DELAY, 20 * 3600.0)  # seconds before the second and the last try
EDIT_TIMEOUT = 30.0  # seconds; the retries of all tables wait for an edit that hangs

log = logging.getLogger(__name__)


class MessagePoster:
    """Posts messages of rooms."""

    def __init__(self, client: discord.Client, services: Services, store: Store) -> None:
        self._client = client
        self._now = services.rooms.now
        self._lobbies = services.lobbies
        self._store = store.posts
        self._read_pace = RequestPace(CHANNEL_READS_PER_SECOND)

    async def open_thread(self, room: Room, words: Words) -> Room:
        """Move the table to a new thread if its lobby chose that; return the room at its final place.

        A message's thread has the same ID as the message, so it is found again after a crash between the two steps.
        Raises HTTPException if Discord fails; the call can be repeated.
        """
        if (
            room.newest_message.log_length >= 0
            or room.record.terms.get("where") != "thread"
            or room.record.lobby_channel is not None
        ):
            return room
        thread = room.newest_message.id
        if thread is not None:
            names = ", ".join(map(label, room.occupants))
            title = cut(words("lobby.thread", game=room.game.title, tag=room.tag, names=names), MAX_THREAD_NAME)
            home = self._client.get_partial_messageable(room.place.channel, guild_id=room.place.guild)
            try:
                await home.get_partial_message(thread).create_thread(
                    name=title, auto_archive_duration=THREAD_ARCHIVE_MINUTES
                )
            except discord.DiscordServerError:
                raise
            except (discord.HTTPException, ValueError) as error:  # ValueError while the library lacks the server
                if not isinstance(error, discord.HTTPException) or error.code != THREAD_EXISTS_CODE:
                    log.info("no thread (%s)", error_summary(error), extra={"room": room.id})
                    thread = None
        return await self._lobbies.move_to_thread(room.id, thread)

    async def send(
        self, room: Room, screen: Screen, length: int, *, silent: bool
    ) -> tuple[discord.Message, PendingPost | None]:
        """Post the screen, which shows `length` entries of the room's log; return the message, which is not noted yet.

        If an earlier post was never noted, return that message instead, with what it shows.
        """
        post = await self._store.load(room.id)
        now = self._now()
        if post is not None and not (post.channel == room.place.channel and 0 <= now - post.at < NONCE_LIFE):
            found = await self._find_posted(post, room)
            if found is not None:
                return found, post
            post = None
        if post is None:
            # The nonce has the ID of the previous message, so that reposting an unchanged table gets a new one.
            nonce = f"{code(room.newest_message.id or 0)}-{room.code}-{room.record.change}"[:25]
            picture = screen.pictures[0].name if screen.pictures else ""
            record = room.record
            post = PendingPost(
                room.place.channel, nonce, picture, record.change, length, record.changed_at, self._now()
            )
            await self._store.begin(room.id, post)
        view = layout(screen)
        message = await self._client.get_partial_messageable(room.place.channel, guild_id=room.place.guild).send(
            view=view,
            files=files(screen),
            silent=silent,
            nonce=post.nonce,
            allowed_mentions=discord.AllowedMentions.none() if silent else allowed_mentions(screen),
        )
        if post.change == room.record.change:
            return message, None
        # Otherwise it may be an earlier message with the same nonce, which shows something else.
        sent = [item.content.split() for item in view.walk_children() if isinstance(item, discord.ui.TextDisplay)]
        parts = _flatten(message.components)
        posted = [part.content.split() for part in parts if isinstance(part, discord.TextDisplay)]
        is_this = sent == posted and {picture.name for picture in screen.pictures} == _picture_names(message)
        return message, None if is_this else post

    async def _find_posted(self, post: PendingPost, room: Room) -> discord.Message | None:
        if not self._may_read(post, room):
            return None
        last = room.newest_message.id or 0
        with suppress(discord.Forbidden, discord.NotFound):
            return await self._find_latest(
                post, room, max(last, _lowest_id_at(post.at - CLOCK_DIFFERENCE)), oldest_first=True
            ) or (
                await self._find_latest(
                    post, room, last or _lowest_id_at(post.at - MAX_CLOCK_DIFFERENCE), oldest_first=False
                )
            )
        return None

    async def _find_latest(
        self, post: PendingPost, room: Room, after: int, *, oldest_first: bool
    ) -> discord.Message | None:
        """Return the latest such message among the oldest or newest of the channel after that ID."""
        await asyncio.sleep(self._read_pace.reserve())
        channel = self._client.get_partial_messageable(post.channel, guild_id=room.place.guild)
        history = channel.history(limit=MESSAGES_PER_READ, after=discord.Object(after), oldest_first=oldest_first)
        own = self._client.user.id if self._client.user is not None else 0
        found = [message async for message in history if message.author.id == own and _shows(message, post, room)]
        return max(found, key=lambda message: message.id, default=None)

    def _may_read(self, post: PendingPost, room: Room) -> bool:
        """Whether the bot may read the channel's history. It does not ask for that permission and works without it."""
        if room.place.guild is None:
            return True
        guild = self._client.get_guild(room.place.guild)
        channel = guild.get_channel_or_thread(post.channel) if guild is not None else None
        if guild is None or channel is None:
            return False
        permissions = channel.permissions_for(guild.me)
        return permissions.view_channel and permissions.read_message_history


class StaleMessages:
    """Retires old messages, also after a restart."""

    def __init__(self, client: discord.Client, services: Services, store: Store, membership: Membership) -> None:
        self._client = client
        self._rooms = services.rooms
        self._servers = services.servers
        self._store = store
        self._membership = membership
        self.isolation = FaultIsolation(services.rooms.now)
        self.edit_timeout = EDIT_TIMEOUT
        self._retired: list[int] = []  # messages not yet noted in the store as retired

    async def retire(self, stale: StaleMessage, room: Room, words: Words, *, delete: bool = False) -> None:
        """Delete the message, or reduce it to a line with a link to the room's current one; failures are retried.

        A server may prefer to keep all messages.
        """
        wanted = (await self._servers.load_settings(room.place.guild)).earlier
        if wanted != "keep":
            channel = self._client.get_partial_messageable(stale.channel, guild_id=room.place.guild)
            message = channel.get_partial_message(stale.message)
            try:
                async with asyncio.timeout(self.edit_timeout):
                    if delete and wanted == "delete":
                        await message.delete()
                    else:
                        if stale.length < 0:
                            screen = lobby_screen.started_lobby(
                                room, words, message_link(room.place, room.newest_message.id)
                            )
                        else:
                            record = replace(
                                room.record, newest_message=replace(room.newest_message, log_length=stale.length)
                            )
                            screen = news_screen.retired_message(require_table(replace(room, record=record)), words)
                        nobody = discord.AllowedMentions.none()
                        await message.edit(view=layout(screen), attachments=files(screen), allowed_mentions=nobody)
            except discord.NotFound:
                pass  # someone has deleted it
            except REQUEST_ERRORS as error:
                log.info("old message stays as it is (%s)", error_summary(error), extra={"room": room.id})
                return
        self._retired.append(stale.message)

    def may_be_deleted(self, room: PlayedRoom) -> bool:
        """Whether nobody needs the room's message once a newer one is posted.

        Everyone it called must have moved by a press or command in its channel; anyone who moved elsewhere would look
        there for a call that is gone. A message that shows the end stays, and so does one with a thread.
        """
        if room.record.lobby_channel is not None or self._client.get_channel(room.newest_message.id or 0) is not None:
            return False
        if room.newest_message.log_length < 0:
            return not room.record.guests and room.record.terms.get("where") != THREAD_REFUSED
        timeline = timeline_of(room.table)
        called = timeline.seats_to_act[min(room.newest_message.log_length, len(room.table.log))]
        movers = timeline.movers[room.newest_message.log_length :]
        for seat in called:
            who = room.occupants[seat]
            posted_at = room.newest_message.posted_at
            has_acted = isinstance(who, Robot) or self._membership.was_active(room.place, who.id, posted_at)
            if seat not in movers or not has_acted:
                return False
        return bool(called)

    async def due_messages(self) -> list[StaleMessage]:
        """Return the messages to retry now, except those of tables that failed recently."""
        await self.note_retired()
        found = await self._store.stale_messages.due_messages(self._rooms.now())
        return [stale for stale in found if self.isolation.may_try(stale.room)]

    async def note_retired(self) -> None:
        """Save which messages are retired. If that fails, they are retired twice, which is harmless."""
        if self._retired:
            retired = self._retired
            self._retired = []
            await self._store.stale_messages.remove(retired)

    async def close(self) -> None:
        """Save which messages are retired, if the database can be reached."""
        with suppress(DatabaseUnavailable):
            await self.note_retired()

    async def begin_retry(self, stale: StaleMessage) -> Room:
        """Count one more try and return the message's room. Raises Refusal("gone")."""
        metrics.current().count("retries", "old message")
        if stale.retries + 1 < len(RETIRE_WAITS):
            await self._store.stale_messages.retry(stale, self._rooms.now() + RETIRE_WAITS[stale.retries + 1])
        else:
            await self._store.stale_messages.remove([stale.message])
        return await self._rooms.room(stale.room)


def _lowest_id_at(at: float) -> int:
    """The lowest ID that Discord may give to a message at that time."""
    return max(0, int(at * 1000) - discord.utils.DISCORD_EPOCH) << 22


def _shows(message: discord.Message, post: PendingPost, room: Room) -> bool:
    """Whether it is the message that was to be posted: by its picture, or by the lobby's button."""
    if post.picture:
        return post.picture in _picture_names(message)
    presses = (
        parse_press(getattr(component, "custom_id", None) or "", []) for component in _flatten(message.components)
    )
    return any(press.verb == verbs.JOIN.name and press.room == room.id for press in presses)


def _picture_names(message: discord.Message) -> set[str]:
    items = (item for component in _flatten(message.components) for item in getattr(component, "items", ()))
    return {item.media.url.partition("?")[0].rpartition("/")[2] for item in items}


def _flatten(components: Sequence[Any]) -> Iterator[Any]:
    for component in components:
        yield component
        yield from _flatten(getattr(component, "children", ()))
