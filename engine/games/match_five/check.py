"""Whether a hand-written position of Match Five can be: shapes, ranges, series, all tiles there.

Knows no scores of turns.
"""

import re
from collections import Counter
from collections.abc import Iterator

from engine.core import Fault, IllegalMove, checked
from engine.games.match_five.land import LaidLine, land
from engine.games.match_five.lines import fault
from engine.games.match_five.moves import Place, Wild, parse
from engine.games.match_five.sets import (
    FACES,
    HAND,
    HIGHEST,
    LONGEST,
    OPTIONS,
    SEATS,
    WILD,
    every_tile,
    heap,
    in_hand,
    pile,
    split,
)
from engine.games.match_five.spots import AXES, BESIDE, Z
from engine.games.match_five.state import MatchFive

_CELL = re.compile(r"[a-y]([1-9]|1[0-9]|2[0-5])")
_STACK = re.compile(r"(W?[RBGOY][1-5])+")


def _fault(state: MatchFive) -> str:
    if not all(map(_CELL.fullmatch, state.table)) or not all(map(_sound_stack, state.table.values())):
        return "table"
    for name, tiles in (*((f"hands[{seat}]", hand) for seat, hand in enumerate(state.hands)), ("bag", state.bag)):
        if not _known(tiles):
            return name
    seats = len(state.hands)
    claims = {
        "hands": seats in SEATS and all(len(split(hand)) <= HAND for hand in state.hands),
        "points": len(state.points) == seats,
        "turn": state.turn in range(seats),
        "turns": state.turns >= 0,
        "copies": state.copies in OPTIONS["copies"],
        "table": _is_sound(state.table),
        "out": _names_who_is_out(state),
        "idle": 0 <= state.idle <= 2 * seats and (state.over or not _is_stalled(state)),
        "aside": _known(state.aside) and _fits_aside(state),
    }
    false = [name for name, true in claims.items() if not true]
    if not false and state.laid and not _could_lay(state):  # laying asks for a position that is sound but for this
        return "laid"
    return false[0] if false else ""


def _sound_stack(stack: str) -> bool:
    return bool(_STACK.fullmatch(stack)) and len(pile(stack)) <= HIGHEST


def _known(tiles: str) -> bool:
    """Whether a heap has only tiles, none of them hidden."""
    return "".join(split(tiles)) == tiles and not set(split(tiles)) - {*FACES, WILD}


def _is_sound(table: dict[str, str]) -> bool:
    """Whether every line is a series and all tiles are one group [5.5] [5.7]."""
    ground = land(table)
    lines = [LaidLine(axis, *ground.walk(spot, axis)) for spot in ground.tiles for axis in AXES]
    if any(len(line.spots) > LONGEST or fault(sum(ground.tiles[spot] for spot in line.spots)) for line in lines):
        return False
    left = {spot for spot in ground.tiles if spot < Z}
    group = [left.pop()] if left else []
    for foot in group:
        near = {foot + step for step in BESIDE} & left
        left -= near
        group += near
    return not left


def _names_who_is_out(state: MatchFive) -> bool:
    """Whether `out` is a seat that has placed its last tile, and -1 only while there is none [9.1]."""
    laying = state.turn if state.laid else -1
    gone = [seat for seat, hand in enumerate(state.hands) if not hand and not state.bag and seat != laying]
    return state.out in gone and (state.over or state.turn != state.out) if gone else state.out == -1


def _is_stalled(state: MatchFive) -> bool:
    """Whether this many idle turns would have ended the game; a swap still waits for its draw [9.2] [9.3]."""
    seats = len(state.hands)
    return state.idle >= (2 * seats if state.bag else seats) and not state.aside


def _fits_aside(state: MatchFive) -> bool:
    seat = state.short()
    if not state.aside:
        return True
    return seat is not None and len(split(state.aside)) == HAND - len(split(state.hands[seat])) <= len(split(state.bag))


def _could_lay(state: MatchFive) -> bool:
    """Whether the unfinished turn can be laid step by step from the position before it."""
    if state.over or len(state.laid) + len(split(state.hands[state.turn])) > HAND:
        return False
    try:
        parsed = [parse(step) for step in state.laid]
    except IllegalMove:
        return False
    moves = [move for move in parsed if isinstance(move, Place | Wild)]
    if len(moves) < len(parsed):
        return False
    before = state.copy()
    taken = [in_hand(move.as_laid) for move in moves]
    before.laid, before.hands[state.turn] = [], heap([*split(state.hands[state.turn]), *taken])
    for move in moves:
        if before.refuses(state.turn, move) is not None:
            return False
        before.perform(state.turn, move)
    return before.laid == state.laid


def _lost(state: MatchFive) -> str:
    """A tile of which there are too few or too many, "" when all pieces are there [2.1] [2.2]."""
    ground = state.ground()
    heaps = split("".join([*state.hands, state.bag, state.aside]))
    there = Counter([*(in_hand(ground.tile(spot)) for spot in ground.tiles), *heaps])
    full = Counter(split(every_tile(state.copies)))
    return next((f"{tile}: {there[tile]}" for tile in full if there[tile] != full[tile]), "")


def _form(state: MatchFive) -> Iterator[Fault]:
    if fault := _fault(state):
        yield fault, "sound"


def _real(state: MatchFive) -> Iterator[Fault]:
    if lost := _lost(state):
        yield lost, "there"


check = checked(MatchFive, _form, _real)
