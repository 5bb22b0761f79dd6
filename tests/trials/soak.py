"""Weeks of tables that nobody looks after: robots, punctual, slow and vanished people, nights, outages, restarts.

Knows no rules and no Discord: it plays at the doors, with a clock of its own, and reckons everybody's time again.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from bot.clocks import Clocks
from bot.deadlines import CLOCKS
from bot.hours import Hours, passed
from bot.lobby import Wishes
from bot.mine import mine_of
from bot.questions import TERMS
from bot.room import Person, Place, Refusal, Room
from bot.rooms import Rooms
from bot.steps import unfinished
from bot.store import Store
from engine import GAMES, Seat
from engine.core import Move, State, View
from tests.bench import Figure

SIZE = 40  # tables
HOUR, MOST_DAYS = 3_600.0, 150
START = 1_774_000_000.0  # March 2026, some days before clocks are changed in Europe
OUTAGES = {50: 5, 200: 31}  # after so many hours, for so many hours
RESTARTS = 113  # hours between two
ZONES = ("Europe/Budapest", "America/New_York", "Australia/Sydney", "Asia/Kathmandu")
PUNCTUAL, SLOW, GONE = 0.5, 0.03, 0.0  # the chance to move in a waking hour


def by_lot(level: str, view: View[State], rng: Random) -> Move:
    """A robot that thinks of nothing."""
    return rng.choice(view.moves)


@dataclass
class Soak:
    """What is going on, and what was seen to be wrong."""

    path: Path
    lot: Random
    time: float = START
    temper: dict[int, float] = field(default_factory=dict)
    hours: dict[int, Hours] = field(default_factory=dict)
    begun: dict[tuple[int, Seat], tuple[int, float]] = field(default_factory=dict)
    gaps: list[tuple[float, float]] = field(default_factory=list)
    nudged: set[tuple[int, Seat, int]] = field(default_factory=set)
    presses: itertools.count[int] = field(default_factory=lambda: itertools.count(1))
    played: set[tuple[int, Seat, int]] = field(default_factory=set)
    late: int = 0
    early: int = 0
    at_night: int = 0
    twice: int = 0

    async def open(self) -> None:
        """The file is open, as after a start."""
        self.store = await Store.open(self.path)
        self.rooms = Rooms(self.store, lambda: self.time, lambda: f"{self.lot.random()}", GAMES, by_lot)
        self.clocks = Clocks(self.rooms)

    async def table(self, number: int) -> int:
        """A table of two or three people, or of people and a robot, has started."""
        key = list(GAMES)[number % len(GAMES)]
        people = [await self._person(10 * number + n) for n in range(1, 3 + number % 2)]
        clock = list(CLOCKS)[1:][number % 3]
        assert clock in TERMS["clock"]
        terms = Wishes(terms={"clock": clock})
        room = await self.rooms.open(key, people[0], Place(1, number), next(self.presses), terms)
        for person in people[1:]:
            room = await self.rooms.join(room.id, person, next(self.presses))
        if number % 3 == 0:
            room = await self.rooms.add_robot(room.id, people[0].id, "random", next(self.presses))
        return (await self.rooms.start(room.id, people[0].id, next(self.presses))).id

    async def _person(self, number: int) -> Person:
        person = Person(number, f"Person {number}")
        wishes = {"zone": self.lot.choice(ZONES), "sleep": "23", "wake": str(self.lot.choice((6, 7, 8)))}
        wishes["weekends"] = self.lot.choice(("play", "free"))
        for key, value in wishes.items():
            await self.store.wish(person, key, value)
        self.hours[number] = mine_of(wishes).hours
        self.temper[number] = self.lot.choice((PUNCTUAL, PUNCTUAL, SLOW, GONE))
        return person

    async def hour(self, open_rooms: list[int]) -> list[int]:
        """One hour passes; the rooms in which the game goes on."""
        await self.clocks.beat()
        before = {room_id: await self.rooms.room(room_id) for room_id in open_rooms}
        for room_id in dict.fromkeys(await self.clocks.time_out()):
            self._check(before[room_id], await self.rooms.room(room_id))
        await self._remind()
        still = []
        for room_id in open_rooms:
            room = await self._play(await self.rooms.robots(room_id))
            self._note(room)
            if room.phase == "playing":
                still.append(room_id)
        return still

    def _check(self, before: Room, after: Room) -> None:
        """Whoever was late had all the time of the clock, reckoned from what was seen here."""
        for seat in before.to_act:
            who, (_, since) = before.seats[seat], self.begun[before.id, seat]
            if not isinstance(who, Person) or before.due[seat] is None or before.due[seat] > self.time:
                continue
            hours = self.hours[who.id]
            lost = sum(passed(hours, max(start, since), end) for start, end in self.gaps if end > since)
            self.late += 1
            self.early += passed(hours, since, self.time) - lost < CLOCKS[before.terms["clock"]] - 1
        assert after.id == before.id

    async def _remind(self) -> None:
        for room_id, seat in await self.clocks.to_nudge():
            room = await self.rooms.room(room_id)
            who = room.seats[seat]
            assert isinstance(who, Person)
            turn = (room_id, seat, room.stamp(seat))
            self.at_night += self.hours[who.id].asleep(self.time)
            self.twice += turn in self.nudged
            self.nudged.add(turn)
            await self.clocks.nudged(room_id, seat)

    async def _play(self, room: Room) -> Room:
        """Everybody who is awake and in the mood has made a whole turn."""
        for seat in room.to_act:
            who = room.seats[seat]
            if not isinstance(who, Person) or self.hours[who.id].asleep(self.time):
                continue
            if self.lot.random() < self.temper[who.id]:
                room = await self._turn(room, seat)
        return await self.rooms.robots(room.id)

    async def _turn(self, room: Room, seat: Seat) -> Room:
        begun = False
        while seat in room.to_act and (not begun or unfinished(room.table, seat)):
            text, stamp, begun = str(self.lot.choice(room.table.view(seat).moves)), room.stamp(seat), True
            try:
                room = await self.rooms.play(room.id, seat, stamp, text, next(self.presses))
            except Refusal:
                return await self.rooms.room(room.id)
            self.played.add((room.id, seat, stamp))
        return room

    def _note(self, room: Room) -> None:
        for seat in room.to_act:
            stamp, _ = self.begun.get((room.id, seat), (-1, 0.0))
            if stamp != room.stamp(seat):
                self.begun[room.id, seat] = room.stamp(seat), self.time


async def figures(size: int) -> list[Figure]:
    """So many tables until each has ended."""
    with TemporaryDirectory() as folder:
        soak = Soak(Path(folder) / "soak.sqlite3", Random(size))
        await soak.open()
        await soak.clocks.beat()
        every = [await soak.table(number) for number in range(size)]
        for room_id in every:
            soak._note(await soak.rooms.robots(room_id))
        rooms, hours = every, 0
        while rooms and hours < MOST_DAYS * 24:
            hours += 1
            await _pass(soak, hours)
            rooms = await soak.hour(rooms)
        lost = await _lost(soak)
        await soak.store.close()
    return [
        Figure("tables", size, "tables", least=size),
        Figure("tables that have not ended", len(rooms), "tables", most=0),
        Figure("simulated days", hours / 24, "days"),
        Figure("moves of people", len(soak.played), "moves", least=1),
        Figure("moves lost", lost, "moves", most=0),
        Figure("deadlines missed", soak.late, "turns", least=1),
        Figure("of these before the time was up", soak.early, "turns", most=0),
        Figure("reminders", len(soak.nudged), "reminders", least=1),
        Figure("reminders at night or twice", soak.at_night + soak.twice, "reminders", most=0),
    ]


async def _pass(soak: Soak, hours: int) -> None:
    """An hour goes by, or an outage; sometimes the program is started anew."""
    gap = OUTAGES.get(hours, 0)
    if gap:
        soak.gaps.append((soak.time, soak.time + gap * HOUR))
    else:
        await soak.store.beat(soak.time + HOUR)
    soak.time += (gap or 1) * HOUR
    if hours % RESTARTS == 0 or gap:
        await soak.store.close()
        await soak.open()


async def _lost(soak: Soak) -> int:
    """How many moves that people have made are not in the log."""
    kept = set()
    for room_id in {room_id for room_id, _, _ in soak.played}:
        record = await soak.store.load(room_id)
        assert record is not None
        kept |= {(room_id, line.seat, line.stamp) for line in record.log}
    return len(soak.played - kept)
