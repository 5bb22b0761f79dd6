"""Whether a hand-written position of Match Five can be shown and played on.

Does not know whether a game can reach this position.
"""

import re
from collections import Counter
from collections.abc import Iterator

from engine.core import IllegalMove, PositionFault, Seat, make_check
from engine.games.match_five.coordinates import AXES, NEIGHBOR_STEPS, Z, foot_of
from engine.games.match_five.lines import series_fault
from engine.games.match_five.moves import Place, Wild, parse
from engine.games.match_five.sets import (
    COLORED_TILES,
    FIVE_BONUS,
    HAND_SIZE,
    HIDDEN_TILE,
    MAX_SERIES,
    MAX_STACK,
    OPTIONS,
    SEATS,
    WILD,
    WILD_PENALTY,
    full_bag,
    size,
    split,
    tile_points,
    without_face,
)
from engine.games.match_five.state import MatchFive
from engine.games.match_five.tile_grid import all_lines, read_grid

_CELL = re.compile(r"[a-y]([1-9]|1[0-9]|2[0-5])")
_STACK = re.compile(rf"(W?[RBGOY][1-5]){{1,{MAX_STACK}}}")
MAX_TILES = size(full_bag(max(OPTIONS["copies"])))
MAX_TURNS = 2 * SEATS[-1] * (MAX_TILES + 1)  # if tiles are placed one by one, each just before [9.3] ends the game
# An upper bound: as if each tile completed three series of five tiles, all with the number 5.
MAX_POINTS = MAX_TILES * len(AXES) * (MAX_SERIES * tile_points("R5") + FIVE_BONUS)
LOWEST_POINTS = -HAND_SIZE * WILD_PENALTY  # [9.4]


def _faults(state: MatchFive) -> Iterator[PositionFault]:
    yield from _numbers(state)
    yield from _heaps(state)
    yield from _table(state)
    yield from _progress(state)
    yield from _laid_tiles(state)
    yield from _pieces(state)


def _numbers(state: MatchFive) -> Iterator[PositionFault]:
    seats = len(state.hands)
    if seats not in SEATS:
        yield "hands", f"one for each of {SEATS[0]} to {SEATS[-1]} seats"
    if len(state.points) != seats:
        yield "points", f"a number for each of the {seats} seats"
    for seat, points in enumerate(state.points):
        if not LOWEST_POINTS <= points <= MAX_POINTS:
            yield f"points[{seat}]", f"{LOWEST_POINTS} to {MAX_POINTS}"
    if state.turn not in range(seats):
        yield "turn", f"a seat from 0 to {seats - 1}"
    if state.out not in range(-1, seats):
        yield "out", f"a seat from 0 to {seats - 1}, or -1"
    if not 0 <= state.turns <= MAX_TURNS:
        yield "turns", f"0 to {MAX_TURNS}"
    if state.idle not in range(2 * seats + 1):
        yield "idle", f"from 0 to {2 * seats}"
    if state.copies not in OPTIONS["copies"]:
        yield "copies", "2, 3 or 4"


def _heaps(state: MatchFive) -> Iterator[PositionFault]:
    hands = [(f"hands[{seat}]", hand) for seat, hand in enumerate(state.hands)]
    for name, tiles in (*hands, ("bag", state.bag), ("aside", state.aside)):
        if HIDDEN_TILE in tiles:
            yield name, "without hidden tiles"
        if "".join(split(tiles)) != tiles or set(split(tiles)) - {*COLORED_TILES, WILD}:
            yield name, "tiles one after the other, such as R3B1W"
    for name, hand in hands:
        if size(hand) > HAND_SIZE:
            yield name, f"at most {HAND_SIZE} tiles"


