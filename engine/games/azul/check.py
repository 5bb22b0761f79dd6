"""Whether a hand-written position of Azul can be drawn and played on.

Knows nothing of whether a game can come to it.
"""

from collections.abc import Iterator

from engine.core import PositionFault, make_check
from engine.games.azul.board import Board
from engine.games.azul.moves import FORCED, LETTERS
from engine.games.azul.sets import (
    BONUS,
    COLORS,
    EMPTY,
    FILL,
    MARKER,
    SEATS,
    SIZE,
    SPACES,
    STALL,
    TILES,
    WALLS,
    Ruleset,
    Sum,
    Tiebreak,
    Wall,
    column,
    displays,
)
from engine.games.azul.state import HIDDEN, Azul
from engine.games.azul.tiling import NONE, chooses, refuses_plan

TILE = "one of " + ", ".join(COLORS)
MOST_POINTS = 2 * SIZE * sum(range(SIZE + 1)) + SIZE * sum(BONUS.values())  # a full wall, the longest run each time
MOST_ROUNDS = STALL * (SEATS[-1] * SIZE * (SIZE - 1) + 1)  # one tile in three rounds, until a row must be complete


def _faults(state: Azul) -> Iterator[PositionFault]:
    yield from _options(state)
    yield from _heaps(state)
    for seat, board in enumerate(state.boards):
        yield from ((f"boards[{seat}].{field}", need) for field, need in _board(board, state.side))
    yield from _pieces(state)
    yield from _numbers(state)
    yield from _plans(state)


def _options(state: Azul) -> Iterator[PositionFault]:
    """The options have values that there are [2.6] [7.3] [8.1] [8.4]."""
    if state.wall not in WALLS:
        yield "wall", " or ".join(WALLS)
    if state.rules not in tuple(Ruleset):
        yield "rules", " or ".join(Ruleset)
    if state.sum not in tuple(Sum):
        yield "sum", " or ".join(Sum)
    if state.tiebreak not in tuple(Tiebreak):
        yield "tiebreak", " or ".join(Tiebreak)


def _heaps(state: Azul) -> Iterator[PositionFault]:
    """Boards, displays and heaps are those of a table [1.2] [2.2]; the marker is no tile [2.5]."""
    seats = len(state.boards)
    if seats not in SEATS:
        yield "boards", f"{SEATS[0]} to {SEATS[-1]} boards"
    if len(state.displays) != displays(seats):
        yield "displays", f"{displays(seats)} displays for {seats} seats"
    for at, tiles in enumerate(state.displays):
        if len(tiles) > FILL or _strange(tiles):
            yield f"displays[{at}]", f"at most {FILL} tiles, each {TILE}"
    if _strange(state.center.removesuffix(MARKER)):
        yield "center", f"tiles, each {TILE}, and at most one marker {MARKER}"
    if _strange(state.bag):
        yield "bag", f"tiles, each {TILE}"
    if _strange(state.lid):
        yield "lid", f"tiles, each {TILE}"


def _strange(tiles: str) -> bool:
    return bool(set(tiles) - set(COLORS))


def _board(board: Board, wall: Wall) -> Iterator[PositionFault]:
    """Lines, wall and floor have the size of a board, and no less than 0 points are on it [2.3] [5.5]."""
    if len(board.lines) != SIZE:
        yield "lines", f"{SIZE} lines"
    for at, line in enumerate(board.lines):
        if len(line) > at + 1 or len(set(line)) > 1 or _strange(line):
            yield f"lines[{at}]", f"at most {at + 1} tiles of one color, {TILE}"
    if len(board.wall) != SIZE or any(len(row) != SIZE for row in board.wall):
        yield "wall", f"{SIZE} rows of {SIZE} spaces"
    yield from _tiles_on(board, wall)
    if len(board.floor) > SPACES or _strange(board.floor.replace(MARKER, "", 1)):
        yield "floor", f"at most {SPACES} tiles, each {TILE}, one of them perhaps the marker {MARKER}"
    if not 0 <= board.score <= MOST_POINTS:
        yield "score", f"0 to {MOST_POINTS}"
    if not 0 <= board.spilled <= SPACES:
        yield "spilled", f"0 to {SPACES}"


