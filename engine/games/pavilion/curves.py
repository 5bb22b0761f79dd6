"""What chance to win the values of Azul: Summer Pavilion stand for, by seats and stage.

With 2 seats they were fitted to 120 games of robots.
With 3 seats they were fitted to 42 games of robots.
With 4 seats they were fitted to 42 games of robots.
Written by `make curves`. Knows no rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.coaching import Curve

FITTED: Mapping[int, int] = {2: 120, 3: 42, 4: 42}  # by seats, to how many games of robots

CURVES: Mapping[int, Sequence[Curve]] = {
    2: (
        Curve(0.19694, 0.06246),
        Curve(0.11407, 0.07495),
        Curve(0.14582, 0.0955),
        Curve(-0.02811, 0.08685),
        Curve(-0.11803, 0.0903),
        Curve(0.15426, 0.07013),
        Curve(0.16372, 0.06974),
        Curve(0.3084, 0.10379),
        Curve(0.25929, 0.09502),
        Curve(0.19879, 0.10578),
        Curve(0.10681, 0.12402),
        Curve(0.24563, 0.13769),
    ),
    3: (
        Curve(-0.47788, 0.07187),
        Curve(-0.52006, 0.07863),
        Curve(-0.44982, 0.08078),
        Curve(-0.53283, 0.09315),
        Curve(-0.51076, 0.08626),
        Curve(-0.41052, 0.07342),
        Curve(-0.44509, 0.06709),
        Curve(-0.3244, 0.08898),
        Curve(-0.36747, 0.09467),
        Curve(-0.44049, 0.11739),
        Curve(-0.43698, 0.11324),
        Curve(-0.33062, 0.1289),
    ),
    4: (
        Curve(-0.94613, 0.0514),
        Curve(-0.89652, 0.05906),
        Curve(-0.8634, 0.07601),
        Curve(-0.99437, 0.08027),
        Curve(-1.00291, 0.08068),
        Curve(-0.81828, 0.07354),
        Curve(-0.79178, 0.0729),
        Curve(-0.76811, 0.09109),
        Curve(-0.77916, 0.09405),
        Curve(-0.79365, 0.10696),
        Curve(-0.7857, 0.11156),
        Curve(-0.76564, 0.12625),
    ),
}
