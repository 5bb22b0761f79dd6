"""The value of a board of Azul at the end of a round: its points, and the points that wall and lines promise.

Promises are weighted sums of features; the weights depend on the clock, the minimum number of rounds left.
Knows nothing about displays and turns.
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

Cells = tuple[str, ...]  # of a wall, by rows

CLOCK_STEPS = BOARD_SIZE + 1  # values of the clock: 0 if the game ends now, else the minimum number of rounds left
WALLS_KEPT_PER_ROW = 12  # walls kept after each row in the search for good columns
WALLS_COMPARED = 4  # walls that are evaluated fully after the last row
TIEBREAK_POINT = 1 / 64  # what one unit of a tie-breaker is worth, in points [7.3]
# How near a column or color is to completion, by the number of tiles that its lines still need.
NEARNESS = (1.0, 0.7, 0.55, 0.45, 0.35, 0.27, 0.2, 0.15, 0.11, 0.08, 0.06, 0.05, 0.04, 0.03, 0.02, 0.0)
EFFORT_FEATURE = (0, 0, 1, 2, 3, 4, 5, 6, 6, 7, 7, 8, 8, 9, 9)  # feature index, by the number of tiles still needed
EFFORT_FEATURES = 10
PARTIAL_LINES = sum(range(BOARD_SIZE))  # the number of states of lines that are neither empty nor full
WALL_FEATURES = 2 * EFFORT_FEATURES + 2 * BOARD_SIZE - 1  # the number of features of a wall
FEATURE_COUNTS = (WALL_FEATURES, 2 * PARTIAL_LINES, 2 * PARTIAL_LINES)  # the lengths of the lists in BoardWeights


class BoardWeights(NamedTuple):
    """The weights of the features of a board at one value of the clock."""

    wall: list[float]  # of the features of a wall
    lines: list[float]  # of partial lines at the end of the round
    soon: list[float]  # of partial lines while enough tiles are still offered


# For each wall side, whether columns end the game, and whether more than two play: the weights for each clock from 1.
BOARD_WEIGHTS: Mapping[tuple[str, bool, bool], list[BoardWeights]] = {
    (setting["side"], setting["column_ends"], many_players): [BoardWeights(**clock) for clock in setting["clocks"]]
    for setting in load_numbers("weights", "azul")["weights"]
    for many_players in setting["crowds"]
}
if any(
    [tuple(map(len, clock)) for clock in clocks] != [FEATURE_COUNTS] * BOARD_SIZE for clocks in BOARD_WEIGHTS.values()
):
    raise ValueError(f"data/weights/azul.json must have {FEATURE_COUNTS} weights for each of {BOARD_SIZE} clocks")


class WallRules(NamedTuple):
    """What the value of a wall depends on."""

    wall: str  # the key of the wall's side
    house: HouseRules  # the house rules
    many_players: bool  # whether more than two play

    @property
    def weights(self) -> list[BoardWeights]:
        """The weights of the features, for each clock from 1."""
        return BOARD_WEIGHTS[self.wall, self.house.column_ends, self.many_players]


class RoundSetting(NamedTuple):
    """What the value of a board depends on besides the board."""

    side: WallRules  # what the value of the wall depends on
    tiebreak: Tiebreak  # the tie-breaker
    clock: int  # of the table at the start of this round
    supply: tuple[int, ...] = (0,) * BOARD_SIZE  # the offered tiles of each color


class TileProspect(NamedTuple):
    """What one more tile on a wall would be worth."""

    points: float  # the points that it scores
    worth: float  # the points plus what it promises for its column and its color


NO_PROSPECT = TileProspect(0.0, 0.0)  # of a color that the wall row cannot take


class BoardValues(NamedTuple):
    """The values of a board, by the clock of the table."""

    during_round: list[float]  # as long as tiles can still be drafted in this round
    at_end: list[float]  # after the last draft of the round


class TiledWall(NamedTuple):
    """A wall after its full lines have been tiled."""

    cells: Cells  # the wall
    points: int = 0  # the points that the tiles score
    fell: int = 0  # the number of tiles of full lines without an open column
    placed: int = 0  # tiles placed on the wall
    leftover: int = 0  # the number of other tiles in the lines of placed tiles


def tiles_needed(cells: Sequence[str]) -> tuple[list[int], list[int]]:
    """Return how many tiles each column and each color of a wall still needs; 0 if complete."""
    columns = [
        sum(row + 1 for row in range(BOARD_SIZE) if cells[row][index] == EMPTY_CELL) for index in range(BOARD_SIZE)
    ]
    colors = [sum(row + 1 for row in range(BOARD_SIZE) if color not in cells[row]) for color in COLORS]
    return columns, colors


@lru_cache(maxsize=8192)
def clock_of(cells: Cells, house: HouseRules) -> int:
    """Return a lower bound for the rounds left with this wall; 0 if it ends the game [7.1] [8.3]."""
    rounds = min(row.count(EMPTY_CELL) for row in cells)
    if not house.column_ends:
        return rounds
    return min(rounds, 0 if count_complete_columns(cells) else 1 + (min(tiles_needed(cells)[0]) - 1) // 4)


@lru_cache(maxsize=8192)
def tile_prospects(cells: Cells, side: WallRules) -> tuple[tuple[TileProspect, ...], ...]:
    """Return what one more tile on this wall would be worth, by row and color."""
    columns, colors = tiles_needed(cells)
    upright = tuple(column(cells, index) for index in range(BOARD_SIZE))
    table = []
    for row, tiles in enumerate(cells):
        scores = list[int]()  # by column: the points of a tile there
        worths = list[float]()  # by column: the points plus what the tile promises for the column
        for index, needed in enumerate(columns):
            scores.append(run_points(run_length(tiles, index), run_length(upright[index], row), side.house))
            worths.append(
                scores[index] + FINAL_BONUSES["columns"] * (NEARNESS[max(0, needed - row - 1)] - NEARNESS[needed])
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
    """Return the value of a wall, by the clock."""
    features: list[float] = [0] * WALL_FEATURES
    # The features of columns, then of colors: how many tiles they need.
    for offset, efforts in zip((0, EFFORT_FEATURES), tiles_needed(cells), strict=True):
        for needed in efforts:
            if 0 < needed < len(EFFORT_FEATURE):
                features[offset + EFFORT_FEATURE[needed]] += 1.0
    # The features of rows: how many tiles they have, and the mean points of a tile in each.
    for row, line in enumerate(tile_prospects(cells, side)):
        filled = BOARD_SIZE - cells[row].count(EMPTY_CELL)
        if 0 < filled < BOARD_SIZE:
            features[2 * EFFORT_FEATURES + filled - 1] += 1.0
        scores = [points for points, _ in line if points]
        features[2 * EFFORT_FEATURES + BOARD_SIZE - 1 + row] = sum(scores) / len(scores) if scores else 0.0
    bonus = final_points(cells)
    return (float(bonus), *[bonus + sum(map(mul, features, clock.wall)) for clock in side.weights])


class BoardEvaluator:
    """Values of the boards that one seat can have in a round.

    The clock of a table is the minimum number of rounds left: 0 if this round is the last.
    """

    def __init__(self, board: Board, table: RoundSetting) -> None:
        self._cells = tuple(board.wall)
        self._score = board.score
        self._side = table.side
        self._tiebreak = table.tiebreak
        self._clock = max(1, table.clock)
        self._supply = table.supply
        # A row gets one tile per round, so the clock falls by at most one, unless columns end the game.
        self._first = 1 if self._side.house.column_ends else max(1, self._clock - 1)
        self._known_walls: dict[tuple[int, ...], TiledWall] = {}
        self._known_promises: dict[tuple[LineCodes, Cells], BoardValues] = {}

    def clock_and_values(self, form: BoardForm) -> tuple[int, tuple[float, ...]]:
        """Return the minimum number of rounds left (the clock), and the values of this board as one tuple.

        The tuple has CLOCK_STEPS values during the round, CLOCK_STEPS values at its end, and the value by which boards
        are sorted.
        """
        tiled = self.tile_with_best_columns(form)
        values = self.values(form, tiled)
        return self.clock(tiled), (*values.during_round, *values.at_end, values.during_round[self._clock])

    def clock(self, tiled: TiledWall) -> int:
        """Return the minimum number of rounds left with this wall."""
        return clock_of(tiled.cells, self._side.house)

    def values(self, form: BoardForm, tiled: TiledWall) -> BoardValues:
        """Return the values of a board. Clocks that are impossible after this round get the value at clock 0."""
        floor = min(FLOOR_SPACES, form.floor + tiled.fell)
        points = max(0, self._score + tiled.points - FLOOR_COSTS[floor])
        if self._tiebreak == Tiebreak.ROWS:
            tie = count_complete(tiled.cells)["rows"] * TIEBREAK_POINT
        else:
            tie = sum(
                BOARD_SIZE - row.count(EMPTY_CELL) for row in tiled.cells
            ) * TIEBREAK_POINT - floor * TIEBREAK_POINT / (2 * FLOOR_SPACES)
        promised_during_round, promised_at_end = self._promises(form.lines, tiled.cells)
        ended = points + promised_at_end[0] + tie
        during_round = [ended] * CLOCK_STEPS
        at_end = [ended] * CLOCK_STEPS
        for clock in range(self._first, self._clock + 1):
            during_round[clock] = points + promised_during_round[clock]
            at_end[clock] = points + promised_at_end[clock]
        return BoardValues(during_round, at_end)

    def _promises(self, lines: LineCodes, cells: Cells) -> BoardValues:
        """Return what a wall and the partial lines promise, without the points of the board."""
        known = self._known_promises.get((lines, cells))
        if known is not None:
            return known
        wall = wall_values(cells, self._side)
        weights = self._side.weights
        during_round = list(wall)
        at_end = list(wall)
        for row, code in enumerate(lines):
            color, count = divmod(code, BOARD_PLACES)
            if not 0 < count <= row:  # the line is empty or full
                continue
            feature = row * (row - 1) // 2 + count - 1  # the index of the feature of this row and count
            prospect = tile_prospects(cells, self._side)[row][color].worth
            is_soon_full = self._supply[color] >= row + 1 - count
            for clock in range(self._first, self._clock + 1):
                _, later, soon = weights[clock - 1]
                worth = prospect * later[feature] + later[PARTIAL_LINES + feature]
                at_end[clock] += worth
                during_round[clock] += (
                    prospect * soon[feature] + soon[PARTIAL_LINES + feature] if is_soon_full else worth
                )
        promised = self._known_promises[lines, cells] = BoardValues(during_round, at_end)
        return promised

    def tile_by_plan(self, form: BoardForm, plan: str) -> TiledWall:
        """Tile the full lines by a legal plan."""
        tiled = TiledWall(self._cells)
        for row, color in enumerate(_full_line_colors(form)):
            if color >= 0:
                ways = self._tile_row(tiled, row, COLORS[color])
                column_index = COLUMN_LETTERS.find(plan[row])  # -1 if there is no choice
                tiled = next(way for way in ways if column_index < 0 or way.cells[row][column_index] != EMPTY_CELL)
        return tiled

    def tile_with_best_columns(self, form: BoardForm) -> TiledWall:
        """Tile the full lines, choosing good columns."""
        full = _full_line_colors(form)
        known = self._known_walls.get(full)
        if known is not None:
            return known
        walks = [TiledWall(self._cells)]
        for row, color in enumerate(full):
            if color >= 0:
                walks = [after for walked in walks for after in self._tile_row(walked, row, COLORS[color])]
                walks = sorted(walks, key=self.quick_estimate, reverse=True)[:WALLS_KEPT_PER_ROW]

        def promise(walked: TiledWall) -> float:
            clock = min(self._clock, self.clock(walked))
            return walked.points - walked.fell + wall_values(walked.cells, self._side)[clock]

        tiled = self._known_walls[full] = walks[0] if len(walks) == 1 else max(walks[:WALLS_COMPARED], key=promise)
        return tiled

    def _tile_row(self, walked: TiledWall, row: int, color: str) -> list[TiledWall]:
        """Return the walls after one more line is tiled, one wall for each open column."""
        cells, points, fell, placed, leftover = walked
        tiles = cells[row]
        found = list[TiledWall]()
        for index in open_columns(WALL_SIDES[self._side.wall], list(cells), row, color):
            after = (*cells[:row], tiles[:index] + color + tiles[index + 1 :], *cells[row + 1 :])
            scored = run_points(run_length(tiles, index), run_length(column(cells, index), row), self._side.house)
            found.append(TiledWall(after, points + scored, fell, placed + 1, leftover + row))
        return found or [walked._replace(fell=fell + row + 1)]  # [5.11]

    def quick_estimate(self, walked: TiledWall) -> float:
        """Return a quick estimate of how good a wall is."""
        columns, _ = tiles_needed(walked.cells)
        return walked.points - walked.fell + FINAL_BONUSES["columns"] * sum(NEARNESS[needed] for needed in columns)


def _full_line_colors(form: BoardForm) -> tuple[int, ...]:
    """Return the color of each full line, -1 for the others."""
    return tuple(code // BOARD_PLACES if code % BOARD_PLACES > row else -1 for row, code in enumerate(form.lines))
