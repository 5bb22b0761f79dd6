"""Links to the pages of a table: who may have them, and who is notified of changes. Knows nothing about Discord.

A link's secret is computed from a key, the table, and how often the link was revoked, so no database and no backup
contains it. The key is computed from the bot's token, so all processes have the same one.
"""

import re
from base64 import urlsafe_b64encode
from collections.abc import Awaitable, Callable
from functools import lru_cache
from hashlib import sha256
from hmac import compare_digest, new
from typing import Protocol

from bot.logic.seats import require_seat
from bot.model.errors import AccessLost, Refusal, RefusalKey
from bot.model.page_link import NO_PAGE, PageLink
from bot.model.people import Location
from bot.model.record import ENDED_PHASES
from bot.model.room import PlayedRoom, Room, require_table
from bot.model.room_number import room_of_code
from bot.services.rooms import Rooms
from bot.services.servers import Servers
from bot.store.database import one_version_check
from bot.store.page_sessions import WatchLinkState
from bot.store.store import Store
from engine.core import Seat

LINK_SECRET_BYTES = 16
MAX_CACHED_SECRETS = 1_000  # every move of a watched table needs the secret of its link
WATCH_PATH = "/watch/"
OWN_PATH = "/table/"
OWN_TABLE_ROUTE = OWN_PATH + "{code:[0-9a-z]{1,12}}"


class FindObstacle(Protocol):
    """Finds why a person may not play at a table in that place, None if they may."""

    async def __call__(self, place: Location, person: int, *, asks: bool) -> RefusalKey | None:
        """`asks`: whether Discord may be asked; otherwise the answer relies on what is already known."""


_LINK = re.compile(r"([0-9a-z]{1,12})-[A-Za-z0-9_-]{22}")
_PURPOSE = b"links for watching tables"


async def _is_never_public(_: Room) -> bool:
    return False


async def _find_no_obstacle(place: Location, person: int, *, asks: bool) -> RefusalKey | None:
    return None


