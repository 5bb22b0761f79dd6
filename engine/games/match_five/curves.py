"""What chance to win the values of Match Five stand for, by seats and stage.

With 2 seats they were fitted to 80 games of robots.
With 3 seats they were fitted to 42 games of robots.
With 4 seats no game was judged: the curves follow from those of other numbers of seats.
With 5 seats no game was judged: the curves follow from those of other numbers of seats.
With 6 seats they were fitted to 42 games of robots.
Written by `make curves`. Knows no rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.coaching import Curve

FITTED: Mapping[int, int] = {2: 80, 3: 42, 6: 42}  # by seats, to how many games of robots

CURVES: Mapping[int, Sequence[Curve]] = {
    2: (
        Curve(0.05142, 0.04009),
        Curve(0.04036, 0.03683),
        Curve(0.00508, 0.04353),
        Curve(0.22159, 0.0605),
        Curve(0.19293, 0.07408),
    ),
    3: (
        Curve(-0.65668, 0.04618),
        Curve(-0.65655, 0.04382),
        Curve(-0.52677, 0.04729),
        Curve(-0.40993, 0.06589),
        Curve(-0.41091, 0.08032),
    ),
    4: (
        Curve(-1.01478, 0.04479),
        Curve(-0.98529, 0.04511),
        Curve(-0.88932, 0.05093),
        Curve(-0.72991, 0.0635),
        Curve(-0.70504, 0.07536),
    ),
    5: (
        Curve(-1.22261, 0.04801),
        Curve(-1.16611, 0.04892),
        Curve(-1.02847, 0.05628),
        Curve(-0.81114, 0.0702),
        Curve(-0.79911, 0.08328),
    ),
    6: (
        Curve(-1.2827, 0.05484),
        Curve(-1.19284, 0.05741),
        Curve(-1.03662, 0.06856),
        Curve(-0.69902, 0.08637),
        Curve(-0.7897, 0.10432),
    ),
}
