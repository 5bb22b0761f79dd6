"""What the search of Azul expects of the others where more than two play. Knows no numbers of its values."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine import Table
from engine.games import GAMES
from engine.games.azul import Azul, Draft
from engine.games.azul.sets import FLOOR_COSTS
from engine.robots.ai import choose
from engine.robots.azul.position import RoundPosition, position_after_draft
from engine.robots.azul.round_tree import RoundTree
from engine.robots.core import Level
from tests.cases import each

ROUND = 2  # nobody has completed a column yet, which the points at once do not count before the end


def moments(seats: int) -> Iterator[Azul]:
    """Positions of a round in which tiles are left for two drafts and more after the next one."""
    table, lot = Table.new(GAMES["azul"], seats, {}, "answers"), Random(seats)
    while table.state.round <= ROUND and (acting := table.state.to_act()):
        state = table.state
        assert isinstance(state, Azul)
        if state.round == ROUND and sum(map(bool, state.displays)) > 2:
            yield state
        table = table.play(acting[0], str(choose(Level.AMATEUR, table.view(acting[0]), lot)))


def at_once(tree: RoundTree, position: RoundPosition, seat: int) -> int:
    """The points of a seat if the round ended in that position."""
    form = tree.boards[seat].forms[position[4][seat]]
    return tree.evaluators[seat].tile_with_best_columns(form).points - FLOOR_COSTS[form.floor]


@each("seats", [3, 4])
def test_the_draft_that_brings_another_seat_most_points_at_once_is_always_expected(seats):
    tried = 0
    for state in moments(seats):
        tree = RoundTree(state, state.turn)
        for move in state.moves(state.turn)[::10]:
            assert isinstance(move, Draft)
            after = state.after(state.turn, move)
            position = position_after_draft(state, tree.root, move, tree.boards)
            other = after.turn
            best = max(after.after(other, answer).worth(other) for answer in after.moves(other))
            expected = [at_once(tree, child, 1) for _, child in tree.children(position)]
            assert after.boards[other].score + max(expected) == best[1]
            tried += 1
    assert tried > 20


@each("seats", [3, 4])
def test_few_answers_of_another_seat_are_expected_and_the_worst_for_the_asker_first(seats):
    for state in moments(seats):
        tree = RoundTree(state, state.turn)
        move = state.moves(state.turn)[0]
        assert isinstance(move, Draft)
        position = position_after_draft(state, tree.root, move, tree.boards)
        values = [value for value, _ in tree.children(position)]
        assert 1 <= len(values) <= 3
        assert values == sorted(values)
