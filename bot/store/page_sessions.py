"""Sessions of browsers, personal links that are not opened yet, and revoked watch links.

Knows only digests of secrets and links.
"""

from dataclasses import dataclass

from bot.model.people import Person
from bot.store.database import BaseStore, Database
from bot.store.messages import OutboxStore
from bot.store.preferences import PeopleStore

_ADD_SESSION = "INSERT INTO page_sessions (digest, person, is_link, since, until) VALUES (?, ?, ?, ?, ?)"
_SPEND_LINK = "DELETE FROM page_sessions WHERE digest = ? AND is_link = 1 AND until > ? RETURNING person"
_SESSION_PERSON = "SELECT person FROM page_sessions WHERE digest = ? AND is_link = 0 AND until > ?"
_LINK_OWNER = "SELECT person FROM page_sessions WHERE digest = ? AND is_link = 1 AND until > ?"
_SESSION_STARTS = "SELECT since FROM page_sessions WHERE person = ? AND is_link = 0 AND until > ? ORDER BY since"
_END_ALL = "DELETE FROM page_sessions WHERE person = ?"
_END_SESSION = "DELETE FROM page_sessions WHERE digest = ? AND is_link = 0"
_DELETE_EXPIRED = "DELETE FROM page_sessions WHERE until <= ?"
_KEEP_NEWEST = """
    DELETE FROM page_sessions WHERE person = :person AND is_link = :is_link AND digest NOT IN (
        SELECT digest FROM page_sessions WHERE person = :person AND is_link = :is_link
        ORDER BY since DESC, digest LIMIT :most)"""
_WATCH_LINK = "SELECT revocations, closed FROM watch_links WHERE room = ?"
_CLOSE_WATCH_LINK = """
    INSERT INTO watch_links (room, revocations, closed) VALUES (?, 1, 1)
    ON CONFLICT (room) DO UPDATE SET revocations = watch_links.revocations + 1 - watch_links.closed, closed = 1"""
_OPEN_WATCH_LINK = "UPDATE watch_links SET closed = 0 WHERE room = ?"


class PageSessionStore(BaseStore):
    """Browser sessions and personal links. Times are in unix seconds. Each call is one transaction."""

    def __init__(self, database: Database, people: PeopleStore) -> None:
        super().__init__(database)
        self._people = people

    async def add_link(self, digest: str, person: Person, now: float, until: float, most: int) -> None:
        """Add a link that can be opened until that time; only the newest `most` links of the person are kept."""

        async def work() -> None:
            await self._people.register([person])
            await self._add(digest, person.id, (True, now, until), most)

        await self._database.transaction(work)

    async def open_link(self, link: str, session: str, now: float, until: float, most: int) -> bool:
        """Turn the link into a session of its person; return False if it was opened before or has expired."""

        async def work() -> bool:
            rows = await self._database.execute(_SPEND_LINK, (link, now))
            for (person,) in rows:
                await self._add(session, int(person), (False, now, until), most)
            return bool(rows)

        return await self._database.transaction(work, ())

    async def person(self, digest: str, now: float) -> int | None:
        """Return the person to whom the session belongs, None if there is no such session or it has expired."""
        rows = await self._database.fetch(_SESSION_PERSON, digest, now)
        return int(rows[0][0]) if rows else None

    async def owner(self, digest: str, now: float) -> int | None:
        """Return the person to whom the link belongs, None if there is no such link or it has expired."""
        rows = await self._database.fetch(_LINK_OWNER, digest, now)
        return int(rows[0][0]) if rows else None

    async def session_starts(self, person: int, now: float) -> list[float]:
        """Return when each valid session of the person began, the oldest first."""
        return [float(since) for (since,) in await self._database.fetch(_SESSION_STARTS, person, now)]

    async def end_all(self, person: int) -> None:
        """End all sessions and links of the person."""
        await self._database.execute_autocommit(_END_ALL, person, changed_keys=())

    async def end(self, digest: str) -> None:
        """End the session."""
        await self._database.execute_autocommit(_END_SESSION, digest, changed_keys=())

    async def delete_expired(self, now: float) -> None:
        """Delete expired sessions and links."""
        await self._database.execute_autocommit(_DELETE_EXPIRED, now, changed_keys=())

    async def _add(self, digest: str, person: int, facts: tuple[bool, float, float], most: int) -> None:
        is_link, since, until = facts
        await self._database.execute(_ADD_SESSION, (digest, person, int(is_link), since, until))
        await self._database.execute(_KEEP_NEWEST, {"person": person, "is_link": int(is_link), "most": most})


@dataclass(frozen=True)
class WatchLinkState:
    """The state of a table's watch link."""

    revocations: int = 0
    """How often it was revoked."""
    is_closed: bool = False
    """It is revoked now."""


class WatchLinkStore(BaseStore):
    """Watch links that were ever revoked. Each call is one transaction."""

    def __init__(self, database: Database, outbox: OutboxStore) -> None:
        super().__init__(database)
        self._outbox = outbox

    async def load(self, room_id: int) -> WatchLinkState:
        """Return the state of the table's watch link."""
        (rows,) = await self._database.fetch_cached((_WATCH_LINK, (room_id,)))
        return WatchLinkState(int(rows[0][0]), bool(rows[0][1])) if rows else WatchLinkState()

    async def close(self, room_id: int) -> None:
        """Revoke the link; the table's message becomes out of date."""
        await self._change(_CLOSE_WATCH_LINK, room_id)

    async def open(self, room_id: int) -> None:
        """Allow a new link, which differs from earlier ones; the table's message becomes out of date."""
        await self._change(_OPEN_WATCH_LINK, room_id)

    async def _change(self, sql: str, room_id: int) -> None:
        async def work() -> None:
            await self._database.execute(sql, (room_id,))
            await self._outbox.mark_looks_old(room_id)

        await self._database.transaction(work)
