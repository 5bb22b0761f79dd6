"""What chance to win the values of Azul stand for, by seats and stage.

With 2 seats they were fitted to 2000 games of robots.
With 3 seats they were fitted to 60 games of robots.
With 4 seats they were fitted to 60 games of robots.
Written by `make curves`. Knows no rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.coaching import Curve

FITTED: Mapping[int, int] = {2: 2000, 3: 60, 4: 60}  # by seats, to how many games of robots

CURVES: Mapping[int, Sequence[Curve]] = {
    2: (
        Curve(-0.28231, 1.97327, 2.0),
        Curve(-0.3163, 0.55416, 0.5),
        Curve(-0.2244, 0.14111, 0.0625),
        Curve(-0.11012, 0.14877, 0.0),
        Curve(-0.00811, 0.15618, 0.125),
        Curve(-0.01561, 0.12131, 0.125),
        Curve(-0.05805, 0.0882, 0.0),
    ),
    3: (
        Curve(-0.75382, 0.33818, 0.25),
        Curve(-0.82785, 0.21351, 0.125),
        Curve(-0.63188, 0.1374, 0.0625),
        Curve(-0.76741, 0.11065, 0.0625),
        Curve(-0.71203, 0.10875, 0.0),
        Curve(-0.79564, 0.11477, 0.0),
        Curve(-0.80191, 0.16908, 0.125),
    ),
    4: (
        Curve(-1.04186, 0.20412, 0.0625),
        Curve(-1.14582, 0.17178, 0.0625),
        Curve(-1.12709, 0.12691, 0.0625),
        Curve(-1.16674, 0.12844, 0.0),
        Curve(-1.14631, 0.17443, 0.125),
        Curve(-1.02331, 0.09716, 0.0),
        Curve(-1.23851, 0.0955, 0.0),
    ),
}
