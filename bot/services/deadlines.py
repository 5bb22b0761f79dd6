"""What the passing of time changes: timeouts, outages, reminders. Knows no Discord and never sleeps."""

import time
from collections.abc import Callable, Mapping
from functools import partial
from math import inf

from bot.logic import consent, seats
from bot.logic.automatic_moves import moved_on
from bot.logic.deadlines import (
    LONGEST_PAUSE,
    is_slow,
    lengthened,
    postponed,
    resumed,
    timed_out,
    with_nudge,
    with_pause_lapsed,
    with_reminder,
)
from bot.logic.take_back import withdrawn
from bot.model.errors import Refusal
from bot.model.hours import Hours, due
from bot.model.people import Person
from bot.model.record import OFFER_LASTS, Record
from bot.model.room import Room, table_of
from bot.services.isolation import Isolation
from bot.services.preferences import PreferencesService
from bot.services.robots import late_turn
from bot.services.rooms import Rooms
from bot.store.deadlines import DeadlineStore
from bot.store.homes import Home
from bot.store.store import Store
from engine.core import Seat

BOOT = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)  # goes on while the machine is suspended, if it is known
OUTAGE = 60.0  # seconds; a longer time without a pulse moves the deadlines


def since_boot() -> float:
    """Seconds by a clock that nobody sets."""
    return time.clock_gettime(BOOT)


