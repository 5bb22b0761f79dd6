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
        Curve(-0.11505, 0.14519),
        Curve(-0.08447, 0.15687),
        Curve(-0.21822, 0.15019),
        Curve(-0.12054, 0.1241),
        Curve(-0.09267, 0.06938),
        Curve(-0.09894, 0.09565),
    ),
    3: (
        Curve(-0.58395, 0.13967),
        Curve(-0.59495, 0.14343),
        Curve(-0.64481, 0.10175),
        Curve(-0.45917, 0.13473),
        Curve(-0.54979, 0.14785),
        Curve(-0.47008, 0.14959),
    ),
    4: (
        Curve(-1.02359, 0.11945),
        Curve(-1.04457, 0.12344),
        Curve(-0.90782, 0.14059),
        Curve(-0.92693, 0.13471),
        Curve(-0.88149, 0.15499),
        Curve(-1.0325, 0.14668),
    ),
}
