"""Messages of tables: due ones, pending posts, stale messages, films, shared pages, tables that cannot be shown.

Knows nothing about texts.
"""

from collections.abc import Collection
from dataclasses import astuple, dataclass, replace
from functools import partial
from operator import attrgetter

from bot.model.record import NewestMessage, Record
from bot.store.database import BaseStore, Database
from bot.store.fleet import Fleet
from bot.store.shard_range import ShardedStore, ShardRange, server_in_range, table_in_range

STALE_RETRY_DELAY = 3600.0  # seconds

_ADD_STALE = """
    INSERT INTO stale_messages (message, room, channel, length, at)
    SELECT message, id, CASE WHEN shown_length < 0 THEN coalesce(lobby_channel, channel) ELSE channel END,
        shown_length, ?
    FROM rooms WHERE id = ? AND message <> ? AND phase <> 'lobby'
    ON CONFLICT DO NOTHING"""
_RETRY_STALE = "UPDATE stale_messages SET retries = ?, at = ? WHERE message = ?"
_REMOVE_STALE = "DELETE FROM stale_messages WHERE message = ?"
_DUE_STALE = f"""
    SELECT message, room, channel, length, retries FROM stale_messages
    WHERE at <= :now AND {table_in_range("stale_messages.room")} ORDER BY at, message"""  # noqa: S608 - no outside text
_FILM_OF = "SELECT channel, message FROM films WHERE room = ?"
_ADD_FILM = "INSERT INTO films (room, channel, message) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
_ADD_SHARED_PAGE = (
    "INSERT INTO shared_pages (message, page, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING message"
)
_REMOVE_SHARED_PAGE = "DELETE FROM shared_pages WHERE message = ? AND page = ?"
_FORGET_SHARED_PAGES = "DELETE FROM shared_pages WHERE at < ?"
_BEGIN_POST = """
    INSERT INTO pending_posts (room, channel, nonce, picture, change, length, changed_at, at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (room) DO UPDATE SET channel = excluded.channel, nonce = excluded.nonce, picture = excluded.picture,
        change = excluded.change, length = excluded.length, changed_at = excluded.changed_at, at = excluded.at"""
_PENDING_POST = "SELECT channel, nonce, picture, change, length, changed_at, at FROM pending_posts WHERE room = ?"
_REMOVE_POST = "DELETE FROM pending_posts WHERE room = ?"
_MARK_CHANGED = """
    INSERT INTO outbox (room, length, change, since) VALUES (?, ?, ?, ?)
    ON CONFLICT (room) DO UPDATE SET change = excluded.change,
        length = CASE WHEN outbox.length < 0 THEN outbox.length ELSE excluded.length END"""
_BEFORE_FIRST_ROOM = {"last": 0}  # before the first room
_IS_REACHABLE = (
    "NOT EXISTS (SELECT 1 FROM unreachable_rooms WHERE unreachable_rooms.room = outbox.room AND is_retrying = 0)"
)
# Seconds for which only the process with the lease may show a table, unless it finishes earlier; no post takes so long.
SHOWING_LEASE = 40.0
_TAKE_LEASE = """
    UPDATE outbox SET worker = :worker, until = :clock + :lease
    WHERE room = :room AND (worker = :worker OR until <= :clock) RETURNING room"""
_RELEASE_LEASE = "UPDATE outbox SET worker = '', until = 0 WHERE room = ? AND worker = ?"
_RELEASE_AFTER_REPOST = "UPDATE outbox SET worker = '', until = 0, needs_repost = 0 WHERE room = ? AND worker = ?"
_REQUEST_REPOST = """
    INSERT INTO outbox (room, length, change, since, needs_repost)
    SELECT id, length, change, changed_at, 1 FROM rooms WHERE id = ?
    ON CONFLICT (room) DO UPDATE SET needs_repost = 1"""
_OUTBOX_IN_RANGE = table_in_range("outbox.room")
_DUE_ROOMS = f"""
    SELECT room, length, since FROM outbox WHERE room > :last AND {_IS_REACHABLE} AND {_OUTBOX_IN_RANGE}
    ORDER BY room LIMIT :most"""  # noqa: S608 - no outside text
