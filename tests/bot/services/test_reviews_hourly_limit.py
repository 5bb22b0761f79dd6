"""How often somebody may begin what takes a lot of work."""

from __future__ import annotations

from bot.model.hours import HOUR
from bot.services.reviews import HourlyLimit
from tests.bot.support.rooms import Clock


def test_each_person_may_begin_so_many_times_within_any_hour():
    clock = Clock()
    limit = HourlyLimit(clock, 2)
    assert [limit.take(1), limit.take(1), limit.take(1), limit.take(2)] == [True, True, False, True]
    clock.time += HOUR / 2
    assert not limit.take(1)
    clock.time += HOUR / 2
    assert [limit.take(1), limit.take(1), limit.take(1)] == [True, True, False]
