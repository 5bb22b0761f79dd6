"""What a finished game counts for, through the backend of rooms and the store, and that a game counts once."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.logic.ratings import NEWCOMER_MU, ROBOT_RATINGS, robot_rating
from bot.logic.results import MARK_LEFT, GameResult, pauses, thinking_time
from bot.logic.seats import STAND_IN_LEVEL, hand_over
from bot.model.hours import Hours
from bot.model.people import Robot
from bot.model.record import LogLine
from engine.robots.core import Level
from tests.bot.support.rooms import ALONE, ANA, BEN, CY, DEE, HERE, backend_at


@pytest.fixture
async def backend(database):
    async with backend_at(database) as one:
        yield one


async def finished(backend, room, winner="Ana"):
    """The table played to its end, every person and robot taking one stone; the winner's seat takes all it may."""
    while room.phase == "playing":
        room = await backend.rooms.move_robots(room.id)
        if room.phase != "playing":
            break
        most = room.table.state.most if room.occupants[room.to_act[0]].name == winner else 1
        room = await backend.move(room, f"t{min(most, room.table.state.left)}")
    return room


async def result_of_table(backend, room) -> GameResult | None:
    ending = await backend.store.leaderboards.game_outcome(room.id)
    return ending and ending.result


def ranks(result, room):
    return {room.occupants[place.seat].name: place.rank for place in result.places}


async def test_two_people_at_the_end_have_their_ranks_points_and_ratings(backend):
    room = await finished(backend, await backend.table(ANA, BEN))
    ending = await backend.store.leaderboards.game_outcome(room.id)
    result = ending.result
    points = {room.occupants[place.seat].name: place.points for place in result.places}
    assert points == {who.name: room.table.state.taken[seat] for seat, who in enumerate(room.occupants)}
    assert (result.game, result.edition, result.guild) == ("stones", room.game.edition, HERE.guild)
    first = next(place.person for place in result.places if place.rank == 1)
    for person, gain in ending.gains.items():
        assert gain.here_before == gain.everywhere_before == NEWCOMER_MU
        assert (gain.here > NEWCOMER_MU) == (person == first)
        assert gain.here == gain.everywhere
        assert not gain.settled
    assert ending.names == {101: "Ana", 102: "Ben"}


@pytest.mark.parametrize("how", ["casual", "alone", "host"])
async def test_casual_tables_tables_with_robots_only_and_those_ended_by_the_host_do_not_count(backend, how):
    lobby = await backend.lobby(ANA, BEN) if how != "alone" else await backend.lobby(ANA, place=ALONE)
    if how == "casual":
        record = await backend.store.load(lobby.id)
        await backend.store.save(record, replace(record, terms={**record.terms, "counts": "casual"}), None)
    room = await backend.rooms.start(lobby.id, ANA.id, backend.press)
    if how == "host":
        room = await backend.rooms.end(room.id, ANA, True, backend.press)
    else:
        room = await finished(backend, room)
    assert room.phase == ("ended" if how == "host" else "over")
    assert await backend.store.leaderboards.game_outcome(room.id) is None


async def test_who_resigns_is_last_and_the_other_one_wins(backend):
    room = await backend.table(ANA, BEN)
    room = await backend.services.table_actions.resign(room.id, ANA.id, backend.press)
    result = await result_of_table(backend, room)
    assert ranks(result, room) == {"Ana": 2, "Ben": 1}
    assert result.seat_result_of(ANA.id).mark == MARK_LEFT


async def test_a_robot_that_plays_on_does_not_save_who_resigned(backend):
    room = await backend.table(ANA, BEN, CY)
    await backend.services.table_actions.resign(room.id, CY.id, backend.press)
    room = await finished(backend, await backend.rooms.move_robots(room.id))
    result = await result_of_table(backend, room)
    assert ranks(result, room)["Cy"] == 3
    assert sorted(ranks(result, room).values())[:2] in ([1, 2], [1, 1])
    assert (
        result.seat_result_of(CY.id).points
        == room.table.state.taken[room.seat_of(CY.id) or result.seat_result_of(CY.id).seat]
    )


async def test_a_game_that_only_robots_would_go_on_with_counts(backend):
    room = await backend.lobby(ANA, BEN, game="votes")
    for level in ("random", "greedy"):
        await backend.rooms.add_robot(room.id, ANA.id, level, backend.press)
    room = await backend.rooms.start(room.id, ANA.id, backend.press)
    for person in (ANA, BEN):
        room = await backend.services.table_actions.resign(room.id, person.id, backend.press)
    result = await result_of_table(backend, room)
    assert room.phase == "over"
    assert ranks(result, room)["Ana"] == ranks(result, room)["Ben"] == 3


