"""What chance to win the values of Azul: Summer Pavilion stand for, by seats and stage.

With 2 seats they were fitted to 600 games of robots.
With 3 seats they were fitted to 42 games of robots.
With 4 seats they were fitted to 42 games of robots.
Written by `make curves`. Knows no rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.coaching import Curve

FITTED: Mapping[int, int] = {2: 600, 3: 42, 4: 42}  # by seats, to how many games of robots

CURVES: Mapping[int, Sequence[Curve]] = {
    2: (
        Curve(0.08714, 0.07003, 0.0),
        Curve(0.04836, 0.05858, 0.0),
        Curve(0.02629, 0.09782, 0.0),
        Curve(-0.07821, 0.09705, 0.0),
        Curve(-0.18336, 0.10129, 0.0),
        Curve(0.20034, 0.07044, 0.0),
        Curve(-0.24253, 0.09967, 0.0625),
        Curve(0.09467, 0.10957, 0.0),
        Curve(-0.05804, 0.10483, 0.0625),
        Curve(-0.19063, 0.09655, 0.0),
        Curve(-0.11738, 0.10332, 0.0),
        Curve(-0.1202, 0.14076, 0.0),
    ),
    3: (
        Curve(-0.58146, 0.08361, 0.0),
        Curve(-0.6553, 0.07954, 0.0),
        Curve(-0.55617, 0.07509, 0.0),
        Curve(-0.61938, 0.09726, 0.0),
        Curve(-0.58821, 0.08994, 0.0),
        Curve(-0.52649, 0.07969, 0.0),
        Curve(-0.65633, 0.07359, 0.0),
        Curve(-0.54126, 0.08936, 0.0),
        Curve(-0.62244, 0.09099, 0.0),
        Curve(-0.73924, 0.11691, 0.0),
        Curve(-0.72461, 0.10301, 0.0),
        Curve(-0.58077, 0.1194, 0.0),
    ),
    4: (
        Curve(-1.08202, 0.05834, 0.0),
        Curve(-0.95343, 0.05649, 0.0),
        Curve(-0.96878, 0.0792, 0.0),
        Curve(-1.10868, 0.08479, 0.0),
        Curve(-1.13493, 0.08844, 0.0),
        Curve(-0.93726, 0.07849, 0.0),
        Curve(-0.97997, 0.08011, 0.0),
        Curve(-1.00542, 0.11816, 0.125),
        Curve(-1.04389, 0.08986, 0.0),
        Curve(-1.06796, 0.10179, 0.0),
        Curve(-1.05692, 0.10263, 0.0),
        Curve(-1.10462, 0.12388, 0.0),
    ),
}
