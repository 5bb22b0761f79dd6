"""Whether a hand-written position of Match Five can be drawn and played on.

Knows nothing of whether a game can come to it.
"""

import re
from collections import Counter
from collections.abc import Iterator

from engine.core import IllegalMove, PositionFault, Seat, make_check
from engine.games.match_five.land import all_lines, land
from engine.games.match_five.lines import fault
from engine.games.match_five.moves import Place, Wild, parse
from engine.games.match_five.sets import (
    BONUS,
    FACES,
    HAND,
    HIDDEN,
    HIGHEST,
    LEFT_WILD,
    LONGEST,
    OPTIONS,
    SEATS,
    WILD,
    every_tile,
    in_hand,
    size,
    split,
    value,
)
from engine.games.match_five.spots import AXES, BESIDE, Z, foot_of
from engine.games.match_five.state import MatchFive

_CELL = re.compile(r"[a-y]([1-9]|1[0-9]|2[0-5])")
_STACK = re.compile(rf"(W?[RBGOY][1-5]){{1,{HIGHEST}}}")
MOST_TILES = size(every_tile(max(OPTIONS["copies"])))
MOST_TURNS = 2 * SEATS[-1] * (MOST_TILES + 1)  # each tile alone, in the last turn before the game would end [9.3]
MOST_POINTS = MOST_TILES * len(AXES) * (LONGEST * value("R5") + BONUS)  # each tile completes three series of fives
LEAST_POINTS = -HAND * LEFT_WILD  # [9.4]


def _faults(state: MatchFive) -> Iterator[PositionFault]:
    yield from _numbers(state)
    yield from _heaps(state)
    yield from _table(state)
    yield from _progress(state)
    yield from _laid(state)
    yield from _pieces(state)


def _numbers(state: MatchFive) -> Iterator[PositionFault]:
    seats = len(state.hands)
    if seats not in SEATS:
        yield "hands", f"one for each of {SEATS[0]} to {SEATS[-1]} seats"
    if len(state.points) != seats:
        yield "points", f"a number for each of the {seats} seats"
    for seat, points in enumerate(state.points):
        if not LEAST_POINTS <= points <= MOST_POINTS:
            yield f"points[{seat}]", f"{LEAST_POINTS} to {MOST_POINTS}"
    if state.turn not in range(seats):
        yield "turn", f"a seat from 0 to {seats - 1}"
    if state.out not in range(-1, seats):
        yield "out", f"a seat from 0 to {seats - 1}, or -1"
    if not 0 <= state.turns <= MOST_TURNS:
        yield "turns", f"0 to {MOST_TURNS}"
    if state.idle not in range(2 * seats + 1):
        yield "idle", f"from 0 to {2 * seats}"
    if state.copies not in OPTIONS["copies"]:
        yield "copies", "2, 3 or 4"


def _heaps(state: MatchFive) -> Iterator[PositionFault]:
    hands = [(f"hands[{seat}]", hand) for seat, hand in enumerate(state.hands)]
    for name, tiles in (*hands, ("bag", state.bag), ("aside", state.aside)):
        if HIDDEN in tiles:
            yield name, "without hidden tiles"
        if "".join(split(tiles)) != tiles or set(split(tiles)) - {*FACES, WILD}:
            yield name, "tiles one after the other, such as R3B1W"
    for name, hand in hands:
        if size(hand) > HAND:
            yield name, f"at most {HAND} tiles"


def _table(state: MatchFive) -> Iterator[PositionFault]:
    """Stacks, and whether every line is a series [5.6] [5.7] [7.3] and all tiles are one group [5.5]."""
    if not all(map(_CELL.fullmatch, state.table)):
        yield "table", "stacks by cell, from a1 to y25"
    if not all(map(_STACK.fullmatch, state.table.values())):
        yield "table", f"stacks of one to {HIGHEST} tiles, such as R5WB5"
    ground = land(state.table)
    if any(len(line.spots) > LONGEST or fault(line.tiles) for line in all_lines(ground.tiles, AXES)):
        yield "table", "lines of one color or one number, with at most five tiles and one wild"
    left = {spot for spot in ground.tiles if spot < Z}
    group = [left.pop()] if left else []
    for foot in group:
        near = {foot + step for step in BESIDE} & left
        left -= near
        group += near
    if left:
        yield "table", "one group of stacks, each beside another"


def _progress(state: MatchFive) -> Iterator[PositionFault]:
    """What is swapped, who is out, and that the game has ended where it had to [9.1] [9.2] [9.3]."""
    seats = len(state.hands)
    short = state.short()
    most = 2 * seats if state.bag else seats
    if state.aside and (short is None or not size(state.aside) == HAND - size(state.hands[short]) <= size(state.bag)):
        yield "aside", "as many tiles as the hand that draws lacks and the bag holds, empty if none draws"
    if not state.over and not state.aside and state.idle >= most:  # a swap still waits for its draw
        yield "idle", f"below {most} as long as the game goes on"
    gone = _gone(state)
    if not gone and state.out != -1:
        yield "out", "-1 as long as nobody has placed the last tile"
    if gone and (state.out not in gone or (not state.over and state.turn == state.out)):
        yield "out", "the first seat that placed its last tile, before the turn comes back to it"


def _gone(state: MatchFive) -> list[Seat]:
    """The seats that have placed their last tile [9.1]; one that has laid it is not done yet."""
    laying = state.turn if state.laid else -1
    return [seat for seat, hand in enumerate(state.hands) if not hand and not state.bag and seat != laying]


def _laid(state: MatchFive) -> Iterator[PositionFault]:
    """An unfinished turn, step by step from the position before it."""
    if state.laid and state.over:
        yield "laid", "empty after the end"
    if state.laid and len(state.laid) + size(state.hands[state.turn]) > HAND:
        yield "laid", f"at most {HAND} tiles together with the hand of the seat on turn"
    if sum(step[:1] == WILD for step in state.laid) > 1:
        yield "laid", "a turn with at most one wild"  # [7.2]
    ground = land(state.table)
    for at, step in enumerate(state.laid):
        move = _read(step)
        if move is None:
            yield f"laid[{at}]", "a tile on a cell, such as R3m13"
            return
        if ground.refuses(foot_of(move.cell), move.as_laid) is not None:
            yield f"laid[{at}]", "on a cell where this tile may go after those before it"
        ground = ground.plus(foot_of(move.cell), move.as_laid)


def _read(step: str) -> Place | Wild | None:
    try:
        move = parse(step)
    except IllegalMove:
        return None
    return move if isinstance(move, Place | Wild) and str(move) == step else None


def _pieces(state: MatchFive) -> Iterator[PositionFault]:
    """No tile is there too often [2.1] [2.2]."""
    ground = state.ground()
    heaps = "".join([*state.hands, state.bag, state.aside])
    there = Counter([*(in_hand(ground.tile(spot)) for spot in ground.tiles), *split(heaps)])
    full = Counter(split(every_tile(state.copies)))
    for tile in full:
        if there[tile] > full[tile]:
            yield "bag", f"such that all places together have at most {full[tile]} {tile}, not {there[tile]}"


check = make_check(MatchFive, _faults)
