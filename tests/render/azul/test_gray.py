"""Pictures and texts of the gray wall of Azul: column letters, and plans that only their owner sees. Knows no rules."""

from __future__ import annotations

from bot.text.words import Words
from engine import View
from engine.games.azul import Plan
from render import text
from render.azul.marks import marks
from render.azul.places import places
from render.azul.scene import scene
from render.azul.words import long_alt_text, short_alt_text
from tests.cases import each
from tests.engine.games.azul.azul_tables import board, tiled
from tests.scenes.azul import planned

SAY = Words()


def roles(view, seats):
    return [str(shape) for shape in scene(view, ["Ana", "Ben", "Cleo", "Dan"][:seats], SAY).shapes]


def letters(where):
    return [shape for shape in where.ground.shapes if shape.role == "label" and shape.text in tuple("abcde")]


@each("seats", [2, 3, 4])
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
    assert told[0].startswith("### Azul, gray wall, round 1\nAna + Ben choose columns.")
    assert (
        "- Wall row 1: b blue; open: a, c, d, e\n- Wall row 2: a black; open: b, c, d, e\n- Wall row 3: empty"
        in told[1]
    )


def test_a_text_tells_the_wall_with_the_chosen_tiles_and_who_still_chooses():
    mine, theirs = board("R", "BB"), board("K")
    before = tiled(mine, theirs)
    chosen = before.after(0, Plan("b", "c", "-", "-", "-")).view(0)
    names = ["Ana", "Ben"]
    told = long_alt_text(View("azul", 0, chosen), names, SAY)
    assert "row 1 b red (chosen)" in told
    assert "row 2 c blue (chosen)" in told
    assert "Ben chooses columns." in told
    assert "row 1 b red" not in long_alt_text(View("azul", 1, chosen.view(1)), names, SAY)
    assert "Wall: .R... / ..B.. / ..... / ..... / ....." in short_alt_text(View("azul", 0, chosen), names, SAY)


def test_after_the_last_choice_the_round_is_over_and_the_wall_tiled():
    state = tiled(board("R"), board("", "", "", "", ""))
    after = state.after(0, Plan("b", "-", "-", "-", "-"))
    told = long_alt_text(View("azul", 0, after.view(0)), ["Ana", "Ben"], SAY)
    assert "The full lines are tiled; the round is over." in told
    assert "New tiles are drawn" not in told
    assert "row 1 b red" in told


def test_what_is_chosen_so_far_is_drawn_with_its_points():
    view = View("azul", 0, tiled(board("R", "BB", "KKK"), board("K")))
    plans = [move for move in view.moves if move.columns.startswith("bb")]
    for marked in (list(marks(view, plans, enlarged)) for enlarged in (False, True)):
        roles = [shape.role for shape in marked]
        assert roles.count("ring chosen") == 2
        assert [shape.text for shape in marked if shape.role == "gain"] == ["+1", "+2"]
    assert list(marks(view, view.moves, False)) == []
