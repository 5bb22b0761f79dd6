"""Messages of tables: those to show and to try again, being posted, old ones, films, private pages shown to all.

Knows no words.
"""

from collections.abc import Collection
from dataclasses import astuple, dataclass, replace
from functools import partial
from operator import attrgetter

from bot.model.record import Record, Shown
from bot.store.database import Database, StorePart
from bot.store.fleet import Fleet
from bot.store.homes import Home, HomePart, server_at_home, table_at_home

FIRST_WAIT = 3600.0  # seconds

_ADD_STALE = """
    INSERT INTO stale_messages (message, room, channel, length, at)
    SELECT message, id, CASE WHEN shown_length < 0 THEN coalesce(lobby_channel, channel) ELSE channel END,
        shown_length, ?
    FROM rooms WHERE id = ? AND message <> ? AND phase <> 'lobby'
    ON CONFLICT DO NOTHING"""
_RETRY_STALE = "UPDATE stale_messages SET retries = ?, at = ? WHERE message = ?"
_REMOVE_STALE = "DELETE FROM stale_messages WHERE message = ?"
_STALE = f"""
    SELECT message, room, channel, length, retries FROM stale_messages
    WHERE at <= :now AND {table_at_home("stale_messages.room")} ORDER BY at, message"""  # noqa: S608 - no outside text
_FILM_OF = "SELECT channel, message FROM films WHERE room = ?"
_ADD_FILM = "INSERT INTO films (room, channel, message) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
_SHOW_PAGE = "INSERT INTO shared_pages (message, page, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING message"
_HIDE_PAGE = "DELETE FROM shared_pages WHERE message = ? AND page = ?"
_FORGET_PAGES = "DELETE FROM shared_pages WHERE at < ?"
_BEGIN_POST = """
    INSERT INTO pending_posts (room, channel, nonce, picture, change, length, changed_at, at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (room) DO UPDATE SET channel = excluded.channel, nonce = excluded.nonce, picture = excluded.picture,
        change = excluded.change, length = excluded.length, changed_at = excluded.changed_at, at = excluded.at"""
_BEGUN_POST = "SELECT channel, nonce, picture, change, length, changed_at, at FROM pending_posts WHERE room = ?"
_NOTE_POST = "DELETE FROM pending_posts WHERE room = ?"
_OWE = """
    INSERT INTO outbox (room, length, change, since) VALUES (?, ?, ?, ?)
    ON CONFLICT (room) DO UPDATE SET change = excluded.change,
        length = CASE WHEN outbox.length < 0 THEN outbox.length ELSE excluded.length END"""
_FIRST = {"last": 0}  # before the first room
_AWAKE = "NOT EXISTS (SELECT 1 FROM unreachable_rooms WHERE unreachable_rooms.room = outbox.room AND is_retrying = 0)"
# A process that shows a table has it to itself for so long, unless it ends before: longer than any post may take.
LEASE = 40.0  # seconds
_TAKE = """
    UPDATE outbox SET worker = :worker, until = :clock + :lease
    WHERE room = :room AND (worker = :worker OR until <= :clock) RETURNING room"""
_RELEASE = "UPDATE outbox SET worker = '', until = 0 WHERE room = ? AND worker = ?"
_SHOWN_ANEW = "UPDATE outbox SET worker = '', until = 0, needs_repost = 0 WHERE room = ? AND worker = ?"
_BRING = """
    INSERT INTO outbox (room, length, change, since, needs_repost)
    SELECT id, length, change, changed_at, 1 FROM rooms WHERE id = ?
    ON CONFLICT (room) DO UPDATE SET needs_repost = 1"""
_AT_HOME = table_at_home("outbox.room")
_OWED = f"""
    SELECT room, length, since FROM outbox WHERE room > :last AND {_AWAKE} AND {_AT_HOME}
    ORDER BY room LIMIT :most"""  # noqa: S608 - no outside text
_IS_OWED = f"SELECT 1 FROM outbox WHERE room = :room AND {_AWAKE}"  # noqa: S608
_STATUS = f"""
    SELECT EXISTS ({_IS_OWED}), EXISTS (SELECT 1 FROM outbox WHERE room = :room AND length < 0),
        EXISTS (SELECT 1 FROM unreachable_rooms WHERE room = :room),
        EXISTS (SELECT 1 FROM outbox WHERE room = :room AND needs_repost = 1)"""  # noqa: S608
