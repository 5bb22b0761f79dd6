"""Pictures of Pillars: what is outlined, heads, one seat for phones, places to choose from. Knows no pixels."""

from __future__ import annotations

from itertools import product

import pytest

from bot.text.words import Words
from engine.core import Cell, View
from engine.games.pillars import Lay, Pass, Pillar
from engine.games.pillars.sets import TILES
from engine.games.pillars.shapes import ORIENTATIONS
from render import Aspect, draw
from render.looks.pieces import piece
from render.looks.theme import load_theme, theme_names
from render.pillars.marks import marks
from render.pillars.places import TABLE_GRID, TRAY_FORMS, places
from render.pillars.scene import close, scene
from render.scene import Box
from tests.cases import each
from tests.engine.games.pillars.pillars_tables import GROWN, TWO, player, position, table
from tests.render.looks.test_theme import contrast
from tests.scenes import game, people
from tests.scenes.pillars import dark, samples, striped

SAY = Words()
SAMPLES = samples()
LONG = [f"{letter * 20}\u0151\u0171\u677e\u672c" for letter in "WXYZ"]


def seen(view, changes=(), who=None):
    """The shapes upon the ground."""
    return scene(view, who or people(view), SAY, changes).shapes


def view_of(state):
    return View("pillars", None, state)


def after(*texts, last=1):
    """The shapes after these moves of two seats, the last of them as changes."""
    made, changes = table(), []
    for text in texts:
        made = made.play(made.state.to_act()[0], text)
        changes.append(made.events)
    return seen(made.view(None), changes[len(changes) - last :])


def with_role(shapes, *roles):
    return [shape for shape in shapes if shape.role in roles]


# what is outlined


def test_a_tile_is_outlined_along_its_own_border_and_lies_above_all():
    shapes = after("of5", "ol5", "of13", "ol13", "5L2g5")
    (ring,) = with_role(shapes, "ring piece")
    above = shapes[shapes.index(ring) + 1]
    assert (above.role, above.cut, ring.cut) == ("piece A", "####/...#", "####/...#")
    assert above.box == Box(
        TABLE_GRID.x + 6 * TABLE_GRID.pitch,
        TABLE_GRID.y + 4 * TABLE_GRID.pitch,
        4 * TABLE_GRID.pitch,
        2 * TABLE_GRID.pitch,
    )
    assert ring.box == above.box.inset(-6)
    assert not with_role(shapes, "badge")


def test_the_place_that_a_tile_left_is_outlined():
    shapes = after("of5", "ol5", "of13", "ol13", "5L2g5")
    (left,) = with_role(shapes, "left piece")
    assert left.box == places(2).trays[0].tiles["5L"]
    assert left.cut == TRAY_FORMS["5L"]


def test_several_moves_are_numbered_oldest_first():
    shapes = after("of5", "ol5", "of13", "ol13", "5L2g5", last=3)
    assert [badge.text for badge in with_role(shapes, "badge")] == ["1", "2", "3"]
    assert [shape.role for shape in shapes if shape.role.startswith("ring")] == [*["ring pillar"] * 2, "ring piece"]
    left = with_role(shapes, "left piece", "left pillar")
    trays = places(2).trays
    assert [place.box for place in left] == [trays[0].tiles["5L"], trays[0].pillars[1], trays[1].pillars[1]]


def test_two_pillars_of_one_seat_leave_two_places():
    shapes = after("of5", "ol5", "of13", last=3)
    assert [place.box for place in with_role(shapes, "left pillar")][:2] == list(places(2).trays[0].pillars[1:])


def test_the_start_outlines_nothing():
    shapes = seen(table().view(None))
    assert not [shape for shape in shapes if shape.role.startswith(("ring", "left", "badge"))]


@each("seats", [2, 3, 4])
def test_every_piece_of_a_game_is_drawn_once_where_it_lies(seats):
    for made, changes in list(game("pillars", seats, "drawn"))[:: seats * 5]:
        state = made.state
        expected = sorted(
            (f"{'pillar' if isinstance(laid, Pillar) else 'piece'} {color}", TABLE_GRID.cell_box(laid.cell).y)
            for color, one in zip("ABCD", state.players, strict=False)
            for laid in one.pieces()
        )
        drawn = [
            shape for shape in seen(made.view(None), changes) if shape.box.x < TABLE_GRID.frame.x + TABLE_GRID.frame.w
        ]
        assert (
            sorted((shape.role, shape.box.y) for shape in drawn if shape.role[:-2] in ("piece", "pillar")) == expected
        )


