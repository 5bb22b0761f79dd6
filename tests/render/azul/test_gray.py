"""Pictures and texts of the gray wall of Azul: column letters, and plans that only their owner sees. Knows no rules."""

from __future__ import annotations

import pytest

from bot.text.words import Words
from engine import View
from render import text
from render.azul.places import places
from render.azul.scene import scene
from tests.engine.games.azul.azul_tables import board, tiled
from tests.scenes.azul import planned

SAY = Words()


def roles(view, seats):
    return [str(shape) for shape in scene(view, ["Ana", "Ben", "Cleo", "Dan"][:seats], SAY).shapes]


def letters(where):
    return [shape for shape in where.ground.shapes if shape.role == "label" and shape.text in tuple("abcde")]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_letters_stand_above_walls_with_a_choice_only(seats):
    assert letters(places(seats, "colored", over=False)) == []
    where = places(seats, "gray", over=False)
    assert [shape.text for shape in letters(where)] == list("abcde") * seats
    for spot in where.seats:
        for letter, cell in zip(spot.letters, spot.wall[0], strict=True):
            assert (letter.x, letter.y + letter.h) == (cell.x, cell.y)
            assert letter.y >= spot.head.y + spot.head.h
        assert spot.floor[0].y + spot.floor[0].h <= spot.panel.y + spot.panel.h - 8


def test_a_plan_is_drawn_for_its_owner():
    state = tiled(board("R"), board("K"))
    one, other = (state.apply(0, state.moves(0)[at]) for at in (0, 4))
    assert roles(View("azul", 0, one.view(0)), 2) != roles(View("azul", 0, other.view(0)), 2)
    for seat in (1, None):
        assert roles(View("azul", seat, one.view(seat)), 2) == roles(View("azul", seat, other.view(seat)), 2)
    drawn = [shape.role for shape in scene(planned(), ["A", "B", "C", "D"], SAY).shapes]
    assert [role for role in drawn if role.startswith("due")] == [f"due {color}" for color in "BWKY"]


def test_texts_name_columns_and_all_who_choose():
    state = tiled(board("R|.B...", "|K...."), board("K"))
    told = text(View("azul", None, state), ["Ana", "Ben"], SAY)
    assert told[0].startswith("### Azul, gray wall, round 1\nAna + Ben's turn.")
    assert (
        "- Wall row 1: b blue; open: a, c, d, e\n- Wall row 2: a black; open: b, c, d, e\n- Wall row 3: empty"
        in told[1]
    )
