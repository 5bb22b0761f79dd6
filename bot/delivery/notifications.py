"""Calls people to new messages of their tables, and sends what is told once besides these messages. Knows no rules.

Both go to people directly, or to a channel. Notifications are sent in a task that no table waits for; what is due is
listed in the database, so a restart loses nothing.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

import discord

from bot import measures, tasks
from bot.delivery.membership import Membership
from bot.delivery.unreachable import PATIENCE, post_directly, send_directly
from bot.discord_api.components import UNANSWERED, layout, pinging
from bot.discord_api.rate_limit import is_limit
from bot.logic.deadlines import is_late
from bot.logs import summary
from bot.measures import Waiting
from bot.model.choices import Preferences
from bot.model.hours import due as due_after
from bot.model.notifications import DueNotification, NotificationKind
from bot.model.record import Record
from bot.model.room import PlayedRoom, Room
from bot.model.room_number import code
from bot.screens import direct_messages as direct_messages_screen
from bot.screens import prepared as prepared_screen
from bot.screens.screen import Screen, Text
from bot.services.isolation import Isolation
from bot.services.services import Services
from bot.store.database import DatabaseAway
from bot.store.store import Store
from bot.text.words import words_for

AT_ONCE = 8  # tables of which people are told side by side
SERVER_FAULT = 500  # HTTP statuses from here on are faults of Discord
SEND_TIMEOUT = 30.0  # seconds after which a message that hangs is put off
RETRY_PAUSE = 10.0  # seconds before the next try after a fault, at least: somebody may look many times a second
DIRECT = ("direct", "both")  # answers to where a person is called

log = logging.getLogger(__name__)


class Calls:
    """Calls people once for each occasion, in the channel if their direct messages are closed."""

    def __init__(self, client: discord.Client, services: Services, membership: Membership) -> None:
        self._client = client
        self._membership = membership
        self._preferences = services.preferences
        self._prepared = services.prepared_moves
        self._called: dict[int, tuple[int | None, set[int]]] = {}  # room: its message, who was called directly since

    async def call_people(self, room: PlayedRoom, screen: Screen) -> Screen:
        """Call directly the people who want that; the table's message, which pings only those who want a ping.

        Who cannot see the channel any more is called directly. Who is denied it but sees it, as owners do, gets both.
        """
        pings = []
        for person in screen.pings:
            mine = await self._preferences.of(person)
            if mine.pings == "none":
                continue
            shut_out = await self._membership.is_shut_out(room.place, person)
            directly = shut_out or mine.pings in DIRECT or self._membership.is_denied(room.place, person)
            called = directly and await self._call(person, room, quiet=mine.quiet, shut_out=shut_out)
            needs_no_ping = called and (shut_out or mine.pings == "direct")
            if not mine.quiet and not needs_no_ping:
                pings.append(person)
        return replace(screen, pings=tuple(pings))

    def forget_all_but(self, rooms: Collection[int]) -> None:
        """Remember direct calls of these rooms only: the messages of all others are up to date."""
        self._called = {room_id: called for room_id, called in self._called.items() if room_id in rooms}

    async def _call(self, person: int, room: PlayedRoom, *, quiet: bool, shut_out: bool) -> bool:
        """Call the person directly, once for each message even if posting it is retried; False if that is impossible.

        The call says what became of the moves that the person had prepared for this turn.
        """
        message, called = self._called.get(room.id, (None, set()))
        called = called if message == room.shown.message else set()
        if person not in called:
            words = await self._preferences.words(person)
            screen = direct_messages_screen.call(room, person, words, shut_out=shut_out)
            seat = room.seat_of(person)
            if seat is not None and seat in room.to_act:
                own = await self._prepared.lapsed(room, seat)
                lines = prepared_screen.lapsed_lines(own, words) if own else []
                first, *rest = screen.parts
                screen = replace(screen, parts=(first, *map(Text, lines), *rest))
            # The same for the same person and state of a room, so that a repeat after a crash is not a second message.
            # It names the person because Discord does not promise to compare nonces in one channel only.
            nonce = f"c{code(person)}-{room.code}-{room.record.change}"[:25]
            if not await send_directly(self._client, person, screen, PATIENCE, nonce=nonce, silent=quiet):
                return False
        self._called[room.id] = (room.shown.message, called | {person})
        return True


@dataclass(frozen=True)
class Kind:
    """How one kind of notification is sent."""

    to: str  # who is notified, as the log says it
    nonce: str
    """The form of its nonce, which must not change: by it, Discord drops a repeat after a crash or an update."""
    is_wanted: Callable[[Preferences], bool] = lambda _: True
    """Whether the person wants to be told."""
    must_wait: Callable[[DueNotification], bool] = lambda _: False
    """Whether it is too early at this table."""
    is_outdated: Callable[[DueNotification, Record], bool] = lambda *_: False
    """Whether the table has gone on, so that nobody need be told."""
    by_day: bool = False  # whether somebody who sleeps is told in the morning
    may_be_posted: bool = False
    """Whether it goes to the table's channel for a person who prefers that or cannot be reached directly."""
    retried_as: Waiting = "result"  # what is counted when it could not be sent now
    pause: float = 0.0  # seconds before the next try after a fault, if longer than RETRY_PAUSE


