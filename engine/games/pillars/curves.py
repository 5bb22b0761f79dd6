"""What chance to win the values of Pillars stand for, by seats and stage.

With 2 seats they were fitted to 80 games of robots.
With 3 seats they were fitted to 42 games of robots.
With 4 seats they were fitted to 42 games of robots.
Written by `make curves`. Knows no rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.coaching import Curve

FITTED: Mapping[int, int] = {2: 80, 3: 42, 4: 42}  # by seats, to how many games of robots

CURVES: Mapping[int, Sequence[Curve]] = {
    2: (
        Curve(-0.30871, 0.28197, 0.0),
        Curve(-0.30871, 0.28197, 0.0),
        Curve(-0.26292, 0.3595, 0.0),
        Curve(-0.18876, 0.38688, 0.0),
        Curve(-0.14544, 0.53235, 0.0),
        Curve(-0.14673, 0.56281, 0.0),
    ),
    3: (
        Curve(-0.79557, 0.2474, 0.0),
        Curve(-0.79557, 0.2474, 0.0),
        Curve(-0.64176, 0.22707, 0.0),
        Curve(-0.64953, 0.28514, 0.0),
        Curve(-0.55716, 0.43936, 0.0),
        Curve(-0.49023, 0.56907, 0.125),
    ),
    4: (
        Curve(-1.11075, 0.24332, 0.0),
        Curve(-1.11075, 0.24332, 0.0),
        Curve(-1.00337, 0.27563, 0.0),
        Curve(-1.08615, 0.38845, 0.0),
        Curve(-0.93054, 0.42526, 0.0),
        Curve(-0.76157, 0.53026, 0.0),
    ),
}
