"""The pillars game by its paragraphs 5 and 6: the third pillar, leaving, the end, dots and ties.

The number after `test_` is the paragraph of data/rules/pillars.md; p20 and so on is the scenario of the rules study.
"""

from __future__ import annotations

from random import Random

from engine import CHANCE, dump, load
from engine.core import View
from engine.games.pillars import Lay, Pillars
from engine.games.pillars.shapes import cells_of
from engine.robots.ai import choose
from tests.cases import each
from tests.engine.games.pillars.pillars_tables import (
    TWO,
    board,
    filler,
    listed,
    played,
    player,
    position,
    reason,
    table,
    told,
)
from tests.engine.games.test_records import RECORDS, read, tie


def puzzle(open_cells: str, stock: str, *, pillars: int = 1, own: str = "", dark: str = "") -> Pillars:
    """Two players; only these cells are empty, the rest belongs to the second player, who has tiles but no room.

    `own`: what the first player has laid. `dark`: cells outside the playable area that stay empty for pillars.
    """
    kept = {*open_cells.lower().split(), *dark.lower().split(), *(text[1:] for text in own.split())}
    lit = [cell for cell in board(2, ".c") if cell not in kept]
    shade = [f"o{cell}" for cell in board(2, "#") if cell not in kept]
    other = player(filler(" ".join(lit)) + " " + " ".join(shade), "5Z", 0)
    return position(player(own, stock, pillars), other)


# 5: the third pillar and the last turns


def test_5_1_the_third_pillar_uses_up_the_turn_p20():
    state = position(*TWO)
    assert reason(state, "oi12") is None
    state = played(state, "oi12")
    assert (state.to_act(), state.players[0].pillars) == ((1,), 0)


def test_5_1_not_on_the_center_section_p21():
    assert reason(position(*TWO), "og7") == "3.3"


def test_5_1_there_is_no_fourth_pillar_p22():
    state = position("of5 of13 oi12", "ol5 ol13")
    assert reason(state, "oi13") == "5.1"
    assert not [text for text in listed(state) if text[0] == "o"]


def test_5_1_later_than_the_third_turn_and_touching_nothing():
    state = played(position(*TWO), "5L2g5", "5L1l6", "oa17")
    assert (state.players[0].pillars, state.to_act()) == (0, (1,))
    assert reason(played(state, "11l4"), "11b17") == "4.6"


def test_5_1_tiles_grow_from_the_third_pillar():
    state = played(position(*TWO), "oi13", "11l6")
    assert reason(state, "21i14") is None


def test_5_2_no_pillar_after_the_last_tile_p23():
    state = position(player("of5 of13", ""), "ol5 ol13")
    assert reason(state, "oi12", seat=0) == "5.2"
    assert (state.to_act(), listed(state, 0)) == ((1,), [])


def test_5_2_finished_p28():
    state = puzzle("f3 g3 h3", "", own="oc9")
    assert (state.players[0].gone, listed(state, 0), state.to_act()) == (True, [], ())


def test_5_2_the_last_tile_finishes():
    state = played(position(player("of5 of13", "5L"), "ol5 ol13"), "5L2g5")
    assert [event.seat for event in told(state, "done")] == [0]
    assert (state.to_act(), told(state, "out", "over")) == ((1,), [])
    assert played(state, "11l6").to_act() == (1,)


def test_5_3_no_passing_while_a_tile_fits_p34():
    state = position(*TWO)
    assert reason(state, "pass") == "5.3"
    assert "pass" not in listed(state)


def test_5_3_no_passing_on_the_first_two_turns():
    assert reason(table().state, "pass") == "5.3"
    assert reason(table("of5", "ol5").state, "pass") == "5.3"


def test_5_4_only_the_third_pillar_is_left():
    """A's pillars touch nothing, but a pillar on F3 or H3 would make room for the 2."""
    state = puzzle("f3 g3 h3", "2 5I", own="oc9 oa1")
    assert listed(state) == ["of3", "og3", "oh3", "pass"]
    assert reason(state, "21f3") == "4.7"
    assert reason(state, "pass") is None


def test_5_4_retiring_ends_the_turns_for_good():
    state = played(position(player("oa1 oq17", "2 5I"), "ol5 ol13"), "pass")
    assert [(event.kind, event.seat, event.facts) for event in state.events] == [("retire", 0, {"dots": 7})]
    assert (state.players[0].gone, state.to_act(), state.scores()[0][0]) == (True, (1,), -7)
    assert reason(state, "oi12", seat=0) == "6.1"
    assert played(state, "11l6").to_act() == (1,)


def test_5_4_a_pillar_that_does_not_help_may_be_put_down_too():
    state = played(puzzle("f3 g3 h3", "2", own="oc9 oa1"), "og3")
    assert told(state, "out")[0].facts == {"dots": 2}
    assert (state.to_act(), [event.seat for event in told(state, "over")]) == ((), [CHANCE])


