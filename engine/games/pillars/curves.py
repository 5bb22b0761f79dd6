"""What chance to win the values of Pillars stand for, by seats and stage.

With 2 seats they were fitted to 45 games of robots.
With 3 seats they were fitted to 42 games of robots.
With 4 seats they were fitted to 42 games of robots.
Written by `make curves`. Knows no rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.coaching import Curve

FITTED: Mapping[int, int] = {2: 45, 3: 42, 4: 42}  # by seats, to how many games of robots

CURVES: Mapping[int, Sequence[Curve]] = {
    2: (
        Curve(-0.06591, 0.25027),
        Curve(-0.10186, 0.3157),
        Curve(-0.01197, 0.35825),
        Curve(0.09667, 0.4741),
        Curve(0.07459, 0.53388),
    ),
    3: (
        Curve(-0.6941, 0.23149),
        Curve(-0.561, 0.2175),
        Curve(-0.55906, 0.27799),
        Curve(-0.45357, 0.42065),
        Curve(-0.36806, 0.51353),
    ),
    4: (
        Curve(-1.0248, 0.23669),
        Curve(-0.92799, 0.26632),
        Curve(-0.9857, 0.37229),
        Curve(-0.84162, 0.41577),
        Curve(-0.68591, 0.51866),
    ),
}
