"""One seat of Match Five enlarged for phones. Knows no pixels."""

from __future__ import annotations

from itertools import combinations

from bot.text.words import Words
from engine import GAMES, Table
from engine.games.match_five import MatchFive
from render import PORTRAYALS, Aspect, alt_text, draw, text
from render.film import frames
from render.match_five.close import close
from render.match_five.scene import finished_turns, traces
from render.match_five.stacks import visible_table
from render.parts import position
from tests.cases import each
from tests.scenes import people
from tests.scenes.match_five import samples

SAY = Words()
SAMPLES = samples()


def enlarged(name, seat):
    view, changes = SAMPLES[name]
    return close(view, people(view), SAY, changes, seat)


@each("name", [name for name in SAMPLES if name.endswith(("opening", "middle", "own"))])
def test_a_running_game_fits_on_one_screen(name):
    assert enlarged(name, 0).ground.height <= 1100


def test_every_stack_is_a_tower_in_its_row_and_column():
    view, _ = SAMPLES["match_five_6_wide"]
    drawn = enlarged("match_five_6_wide", 0)
    assert sum(shape.role.startswith(("strip", "faced")) for shape in drawn.shapes) == sum(
        len(stack) // 2 for stack in view.state.table.values()
    )
    tiles = [shape.box for shape in drawn.shapes if shape.role.startswith("strip")]
    for one, other in combinations(tiles, 2):  # none covers another
        beside = one.x + one.w <= other.x or other.x + other.w <= one.x
        assert beside or one.y + one.h <= other.y or other.y + other.h <= one.y
    a1 = tiles[:5]
    assert [box.y for box in a1] == sorted((box.y for box in a1), reverse=True)  # upwards


def test_the_hand_is_the_one_that_the_view_may_know():
    view, changes = SAMPLES["match_five_4_own"]
    labels = [shape.text for shape in enlarged("match_five_4_own", 3).shapes if shape.role == "close label"]
    assert labels[-3:] == [view.state.hands[3][at : at + 2] for at in (0, 2, 4)]
    others = close(view, people(view), SAY, changes, 0)
    assert sum(shape.role == "back" for shape in others.shapes) == 5


def test_it_tells_what_the_unfinished_turn_brings_and_what_the_others_earned():
    shapes = enlarged("match_five_4_own", 3).shapes
    assert [shape.text for shape in shapes if shape.role == "close name acting"] == ["Mária-Magdolna\t+14 this turn"]
    assert [shape.text for shape in shapes if shape.role == "close gain"] == ["+24", "+13", "+23"]
    assert sum(shape.role == "own ring" for shape in shapes) == 2
    assert sum(shape.role == "ring tight" for shape in shapes) == 3


@each("name", [name for name in SAMPLES if name.endswith(("middle", "end"))])
def test_every_turn_since_the_last_own_one_has_its_number_where_no_digit_is_hidden(name):
    view, changes = SAMPLES[name]
    shapes = enlarged(name, 0).shapes
    badges = [shape for shape in shapes if shape.role == "badge"]
    laid = [str(mark.move) for mark in traces(view.state, changes)]
    assert [badge.text for badge in badges] == (laid if len(finished_turns(changes)) > 1 else [])
    digits = [shape.box for shape in shapes if shape.role.startswith("digit")]
    for badge in badges:
        assert not any(badge.box.inset(5).overlap_area(box.inset(5)) for box in digits), badge


def test_it_is_offered():
    assert PORTRAYALS["match_five"].close is close


def test_a_game_that_ended_before_the_first_tile_has_its_pictures():
    table = Table.new(GAMES["match_five"], 2, {}, "x0")
    while table.state.to_act():  # everybody swaps, which ends it [9.3]
        (seat,) = table.state.to_act()
        table = table.play(seat, next(str(move) for move in table.view(seat).moves if str(move).startswith("x")))
    assert table.state.over and not visible_table(position(table.view(None), MatchFive)).stacks
    for viewer in (None, 0, 1):
        view = table.view(viewer)
        for seat in (0, 1):
            assert draw(view, people(view), SAY, "light", Aspect(seat=seat))
        assert draw(view, people(view), SAY, "light")
        assert alt_text(view, people(view), SAY)
        assert text(view, people(view), SAY)
    assert all(frame.view for frame in frames(table))