def test_5_4_two_pillars_out_of_reach_leave_pillar_or_retiring():
    state = played(table().state, "oa1", "ol5", "oq17", "ol13")
    assert {text[0] for text in listed(state)} == {"o", "p"}


# 6: the end


def test_6_1_out_when_nothing_fits_and_no_pillar_helps():
    state = puzzle("f3 g3 h3", "5I 4O", own="oc9 oa1")
    assert (state.players[0].gone, state.to_act()) == (True, ())
    assert reason(state, "of3", seat=0) == "6.6"


def test_6_1_a_tile_that_fits_keeps_its_owner_in():
    state = puzzle("f3 g3 h3", "3I 5I", pillars=0, own="oe3 oa1 oq1")
    assert listed(state) == ["3I1f3"]
    assert puzzle("f3 g3 h3", "3L 5I", pillars=0, own="oe3 oa1 oq1").to_act() == ()


def test_6_1_the_pillar_needs_a_square_beside_the_tile():
    """The 3I fills all the room there is, so no pillar can stand beside it; the 2 leaves a square."""
    assert puzzle("f3 g3 h3", "3I", own="oc9 oa1").to_act() == ()
    assert puzzle("f3 g3 h3", "3I 2", own="oc9 oa1").to_act() == (0,)
    assert puzzle("f3 g3 h3", "1", own="oc9 oa1").to_act() == (0,)


def test_6_1_a_pillar_on_a_dark_square_helps():
    state = puzzle("f3 g3 h3", "3I", own="oc9 oa1", dark="g2 a9")
    assert set(listed(state)) == {"of3", "og3", "oh3", "og2", "oa9", "pass"}
    assert played(state, "og2").players[0].gone is False


def test_6_1_no_pillar_helps_from_the_center_section():
    assert puzzle("h8 h9 h10", "1", own="oc9 oa1").to_act() == ()
    assert puzzle("h6 h7 h8", "1", own="oc9 oa1").to_act() == (0,)


@each("pillars", [0, 1, 2, 3])
def test_6_1_where_no_square_is_vacant_nobody_waits_for_a_pillar(pillars):
    """All but the center section is full: no pillar can stand anywhere, not even the first two."""
    ring = player(filler(" ".join(cell for cell in board(4, ".c") if cell not in board(4, "c"))), "1", 0)
    state = position(ring, player("", "5Z 1", pillars), "", "")
    assert [state.is_out(seat) for seat in range(4)] == [False, True, True, True]
    assert (state.to_act(), state.moves(1)) == ((0,), [])
    assert played(state, "11g7").to_act() == ()


def test_6_1_without_a_pillar_in_hand_nothing_helps():
    assert puzzle("f3 g3 h3", "1", pillars=0, own="oc9 oa1 oq1").to_act() == ()


def test_6_1_the_move_of_another_may_put_out():
    """The last free square beside A's pieces is taken by B: A is out at once, B goes on."""
    lit = [cell for cell in board(2, ".c") if cell not in ("f3", "g3", "h3")]
    other = player(filler(" ".join(lit)), "1 2", 0)
    state = position(player("oe2 of2 oh2", "1", 0), other, turn=1)
    assert state.to_act() == (1,)
    state = played(state, "21f3")
    assert (state.to_act(), told(state, "out")) == ((0,), [])
    other = player(filler(" ".join(lit)), "1 2", 0)
    state = played(position(player("oe2 of2 oa1", "1", 0), other, turn=1), "21f3")
    assert [(event.seat, event.facts) for event in told(state, "out")] == [(0, {"dots": 1})]
    assert state.to_act() == (1,)
    assert reason(state, "11h3", seat=0) == "6.1"


def test_6_2_the_others_go_on_p33():
    lit = [cell for cell in board(2, ".c") if cell not in ("f3", "g3", "h3")]
    state = position(player("oa1 oq1 oq17", "5I", 0), player(filler(" ".join(lit)), "1 2", 0), turn=0)
    assert state.to_act() == (1,)
    state = position(player("oa1 oq1 oq17", "5I", 0), player("of3", "1 2 3L", 0), turn=0)
    for text in ("3L1g3", "21g5", "11f4"):
        assert state.to_act() == (1,)
        state = played(state, text)
    assert (state.to_act(), [event.kind for event in state.events]) == ((), ["lay", "done", "over"])


def test_6_2_a_seat_that_is_gone_is_passed_over():
    state = position(player("oa1 oq1", ""), "ol5 ol13", player("op3 op4", ""), "of5 of13")
    assert state.to_act() == (1,)
    assert played(state, "11l6").to_act() == (3,)
    assert played(state, "11l6", "11f6").to_act() == (1,)