_SHOWN = "UPDATE rooms SET message = :message, shown_length = :length WHERE id = :id RETURNING posted"
# What happened while a message was on its way came after it, though the message stands there later: it counts as
# posted when the first such thing happened. A statement of its own, once the room is ours: on a server a statement that
# had to wait for the room would not see what others wrote elsewhere meanwhile.
_POSTED = """
    UPDATE rooms SET posted = (SELECT min(at) FROM (
            SELECT changed_at AS at FROM rooms WHERE id = :id UNION ALL SELECT at FROM room_events WHERE room = :id
            UNION ALL SELECT at FROM proposals WHERE room = :id UNION ALL SELECT at FROM offers WHERE room = :id
            UNION ALL SELECT deadline_moved FROM seats WHERE room = :id
            UNION ALL SELECT CAST(:posted AS DOUBLE PRECISION)) AS moments
        WHERE at > :changed_at OR at = :posted)
    WHERE id = :id RETURNING posted"""
_BEHIND = f"SELECT room FROM outbox WHERE room > :last AND {_AT_HOME} ORDER BY room LIMIT :most"  # noqa: S608
_PAID = "DELETE FROM outbox WHERE room = ? AND change <= ? AND length >= 0"
_OWE_AGAIN = """
    INSERT INTO outbox (room, length, change, since) SELECT id, length, change, changed_at FROM rooms WHERE id = ?
    ON CONFLICT DO NOTHING"""
_CALLED = "UPDATE guests SET is_notified = 1 WHERE room = ? AND since <= ?"
# Messages of open tables are behind, though nothing in their rooms changed: a length below 0 tells this from a move.
_LOOK_AGAIN = """
    INSERT INTO outbox (room, length, change, since) SELECT id, -1, change, changed_at FROM rooms
    WHERE guild = ? AND phase IN ('lobby', 'playing') AND message IS NOT NULL
    ON CONFLICT (room) DO UPDATE SET length = -1"""
_LOOK_AT_ONE = """
    INSERT INTO outbox (room, length, change, since) SELECT id, -1, change, changed_at FROM rooms
    WHERE id = ? AND message IS NOT NULL
    ON CONFLICT (room) DO UPDATE SET length = -1"""
_LOOKED = "DELETE FROM outbox WHERE room = ? AND change <= ? AND length < 0"
_LOOKS_OLD = "SELECT 1 FROM outbox WHERE room = ? AND length < 0"
_SLEEPS = """
    INSERT INTO unreachable_rooms (room, reason, first_attempt, last_attempt) VALUES (?, ?, ?, ?)
    ON CONFLICT (room) DO UPDATE SET reason = excluded.reason, last_attempt = excluded.last_attempt,
        is_retrying = 0"""
_TRIES = "UPDATE unreachable_rooms SET is_retrying = 1 WHERE room = ?"
_WAKES = "DELETE FROM unreachable_rooms WHERE room = ?"
_ASLEEP = "SELECT reason, is_retrying FROM unreachable_rooms WHERE room = ?"
SHORTEST_PAUSE = 20.0  # seconds before such a table is tried again, at least
LONGEST_PAUSE = 3600.0  # and at most
_SLEEPING = f"""
    SELECT unreachable_rooms.room FROM unreachable_rooms JOIN rooms ON rooms.id = unreachable_rooms.room
    WHERE unreachable_rooms.room > :last AND is_retrying = 0
        AND (CAST(:guild AS BIGINT) IS NULL OR rooms.guild = :guild)
        AND (CAST(:due AS DOUBLE PRECISION) IS NULL OR last_attempt + CASE
            WHEN (last_attempt - first_attempt) / 10 > :longest THEN :longest
            WHEN (last_attempt - first_attempt) / 10 < :shortest THEN :shortest
            ELSE (last_attempt - first_attempt) / 10 END <= :due) AND {server_at_home("rooms.guild")}
    ORDER BY unreachable_rooms.room LIMIT :most"""  # noqa: S608 - no outside text


@dataclass(frozen=True)
class StaleMessage:
    """A message that shows an earlier state of a room."""

    message: int  # its number
    room: int  # that of the room
    channel: int  # that of the channel
    length: int  # how many log entries it shows, -1 for a lobby
    tries: int = 0  # how often it was tried again so far


class StaleMessageStore(HomePart):
    """Old messages that still look current. Each call is one transaction."""

    async def retry(self, stale: StaleMessage, at: float) -> None:
        """The message, if it is still here, is tried once more at that moment (unix seconds)."""
        await self._database.execute_alone(_RETRY_STALE, stale.tries + 1, at, stale.message, rooms=())

    async def remove(self, messages: Collection[int]) -> None:
        """These messages need not be tried any more."""
        work = partial(self._database.execute_many, _REMOVE_STALE, [(message,) for message in messages])
        await self._database.transaction(work, ())

    async def due(self, now: float) -> list[StaleMessage]:
        """The messages that are to be tried at this moment, longest due first."""
        return [StaleMessage(*row) for row in await self._fetch_at_home(_STALE, now=now)]


