"""Calls people to new messages of their tables, and sends one-time notifications. Independent of rules.

Calls and notifications go to people directly or to a channel. Notifications are sent by tasks of their own, so that no
table waits for them, and are stored in the database, so that a restart loses none.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

import discord

from bot import metrics, tasks
from bot.delivery.membership import Membership
from bot.delivery.unreachable import send_direct_message, try_direct_message
from bot.discord_api.components import REQUEST_ERRORS, SERVER_ERROR, allowed_mentions, layout
from bot.discord_api.rate_limit import is_rate_limited
from bot.logic.deadlines import is_late
from bot.logs import error_summary
from bot.metrics import RetriedMessage
from bot.model.hours import moment_after as due_after
from bot.model.notifications import DueNotification, NotificationKind
from bot.model.preferences import Preferences
from bot.model.record import Record
from bot.model.room import PlayedRoom, Room
from bot.model.room_number import code
from bot.screens import direct_messages as direct_messages_screen
from bot.screens import prepared as prepared_screen
from bot.screens.screen import Screen, Text
from bot.services.fault_isolation import FaultIsolation
from bot.services.services import Services
from bot.store.database import DatabaseUnavailable
from bot.store.store import Store
from bot.text.words import words_for

MAX_CONCURRENT_NOTIFICATIONS = 8  # tables whose notifications are sent at the same time
SEND_TIMEOUT = 30.0  # seconds; a message that hangs longer is postponed
RETRY_PAUSE = 10.0  # minimum seconds before the next try after a fault: `wake` may be called many times a second
DIRECT_CALL_CHOICES = ("direct", "both")  # values of the preference `pings`

log = logging.getLogger(__name__)


class Calls:
    """Calls people to a new message of their table, each once; in the channel if they accept no direct messages."""

    def __init__(self, client: discord.Client, services: Services, membership: Membership) -> None:
        self._client = client
        self._membership = membership
        self._preferences = services.preferences
        self._prepared = services.prepared_moves
        # By room: the message before the calls, and the people called directly since that message.
        self._called: dict[int, tuple[int | None, set[int]]] = {}

    async def call_people(self, room: PlayedRoom, screen: Screen) -> Screen:
        """Send direct calls to those who want them; return the screen with pings for only those who want a ping.

        People who can no longer see the channel are called directly. People whom an overwrite denies the
        channel but who still see it, such as owners, are called directly and pinged.
        """
        pings = []
        for person in screen.pings:
            mine = await self._preferences.load(person)
            if mine.pings == "none":
                continue
            shut_out = await self._membership.is_shut_out(room.place, person)
            directly = shut_out or mine.pings in DIRECT_CALL_CHOICES or self._membership.is_denied(room.place, person)
            called = directly and await self._call(person, room, quiet=mine.quiet, shut_out=shut_out)
            needs_no_ping = called and (shut_out or mine.pings == "direct")
            if not mine.quiet and not needs_no_ping:
                pings.append(person)
        return replace(screen, pings=tuple(pings))

    def forget_all_but(self, rooms: Collection[int]) -> None:
        """Forget the direct calls of all rooms except these; the messages of the other rooms are up to date."""
        self._called = {room_id: called for room_id, called in self._called.items() if room_id in rooms}

    async def _call(self, person: int, room: PlayedRoom, *, quiet: bool, shut_out: bool) -> bool:
        """Call the person directly, once per message even if posting is retried; return whether that succeeded.

        The call also says which moves that the person had prepared for this turn have lapsed.
        """
        message, called = self._called.get(room.id, (None, set()))
        called = called if message == room.newest_message.id else set()
        if person not in called:
            words = await self._preferences.words(person)
            screen = direct_messages_screen.call_message(room, person, words, shut_out=shut_out)
            seat = room.seat_of(person)
            if seat is not None and seat in room.to_act:
                own = await self._prepared.lapsed_moves(room, seat)
                lines = prepared_screen.lapsed_lines(own, words) if own else []
                first, *rest = screen.parts
                screen = replace(screen, parts=(first, *map(Text, lines), *rest))
            # The nonce depends on person and room state, so that a repeat after a crash is not a second message.
            # It includes the person because Discord does not promise to compare nonces per channel.
            nonce = f"c{code(person)}-{room.code}-{room.record.change}"[:25]
            if not await try_direct_message(self._client, person, screen, nonce=nonce, silent=quiet):
                return False
        self._called[room.id] = (room.newest_message.id, called | {person})
        return True


@dataclass(frozen=True)
class NotificationRule:
    """How one kind of notification is sent."""

    recipient: str  # as named in the log
    nonce_format: str
    """Must not change, because Discord recognizes a repeat after a crash or an update by its nonce."""
    is_wanted: Callable[[Preferences], bool] = lambda _: True
    """Whether the person wants the notification."""
    must_wait: Callable[[DueNotification], bool] = lambda _: False
    """Whether it is too early to send it."""
    is_outdated: Callable[[DueNotification, Record], bool] = lambda *_: False
    """Whether the table has moved on, so that the notification is no longer needed."""
    waits_for_morning: bool = False  # whether it waits while the person sleeps
    may_be_posted: bool = False
    """Whether it goes to the table's channel if the person prefers that or cannot be reached directly."""
    retry_label: RetriedMessage = "result"  # label of the retry counter
    retry_pause: float = 0.0  # seconds before the next try after a fault; RETRY_PAUSE if that is longer


