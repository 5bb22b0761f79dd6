"""Messages of tables beside the newest: being posted, old ones, films, private pages shown to all. Knows no words."""

from collections.abc import Collection
from dataclasses import astuple, dataclass

from bot.store.database import StorePart
from bot.store.homes import HomePart, table_at_home

FIRST_WAIT = 3600.0  # seconds

_FOLLOWED = """
    INSERT INTO strips (message, room, channel, length, at)
    SELECT message, id, CASE WHEN shown < 0 THEN coalesce(home, channel) ELSE channel END, shown, ?
    FROM rooms WHERE id = ? AND message <> ? AND phase <> 'lobby'
    ON CONFLICT DO NOTHING"""
_AGAIN = "UPDATE strips SET tries = ?, at = ? WHERE message = ?"
_DONE = "DELETE FROM strips WHERE message = ?"
_STALE = f"""
    SELECT message, room, channel, length, tries FROM strips
    WHERE at <= :now AND {table_at_home("strips.room")} ORDER BY at, message"""  # noqa: S608 - no outside text
_FILM = "SELECT channel, message FROM films WHERE room = ?"
_FILMED = "INSERT INTO films (room, channel, message) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
_SHOW = "INSERT INTO pages (message, page, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING message"
_HIDE = "DELETE FROM pages WHERE message = ? AND page = ?"
_FORGET = "DELETE FROM pages WHERE at < ?"
_BEGIN = """
    INSERT INTO posts (room, channel, nonce, picture, change, length, moved, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (room) DO UPDATE SET channel = excluded.channel, nonce = excluded.nonce, picture = excluded.picture,
        change = excluded.change, length = excluded.length, moved = excluded.moved, at = excluded.at"""
_BEGUN = "SELECT channel, nonce, picture, change, length, moved, at FROM posts WHERE room = ?"
_NOTED = "DELETE FROM posts WHERE room = ?"


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
        await self._database.execute_alone(_AGAIN, stale.tries + 1, at, stale.message, rooms=())

    async def remove(self, messages: Collection[int]) -> None:
        """These messages need not be tried any more."""

        async def work() -> None:
            await self._database.execute_many(_DONE, [(message,) for message in messages])

        await self._database.transaction(work, ())

    async def due(self, now: float) -> list[StaleMessage]:
        """The messages that are to be tried at this moment, longest due first."""
        return [StaleMessage(*row) for row in await self._fetch_at_home(_STALE, now=now)]

    async def add(self, room_id: int, follower: int | None, now: float) -> None:
        """Inside a transaction: the message that shows the room is stale once `follower` stands, if no lobby's."""
        await self._database.execute(_FOLLOWED, (now + FIRST_WAIT, room_id, follower))


class FilmStore(StorePart):
    """The film of each table that has one. Each call is one transaction."""

    async def of(self, room_id: int) -> tuple[int, int] | None:
        """Channel and message of the table's film, None before it was posted."""
        rows = await self._database.fetch(_FILM, room_id)
        return (int(rows[0][0]), int(rows[0][1])) if rows else None

    async def add(self, room_id: int, channel: int, message: int) -> None:
        """The film of the table is this message; the first one stays it."""
        await self._database.execute_alone(_FILMED, room_id, channel, message)


class SharedPageStore(StorePart):
    """Pages of private messages that were shown to a whole channel. Each call is one transaction."""

    async def add(self, message: int, page: str, now: float) -> bool:
        """The page of that message counts as shown at this moment (unix seconds); False if it did before."""
        return bool(await self._database.execute_alone(_SHOW, message, page, now))

    async def remove(self, message: int, page: str) -> None:
        """The page does not count as shown."""
        await self._database.execute_alone(_HIDE, message, page)

    async def forget(self, before: float) -> None:
        """Which pages were shown before that moment (unix seconds) is forgotten."""
        await self._database.execute_alone(_FORGET, before, rooms=())


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
        await self._database.execute_alone(_BEGIN, room_id, *astuple(post), rooms=())

    async def begun(self, room_id: int) -> PendingPost | None:
        """What was about to be posted and may stand there; None if all that was posted is noted."""
        rows = await self._database.fetch(_BEGUN, room_id)
        return PendingPost(*rows[0]) if rows else None

    # steps inside a transaction

    async def note(self, room_id: int) -> None:
        """What was posted is noted as the room's message."""
        await self._database.execute(_NOTED, (room_id,))
