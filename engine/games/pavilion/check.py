"""Whether a hand-written position of Summer Pavilion can be: shapes, ranges, all tiles there.

Knows no moves.
"""

from collections.abc import Iterator

from engine.core import Fault, checked
from engine.games.pavilion.moves import DEALING, DRAFTING, FILLING, PLACING, Phase
from engine.games.pavilion.sets import COLORS, FILL, ROUNDS, SEATS, SIDES, SUPPLY, TILES, factories
from engine.games.pavilion.state import Pavilion


def _fault(state: Pavilion) -> str:
    if state.side not in SIDES:
        return "side"
    for seat, board in enumerate(state.boards):
        if fault := board.fault(state.face):
            return f"boards[{seat}].{fault}"
    seats, heaps = len(state.boards), [*state.factories, state.center, state.supply, state.bag, state.tower]
    claims = {
        "boards": seats in SEATS,
        "factories": len(state.factories) == factories(seats) and max(map(len, state.factories)) <= FILL,
        "supply": len(state.supply) <= SUPPLY,
        "turn": state.turn in range(seats),
        "starter": state.starter in range(seats),
        "round": 1 <= state.round <= ROUNDS,
        "phase": state.phase in tuple(Phase),
        "heaps": not set("".join(heaps)) - set(COLORS),
    }
    return next((name for name, true in claims.items() if not true), "") or _stuck(state)


def _stuck(state: Pavilion) -> str:
    """What is at odds with the phase, so that nobody could act or tiles would be forgotten; "" when all is well."""
    offered, passed = bool(state.center or any(state.factories)), [board.passed for board in state.boards]
    stock = bool(state.bag + state.tower)
    claims = {
        "phase": {
            DRAFTING: offered and not any(passed),
            PLACING: not offered and not passed[state.turn],
            FILLING: not offered and stock and len(state.supply) < SUPPLY,
            DEALING: not offered and stock and all(passed),
        }.get(state.phase, True),
        "owed": state.owed == 0 or (state.phase == PLACING and 0 < state.owed <= len(state.supply)),
    }
    return next((name for name, true in claims.items() if not true), "")


def _lost(state: Pavilion) -> str:
    """A color of which there are not 22 tiles; "" when all are there [2.1]."""
    boards = [part for board in state.boards for part in (*board.stars, board.hand, board.corners)]
    tiles = "".join([*boards, *state.factories, state.center, state.supply, state.bag, state.tower])
    counts = {color: tiles.count(color) for color in COLORS}
    return next((f"{color}: {count}" for color, count in counts.items() if count != TILES), "")


def _form(state: Pavilion) -> Iterator[Fault]:
    if fault := _fault(state):
        yield fault, "sound"


def _real(state: Pavilion) -> Iterator[Fault]:
    if lost := _lost(state):
        yield lost, "there"


check = checked(Pavilion, _form, _real)