def _is_turn_over(notification: DueNotification, record: Record) -> bool:
    seat = notification.facts["seat"]
    is_theirs = record.seat_of(notification.person or 0) == seat
    chair = record.chairs[seat]
    return (
        record.phase != "playing" or not is_theirs or not chair.owes_move or chair.stamp != notification.facts["stamp"]
    )


NOTIFICATION_RULES: dict[NotificationKind, NotificationRule] = {
    "declined": NotificationRule("an inviter", "d{to}-{room}-{since}", is_wanted=lambda mine: mine.pings != "none"),
    "timed_out": NotificationRule(
        "who was late",
        "t{to}-{room}-{since}",
        is_wanted=lambda mine: mine.nudge and mine.pings != "none",
        is_outdated=lambda due, record: not is_late(record, due.facts["seat"], due.person or 0),
        waits_for_morning=True,
    ),
    "reminder": NotificationRule(
        "who is to move",
        "n-{room}-{seat}-{stamp}",  # one for each turn
        is_wanted=lambda mine: mine.nudge and mine.pings != "none",
        must_wait=lambda due: due.is_paused,
        is_outdated=_is_turn_over,
        retry_pause=60.0,
        may_be_posted=True,
        retry_label="reminder",
    ),
    # This one links to the final message, so it waits until that is posted, unless the channel is gone.
    "ended": NotificationRule("a follower", "e-{room}-{to}", must_wait=lambda due: due.is_behind and not due.is_lost),
    "result": NotificationRule("a channel", "over-{room}", must_wait=lambda due: due.is_owed),
}


