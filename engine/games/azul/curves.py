"""What chance to win the values of Azul stand for, by seats and stage.

With 2 seats they were fitted to 288 games of robots.
With 3 seats they were fitted to 48 games of robots.
With 4 seats they were fitted to 48 games of robots.
Written by `make curves`. Knows no rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.coaching import Curve

FITTED: Mapping[int, int] = {2: 288, 3: 48, 4: 48}  # by seats, to how many games of robots

CURVES: Mapping[int, Sequence[Curve]] = {
    2: (
        Curve(-0.09403, 0.13943),
        Curve(-0.06204, 0.15663),
        Curve(-0.20638, 0.14932),
        Curve(-0.10453, 0.12477),
        Curve(-0.08625, 0.06901),
        Curve(-0.09153, 0.1018),
    ),
    3: (
        Curve(-0.75284, 0.13792),
        Curve(-0.7194, 0.15843),
        Curve(-0.83541, 0.09676),
        Curve(-0.54112, 0.13466),
        Curve(-0.77854, 0.11697),
        Curve(-0.63813, 0.10754),
    ),
    4: (
        Curve(-1.14077, 0.13581),
        Curve(-1.17366, 0.13248),
        Curve(-1.07324, 0.13363),
        Curve(-1.09361, 0.11633),
        Curve(-1.04222, 0.11517),
        Curve(-1.17048, 0.10997),
    ),
}
