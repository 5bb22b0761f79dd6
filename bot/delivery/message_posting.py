"""Posts messages of rooms, and finds each of them again if the program ends while posting. Independent of rules.

Every post is saved as pending before it is sent. If the program ends before the new message is saved, the message may
be in the channel, with working buttons, and look current. The next try repeats the request with the same nonce: while
Discord remembers the nonce, it returns the existing message. After that time, the bot searches the channel's history,
if it may read it. A started table moves to a thread of its lobby's message if its people want that.

A message that was replaced by a newer one is retired, that is deleted or reduced to a line; failures are retried twice
within a day. It does no harm if all tries fail, because buttons on an old message still work.
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

NONCE_LIFE = 120.0  # seconds; Discord remembers a nonce "for the past few minutes" [D2.14]
CLOCK_DIFFERENCE = 120.0  # seconds before the request from which a channel is searched, because clocks differ
# The same for a second search if the room has no earlier message, in case a clock is wrong.
MAX_CLOCK_DIFFERENCE = 24 * 3600.0
CHANNEL_READS_PER_SECOND = 5  # history requests
MESSAGES_PER_READ = 100  # of a channel's history
THREAD_ARCHIVE_MINUTES: Literal[10_080] = 10_080  # minutes without a message before Discord archives it
MAX_THREAD_NAME = 100  # characters
THREAD_EXISTS_CODE = 160_004  # Discord's code: the message already has a thread
RETIRE_WAITS = (STALE_RETRY_DELAY, 20 * 3600.0)  # seconds before the second and the last try
EDIT_TIMEOUT = 30.0  # seconds; an edit that hangs blocks the retries of all tables

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
        """Move the table to a new thread if that was chosen in its lobby; return the room with its final place.

        The thread has the same ID as its message, so it is found again if the bot crashed before it saved the move.
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
            except (discord.HTTPException, ValueError) as error:  # ValueError: the server is not loaded yet
                if not isinstance(error, discord.HTTPException) or error.code != THREAD_EXISTS_CODE:
                    log.info("no thread (%s)", error_summary(error), extra={"room": room.id})
                    thread = None
        return await self._lobbies.move_to_thread(room.id, thread)

    async def send(
        self, room: Room, screen: Screen, length: int, *, silent: bool
    ) -> tuple[discord.Message, PendingPost | None]:
        """Post the screen and return the new message, which the caller must save as the room's message.

        `length`: the number of entries of the room's log that the screen shows. If an earlier post was sent but its
        message never saved, return that message instead, with the facts of that post.
        """
        post = await self._store.load(room.id)
        now = self._now()
        if post is not None and not (post.channel == room.place.channel and 0 <= now - post.at < NONCE_LIFE):
            found = await self._find_posted(post, room)
            if found is not None:
                return found, post
            post = None
        if post is None:
            # The nonce contains the ID of the previous message, so that a repost of an unchanged table has a new one.
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
        # The room has changed since that post was begun, so Discord may have returned the older message.
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
        """Return the latest message of this post among the channel's oldest or newest messages after that ID."""
        await asyncio.sleep(self._read_pace.reserve())
        channel = self._client.get_partial_messageable(post.channel, guild_id=room.place.guild)
        history = channel.history(limit=MESSAGES_PER_READ, after=discord.Object(after), oldest_first=oldest_first)
        own = self._client.user.id if self._client.user is not None else 0
        found = [message async for message in history if message.author.id == own and _shows(message, post, room)]
        return max(found, key=lambda message: message.id, default=None)

    def _may_read(self, post: PendingPost, room: Room) -> bool:
        """Whether the bot may read the channel's history, a permission that it neither requests nor needs."""
        if room.place.guild is None:
            return True
        guild = self._client.get_guild(room.place.guild)
        channel = guild.get_channel_or_thread(post.channel) if guild is not None else None
        if guild is None or channel is None:
            return False
        permissions = channel.permissions_for(guild.me)
        return permissions.view_channel and permissions.read_message_history


class StaleMessages:
    """Retires replaced messages. Retries that are due survive a restart."""

    def __init__(self, client: discord.Client, services: Services, store: Store, membership: Membership) -> None:
        self._client = client
        self._rooms = services.rooms
        self._servers = services.servers
        self._store = store
        self._membership = membership
        self.isolation = FaultIsolation(services.rooms.now)
        self.edit_timeout = EDIT_TIMEOUT
        self._retired: list[int] = []  # retired messages, not yet saved as such

    async def retire(self, stale: StaleMessage, room: Room, words: Words, *, delete: bool = False) -> None:
        """Delete the message, or reduce it to a line with a link to the room's current one; failures are retried.

        If the server's settings are to keep earlier messages, leave the message as it is.
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

        Everyone whom the message called must have moved by a press or command in its channel, because someone who moved
        elsewhere may still look for the call. The message stays if it shows the end of the game or has a thread.
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
        """Save which messages are retired. If that fails, they are retired again later, which is harmless."""
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
    """Whether the message is that post, recognized by its picture or, for a lobby, by its button to join."""
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