class FilmStore(StorePart):
    """The film of each table that has one. Each call is one transaction."""

    async def of(self, room_id: int) -> tuple[int, int] | None:
        """Channel and message of the table's film, None before it was posted."""
        rows = await self._database.fetch(_FILM_OF, room_id)
        return (int(rows[0][0]), int(rows[0][1])) if rows else None

    async def add(self, room_id: int, channel: int, message: int) -> None:
        """The film of the table is this message; the first one stays it."""
        await self._database.execute_alone(_ADD_FILM, room_id, channel, message)


class SharedPageStore(StorePart):
    """Pages of private messages that were shown to a whole channel. Each call is one transaction."""

    async def add(self, message: int, page: str, now: float) -> bool:
        """The page of that message counts as shown at this moment (unix seconds); False if it did before."""
        return bool(await self._database.execute_alone(_SHOW_PAGE, message, page, now))

    async def remove(self, message: int, page: str) -> None:
        """The page does not count as shown."""
        await self._database.execute_alone(_HIDE_PAGE, message, page)

    async def forget(self, before: float) -> None:
        """Which pages were shown before that moment (unix seconds) is forgotten."""
        await self._database.execute_alone(_FORGET_PAGES, before, rooms=())


@dataclass(frozen=True)
class PendingPost:
    """A message that was to be posted. Moments are in unix seconds."""

    channel: int  # the number of its channel
    nonce: str  # by which Discord knows it for some minutes
    picture: str  # the name of its picture, "" without one
    change: int  # of the room that it shows
    length: int  # of the log that it shows
    moved: float  # when the room had last changed
    at: float  # when Discord was asked


class PostStore(StorePart):
    """What was about to be posted, a message a room at most. Each call is one transaction."""

    async def begin(self, room_id: int, post: PendingPost) -> None:
        """The room's message is about to be posted."""
        await self._database.execute_alone(_BEGIN_POST, room_id, *astuple(post), rooms=())

    async def begun(self, room_id: int) -> PendingPost | None:
        """What was about to be posted and may stand there; None if all that was posted is noted."""
        rows = await self._database.fetch(_BEGUN_POST, room_id)
        return PendingPost(*rows[0]) if rows else None


@dataclass(frozen=True)
class MessageStatus:
    """What the message of a room lacks."""

    is_owed: bool  # a change is to be shown
    looks_old: bool  # it has a language or look that its server has given up
    unreachable: bool  # it could not be shown until now
    is_brought: bool  # it is to be posted anew; noted only where several processes share the database


