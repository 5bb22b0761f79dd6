"""Whether a hand-written position of Azul can be: shapes, ranges, all pieces there.

Knows no moves.
"""

from collections.abc import Iterator

from engine.core import Fault, checked
from engine.games.azul.sets import COLORS, FILL, HOUSES, MARKER, SEATS, SPACES, STALL, TILES, WALLS, Tiebreak, displays
from engine.games.azul.state import Azul
from engine.games.azul.tiling import NONE, chooses, possible_plans


def _fault(state: Azul) -> str:
    if state.wall not in WALLS:
        return "wall"
    if (state.rules, state.sum) not in HOUSES:
        return "rules"
    for seat, board in enumerate(state.boards):
        if fault := board.fault(WALLS[state.wall]):
            return f"boards[{seat}].{fault}"
    seats, heaps = len(state.boards), [*state.displays, state.center, state.bag, state.lid]
    claims = {
        "boards": seats in SEATS,
        "displays": len(state.displays) == displays(seats) and max(map(len, state.displays)) <= FILL,
        "center": MARKER not in "".join([*state.displays, state.bag, state.lid]) and _markers(state) <= 1,
        "marker": not state.house.marker_passes or MARKER not in state.center,  # with its seat or nowhere [8.2]
        "bag": state.over or state.offered() or bool(state.plans or state.bag + state.lid),  # else nobody acts [7.4]
        "plans": not state.plans or _planned(state),
        "turn": state.turn in range(seats),
        "starter": state.starter in range(seats),
        "round": state.round >= 1,
        "stall": 0 <= state.stall <= STALL and (state.over or state.stall < STALL),
        "tiebreak": state.tiebreak in tuple(Tiebreak),
        "heaps": not set("".join(heaps)) - set(COLORS + MARKER),
    }
    return next((name for name, true in claims.items() if not true), "")


def _planned(state: Azul) -> bool:
    """Whether plans are due, somebody still owes one, and those already in are legal [5.12]."""
    if state.over or state.offered() or len(state.plans) != len(state.boards) or "" not in state.plans:
        return False
    boards = [(state.side, board.lines, board.wall) for board in state.boards]
    return all(
        chooses(*there) == (chosen != NONE) and chosen in ("", *possible_plans(*there))
        for there, chosen in zip(boards, state.plans, strict=True)
    )


def _markers(state: Azul) -> int:
    return sum(where.count(MARKER) for where in (state.center, *(board.floor for board in state.boards)))


def _lost(state: Azul) -> str:
    """A color of which there are not 20 tiles, or a lost marker; "" when all pieces are there [2.1] [2.5]."""
    boards = [part for board in state.boards for part in (*board.lines, *board.wall, board.floor)]
    pieces = "".join([*boards, *state.displays, state.center, state.bag, state.lid])
    for color in COLORS:
        if pieces.count(color) != TILES:
            return f"{color}: {pieces.count(color)}"
    beside = len(state.boards[state.starter].floor) == SPACES  # there the marker leaves no trace [4.10]
    gone = state.over and state.house.marker_passes  # nobody needs it any more [8.2]
    return "" if _markers(state) or beside or gone else f"{MARKER}: 0"


def _form(state: Azul) -> Iterator[Fault]:
    if fault := _fault(state):
        yield fault, "sound"


def _real(state: Azul) -> Iterator[Fault]:
    if any(MARKER in board.floor for seat, board in enumerate(state.boards) if seat != state.starter):
        yield "starter", "the seat whose floor holds the marker"  # [4.4] [8.2]
    if lost := _lost(state):
        yield lost, "there"


check = checked(Azul, _form, _real)