def _is_turn_over(one: DueNotification, record: Record) -> bool:
    seat = one.facts["seat"]
    is_theirs = record.seat_of(one.person or 0) == seat
    chair = record.chairs[seat]
    return record.phase != "playing" or not is_theirs or not chair.acts or chair.stamp != one.facts["stamp"]


KINDS: dict[NotificationKind, Kind] = {
    "declined": Kind("an inviter", "d{to}-{room}-{since}", is_wanted=lambda mine: mine.pings != "none"),
    "timed_out": Kind(
        "who was late",
        "t{to}-{room}-{since}",
        is_wanted=lambda mine: mine.nudge and mine.pings != "none",
        is_outdated=lambda one, record: not is_late(record, one.facts["seat"], one.person or 0),
        by_day=True,
    ),
    "reminder": Kind(
        "who is to move",
        "n-{room}-{seat}-{stamp}",  # one for each turn
        is_wanted=lambda mine: mine.nudge and mine.pings != "none",
        must_wait=lambda one: one.is_paused,
        is_outdated=_is_turn_over,
        pause=60.0,
        may_be_posted=True,
        retried_as="reminder",
    ),
    # It links to the end, which must stand in the channel first, unless there is no channel any more.
    "ended": Kind("a follower", "e-{room}-{to}", must_wait=lambda one: one.is_behind and not one.is_lost),
    "result": Kind("a channel", "over-{room}", must_wait=lambda one: one.is_owed),
}