def test_a_tray_holds_what_is_left():
    shapes = after("of5", "ol5", "of13", "ol13", "5L2g5")
    tray = places(2).trays[0]
    held = [shape.box for shape in with_role(shapes, "piece A") if shape.box in tray.tiles.values()]
    assert held == [box for tile, box in tray.tiles.items() if tile != "5L"]
    named = [shape.text for shape in shapes if shape.role == "laid"]
    assert named == ["5L"]
    assert [shape.box for shape in with_role(shapes, "pillar A")][-1] == tray.pillars[0]


# heads


def score_and_note(shapes):
    scores = [shape.text for shape in shapes if shape.role.startswith("score")]
    return scores, [shape.text.partition("\t")[2] for shape in shapes if shape.role.startswith("name")]


def test_heads_count_the_dots_left():
    shapes = after("of5", "ol5", "of13", "ol13", "5L2g5")
    assert score_and_note(shapes) == (["69\tdots", "74\tdots"], ["", "to move"])


def test_one_dot_is_a_dot():
    one = player("of5 of13", stock="1", pillars=0)
    assert score_and_note(seen(view_of(position(one, "ol5 ol13"))))[0] == ["1\tdot", "74\tdots"]


def test_who_has_no_more_turns_is_told():
    assert score_and_note(seen(dark()))[1] == ["out", "to move"]
    done = player("of5 of13", stock="", pillars=1)
    assert score_and_note(seen(view_of(position(done, "ol5 ol13", turn=1))))[1] == ["finished", "to move"]


def test_among_equals_the_latest_wins():
    assert score_and_note(seen(striped()))[1] == ["place 4", "place 3", "place 2", "wins"]
    assert len(with_role(seen(striped()), "panel lit")) == 1


def test_nothing_is_hidden_from_anybody():
    made, changes = list(game("pillars", 3, "golden"))[20]
    assert len({str(scene(made.view(seat), people(made.view(None)), SAY, changes)) for seat in (None, 0, 1, 2)}) == 1


# places and forms


@each("tile", TILES)
def test_a_tile_stands_in_its_tray_as_one_of_its_turns(tile):
    assert TRAY_FORMS[tile] in [shape.form for shape in ORIENTATIONS[tile]]


@each("seats", [2, 3, 4])
def test_nothing_in_the_trays_touches(seats):
    where = places(seats)
    for tray in where.trays:
        assert set(tray.tiles) == set(TILES)
        boxes = [*tray.tiles.values(), *tray.pillars]
        for one, other in product(boxes, boxes):
            assert one is other or one.x + one.w + 3 <= other.x or other.x + other.w + 3 <= one.x or one.y != other.y
        for box in (*boxes, *tray.names.values()):
            assert box.y >= tray.head.y + tray.head.h
            assert box.y + box.h <= tray.panel.y + tray.panel.h - 5
            assert tray.panel.x < box.x
            assert box.x + box.w < tray.panel.x + tray.panel.w


@each(("form", "corners"), [("#", 4), ("##/#.", 6), ("#.#/###", 8), ("##./.#./.##", 8)])
def test_a_piece_is_one_outline_around_its_squares(form, corners):
    look = load_theme("light", "pillars").looks["piece A"]
    rows = form.split("/")
    box = Box(0, 0, 40 * len(rows[0]), 40 * len(rows))
    rim, fill, *motifs = piece(look, box, form)
    assert (rim[1], fill[1]) == (look.edge, look.fill)
    assert len(rim[0]) == 7 * corners
    assert all(0.9 < x < box.w - 0.9 and 0.9 < y < box.h - 0.9 for x, y in rim[0])
    assert [motif.name for motif, _ in motifs] == ["saltire"] * form.count("#")
    assert area(rim[0]) == pytest.approx(1560 * form.count("#"), rel=0.12)


def area(points):
    pairs = zip(points, points[1:] + points[:1], strict=True)
    return sum(x * down - right * y for (x, y), (right, down) in pairs) / 2


@each("theme", theme_names())
@each("color", "ABCD")
def test_pieces_stand_out_from_the_board_and_their_motifs_from_them(theme, color):
    dressed = load_theme(theme, "pillars")
    for look in (dressed.looks[f"piece {color}"], dressed.looks[f"pillar {color}"]):
        for ground in ("open", "center", "panel"):
            ways = (contrast(shade, dressed.colors[ground]) for shade in (look.fill, look.edge))
            assert max(ways) >= 4
        assert contrast(look.mark, look.fill) >= 3.75
    assert all(contrast(dressed.looks["dot"].fill, dressed.colors[ground]) >= 4.5 for ground in ("open", "center"))


# one seat for phones


def letters(view):
    """Those of the columns that one seat is shown."""
    ground = close(view, people(view), SAY, (), 0).ground
    return "".join(shape.text for shape in ground.shapes if shape.role == "label" and shape.text.isalpha())


