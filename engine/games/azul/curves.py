"""What chance to win the values of Azul stand for, by seats and stage.

With 2 seats they were fitted to 4000 games of robots.
With 3 seats they were fitted to 900 games of robots.
With 4 seats they were fitted to 900 games of robots.
Written by `make curves`. Knows no rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.coaching import Curve

FITTED: Mapping[int, int] = {2: 4000, 3: 900, 4: 900}  # by seats, to how many games of robots

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
        Curve(-0.37637, 1.85887, 1.0),
        Curve(-0.71681, 0.19069, 0.0625),
        Curve(-0.95032, 0.11796, 0.0625),
        Curve(-0.83753, 0.1102, 0.0),
        Curve(-0.65544, 0.08572, 0.0),
        Curve(-0.77339, 0.06356, 0.0),
        Curve(-0.84875, 0.04499, 0.0),
    ),
    4: (
        Curve(0.15676, 1.17873, 1.0),
        Curve(-0.36714, 0.1805, 0.125),
        Curve(-0.25346, 0.08855, 0.0),
        Curve(-1.25528, 0.14815, 0.0),
        Curve(-1.2289, 0.11823, 0.0),
        Curve(-1.00631, 0.08216, 0.0),
        Curve(-1.26052, 0.08717, 0.0),
    ),
}
