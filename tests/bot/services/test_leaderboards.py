"""What is read of ladders at their borders: of which server, of which game, on how many pages."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.logic.ratings import ALL_TIME, EVERYWHERE, Ladder
from bot.logic.standings import LeaderboardQuery
from bot.services.leaderboards import MAX_SEASONS, ROWS_PER_PAGE
from tests.bot.interactions.test_ratings import game, keep, known
from tests.bot.support.rooms import ANA, BEN

pytestmark = pytest.mark.both

HERE, THERE = 7, 8
YEAR = 365.25 * 86_400


async def test_games_against_somebody_are_those_of_the_server_and_the_game(backend):
    await known(backend, {1: "One", 2: "Two"})
    await keep(backend, game(1, HERE, 1, 2), game(2, THERE, 2, 1), game(3, HERE, 2, 1, key="pillars"))
    scopes = ((HERE, "azul"), (EVERYWHERE, "azul"), (HERE, ""), (EVERYWHERE, ""))
    won_and_lost = [await backend.store.leaderboards.head_to_head((1, 2), *scope) for scope in scopes]
    assert won_and_lost == [(1, 0), (1, 1), (1, 1), (1, 2)]


async def test_two_people_at_a_table_stand_against_each_other_unless_one_hides_the_profile(backend):
    await known(backend, {ANA.id: "Ana", BEN.id: "Ben"})
    room, rankings = await backend.table(ANA, BEN), backend.services.leaderboards
    await keep(backend, game(11, HERE, ANA.id, BEN.id, key="stones"))
    assert await rankings.head_to_head(room) is None  # a single game is no standing
    await keep(backend, game(12, HERE, ANA.id, BEN.id, key="stones"), game(13, HERE, BEN.id, ANA.id, key="stones"))
    assert sorted(await rankings.head_to_head(room)) == [1, 2]
    assert (await rankings.head_to_head(room))[[one.id for one in room.people].index(ANA.id)] == 2
    await backend.store.preferences.set(BEN, "profile", "hidden")
    assert await rankings.head_to_head(room) is None


async def test_the_course_of_a_rating_is_that_of_its_ladder(backend):
    await known(backend, {1: "One", 2: "Two"})
    await keep(backend, game(1, HERE, 1, 2), game(2, THERE, 1, 2))
    ladder = Ladder("azul", HERE, ALL_TIME, 1)
    ((_, here),) = await backend.store.leaderboards.rating_curve(1, ladder)
    everywhere = [mu for _, mu in await backend.store.leaderboards.rating_curve(1, replace(ladder, guild=EVERYWHERE))]
    assert everywhere[0] == here < everywhere[1]


async def test_a_page_that_is_just_full_is_the_only_one(backend):
    await known(backend, {n: f"Person {n}" for n in range(1, ROWS_PER_PAGE + 2)})
    await keep(backend, *(game(n, HERE, 1, n, key="stones") for n in range(2, ROWS_PER_PAGE + 1)))
    rankings, which = backend.services.leaderboards, LeaderboardQuery("stones", HERE, page=9)
    full = await rankings.page(which, 1)
    assert (len(full.rows), full.pages, full.query.page) == (ROWS_PER_PAGE, 1, 0)
    await keep(backend, game(ROWS_PER_PAGE + 1, HERE, 1, ROWS_PER_PAGE + 1, key="stones"))
    more = await rankings.page(which, 1)
    assert (len(more.rows), more.pages, more.query.page) == (1, 2, 1)


async def test_who_is_not_listed_everywhere_stands_on_the_servers_board(backend):
    await keep_two(backend)
    await backend.store.preferences.set(ANA, "listed", "no")
    rankings = backend.services.leaderboards
    seen = {guild: await rankings.page(LeaderboardQuery("stones", guild), ANA.id) for guild in (HERE, EVERYWHERE)}
    assert [rank.name for rank in seen[HERE].rows] == ["Ana", "Ben"]
    assert [rank.name for rank in seen[EVERYWHERE].rows] == ["Ben"]
    assert (seen[HERE].is_unlisted, seen[EVERYWHERE].is_unlisted) == (False, True)
    assert (await rankings.profile(ANA, "stones", HERE, BEN.id)).standing_overall is None


@pytest.mark.parametrize(("years", "count"), [(0.4, 3), (4.7, 20), (12.0, MAX_SEASONS)])
async def test_seasons_go_back_five_years_and_no_further_than_the_first_game(backend, years, count):
    backend.clock.time = 50 * YEAR
    await known(backend, {1: "One", 2: "Two"})
    await keep(backend, game(1, HERE, 1, 2, key="stones", at=(50 - years) * YEAR))
    rankings = backend.services.leaderboards
    now = rankings.season()
    assert (await rankings.page(LeaderboardQuery("stones", HERE), 1)).seasons == tuple(range(now, now - count, -1))


async def keep_two(backend):
    await known(backend, {ANA.id: "Ana", BEN.id: "Ben"})
    await keep(backend, game(1, HERE, ANA.id, BEN.id, key="stones"))
