"""What a board of Azul is worth when a round ends: the points it has then, and what its wall and lines promise.

The promises are sums of features, weighed by how many rounds the game lasts at least. Knows no displays and no turns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.files import numbers
from engine.games.azul.board import Board
from engine.games.azul.moves import LETTERS
from engine.games.azul.sets import (
    BONUS,
    COLORS,
    COST,
    EMPTY,
    SIZE,
    SPACES,
    WALLS,
    House,
    Tiebreak,
    column,
    complete,
    complete_columns,
    final_points,
    run,
)
from engine.games.azul.tiling import open_columns, points_of
from engine.robots.azul.compact import PLACES, BoardForm, Lines

Cells = tuple[str, ...]  # of a wall, row by row

CLOCKS = SIZE + 1  # a game ends now (0), or lasts so many rounds at least
WALKED = 12  # walls kept after each row while columns are chosen
CHOSEN = 4  # of these are looked at more closely in the end
TIE = 1 / 64  # of a point for what breaks ties [7.3]
# How near a column or color is to be complete, by the tiles that its lines still need.
NEAR = (1.0, 0.7, 0.55, 0.45, 0.35, 0.27, 0.2, 0.15, 0.11, 0.08, 0.06, 0.05, 0.04, 0.03, 0.02, 0.0)
STEP = (0, 0, 1, 2, 3, 4, 5, 6, 6, 7, 7, 8, 8, 9, 9)  # the feature for so many tiles still needed
STEPS = 10
UNDER_WAY = sum(range(SIZE))  # ways in which a line can be begun
ON_WALL = 2 * STEPS + 2 * SIZE - 1  # features of a wall
FEATURES = (ON_WALL, 2 * UNDER_WAY, 2 * UNDER_WAY)  # of a board, as in Weights


class Weights(NamedTuple):
    """What the features of a board are worth while the game lasts so many rounds at least, one number for each.

    `wall`: of walls. `lines`: of lines under way when the round has ended. `soon`: the same while tiles are to come.
    """

    wall: list[float]
    lines: list[float]
    soon: list[float]


# By the side of the wall, whether columns end the game, and whether more than two play: for each clock from 1 on.
WEIGHTS: Mapping[tuple[str, bool, bool], list[Weights]] = {
    (one["side"], one["column_ends"], crowd): [Weights(**clock) for clock in one["clocks"]]
    for one in numbers("weights", "azul")["weights"]
    for crowd in one["crowds"]
}
if any([tuple(map(len, clock)) for clock in clocks] != [FEATURES] * SIZE for clocks in WEIGHTS.values()):
    raise ValueError(f"data/weights/azul.json must have {FEATURES} weights for each of {SIZE} clocks")


class Side(NamedTuple):
    """What the worth of a wall depends on.

    `wall`: the key of its side. `house`: the rules. `crowd`: whether more than two play.
    """

    wall: str
    house: House
    crowd: bool

    @property
    def weights(self) -> list[Weights]:
        """Those of the features, for each clock from 1 on."""
        return WEIGHTS[self.wall, self.house.column_ends, self.crowd]


class Tiled(NamedTuple):
    """A wall after its full lines were tiled.

    `cells`: the wall. `points`: of the tiles. `fell`: tiles of lines without a column. `placed`: tiles that went to the
    wall. `rests`: the others of their lines.
    """

    cells: Cells
    points: int = 0
    fell: int = 0
    placed: int = 0
    rests: int = 0


def effort(cells: Sequence[str]) -> tuple[list[int], list[int]]:
    """How many tiles lines need for each column and for each color of a wall; 0 where it is complete."""
    columns = [sum(row + 1 for row in range(SIZE) if cells[row][at] == EMPTY) for at in range(SIZE)]
    colors = [sum(row + 1 for row in range(SIZE) if color not in cells[row]) for color in COLORS]
    return columns, colors


@lru_cache(maxsize=8192)
def clock_of(cells: Cells, house: House) -> int:
    """How many rounds a wall leaves at least, as far as one can say: 0 if it ends the game [7.1] [8.3]."""
    rounds = min(row.count(EMPTY) for row in cells)
    if not house.column_ends:
        return rounds
    return min(rounds, 0 if complete_columns(cells) else 1 + (min(effort(cells)[0]) - 1) // 4)


@lru_cache(maxsize=8192)
def prospects(cells: Cells, side: Side) -> tuple[tuple[tuple[float, float], ...], ...]:
    """By row and color: what a tile would score there, and that with what it does for its column and its color.

    Nothing where the color has no place.
    """
    columns, colors = effort(cells)
    upright = tuple(column(cells, at) for at in range(SIZE))
    table = []
    for row, tiles in enumerate(cells):
        spots = [points_of(run(tiles, at), run(upright[at], row), side.house) for at in range(SIZE)]
        worths = [
            scored + BONUS["columns"] * (NEAR[max(0, needed - row - 1)] - NEAR[needed])
            for scored, needed in zip(spots, columns, strict=True)
        ]
        line = []
        for at, color in enumerate(COLORS):
            open_ = () if color in tiles else open_columns(WALLS[side.wall], list(cells), row, color)
            best = max(open_, key=worths.__getitem__, default=-1)
            near = BONUS["colors"] * (NEAR[max(0, colors[at] - row - 1)] - NEAR[colors[at]])
            line.append((float(spots[best]), worths[best] + near) if best >= 0 else (0.0, 0.0))
        table.append(tuple(line))
    return tuple(table)


def laid(cells: Cells, row: int, at: int, color: str) -> Cells:
    """A wall with one tile more."""
    tiles = cells[row]
    return (*cells[:row], tiles[:at] + color + tiles[at + 1 :], *cells[row + 1 :])


def wall_features(cells: Cells, side: Side) -> list[float]:
    """Columns and colors by the tiles they need, rows by the tiles they have, points to be had in each row."""
    found: list[float] = [0] * ON_WALL
    columns, colors = effort(cells)
    for offset, efforts in ((0, columns), (STEPS, colors)):
        for needed in efforts:
            if 0 < needed < len(STEP):
                found[offset + STEP[needed]] += 1.0
    for row, line in enumerate(prospects(cells, side)):
        filled = SIZE - cells[row].count(EMPTY)
        if 0 < filled < SIZE:
            found[2 * STEPS + filled - 1] += 1.0
        scores = [scored for scored, _ in line if scored]
        found[2 * STEPS + SIZE - 1 + row] = sum(scores) / len(scores) if scores else 0.0
    return found


class Begun(NamedTuple):
    """A line under way.

    `at`: the place of its row and number of tiles among the features. `prospect`: what its tile will be good for on the
    wall. `color`: 0-based. `missing`: tiles until it is full.
    """

    at: int
    prospect: float
    color: int
    missing: int

    def worth(self, weights: Sequence[float]) -> float:
        """What it promises."""
        return self.prospect * weights[self.at] + weights[UNDER_WAY + self.at]


def begun(cells: Cells, lines: Sequence[int], side: Side) -> list[Begun]:
    """The lines that are under way beside a wall."""
    found = []
    for row, code in enumerate(lines):
        color, count = divmod(code, PLACES)
        if 0 < count <= row:
            at = row * (row - 1) // 2 + count - 1
            found.append(Begun(at, prospects(cells, side)[row][color][1], color, row + 1 - count))
    return found


@lru_cache(maxsize=16384)
def wall_worth(cells: Cells, side: Side) -> tuple[float, ...]:
    """What a wall promises, by the clock."""
    bonus, found = final_points(cells), wall_features(cells, side)
    weights = side.weights
    sums = [sum(one * weight for one, weight in zip(found, weights[clock][0], strict=True)) for clock in range(SIZE)]
    return (float(bonus), *(bonus + each for each in sums))


class Setting(NamedTuple):
    """What a board does not show.

    `side`: the wall and the rules. `tiebreak`: what decides between equal points. `clock`: of the table before this
    round. `supply`: tiles of each color that are offered.
    """

    side: Side
    tiebreak: Tiebreak
    clock: int
    supply: tuple[int, ...] = (0,) * SIZE


class Worth:
    """The values of one seat's boards in a round.

    The clock of a table says how many rounds its game lasts at least: 0 if this round is the last.
    """

    def __init__(self, board: Board, table: Setting) -> None:
        self._cells, self._score, self._side = tuple(board.wall), board.score, table.side
        self._tiebreak, self._clock, self._supply = table.tiebreak, max(1, table.clock), table.supply
        # a row gets one tile in a round, so the clock goes on by one at most, unless a column ends the game
        self._first = 1 if self._side.house.column_ends else max(1, self._clock - 1)
        self._tiled: dict[tuple[int, ...], Tiled] = {}
        self._lined: dict[tuple[Lines, Cells], tuple[list[float], list[float]]] = {}

    def of(self, form: BoardForm) -> tuple[int, tuple[float, ...]]:
        """The clock as far as this board goes, and its values by the clock of the table.

        As if the round ended now but with tiles to come, then as it ends, then one to put boards in order.
        """
        tiled = self.tiled(form)
        mid, end = self.values(form, tiled)
        return self.clock(tiled), (*mid, *end, mid[self._clock])

    def clock(self, tiled: Tiled) -> int:
        """How many rounds the game lasts at least with that wall."""
        return clock_of(tiled.cells, self._side.house)

    def values(self, form: BoardForm, tiled: Tiled) -> tuple[list[float], list[float]]:
        """What a board is worth by the clock, as if the round ended now but with tiles to come, then as it ends.

        Only what the clock can show after this round is reckoned.
        """
        floor = min(SPACES, form.floor + tiled.fell)
        points = max(0, self._score + tiled.points - COST[floor])
        mid, end = self._lines(form.lines, tiled)
        if self._tiebreak == Tiebreak.ROWS:
            tie = complete(tiled.cells)["rows"] * TIE
        else:
            tie = sum(SIZE - row.count(EMPTY) for row in tiled.cells) * TIE - floor * TIE / (2 * SPACES)
        ended = points + end[0] + tie
        mids, ends = [ended] * CLOCKS, [ended] * CLOCKS
        for clock in range(self._first, self._clock + 1):
            mids[clock], ends[clock] = points + mid[clock], points + end[clock]
        return mids, ends

    def _lines(self, lines: Lines, tiled: Tiled) -> tuple[list[float], list[float]]:
        """The same without points and floor, for a wall and lines."""
        found = self._lined.get((lines, tiled.cells))
        if found is None:
            wall, weights = wall_worth(tiled.cells, self._side), self._side.weights
            under_way = begun(tiled.cells, lines, self._side)
            mid, end = list(wall), list(wall)
            for clock in range(self._first, self._clock + 1):
                now = weights[clock - 1]
                for line in under_way:
                    worth = line.worth(now.lines)
                    end[clock] += worth
                    mid[clock] += line.worth(now.soon) if self._supply[line.color] >= line.missing else worth
            found = self._lined[lines, tiled.cells] = mid, end
        return found

    def planned(self, form: BoardForm, plan: str) -> Tiled:
        """What becomes of the full lines with a legal plan."""
        tiled = Tiled(self._cells)
        for row, color in enumerate(_full(form)):
            if color >= 0:
                ways = self._walk(tiled, row, COLORS[color])
                at = LETTERS.find(plan[row])  # -1 where nothing is to choose, so that there is one way
                tiled = next(one for one in ways if at < 0 or one.cells[row][at] != EMPTY)
        return tiled

    def tiled(self, form: BoardForm) -> Tiled:
        """What becomes of the full lines; columns are chosen well."""
        full = _full(form)
        tiled = self._tiled.get(full)
        if tiled is None:
            tiled = self._tiled[full] = self._best(full)
        return tiled

    def _best(self, full: tuple[int, ...]) -> Tiled:
        walks = [Tiled(self._cells)]
        for row, color in enumerate(full):
            if color >= 0:
                walks = [after for walked in walks for after in self._walk(walked, row, COLORS[color])]
                walks = sorted(walks, key=self.hope, reverse=True)[:WALKED]
        if len(walks) == 1:
            return walks[0]
        return max(walks[:CHOSEN], key=self._promise)

    def _promise(self, walked: Tiled) -> float:
        clock = min(self._clock, clock_of(walked.cells, self._side.house))
        return walked.points - walked.fell + wall_worth(walked.cells, self._side)[clock]

    def _walk(self, walked: Tiled, row: int, color: str) -> list[Tiled]:
        """A wall with the tile of one line more, in each column that is open to it."""
        cells, points, fell, placed, rests = walked
        found = open_columns(WALLS[self._side.wall], list(cells), row, color)
        if not found:
            return [walked._replace(fell=fell + row + 1)]  # [5.11]
        return [
            Tiled(
                laid(cells, row, at, color),
                points + points_of(run(cells[row], at), run(column(cells, at), row), self._side.house),
                fell,
                placed + 1,
                rests + row,
            )
            for at in found
        ]

    def hope(self, walked: Tiled) -> float:
        """How good a wall looks at once."""
        columns, _ = effort(walked.cells)
        return walked.points - walked.fell + BONUS["columns"] * sum(NEAR[needed] for needed in columns)


def _full(form: BoardForm) -> tuple[int, ...]:
    """The colors of full lines, -1 for any other."""
    return tuple(code // PLACES if code % PLACES > row else -1 for row, code in enumerate(form.lines))
