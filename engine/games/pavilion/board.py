"""A player's board in Summer Pavilion: seven stars, the hand beside it, the corners, and the score.

Knows nothing about factories, turns or other players.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import chain

from engine.games.pavilion.moves import PLACEMENTS, WILD_COUNTS, Place
from engine.games.pavilion.sets import (
    COLORS,
    EMPTY,
    FREE_STAR,
    MIN_POINTS,
    MIXED_POINTS,
    NUMBER_POINTS,
    ORNAMENTS_AT,
    SIDES,
    STAR_POINTS,
    STAR_SIZE,
    STARS,
    START_POINTS,
    BoardSide,
    Ornament,
    accepted_colors,
    holds,
    run_length,
    subtract,
    tidy,
)

# `payments[star][slot]`, both 0-based: the ways to lay a tile of one color on that space.
Payments = tuple[tuple[tuple[Place, ...], ...], ...]


@dataclass
class Board:
    """The board of one player, with hand and score."""

    stars: list[str] = field(default_factory=lambda: [EMPTY * STAR_SIZE] * len(STARS))
    """Seven strings of six cells, in the order of STARS (UL UR R LR LL L C), slot 1 first; "." is an open space."""
    hand: str = ""  # a heap: the tiles that can be placed
    corners: str = ""  # a heap of at most 4 tiles, kept for the next round
    score: int = START_POINTS  # the points so far, at least 1
    passed: bool = False  # whether the seat has passed in this round

    def __post_init__(self) -> None:
        self.hand = tidy(self.hand)
        self.corners = tidy(self.corners)

    def copy(self) -> Board:
        """Return an independent copy."""
        copied = object.__new__(Board)
        copied.stars = self.stars[:]
        copied.hand = self.hand
        copied.corners = self.corners
        copied.score = self.score
        copied.passed = self.passed
        return copied

    def loss(self, points: int) -> int:
        """The number of points that a loss of `points` actually subtracts, as no score falls below 1 [6.3]."""
        return min(points, self.score - MIN_POINTS)

    def lose(self, points: int) -> int:
        """Subtract points; return the points actually lost [6.3]."""
        lost = self.loss(points)
        self.score -= lost
        return lost

    def placements(self, side: str, wild: str) -> list[Place]:
        """The legal placements, ordered by star, slot, color and number of wilds."""
        return [*chain.from_iterable(self._payments(side, wild))]

    def can_place(self, side: str, wild: str) -> bool:
        """Whether there is a legal placement."""
        return any(self._payments(side, wild))

    def _payments(self, side: str, wild: str) -> Iterator[tuple[Place, ...]]:
        """For each open space and each color that can be paid for there: the placements, fewer wilds first."""
        kinds = SIDES[side].kinds
        counts = {color: min(self.hand.count(color), STAR_SIZE) for color in COLORS if color in self.hand}
        wilds = min(counts.get(wild, 0), WILD_COUNTS[-1])
        payable = {
            color: _payments_with(side, color, own, wilds if color != wild else 0) for color, own in counts.items()
        }
        for star, cells in enumerate(self.stars):
            rows = [payable[color][star] for color in accepted_colors(kinds[star], cells) if color in payable]
            if not rows:
                continue
            for slot, cell in enumerate(cells):
                if cell == EMPTY:
                    for row in rows:
                        if row[slot]:
                            yield row[slot]

    def refuses(self, move: Place, side: BoardSide, wild: str) -> str | None:
        """The rule that forbids a placement, "5.2" to "5.7"; None if it is legal."""
        star = STARS.index(move.star)
        cells = self.stars[star]
        kind = side.kinds[star]
        cost = side.costs[star][move.slot - 1]
        if cells[move.slot - 1] != EMPTY:
            return "5.2"
        if move.color not in accepted_colors(kind, cells):
            return "5.4" if kind == FREE_STAR else "5.3"
        if move.color == wild and move.wilds:
            return "5.7"
        if move.wilds >= cost:
            return "5.6"
        return None if holds(self.hand, payment(move, cost, wild)) else "5.5"

    def lay(self, move: Place, cost: int, wild: str) -> str:
        """Lay a tile and pay for it from the hand; return the paid tiles without the laid one, for the tower [5.5]."""
        star = STARS.index(move.star)
        price = payment(move, cost, wild)
        cells = self.stars[star]
        self.stars[star] = cells[: move.slot - 1] + move.color + cells[move.slot :]
        self.hand = subtract(self.hand, price)
        return subtract(price, move.color)

    def gain(self, move: Place) -> int:
        """The points for this tile, whether or not it is laid already [5.8]."""
        cells = self.stars[STARS.index(move.star)]
        return run_length(cells[: move.slot - 1] + move.color + cells[move.slot :], move.slot - 1)

    def newly_surrounded(self, move: Place) -> list[Ornament]:
        """The ornaments whose last open space this tile covers, whether or not it is laid already [5.9]."""
        space = STARS.index(move.star), move.slot - 1
        return [
            ornament
            for ornament in ORNAMENTS_AT[space]
            if all(at == space or self.covers(*at) for at in ornament.spaces)
        ]

    def covers(self, star: int, slot: int) -> bool:
        """Whether a tile lies on this space; both numbers are 0-based."""
        return self.stars[star][slot] != EMPTY

    def reached_goals(self, side: BoardSide) -> Iterator[tuple[str, int]]:
        """The goals reached and their points: a color or "six" for a star, "1" to "4" for a number [8.2] [8.3]."""
        for cells in self.stars:
            if EMPTY not in cells:
                single = len(set(cells)) == 1
                yield cells[0] if single else "six", STAR_POINTS[cells[0]] if single else MIXED_POINTS
        for number, spaces in side.numbers.items():
            if all(self.covers(*at) for at in spaces):
                yield str(number), NUMBER_POINTS[number]

    def text_lines(self, head: str, side: BoardSide) -> list[str]:
        """The board as text lines: the head, each star with its printed numbers, the hand ("H"), kept tiles ("K")."""
        costs = ["".join(map(str, star)) for star in side.costs]
        stars = [f" {name:2} {costs[at]} {self.stars[at]}" for at, name in enumerate(STARS)]
        return [head, *stars, f" H {self.hand}", f" K {self.corners}"]


def payment(move: Place, cost: int, wild: str) -> str:
    """All tiles that a placement costs, including the one that is laid [5.5]."""
    return move.color * (cost - move.wilds) + wild * move.wilds


@cache
def _payments_with(side: str, color: str, own: int, wilds_in_hand: int) -> Payments:
    """For each star and each of its spaces: the ways to lay a color there, fewer wilds first.

    `own`: the number of tiles of this color in hand, counted up to 6 [5.5]. `wilds_in_hand`: the number of wild tiles
    in hand, counted up to 5, as they cannot replace the last tile of the color [5.6]; 0 if the color itself is wild.
    """
    return tuple(
        tuple(
            tuple(
                PLACEMENTS[star, slot, color, wilds]
                for wilds in range(max(0, cost - own), min(cost - 1, wilds_in_hand) + 1)
            )
            for slot, cost in enumerate(costs, 1)
        )
        for star, costs in zip(STARS, SIDES[side].costs, strict=True)
    )
