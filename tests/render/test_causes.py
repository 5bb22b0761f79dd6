"""What is outlined as the cause of a refusal, in every game. Knows no menu."""

from __future__ import annotations

import pytest

from engine import GAMES, View
from render import PORTRAYALS
from tests.engine.games.match_five import match_five_tables
from tests.engine.games.pavilion import pavilion_tables
from tests.render.blame import GROWN, HELD


@pytest.mark.parametrize(
    ("game", "state", "text"),
    [
        ("pillars", GROWN, "4O1g8"),
        ("match_five", match_five_tables.position(match_five_tables.BASE1, HELD), "Y5p13"),
        ("pavilion", pavilion_tables.position(pavilion_tables.board("OO", UL="O.....")), "UL1O0"),
    ],
)
def test_nothing_is_outlined_for_somebody_who_only_looks(game, state, text):
    move = GAMES[game].parse(text)
    assert PORTRAYALS[game].cause(View(game, 0, state.view(0)), move, state.refuses(0, move)) != []
    assert PORTRAYALS[game].cause(View(game, None, state.view(None)), move, state.refuses(0, move)) == []
    assert PORTRAYALS[game].close_cause(View(game, 0, state.view(0)), move, state.refuses(0, move)) != []
    assert PORTRAYALS[game].close_cause(View(game, None, state.view(None)), move, state.refuses(0, move)) == []
