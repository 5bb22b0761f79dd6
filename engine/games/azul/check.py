"""Check whether a hand-written position of Azul can be shown and played.

Does not know whether a game can reach the position.
"""

from collections.abc import Iterator

from engine.core import PositionFault, make_check
from engine.games.azul.board import Board
from engine.games.azul.moves import COLUMN_LETTERS, NO_CHOICE
from engine.games.azul.sets import (
    BOARD_SIZE,
    COLORS,
    EMPTY_CELL,
    FINAL_BONUSES,
    FLOOR_SPACES,
    MARKER,
    SEATS,
    STALL_ROUNDS,
    TILES_PER_COLOR,
    TILES_PER_DISPLAY,
    WALL_SIDES,
    Ruleset,
    SumRule,
    Tiebreak,
    WallSide,
    column,
    display_count,
)
from engine.games.azul.state import HIDDEN_PLAN, Azul
from engine.games.azul.tiling import NO_CHOICE_PLAN, has_choice, refuses_plan

VALID_TILE = "one of " + ", ".join(COLORS)
MAX_SCORE = 2 * BOARD_SIZE * sum(range(BOARD_SIZE + 1)) + BOARD_SIZE * sum(
    FINAL_BONUSES.values()
)  # a full wall, each tile with the longest possible runs, and all bonuses
MAX_ROUNDS = STALL_ROUNDS * (
    SEATS[-1] * BOARD_SIZE * (BOARD_SIZE - 1) + 1
)  # if one tile is placed every three rounds until a row must be complete


def _faults(state: Azul) -> Iterator[PositionFault]:
    yield from _option_faults(state)
    yield from _heap_faults(state)
    for seat, board in enumerate(state.boards):
        yield from ((f"boards[{seat}].{field}", need) for field, need in _board_faults(board, state.wall_side))
    yield from _piece_faults(state)
    yield from _number_faults(state)
    yield from _plan_faults(state)


def _option_faults(state: Azul) -> Iterator[PositionFault]:
    """Options have known values [2.6] [7.3] [8.1] [8.4]."""
    if state.wall not in WALL_SIDES:
        yield "wall", " or ".join(WALL_SIDES)
    if state.rules not in tuple(Ruleset):
        yield "rules", " or ".join(Ruleset)
    if state.sum not in tuple(SumRule):
        yield "sum", " or ".join(SumRule)
    if state.tiebreak not in tuple(Tiebreak):
        yield "tiebreak", " or ".join(Tiebreak)


def _heap_faults(state: Azul) -> Iterator[PositionFault]:
    """Boards, displays and heaps have valid numbers and tiles [1.2] [2.2]; the marker is not a tile [2.5]."""
    seats = len(state.boards)
    if seats not in SEATS:
        yield "boards", f"{SEATS[0]} to {SEATS[-1]} boards"
    if len(state.displays) != display_count(seats):
        yield "displays", f"{display_count(seats)} displays for {seats} seats"
    for index, tiles in enumerate(state.displays):
        if len(tiles) > TILES_PER_DISPLAY or _has_foreign_tiles(tiles):
            yield f"displays[{index}]", f"at most {TILES_PER_DISPLAY} tiles, each {VALID_TILE}"
    if _has_foreign_tiles(state.center.removesuffix(MARKER)):
        yield "center", f"tiles, each {VALID_TILE}, and at most one marker {MARKER}"
    if _has_foreign_tiles(state.bag):
        yield "bag", f"tiles, each {VALID_TILE}"
    if _has_foreign_tiles(state.lid):
        yield "lid", f"tiles, each {VALID_TILE}"


def _has_foreign_tiles(tiles: str) -> bool:
    return bool(set(tiles) - set(COLORS))


def _board_faults(board: Board, wall: WallSide) -> Iterator[PositionFault]:
    """Lines, wall and floor have valid sizes, and points are not negative [2.3] [5.5]."""
    if len(board.lines) != BOARD_SIZE:
        yield "lines", f"{BOARD_SIZE} lines"
    for row, line in enumerate(board.lines):
        if len(line) > row + 1 or len(set(line)) > 1 or _has_foreign_tiles(line):
            yield f"lines[{row}]", f"at most {row + 1} tiles of one color, {VALID_TILE}"
    if len(board.wall) != BOARD_SIZE or any(len(cells) != BOARD_SIZE for cells in board.wall):
        yield "wall", f"{BOARD_SIZE} rows of {BOARD_SIZE} spaces"
    yield from _wall_faults(board, wall)
    if len(board.floor) > FLOOR_SPACES or _has_foreign_tiles(board.floor.replace(MARKER, "", 1)):
        yield "floor", f"at most {FLOOR_SPACES} tiles, each {VALID_TILE}, one of them perhaps the marker {MARKER}"
    if not 0 <= board.score <= MAX_SCORE:
        yield "score", f"0 to {MAX_SCORE}"
    if not 0 <= board.spilled <= FLOOR_SPACES:
        yield "spilled", f"0 to {FLOOR_SPACES}"