async def test_all_who_left_share_the_last_rank(backend):
    room = await backend.table(ANA, BEN, CY)
    for person in (ANA, CY):
        room = await backend.services.table_actions.resign(room.id, person.id, backend.press)
    result = await result_of_table(backend, room)
    assert ranks(result, room) == {"Ana": 2, "Ben": 1, "Cy": 2}


async def test_who_vanished_is_last_whatever_the_robot_made_of_the_seat(backend):
    room = await backend.table(ANA, BEN)
    room = await backend.services.table_actions.hand_to_robot(room.id, room.seat_of(ANA.id))
    room = await finished(backend, room)
    assert ranks(await result_of_table(backend, room), room) == {"Ana": 2, "Ben": 1}


async def test_who_comes_back_counts_by_points(backend):
    room = await backend.table(ANA, BEN)
    seat = room.seat_of(ANA.id)
    await backend.services.table_actions.hand_to_robot(room.id, seat)
    room = await backend.services.table_actions.take_over(room.id, ANA, seat, backend.press)
    room = await finished(backend, room)
    assert (await result_of_table(backend, room)).seat_result_of(ANA.id).mark == ""


async def test_who_takes_a_seat_over_stays_unrated_and_the_leaver_is_last(backend):
    room = await backend.table(ANA, BEN)
    seat = room.seat_of(ANA.id)
    await backend.services.table_actions.hand_to_robot(room.id, seat)
    room = await backend.services.table_actions.take_over(room.id, DEE, seat, backend.press)
    room = await finished(backend, room, "Dee")
    result = await result_of_table(backend, room)
    assert (result.seat_result_of(DEE.id), result.seat_result_of(ANA.id).rank, result.seat_result_of(BEN.id).rank) == (
        None,
        2,
        1,
    )
    assert set((await backend.store.leaderboards.game_outcome(room.id)).gains) == {ANA.id, BEN.id}


async def test_robots_are_fixed_and_no_robot_has_a_rating(backend):
    lobby = await backend.lobby(ANA, BEN)
    await backend.rooms.add_robot(lobby.id, ANA.id, "random", backend.press)
    room = await finished(backend, await backend.rooms.start(lobby.id, ANA.id, backend.press))
    ending = await backend.store.leaderboards.game_outcome(room.id)
    assert [place.level for place in ending.result.places if place.person is None] == ["random"]
    assert set(ending.gains) == {ANA.id, BEN.id}
    assert all(set(ratings) == set(Level) for ratings in ROBOT_RATINGS.values())
    assert robot_rating("azul", "random") < robot_rating("azul", STAND_IN_LEVEL)


async def test_a_game_counts_once_however_often_its_end_is_asked_for(backend):
    room = await backend.table(ANA, BEN)
    while room.table.state.left > 1:
        room = await backend.move(room, "t1")
    seat, stamp, press = room.to_act[0], room.chairs[room.to_act[0]].stamp, backend.press
    deeds = [backend.rooms.play(room.id, seat, stamp, "t1", press) for _ in range(3)]
    deeds += [backend.rooms.play(room.id, seat, stamp, "t1", backend.press) for _ in range(3)]
    await asyncio.gather(*deeds, return_exceptions=True)
    ladder = (await backend.store.leaderboards.ladders_of(ANA.id, HERE.guild))[0]
    assert (await backend.store.leaderboards.standing(ladder, 0, ANA.id)).tally.games == 1


@pytest.mark.both
async def test_every_game_of_a_match_counts_by_itself(backend):
    lobby = await backend.lobby(ANA, BEN)
    record = await backend.store.load(lobby.id)
    await backend.store.save(record, replace(record, terms={"match": "seats"}), None)
    first = await finished(backend, await backend.rooms.start(lobby.id, ANA.id, backend.press))
    second = await finished(backend, (await backend.rooms.list_match(first))[1])
    assert (await result_of_table(backend, first)).room != (await result_of_table(backend, second)).room
    ladder = (await backend.store.leaderboards.ladders_of(BEN.id, HERE.guild))[0]
    assert (await backend.store.leaderboards.standing(ladder, 0, BEN.id)).tally.games == 2


