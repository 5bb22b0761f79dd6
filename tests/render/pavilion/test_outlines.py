"""What of the last moves of Summer Pavilion is outlined. Knows no boxes and no pixels."""

from __future__ import annotations

from bot.text.words import Words
from engine import View
from render.pavilion.outlines import traces
from render.pavilion.scene import scene
from tests.engine.games.pavilion.pavilion_tables import DEAL, SUPPLY, board, pavilion, position

SAY = Words()


def traces_after(*texts, since=2):
    """The traces after these moves and draws from the opening; the moves from `since` on are the changes."""
    table, changes = pavilion(), []
    for text in texts:
        table = table.play(table.state.to_act()[0], text)
        changes.append(table.events)
    return traces(table.state, changes[since:])


def state_and_changes(state, *texts):
    """The position after these moves, and their events."""
    changes = []
    for text in texts:
        seat = state.to_act()[0]
        move = next(move for move in state.moves(seat) if str(move) == text)
        state = state.apply(seat, move)
        changes.append(tuple(state.events))
    return state, changes


def test_a_draft_marks_its_factory_and_its_colors():
    (trace,) = traces_after(SUPPLY, DEAL, "1G")
    assert (trace.move, trace.seat, trace.source, trace.colors) == (1, 0, "1", "PG")


def test_the_token_marks_what_it_cost():
    trace = traces_after(SUPPLY, DEAL, "1G", "CY")[1]
    assert (trace.move, trace.seat, trace.source, trace.colors, trace.points) == (2, 1, "C", "PY", -2)


def test_a_color_that_came_twice_is_marked_once_by_the_later_move():
    first, _, third = traces_after(SUPPLY, DEAL, "1G", "2Y", "4G")
    assert (first.colors, third.colors) == ("P", "G")


def test_a_placement_marks_its_space_with_its_points_and_what_it_surrounds():
    state = position(board(hand="OO", UL="O..O..", UR="..RR.."), board(hand="P"))
    later, changes = state_and_changes(state, "UL2O0")
    (trace,) = traces(later, changes)
    assert (trace.spaces, trace.points, len(trace.ornaments)) == ([(0, 1)], 2, 1)


def test_a_pass_marks_the_hand_and_what_it_cost():
    state = position(board(hand="PGOYBR", score=9), board(hand="P"))
    later, changes = state_and_changes(state, "pass=PGOY")
    (trace,) = traces(later, changes)
    assert (trace.passed, trace.points, trace.colors) == (True, -2, "")


def test_bonus_tiles_are_marked_in_the_hand():
    state = position(board(hand="OO"), board(hand="P"), owed=1, supply="GGYY", bag="PPPPPPPP")
    later, changes = state_and_changes(state, "+G")
    (trace,) = traces(later, changes)
    assert trace.colors == "G"


def test_hands_before_a_new_round_are_not_marked():
    state = position(board(hand="P", score=9), board(hand="PP"), round=2)
    state.boards[1].passed, state.boards[1].hand = True, ""
    later, changes = state_and_changes(state, "pass")
    assert later.round == 3
    assert traces(later, changes) == []


def test_moves_are_numbered_when_there_are_several():
    state = position(board(hand="OOOB", score=9), board(hand="RRRB"))
    later, changes = state_and_changes(state, "UL2O0", "UR3R0")
    view = View("pavilion", None, later)

    def told(role, *events):
        return [shape.text for shape in scene(view, ["Ana", "Ben"], SAY, events).shapes if shape.role == role]

    assert told("badge", *changes) == ["1", "2"]
    assert told("gain", *changes) == ["+1", "+1"]
    assert told("badge", changes[-1]) == []
    assert told("gain", changes[-1]) == ["+1"]


def test_numbers_lie_above_all_outlines():
    state = position(board(hand="OOOB", score=9), board(hand="RRRB"))
    later, changes = state_and_changes(state, "UL2O0", "UR3R0")
    roles = [shape.role for shape in scene(View("pavilion", None, later), ["Ana", "Ben"], SAY, changes).shapes]
    assert max(at for at, role in enumerate(roles) if role == "petal ring") < roles.index("badge")
