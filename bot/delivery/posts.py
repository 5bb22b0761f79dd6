"""Posts the message of a room so that it is never left behind unknown, whenever the program may end.

What is about to be posted is written down first. If it was not noted afterwards as the room's message, it may stand
there all the same, with buttons, and look current. Then the same request is made again, which gives the message that
stands, as long as Discord knows its nonce; later the channel is looked through, where the bot may read it. A table that
has started is posted in a thread of its lobby's message, if its people want that.

A message that a newer one has replaced is deleted, or leaves a line; what fails is tried twice more within a day.
Nothing relies on it: buttons that are left on an old message still work. Knows no rules.
"""

import asyncio
import logging
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Literal

import discord

from bot import measures
from bot.delivery.membership import Membership
from bot.discord_api.components import UNANSWERED, files, layout, pinging
from bot.discord_api.rate_limit import Pace
from bot.discord_api.reply import read
from bot.logs import summary
from bot.model.lobby_options import NO_THREAD
from bot.model.people import Robot, address, label
from bot.model.room import PlayedRoom, Room, needs_table
from bot.model.room_number import code
from bot.model.timeline import timeline_of
from bot.screens import lobby as lobby_screen
from bot.screens import news as news_screen
from bot.screens import verbs
from bot.screens.screen import Screen, cut
from bot.services.isolation import Isolation
from bot.services.services import Services
from bot.store.database import DatabaseAway
from bot.store.messages import FIRST_WAIT, PendingPost, StaleMessage
from bot.store.store import Store
from bot.text.words import Words

REPEATED = 120.0  # seconds for which a nonce is relied on; Discord knows it "for the past few minutes" [D2.14]
BEFORE = 120.0  # seconds before the request from which on a channel is looked through: clocks differ
LONG_BEFORE = 24 * 3600.0  # the same, where nothing was found and no earlier message is known: clocks may be wrong
LOOKS = 5  # channels that are looked through in a second
READ = 100  # messages of a channel that are looked at
WEEK: Literal[10_080] = 10_080  # minutes without a message after which Discord folds a thread away
MOST_NAME = 100  # letters of a thread's name
EXISTS = 160_004  # Discord's code: this message has its thread already
WAITS = (FIRST_WAIT, 20 * 3600.0)  # seconds before the second try, and before the last one
EDIT_TIMEOUT = 30.0  # seconds after which an edit that hangs is given up, because the chores of all tables wait for it

log = logging.getLogger(__name__)


