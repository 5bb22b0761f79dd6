"""Pictures and texts of Summer Pavilion: geometry, marks of seats, one seat alone, alt texts. Knows no pixels."""

from __future__ import annotations

from itertools import islice
from math import dist

from bot.text.words import Words
from engine import View
from engine.games.pavilion.sets import COLORS, ORNAMENTS, STAR_SIZE, STARS
from render.looks.theme import load_theme, theme_names
from render.pavilion.close import close
from render.pavilion.places import LAYOUT_BY_SEATS, places
from render.pavilion.scene import scene
from tests.cases import each
from tests.engine.games.pavilion.pavilion_tables import board, position
from tests.render.looks.test_theme import contrast
from tests.scenes import game, people
from tests.scenes.pavilion import heaps, samples

SAY = Words()
SAMPLES = samples()


def scene_shapes(state, seats=2):
    return scene(View("pavilion", None, state), ["Ana", "Ben", "Cleo", "Dan"][:seats], SAY).shapes


def roles(shapes, start):
    return [shape.role for shape in shapes if shape.role.startswith(start)]


def middle(box):
    return box.x + box.w / 2, box.y + box.h / 2


@each("seats", LAYOUT_BY_SEATS)
def test_an_ornament_lies_between_its_spaces_and_no_others(seats):
    for spot in places(seats, "colored").seats.values():
        spaces = {
            (star, slot): middle(spot.petals[star][slot].box) for star in range(len(STARS)) for slot in range(STAR_SIZE)
        }
        for one, box in zip(ORNAMENTS, spot.ornaments, strict=True):
            near = sorted(spaces, key=lambda at, box=box: dist(spaces[at], middle(box)))
            assert set(near[: len(one.spaces)]) == set(one.spaces), one


@each("seats", LAYOUT_BY_SEATS)
def test_spaces_of_a_star_lie_around_its_name_clockwise(seats):
    for spot in places(seats, "colored").seats.values():
        for star, petals in enumerate(spot.petals):
            x, y = middle(spot.names[star])
            turns = [middle(petal.box) for petal in petals]
            for (ax, ay), (bx, by) in zip(turns, turns[1:] + turns[:1], strict=True):
                assert (ax - x) * (by - y) - (ay - y) * (bx - x) > 0  # y points down
            far = [dist((x, y), turn) for turn in turns]
            assert max(far) - min(far) < 2  # names have whole units, some odd sizes


@each("seats", LAYOUT_BY_SEATS)
def test_nothing_of_a_board_touches_anything_else(seats):
    where = places(seats, "colored")
    for spot in where.seats.values():
        tips = [petal.box for star in spot.petals for petal in star] + list(spot.ornaments)
        for box in tips:
            assert spot.panel.x + 6 <= box.x
            assert box.x + box.w <= spot.panel.x + spot.panel.w - 6
            assert spot.head.y + spot.head.h + 6 <= box.y
        for corner in spot.corners:
            assert all(apart(corner, box) for box in tips)
            assert all(apart(corner, box) for hand in where.hands.values() for box in hand.values())


def apart(one, other):
    across = one.x + one.w <= other.x or other.x + other.w <= one.x
    return across or one.y + one.h <= other.y or other.y + other.h <= one.y


def test_what_is_surrounded_is_gold():
    state = position(board(UL="OO.OOO", UR="..RR.."), board())
    assert sorted(roles(scene_shapes(state), "statue")) == ["statue lit"]
    assert sorted(roles(scene_shapes(state), "window")) == ["window lit"]
    assert roles(scene_shapes(state), "pillar") == []


def test_kept_tiles_lie_in_the_corners_and_the_hand_says_so():
    state = position(board(), board(hand="P"))
    state.boards[0].corners, state.boards[0].passed, state.turn = "PGR", True, 1
    where = places(2, "colored").seats[0]
    kept = {shape.box: shape.role for shape in scene_shapes(state) if shape.box in where.corners}
    assert list(kept.values()) == ["tile P", "tile G", "tile R"]
    assert [shape.text for shape in scene_shapes(state) if shape.role == "rest"] == ["passed · 3 kept"]


