"""The whole database: one store per subject, and the saving of a room, which involves several of them.

Stores and returns whole Records. Knows nothing about rules, games and Discord.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path

from bot.logic.results import NO_CONSEQUENCES, Consequences
from bot.model.preferences import SeatLimit
from bot.model.record import ENDED_PHASES, Record
from bot.store.database import Database
from bot.store.deadlines import DeadlineStore
from bot.store.fleet import Fleet, ProcessStore
from bot.store.folded_logs import FoldedLogStore
from bot.store.leaderboards import LeaderboardStore
from bot.store.messages import FilmStore, OutboxStore, PostStore, SharedPageStore, StaleMessageStore, UnreachableStore
from bot.store.notifications import FollowerStore, NotificationStore
from bot.store.page_sessions import PageSessionStore, WatchLinkStore
from bot.store.postgres_server import check_driver
from bot.store.preferences import LobbyHabitStore, PeopleStore, PreferenceStore, ServerSettingStore
from bot.store.privacy import PrivacyStore
from bot.store.puzzles import PuzzleStore
from bot.store.ratings import RatingStore
from bot.store.reviews import ReviewStore
from bot.store.rooms import RoomStore
from bot.store.sandboxes import SandboxStore
from bot.store.servers import ServerStore
from bot.store.shard_range import ALL_SHARDS, ShardedStore, ShardRange, server_in_range, table_in_range
from bot.store.sqlite_adapter import SqliteAdapter

_ROOM_IN_RANGE = server_in_range("rooms.guild")
# Finished tables are not counted, because their number grows every day and counting them would take ever longer.
_COUNT_OPEN = f"""
    SELECT (SELECT count(*) FROM rooms INDEXED BY rooms_lobbies
            WHERE phase = 'lobby' AND {_ROOM_IN_RANGE}),
        (SELECT count(*) FROM rooms INDEXED BY rooms_running
            WHERE phase = 'playing' AND paused IS NULL AND {_ROOM_IN_RANGE}),
        (SELECT count(*) FROM rooms INDEXED BY rooms_paused
            WHERE phase = 'playing' AND paused IS NOT NULL AND {_ROOM_IN_RANGE})"""  # noqa: S608
_COUNT_WAITING = f"""
    SELECT (SELECT count(*) FROM outbox WHERE NOT EXISTS (
            SELECT 1 FROM unreachable_rooms WHERE unreachable_rooms.room = outbox.room AND is_retrying = 0)
            AND {table_in_range("outbox.room")}),
        (SELECT count(*) FROM unreachable_rooms WHERE is_retrying = 0 AND {table_in_range("unreachable_rooms.room")}),
        (SELECT count(*) FROM seats WHERE due <= :now AND is_paused = 0
            AND {table_in_range("seats.room")})"""  # noqa: S608 - no outside text


@dataclass(frozen=True)
class OpenTableCounts:
    """Tables that are not over."""

    lobby: int  # not started yet
    playing: int  # clocks may run
    paused: int  # clocks are stopped


@dataclass(frozen=True)
class WaitingWork:
    """Counts of pending work."""

    due_messages: int  # messages of tables that are out of date
    unreachable: int  # tables that Discord does not let the bot show
    missed_deadlines: int  # deadlines that have passed


class CountStore(ShardedStore):
    """Counts of this process's tables and work. Each call is one statement."""

    async def open_tables(self) -> OpenTableCounts:
        """Return the numbers of open tables."""
        return OpenTableCounts(*(await self._fetch_in_range(_COUNT_OPEN))[0])

    async def waiting(self, now: float) -> WaitingWork:
        """Return the amount of work that is waiting now."""
        return WaitingWork(*(await self._fetch_in_range(_COUNT_WAITING, now=now))[0])