class Deadlines:
    """Changes tables as time passes.

    `reachable`: the servers of ours whose people can reach the bot now; on all others no time passes. `steady`:
    seconds of a clock that nobody sets. What it does not show was no outage.
    """

    steady: Callable[[], float] = staticmethod(since_boot)

    def __init__(self, rooms: Rooms, store: Store, preferences: PreferencesService) -> None:
        self._rooms = rooms
        self._store = store
        self._preferences = preferences
        self.now = rooms.now
        self.reachable: tuple[Home, ...] = (store.home,)
        self._beats: dict[Home, float] = {}  # when this process last noted that people can play there, by `steady`
        self._isolation = Isolation(rooms.now)
        self._reminders = Isolation(rooms.now)

    async def nearest(self) -> float | None:
        """The next moment (unix seconds) at which something is due, None if nothing waits."""
        found = [await part.nearest(LONGEST_PAUSE, consent.LASTS, OFFER_LASTS) for part in self._parts]
        return min((at for at in found if at is not None), default=None)

    async def beat(self) -> list[int]:
        """Note that people can play now; return the rooms whose deadlines moved because of an outage before.

        A crash in between gives some people the lost time twice, but never less than once.
        """
        now = self.now()
        moved: list[int] = []
        steady = self.steady()
        silences = await self._store.deadlines.silences(now)
        # For how many seconds nobody could play on these servers, however clocks were set meanwhile.
        silent = {home: min(seconds, steady - self._beats.get(home, -inf)) for home, seconds in silences.items()}
        late = [home for home in self.reachable if silent.get(home, inf) > OUTAGE]
        for home in late if silent else ():
            moved += await self._postpone(home, silent, now)
        # with thousands of tables that moment is a minute later
        await self._store.deadlines.beat(self.now(), self.reachable)
        self._beats.update(dict.fromkeys(self.reachable, self.steady()))
        for home in late:
            await self._store.deadlines.forget_pulses_within(home)
        return moved

    async def time_out(self) -> list[int]:
        """Let robots move for everybody whose deadline has passed; return the rooms in which they did."""
        changed = []
        found = [one for part in self._parts for one in await part.due(self.now())]
        for room_id, seat in found:
            if self._isolation.ready(room_id):
                with self._isolation.alone(room_id):
                    spared = await self._spare(room_id, seat)
                    if not spared:
                        await self._let_robot_move(room_id, seat)
                    changed += spared or [room_id]
        return changed

    async def lapse(self) -> list[int]:
        """End the pauses, proposals and offers whose time is over; return the rooms in which there was one."""
        now = self.now()
        changed = []
        since = (now - LONGEST_PAUSE, now - consent.LASTS, now - OFFER_LASTS)
        for room_id in [room_id for part in self._parts for room_id in await part.lapsed(*since)]:
            if self._isolation.ready(room_id):
                with self._isolation.alone(room_id):
                    await self._drop_lapsed(room_id, now)
                    changed.append(room_id)
        return changed

    async def go_on(self, room_id: int, person: Person, press: int) -> Room:
        """The clock of the table runs again, at this person's request. Raises Refusal: not_seated, not_paused."""
        await self._rooms.seated(room_id, person.id)
        hours = await self._hours(room_id)
        return await self._rooms.change(room_id, press, lambda record: resumed(record, hours, person, self.now()))

    async def remind(self) -> list[tuple[int, Seat]]:
        """Let everybody be reminded whose time runs short; return the rooms and seats. Sleepers wait until morning."""
        found = [one for part in self._parts for one in await part.reminders_due(self.now())]
        reminded = []
        for room_id, seat in found:
            if not self._reminders.ready(room_id):
                continue
            with self._reminders.alone(room_id):
                chair = (await self._rooms.record(room_id)).chairs[seat]
                if not isinstance(chair.occupant, Person):
                    raise Refusal("stale")
                now = self.now()
                hours = (await self._store.preferences.hours([chair.occupant]))[chair.occupant.id]
                if hours.asleep(now):
                    await self._rooms.change(room_id, None, partial(with_nudge, seat=seat, at=due(hours, now, 1.0)))
                else:
                    await self._rooms.change(room_id, None, partial(with_reminder, seat=seat, now=now))
                    reminded.append((room_id, seat))
        return reminded

    async def more_time(self, room_id: int, person: Person, press: int) -> Room:
        """The person has the time of one more turn, once a game. Raises Refusal: not_seated, away, no_more_time."""
        _, seat = await self._rooms.seated(room_id, person.id)
        hours = (await self._store.preferences.hours([person]))[person.id]
        return await self._rooms.change(room_id, press, lambda record: lengthened(record, seat, hours, self.now()))

    @property
    def _parts(self) -> list[DeadlineStore]:
        """What falls due where people can play."""
        return [self._store.deadlines.within(home) for home in self.reachable]

    async def _drop_lapsed(self, room_id: int, now: float) -> None:
        """The pause, proposal or offers of the room whose time is over have ended. Raises Refusal("stale") if none."""
        hours = await self._hours(room_id)

        def step(record: Record) -> Record:
            later = with_pause_lapsed(seats.lapsed(consent.lapsed(record, now), now), hours, now)
            if later == record:
                raise Refusal("stale")
            return later

        await self._rooms.change(room_id, None, step)

    async def _spare(self, room_id: int, seat: Seat) -> list[int]:
        """The rooms in which a day of vacation saved the seat's person from a timeout; [] in live games."""
        record = await self._rooms.record(room_id)
        chair = record.chairs[seat]
        if chair.deadline is None or chair.deadline.at > self.now():
            raise Refusal("stale")
        if not isinstance(chair.occupant, Person) or not is_slow(record):
            return []
        return await self._preferences.spare(chair.occupant)

    async def _let_robot_move(self, room_id: int, seat: Seat) -> None:
        """A robot has moved for the seat. Raises Refusal("stale") if its person was faster."""
        record = await self._rooms.record(room_id)
        game = self._rooms.games[record.game]
        stamp = record.chairs[seat].stamp
        table = table_of(withdrawn(record, game, seat, self.now()), game)
        turn = await late_turn(record, table, seat, self._rooms.choose)

        def step(current: Record) -> Record:
            if current.chairs[seat].stamp != stamp:
                raise Refusal("stale")
            return moved_on(timed_out(current, game, seat, turn, self.now()), game, self.now(), careful)

        careful = await self._store.preferences.careful(record.people)
        await self._rooms.change(room_id, None, step)

    async def _postpone(self, home: Home, silent: Mapping[Home, float], end: float) -> list[int]:
        """Move the deadlines of those of these servers whose people could not play before; return their rooms."""
        noted: set[int] = set()  # channels; one table in each notes the outage
        moved = []
        async for room_id, channel, guild in self._store.deadlines.within(home).running(end):
            lost = min((seconds for part, seconds in silent.items() if part.has(guild)), default=0.0)
            if lost <= OUTAGE:
                continue
            with self._isolation.alone(room_id):
                hours = await self._hours(room_id)
                news = channel not in noted
                step = partial(postponed, hours=hours, gap=(end - lost, end), as_outage=news)
                await self._rooms.change(room_id, None, step)
                noted.add(channel)
                moved.append(room_id)
        return moved

    async def _hours(self, room_id: int) -> dict[int, Hours]:
        return await self._store.preferences.hours((await self._rooms.record(room_id)).people)
