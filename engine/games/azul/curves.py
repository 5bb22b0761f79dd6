"""What chance to win the values of Azul stand for, by seats and stage.

With 2 seats they were fitted to 4000 games of robots.
With 3 seats they were fitted to 60 games of robots.
With 4 seats they were fitted to 60 games of robots.
Written by `make curves`. Knows no rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.coaching import Curve

FITTED: Mapping[int, int] = {2: 4000, 3: 60, 4: 60}  # by seats, to how many games of robots

CURVES: Mapping[int, Sequence[Curve]] = {
    2: (
        Curve(-0.39861, 2.17543, 2.0),
        Curve(-0.4019, 0.60591, 0.5),
        Curve(-0.30081, 0.11562, 0.0),
        Curve(-0.07335, 0.15237, 0.0),
        Curve(-0.01281, 0.13322, 0.0625),
        Curve(-0.06547, 0.11451, 0.0625),
        Curve(-0.02973, 0.1123, 0.0),
    ),
    3: (
        Curve(-0.77973, 0.34527, 0.25),
        Curve(-0.84637, 0.21822, 0.125),
        Curve(-0.64, 0.14009, 0.0625),
        Curve(-0.76891, 0.11212, 0.0625),
        Curve(-0.71596, 0.11035, 0.0),
        Curve(-0.80415, 0.1177, 0.0),
        Curve(-0.80143, 0.17587, 0.125),
    ),
    4: (
        Curve(-1.06911, 0.20942, 0.0625),
        Curve(-1.16768, 0.17724, 0.0625),
        Curve(-1.13932, 0.12962, 0.0625),
        Curve(-1.17121, 0.13145, 0.0),
        Curve(-1.15158, 0.17802, 0.125),
        Curve(-1.02717, 0.09988, 0.0),
        Curve(-1.23742, 0.09931, 0.0),
    ),
}
