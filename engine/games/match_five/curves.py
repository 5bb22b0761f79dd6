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
        Curve(0.05142, 0.04009, 0.0),
        Curve(0.02201, 0.0615, 0.0625),
        Curve(-0.00895, 0.07397, 0.0625),
        Curve(0.21516, 0.09625, 0.0625),
        Curve(0.15845, 0.16262, 0.125),
    ),
    3: (
        Curve(-0.63285, 0.0707, 0.0625),
        Curve(-0.6558, 0.0678, 0.0625),
        Curve(-0.52818, 0.07457, 0.0625),
        Curve(-0.40596, 0.1012, 0.0625),
        Curve(-0.43543, 0.12167, 0.0625),
    ),
    4: (
        Curve(-1.00168, 0.0689, 0.0625),
        Curve(-0.97941, 0.07138, 0.0625),
        Curve(-0.88176, 0.08103, 0.0625),
        Curve(-0.71926, 0.09913, 0.0625),
        Curve(-0.71952, 0.15953, 0.125),
    ),
    5: (
        Curve(-1.20359, 0.07338, 0.0625),
        Curve(-1.14997, 0.07659, 0.0625),
        Curve(-1.00434, 0.08794, 0.0625),
        Curve(-0.78035, 0.10781, 0.0625),
        Curve(-0.7898, 0.17209, 0.125),
    ),
    6: (
        Curve(-1.25006, 0.08308, 0.0625),
        Curve(-1.15792, 0.08791, 0.0625),
        Curve(-0.99197, 0.10126, 0.0625),
        Curve(-0.64707, 0.12511, 0.0625),
        Curve(-0.76135, 0.19818, 0.125),
    ),
}
