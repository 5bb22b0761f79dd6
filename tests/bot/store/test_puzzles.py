"""What is kept of puzzles: one of a day and game, one try each, the days on which one was solved."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.model.puzzle import ALL_SERVERS, DailyPuzzle
from engine.robots.review import JudgedDecision, JudgedLine
from tests.bot.support.rooms import ANA, BEN, CY, HERE

LINES = JudgedLine(("1B2", "done"), 1.25, 0.5), JudgedLine(("3B2",), -2.5, 0.125)
MONDAY, TUESDAY = "2026-11-23", "2026-11-24"


def one(day=MONDAY, guild=ALL_SERVERS, record="tessera 1\n"):
    return DailyPuzzle(0, day, "stones", guild, record, JudgedDecision(4, 1, LINES, 1, True))


@pytest.fixture
def puzzles(backend):
    return backend.store.puzzles


async def kept(puzzles, puzzle):
    await puzzles.save(puzzle)
    return await puzzles.load_daily(puzzle.day, puzzle.game, puzzle.guild)


async def test_the_first_one_of_a_day_stays(puzzles):
    assert await puzzles.load_daily(MONDAY, "stones", ALL_SERVERS) is None
    first = await kept(puzzles, one())
    assert replace(first, id=0) == one()
    assert await kept(puzzles, one(record="another")) == first
    assert (await kept(puzzles, one(guild=7))).id != first.id


async def test_a_person_has_one_try_of_each_by_the_newest_name(puzzles):
    puzzle = await kept(puzzles, one())
    mine = await puzzles.open(ANA, puzzle)
    assert (mine.person, mine.name, mine.moves, mine.answered_at, mine.answer) == (ANA.id, ANA.name, (), None, None)
    assert await puzzles.open(ANA, puzzle) == mine == await puzzles.load(mine.id)
    assert (await puzzles.open(BEN, puzzle)).id != mine.id
    assert await puzzles.attempts(ANA.id, MONDAY) == [mine]
    assert await puzzles.attempts(ANA.id, TUESDAY) == []


async def test_an_answer_is_final_and_moves_before_it_are_not(puzzles):
    mine = await puzzles.open(ANA, await kept(puzzles, one()))
    assert await puzzles.move(mine, ("1B2",), None)
    assert not await puzzles.move(mine, ("3B2",), None)  # by a menu of before
    begun = await puzzles.load(mine.id)
    assert await puzzles.move(begun, ("1B2", "done"), 9.0)
    whole = await puzzles.load(mine.id)
    assert (whole.moves, whole.answered_at) == (("1B2", "done"), 9.0)
    assert not await puzzles.move(whole, ("3B2",), 9.5)
    assert await puzzles.load(mine.id) == whole


async def test_the_first_judgement_stays_and_counts_its_day_once(puzzles):
    for guild, day in ((ALL_SERVERS, MONDAY), (7, TUESDAY)):
        puzzle = await kept(puzzles, one(day, guild))
        mine = await puzzles.open(ANA, puzzle)
        answer = puzzle.judged._replace(played=0)
        await puzzles.judge(mine, answer, solved=True)  # not answered yet
        assert (await puzzles.load(mine.id)).answer is None
        assert await puzzles.move(mine, ("1B2", "done"), 9.0)
        await puzzles.judge(mine, answer, solved=True)
        await puzzles.judge(mine, puzzle.judged, solved=False)
        known = await puzzles.load(mine.id)
        assert (known.answer, known.solved) == (answer, True)
    assert await puzzles.solved_days(ANA.id, TUESDAY) == {MONDAY}
    assert await puzzles.solved_days(ANA.id, "2026-11-22") == frozenset()


async def test_old_ones_go_with_their_tries_and_those_of_a_server_go_with_it(puzzles, backend):
    old, own, new = [await kept(puzzles, one(*where)) for where in ((MONDAY,), (TUESDAY, 7), (TUESDAY,))]
    tries = [await puzzles.open(ANA, puzzle) for puzzle in (old, own, new)]
    await puzzles.delete_before(TUESDAY)
    assert [await puzzles.load(mine.id) is None for mine in tries] == [True, False, False]
    await backend.store.privacy.forget_server(7, 10.0)
    assert [await puzzles.load(mine.id) is None for mine in tries] == [True, True, False]


async def test_it_is_all_in_the_export_and_gone_with_the_person(puzzles, backend):
    puzzle = await kept(puzzles, one())
    mine = await puzzles.open(ANA, puzzle)
    assert await puzzles.move(mine, ("1B2", "done"), 9.0)
    await puzzles.judge(mine, puzzle.judged._replace(played=0), solved=True)
    file = await backend.store.privacy.person_export(ANA.id)
    told = {"day": MONDAY, "game": "stones", "server": 0, "moves": ["1B2", "done"], "at": 9.0, "solved": True}
    assert (file["puzzles"], file["solved_days"]) == ([told], [MONDAY])
    await backend.store.privacy.erase(ANA.id, 10.0)
    assert await puzzles.load(mine.id) is None
    assert await puzzles.solved_days(ANA.id, MONDAY) == frozenset()
    assert await puzzles.load_daily(MONDAY, "stones", ALL_SERVERS) == puzzle


async def over(backend, *people):
    """A table of these people that was played to its end."""
    room = await backend.table(*people)
    while room.phase == "playing":
        seat = room.to_act[0]
        room = await backend.move(room, str(room.table.view(seat).moves[-1]))
    return room


async def test_only_whole_games_of_people_who_all_allow_it_may_become_puzzles(puzzles, backend):
    for person in (ANA, BEN):
        await backend.store.preferences.set(person, "puzzles", "yes")
    await backend.store.preferences.set(CY, "puzzles", "no")
    good = await over(backend, ANA, BEN)
    await over(backend, ANA, CY)
    await backend.table(ANA, BEN)  # under way
    left = await backend.table(ANA, BEN)
    await backend.services.table_actions.resign(left.id, ANA.id, backend.press)
    replaced = await backend.table(ANA, CY)
    await backend.services.table_actions.hand_to_robot(replaced.id, replaced.seat_of(CY.id))
    await backend.services.table_actions.take_over(replaced.id, BEN, replaced.seat_of(CY.id), backend.press)
    room = await backend.rooms.room(replaced.id)
    while room.phase == "playing":
        seat = room.to_act[0]
        room = await backend.move(room, str(room.table.view(seat).moves[-1]))
    allowed = [(good.id, good.game.key)]
    assert await puzzles.eligible_tables(HERE.guild, 0.0, 10) == allowed
    assert await puzzles.eligible_tables(HERE.guild + 1, 0.0, 10) == []
    assert await puzzles.eligible_tables(HERE.guild, backend.clock() + 1, 10) == []
