"""How much time a turn has left after whatever may happen to it: pauses, new hours, moves taken back, vacation."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.logic.deadlines import play_late_turn
from bot.logic.lobby import LobbyPreset as Terms
from bot.model.errors import Refusal
from bot.model.hours import Hours, moment_after
from engine import GAMES
from tests.bot.services.test_deadlines import DAY, HOUR, acting, passes
from tests.bot.support.rooms import ANA, BEN, CY, HERE
from tests.bot.support.tiny_games import SHELF

BANK, TURN, NOON = 5 * DAY, 12 * HOUR, datetime(2026, 1, 14, 12, tzinfo=UTC).timestamp()


@pytest.fixture
async def backend(backend):
    """Backend behind which people can play at noon."""
    backend.clock.time = NOON
    await backend.store.deadlines.record_heartbeat(NOON)
    return backend


@pytest.fixture
def life(backend):
    return backend.services.table_actions


@pytest.fixture
def clocks(backend):
    return backend.services.deadlines


async def paused(backend, life, room):
    await life.propose(room.id, ANA.id, "pause", backend.press)
    return await life.agree(room.id, BEN.id, backend.press)


async def taken_back(backend, life, room, first, rest):
    """Everybody agrees that the first goes back to before their last move."""
    room = await life.propose(room.id, first.id, "take_back", backend.press)
    for person in rest:
        room = await life.agree(room.id, person.id, backend.press)
    return room


async def test_hours_that_change_while_the_clock_stands_still_leave_the_time_as_it_was(backend, life, clocks):
    room = await backend.table(ANA, BEN, clock="daily")
    seat, who = room.to_act[0], acting(room)
    await passes(backend, 4 * HOUR)
    await paused(backend, life, room)
    await passes(backend, HOUR)
    assert await backend.services.preferences.choose(who, "wake", "8") == [room.id]  # asleep from midnight on
    await passes(backend, 47 * HOUR)
    room = await clocks.resume(room.id, BEN, backend.press)
    # Twenty hours are left on Friday at four in the afternoon: eight of them on Friday, twelve on Saturday from eight.
    assert datetime.fromtimestamp(room.deadlines[seat], UTC) == datetime(2026, 1, 17, 20, tzinfo=UTC)


async def test_by_new_hours_a_reminder_still_comes_when_a_quarter_of_the_turn_is_left(backend):
    room = await backend.table(ANA, BEN, clock="daily")
    await passes(backend, 4 * HOUR)
    await backend.services.preferences.choose(acting(room), "wake", "8")  # asleep from midnight on
    deadline = (await backend.store.load(room.id)).chairs[room.to_act[0]].deadline
    # Twenty hours are left on Wednesday at four in the afternoon; the last six begin on Thursday at two.
    moments = [datetime.fromtimestamp(at, UTC) for at in (deadline.remind_at, deadline.due_at)]
    assert moments == [datetime(2026, 1, 15, 14, tzinfo=UTC), datetime(2026, 1, 15, 20, tzinfo=UTC)]


@pytest.mark.parametrize("clock", ["daily", "bank"])
async def test_a_pause_and_an_outage_are_given_back_also_after_more_time(backend, life, clocks, clock):
    room = await backend.table(ANA, BEN, clock=clock)
    seat = room.to_act[0]
    await passes(backend, HOUR)
    due = (await clocks.grant_more_time(room.id, acting(room), backend.press)).deadlines[seat]
    await passes(backend, HOUR)
    await paused(backend, life, room)
    await passes(backend, 3 * HOUR)
    assert (await clocks.resume(room.id, BEN, backend.press)).deadlines[seat] == due + 3 * HOUR
    await backend.pass_silently(5 * HOUR)
    assert await clocks.note_heartbeat() == [room.id]
    assert (await backend.rooms.room(room.id)).deadlines[seat] == pytest.approx(due + 8 * HOUR, abs=60)


async def test_new_hours_in_a_pause_after_more_time_leave_the_time_as_it_was(backend, life, clocks):
    room = await backend.table(ANA, BEN, clock="daily")
    seat, who = room.to_act[0], acting(room)
    await passes(backend, 4 * HOUR)
    due = (await clocks.grant_more_time(room.id, who, backend.press)).deadlines[seat]
    await paused(backend, life, room)
    await passes(backend, HOUR)
    assert await backend.services.preferences.choose(who, "wake", "8") == [room.id]
    assert await backend.services.preferences.choose(who, "wake", "0") == [room.id]
    assert (await clocks.resume(room.id, BEN, backend.press)).deadlines[seat] == due + HOUR


async def test_hours_that_change_before_and_after_a_pause_count_once(backend, life, clocks):
    room = await backend.table(ANA, BEN, clock="daily")
    seat, who, wishes = room.to_act[0], acting(room), backend.services.preferences
    await paused(backend, life, room)
    await wishes.choose(who, "wake", "8")
    await wishes.choose(who, "wake", "0")
    await passes(backend, 3 * DAY)
    room = await clocks.resume(room.id, ANA, backend.press)
    assert room.deadlines[seat] == NOON + 4 * DAY


@pytest.mark.parametrize(
    ("key", "value", "hours"), [("weekends", "free", Hours(weekends=True)), ("wake", "8", Hours(wake=8))]
)
async def test_a_seat_that_changed_hands_in_a_pause_keeps_a_whole_turn_through_new_hours(
    backend, life, clocks, key, value, hours
):
    room = await backend.table(ANA, BEN, CY, clock="daily")
    seat = room.to_act[0]
    leaver, host = room.occupants[seat], room.occupants[room.seat_of(ANA.id)]
    for person in (ANA, BEN, CY):
        room = await (
            life.propose(room.id, host.id, "pause", backend.press)
            if person == ANA
            else life.agree(room.id, person.id, backend.press)
        )
    await passes(backend, DAY)
    room = await life.hand_to_robot(room.id, seat)
    fresh = type(ANA)(999, "Eve")
    room = await life.take_over(room.id, fresh, seat, backend.press)
    assert leaver not in room.occupants
    await backend.services.preferences.choose(fresh, key, value)
    await passes(backend, HOUR)
    room = await clocks.resume(room.id, fresh, backend.press)
    assert room.deadlines[seat] == moment_after(
        hours, backend.clock.time, DAY
    )  # from Thursday at one a whole day of theirs


async def test_who_was_reminded_and_takes_a_move_back_is_not_reminded_again(backend, life, clocks):
    room = await backend.table(ANA, BEN, CY, game="votes", clock="daily")
    await passes(backend, 18 * HOUR)
    assert await clocks.remind() == [(room.id, seat) for seat in range(3)]
    room = await backend.rooms.play(room.id, 0, room.chairs[0].stamp, "yes", backend.press)
    room = await life.take_back(room.id, room.occupants[0].id, backend.press)
    assert room.deadlines[0] == NOON + DAY
    await passes(backend, HOUR)
    assert await clocks.remind() == []


async def test_in_a_live_game_a_move_taken_back_leaves_a_turn_at_most(backend, life):
    room = await backend.table(ANA, BEN, CY, game="votes", clock="live")
    await passes(backend, 290)
    await backend.rooms.play(room.id, 0, room.chairs[0].stamp, "yes", backend.press)
    room = await life.take_back(room.id, room.occupants[0].id, backend.press)
    assert room.deadlines[0] == backend.clock.time + 300


async def test_who_moves_early_and_takes_it_back_is_reminded_when_time_is_short(backend, life, clocks):
    room = await backend.table(ANA, BEN, CY, game="votes", clock="daily")
    room = await backend.rooms.play(room.id, 0, room.chairs[0].stamp, "yes", backend.press)
    await life.take_back(room.id, room.occupants[0].id, backend.press)
    await passes(backend, 18 * HOUR)
    assert (room.id, 0) in await clocks.remind()


async def test_with_everybodys_consent_a_turn_begins_anew(backend, life):
    backend.wire(lambda: "azul", {"azul": GAMES["azul"]})
    room = await backend.table(ANA, BEN, game="azul", clock="daily")
    seat, people = room.to_act[0], room.occupants
    for wait in (23 * HOUR, 20 * HOUR):
        await passes(backend, wait)
        room = await backend.move(room, str(room.table.view(room.to_act[0]).moves[0]))
    await passes(backend, HOUR)
    room = await taken_back(backend, backend.services.table_actions, room, people[seat], [people[1 - seat]])
    assert (room.to_act, room.deadlines[seat]) == ((seat,), backend.clock.time + DAY)
    record = await backend.store.load(room.id)
    assert record.chairs[seat].deadline.remind_at == backend.clock.time + 18 * HOUR


async def test_consent_costs_nobody_the_hours_of_the_turn_that_comes_again(backend, life):
    room = await backend.table(ANA, BEN, CY, game="votes", clock="bank")
    people, due = room.occupants, room.deadlines
    for seat, wait in enumerate((2 * HOUR, BANK + TURN - 3 * HOUR)):  # one hour is left to the second, for the bank
        await passes(backend, wait)
        room = await backend.rooms.play(room.id, seat, room.chairs[seat].stamp, "yes", backend.press)
    assert room.banks == {0: BANK, 1: HOUR, 2: BANK}
    room = await taken_back(backend, life, room, people[0], people[1:])
    assert room.banks == {0: BANK, 1: HOUR, 2: BANK}
    assert list(room.deadlines.values()) == [backend.clock.time + TURN + BANK, backend.clock.time + TURN + HOUR, due[2]]


async def test_a_live_game_takes_nobodys_day_of_vacation(backend, clocks):
    for person in (ANA, BEN):
        await backend.store.preferences.set(person, "saver", "yes")
    room = await backend.table(ANA, BEN, clock="live")
    await passes(backend, 300)
    assert await clocks.time_out() == [room.id]
    assert [line.trigger for line in (await backend.store.load(room.id)).log if line.seat >= 0] == ["late"]


async def test_who_is_away_until_tomorrow_takes_no_further_day_of_vacation(backend):
    preferences = backend.services.preferences
    room = await backend.table(ANA, BEN, clock="daily")
    who = acting(room)
    await backend.store.preferences.set(who, "saver", "yes")
    assert await preferences.choose(who, "away", "2026-01-15") == [room.id]
    assert await preferences.use_vacation_day(who) == []
    await passes(backend, DAY)
    assert await preferences.use_vacation_day(who) == [room.id]
    assert (await preferences.load(who.id)).vacation_days == {"2026-01-14", "2026-01-15"}


async def test_a_robot_that_ends_a_game_at_the_deadline_starts_the_clock_of_the_next_one(backend, clocks):
    terms = {"match": "seats", "clock": "daily"}
    room = await backend.rooms.open("stones", ANA, HERE, backend.press, Terms(terms=terms))
    await backend.rooms.join(room.id, BEN, backend.press)
    room = await backend.rooms.start(room.id, ANA.id, backend.press)
    while room.table.state.left > 1:
        room = await backend.move(room, "t1")
    await passes(backend, DAY)
    assert await clocks.time_out() == [room.id]
    first, second = await backend.rooms.list_match(await backend.rooms.room(room.id))
    assert (first.phase, first.deadlines) == ("over", {})
    (seat,) = second.to_act
    assert second.deadlines == {seat: backend.clock.time + DAY}
    assert await clocks.time_out() == []
    assert await clocks.next_due() == backend.clock.time + 18 * HOUR
    await passes(backend, DAY)
    assert await clocks.time_out() == [second.id]


async def test_a_robot_that_has_chosen_too_early_does_not_move(backend):
    """Whoever asked for more time, or was given back an outage, while the robot thought."""
    room = await backend.table(ANA, BEN, clock="daily")
    record, seat = await backend.store.load(room.id), room.to_act[0]
    game, at = SHELF[record.game], room.deadlines[seat]
    with pytest.raises(Refusal) as caught:
        play_late_turn(record, game, seat, ["t1"], at - 1)
    assert caught.value.key == "stale"
    assert len(play_late_turn(record, game, seat, ["t1"], at).log) > len(record.log)
