"""Summer Pavilion's positions written by hand: which are refused, and for which field.

Each row changes one thing of a position that a game comes to. Knows no rule beyond what the rows say.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest

from engine import CHANCE, IllegalMove, dump, load
from engine.games.pavilion import GAME, Pavilion, Place
from tests.engine.games.pavilion.pavilion_tables import DEAL, SUPPLY, board, listed, pavilion, played, position

Change = Callable[[Pavilion], Pavilion]


def fault(state: Pavilion, pieces: bool = True) -> str:
    """The field that the check names; "" for a position that it takes."""
    try:
        GAME.check(state, pieces)
    except IllegalMove as refusal:
        assert refusal.reason == "state"
        assert refusal.facts["need"]
        return str(refusal.facts["field"]).removeprefix("state.")
    return ""


def path(text: str) -> list[Any]:
    """The keys of a field such as "boards[0].hand"."""
    return [int(key) if key.isdecimal() else key for key in re.findall(r"\w+", text)]


def part(value: Any, keys: list[Any]) -> Any:
    for key in keys:
        value = value[key]
    return value


def put(state: Pavilion, **fields: object) -> Pavilion:
    """The position with other values of these fields of its own."""
    return load(Pavilion, dump(state) | fields)


def set_on(state: Pavilion, field: str, value: object) -> Pavilion:
    """The position with another value of a field anywhere."""
    raw = json.loads(json.dumps(dump(state)))
    part(raw, path(field)[:-1])[path(field)[-1]] = value
    return load(Pavilion, raw)


def moved(state: Pavilion, tiles: str | int, source: str, target: str) -> Pavilion:
    """The position with these tiles, or so many, moved from one heap to another: none is lost."""
    held = part(dump(state), path(source))
    tiles = held[:tiles] if isinstance(tiles, int) else tiles
    rest = held
    for tile in tiles:
        assert tile in rest
        rest = rest.replace(tile, "", 1)
    later = set_on(state, source, rest)
    return set_on(later, target, part(dump(later), path(target)) + tiles)


def swapped(state: Pavilion, one: str, other: str) -> Pavilion:
    """The position with the contents of two fields exchanged."""
    first, second = (part(dump(state), path(field)) for field in (one, other))
    return set_on(set_on(state, one, second), other, first)


def eager(seats: int, side: str, seed: int) -> Iterator[Pavilion]:
    """Every position of a game in which nobody passes as long as there is something to place."""
    state, rng = pavilion(seats=seats, side=side).state, Random(seed)
    yield state
    while acting := state.to_act():
        moves = [state.draw(rng)] if acting == (CHANCE,) else state.moves(acting[0])
        places = [move for move in moves if isinstance(move, Place)]
        state = state.after(acting[0], rng.choice(places or moves))
        yield state


@cache
def eager_game(seats: int, side: str, seed: int = 1) -> tuple[Pavilion, ...]:
    return tuple(eager(seats, side, seed))


def reached(phase: str, number: int, when: Callable[[Pavilion], object] = bool) -> Pavilion:
    """The first position in this phase and round of some eager games of two of which this is true."""
    for seed, side in product(range(20), GAME.options["side"]):
        for state in eager_game(2, side, seed):
            if (state.phase, state.round) == (phase, number) and when(state):
                return state
    raise AssertionError(f"no such position in round {number}: {phase}")


def kept(state: Pavilion) -> int:
    """So many tiles were in the hands before the factories that are empty now were taken from."""
    taken = 4 * state.factories.count("") - len(state.center)
    return sum(len(one.hand) for one in state.boards) - taken


def passed(state: Pavilion) -> list[int]:
    return [seat for seat, one in enumerate(state.boards) if one.passed]


@pytest.mark.parametrize(("side", "seats"), list(product(GAME.options["side"], GAME.seats)))
def test_every_position_of_an_eager_game_is_accepted(side, seats):
    states = eager_game(seats, side)
    assert [fault(state) for state in states if fault(state)] == []
    assert {state.phase for state in states} == {"supply", "deal", "draft", "place", "over"}


def test_positions_with_an_empty_bag_and_tower_are_accepted():
    dry = [state for seed in range(3) for state in eager(4, "mono", seed) if not state.bag + state.tower]
    assert len(dry) > 10
    assert [fault(state) for state in dry if fault(state)] == []


# the form: strange tiles, numbers out of range, nobody who could act


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("side", "gray"), ("boards", []), ("boards", [{}] * 5), ("turn", 2), ("starter", -1), ("round", 0),
        ("round", 7), ("phase", "nap"), ("factories", ["PPGY"]), ("factories[1]", "PPGYR"), ("factories[0]", "T"),
        ("supply", "PPGGOOYYBBR"), ("supply", "X"), ("center", "T"), ("bag", "XYZ"), ("tower", "."), ("owed", -1),
        ("owed", 1), ("owed", 11), ("boards[0].stars", ["......"] * 6), ("boards[0].stars[0]", "O...."),
        ("boards[0].stars[0]", "X....."), ("boards[0].stars[0]", "R....."), ("boards[1].stars[6]", "PP...."),
        ("boards[0].hand", "X"), ("boards[0].corners", "PPPPP"), ("boards[0].corners", "X"), ("boards[0].score", 0),
        ("boards[0].score", 10**6),
    ],
)  # fmt: skip
def test_a_form_that_cannot_be_is_refused(field, value):
    assert fault(set_on(pavilion(SUPPLY, DEAL).state, field, value), pieces=False) == field


def test_4_7_nobody_could_take_where_nothing_lies():
    assert fault(position(board(), phase="draft"), pieces=False) == "phase"


def test_6_1_nobody_who_has_passed_could_place():
    state = position(board("G"), board("G"))
    state.boards[0].passed = True
    assert fault(state, pieces=False) == "turn"


@pytest.mark.parametrize(
    ("cells", "good"), [("PP....", True), ("PPG...", False), ("PGO...", True), ("PGP...", False), ("RRRRRR", True)]
)
def test_5_4_stars_of_the_gray_side(cells, good):
    assert fault(position(board(L=cells), board(), side="mono"), pieces=False) == ("" if good else "boards[0].stars[5]")


def test_an_exercise_needs_no_more_than_its_form():
    assert fault(position(board("GG"), board("O"), supply="PPGGOOYYBB", owed=3), pieces=False) == ""
    assert fault(position(board("GG"), board("O"), supply="PPGGOOYYBB", owed=3)) == "bag"


def test_2_1_the_refusal_says_which_tiles_are_missing():
    with pytest.raises(IllegalMove) as refusal:
        GAME.check(put(pavilion().state, bag=pavilion().state.bag.replace("B", "", 3)), True)
    assert refusal.value.facts == {"field": "state.bag", "need": "22 blue tiles in all places together: 19 are there"}


# what is real, phase by phase


def rows(*found: tuple[str, Change, Pavilion, str]) -> list[object]:
    return [pytest.param(state, change, field, id=name) for name, change, state, field in found]


TAKEN = played(pavilion(SUPPLY, DEAL).state, "1G", "2R")  # hands PG and RR, center PYYY
TOKEN = played(TAKEN, "CY")  # by seat 0, now with PPGYYY
FOUR = pavilion(SUPPLY, "deal PPPG/GGYY/OOBR/PYBR/RRRR/PPPP/GOYB/BBPR/OYPP", seats=4).state
LATER = reached("draft", 3, lambda state: len(state.boards[0].hand) > 5 and not kept(state))


@pytest.mark.parametrize(
    ("state", "change", "field"),
    rows(
        ("a seat has passed", lambda s: set_on(s, "boards[1].passed", True), put(TOKEN), "boards[1].hand"),
        ("a seat without tiles has passed", lambda s: set_on(s, "boards[1].passed", True), FOUR, "boards[1].passed"),
        ("tiles are kept", lambda s: moved(s, 1, "bag", "boards[1].corners"), TAKEN, "boards[1].corners"),
        ("the supply is short", lambda s: moved(s, 1, "supply", "bag"), TAKEN, "supply"),
        ("a factory is short", lambda s: moved(s, 1, "factories[2]", "bag"), TAKEN, "factories[2]"),
        ("the token is gone at first", lambda s: put(s, token=False), FOUR, "token"),
        ("it was taken with nothing", lambda s: put(s, token=False, starter=3), played(FOUR, "1G"), "starter"),
        ("the center is too full", lambda s: moved(s, 3, "bag", "center"), TAKEN, "center"),
        ("the token left one tile less", lambda s: moved(s, 6, "bag", "center"), TOKEN, "center"),
        ("another seat begins", lambda s: put(s, turn=1), FOUR, "turn"),
        ("a turn was left out", lambda s: put(s, turn=1), TAKEN, "turn"),
        ("a turn brought nothing", lambda s: moved(s, 2, "boards[0].hand", "bag"), TAKEN, "boards[0].hand"),
        ("too many tiles", lambda s: moved(s, 2, "bag", "boards[0].hand"), TOKEN, "boards[0].hand"),
        ("more than a factory holds", lambda s: moved(s, 1, "boards[0].hand", "boards[2].hand"),
         played(FOUR, "2Y", "6P", "5R", "7G"), "boards[2].hand"),
        ("tiles that nobody took", lambda s: moved(s, 5, "bag", "boards[2].hand"), played(FOUR, "1G"),
         "boards[2].hand"),
        ("many wild tiles", lambda s: swapped(s, "boards[0].hand", "factories[4]"),
         played(pavilion(SUPPLY, DEAL).state, "4G"), "boards[0].hand"),
        ("tiles taken are nowhere", lambda s: moved(s, 1, "boards[0].hand", "tower"), LATER, "boards"),
    ),
)  # fmt: skip
def test_4_1_a_position_of_taking_that_cannot_be(state, change, field):
    assert (fault(state), fault(change(state))) == ("", field)


PLACING = reached("place", 1, lambda state: not state.owed)
PASSED = reached("place", 3, passed)
LAST = reached("place", 6, passed)
OWED = reached("place", 3, lambda state: state.owed == 3)
CHOSEN = played(OWED, *listed(OWED)[:2])  # one of three is still owed


@pytest.mark.parametrize(
    ("state", "change", "field"),
    rows(
        ("tiles are offered", lambda s: moved(s, 1, "bag", "center"), PLACING, "phase"),
        ("a factory is full", lambda s: moved(s, 4, "bag", "factories[0]"), PLACING, "phase"),
        ("a passed seat has a hand", lambda s: moved(s, 1, "bag", f"boards[{passed(s)[0]}].hand"), PASSED,
         f"boards[{passed(PASSED)[0]}].hand"),
        ("a seat keeps tiles before it passes", lambda s: moved(s, 1, "bag", f"boards[{s.turn}].corners"), PLACING,
         f"boards[{PLACING.turn}].corners"),
        ("tiles are kept in the last round", lambda s: moved(s, 4, "tower", f"boards[{passed(s)[0]}].corners"), LAST,
         f"boards[{passed(LAST)[0]}].corners"),
        ("the supply is short", lambda s: moved(s, 1, "supply", "tower"), PASSED, "supply"),
        ("nothing to decide", lambda s: moved(s, s.boards[s.turn].hand, f"boards[{s.turn}].hand", "tower"), PLACING,
         "turn"),
        ("seven tiles are owed", lambda s: put(s, owed=7), PLACING, "owed"),
        ("tiles are owed for nothing", lambda s: put(s, owed=1), PLACING, "owed"),
        ("all of the supply is owed", lambda s: put(s, owed=10), OWED, "owed"),
        ("more is owed than one tile surrounds", lambda s: put(s, owed=4), OWED, "owed"),
        ("less is owed than the tile surrounded", lambda s: put(s, owed=2), OWED, "owed"),
        ("more was owed than the tile surrounded", lambda s: put(s, owed=2), CHOSEN, "owed"),
        ("chosen tiles are not in the hand", lambda s: moved(
            s, s.boards[s.turn].hand, f"boards[{s.turn}].hand", "tower"), CHOSEN, f"boards[{CHOSEN.turn}].hand"),
    ),
)  # fmt: skip
def test_5_1_a_position_of_placing_that_cannot_be(state, change, field):
    assert (fault(state), fault(change(state))) == ("", field)


FILLING = reached("supply", 2, lambda state: not state.boards[state.turn].passed)
ASIDE = reached("supply", 4, passed)
DEALING = reached("deal", 3)
OVER = reached("over", 6)


@pytest.mark.parametrize(
    ("state", "change", "field"),
    rows(
        ("the supply is full", lambda s: put(s, phase="supply"), PLACING, "phase"),
        ("the supply lacks more than was taken", lambda s: moved(s, 2, "supply", "bag"), FILLING, "supply"),
        ("tiles taken are not in the hand", lambda s: moved(
            s, s.boards[s.turn].hand, f"boards[{s.turn}].hand", "tower"), FILLING, f"boards[{FILLING.turn}].hand"),
        ("a seat took tiles that has passed", lambda s: put(s, turn=passed(s)[0]), ASIDE, "turn"),
        ("tiles are offered", lambda s: moved(s, 1, "bag", "center"), FILLING, "phase"),
        ("the supply is begun", lambda s: moved(s, 1, "bag", "supply"), pavilion().state, "supply"),
        ("the token is gone", lambda s: put(s, token=False), pavilion().state, "token"),
        ("another seat begins", lambda s: put(s, turn=1), pavilion(SUPPLY).state, "turn"),
        ("it began with fewer points", lambda s: set_on(s, "boards[0].score", 4), pavilion(SUPPLY).state,
         "boards[0].score"),
        ("it began with a tile", lambda s: moved(s, 1, "bag", "boards[0].corners"), pavilion(SUPPLY).state, "bag"),
        ("somebody has not passed", lambda s: set_on(s, "boards[1].passed", False), pavilion(SUPPLY).state,
         "boards[1].passed"),
        ("the supply is short", lambda s: moved(s, 1, "supply", "bag"), DEALING, "supply"),
        ("factories are full", lambda s: moved(s, 4, "bag", "factories[0]"), DEALING, "phase"),
        ("somebody has a hand", lambda s: moved(s, 1, "bag", "boards[0].hand"), DEALING, "boards[0].hand"),
    ),
)  # fmt: skip
def test_7_1_a_position_of_drawing_that_cannot_be(state, change, field):
    assert (fault(state), fault(change(state))) == ("", field)


@pytest.mark.parametrize(
    ("state", "change", "field"),
    rows(
        ("the first round", lambda s: put(s, round=1), OVER, "round"),
        ("tiles on a factory", lambda s: moved(s, 4, "tower", "factories[0]"), OVER, "phase"),
        ("tiles in the center", lambda s: moved(s, 1, "tower", "center"), OVER, "phase"),
        ("tiles in a hand", lambda s: moved(s, 1, "tower", "boards[1].hand"), OVER, "boards[1].hand"),
        ("tiles are kept", lambda s: moved(s, 1, "tower", "boards[1].corners"), OVER, "boards[1].corners"),
        ("somebody has not passed", lambda s: set_on(s, "boards[0].passed", False), OVER, "boards[0].passed"),
        ("the supply is short", lambda s: moved(moved(s, 1, "supply", "tower"), 1, "tower", "bag"), OVER, "supply"),
    ),
)  # fmt: skip
def test_8_1_an_end_that_cannot_be(state, change, field):
    assert (fault(state), fault(change(state))) == ("", field)


# tiles and points in every phase

START = reached("place", 1)  # nobody has laid a tile
SPARE = reached("place", 2, lambda state: len(state.tower) > 12 > sum(len(one.hand) for one in state.boards))
FULL = reached("place", 5, lambda state: len(state.tower) > 50)
GOALS = reached("over", 6, lambda state: list(state.boards[0].goals(state.face)))


def gone(state: Pavilion, seat: int) -> Pavilion:
    """As if the seat had passed."""
    later = moved(state, 4, f"boards[{seat}].hand", f"boards[{seat}].corners")
    later = moved(later, later.boards[seat].hand, f"boards[{seat}].hand", "tower")
    return set_on(later, f"boards[{seat}].passed", True)


def without_token(state: Pavilion) -> Pavilion:
    """As if nobody had taken the start token in the first round."""
    return set_on(put(state, token=True), f"boards[{state.starter}].score", 5)


@pytest.mark.parametrize(
    ("state", "change", "field"),
    rows(
        ("the tower came back too early", lambda s: moved(s, 1, "tower", "bag"), PASSED, "bag"),
        ("tiles went to the tower too early", lambda s: moved(s, 1, "bag", "tower"), PLACING, "bag"),
        ("more tiles than a round brings", lambda s: moved(s, 45, "tower", f"boards[{s.turn}].hand"), FULL, "boards"),
        ("more tiles than were dealt", lambda s: moved(s, 12, "tower", f"boards[{s.turn}].hand"), SPARE, "boards"),
        ("too many points", lambda s: set_on(s, "boards[0].score", 99), SPARE, "boards[0].score"),
        ("points lost for nothing", lambda s: set_on(s, f"boards[{1 - s.starter}].score", 4), START,
         f"boards[{1 - START.starter}].score"),
        ("a token for nothing", lambda s: set_on(s, "boards[0].score", 5), TOKEN, "boards[0].score"),
        ("fewer points than the goals", lambda s: set_on(s, "boards[0].score", 4), GOALS, "boards[0].score"),
        ("a tile was thrown away", lambda s: moved(s, 1, f"boards[{s.turn}].hand", "tower"), START, "boards"),
        ("a seat has taken nothing", lambda s: moved(
            s, s.boards[1 - s.turn].hand, f"boards[{1 - s.turn}].hand", f"boards[{s.turn}].hand"), START,
         f"boards[{1 - START.turn}].hand"),
        ("nobody took from the center", without_token, START, "token"),
        ("the wrong seat begins", lambda s: put(s, turn=1 - s.turn), START, f"boards[{START.turn}].stars"),
        ("it passed before its turn", lambda s: gone(s, 1 - s.turn), START, f"boards[{1 - START.turn}].passed"),
        ("a turn was left out", lambda s: put(s, turn=1 - s.turn), PLACING, f"boards[{PLACING.turn}].stars"),
    ),
)  # fmt: skip
def test_6_1_tiles_and_points_that_cannot_be(state, change, field):
    assert (fault(state), fault(change(state))) == ("", field)


def dry(*boards: dict[str, object], **fields: object) -> Pavilion:
    """A table of four on the gray side where 120 tiles lie on stars; the rest is PP GG OO YY BB RR."""
    stars = [["PGOYBR"] * 7, ["PGOYBR"] * 7, ["PGOYBR"] * 6 + ["......"], ["......"] * 7]
    given = [*boards, {}, {}, {}, {}][:4]
    raw = {"boards": [{"stars": lies} | one for lies, one in zip(stars, given, strict=True)], "factories": [""] * 9}
    return load(Pavilion, raw | {"side": "mono", "round": 5} | fields)


ALL_PASSED = [{"passed": True}] * 4
KEPT = [{"passed": True, "corners": corners} for corners in ("PPG", "GOO", "YYB", "B")]


@pytest.mark.parametrize(
    ("state", "field"),
    [
        (dry(phase="draft", supply="PPGGOOYYBB", factories=["R", "R", *[""] * 7]), "factories[0]"),
        (dry({"hand": "PPGGOOYYBB"}, phase="place", supply="RR", owed=1), "owed"),
        (dry({"hand": "PPGGOOYYBB"}, phase="supply", supply="RR"), "phase"),
        (dry(*ALL_PASSED[1:], {"passed": True, "corners": "RR"}, phase="deal", supply="PPGGOOYYBB"), "phase"),
        (dry(*KEPT, phase="supply", supply="", tower="RR"), "boards[0].corners"),
    ],
    ids=("a factory is short before another", "tiles of one color leave no choice", "nothing to fill the supply with",
         "nothing to fill factories with", "tiles were thrown away that could be kept"),
)  # fmt: skip
def test_7_4_a_position_with_few_tiles_that_cannot_be(state, field):
    assert fault(state) == field
