"""What chance to win the values of Azul stand for, by seats and stage.

With 2 seats they were fitted to 4000 games of robots.
With 3 seats they were fitted to 60 games of robots.
With 4 seats they were fitted to 60 games of robots.
Written by `make curves`. Knows no rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.coaching import Curve

FITTED: Mapping[int, int] = {2: 4000, 3: 60, 4: 60}  # by seats, to how many games of robots

CURVES: Mapping[int, Sequence[Curve]] = {
    2: (
        Curve(-0.55598, 2.61953, 2.0),
        Curve(-0.4429, 0.97087, 1.0),
        Curve(-0.32663, 0.1137, 0.0),
        Curve(-0.07316, 0.15288, 0.0),
        Curve(-0.01111, 0.13288, 0.0625),
        Curve(-0.0656, 0.11363, 0.0625),
        Curve(-0.02943, 0.11982, 0.125),
    ),
    3: (
        Curve(-0.81856, 0.32881, 0.25),
        Curve(-0.83847, 0.21817, 0.125),
        Curve(-0.74036, 0.15211, 0.0625),
        Curve(-0.7693, 0.13019, 0.0625),
        Curve(-0.7324, 0.11807, 0.0),
        Curve(-0.7781, 0.1199, 0.0),
        Curve(-0.76664, 0.14325, 0.0625),
    ),
    4: (
        Curve(-1.17238, 0.24517, 0.125),
        Curve(-1.20982, 0.18127, 0.0625),
        Curve(-1.17581, 0.1474, 0.0625),
        Curve(-1.17221, 0.13421, 0.0),
        Curve(-1.15018, 0.1475, 0.0625),
        Curve(-1.08427, 0.11001, 0.0),
        Curve(-1.1944, 0.1094, 0.0),
    ),
}
