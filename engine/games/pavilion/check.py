"""Whether a hand-written position of Summer Pavilion can be shown and played on.

Does not know whether a game can reach this position.
"""

from collections.abc import Iterator

from engine.core import PositionFault, make_check
from engine.games.pavilion.board import Board
from engine.games.pavilion.moves import DRAFTING, PLACING, RoundPhase
from engine.games.pavilion.sets import (
    COLORS,
    EMPTY,
    FACTORY_SIZE,
    FREE_STAR,
    MAX_KEPT,
    MIN_POINTS,
    MIXED_STAR,
    NUMBER_POINTS,
    ORNAMENTS,
    ROUNDS,
    SEATS,
    SIDES,
    STAR_POINTS,
    STAR_SIZE,
    STARS,
    START_POINTS,
    SUPPLY_SIZE,
    TILES_PER_COLOR,
    BoardSide,
    factory_count,
)
from engine.games.pavilion.state import Pavilion

ORNAMENT_TILES = sum(ornament.tiles for ornament in ORNAMENTS)
STAR_TILE_POINTS = STAR_SIZE * (STAR_SIZE + 1) // 2  # the most points that the tiles of one star can score [5.8]
MAX_SCORE = START_POINTS + len(STARS) * (STAR_TILE_POINTS + max(STAR_POINTS.values())) + sum(NUMBER_POINTS.values())


def _faults(state: Pavilion) -> Iterator[PositionFault]:
    yield from _numbers(state)
    yield from _heaps(state)
    for seat, board in enumerate(state.boards):
        yield from ((f"boards[{seat}].{field}", need) for field, need in _board(board, state.board_side))
        if len(board.hand) > _max_hand(state):
            yield f"boards[{seat}].hand", f"at most {_max_hand(state)} tiles"
    yield from _pieces(state)
    yield from _turn(state)


def _numbers(state: Pavilion) -> Iterator[PositionFault]:
    seats = len(state.boards)
    if state.side not in SIDES:
        yield "side", " or ".join(SIDES)
    if seats not in SEATS:
        yield "boards", f"{SEATS[0]} to {SEATS[-1]} boards"
    if state.turn not in range(seats):
        yield "turn", f"a seat, 0 to {seats - 1}"
    if state.starter not in range(seats):
        yield "starter", f"a seat, 0 to {seats - 1}"
    if not 1 <= state.round <= ROUNDS:
        yield "round", f"1 to {ROUNDS}"
    if state.phase not in tuple(RoundPhase):
        yield "phase", "one of " + ", ".join(RoundPhase)


def _heaps(state: Pavilion) -> Iterator[PositionFault]:
    if len(state.factories) != factory_count(len(state.boards)):
        yield "factories", f"{factory_count(len(state.boards))} heaps for {len(state.boards)} seats"
    for at, tiles in enumerate(state.factories):
        if _has_invalid(tiles) or len(tiles) > FACTORY_SIZE:
            yield f"factories[{at}]", f"at most {FACTORY_SIZE} tiles of the colors {COLORS}"
    if _has_invalid(state.supply) or len(state.supply) > SUPPLY_SIZE:
        yield "supply", f"at most {SUPPLY_SIZE} tiles of the colors {COLORS}"
    if len(state.center) > (dealt := FACTORY_SIZE * len(state.factories)):
        yield "center", f"at most {dealt} tiles"
    for field, heap in (("center", state.center), ("bag", state.bag), ("tower", state.tower)):
        if _has_invalid(heap):
            yield field, f"tiles of the colors {COLORS}"


def _max_hand(state: Pavilion) -> int:
    """The most tiles of a hand: those of all factories, kept tiles [6.2] and, after drafting, bonus tiles [5.9]."""
    return FACTORY_SIZE * len(state.factories) + MAX_KEPT + (ORNAMENT_TILES if state.phase != DRAFTING else 0)


def _board(board: Board, side: BoardSide) -> Iterator[PositionFault]:
    if len(board.stars) != len(STARS):
        yield "stars", f"{len(STARS)} stars"
    for at, (kind, cells) in enumerate(zip(side.kinds, board.stars, strict=False)):
        if len(cells) != STAR_SIZE or _has_invalid(cells.replace(EMPTY, "")):
            yield f"stars[{at}]", f"{STAR_SIZE} cells, each one of {COLORS} or {EMPTY}"
        if not _can_hold(kind, cells.replace(EMPTY, "")):
            yield f"stars[{at}]", _STAR_NEEDS.get(kind, f"without other tiles than {kind}")
    if _has_invalid(board.hand):
        yield "hand", f"tiles of the colors {COLORS}"
    if _has_invalid(board.corners) or len(board.corners) > MAX_KEPT:
        yield "corners", f"at most {MAX_KEPT} tiles of the colors {COLORS}"
    if not MIN_POINTS <= board.score <= MAX_SCORE:
        yield "score", f"{MIN_POINTS} to {MAX_SCORE}"


_STAR_NEEDS = {MIXED_STAR: "without a color twice", FREE_STAR: "of one color, or without a color twice"}


def _can_hold(kind: str, tiles: str) -> bool:
    """Whether a star of this kind can hold these tiles [5.3] [5.4]."""
    if kind in COLORS:
        return not set(tiles) - {kind}
    return len(set(tiles)) == len(tiles) or (kind == FREE_STAR and len(set(tiles)) == 1)


def _has_invalid(tiles: str) -> bool:
    return bool(set(tiles) - set(COLORS))


def _pieces(state: Pavilion) -> Iterator[PositionFault]:
    """Faults of colors with more tiles than the game has [2.1]."""
    boards = [part for board in state.boards for part in (*board.stars, board.hand, board.corners)]
    everywhere = "".join([*boards, *state.factories, state.center, state.supply, state.bag, state.tower])
    for color in COLORS:
        if (count := everywhere.count(color)) > TILES_PER_COLOR:
            yield "bag", f"at most {TILES_PER_COLOR} tiles {color} in all places together: {count} are there"


def _turn(state: Pavilion) -> Iterator[PositionFault]:
    if state.phase == DRAFTING and not state.center and not any(state.factories):
        yield "phase", "another one than draft without tiles to take"
    if state.phase == PLACING and state.boards[state.turn].passed:
        yield "turn", "a seat that has not passed"
    if not 0 <= state.owed <= len(state.supply):
        yield "owed", f"0 to {len(state.supply)}, no more than the supply holds"
    if state.owed and state.phase != PLACING:
        yield "owed", "0 unless tiles are placed"
    for seat, board in enumerate(state.boards):
        if state.phase == DRAFTING and board.passed:
            yield f"boards[{seat}].passed", "false while tiles are taken"


check = make_check(Pavilion, _faults)
