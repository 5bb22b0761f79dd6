"""Keeps every room's message up to date: one task for each room, the latest position wins, failures are retried.

Knows no rules; what a message looks like is decided elsewhere.
"""

import asyncio
import logging
from dataclasses import replace

import discord

from bot import measures
from bot.delivery.films import ReplayFilms
from bot.delivery.notifications import Notifications
from bot.delivery.overdue import OverdueTables, Pauses
from bot.delivery.posts import Posts
from bot.delivery.results import Announcer
from bot.delivery.saved_rooms import SavedRooms
from bot.delivery.sharing import AGAIN, TableSharing
from bot.delivery.stale_messages import StaleMessages
from bot.delivery.table_tasks import TableTasks
from bot.delivery.thinking import ThinkingRobots
from bot.delivery.threads import in_thread
from bot.delivery.unreachable import Membership, UnreachableTables, reason_of
from bot.delivery.waiting_tables import Urgency
from bot.discord_api.components import UNANSWERED, files, layout
from bot.discord_api.rate_limit import Pace
from bot.logic.repost_policy import (
    YOUNG,
    Edit,
    MessageChange,
    Nothing,
    Plan,
    Post,
    Wait,
    change_due,
    plan,
)
from bot.model.errors import Refusal
from bot.model.phases import needs_table
from bot.model.room import ENDED_PHASES, PlayedRoom, Room
from bot.screens import game_over as game_over_screen
from bot.screens import lobby as lobby_screen
from bot.screens import news as news_screen
from bot.screens import rating_changes as rating_changes_screen
from bot.screens.screen import Screen
from bot.services.services import Services
from bot.store.database_cache import one_version_check
from bot.store.messages import StaleMessage
from bot.store.outbox import MessageStatus
from bot.store.store import Store
from bot.text.emojis import NO_EMOJIS
from bot.text.words import Words, words_for

PATIENCE = 30.0  # seconds after which a post that hangs is given up
CALM = 2.0  # seconds without another choice on the options page before its lobby is edited
BURST = 2.0  # seconds in which a later position replaces an earlier one
THOUGHT = 0.5  # seconds in which a robot's answer is awaited, before a message says that it is thinking

log = logging.getLogger(__name__)


