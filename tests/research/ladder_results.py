"""What the ladder's games came to, as lines of a file that is continued: one line for each pairing of robots.

Knows no rules of a game and plays none.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import mean, variance

from tests.research.editions import edition
from tests.research.kept import alone

FILE = Path(__file__).with_suffix(".jsonl")
NOT_PLAYED, LOST = "-", "0"
SURE = 1.96  # standard deviations to each side: 95 % lie between


@dataclass(frozen=True, order=True)
class Pairing:
    """One robot of the level `robot` against copies of the level `other`.

    `options`: those that are not the default, as "wall=gray,rules=hungarian". `seats`: at the table.
    """

    game: str
    seats: int
    robot: str
    other: str
    options: str = ""

    @property
    def chosen(self) -> dict[str, str]:
        """The options by name."""
        return dict(one.split("=") for one in self.options.split(",") if one)

    @property
    def fair(self) -> float:
        """The share of wins of a robot that is as good as the others."""
        return 1 / self.seats


@dataclass(frozen=True)
class Played:
    """All games of a `pairing`.

    `edition`: what decided how the two robots played. `deals`: one text for each deal, with one sign for each seat in
    which the robot sat: "1" it won, "2" to "4" so many shared the first place with it, "0" it lost, "-" not played yet.
    `points`: those of the robot, all games of a deal together.
    """

    pairing: Pairing
    edition: str
    deals: tuple[str, ...] = ()
    points: tuple[int, ...] = ()

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(len(deal) - deal.count(NOT_PLAYED) for deal in self.deals)

    @property
    def whole(self) -> list[int]:
        """The numbers of the deals that were played in every seat."""
        return [number for number, deal in enumerate(self.deals) if NOT_PLAYED not in deal]

    @property
    def shares(self) -> list[tuple[float, ...]]:
        """What the robot took of each game of the whole deals: 1 for a win, a part of it for a shared one."""
        return [tuple(map(share, self.deals[number])) for number in self.whole]

    @property
    def win_rate(self) -> float:
        """The mean of its wins, between 0 and 1."""
        return mean(map(mean, self.shares))

    @property
    def mean_points(self) -> float:
        """Its points a game, in whole deals."""
        return mean(self.points[number] for number in self.whole) / self.pairing.seats

    def due(self, games: int) -> list[tuple[int, int]]:
        """The deals and seats that are still to be played until there are so many games, in order."""
        seats = self.pairing.seats
        slots = [(deal, seat) for deal in range(-(-games // seats)) for seat in range(seats)]
        return [(deal, seat) for deal, seat in slots if self._sign(deal, seat) == NOT_PLAYED]

    def _sign(self, deal: int, seat: int) -> str:
        return self.deals[deal][seat] if deal < len(self.deals) else NOT_PLAYED

    def with_game(self, deal: int, seat: int, sign: str, points: int) -> Played:
        """The same with one more game."""
        more = deal + 1 - len(self.deals)
        deals = [*self.deals, *[NOT_PLAYED * self.pairing.seats] * more]
        sums = [*self.points, *[0] * more]
        deals[deal] = deals[deal][:seat] + sign + deals[deal][seat + 1 :]
        sums[deal] += points
        return replace(self, deals=tuple(deals), points=tuple(sums))


def share(sign: str) -> float:
    """What a sign stands for: "1" is a whole win, "2" half of one, "0" none."""
    return 0.0 if sign == LOST else 1 / int(sign)


def interval(deals: Iterable[tuple[float, ...]]) -> tuple[float, float]:
    """Where the true share lies in 19 of 20 cases, by Wilson's formula.

    Games of one deal go together, so it counts only as many games as the differences between deals are worth: at least
    one for a deal, at most all.
    """
    whole = list(deals)
    means = [mean(deal) for deal in whole]
    middle, games = mean(means), sum(map(len, whole))
    spread = variance(means) / len(means) if len(means) > 1 else 0.0
    lone = middle * (1 - middle)  # the variance of one game
    count = lone / spread if spread else games if 0 < middle < 1 else len(means)
    return wilson(middle, min(max(count, len(means)), games))


def wilson(middle: float, count: float) -> tuple[float, float]:
    """Wilson's interval of a share that was seen in so many trials."""
    square = SURE**2
    center = (middle + square / (2 * count)) / (1 + square / count)
    half = SURE / (1 + square / count) * (middle * (1 - middle) / count + square / (4 * count**2)) ** 0.5
    return max(0.0, center - half), min(1.0, center + half)


def edition_of(pairing: Pairing) -> str:
    """The editions of both robots."""
    options = tuple(pairing.chosen.items())
    both = (edition(pairing.game, str(level), pairing.seats, options) for level in (pairing.robot, pairing.other))
    return "-".join(both)


# the file


@dataclass
class Results:
    """What is kept of all pairings in the file at `path`, `lines` by pairing; it is written after each game."""

    path: Path = FILE
    lines: dict[Pairing, Played] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._read()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Nobody else adds games to the file meanwhile, and `lines` is what it holds now. Raises Taken."""
        with alone(self.path):
            self._read()
            yield

    def of(self, pairing: Pairing) -> Played:
        """The games of a pairing as its robots play now; none if they have changed since."""
        now, kept = edition_of(pairing), self.lines.get(pairing)
        return kept if kept and kept.edition == now else Played(pairing, now)

    def outdated(self, pairings: Iterable[Pairing]) -> list[Pairing]:
        """Those of the pairings that were played by robots that have changed since."""
        return [one for one in pairings if one in self.lines and self.lines[one].edition != edition_of(one)]

    def add(self, pairing: Pairing, deal: int, seat: int, sign: str, points: int) -> None:
        """Keep one more game. The first one of a new edition replaces all of the old one."""
        self.lines[pairing] = self.of(pairing).with_game(deal, seat, sign, points)
        self._write()

    def keep(self, pairing: Pairing) -> None:
        """The games of a pairing count for its robots as they are now."""
        self.lines[pairing] = replace(self.lines[pairing], edition=edition_of(pairing))
        self._write()

    def _write(self) -> None:
        beside = self.path.with_suffix(".new")
        beside.write_text("".join(f"{json.dumps(_row(self.lines[one]))}\n" for one in sorted(self.lines)), "utf-8")
        beside.replace(self.path)

    def _read(self) -> None:
        if self.path.exists():
            rows = map(_played, map(json.loads, self.path.read_text("utf-8").splitlines()))
            self.lines = {one.pairing: one for one in rows}


def _row(played: Played) -> Mapping[str, object]:
    head = vars(played.pairing)
    return {**head, "edition": played.edition, "deals": " ".join(played.deals), "points": list(played.points)}


def _played(row: Mapping[str, object]) -> Played:
    pairing = Pairing(*(row[name] for name in Pairing.__dataclass_fields__))
    return Played(pairing, str(row["edition"]), tuple(str(row["deals"]).split()), tuple(row["points"]))
