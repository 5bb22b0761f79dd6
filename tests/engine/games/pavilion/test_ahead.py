"""What a seat may prepare in Summer Pavilion while another is to move, and whether it still means the same."""

from __future__ import annotations

from engine import GAMES
from tests.engine.games.pavilion.pavilion_tables import board, listed, played, position

PAVILION = GAMES["pavilion"]


def still(before, after, text: str, seat: int = 1) -> bool:
    """Whether the seat's legal move means after what it meant before."""
    move = PAVILION.parse(text)
    assert after.refuses(seat, move) is None
    return after.still_means(seat, move, before.meaning(seat, move))


def test_a_seat_looks_ahead_to_what_it_may_take_or_place():
    taking = position(factories="PPGY/RRYY", turn=0).ahead(1)
    assert listed(taking)[:2] == ["1G", "1Y"]
    placing = position(board("PPGG"), board("PPGG"), turn=0).ahead(1)
    assert listed(placing)[-1] == "pass"
    assert placing.to_act() == (1,)


def test_nothing_is_ahead_while_bonus_tiles_are_chosen_nor_for_who_has_passed_or_can_only_pass():
    assert position(board("PPGG"), board("PPGG"), turn=0, owed=2, supply="YYYYPPPPGG").ahead(1) is None
    passed = position(board("PPGG"), board("PPGG"), turn=0)
    passed.boards[1].passed = True
    assert passed.ahead(1) is None
    assert position(board("PPGG"), board(""), turn=0).ahead(1) is None
    assert position(phase="supply").ahead(1) is None


def test_a_take_means_something_else_once_number_wild_tile_or_token_changed():
    before = position(factories="PGGY/RRYY", center="O", turn=0).ahead(1)
    later = played(position(factories="PGGY/RRYY", center="O", turn=0), "1Y")
    assert still(before, later, "2R")
    assert not still(before, played(position(factories="PGGY/RRYY", center="OO", turn=0), "2R"), "CO")
    token = position(factories="PGGY/RRYY", center="O", turn=1, token=False)
    assert not still(before, token, "CO")
    assert not still(before, position(factories="GGGY/RRYY", center="O", turn=1), "1G")


def test_a_placing_may_score_more_but_not_less_and_brings_the_same_tiles():
    bare = position(board("PPGG"), board("PPGG"), turn=1)
    move = next(text for text in listed(bare) if text[2:4] == "1G")
    star = move[:2]
    near = position(board("PPGG"), board("PPGG", **{star: ".G...."}), turn=1)
    assert still(bare, near, move)
    assert not still(near, bare, move)
    about = bare.meaning(1, PAVILION.parse(move))
    assert not bare.still_means(1, PAVILION.parse(move), about | {"bonus": 2})
    assert not bare.still_means(1, PAVILION.parse(move), about | {"wild": "B"})
