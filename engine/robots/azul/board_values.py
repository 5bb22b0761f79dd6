"""What a board of Azul is worth when a round ends: the points it has then, and what its wall and lines promise.

The promises are sums of features, weighed by how many rounds the game lasts at least. Knows no displays and no turns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from operator import mul
from typing import NamedTuple

from engine.files import load_numbers
from engine.games.azul.board import Board
from engine.games.azul.moves import COLUMN_LETTERS
from engine.games.azul.sets import (
    BOARD_SIZE,
    COLORS,
    EMPTY_CELL,
    FINAL_BONUSES,
    FLOOR_COSTS,
    FLOOR_SPACES,
    WALL_SIDES,
    HouseRules,
    Tiebreak,
    column,
    count_complete,
    count_complete_columns,
    final_points,
    run_length,
)
from engine.games.azul.tiling import open_columns, run_points
from engine.robots.azul.position import BOARD_PLACES, BoardForm, LineCodes

Cells = tuple[str, ...]  # of a wall, row by row

CLOCK_STEPS = BOARD_SIZE + 1  # a game ends now (0), or lasts so many rounds at least
WALLS_KEPT_PER_ROW = 12  # walls kept after each row while columns are chosen
WALLS_COMPARED = 4  # of these are looked at more closely in the end
TIEBREAK_POINT = 1 / 64  # of a point for what breaks ties [7.3]
# How near a column or color is to be complete, by the tiles that its lines still need.
NEARNESS = (1.0, 0.7, 0.55, 0.45, 0.35, 0.27, 0.2, 0.15, 0.11, 0.08, 0.06, 0.05, 0.04, 0.03, 0.02, 0.0)
EFFORT_FEATURE = (0, 0, 1, 2, 3, 4, 5, 6, 6, 7, 7, 8, 8, 9, 9)  # the feature for so many tiles still needed
EFFORT_FEATURES = 10
PARTIAL_LINES = sum(range(BOARD_SIZE))  # ways in which a line can be begun
WALL_FEATURES = 2 * EFFORT_FEATURES + 2 * BOARD_SIZE - 1  # features of a wall
FEATURE_COUNTS = (WALL_FEATURES, 2 * PARTIAL_LINES, 2 * PARTIAL_LINES)  # of a board, as in Weights


class BoardWeights(NamedTuple):
    """What the features of a board are worth while the game lasts so many rounds at least, one number for each."""

    wall: list[float]  # of walls
    lines: list[float]  # of lines under way when the round has ended
    soon: list[float]  # of the same while tiles are to come


# By the side of the wall, whether columns end the game, and whether more than two play: for each clock from 1 on.
BOARD_WEIGHTS: Mapping[tuple[str, bool, bool], list[BoardWeights]] = {
    (one["side"], one["column_ends"], crowd): [BoardWeights(**clock) for clock in one["clocks"]]
    for one in load_numbers("weights", "azul")["weights"]
    for crowd in one["crowds"]
}
if any(
    [tuple(map(len, clock)) for clock in clocks] != [FEATURE_COUNTS] * BOARD_SIZE for clocks in BOARD_WEIGHTS.values()
):
    raise ValueError(f"data/weights/azul.json must have {FEATURE_COUNTS} weights for each of {BOARD_SIZE} clocks")


class WallRules(NamedTuple):
    """What the worth of a wall depends on."""

    wall: str  # the key of its side
    house: HouseRules  # the rules
    crowd: bool  # whether more than two play

    @property
    def weights(self) -> list[BoardWeights]:
        """Those of the features, for each clock from 1 on."""
        return BOARD_WEIGHTS[self.wall, self.house.column_ends, self.crowd]


class RoundSetting(NamedTuple):
    """What a board does not show."""

    side: WallRules  # the wall and the rules
    tiebreak: Tiebreak  # what decides between equal points
    clock: int  # of the table before this round
    supply: tuple[int, ...] = (0,) * BOARD_SIZE  # tiles of each color that are offered


class TileProspect(NamedTuple):
    """What a tile would bring to a wall."""

    points: float  # that it scores
    worth: float  # these, and what it does for its column and its color


NO_PROSPECT = TileProspect(0.0, 0.0)  # where the wall does not take the color


class BoardValues(NamedTuple):
    """What a board is worth, by the clock of the table."""

    to_come: list[float]  # as if the round ended now but with tiles to come
    at_end: list[float]  # as the round ends


class TiledWall(NamedTuple):
    """A wall after its full lines were tiled."""

    cells: Cells  # the wall
    points: int = 0  # of the tiles
    fell: int = 0  # tiles of lines without a column
    placed: int = 0  # tiles that went to the wall
    rests: int = 0  # the others of their lines


def tiles_needed(cells: Sequence[str]) -> tuple[list[int], list[int]]:
    """How many tiles lines need for each column and for each color of a wall; 0 where it is complete."""
    columns = [sum(row + 1 for row in range(BOARD_SIZE) if cells[row][at] == EMPTY_CELL) for at in range(BOARD_SIZE)]
    colors = [sum(row + 1 for row in range(BOARD_SIZE) if color not in cells[row]) for color in COLORS]
    return columns, colors


@lru_cache(maxsize=8192)
def clock_of(cells: Cells, house: HouseRules) -> int:
    """How many rounds a wall leaves at least, as far as one can say: 0 if it ends the game [7.1] [8.3]."""
    rounds = min(row.count(EMPTY_CELL) for row in cells)
    if not house.column_ends:
        return rounds
    return min(rounds, 0 if count_complete_columns(cells) else 1 + (min(tiles_needed(cells)[0]) - 1) // 4)


@lru_cache(maxsize=8192)
def tile_prospects(cells: Cells, side: WallRules) -> tuple[tuple[TileProspect, ...], ...]:
    """What a tile would bring, by row and color."""
    columns, colors = tiles_needed(cells)
    upright = tuple(column(cells, at) for at in range(BOARD_SIZE))
    table = []
    for row, tiles in enumerate(cells):
        scores = list[int]()  # of a tile in each column
        worths = list[float]()  # the same with what it does for the column
        for at, needed in enumerate(columns):
            scores.append(run_points(run_length(tiles, at), run_length(upright[at], row), side.house))
            worths.append(
                scores[at] + FINAL_BONUSES["columns"] * (NEARNESS[max(0, needed - row - 1)] - NEARNESS[needed])
            )
        line = []
        for color, needed in zip(COLORS, colors, strict=True):
            open_ = () if color in tiles else open_columns(WALL_SIDES[side.wall], list(cells), row, color)
            best = max(open_, key=worths.__getitem__, default=-1)
            near = FINAL_BONUSES["colors"] * (NEARNESS[max(0, needed - row - 1)] - NEARNESS[needed])
            line.append(TileProspect(float(scores[best]), worths[best] + near) if best >= 0 else NO_PROSPECT)
        table.append(tuple(line))
    return tuple(table)


@lru_cache(maxsize=16384)
def wall_values(cells: Cells, side: WallRules) -> tuple[float, ...]:
    """What a wall promises, by the clock."""
    features: list[float] = [0] * WALL_FEATURES
    # Columns, then colors, by the tiles that they need.
    for offset, efforts in zip((0, EFFORT_FEATURES), tiles_needed(cells), strict=True):
        for needed in efforts:
            if 0 < needed < len(EFFORT_FEATURE):
                features[offset + EFFORT_FEATURE[needed]] += 1.0
    # Rows by the tiles that they have, and the points to be had in each.
    for row, line in enumerate(tile_prospects(cells, side)):
        filled = BOARD_SIZE - cells[row].count(EMPTY_CELL)
        if 0 < filled < BOARD_SIZE:
            features[2 * EFFORT_FEATURES + filled - 1] += 1.0
        scores = [points for points, _ in line if points]
        features[2 * EFFORT_FEATURES + BOARD_SIZE - 1 + row] = sum(scores) / len(scores) if scores else 0.0
    bonus = final_points(cells)
    return (float(bonus), *[bonus + sum(map(mul, features, clock.wall)) for clock in side.weights])


class BoardEvaluator:
    """The values of one seat's boards in a round.

    The clock of a table says how many rounds its game lasts at least: 0 if this round is the last.
    """

    def __init__(self, board: Board, table: RoundSetting) -> None:
        self._cells = tuple(board.wall)
        self._score = board.score
        self._side = table.side
        self._tiebreak = table.tiebreak
        self._clock = max(1, table.clock)
        self._supply = table.supply
        # A row gets one tile in a round, so the clock goes on by one at most, unless a column ends the game.
        self._first = 1 if self._side.house.column_ends else max(1, self._clock - 1)
        self._known_walls: dict[tuple[int, ...], TiledWall] = {}
        self._known_promises: dict[tuple[LineCodes, Cells], BoardValues] = {}

    def clock_and_values(self, form: BoardForm) -> tuple[int, tuple[float, ...]]:
        """The clock as far as this board goes, and all its values in one row, as a search reads them.

        CLOCK_STEPS values with tiles to come, as many as the round ends, and last the one that puts boards in order.
        """
        tiled = self.tile_best(form)
        values = self.values(form, tiled)
        return self.clock(tiled), (*values.to_come, *values.at_end, values.to_come[self._clock])

    def clock(self, tiled: TiledWall) -> int:
        """How many rounds the game lasts at least with that wall."""
        return clock_of(tiled.cells, self._side.house)

    def values(self, form: BoardForm, tiled: TiledWall) -> BoardValues:
        """What a board is worth. Only clocks that are possible after this round have values of their own."""
        floor = min(FLOOR_SPACES, form.floor + tiled.fell)
        points = max(0, self._score + tiled.points - FLOOR_COSTS[floor])
        if self._tiebreak == Tiebreak.ROWS:
            tie = count_complete(tiled.cells)["rows"] * TIEBREAK_POINT
        else:
            tie = sum(
                BOARD_SIZE - row.count(EMPTY_CELL) for row in tiled.cells
            ) * TIEBREAK_POINT - floor * TIEBREAK_POINT / (2 * FLOOR_SPACES)
        promised_to_come, promised_at_end = self._promises(form.lines, tiled.cells)
        ended = points + promised_at_end[0] + tie
        to_come = [ended] * CLOCK_STEPS
        at_end = [ended] * CLOCK_STEPS
        for clock in range(self._first, self._clock + 1):
            to_come[clock] = points + promised_to_come[clock]
            at_end[clock] = points + promised_at_end[clock]
        return BoardValues(to_come, at_end)

    def _promises(self, lines: LineCodes, cells: Cells) -> BoardValues:
        """What a wall and the lines under way promise, beside the points of the board."""
        known = self._known_promises.get((lines, cells))
        if known is not None:
            return known
        wall = wall_values(cells, self._side)
        weights = self._side.weights
        to_come = list(wall)
        at_end = list(wall)
        for row, code in enumerate(lines):
            color, count = divmod(code, BOARD_PLACES)
            if not 0 < count <= row:  # it is empty or full
                continue
            at = row * (row - 1) // 2 + count - 1  # the place of row and count among the features
            prospect = tile_prospects(cells, self._side)[row][color].worth
            is_soon_full = self._supply[color] >= row + 1 - count
            for clock in range(self._first, self._clock + 1):
                _, later, soon = weights[clock - 1]
                worth = prospect * later[at] + later[PARTIAL_LINES + at]
                at_end[clock] += worth
                to_come[clock] += prospect * soon[at] + soon[PARTIAL_LINES + at] if is_soon_full else worth
        promised = self._known_promises[lines, cells] = BoardValues(to_come, at_end)
        return promised

    def tile_by_plan(self, form: BoardForm, plan: str) -> TiledWall:
        """What becomes of the full lines with a legal plan."""
        tiled = TiledWall(self._cells)
        for row, color in enumerate(_full_line_colors(form)):
            if color >= 0:
                ways = self._tile_row(tiled, row, COLORS[color])
                at = COLUMN_LETTERS.find(plan[row])  # -1 where nothing is to choose, so that there is one way
                tiled = next(one for one in ways if at < 0 or one.cells[row][at] != EMPTY_CELL)
        return tiled

    def tile_best(self, form: BoardForm) -> TiledWall:
        """What becomes of the full lines; columns are chosen well."""
        full = _full_line_colors(form)
        known = self._known_walls.get(full)
        if known is not None:
            return known
        walks = [TiledWall(self._cells)]
        for row, color in enumerate(full):
            if color >= 0:
                walks = [after for walked in walks for after in self._tile_row(walked, row, COLORS[color])]
                walks = sorted(walks, key=self.first_guess, reverse=True)[:WALLS_KEPT_PER_ROW]

        def promise(walked: TiledWall) -> float:
            clock = min(self._clock, self.clock(walked))
            return walked.points - walked.fell + wall_values(walked.cells, self._side)[clock]

        tiled = self._known_walls[full] = walks[0] if len(walks) == 1 else max(walks[:WALLS_COMPARED], key=promise)
        return tiled

    def _tile_row(self, walked: TiledWall, row: int, color: str) -> list[TiledWall]:
        """A wall with the tile of one line more, in each column that is open to it."""
        cells, points, fell, placed, rests = walked
        tiles = cells[row]
        found = list[TiledWall]()
        for at in open_columns(WALL_SIDES[self._side.wall], list(cells), row, color):
            after = (*cells[:row], tiles[:at] + color + tiles[at + 1 :], *cells[row + 1 :])
            scored = run_points(run_length(tiles, at), run_length(column(cells, at), row), self._side.house)
            found.append(TiledWall(after, points + scored, fell, placed + 1, rests + row))
        return found or [walked._replace(fell=fell + row + 1)]  # [5.11]

    def first_guess(self, walked: TiledWall) -> float:
        """How good a wall looks at once."""
        columns, _ = tiles_needed(walked.cells)
        return walked.points - walked.fell + FINAL_BONUSES["columns"] * sum(NEARNESS[needed] for needed in columns)


def _full_line_colors(form: BoardForm) -> tuple[int, ...]:
    """The colors of full lines, -1 for any other."""
    return tuple(code // BOARD_PLACES if code % BOARD_PLACES > row else -1 for row, code in enumerate(form.lines))