def _tiles_on(board: Board, wall: Wall) -> Iterator[PositionFault]:
    """Tiles lie on their spaces [2.6], each color once in each row [4.7] and in each column [5.9]."""
    for row, cells in enumerate(board.wall):
        tiles = [(at, color) for at, color in enumerate(cells) if color != EMPTY]
        if any(at not in wall.spots[row].get(color, ()) for at, color in tiles):
            yield f"wall[{row}]", f"tiles, each {TILE}, on spaces for their colors, {EMPTY} on every other space"
        if len({color for _, color in tiles}) < len(tiles):
            yield f"wall[{row}]", "a row with each color once"
        if board.lines[row] and board.lines[row][0] in cells:
            yield f"lines[{row}]", "of a color that its wall row does not have"
    for at in range(SIZE):
        tiles_in = column(board.wall, at).replace(EMPTY, "")
        if len(set(tiles_in)) < len(tiles_in):
            yield "wall", f"a wall with each color once in column {LETTERS[at]}"


def _pieces(state: Azul) -> Iterator[PositionFault]:
    """No tile too many [2.1], one marker [2.5], which is never in the center where it is handed on [8.2]."""
    laid = [part for board in state.boards for part in (*board.lines, *board.wall, board.floor)]
    everywhere = "".join([*laid, *state.displays, state.center, state.bag, state.lid])
    for color in COLORS:
        if (there := everywhere.count(color)) > TILES:
            yield "bag", f"at most {TILES} tiles {color} in all places together: {there} are there"
    if state.house.marker_passes and MARKER in state.center:
        yield "center", "without the marker: it is handed on from floor to floor"
    holders = [seat for seat, board in enumerate(state.boards) if MARKER in board.floor]
    if len(holders) + (MARKER in state.center) > 1:
        yield f"boards[{holders[-1]}].floor", "without a second marker"


def _numbers(state: Azul) -> Iterator[PositionFault]:
    """Seats are those of the table, and counters within what a game can last [7.5]."""
    last = len(state.boards) - 1
    most = STALL if state.over else STALL - 1
    if not 0 <= state.turn <= last:
        yield "turn", f"a seat, 0 to {last}"
    if not 0 <= state.starter <= last:
        yield "starter", f"a seat, 0 to {last}"
    if not 1 <= state.round <= MOST_ROUNDS:
        yield "round", f"1 to {MOST_ROUNDS}"
    if not 0 <= state.stall <= most:
        yield "stall", f"0 to {most}"


def _plans(state: Azul) -> Iterator[PositionFault]:
    """Plans are those of seats that may choose, one not known yet [5.12]; else there is something to deal [7.4]."""
    if not state.plans:
        if not (state.over or state.offered() or state.bag + state.lid):
            yield "bag", "not empty: with no tile left anywhere the game is over"
        return
    if state.over or state.offered():
        yield "plans", "empty after the end" if state.over else "empty while tiles are offered"
    if len(state.plans) != len(state.boards):
        yield "plans", f"{len(state.boards)} plans, or none"
    for seat, (board, plan) in enumerate(zip(state.boards, state.plans, strict=True)):
        if not chooses(state.side, board.lines, board.wall):
            if plan != NONE:
                yield f"plans[{seat}]", f"{NONE}: this seat has nothing to choose"
            continue
        written = len(plan) == SIZE and not set(plan) - set(LETTERS + FORCED)
        if plan in ("", HIDDEN) or (written and refuses_plan(state.side, board.lines, board.wall, plan) is None):
            continue
        yield f"plans[{seat}]", f"a plan for the full lines, such as -d--a, or empty while it is owed, or {HIDDEN}"
    if "" not in state.plans and HIDDEN not in state.plans:
        yield "plans", "empty: all are in, so the walls are tiled"


check = make_check(Azul, _faults)
