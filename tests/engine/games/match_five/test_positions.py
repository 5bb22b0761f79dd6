"""Hand-written positions of Match Five: what `load` refuses, and which field it names.

What no game comes to is tried on positions of recorded games, each with one thing changed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from engine import IllegalMove
from engine.games.match_five import MatchFive
from engine.games.match_five.sets import every_tile, in_hand, leftover, size, split, together, without
from tests.engine.games.match_five.match_five_tables import BASE1, BASE2, FIVE, position
from tests.engine.games.test_records import RECORDS, read

# the form


@pytest.mark.parametrize(
    ("parts", "what"),
    [
        ({"table": {"z1": "R1"}}, "table"),
        ({"table": {"m26": "R1"}}, "table"),
        ({"table": {"m13": ""}}, "table"),
        ({"table": {"m13": "R6"}}, "table"),
        ({"table": {"m13": "W"}}, "table"),
        ({"table": {"m13": "R1R2R3R4R5R1"}}, "table"),
        ({"table": {"m13": "R1", "n13": "R1"}}, "table"),
        ({"table": {"m13": "R1", "o13": "R2"}}, "table"),
        ({"hands": ["R1", "??"]}, "hands[1]"),
        ({"hands": ["R1", "b2"]}, "hands[1]"),
        ({"hands": ["R1"]}, "hands"),
        ({"hands": ["R1R2R3R4R5B1", "B2"]}, "hands[0]"),
        ({"hands": ["??", "R1"]}, "hands[0]"),
        ({"bag": "WB9"}, "bag"),
        ({"bag": "?"}, "bag"),
        ({"points": [1]}, "points"),
        ({"turn": 2}, "turn"),
        ({"out": 2}, "out"),
        ({"idle": 5}, "idle"),
        ({"turns": -1}, "turns"),
        ({"copies": "5"}, "copies"),
        ({"out": 0}, "out"),
        ({"out": 1, "hands": ["", "R1"]}, "out"),
        ({"out": -1, "hands": ["R1", ""]}, "out"),
        ({"out": 1, "hands": ["R1", ""], "turn": 1}, "out"),
        ({"idle": 2}, "idle"),
        ({"aside": "R1"}, "aside"),
        ({"aside": "R1", "bag": "G1G2G3", "hands": ["R1R2R3", "B1B2B3B4B5"]}, "aside"),
        ({"laid": ["R4P13"]}, "laid[0]"),
        ({"laid": ["R9m13"]}, "laid[0]"),
        ({"laid": ["done"]}, "laid[0]"),
        ({"laid": ["R3a1"]}, "laid[0]"),
        ({"laid": ["R4p13", "WR5q13", "WR5l13"]}, "laid"),
        ({"laid": ["R4p13"], "over": True}, "laid"),
        ({"laid": ["R4p13"], "hands": ["R1R2R3R4R5", "B1"]}, "laid"),
        ({"laid": ["R4p13", "R4q13"]}, "laid[1]"),
        ({"laid": ["R4p13"], "turn": 2}, "turn"),
        ({"laid": ["R4p13"], "hands": ["R1"]}, "hands"),
    ],
)
def test_a_position_that_cannot_be_is_refused(parts, what):
    state = position(BASE1, "R1", "B1")
    vars(state).update(parts)
    with pytest.raises(IllegalMove) as refusal:
        FIVE.check(state, False)
    assert (refusal.value.reason, refusal.value.facts["field"]) == ("state", f"state.{what}")


def test_a_swap_that_waits_for_its_draw_may_be_the_last_idle_turn():
    FIVE.check(position(BASE1, "B1B2B3B4", "B1B2B3B4B5", bag="Y1Y2", aside="O1", idle=4), False)


# what a game can come to


@cache
def recorded() -> tuple[MatchFive, ...]:
    """Every position of the recorded games, those before a draw too."""
    found = []
    for path in RECORDS:
        if path.parent.name == "match_five":
            table = read(path).opening()
            found.append(table.state)
            for entry in read(path).log:
                table = table.step(entry)
                found.append(table.state)
    return tuple(found)


MOMENTS: dict[str, Callable[[MatchFive], bool]] = {
    "dealing": lambda state: state.turns == 0 and state.short() == 1,
    "start": lambda state: state.turns == 0 and state.short() is None,
    "first tile": lambda state: state.turns == 0 and bool(state.laid),
    "second turn": lambda state: state.turns == 1 and state.short() is None,
    "turn": lambda state: state.turns > 12 and bool(state.bag) and state.short() is None and state.idle == 1,
    "laid": lambda state: state.turns > 9 and bool(state.bag) and len(state.laid) == 2,
    "drawing": lambda state: state.turns > 9 and state.short() is not None and not state.aside,
    "swapped": lambda state: state.turns > 9 and bool(state.aside),
    "late": lambda state: not state.bag and state.idle == 1 and not state.over,
    "last round": lambda state: state.out >= 0 and not state.over and state.turn != (state.out + 1) % len(state.hands),
    "end": lambda state: state.over and state.turn == state.out,
    "all passed": lambda state: state.over and not state.bag and state.out < 0,
    "stalled": lambda state: state.over and bool(state.bag),
}


def moment(name: str, **changes: object) -> MatchFive:
    """The first recorded position of this kind, with some fields changed."""
    state = next(state for state in recorded() if MOMENTS[name](state)).copy()
    vars(state).update(changes)
    return state


def wrong(state: MatchFive) -> str | None:
    """The field that the full check names; None where it finds nothing wrong."""
    try:
        FIVE.check(state, True)
    except IllegalMove as refusal:
        assert refusal.facts["need"]
        return str(refusal.facts["field"]).removeprefix("state.")
    return None


def given(state: MatchFive, source: int | None, tiles: str, target: int | None) -> MatchFive:
    """Tiles go from one hand to another; None is the bag."""
    for seat, change in ((source, without), (target, together)):
        if seat is None:
            state.bag = change(state.bag, tiles)
        else:
            state.hands[seat] = change(state.hands[seat], tiles)
    return state


def test_every_position_of_the_recorded_games_is_accepted():
    assert len(recorded()) > 500
    assert {wrong(state) for state in recorded()} == {None}


def test_2_1_all_tiles_must_be_there_unless_only_the_form_is_checked():
    state = position(BASE2, "R5B3G2O1W", "Y4B4")
    FIVE.check(state, False)
    with pytest.raises(IllegalMove) as refusal:
        FIVE.check(state, True)
    need = "such that all places together have 3 R1, not 1"
    assert refusal.value.facts == {"field": "state.bag", "need": need}


def test_3_1_hands_are_dealt_whole_and_seat_by_seat():
    assert wrong(moment("dealing")) is None
    assert wrong(given(moment("dealing"), None, "R1", 1)) == "hands[1]"
    assert wrong(given(moment("dealing"), None, "R1R2R3R4R5", 2)) == "hands[2]"
    assert wrong(given(given(moment("dealing"), 0, "B1B3B5G5O3", None), None, "R1R2R3R4R5", 1)) == "hands[1]"


@pytest.mark.parametrize("name", ["dealing", "start", "first tile"])
def test_3_1_before_the_first_turn_nothing_has_happened(name):
    seats = len(moment(name).hands)
    assert wrong(moment(name, points=[0] * (seats - 1) + [1])) == f"points[{seats - 1}]"
    assert wrong(moment(name, idle=1)) == "turns"
    assert wrong(moment(name, turns=1)) == "turns"


def test_3_2_the_highest_hand_starts():
    seats = range(len(moment("start").hands))
    assert [wrong(moment("start", turn=seat)) for seat in seats] == [None, "turn", "turn", "turn"]
    assert wrong(moment("first tile")) is None


def test_3_2_one_of_equal_hands_starts():
    hands = ["R5B4Y3G2O1", "R5B5Y4G1W", "O5Y5G4R1W"]
    bag = FIVE.start(3, {"copies": "3"}, 0).bag
    bag = without(bag, "".join(hands))
    ways = [MatchFive({}, hands, bag, [0] * 3, turn=turn) for turn in range(3)]
    assert [wrong(state) for state in ways] == [None, None, None]
    ways = [given(state, 0, "O1", None) for state in ways]
    assert [wrong(given(state, None, "O2", 0)) for state in ways] == [None, "turn", "turn"]


def test_3_3_the_first_tile_lies_in_the_middle():
    table = moment("turn").table
    away = {f"{chr(ord(cell[0]) + 9)}{cell[1:]}": stack for cell, stack in table.items()}
    assert [wrong(moment("turn", table=tiles)) for tiles in (table, away)] == [None, "table"]


def test_4_3_enough_turns_have_placed_the_tiles_and_not_more():
    tiles = sum(size(stack.replace("W", "")) for stack in moment("turn").table.values())
    seats = len(moment("turn").hands)
    least = next(turns for turns in range(200) if wrong(moment("turn", turns=turns)) != "turns")
    assert least >= 1 + tiles // 5
    assert wrong(moment("turn", turns=0)) == "turns"
    assert wrong(moment("turn", turns=1 + tiles * 2 * seats)) is None
    assert wrong(moment("turn", turns=2 + tiles * 2 * seats)) == "turns"
    assert wrong(moment("turn", idle=3, turns=2)) == "turns"


def built(tiles: str, points: list[int], **parts: object) -> MatchFive:
    """A whole position with these tiles on the table, hands of five of those that are left in the order of the bag."""
    laid = position(tiles).ground()
    left = without(every_tile("3"), "".join(in_hand(laid.tile(spot)) for spot in laid.tiles))
    hands = ["".join(split(left)[5 * seat :][:5]) for seat in range(len(points))]
    return position(tiles, *hands, bag=without(left, "".join(hands)), points=points, **parts)


def test_4_3_one_turn_places_one_line():
    assert wrong(built(BASE1, [6, 0], turn=1, turns=1)) is None
    assert wrong(built("R3@0,0 R2@0,0 R1@0,0", [6, 0], turn=1, turns=1)) is None
    bent = "R3@0,0 R2@1,0 B2@1,1"
    assert wrong(built(bent, [9, 0], turn=1, turns=1)) == "table"
    assert wrong(built(bent, [5, 4], turns=2)) is None


@pytest.mark.parametrize("name", ["turn", "laid"])
def test_4_4_hands_are_full_as_long_as_the_bag_is_not_empty(name):
    state = moment(name)
    last = len(state.hands) - 1
    assert wrong(state) is None
    assert wrong(given(state, last, split(state.hands[last])[0], None)) == f"hands[{last}]"


def test_4_4_only_the_seat_that_has_just_moved_draws():
    state = moment("drawing")
    before = (state.turn - 1) % len(state.hands)
    assert wrong(state) is None
    assert wrong(moment("drawing", turn=before)) == f"hands[{before}]"
    assert wrong(given(state, state.turn, split(state.hands[state.turn])[0], None)) == f"hands[{state.turn}]"


def test_4_4_a_seat_draws_as_many_as_it_has_placed():
    state = built(BASE1, [6, 0], turn=1, turns=1)
    for lacking in range(1, 6):
        state = given(state, 0, split(state.hands[0])[0], None)
        assert wrong(state) == (None if lacking == 3 else "hands[0]")


def test_4_6_what_was_swapped_lies_aside_until_the_draw():
    state = moment("swapped")
    assert wrong(state) is None
    assert wrong(moment("swapped", aside="", bag=together(state.bag, state.aside))) == "aside"
    assert wrong(moment("swapped", idle=0)) == "aside"
    assert wrong(moment("drawing", idle=1)) == "aside"


def test_7_2_there_are_no_more_wilds_than_turns():
    tiles = "WR1@0,0 R2@1,0 R3@2,0 WB2@1,1"
    ways = [built(tiles, [5, 2], turn=turns % 2, turns=turns) for turns in (1, 2, 3)]
    assert [wrong(state) for state in ways] == ["turns", None, None]


@pytest.mark.parametrize(
    ("points", "field"), [([6, 0], None), ([5, 0], "points"), ([7, 0], "points"), ([6, 1], "points[1]")]
)
def test_8_1_the_first_turn_scored_its_tiles(points, field):
    assert wrong(built(BASE1, points, turn=1, turns=1)) == field


@pytest.mark.parametrize(("points", "field"), [([6, 0], None), ([9, 6], None), ([2, 3], "points"), ([9, 7], "points")])
def test_8_1_later_the_points_are_such_as_the_tiles_can_have_scored(points, field):
    assert wrong(built(BASE1, points, turns=2)) == field  # at most 3, 3 + 2 and 3 + 2 + 1, and some room above


@pytest.mark.parametrize("name", ["turn", "laid", "drawing", "swapped", "late", "last round"])
def test_9_4_nobody_has_less_than_nothing_before_the_end(name):
    points = moment(name).points
    assert wrong(moment(name, points=[-1, points[0] + 1 + sum(points[:2]), *points[2:]])) == "points[0]"


@pytest.mark.parametrize("name", ["end", "all passed", "stalled"])
def test_9_4_after_the_end_tiles_in_hand_may_make_it_less(name):
    state = moment(name)
    least = [-leftover(hand) for hand in state.hands]
    assert wrong(state) is None
    assert wrong(moment(name, points=[least[0] - 1, *state.points[1:]])) == "points[0]"
    assert state.points == least or name != "stalled"


def test_9_1_the_last_round_follows_who_went_out_first():
    state = moment("last round")
    since = (state.turn - 1 - state.out) % len(state.hands)
    assert wrong(state) is None
    assert wrong(moment("last round", idle=since)) is None
    assert wrong(moment("last round", idle=since + 1)) == "idle"
    two = next(state for state in recorded() if state.hands.count("") == 2 and not state.bag and not state.laid).copy()
    two.out = next(seat for seat, hand in enumerate(two.hands) if not hand and seat != two.out)
    assert wrong(two) == "out"


@pytest.mark.parametrize("name", ["turn", "late", "last round"])
def test_9_6_a_game_is_not_over_before_something_ends_it(name):
    points = [points - leftover(hand) for points, hand in zip(moment(name).points, moment(name).hands, strict=True)]
    assert wrong(moment(name, over=True, points=points)) == "over"


@pytest.mark.parametrize(("name", "change"), [("end", "turn"), ("all passed", "idle")])
def test_9_2_a_game_that_has_ended_has_ended_for_a_reason(name, change):
    state = moment(name)
    seats = len(state.hands)
    changed = {"turn": (state.turn + 1) % seats, "idle": seats - 1}[change]
    assert wrong(moment(name, **{change: changed})) == "over"


def test_9_3_a_game_without_tiles_ends_after_twice_around():
    state = moment("stalled")
    assert (state.idle, state.turns, wrong(state)) == (2 * len(state.hands), state.turns, None)
    assert wrong(moment("stalled", idle=state.idle - 1, turns=state.turns - 1)) == "over"
    short = given(state, 0, "R5", None)
    short.points[0] += 5
    assert wrong(short) == "hands[0]"
