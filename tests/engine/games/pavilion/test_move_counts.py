"""How many moves, and positions up to three moves ahead, follow from fixed positions.

What is legal in whole games a slow second way says, in `test_slow_second_way`.
"""

from __future__ import annotations

from engine import State
from tests.cases import each
from tests.engine.games.pavilion.pavilion_tables import SUPPLY, board, pavilion, position

DEALS = {
    2: "deal PPGY/RRYY/PPBR/GGGG/PPPP",
    3: "deal PPGO/YYBB/RRRR/PGOY/BRPG/OOPP/YBRP",
    4: "deal PPPG/GGYY/OOBR/PYBR/RRRR/PPPP/GOYB/BBPR/OYPP",
}
# Slow second ways agreed on these numbers, for one to three moves.
DRAFTS = {2: (8, 57, 342), 3: (15, 211, 2_686), 4: (19, 344, 5_734)}


def counted(state: State, depth: int) -> int:
    """Ways to play so many moves, by the engine."""
    seat = state.to_act()[0]
    moves = state.moves(seat)
    return len(moves) if depth == 1 else sum(counted(state.after(seat, move), depth - 1) for move in moves)


@each("seats", [2, 3, 4])
def test_as_many_drafts_as_ever_follow_one_another(seats):
    state = pavilion(SUPPLY, DEALS[seats], seats=seats).state
    assert tuple(counted(state, depth) for depth in (1, 2, 3)) == DRAFTS[seats]


HANDS = {
    "early": ("GGPPP", {}, "colored", 1),
    "mixed": ("PPPGGOYBR", {"UL": "O..O..", "C": "G.P..."}, "colored", 1),
    "wild green": ("PPGGGGGRR", {"L": ".P....", "LL": "GG...."}, "colored", 2),
    "gray": ("PPGGOR", {"UL": ".GB...", "L": "..GG..", "C": "R....."}, "mono", 1),
    "gray, blue wild": ("BBBBPPO", {"R": "..P...", "LR": ".PPP..", "C": "ROYGBP"}, "mono", 5),
}
PLACED = {"early": 24, "mixed": 74, "wild green": 59, "gray": 90, "gray, blue wild": 103}


@each("name", HANDS)
def test_there_are_as_many_ways_as_ever_to_place_and_to_pass(name):
    hand, stars, side, number = HANDS[name]
    done = board()
    done.passed = True
    assert counted(position(board(hand, **stars), done, side=side, round=number), 1) == PLACED[name]
