"""Positions of the pillars game for tests, written in notation.

Knows no expectations.
"""

from __future__ import annotations

from engine import Table
from engine.core import Event
from engine.games import GAMES
from engine.games.pillars import Pillars, Player

NAMES = ["1", "2", "3I", "3L", "4I", "4L", "4O", "4S", "4T", "5I", "5L", "5N", "5P", "5T", "5U", "5V", "5Y", "5Z"]
TWO = ("of5 of13", "ol5 ol13")  # two players after their first two turns
GROWN = ("of5 of13 5L2g5", "ol5 ol13")  # the same, and the first has laid a tile


def table(*texts: str, seats: int = 2) -> Table:
    """A table after these moves, each made by whoever is to act."""
    made = Table.new(GAMES["pillars"], seats, {}, None)
    for text in texts:
        made = made.play(made.state.to_act()[0], text)
    return made


def player(laid: str = "", stock: str | None = None, pillars: int | None = None, *, gone: bool = False) -> Player:
    """A player with these pieces on the board; what is not there is in hand, unless told otherwise."""
    pieces = laid.split()
    used = {text[:2] if text[1:2].isupper() else text[0] for text in pieces if text[0] != "o"}
    tiles = [name for name in NAMES if name not in used] if stock is None else stock.split()
    left = 3 - sum(text[0] == "o" for text in pieces) if pillars is None else pillars
    return Player(pieces, tiles, left, gone)


def position(*players: Player | str, turn: int = 0, starter: int = 0) -> Pillars:
    """A position of these players; text stands for what a player has laid."""
    return Pillars([one if isinstance(one, Player) else player(one) for one in players], turn, starter)


def filler(cells: str) -> str:
    """Single squares on these cells, to fill a board with; a puzzle rather than a game."""
    return " ".join(f"11{cell.lower()}" for cell in cells.split())


def played(state: Pillars, *texts: str) -> Pillars:
    """The position after these moves, each made by whoever is to act."""
    for text in texts:
        state = state.apply(state.to_act()[0], GAMES["pillars"].parse(text))
    return state


def listed(state: Pillars, seat: int = 0) -> list[str]:
    """The legal moves of a seat as notation."""
    return [str(move) for move in state.moves(seat)]


def reason(state: Pillars, text: str, seat: int | None = None) -> str | None:
    """Why the rules refuse a move to the seat to act, or to the given seat; listed exactly when they do not."""
    mover = state.to_act()[0] if seat is None else seat
    refused = state.refuses(mover, GAMES["pillars"].parse(text))
    assert (refused is None) == (text in listed(state, mover))
    return refused


def told(state: Pillars, *kinds: str) -> list[Event]:
    """The events of the last move that are of these kinds."""
    return [event for event in state.events if event.kind in kinds]


PLAYABLE = {  # drawn out, "#" is dark, "c" the center section
    2: """#################
          #################
          #####.......#####
          ####.........####
          ###...........###
          ##.............##
          ##....ccccc....##
          ##....ccccc....##
          ##....ccccc....##
          ##....ccccc....##
          ##....ccccc....##
          ##.............##
          ###...........###
          ####.........####
          #####.......#####
          #################
          #################""",
    3: "\n".join(
        ["#" * 17, "##.............##"]
        + ["#...............#"] * 4
        + ["#.....ccccc.....#"] * 5
        + ["#...............#"] * 4
        + ["##.............##", "#" * 17]
    ),
    4: "\n".join(["." * 17] * 6 + ["......ccccc......"] * 5 + ["." * 17] * 6),
}


def board(seats: int, marks: str) -> list[str]:
    """The cells of a background that bear one of these marks: "a1" and so on."""
    rows = enumerate(PLAYABLE[seats].split(), 1)
    return [f"{'abcdefghijklmnopq'[at]}{row}" for row, line in rows for at, mark in enumerate(line) if mark in marks]
