"""What of the last moves is outlined. Knows no boxes and no pixels."""

from __future__ import annotations

from bot.text.words import Words
from render.azul.places import places
from render.azul.scene import FilledCells, MoveTrace, move_traces, outline_trace, scene
from tests.cases import each
from tests.engine.games.azul.azul_tables import OPENING, azul, board, played, position
from tests.scenes import game, people


def seen(*texts, since=1):
    """The traces after these moves and draws; the moves from `since` on are the changes."""
    table, changes = azul(), []
    for text in texts:
        table = table.play(table.state.to_act()[0], text)
        changes.append(table.events)
    return move_traces(table.state, changes[since:])


def test_a_draft_outlines_its_line_and_its_display():
    (trace,) = seen(OPENING, "1B3")
    assert (trace.move, trace.seat, trace.source) == (1, 0, "1")
    assert trace.outlines == (FilledCells("line", 2, 0, 1),)


def test_tiles_that_fall_and_the_marker_are_outlined_together():
    *_, trace = seen(OPENING, "1B3", "CY1", "4W2")
    assert trace.outlines == (FilledCells("line", 1, 0, 1), FilledCells("floor", 0, 0, 1))
    assert seen(OPENING, "1B3", "CY1")[1].outlines == (FilledCells("line", 0, 0, 0), FilledCells("floor", 0, 0, 0))


def test_tiles_that_found_the_floor_full_are_not_outlined_there():
    state = played(position(board(floor="RRRRRR"), center="BBBY", bag="B" * 20), "CBF")
    assert [event.facts["lid"] for event in state.events if event.kind == "draft"] == [2]
    (trace,) = move_traces(state, [state.events])
    assert trace.outlines == (FilledCells("floor", 0, 6, 6),)


def test_later_tiles_on_a_line_are_told_from_earlier_ones():
    first, _, third = seen(OPENING, "1B3", "2K2", "3B3")
    assert first.outlines == (FilledCells("line", 2, 0, 1),)
    assert third.outlines == (FilledCells("line", 2, 2, 2),)
    assert [trace.move for trace in (first, third)] == [1, 3]


def test_moves_before_the_changes_are_not_outlined():
    (trace,) = seen(OPENING, "1B3", "2K2", "3B3", since=3)
    assert (trace.move, trace.outlines) == (1, (FilledCells("line", 2, 2, 2),))


ROUND = (OPENING, "1BF", "2K2", "3BF", "4W4", "5Y2", "CRF", "CKF", "CY1", "CBF", "CWF")


def test_the_end_of_a_round_outlines_the_walls_and_no_floor():
    found = seen(*ROUND)
    assert {outline.part for trace in found for outline in trace.outlines} == {"wall"}
    assert {trace.move for trace in found if trace.outlines} == {10}


def test_a_deal_fills_the_emptied_displays_again():
    assert all(trace.source == "" for trace in seen(*ROUND, "deal BBBB/YYYY/RRRR/KKKK/WWWW"))


def test_a_tile_on_the_wall_tells_its_points():
    state = played(position(board("W|BYRK.", "BB|....."), center="Y", turn=1, bag="B" * 20), "CYF")
    wall, _ = move_traces(state, [state.events])
    assert [outline.gain for outline in wall.outlines] == [5, 2]
    (draft,) = seen(OPENING, "1B3")
    assert [outline.gain for outline in draft.outlines] == [0]


def test_points_stand_between_line_and_wall_and_hide_no_tile():
    for seats in (2, 3, 4):
        *_, (table, changes) = game("azul", seats, "golden")
        drawn = scene(table.view(None), people(table.view(None)), Words(), changes).shapes
        gains = [shape.box for shape in drawn if shape.role == "gain"]
        tiles = [shape.box for shape in drawn if shape.role.startswith("tile")]
        assert gains
        for box in gains:
            beside = [tile for tile in tiles if box.y < tile.y + tile.h and tile.y < box.y + box.h]
            assert all(box.x + box.w <= tile.x or tile.x + tile.w <= box.x for tile in beside)


@each("seats", [2, 3, 4])
@each("points", [1, 10])
def test_points_are_clear_of_a_ring_at_the_left_of_the_wall(seats, points):
    where = places(seats, "colored", False)
    mark = MoveTrace(1, seats - 1, "", tuple(FilledCells("wall", row, 0, 0, points) for row in range(5)))
    shapes = list(outline_trace(mark, where, numbered=False))
    rings = [shape.box for shape in shapes if shape.role == "ring tight"]
    gains = [shape.box for shape in shapes if shape.role == "gain"]
    assert len(gains) == len(rings) == 5
    assert not any(one.overlap_area(other) for one in gains for other in rings)
    lines = [cell for row in where.seats[seats - 1].lines for cell in row]
    assert max(box.overlap_area(cell) / (cell.w * cell.h) for box in gains for cell in lines) < 0.17
