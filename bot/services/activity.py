"""Who has the bot's Activity open inside Discord, and which tables they see there.

Discord shows the Activity in a frame, which cannot keep a cookie, so a person who signs in gets a random token. Only
the token's hash is kept, in this process's memory. The token becomes invalid when the process ends, when the person's
data is erased, and when Discord says that the person has left. Knows nothing about Discord and pages.
"""

import asyncio
import secrets
from collections import deque
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Protocol

from bot.model.activity import ActivityGuest, ActivityInstance, DiscordUnavailable, NotAdmitted
from bot.model.errors import Refusal
from bot.model.people import Location
from bot.model.room import PlayedRoom, Room, require_table
from bot.model.room_number import code, room_of_code
from bot.services.rooms import Rooms
from bot.services.servers import Servers

UNUSED_TOKEN_LIFE = 2 * 3600.0  # seconds without use after which a token expires
MAX_TOKEN_LIFE = 12 * 3600.0  # seconds after which every token expires
PRESENCE_CHECK_INTERVAL = 600.0  # seconds between two checks with Discord that the person still has the Activity open
MAX_TOKENS = 5_000  # of all people together
MAX_TOKENS_PER_PERSON = 5  # a further token replaces the oldest
MAX_CONCURRENT_SIGN_INS = 8  # people who may be signing in at the same time
SIGN_IN_FAILURE_WINDOW = 60.0  # seconds in which failures are counted
MAX_SIGN_IN_FAILURES = 30  # within that window; after these Discord is not asked, because it bans clients that flood it
PRESENCE_TRIES = 4  # times that Discord's list of participants is read, because it can lag
PRESENCE_PAUSE = 1.0  # seconds between two of these tries
REQUESTED_TABLE_LIFE = 120.0  # seconds for which a person's press on a table's Activity button is remembered


class SignIn(Protocol):
    """Discord's answers about people and open Activities. `person` and `instance` raise DiscordUnavailable."""

    @property
    def application(self) -> str:
        """The application ID, "" before the bot is connected."""

    async def person(self, code: str) -> int:
        """Return the account ID of the person to whom Discord gave this single-use code. Raises NotAdmitted."""

    async def instance(self, name: str) -> ActivityInstance | None:
        """Return the instance of our own Activity with this name, None if there is none."""


@dataclass(frozen=True)
class _Token:
    """The guest to whom a token belongs, and the token's times in unix seconds."""

    guest: ActivityGuest
    began: float
    expires: float
    checked: float


