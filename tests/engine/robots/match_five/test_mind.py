"""How robots play Match Five, as somebody at the table would see it."""

from __future__ import annotations

from itertools import cycle
from random import Random

from engine.core import CHANCE
from engine.games.match_five import MatchFive
from engine.games.match_five.sets import OPTIONS, SEATS, split
from engine.robots.ai import choose, rank_moves
from engine.robots.core import Level
from engine.robots.match_five.imagined_game import hand_bits
from engine.robots.match_five.mind import NODES
from engine.robots.match_five.turn_start import turn_start
from engine.robots.match_five.whole_turns import Hands
from tests.cases import each
from tests.engine.games.match_five.match_five_tables import FIVE, midgame, own_view, position

FEW = 60  # nodes


def ranked_moves(state: MatchFive, nodes: int = FEW) -> list[str]:
    """The moves that the seat on turn thinks of, the best first."""
    return [str(one.move) for one in rank_moves(own_view(state), Random(0), nodes)]


def finish_turn(state: MatchFive, nodes: int = FEW) -> MatchFive:
    """The position after the whole turn of a robot; the draw after it is left out."""
    turns = state.turns
    while state.turns == turns:
        state = state.apply(state.turn, rank_moves(own_view(state), Random(0), nodes)[0].move)
    return state


ROW = "R1@0,0 R2@1,0 R3@2,0 R4@3,0"


def test_the_fifth_tile_of_a_row_is_laid():
    state = position(ROW, "R5B1B2G3O3", "R1R2G1O1Y2", bag="R1R2G1O1Y2B1B1B1G2O5")
    assert ranked_moves(state)[0] in ("R5q13", "R5l13")
    assert finish_turn(state).points[0] >= 25


def test_a_turn_is_finished_as_it_was_planned():
    state = position("R3@0,0", "R1R2R4R5G1", "O1O2Y4Y5B4", bag="R1R2G1O1Y2B1B1B1G2O5")
    done = finish_turn(state)
    assert done.points[0] == 1 + 2 + 3 + 4 + 5 + 10
    assert split(done.hands[0]) == ("G1",)


def test_a_turn_that_somebody_else_began_is_gone_on_with():
    state = position("R3@0,0", "R1R2R4G3G2", "O1O2Y4Y5B4", bag="R1R2G1O1Y2B1B1B1G2O5")
    state = state.apply(0, FIVE.parse("G3m14"))
    moves = ranked_moves(state)
    assert moves
    assert set(moves) <= {str(move) for move in state.moves(0)}


def test_the_last_tiles_are_laid_rather_than_kept():
    state = position("R1@0,0 R2@1,0", "R3W", "Y4Y5O1", points=[10, 10])
    assert split(finish_turn(state).hands[0]) == ()


def test_who_can_lay_nothing_swaps_or_passes():
    full = "R1@0,0 B1@0,0 G1@0,0 O1@0,0 Y1@0,0"
    stuck = position(full, "B5B5G5G5O5", "O2O3O4Y2Y3", bag="R2R3R4B2B3")
    assert ranked_moves(stuck)[0][0] == "x"
    assert ranked_moves(position(full, "B5", "Y4"))[0] == "pass"


@each(("seats", "copies"), [*zip(SEATS, cycle(OPTIONS["copies"]))])
def test_every_number_of_seats_and_tiles_gets_legal_moves_that_end_the_turn(seats: int, copies: str):
    """At the first turn or later."""
    state = midgame(seats, copies, 7 * (seats % 2))
    legal = {str(move) for move in state.moves(state.turn)}
    assert set(ranked_moves(state)) <= legal
    assert finish_turn(state).turns == state.turns + 1


def test_the_same_position_gets_the_same_answer():
    state = midgame(3, "3", 8)
    first = rank_moves(own_view(state), Random(1), 300)
    assert first == rank_moves(own_view(state), Random(1), 300)
    assert [one.value for one in first] == sorted([one.value for one in first], reverse=True)


def test_what_is_hidden_does_not_matter():
    state = midgame(2, "3", 6)
    other = state.guess(state.turn, Random(9))
    assert other.hands != state.hands
    assert ranked_moves(state, 300) == ranked_moves(other, 300)


@each("turns", range(4, 12))
def test_a_club_player_lays_the_whole_turn_that_scores_most(turns: int):
    state = midgame(3, "3", turns)
    here = turn_start(state, state.turn)
    most = max(one.points for one in here.compact_table().turns(Hands([hand_bits(here.hand)])))
    laid = finish_turn(state, NODES[Level.CLUB_PLAYER][3])
    assert laid.points[state.turn] == state.points[state.turn] + most


def test_a_whole_game_is_played_to_its_end():
    rng, state = Random(4), FIVE.start(2, {"copies": "2"}, 0)
    while acting := state.to_act():
        move = state.draw(rng) if acting == (CHANCE,) else choose(Level.CLUB_PLAYER, own_view(state), rng)
        state = state.apply(acting[0], move)
    assert state.over
