"""What chance to win the values of Match Five stand for, by seats and stage.

With 2 seats they were fitted to 45 games of robots.
With 3 seats they were fitted to 14 games of robots.
With 4 seats no game was judged: the curves follow from those of other numbers of seats.
With 5 seats no game was judged: the curves follow from those of other numbers of seats.
With 6 seats they were fitted to 14 games of robots.
Written by `make curves`. Knows no rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.coaching import Curve

FITTED: Mapping[int, int] = {2: 45, 3: 14, 6: 14}  # by seats, to how many games of robots

CURVES: Mapping[int, Sequence[Curve]] = {
    2: (
        Curve(0.39618, 0.03969),
        Curve(0.27368, 0.03901),
        Curve(0.21642, 0.0469),
        Curve(0.33914, 0.06015),
        Curve(0.3447, 0.07),
    ),
    3: (
        Curve(-0.38166, 0.04193),
        Curve(-0.48208, 0.04276),
        Curve(-0.46685, 0.04918),
        Curve(-0.30289, 0.06182),
        Curve(-0.24914, 0.07269),
    ),
    4: (
        Curve(-0.77669, 0.04159),
        Curve(-0.8626, 0.0429),
        Curve(-0.82157, 0.05015),
        Curve(-0.62882, 0.06229),
        Curve(-0.58597, 0.07175),
    ),
    5: (
        Curve(-1.03339, 0.04219),
        Curve(-1.08883, 0.04441),
        Curve(-1.00739, 0.05276),
        Curve(-0.75417, 0.06539),
        Curve(-0.74243, 0.07369),
    ),
    6: (
        Curve(-1.18122, 0.04545),
        Curve(-1.18424, 0.04947),
        Curve(-1.05156, 0.0602),
        Curve(-0.74936, 0.07356),
        Curve(-0.78447, 0.08073),
    ),
}