def _table(state: MatchFive) -> Iterator[PositionFault]:
    """Faults of the stacks: a line that is no series [5.6] [5.7] [7.3], or tiles apart from the group [5.5]."""
    if not all(map(_CELL.fullmatch, state.table)):
        yield "table", "stacks by cell, from a1 to y25"
    if not all(map(_STACK.fullmatch, state.table.values())):
        yield "table", f"stacks of one to {MAX_STACK} tiles, such as R5WB5"
    grid = read_grid(state.table)
    if any(len(line.spots) > MAX_SERIES or series_fault(line.tiles) for line in all_lines(grid.tiles, AXES)):
        yield "table", "lines of one color or one number, with at most five tiles and one wild"
    unreached = {spot for spot in grid.tiles if spot < Z}
    group = [unreached.pop()] if unreached else []
    for foot in group:
        near = {foot + step for step in NEIGHBOR_STEPS} & unreached
        unreached -= near
        group += near
    if unreached:
        yield "table", "one group of stacks, each beside another"


def _progress(state: MatchFive) -> Iterator[PositionFault]:
    """Faults of exchanged tiles, of the seat that is out, and of a game that should have ended [9.1] [9.2] [9.3]."""
    seats = len(state.hands)
    short = state.seat_to_draw()
    limit = 2 * seats if state.bag else seats
    if state.aside and (
        short is None or not size(state.aside) == HAND_SIZE - size(state.hands[short]) <= size(state.bag)
    ):
        yield "aside", "as many tiles as the hand that draws lacks and the bag holds, empty if none draws"
    if not state.over and not state.aside and state.idle >= limit:  # after an exchange, the draw comes first
        yield "idle", f"below {limit} as long as the game goes on"
    finished = _finished_seats(state)
    if not finished and state.out != -1:
        yield "out", "-1 as long as nobody has placed the last tile"
    if finished and (state.out not in finished or (not state.over and state.turn == state.out)):
        yield "out", "the first seat that placed its last tile, before the turn comes back to it"


def _finished_seats(state: MatchFive) -> list[Seat]:
    """The seats that have placed their last tile [9.1]; a seat in the middle of its turn is not among them."""
    laying = state.turn if state.laid else -1
    return [seat for seat, hand in enumerate(state.hands) if not hand and not state.bag and seat != laying]


def _laid_tiles(state: MatchFive) -> Iterator[PositionFault]:
    """Faults of the unfinished turn, replayed tile by tile from the position before it."""
    if state.laid and state.over:
        yield "laid", "empty after the end"
    if state.laid and len(state.laid) + size(state.hands[state.turn]) > HAND_SIZE:
        yield "laid", f"at most {HAND_SIZE} tiles together with the hand of the seat on turn"
    if sum(step[:1] == WILD for step in state.laid) > 1:
        yield "laid", "a turn with at most one wild"  # [7.2]
    grid = read_grid(state.table)
    for at, step in enumerate(state.laid):
        move = _read_placement(step)
        if move is None:
            yield f"laid[{at}]", "a tile on a cell, such as R3m13"
            return
        if grid.refuses(foot_of(move.cell), move.table_tile) is not None:
            yield f"laid[{at}]", "on a cell where this tile may go after those before it"
        grid = grid.with_tile(foot_of(move.cell), move.table_tile)


def _read_placement(step: str) -> Place | Wild | None:
    try:
        move = parse(step)
    except IllegalMove:
        return None
    return move if isinstance(move, Place | Wild) and str(move) == step else None


def _pieces(state: MatchFive) -> Iterator[PositionFault]:
    """Faults of tiles that occur more often than in the full bag [2.1] [2.2]."""
    grid = state.grid()
    heaps = "".join([*state.hands, state.bag, state.aside])
    counts = Counter([*(without_face(grid.tile(spot)) for spot in grid.tiles), *split(heaps)])
    full = Counter(split(full_bag(state.copies)))
    for tile in full:
        if counts[tile] > full[tile]:
            yield "bag", f"such that all places together have at most {full[tile]} {tile}, not {counts[tile]}"


check = make_check(MatchFive, _faults)
