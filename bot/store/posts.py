"""Messages that are being posted, so that one which nobody has noted is found again. Knows no Discord."""

from dataclasses import astuple, dataclass

from bot.store.database import StorePart

_BEGIN = """
    INSERT INTO posts (room, channel, nonce, picture, change, length, moved, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (room) DO UPDATE SET channel = excluded.channel, nonce = excluded.nonce, picture = excluded.picture,
        change = excluded.change, length = excluded.length, moved = excluded.moved, at = excluded.at"""
_BEGUN = "SELECT channel, nonce, picture, change, length, moved, at FROM posts WHERE room = ?"
_NOTED = "DELETE FROM posts WHERE room = ?"


@dataclass(frozen=True)
class PendingPost:
    """A message that was to be posted.

    `channel`: the number of its channel. `nonce`: by which Discord knows it for some minutes. `picture`: the name of
    its picture, "" without one. `change` and `length`: of the room and of the log that it shows. `moved` and `at`: when
    the room had last changed, and when Discord was asked, in unix seconds.
    """

    channel: int
    nonce: str
    picture: str
    change: int
    length: int
    moved: float
    at: float


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