class OutboxStore(HomePart):
    """Messages to post or edit. Each call is one transaction, except the steps at the end, which need one.

    A process that has the name of another one after its crash goes on at once with what that was showing.
    """

    def __init__(self, database: Database, fleet: Fleet, home: Home) -> None:
        super().__init__(database, home)
        self._fleet = fleet
        self._taken = set[int]()

    async def owe(self, room_id: int) -> None:
        """The newest message of the room is out of date, though nothing in the room changed."""
        await self._database.execute_alone(_OWE_AGAIN, room_id, rooms=())

    async def owed(self) -> list[tuple[int, int]]:
        """Rooms whose newest message is out of date, longest waiting first, each with the length of log to show."""
        waiting_since: dict[tuple[int, int], float] = {}
        async for room_id, length, since in self._pages(_OWED, _FIRST):
            waiting_since[room_id, length] = since
        return sorted(waiting_since, key=waiting_since.__getitem__)

    async def is_owed(self, room_id: int) -> bool:
        """Whether the room is one of these; asked for each message, while many may be waiting."""
        return bool(await self._database.fetch(_IS_OWED, room=room_id))

    async def status(self, room_id: int) -> MessageStatus:
        """What the room's message lacks, for the task that shows it."""
        work = partial(self._database.execute, _STATUS, {"room": room_id})
        (row,) = await self._database.snapshot(work)
        return MessageStatus(*map(bool, row))

    async def behind(self) -> frozenset[int]:
        """The same rooms, and those asleep whose message is behind."""
        return frozenset([room_id async for (room_id,) in self._pages(_BEHIND, _FIRST)])

    async def showed(self, seen: Record, shown: Shown, fresh: bool) -> bool:
        """The message of a room is remembered, its moment only if `fresh`; it shows what was `seen` of the room.

        Nothing is owed any more unless the room went on after that. Whether the message has a language or look that its
        server has given up.
        """
        looks_old = False

        async def work() -> Record | None:
            nonlocal looks_old
            if fresh:
                # The message before it is stale, unless it was a lobby's, and no post is pending any more.
                await self._database.execute(_ADD_STALE, (shown.posted + FIRST_WAIT, seen.id, shown.message))
                await self._database.execute(_NOTE_POST, (seen.id,))
            facts = {"message": shown.message, "length": shown.length, "id": seen.id}
            moments = await self._database.execute(_SHOWN, facts)
            if fresh:
                moment = {"posted": shown.posted, "id": seen.id, "changed_at": seen.moved}
                moments = await self._database.execute(_POSTED, moment)
            await self._database.execute(_PAID, (seen.id, seen.change))
            if seen.id in self._taken:
                await self._database.execute(_SHOWN_ANEW if fresh else _RELEASE, (seen.id, self._fleet.worker))
            looks_old = bool(await self._database.execute(_LOOKS_OLD, (seen.id,)))
            if fresh and seen.uncalled:
                await self._database.execute(_CALLED, (seen.id, seen.change))
                return None  # more than the message is another one now
            before: Record | None = self._database.kept(seen.id)
            if before is None or not moments:
                return None
            return replace(before, shown=replace(shown, posted=moments[0][0]))

        await self._database.transaction(work, (seen.id,), attrgetter("id"))
        self._taken.discard(seen.id)
        return looks_old

    async def take(self, room_id: int, now: float) -> bool:
        """Whether this process alone shows the room from now on, until it `showed` it, or `release`, or LEASE seconds.

        False if another one does, or has done so meanwhile, so that nothing is owed any more.
        """
        if self._database.port.is_shared:
            self._taken.add(room_id)  # before we know: whoever is cancelled meanwhile releases it, too
        is_ours = await self._take(_TAKE, now, rooms=(room_id,), room=room_id, worker=self._fleet.worker, lease=LEASE)
        if not is_ours:
            self._taken.discard(room_id)
        return is_ours

    async def release(self, room_id: int) -> None:
        """Others may show the room, if this process could not."""
        if room_id in self._taken:
            self._taken.discard(room_id)
            await self._database.execute_alone(_RELEASE, room_id, self._fleet.worker, rooms=())

    async def bring(self, room_id: int) -> None:
        """The room's message is to be posted anew, by whichever process shows the room."""
        await self._database.execute_alone(_BRING, room_id, rooms=())

    async def looks_new(self, room_id: int, change: int) -> None:
        """The message shows the room after that change as its server wants it."""
        await self._database.execute_alone(_LOOKED, room_id, change)

    # steps inside a transaction

    async def add(self, old: Record, new: Record) -> None:
        """The newest message of the room is behind, unless nobody could see there what has changed."""
        if new.without_reminders() != old.without_reminders():
            await self._database.execute(_OWE, (old.id, len(new.log), old.change + 1, new.moved))

    async def add_open(self, guild: int) -> None:
        """The messages of all open tables of the server are behind, in their language or look."""
        await self._database.execute(_LOOK_AGAIN, (guild,))

    async def add_look(self, room_id: int) -> None:
        """Inside a transaction: the message of the room looks old, though nothing happened there."""
        await self._database.execute(_LOOK_AT_ONE, (room_id,))


class UnreachableStore(HomePart):
    """The tables that cannot be shown, and why. Each call is one transaction."""

    async def add(self, room_id: int, reason: str, now: float) -> bool:
        """The room is not shown until somebody tries again; whether that is news since it was shown last."""

        async def work() -> bool:
            before = await self._database.execute(_ASLEEP, (room_id,))
            await self._database.execute(_SLEEPS, (room_id, reason, now, now))
            return not before

        return await self._database.transaction(work)

    async def retry(self, room_id: int) -> None:
        """The room, if it is listed, is to be shown again: Discord may allow it now."""
        await self._database.execute_alone(_TRIES, room_id)

    async def remove(self, room_id: int) -> None:
        """The room was shown, so it is not here any more."""
        await self._database.execute_alone(_WAKES, room_id)

    async def reason(self, room_id: int) -> str:
        """Why the room cannot be shown, "" for one that can or may be."""
        rows = await self._database.fetch(_ASLEEP, room_id)
        return str(rows[0][0]) if rows and not rows[0][1] else ""

    async def rooms(self, due: float | None = None, guild: int | None = None) -> list[int]:
        """The rooms here, of that server (None: of all): every one, or those that are to be tried again at that moment.

        The pause before the next try is a tenth of the time since the first one, from 20 seconds to an hour.
        """
        limits = {"shortest": SHORTEST_PAUSE, "longest": LONGEST_PAUSE}
        rows = self._pages(_SLEEPING, _FIRST, due=due, guild=guild, **limits)
        return [int(room_id) async for (room_id,) in rows]
