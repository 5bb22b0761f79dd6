"""What chance to win the values of Azul: Summer Pavilion stand for, by seats and stage.

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
        Curve(-0.54213, 0.06743, 0.25),
        Curve(-0.68257, 0.05103, 0.0),
        Curve(-0.63392, 0.07317, 0.25),
        Curve(-0.73554, 0.04923, 0.0),
        Curve(-0.73288, 0.05328, 0.0),
        Curve(-0.45854, 0.05732, 0.0625),
        Curve(-0.60677, 0.16008, 0.5),
        Curve(-0.59306, 0.06451, 0.0),
        Curve(-0.58822, 0.07955, 0.0),
        Curve(-0.76829, 0.0967, 0.0),
        Curve(-0.86014, 0.09354, 0.0),
        Curve(-0.35333, 0.10298, 0.0),
    ),
    4: (
        Curve(-1.1102, 0.02514, 0.0),
        Curve(-0.85079, 0.02657, 0.0),
        Curve(-0.95507, 0.05446, 0.0),
        Curve(-1.11243, 0.05751, 0.0),
        Curve(-0.97303, 0.04837, 0.0),
        Curve(-0.91789, 0.07092, 0.0),
        Curve(-0.97062, 0.04859, 0.0),
        Curve(-1.06129, 0.07441, 0.0),
        Curve(-1.0746, 0.08341, 0.0),
        Curve(-1.12002, 0.10281, 0.0),
        Curve(-1.11088, 0.10184, 0.0),
        Curve(-1.06259, 0.18107, 0.125),
    ),
}