def _wall_faults(board: Board, wall: WallSide) -> Iterator[PositionFault]:
    """Tiles are on spaces for their color [2.6], each color at most once per row [4.7] and column [5.9]."""
    for row, cells in enumerate(board.wall):
        tiles = [(index, color) for index, color in enumerate(cells) if color != EMPTY_CELL]
        if any(index not in wall.columns_for[row].get(color, ()) for index, color in tiles):
            yield (
                f"wall[{row}]",
                f"tiles, each {VALID_TILE}, on spaces for their colors, {EMPTY_CELL} on every other space",
            )
        if len({color for _, color in tiles}) < len(tiles):
            yield f"wall[{row}]", "a row with each color once"
        if board.lines[row] and board.lines[row][0] in cells:
            yield f"lines[{row}]", "of a color that its wall row does not have"
    for index in range(BOARD_SIZE):
        tiles_in = column(board.wall, index).replace(EMPTY_CELL, "")
        if len(set(tiles_in)) < len(tiles_in):
            yield "wall", f"a wall with each color once in column {COLUMN_LETTERS[index]}"


def _piece_faults(state: Azul) -> Iterator[PositionFault]:
    """There are not too many tiles [2.1]. There is one marker [2.5], not in the center if players pass it on [8.2]."""
    laid = [part for board in state.boards for part in (*board.lines, *board.wall, board.floor)]
    everywhere = "".join([*laid, *state.displays, state.center, state.bag, state.lid])
    for color in COLORS:
        if (there := everywhere.count(color)) > TILES_PER_COLOR:
            yield "bag", f"at most {TILES_PER_COLOR} tiles {color} in all places together: {there} are there"
    if state.house_rules.marker_passes and MARKER in state.center:
        yield "center", "without the marker: it is handed on from floor to floor"
    holders = [seat for seat, board in enumerate(state.boards) if MARKER in board.floor]
    if len(holders) + (MARKER in state.center) > 1:
        yield f"boards[{holders[-1]}].floor", "without a second marker"


def _number_faults(state: Azul) -> Iterator[PositionFault]:
    """Seats exist, and counters are within the length of a game [7.5]."""
    last = len(state.boards) - 1
    most = STALL_ROUNDS if state.over else STALL_ROUNDS - 1
    if not 0 <= state.turn <= last:
        yield "turn", f"a seat, 0 to {last}"
    if not 0 <= state.starter <= last:
        yield "starter", f"a seat, 0 to {last}"
    if not 1 <= state.round <= MAX_ROUNDS:
        yield "round", f"1 to {MAX_ROUNDS}"
    if not 0 <= state.stall <= most:
        yield "stall", f"0 to {most}"


def _plan_faults(state: Azul) -> Iterator[PositionFault]:
    """Seats with a choice have plans, at least one of them unknown [5.12]; without plans, tiles are left [7.4]."""
    if not state.plans:
        if not (state.over or state.has_offers() or state.bag + state.lid):
            yield "bag", "not empty: with no tile left anywhere the game is over"
        return
    if state.over or state.has_offers():
        yield "plans", "empty after the end" if state.over else "empty while tiles are offered"
    if len(state.plans) != len(state.boards):
        yield "plans", f"{len(state.boards)} plans, or none"
    for seat, (board, plan) in enumerate(zip(state.boards, state.plans, strict=True)):
        if not has_choice(state.wall_side, board.lines, board.wall):
            if plan != NO_CHOICE_PLAN:
                yield f"plans[{seat}]", f"{NO_CHOICE_PLAN}: this seat has nothing to choose"
            continue
        written = len(plan) == BOARD_SIZE and not set(plan) - set(COLUMN_LETTERS + NO_CHOICE)
        if plan in ("", HIDDEN_PLAN) or (
            written and refuses_plan(state.wall_side, board.lines, board.wall, plan) is None
        ):
            continue
        yield f"plans[{seat}]", f"a plan for the full lines, such as -d--a, or empty while it is owed, or {HIDDEN_PLAN}"
    if "" not in state.plans and HIDDEN_PLAN not in state.plans:
        yield "plans", "empty: all are in, so the walls are tiled"


check = make_check(Azul, _faults)