class Posts:
    """Posts messages of rooms."""

    def __init__(self, client: discord.Client, services: Services, store: Store) -> None:
        self._client = client
        self._now = services.rooms.now
        self._lobbies = services.lobbies
        self._store = store.posts
        self._looks = Pace(LOOKS)

    async def in_thread(self, room: Room, words: Words) -> Room:
        """The room at its final location: in a new thread if its lobby chose that, else in the lobby's channel.

        A thread of a message has the message's number, so it is found again after a crash between the two steps.
        Raises HTTPException if Discord fails; that can be tried again.
        """
        if room.shown.length >= 0 or room.record.terms.get("where") != "thread" or room.record.home is not None:
            return room
        thread = room.shown.message
        if thread is not None:
            names = ", ".join(map(label, room.seats))
            title = cut(words("lobby.thread", game=room.game.title, tag=room.tag, names=names), MOST_NAME)
            home = self._client.get_partial_messageable(room.place.channel, guild_id=room.place.guild)
            try:
                await home.get_partial_message(thread).create_thread(name=title, auto_archive_duration=WEEK)
            except discord.DiscordServerError:
                raise
            except (discord.HTTPException, ValueError) as error:  # the library may not know the server at the moment
                if not isinstance(error, discord.HTTPException) or error.code != EXISTS:
                    log.info("no thread (%s)", summary(error), extra={"room": room.id})
                    thread = None
        return await self._lobbies.move(room.id, thread)

    async def send(
        self, room: Room, screen: Screen, length: int, *, silent: bool
    ) -> tuple[discord.Message, PendingPost | None]:
        """The message that shows `length` entries of the room's log as this screen; it is still to be noted.

        Or the one that was posted before and noted by nobody, with what it shows.
        """
        post = await self._store.begun(room.id)
        now = self._now()
        if post is not None and not (post.channel == room.place.channel and 0 <= now - post.at < REPEATED):
            found = await self._found(post, room)
            if found is not None:
                return found, post
            post = None
        if post is None:
            # The nonce has the number of the message before, so that an unchanged table brought down gets a new one.
            nonce = f"{code(room.shown.message or 0)}-{room.code}-{room.record.change}"[:25]
            picture = screen.pictures[0].name if screen.pictures else ""
            record = room.record
            post = PendingPost(room.place.channel, nonce, picture, record.change, length, record.moved, self._now())
            await self._store.begin(room.id, post)
        view = layout(screen)
        message = await self._client.get_partial_messageable(room.place.channel, guild_id=room.place.guild).send(
            view=view,
            files=files(screen),
            silent=silent,
            nonce=post.nonce,
            allowed_mentions=discord.AllowedMentions.none() if silent else pinging(screen),
        )
        if post.change == room.record.change:
            return message, None
        # Else it may be what was sent before with the same nonce, which then shows something else.
        sent = [one.content.split() for one in view.walk_children() if isinstance(one, discord.ui.TextDisplay)]
        stands = [one.content.split() for one in _parts(message.components) if isinstance(one, discord.TextDisplay)]
        is_this = sent == stands and {one.name for one in screen.pictures} == _pictures(message)
        return message, None if is_this else post

    async def _found(self, post: PendingPost, room: Room) -> discord.Message | None:
        if not self._may_read(post, room):
            return None
        last = room.shown.message or 0
        with suppress(discord.Forbidden, discord.NotFound):
            return await self._latest(post, room, max(last, _number_at(post.at - BEFORE)), oldest_first=True) or (
                await self._latest(post, room, last or _number_at(post.at - LONG_BEFORE), oldest_first=False)
            )
        return None

    async def _latest(self, post: PendingPost, room: Room, after: int, *, oldest_first: bool) -> discord.Message | None:
        """The latest such message among the oldest or the newest of the channel that came after that number."""
        await asyncio.sleep(self._looks.reserve())
        channel = self._client.get_partial_messageable(post.channel, guild_id=room.place.guild)
        history = channel.history(limit=READ, after=discord.Object(after), oldest_first=oldest_first)
        own = self._client.user.id if self._client.user is not None else 0
        found = [one async for one in history if one.author.id == own and _shows(one, post, room)]
        return max(found, key=lambda one: one.id, default=None)

    def _may_read(self, post: PendingPost, room: Room) -> bool:
        """Whether the bot may read what was written there. It does not ask for that, and does well without."""
        if room.place.guild is None:
            return True
        guild = self._client.get_guild(room.place.guild)
        channel = guild.get_channel_or_thread(post.channel) if guild is not None else None
        if guild is None or channel is None:
            return False
        may = channel.permissions_for(guild.me)
        return may.view_channel and may.read_message_history


