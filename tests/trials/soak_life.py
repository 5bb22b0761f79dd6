"""What people of the soak agree on, and what becomes of their seats: pauses, early ends, gifts, replacements, kicks.

Knows no rules, and nothing of clocks but the moments at which somebody does such a thing.
"""

from __future__ import annotations

from collections import Counter
from random import Random

from bot.model.people import Person as Seated
from bot.model.room import Room
from bot.playground.protocol import controls_by_id
from bot.services.rooms import Rooms
from tests.bot.support.local_discord import Reply
from tests.trials.soak_people import Player

DAY = 86_400.0
LEAST, MOST = DAY, 3 * DAY  # seconds after which somebody thinks of a seat that was lost
SHORTEST, LONGEST = 0.5 * DAY, 18 * DAY  # of a pause, if it does not end by itself before
AGREES = 0.85  # how often somebody agrees who is asked


class Life:
    """`players`: everybody by account number. `done`: how often what has been done."""

    def __init__(self, rooms: Rooms, players: dict[int, Player], lot: Random) -> None:
        self.rooms, self.players, self.lot = rooms, players, lot
        self.done: Counter[str] = Counter()
        self._resumes: dict[int, float] = {}  # room: when somebody lets its clock run again
        self._thinks: dict[tuple[int, int], float] = {}  # room and seat: when somebody thinks of it, or has thought

    def next(self, now: float) -> float:
        """The next moment at which somebody does something of all this; infinity for never."""
        return min((at for at in (*self._resumes.values(), *self._thinks.values()) if at > now), default=float("inf"))

    async def ask(self, room_id: int, player: Player, kind: str, now: float) -> None:
        """The person has asked everybody for a pause or the end, and who is there has said yes or no."""
        room = await self.rooms.room(room_id)
        await self._press(player, room, f"choose:{room.code}", [kind])
        for other in self._here(room):
            if other is not player:
                verb = "agree" if self.lot.random() < AGREES else "no"
                await other.person.short_press(room.place.channel, room.newest_message.id or 0, f"{verb}:{room.code}")
        room = await self.rooms.room(room_id)
        if room.record.is_paused:
            self._resumes[room_id] = now + self.lot.uniform(SHORTEST, LONGEST)
        self.done[kind] += room.record.is_paused or room.phase == "ended"

    async def give(self, room_id: int, player: Player) -> None:
        """The person has offered their seat to somebody, who has it now."""
        room = await self.rooms.room(room_id)
        page = await self._press(player, room, f"choose:{room.code}", ["give"])
        await self._hand_over(player, page, room, "give")

    async def tend(self, vacant: list[tuple[int, int]], now: float) -> None:
        """Clocks that were to go on do; who sits with a robot in a lost seat has thought of that seat, once."""
        for room_id in [room for room, at in self._resumes.items() if at <= now]:
            del self._resumes[room_id]
            await self._go_on(await self.rooms.room(room_id))
        for seat in vacant:
            at = self._thinks.setdefault(seat, now + self.lot.uniform(LEAST, MOST))
            if 0 < at <= now:
                self._thinks[seat] = 0.0
                await self._think_of(*seat)

    async def _go_on(self, room: Room) -> None:
        here = self._here(room)
        if not room.record.is_paused or not here:
            return
        told = await self._press(self.lot.choice(here), room, f"goon:{room.code}")
        assert "runs again" in told.text, told.text
        self.done["goon"] += 1

    async def _think_of(self, room_id: int, seat: int) -> None:
        """Who is there leaves it as it is, finds somebody else for it, or lets the robot have it for good."""
        room, deed = await self.rooms.room(room_id), self.lot.choice(("leave", "replace", "kick"))
        here = self._here(room)
        host = next((one for one in here if one.person.id == room.record.host.id), None)
        if deed == "kick" and host is not None:
            told = await self._press(host, room, f"kicked:{room.code}:{seat}")
            assert "for good" in told.text, told.text
            self.done["kick"] += 1
        elif deed == "replace" and here:
            page = await self._press(here[0], room, f"replace:{room.code}:{seat}")
            await self._hand_over(here[0], page, room, "replace")

    async def _hand_over(self, giver: Player, page: Reply, room: Room, kind: str) -> None:
        """Somebody who does not sit there has taken the seat, unless they sit at too many tables."""
        field = next(one for one in controls_by_id(page.message["components"]) if one.startswith("offer:"))
        taker = self.lot.choice([one for one in self.players.values() if one.kind.stays and not _sits(room, one)])
        told = await giver.person.choose(page.message, custom_id=field, values=[taker.person])
        assert "is asked in" in told.text, told.text
        told = await self._press(taker, room, f"take:{room.code}")
        self.done[kind] += "play from your next turn" in told.text

    async def _press(self, player: Player, room: Room, custom_id: str, values: list[str] | None = None) -> Reply:
        return await player.person.raw_press(room.place.channel, room.newest_message.id or 0, custom_id, values)

    def _here(self, room: Room) -> list[Player]:
        """The people at the table who have not vanished."""
        seated = [self.players[one.id] for one in room.occupants if isinstance(one, Seated)]
        return [one for one in seated if not one.gone(room.id)]


def _sits(room: Room, player: Player) -> bool:
    return player.person.id in {
        room.record.host.id,
        *(chair.former_person for chair in room.chairs),
        *(one.id for one in room.people),
    }