_IS_DUE = f"SELECT 1 FROM outbox WHERE room = :room AND {_IS_REACHABLE}"  # noqa: S608
_STATUS = f"""
    SELECT EXISTS ({_IS_DUE}), EXISTS (SELECT 1 FROM outbox WHERE room = :room AND length < 0),
        EXISTS (SELECT 1 FROM unreachable_rooms WHERE room = :room),
        EXISTS (SELECT 1 FROM outbox WHERE room = :room AND needs_repost = 1)"""  # noqa: S608
_RECORD_SHOWN = "UPDATE rooms SET message = :message, shown_length = :length WHERE id = :id RETURNING posted"
# A message does not show events that happen while it is being posted, although they are older than the message. It
# therefore counts as posted when the first such event happened. This is a separate statement, run after the room is
# locked: on a database server, a statement that waits for a lock does not see what others write to other tables
# meanwhile.
_RECORD_POSTED = """
    UPDATE rooms SET posted = (SELECT min(at) FROM (
            SELECT changed_at AS at FROM rooms WHERE id = :id UNION ALL SELECT at FROM room_events WHERE room = :id
            UNION ALL SELECT at FROM proposals WHERE room = :id UNION ALL SELECT at FROM offers WHERE room = :id
            UNION ALL SELECT deadline_moved FROM seats WHERE room = :id
            UNION ALL SELECT CAST(:posted AS DOUBLE PRECISION)) AS moments
        WHERE at > :changed_at OR at = :posted)
    WHERE id = :id RETURNING posted"""
_OUTDATED_ROOMS = f"SELECT room FROM outbox WHERE room > :last AND {_OUTBOX_IN_RANGE} ORDER BY room LIMIT :most"  # noqa: S608
_REMOVE_SHOWN = "DELETE FROM outbox WHERE room = ? AND change <= ? AND length >= 0"
_MARK_DUE = """
    INSERT INTO outbox (room, length, change, since) SELECT id, length, change, changed_at FROM rooms WHERE id = ?
    ON CONFLICT DO NOTHING"""
_MARK_GUESTS_NOTIFIED = "UPDATE guests SET is_notified = 1 WHERE room = ? AND since <= ?"
# Makes the messages of open tables due although nothing in their rooms changed, which a length below 0 indicates.
_MARK_SERVER_LOOKS_OLD = """
    INSERT INTO outbox (room, length, change, since) SELECT id, -1, change, changed_at FROM rooms
    WHERE guild = ? AND phase IN ('lobby', 'playing') AND message IS NOT NULL
    ON CONFLICT (room) DO UPDATE SET length = -1"""
_MARK_LOOKS_OLD = """
    INSERT INTO outbox (room, length, change, since) SELECT id, -1, change, changed_at FROM rooms
    WHERE id = ? AND message IS NOT NULL
    ON CONFLICT (room) DO UPDATE SET length = -1"""
_CLEAR_OLD_LOOK = "DELETE FROM outbox WHERE room = ? AND change <= ? AND length < 0"
_HAS_OLD_LOOK = "SELECT 1 FROM outbox WHERE room = ? AND length < 0"
_ADD_UNREACHABLE = """
    INSERT INTO unreachable_rooms (room, reason, first_attempt, last_attempt) VALUES (?, ?, ?, ?)
    ON CONFLICT (room) DO UPDATE SET reason = excluded.reason, last_attempt = excluded.last_attempt,
        is_retrying = 0"""
