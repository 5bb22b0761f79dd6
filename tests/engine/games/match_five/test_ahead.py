"""What a seat may prepare in Match Five while another is on turn, and whether it still means the same."""

from __future__ import annotations

from engine.games.match_five.sets import HIDDEN_TILE
from tests.engine.games.match_five.match_five_tables import BASE1, BASE2, FIVE, listed, played, position, steps

BAG = "Y1Y1Y2Y2Y3Y3Y4"


def meaning(state, seat: int, tile: str):
    return state.meaning(seat, FIVE.parse(steps(tile)[0]))


def test_a_seat_looks_ahead_with_its_own_hand_and_sees_no_other():
    state = position("R3@0,0", "R1R2R4R5Y1", "B1B2B3B4B5", bag=BAG, turn=0, laid=[])
    own = state.ahead(1)
    assert own.to_act() == (1,)
    assert "B3" + "m13" in listed(own, 1)
    assert own.hands[0] == HIDDEN_TILE * 5
    assert set(own.bag) == {HIDDEN_TILE}


def test_an_unfinished_turn_of_the_other_is_not_seen_ahead():
    state = played(position("R3@0,0", "R1R2R4R5Y1", "B1B2B3B4B5", bag=BAG, turn=0), steps("R2@1,0")[0])
    own = state.ahead(1)
    assert own.laid == []
    assert own.hands[0] == HIDDEN_TILE * 5


def test_nothing_is_ahead_with_a_hand_that_is_not_complete_nor_for_who_went_out():
    assert position("R3@0,0", "R1R2R4R5Y1", "B1", bag=BAG, turn=0).ahead(1) is None
    assert position("R3@0,0", "R1R2", "B1", turn=0).ahead(1) is not None
    assert position("R3@0,0", "R1R2", "", turn=0, out=1).ahead(1) is None
    assert position("R3@0,0", "R1R2", "B1", turn=0).ahead(0) is None


def test_a_tile_means_something_else_with_other_points_level_or_locks():
    before = position(BASE1, "Y1", "R4", turn=1)
    assert meaning(before, 1, "R4@3,0") != meaning(position("R3@0,0 R2@1,0", "Y1", "R4", turn=1), 1, "R4@2,0")
    locking = position(f"{BASE1} R5@3,0", "Y1", "R4", turn=1)
    assert meaning(locking, 1, "R4@4,0")["locks"] != ""
    assert meaning(before, 1, "R4@3,0")["locks"] == ""
    higher = position(f"{BASE2} B4@4,0", "Y1", "Y4", turn=1)
    assert meaning(higher, 1, "Y4@4,0")["level"] == 2


def test_a_swap_means_the_same_however_many_tiles_the_bag_has():
    swap = FIVE.parse("xB1")
    full, low = (position("R3@0,0", "Y1", "B1", bag=bag, turn=1) for bag in (BAG, "Y1"))
    assert low.still_means(1, swap, full.meaning(1, swap))
    done = played(position(BASE1, "Y1", "R4", turn=1), steps("R4@3,0")[0])
    assert done.meaning(1, FIVE.parse("done"))["points"] == done.outlook(1)
