"""What a seat may prepare in Azul while another drafts, and whether it still means the same."""

from __future__ import annotations

from dataclasses import replace

from engine import GAMES
from tests.engine.games.azul.azul_tables import board, listed, played, position

AZUL = GAMES["azul"]


def still(before, after, text: str) -> bool:
    """Whether the draft of seat 1 means after what it meant before."""
    move = AZUL.parse(text)
    assert after.refuses(1, move) is None
    return after.still_means(1, move, before.meaning(1, move))


def test_a_seat_looks_ahead_to_its_drafts_while_another_drafts():
    state = position(displays="BBYR/RKKW", center="KM", turn=0)
    own = state.ahead(1)
    assert own.to_act() == (1,)
    assert listed(own, 1)[:2] == ["1B1", "1B2"]
    assert state.ahead(0) is None


def test_nothing_is_ahead_while_columns_are_chosen_or_the_game_is_over():
    choosing = position(board("|.....", "RR|....."), wall="gray", plans=("", "-----"))
    assert [choosing.ahead(seat) for seat in (0, 1)] == [None, None]
    assert position(over=True).ahead(1) is None
    assert position().ahead(1) is None  # the bag is to deal


def test_a_draft_from_the_center_means_something_else_once_its_number_or_the_marker_changed():
    before = position(displays="BBYR/RKKW", center="KM", turn=0).ahead(1)
    assert still(before, played(position(displays="BBYR/RKKW", center="KM"), "1B2"), "CK2")
    assert not still(before, played(position(displays="BBYR/RKKW", center="KM"), "2R1"), "CK3")
    without_marker = replace(before, center="K")
    assert not still(before, without_marker, "CK2")


def test_a_display_dealt_anew_is_not_the_same_source():
    before = position(displays="BBYR", center="M", turn=0).ahead(1)
    assert not still(before, replace(before, round=2), "1B2")


def test_fewer_tiles_may_fall_but_not_more():
    before = position(board(), board("|", "B|"), displays="BBYR", center="M", turn=0).ahead(1)
    roomier = position(board(), board("|", "|"), displays="BBYR", center="M", turn=1)
    assert still(before, roomier, "1B2")
    assert not still(roomier, before, "1B2")