class TableMessages:
    """What the channels show after every change of a room; `sweep` from time to time picks up what failed.

    `emojis`: those that messages show from now on; nothing until the application has them. `sharing`: which tables are
    another process's.
    """

    def __init__(
        self, client: discord.Client, services: Services, store: Store, pace: Pace, burst: float = BURST
    ) -> None:
        rooms, table_life, self._preferences = services.rooms, services.table_life, services.preferences
        self._client, self._rooms, self._store, self._now = client, rooms, store, rooms.now
        self._lobbies, self._leaderboards, self._burst = services.lobbies, services.leaderboards, burst
        self.membership = Membership(client, table_life, rooms.now)
        self.notifications = Notifications(client, services, self.membership)
        self.films = ReplayFilms(client, store)
        self._stale = StaleMessages(client, services, store, self.membership)
        self._unreachable = UnreachableTables(client, services, store)
        self._announcer = Announcer(client, services, store, self.membership)
        self.patience, self.lobby_delay, self.emojis = PATIENCE, CALM, NO_EMOJIS
        self._tasks = TableTasks(self._work, self._broke, pace)
        self._brought: set[int] = set()
        self._pauses, self._posts, self._watching = Pauses(), Posts(client, rooms, store), services.watching
        self._thinking = ThinkingRobots(rooms, self._tasks.working)
        self.overdue = OverdueTables(store, rooms.now, self._pauses, self._tasks)
        self.sharing = TableSharing(rooms, store)
        self.saved = SavedRooms(rooms, self._saved)

    def _saved(self, room_id: int) -> None:
        """What the room's own task has changed, it is about to show."""
        if not self._tasks.is_current(room_id):
            is_awaited = self.saved.by_press or self._thinking.is_current(room_id)
            self._tasks.wake(room_id, Urgency.PRESSED if is_awaited else Urgency.NEWS)

    def wake(self, room_id: int) -> None:
        """The room's message will show its newest position at once, since somebody waits for it; robots move first."""
        self._tasks.wake(room_id)

    def soon(self, room_id: int) -> None:
        """As `wake`, once nothing has changed for `lobby_delay` seconds."""
        self._tasks.soon(room_id, self.lobby_delay)

    def bring(self, room_id: int) -> None:
        """The room's message will be posted anew at the end of its channel."""
        self._brought.add(room_id)
        self.wake(room_id)

    def announce(self) -> None:
        """What is due besides messages of tables is sent soon: results, notes to followers and to who was declined."""
        self._announcer.wake()

    async def sweep(self) -> None:
        """Wake every room whose message or robot's move is due and that is not in a pause; forget all others."""
        await self.rouse()
        self.announce()
        owed = (room_id for room_id, _ in await self._rooms.owed())
        waiting = dict.fromkeys((*owed, *await self._store.rooms.robots_to_act(), *self._brought))  # oldest first
        self._pauses.forget_all_but(waiting)
        self.notifications.forget_all_but(await self._store.outbox.behind())
        for room_id in waiting:
            if self._pauses.is_over(room_id, self._now()):
                self._tasks.wake(room_id, Urgency.NEWS)

    def forget_waiting(self) -> None:
        """Messages that nobody waits for, and that are not under way, are sent in the next run."""
        self._tasks.forget_waiting()

    async def calm(self, seconds: float) -> None:
        """Wait until the messages under way are sent, at most so many seconds."""
        await self._tasks.calm(seconds)
        if self._announcer.tasks:
            await asyncio.wait(self._announcer.tasks, timeout=seconds)

    async def close(self) -> None:
        """Stop all tasks and begin no other; unsent messages stay in the outbox."""
        await asyncio.gather(self._tasks.close(), self._announcer.close(), self._thinking.close())
        await self._stale.close()

    async def _work(self, room_id: int) -> None:
        try:
            with one_version_check():
                if room_id in self._brought and await self.sharing.bring(room_id):
                    self._brought.discard(room_id)
                is_shown = await self.sharing.is_elsewhere(room_id) or await self._catch_up(room_id)
            if is_shown:
                self._pauses.pop(room_id, None)
        except Refusal:  # the room was erased with its server
            self._brought.discard(room_id)
        except UNANSWERED as fault:
            reason = reason_of(fault)
            if reason:
                self._brought.discard(room_id)
                measures.current().slept(room_id)
                await self._unreachable.put(await self._rooms.room(room_id), reason)
            else:
                self._pauses.begin(room_id, fault, self._now())

    def _broke(self, room_id: int, bug: BaseException) -> None:
        log.error("showing failed", extra={"room": room_id}, exc_info=bug)
        self._pauses.begin(room_id, bug, self._now())

    async def _catch_up(self, room_id: int) -> bool:
        """Let robots move, then bring the room's message up to date; whether that is done, rather than put off."""
        status = await self._store.outbox.status(room_id)  # before the room is read with its look
        room = await self._thinking.moved(room_id, min(THOUGHT, self._burst))
        is_brought = status.is_brought or room_id in self._brought
        if not (status.is_owed or is_brought or await self._rooms.is_owed(room_id)):
            return True
        async with self._tasks.working(room_id):
            planned = plan(room, self._now(), is_brought=is_brought, looks_old=status.looks_old, burst=self._burst)
        then = planned.then if isinstance(planned, Wait) else planned
        only_deadline = isinstance(then, Edit) and then.only_deadline
        if not self._tasks.may_show(room_id, room.place.channel, only_deadline=only_deadline):
            return False
        shown = await self._show(room, planned, status)
        if shown is None:
            return False
        if status.looks_old:
            await self._store.outbox.looks_new(room_id, shown.change)
        if status.unreachable:
            await self._store.unreachable.remove(room_id)
        if shown.phase in ENDED_PHASES:
            self._announcer.wake()
        return True

    async def _show(self, room: Room, planned: Plan, status: MessageStatus) -> Room | None:
        """Carry out the plan, made anew if more may have happened; the room as shown, None if by another process."""
        change = planned.then if isinstance(planned, Wait) else planned
        is_outdated = isinstance(planned, Wait) or self.sharing.is_shared  # another process may have shown it
        if isinstance(planned, Wait):
            await asyncio.sleep(planned.seconds)
        async with self.sharing.taken(room.id) as is_ours:
            if not is_ours:
                self._tasks.soon(room.id, AGAIN)
                return None
            if is_outdated:
                room = await self._thinking.moved(room.id)
            if status.is_brought:
                self._brought.add(room.id)
            async with asyncio.timeout(self.patience):
                while await self.membership.without_the_gone(room):  # robots take the seats of who left, and move
                    room = await self._thinking.moved(room.id)
                    is_outdated = True
                if is_outdated:
                    is_brought = room.id in self._brought
                    async with self._tasks.working(room.id):
                        change = change_due(room, self._now(), is_brought=is_brought, looks_old=status.looks_old)
                if not await self._comes_too_soon(room):
                    await self._carry_out(change, room)
        return room

    async def _carry_out(self, change: MessageChange, room: Room) -> None:
        """Do this about the room's message, and note what it shows afterwards."""
        match change:
            case Nothing():
                await self._rooms.showed(room, room.message, room.shown, fresh=False)
            case Edit():
                is_edited = await self._edit(room, await self._screen(room, is_new=False))
                if is_edited or not change.is_needed:
                    await self._rooms.showed(room, room.message, change.length, fresh=False)
                else:
                    await self._post(room, calls=False)
            case Post():
                await self._post(room, calls=change.calls)
        if not isinstance(room, PlayedRoom):
            self._brought.discard(room.id)

    async def rouse(self, guild: int | None = None, *, every: bool = False) -> None:
        """Try sleeping tables of that server once more, of all servers with `every`."""
        for room_id in await self._unreachable.wakeable(guild, every=every):
            self._tasks.wake(room_id, Urgency.NEWS)

    async def _post(self, room: Room, *, calls: bool) -> None:
        """Show the room in a new message, and retire the one before; people are called only if the message `calls`."""
        if not isinstance(room, PlayedRoom):
            await self._send(room, await self._screen(room, is_new=True), -1, silent=not calls)
            if room.message is not None:
                try:
                    await self._message_channel(room).get_partial_message(room.message).delete()
                except discord.HTTPException as fault:
                    log.info("old message stays (%s)", fault.code)
            return
        room = needs_table(await in_thread(self._client, self._lobbies, room, await self._words(room)))
        screen = await self._screen(room, is_new=True)
        screen = await self.notifications.spread(room, screen) if calls else screen
        message = await self._send(room, screen, len(room.table.log), silent=not calls)
        await self._show_neighbors(room)
        if room.message is not None and room.message != message:
            channel, now = self._message_channel(room).id, replace(room, message=message)
            stale = StaleMessage(room.message, room.id, channel, room.shown)
            await self._stale.retire(stale, now, await self._words(room), delete=self._stale.is_read(room))

    async def _screen(self, room: Room, *, is_new: bool) -> Screen:
        """What the room's message shows: a new one what the last one did not, an edited one all since the last move."""
        words = await self._words(room)
        if room.phase in ("cancelled", "expired"):
            return lobby_screen.closed(room, words)
        if not isinstance(room, PlayedRoom):
            is_invitation = room.message is None and room.earlier is not None
            return game_over_screen.rematch(room, words) if is_invitation else lobby_screen.lobby(room, words)
        match = await self._rooms.match(room)
        lines = [game_over_screen.match_standing(room, match, words), game_over_screen.bag_key_line(room, match, words)]
        if room.phase == "over":
            ending = await self._leaderboards.ending(room.id)
            lines.insert(1, rating_changes_screen.summary(room, ending, words))
            if ending is not None:
                lines.insert(0, game_over_screen.head_to_head(room, await self._leaderboards.met(room), words))
        async with self._tasks.working(room.id):
            start = news_screen.post_start(room) if is_new else news_screen.message_start(room)
            page, about = await self._watching.page_link(room), "\n".join(filter(None, lines))
            return await asyncio.to_thread(game_over_screen.message, room, words, start, about, page)

    async def retire_stale(self) -> None:
        """Try again to retire the old messages that are due for another try."""
        for stale in await self._stale.due():
            with self._stale.isolation.alone(stale.room):
                room = await self._stale.again(stale)
                await self._stale.retire(stale, room, await self._words(room))

    async def _comes_too_soon(self, room: Room) -> bool:
        """Whether the previous game of the match must show its end first; showing it wakes this room."""
        if not isinstance(room, PlayedRoom):
            return False
        before = [one for one in await self._rooms.match(room) if one.first == room.first - 1 and room.shown < 0]
        behind = [one for one in before if one.table and one.shown < len(one.table.log)]
        unseen = [one for one in behind if await self._store.outbox.is_owed(one.id)]
        for one in unseen:
            self.wake(one.id)
        return bool(unseen)

    async def _show_neighbors(self, room: Room) -> None:
        """Show the next game of the match after the end of this one, which then links to it."""
        for other in await self._rooms.match(room):
            if room.phase == "over" and other.first == room.first + 1 and other.shown < 0:
                self.wake(other.id)
            elif room.shown < 0 and other.first == room.first - 1 and other.shown >= 0:
                await self._store.outbox.owe(other.id)
                self.wake(other.id)

    async def _send(self, room: Room, screen: Screen, length: int, *, silent: bool) -> int:
        """Post and note a message that shows `length` entries of the room's log; return its number.

        Or that of one which shows less, was posted before and noted by nobody: then this comes in a moment.
        """
        message, earlier = await self._posts.send(room, screen, length, silent=silent)
        if earlier is not None:
            then = replace(room, change=earlier.change, moved=earlier.moved)
            await self._rooms.showed(then, message.id, earlier.length, fresh=True)
            self.wake(room.id)
            return message.id
        looks_old = await self._rooms.showed(room, message.id, length, fresh=True)
        self._brought.discard(room.id)  # not at the end: somebody may ask again while the old message is retired
        if looks_old:  # a repeat is the message that was, with its old look
            await self._edit_to(message, screen)
        return message.id

    async def _edit(self, room: Room, screen: Screen) -> bool:
        """Whether the message could be edited; Discord may refuse, or delay edits of old messages too long."""
        if room.message is None:
            return False
        try:
            return await self._edit_to(self._message_channel(room).get_partial_message(room.message), screen)
        except discord.RateLimited:
            if self._now() - room.posted < YOUNG:
                raise
            return False

    async def _edit_to(self, message: discord.Message | discord.PartialMessage, screen: Screen) -> bool:
        try:
            nobody = discord.AllowedMentions.none()
            await message.edit(view=layout(screen), attachments=files(screen), allowed_mentions=nobody)
        except (discord.NotFound, discord.Forbidden) as fault:
            log.info("old message stays as it is (%s)", fault.code)
            return False
        except discord.HTTPException as fault:
            if fault.code not in (30046, 50083):
                raise
            return False
        return True

    def _message_channel(self, room: Room) -> discord.PartialMessageable:
        """The channel of the newest message: a lobby's stays behind when its table moves to a thread."""
        channel = room.home if room.shown < 0 else room.place.channel
        return self._client.get_partial_messageable(channel, guild_id=room.place.guild)

    async def _words(self, room: Room) -> Words:
        """The words of the server's language, English without a setting; in direct messages of the reader's."""
        if room.place.guild is not None:
            return words_for(room.language).showing(self.emojis)
        words, pictures = await self._preferences.words(room.host), (await self._preferences.of(room.host)).pictures
        return words.showing(self.emojis if pictures != "none" else NO_EMOJIS)
