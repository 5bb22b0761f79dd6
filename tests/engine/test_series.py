"""Matches: as many games as seats, each seat beginning once. Knows no rules of a game."""

from __future__ import annotations

from random import Random

import pytest

from engine import CHANCE, GAMES, IllegalMove, Table, places
from engine.robots.ai import choose
from engine.series import Series, total_scores
from tests.cases import each


def played_out(series: Series, most: int | None = None) -> Series:
    """The match after robots have played it, or so many moves of it."""
    rng, made = Random(series.table.game.key), 0
    while not series.is_over and made != most:
        seat = series.table.state.to_act()[0]
        series = series.play(seat, str(choose("random", series.table.view(seat), rng)))
        made += 1
    return series


def begins(table) -> int:
    """The seat that makes the first move of the game."""
    return next(entry.seat for entry in table.log if entry.seat != CHANCE)


@pytest.mark.parametrize("key", GAMES)
def test_every_seat_begins_once_and_points_are_added(key):
    series = played_out(Series.new(GAMES[key], GAMES[key].seats[0], {}, "match"))
    seats = series.table.seats
    assert len(series.tables) == len(series.finished_tables) == seats
    assert {table.first for table in series.tables} == set(range(seats))
    if key != "match_five":  # there the hands decide who begins
        assert [begins(table) for table in series.tables] == list(range(seats))
    for seat in range(seats):
        points = [table.state.scores()[seat][0] for table in series.tables]
        won = sum(places(table.state.scores())[seat] == 1 for table in series.tables)
        assert series.scores()[seat] == (sum(points), won)


@each("seats", [2, 3, 4])
def test_the_starter_of_a_match_is_a_seat_like_any_other_to_the_rules(seats):
    """What began as seat 1 goes on in turn order from there."""
    series = played_out(Series.new(GAMES["pillars"], seats, {}, None), most=None)
    for first, table in enumerate(series.tables):
        order = [entry.seat for entry in table.log[: 2 * seats]]
        assert order == [(first + step) % seats for step in range(seats)] * 2


def test_games_of_a_match_have_draws_of_their_own():
    series = played_out(Series.new(GAMES["azul"], 2, {}, "match"))
    assert series.tables[0].log[0] != series.tables[1].log[0]
    assert series.tables == played_out(Series.new(GAMES["azul"], 2, {}, "match")).tables


def test_the_next_game_begins_by_itself_and_only_its_own_moves_count():
    series = played_out(Series.new(GAMES["azul"], 2, {}, "match"), most=1)
    assert (series.scores(), series.places(), series.is_over) == (((0, 0), (0, 0)), (1, 1), False)
    while len(series.tables) == 1:
        series = played_out(series, most=1)
    first = series.tables[0].state.scores()
    assert [score[0] for score in series.scores()] == [score[0] for score in first]
    assert series.table.state.to_act() == (1,)
    with pytest.raises(IllegalMove):
        series.play(0, str(series.table.state.moves(1)[0]))


def test_nobody_moves_after_the_last_game():
    series = played_out(Series.new(GAMES["azul"], 2, {}, "match"))
    assert series.table.state.to_act() == ()
    with pytest.raises(IllegalMove):
        series.play(0, "1B1")


def test_a_match_goes_back_to_any_entry_of_any_game():
    series = played_out(Series.new(GAMES["azul"], 2, {}, "match"))
    early = series.back_to(1, 7)
    assert (len(early.tables), len(early.table.log)) == (1, 7)
    assert series.back_to(1, len(series.tables[0].log)).tables[1].log == series.tables[1].log[:1]
    assert series.back_to(2, len(series.tables[1].log)).places() == series.places()
    for wrong in ((0, 0), (3, 0), (-1, 0)):
        with pytest.raises(IllegalMove, match="no_game"):
            series.back_to(*wrong)
    with pytest.raises(IllegalMove, match="length"):
        series.back_to(1, 999)


def test_a_match_taken_back_before_a_deal_is_dealt_the_same_again():
    series = played_out(Series.new(GAMES["match_five"], 2, {}, "match"), most=40)
    earlier = series.back_to(1, 0)
    assert earlier.table.state.to_act() == (CHANCE,)
    assert earlier.dealt().tables == Series.new(GAMES["match_five"], 2, {}, "match").tables
    assert earlier.dealt().dealt() == earlier.dealt()


def test_hands_stay_hidden_in_a_match():
    series = played_out(Series.new(GAMES["match_five"], 2, {}, "match"), most=3)
    for view in (series.table.view(None), series.table.view(1)):
        assert set(view.state.hands[0]) <= {"?"}


@pytest.mark.parametrize("key", GAMES)
def test_an_unknown_number_of_seats_and_a_starter_who_is_not_there_are_refused(key):
    with pytest.raises(IllegalMove, match="seats"):
        Series.new(GAMES[key], 9, {}, None)
    for first in (-1, 2):
        with pytest.raises(IllegalMove, match="seat"):
            Table.new(GAMES[key], 2, {}, None, first)


def test_most_points_then_most_games_won():
    azul = [((50, 3), (40, 9)), ((30, 0), (40, 0))]
    assert total_scores(azul) == ((80, 1), (80, 1))
    assert places(total_scores([*azul, ((10, 2), (10, 1))])) == (1, 2)
    assert total_scores([((5,), (5,), (1,))]) == ((5, 1), (5, 1), (1, 0))  # a shared win counts for both
