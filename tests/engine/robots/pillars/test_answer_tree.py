"""The tree of answers in the pillars game: what its trials bring and look at."""

from __future__ import annotations

from random import Random

from engine.robots.pillars.answer_tree import RIPE_VISITS, AnswerTree
from engine.robots.pillars.mind import promising_steps
from engine.robots.pillars.position import PILLAR_STEP, position_of
from tests.engine.games.pillars.pillars_tables import TWO, board, filler, player, position

LIT = board(2, ".c")


def test_an_end_that_is_forced_brings_the_same_in_every_trial():
    """Two empty squares: the first player fills one, so the two of the second, who loses by 2 to 0, fits no more."""
    gaps = {"h8", "i8"}
    taken = [cell for cell in LIT if cell not in gaps]
    state = position(player(filler(" ".join(taken[::2])), "1", 0), player(filler(" ".join(taken[1::2])), "2 1", 0))
    compact = position_of(state)
    moves, _ = promising_steps(compact)
    tree = AnswerTree(compact, promising_steps)
    brought = [tree.outcome(move, None, Random(trial))[0] for move in moves for trial in range(2 * RIPE_VISITS)]
    assert set(brought) == {1.5}


def test_a_trial_counts_the_positions_that_it_looked_at():
    compact = position_of(position(*TWO))
    tree = AnswerTree(compact, promising_steps)
    move = promising_steps(compact)[0][0]
    looked = [tree.outcome(move, None, Random(trial))[1] for trial in range(RIPE_VISITS + 1)]
    assert min(looked) > 10
    assert looked[-1] > 2 * max(looked[:-1])


def test_tiles_with_many_dots_come_into_question_first_and_a_few_pillars_too():
    moves, legal = promising_steps(position_of(position(*TWO)))
    assert legal > len(moves)
    assert [move.tile for move in moves[-4:]] == [PILLAR_STEP] * 4
    assert all(move.squares.bit_count() == 5 for move in moves[:-4])
