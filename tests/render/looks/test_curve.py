"""The course of a rating: what is left of many points, the levels beside it. Knows no profiles."""

from __future__ import annotations

from itertools import pairwise
from math import dist
from random import Random

from render.looks.curve import (
    DASH_GAP_WIDTHS,
    MAX_LEVELS,
    PLOT_COLUMN_WIDTH,
    curve,
    curve_points,
    dashes,
    levels,
    thin_columns,
    value_range,
    value_y,
)
from render.looks.forms import OUTLINES
from render.looks.theme import RoleLook
from render.scene import Box
from tests.cases import each

BOX = Box(0, 0, 600, 200)


def walk(points, seed=1, step=1.0):
    rng, value, course = Random(seed), 20.0, []
    for day in range(points):
        value += rng.uniform(-step, step)
        course.append((day, value))
    return course


@each("points", [1, 2, 3, 40, 500, 5000])
def test_spots_lie_in_the_box_and_are_few(points):
    found = curve_points(walk(points), BOX)
    assert all(0 <= x <= BOX.w and 0 <= y <= BOX.h for x, y in found)
    assert len(found) <= min(points, 4 * (BOX.w // PLOT_COLUMN_WIDTH + 1))
    assert [x for x, _ in found] == sorted(x for x, _ in found)
    assert all(one != other for one, other in pairwise(found))


def test_thinning_keeps_the_ends_and_the_extremes():
    course = walk(5000)
    course[2500] = (2500, 400.0)
    course[3333] = (3333, -400.0)
    least, most = value_range(course)
    found = curve_points(course, BOX)
    assert found[0] == (0, value_y(course[0][1], least, most, BOX))
    assert found[-1] == (BOX.w, value_y(course[-1][1], least, most, BOX))
    ys = [y for _, y in found]
    assert (min(ys), max(ys)) == (value_y(400, least, most, BOX), value_y(-400, least, most, BOX))


def test_a_column_keeps_first_highest_lowest_and_last():
    column = [(0, 5), (0, 9), (1, 7), (2, 1), (2, 4)]
    assert list(thin_columns(column)) == [(0, 5), (0, 9), (2, 1), (2, 4)]
    assert list(thin_columns([(0, 5), (1, 5), (2, 5)])) == [(0, 5), (2, 5)]
    assert list(thin_columns([(0, 5), (0, 5), (0, 5)])) == [(0, 5)]


def test_points_stand_at_their_day():
    assert [x for x, _ in curve_points([(100, 1.0), (110, 9.0), (200, 1.0)], BOX)] == [0, 60, 600]


def test_points_of_one_day_stand_evenly_apart():
    assert [x for x, _ in curve_points([(7, 1.0), (7, 9.0), (7, 1.0)], BOX)] == [0, 300, 600]


def test_a_single_point_stands_at_the_right_in_the_middle():
    assert curve_points([(7, 25.0)], BOX) == ((600, 100),)


@each("value", [0.0, 25.0, 1500.0, -3.0])
def test_a_flat_course_lies_in_the_middle(value):
    assert {y for _, y in curve_points([(day, value) for day in range(20)], BOX)} == {100}


def test_small_changes_look_small():
    ys = [y for _, y in curve_points([(0, 1500.0), (1, 1500.5), (2, 1500.0)], BOX)]
    assert max(ys) - min(ys) < BOX.h / 20


@each("seed", range(40))
def test_levels_are_few_round_and_within(seed):
    rng = Random(seed)
    value = rng.uniform(-100, 2000)
    least, most = value_range([(0, value), (1, value + 10 ** rng.uniform(-2, 3.3))])
    found = levels(least, most)
    assert 1 <= len(found) <= MAX_LEVELS + 1
    assert all(least <= level <= most for level in found)
    assert len({round(b - a, 6) for a, b in pairwise(found)}) <= 1
    assert all(len(f"{level:g}") <= 6 for level in found)


def test_the_line_is_a_band_around_its_spots_and_the_area_lies_below():
    look = RoleLook("curve", fill=(1, 1, 1), edge=(2, 2, 2), width=4)
    layers = list(curve(look, Box(10, 20, 100, 50), "4,4 96,4"))
    assert OUTLINES["curve"] is curve
    (area, fill), (band, edge), *joints = layers
    assert (fill, edge) == ((1, 1, 1), (2, 2, 2))
    assert area == [(14, 66), (14, 24), (106, 24), (106, 66)]
    assert {y for _, y in band} == {22, 26}
    assert len(joints) == 2


def long(piece):
    return sum(dist(one, other) for one, other in pairwise(piece))


def test_dashes_are_equally_long_and_follow_the_line_around_its_corners():
    found = list(dashes([(0, 0), (30, 0), (30, 40), (100, 40)], 20, 10))
    assert [round(long(piece), 6) for piece in found] == [20, 20, 20, 20, 20]
    assert found[1] == [(30, 0), (30, 20)]
    assert found[3] == [(50, 40), (70, 40)]


def test_the_last_dash_ends_with_the_line():
    assert list(dashes([(0, 0), (25, 0)], 10, 5)) == [[(0, 0), (10, 0)], [(15, 0), (25, 0)]]
    assert list(dashes([(0, 0), (18, 0)], 10, 5)) == [[(0, 0), (10, 0)], [(15, 0), (18, 0)]]
    assert list(dashes([(0, 0), (12, 0)], 10, 5)) == [[(0, 0), (10, 0)]]


@each("dash", [0, 1, 6, 12, 26, 52])
def test_a_line_in_dashes_is_drawn_wherever_a_dash_ends(dash):
    look = RoleLook("curve", edge=(2, 2, 2), width=4, dash=dash)
    ends = dash or 50
    corners = (0, ends, ends + DASH_GAP_WIDTHS * look.width, 300)
    layers = list(curve(look, Box(0, 0, 400, 60), " ".join(f"{x},20" for x in map(int, corners))))
    assert all(color == look.edge for _, color in layers)
    assert max(x for points, _ in layers for x, _ in points) <= 302
