"""Whether coaches hold the right moves for best, in one late position of each game. Knows no rules."""

from __future__ import annotations

import pytest

from tests.research import truth, truth_match_five


@pytest.mark.parametrize("key", ["azul", "match_five", "pavilion"])
def test_the_best_line_of_a_coach_is_truly_the_best_near_the_end(key):
    found = truth_match_five.found(1, few=4) if key == "match_five" else truth.FOUND[key](1)
    assert found == [True]


def test_the_look_at_late_positions_finds_a_coach_that_is_wrong():
    state, best = next(iter(truth.azul()))
    assert truth.is_best("azul", state, best)
    assert not truth.is_best("azul", state, set(state.moves(state.to_act()[0])) - best)
