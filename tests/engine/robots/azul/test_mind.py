"""What a player sees of robots that look ahead in Azul: what they take and leave, and that they never cheat or stray.

Knows no numbers of their values.
"""

from __future__ import annotations

from itertools import cycle
from random import Random

from engine.core import CHANCE, View
from engine.games.azul import GAME, Azul
from engine.robots.azul.mind import MIND
from engine.robots.core import RankedMove
from tests.cases import each
from tests.engine.games.azul.azul_tables import board, gray, half_of_options, played, position, tiled


def ranked(state: Azul, seat: int = 0, nodes: int = 2000) -> list[RankedMove]:
    """What a robot says about the seat's moves."""
    return MIND.rank(View("azul", seat, state.view(seat)), Random(0), nodes)


def chosen(state: Azul, seat: int = 0, nodes: int = 2000) -> str:
    """The move that a robot makes."""
    return str(ranked(state, seat, nodes)[0].move)


def test_7_1_it_ends_the_game_with_a_row_when_that_wins():
    state = position(board("|BYRK.", score=40), board(score=20), displays="WKKR/BBYR", center="M", bag="B" * 30)
    assert chosen(state) == "1W1"


def test_7_1_it_does_not_end_the_game_when_behind():
    walls = board("|BYRK.", score=5), board("|BYR..", "|WB...", "|KW...", score=50)
    state = position(*walls, center="W", bag="B" * 60, lid="BYRKW" * 3)
    assert chosen(state) != "CW1"


def test_4_9_it_leaves_tiles_that_would_fall_to_the_other():
    blue = "|B....", "|.B...", "|..B..", "|...B.", "R|....B"
    state = position(board(*blue, score=20), board(*blue, score=20), displays="RRRR", center="BBBBBB", bag="Y" * 30)
    assert chosen(state) == "1R5"


def test_4_8_it_opens_with_tiles_that_all_fit():
    state = played(GAME.start(2, GAME.chosen({}), 0), "deal BBYR/RKKW/BYRK/WWWW/BYYK")
    landing = state.landing(0, ranked(state)[0].move)
    assert landing.falls == 0


def test_5_7_it_chooses_the_column_that_is_complete_with_it():
    state = tiled(board("B|.....", "|Y....", "|R....", "|K....", "|W...."))
    assert chosen(state) == "wa----"


def test_5_7_it_sees_the_rows_below_the_first():
    rows = board("B|.....", "YY|.....", "|.R...", "|.K...", "|.W...")
    assert chosen(tiled(rows)) == "wbb---"


def test_5_11_it_leaves_a_column_open_for_the_line_below():
    state = tiled(board("B|.....", "BB|.YRKW"))  # in column a blue would bar the blue line below
    assert chosen(state)[1] in "bcde"


def test_5_12_what_others_have_chosen_in_secret_does_not_matter():
    both = board("B|.Y...", "YY|K....", "", "", ""), board("R|..K..", "", "WWW|B....", "", "")
    state = tiled(*both)
    secrets = [str(move) for move in state.moves(1)]
    answers = [ranked(state.after(1, move)) for move in state.moves(1)]
    assert len(secrets) > 3
    assert all(answer == answers[0] for answer in answers)


def test_8_3_it_ends_a_hungarian_game_by_a_column_that_wins():
    rows = board("|.YR..", "|WB...", "|KW...", "|RK...", "|YR...", score=50, floor="M"), board(score=20)
    state = position(*rows, center="B", bag="B" * 30, rules="hungarian")
    assert chosen(state) == "CB1"


@each(("seats", "options"), [*zip(cycle((2, 3, 4)), half_of_options())])
def test_it_makes_legal_moves_in_every_kind_of_game_and_the_same_ones_twice(seats, options):
    rng = Random(str(options))
    state = GAME.start(seats, options, 0)
    for _ in range(20):
        acting = state.to_act()
        if not acting:
            break
        if acting == (CHANCE,):
            state = state.after(CHANCE, state.draw(rng))
            continue
        found = ranked(state, acting[0], 60) if rng.random() < 0.2 else []
        legal = state.moves(acting[0])
        assert {one.move for one in found} <= set(legal)
        assert [one.value for one in found] == sorted((one.value for one in found), reverse=True)
        assert not found or found == ranked(state, acting[0], 60)
        state = state.after(acting[0], found[0].move if found else rng.choice(legal))


def test_it_thinks_ahead_for_who_is_not_to_move():
    state = played(GAME.start(2, GAME.chosen({}), 0), "deal BBYR/RKKW/BYRK/WWWW/BYYK")
    seen = state.ahead(1)
    assert seen is not None
    assert ranked(seen, 1)[0].move in seen.moves(1)


def test_a_plan_that_is_in_may_be_thought_over():
    state = tiled(board("B|.....", "|Y....", "|R....", "|K....", "|W...."), board("R|....."))
    later = state.after(0, state.moves(0)[-1])
    assert later.moves(0)
    assert chosen(later) == "wa----"


def test_it_plays_on_from_a_position_that_no_game_comes_to():
    state = position(
        board("|BYRKW", score=200), board("", "BB"), center="B" * 40 + "KM", displays="BBBB/Y", wall="gray"
    )
    assert {one.move for one in ranked(state)} <= set(state.moves(0))


def test_more_positions_cost_more_and_one_is_enough():
    state = gray(board("B", "Y"), center="BYRM", displays="BBYR/RKKW")
    assert ranked(state, nodes=1)[0].move in state.moves(0)
