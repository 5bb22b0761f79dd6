"""The picture of Match Five: what is outlined, what is closed, what is in view. Knows no pixels."""

from __future__ import annotations

from bot.text.words import Words
from engine.core import View
from engine.games.match_five.coordinates import CELL_BY_FOOT, Z, coordinates_of
from engine.games.match_five.sets import TABLE_SIDE
from render.looks.theme import load_theme
from render.match_five.places import TABLE_PANEL, places, playing_field
from render.match_five.scene import scene
from render.match_five.stacks import visible_table
from render.pixels.paint import MAX_CACHED_GROUNDS
from tests.cases import each
from tests.engine.games.match_five.match_five_tables import BASE1, BASE2, played, position
from tests.scenes import game, people
from tests.scenes.match_five import locks, samples
from tests.scenes.match_five import wide as widest

SAY = Words()


def scene_shapes(state, changes=(), seat=None):
    return scene(
        View("match_five", seat, state.view(seat)), people(View("match_five", seat, state)), SAY, changes
    ).shapes


def boxes(shapes, role):
    return [shape.box for shape in shapes if shape.role == role]


def texts(shapes, role):
    return [shape.text for shape in shapes if shape.role == role]


def cell(state, name):
    seen = playing_field(visible_table(state).stacks, places(2, False, False).table)
    return seen.cell_box((ord(name[0]) - ord("a"), int(name[1:]) - 1))


def turns(state, *texts):
    """The position after these turns, and the events of each move: tiles that are laid make none."""
    changes = []
    for text in texts:
        state = played(state, text)
        changes.append(tuple(state.events))
    return state, tuple(changes)


START = position("R3@0,0", "R2B1B2G4Y5", "R5O1O2O3O4", turns=1)


def test_one_turn_is_outlined_without_a_number_and_its_points_stand_in_the_head():
    state, changes = turns(START, "R2n13", "done")
    shapes = scene_shapes(state, changes)
    assert boxes(shapes, "ring tight") == [cell(state, "n13").inset(-5)]
    assert texts(shapes, "badge") == []
    assert texts(shapes, "gain") == ["+5"]


def test_turns_are_numbered_and_tiles_laid_before_done_are_not_counted():
    state, changes = turns(START, "R2n13", "done", "R5m13", "done")
    shapes = scene_shapes(state, changes)
    assert texts(shapes, "badge") == ["1", "2"]
    assert texts(shapes, "gain") == ["+5", "+8"]
    below, above = boxes(shapes, "strip R")[:2]
    second = boxes(shapes, "ring tight")[1]
    assert second.x >= below.x + below.w - 8  # around the upper strip only
    assert second.x + second.w >= above.x + above.w


def test_points_of_several_turns_of_a_seat_are_added():
    start = position("R3@0,0", "R2R1B2G4Y5", "R5O1O2O3O4", turns=1)
    state, changes = turns(start, "R2n13", "done", "R5m13", "done", "R1o13", "done")
    first, _, second = (events for events in changes if any(event.kind == "place" for event in events))
    earned = [event.facts["points"] for event in (*first, *second) if event.kind == "place"]
    assert len(earned) == 2
    assert f"+{sum(earned)}" in texts(scene_shapes(state, changes), "gain")


def test_a_swap_takes_a_number_and_has_no_ring():
    state = position("R3@0,0", "R2R1B2Y1Y2", "R5O1O2O3O4", bag="B1B1", turns=1)
    state, (swap, draw, *lay) = turns(state, "xR2", "draw 1 B1", "R5m13", "done")
    shapes = scene_shapes(state, (swap + draw, *lay))
    assert len(boxes(shapes, "ring tight")) == 1
    assert texts(shapes, "badge") == ["2"]
    assert texts(shapes, "gain") == ["+8"]


def test_no_ring_covers_a_number():
    view, changes = samples()["match_five_5_middle"]
    roles = [shape.role for shape in scene(view, people(view), SAY, changes).shapes]
    assert roles.count("badge") == 4
    assert roles.index("badge") > len(roles) - 1 - roles[::-1].index("ring tight")


@each("name", samples())
def test_the_number_of_a_turn_leaves_what_tiles_tell_to_be_seen(name):
    view, changes = samples()[name]
    shapes = scene(view, people(view), SAY, changes).shapes
    for badge in boxes(shapes, "badge"):
        assert not any(badge.overlap_area(star) for star in boxes(shapes, "star"))
        for digit in (shape.box for shape in shapes if shape.role.startswith("digit")):
            ink = digit.inset(round(0.18 * digit.h))
            assert badge.overlap_area(ink) <= 0.25 * ink.w * ink.h, digit


def test_new_tiles_side_by_side_have_one_ring_and_stacks_one_each():
    state = position("R3@0,0 B3@0,0", "R2R1B2Y1Y2", "R5", turns=1)
    state, changes = turns(state, "R2n13", "R1o13", "done")
    assert len(boxes(scene_shapes(state, changes), "ring tight")) == 1
    state = position("R3@0,0 R2@1,0", "B3B2Y1Y2Y3", "R5", turns=1)
    state, changes = turns(state, "B3m13", "B2n13", "done")
    assert len(boxes(scene_shapes(state, changes), "ring tight")) == 2


def test_an_unfinished_turn_is_seen_by_its_owner_alone():
    state = played(START, "R2n13")
    mine, others, public = (scene_shapes(state, seat=seat) for seat in (0, 1, None))
    assert boxes(mine, "own ring") == [cell(state, "n13").inset(-5)]
    assert texts(mine, "rack turn") == ["+5\tthis turn"]
    assert boxes(others, "own ring") == boxes(public, "own ring") == []
    assert len(boxes(others, "digit R")) == 1 + 1  # the table, and the red tile of the own hand


