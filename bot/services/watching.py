"""The pages of a table: their links, who may have one, and who hears of news. Knows no Discord.

The secret of a link is made of a key, the table, and how often the link was taken back, so it stands in no database and
in no backup; the key is made of the bot's token, so all processes have the same.
"""

import re
from base64 import urlsafe_b64encode
from collections.abc import Awaitable, Callable
from functools import lru_cache
from hashlib import sha256
from hmac import compare_digest, new
from typing import Protocol

from bot.logic.seats import seat_of
from bot.model.errors import KeptOut, Refusal, RefusalKey
from bot.model.page_link import NO_PAGE, PageLink
from bot.model.people import Location
from bot.model.record import ENDED_PHASES
from bot.model.room import PlayedRoom, Room, needs_table
from bot.model.room_number import from_code
from bot.services.rooms import Rooms
from bot.services.servers import Servers
from bot.store.database import one_version_check
from bot.store.page_sessions import WatchLinkState
from bot.store.store import Store
from engine.core import Seat

SECRET = 16  # bytes
REMEMBERED = 1_000  # secrets: every move of a watched table asks for that of its link
PATH = "/watch/"
OWN_PATH = "/table/"
OWN_TABLE = OWN_PATH + "{code:[0-9a-z]{1,12}}"  # as a route


class FindObstacle(Protocol):
    """Says why a person may not play at a table that stands there, None if they may."""

    async def __call__(self, place: Location, person: int, *, asks: bool) -> RefusalKey | None:
        """`asks`: whether somebody may be asked; else the answer is what is known."""


_LINK = re.compile(r"([0-9a-z]{1,12})-[A-Za-z0-9_-]{22}")
_PURPOSE = b"links for watching tables"


async def _nowhere(_: Room) -> bool:
    return False


async def _nothing(place: Location, person: int, *, asks: bool) -> RefusalKey | None:
    return None


class Watching:
    """Links to pages that show tables to everybody who has them.

    `address`: where the pages are, without a slash at the end; "" where there are none.
    `is_public`: whether everybody on the server sees the channel of a room now, and the bot does. `obstacle`: what
    keeps somebody from playing there. There are no links before `open`.
    """

    def __init__(self, rooms: Rooms, servers: Servers, store: Store) -> None:
        self._rooms = rooms
        self._servers = servers
        self._links = store.watch_links
        self.is_public: Callable[[Room], Awaitable[bool]] = _nowhere
        self.obstacle: FindObstacle = _nothing
        self.address = ""
        self._key = b""
        self._listeners: list[Callable[[int], None]] = []
        self.on_news = self._listeners.append  # is called with every room of which there may be news, here or by others
        rooms.listen(self.heard)

    def open(self, address: str, token: str) -> None:
        """From now on tables have links; they begin with this address. `token`: what only the bot's operator knows."""
        self.address = address.rstrip("/")
        self._key = new(token.encode(), _PURPOSE, sha256).digest()

    def heard(self, room_id: int) -> None:
        """Something has changed at the room, or at its link."""
        for listener in self._listeners:
            listener(room_id)

    async def link(self, room: Room) -> str:
        """The address of the page of the table; "" where it has none."""
        if not isinstance(room, PlayedRoom) or not await self._may_have(room):
            return ""
        state = await self._links.of(room.id)
        return "" if state.is_closed else f"{self.address}{PATH}{room.code}-{self._secret(room, state)}"

    async def page_link(self, room: Room) -> PageLink:
        """How the page of the table is reached; nothing where there is none."""
        if not isinstance(room, PlayedRoom) or not self.address:
            return NO_PAGE
        return PageLink(await self.link(room), await self._is_played(room))

    def own_address(self, room: Room, secret: str) -> str:
        """The address of the page on which a person plays at the table, for the person who has the secret of a link."""
        return f"{self.address}{OWN_PATH}{room.code}#{secret}"

    async def seat(self, code: str, person: int) -> tuple[PlayedRoom, Seat | None]:
        """The table of that code and the seat from which the person sees it, for a page on which to play.

        Somebody who left it for good sees what everybody sees (None) until the game is over.

        Raises Refusal: gone for any other text and where there is no such page, not_seated, away, not_started.
        """
        room = await self._rooms.room(number_of(code))
        if room.looks_on(person):
            seat = room.played_seat(person) if room.phase in ENDED_PHASES else None
        else:
            seat = seat_of(room.record, person)
        if not await self._is_played(room):
            raise Refusal("gone", tag=room.tag, phase="")
        return needs_table(room), seat

    async def needs_access(self, code: str, person: int, *, asks: bool = True) -> None:
        """Somebody who sits or sat at that table may still be where it stands; of others nothing is asked.

        Raises KeptOut: page_left, page_bot_gone, page_channel, page_hidden, page_unknown; and Refusal("gone").
        """
        room = await self._rooms.room(number_of(code))
        if room.played_seat(person) is None:
            return
        if (obstacle := await self.obstacle(room.place, person, asks=asks)) is not None:
            raise KeptOut(obstacle)

    async def table(self, link: str) -> PlayedRoom:
        """The table whose link ends so, looking as its server chose. Raises Refusal("gone") for any other text."""
        with one_version_check():
            room = await self._rooms.room(number_in(link))
            state = await self._links.of(room.id)
            is_right = compare_digest(link[-22:].encode(), self._secret(room, state).encode())
            if not is_right or state.is_closed or not await self._may_have(room):
                raise Refusal("gone", tag=room.tag, phase="")
        return needs_table(room)

    async def offers(self, room: Room, person: int, *, may_manage: bool) -> str:
        """What this person may do with the link of the table: "close", "open", or "" for nothing."""
        if not (may_manage or room.record.host.id == person) or not await self._may_have(room):
            return ""
        return "open" if (await self._links.of(room.id)).is_closed else "close"

    async def close(self, room: Room) -> None:
        """The page of the table is gone, and no link to it works ever again."""
        await self._links.close(room.id)
        self._rooms.announce(room.id)

    async def reopen(self, room: Room) -> None:
        """The table has a page again, with a link that nobody has yet."""
        await self._links.open(room.id)
        self._rooms.announce(room.id)

    async def _may_have(self, room: Room) -> bool:
        """Whether a page may show the table to everybody: the operator, the server and the channel allow it."""
        if not self.address or room.place.guild is None:
            return False
        return (await self._servers.of(room.place.guild)).page != "off" and await self.is_public(room)

    async def _is_played(self, room: Room) -> bool:
        """Whether those who sit there may play on a page: the operator and the server allow it, in any channel."""
        return bool(self.address) and (await self._servers.of(room.place.guild)).page == "play"

    def _secret(self, room: Room, state: WatchLinkState) -> str:
        """It differs for a table that has the number of another one, as after a backup was restored."""
        return _signed(self._key, f"{room.id} {room.record.opened:.3f} {state.renewed}")


@lru_cache(maxsize=REMEMBERED)
def _signed(key: bytes, about: str) -> str:
    return urlsafe_b64encode(new(key, about.encode(), sha256).digest()[:SECRET]).rstrip(b"=").decode()


def number_of(code: str) -> int:
    """The number of the table of that code. Raises Refusal("gone") for any other text."""
    if (number := from_code(code)) is None:
        raise Refusal("gone", tag="", phase="")
    return number


def number_in(link: str) -> int:
    """The number of the table that such a link names, right or wrong. Raises Refusal("gone") for any other text."""
    found = _LINK.fullmatch(link)
    return number_of(found[1] if found else "")
