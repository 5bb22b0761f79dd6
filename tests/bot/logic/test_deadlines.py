"""How much time a turn has left after whatever may happen to it: pauses, new hours, moves taken back, vacation."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.logic.deadlines import timed_out
from bot.logic.lobby import LobbyPreset as Terms
from bot.model.errors import Refusal
from bot.model.hours import Hours, due
from engine import GAMES
from tests.bot.services.test_deadlines import DAY, HOUR, acting, passes
from tests.bot.support.rooms import ANA, BEN, CY, HERE
from tests.bot.support.tiny_games import SHELF

BANK, TURN, NOON = 5 * DAY, 12 * HOUR, datetime(2026, 1, 14, 12, tzinfo=UTC).timestamp()


@pytest.fixture
async def doors(doors):
    """Doors behind which people can play at noon."""
    doors.clock.time = NOON
    await doors.store.deadlines.beat(NOON)
    return doors


@pytest.fixture
def life(doors):
    return doors.services.table_life


@pytest.fixture
def clocks(doors):
    return doors.services.deadlines


async def paused(doors, life, room):
    await life.ask(room.id, ANA.id, "pause", doors.press)
    return await life.agree(room.id, BEN.id, doors.press)


async def taken_back(doors, life, room, first, rest):
    """Everybody agrees that the first goes back to before their last move."""
    room = await life.ask(room.id, first.id, "take_back", doors.press)
    for person in rest:
        room = await life.agree(room.id, person.id, doors.press)
    return room


async def test_hours_that_change_while_the_clock_stands_still_leave_the_time_as_it_was(doors, life, clocks):
    room = await doors.table(ANA, BEN, clock="daily")
    seat, who = room.to_act[0], acting(room)
    await passes(doors, 4 * HOUR)
    await paused(doors, life, room)
    await passes(doors, HOUR)
    assert await doors.services.preferences.choose(who, "wake", "8") == [room.id]  # asleep from midnight on
    await passes(doors, 47 * HOUR)
    room = await clocks.go_on(room.id, BEN, doors.press)
    # Twenty hours are left on Friday at four in the afternoon: eight of them on Friday, twelve on Saturday from eight.
    assert datetime.fromtimestamp(room.deadlines[seat], UTC) == datetime(2026, 1, 17, 20, tzinfo=UTC)


async def test_by_new_hours_a_reminder_still_comes_when_a_quarter_of_the_turn_is_left(doors):
    room = await doors.table(ANA, BEN, clock="daily")
    await passes(doors, 4 * HOUR)
    await doors.services.preferences.choose(acting(room), "wake", "8")  # asleep from midnight on
    deadline = (await doors.store.load(room.id)).chairs[room.to_act[0]].deadline
    # Twenty hours are left on Wednesday at four in the afternoon; the last six begin on Thursday at two.
    moments = [datetime.fromtimestamp(at, UTC) for at in (deadline.nudge, deadline.at)]
    assert moments == [datetime(2026, 1, 15, 14, tzinfo=UTC), datetime(2026, 1, 15, 20, tzinfo=UTC)]


@pytest.mark.parametrize("clock", ["daily", "bank"])
async def test_a_pause_and_an_outage_are_given_back_also_after_more_time(doors, life, clocks, clock):
    room = await doors.table(ANA, BEN, clock=clock)
    seat = room.to_act[0]
    await passes(doors, HOUR)
    due = (await clocks.more_time(room.id, acting(room), doors.press)).deadlines[seat]
    await passes(doors, HOUR)
    await paused(doors, life, room)
    await passes(doors, 3 * HOUR)
    assert (await clocks.go_on(room.id, BEN, doors.press)).deadlines[seat] == due + 3 * HOUR
    await doors.silence(5 * HOUR)
    assert await clocks.beat() == [room.id]
    assert (await doors.rooms.room(room.id)).deadlines[seat] == pytest.approx(due + 8 * HOUR, abs=60)


async def test_new_hours_in_a_pause_after_more_time_leave_the_time_as_it_was(doors, life, clocks):
    room = await doors.table(ANA, BEN, clock="daily")
    seat, who = room.to_act[0], acting(room)
    await passes(doors, 4 * HOUR)
    due = (await clocks.more_time(room.id, who, doors.press)).deadlines[seat]
    await paused(doors, life, room)
    await passes(doors, HOUR)
    assert await doors.services.preferences.choose(who, "wake", "8") == [room.id]
    assert await doors.services.preferences.choose(who, "wake", "0") == [room.id]
    assert (await clocks.go_on(room.id, BEN, doors.press)).deadlines[seat] == due + HOUR


async def test_hours_that_change_before_and_after_a_pause_count_once(doors, life, clocks):
    room = await doors.table(ANA, BEN, clock="daily")
    seat, who, wishes = room.to_act[0], acting(room), doors.services.preferences
    await paused(doors, life, room)
    await wishes.choose(who, "wake", "8")
    await wishes.choose(who, "wake", "0")
    await passes(doors, 3 * DAY)
    room = await clocks.go_on(room.id, ANA, doors.press)
    assert room.deadlines[seat] == NOON + 4 * DAY


@pytest.mark.parametrize(
    ("key", "value", "hours"), [("weekends", "free", Hours(weekends=True)), ("wake", "8", Hours(wake=8))]
)
async def test_a_seat_that_changed_hands_in_a_pause_keeps_a_whole_turn_through_new_hours(
    doors, life, clocks, key, value, hours
):
    room = await doors.table(ANA, BEN, CY, clock="daily")
    seat = room.to_act[0]
    leaver, host = room.seats[seat], room.seats[room.seat_of(ANA.id)]
    for person in (ANA, BEN, CY):
        room = await (
            life.ask(room.id, host.id, "pause", doors.press)
            if person == ANA
            else life.agree(room.id, person.id, doors.press)
        )
    await passes(doors, DAY)
    room = await life.vanish(room.id, seat)
    fresh = type(ANA)(999, "Eve")
    room = await life.take_over(room.id, fresh, seat, doors.press)
    assert leaver not in room.seats
    await doors.services.preferences.choose(fresh, key, value)
    await passes(doors, HOUR)
    room = await clocks.go_on(room.id, fresh, doors.press)
    assert room.deadlines[seat] == due(hours, doors.clock.time, DAY)  # from Thursday at one a whole day of theirs


async def test_who_was_reminded_and_takes_a_move_back_is_not_reminded_again(doors, life, clocks):
    room = await doors.table(ANA, BEN, CY, game="votes", clock="daily")
    await passes(doors, 18 * HOUR)
    assert await clocks.remind() == [(room.id, seat) for seat in range(3)]
    room = await doors.rooms.play(room.id, 0, room.chairs[0].stamp, "yes", doors.press)
    room = await life.take_back(room.id, room.seats[0].id, doors.press)
    assert room.deadlines[0] == NOON + DAY
    await passes(doors, HOUR)
    assert await clocks.remind() == []


async def test_in_a_live_game_a_move_taken_back_leaves_a_turn_at_most(doors, life):
    room = await doors.table(ANA, BEN, CY, game="votes", clock="live")
    await passes(doors, 290)
    await doors.rooms.play(room.id, 0, room.chairs[0].stamp, "yes", doors.press)
    room = await life.take_back(room.id, room.seats[0].id, doors.press)
    assert room.deadlines[0] == doors.clock.time + 300


async def test_who_moves_early_and_takes_it_back_is_reminded_when_time_is_short(doors, life, clocks):
    room = await doors.table(ANA, BEN, CY, game="votes", clock="daily")
    room = await doors.rooms.play(room.id, 0, room.chairs[0].stamp, "yes", doors.press)
    await life.take_back(room.id, room.seats[0].id, doors.press)
    await passes(doors, 18 * HOUR)
    assert (room.id, 0) in await clocks.remind()


async def test_with_everybodys_consent_a_turn_begins_anew(doors, life):
    doors.wire(lambda: "azul", {"azul": GAMES["azul"]})
    room = await doors.table(ANA, BEN, game="azul", clock="daily")
    seat, people = room.to_act[0], room.seats
    for wait in (23 * HOUR, 20 * HOUR):
        await passes(doors, wait)
        room = await doors.move(room, str(room.table.view(room.to_act[0]).moves[0]))
    await passes(doors, HOUR)
    room = await taken_back(doors, doors.services.table_life, room, people[seat], [people[1 - seat]])
    assert (room.to_act, room.deadlines[seat]) == ((seat,), doors.clock.time + DAY)
    record = await doors.store.load(room.id)
    assert record.chairs[seat].deadline.nudge == doors.clock.time + 18 * HOUR


async def test_consent_costs_nobody_the_hours_of_the_turn_that_comes_again(doors, life):
    room = await doors.table(ANA, BEN, CY, game="votes", clock="bank")
    people, due = room.seats, room.deadlines
    for seat, wait in enumerate((2 * HOUR, BANK + TURN - 3 * HOUR)):  # one hour is left to the second, for the bank
        await passes(doors, wait)
        room = await doors.rooms.play(room.id, seat, room.chairs[seat].stamp, "yes", doors.press)
    assert room.banks == {0: BANK, 1: HOUR, 2: BANK}
    room = await taken_back(doors, life, room, people[0], people[1:])
    assert room.banks == {0: BANK, 1: HOUR, 2: BANK}
    assert list(room.deadlines.values()) == [doors.clock.time + TURN + BANK, doors.clock.time + TURN + HOUR, due[2]]


async def test_a_live_game_takes_nobodys_day_of_vacation(doors, clocks):
    for person in (ANA, BEN):
        await doors.store.preferences.set(person, "saver", "yes")
    room = await doors.table(ANA, BEN, clock="live")
    await passes(doors, 300)
    assert await clocks.time_out() == [room.id]
    assert [line.how for line in (await doors.store.load(room.id)).log if line.seat >= 0] == ["late"]


async def test_who_is_away_until_tomorrow_takes_no_further_day_of_vacation(doors):
    preferences = doors.services.preferences
    room = await doors.table(ANA, BEN, clock="daily")
    who = acting(room)
    await doors.store.preferences.set(who, "saver", "yes")
    assert await preferences.choose(who, "away", "2026-01-15") == [room.id]
    assert await preferences.spare(who) == []
    await passes(doors, DAY)
    assert await preferences.spare(who) == [room.id]
    assert (await preferences.of(who.id)).taken == {"2026-01-14", "2026-01-15"}


async def test_a_robot_that_ends_a_game_at_the_deadline_starts_the_clock_of_the_next_one(doors, clocks):
    terms = {"match": "seats", "clock": "daily"}
    room = await doors.rooms.open("stones", ANA, HERE, doors.press, Terms(terms=terms))
    await doors.rooms.join(room.id, BEN, doors.press)
    room = await doors.rooms.start(room.id, ANA.id, doors.press)
    while room.table.state.left > 1:
        room = await doors.move(room, "t1")
    await passes(doors, DAY)
    assert await clocks.time_out() == [room.id]
    first, second = await doors.rooms.match(await doors.rooms.room(room.id))
    assert (first.phase, first.deadlines) == ("over", {})
    (seat,) = second.to_act
    assert second.deadlines == {seat: doors.clock.time + DAY}
    assert await clocks.time_out() == []
    assert await clocks.nearest() == doors.clock.time + 18 * HOUR
    await passes(doors, DAY)
    assert await clocks.time_out() == [second.id]


async def test_a_robot_that_has_chosen_too_early_does_not_move(doors):
    """Whoever asked for more time, or was given back an outage, while the robot thought."""
    room = await doors.table(ANA, BEN, clock="daily")
    record, seat = await doors.store.load(room.id), room.to_act[0]
    game, at = SHELF[record.game], room.deadlines[seat]
    with pytest.raises(Refusal) as caught:
        timed_out(record, game, seat, ["t1"], at - 1)
    assert caught.value.key == "stale"
    assert len(timed_out(record, game, seat, ["t1"], at).log) > len(record.log)
