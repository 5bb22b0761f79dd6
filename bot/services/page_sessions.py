"""Who plays on the pages of tables: personal links, each opened once, and the browsers that have opened one.

Knows no request and no table. A secret is random and known to its browser alone; what is stored is its digest.
"""

from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256
from secrets import token_urlsafe

from bot.model.errors import Refusal
from bot.model.people import Person
from bot.services.servers import DAY
from bot.store.store import Store

SECRET = 24  # bytes
LONGEST = 64  # letters of a secret; a longer text is none
LINK_LIFE = 600.0  # seconds for which a link can be opened
SESSION_LIFE = 30 * DAY
REMEMBERED = 10_000  # sessions of people who have asked lately
LATELY = 3600.0  # seconds
MOST_LINKS, MOST_SESSIONS = 10, 10  # of one person at a time; the oldest give way


class PageSessions:
    """Links and sessions of people. `now`: unix seconds. `forget` ends what only memory has of a person."""

    def __init__(self, store: Store, now: Callable[[], float], forget: Callable[[int], None]) -> None:
        self._sessions = store.page_sessions
        self._now = now
        self._forget = forget
        self.name = store.people.name
        self._recent = OrderedDict[str, tuple[int, float]]()  # by digest: whose it was when last looked up, and when

    async def link(self, person: Person) -> str:
        """The secret of a new link of this person, which can be opened once within ten minutes."""
        secret = token_urlsafe(SECRET)
        now = self._now()
        await self._sessions.add_link(_digest(secret), person, now, now + LINK_LIFE, MOST_LINKS)
        return secret

    async def open(self, link: str, size: int = SECRET) -> str:
        """The secret, so many bytes, of a new session of whom the link belonged to. Raises Refusal("page_link")."""
        secret = token_urlsafe(size)
        now = self._now()
        opened = await self._sessions.open_link(_digest(link), _digest(secret), now, now + SESSION_LIFE, MOST_SESSIONS)
        if not opened:
            raise Refusal("page_link")
        return secret

    async def person(self, secret: str) -> int | None:
        """Whose session that is; None for any other text."""
        if not 0 < len(secret) <= LONGEST:
            return None
        digest = _digest(secret)
        person = await self._sessions.person(digest, self._now())
        if person is None:
            self._recent.pop(digest, None)
        else:
            self._recent[digest] = person, self._now()
            self._recent.move_to_end(digest)
            if len(self._recent) > REMEMBERED:
                self._recent.popitem(last=False)
        return person

    def recent(self, secret: str) -> int | None:
        """Whose session that was when it was last looked up, None if not lately: for counting, not for letting in."""
        if not 0 < len(secret) <= LONGEST:
            return None
        person, at = self._recent.get(_digest(secret), (None, 0.0))
        return person if self._is_lately(at) else None

    async def owner(self, link: str) -> int | None:
        """Whose link it is, as long as it can be opened; None for any other text."""
        return await self._sessions.owner(_digest(link), self._now())

    async def begun(self, person: int) -> list[float]:
        """When each session of the person began, in unix seconds, the oldest first."""
        return await self._sessions.begun(person, self._now())

    async def end_all(self, person: int) -> None:
        """Nobody plays for the person on a page until a new link is opened."""
        self.forget(person)
        await self._sessions.end_all(person)

    def forget(self, person: int) -> None:
        """Memory has nothing of the person's sessions any more."""
        self._forget(person)
        for digest in [one for one, (whose, _) in self._recent.items() if whose == person]:
            del self._recent[digest]

    async def end(self, secret: str) -> None:
        """That session is over."""
        await self._sessions.end(_digest(secret))
        self._recent.pop(_digest(secret), None)

    async def expire(self) -> None:
        """What has run out is not stored any more, nor remembered who asked an hour ago."""
        for digest in [one for one, (_, at) in self._recent.items() if not self._is_lately(at)]:
            del self._recent[digest]
        await self._sessions.expire(self._now())

    def _is_lately(self, at: float) -> bool:
        return abs(self._now() - at) < LATELY


def _digest(secret: str) -> str:
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