def test_the_start_token_lies_in_the_center_or_at_its_holder():
    taking = position(factories="PPGY", token=True)
    (lies,) = [shape.box for shape in scene_shapes(taking) if shape.role == "marker"]
    assert lies == places(2, "colored").token
    taken = position(factories="PPGY", token=False, starter=1)
    (lies,) = [shape.box for shape in scene_shapes(taken) if shape.role == "marker"]
    head = places(2, "colored").seats[1].head
    assert head.x < lies.x < lies.x + lies.w < head.x + head.w


def test_a_seat_that_chooses_bonus_tiles_is_told_how_many():
    state = position(board(hand="P"), board(), owed=2, supply="PPGGOOYYBB")
    assert "Ana\tchooses 2" in [shape.text for shape in scene_shapes(state)]
    assert len(roles(scene_shapes(state), "panel acting")) == 2


def test_only_while_tiles_are_taken_there_are_factories():
    assert roles(scene_shapes(position(board(hand="P"))), "factory") == []
    taking = position(factories="PPGY//RRRR", center="G")
    assert roles(scene_shapes(taking), "factory") == ["factory", "factory empty", "factory", *["factory empty"] * 2]


@each(
    ("cells", "due"),
    [("P.....", []), ("PP....", ["due P"] * 4), ("PG....", []), ("PGOYB.", ["due R"]), ("PGOYBR", [])],
)
def test_an_open_space_takes_the_color_that_alone_is_left(cells, due):
    plain = roles(scene_shapes(position(board(), side="mono")), "due")
    assert roles(scene_shapes(position(board(UL=cells), side="mono")), "due") == plain + due


def test_a_complete_star_shows_its_points_at_the_end_only():
    stars = {"UL": "OOOOOO", "C": "PGOYBR"}
    assert roles(scene_shapes(position(board(hand="P", **stars))), "star lit") == []
    over = scene_shapes(position(board(**stars), phase="over", round=6))
    assert [shape.text for shape in over if shape.role == "star lit"] == ["+17", "+12"]


@each("theme", theme_names())
@each("letter", COLORS)
def test_costs_stand_out_from_tint_and_motif(theme, letter):
    looks = load_theme(theme, "pavilion").looks
    due = looks[f"due {letter}"]
    for ink in (looks["cost"].ink, looks["space"].ink):
        assert min(contrast(ink, due.fill), contrast(ink, due.mark)) >= 4.5


# one seat alone


@each(("seats", "side"), [(2, "mono"), (3, "colored"), (4, "mono")])
def test_every_position_and_every_preview_can_be_drawn(seats, side):
    looks = load_theme("light", "pavilion").looks
    for table, changes in islice(game("pavilion", seats, f"all {side}", "random", side=side), None, None, 3):
        state, seat = table.state, max((0, *table.state.to_act()))
        moves = state.moves(seat)
        after = state.after(seat, moves[-1]) if moves else state
        for one, events in ((state, changes), (after, (tuple(after.events),))):
            view = View("pavilion", None, one)
            pictures = scene(view, people(view), SAY, events), close(view, people(view), SAY, events, seat)
            for drawn_scene in pictures:
                width, height = drawn_scene.ground.width, drawn_scene.ground.height
                for shape in drawn_scene.shapes:
                    box = shape.box
                    assert shape.role in looks, shape
                    assert min(box.x, box.y) >= 0, shape
                    assert box.x + box.w <= width, shape
                    assert box.y + box.h <= height, shape


def test_a_long_name_stands_without_a_note_in_a_narrow_head():
    def told(name):
        shapes = scene(heaps(), ["A", "B", name, "D"], SAY).shapes
        return [shape.text for shape in shapes if shape.role == "name acting"]

    assert told("Cleo Cleo Cleopatra") == ["Cleo Cleo Cleopatra"]
    assert told("Cleo") == ["Cleo\tto move"]


def test_every_seat_of_the_end_is_told_its_place():
    view, changes = SAMPLES["pavilion_4_end"]
    heads = [shape for shape in scene(view, people(view), SAY, changes).shapes if shape.role.startswith("name")]
    notes = [shape.text.partition("\t")[2] for shape in heads if shape.box.x > 434]
    assert sorted(notes) == ["place 2", "place 3", "place 4", "wins"]