_RETRY_UNREACHABLE = "UPDATE unreachable_rooms SET is_retrying = 1 WHERE room = ?"
_REMOVE_UNREACHABLE = "DELETE FROM unreachable_rooms WHERE room = ?"
_UNREACHABLE = "SELECT reason, is_retrying FROM unreachable_rooms WHERE room = ?"
MIN_UNREACHABLE_PAUSE = 20.0  # least seconds before an unreachable table is tried again
MAX_UNREACHABLE_PAUSE = 3600.0  # most seconds before that
_UNREACHABLE_ROOMS = f"""
    SELECT unreachable_rooms.room FROM unreachable_rooms JOIN rooms ON rooms.id = unreachable_rooms.room
    WHERE unreachable_rooms.room > :last AND is_retrying = 0
        AND (CAST(:guild AS BIGINT) IS NULL OR rooms.guild = :guild)
        AND (CAST(:due AS DOUBLE PRECISION) IS NULL OR last_attempt + CASE
            WHEN (last_attempt - first_attempt) / 10 > :longest THEN :longest
            WHEN (last_attempt - first_attempt) / 10 < :shortest THEN :shortest
            ELSE (last_attempt - first_attempt) / 10 END <= :due) AND {server_in_range("rooms.guild")}
    ORDER BY unreachable_rooms.room LIMIT :most"""  # noqa: S608 - no outside text


@dataclass(frozen=True)
class StaleMessage:
    """A message that shows an earlier state of a room."""

    message: int  # number of the message
    room: int  # number of the room
    channel: int  # number of the channel
    length: int  # how many log entries the message shows, -1 for a lobby
    retries: int = 0  # how often updating the message was tried again so far


class StaleMessageStore(ShardedStore):
    """Earlier messages of rooms that must still be changed so that they do not look current.

    Each call is one transaction.
    """

    async def retry(self, stale: StaleMessage, at: float) -> None:
        """Let the message be tried again at that time (unix seconds), if it is still listed."""
        await self._database.execute_autocommit(_RETRY_STALE, stale.retries + 1, at, stale.message, changed_keys=())

    async def remove(self, messages: Collection[int]) -> None:
        """Remove these messages from the list."""
        work = partial(self._database.execute_many, _REMOVE_STALE, [(message,) for message in messages])
        await self._database.transaction(work, ())

    async def due_messages(self, now: float) -> list[StaleMessage]:
        """Return the messages to try now, longest due first."""
        return [StaleMessage(*row) for row in await self._fetch_in_range(_DUE_STALE, now=now)]


class FilmStore(BaseStore):
    """The film of each table that has one. Each call is one transaction."""

    async def load(self, room_id: int) -> tuple[int, int] | None:
        """Return channel and message of the table's film, None before it is posted."""
        rows = await self._database.fetch(_FILM_OF, room_id)
        return (int(rows[0][0]), int(rows[0][1])) if rows else None

    async def add(self, room_id: int, channel: int, message: int) -> None:
        """Note the message of the table's film, unless one is noted already."""
        await self._database.execute_autocommit(_ADD_FILM, room_id, channel, message)


class SharedPageStore(BaseStore):
    """Pages of private messages that were shared with a whole channel. Each call is one transaction."""

    async def add(self, message: int, page: str, now: float) -> bool:
        """Note that the page was shared at the time `now` (unix seconds); return False if it was shared before."""
        return bool(await self._database.execute_autocommit(_ADD_SHARED_PAGE, message, page, now))

    async def remove(self, message: int, page: str) -> None:
        """Forget that the page was shared."""
        await self._database.execute_autocommit(_REMOVE_SHARED_PAGE, message, page)

    async def forget(self, before: float) -> None:
        """Forget pages that were shared before that time (unix seconds)."""
        await self._database.execute_autocommit(_FORGET_SHARED_PAGES, before, changed_keys=())


@dataclass(frozen=True)
class PendingPost:
    """A message that was about to be posted. Times are in unix seconds."""

    channel: int  # the number of its channel
    nonce: str  # identifies the message to Discord for some minutes
    picture: str  # the name of its picture, "" without one
    change: int  # change number of the room as shown
    length: int  # number of log entries shown
    changed_at: float  # when the room had last changed
    at: float  # when Discord was asked


class PostStore(BaseStore):
    """Messages about to be posted, at most one per room. Each call is one transaction."""

    async def begin(self, room_id: int, post: PendingPost) -> None:
        """Note that the room's message is about to be posted."""
        await self._database.execute_autocommit(_BEGIN_POST, room_id, *astuple(post), changed_keys=())

    async def load(self, room_id: int) -> PendingPost | None:
        """Return the post that may exist on Discord without being recorded, None if there is none."""
        rows = await self._database.fetch(_PENDING_POST, room_id)
        return PendingPost(*rows[0]) if rows else None


