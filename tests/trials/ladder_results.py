"""What the ladder's games came to, as lines of a file that is continued: one line for each pairing of robots.

Knows no rules of a game and plays none.
"""

from __future__ import annotations

import ast
import io
import json
import tokenize
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from statistics import mean, variance

from engine import GAMES
from engine.ai import Level, nodes_of
from engine.table import Table

ROOT = Path(__file__).parents[2]
FILE = Path(__file__).with_suffix(".jsonl")
NOT_PLAYED, LOST = "-", "0"
SURE = 1.96  # standard deviations to each side: 95 % lie between
SEARCH = "engine.search"
BUDGETS = "NODES"  # the name under which a mind keeps its budgets
AHEAD = (Level.SHARP, Level.STRONG, Level.MASTER)  # the levels that look ahead


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


# what decides how a robot plays


@cache
def edition(pairing: Pairing) -> str:
    """Eight signs for each of the two robots, that are others once it plays differently.

    They come from the code of the game and, for a level that looks ahead, of its mind (`engine/search.py` too) and from
    its budget. Comments and docstrings do not count, neither do `engine/core.py` and `engine/ai.py`.
    """
    return "-".join(_edition(pairing, Level(level)) for level in (pairing.robot, pairing.other))


def _edition(pairing: Pairing, level: Level) -> str:
    game = GAMES[pairing.game]
    roots, budget = [game.state.__module__], 0
    if level in AHEAD:
        roots.append(game.mind.rank.__module__ if game.mind else SEARCH)
        table = Table.new(game, pairing.seats, pairing.chosen, "edition")
        budget = nodes_of(level, table.view(table.state.to_act()[0]))
    texts = [_code(module) for module in sorted(_reached(roots, f"engine.games.{game.key}"))]
    return sha256("\n".join([*texts, str(budget)]).encode()).hexdigest()[:8]


def _reached(roots: Iterable[str], package: str) -> set[str]:
    """These modules and those of the package, or of searches, that they import."""
    found, left = set[str](), list(roots)
    while left:
        if (module := left.pop()) not in found:
            found.add(module)
            left += [one for one in _imports(module) if one.startswith((f"{package}.", SEARCH)) and _path(one).exists()]
    return found


@cache
def _imports(module: str) -> frozenset[str]:
    """What a module imports, each name of `from x import name` as if it were a module too."""
    found = set[str]()
    for node in ast.walk(ast.parse(_path(module).read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            found |= {node.module or "", *(f"{node.module}.{name.name}" for name in node.names)}
        elif isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
    return frozenset(found)


def _path(module: str) -> Path:
    path = ROOT.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


@cache
def _code(module: str) -> str:
    """The source of a module without comments, docstrings and empty lines."""
    return code(_path(module).read_text("utf-8"))


def code(source: str) -> str:
    """A source without comments, docstrings, empty lines and the budgets of all levels.

    >>> code('def f():  # a comment\\n    \"\"\"A docstring.\"\"\"\\n    return 1')
    'def f():\\n    return 1'
    """
    lines = source.splitlines()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.stmt) and (_says_something(node) or _sets_budgets(node)):
            end = node.end_lineno or node.lineno
            lines[node.lineno - 1 : end] = [""] * (end - node.lineno + 1)
    return "\n".join(line.rstrip() for line in lines if line.strip())


def _says_something(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _sets_budgets(node: ast.stmt) -> bool:
    """Whether it is `NODES = ...`: another budget of masters leaves strong robots as they are."""
    targets = [*getattr(node, "targets", ()), getattr(node, "target", None)]
    return any(isinstance(one, ast.Name) and one.id == BUDGETS for one in targets)


# the file


@dataclass
class Results:
    """What is kept of all pairings in the file at `path`, `lines` by pairing; it is written after each game."""

    path: Path = FILE
    lines: dict[Pairing, Played] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.path.exists():
            rows = map(_played, map(json.loads, self.path.read_text("utf-8").splitlines()))
            self.lines = {one.pairing: one for one in rows}

    def of(self, pairing: Pairing) -> Played:
        """The games of a pairing as its robots play now; none if they have changed since."""
        now, kept = edition(pairing), self.lines.get(pairing)
        return kept if kept and kept.edition == now else Played(pairing, now)

    def outdated(self, pairings: Iterable[Pairing]) -> list[Pairing]:
        """Those of the pairings that were played by robots that have changed since."""
        return [one for one in pairings if one in self.lines and self.lines[one].edition != edition(one)]

    def add(self, pairing: Pairing, deal: int, seat: int, sign: str, points: int) -> None:
        """Keep one more game. The first one of a new edition replaces all of the old one."""
        self.lines[pairing] = self.of(pairing).with_game(deal, seat, sign, points)
        beside = self.path.with_suffix(".new")
        beside.write_text("".join(f"{json.dumps(_row(self.lines[one]))}\n" for one in sorted(self.lines)), "utf-8")
        beside.replace(self.path)


def _row(played: Played) -> Mapping[str, object]:
    head = vars(played.pairing)
    return {**head, "edition": played.edition, "deals": " ".join(played.deals), "points": list(played.points)}


def _played(row: Mapping[str, object]) -> Played:
    pairing = Pairing(*(row[name] for name in Pairing.__dataclass_fields__))
    return Played(pairing, str(row["edition"]), tuple(str(row["deals"]).split()), tuple(row["points"]))
