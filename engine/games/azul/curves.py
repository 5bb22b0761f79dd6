"""What chance to win the values of Azul stand for, by seats and stage.

With 2 seats they were fitted to 4000 games of robots.
With 3 seats they were fitted to 400 games of robots.
With 4 seats they were fitted to 400 games of robots.
Written by `make curves`. Knows no rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.coaching import Curve

FITTED: Mapping[int, int] = {2: 4000, 3: 400, 4: 400}  # by seats, to how many games of robots

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
        Curve(-0.65686, 1.34453, 2.0),
        Curve(-0.84067, 0.16403, 0.0625),
        Curve(-0.83214, 0.12243, 0.0625),
        Curve(-0.7444, 0.10422, 0.0),
        Curve(-0.54233, 0.09421, 0.0625),
        Curve(-0.83238, 0.07538, 0.0),
        Curve(-0.62275, 0.06357, 0.125),
    ),
    4: (
        Curve(-0.81066, 0.35171, 0.25),
        Curve(-0.97215, 0.1901, 0.125),
        Curve(-0.83579, 0.10951, 0.0625),
        Curve(-1.48723, 0.15541, 0.0),
        Curve(-1.14618, 0.12195, 0.0),
        Curve(-1.01237, 0.0709, 0.0625),
        Curve(-1.2416, 0.07769, 0.0),
    ),
}
