"""What chance to win the values of Azul stand for, by seats and stage.

With 2 seats they were fitted to 1624 games of robots.
With 3 seats they were fitted to 44 games of robots.
With 4 seats they were fitted to 43 games of robots.
Written by `make curves`. Knows no rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.coaching import Curve

FITTED: Mapping[int, int] = {2: 1624, 3: 44, 4: 43}  # by seats, to how many games of robots

CURVES: Mapping[int, Sequence[Curve]] = {
    2: (
        Curve(-0.11197, 0.20454, 0.125),
        Curve(-0.19438, 0.36228, 0.25),
        Curve(-0.13664, 0.14494, 0.0),
        Curve(-0.03775, 0.15455, 0.125),
        Curve(0.02396, 0.14526, 0.25),
        Curve(-0.08812, 0.10588, 0.0625),
    ),
    3: (
        Curve(-0.801, 0.20326, 0.125),
        Curve(-0.6619, 0.2698, 0.25),
        Curve(-0.76207, 0.16216, 0.125),
        Curve(-0.8351, 0.15814, 0.0625),
        Curve(-0.7801, 0.12603, 0.0625),
        Curve(-0.82667, 0.13172, 0.0625),
    ),
    4: (
        Curve(-1.20544, 0.20239, 0.125),
        Curve(-1.05847, 0.2541, 0.25),
        Curve(-1.24343, 0.1413, 0.0),
        Curve(-1.41576, 0.17601, 0.125),
        Curve(-1.20834, 0.21915, 0.25),
        Curve(-1.1772, 0.19571, 0.25),
    ),
}