async def test_each_game_of_a_match_has_its_own_wish_for_more_time(backend):
    lobby = await backend.lobby(ANA, BEN)
    record = await backend.store.load(lobby.id)
    await backend.store.save(record, replace(record, terms={"match": "seats", "clock": "daily"}), None)
    first = await backend.rooms.start(lobby.id, ANA.id, backend.press)
    record = await backend.store.load(first.id)
    used = tuple(replace(chair, may_extend=False) for chair in record.chairs)
    await backend.store.save(record, replace(record, chairs=used), None)
    await finished(backend, first)
    second = (await backend.rooms.list_match(first))[1]
    assert [chair.may_extend for chair in (await backend.store.load(second.id)).chairs] == [True, True]


def line(seat, at, how=""):
    return LogLine(seat, "t1", None if seat < 0 else 1, at, how)


def test_thinking_is_reckoned_a_turn_from_the_end_of_the_one_before():
    log = (line(-1, 100.0), line(0, 130.0), line(-1, 130.0), line(1, 190.0), line(0, 250.0), line(0, 260.0))
    mine, theirs = thinking_time(log, 0), thinking_time(log, 1)
    assert (mine.seconds, mine.turns, mine.longest) == (30.0 + 70.0, 2, 70.0)
    assert (theirs.seconds, theirs.turns) == (60.0, 1)


def test_moves_by_robots_and_the_first_one_without_a_deal_are_no_thinking():
    log = (line(0, 100.0), line(1, 500.0, "late"), line(0, 520.0), line(1, 530.0))
    assert thinking_time(log, 0).turns == 1
    assert (thinking_time(log, 1).seconds, thinking_time(log, 1).turns) == (10.0, 1)


def test_sleep_is_no_thinking_nor_is_an_absence_to_come():
    night = Hours(sleep=0, wake=8, away_until="2099-01-01")
    log = (line(-1, 0.0), line(0, 9 * 3600.0))
    assert thinking_time(log, 0, night).seconds == 3600.0


def test_a_pause_is_no_thinking():
    log = (line(-1, 0.0), line(0, 9 * 3600.0), line(1, 20 * 3600.0))
    stood = ((3_600.0, 3 * 3_600.0), (8 * 3_600.0, 12 * 3_600.0))
    assert [thinking_time(log, seat, pauses_of_clock=stood).seconds / 3_600 for seat in (0, 1)] == [9 - 2 - 1, 11 - 3]
    assert thinking_time(log, 0, Hours(sleep=0, wake=2), stood).seconds / 3_600 == 7 - 1 - 1


async def test_a_pause_in_which_the_game_ended_lasted_until_then(backend):
    room, life = await backend.table(ANA, BEN, clock="daily"), backend.services.table_actions
    await life.propose(room.id, ANA.id, "pause", backend.press)
    await life.agree(room.id, BEN.id, backend.press)
    since = backend.clock.time
    backend.clock.time += 600
    await life.resign(room.id, ANA.id, backend.press)
    assert pauses(await backend.store.load(room.id)) == ((since, since + 600),)


async def test_the_longest_think_of_a_game_is_none_in_which_its_clock_stood_still(backend):
    room, life = await backend.table(ANA, BEN, clock="daily"), backend.services.table_actions
    backend.clock.time += 60
    await life.propose(room.id, ANA.id, "pause", backend.press)
    await life.agree(room.id, BEN.id, backend.press)
    backend.clock.time += 7 * 86_400
    await backend.services.deadlines.resume(room.id, ANA, backend.press)
    backend.clock.time += 30
    result = await result_of_table(backend, await finished(backend, room))
    assert max(place.thinking_time.longest for place in result.places) == 90.0


def test_a_robot_of_an_unknown_level_is_nobody_special():
    assert robot_rating("azul", Robot("someday", "Vera").level) == NEWCOMER_MU


async def test_who_gives_the_seat_away_is_last_and_the_newcomer_stays_unrated(backend):
    room = await backend.table(ANA, BEN)
    seat = room.seat_of(ANA.id)
    room = await backend.rooms.change(room.id, None, lambda one: hand_over(one, DEE, seat, backend.clock()))
    room = await finished(backend, room, "Dee")
    result = await result_of_table(backend, room)
    assert (result.seat_result_of(DEE.id), result.seat_result_of(ANA.id).rank, result.seat_result_of(BEN.id).rank) == (
        None,
        2,
        1,
    )


async def test_a_game_that_all_agreed_to_end_does_not_count(backend):
    room = await backend.table(ANA, BEN)
    room = await backend.rooms.change(room.id, None, lambda one: replace(one, phase="over"))
    assert await backend.store.leaderboards.game_outcome(room.id) is None
