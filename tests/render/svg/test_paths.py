"""Polygons as paths: short, closed, round where they are round. Knows no shapes."""

from __future__ import annotations

import re
from math import cos, pi, sin

import pytest

from render.svg.paths import THOUSANDTHS, circle, path, rim_between
from tests.cases import each

SQUARE = [(0, 0), (9, 0), (9, 9), (0, 9)]


def round_of(steps, r=10.0):
    return [(20 + r * cos(2 * pi * step / steps), 20 + r * sin(2 * pi * step / steps)) for step in range(steps)]


def test_straight_sides_stay_straight():
    assert path([(1, 1), (4, 1), (4, 5.25), (2, 6)]) == "M1 1h3v4.2l-2 .8z"


@each("steps", [36, 60, 72])
def test_a_circle_of_many_points_is_two_arcs(steps):
    assert path(round_of(steps)) == "M30 20a10 10 0 0 1-20 0a10 10 0 0 1 20 0z"


def test_a_disc_is_known_by_its_center():
    assert circle(round_of(36)) == pytest.approx((20, 20, 10))
    assert circle(SQUARE) is None
    assert circle(round_of(36)[:30]) is None


def test_a_hexagon_is_no_circle():
    assert "a" not in path(round_of(6))


def test_a_rounded_corner_is_one_arc():
    quarter = [(10 + 5 * sin(turn * pi / 12), 5 - 5 * cos(turn * pi / 12)) for turn in range(7)]
    assert path([(0, 0), *quarter, (15, 20), (0, 20)]) == "M0 0h10a5 5 0 0 1 5 5v15h-15z"


def test_more_than_half_a_circle_is_two_arcs():
    turns = [pi / 12 * step for step in range(15)]  # 210 degrees
    assert path([(10 * cos(turn), 10 * sin(turn)) for turn in turns]).count("a10 10 0 0 1") == 2


def test_rounding_does_not_add_up():
    steps = [(0.33 * at, at) for at in range(100)]
    moved = re.findall(r"l(-?[\d.]+) ?(-?[\d.]+)", path(steps, THOUSANDTHS))
    assert sum(float(right) for right, _ in moved) == pytest.approx(0.33 * 99, abs=0.001)


def test_a_rim_that_is_not_equally_wide_is_none():
    assert rim_between(SQUARE, [(1, 1), (8, 1), (8, 8), (1, 8)]).width == 1
    assert rim_between(SQUARE, [(1, 1), (8, 1), (8, 7), (1, 7)]) is None
    assert rim_between(SQUARE, [(1, 1), (8, 1), (8, 8)]) is None