class Watching:
    """Links to pages that show tables to everyone who has the link.

    `address`: base URL of the pages without a trailing slash, "" without pages. `is_public`: whether everyone on the
    server, and the bot, can see the room's channel now. `find_obstacle`: finds what keeps a person from playing there.
    There are no links until `open` is called.
    """

    def __init__(self, rooms: Rooms, servers: Servers, store: Store) -> None:
        self._rooms = rooms
        self._servers = servers
        self._links = store.watch_links
        self.is_public: Callable[[Room], Awaitable[bool]] = _is_never_public
        self.find_obstacle: FindObstacle = _find_no_obstacle
        self.address = ""
        self._key = b""
        self._listeners: list[Callable[[int], None]] = []
        # Called with the number of every room that may have changed, in this process or another.
        self.listen = self._listeners.append
        rooms.listen(self.notify)

    def open(self, address: str, token: str) -> None:
        """Give tables links that begin with this address. `token`: a secret known only to the bot's operator."""
        self.address = address.rstrip("/")
        self._key = new(token.encode(), _PURPOSE, sha256).digest()

    def notify(self, room_id: int) -> None:
        """Tell the listeners that the room or its link has changed."""
        for listener in self._listeners:
            listener(room_id)

    async def link(self, room: Room) -> str:
        """Return the address of the table's page, "" if it has none."""
        if not isinstance(room, PlayedRoom) or not await self._may_have_page(room):
            return ""
        state = await self._links.load(room.id)
        return "" if state.is_closed else f"{self.address}{WATCH_PATH}{room.code}-{self._secret(room, state)}"

    async def page_link(self, room: Room) -> PageLink:
        """Return how to reach the table's page; NO_PAGE if the table has no page."""
        if not isinstance(room, PlayedRoom) or not self.address:
            return NO_PAGE
        return PageLink(await self.link(room), await self._is_playable(room))

    def own_address(self, room: Room, secret: str) -> str:
        """Return the address of the page where a person plays at the table; `secret`: of the person's link."""
        return f"{self.address}{OWN_PATH}{room.code}#{secret}"

    async def table_and_seat(self, code: str, person: int) -> tuple[PlayedRoom, Seat | None]:
        """Return the table with that code, for a page to play on, and the seat from which the person sees it.

        The seat is None for a person who left for good: until the game is over, they see only what everyone sees.

        Raises Refusal: gone (no such table, or it has no such page), not_seated, away, not_started.
        """
        room = await self._rooms.room(room_number_of_code(code))
        if room.is_spectator(person):
            seat = room.current_or_former_seat(person) if room.phase in ENDED_PHASES else None
        else:
            seat = require_seat(room.record, person)
        if not await self._is_playable(room):
            raise Refusal("gone", tag=room.tag, phase="")
        return require_table(room), seat

    async def check_access(self, code: str, person: int, *, asks: bool = True) -> None:
        """Check that a current or former player still has access to the table's channel; others are not checked.

        Raises KeptOut: page_left, page_bot_gone, page_channel, page_hidden, page_unknown; and Refusal("gone").
        """
        room = await self._rooms.room(room_number_of_code(code))
        if room.current_or_former_seat(person) is None:
            return
        if (obstacle := await self.find_obstacle(room.place, person, asks=asks)) is not None:
            raise AccessLost(obstacle)

    async def table(self, link: str) -> PlayedRoom:
        """Return the table for the last part of a link, in its server's look. Raises Refusal("gone"): invalid link."""
        with one_version_check():
            room = await self._rooms.room(room_number_in_link(link))
            state = await self._links.load(room.id)
            is_right = compare_digest(link[-22:].encode(), self._secret(room, state).encode())
            if not is_right or state.is_closed or not await self._may_have_page(room):
                raise Refusal("gone", tag=room.tag, phase="")
        return require_table(room)

    async def offers(self, room: Room, person: int, *, may_manage: bool) -> str:
        """Return what this person may do with the table's link: "close", "open", or "" for nothing."""
        if not (may_manage or room.record.host.id == person) or not await self._may_have_page(room):
            return ""
        return "open" if (await self._links.load(room.id)).is_closed else "close"

    async def close(self, room: Room) -> None:
        """Revoke the link to the table's page for good."""
        await self._links.close(room.id)
        self._rooms.announce(room.id)

    async def reopen(self, room: Room) -> None:
        """Give the table a page again, with a new link."""
        await self._links.open(room.id)
        self._rooms.announce(room.id)

    async def _may_have_page(self, room: Room) -> bool:
        """Whether operator, server and channel allow a page that shows the table to everyone."""
        if not self.address or room.place.guild is None:
            return False
        return (await self._servers.load_settings(room.place.guild)).page != "off" and await self.is_public(room)

    async def _is_playable(self, room: Room) -> bool:
        """Whether operator and server allow the table's players to play on a page, in any channel."""
        return bool(self.address) and (await self._servers.load_settings(room.place.guild)).page == "play"

    def _secret(self, room: Room, state: WatchLinkState) -> str:
        """Return the link's secret; it also differs for a table that reuses a number, for example after a restore."""
        return _sign(self._key, f"{room.id} {room.record.opened:.3f} {state.revocations}")


@lru_cache(maxsize=MAX_CACHED_SECRETS)
def _sign(key: bytes, about: str) -> str:
    return urlsafe_b64encode(new(key, about.encode(), sha256).digest()[:LINK_SECRET_BYTES]).rstrip(b"=").decode()


def room_number_of_code(code: str) -> int:
    """Return the room number for that code. Raises Refusal("gone") for any other text."""
    if (number := room_of_code(code)) is None:
        raise Refusal("gone", tag="", phase="")
    return number


def room_number_in_link(link: str) -> int:
    """Return the room number in such a link, valid or not. Raises Refusal("gone") for any other text."""
    found = _LINK.fullmatch(link)
    return room_number_of_code(found[1] if found else "")