class Store:
    """The stores of all subjects on one database. Each call is one transaction.

    `shards`: the servers that this process handles. `fleet`: the processes that share the database.
    """

    def __init__(self, database: Database, shards: ShardRange = ALL_SHARDS, fleet: Fleet | None = None) -> None:
        self.database = database
        self.shards = shards
        self.fleet = fleet or Fleet()
        self.rooms = RoomStore(database, shards)
        self.folded_logs = FoldedLogStore(database, shards)
        self.people = PeopleStore(database)
        self.preferences = PreferenceStore(database)
        self.lobby_habits = LobbyHabitStore(database)
        self.deadlines = DeadlineStore(database, shards)
        self.stale_messages = StaleMessageStore(database, shards)
        self.shared_pages = SharedPageStore(database)
        self.posts = PostStore(database)
        self.films = FilmStore(database)
        self.reviews = ReviewStore(database)
        self.outbox = OutboxStore(database, self.fleet, shards)
        self.notifications = NotificationStore(database, shards)
        self.followers = FollowerStore(database, shards)
        self.unreachable = UnreachableStore(database, shards)
        self.server_settings = ServerSettingStore(database, self.outbox)
        self.servers = ServerStore(database, shards)
        self.watch_links = WatchLinkStore(database, self.outbox)
        self.sandboxes = SandboxStore(database, self.people)
        self.puzzles = PuzzleStore(database, self.people)
        self.page_sessions = PageSessionStore(database, self.people)
        self.privacy = PrivacyStore(database)
        self.ratings = RatingStore(database, self.rooms, self.privacy)
        self.leaderboards = LeaderboardStore(database)
        self.counts = CountStore(database, shards)
        self.processes = ProcessStore(database)
        self.load = self.rooms.load
        self.close = database.close

    @classmethod
    async def open(cls, place: Path | str, shards: ShardRange = ALL_SHARDS) -> Store:
        """Open the database file, which is created if missing, or the database at the address of a PostgreSQL server.

        On a server other processes may have the database open, too. Raises StoreFault, whose key names the reason.
        """
        if isinstance(place, Path):
            return cls(Database(await SqliteAdapter.open(place)), shards)
        check_driver(place)
        from bot.store.postgres_adapter import PostgresAdapter
        from bot.store.postgres_fleet import PostgresFleet

        fleet = PostgresFleet(place, shards)
        return cls(Database(await PostgresAdapter.open_with_lock(place, fleet)), shards, fleet)

    @classmethod
    async def open_exclusively(cls, place: Path | str) -> Store:
        """Open the database while no other process uses it."""
        if isinstance(place, Path):
            return await cls.open(place)
        check_driver(place)
        from bot.store.postgres_adapter import PostgresAdapter

        return cls(Database(await PostgresAdapter.open(place)))

    async def add(self, record: Record, press: int, limit: SeatLimit | None = None) -> Record:
        """Save the record as a new room; return it with its number. `limit` applies to its host.

        Raises Conflict if the press was used before, and Refusal("too_many_person").
        """

        async def work() -> Record:
            if limit is not None:
                await self.servers.lock_seats(limit.person)
            saved = await self._add(record, press)
            if limit is not None:
                await self.servers.check_seat_limit(limit)
            return saved

        return await self.database.transaction(work, key=attrgetter("id"))

    async def save(
        self, old: Record, new: Record, press: int | None, consequences: Consequences = NO_CONSEQUENCES
    ) -> Record:
        """Save the change from `old` to `new` with its consequences, such as a result; return the record as saved.

        Marks the room's message as due. Raises Conflict if the room is no longer as in `old` or the press was used
        before, and Refusal("too_many_person").
        """

        async def work() -> Record:
            if new.is_silent_after(old):
                await self.rooms.check_unchanged(old)
                await self.rooms.save_parts(old, new, press)
                saved = await self.rooms.read(old.id, new.log)
                assert saved is not None
                return saved
            if consequences.limit is not None:
                await self.servers.lock_seats(consequences.limit.person)
            await self.people.register(set(new.people) - set(old.people))
            await self.rooms.update(old, new)
            if new.log != old.log and old.phase in ENDED_PHASES:
                await self.folded_logs.unfold(old.id)
                await self.reviews.delete(old.id)
            if consequences.next_game is not None:
                await self._add(consequences.next_game, None)
            if consequences.result is not None:
                await self.ratings.add(consequences.result)
            saved = await self._save_parts(old, new, press)
            if consequences.limit is not None:
                await self.servers.check_seat_limit(consequences.limit)
            return saved

        touched: set[Hashable] | None = None  # any cached value, because a new name appears in all rooms of a person
        if not consequences.next_game and old.people == new.people:
            touched = {old.id} | (self.rooms.list_keys(old) ^ self.rooms.list_keys(new))
        saved: Record = await self.database.transaction(
            work, touched, attrgetter("id"), serialized=bool(consequences.result)
        )
        if press is not None:
            self.rooms.note_press(press, saved.id)
        return saved

    # steps inside a transaction

    async def _add(self, record: Record, press: int | None) -> Record:
        await self.people.register(record.people)
        return await self._save_parts(await self.rooms.insert(record), record, press)

    async def _save_parts(self, old: Record, new: Record, press: int | None) -> Record:
        await self.rooms.save_parts(old, new, press)
        await self.notifications.add(old, new)
        await self.outbox.mark_changed(old, new)
        saved = await self.rooms.read(old.id, new.log)
        assert saved is not None
        return saved
