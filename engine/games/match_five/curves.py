"""What chance to win the values of Match Five stand for, by seats and stage.

With 2 seats they were fitted to 2000 games of robots.
With 3 seats they were fitted to 60 games of robots.
With 4 seats they were fitted to 60 games of robots.
With 5 seats they were fitted to 60 games of robots.
With 6 seats they were fitted to 60 games of robots.
Written by `make curves`. Knows no rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.coaching import Curve

FITTED: Mapping[int, int] = {2: 2000, 3: 60, 4: 60, 5: 60, 6: 60}  # by seats, to how many games of robots

CURVES: Mapping[int, Sequence[Curve]] = {
    2: (
        Curve(0.07475, 0.02957, 0.0),
        Curve(0.13455, 0.03036, 0.0),
        Curve(0.20104, 0.04051, 0.0),
        Curve(0.14989, 0.05938, 0.0),
        Curve(-0.82866, 0.34474, 0.125),
    ),
    3: (
        Curve(-0.4653, 0.03801, 0.0),
        Curve(-0.40882, 0.04056, 0.0),
        Curve(-0.3552, 0.04311, 0.0),
        Curve(-0.22614, 0.04417, 0.0),
        Curve(-0.59702, 0.10668, 0.0625),
    ),
    4: (
        Curve(-0.95408, 0.0355, 0.0),
        Curve(-0.90452, 0.04328, 0.0),
        Curve(-0.56483, 0.03845, 0.0),
        Curve(-0.47731, 0.0958, 0.0625),
        Curve(-0.57889, 0.1123, 0.0625),
    ),
    5: (
        Curve(-1.23908, 0.03592, 0.0),
        Curve(-1.30287, 0.04023, 0.0),
        Curve(-1.07956, 0.04301, 0.0),
        Curve(-0.78606, 0.12533, 0.125),
        Curve(-1.00903, 0.10781, 0.0625),
    ),
    6: (
        Curve(-1.45292, 0.03634, 0.0),
        Curve(-1.41914, 0.03813, 0.0),
        Curve(-1.374, 0.043, 0.0),
        Curve(-1.00722, 0.08296, 0.0625),
        Curve(-1.07515, 0.11788, 0.0625),
    ),
}