class Notifications:
    """Sends what the database lists as due; whatever fails is sent after a later `wake`."""

    def __init__(self, client: discord.Client, services: Services, store: Store, membership: Membership) -> None:
        self._client = client
        self._store = store
        self._membership = membership
        self._rooms = services.rooms
        self._servers = services.servers
        self._preferences = services.preferences
        self._isolations: defaultdict[str, Isolation] = defaultdict(lambda: Isolation(self._rooms.now))  # by kind
        self.send_timeout = SEND_TIMEOUT
        self.retry_pause = RETRY_PAUSE
        self.tasks: set[asyncio.Task[None]] = set()  # those that are sending notifications
        self._places = asyncio.Semaphore(AT_ONCE)
        self._under_way: set[int] = set()  # what is being sent, by its number
        self._is_looking = False  # whether a task is reading what is due
        self._again = False  # whether somebody has called `wake` since it began to read
        self._closed = False

    def wake(self) -> None:
        """Send what is due soon; after `close` in the next run."""
        self._again = True
        if not self._is_looking and not self._closed:
            self._is_looking = True
            task = asyncio.create_task(self._send_due(), name="notifying")
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def close(self) -> None:
        """Stop sending and begin no more; what is still due stays in the database."""
        self._closed = True
        await tasks.cancel(self.tasks)

    async def _send_due(self) -> None:
        """Send all that is due, several tables side by side. What comes up while one hangs has a task of its own."""
        async with asyncio.TaskGroup() as group:
            try:
                while self._again:
                    self._again = False
                    # Copied first: what is sent while the list is read still stands in it, but is under way no more.
                    under_way = set(self._under_way)
                    by_room: defaultdict[int, list[DueNotification]] = defaultdict(list)
                    for one in await self._store.notifications.due(self._rooms.now()):
                        isolation = self._isolations[one.kind]
                        if one.id in under_way or not isolation.ready(one.room):
                            continue
                        with isolation.alone(one.room):
                            if not KINDS[one.kind].must_wait(one):
                                by_room[one.room].append(one)
                    for due in by_room.values():
                        self._under_way.update([one.id for one in due])
                        group.create_task(self._send_in_turn(due))
            except DatabaseAway:  # what is due is found at the next look
                log.exception("telling failed")
            finally:
                self._is_looking = False

    async def _send_in_turn(self, due: list[DueNotification]) -> None:
        """Send these of one table; a fault in one kind keeps none of another from being sent."""
        try:
            async with self._places:
                for one in due:
                    isolation = self._isolations[one.kind]
                    if isolation.ready(one.room):
                        with isolation.alone(one.room):
                            await self._send_or_put_off(one)
        except DatabaseAway:  # as above
            log.exception("telling failed")
        finally:
            self._under_way.difference_update([one.id for one in due])

    async def _send_or_put_off(self, one: DueNotification) -> None:
        """Send it, put it off, or drop it if nobody need be notified any more or nobody ever can be."""
        kind = KINDS[one.kind]
        now = self._rooms.now()
        if kind.by_day and one.person is not None:
            hours = (await self._preferences.of(one.person)).hours
            if hours.asleep(now):
                await self._store.notifications.put_off(one, due_after(hours, now, 1.0))  # as they wake
                return
        if not await self._store.notifications.take(one, now):
            return
        room = await self._rooms.room(one.room)
        if kind.is_outdated(one, room.record) or await self._send(one, kind, room):
            await self._store.notifications.remove(one)
        else:
            await self._store.notifications.put_off(one, self._rooms.now() + max(kind.pause, self.retry_pause))

    async def _send(self, one: DueNotification, kind: Kind, room: Room) -> bool:
        """Send it if the person wants it; False if it is to be tried again, True also if Discord never takes it."""
        facts = {**one.facts, "room": room.code, "since": one.since, "to": code(one.person or 0)}
        nonce = kind.nonce.format(**facts)[:25]
        try:
            if one.person is None:
                screen = direct_messages_screen.notification(room, one, words_for(room.record.language))
                await self._post(room, one.channel or 0, screen, nonce, quiet=True)
                return True
            mine = await self._preferences.of(one.person)
            if not kind.is_wanted(mine):
                return True
            if kind.may_be_posted:
                await self._send_or_post(room, one, one.person, mine, nonce)
            elif not await self._membership.has_left(room.place.guild, one.person):
                screen = direct_messages_screen.notification(room, one, await self._preferences.words(one.person))
                await post_directly(self._client, one.person, screen, self.send_timeout, silent=mine.quiet, nonce=nonce)
        except UNANSWERED as fault:
            if isinstance(fault, discord.HTTPException) and fault.status < SERVER_FAULT and not is_limit(fault):
                level = logging.WARNING if one.person is None else logging.INFO
                log.log(level, "%s cannot be told (%s)", kind.to, summary(fault), extra={"room": one.room})
                return True
            measures.current().count("retries", kind.retried_as)
            log.warning("%s is not told yet (%s)", kind.to, summary(fault), extra={"room": one.room})
            return False
        return True

    async def _send_or_post(self, room: Room, one: DueNotification, person: int, mine: Preferences, nonce: str) -> None:
        """Send it directly; post it in the table's channel if the person prefers that or it cannot be sent."""
        directly = mine.pings in DIRECT or await self._membership.is_shut_out(room.place, person)
        if directly:
            screen = direct_messages_screen.notification(room, one, await self._preferences.words(person))
            if await send_directly(self._client, person, screen, self.send_timeout, nonce=nonce, silent=mine.quiet):
                return
        if (await self._servers.of(room.place.guild)).nudges:
            words = words_for(room.record.language)
            screen = direct_messages_screen.notification(room, one, words)
            screen = direct_messages_screen.in_channel(screen, person, words, closed=directly)
            await self._post(room, room.place.channel, screen, nonce, quiet=mine.quiet)

    async def _post(self, room: Room, channel: int, screen: Screen, nonce: str, *, quiet: bool) -> None:
        """Post it in that channel; quietly, it calls nobody."""
        there = self._client.get_partial_messageable(channel, guild_id=room.place.guild)
        called = discord.AllowedMentions.none() if quiet else pinging(screen)
        async with asyncio.timeout(self.send_timeout):
            await there.send(view=layout(screen), nonce=nonce, silent=quiet, allowed_mentions=called)
