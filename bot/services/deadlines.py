"""Applies the passing of time: timeouts, outages, reminders. Knows nothing about Discord, and never waits."""

import time
from collections.abc import Callable, Mapping
from functools import partial
from math import inf

from bot.logic import consent, seats
from bot.logic.automatic_moves import play_automatic_moves
from bot.logic.deadlines import (
    MAX_PAUSE,
    extend_deadline,
    is_slow,
    play_late_turn,
    postpone_deadlines,
    remind,
    resume,
    resume_lapsed_pause,
    schedule_reminder,
)
from bot.logic.take_back import withdraw_unfinished_turn
from bot.model.errors import Refusal
from bot.model.hours import Hours, moment_after
from bot.model.people import Person
from bot.model.record import OFFER_LIFETIME, Record
from bot.model.room import Room, table_of
from bot.services.fault_isolation import FaultIsolation
from bot.services.preferences import PreferencesService
from bot.services.robots import late_turn
from bot.services.rooms import Rooms
from bot.store.deadlines import DeadlineStore
from bot.store.shard_range import ShardRange
from bot.store.store import Store
from engine.core import Seat

# CLOCK_BOOTTIME, where it exists, runs on while the machine is suspended.
BOOT_CLOCK = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
MIN_OUTAGE = 60.0  # seconds; after a longer time without a heartbeat, deadlines move


def seconds_since_boot() -> float:
    """Return seconds on a clock that cannot be set."""
    return time.clock_gettime(BOOT_CLOCK)


