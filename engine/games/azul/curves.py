"""What chance to win the values of Azul stand for, by seats and stage.

Written by `make curves`. Knows no rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.coaching import Curve

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
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
    ),
    4: (
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
        Curve(0.0, 0.1),
    ),
}
