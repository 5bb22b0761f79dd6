"""Keeps every room's message up to date: one task for each room, the latest position wins, failures are retried.

Knows no rules; what a message looks like is decided elsewhere.
"""

import asyncio
import logging
from dataclasses import replace

import discord

from bot import measures
from bot.delivery.films import ReplayFilms
from bot.delivery.membership import Membership
from bot.delivery.notifications import Calls, Notifications
from bot.delivery.overdue import OverdueTables, Pauses
from bot.delivery.posts import Posts, StaleMessages
from bot.delivery.table_tasks import AGAIN, SavedRooms, TableSharing, TableTasks, ThinkingRobots, Urgency
from bot.delivery.unreachable import UnreachableTables, reason_of
from bot.discord_api.components import UNANSWERED, files, layout
from bot.discord_api.rate_limit import Pace
from bot.logic.repost_policy import YOUNG, Edit, MessageChange, MessagePlan, Nothing, Post, plan
from bot.model.errors import Refusal
from bot.model.record import CLOSED_PHASES, ENDED_PHASES
from bot.model.room import PlayedRoom, Room, needs_table
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

POST_TIMEOUT = 30.0  # seconds after which a post that hangs is given up
LOBBY_DELAY = 2.0  # seconds without another choice on the options page before its lobby is edited
BURST = 2.0  # seconds in which a later position replaces an earlier one
ROBOT_TIMEOUT = 0.5  # seconds in which a robot's answer is awaited, before a message says that it is thinking
NOT_EDITABLE = (30046, 50083)  # too many edits of an old message, the thread is archived

log = logging.getLogger(__name__)


