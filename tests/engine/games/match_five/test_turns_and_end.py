"""Match Five by its paragraphs 1 to 4 and 9: hands, turns, swaps, the end; the flow scenarios F01 to F13.

The number after `test_` is the paragraph of data/rules/match_five.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from engine import CHANCE, GAMES, Cell, Heap, IllegalMove, Move, Table, View, places
from engine.games.match_five import Exchange, MatchFive, Pass, Place
from engine.games.match_five.sets import COLORED_TILES, split, tile_points
from engine.robots.ai import choose
from tests.cases import each
from tests.engine.games.match_five.match_five_tables import BASE1, FIVE, event_facts, listed, played, position, reason
from tests.engine.games.test_records import RECORDS

# 1 and 2: the game, what there is


def test_1_1_most_points_win():
    state = position("", points=[3, 5], over=True)
    assert max(range(2), key=lambda seat: state.scores()[seat]) == 1


@each("seats", [1, 7])
def test_1_2_two_to_six_people_play(seats):
    with pytest.raises(IllegalMove) as refusal:
        Table.new(FIVE, seats, {}, None)
    assert refusal.value.facts == {"least": 2, "most": 6}


@each(("copies", "tiles"), [("2", 55), ("3", 80), ("4", 105)])
def test_2_1_each_kind_as_often_as_the_table_chose(copies, tiles):
    bag = split(Table.new(FIVE, 2, {"copies": copies}, None).state.bag)
    assert len(bag) == tiles
    assert {bag.count(face) for face in COLORED_TILES} == {int(copies)}
    assert len(COLORED_TILES) == 25
    assert FIVE.chosen({}) == {"copies": "3"}


def test_2_2_five_wilds_worth_nothing():
    assert split(Table.new(FIVE, 2, {}, None).state.bag).count("W") == 5
    assert (tile_points("W"), tile_points("WR5")) == (0, 0)


def test_2_3_nothing_is_laid_beyond_the_table():
    row = {f"{column}13": "R1" for column in "mnopqrstuvwxy"}
    state = position("", "R2")
    state.table = {name: f"{'RB'[at % 2]}1" for at, name in enumerate(row)}
    assert reason(state, "R2z13") == "2.3"
    assert reason(state, "R2m26") == "2.3"
    assert state.refuses(0, Place("R2", Cell(-1, 12))) == "2.3"
    edge = position("", "R2")
    edge.table = {"y25": "R1"}
    assert {text for text in listed(edge) if text[0] == "R"} == {"R2x25", "R2y24", "R2y25"}


def test_2_4_a_series_runs_in_three_directions():
    state = played(position("R1@0,0 R2@1,0 B1@0,1", "R4R3Y1"), "R4m13", "R3m13")
    assert state.outlook(0) == 1 + 4 + 3
    assert played(position("R1@0,0", "R2Y1"), "R2m14").outlook(0) == 3


# 3: the start


def test_3_1_everybody_draws_five_unseen():
    state = Table.new(FIVE, 6, {}, "deal").state
    assert [len(split(hand)) for hand in state.hands] == [5] * 6
    assert len(split(state.bag)) == 50
    view = state.view(2)
    assert view.hands == ["?????", "?????", state.hands[2], "?????", "?????", "?????"]
    assert view.bag == "?" * 50
    assert state.view(None).hands == ["?????"] * 6


def test_3_2_f01_the_highest_hand_starts():
    deal = ("draw 1 R5B4Y3G2O1", "draw 2 R5B5Y4G3W", "draw 3 O5Y5G4B2R1")
    table = Table.new(FIVE, 3, {}, None)
    for text in deal:
        assert table.state.to_act() == (CHANCE,)
        table = table.play(CHANCE, text)
    assert table.state.to_act() == (1,)
    assert [(event.kind, event.seat) for event in table.events if event.kind == "start"] == [("start", 1)]


@each("text", ["R3n13", "R3m12", "WR3a1"])
def test_3_3_the_first_tile_goes_to_the_middle(text):
    state = position("", "R3R4W")
    assert reason(state, text) == "3.3"
    assert {move[-3:] for move in listed(state) if move not in ("pass", "done")} == {"m13"}


# 4: turns


def test_4_1_one_seat_at_a_time():
    state = position("R3@0,0", "R2R1", "B3", "G3")
    assert (listed(state, 1), reason(state, "B3n13", seat=1), reason(state, "pass", seat=2)) == ([], "4.1", "4.1")
    state = played(state, "R2n13")
    assert state.to_act() == (0,)
    assert played(state, "done").to_act() == (1,)
    assert played(state, "done", "pass", "pass").to_act() == (0,)
    assert reason(state, "draw 1 R3", seat=0) == "4.1"


@each("text", ["B3n13", "WR2n13", "xB3", "xR2R2"])
def test_4_2_only_what_is_in_the_hand(text):
    assert reason(position("R3@0,0", "R1R2R4G1G2", "Y1Y2Y3Y4Y5", bag="O1O2O3"), text) == "4.2"


def test_4_2_comes_before_a_second_wild():
    assert reason(played(position("R3@0,0", "WR1"), "WR2n13"), "WR1o13") == "4.2"
    assert reason(played(position("R3@0,0", "WW"), "WR2n13"), "WR1o13") == "7.2"


def test_4_3_done_needs_a_tile_and_five_are_possible():
    assert reason(position("R3@0,0", "R2"), "done") == "4.3"
    state = played(position("", "R1R2R3R4R5"), "R1m13", "R2n13", "R3o13", "R4p13", "R5q13")
    assert listed(state) == ["done"]
    assert played(state, "done").points == [25, 0]


def test_4_4_f02_a_short_bag_is_drawn_empty():
    state = played(position(BASE1, "R5R4B1B2W", "Y1Y2Y3Y4Y5", bag="G1G2"), "R5p13", "R4q13", "done")
    assert (state.to_act(), state.seat_to_draw()) == ((CHANCE,), 0)
    state = played(state, "draw 1 G1G2")
    assert (state.hands[0], state.bag, state.to_act()) == ("B1B2G1G2W", "", (1,))
    three = played(position("", "R1R2R3B1B2", "Y1Y2Y3Y4Y5", bag="G1G2"), "R1m13", "R2n13", "R3o13", "done")
    assert (played(three, "draw 1 G1G2").hands[0], three.bag) == ("B1B2G1G2", "G1G2")


def test_4_4_chance_draws_what_is_due_and_no_more():
    state = played(position("R3@0,0", "R2B1B2B3B4", "Y1Y2Y3Y4Y5", bag="G1G2"), "R2n13", "done")
    for text in ("draw 1 G1G2", "draw 2 G1", "draw 1 R1", "draw 1 Y1"):
        assert reason(state, text) == "4.4"
    assert reason(state, "draw 1 G1") is None
    assert reason(position("R3@0,0", "R2", "Y1"), "draw 1 G1", seat=CHANCE) == "4.4"
    laid = played(position("R3@0,0", "R2B1B2B3B4", "Y1Y2Y3Y4Y5", bag="G1G2"), "R2n13")
    assert reason(laid, "draw 1 G1", seat=CHANCE) == "4.4"  # not before the turn is done


@each("text", ["Y1n14", "WY1n14", "done", "pass", "xY1"])
def test_4_4_nobody_goes_on_before_a_draw_that_is_due(text):
    hands = "R2B1B2B3B4", "Y1Y2Y3Y4W", "G1G2G3G4G5"
    state = played(position("R3@0,0", *hands, bag="G1G2"), "R2n13", "done")
    reasons = [reason(state, text, seat) for seat in (CHANCE, 0, 1, 2)]
    assert reasons == ["4.4", "4.1", "4.4", "4.1"]  # seat 1 is on turn, but seat 0 has to draw
    assert reason(state.apply(CHANCE, FIVE.parse("draw 1 G1")), text, CHANCE) == "4.1"


def test_4_5_nobody_else_sees_an_unfinished_turn():
    before = position("R3@0,0", "R2W", "B3")
    state = played(before, "R2n13", "WR1o13")
    assert state.events == []
    assert (state.view(0).laid, state.view(0).hands) == (["R2n13", "WR1o13"], ["", "?"])
    for seat in (1, None):
        assert state.view(seat) == before.view(seat)
    assert state.scores() == before.scores()


def test_4_6_f13_a_swap_draws_first_and_may_hold_wilds():
    hands = "R1R2R4G1W", "Y1Y2Y3Y4Y5"
    state = played(position("R3@0,0", *hands, bag="B1B2B3"), "xWR1")
    assert (state.hands[0], state.aside, state.bag) == ("R2R4G1", "R1W", "B1B2B3")
    assert event_facts(state, "swap") == [{"n": 2}]
    assert reason(state, "draw 1 R1W") == "4.6"  # these go back after the draw
    assert [reason(state, text) for text in ("draw 1 B1", "draw 1 B1G1", "draw 2 B1B2")] == ["4.4"] * 3
    state = played(state, "draw 1 B1B3")
    assert (state.hands[0], state.aside, state.bag) == ("R2R4B1B3G1", "", "R1B2W")
    assert position("R3@0,0", *hands, bag="B1").refuses(0, Exchange(Heap(""))) == "4.6"


def test_4_7_f03_no_more_than_the_bag_holds():
    state = position("R3@0,0", "R1R2R4G1W", "Y1Y2Y3Y4Y5", bag="B1B2")
    assert reason(state, "xR1R2R4") == "4.7"
    assert max(len(split(text[1:])) for text in listed(state) if text[0] == "x") == 2
    assert len(split(played(state, "xR1R2", "draw 1 B1B2").bag)) == 2


@each(("text", "bag"), [("xR1", "B1B2"), ("pass", "")])
def test_4_8_no_swap_and_no_pass_after_a_tile(text, bag):
    state = played(position("R3@0,0", "R1R2R4G1W", "Y1Y2Y3Y4Y5", bag=bag), "R2n13")
    assert reason(state, text) == "4.8"
    assert text not in listed(state)


def test_4_9_f04_passing_needs_an_empty_bag():
    assert reason(position("R3@0,0", "R1R2R4G1W", "Y1Y2Y3Y4Y5", bag="B1"), "pass") == "4.9"
    state = position("R3@0,0", "R1", "Y1")
    assert listed(state)[-1] == "pass"
    assert len(listed(state)) > 1


# 9: the end


def four(**parts: object) -> object:
    return position("R3@0,0", "B3", "G3B1", "R2", "O3O1", turn=2, **parts)


def test_9_1_f05_everybody_else_has_one_more_turn():
    state = played(four(), "R2n13", "done")
    assert (state.out, len(event_facts(state, "out")), state.to_act()) == (2, 1, (3,))
    state = played(state, "pass", "pass")
    assert state.to_act() == (1,)
    state = played(state, "pass")
    assert state.to_act() == ()
    assert [event.kind for event in state.events][:2] == ["pass", "last_round"]


def test_9_1_f06_a_second_one_out_changes_nothing():
    state = played(four(), "R2n13", "done", "pass", "B3m14", "done")
    assert (state.out, event_facts(state, "out"), state.to_act()) == (2, [], (1,))
    assert played(state, "pass").to_act() == ()


def test_9_1_f12_going_out_needs_an_empty_bag():
    moves = ("R1m13", "R2n13", "R3o13", "R4p13", "R5q13", "done", "draw 1 B1B2B3")
    state = played(position("", "R1R2R3R4R5", "Y1Y2Y3Y4Y5", bag="B1B2B3"), *moves)
    assert (state.hands[0], state.out, state.to_act()) == ("B1B2B3", -1, (1,))


def test_9_2_f09_everybody_passes():
    state = position("R3@0,0", "R1", "Y1", "W", points=[5, 5, 5])
    state = played(state, "pass", "pass")
    assert state.to_act() == (2,)
    state = played(state, "pass")
    assert (state.to_act(), len(event_facts(state, "exhausted"))) == ((), 1)
    assert state.points == [4, 4, -20]


def test_9_2_a_placed_tile_starts_the_count_anew():
    state = played(position("R3@0,0", "R1B2", "Y1"), "pass", "pass")
    assert state.over
    state = played(position("R3@0,0", "R1B2", "Y1"), "R1n13", "done", "pass")
    assert state.to_act() == (0,)


def test_9_3_f10_twice_around_without_a_tile():
    state = position("R3@0,0", "R1R2R4R5B1", "G1G2G4G5B1", "O1O2O4O5B1", bag="Y1", points=[20] * 3)
    for turn in range(6):
        assert state.to_act() == (turn % 3,)
        swap = next(text for text in listed(state, turn % 3) if text[0] == "x")
        state = played(state, swap, f"draw {turn % 3 + 1} {state.bag}")
    assert (state.to_act(), len(event_facts(state, "stall")), len(event_facts(state, "left"))) == ((), 1, 3)
    assert [len(split(hand)) for hand in state.hands] == [5, 5, 5]


def test_9_4_f07_f08_what_is_left_in_hand_is_charged():
    state = position("R3@0,0", "R3Y5W", "W", points=[120, 10])
    state = played(state, "pass", "pass")
    assert state.points == [87, -15]
    assert event_facts(state, "left") == [{"points": 33, "tiles": "R3Y5W"}, {"points": 25, "tiles": "W"}]


def endings(seats: int) -> Iterator[tuple[MatchFive, MatchFive, Move]]:
    """Moves with which real games end, each with its position and one from which the game goes on after it."""
    for number in range(8):
        rng, style = Random(f"ending {number}"), number % 2
        table = Table.new(FIVE, seats, {"copies": "2"}, f"ending {number}")
        while acting := table.state.to_act():
            state, moves = table.state, table.state.moves(acting[0])
            goes_on = replace(state, out=-1, idle=0)
            if not state.bag or state.idle:  # else no move ends the game
                yield from ((state, goes_on, move) for move in moves if state.after(acting[0], move).over)
            lays = [move for move in moves if not isinstance(move, Exchange | Pass)]
            table = table.play(acting[0], str(rng.choice(lays if lays and style else moves)))


@each("seats", [2, 3, 6])
def test_9_4_the_gain_of_the_last_move_leaves_out_what_tiles_in_hand_cost(seats):
    kinds = Counter()
    for state, goes_on, move in endings(seats):
        assert not goes_on.after(state.turn, move).over
        assert state.gain(state.turn, move) == goes_on.gain(state.turn, move)
        kinds[type(move).__name__] += bool(state.hands[state.turn])
    assert kinds["Pass"] > 0
    assert kinds["Done"] > 0


def test_9_4_a_swap_after_which_the_game_ends_gains_nothing_and_costs_nothing():
    state = position("R3@0,0", "R1R2R4R5B1", "G1G2G4G5B1", bag="Y1Y2", turn=1, turns=3, idle=3)
    swap = FIVE.parse("xG1")
    assert (state.gain(1, swap), state.outlook(1)) == (0, 0)
    over = played(state, "xG1", "draw 2 Y1")
    assert (over.over, over.points, [over.outlook(seat) for seat in range(2)]) == (True, [-13, -13], [0, 0])


def test_3_2_equal_hands_in_a_later_game_of_a_match():
    hands = ("R5R4R3R2R1", "B5B4B3B2B1", "G5G4G3G2W")
    for first, starts in ((0, 0), (1, 1), (2, 0)):
        table = Table.new(GAMES["match_five"], 3, {}, None, first)
        for seat, hand in enumerate(hands, 1):
            table = table.play(CHANCE, f"draw {seat} {hand}")
        assert table.state.to_act() == (starts,)


def test_9_5_f11_a_tie_is_shared():
    state = position("", "", "", "", points=[87, 87, 60], over=True)
    assert places(state.scores()) == (1, 1, 3)


@each("text", ["pass", "R1n13", "done", "draw 1 R3"])
def test_9_6_nobody_acts_after_the_end(text):
    state = position("R3@0,0", "R1", over=True)
    assert (reason(state, text, seat=0), listed(state)) == ("9.6", [])


def test_every_way_to_end_is_recorded():
    heads = [path.read_text("utf-8").split("\n", 6) for path in RECORDS if path.parent.name == "match_five"]
    assert {head[3] for head in heads} == {"end last_round", "end exhausted", "end stall"}
    assert {head[4] for head in heads} == {"tie points", "tie shared"}
    assert {head[2] for head in heads} == {"copies 2", "copies 3", "copies 4"}
    assert {head[1] for head in heads} >= {"seats 2", "seats 6"}
    assert ["end last_round", "tie shared"] in [head[3:5] for head in heads]


# robots


def test_a_greedy_robot_that_is_stuck_swaps_all_it_has():
    state = position("R1@0,0", "B2B3G3O4Y5", "Y1Y2Y3Y4W", bag="G2G4O2O3Y2")
    for seed in range(3):
        assert str(choose("greedy", View("match_five", 0, state.view(0)), Random(seed))) == "xB2B3G3O4Y5"


def test_a_greedy_robot_beats_a_random_one():
    rng, wins = Random(1), 0
    for number in range(3):
        table = Table.new(FIVE, 2, {"copies": "2"}, f"robots {number}")
        while acting := table.state.to_act():
            level = ("greedy", "random")[acting[0]]
            table = table.play(acting[0], str(choose(level, table.view(acting[0]), rng)))
        wins += table.state.points[0] > table.state.points[1]
    assert wins == 3
