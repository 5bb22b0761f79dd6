"""Robots that think: who waits for them, and what becomes of a thought when the table moves on."""

from __future__ import annotations

import asyncio

import pytest

from bot.logic.automatic_moves import late_robot_turn, robot_turn
from bot.model.people import Robot
from bot.model.robots import SearchFailed
from engine import GAMES
from tests.bot.support.rooms import ANA, BEN, CY
from tests.bot.support.thinker import Thinker


@pytest.fixture
def thinker(backend):
    """Whoever answers for robots that search."""
    one = Thinker()
    backend.use_robots(one)
    return one


async def started(backend, *levels, people=(ANA,), game="votes"):
    """A table of these people and of robots of these levels."""
    room = await backend.lobby(*people, game=game)
    for level in levels:
        await backend.rooms.add_robot(room.id, ANA.id, level, backend.press)
    return await backend.rooms.start(room.id, ANA.id, backend.press)


def seat_of(room, level):
    return next(n for n, who in enumerate(room.occupants) if isinstance(who, Robot) and who.level == level)


async def azul_against_a_master(backend, thinker):
    """A table at which a person has moved, so that the master thinks."""
    backend.use_robots(thinker, GAMES)
    room = await started(backend, "master", game="azul")
    if room.to_act == (seat_of(room, "master"),):
        room = await backend.move(room, str(room.table.state.moves(room.to_act[0])[0]))
    return await backend.move(room, str(room.table.state.moves(room.to_act[0])[0]))


async def test_a_person_moves_while_a_master_thinks_and_the_thought_stays(backend, thinker):
    room = await started(backend, "master")
    thinking = asyncio.create_task(backend.rooms.move_robots(room.id))
    turn = await thinker.thinks()
    assert (turn.level, turn.server, turn.person, turn.view.seat) == ("master", 7, ANA.id, seat_of(room, "master"))
    later = await backend.rooms.play(room.id, room.seat_of(ANA.id), None, "no", backend.press)
    assert len(later.table.log) == 1
    thinker.go()
    room = await thinking
    assert ([entry.text for entry in room.table.log[:2]], thinker.forgotten) == (["no", "yes"], 0)


async def test_an_amateur_moves_while_a_master_thinks(backend, thinker):
    room = await started(backend, "master", "greedy", people=(ANA, BEN))
    room = await backend.rooms.move_robots(room.id, searching=False)
    assert [entry.seat for entry in room.table.log] == [seat_of(room, "greedy")]
    assert seat_of(room, "master") in room.to_act
    assert thinker.asked == []


async def test_a_thought_is_forgotten_when_the_move_before_it_is_taken_back(backend, thinker):
    room = await azul_against_a_master(backend, thinker)
    thinking = asyncio.create_task(backend.rooms.move_robots(room.id))
    await thinker.thinks()
    back = await backend.services.table_actions.take_back(room.id, ANA.id, backend.press)
    assert (await thinking).to_act == back.to_act == (room.seat_of(ANA.id),)
    assert (thinker.asked, thinker.forgotten) == ([], 1)


async def test_a_thought_is_forgotten_when_the_game_ends_meanwhile(backend, thinker):
    room = await started(backend, "master")
    thinking = asyncio.create_task(backend.rooms.move_robots(room.id))
    await thinker.thinks()
    await backend.services.table_actions.resign(room.id, ANA.id, backend.press)
    assert (await thinking).phase == "over"
    assert (thinker.asked, thinker.forgotten) == ([], 1)


async def test_a_thought_is_forgotten_when_another_process_has_changed_the_table(backend, thinker):
    room = await started(backend, "master")
    thinking = asyncio.create_task(backend.rooms.move_robots(room.id))
    await thinker.thinks()
    other, backend.rooms = backend.rooms, None
    backend.use_robots(thinker)
    await backend.services.table_actions.resign(room.id, ANA.id, backend.press)
    other.recheck_robots(room.id)
    assert (await thinking).phase == "over"
    assert thinker.forgotten == 1


async def test_after_a_restart_the_robot_is_asked_the_same(backend, thinker):
    room = await azul_against_a_master(backend, thinker)
    turns = []
    for _ in range(2):
        thinking = asyncio.create_task(backend.rooms.move_robots(room.id))
        turns.append(await thinker.thinks())
        thinking.cancel()
        await asyncio.gather(thinking, return_exceptions=True)
    assert turns[0] == turns[1]
    assert turns[0].view.state.events == []
    assert await backend.rooms.room(room.id) == room


async def test_a_move_without_a_choice_and_the_moves_of_weak_robots_need_no_search(backend, thinker):
    room = await started(backend, "master", "greedy", game="stones")
    searches = {}
    while len(searches) < 4 and room.phase == "playing":
        seat = room.to_act[0]
        if isinstance(room.occupants[seat], Robot):
            turn = robot_turn(room, seat)
            searches[turn.level, len(turn.view.moves) > 1] = turn.is_search
        room = await backend.move(room, "t1")
    assert searches["master", True]
    assert sum(searches.values()) == 1


async def test_who_is_late_is_moved_for_by_an_amateur(backend, thinker):
    room = await started(backend, people=(ANA, CY))
    turn = late_robot_turn(await backend.store.load(room.id), room.table, room.to_act[0])
    assert (turn.level, turn.is_search) == ("greedy", False)


async def test_a_turn_that_a_stuck_robot_has_begun_in_secret_is_said_to_be_quick_once_it_is_seen(backend):
    stuck = []

    async def gets_stuck_once(turn):
        if turn.is_search and not stuck:
            stuck.append(turn.level)
            raise SearchFailed
        return turn.view.moves[0]

    backend.use_robots(gets_stuck_once, GAMES)
    room = await started(backend, "master", game="match_five")
    robot = seat_of(room, "master")
    while robot not in room.to_act:
        room = await backend.move(room, str(room.table.state.moves(room.to_act[0])[0]))
    room = await backend.rooms.move_robots(room.id)
    hows = [line.trigger for line in room.log if line.seat == robot]
    assert (stuck, len(hows) > 1, set(hows)) == (["master"], True, {"quick"})
