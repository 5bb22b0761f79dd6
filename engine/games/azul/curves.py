"""What chance to win the values of Azul stand for, by seats and stage.

With 2 seats they were fitted to 1120 games of robots.
With 3 seats they were fitted to 44 games of robots.
With 4 seats they were fitted to 43 games of robots.
Written by `make curves`. Knows no rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.coaching import Curve

FITTED: Mapping[int, int] = {2: 1120, 3: 44, 4: 43}  # by seats, to how many games of robots

CURVES: Mapping[int, Sequence[Curve]] = {
    2: (
        Curve(-0.11235, 0.20562, 0.125),
        Curve(-0.15398, 0.35053, 0.25),
        Curve(-0.11621, 0.14958, 0.0),
        Curve(-0.07184, 0.16864, 0.125),
        Curve(-0.04248, 0.14564, 0.25),
        Curve(-0.11055, 0.14207, 0.25),
    ),
    3: (
        Curve(-0.79955, 0.20373, 0.125),
        Curve(-0.66299, 0.27038, 0.25),
        Curve(-0.76879, 0.16419, 0.125),
        Curve(-0.85706, 0.16199, 0.0625),
        Curve(-0.80468, 0.12799, 0.0625),
        Curve(-0.85377, 0.15395, 0.125),
    ),
    4: (
        Curve(-1.20358, 0.20249, 0.125),
        Curve(-1.06067, 0.25461, 0.25),
        Curve(-1.25155, 0.1433, 0.0),
        Curve(-1.43972, 0.18116, 0.125),
        Curve(-1.2383, 0.22291, 0.25),
        Curve(-1.20172, 0.2002, 0.25),
    ),
}
