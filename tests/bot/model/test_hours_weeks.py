"""Weeks across the days on which clocks are changed: what the bot reckons against a second, plain reckoning."""

from __future__ import annotations

import itertools
from datetime import datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

import pytest

from bot.model.hours import Hours, moment_after, seconds_between
from tests.bot.support.rooms import ANA, BEN, backend_at
from tests.trials.own_time import Days

DAY, HOUR = 86_400.0, 3_600.0
CHANGES = (  # each zone with the night of a change, and how many hours that day has
    ("Europe/Budapest", "2026-03-29", 23), ("Europe/Budapest", "2026-10-25", 25),
    ("America/New_York", "2026-03-08", 23), ("America/New_York", "2026-11-01", 25),
    ("Australia/Lord_Howe", "2026-10-04", 23.5), ("Australia/Lord_Howe", "2026-04-05", 24.5),
    ("Africa/Casablanca", "2026-02-15", 25), ("Africa/Casablanca", "2026-03-22", 23),
    ("Antarctica/Troll", "2027-03-28", 22), ("Antarctica/Troll", "2026-10-25", 26),
    ("Pacific/Chatham", "2026-09-27", 23), ("Pacific/Chatham", "2027-04-04", 25),
    ("America/Havana", "2027-03-14", 23), ("America/Havana", "2026-11-01", 25),  # at midnight
    ("America/Sao_Paulo", "2018-02-17", 25), ("America/Sao_Paulo", "2018-11-04", 23),  # in the middle of the night
)  # fmt: skip


def at(zone: str, text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()


@pytest.mark.parametrize(("zone", "night", "long"), CHANGES)
def test_a_day_of_a_change_has_its_own_length_and_sixteen_waking_hours(zone, night, long):
    tomorrow = (datetime.fromisoformat(night) + timedelta(days=1)).isoformat()
    start, end = at(zone, night), at(zone, tomorrow)
    assert (end - start) / HOUR == long
    assert seconds_between(Hours(zone, 23, 7), start, end) == 16 * HOUR


@pytest.mark.parametrize(("zone", "night", "long"), CHANGES)
def test_no_hours_of_sleep_go_wrong_around_a_change(zone, night, long):
    middle, lot = at(zone, f"{night}T04:00"), Random(f"{zone} {night}")
    for _ in range(8):
        sleep, wake = lot.randrange(24), lot.randrange(24)
        weekends = lot.random() < 0.3
        hours, days = Hours(zone, sleep, wake, weekends=weekends), Days(zone, sleep, wake, weekends=weekends)
        since, seconds = middle + lot.uniform(-3, 2) * DAY, lot.choice((300, HOUR, DAY, 3 * DAY))
        until = moment_after(hours, since, seconds)
        assert until == pytest.approx(days.later(since, seconds), abs=1), (sleep, wake, since, seconds)
        assert seconds_between(hours, since, since + 4 * DAY) == pytest.approx(
            days.passed(since, since + 4 * DAY), abs=1
        )
        moments = [middle + n * HOUR / 4 for n in range(-100, 100, 3)]
        assert [hours.is_asleep(one) for one in moments] == [days.asleep(one) for one in moments], (sleep, wake)


async def test_three_weeks_with_nights_weekends_outages_and_restarts(tmp_path):
    """Ana never moves; when a robot moves for her she has had a whole day awake, and nobody calls her at night."""
    zone, night = "Australia/Lord_Howe", "2026-10-04"
    days, gaps, late, path = Days(zone, 23, 7, weekends=True), [], 0, tmp_path / "tessera.db"
    presses = itertools.count(1)
    now = at(zone, f"{night}T12:00") - 9 * DAY
    async with backend_at(path) as backend:
        backend.clock.time, backend.presses = now, presses
        for key, value in {"zone": zone, "sleep": "23", "wake": "7", "weekends": "free"}.items():
            await backend.store.preferences.set(ANA, key, value)
        await backend.services.deadlines.note_heartbeat()
        room = await backend.table(ANA, BEN, game="long", clock="daily")
    since = now
    for restart in range(8):
        async with backend_at(path) as backend:
            backend.clock.time, backend.presses, clocks = now, presses, backend.services.deadlines
            await clocks.note_heartbeat()
            for _ in range(240):
                now += HOUR / 4
                await backend.store.deadlines.record_heartbeat(now)
                backend.clock.time = now
                assert not (days.asleep(now) and await clocks.remind())
                room = await backend.rooms.move_robots(room.id)
                if await clocks.time_out():
                    late += 1
                    assert days.passed(since, now, gaps) == pytest.approx(DAY, abs=HOUR / 4)
                    room = await backend.rooms.room(room.id)
                if room.occupants[room.to_act[0]] == BEN:
                    room, since = await backend.move(room, "t1"), now
                if ANA not in room.occupants:
                    assert late >= 2
                    return
        gaps.append((now, now + (restart % 3) * 7 * HOUR))
        now = gaps[-1][1]
    assert late >= 2