@dataclass(frozen=True)
class MessageStatus:
    """In which ways the message of a room is out of date."""

    is_due: bool  # a change has to be shown
    has_old_look: bool  # its language or theme is no longer the server's
    is_unreachable: bool  # it could not be shown so far
    needs_repost: bool  # it has to be posted again; used only where several processes share the database


class OutboxStore(ShardedStore):
    """Messages to post or edit. Each call is one transaction, except the steps at the end, which need one.

    A process that takes over the name of a crashed process can use that process's leases at once.
    """

    def __init__(self, database: Database, fleet: Fleet, shards: ShardRange) -> None:
        super().__init__(database, shards)
        self._fleet = fleet
        self._taken = set[int]()

    async def mark_due(self, room_id: int) -> None:
        """Mark the room's newest message as due although nothing in the room changed."""
        await self._database.execute_autocommit(_MARK_DUE, room_id, changed_keys=())

    async def due_rooms(self) -> list[tuple[int, int]]:
        """Return rooms whose newest message is out of date, longest waiting first, each with the log length to show."""
        waiting_since: dict[tuple[int, int], float] = {}
        async for room_id, length, since in self._fetch_pages(_DUE_ROOMS, _BEFORE_FIRST_ROOM):
            waiting_since[room_id, length] = since
        return sorted(waiting_since, key=waiting_since.__getitem__)

    async def is_due(self, room_id: int) -> bool:
        """Whether the room is one of `due_rooms`. Fast even if many rooms are due."""
        return bool(await self._database.fetch(_IS_DUE, room=room_id))

    async def status(self, room_id: int) -> MessageStatus:
        """Return in which ways the room's message is out of date."""
        work = partial(self._database.execute, _STATUS, {"room": room_id})
        (row,) = await self._database.snapshot(work)
        return MessageStatus(*map(bool, row))

    async def outdated_rooms(self) -> frozenset[int]:
        """Return all rooms whose message is out of date, including unreachable ones, which `due_rooms` leaves out."""
        return frozenset([room_id async for (room_id,) in self._fetch_pages(_OUTDATED_ROOMS, _BEFORE_FIRST_ROOM)])

    async def record_shown(self, seen: Record, shown: NewestMessage, fresh: bool) -> bool:
        """Record the message that shows the room as `seen`; with `fresh` also the time at which it was posted.

        The message is no longer due, unless the room changed since. Return whether its language or theme is no longer
        the server's.
        """
        looks_old = False

        async def work() -> Record | None:
            nonlocal looks_old
            if fresh:
                # The previous message is now stale, unless it was a lobby's. No post is pending any more.
                await self._database.execute(_ADD_STALE, (shown.posted_at + STALE_RETRY_DELAY, seen.id, shown.id))
                await self._database.execute(_REMOVE_POST, (seen.id,))
            facts = {"message": shown.id, "length": shown.log_length, "id": seen.id}
            moments = await self._database.execute(_RECORD_SHOWN, facts)
            if fresh:
                moment = {"posted": shown.posted_at, "id": seen.id, "changed_at": seen.changed_at}
                moments = await self._database.execute(_RECORD_POSTED, moment)
            await self._database.execute(_REMOVE_SHOWN, (seen.id, seen.change))
            if seen.id in self._taken:
                await self._database.execute(
                    _RELEASE_AFTER_REPOST if fresh else _RELEASE_LEASE, (seen.id, self._fleet.worker)
                )
            looks_old = bool(await self._database.execute(_HAS_OLD_LOOK, (seen.id,)))
            if fresh and seen.unpinged_guests:
                await self._database.execute(_MARK_GUESTS_NOTIFIED, (seen.id, seen.change))
                return None  # more than the message has changed in the record
            before: Record | None = self._database.recall_newest(seen.id)
            if before is None or not moments:
                return None
            return replace(before, newest_message=replace(shown, posted_at=moments[0][0]))

        await self._database.transaction(work, (seen.id,), attrgetter("id"))
        self._taken.discard(seen.id)
        return looks_old

    async def take(self, room_id: int, now: float) -> bool:
        """Lease the room's message to this process until `record_shown` or `release`, at most SHOWING_LEASE seconds.

        Return False if another process has the lease, or if nothing is due because another process has shown the room.
        """
        if self._database.port.is_shared:
            self._taken.add(room_id)  # before the answer, so that a cancelled task releases it, too
        is_ours = await self._take(
            _TAKE_LEASE, now, changed_keys=(room_id,), room=room_id, worker=self._fleet.worker, lease=SHOWING_LEASE
        )
        if not is_ours:
            self._taken.discard(room_id)
        return is_ours

    async def release(self, room_id: int) -> None:
        """Give up the lease of a room that this process could not show."""
        if room_id in self._taken:
            self._taken.discard(room_id)
            await self._database.execute_autocommit(_RELEASE_LEASE, room_id, self._fleet.worker, changed_keys=())

    async def request_repost(self, room_id: int) -> None:
        """Ask the process that shows the room to post its message again."""
        await self._database.execute_autocommit(_REQUEST_REPOST, room_id, changed_keys=())

    async def clear_old_look(self, room_id: int, change: int) -> None:
        """Note that the message shows the room after that change in the server's language and theme."""
        await self._database.execute_autocommit(_CLEAR_OLD_LOOK, room_id, change)

    # steps inside a transaction

    async def mark_changed(self, old: Record, new: Record) -> None:
        """Mark the room's message as due, unless the change is not visible in it."""
        if new.without_reminders() != old.without_reminders():
            await self._database.execute(_MARK_CHANGED, (old.id, len(new.log), old.change + 1, new.changed_at))

    async def mark_server_looks_old(self, guild: int) -> None:
        """Mark the messages of all open tables of the server as outdated in language or theme."""
        await self._database.execute(_MARK_SERVER_LOOKS_OLD, (guild,))

    async def mark_looks_old(self, room_id: int) -> None:
        """Mark the room's message as outdated in language or theme."""
        await self._database.execute(_MARK_LOOKS_OLD, (room_id,))


