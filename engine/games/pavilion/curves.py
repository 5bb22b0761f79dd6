"""What chance to win the values of Azul: Summer Pavilion stand for, by seats and stage.

With 2 seats they were fitted to 2000 games of robots.
With 3 seats they were fitted to 400 games of robots.
With 4 seats they were fitted to 400 games of robots.
Written by `make curves`. Knows no rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.coaching import Curve

FITTED: Mapping[int, int] = {2: 2000, 3: 400, 4: 400}  # by seats, to how many games of robots

CURVES: Mapping[int, Sequence[Curve]] = {
    2: (
        Curve(0.07909, 0.06462, 0.0),
        Curve(-0.03709, 0.06997, 0.125),
        Curve(0.14594, 0.01256, 0.125),
        Curve(-0.20478, 0.07531, 0.0),
        Curve(-0.00264, 0.03069, 0.0),
        Curve(0.06026, 0.05792, 0.0),
        Curve(0.10881, 0.06205, 0.0),
        Curve(-0.00485, 0.07176, 0.0625),
        Curve(-0.10343, 0.13226, 0.25),
        Curve(-0.09961, 0.09663, 0.0),
        Curve(-0.28019, 0.10466, 0.0),
        Curve(-0.13437, 0.20883, 0.125),
    ),
    3: (
        Curve(-0.65054, 0.04238, 0.0),
        Curve(-0.58815, 0.09858, 0.5),
        Curve(-0.7319, 0.11174, 0.5),
        Curve(-0.75185, 0.04735, 0.0),
        Curve(-0.59319, 0.04767, 0.0),
        Curve(-0.47286, 0.11771, 0.5),
        Curve(-0.48691, 0.22279, 1.0),
        Curve(-0.60145, 0.33081, 2.0),
        Curve(-0.45903, 0.06298, 0.0),
        Curve(-0.60995, 0.31674, 1.0),
        Curve(-0.56632, 0.08187, 0.0),
        Curve(-0.42675, 0.11027, 0.0),
    ),
    4: (
        Curve(-1.08119, 0.13588, 2.0),
        Curve(-0.94723, 0.00635, 1.0),
        Curve(-0.96273, 0.05202, 0.0),
        Curve(-1.076, 0.0442, 0.0),
        Curve(-1.11388, 0.03355, 0.0),
        Curve(-0.90293, 0.03715, 0.0),
        Curve(-0.8702, 0.05224, 0.0),
        Curve(-0.86714, 0.05758, 0.0),
        Curve(-0.98933, 0.08427, 0.0),
        Curve(-1.01917, 0.07717, 0.0),
        Curve(-0.88981, 0.09466, 0.0),
        Curve(-1.0709, 0.27287, 0.25),
    ),
}
