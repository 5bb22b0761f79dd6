"""Moves, and positions up to three moves ahead, counted from fixed positions.

What is legal in whole games a slow second way says, in `test_slow_second_way`.
"""

from __future__ import annotations

from engine.games.match_five import MatchFive
from tests.cases import each
from tests.engine.games.match_five.match_five_tables import BASE2, BASE4, position

FIXED = {
    "row": (BASE2, "R5B3G2O1W", "Y4B4"),
    "stacks": (BASE4, "B5Y5O5G1R2", "W"),
    "loop": ("R1@0,0 B1@0,1 B4@1,1 B3@2,1 R3@2,0", "R4R2W", "B2"),
    "empty": ("", "R1R2W", "B1"),
}
# Two slow second ways agreed on these numbers, for one to three moves.
COUNTS = {
    "row": (104, 532, 739),
    "stacks": (17, 128, 1_235),
    "loop": (93, 344, 974),
    "empty": (28, 199, 405),
}


def counted(state: MatchFive, depth: int) -> int:
    seat = state.to_act()[0]
    moves = state.moves(seat)
    if depth == 1:
        return len(moves)
    later = [state.after(seat, move) for move in moves]
    return sum(counted(each, depth - 1) for each in later if each.to_act())


@each("name", FIXED)
def test_as_many_moves_as_ever_follow_one_another(name):
    state = position(FIXED[name][0], *FIXED[name][1:])
    assert tuple(counted(state, depth) for depth in (1, 2, 3)) == COUNTS[name]
