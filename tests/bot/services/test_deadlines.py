"""Deadlines through the backend of rooms: when they are set, kept and moved, and what happens when one passes."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
import pytest_asyncio

from bot.model.people import Person, Robot
from engine import GAMES
from tests.bot.support.rooms import ANA, BEN, CY, backend_at, refusal_of

DAY, HOUR = 86_400.0, 3_600.0


@pytest_asyncio.fixture(loop_scope="session")
async def clocks(backend):
    clocks = backend.services.deadlines
    await clocks.note_heartbeat()
    return clocks


async def passes(backend, seconds):
    """So much time passes in which people could play all along."""
    await backend.store.deadlines.record_heartbeat(backend.clock.time + seconds)
    backend.clock.time += seconds


def acting(room):
    return room.occupants[room.to_act[0]]


async def test_whoever_is_to_move_has_the_time_of_the_tables_clock(backend):
    for clock, seconds in (("live", 300), ("evening", HOUR), ("daily", DAY), ("relaxed", 3 * DAY)):
        room = await backend.table(ANA, BEN, clock=clock)
        assert room.deadlines[room.to_act[0]] == backend.clock.time + seconds
        assert len(room.deadlines) == 1
    assert (await backend.table(ANA, BEN)).deadlines == {}


async def test_a_move_hands_the_clock_over(backend):
    room = await backend.table(ANA, BEN, clock="daily")
    backend.clock.time += HOUR
    first = room.to_act[0]
    room = await backend.move(room, "t1")
    assert room.deadlines.get(first) is None
    assert room.deadlines[room.to_act[0]] == backend.clock.time + DAY
    await backend.rooms.end(room.id, ANA, True, backend.press)
    assert (await backend.rooms.room(room.id)).deadlines == {}


async def test_who_waits_for_others_keeps_the_deadline(backend):
    room = await backend.table(ANA, BEN, CY, game="votes", clock="daily")
    before = room.deadlines
    backend.clock.time += HOUR
    room = await backend.rooms.play(room.id, 0, room.chairs[0].stamp, "yes", backend.press)
    assert room.deadlines == {seat: before[seat] for seat in (1, 2)}
    await backend.rooms.play(room.id, 1, room.chairs[1].stamp, "yes", backend.press)
    room = await backend.rooms.play(room.id, 2, room.chairs[2].stamp, "no", backend.press)
    assert room.deadlines == dict.fromkeys(range(3), backend.clock.time + DAY)


async def test_hours_of_sleep_do_not_count(backend):
    start = datetime(2026, 3, 27, 20, tzinfo=ZoneInfo("Europe/Budapest"))
    backend.clock.time = start.timestamp()
    for key, value in {"zone": "Europe/Budapest", "sleep": "23", "wake": "7", "weekends": "free"}.items():
        await backend.store.preferences.set(ANA, key, value)
        await backend.store.preferences.set(BEN, key, value)
    room = await backend.table(ANA, BEN, clock="evening")
    assert room.deadlines[room.to_act[0]] == start.timestamp() + HOUR
    room = await backend.table(ANA, BEN, clock="daily")
    until = datetime.fromtimestamp(room.deadlines[room.to_act[0]], ZoneInfo("Europe/Budapest"))
    # Three hours on Friday; the weekend, on which clocks are changed, is free; sixteen on Monday, five on Tuesday.
    assert until.strftime("%a %d %H:%M") == "Tue 31 12:00"


async def test_at_the_deadline_a_robot_moves_and_not_a_second_before(backend, clocks):
    room = await backend.table(ANA, BEN, clock="daily")
    late = room.to_act[0]
    await passes(backend, DAY - 1)
    assert await clocks.time_out() == []
    await passes(backend, 1)
    assert await clocks.time_out() == [room.id]
    later = await backend.rooms.room(room.id)
    assert [entry.seat for entry in later.table.log if entry.seat >= 0] == [late]
    assert [line.trigger for line in later.log[-2:]] == ["late", ""]
    assert later.deadlines[later.to_act[0]] == backend.clock.time + DAY
    assert await clocks.time_out() == []


async def test_after_two_in_a_row_a_robot_keeps_the_seat_warm_until_its_person_is_back(backend, clocks):
    room = await backend.table(ANA, BEN, game="long", clock="daily")
    late = room.to_act[0]
    person, other = room.occupants[late], room.occupants[1 - late]
    await passes(backend, DAY)
    await clocks.time_out()
    room = await backend.move(await backend.rooms.room(room.id), "t1")
    await passes(backend, DAY)
    await clocks.time_out()
    room = await backend.rooms.room(room.id)
    assert room.occupants[late] == Robot("greedy", person.name)
    assert (room.chairs[late].departure, room.seat_kept_for(person.id), room.seat_kept_for(other.id)) == (
        "late",
        late,
        None,
    )
    assert [aside.kind for aside in room.record.room_events if aside.kind != "lock"] == ["late"]
    assert (await refusal_of(backend.rooms.room_and_seat(room.id, person.id))).key == "away"
    life = backend.services.table_actions
    assert (await refusal_of(life.take_over(room.id, CY, late, backend.press))).key == "seat_taken"
    room = await life.take_over(room.id, person, late, backend.press)
    assert (room.occupants[late], room.chairs[late].departure) == (person, "")
    room = await backend.rooms.move_robots((await backend.move(room, "t1")).id)
    assert room.deadlines[late] == backend.clock.time + DAY
    await passes(backend, DAY)
    await clocks.time_out()
    assert (await backend.rooms.room(room.id)).occupants[late] == person  # the count has begun anew


@pytest.mark.both
async def test_whose_second_late_turn_ends_the_game_has_not_left_it(backend, clocks):
    room = await backend.table(ANA, BEN, game="votes", clock="daily")
    ana, ben = room.seat_of(ANA.id), room.seat_of(BEN.id)
    for seat in (ana, ben):
        await backend.rooms.play(room.id, seat, None, "yes", backend.press)
    for _ in range(2):
        await backend.rooms.play(room.id, ben, None, "no", backend.press)
        await passes(backend, DAY)
        await clocks.time_out()
    room = await backend.rooms.room(room.id)
    assert (room.phase, room.occupants[ana], room.chairs[ana].departure) == ("over", ANA, "")
    assert [line.trigger for line in room.log[-3::2]] == ["late", "late"]
    assert (await backend.store.leaderboards.game_outcome(room.id)).result.seat_result_of(ANA.id).mark == ""


async def test_who_moves_in_time_between_two_late_turns_keeps_the_seat(backend, clocks):
    room = await backend.table(ANA, BEN, game="long", clock="daily")
    for in_time in (False, True, False):
        if in_time:
            room = await backend.move(room, "t1")
        else:
            await passes(backend, DAY)
            await clocks.time_out()
            room = await backend.rooms.room(room.id)
        room = await backend.move(room, "t1")
    assert all(isinstance(who, Person) for who in room.occupants)


async def test_every_table_ends_though_nobody_ever_comes_back(backend, clocks):
    room = await backend.table(ANA, BEN, CY, clock="live")
    for _ in range(40):
        await backend.rooms.move_robots(room.id)
        await passes(backend, 300)
        await clocks.time_out()
    room = await backend.rooms.room(room.id)
    assert room.phase == "over"
    assert len(room.people) == 1
    assert room.deadlines == {}
    assert await clocks.next_due() is None


async def test_more_time_counts_from_now_where_the_deadline_has_just_passed(backend, clocks):
    room = await backend.table(ANA, BEN, clock="daily")
    seat, person = room.to_act[0], room.occupants[room.to_act[0]]
    await passes(backend, DAY - HOUR)
    assert await clocks.remind() == [(room.id, seat)]
    await passes(backend, 2 * HOUR)
    room = await clocks.grant_more_time(room.id, person, backend.press)
    assert room.deadlines[seat] == backend.clock.time + DAY
    await passes(backend, DAY - 1)
    assert await clocks.remind() == []  # nobody is reminded twice in a turn


async def test_more_time_is_had_once_a_game(backend, clocks):
    room = await backend.table(ANA, BEN, clock="daily")
    seat, person = room.to_act[0], acting(room)
    later = await clocks.grant_more_time(room.id, person, backend.press)
    assert later.deadlines[seat] == room.deadlines[seat] + DAY
    refusal = await refusal_of(clocks.grant_more_time(room.id, person, backend.press))
    assert (refusal.key, refusal.facts["used"]) == ("no_more_time", True)
    assert (await backend.rooms.room(room.id)).deadlines == later.deadlines


async def test_who_has_chosen_to_sleep_since_is_reminded_in_the_morning(backend, clocks):
    room = await backend.table(ANA, BEN, clock="daily")
    await passes(backend, 18 * HOUR)
    now = datetime.fromtimestamp(backend.clock.time, UTC)
    for key, value in {"zone": "Etc/UTC", "sleep": str(now.hour), "wake": str((now.hour + 2) % 24)}.items():
        await backend.store.preferences.set(acting(room), key, value)
    assert await clocks.remind() == []
    await passes(backend, 2 * HOUR)
    assert await clocks.remind() == [(room.id, room.to_act[0])]


@pytest.mark.both
async def test_of_an_outage_only_the_part_within_the_turn_is_given_back(backend, clocks):
    await backend.pass_silently(30)  # the pulse has beaten half a minute before
    room = await backend.table(ANA, BEN, clock="daily")
    await backend.pass_silently(HOUR)
    await clocks.note_heartbeat()
    assert (await backend.rooms.room(room.id)).deadlines[room.to_act[0]] == room.deadlines[room.to_act[0]] + HOUR


async def test_an_outage_by_day_moves_no_deadline_into_the_night(backend, clocks):
    for person in (ANA, BEN):
        for key, value in {"zone": "Etc/UTC", "sleep": "23", "wake": "7"}.items():
            await backend.store.preferences.set(person, key, value)
    await passes(backend, datetime(2026, 1, 13, 21, 30, tzinfo=UTC).timestamp() - backend.clock.time)
    room = await backend.table(ANA, BEN, clock="evening")
    await backend.pass_silently(0.75 * HOUR)
    await clocks.note_heartbeat()
    until = datetime.fromtimestamp((await backend.rooms.room(room.id)).deadlines[room.to_act[0]], UTC)
    assert until.strftime("%d %H:%M") == "14 07:15"


async def test_taking_a_move_back_does_not_buy_time(backend):
    room = await backend.table(ANA, BEN, CY, game="votes", clock="daily")
    due, life = room.deadlines[0], backend.services.table_actions
    backend.clock.time += 20 * HOUR
    room = await backend.rooms.play(room.id, 0, room.chairs[0].stamp, "yes", backend.press)
    assert room.deadlines.get(0) is None
    room = await life.take_back(room.id, room.occupants[0].id, backend.press)
    assert room.deadlines[0] == due
    backend.clock.time = due - 5
    room = await backend.rooms.play(room.id, 0, room.chairs[0].stamp, "yes", backend.press)
    room = await life.take_back(room.id, room.occupants[0].id, backend.press)
    assert room.deadlines[0] == due - 5 + 600


async def test_after_an_outage_deadlines_are_later_instead_of_missed(backend, clocks, tmp_path):
    first, second = [await backend.table(ANA, BEN, clock="daily") for _ in range(2)]
    without = await backend.table(ANA, BEN)
    await backend.pass_silently(30 * HOUR)  # nobody's heart has beaten
    assert await clocks.note_heartbeat() == [first.id, second.id]
    assert await clocks.time_out() == []
    told = []
    for old in (first, second):
        room = await backend.rooms.room(old.id)
        seat = room.to_act[0]
        assert room.deadlines[seat] == old.deadlines[seat] + 30 * HOUR
        told += [aside for aside in room.record.room_events if aside.kind == "outage"]
    assert [aside.facts for aside in told] == [{"hours": 30, "minutes": 0}]  # once a channel
    assert (await backend.rooms.room(without.id)).record.change == without.record.change
    assert await clocks.note_heartbeat() == []


async def test_a_short_outage_is_not_told_but_the_table_shows_the_later_deadline(backend, clocks):
    room = await backend.table(ANA, BEN, clock="daily")
    seat, told = room.to_act[0], len(room.record.room_events)
    for seconds, events in ((599.0, 0), (600.0, 1)):
        await backend.pass_silently(seconds)
        assert await clocks.note_heartbeat() == [room.id]
        later = await backend.rooms.room(room.id)
        assert (later.deadline_moved_at, later.deadlines[seat]) == (backend.clock.time, room.deadlines[seat] + seconds)
        assert len(later.record.room_events) == told + events
        room = later


async def test_a_minute_without_a_pulse_is_no_outage(backend, clocks):
    room = await backend.table(ANA, BEN, clock="daily")
    await clocks.note_heartbeat()
    await backend.pass_silently(60)
    assert await clocks.note_heartbeat() == []
    await backend.pass_silently(61)
    assert await clocks.note_heartbeat() == [room.id]


async def test_a_clock_that_was_set_is_no_outage_and_moves_no_deadline(backend, clocks, monkeypatch):
    """It goes two hours back and is set right again, then a day ahead and back; all the while people could play."""
    room = await backend.table(ANA, BEN, clock="daily")
    monkeypatch.setattr(clocks, "steady_clock", lambda: 5.0)  # no time to speak of has passed
    await clocks.note_heartbeat()
    for seconds in (-2 * HOUR, 2 * HOUR, DAY / 2, -DAY / 2):
        backend.clock.time += seconds
        assert await clocks.note_heartbeat() == []
    assert await backend.rooms.room(room.id) == room


async def test_a_pulse_of_the_future_is_no_outage_for_the_next_process(backend):
    room = await backend.table(ANA, BEN, clock="daily")
    await backend.store.deadlines.record_heartbeat(backend.clock.time + 2 * HOUR)
    assert await backend.services.deadlines.note_heartbeat() == []
    await backend.pass_silently(HOUR)
    assert await backend.services.deadlines.note_heartbeat() == [room.id]  # this one is noted and given back


async def test_an_outage_is_as_long_as_the_steady_clock_says_though_the_clock_was_set_meanwhile(backend, clocks):
    room = await backend.table(ANA, BEN, clock="daily")
    begun = backend.clock.time
    clocks.steady_clock = lambda: begun + HOUR
    await backend.pass_silently(3 * HOUR)
    assert await clocks.note_heartbeat() == [room.id]
    later = await backend.rooms.room(room.id)
    assert later.deadlines[room.to_act[0]] == room.deadlines[room.to_act[0]] + HOUR
    assert [aside.facts for aside in later.record.room_events if aside.kind == "outage"] == [{"hours": 1, "minutes": 0}]


async def test_the_time_that_moving_deadlines_takes_is_no_outage_itself(backend, clocks):
    rooms = [await backend.table(ANA, BEN, clock="daily") for _ in range(2)]
    await backend.pass_silently(HOUR)

    def pass_time(_):
        backend.clock.time += 61

    backend.rooms.listen(pass_time)
    assert await clocks.note_heartbeat() == [room.id for room in rooms]
    assert await clocks.note_heartbeat() == []


async def test_an_outage_at_night_moves_nothing_into_the_night(backend, clocks):
    for person in (ANA, BEN):
        for key, value in {"zone": "Asia/Kathmandu", "sleep": "22", "wake": "8"}.items():
            await backend.store.preferences.set(person, key, value)
    evening = datetime(2026, 1, 13, 21, 30, tzinfo=ZoneInfo("Asia/Kathmandu")).timestamp()
    await passes(backend, evening - backend.clock.time)
    room = await backend.table(ANA, BEN, clock="evening")
    seat = room.to_act[0]
    assert room.deadlines[seat] == evening + 11 * HOUR  # half an hour in the evening, half an hour after eight
    await backend.pass_silently(6 * HOUR)
    await clocks.note_heartbeat()
    assert (await backend.rooms.room(room.id)).deadlines[seat] == evening + 11.5 * HOUR


async def test_deadlines_survive_a_restart(database):
    async with backend_at(database) as backend:
        room = await backend.table(ANA, BEN, clock="daily")
        until = backend.clock.time
    async with backend_at(database) as backend:
        backend.clock.time = until
        clocks = backend.services.deadlines
        assert await clocks.next_due() <= until + DAY
        assert (await backend.rooms.room(room.id)).deadlines == room.deadlines
        await passes(backend, DAY)
        assert await clocks.time_out() == [room.id]


async def test_the_unfinished_part_of_a_secret_turn_is_withdrawn_first(backend):
    backend.wire(lambda: "secret turns", {"match_five": GAMES["match_five"]})
    rooms, clocks = backend.rooms, backend.services.deadlines
    room = await backend.table(ANA, BEN, game="match_five", clock="daily")
    seat = room.to_act[0]
    first = next(move for move in room.table.view(seat).moves if str(move)[0] in "BGORVWY" and "m13" in str(move))
    due = room.deadlines[seat]
    backend.clock.time += HOUR
    room = await rooms.play(room.id, seat, room.chairs[seat].stamp, str(first), backend.press)
    assert room.deadlines[seat] == due  # nobody has seen a thing, so the clock runs on
    length = len(room.table.log)
    await passes(backend, DAY)
    await clocks.time_out()
    room = await rooms.room(room.id)
    mine = [line.trigger for line in room.log if line.seat == seat]
    assert mine
    assert set(mine) == {"late"}
    assert length > 0
    assert room.to_act[0] != seat