def test_a_hand_is_drawn_for_its_owner_with_the_names_of_its_tiles():
    mine = scene_shapes(START, seat=1)
    named = [text for text in texts(mine, "label") if text[0] in "RBGOY"]
    assert named == ["R5", "O1", "O2", "O3", "O4"]
    assert texts(scene_shapes(START), "rack title") == []


def test_the_end_shows_what_the_points_came_from():
    state = position("R3@0,0", "", "R2W", points=[40, 3], over=True, turns=9)
    shapes = scene_shapes(state)
    assert texts(shapes, "bill") == ["40 placed", "30 placed − 27 left"]
    assert texts(shapes, "score lit") == ["40"]
    assert boxes(shapes, "space") == []
    assert scene_shapes(state, seat=1) == shapes


def test_negative_points_have_a_real_minus():
    assert "−9" in texts(scene(locks(), ["A", "B"], SAY).shapes, "score")


def test_a_row_of_five_closes_what_lies_beside_its_ends():
    state = position(BASE2, bag="R1")
    shapes = scene_shapes(state)
    assert len(boxes(shapes, "closed")) == 6
    assert len(boxes(shapes, "wall")) == 6
    assert len(boxes(shapes, "space")) == 6


def test_a_stack_beside_a_locked_upper_tile_has_a_bar():
    shapes = scene(locks(), ["A", "B"], SAY).shapes
    view = locks()
    table = visible_table(view.state)
    assert table.is_blocked((12, 13))  # m14, one tile beside two rows of five on each other
    assert table.is_blocked((14, 12))  # five high
    assert not table.is_blocked((15, 13))
    assert len(boxes(shapes, "cap")) == 2


@each("seats", [2, 6])
def test_what_is_closed_in_the_picture_is_closed_by_the_rules(seats):
    for table, _ in game("match_five", seats, "closed"):
        if not table.state.laid and not table.state.over:
            shown, grid = visible_table(table.state), table.state.grid()
            free = {place for place in (*shown.stacks, *shown.spaces) if not shown.is_blocked(place)}
            assert free == {
                coordinates_of(foot)[:2] for foot in CELL_BY_FOOT if not grid.refuses_spot(grid.landing_spot(foot))
            }
            # Closed down to the stack below.
            assert all(grid.landing_spot(spot % Z) in grid.closed for spot in grid.closed)


@each("corner", [(0, 0), (12, 12), (24, 0)])
@each("high", [1, 6, 7, 13, 24, 25])
def test_the_whole_group_and_the_places_beside_it_are_in_view(high, corner):
    for wide in range(1, TABLE_SIDE + 1):
        left, top = (min(start, TABLE_SIDE - size) for start, size in zip(corner, (wide, high), strict=True))
        seen = playing_field(((left, top), (left + wide - 1, top + high - 1)), TABLE_PANEL)
        for place in ((left, top), (left + wide - 1, top + high - 1)):
            box = seen.cell_box(place)
            assert (box.w, box.h) == (seen.w - 6, seen.h - 6)  # whole cells
        columns, rows = (
            {max(0, left - 1), min(TABLE_SIDE - 1, left + wide)},
            {max(0, top - 1), min(TABLE_SIDE - 1, top + high)},
        )
        for place in (*((column, top) for column in columns), *((left, row) for row in rows)):
            box = seen.cell_box(place)
            assert TABLE_PANEL.x <= box.x < box.x + box.w <= TABLE_PANEL.x + TABLE_PANEL.w
            assert TABLE_PANEL.y <= box.y < box.y + box.h <= TABLE_PANEL.y + TABLE_PANEL.h
        assert 0.9 * seen.h < seen.w <= 2 * seen.h


def test_the_smallest_cells_are_those_of_the_whole_table():
    seen = playing_field(((0, 0), (TABLE_SIDE - 1, TABLE_SIDE - 1)), TABLE_PANEL)
    assert (seen.columns, seen.rows) == (range(TABLE_SIDE), range(TABLE_SIDE))
    assert (seen.w, seen.h) == (45, 25)


def test_there_are_fewer_grounds_than_painters_remember():
    grounds = {places(seats, rack, over).ground for seats in range(2, 7) for rack, over in ((0, 0), (0, 1), (1, 0))}
    assert len(grounds) == 6 <= MAX_CACHED_GROUNDS


def test_a_long_name_and_a_name_without_letters():
    texts_of = {shape.role: shape.text for shape in scene(widest(), ["松", *"BCDEF"], SAY).shapes}
    assert texts_of["note acting"] == "to move"
    shapes = scene_shapes(position(BASE1, bag="R1"))
    assert texts(shapes, "name") == ["Zsófi", "Gergő Ürögdi"]


@each("theme", ["light", "dark"])
def test_strips_have_the_colors_of_their_tiles(theme):
    looks = load_theme(theme, "match_five").looks
    for color in "RBGOY":
        tile, strip, faced, digit = (looks[f"{role} {color}"] for role in ("tile", "strip", "faced", "digit"))
        assert (strip.fill, strip.edge, strip.mark, strip.motif) == (tile.fill, tile.edge, tile.mark, tile.motif)
        assert (faced.fill, faced.edge) == (tile.fill, load_theme(theme, "match_five").colors["wild"])
        assert (digit.ink, digit.ground) == (tile.mark, tile.fill)
