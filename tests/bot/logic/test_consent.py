"""Pauses, the early end by consent, and a bank of time through the backend, on tiny games and a clock that is set."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.logic.lobby import LobbyPreset
from bot.logic.repost_policy import people_to_ping
from bot.model.people import Robot
from engine import GAMES
from tests.bot.services.test_deadlines import DAY, HOUR, acting, passes
from tests.bot.support.rooms import ANA, BEN, CY, DEE, HERE, backend_at, refusal_of

FORTNIGHT, TURN, BANK = 14 * DAY, 12 * HOUR, 5 * DAY


@pytest.fixture
async def backend(backend):
    """Backend behind which people can play at this moment."""
    await backend.store.deadlines.record_heartbeat(backend.clock.time)
    return backend


@pytest.fixture
def life(backend):
    return backend.services.table_actions


@pytest.fixture
def clocks(backend):
    return backend.services.deadlines


async def paused(backend, life, *people, **terms):
    """A table whose clock stands still because all of these people agreed."""
    room = await backend.table(*people, clock="daily", **terms)
    await life.propose(room.id, people[0].id, "pause", backend.press)
    for person in people[1:]:
        room = await life.agree(room.id, person.id, backend.press)
    assert room.record.paused == backend.clock.time
    return room


async def test_the_clock_stands_still_once_everybody_has_agreed(backend, life):
    room = await backend.table(ANA, BEN, CY, clock="daily")
    room = await life.propose(room.id, ANA.id, "pause", backend.press)
    ask = room.record.proposal
    assert (ask.kind, ask.agreed_seats, room.record.paused) == ("pause", (room.seat_of(ANA.id),), None)
    room = await life.agree(room.id, BEN.id, backend.press)
    assert room.record.paused is None
    room = await life.agree(room.id, CY.id, backend.press)
    assert (room.record.paused, room.record.proposal, room.to_act, room.deadlines) == (backend.clock.time, None, (), {})
    assert (room.record.room_events[-1].kind, room.record.room_events[-1].facts) == (
        "paused",
        {"until": int(backend.clock.time + FORTNIGHT)},
    )


async def test_while_paused_nobody_moves_nor_takes_back_nor_runs_out_of_time(backend, life, clocks):
    room = await paused(backend, life, ANA, BEN)
    for deed in (
        backend.rooms.play(room.id, 0, None, "t1", backend.press),
        life.take_back(room.id, room.occupants[0].id, backend.press),
        life.propose(room.id, ANA.id, "pause", backend.press),
        life.propose(room.id, ANA.id, "take_back", backend.press),
        clocks.grant_more_time(room.id, room.occupants[0], backend.press),
    ):
        assert (await refusal_of(deed)).key == "paused"
    assert await life.take_back_mode(room.id, room.occupants[0].id) == ""
    await passes(backend, 10 * DAY)
    assert (await clocks.time_out(), await clocks.remind(), await clocks.note_heartbeat()) == ([], [], [])
    assert (await backend.rooms.room(room.id)).table.log == room.table.log


async def test_go_on_moves_the_deadline_by_the_pause_and_calls_nobody_late(backend, life, clocks):
    room = await backend.table(ANA, BEN, clock="daily")
    seat, due = room.to_act[0], max(room.deadlines.values())
    await passes(backend, 20 * HOUR)
    await life.propose(room.id, ANA.id, "pause", backend.press)
    await life.agree(room.id, BEN.id, backend.press)
    assert (await refusal_of(clocks.resume(room.id, DEE, backend.press))).key == "not_seated"
    await passes(backend, 5 * DAY)
    press = backend.press
    room = await clocks.resume(room.id, BEN, press)
    assert (room.record.paused, room.deadlines[seat]) == (None, due + 5 * DAY)
    assert room.record.room_events[-1].facts == {"name": "Ben", "seat": room.seat_of(BEN.id)}
    assert (await clocks.resume(room.id, BEN, press)).record.change == room.record.change
    assert (await refusal_of(clocks.resume(room.id, BEN, backend.press))).key == "not_paused"
    await passes(backend, 4 * HOUR - 1)
    assert await clocks.time_out() == []
    await passes(backend, 1)
    assert await clocks.time_out() == [room.id]


async def test_a_pause_counts_only_the_hours_in_which_the_person_plays(backend, life, clocks):
    backend.clock.time = datetime(2026, 1, 14, 12, tzinfo=UTC).timestamp()
    await backend.store.deadlines.record_heartbeat(backend.clock.time)
    for person in (ANA, BEN):
        await backend.store.preferences.set(person, "wake", "12")
    room = await paused(backend, life, ANA, BEN)
    await passes(backend, 12 * HOUR)  # until midnight, when they go to sleep
    room = await clocks.resume(room.id, ANA, backend.press)
    assert max(room.deadlines.values()) == datetime(2026, 1, 16, 24 - 1, 59, 59, tzinfo=UTC).timestamp() + 1


async def test_a_pause_ends_by_itself_after_a_fortnight_also_across_a_restart(database):
    async with backend_at(database) as backend:
        await backend.store.deadlines.record_heartbeat(backend.clock.time)
        room = await paused(backend, backend.services.table_actions, ANA, BEN)
        begun = backend.clock.time
        assert await backend.services.deadlines.next_due() == begun + FORTNIGHT
    async with backend_at(database) as backend:
        backend.clock.time = begun
        clocks = backend.services.deadlines
        await passes(backend, FORTNIGHT - 1)
        assert await clocks.end_expired() == []
        assert (await backend.rooms.room(room.id)).record.paused == begun
        await passes(backend, 1)
        assert await clocks.end_expired() == [room.id]
        room = await backend.rooms.room(room.id)
        assert (room.record.paused, max(room.deadlines.values())) == (None, backend.clock.time + DAY)
        assert (room.record.room_events[-1].kind, room.record.room_events[-1].facts) == ("went_on", {})
        assert await clocks.time_out() == []


async def test_an_outage_during_a_pause_is_not_given_twice(backend, life, clocks):
    room = await paused(backend, life, ANA, BEN)
    backend.clock.time += 2 * DAY  # nobody's heart has beaten
    assert await clocks.note_heartbeat() == []
    room = await clocks.resume(room.id, ANA, backend.press)
    assert max(room.deadlines.values()) == backend.clock.time + DAY


async def test_robots_stand_still_too_and_go_on_with_the_clock(backend, life, clocks):
    room = await paused(backend, life, ANA, BEN, CY)
    room = await life.resign(room.id, room.occupants[0].id, backend.press)
    assert (
        await backend.store.rooms.rooms_awaiting_robots(),
        (await backend.rooms.move_robots(room.id)).table.log,
    ) == (
        [],
        room.table.log,
    )
    await clocks.resume(room.id, room.people[0], backend.press)
    assert await backend.store.rooms.rooms_awaiting_robots() == [room.id]
    assert len((await backend.rooms.move_robots(room.id)).table.log) > len(room.table.log)


async def test_who_plays_with_robots_alone_needs_nobodys_consent(backend, life):
    room = await backend.rooms.open("stones", ANA, HERE, backend.press, LobbyPreset(terms={"clock": "daily"}))
    await backend.rooms.add_robot(room.id, ANA.id, "random", backend.press)
    await backend.rooms.start(room.id, ANA.id, backend.press)
    room = await life.propose(room.id, ANA.id, "pause", backend.press)
    assert (room.record.paused, room.record.proposal) == (backend.clock.time, None)


async def test_what_cannot_be_asked_for_is_refused(backend, life):
    room = await backend.table(ANA, BEN)
    assert (await refusal_of(life.propose(room.id, ANA.id, "pause", backend.press))).key == "no_clock"
    assert (await refusal_of(life.propose(room.id, ANA.id, "riches", backend.press))).key == "unknown"
    assert (await refusal_of(life.propose(room.id, DEE.id, "finish", backend.press))).key == "not_seated"
    await life.propose(room.id, ANA.id, "finish", backend.press)
    assert (await refusal_of(life.propose(room.id, BEN.id, "finish", backend.press))).key == "asked"
    await life.agree(room.id, BEN.id, backend.press)
    assert (await refusal_of(life.propose(room.id, ANA.id, "finish", backend.press))).key == "over"
    assert (await refusal_of(life.agree(room.id, ANA.id, backend.press))).key == "over"


async def test_the_game_ends_at_once_when_everybody_agrees(backend, life):
    room = await backend.move(await backend.table(ANA, BEN, clock="daily"), "t1")
    await backend.services.seats.offer(room.id, ANA, room.seat_of(ANA.id), CY, backend.press)
    await life.propose(room.id, ANA.id, "finish", backend.press)
    room = await life.agree(room.id, BEN.id, backend.press)
    assert (room.phase, room.record.ended_by, room.to_act, room.deadlines) == ("ended", "", (), {})
    assert room.record.room_events[-1].kind == "all_finished"
    assert [score[0] for score in room.table.state.scores()] == [1, 0]
    record = await backend.store.load(room.id)
    assert (record.proposal, record.offers, record.handovers) == (None, (), ())
    assert [chair.owes_move for chair in record.chairs] == [False, False]


async def test_a_game_that_all_end_early_ends_its_match(backend, life):
    room = await backend.rooms.open("stones", ANA, HERE, backend.press, LobbyPreset(terms={"match": "seats"}))
    await backend.rooms.join(room.id, BEN, backend.press)
    room = await backend.rooms.start(room.id, ANA.id, backend.press)
    await life.propose(room.id, ANA.id, "finish", backend.press)
    room = await life.agree(room.id, BEN.id, backend.press)
    assert (room.record.match, len(await backend.rooms.list_match(room))) == (room.id, 1)


async def test_a_question_that_a_day_has_ended_keeps_nobody_from_asking(backend, life):
    room = await backend.table(ANA, BEN, clock="relaxed")
    await life.propose(room.id, ANA.id, "finish", backend.press)
    await passes(backend, DAY - 1)
    assert (await refusal_of(life.propose(room.id, BEN.id, "pause", backend.press))).key == "asked"
    await passes(backend, 1)
    room = await life.propose(room.id, BEN.id, "pause", backend.press)
    assert (room.record.proposal.kind, room.record.proposal.seat) == ("pause", room.seat_of(BEN.id))


@pytest.mark.parametrize("kind", ["pause", "finish"])
async def test_one_no_or_any_move_or_a_day_ends_each_question(backend, life, clocks, kind):
    room = await backend.table(ANA, BEN, clock="relaxed")
    await life.propose(room.id, ANA.id, kind, backend.press)
    room = await life.decline(room.id, BEN.id, backend.press)
    assert (room.record.proposal, room.record.room_events[-1].kind, room.record.room_events[-1].facts["of"]) == (
        None,
        "goes_on",
        kind,
    )
    await life.propose(room.id, ANA.id, kind, backend.press)
    room = await backend.move(room, "t1")
    assert (room.record.proposal, (await refusal_of(life.agree(room.id, BEN.id, backend.press))).key) == (
        None,
        "ask_over",
    )
    await life.propose(room.id, ANA.id, kind, backend.press)
    assert await clocks.next_due() == backend.clock.time + DAY
    await passes(backend, DAY)
    assert (await refusal_of(life.agree(room.id, BEN.id, backend.press))).key == "ask_over"
    assert await clocks.end_expired() == [room.id]
    room = await backend.rooms.room(room.id)
    assert (room.record.proposal, room.record.room_events[-1].kind, room.phase) == (None, "goes_on", "playing")
    assert await clocks.end_expired() == []


async def test_a_table_that_waits_comes_before_one_whose_clock_stands_still(backend, life):
    first = await paused(backend, life, ANA, BEN)
    urgent, later = [await backend.table(ANA, BEN, clock=clock) for clock in ("evening", "daily")]
    mine = [room.id for room in await backend.rooms.list_for_person(ANA.id)]
    waiting = [room.id for room in (urgent, later) if room.seat_of(ANA.id) in room.to_act]
    assert mine[: len(waiting)] == waiting
    assert set(mine) == {first.id, urgent.id, later.id}


async def test_a_table_that_waits_without_a_clock_comes_before_one_whose_clock_stands_still(backend, life):
    waits = await backend.table(ANA, BEN, game="votes")
    await passes(backend, HOUR)
    still = await paused(backend, life, ANA, BEN, game="votes")
    assert [room.id for room in await backend.rooms.list_for_person(ANA.id)] == [waits.id, still.id]


async def test_of_several_tables_that_wait_the_least_time_comes_first(backend):
    tables = [
        await backend.table(ANA, BEN, game="votes", clock=clock) for clock in ("relaxed", "none", "live", "daily")
    ]
    assert [room.id for room in await backend.rooms.list_for_person(ANA.id)] == [tables[n].id for n in (2, 3, 0, 1)]


# the bank


async def test_a_turn_may_take_its_hours_and_the_whole_bank(backend):
    room = await backend.table(ANA, BEN, clock="bank")
    assert (room.banks, room.deadlines[room.to_act[0]]) == ({0: BANK, 1: BANK}, backend.clock.time + TURN + BANK)


@pytest.mark.both
async def test_what_a_turn_needs_beyond_its_hours_comes_out_of_the_bank(backend):
    room = await backend.table(ANA, BEN, game="long", clock="bank")
    first = room.to_act[0]
    await passes(backend, TURN + 2 * DAY)
    room = await backend.move(room, "t1")
    assert (room.banks[first], room.banks[1 - first]) == (BANK - 2 * DAY, BANK)
    room = await backend.move(room, "t1")
    assert room.deadlines[first] == backend.clock.time + TURN + 3 * DAY
    await passes(backend, 2 * HOUR)
    room = await backend.move(room, "t1")
    assert room.banks[first] == 3 * DAY + 10 * HOUR  # what the turn did not need flows back
    assert room.banks[1 - first] == BANK  # but a bank holds no more than it did at first


async def test_a_missed_deadline_leaves_an_empty_bank(backend, clocks):
    room = await backend.table(ANA, BEN, game="long", clock="bank")
    late = room.to_act[0]
    await passes(backend, TURN + BANK - 1)
    assert await clocks.time_out() == []
    await passes(backend, 1)
    assert await clocks.time_out() == [room.id]
    room = await backend.rooms.room(room.id)
    assert room.banks[late] == 0
    room = await backend.move(room, "t1")
    assert room.deadlines[late] == backend.clock.time + TURN


async def test_taking_back_with_a_bank_neither_buys_nor_costs_time(backend, life):
    room = await backend.table(ANA, BEN, CY, game="votes", clock="bank")
    due, who = room.deadlines[0], room.occupants[0].id
    await passes(backend, TURN + DAY)
    room = await backend.rooms.play(room.id, 0, room.chairs[0].stamp, "yes", backend.press)
    assert room.banks[0] == BANK - DAY
    await passes(backend, 3 * HOUR)
    room = await life.take_back(room.id, who, backend.press)
    assert room.deadlines[0] == due
    await passes(backend, HOUR)
    room = await backend.rooms.play(room.id, 0, room.chairs[0].stamp, "no", backend.press)
    assert room.banks[0] == BANK - DAY - 4 * HOUR


async def test_more_time_with_a_bank_is_one_more_turn(backend, clocks):
    room = await backend.table(ANA, BEN, game="long", clock="bank")
    seat, due = room.to_act[0], max(room.deadlines.values())
    await passes(backend, DAY)
    room = await clocks.grant_more_time(room.id, acting(room), backend.press)
    assert room.deadlines[seat] == due + TURN
    await passes(backend, TURN)
    assert (await backend.move(room, "t1")).banks[seat] == BANK - DAY + TURN


async def test_hours_of_sleep_cost_no_bank(backend):
    backend.clock.time = datetime(2026, 1, 14, tzinfo=UTC).timestamp()
    await backend.store.deadlines.record_heartbeat(backend.clock.time)
    for person in (ANA, BEN):
        await backend.store.preferences.set(person, "wake", "12")
    room = await backend.table(ANA, BEN, clock="bank")
    await passes(backend, 2 * DAY)  # of which they were awake for one
    first = room.to_act[0]
    room = await backend.move(room, "t1")
    assert room.banks[first] == BANK - 12 * HOUR


async def test_a_robot_that_looks_after_a_seat_has_no_bank(backend, clocks):
    room = await backend.table(ANA, BEN, game="long", clock="bank")
    late = room.to_act[0]
    for wait in (TURN + BANK, TURN):
        await passes(backend, wait)
        await clocks.time_out()
        room = await backend.rooms.room(room.id)
        if room.to_act[0] != late and isinstance(room.occupants[late], type(ANA)):
            room = await backend.move(room, "t1")
    assert isinstance(room.occupants[late], Robot)
    assert late not in room.banks


async def test_a_bank_is_reckoned_at_the_end_of_a_turn_and_not_in_its_middle(backend):
    backend.wire(lambda: "bank", {"match_five": GAMES["match_five"]})
    room = await backend.table(ANA, BEN, game="match_five", clock="bank")
    seat, due = room.to_act[0], max(room.deadlines.values())
    await passes(backend, TURN + DAY)
    room = await backend.move(room, str(room.table.view(seat).moves[0]))
    assert (room.banks[seat], room.deadlines[seat]) == (BANK, due)
    await passes(backend, HOUR)
    assert (await backend.move(room, "done")).banks[seat] == BANK - DAY - HOUR


async def test_what_nobody_has_seen_of_a_turn_does_not_count_when_all_end_the_game(backend):
    backend.wire(lambda: "secret turns", {"match_five": GAMES["match_five"]})
    room = await backend.table(ANA, BEN, game="match_five", clock="daily")
    seat, life = room.to_act[0], backend.services.table_actions
    first = next(move for move in room.table.view(seat).moves if str(move)[0] in "BGORVWY" and "m13" in str(move))
    later = await backend.rooms.play(room.id, seat, room.chairs[seat].stamp, str(first), backend.press)
    assert len(later.table.log) > len(room.table.log)
    await life.propose(room.id, ANA.id, "finish", backend.press)
    ended = await life.agree(room.id, BEN.id, backend.press)
    assert (ended.phase, ended.table.log) == ("ended", room.table.log)


async def test_who_asks_again_calls_nobody_within_the_hour(backend, life):
    room = await backend.table(ANA, BEN, clock="relaxed")
    for wait, calls in ((0, True), (HOUR - 1, False), (1, True), (HOUR / 2, False), (HOUR / 2, True)):
        await passes(backend, wait)
        room = await life.propose(room.id, ANA.id, "finish", backend.press)
        assert people_to_ping(room) == ([BEN] if calls else [])
        await life.decline(room.id, BEN.id, backend.press)
    assert (await backend.rooms.room(room.id)).record.proposal is None
