"""Ratings as numbers: what a result does to them, and that reckoning them anew changes nothing."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from itertools import combinations, product
from random import Random

import pytest

from bot.logic.ratings import (
    ALL_TIME,
    EVERYWHERE,
    NEWCOMER,
    NEWCOMER_MU,
    RATING_RULES,
    ROBOT_RATINGS,
    ROBOT_SIGMA,
    SETTLED_AFTER_GAMES,
    UNMEASURED_GAMES,
    Ladder,
    RatingChange,
    Tally,
    ladders,
    quarter,
    rate_result,
    rating_changes,
    rating_rules,
    robot_rating,
    season_of,
    week_of,
)
from bot.logic.results import MARK_LEFT, GameResult, SeatResult, ThinkingTime
from bot.ops.commands import rebuild_ratings
from bot.settings import Settings
from bot.signals import EXIT_FAILURE
from bot.store.migrations import exclusive_lock
from engine import GAMES
from engine.robots.core import Level
from tests.bot.support.new_files import store_at
from tests.cases import each
from tests.research.anchors import ENOUGH, anchors, apart, neighbors, written
from tests.research.ladder_results import Results
from tests.trials.ratings import kept, lots, rebuilt, rows

pytestmark = pytest.mark.both

NEW_YEAR = 1_798_761_600.0  # 2027-01-01, a Friday
DAY = 86_400.0


def result(*ranks: int, room: int = 1, finished: float = NEW_YEAR, **facts) -> GameResult:
    """A game of people 1, 2, 3 ... with these ranks."""
    places = tuple(SeatResult(n, n + 1, None, rank, 10 * (5 - rank)) for n, rank in enumerate(ranks))
    return replace(GameResult(room, "azul", 1, 7, finished, places), **facts)


def test_who_wins_rises_and_who_loses_falls_by_as_much():
    after = rate_result(result(1, 2), {})
    assert after[1].mu - NEWCOMER_MU == pytest.approx(NEWCOMER_MU - after[2].mu)
    assert after[1].mu > NEWCOMER_MU
    assert after[1].sigma < NEWCOMER.sigma


def test_shared_ranks_between_equals_change_little():
    after = rate_result(result(1, 1), {})
    assert after[1].mu == pytest.approx(NEWCOMER_MU)
    three = rate_result(result(1, 2, 2), {})
    assert three[2].mu == three[3].mu < NEWCOMER_MU < three[1].mu


def lists_of_ranks(seats):
    """Every way to share places among so many seats, the first seat best: 1 1 3, 1 2 2 and so on."""
    for shares in product((True, False), repeat=seats - 1):
        ranks = [1]
        for place, shared in enumerate(shares, 2):
            ranks.append(ranks[-1] if shared else place)
        yield tuple(ranks)


@each("seats", [3, 4, 5, 6])
def test_of_equals_whoever_is_placed_better_ends_higher_and_equal_places_end_equal(seats):
    for ranks in lists_of_ranks(seats):
        after = rate_result(result(*ranks), {})
        for (one, other), (better, worse) in zip(combinations(after.values(), 2), combinations(ranks, 2), strict=True):
            assert one.mu == pytest.approx(other.mu) if better == worse else one.mu > other.mu + 0.01, ranks


@each("seats", [3, 5])
def test_nobody_gains_less_at_a_better_place_whatever_the_ratings_are(seats):
    lot = Random(seats)
    lists = list(lists_of_ranks(seats))
    for _ in range(2):
        before = {n + 1: replace(NEWCOMER, mu=lot.uniform(5, 60), sigma=lot.uniform(0.8, 8.4)) for n in range(seats)}
        equal = replace(before[1], games=3)
        for person in range(1, seats + 1):
            others = [one for one in before if one != person]
            for ranks in lists:
                order = dict(zip(others, ranks, strict=False))
                gained = [_gain_at(person, place, order, before) for place in _places_among(order)]
                assert gained == sorted(gained, reverse=True), (ranks, before)
        alike = before | {2: equal}
        for ranks in lists:
            after = rate_result(result(*ranks), alike)
            assert (after[1].mu > after[2].mu + 1e-9) is (ranks[0] < ranks[1]), (ranks, alike)


def _places_among(order):
    """Ranks from before all others to behind all, on each of their places and between each two."""
    taken = sorted({float(rank) for rank in order.values()})
    return sorted([0.5, *taken, *(rank + 0.5 for rank in taken)])


def _gain_at(person, place, order, before):
    placed = {**order, person: place}
    ranks = {one: 1 + sum(other < mine for other in placed.values()) for one, mine in placed.items()}
    return rate_result(result(*(ranks[one] for one in sorted(ranks))), before)[person].mu - before[person].mu


def test_a_robot_is_an_anchor_that_never_moves():
    places = (SeatResult(0, 1, None, 1, 40), SeatResult(1, None, "random", 2, 30), SeatResult(2, 2, None, 3, 20))
    after = rate_result(result(places=places), {})
    assert set(after) == {1, 2}
    weak = replace(places[1], level="greedy")
    assert rate_result(result(places=(places[0], weak, places[2])), {})[1].mu > after[1].mu
    assert NEWCOMER.sigma / 4 > ROBOT_SIGMA


def test_where_everybody_left_the_shared_last_place_is_nobodys_win():
    places = tuple(SeatResult(n, n + 1, None, 1, 40, MARK_LEFT) for n in range(2))
    after = rate_result(result(places=places), rate_result(result(1, 2, room=0), {}))
    assert [(after[n].games, after[n].wins, after[n].streak) for n in (1, 2)] == [(2, 1, 0), (2, 0, 0)]


def test_tallies_count_games_wins_streaks_and_the_best_score():
    tallies = {}
    for n, rank in enumerate((1, 1, 2, 1)):
        tallies = rate_result(result(rank, 3 - rank, room=n), tallies)
    mine = tallies[1]
    assert (mine.games, mine.wins, mine.streak, mine.best) == (4, 3, 1, 40)
    assert not mine.is_settled
    assert rate_result(result(1, 2), tallies)[1].is_settled
    assert SETTLED_AFTER_GAMES == 5


def test_a_score_of_who_left_is_nobodys_best_but_the_thinking_counts():
    places = (SeatResult(0, 1, None, 2, 90, MARK_LEFT), SeatResult(1, 2, None, 1, 30, "", ThinkingTime(60.0, 3, 40.0)))
    after = rate_result(result(places=places), {})
    assert (after[1].best, after[1].games, after[2].best) == (None, 1, 30)
    assert (after[2].think, after[2].turns) == (60.0, 3)


def test_the_rating_a_week_began_with_is_kept_through_that_week():
    monday = NEW_YEAR + 3 * DAY
    first = rate_result(result(1, 2, finished=monday - 1), {})
    second = rate_result(result(1, 2, finished=monday), first)
    third = rate_result(result(2, 1, finished=monday + DAY), second)
    assert week_of(monday) == week_of(monday - 1) + 1
    assert (third[1].earlier, third[1].earlier_games) == (first[1].mu, 1)


def test_a_result_counts_on_its_server_and_everywhere_in_its_season_and_for_ever():
    season = season_of(NEW_YEAR)
    assert quarter(season) == (2027, 1)
    assert quarter(season_of(NEW_YEAR - 1)) == (2026, 4)
    assert ladders(result(1, 2)) == (
        Ladder("azul", 7, ALL_TIME, 1), Ladder("azul", 7, season, 1),
        Ladder("azul", EVERYWHERE, ALL_TIME, 1), Ladder("azul", EVERYWHERE, season, 1),
    )  # fmt: skip
    assert {ladder.guild for ladder in ladders(result(1, 2, guild=None))} == {EVERYWHERE}


def test_a_gain_is_that_of_the_server_and_of_everywhere():
    here, _, everywhere, _ = ladders(result(1, 2))
    seasoned = {1: replace(NEWCOMER, mu=30.0, sigma=5.0)}
    before = {ladder: seasoned if ladder == everywhere else {} for ladder in ladders(result(1, 2))}
    after = {ladder: rate_result(result(1, 2), tallies) for ladder, tallies in before.items()}
    told = {gain.person: gain for gain in rating_changes(result(1, 2), before, after)}
    assert told[1] == RatingChange(1, 1, NEWCOMER_MU, after[here][1].mu, 30.0, after[everywhere][1].mu, settled=False)


# in the database


async def test_reckoning_anew_gives_the_very_same_numbers(database):
    store = await store_at(database)
    assert await rebuilt(store, 60) == []
    await store.close()


async def test_who_is_deleted_has_no_number_left_and_nobody_elses_rating_changes(database):
    store = await store_at(database)
    await kept(store, lots(2, 40))
    before = await rows(store)
    for person in (7, 8, 999):
        await store.privacy.erase(person, 1.0)
    after = await rows(store)
    names = {7: -1, 8: -2}
    place = {"results": 6, "ratings": 4, "rating_changes": 1}
    for table, column in place.items():
        renamed = [(*row[:column], names.get(row[column], row[column]), *row[column + 1 :]) for row in before[table]]
        assert sorted(renamed, key=repr) == sorted(after[table], key=repr)
    await store.ratings.rebuild(lambda record: None)
    assert await rows(store) == after
    await store.close()


async def test_a_forgotten_server_has_no_ladder_and_its_games_count_on_everywhere(database):
    store = await store_at(database)
    await kept(store, lots(3, 40))
    before = (await rows(store))["ratings"]
    await store.privacy.forget_server(2**62, 9.0)
    after = await rows(store)
    assert after["ratings"] == [row for row in before if row[1] != 2**62]
    assert 2**62 not in {value for row in after["results"] for value in row}
    await store.close()


async def test_games_end_and_people_go_while_ratings_are_reckoned_anew(database):
    store = await store_at(database)
    results = lots(5, 100)
    await kept(store, results[:80])
    reckoning = asyncio.create_task(store.ratings.rebuild(lambda record: None))
    for _ in range(3):  # each look has its turn between two steps
        await store.ratings.rules_version()
    await store.privacy.erase(7, 1.0)
    await kept(store, results[80:])
    assert not reckoning.done() or isinstance(database, str)  # on a server nobody takes turns
    assert await reckoning == 100
    meanwhile = await rows(store)
    await store.ratings.rebuild(lambda record: None)
    assert await rows(store) == meanwhile
    assert -1 in {row[4] for row in meanwhile["ratings"]}
    await store.close()


async def test_two_processes_that_reckon_anew_at_once_come_to_the_same_ratings(database):
    one, other = await store_at(database), await store_at(database)
    await kept(one, lots(8, 60))
    before = await rows(one)
    await one.database.transaction(lambda: one.database.execute("UPDATE ratings SET mu = 0.0"))
    reckoned = await asyncio.gather(*(store.ratings.rebuild(lambda record: None) for store in (one, other)))
    assert reckoned == [60, 60]
    assert await rows(other) == before
    for store in (one, other):
        await store.close()


@pytest.mark.sqlite  # where the look and the deed take turns
async def test_ratings_are_written_little_by_little_and_begun_anew_after_a_stop(database):
    store = await store_at(database)
    await kept(store, lots(6, 150))
    before = await rows(store)
    await store.database.transaction(lambda: store.database.execute("UPDATE ratings SET mu = 0.0"))
    written = 0
    reckoning = asyncio.create_task(store.ratings.rebuild(lambda record: None))
    while not written and not reckoning.done():
        ((written,),) = await store.database.fetch("SELECT count(*) FROM ratings WHERE mu <> 0.0")
    reckoning.cancel()
    await asyncio.wait([reckoning])
    assert 0 < written < len(before["ratings"])
    assert await store.ratings.rules_version() == 0
    await store.ratings.rebuild(lambda record: None)
    assert await store.ratings.rules_version() == RATING_RULES
    assert await rows(store) == before
    await store.close()


async def test_ratings_for_which_no_result_stands_are_gone_after_reckoning_anew(database):
    store = await store_at(database)
    await kept(store, lots(7, 40))
    before = await rows(store)
    for stranger in ("guild, 500 + person", "500, person", "guild, -person - 500"):
        guild, person = stranger.split(", ")
        columns = f"{', '.join(Tally.__slots__)}, settled"
        sql = f"""INSERT INTO ratings (game, guild, season, edition, person, {columns})
            SELECT game, {guild}, season, edition, {person}, {columns} FROM ratings WHERE guild < 100"""
        await store.database.transaction(lambda sql=sql: store.database.execute(f"{sql} ON CONFLICT DO NOTHING"))
    gain = "INSERT INTO rating_changes VALUES (-1, 500, 1.0, 1.0, 1.0, 1.0, 0)"
    await store.database.transaction(lambda: store.database.execute(gain))
    assert len((await rows(store))["ratings"]) > len(before["ratings"])
    await store.ratings.rebuild(lambda record: None)
    assert await rows(store) == before
    await store.close()


def rows_in(path):
    async def read():
        store = await store_at(path)
        try:
            return await rows(store)
        finally:
            await store.close()

    return asyncio.run(read())


def test_the_operator_reckons_anew_while_the_bot_is_stopped_and_not_while_it_plays(tmp_path, capsys):
    path = tmp_path / "tessera.db"

    async def fill() -> None:
        store = await store_at(path)
        await kept(store, lots(4, 20))
        await store.close()

    asyncio.run(fill())
    before = rows_in(path)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("DELETE FROM ratings")
        database.execute("UPDATE rating_changes SET here = 0")
    with exclusive_lock(path):
        assert rebuild_ratings(Settings(database=path)) == EXIT_FAILURE
    assert rebuild_ratings(Settings(database=tmp_path / "mistaken")) == EXIT_FAILURE
    assert not list(tmp_path.glob("mistaken*"))
    assert rows_in(path) != before
    assert rebuild_ratings(Settings(database=path)) == 0
    assert capsys.readouterr().out == "20 results reckoned anew.\n"
    assert rows_in(path) == before


# robots


def test_the_gap_that_is_measured_is_the_one_that_ratings_settle_at():
    high, low = (replace(NEWCOMER, mu=NEWCOMER_MU + side * apart(0.8) / 2, sigma=ROBOT_SIGMA) for side in (1, -1))
    before = {1: high, 2: low}
    won, lost = rate_result(result(1, 2), before)[1].mu - high.mu, rate_result(result(2, 1), before)[1].mu - high.mu
    assert 0.8 * won + 0.2 * lost == pytest.approx(0.0, abs=1e-4)


@each("game", [UNMEASURED_GAMES, *GAMES])
def test_in_every_game_each_level_is_rated_above_the_weaker_one(game):
    assert list(ROBOT_RATINGS[game]) == list(Level)
    assert sorted(ROBOT_RATINGS[game].values()) == list(ROBOT_RATINGS[game].values())
    assert (ROBOT_RATINGS[game]["random"], ROBOT_RATINGS[game]["greedy"]) == (-20.0, 20.0)


def test_robots_stand_as_far_apart_as_their_games_say(tmp_path):
    results = Results(tmp_path / "games.jsonl")
    before = anchors(results, ("azul",))["azul"]
    greedy, sharp, *_ = neighbors("azul")
    for deal in range(ENOUGH // 2):
        for seat in range(2):
            results.add(greedy, deal, seat, "1", 40)
            results.add(sharp, deal, seat, "12"[seat], 40)
    after = anchors(results, ("azul",))["azul"]
    assert after["greedy"] - after["beginner"] == pytest.approx(apart(20.5 / 21), abs=0.11)
    assert after["sharp"] - after["greedy"] == pytest.approx(apart(15.5 / 21), abs=0.11)
    assert after["master"] - after["sharp"] == pytest.approx(before["master"] - before["sharp"], abs=0.11)
    assert after["random"] == before["random"]
    written(anchors(results, ("azul", "pillars")), tmp_path / "anchors.json")
    assert json.loads((tmp_path / "anchors.json").read_text("utf-8"))["azul"] == after


def test_a_robot_is_worth_in_each_game_what_it_is_worth_there():
    places = (SeatResult(0, 1, None, 1, 40), SeatResult(1, None, "beginner", 2, 30))
    gained = {game: rate_result(result(places=places, game=game), {})[1].mu for game in ROBOT_RATINGS}
    assert sorted(gained, key=gained.get) == sorted(ROBOT_RATINGS, key=lambda game: robot_rating(game, "beginner"))
    assert robot_rating("a game that is to come", "master") == ROBOT_RATINGS[UNMEASURED_GAMES]["master"]


def test_other_ratings_of_robots_are_other_rules_so_that_all_is_reckoned_anew():
    assert rating_rules(ROBOT_RATINGS) == RATING_RULES
    assert (
        rating_rules(ROBOT_RATINGS | {UNMEASURED_GAMES: ROBOT_RATINGS[UNMEASURED_GAMES] | {"greedy": 20.1}})
        != RATING_RULES
    )
