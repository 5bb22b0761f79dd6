"""Who may use pages: browsers in which people play, links that wait to be opened, links for watching taken back.

Knows no secret, only digests, and no link.
"""

from dataclasses import dataclass

from bot.model.people import Person
from bot.store.choices import PeopleStore
from bot.store.database import Database, StorePart
from bot.store.messages import OutboxStore

_NEW = "INSERT INTO page_sessions (digest, person, is_link, since, until) VALUES (?, ?, ?, ?, ?)"
_TAKEN = "DELETE FROM page_sessions WHERE digest = ? AND is_link = 1 AND until > ? RETURNING person"
_PERSON = "SELECT person FROM page_sessions WHERE digest = ? AND is_link = 0 AND until > ?"
_OWNER = "SELECT person FROM page_sessions WHERE digest = ? AND is_link = 1 AND until > ?"
_OF = "SELECT since FROM page_sessions WHERE person = ? AND is_link = 0 AND until > ? ORDER BY since"
_END = "DELETE FROM page_sessions WHERE person = ?"
_LEAVE = "DELETE FROM page_sessions WHERE digest = ? AND is_link = 0"
_EXPIRE = "DELETE FROM page_sessions WHERE until <= ?"
_KEEP_NEWEST = """
    DELETE FROM page_sessions WHERE person = :person AND is_link = :is_link AND digest NOT IN (
        SELECT digest FROM page_sessions WHERE person = :person AND is_link = :is_link
        ORDER BY since DESC, digest LIMIT :most)"""
_WATCH = "SELECT revocations, closed FROM watch_links WHERE room = ?"
_CLOSE_WATCHING = """
    INSERT INTO watch_links (room, revocations, closed) VALUES (?, 1, 1)
    ON CONFLICT (room) DO UPDATE SET revocations = watch_links.revocations + 1 - watch_links.closed, closed = 1"""
_OPEN_WATCHING = "UPDATE watch_links SET closed = 0 WHERE room = ?"


class PageSessionStore(StorePart):
    """What is kept of browsers and personal links. Moments are in unix seconds. Each call is one transaction."""

    def __init__(self, database: Database, people: PeopleStore) -> None:
        super().__init__(database)
        self._people = people

    async def add_link(self, digest: str, person: Person, now: float, until: float, most: int) -> None:
        """The link of that digest can be opened for a while; so many of the person at most, older ones are gone."""

        async def work() -> None:
            await self._people.meet([person])
            await self._add(digest, person.id, (True, now, until), most)

        await self._database.transaction(work)

    async def open_link(self, link: str, session: str, now: float, until: float, most: int) -> bool:
        """The link has become a session of its person: once, and only in its time. Whether it has."""

        async def work() -> bool:
            rows = await self._database.execute(_TAKEN, (link, now))
            for (person,) in rows:
                await self._add(session, int(person), (False, now, until), most)
            return bool(rows)

        return await self._database.transaction(work, ())

    async def person(self, digest: str, now: float) -> int | None:
        """Whose session it is; None if there is none, or none any more."""
        rows = await self._database.fetch(_PERSON, digest, now)
        return int(rows[0][0]) if rows else None

    async def owner(self, digest: str, now: float) -> int | None:
        """Whose link it is; None if there is none, or none any more."""
        rows = await self._database.fetch(_OWNER, digest, now)
        return int(rows[0][0]) if rows else None

    async def begun(self, person: int, now: float) -> list[float]:
        """When each session of the person began that still works, the oldest first."""
        return [float(since) for (since,) in await self._database.fetch(_OF, person, now)]

    async def end_all(self, person: int) -> None:
        """No session and no link of the person works any more."""
        await self._database.execute_alone(_END, person, rooms=())

    async def end(self, digest: str) -> None:
        """That session works no more."""
        await self._database.execute_alone(_LEAVE, digest, rooms=())

    async def expire(self, now: float) -> None:
        """What has run out is gone."""
        await self._database.execute_alone(_EXPIRE, now, rooms=())

    async def _add(self, digest: str, person: int, facts: tuple[bool, float, float], most: int) -> None:
        is_link, since, until = facts
        await self._database.execute(_NEW, (digest, person, int(is_link), since, until))
        await self._database.execute(_KEEP_NEWEST, {"person": person, "is_link": int(is_link), "most": most})


@dataclass(frozen=True)
class WatchLinkState:
    """What became of the link of a table."""

    renewed: int = 0
    """How often it was taken back."""
    is_closed: bool = False
    """It is taken back now."""


class WatchLinkStore(StorePart):
    """The links of tables that are not as they were at first. Each call is one transaction."""

    def __init__(self, database: Database, outbox: OutboxStore) -> None:
        super().__init__(database)
        self._outbox = outbox

    async def of(self, room_id: int) -> WatchLinkState:
        """What became of the table's link."""
        (rows,) = await self._database.fetch_cached((_WATCH, (room_id,)))
        return WatchLinkState(int(rows[0][0]), bool(rows[0][1])) if rows else WatchLinkState()

    async def close(self, room_id: int) -> None:
        """The table has no link; the message that shows it is out of date."""
        await self._change(_CLOSE_WATCHING, room_id)

    async def open(self, room_id: int) -> None:
        """The table has a link again, which is not the one that it had; its message is out of date."""
        await self._change(_OPEN_WATCHING, room_id)

    async def _change(self, sql: str, room_id: int) -> None:
        async def work() -> None:
            await self._database.execute(sql, (room_id,))
            await self._outbox.add_look(room_id)

        await self._database.transaction(work)