def test_the_start_token_is_clear_of_name_and_points():
    for score in (5, 45, 145):
        state = position(board(score=score), board(), board(), board(), factories="PPGY", token=False, starter=0)
        shapes = scene(View("pavilion", None, state), ["Mária-Magdolna " * 3, "B", "C", "D"], SAY).shapes
        first = places(4, "colored").seats[0].head
        lies = {shape.role.split()[0]: shape.box for shape in shapes if first.union(shape.box) == first}
        assert lies["name"].x + lies["name"].w < lies["marker"].x
        assert lies["marker"].x + lies["marker"].w < lies["score"].x


@each("seats", LAYOUT_BY_SEATS)
@each("number", range(1, 7))
def test_the_line_under_the_wild_color_is_clear_of_what_lies_below(seats, number):
    state = position(*[board()] * seats, factories="PPGY/" * (2 * seats) + "PPGY", round=number)
    view = View("pavilion", None, state)
    for shapes in (scene(view, people(view), SAY).shapes, close(view, people(view), SAY, (), 0).shapes):
        (line,) = [shape.box for shape in shapes if shape.role == "underline"]
        assert not any(line.overlap_area(shape.box) for shape in shapes if shape.role.startswith(("number", "factory")))


@each(("token", "marked"), [(True, []), (False, ["2"])])
def test_on_a_phone_gold_has_the_start_token(token, marked):
    state = position(board(), board(), board(), factories="PPGY", token=token, starter=1)
    shapes = close(View("pavilion", 0, state), ["Ana", "Ben", "Cleo"], SAY, (), 0).shapes
    assert [shape.text for shape in shapes if shape.role == "seat lit"] == marked


def test_what_others_have_placed_stands_with_its_number_and_points_below_their_own():
    tables = [(table, changes) for table, changes in game("pavilion", 4, "golden") if table.state.phase == "place"]
    table, changes = next(each for each in tables if all(any(e.kind == "place" for e in move) for move in each[1]))
    seat = table.state.to_act()[0]
    shapes = close(table.view(seat), people(table.view(seat)), SAY, changes, seat).shapes
    below = [shape for shape in shapes if 47 <= shape.box.y <= 51]
    chips = {shape.text: shape.box.x for shape in shapes if shape.role.startswith("seat")}
    assert [shape.text for shape in below if shape.role == "badge"] == ["1", "2", "3"]
    for number, move in enumerate(changes, 1):
        (placed,) = [event for event in move if event.kind == "place"]
        assert (chips[str(placed.seat + 1)], str(number)) in {(shape.box.x, shape.text) for shape in below}
        assert f"+{placed.facts['points']}" in {shape.text for shape in below}
    alone = close(table.view(seat), people(table.view(seat)), SAY, changes[-1:], seat).shapes
    assert not any(shape.role == "badge" for shape in alone)
    assert any(shape.role == "close gain" for shape in alone)


def test_while_tiles_are_taken_what_others_placed_in_the_round_before_is_marked_too():
    tables = game("pavilion", 4, "golden")
    table, changes = next(
        each
        for each in tables
        if each[0].state.phase == "draft" and sum(any(e.kind == "place" for e in move) for move in each[1]) > 1
    )
    seat = table.state.to_act()[0]
    shapes = close(table.view(seat), people(table.view(seat)), SAY, changes, seat).shapes
    chips = {shape.text: shape.box.x for shape in shapes if shape.role.startswith("seat")}
    badges = {(shape.box.x, shape.text) for shape in shapes if shape.role == "badge" and 47 <= shape.box.y <= 51}
    others = [event.seat for move in changes for event in move if event.kind == "place" and event.seat != seat]
    assert others
    for other in others:
        assert chips[str(other + 1)] in {x for x, _ in badges}
    factories = [shape.box.y for shape in shapes if shape.role.startswith("factory")]
    assert min(factories) > max(shape.box.y + shape.box.h for shape in shapes if shape.box.y == 49)
