"""What chance to win the values of Pillars stand for, by seats and stage.

With 2 seats they were fitted to 2000 games of robots.
With 3 seats they were fitted to 400 games of robots.
With 4 seats they were fitted to 400 games of robots.
Written by `make curves`. Knows no rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.coaching import Curve

FITTED: Mapping[int, int] = {2: 2000, 3: 400, 4: 400}  # by seats, to how many games of robots

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
        Curve(-0.82992, 0.30147, 0.0),
        Curve(-0.6428, 0.1069, 0.0),
        Curve(-0.58645, 0.13655, 0.0),
        Curve(-0.55628, 0.29768, 0.0),
        Curve(-0.70833, 0.42347, 0.0),
        Curve(-0.31063, 3.77832, 2.0),
    ),
    4: (
        Curve(-1.07587, 0.26406, 0.0),
        Curve(-0.95591, 0.04952, 0.0),
        Curve(-0.74628, 0.19487, 0.0),
        Curve(-0.89089, 0.2342, 0.0625),
        Curve(-0.99564, 0.58406, 0.0),
        Curve(-1.1505, 3.40994, 2.0),
    ),
}
