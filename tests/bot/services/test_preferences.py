"""What people choose for themselves, and what that does to their deadlines."""

from __future__ import annotations

import pytest

from bot.services.preferences import MAX_SLEEP_HOURS
from tests.bot.support.rooms import ANA, BEN, refusal_of

DAY = 86_400.0


@pytest.fixture
def preferences(backend):
    return backend.services.preferences


async def acting(backend, **chosen):
    """A table with a clock, who is to move there, and their seat; that person has chosen this before."""
    room = await backend.table(ANA, BEN, clock="daily")
    seat = room.to_act[0]
    for key, value in chosen.items():
        await backend.services.preferences.choose(room.occupants[seat], key, value)
    return await backend.rooms.room(room.id), room.occupants[seat], seat


async def due(backend, room, seat):
    return (await backend.store.load(room.id)).chairs[seat].deadline.due_at


async def test_a_locale_is_kept_of_people_who_ever_had_another_than_the_default(backend, preferences):
    await preferences.note_locale(ANA, "en-US")
    assert (await preferences.load(ANA.id)).locale == ""
    await preferences.note_locale(ANA, "hu")
    assert ((await preferences.load(ANA.id)).locale, (await preferences.words(ANA.id)).language) == ("hu", "hu")
    await preferences.note_locale(ANA, "en-GB")
    assert (await preferences.load(ANA.id)).locale == "en-GB"


async def test_nobody_sleeps_half_of_the_day_and_more(preferences):
    await preferences.choose(ANA, "sleep", "20")
    assert (await preferences.load(ANA.id)).hours.sleep == 20
    no = await refusal_of(preferences.choose(ANA, "wake", "9"))
    assert (no.key, no.facts["n"]) == ("too_much_sleep", MAX_SLEEP_HOURS)
    await preferences.choose(ANA, "wake", "8")


@pytest.mark.parametrize(
    ("key", "value", "refusal"),
    [("zone", "Nowhere", "no_zone"), ("theme", "loud", "unknown"), ("no such", "1", "unknown")],
)
async def test_what_nobody_offered_is_refused(preferences, key, value, refusal):
    before = await preferences.load(ANA.id)
    assert (await refusal_of(preferences.choose(ANA, key, value))).key == refusal
    assert await preferences.load(ANA.id) == before


async def test_only_what_is_about_time_moves_deadlines(backend, preferences):
    room, person, seat = await acting(backend)
    before = await due(backend, room, seat)
    assert await preferences.choose(person, "theme", "dark") == []
    assert await preferences.choose(person, "sleep", "22") == [room.id]
    assert await due(backend, room, seat) >= before


async def test_a_day_of_vacation_is_taken_in_place_of_a_timeout_only_by_who_wants_that(backend, preferences):
    room, person, seat = await acting(backend)
    before = await due(backend, room, seat)
    assert await preferences.use_vacation_day(person) == []
    await preferences.choose(person, "saver", "yes")
    assert await preferences.use_vacation_day(person) == [room.id]
    assert await due(backend, room, seat) - before == DAY - backend.clock.time % DAY  # the rest of today
    assert await preferences.use_vacation_day(person) == []  # today is taken already
