"""Matches of the pillars game, by scenario. Knows no moves."""

from __future__ import annotations

from engine import GAMES, places
from engine.series import Series, total_scores
from tests.engine.games.pillars.pillars_tables import player, position


def game(dots, first):
    """The scores of a game that left each player with so many dots, the given seat beginning."""
    hands = {0: "", 2: "2", 3: "3I", 4: "4O", 5: "5Z", 6: "5Z 1", 7: "5Z 2", 8: "5Z 3I", 9: "5Z 4O"}
    players = [player(f"oa{at}", hands[left]) for at, left in enumerate(dots, 1)]
    state = position(*players, starter=first, turn=first)
    assert [-score[0] for score in state.scores()] == list(dots)
    return state.scores()


def match(*games):
    """The standing after these games, the next seat beginning each."""
    return total_scores([game(dots, first) for dots, first in games])


def test_7_1_each_seat_begins_once():
    series = Series.new(GAMES["pillars"], 3, {}, None)
    assert series.table.state.to_act() == (0,)
    assert [GAMES["pillars"].start(3, {}, first).to_act() for first in range(3)] == [(0,), (1,), (2,)]
    assert [GAMES["pillars"].start(3, {}, first).starter for first in range(3)] == [0, 1, 2]


def test_7_2_the_fewest_dots_win_p35():
    standing = match(((5, 0, 9), 0), ((3, 8, 2), 1), ((0, 6, 4), 2))
    assert [-points for points, _ in standing] == [8, 14, 15]
    assert places(standing)[0] == 1


def test_7_2_equal_dots_and_a_game_each_are_shared_p36():
    standing = match(((4, 7), 0), ((6, 3), 1))
    assert standing == ((-10, 1), (-10, 1))
    assert places(standing) == (1, 1)


def test_7_2_more_games_won_decide_between_equal_dots_p37():
    standing = match(((0, 5, 9), 2), ((8, 3, 4), 0), ((2, 2, 7), 1))
    assert standing == ((-10, 2), (-10, 1), (-20, 0))  # the third game by the tie rule, begun by the second player
    assert places(standing) == (1, 2, 3)
