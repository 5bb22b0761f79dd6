"""Who has the bot's Activity open inside Discord, and which tables they see there. Knows no Discord and no page.

A frame keeps no cookie, so a person who signs in gets a token. It is random, and kept as a hash in the memory of this
process alone: it ends with the process, with its person's erasure, and when Discord says that the person has left.
"""

import asyncio
import secrets
from collections import deque
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Protocol

from bot.model.activity import ActivityGuest, ActivityInstance, DiscordAway, NotAdmitted
from bot.model.errors import Refusal
from bot.model.people import Location
from bot.model.room import PlayedRoom, Room, needs_table
from bot.model.room_number import code, from_code
from bot.services.rooms import Rooms
from bot.services.servers import Servers

UNUSED = 2 * 3600.0  # seconds after which a token ends that nobody has used
LONGEST = 12 * 3600.0  # seconds after which every token ends
LOOK_AGAIN = 600.0  # seconds after which Discord is asked again whether the person still has the Activity open
MOST = 5_000  # tokens of everybody
MOST_EACH = 5  # of one person
AT_ONCE = 8  # people who sign in at the same time
MINUTE = 60.0  # seconds
MOST_FAILED = 30  # failures within a minute after which Discord is not asked: it bans who floods
TRIES, PAUSE = 4, 1.0  # Discord's list of who is there can be late; seconds between two looks
WISHED = 120.0  # seconds for which it is remembered at which table somebody pressed the button


class SignIn(Protocol):
    """What Discord says of people and of open Activities. Both questions raise DiscordAway."""

    @property
    def application(self) -> str:
        """The number of the application, "" before the bot is connected."""

    async def person(self, code: str) -> int:
        """The account number of whom Discord gave the code, which is used up. Raises NotAdmitted."""

    async def instance(self, name: str) -> ActivityInstance | None:
        """The instance of our own Activity that has this name, None if there is none."""


@dataclass(frozen=True)
class _Kept:
    """A token's guest, since when and until when it holds, and when Discord was asked last. All in unix seconds."""

    guest: ActivityGuest
    began: float
    until: float
    looked: float


