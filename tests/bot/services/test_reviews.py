"""Reviews as they are made: by whom, how far, what is kept, what becomes of them when something ends or breaks."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from random import Random

import pytest

from bot.model.errors import Refusal
from bot.model.hours import HOUR
from bot.model.robots import JudgmentRequest, LuckRequest
from bot.services.reviews import MAX_REVIEWS_PER_HOUR, STEPS_PER_SAVE, NodeLimits
from engine import CHANCE, GAMES
from engine.robots.ai import choose
from engine.robots.luck import Luck
from engine.robots.review import JudgedDecision, JudgedLine
from tests.bot.support.rooms import ANA, BEN, HERE

FEW = NodeLimits(20, 40, 8)


@pytest.fixture
def shelf(backend):
    """Rooms of the real games, and coaches who look at few positions; the luck of a draw is known at once."""
    begin(backend)
    backend.services.reviews.nodes = FEW
    return backend


def begin(backend):
    """A run of the program begins, which knows of no review that another run had under way."""
    backend.wire(lambda: "a seed", GAMES)
    backend.services.reviews.luck = lots([])


async def over(backend, moves=1_000, game="azul"):
    """A table of two that is over: played to its end, or left by Ana after so many moves."""
    room, rng = await backend.table(ANA, BEN, game=game), Random(3)
    while room.phase == "playing" and moves:
        seat = room.to_act[0]
        room, moves = await backend.move(room, str(choose("greedy", room.table.view(seat), rng))), moves - 1
    if room.phase == "playing":
        await backend.services.table_actions.resign(room.id, ANA.id, backend.press)
    return await backend.rooms.room(room.id)


async def made(backend, room, person=ANA):
    """What is known once nobody is at work on it."""
    reviews = backend.services.reviews
    known_before = await reviews.request(person.id, room)
    if reviews.progress(room.id) is None:
        return known_before
    while reviews.progress(room.id) is not None:
        await reviews.wait_for_change(room.id)
    return await reviews.load_saved(room.id)  # only now: what was kept while it went on may be less


def by_notes(said):
    """A coach who takes no time: the first line is best, and what was played is as in `said`, by place."""

    async def judge(asked: JudgmentRequest) -> JudgedDecision:
        said.append((asked.decision.place, asked.closely, asked.person, asked.server))
        lines = JudgedLine(("a",), 1.0, 0.75), JudgedLine(tuple(map(str, asked.decision.played)), 0.0, 0.5)
        return JudgedDecision(asked.decision.place, asked.decision.view.seat, lines, 1, asked.closely)

    return judge


async def test_every_decision_is_judged_once_and_those_that_mattered_once_more(shelf):
    said = []
    shelf.services.reviews.judge = by_notes(said)
    room = await over(shelf, 20)
    so_far = await made(shelf, room)
    places = [place for place, *_ in said]
    quick = [place for place, closely, *_ in said if not closely]
    assert quick == sorted(set(quick)) == sorted(set(places))
    assert 6 <= len(places) - len(quick) <= 18
    assert {(person, server) for *_, person, server in said} == {(ANA.id, HERE.guild)}
    assert so_far.is_complete
    assert [one.place for one in so_far.latest_judgments] == quick
    assert sum(one.closely for one in so_far.judgments) == len(places) - len(quick)


async def test_what_is_judged_is_what_the_engine_says_and_a_second_question_costs_nothing(shelf):
    shelf.wire(lambda: "a seed", GAMES)
    shelf.services.reviews.nodes = FEW
    room = await over(shelf, 6)
    first = await made(shelf, room)
    shelf.services.reviews.judge = None
    again = await shelf.services.reviews.request(BEN.id, room)
    assert again == first
    assert first.decision_count == len(first.judgments) >= 5
    one = first.judgments[0]
    assert one.lines[one.played].moves == (room.table.log[one.place].text,)


def lots(said, most=1_000):
    """Somebody who says at once that each draw favored seat 0 by a point, and fails after so many."""

    async def luck(asked: LuckRequest) -> Luck:
        assert len(said) < most, "a fault of ours"
        said.append((asked.draw.place, asked.game, asked.person, asked.server))
        return Luck(asked.draw.round, (1.0, -1.0), (0.5, 0.5))

    return luck


async def test_the_luck_of_every_draw_is_found_out_last(shelf):
    said, drawn = [], []
    shelf.services.reviews.judge, shelf.services.reviews.luck = by_notes(said), lots(drawn)
    room = await over(shelf)
    so_far = await made(shelf, room)
    deals = [place for place, entry in enumerate(room.table.log) if entry.seat == CHANCE]
    assert drawn == [(place, "azul", ANA.id, HERE.guild) for place in deals]
    assert so_far.is_done
    assert [one.round for one in so_far.luck_by_round] == list(range(1, len(deals) + 1))


async def test_what_was_reviewed_before_luck_was_told_is_not_judged_again(shelf):
    shelf.services.reviews.judge, shelf.services.reviews.luck = by_notes([]), lots([])
    room = await over(shelf, 20)
    so_far = await made(shelf, room)
    assert await shelf.store.reviews.save(room.id, replace(so_far, luck=(), draw_count=None)) is False
    await shelf.store.reviews._database.execute_autocommit("UPDATE reviews SET draws = NULL, luck = '[]'", rooms=())
    shelf.services.reviews.judge = None
    assert await made(shelf, room) == so_far


async def test_luck_that_cannot_be_found_out_takes_nothing_from_the_decisions(shelf):
    shelf.services.reviews.judge, shelf.services.reviews.luck = by_notes([]), lots([], most=1)
    room = await over(shelf)
    so_far = await made(shelf, room)
    assert (so_far.is_complete, so_far.is_done, so_far.luck_by_round) == (True, False, [])
    assert (await shelf.services.reviews.request(ANA.id, room)).latest_judgments == so_far.latest_judgments
    shelf.clock.time += HOUR
    said = []
    shelf.services.reviews.judge, shelf.services.reviews.luck = None, lots(said)
    assert (await made(shelf, room)).is_done
    assert len(said) == so_far.draw_count


class Halting:
    """A coach who judges so many decisions, then waits until he is told to go on."""

    def __init__(self, most):
        self.most, self.judged, self.waits, self.told = most, 0, asyncio.Event(), asyncio.Event()

    async def __call__(self, asked):
        if self.judged >= self.most:
            self.waits.set()
            await self.told.wait()
        self.judged += 1
        return await by_notes([])(asked)


async def test_after_a_restart_it_goes_on_where_it_was_kept(shelf):
    room, coach = await over(shelf, 30), Halting(2 * STEPS_PER_SAVE + 3)
    shelf.services.reviews.judge = coach
    begun = await shelf.services.reviews.request(ANA.id, room)
    assert (len(begun.judgments), begun.is_under_way) == (0, True)
    await coach.waits.wait()
    await shelf.services.reviews.close()
    assert shelf.services.reviews.progress(room.id) is None
    with pytest.raises(Refusal, match="stopping"):
        await shelf.services.reviews.request(ANA.id, room)
    begin(shelf)
    said = []
    shelf.services.reviews.judge = by_notes(said)
    assert len((await shelf.services.reviews.request(ANA.id, room)).judgments) == 2 * STEPS_PER_SAVE
    assert (await made(shelf, room)).is_complete
    assert len([one for one in said if not one[1]]) == begun.decision_count - 2 * STEPS_PER_SAVE


async def test_going_on_with_a_review_is_not_counted_as_beginning_one(shelf):
    room, coach = await over(shelf, 30), Halting(2 * STEPS_PER_SAVE + 3)
    shelf.services.reviews.judge = coach
    await shelf.services.reviews.request(ANA.id, room)
    await coach.waits.wait()
    await shelf.services.reviews.close()
    begin(shelf)  # in which Ana begins as many as she may
    shelf.services.reviews.judge = by_notes([])
    for _ in range(MAX_REVIEWS_PER_HOUR):
        assert (await made(shelf, await over(shelf, 4))).is_complete
    assert (await made(shelf, room)).is_complete
    with pytest.raises(Refusal, match="review_many"):
        await shelf.services.reviews.request(ANA.id, await over(shelf, 4))


async def test_several_who_ask_have_one_review_made(shelf):
    room, coach = await over(shelf, 12), Halting(0)
    shelf.services.reviews.judge = coach
    asked = await asyncio.gather(*(shelf.services.reviews.request(one.id, room) for one in (ANA, BEN, ANA)))
    await coach.waits.wait()
    coach.told.set()
    assert len({one.decision_count for one in asked}) == 1
    assert (await made(shelf, room)).is_complete
    assert coach.judged <= 2 * asked[0].decision_count


async def test_a_coach_who_fails_stops_the_review_which_is_refused_for_a_while(shelf):
    room = await over(shelf, 12)

    async def fails(_):
        raise ValueError("a fault of ours")

    shelf.services.reviews.judge = fails
    assert await made(shelf, room) is None
    with pytest.raises(Refusal) as no:
        await shelf.services.reviews.request(ANA.id, room)
    assert no.value.key == "review_failed"
    shelf.clock.time += HOUR
    shelf.services.reviews.judge = by_notes([])
    assert (await made(shelf, room)).is_complete


async def test_a_first_look_can_be_read_though_the_closer_one_has_failed(shelf):
    room = await over(shelf, 12)

    async def fails_closely(asked):
        assert not asked.closely, "a fault of ours"
        return await by_notes([])(asked)

    shelf.services.reviews.judge = fails_closely
    so_far = await made(shelf, room)
    assert (so_far.has_first_look, so_far.is_complete) == (True, False)
    assert await shelf.services.reviews.request(ANA.id, room) == so_far


@pytest.mark.parametrize(
    ("game", "moves", "key"),
    [("azul", 0, "review_short"), ("azul", 1, "review_short")],
)
async def test_what_cannot_be_reviewed_is_refused(shelf, game, moves, key):
    with pytest.raises(Refusal) as no:
        await shelf.services.reviews.request(ANA.id, await over(shelf, moves, game))
    assert no.value.key == key


async def test_a_table_under_way_and_a_lobby_are_refused(shelf):
    with pytest.raises(Refusal) as no:
        await shelf.services.reviews.request(ANA.id, await shelf.table(ANA, BEN, game="azul"))
    assert no.value.key == "review_playing"
    with pytest.raises(Refusal) as no:
        await shelf.services.reviews.request(ANA.id, await shelf.lobby(ANA, BEN, game="azul"))
    assert no.value.key == "not_started"


async def test_a_log_that_the_rules_refuse_by_now_is_refused(shelf):
    room = await over(shelf, 12)
    table = room.table
    odd = replace(room, table=replace(table, log=(*table.log[:5], replace(table.log[5], text="9B9"), *table.log[6:])))
    with pytest.raises(Refusal) as no:
        await shelf.services.reviews.request(ANA.id, odd)
    assert no.value.key == "review_other_rules"


async def test_one_person_begins_so_many_an_hour_and_reads_as_many_as_there_are(shelf):
    shelf.services.reviews.judge = by_notes([])
    rooms = [await over(shelf, 4) for _ in range(MAX_REVIEWS_PER_HOUR + 1)]
    for room in rooms[:-1]:
        assert (await made(shelf, room)).is_complete
    with pytest.raises(Refusal) as no:
        await shelf.services.reviews.request(ANA.id, rooms[-1])
    assert (no.value.key, no.value.facts["n"]) == ("review_many", MAX_REVIEWS_PER_HOUR)
    assert (await shelf.services.reviews.request(ANA.id, rooms[0])).is_complete
    assert (await made(shelf, rooms[-1], BEN)).is_complete
    shelf.clock.time += HOUR + 1
    assert (await made(shelf, await over(shelf, 4))).is_complete