def test_the_dark_area_is_left_out_where_nothing_stands_in_it():
    assert letters(view_of(position(*TWO))) == "CDEFGHIJKLMNO"
    assert letters(view_of(position(*TWO, "oh9 oh13"))) == "BCDEFGHIJKLMNOP"
    assert letters(view_of(position(*TWO, "oh9 oh13", "oi9 oi13"))) == "ABCDEFGHIJKLMNOPQ"
    assert letters(view_of(position(TWO[0], "ob9 ol13"))) == "BCDEFGHIJKLMNOP"
    assert letters(dark()) == "ABCDEFGHIJKLMNOPQ"


def test_the_dark_area_is_there_while_pillars_come_first():
    assert letters(table("of5", "ol5").view(None)) == "ABCDEFGHIJKLMNOPQ"


def test_one_seat_shows_its_own_tray_and_the_dots_of_the_others():
    made, changes = list(game("pillars", 4, "golden"))[45]
    drawn = close(made.view(None), LONG, SAY, changes, 2).shapes
    texts = [shape.text for shape in drawn]
    assert f"{made.state.players[2].dots}\tdots" in texts
    plaques = [shape.text for shape in drawn if shape.role.startswith("plaque")]
    assert plaques == ["3", "1", "2", "4"]
    held = [shape.text for shape in drawn if shape.role == "kept" and shape.text != "o"]
    assert sorted(held) == sorted(made.state.players[2].stock)


# places to choose from


def lays(made, tile, turn=""):
    seat = made.state.to_act()[0]
    found = (move for move in made.state.moves(seat) if isinstance(move, Lay) and move.tile == tile)
    return [move for move in found if move.turn.startswith(turn)]


def centers(shapes):
    return {(shape.box.x + shape.box.w // 2, shape.box.y + shape.box.h // 2) for shape in shapes if shape.role == "dot"}


def test_every_place_of_a_turn_is_a_dot_on_its_first_square():
    made = table(*" ".join(TWO).split(), seats=2)
    moves = lays(made, "5L", "3")
    shapes = list(marks(made.view(0), moves, False))
    on_board = [shape for shape in shapes if shape.role == "dot" and shape.box.x < TABLE_GRID.x + TABLE_GRID.side]
    first = {TABLE_GRID.cell_box(move.cell) for move in moves}
    assert centers(on_board) == {(box.x + box.w // 2, box.y + box.h // 2) for box in first}
    assert [shape.text for shape in shapes if shape.text] == ["5L3"]


@each("seats", [2, 3, 4])
def test_the_turns_of_a_tile_stand_in_the_tray_of_the_seat_to_move(seats):
    made = table(*["oh1", "oh3", "oh5", "oh12"][:seats], *["od4", "om4", "om12", "od12"][:seats], seats=seats)
    for tile in TILES:
        moves = lays(made, tile)
        shapes = [shape for shape in marks(made.view(0), moves, False) if shape.role != "dot"]
        body = places(seats).trays[made.state.turn].body
        assert [shape.text for shape in shapes if shape.text] == sorted({tile + move.turn for move in moves})
        for shape in shapes:
            assert body.union(shape.box) == body, shape


@each("tile", TILES)
def test_each_turn_has_its_dot_on_its_first_square(tile):
    made = table("oh1", "oh3", "od4", "om4", seats=2)
    shapes = list(marks(made.view(0), lays(made, tile), False))
    forms = [shape for shape in shapes if shape.role.startswith("piece")]
    dots = [shape.box for shape in shapes if shape.role == "dot" and shape.box.x > TABLE_GRID.x + TABLE_GRID.side]
    assert forms
    for form, dot in zip(forms, dots, strict=True):
        rows = form.cut.split("/")
        pitch = form.box.h // len(rows)
        square = Box(form.box.x + pitch * rows[0].index("#"), form.box.y, pitch, pitch)
        assert square.union(dot) == square, form


def test_several_tiles_and_pillars_are_dots_alone():
    made = table(*" ".join(TWO).split(), seats=2)
    some = [*lays(made, "1"), *lays(made, "2"), Pillar(Cell(0, 0))]
    assert {shape.role for shape in marks(made.view(0), some, False)} == {"dot"}
    assert next(marks(made.view(0), [Pillar(Cell(0, 0))], False)).box == Box(
        TABLE_GRID.x + 13, TABLE_GRID.y + 13, 16, 16
    )
    assert list(marks(made.view(0), [Pass()], False)) == []


def test_marked_moves_are_drawn_on_top():
    made = table(*" ".join(GROWN).split()[:2], seats=2)
    view = made.view(0)
    plain, marked = (draw(view, people(view), SAY, "light", Aspect(marks=moves)) for moves in ((), made.state.moves(0)))
    assert plain != marked
    assert draw(view, people(view), SAY) == plain