class UnreachableStore(ShardedStore):
    """Tables that cannot be shown, and why. Each call is one transaction."""

    async def add(self, room_id: int, reason: str, now: float) -> bool:
        """Note that the room cannot be shown; return whether it could be until now."""

        async def work() -> bool:
            before = await self._database.execute(_UNREACHABLE, (room_id,))
            await self._database.execute(_ADD_UNREACHABLE, (room_id, reason, now, now))
            return not before

        return await self._database.transaction(work)

    async def retry(self, room_id: int) -> None:
        """If the room is listed, let the bot try again to show it, because Discord may allow that now."""
        await self._database.execute_autocommit(_RETRY_UNREACHABLE, room_id)

    async def remove(self, room_id: int) -> None:
        """Remove the room from the list, because it was shown."""
        await self._database.execute_autocommit(_REMOVE_UNREACHABLE, room_id)

    async def reason(self, room_id: int) -> str:
        """Return why the room cannot be shown, "" if it can or is being retried."""
        rows = await self._database.fetch(_UNREACHABLE, room_id)
        return str(rows[0][0]) if rows and not rows[0][1] else ""

    async def rooms(self, due: float | None = None, guild: int | None = None) -> list[int]:
        """Return unreachable rooms of that server (None: of all servers); with `due`, only those to retry at that time.

        The pause between two attempts is a tenth of the time from the first attempt to the last, but at least 20
        seconds and at most an hour.
        """
        limits = {"shortest": MIN_UNREACHABLE_PAUSE, "longest": MAX_UNREACHABLE_PAUSE}
        rows = self._fetch_pages(_UNREACHABLE_ROOMS, _BEFORE_FIRST_ROOM, due=due, guild=guild, **limits)
        return [int(room_id) async for (room_id,) in rows]
