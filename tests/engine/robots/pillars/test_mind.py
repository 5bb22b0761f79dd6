"""How robots think in the pillars game: sound moves everywhere, and what a player would see at once."""

from __future__ import annotations

from random import Random

from engine.core import View
from engine.games import GAMES
from engine.games.pillars import Pillars
from engine.robots.ai import choose, node_budget, rank_moves
from engine.robots.core import Level
from tests.cases import each
from tests.engine.games.pillars.pillars_tables import GROWN, TWO, board, filler, player, position

FEW = 300  # positions, enough to see what is plain
LIT = board(2, ".c")


def view(state: Pillars) -> View[Pillars]:
    """What the seat to move sees."""
    return View("pillars", state.to_act()[0], state)


def best(state: Pillars, nodes: int = FEW) -> str:
    """The notation of the move that is chosen."""
    return str(rank_moves(view(state), Random(1), nodes)[0].move)


def nearly_full(*empty: str, mine: str = "1 2", theirs: str = "1 2") -> Pillars:
    """Two players, the first to move, on a board of which only these cells are empty."""
    taken = " ".join(cell for cell in LIT if cell not in empty)
    return position(player(filler(taken), mine, 0), player(filler(""), theirs, 0, gone=True))


@each("seats", [2, 4])
def test_every_turn_of_a_game_gets_legal_moves_best_first(seats):
    state = GAMES["pillars"].start(seats, {}, seats - 1)
    rng = Random(seats)
    for _ in range(2 * seats):
        found = rank_moves(view(state), rng, 20)
        legal = state.moves(state.to_act()[0])
        assert all(one.move in legal for one in found)
        assert [one.value for one in found] == sorted([one.value for one in found], reverse=True)
        assert len({str(one.move) for one in found}) == len(found)
        state = state.after(state.to_act()[0], found[0].move)


def test_the_same_view_seed_and_nodes_give_the_same_answer():
    state = position(*GROWN, turn=1)
    first, again = (rank_moves(view(state), Random(7), FEW) for _ in range(2))
    assert first == again


def test_the_larger_tile_fills_the_last_gap():
    assert best(nearly_full("h8", "i8"))[0] == "2"


def test_a_gap_is_filled_so_that_both_tiles_fit():
    assert best(nearly_full("h8", "i8", "j8")) in {"21h8", "21i8", "11h8", "11j8"}


def test_nobody_retires_where_a_pillar_brings_more_dots():
    taken = " ".join(cell for cell in LIT if cell not in {"h3", "i3", "j3"})
    lonely = player("oc1 od1", "3I", 1)
    state = position(lonely, player(filler(taken), "5L", 0, gone=True))
    assert best(state)[0] == "o"


def test_levels_look_at_more_positions_the_stronger_they_are():
    for seats in (2, 3, 4):
        seen = view(GAMES["pillars"].start(seats, {}, 0))
        nodes = [node_budget(level, seen) for level in (Level.CLUB_PLAYER, Level.EXPERT, Level.MASTER)]
        assert 0 < nodes[0] < nodes[1] < nodes[2]


def test_a_sharp_robot_moves_in_any_position():
    assert choose("sharp", view(position(*TWO)), Random(3)) in position(*TWO).moves(0)
