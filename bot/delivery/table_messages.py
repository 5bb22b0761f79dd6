"""Keeps every room's message up to date: one task per room, the latest position wins, failures are retried.

Independent of rules; other modules decide what a message looks like.
"""

import asyncio
import logging
from dataclasses import replace

import discord

from bot import metrics
from bot.delivery.films import ReplayFilms
from bot.delivery.membership import Membership
from bot.delivery.message_posting import MessagePoster, StaleMessages
from bot.delivery.notifications import Calls, Notifications
from bot.delivery.overdue_tables import OverdueTables, RetryPauses
from bot.delivery.table_tasks import SHARED_TABLE_RETRY, SavedRooms, TableSharing, TableTasks, ThinkingRobots, Urgency
from bot.delivery.unreachable import UnreachableTables, unreachable_reason
from bot.discord_api.components import REQUEST_ERRORS, files, layout
from bot.discord_api.rate_limit import RequestPace
from bot.logic.repost_policy import EDITABLE_FOR, Edit, MessageChange, MessagePlan, NoChange, Post, plan_message
from bot.model.errors import Refusal
from bot.model.record import CLOSED_PHASES, ENDED_PHASES
from bot.model.room import PlayedRoom, Room, require_table
from bot.screens import game_over as game_over_screen
from bot.screens import lobby as lobby_screen
from bot.screens import news as news_screen
from bot.screens import rating_changes as rating_changes_screen
from bot.screens import table as table_screen
from bot.screens.screen import Screen
from bot.services.services import Services
from bot.store.database import one_version_check
from bot.store.messages import MessageStatus, StaleMessage
from bot.store.store import Store
from bot.text.words import NO_EMOJIS, Words, words_for

MESSAGE_POST_TIMEOUT = 30.0  # seconds; then a post that hangs is abandoned
LOBBY_DELAY = 2.0  # seconds after the last change of an option before the lobby is edited
BURST_LENGTH = 2.0  # seconds during which a later position replaces an earlier one
ROBOT_TIMEOUT = 0.5  # seconds to wait for a robot before a message says that it is thinking
NOT_EDITABLE = (30046, 50083)  # too many edits of an old message, the thread is archived

log = logging.getLogger(__name__)


