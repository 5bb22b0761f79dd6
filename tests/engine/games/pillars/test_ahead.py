"""What a seat may prepare in the pillars game while another moves: it means its squares and nothing else."""

from __future__ import annotations

from engine import GAMES
from tests.engine.games.pillars.pillars_tables import GROWN, TWO, listed, played, player, position

PILLARS = GAMES["pillars"]


def test_a_seat_looks_ahead_to_its_tiles_while_another_moves():
    state = position(*TWO)
    own = state.ahead(1)
    assert own.to_act() == (1,)
    assert listed(own, 1) == listed(position(*TWO, turn=1), 1)
    assert state.ahead(0) is None


def test_nothing_is_ahead_for_who_has_no_more_turns():
    assert position(TWO[0], player(TWO[1], gone=True)).ahead(1) is None
    assert position(player(TWO[0], gone=True), player(TWO[1], gone=True)).ahead(1) is None


def test_a_tile_means_its_squares_whatever_others_have_laid():
    before, after = position(*TWO).ahead(1), played(position(*TWO), "5L2g5")
    move = next(move for move in after.moves(1) if str(move)[0] == "1")
    assert after.still_means(1, move, before.meaning(1, move))
    pillar = next(move for move in after.moves(1) if str(move)[0] == "o")
    assert after.still_means(1, pillar, before.meaning(1, pillar))
    assert not after.still_means(1, pillar, before.meaning(1, move))
    assert position(*GROWN).ahead(1).meaning(1, PILLARS.parse("pass")) == {}
