"""What chance to win the values of Azul: Summer Pavilion stand for, by seats and stage.

Nothing is measured yet: all curves are guesses.
Written by `make curves`. Knows no rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.coaching import Curve

FITTED: Mapping[int, int] = {}  # by seats, to how many games of robots

CURVES: Mapping[int, Sequence[Curve]] = {
    2: (
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
    ),
    3: (
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
    ),
    4: (
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
    ),
}