class TableMessages:
    """What the channels show after every change of a room; `sweep` from time to time picks up what failed."""

    def __init__(
        self, client: discord.Client, services: Services, store: Store, pace: Pace, burst: float = BURST
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
        self.patience = POST_TIMEOUT
        self.lobby_delay = LOBBY_DELAY
        self.emojis = NO_EMOJIS  # of messages from now on; none until the application has uploaded them
        self.membership = Membership(client, services.table_life, rooms.now)
        self.calls = Calls(client, services, self.membership)
        self.notifications = Notifications(client, services, store, self.membership)
        rooms.on_told = self.notifications.wake
        self.films = ReplayFilms(client, store)
        self._stale = StaleMessages(client, services, store, self.membership)
        self._unreachable = UnreachableTables(client, services, store)
        self._tasks = TableTasks(self._update, self._note_bug, pace)
        self._to_bring: set[int] = set()  # rooms to be posted at the end of their channel, since somebody wants that
        self._pauses = Pauses()
        self._posts = Posts(client, services, store)
        self._thinking = ThinkingRobots(rooms, self._tasks.working)
        self.overdue = OverdueTables(store, rooms.now, self._pauses, self._tasks)
        self.sharing = TableSharing(rooms, store)
        self.saved = SavedRooms(rooms, self._wake_saved)

    def wake(self, room_id: int) -> None:
        """The room's message will show its newest position, before those that nobody waits for; robots move first."""
        self._tasks.wake(room_id)

    def soon(self, room_id: int) -> None:
        """As `wake`, once nothing has changed for `lobby_delay` seconds."""
        self._tasks.soon(room_id, self.lobby_delay)

    def bring(self, room_id: int) -> None:
        """The room's message will be posted again, at the end of its channel."""
        self._to_bring.add(room_id)
        self.wake(room_id)

    async def sweep(self) -> None:
        """Wake every room whose message or robot's move is due and that is not in a pause; forget all others."""
        await self.wake_sleeping()
        self.notifications.wake()
        waiting = dict.fromkeys(room_id for room_id, _ in await self._rooms.owed())  # an ordered set, oldest first
        waiting |= dict.fromkeys(await self._store.rooms.robots_to_act())
        waiting |= dict.fromkeys(self._to_bring)
        self._pauses.forget_all_but(waiting)
        self.calls.forget_all_but(await self._store.outbox.behind())
        for room_id in waiting:
            if self._pauses.is_over(room_id, self._now()):
                self._tasks.wake(room_id, Urgency.NEWS)

    async def wake_sleeping(self, guild: int | None = None, *, every: bool = False) -> None:
        """Wake tables of that server that sleep because they could not be shown; with `every`, of all servers."""
        for room_id in await self._unreachable.wakeable(guild, every=every):
            self._tasks.wake(room_id, Urgency.NEWS)

    async def retire_stale(self) -> None:
        """Try again to retire the old messages that are due for another try."""
        for stale in await self._stale.due():
            with self._stale.isolation.alone(stale.room):
                room = await self._stale.again(stale)
                await self._stale.retire(stale, room, await self._words(room))

    def forget_waiting(self) -> None:
        """Messages that nobody waits for, and that are not under way, are sent in the next run."""
        self._tasks.forget_waiting()

    async def calm(self, seconds: float) -> None:
        """Wait until the messages under way are sent, at most so many seconds."""
        await self._tasks.calm(seconds)
        if self.notifications.tasks:
            await asyncio.wait(self.notifications.tasks, timeout=seconds)

    async def close(self) -> None:
        """Stop all tasks and begin no other; unsent messages stay in the outbox."""
        await asyncio.gather(self._tasks.close(), self.notifications.close(), self._thinking.close())
        await self._stale.close()

    def _wake_saved(self, room_id: int, by_press: bool) -> None:
        """Wake the saved room, unless its own task has saved it, which shows it next anyway."""
        if not self._tasks.is_current(room_id):
            is_awaited = by_press or self._thinking.is_current(room_id)
            self._tasks.wake(room_id, Urgency.PRESSED if is_awaited else Urgency.NEWS)

    async def _update(self, room_id: int) -> None:
        """The room's message is up to date, or it is known when to try again."""
        try:
            with one_version_check():
                if self.sharing.is_shared and room_id in self._to_bring:  # another process may be the one that shows it
                    await self._store.outbox.bring(room_id)
                    self._to_bring.discard(room_id)
                is_shown = await self.sharing.leave_to_another(room_id) or await self._catch_up(room_id)
            if is_shown:
                self._pauses.pop(room_id, None)
        except Refusal:  # the room was erased with its server
            self._to_bring.discard(room_id)
        except UNANSWERED as error:
            reason = reason_of(error)
            if reason:
                self._to_bring.discard(room_id)
                measures.current().slept(room_id)
                await self._unreachable.put(await self._rooms.room(room_id), reason)
            else:
                self._pauses.begin(room_id, error, self._now())

    def _note_bug(self, room_id: int, bug: BaseException) -> None:
        log.error("showing failed", extra={"room": room_id}, exc_info=bug)
        self._pauses.begin(room_id, bug, self._now())

    async def _catch_up(self, room_id: int) -> bool:
        """Let robots move, then bring the room's message up to date; False if that was put off."""
        # Read before the room, so that a new language or look in between is still to be shown afterwards.
        status = await self._store.outbox.status(room_id)
        room = await self._thinking.room_after_robots(room_id, min(ROBOT_TIMEOUT, self._burst))
        is_brought = status.is_brought or room_id in self._to_bring
        if not (status.is_owed or is_brought or await self._rooms.is_owed(room_id)):
            return True
        async with self._tasks.working(room_id):
            planned = plan(room, self._now(), is_brought=is_brought, looks_old=status.looks_old, burst=self._burst)
        only_deadline = isinstance(planned.change, Edit) and planned.change.only_deadline
        if not self._tasks.may_show(room_id, room.place.channel, only_deadline=only_deadline):
            return False
        return await self._show(room, planned, status)

    async def _show(self, room: Room, planned: MessagePlan, status: MessageStatus) -> bool:
        """Carry out the plan, or a new one if more may have happened; False if another process shows the room."""
        change = planned.change
        is_outdated = planned.wait > 0 or self.sharing.is_shared  # another process may have shown it
        if planned.wait > 0:
            await asyncio.sleep(planned.wait)
        async with self.sharing.take(room.id) as is_ours:
            if not is_ours:
                self._tasks.soon(room.id, AGAIN)
                return False
            if is_outdated:
                room = await self._thinking.room_after_robots(room.id)
            if status.is_brought:
                self._to_bring.add(room.id)
            async with asyncio.timeout(self.patience):
                while await self.membership.replace_who_left(room):  # their robots move, then others may be to move
                    room = await self._thinking.room_after_robots(room.id)
                    is_outdated = True
                if is_outdated:
                    is_brought = room.id in self._to_bring
                    async with self._tasks.working(room.id):
                        change = plan(room, self._now(), is_brought=is_brought, looks_old=status.looks_old).change
                unshown_end = await self._unshown_end_before(room)
                if unshown_end is not None:
                    self.wake(unshown_end)  # which wakes this room once it is shown
                else:
                    await self._carry_out(change, room)
                    if not isinstance(room, PlayedRoom):  # a lobby that was edited stays where it is
                        self._to_bring.discard(room.id)
        if status.looks_old:
            await self._store.outbox.looks_new(room.id, room.record.change)
        if status.unreachable:
            await self._store.unreachable.remove(room.id)
        if room.phase in ENDED_PHASES:
            self.notifications.wake()
        return True

    async def _carry_out(self, change: MessageChange, room: Room) -> None:
        """Edit or post the room's message as the change says, and note what it shows now."""
        if isinstance(change, Nothing):
            await self._rooms.showed(room, room.shown.message, room.shown.length, fresh=False)
            return
        words = await self._words(room)
        if isinstance(change, Edit):
            screen = await self._screen(room, words, is_new=False)
            newest = self._newest_message(room)
            is_young = self._now() - room.shown.posted < YOUNG
            is_edited = newest is not None and await self._edit(newest, screen, is_young=is_young)
            if is_edited or not change.is_needed:
                await self._rooms.showed(room, room.shown.message, change.length, fresh=False)
                return
            change = Post(calls=False)
        if isinstance(room, PlayedRoom):  # it moves to its thread first; then people are called, there or directly
            room = needs_table(await self._posts.in_thread(room, words))
            length = len(room.table.log)
            screen = await self._screen(room, words, is_new=True)
            if change.calls:
                screen = await self.calls.call_people(room, screen)
        else:
            length = room.shown.length
            screen = await self._screen(room, words, is_new=True)
        message, earlier = await self._posts.send(room, screen, length, silent=not change.calls)
        if earlier is not None:  # an earlier post that was never noted, and shows less: the rest is shown next
            as_posted = replace(room, record=replace(room.record, change=earlier.change, moved=earlier.moved))
            await self._rooms.showed(as_posted, message.id, earlier.length, fresh=True)
            self.wake(room.id)
        else:
            still_looks_old = await self._rooms.showed(room, message.id, length, fresh=True)
            self._to_bring.discard(room.id)  # not at the end: somebody may ask again while the old message is retired
            if still_looks_old:  # Discord took the post for a repeat and returned the first one, with its old look
                await self._edit(message, screen, is_young=True)
        if isinstance(room, PlayedRoom):
            await self._wake_neighbors(room)
        await self._retire(room, message.id, words)

    async def _retire(self, room: Room, new: int, words: Words) -> None:
        """Delete the message that the new one replaces, or leave a line of it with a link to the new one."""
        old = self._newest_message(room)
        if old is None or old.id == new:
            return
        if isinstance(room, PlayedRoom):
            stale = StaleMessage(old.id, room.id, old.channel.id, room.shown.length)
            later = replace(room, record=replace(room.record, shown=replace(room.shown, message=new)))
            await self._stale.retire(stale, later, words, delete=self._stale.is_read(room))
            return
        try:
            await old.delete()
        except discord.HTTPException as error:
            log.info("old message stays (%s)", error.code)

    async def _screen(self, room: Room, words: Words, *, is_new: bool) -> Screen:
        """The room's message. A new one reports what the last one did not, an edited one the last person's moves."""
        if room.phase in CLOSED_PHASES:
            return lobby_screen.closed(room, words)
        if not isinstance(room, PlayedRoom):
            if room.shown.message is None and room.record.earlier is not None:
                return game_over_screen.rematch(room, words)
            return lobby_screen.lobby(room, words)
        lines = []
        if room.phase in ENDED_PHASES:
            match = await self._rooms.match(room)
            ending = await self._leaderboards.ending(room.id) if room.phase == "over" else None
            if ending is not None:
                lines.append(game_over_screen.head_to_head(room, await self._leaderboards.met(room), words))
            lines.append(game_over_screen.match_standing(room, match, words))
            if room.phase == "over":
                lines.append(rating_changes_screen.summary(room, ending, words))
            lines.append(game_over_screen.bag_key_line(room, match, words))
        async with self._tasks.working(room.id):
            start = news_screen.post_start(room) if is_new else news_screen.message_start(room)
            page = await self._watching.page_link(room)
            if room.phase in ENDED_PHASES:
                about = "\n".join(filter(None, lines))
                return await asyncio.to_thread(game_over_screen.final, room, words, start, about, page)
            return await asyncio.to_thread(table_screen.table, room, words, start, page)

    async def _unshown_end_before(self, room: Room) -> int | None:
        """The previous game of the match, if its end must be shown before the first message of this game."""
        if not isinstance(room, PlayedRoom) or room.shown.length >= 0:
            return None
        for other in await self._rooms.match(room):
            is_behind = isinstance(other, PlayedRoom) and other.shown.length < len(other.table.log)
            if is_behind and _is_next(room, other) and await self._store.outbox.is_owed(other.id):
                return other.id
        return None

    async def _wake_neighbors(self, room: Room) -> None:
        """The end of a game brings the next one of its match; the first message of a game, a link in the one before."""
        for other in await self._rooms.match(room):
            if room.phase == "over" and _is_next(other, room) and other.shown.length < 0:
                self.wake(other.id)
            elif room.shown.length < 0 and _is_next(room, other) and other.shown.length >= 0:
                await self._store.outbox.owe(other.id)
                self.wake(other.id)

    async def _edit(self, message: discord.Message | discord.PartialMessage, screen: Screen, *, is_young: bool) -> bool:
        """Edit the message, unless Discord refuses or would delay the edit of an old one too long; whether it did."""
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
        """The message to edit or to retire. A lobby's is in the lobby's channel even if its table is in a thread."""
        if room.shown.message is None:
            return None
        number = room.place.channel
        if room.shown.length < 0 and room.record.home is not None:
            number = room.record.home
        channel = self._client.get_partial_messageable(number, guild_id=room.place.guild)
        return channel.get_partial_message(room.shown.message)

    async def _words(self, room: Room) -> Words:
        """Words in the language of the server, English if it has set none; in direct messages, of the person."""
        if room.place.guild is not None:
            return words_for(room.record.language).showing(self.emojis)
        words = await self._preferences.words(room.record.host.id)
        mine = await self._preferences.of(room.record.host.id)
        return words.showing(self.emojis if mine.pictures != "none" else NO_EMOJIS)


def _is_next(game: Room, earlier: Room) -> bool:
    """Whether the one game of a match comes right after the other; in each, the next seat makes the first move."""
    return game.record.first == earlier.record.first + 1