class Deadlines:
    """Changes tables as time passes.

    `reachable_shards`: the shards whose people can reach the bot now; for all other people no time passes.
    `steady_clock`: returns seconds on a clock that cannot be set. A gap between heartbeats counts as an outage only if
    this clock shows it, too.
    """

    steady_clock: Callable[[], float] = staticmethod(seconds_since_boot)

    def __init__(self, rooms: Rooms, store: Store, preferences: PreferencesService) -> None:
        self._rooms = rooms
        self._store = store
        self._preferences = preferences
        self.now = rooms.now
        self.reachable_shards: tuple[ShardRange, ...] = (store.shards,)
        self._last_heartbeats: dict[ShardRange, float] = {}  # of this process, by `steady_clock`
        self._isolation = FaultIsolation(rooms.now)
        self._reminders = FaultIsolation(rooms.now)

    async def next_due(self) -> float | None:
        """Return the next moment (unix seconds) at which something is due, None if nothing is."""
        found = [
            await store.next_moment(MAX_PAUSE, consent.PROPOSAL_LIFETIME, OFFER_LIFETIME) for store in self._stores
        ]
        return min((at for at in found if at is not None), default=None)

    async def note_heartbeat(self) -> list[int]:
        """Note that people can play now; return the rooms whose deadlines an outage has moved.

        If the process crashes before it has recorded the heartbeat, some people get the lost time back twice, but
        nobody loses it.
        """
        now = self.now()
        moved: list[int] = []
        steady = self.steady_clock()
        silences = await self._store.deadlines.seconds_since_heartbeat(now)
        # For how many seconds nobody could play on these servers, even if clocks were set in the meantime.
        silent_seconds = {
            shards: min(seconds, steady - self._last_heartbeats.get(shards, -inf))
            for shards, seconds in silences.items()
        }
        silent_shards = [shards for shards in self.reachable_shards if silent_seconds.get(shards, inf) > MIN_OUTAGE]
        for shards in silent_shards if silent_seconds else ():
            moved += await self._postpone(shards, silent_seconds, now)
        # `now` is read again, because moving the deadlines of thousands of tables takes a minute
        await self._store.deadlines.record_heartbeat(self.now(), self.reachable_shards)
        self._last_heartbeats.update(dict.fromkeys(self.reachable_shards, self.steady_clock()))
        for shards in silent_shards:
            await self._store.deadlines.delete_heartbeats_within(shards)
        return moved

    async def time_out(self) -> list[int]:
        """Let robots move for everyone whose deadline has passed; return the rooms that changed."""
        changed = []
        found = [overdue for store in self._stores for overdue in await store.overdue_seats(self.now())]
        for room_id, seat in found:
            if self._isolation.may_try(room_id):
                with self._isolation.isolate(room_id):
                    spared = await self._use_vacation_day(room_id, seat)
                    if not spared:
                        await self._let_robot_move(room_id, seat)
                    changed += spared or [room_id]
        return changed

    async def end_expired(self) -> list[int]:
        """End expired pauses, proposals and offers; return their rooms."""
        now = self.now()
        changed = []
        since = (now - MAX_PAUSE, now - consent.PROPOSAL_LIFETIME, now - OFFER_LIFETIME)
        for room_id in [room_id for store in self._stores for room_id in await store.lapsed_rooms(*since)]:
            if self._isolation.may_try(room_id):
                with self._isolation.isolate(room_id):
                    await self._end_expired_in(room_id, now)
                    changed.append(room_id)
        return changed

    async def resume(self, room_id: int, person: Person, press: int) -> Room:
        """Restart the table's clock at this person's request. Raises Refusal: not_seated, not_paused."""
        await self._rooms.room_and_seat(room_id, person.id)
        hours = await self._hours(room_id)
        return await self._rooms.change(room_id, press, lambda record: resume(record, hours, person, self.now()))

    async def remind(self) -> list[tuple[int, Seat]]:
        """Queue reminders for people short of time; return rooms and seats. Who sleeps is reminded in the morning."""
        found = [seat for store in self._stores for seat in await store.due_reminders(self.now())]
        reminded = []
        for room_id, seat in found:
            if not self._reminders.may_try(room_id):
                continue
            with self._reminders.isolate(room_id):
                chair = (await self._rooms.record(room_id)).chairs[seat]
                if not isinstance(chair.occupant, Person):
                    raise Refusal("stale")
                now = self.now()
                hours = (await self._store.preferences.hours([chair.occupant]))[chair.occupant.id]
                if hours.is_asleep(now):
                    await self._rooms.change(
                        room_id, None, partial(schedule_reminder, seat=seat, at=moment_after(hours, now, 1.0))
                    )
                else:
                    await self._rooms.change(room_id, None, partial(remind, seat=seat, now=now))
                    reminded.append((room_id, seat))
        return reminded

    async def grant_more_time(self, room_id: int, person: Person, press: int) -> Room:
        """Add the time of a turn to the person's clock, once a game. Raises Refusal: not_seated, away, no_more_time."""
        _, seat = await self._rooms.room_and_seat(room_id, person.id)
        hours = (await self._store.preferences.hours([person]))[person.id]
        return await self._rooms.change(room_id, press, lambda record: extend_deadline(record, seat, hours, self.now()))

    @property
    def _stores(self) -> list[DeadlineStore]:
        """The deadlines of all reachable shards."""
        return [self._store.deadlines.within_shards(shards) for shards in self.reachable_shards]

    async def _end_expired_in(self, room_id: int, now: float) -> None:
        """End the room's expired pause, proposal or offers. Raises Refusal("stale") if there are none."""
        hours = await self._hours(room_id)

        def step(record: Record) -> Record:
            later = resume_lapsed_pause(
                seats.drop_lapsed_offers(consent.drop_lapsed_proposal(record, now), now), hours, now
            )
            if later == record:
                raise Refusal("stale")
            return later

        await self._rooms.change(room_id, None, step)

    async def _use_vacation_day(self, room_id: int, seat: Seat) -> list[int]:
        """Use a vacation day of the seat's person instead of a timeout; return the rooms changed, [] in live games."""
        record = await self._rooms.record(room_id)
        chair = record.chairs[seat]
        if chair.deadline is None or chair.deadline.due_at > self.now():
            raise Refusal("stale")
        if not isinstance(chair.occupant, Person) or not is_slow(record):
            return []
        return await self._preferences.use_vacation_day(chair.occupant)

    async def _let_robot_move(self, room_id: int, seat: Seat) -> None:
        """Let a robot move for the seat. Raises Refusal("stale") if the person has moved in the meantime."""
        record = await self._rooms.record(room_id)
        game = self._rooms.games[record.game]
        stamp = record.chairs[seat].stamp
        table = table_of(withdraw_unfinished_turn(record, game, seat, self.now()), game)
        turn = await late_turn(record, table, seat, self._rooms.choose)

        def step(current: Record) -> Record:
            if current.chairs[seat].stamp != stamp:
                raise Refusal("stale")
            return play_automatic_moves(
                play_late_turn(current, game, seat, turn, self.now()), game, self.now(), careful
            )

        careful = await self._store.preferences.forced_move_opt_outs(record.people)
        await self._rooms.change(room_id, None, step)

    async def _postpone(self, shards: ShardRange, silent_seconds: Mapping[ShardRange, float], end: float) -> list[int]:
        """Move the deadlines of people on these shards who could not play; return the rooms changed."""
        noted: set[int] = set()  # channels in which a table already reports the outage
        moved = []
        async for room_id, channel, guild in self._store.deadlines.within_shards(shards).running_rooms(end):
            lost_seconds = min((seconds for part, seconds in silent_seconds.items() if part.covers(guild)), default=0.0)
            if lost_seconds <= MIN_OUTAGE:
                continue
            with self._isolation.isolate(room_id):
                hours = await self._hours(room_id)
                news = channel not in noted
                step = partial(postpone_deadlines, hours=hours, gap=(end - lost_seconds, end), as_outage=news)
                await self._rooms.change(room_id, None, step)
                noted.add(channel)
                moved.append(room_id)
        return moved

    async def _hours(self, room_id: int) -> dict[int, Hours]:
        return await self._store.preferences.hours((await self._rooms.record(room_id)).people)