class TableMessages:
    """Updates a room's message after every change of the room; a regular `sweep` retries what failed."""

    def __init__(
        self, client: discord.Client, services: Services, store: Store, pace: RequestPace, burst: float = BURST_LENGTH
    ) -> None:
        rooms = services.rooms
        self._client = client
        self._store = store
        self._rooms = rooms
        self._now = rooms.now
        self._preferences = services.preferences
        self._leaderboards = services.leaderboards
        self._watching = services.watching
        self._burst = burst
        self.post_timeout = MESSAGE_POST_TIMEOUT
        self.lobby_delay = LOBBY_DELAY
        self.emojis = NO_EMOJIS  # used in messages; none until the application has uploaded them
        self.membership = Membership(client, services.table_actions, rooms.now)
        self.calls = Calls(client, services, self.membership)
        self.notifications = Notifications(client, services, store, self.membership)
        rooms.on_notification = self.notifications.wake
        self.films = ReplayFilms(client, store)
        self._stale = StaleMessages(client, services, store, self.membership)
        self._unreachable = UnreachableTables(client, services, store)
        self._tasks = TableTasks(self._update, self._note_fault, pace)
        self._to_repost: set[int] = set()  # rooms to post again at the end of their channel, on request
        self._pauses = RetryPauses()
        self._posts = MessagePoster(client, services, store)
        self._thinking = ThinkingRobots(rooms, self._tasks.work_slot)
        self.overdue = OverdueTables(store, rooms.now, self._pauses, self._tasks)
        self.sharing = TableSharing(rooms, store)
        self.saved_rooms = SavedRooms(rooms, self._wake_saved)

    def wake(self, room_id: int) -> None:
        """Let the room's robots move, then show its newest position, before rooms that nobody waits for."""
        self._tasks.wake(room_id)

    def wake_later(self, room_id: int) -> None:
        """As `wake`, once nothing has changed for `lobby_delay` seconds."""
        self._tasks.wake_later(room_id, self.lobby_delay)

    def repost(self, room_id: int) -> None:
        """Post the room's message again at the end of its channel."""
        self._to_repost.add(room_id)
        self.wake(room_id)

    async def sweep(self) -> None:
        """Wake rooms with a due message or robot's move, except in pauses; forget pauses and calls of other rooms."""
        await self.wake_sleeping()
        self.notifications.wake()
        # Ordered, oldest first.
        waiting = dict.fromkeys(room_id for room_id, _ in await self._rooms.list_due_rooms())
        waiting |= dict.fromkeys(await self._store.rooms.rooms_awaiting_robots())
        waiting |= dict.fromkeys(self._to_repost)
        self._pauses.forget_all_but(waiting)
        self.calls.forget_all_but(await self._store.outbox.outdated_rooms())
        for room_id in waiting:
            if self._pauses.is_over(room_id, self._now()):
                self._tasks.wake(room_id, Urgency.NEWS)

    async def wake_sleeping(self, guild: int | None = None, *, every: bool = False) -> None:
        """Wake tables that sleep because they could not be shown: of that server, every one, or those due for a try."""
        for room_id in await self._unreachable.wakeable_rooms(guild, every=every):
            self._tasks.wake(room_id, Urgency.NEWS)

    async def retire_stale(self) -> None:
        """Try again to retire the replaced messages that are due for another try."""
        for stale in await self._stale.due_messages():
            with self._stale.isolation.isolate(stale.room):
                room = await self._stale.begin_retry(stale)
                await self._stale.retire(stale, room, await self._words(room))

    def forget_waiting(self) -> None:
        """Remove all tables from the queue, except those being shown; the next run of the program shows them."""
        self._tasks.forget_waiting()

    async def wait_until_idle(self, seconds: float) -> None:
        """Wait until messages in progress are sent, for at most that many seconds."""
        await self._tasks.wait_until_idle(seconds)
        if self.notifications.tasks:
            await asyncio.wait(self.notifications.tasks, timeout=seconds)

    async def close(self) -> None:
        """Stop all tasks and start no more; unsent messages stay in the outbox."""
        await asyncio.gather(self._tasks.close(), self.notifications.close(), self._thinking.close())
        await self._stale.close()

    def _wake_saved(self, room_id: int, by_press: bool) -> None:
        """Wake a room that was saved, unless the room's own task saved it and will show it anyway."""
        if not self._tasks.is_current(room_id):
            is_awaited = by_press or self._thinking.is_current(room_id)
            self._tasks.wake(room_id, Urgency.PRESSED if is_awaited else Urgency.NEWS)

    async def _update(self, room_id: int) -> None:
        """Bring the room's message up to date, or schedule the next try."""
        try:
            with one_version_check():
                if self.sharing.is_shared and room_id in self._to_repost:  # another process may show this room
                    await self._store.outbox.request_repost(room_id)
                    self._to_repost.discard(room_id)
                is_shown = await self.sharing.leave_to_other_process(room_id) or await self._catch_up(room_id)
            if is_shown:
                self._pauses.pop(room_id, None)
        except Refusal:  # the room was erased with its server
            self._to_repost.discard(room_id)
        except REQUEST_ERRORS as error:
            reason = unreachable_reason(error)
            if reason:
                self._to_repost.discard(room_id)
                metrics.current().note_blocked_message(room_id)
                await self._unreachable.put_to_sleep(await self._rooms.room(room_id), reason)
            else:
                self._pauses.begin(room_id, error, self._now())

    def _note_fault(self, room_id: int, error: BaseException) -> None:
        log.error("showing failed", extra={"room": room_id}, exc_info=error)
        self._pauses.begin(room_id, error, self._now())

    async def _catch_up(self, room_id: int) -> bool:
        """Let robots move, then bring the room's message up to date; return False if that was postponed."""
        # Loaded before the room, so that a language or look that is set in between is shown by a later update.
        status = await self._store.outbox.status(room_id)
        room = await self._thinking.room_after_robots(room_id, min(ROBOT_TIMEOUT, self._burst))
        is_brought = status.needs_repost or room_id in self._to_repost
        if not (status.is_due or is_brought or await self._rooms.is_message_due(room_id)):
            return True
        async with self._tasks.work_slot(room_id):
            planned = plan_message(
                room, self._now(), is_brought=is_brought, looks_old=status.has_old_look, burst=self._burst
            )
        only_deadline = isinstance(planned.change, Edit) and planned.change.only_deadline
        if not self._tasks.may_show(room_id, room.place.channel, only_deadline=only_deadline):
            return False
        return await self._show(room, planned, status)

    async def _show(self, room: Room, planned: MessagePlan, status: MessageStatus) -> bool:
        """Carry out the plan, or a new one if the room may have changed; return False if another process shows it."""
        change = planned.change
        is_outdated = planned.wait > 0 or self.sharing.is_shared  # another process may have shown the room
        if planned.wait > 0:
            await asyncio.sleep(planned.wait)
        async with self.sharing.take(room.id) as is_ours:
            if not is_ours:
                self._tasks.wake_later(room.id, SHARED_TABLE_RETRY)
                return False
            if is_outdated:
                room = await self._thinking.room_after_robots(room.id)
            if status.needs_repost:
                self._to_repost.add(room.id)
            async with asyncio.timeout(self.post_timeout):
                while await self.membership.replace_departed(room):  # their robots move, then others may be to act
                    room = await self._thinking.room_after_robots(room.id)
                    is_outdated = True
                if is_outdated:
                    is_brought = room.id in self._to_repost
                    async with self._tasks.work_slot(room.id):
                        change = plan_message(
                            room, self._now(), is_brought=is_brought, looks_old=status.has_old_look
                        ).change
                unshown_end = await self._unshown_end_before(room)
                if unshown_end is not None:
                    self.wake(unshown_end)  # showing that game wakes this room again
                else:
                    await self._carry_out(change, room)
                    if not isinstance(room, PlayedRoom):  # a lobby that was only edited is not reposted
                        self._to_repost.discard(room.id)
        if status.has_old_look:
            await self._store.outbox.clear_old_look(room.id, room.record.change)
        if status.is_unreachable:
            await self._store.unreachable.remove(room.id)
        if room.phase in ENDED_PHASES:
            self.notifications.wake()
        return True

    async def _carry_out(self, change: MessageChange, room: Room) -> None:
        """Edit or post the room's message as planned, and note what it shows now."""
        if isinstance(change, NoChange):
            await self._rooms.note_shown(room, room.newest_message.id, room.newest_message.log_length, fresh=False)
            return
        words = await self._words(room)
        if isinstance(change, Edit):
            screen = await self._screen(room, words, is_new=False)
            newest = self._newest_message(room)
            is_young = self._now() - room.newest_message.posted_at < EDITABLE_FOR
            is_edited = newest is not None and await self._edit(newest, screen, is_young=is_young)
            if is_edited or not change.is_needed:
                await self._rooms.note_shown(room, room.newest_message.id, change.length, fresh=False)
                return
            change = Post(pings=False)
        if isinstance(room, PlayedRoom):  # first it moves to its thread, then people are called, there or directly
            room = require_table(await self._posts.open_thread(room, words))
            length = len(room.table.log)
            screen = await self._screen(room, words, is_new=True)
            if change.pings:
                screen = await self.calls.call_people(room, screen)
        else:
            length = room.newest_message.log_length
            screen = await self._screen(room, words, is_new=True)
        message, earlier = await self._posts.send(room, screen, length, silent=not change.pings)
        if earlier is not None:  # an earlier post that was never saved and may show less: show the rest next
            as_posted = replace(room, record=replace(room.record, change=earlier.change, changed_at=earlier.changed_at))
            await self._rooms.note_shown(as_posted, message.id, earlier.length, fresh=True)
            self.wake(room.id)
        else:
            still_looks_old = await self._rooms.note_shown(room, message.id, length, fresh=True)
            self._to_repost.discard(room.id)  # before retiring, during which someone may ask again
            if still_looks_old:  # Discord treated the post as a repeat and returned the first one, in its old look
                await self._edit(message, screen, is_young=True)
        if isinstance(room, PlayedRoom):
            await self._wake_neighbors(room)
        await self._retire(room, message.id, words)

    async def _retire(self, room: Room, new: int, words: Words) -> None:
        """Delete the replaced message, or reduce it to a line with a link to the new one."""
        old = self._newest_message(room)
        if old is None or old.id == new:
            return
        if isinstance(room, PlayedRoom):
            stale = StaleMessage(old.id, room.id, old.channel.id, room.newest_message.log_length)
            later = replace(room, record=replace(room.record, newest_message=replace(room.newest_message, id=new)))
            await self._stale.retire(stale, later, words, delete=self._stale.may_be_deleted(room))
            return
        try:
            await old.delete()
        except discord.HTTPException as error:
            log.info("old message stays (%s)", error.code)

    async def _screen(self, room: Room, words: Words, *, is_new: bool) -> Screen:
        """Return the room's message: a new one has all since the last one, an edited one the last person's moves."""
        if room.phase in CLOSED_PHASES:
            return lobby_screen.closed_lobby(room, words)
        if not isinstance(room, PlayedRoom):
            if room.newest_message.id is None and room.record.rematch_of is not None:
                return game_over_screen.rematch_lobby(room, words)
            return lobby_screen.lobby(room, words)
        lines = []
        if room.phase in ENDED_PHASES:
            match = await self._rooms.list_match(room)
            ending = await self._leaderboards.ending(room.id) if room.phase == "over" else None
            if ending is not None:
                lines.append(game_over_screen.head_to_head(room, await self._leaderboards.head_to_head(room), words))
            lines.append(game_over_screen.match_standing(room, match, words))
            if room.phase == "over":
                lines.append(rating_changes_screen.rating_summary(room, ending, words))
            lines.append(game_over_screen.bag_key_line(room, match, words))
        async with self._tasks.work_slot(room.id):
            start = news_screen.post_start(room) if is_new else news_screen.message_start(room)
            page = await self._watching.page_link(room)
            if room.phase in ENDED_PHASES:
                about = "\n".join(filter(None, lines))
                return await asyncio.to_thread(game_over_screen.final_screen, room, words, start, about, page)
            return await asyncio.to_thread(table_screen.table_message, room, words, start, page)

    async def _unshown_end_before(self, room: Room) -> int | None:
        """Return the previous game of the match if its end must be shown before this game's first message."""
        if not isinstance(room, PlayedRoom) or room.newest_message.log_length >= 0:
            return None
        for other in await self._rooms.list_match(room):
            is_behind = isinstance(other, PlayedRoom) and other.newest_message.log_length < len(other.table.log)
            if is_behind and _comes_next(room, other) and await self._store.outbox.is_due(other.id):
                return other.id
        return None

    async def _wake_neighbors(self, room: Room) -> None:
        """Wake the next game after the end of this one; after its first message, the previous one, to link to it."""
        for other in await self._rooms.list_match(room):
            if room.phase == "over" and _comes_next(other, room) and other.newest_message.log_length < 0:
                self.wake(other.id)
            elif (
                room.newest_message.log_length < 0 and _comes_next(room, other) and other.newest_message.log_length >= 0
            ):
                await self._store.outbox.mark_due(other.id)
                self.wake(other.id)

    async def _edit(self, message: discord.Message | discord.PartialMessage, screen: Screen, *, is_young: bool) -> bool:
        """Edit the message; return False if Discord refuses, or would delay the edit of an old message too long."""
        try:
            nobody = discord.AllowedMentions.none()
            await message.edit(view=layout(screen), attachments=files(screen), allowed_mentions=nobody)
        except discord.RateLimited:
            if is_young:
                raise
            return False
        except (discord.NotFound, discord.Forbidden) as error:
            log.info("old message stays as it is (%s)", error.code)
            return False
        except discord.HTTPException as error:
            if error.code not in NOT_EDITABLE:
                raise
            return False
        return True

    def _newest_message(self, room: Room) -> discord.PartialMessage | None:
        """Return the message to edit or retire. A lobby's message stays in its channel if the table is in a thread."""
        if room.newest_message.id is None:
            return None
        number = room.place.channel
        if room.newest_message.log_length < 0 and room.record.lobby_channel is not None:
            number = room.record.lobby_channel
        channel = self._client.get_partial_messageable(number, guild_id=room.place.guild)
        return channel.get_partial_message(room.newest_message.id)

    async def _words(self, room: Room) -> Words:
        """Return the words in the server's language, English if none is set; in direct messages, in the host's."""
        if room.place.guild is not None:
            return words_for(room.record.language).with_emojis(self.emojis)
        words = await self._preferences.words(room.record.host.id)
        mine = await self._preferences.load(room.record.host.id)
        return words.with_emojis(self.emojis if mine.pictures != "none" else NO_EMOJIS)


def _comes_next(game: Room, earlier: Room) -> bool:
    """Whether `game` directly follows `earlier` in their match: the seat that moves first is the next one."""
    return game.record.first_seat == earlier.record.first_seat + 1
