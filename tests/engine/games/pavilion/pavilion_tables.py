"""Positions of Summer Pavilion for tests, written as diagrams or played from typed draws.

Knows no expectations.
"""

from __future__ import annotations

from engine import Table
from engine.core import Event
from engine.games import GAMES
from engine.games.pavilion import Board, Pavilion
from engine.games.pavilion.sets import STARS

SUPPLY = "supply PPGGOOYYBB"
DEAL = "deal PPGY/RRYY/OBBR/GGGG/PPPP"


def pavilion(*texts: str, seats: int = 2, seed: str | None = None, **options: str) -> Table:
    """A table after these moves and draws, each made by whoever is to act."""
    table = Table.new(GAMES["pavilion"], seats, options, seed)
    for text in texts:
        table = table.play(table.state.to_act()[0], text)
    return table


def board(hand: str = "", score: int = 5, **stars: str) -> Board:
    """A board with a hand and some stars by name, such as UL="OO...."."""
    made = Board(hand=hand, score=score)
    for name, cells in stars.items():
        made.stars[STARS.index(name)] = cells
    return made


def position(*boards: Board, factories: str = "", **parts: object) -> Pavilion:
    """A position; `factories` are named as in a deal, missing boards (with a tile to place) and factories are empty.

    The supply holds ten yellow tiles if nothing else is said. With tiles on factories or in the center it is a time
    to take, else one to place.
    """
    seats = max(2, len(boards))
    heaps = factories.split("/") if factories else []
    empty = [""] * (2 * seats + 1 - len(heaps))
    others = [Board(hand="PGOY") for _ in range(seats - len(boards))]
    told = {"phase": "draft" if factories or parts.get("center") else "place", "supply": "YYYYYYYYYY"} | parts
    return Pavilion([*boards, *others], heaps + empty, **told)  # type: ignore[arg-type]


def played(state: Pavilion, *texts: str) -> Pavilion:
    """The position after these moves, each made by whoever is to act."""
    for text in texts:
        state = state.apply(state.to_act()[0], GAMES["pavilion"].parse(text))
    return state


def listed(state: Pavilion, start: str = "", seat: int | None = None) -> list[str]:
    """The legal moves of the seat to act, or of the given one, as notation that starts like this."""
    texts = [str(move) for move in state.moves(state.to_act()[0] if seat is None else seat)]
    return [text for text in texts if text.startswith(start)]


def reason(state: Pavilion, text: str, seat: int | None = None) -> str | None:
    """Why the rules refuse a move to the seat to act, or to the given seat."""
    return state.refuses(state.to_act()[0] if seat is None else seat, GAMES["pavilion"].parse(text))


def events_of(state: Pavilion, *kinds: str) -> list[Event]:
    """The events of the last move that are of these kinds."""
    return [event for event in state.events if event.kind in kinds]


def tiles(state: Pavilion) -> str:
    """Every tile of the table, as one string."""
    parts = [*state.factories, state.center, state.supply, state.bag, state.tower]
    for one in state.boards:
        parts += [*one.stars, one.hand, one.corners]
    return "".join(parts).replace(".", "")
