"""Pauses, the early end by consent, and a bank of time through the doors, on tiny games and a clock that is set."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.logic.lobby import LobbyPreset
from bot.logic.repost_policy import people_to_call
from bot.model.people import Robot
from engine import GAMES
from tests.bot.services.test_deadlines import DAY, HOUR, acting, passes
from tests.bot.support.rooms import ANA, BEN, CY, DEE, HERE, doors_at, refused

FORTNIGHT, TURN, BANK = 14 * DAY, 12 * HOUR, 5 * DAY


@pytest.fixture
async def doors(doors):
    """Doors behind which people can play at this moment."""
    await doors.store.deadlines.beat(doors.clock.time)
    return doors


@pytest.fixture
def life(doors):
    return doors.services.table_life


@pytest.fixture
def clocks(doors):
    return doors.services.deadlines


async def paused(doors, life, *people, **terms):
    """A table whose clock stands still because all of these people agreed."""
    room = await doors.table(*people, clock="daily", **terms)
    await life.ask(room.id, people[0].id, "pause", doors.press)
    for person in people[1:]:
        room = await life.agree(room.id, person.id, doors.press)
    assert room.record.paused == doors.clock.time
    return room


async def test_the_clock_stands_still_once_everybody_has_agreed(doors, life):
    room = await doors.table(ANA, BEN, CY, clock="daily")
    room = await life.ask(room.id, ANA.id, "pause", doors.press)
    ask = room.record.ask
    assert (ask.kind, ask.agreed, room.record.paused) == ("pause", (room.seat_of(ANA.id),), None)
    room = await life.agree(room.id, BEN.id, doors.press)
    assert room.record.paused is None
    room = await life.agree(room.id, CY.id, doors.press)
    assert (room.record.paused, room.record.ask, room.to_act, room.deadlines) == (doors.clock.time, None, (), {})
    assert (room.record.asides[-1].kind, room.record.asides[-1].facts) == (
        "paused",
        {"until": int(doors.clock.time + FORTNIGHT)},
    )


async def test_while_paused_nobody_moves_nor_takes_back_nor_runs_out_of_time(doors, life, clocks):
    room = await paused(doors, life, ANA, BEN)
    for deed in (
        doors.rooms.play(room.id, 0, None, "t1", doors.press),
        life.take_back(room.id, room.seats[0].id, doors.press),
        life.ask(room.id, ANA.id, "pause", doors.press),
        life.ask(room.id, ANA.id, "take_back", doors.press),
        clocks.more_time(room.id, room.seats[0], doors.press),
    ):
        assert (await refused(deed)).key == "paused"
    assert await life.may_take_back(room.id, room.seats[0].id) == ""
    await passes(doors, 10 * DAY)
    assert (await clocks.time_out(), await clocks.remind(), await clocks.beat()) == ([], [], [])
    assert (await doors.rooms.room(room.id)).table.log == room.table.log


async def test_go_on_moves_the_deadline_by_the_pause_and_calls_nobody_late(doors, life, clocks):
    room = await doors.table(ANA, BEN, clock="daily")
    seat, due = room.to_act[0], max(room.deadlines.values())
    await passes(doors, 20 * HOUR)
    await life.ask(room.id, ANA.id, "pause", doors.press)
    await life.agree(room.id, BEN.id, doors.press)
    assert (await refused(clocks.go_on(room.id, DEE, doors.press))).key == "not_seated"
    await passes(doors, 5 * DAY)
    press = doors.press
    room = await clocks.go_on(room.id, BEN, press)
    assert (room.record.paused, room.deadlines[seat]) == (None, due + 5 * DAY)
    assert room.record.asides[-1].facts == {"name": "Ben", "seat": room.seat_of(BEN.id)}
    assert (await clocks.go_on(room.id, BEN, press)).record.change == room.record.change
    assert (await refused(clocks.go_on(room.id, BEN, doors.press))).key == "not_paused"
    await passes(doors, 4 * HOUR - 1)
    assert await clocks.time_out() == []
    await passes(doors, 1)
    assert await clocks.time_out() == [room.id]


async def test_a_pause_counts_only_the_hours_in_which_the_person_plays(doors, life, clocks):
    doors.clock.time = datetime(2026, 1, 14, 12, tzinfo=UTC).timestamp()
    await doors.store.deadlines.beat(doors.clock.time)
    for person in (ANA, BEN):
        await doors.store.preferences.set(person, "wake", "12")
    room = await paused(doors, life, ANA, BEN)
    await passes(doors, 12 * HOUR)  # until midnight, when they go to sleep
    room = await clocks.go_on(room.id, ANA, doors.press)
    assert max(room.deadlines.values()) == datetime(2026, 1, 16, 24 - 1, 59, 59, tzinfo=UTC).timestamp() + 1


async def test_a_pause_ends_by_itself_after_a_fortnight_also_across_a_restart(database):
    async with doors_at(database) as doors:
        await doors.store.deadlines.beat(doors.clock.time)
        room = await paused(doors, doors.services.table_life, ANA, BEN)
        begun = doors.clock.time
        assert await doors.services.deadlines.nearest() == begun + FORTNIGHT
    async with doors_at(database) as doors:
        doors.clock.time = begun
        clocks = doors.services.deadlines
        await passes(doors, FORTNIGHT - 1)
        assert await clocks.lapse() == []
        assert (await doors.rooms.room(room.id)).record.paused == begun
        await passes(doors, 1)
        assert await clocks.lapse() == [room.id]
        room = await doors.rooms.room(room.id)
        assert (room.record.paused, max(room.deadlines.values())) == (None, doors.clock.time + DAY)
        assert (room.record.asides[-1].kind, room.record.asides[-1].facts) == ("went_on", {})
        assert await clocks.time_out() == []


async def test_an_outage_during_a_pause_is_not_given_twice(doors, life, clocks):
    room = await paused(doors, life, ANA, BEN)
    doors.clock.time += 2 * DAY  # nobody's heart has beaten
    assert await clocks.beat() == []
    room = await clocks.go_on(room.id, ANA, doors.press)
    assert max(room.deadlines.values()) == doors.clock.time + DAY


async def test_robots_stand_still_too_and_go_on_with_the_clock(doors, life, clocks):
    room = await paused(doors, life, ANA, BEN, CY)
    room = await life.resign(room.id, room.seats[0].id, doors.press)
    assert (await doors.store.rooms.robots_to_act(), (await doors.rooms.robots(room.id)).table.log) == (
        [],
        room.table.log,
    )
    await clocks.go_on(room.id, room.people[0], doors.press)
    assert await doors.store.rooms.robots_to_act() == [room.id]
    assert len((await doors.rooms.robots(room.id)).table.log) > len(room.table.log)


async def test_who_plays_with_robots_alone_needs_nobodys_consent(doors, life):
    room = await doors.rooms.open("stones", ANA, HERE, doors.press, LobbyPreset(terms={"clock": "daily"}))
    await doors.rooms.add_robot(room.id, ANA.id, "random", doors.press)
    await doors.rooms.start(room.id, ANA.id, doors.press)
    room = await life.ask(room.id, ANA.id, "pause", doors.press)
    assert (room.record.paused, room.record.ask) == (doors.clock.time, None)


async def test_what_cannot_be_asked_for_is_refused(doors, life):
    room = await doors.table(ANA, BEN)
    assert (await refused(life.ask(room.id, ANA.id, "pause", doors.press))).key == "no_clock"
    assert (await refused(life.ask(room.id, ANA.id, "riches", doors.press))).key == "unknown"
    assert (await refused(life.ask(room.id, DEE.id, "finish", doors.press))).key == "not_seated"
    await life.ask(room.id, ANA.id, "finish", doors.press)
    assert (await refused(life.ask(room.id, BEN.id, "finish", doors.press))).key == "asked"
    await life.agree(room.id, BEN.id, doors.press)
    assert (await refused(life.ask(room.id, ANA.id, "finish", doors.press))).key == "over"
    assert (await refused(life.agree(room.id, ANA.id, doors.press))).key == "over"


async def test_the_game_ends_at_once_when_everybody_agrees(doors, life):
    room = await doors.move(await doors.table(ANA, BEN, clock="daily"), "t1")
    await doors.services.seats.offer(room.id, ANA, room.seat_of(ANA.id), CY, doors.press)
    await life.ask(room.id, ANA.id, "finish", doors.press)
    room = await life.agree(room.id, BEN.id, doors.press)
    assert (room.phase, room.record.ended_by, room.to_act, room.deadlines) == ("ended", "", (), {})
    assert room.record.asides[-1].kind == "all_finished"
    assert [score[0] for score in room.table.state.scores()] == [1, 0]
    record = await doors.store.load(room.id)
    assert (record.ask, record.offers, record.handovers) == (None, (), ())
    assert [chair.acts for chair in record.chairs] == [False, False]


async def test_a_game_that_all_end_early_ends_its_match(doors, life):
    room = await doors.rooms.open("stones", ANA, HERE, doors.press, LobbyPreset(terms={"match": "seats"}))
    await doors.rooms.join(room.id, BEN, doors.press)
    room = await doors.rooms.start(room.id, ANA.id, doors.press)
    await life.ask(room.id, ANA.id, "finish", doors.press)
    room = await life.agree(room.id, BEN.id, doors.press)
    assert (room.record.match, len(await doors.rooms.match(room))) == (room.id, 1)


async def test_a_question_that_a_day_has_ended_keeps_nobody_from_asking(doors, life):
    room = await doors.table(ANA, BEN, clock="relaxed")
    await life.ask(room.id, ANA.id, "finish", doors.press)
    await passes(doors, DAY - 1)
    assert (await refused(life.ask(room.id, BEN.id, "pause", doors.press))).key == "asked"
    await passes(doors, 1)
    room = await life.ask(room.id, BEN.id, "pause", doors.press)
    assert (room.record.ask.kind, room.record.ask.seat) == ("pause", room.seat_of(BEN.id))


@pytest.mark.parametrize("kind", ["pause", "finish"])
async def test_one_no_or_any_move_or_a_day_ends_each_question(doors, life, clocks, kind):
    room = await doors.table(ANA, BEN, clock="relaxed")
    await life.ask(room.id, ANA.id, kind, doors.press)
    room = await life.decline(room.id, BEN.id, doors.press)
    assert (room.record.ask, room.record.asides[-1].kind, room.record.asides[-1].facts["of"]) == (None, "goes_on", kind)
    await life.ask(room.id, ANA.id, kind, doors.press)
    room = await doors.move(room, "t1")
    assert (room.record.ask, (await refused(life.agree(room.id, BEN.id, doors.press))).key) == (None, "ask_over")
    await life.ask(room.id, ANA.id, kind, doors.press)
    assert await clocks.nearest() == doors.clock.time + DAY
    await passes(doors, DAY)
    assert (await refused(life.agree(room.id, BEN.id, doors.press))).key == "ask_over"
    assert await clocks.lapse() == [room.id]
    room = await doors.rooms.room(room.id)
    assert (room.record.ask, room.record.asides[-1].kind, room.phase) == (None, "goes_on", "playing")
    assert await clocks.lapse() == []


async def test_a_table_that_waits_comes_before_one_whose_clock_stands_still(doors, life):
    first = await paused(doors, life, ANA, BEN)
    urgent, later = [await doors.table(ANA, BEN, clock=clock) for clock in ("evening", "daily")]
    mine = [room.id for room in await doors.rooms.of_person(ANA.id)]
    waiting = [room.id for room in (urgent, later) if room.seat_of(ANA.id) in room.to_act]
    assert mine[: len(waiting)] == waiting
    assert set(mine) == {first.id, urgent.id, later.id}


async def test_a_table_that_waits_without_a_clock_comes_before_one_whose_clock_stands_still(doors, life):
    waits = await doors.table(ANA, BEN, game="votes")
    await passes(doors, HOUR)
    still = await paused(doors, life, ANA, BEN, game="votes")
    assert [room.id for room in await doors.rooms.of_person(ANA.id)] == [waits.id, still.id]


async def test_of_several_tables_that_wait_the_least_time_comes_first(doors):
    tables = [await doors.table(ANA, BEN, game="votes", clock=clock) for clock in ("relaxed", "none", "live", "daily")]
    assert [room.id for room in await doors.rooms.of_person(ANA.id)] == [tables[n].id for n in (2, 3, 0, 1)]


# the bank


async def test_a_turn_may_take_its_hours_and_the_whole_bank(doors):
    room = await doors.table(ANA, BEN, clock="bank")
    assert (room.banks, room.deadlines[room.to_act[0]]) == ({0: BANK, 1: BANK}, doors.clock.time + TURN + BANK)


@pytest.mark.both
async def test_what_a_turn_needs_beyond_its_hours_comes_out_of_the_bank(doors):
    room = await doors.table(ANA, BEN, game="long", clock="bank")
    first = room.to_act[0]
    await passes(doors, TURN + 2 * DAY)
    room = await doors.move(room, "t1")
    assert (room.banks[first], room.banks[1 - first]) == (BANK - 2 * DAY, BANK)
    room = await doors.move(room, "t1")
    assert room.deadlines[first] == doors.clock.time + TURN + 3 * DAY
    await passes(doors, 2 * HOUR)
    room = await doors.move(room, "t1")
    assert room.banks[first] == 3 * DAY + 10 * HOUR  # what the turn did not need flows back
    assert room.banks[1 - first] == BANK  # but a bank holds no more than it did at first


async def test_a_missed_deadline_leaves_an_empty_bank(doors, clocks):
    room = await doors.table(ANA, BEN, game="long", clock="bank")
    late = room.to_act[0]
    await passes(doors, TURN + BANK - 1)
    assert await clocks.time_out() == []
    await passes(doors, 1)
    assert await clocks.time_out() == [room.id]
    room = await doors.rooms.room(room.id)
    assert room.banks[late] == 0
    room = await doors.move(room, "t1")
    assert room.deadlines[late] == doors.clock.time + TURN


async def test_taking_back_with_a_bank_neither_buys_nor_costs_time(doors, life):
    room = await doors.table(ANA, BEN, CY, game="votes", clock="bank")
    due, who = room.deadlines[0], room.seats[0].id
    await passes(doors, TURN + DAY)
    room = await doors.rooms.play(room.id, 0, room.chairs[0].stamp, "yes", doors.press)
    assert room.banks[0] == BANK - DAY
    await passes(doors, 3 * HOUR)
    room = await life.take_back(room.id, who, doors.press)
    assert room.deadlines[0] == due
    await passes(doors, HOUR)
    room = await doors.rooms.play(room.id, 0, room.chairs[0].stamp, "no", doors.press)
    assert room.banks[0] == BANK - DAY - 4 * HOUR


async def test_more_time_with_a_bank_is_one_more_turn(doors, clocks):
    room = await doors.table(ANA, BEN, game="long", clock="bank")
    seat, due = room.to_act[0], max(room.deadlines.values())
    await passes(doors, DAY)
    room = await clocks.more_time(room.id, acting(room), doors.press)
    assert room.deadlines[seat] == due + TURN
    await passes(doors, TURN)
    assert (await doors.move(room, "t1")).banks[seat] == BANK - DAY + TURN


async def test_hours_of_sleep_cost_no_bank(doors):
    doors.clock.time = datetime(2026, 1, 14, tzinfo=UTC).timestamp()
    await doors.store.deadlines.beat(doors.clock.time)
    for person in (ANA, BEN):
        await doors.store.preferences.set(person, "wake", "12")
    room = await doors.table(ANA, BEN, clock="bank")
    await passes(doors, 2 * DAY)  # of which they were awake for one
    first = room.to_act[0]
    room = await doors.move(room, "t1")
    assert room.banks[first] == BANK - 12 * HOUR


async def test_a_robot_that_looks_after_a_seat_has_no_bank(doors, clocks):
    room = await doors.table(ANA, BEN, game="long", clock="bank")
    late = room.to_act[0]
    for wait in (TURN + BANK, TURN):
        await passes(doors, wait)
        await clocks.time_out()
        room = await doors.rooms.room(room.id)
        if room.to_act[0] != late and isinstance(room.seats[late], type(ANA)):
            room = await doors.move(room, "t1")
    assert isinstance(room.seats[late], Robot)
    assert late not in room.banks


async def test_a_bank_is_reckoned_at_the_end_of_a_turn_and_not_in_its_middle(doors):
    doors.wire(lambda: "bank", {"match_five": GAMES["match_five"]})
    room = await doors.table(ANA, BEN, game="match_five", clock="bank")
    seat, due = room.to_act[0], max(room.deadlines.values())
    await passes(doors, TURN + DAY)
    room = await doors.move(room, str(room.table.view(seat).moves[0]))
    assert (room.banks[seat], room.deadlines[seat]) == (BANK, due)
    await passes(doors, HOUR)
    assert (await doors.move(room, "done")).banks[seat] == BANK - DAY - HOUR


async def test_what_nobody_has_seen_of_a_turn_does_not_count_when_all_end_the_game(doors):
    doors.wire(lambda: "secret turns", {"match_five": GAMES["match_five"]})
    room = await doors.table(ANA, BEN, game="match_five", clock="daily")
    seat, life = room.to_act[0], doors.services.table_life
    first = next(move for move in room.table.view(seat).moves if str(move)[0] in "BGORVWY" and "m13" in str(move))
    later = await doors.rooms.play(room.id, seat, room.chairs[seat].stamp, str(first), doors.press)
    assert len(later.table.log) > len(room.table.log)
    await life.ask(room.id, ANA.id, "finish", doors.press)
    ended = await life.agree(room.id, BEN.id, doors.press)
    assert (ended.phase, ended.table.log) == ("ended", room.table.log)


async def test_who_asks_again_calls_nobody_within_the_hour(doors, life):
    room = await doors.table(ANA, BEN, clock="relaxed")
    for wait, calls in ((0, True), (HOUR - 1, False), (1, True), (HOUR / 2, False), (HOUR / 2, True)):
        await passes(doors, wait)
        room = await life.ask(room.id, ANA.id, "finish", doors.press)
        assert people_to_call(room) == ([BEN] if calls else [])
        await life.decline(room.id, BEN.id, doors.press)
    assert (await doors.rooms.room(room.id)).record.ask is None
