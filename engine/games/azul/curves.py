"""What chance to win the values of Azul stand for, by seats and stage.

With 2 seats they were fitted to 288 games of robots.
With 3 seats they were fitted to 44 games of robots.
With 4 seats they were fitted to 43 games of robots.
Written by `make curves`. Knows no rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.coaching import Curve

FITTED: Mapping[int, int] = {2: 288, 3: 44, 4: 43}  # by seats, to how many games of robots

CURVES: Mapping[int, Sequence[Curve]] = {
    2: (
        Curve(-0.10513, 0.13847),
        Curve(-0.06908, 0.15603),
        Curve(-0.22042, 0.15002),
        Curve(-0.12384, 0.12536),
        Curve(-0.09717, 0.06952),
        Curve(-0.10539, 0.1023),
    ),
    3: (
        Curve(-0.77754, 0.13545),
        Curve(-0.66449, 0.13582),
        Curve(-0.79364, 0.11619),
        Curve(-0.88197, 0.13927),
        Curve(-0.83577, 0.10614),
        Curve(-0.86379, 0.10976),
    ),
    4: (
        Curve(-1.18245, 0.13426),
        Curve(-1.07654, 0.12891),
        Curve(-1.28651, 0.1359),
        Curve(-1.46832, 0.13478),
        Curve(-1.28517, 0.12609),
        Curve(-1.23519, 0.11673),
    ),
}
