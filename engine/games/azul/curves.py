"""What chance to win the values of Azul stand for, by seats and stage.

Written by `make curves`. Knows no rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.coaching import Curve

CURVES: Mapping[int, Sequence[Curve]] = {
    2: (
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
    ),
    4: (
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
    ),
}