class Activity:
    """Everyone who has the Activity open. Nobody can sign in before `open` is called.

    `now`: unix seconds. `threads`: returns the threads of a channel that everyone who sees the channel can see.
    `pause`: seconds between two looks at the participants. `hosts`: the addresses of pages that may show the Activity
    in a frame.
    """

    def __init__(self, rooms: Rooms, servers: Servers) -> None:
        self._rooms = rooms
        self._servers = servers
        self.now = rooms.now
        self.threads: Callable[[Location], Collection[int]] = lambda _: ()
        self.pause = PRESENCE_PAUSE
        self._discord: SignIn | None = None
        self.hosts: tuple[str, ...] = ()
        self._signing_in = 0
        self._failed = deque[float](maxlen=MAX_SIGN_IN_FAILURES)
        self._tokens: dict[bytes, _Token] = {}  # by token hash, the most recently used last
        self._requested_tables: dict[int, tuple[float, int]] = {}

    def open(self, discord: SignIn, hosts: Sequence[str]) -> None:
        """Let people sign in and messages offer the Activity. `hosts`: pages that may show it in a frame."""
        self._discord = discord
        self.hosts = tuple(hosts)

    @property
    def is_open(self) -> bool:
        """Whether the operator has set up the Activity."""
        return self._discord is not None

    @property
    def application(self) -> str:
        """The ID of the bot's application, "" while it is unknown."""
        return self._discord.application if self._discord is not None else ""

    # participants

    async def enter(self, code: str, instance: str) -> tuple[str, ActivityGuest]:
        """Sign in the person with that code; return a new token and the person as a guest.

        Raises NotAdmitted (wrong code, or the person does not have that instance open), DiscordUnavailable.
        """
        now = self.now()
        is_flooded = len(self._failed) == MAX_SIGN_IN_FAILURES and self._failed[0] > self.now() - SIGN_IN_FAILURE_WINDOW
        if self._discord is None or is_flooded or self._signing_in >= MAX_CONCURRENT_SIGN_INS:
            raise DiscordUnavailable
        self._signing_in += 1
        try:
            person = await self._discord.person(code)
            found = await self._find_instance(self._discord, instance, person)
        except (NotAdmitted, DiscordUnavailable):
            self._failed.append(now)
            raise
        finally:
            self._signing_in -= 1
        now = self.now()  # the lookups took some time
        token = secrets.token_urlsafe(32)
        guest = ActivityGuest(person, found.place, instance)
        self._tokens = {key: stored for key, stored in self._tokens.items() if stored.expires > now}
        own = [key for key, stored in self._tokens.items() if stored.guest.person == person]
        for key in [
            *own[: max(0, len(own) - MAX_TOKENS_PER_PERSON + 1)],
            *list(self._tokens)[: max(0, len(self._tokens) - MAX_TOKENS + 1)],
        ]:
            self._tokens.pop(key, None)
        self._tokens[_hash(token)] = _Token(guest, now, now + UNUSED_TOKEN_LIFE, now)
        return token, guest

    def token_guest(self, token: str) -> ActivityGuest | None:
        """Return the guest to whom the token belongs without asking Discord; None for an expired or unknown token."""
        stored = self._tokens.get(_hash(token))
        return stored.guest if stored is not None and stored.expires > self.now() else None

    async def refresh_guest(self, token: str) -> ActivityGuest | None:
        """Extend the token's life and return the guest to whom it belongs; None for an expired or unknown token.

        From time to time this checks with Discord that the person is still there.
        """
        if self.token_guest(token) is None:
            return None
        key = _hash(token)
        now = self.now()
        stored = self._tokens.pop(key)
        is_due = now - stored.checked >= PRESENCE_CHECK_INTERVAL
        expires = min(now + UNUSED_TOKEN_LIFE, stored.began + MAX_TOKEN_LIFE)
        checked = now if is_due else stored.checked
        self._tokens[key] = replace(stored, expires=expires, checked=checked)
        if is_due and not await self._is_still_present(stored.guest):
            self._tokens.pop(key, None)
        return stored.guest if key in self._tokens else None

    def forget(self, person: int) -> None:
        """Invalidate every token of this person."""
        self._tokens = {key: stored for key, stored in self._tokens.items() if stored.guest.person != person}
        self._requested_tables.pop(person, None)

    async def _find_instance(self, discord: SignIn, instance: str, person: int) -> ActivityInstance:
        for attempt in range(PRESENCE_TRIES):
            found = await discord.instance(instance)
            if found is not None and person in found.users:
                return found
            if attempt < PRESENCE_TRIES - 1:
                await asyncio.sleep(self.pause)
        raise NotAdmitted

    async def _is_still_present(self, guest: ActivityGuest) -> bool:
        """Whether the person still has the same instance open at the same place. True while Discord is unavailable."""
        try:
            found = await self._discord.instance(guest.instance) if self._discord else None
        except DiscordUnavailable:
            return True
        return found is not None and guest.person in found.users and found.place == guest.place

    # tables

    async def tables(self, guest: ActivityGuest) -> list[PlayedRoom]:
        """Return the tables in progress where the Activity is open, starting with those waiting for the guest."""
        if await self._page_setting(guest.place) == "off":
            return []
        channels = (guest.place.channel, *self.threads(guest.place))
        rooms = [room for channel in channels for room in await self._rooms.list_in_channel(channel)]
        seen = {
            room.id: room for room in rooms if isinstance(room, PlayedRoom) and self._is_shown_at(guest.place, room)
        }
        return sorted(seen.values(), key=lambda room: room.seat_of(guest.person) not in room.to_act)

    async def table(self, place: Location, text: str) -> PlayedRoom:
        """Return the table with that code, finished or not. Raises Refusal("gone") if it is not shown at that place."""
        number = room_of_code(text)
        if number is None or await self._page_setting(place) == "off":
            raise Refusal("gone", tag="", phase="")
        room = await self._rooms.room(number)
        if not self._is_shown_at(place, room):
            raise Refusal("gone", tag="", phase="")
        return require_table(room)

    async def plays(self, guest: ActivityGuest, room: Room) -> bool:
        """Whether the guest has or had a seat at the table and the server lets people play on pages."""
        own = room.seat_of(guest.person) is not None or room.is_spectator(guest.person)
        return own and await self._page_setting(guest.place) == "play"

    async def _page_setting(self, place: Location) -> str:
        """The server's setting for web pages of its tables."""
        return (await self._servers.load_settings(place.guild)).page

    def _is_shown_at(self, place: Location, room: Room) -> bool:
        """Whether the table is in that channel, or in a thread of it that everyone there sees."""
        return place.channel in (room.place.channel, room.record.lobby_channel) or room.place.channel in self.threads(
            place
        )

    # the table whose button opened the Activity, remembered here because Discord does not pass it to the page

    async def offers(self, room: Room, place: Location) -> bool:
        """Whether a button at that place may open the Activity with this table."""
        if not self.is_open or room.place.guild is None:
            return False
        return (
            place.channel in (room.place.channel, room.record.lobby_channel)
            and await self._page_setting(room.place) != "off"
        )

    def note_requested_table(self, person: int, room_id: int) -> None:
        """Remember that the person is opening the Activity for this table."""
        now = self.now()
        self._requested_tables = {
            other: request
            for other, request in self._requested_tables.items()
            if request[0] > now - REQUESTED_TABLE_LIFE
        }
        self._requested_tables[person] = now, room_id

    def take_requested_table(self, person: int) -> str:
        """Return and forget the code of the table for which the person has just opened the Activity, "" if none."""
        at, room_id = self._requested_tables.pop(person, (0.0, 0))
        return code(room_id) if at > self.now() - REQUESTED_TABLE_LIFE else ""


def _hash(token: str) -> bytes:
    return sha256(token.encode()).digest()
