"""What chance to win the values of Pillars stand for, by seats and stage.

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
        Curve(-0.25249, 0.18897, 0.0),
        Curve(-0.26815, 0.48399, 0.5),
        Curve(-0.46474, 0.39624, 0.0),
        Curve(-0.43186, 0.51164, 0.0),
        Curve(-0.73692, 0.82475, 0.125),
        Curve(-0.71664, 4.64393, 2.0),
    ),
    3: (
        Curve(-1.0335, 0.35814, 0.0),
        Curve(-0.8757, 0.31779, 0.0),
        Curve(-0.73453, 0.30531, 0.0),
        Curve(-0.92958, 0.3589, 0.0),
        Curve(-0.79283, 0.54631, 0.0),
        Curve(-0.90644, 1.43195, 1.0),
    ),
    4: (
        Curve(-1.42072, 0.34822, 0.0),
        Curve(-1.33926, 0.30496, 0.0),
        Curve(-1.2054, 0.32871, 0.0),
        Curve(-1.36075, 0.48394, 0.0),
        Curve(-1.29793, 0.53503, 0.0),
        Curve(-1.06216, 1.0107, 0.5),
    ),
}
