"""What every game promises about moves prepared while others are to move, and sequences of them."""

from __future__ import annotations

import json
from itertools import pairwise
from random import Random

import pytest

from engine import CHANCE, GAMES, IllegalMove, Table
from engine.prepared_moves import (
    MEANING_CHANGED,
    PreparedMove,
    is_whole_turn,
    playable_moves,
    preparation_table,
    prepare,
    table_if_others_pass,
)
from tests.engine.games.match_five import match_five_tables as five
from tests.engine.games.pavilion import pavilion_tables as summer
from tests.engine.stand_ins import STAND_INS
from tests.engine.test_promises import played


@pytest.fixture(scope="module", params=[(key, seats) for key in GAMES for seats in (2, 4)], ids=str)
def tables(request) -> tuple[Table, ...]:
    key, seats = request.param
    return tuple(played(GAMES[key], {}, seats, "ahead"))


def waiting(tables):
    """Every seat that is not to act at one of the tables and can look ahead there, with its own table."""
    for table in tables:
        for seat in range(table.seats):
            own = preparation_table(table, seat)
            if own is not None:
                yield table, seat, own


def test_only_a_seat_that_is_not_to_act_looks_ahead_and_then_is_to_act(tables):
    found = list(waiting(tables))
    assert len(found) > 10
    for table, seat, own in found:
        assert seat not in table.state.to_act()
        assert own.state.to_act() == (seat,)
        assert own.state.moves(seat) != []
    for table in tables:
        assert all(table.state.ahead(seat) is None for seat in table.state.to_act())
    assert all(tables[-1].state.ahead(seat) is None for seat in range(tables[-1].seats))


def test_what_is_ahead_is_made_from_the_own_view_and_changes_nothing(tables):
    for table, seat, own in waiting(tables):
        before = table.state.copy()
        again = table.state.view(seat).ahead(seat)
        assert own.state == again
        assert own.state.view(seat) == own.state
        assert table.state == before
        assert own.seed is None


def test_a_meaning_survives_json_and_holds_where_it_was_found(tables):
    lot = Random(1)
    for _, seat, own in waiting(tables):
        move = lot.choice(own.state.moves(seat))
        meaning = json.loads(json.dumps(own.state.meaning(seat, move)))
        assert own.state.still_means(seat, move, meaning)
        assert not own.state.still_means(seat, move, {})


def test_what_was_prepared_is_played_where_nothing_of_it_has_changed(tables):
    lot, fired = Random(2), 0
    for table, later in pairwise(tables):
        for seat in later.state.to_act():
            own = preparation_table(table, seat)
            if own is None:
                continue
            one, _ = prepare(own, seat, str(lot.choice(own.state.moves(seat))))
            try:
                texts = playable_moves(later, seat, (one,))
            except IllegalMove:
                continue
            assert texts == (one.text,)
            assert later.state.refuses(seat, later.game.parse(one.text)) is None
            fired += 1
    assert fired > 3


def test_a_game_that_says_nothing_about_it_has_nothing_ahead():
    table = Table.new(STAND_INS["plans"], 2, {}, None)
    assert preparation_table(table, 1) is None
    assert table.state.meaning(0, table.state.moves(0)[0]) == table.state.facts(0, table.state.moves(0)[0])


def prepared(table: Table, seat: int, *texts: str) -> tuple[PreparedMove, ...]:
    own, made = preparation_table(table, seat), []
    assert own is not None
    for text in texts:
        one, own = prepare(table_if_others_pass(own, seat) or own, seat, text)
        made.append(one)
    return tuple(made)


def of_five(state) -> Table:
    return Table(GAMES["match_five"], len(state.hands), {"copies": "3"}, "seed", (), state, origin=state)


def test_tiles_of_match_five_are_played_up_to_the_draw_or_none_of_them():
    bag = "R1R2R3R4R5" * 2
    table = of_five(five.position("R3@0,0", "R1R2R4R5Y1", "B1B2B4B5Y3", bag=bag, turn=1))
    mine = prepared(table, 0, *five.steps("R2@1,0 R1@2,0"), "done")
    own = preparation_table(table, 0, mine)
    assert own is not None
    assert is_whole_turn(own.state, 0)
    assert not is_whole_turn(preparation_table(table, 0, mine[:2]).state, 0)
    passed = table.play(1, "xB1")
    assert passed.state.to_act() == (0,)
    assert playable_moves(passed, 0, mine) == ("R2n13", "R1o13", "done")
    other = of_five(five.position("R3@0,0", "R1R2R4R5Y1", "R4B2B3B5Y3", bag=bag, turn=1))
    laid = prepared(other, 0, *five.steps("R2@1,0 R1@2,0"), "done")
    gone = other.play(1, five.steps("R4@1,0")[0]).play(1, "done")
    with pytest.raises(IllegalMove):
        playable_moves(gone, 0, laid)


def test_placings_of_summer_pavilion_are_played_one_after_the_other_when_all_others_have_passed():
    state = summer.position(summer.board("PPPGGG"), summer.board("GOYB"), turn=1)
    table = Table(GAMES["pavilion"], 2, {"side": "colored"}, "seed", (), state, origin=state)
    listed = [str(move) for move in preparation_table(table, 0).state.moves(0)]
    first, second = (next(text for text in listed if text[2:4] == slot) for slot in ("1G", "2G"))
    both = prepared(table, 0, first, second)
    assert table_if_others_pass(preparation_table(table, 0, both), 0) is not None
    passed = table.play(1, "pass")
    assert passed.state.to_act() == (0,)
    assert playable_moves(passed, 0, both) == (first, second)
    with pytest.raises(IllegalMove):
        playable_moves(table.play(1, "pass").play(0, second), 0, both)
    with pytest.raises(IllegalMove):  # seat 2 is to place first
        playable_moves(table, 0, both)


def test_a_move_that_is_legal_but_means_something_else_is_not_played():
    table = Table.new(GAMES["azul"], 3, {}, None).play(CHANCE, "deal BBYR/RKKW/BYRK/WWWW/BYYK/BBBB/YYYY")
    table = table.play(0, "1Y1").play(1, "3Y1")
    (mine,) = prepared(table, 0, "CB3")
    assert playable_moves(table.play(2, "2W1"), 0, (mine,)) == ("CB3",)
    with pytest.raises(IllegalMove, match=MEANING_CHANGED):
        playable_moves(table.play(2, "5K2"), 0, (mine,))
    with pytest.raises(IllegalMove, match=r"4\.2"):
        playable_moves(table.play(2, "CB4"), 0, (mine,))