@each("seats", [2, 3, 4])
def test_6_3_the_game_ends_when_everybody_is_gone(seats):
    state, rng = table(seats=seats).state, Random(seats)
    while state.to_act():
        assert not all(one.gone for one in state.players)
        seat = state.to_act()[0]
        state = state.apply(seat, rng.choice(state.moves(seat)))
    assert all(one.gone for one in state.players)
    assert [event.kind for event in state.events][-1] == "over"


def test_6_4_dots_of_what_is_left_p29():
    state = position(player("of5 of13", "5Z 4O 2"), *TWO[1:])
    assert (state.players[0].pillars, state.scores()[0][0], state.outlook(0)) == (1, -11, -11)


@each("seats", [2, 3, 4])
def test_6_4_the_end_adds_nothing_to_what_a_move_gains(seats):
    """A tile gains its dots and anything else nothing, whether or not the game ends with it."""
    ended = going_on = 0
    for seed in range(2):
        state, rng = table(seats=seats).state, Random(f"gain {seats} {seed}")
        while acting := state.to_act():
            moves = state.moves(acting[0])
            for move in moves[:40:3] + moves[-1:]:
                dots = int(move.tile[0]) if isinstance(move, Lay) else 0
                assert state.gain(acting[0], move) == dots
                over = not state.after(acting[0], move).to_act()
                ended, going_on = ended + over, going_on + (not over)
            state = state.after(acting[0], rng.choice(moves))
        assert [score[0] for score in state.scores()] == [state.outlook(seat) for seat in range(seats)]
    assert ended > 3
    assert going_on > 500


def winner(state: Pillars) -> int:
    return max(range(len(state.players)), key=lambda seat: state.scores()[seat])


def test_6_5_the_latest_in_turn_order_wins_a_tie_p30():
    state = position(player("oa1", "5Z 1"), player("ob1", "5Z 4O"), player("oc1", "5I 1"))
    assert (state.scores(), winner(state)) == (((-6, 1), (-9, 2), (-6, 3)), 2)


def test_6_5_also_at_no_dots_and_with_another_starter_p31():
    state = position(player("oa1", ""), player("ob1", ""), player("oc1", "4O"), starter=1, turn=1)
    assert (state.scores(), winner(state)) == (((0, 3), (0, 1), (-4, 2)), 0)


def test_6_5_the_third_game_of_a_match_p37():
    """Two dots each for the first two seats, the second one started: the first seat wins this game."""
    state = position(player("oa1", "2"), player("ob1", "2"), player("oc1", "5Z 2"), starter=1, turn=1)
    assert winner(state) == 0


def test_6_6_nobody_moves_after_the_end():
    state = puzzle("f3 g3 h3", "5I", own="oc9 oa1")
    assert [reason(state, text, seat=seat) for text in ("of3", "pass", "5I1f3") for seat in (0, 1)] == ["6.6"] * 6
    assert load(Pillars, dump(state)) == state


def beside(squares: set[tuple[int, int]], free: set[tuple[int, int]]) -> set[tuple[int, int]]:
    return {(x, y) for x, y in free if squares & {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)}}


def room(state: Pillars, seat: int) -> int:
    """Counted slowly: the free squares at most two steps from the pieces of the seat."""
    free, own = (
        {(at.column, at.row) for at in cells_of(one)}
        for one in (state.free_squares(), state.players[seat].covered_squares)
    )
    near = beside(own, free)
    return len(near | beside(near, free))


def test_a_position_is_worth_its_dots_then_a_future_then_its_room():
    state = position("of5 of13 5L2g5", "ol5 ol13")
    rooms = [room(state, seat) for seat in range(2)]
    assert state.worth(0) == (-(74 - 5), True, rooms[0] - rooms[1])
    assert state.worth(1) == (-74, True, rooms[1] - rooms[0])
    state.players[1].gone = True
    assert (state.worth(0)[2], state.worth(1)[1]) == (rooms[0], False)
    state.players[1].stock.clear()
    assert state.worth(1)[:2] == (0, True)


def test_greedy_leaves_fewer_dots_than_random():
    state, rng = table().state, Random(0)
    while acting := state.to_act():
        state = state.apply(acting[0], choose(("greedy", "random")[acting[0]], View("pillars", acting[0], state), rng))
    assert state.scores()[0] > state.scores()[1]


def test_every_way_to_end_a_game_of_pillars_is_recorded():
    heads = [read(path).head for path in RECORDS if path.parent.name == "pillars"]
    assert {head["end"] for head in heads} == {"out", "done", "retire"}
    assert {head["tie"] for head in heads} == {"points", "first"}
    assert {head["seats"] for head in heads} == {"2", "3", "4"}
    assert tie(((-6, 1), (-9, 2), (-6, 3))) == "first"
