"""All that is kept, in one database: one store a subject, and the saving of a room, in which several take part.

Knows no rules, no games and no Discord; Records go in and come out.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path

from bot.logic.results import NOTHING, Consequences
from bot.model.choices import SeatLimit
from bot.model.record import ENDED_PHASES, Record
from bot.store.choices import LobbyHabitStore, PeopleStore, PreferenceStore, ServerSettingStore
from bot.store.database import Database
from bot.store.database_sqlite import SqliteAdapter
from bot.store.deadlines import DeadlineStore
from bot.store.fleet import Fleet, ProcessStore
from bot.store.folding import FoldedLogStore
from bot.store.homes import EVERYWHERE, Home, HomePart, server_at_home, table_at_home
from bot.store.leaderboards import LeaderboardStore
from bot.store.messages import FilmStore, OutboxStore, PostStore, SharedPageStore, StaleMessageStore, UnreachableStore
from bot.store.notifications import FollowerStore, NotificationStore
from bot.store.page_sessions import PageSessionStore, WatchLinkStore
from bot.store.privacy import PrivacyStore
from bot.store.puzzles import PuzzleStore
from bot.store.ratings import RatingStore
from bot.store.reviews import ReviewStore
from bot.store.rooms import RoomStore
from bot.store.sandboxes import SandboxStore
from bot.store.server_postgres import check_driver
from bot.store.servers import ServerStore

_ROOM_AT_HOME = server_at_home("rooms.guild")
# Tables that are over are not counted: there are more of them every day, and each count would take longer.
_OPEN = f"""
    SELECT (SELECT count(*) FROM rooms INDEXED BY rooms_lobbies
            WHERE phase = 'lobby' AND {_ROOM_AT_HOME}),
        (SELECT count(*) FROM rooms INDEXED BY rooms_running
            WHERE phase = 'playing' AND paused IS NULL AND {_ROOM_AT_HOME}),
        (SELECT count(*) FROM rooms INDEXED BY rooms_paused
            WHERE phase = 'playing' AND paused IS NOT NULL AND {_ROOM_AT_HOME})"""  # noqa: S608
_WAITING = f"""
    SELECT (SELECT count(*) FROM outbox WHERE NOT EXISTS (
            SELECT 1 FROM unreachable_rooms WHERE unreachable_rooms.room = outbox.room AND is_retrying = 0)
            AND {table_at_home("outbox.room")}),
        (SELECT count(*) FROM unreachable_rooms WHERE is_retrying = 0 AND {table_at_home("unreachable_rooms.room")}),
        (SELECT count(*) FROM seats WHERE due <= :now AND is_paused = 0
            AND {table_at_home("seats.room")})"""  # noqa: S608 - no outside text


@dataclass(frozen=True)
class OpenTables:
    """Tables that are not over."""

    lobby: int  # those that have not begun
    playing: int  # those whose clock may run
    paused: int  # those whose clock stands still


@dataclass(frozen=True)
class WaitingWork:
    """What the bot has to do."""

    owed: int  # messages of tables that are out of date
    asleep: int  # tables that wait until Discord lets them be shown
    late: int  # deadlines that have passed


class CountStore(HomePart):
    """Numbers of all that this process sees to. Each call is one statement."""

    async def open_tables(self) -> OpenTables:
        """The tables that are not over."""
        return OpenTables(*(await self._fetch_at_home(_OPEN))[0])

    async def waiting(self, now: float) -> WaitingWork:
        """What waits at that moment."""
        return WaitingWork(*(await self._fetch_at_home(_WAITING, now=now))[0])


class Store:
    """The stores of all subjects on one database. Each call is one transaction: it happens wholly or not at all.

    `home`: the servers that this process sees to. `fleet`: those who share the database.
    """

    def __init__(self, database: Database, home: Home = EVERYWHERE, fleet: Fleet | None = None) -> None:
        self.database = database
        self.home = home
        self.fleet = fleet or Fleet()
        self.rooms = RoomStore(database, home)
        self.folded_logs = FoldedLogStore(database, home)
        self.people = PeopleStore(database)
        self.preferences = PreferenceStore(database)
        self.lobby_habits = LobbyHabitStore(database)
        self.deadlines = DeadlineStore(database, home)
        self.stale_messages = StaleMessageStore(database, home)
        self.shared_pages = SharedPageStore(database)
        self.posts = PostStore(database)
        self.films = FilmStore(database)
        self.reviews = ReviewStore(database)
        self.outbox = OutboxStore(database, self.fleet, home)
        self.notifications = NotificationStore(database, home)
        self.followers = FollowerStore(database, home)
        self.unreachable = UnreachableStore(database, home)
        self.server_settings = ServerSettingStore(database, self.outbox)
        self.servers = ServerStore(database, home)
        self.watch_links = WatchLinkStore(database, self.outbox)
        self.sandboxes = SandboxStore(database, self.people)
        self.puzzles = PuzzleStore(database, self.people)
        self.page_sessions = PageSessionStore(database, self.people)
        self.privacy = PrivacyStore(database)
        self.ratings = RatingStore(database, self.rooms, self.privacy)
        self.leaderboards = LeaderboardStore(database)
        self.counts = CountStore(database, home)
        self.processes = ProcessStore(database)
        self.load = self.rooms.load
        self.close = database.close

    @classmethod
    async def open(cls, place: Path | str, home: Home = EVERYWHERE) -> Store:
        """The store in that file, made if there is none, or at that address of a PostgreSQL server.

        On a server other processes may have it open, too. Raises StoreFault, whose key names the reason.
        """
        if isinstance(place, Path):
            return cls(Database(await SqliteAdapter.open(place)), home)
        check_driver(place)
        from bot.store.database_postgres import PostgresAdapter
        from bot.store.fleet_postgres import FleetOnServer

        fleet = FleetOnServer(place, home)
        return cls(Database(await PostgresAdapter.open_within(place, fleet)), home, fleet)

    @classmethod
    async def open_alone(cls, place: Path | str) -> Store:
        """As `open`, and no other process uses it meanwhile."""
        if isinstance(place, Path):
            return await cls.open(place)
        check_driver(place)
        from bot.store.database_postgres import PostgresAdapter

        return cls(Database(await PostgresAdapter.open(place)))

    async def add(self, record: Record, press: int, limit: SeatLimit | None = None) -> Record:
        """The record kept as a new room, with its number; `limit`: of its host, who sits down.

        Raises Conflict if the press was used before, and Refusal("too_many_person").
        """

        async def work() -> Record:
            if limit is not None:
                await self.servers.lock_seats(limit.person)
            saved = await self._add(record, press)
            if limit is not None:
                await self.servers.needs_seat(limit)
            return saved

        return await self.database.transaction(work, key=attrgetter("id"))

    async def save(self, old: Record, new: Record, press: int | None, then: Consequences = NOTHING) -> Record:
        """What changed from `old` to `new` is kept: room, seats, further log lines, the press, what is owed.

        With what follows from it: the next game of a match as a new room, a result and the ratings it changes. Comes
        back as it is kept now. Raises Conflict if the room is not as `old` any more or the press was used before, and
        Refusal("too_many_person").
        """

        async def work() -> Record:
            if new.is_silent_after(old):
                await self.rooms.unchanged(old)
                await self.rooms.fill(old, new, press)
                saved = await self.rooms.read(old.id, new.log)
                assert saved is not None
                return saved
            if then.limit is not None:
                await self.servers.lock_seats(then.limit.person)
            await self.people.meet(set(new.people) - set(old.people))
            await self.rooms.update(old, new)
            if new.log != old.log and old.phase in ENDED_PHASES:
                await self.folded_logs.unfold(old.id)
                await self.reviews.drop(old.id)
            if then.born is not None:
                await self._add(then.born, None)
            if then.result is not None:
                await self.ratings.add(then.result)
            saved = await self._fill(old, new, press)
            if then.limit is not None:
                await self.servers.needs_seat(then.limit)
            return saved

        touched: set[Hashable] | None = None  # anything in the cache: the names of people are in all their rooms
        if not then.born and old.people == new.people:
            touched = {old.id} | (self.rooms.lists(old) ^ self.rooms.lists(new))
        saved: Record = await self.database.transaction(work, touched, attrgetter("id"), wide=bool(then.result))
        if press is not None:
            self.rooms.note_press(press, saved.id)
        return saved

    # steps inside a transaction

    async def _add(self, record: Record, press: int | None) -> Record:
        await self.people.meet(record.people)
        return await self._fill(await self.rooms.insert(record), record, press)

    async def _fill(self, old: Record, new: Record, press: int | None) -> Record:
        await self.rooms.fill(old, new, press)
        await self.notifications.add(old, new)
        await self.outbox.add(old, new)
        saved = await self.rooms.read(old.id, new.log)
        assert saved is not None
        return saved