class Activity:
    """Everybody who has it open. There is none before `open`.

    `now`: unix seconds. `threads`: the threads of a channel that everybody sees who sees the channel. `pause`: seconds
    between two looks at who is there. `hosts`: the addresses of pages that may show the Activity in a frame.
    """

    def __init__(self, rooms: Rooms, servers: Servers) -> None:
        self._rooms = rooms
        self._servers = servers
        self.now = rooms.now
        self.threads: Callable[[Location], Collection[int]] = lambda _: ()
        self.pause = PAUSE
        self._discord: SignIn | None = None
        self.hosts: tuple[str, ...] = ()
        self._signing_in = 0
        self._failed = deque[float](maxlen=MOST_FAILED)
        self._kept: dict[bytes, _Kept] = {}  # by the hash of the token, the one used last at the end
        self._wishes: dict[int, tuple[float, int]] = {}

    def open(self, discord: SignIn, hosts: Sequence[str]) -> None:
        """From now on people can sign in, and messages offer the Activity. `hosts`: where frames may show it."""
        self._discord = discord
        self.hosts = tuple(hosts)

    @property
    def is_open(self) -> bool:
        """Whether the operator has set the Activity up."""
        return self._discord is not None

    @property
    def application(self) -> str:
        """The number of the bot's application, "" while nobody knows it."""
        return self._discord.application if self._discord is not None else ""

    # who is there

    async def enter(self, code: str, instance: str) -> tuple[str, ActivityGuest]:
        """A new token, and for whom and where it holds.

        Raises NotAdmitted (a wrong code, or the person does not have that instance open), DiscordAway.
        """
        now = self.now()
        is_flooded = len(self._failed) == MOST_FAILED and self._failed[0] > self.now() - MINUTE
        if self._discord is None or is_flooded or self._signing_in >= AT_ONCE:
            raise DiscordAway
        self._signing_in += 1
        try:
            person = await self._discord.person(code)
            found = await self._found(self._discord, instance, person)
        except (NotAdmitted, DiscordAway):
            self._failed.append(now)
            raise
        finally:
            self._signing_in -= 1
        now = self.now()  # Discord took its time
        token = secrets.token_urlsafe(32)
        guest = ActivityGuest(person, found.place, instance)
        self._kept = {key: one for key, one in self._kept.items() if one.until > now}
        own = [key for key, one in self._kept.items() if one.guest.person == person]
        for key in [*own[: max(0, len(own) - MOST_EACH + 1)], *list(self._kept)[: max(0, len(self._kept) - MOST + 1)]]:
            self._kept.pop(key, None)
        self._kept[_hash(token)] = _Kept(guest, now, now + UNUSED, now)
        return token, guest

    def known(self, token: str) -> ActivityGuest | None:
        """Whose token this is, None for any other text and for a token that has ended. Asks nobody."""
        kept = self._kept.get(_hash(token))
        return kept.guest if kept is not None and kept.until > self.now() else None

    async def guest(self, token: str) -> ActivityGuest | None:
        """As `known`; the token lives on, and from time to time Discord is asked whether the person is still there."""
        if self.known(token) is None:
            return None
        key = _hash(token)
        now = self.now()
        kept = self._kept.pop(key)
        is_due = now - kept.looked >= LOOK_AGAIN
        until = min(now + UNUSED, kept.began + LONGEST)
        looked = now if is_due else kept.looked
        self._kept[key] = replace(kept, until=until, looked=looked)
        if is_due and not await self._is_there(kept.guest):
            self._kept.pop(key, None)
        return kept.guest if key in self._kept else None

    def forget(self, person: int) -> None:
        """No token of this person holds any more."""
        self._kept = {key: one for key, one in self._kept.items() if one.guest.person != person}
        self._wishes.pop(person, None)

    async def _found(self, discord: SignIn, instance: str, person: int) -> ActivityInstance:
        for again in range(TRIES):
            found = await discord.instance(instance)
            if found is not None and person in found.users:
                return found
            if again < TRIES - 1:
                await asyncio.sleep(self.pause)
        raise NotAdmitted

    async def _is_there(self, guest: ActivityGuest) -> bool:
        """Whether the person still has the same instance open at the same place; yes while Discord is away."""
        try:
            found = await self._discord.instance(guest.instance) if self._discord else None
        except DiscordAway:
            return True
        return found is not None and guest.person in found.users and found.place == guest.place

    # what they see

    async def tables(self, guest: ActivityGuest) -> list[PlayedRoom]:
        """The tables under way that the guest sees there, those first that wait for the guest."""
        if await self._shown(guest.place) == "off":
            return []
        channels = (guest.place.channel, *self.threads(guest.place))
        rooms = [room for one in channels for room in await self._rooms.in_channel(one)]
        seen = {room.id: room for room in rooms if isinstance(room, PlayedRoom) and self._is_at(guest.place, room)}
        return sorted(seen.values(), key=lambda room: room.seat_of(guest.person) not in room.to_act)

    async def table(self, place: Location, text: str) -> PlayedRoom:
        """The table of that code, over or not. Raises Refusal("gone") for one that is not shown at that place."""
        number = from_code(text)
        if number is None or await self._shown(place) == "off":
            raise Refusal("gone", tag="", phase="")
        room = await self._rooms.room(number)
        if not self._is_at(place, room):
            raise Refusal("gone", tag="", phase="")
        return needs_table(room)

    async def plays(self, guest: ActivityGuest, room: Room) -> bool:
        """Whether the guest has a seat there, or had one for good, and the server lets people play on pages."""
        own = room.seat_of(guest.person) is not None or room.looks_on(guest.person)
        return own and await self._shown(guest.place) == "play"

    async def _shown(self, place: Location) -> str:
        """Whether the server lets its tables have pages, as it says in its settings."""
        return (await self._servers.of(place.guild)).page

    def _is_at(self, place: Location, room: Room) -> bool:
        """Whether the table is in that channel, or in a thread of it that everybody there sees."""
        return place.channel in (room.place.channel, room.record.home) or room.place.channel in self.threads(place)

    # at which table it was opened: Discord carries nothing from the button to the page

    async def offers(self, room: Room, place: Location) -> bool:
        """Whether a button there may open the Activity with this table."""
        if not self.is_open or room.place.guild is None:
            return False
        return place.channel in (room.place.channel, room.record.home) and await self._shown(room.place) != "off"

    def wish(self, person: int, room_id: int) -> None:
        """The person opens the Activity for this table."""
        now = self.now()
        self._wishes = {one: wish for one, wish in self._wishes.items() if wish[0] > now - WISHED}
        self._wishes[person] = now, room_id

    def wished(self, person: int) -> str:
        """The code of the table for which the person has just opened it, once; "" for no particular one."""
        at, room_id = self._wishes.pop(person, (0.0, 0))
        return code(room_id) if at > self.now() - WISHED else ""


def _hash(token: str) -> bytes:
    return sha256(token.encode()).digest()
