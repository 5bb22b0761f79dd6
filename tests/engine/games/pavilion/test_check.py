"""Summer Pavilion's positions written by hand: which are refused, and for which field."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from engine import IllegalMove, dump, load
from engine.games.pavilion import GAME, Pavilion
from tests.cases import each
from tests.engine.games.pavilion.pavilion_tables import DEAL, SUPPLY, board, pavilion, position


def fault(state: Pavilion) -> str:
    """The field that the check names; "" for a position that it takes."""
    try:
        GAME.check(state)
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


def set_on(state: Pavilion, field: str, value: object) -> Pavilion:
    """The position with another value of a field anywhere."""
    raw = json.loads(json.dumps(dump(state)))
    part(raw, path(field)[:-1])[path(field)[-1]] = value
    return load(Pavilion, raw)


@each(
    ("field", "value"),
    [
        ("side", "gray"), ("boards", []), ("boards", [{}] * 5), ("turn", 2), ("starter", -1), ("round", 0),
        ("round", 7), ("phase", "nap"), ("factories", ["PPGY"]), ("factories[1]", "PPGYR"), ("factories[0]", "T"),
        ("supply", "PPGGOOYYBBR"), ("supply", "X"), ("center", "T"), ("center", "P" * 21), ("bag", "XYZ"),
        ("tower", "."),
        ("owed", -1), ("owed", 1), ("owed", 11), ("boards[0].stars", ["......"] * 6), ("boards[0].stars[0]", "O...."),
        ("boards[0].stars[0]", "X....."), ("boards[0].stars[0]", "R....."), ("boards[1].stars[6]", "PP...."),
        ("boards[0].hand", "X"), ("boards[0].hand", "P" * 25),
        ("boards[0].corners", "PPPPP"), ("boards[0].corners", "X"), ("boards[0].score", 0),
        ("boards[0].score", 10**6),
    ],
)  # fmt: skip
def test_a_form_that_cannot_be_is_refused(field, value):
    assert fault(set_on(pavilion(SUPPLY, DEAL).state, field, value)) == field


def test_4_7_nobody_could_take_where_nothing_lies():
    assert fault(position(board(), phase="draft")) == "phase"


def test_6_1_nobody_who_has_passed_could_place():
    state = position(board("G"), board("G"))
    state.boards[0].passed = True
    assert fault(state) == "turn"


@each(("cells", "good"), [("PP....", True), ("PPG...", False), ("PGO...", True), ("PGP...", False), ("RRRRRR", True)])
def test_5_4_stars_of_the_gray_side(cells, good):
    assert fault(position(board(L=cells), board(), side="mono")) == ("" if good else "boards[0].stars[5]")


def test_2_1_a_tile_too_many_is_refused_and_one_too_few_is_not():
    state = pavilion().state
    state.bag = state.bag.replace("B", "", 3)
    GAME.check(state)
    state.supply = "BBBB"
    with pytest.raises(IllegalMove) as refusal:
        GAME.check(state)
    need = "at most 22 tiles B in all places together: 23 are there"
    assert refusal.value.facts == {"field": "state.bag", "need": need}


def test_4_1_nobody_has_passed_while_tiles_are_taken():
    state = pavilion(SUPPLY, DEAL).state
    state.boards[1].passed = True
    assert fault(state) == "boards[1].passed"
