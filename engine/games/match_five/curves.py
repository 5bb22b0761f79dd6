"""What chance to win the values of Match Five stand for, by seats and stage.

With 2 seats they were fitted to 2000 games of robots.
With 3 seats they were fitted to 400 games of robots.
With 4 seats they were fitted to 400 games of robots.
With 5 seats they were fitted to 400 games of robots.
With 6 seats they were fitted to 400 games of robots.
Written by `make curves`. Knows no rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.coaching import Curve

FITTED: Mapping[int, int] = {2: 2000, 3: 400, 4: 400, 5: 400, 6: 400}  # by seats, to how many games of robots

CURVES: Mapping[int, Sequence[Curve]] = {
    2: (
        Curve(0.07475, 0.02957, 0.0),
        Curve(0.13455, 0.03036, 0.0),
        Curve(0.20104, 0.04051, 0.0),
        Curve(0.14989, 0.05938, 0.0),
        Curve(-0.82866, 0.34474, 0.125),
    ),
    3: (
        Curve(-0.34305, 0.05655, 0.0625),
        Curve(-0.17388, 0.04021, 0.0),
        Curve(0.1831, 0.0493, 0.0),
        Curve(0.19103, 0.06186, 0.0),
        Curve(-0.82793, 0.20606, 0.0625),
    ),
    4: (
        Curve(-0.67566, 0.03946, 0.0),
        Curve(-0.43823, 0.11077, 0.25),
        Curve(-0.13943, 0.04774, 0.0),
        Curve(-0.0392, 0.0692, 0.0),
        Curve(-0.42301, 0.1642, 0.0625),
    ),
    5: (
        Curve(-0.99158, 0.04213, 0.0),
        Curve(-0.77809, 0.19016, 0.5),
        Curve(-0.26685, 0.10868, 0.125),
        Curve(-0.18042, 0.09953, 0.0625),
        Curve(-0.45812, 0.22673, 0.125),
    ),
    6: (
        Curve(-1.16454, 0.04428, 0.0),
        Curve(-1.07268, 0.04697, 0.0),
        Curve(-1.01909, 0.04565, 0.0),
        Curve(-0.48503, 0.0707, 0.0),
        Curve(-0.53335, 0.17725, 0.0625),
    ),
}
