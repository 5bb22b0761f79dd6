"""Personal links to the table pages, each opened once, and the browser sessions that they open.

Knows nothing about requests and tables. A secret is random and known only to the person's browser; only its digest is
stored.
"""

from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256
from secrets import token_urlsafe

from bot.model.errors import Refusal
from bot.model.people import Person
from bot.store.store import Store

SESSION_SECRET_BYTES = 24
MAX_SECRET_LENGTH = 64  # characters; a longer text is not a secret
LINK_LIFE = 600.0  # seconds in which a link can be opened
SESSION_LIFE = 30 * 86_400.0  # seconds
MAX_RECENT_SESSIONS = 10_000  # kept in memory
RECENT_SESSION_AGE = 3600.0  # seconds since the last lookup
MAX_LINKS_PER_PERSON = 10  # a further link replaces the oldest
MAX_SESSIONS_PER_PERSON = 10  # a further session replaces the oldest


class PageSessions:
    """Links and sessions of people. `now`: unix seconds."""

    def __init__(self, store: Store, now: Callable[[], float], forget: Callable[[int], None]) -> None:
        self._sessions = store.page_sessions
        self._now = now
        self._forget = forget
        self.name = store.people.name
        # By digest: the person at the last lookup, and when that was.
        self._recent = OrderedDict[str, tuple[int, float]]()

    async def create_link(self, person: Person) -> str:
        """Return the secret of a new link for this person, which can be opened once within ten minutes."""
        secret = token_urlsafe(SESSION_SECRET_BYTES)
        now = self._now()
        await self._sessions.add_link(_digest(secret), person, now, now + LINK_LIFE, MAX_LINKS_PER_PERSON)
        return secret

    async def open(self, link: str, size: int = SESSION_SECRET_BYTES) -> str:
        """Open a session for the link's owner and return its secret of `size` bytes. Raises Refusal("page_link")."""
        secret = token_urlsafe(size)
        now = self._now()
        opened = await self._sessions.open_link(
            _digest(link), _digest(secret), now, now + SESSION_LIFE, MAX_SESSIONS_PER_PERSON
        )
        if not opened:
            raise Refusal("page_link")
        return secret

    async def person(self, secret: str) -> int | None:
        """Return the person to whom the session with this secret belongs; None if there is no such session."""
        if not 0 < len(secret) <= MAX_SECRET_LENGTH:
            return None
        digest = _digest(secret)
        person = await self._sessions.person(digest, self._now())
        if person is None:
            self._recent.pop(digest, None)
        else:
            self._recent[digest] = person, self._now()
            self._recent.move_to_end(digest)
            if len(self._recent) > MAX_RECENT_SESSIONS:
                self._recent.popitem(last=False)
        return person

    def recent_person(self, secret: str) -> int | None:
        """Return the session's person if looked up recently, else None. For counting, not for granting access."""
        if not 0 < len(secret) <= MAX_SECRET_LENGTH:
            return None
        person, at = self._recent.get(_digest(secret), (None, 0.0))
        return person if self._is_recent(at) else None

    async def owner(self, link: str) -> int | None:
        """Return the person to whom the link belongs; None if it cannot be opened (any more)."""
        return await self._sessions.owner(_digest(link), self._now())

    async def session_starts(self, person: int) -> list[float]:
        """Return when each session of the person began, in unix seconds, oldest first."""
        return await self._sessions.session_starts(person, self._now())

    async def end_all(self, person: int) -> None:
        """End all sessions of the person; playing on pages needs a new link."""
        self.forget(person)
        await self._sessions.end_all(person)

    def forget(self, person: int) -> None:
        """Remove the person's sessions from memory."""
        self._forget(person)
        for digest in [digest for digest, (whose, _) in self._recent.items() if whose == person]:
            del self._recent[digest]

    async def end(self, secret: str) -> None:
        """End the session with this secret."""
        await self._sessions.end(_digest(secret))
        self._recent.pop(_digest(secret), None)

    async def expire(self) -> None:
        """Delete expired links and sessions, and forget lookups older than an hour."""
        for digest in [digest for digest, (_, at) in self._recent.items() if not self._is_recent(at)]:
            del self._recent[digest]
        await self._sessions.delete_expired(self._now())

    def _is_recent(self, at: float) -> bool:
        return abs(self._now() - at) < RECENT_SESSION_AGE


def _digest(secret: str) -> str:
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