class Notifications:
    """Sends the notifications that are due; a later `wake` retries failed ones."""

    def __init__(self, client: discord.Client, services: Services, store: Store, membership: Membership) -> None:
        self._client = client
        self._store = store
        self._membership = membership
        self._rooms = services.rooms
        self._servers = services.servers
        self._preferences = services.preferences
        self._isolations = defaultdict[str, FaultIsolation](lambda: FaultIsolation(self._rooms.now))  # by kind
        self.send_timeout = SEND_TIMEOUT
        self.retry_pause = RETRY_PAUSE
        self.tasks: set[asyncio.Task[None]] = set()  # sending notifications
        self._slots = asyncio.Semaphore(MAX_CONCURRENT_NOTIFICATIONS)
        self._being_sent: set[int] = set()  # numbers of notifications
        self._is_looking = False  # whether a task is reading the list of due notifications
        self._is_woken = False  # whether `wake` was called since that task began to read
        self._closed = False

    def wake(self) -> None:
        """Send the due notifications soon; after `close`, they are left to the next run of the program."""
        self._is_woken = True
        if not self._is_looking and not self._closed:
            self._is_looking = True
            task = asyncio.create_task(self._send_due(), name="notifying")
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def close(self) -> None:
        """Stop sending and start no more; what is still due stays in the database."""
        self._closed = True
        await tasks.cancel(self.tasks)

    async def _send_due(self) -> None:
        """Send all due notifications, several tables in parallel. A `wake` during the sending starts another task."""
        async with asyncio.TaskGroup() as group:
            try:
                while self._is_woken:
                    self._is_woken = False
                    # Copied before the list is read, which may still contain notifications that are sent meanwhile.
                    under_way = set(self._being_sent)
                    by_room: defaultdict[int, list[DueNotification]] = defaultdict(list)
                    for notification in await self._store.notifications.due_notifications(self._rooms.now()):
                        isolation = self._isolations[notification.kind]
                        if notification.id in under_way or not isolation.may_try(notification.room):
                            continue
                        with isolation.isolate(notification.room):
                            if not NOTIFICATION_RULES[notification.kind].must_wait(notification):
                                by_room[notification.room].append(notification)
                    for due in by_room.values():
                        self._being_sent.update([notification.id for notification in due])
                        group.create_task(self._send_in_turn(due))
            except DatabaseUnavailable:  # the next `wake` finds what is due
                log.exception("notifying failed")
            finally:
                self._is_looking = False

    async def _send_in_turn(self, due: list[DueNotification]) -> None:
        """Send these notifications of one table; a fault in one kind does not stop the others."""
        try:
            async with self._slots:
                for notification in due:
                    isolation = self._isolations[notification.kind]
                    if isolation.may_try(notification.room):
                        with isolation.isolate(notification.room):
                            await self._send_or_put_off(notification)
        except DatabaseUnavailable:  # the next `wake` finds the rest
            log.exception("notifying failed")
        finally:
            self._being_sent.difference_update([notification.id for notification in due])

    async def _send_or_put_off(self, notification: DueNotification) -> None:
        """Send the notification, postpone it, or drop it if it is outdated or can never be delivered."""
        rule = NOTIFICATION_RULES[notification.kind]
        now = self._rooms.now()
        if rule.waits_for_morning and notification.person is not None:
            hours = (await self._preferences.load(notification.person)).hours
            if hours.is_asleep(now):
                await self._store.notifications.postpone(notification, due_after(hours, now, 1.0))  # when they wake
                return
        if not await self._store.notifications.take(notification, now):
            return
        room = await self._rooms.room(notification.room)
        if rule.is_outdated(notification, room.record) or await self._send(notification, rule, room):
            await self._store.notifications.remove(notification)
        else:
            await self._store.notifications.postpone(
                notification, self._rooms.now() + max(rule.retry_pause, self.retry_pause)
            )

    async def _send(self, notification: DueNotification, rule: NotificationRule, room: Room) -> bool:
        """Send the notification if the person wants it; return False to try again, True also if Discord refuses it."""
        facts = {
            **notification.facts,
            "room": room.code,
            "since": notification.since,
            "to": code(notification.person or 0),
        }
        nonce = rule.nonce_format.format(**facts)[:25]
        try:
            if notification.person is None:
                screen = direct_messages_screen.notification(room, notification, words_for(room.record.language))
                await self._post(room, notification.channel or 0, screen, nonce, quiet=True)
                return True
            mine = await self._preferences.load(notification.person)
            if not rule.is_wanted(mine):
                return True
            if rule.may_be_posted:
                await self._send_or_post(room, notification, notification.person, mine, nonce)
            elif not await self._membership.has_left(room.place.guild, notification.person):
                screen = direct_messages_screen.notification(
                    room, notification, await self._preferences.words(notification.person)
                )
                await send_direct_message(
                    self._client, notification.person, screen, self.send_timeout, silent=mine.quiet, nonce=nonce
                )
        except REQUEST_ERRORS as error:
            if isinstance(error, discord.HTTPException) and error.status < SERVER_ERROR and not is_rate_limited(error):
                level = logging.WARNING if notification.person is None else logging.INFO
                extra = {"room": notification.room}
                log.log(level, "%s cannot be notified (%s)", rule.recipient, error_summary(error), extra=extra)
                return True
            metrics.current().count("retries", rule.retry_label)
            log.warning(
                "%s is not notified yet (%s)", rule.recipient, error_summary(error), extra={"room": notification.room}
            )
            return False
        return True

    async def _send_or_post(
        self, room: Room, notification: DueNotification, person: int, mine: Preferences, nonce: str
    ) -> None:
        """Send the notification directly; post it in the table's channel if the person prefers that or it fails."""
        directly = mine.pings in DIRECT_CALL_CHOICES or await self._membership.is_shut_out(room.place, person)
        if directly:
            screen = direct_messages_screen.notification(room, notification, await self._preferences.words(person))
            if await try_direct_message(
                self._client, person, screen, self.send_timeout, nonce=nonce, silent=mine.quiet
            ):
                return
        if (await self._servers.load_settings(room.place.guild)).nudges:
            words = words_for(room.record.language)
            screen = direct_messages_screen.notification(room, notification, words)
            screen = direct_messages_screen.channel_post(screen, person, words, closed=directly)
            await self._post(room, room.place.channel, screen, nonce, quiet=mine.quiet)

    async def _post(self, room: Room, channel: int, screen: Screen, nonce: str, *, quiet: bool) -> None:
        """Post the screen in that channel, without pings if `quiet`."""
        there = self._client.get_partial_messageable(channel, guild_id=room.place.guild)
        called = discord.AllowedMentions.none() if quiet else allowed_mentions(screen)
        async with asyncio.timeout(self.send_timeout):
            await there.send(view=layout(screen), nonce=nonce, silent=quiet, allowed_mentions=called)
