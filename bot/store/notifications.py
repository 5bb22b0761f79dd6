"""Notifications to be sent, and followers, who are notified when a table ends. Knows nothing about texts."""

import json

from bot.model.notifications import DueNotification
from bot.model.record import ENDED_PHASES, Record
from bot.store.shard_range import SENDING_LEASE, ShardedStore, table_in_range

_DUE = f"""
    SELECT notifications.id, notifications.room, kind, person, channel, coalesce(people.name, '') AS name, facts,
        notifications.since, outbox.room IS NOT NULL AS is_behind,
        outbox.room IS NOT NULL AND coalesce(unreachable_rooms.is_retrying, 1) = 1 AS is_owed,
        coalesce(unreachable_rooms.reason, '') = 'channel_gone' AS is_lost,
        (SELECT paused FROM rooms WHERE rooms.id = notifications.room) IS NOT NULL AS is_paused
    FROM notifications
    LEFT JOIN people ON people.id = notifications.about
    LEFT JOIN outbox ON outbox.room = notifications.room
    LEFT JOIN unreachable_rooms ON unreachable_rooms.room = notifications.room
    WHERE notifications.due <= :now AND {table_in_range("notifications.room")}
    ORDER BY notifications.id"""  # noqa: S608 - no outside text
_TAKE = "UPDATE notifications SET until = :clock + :sending WHERE id = :id AND until <= :clock RETURNING id"
_POSTPONE = "UPDATE notifications SET due = ?, until = 0 WHERE id = ?"
_REMOVE = "DELETE FROM notifications WHERE id = ?"
_SUPERSEDE = "DELETE FROM notifications WHERE room = ? AND kind = ? AND person = ? AND coalesce(about, 0) = ?"
_ADD = "INSERT INTO notifications (room, kind, person, about, facts, since, due) VALUES (?, ?, ?, ?, ?, ?, ?)"
# A result is announced only if the channel differs from the table's own, where everyone sees the end of the table.
_ANNOUNCE = """
    INSERT INTO notifications (room, kind, channel, since, due)
    SELECT rooms.id, 'result', CAST(chosen.value AS BIGINT), rooms.change, rooms.changed_at
    FROM rooms JOIN server_settings AS chosen
        ON chosen.guild = rooms.guild AND chosen.key = 'announce' AND chosen.value <> ''
    WHERE rooms.id = ? AND CAST(chosen.value AS BIGINT) NOT IN (rooms.channel, coalesce(rooms.lobby_channel, 0))
        AND NOT EXISTS (SELECT 1 FROM notifications WHERE room = rooms.id AND kind = 'result')"""
_NOTIFY_FOLLOWERS = """
    INSERT INTO notifications (room, kind, person, since, due)
    SELECT rooms.id, 'ended', followers.person, rooms.change, rooms.changed_at
    FROM followers JOIN rooms ON rooms.id = followers.room WHERE followers.room = ? ORDER BY followers.person"""
_REMOVE_FOLLOWERS = "DELETE FROM followers WHERE room = ?"
_FOLLOW = """
    INSERT INTO followers (room, person) SELECT id, ? FROM rooms WHERE id = ? AND phase NOT IN ('over', 'ended')
    ON CONFLICT DO NOTHING"""
_FOLLOW_ENDED = """
    INSERT INTO notifications (room, kind, person, since, due)
    SELECT id, 'ended', CAST(:person AS BIGINT), change, changed_at FROM rooms
    WHERE id = :room AND phase IN ('over', 'ended') AND NOT EXISTS (
        SELECT 1 FROM notifications WHERE room = :room AND kind = 'ended' AND person = :person)"""
_UNFOLLOW = "DELETE FROM followers WHERE room = ? AND person = ?"
_CANCEL_END_NOTIFICATION = "DELETE FROM notifications WHERE room = ? AND kind = 'ended' AND person = ?"
_IS_FOLLOWER = "SELECT 1 FROM followers WHERE room = ? AND person = ?"


class NotificationStore(ShardedStore):
    """Notifications of every kind. Each call is one transaction, except the step at the end, which needs one."""

    async def due_notifications(self, now: float) -> list[DueNotification]:
        """Return the due notifications of this process, oldest first."""
        found = []
        for row in await self._fetch_in_range(_DUE, now=now):
            named = dict(row)
            named["facts"] = json.loads(named["facts"])
            for claim in ("is_behind", "is_owed", "is_lost", "is_paused"):
                named[claim] = bool(named[claim])
            found.append(DueNotification(**named))
        return found

    async def take(self, notification: DueNotification, now: float) -> bool:
        """Lease the notification to this process for a minute; return False if another process has the lease."""
        return await self._take(_TAKE, now, id=notification.id, sending=SENDING_LEASE)

    async def postpone(self, notification: DueNotification, at: float) -> None:
        """Make the notification due at that time (unix seconds)."""
        await self._database.execute_autocommit(_POSTPONE, at, notification.id, changed_keys=())

    async def remove(self, notification: DueNotification) -> None:
        """Remove a notification that was sent or never can be."""
        await self._database.execute_autocommit(_REMOVE, notification.id, changed_keys=())

    # a step inside a transaction

    async def add(self, old: Record, new: Record) -> None:
        """Add the step's notifications, replacing earlier ones of the same kind, and those about the end of a table."""
        for notification in new.notifications:
            await self._database.execute(
                _SUPERSEDE, (old.id, notification.kind, notification.person, notification.about or 0)
            )
            facts = (json.dumps(dict(notification.facts)), old.change + 1, new.changed_at)
            await self._database.execute(
                _ADD, (old.id, notification.kind, notification.person, notification.about, *facts)
            )
        if new.phase == "over" and old.phase != "over":
            await self._database.execute(_ANNOUNCE, (old.id,))
        if new.phase in ENDED_PHASES and old.phase not in ENDED_PHASES:
            await self._database.execute(_NOTIFY_FOLLOWERS, (old.id,))
            await self._database.execute(_REMOVE_FOLLOWERS, (old.id,))


class FollowerStore(ShardedStore):
    """The followers of each table until it ends. Each call is one transaction."""

    async def add(self, room_id: int, person: int) -> None:
        """Let the person follow the table, or notify them if it has ended; calling it again changes nothing."""

        async def work() -> None:
            await self._database.execute(_FOLLOW, (person, room_id))
            await self._database.execute(_FOLLOW_ENDED, {"room": room_id, "person": person})

        await self._database.transaction(work, ())

    async def remove(self, room_id: int, person: int) -> None:
        """Stop following the table, and cancel a notification about the end of the table."""

        async def work() -> None:
            await self._database.execute(_UNFOLLOW, (room_id, person))
            await self._database.execute(_CANCEL_END_NOTIFICATION, (room_id, person))

        await self._database.transaction(work, ())

    async def has(self, room_id: int, person: int) -> bool:
        """Whether the person follows the table."""
        return bool(await self._database.fetch(_IS_FOLLOWER, room_id, person))