class StaleMessages:
    """Retires old messages, also after a restart."""

    def __init__(self, client: discord.Client, services: Services, store: Store, membership: Membership) -> None:
        self._client = client
        self._rooms = services.rooms
        self._servers = services.servers
        self._store = store
        self._membership = membership
        self.isolation = Isolation(services.rooms.now)
        self.patience = EDIT_TIMEOUT
        self._retired: list[int] = []  # messages which the store does not know yet to be retired

    async def retire(self, stale: StaleMessage, room: Room, words: Words, *, delete: bool = False) -> None:
        """Delete the message, or leave a line of it with the link to the room's present one; what fails is tried again.

        A server may want to keep all messages.
        """
        wanted = (await self._servers.of(room.place.guild)).earlier
        if wanted != "keep":
            channel = self._client.get_partial_messageable(stale.channel, guild_id=room.place.guild)
            message = channel.get_partial_message(stale.message)
            try:
                async with asyncio.timeout(self.patience):
                    if delete and wanted == "delete":
                        await message.delete()
                    else:
                        if stale.length < 0:
                            screen = lobby_screen.herald(room, words, address(room.place, room.shown.message))
                        else:
                            record = replace(room.record, shown=replace(room.shown, length=stale.length))
                            screen = news_screen.retired_message(needs_table(replace(room, record=record)), words)
                        nobody = discord.AllowedMentions.none()
                        await message.edit(view=layout(screen), attachments=files(screen), allowed_mentions=nobody)
            except discord.NotFound:
                pass  # somebody has deleted it
            except UNANSWERED as error:
                log.info("old message stays as it is (%s)", summary(error), extra={"room": room.id})
                return
        self._retired.append(stale.message)

    def is_read(self, room: PlayedRoom) -> bool:
        """Whether nobody needs the room's message any more once a newer one stands.

        Whom it called must have moved by a press or command in its channel: whoever moved from elsewhere would look
        there for a call that is gone. What shows an end stays, and so does what has a thread.
        """
        if room.record.home is not None or self._client.get_channel(room.shown.message or 0) is not None:
            return False
        if room.shown.length < 0:
            return not room.record.guests and room.record.terms.get("where") != NO_THREAD
        timeline = timeline_of(room.table)
        called = timeline.owed[min(room.shown.length, len(room.table.log))]
        movers = timeline.movers[room.shown.length :]
        for seat in called:
            who = room.seats[seat]
            has_come = isinstance(who, Robot) or self._membership.has_come(room.place, who.id, room.shown.posted)
            if seat not in movers or not has_come:
                return False
        return bool(called)

    async def due(self) -> list[StaleMessage]:
        """The messages to be tried again now, without those of tables that failed shortly before."""
        await self.note_retired()
        found = await self._store.stale_messages.due(self._rooms.now())
        return [stale for stale in found if self.isolation.ready(stale.room)]

    async def note_retired(self) -> None:
        """The store knows which messages are retired; one of which it does not hear is retired twice, without harm."""
        if self._retired:
            retired = self._retired
            self._retired = []
            await self._store.stale_messages.remove(retired)

    async def close(self) -> None:
        """The store knows which messages are retired, if it can be reached."""
        with suppress(DatabaseAway):
            await self.note_retired()

    async def again(self, stale: StaleMessage) -> Room:
        """Count one more try and return the message's room. Raises Refusal("gone")."""
        measures.current().count("retries", "old message")
        if stale.tries + 1 < len(WAITS):
            await self._store.stale_messages.retry(stale, self._rooms.now() + WAITS[stale.tries + 1])
        else:
            await self._store.stale_messages.remove([stale.message])
        return await self._rooms.room(stale.room)


def _number_at(at: float) -> int:
    """The lowest number that Discord may give to a message at that moment."""
    return max(0, int(at * 1000) - discord.utils.DISCORD_EPOCH) << 22


def _shows(message: discord.Message, post: PendingPost, room: Room) -> bool:
    """Whether it is the message that was to be posted: by its picture, or by the button of the lobby."""
    if post.picture:
        return post.picture in _pictures(message)
    presses = (read(getattr(one, "custom_id", None) or "", []) for one in _parts(message.components))
    return any(press.verb == verbs.JOIN.name and press.room == room.id for press in presses)


def _pictures(message: discord.Message) -> set[str]:
    items = (item for one in _parts(message.components) for item in getattr(one, "items", ()))
    return {item.media.url.partition("?")[0].rpartition("/")[2] for item in items}


def _parts(components: Sequence[Any]) -> Iterator[Any]:
    for one in components:
        yield one
        yield from _parts(getattr(one, "children", ()))
