"""Positions of Azul for tests, drawn as diagrams or played from typed deals.

Knows no expectations.
"""

from __future__ import annotations

import json
from itertools import product

from engine import IllegalMove, Table, dump, load
from engine.core import Event
from engine.games import GAMES
from engine.games.azul import Azul, Board
from engine.games.azul.sets import OPTIONS

FORCED_ROW = ("|.....", "RR|BY.KW", "|.....")  # one column is left for red
OPENING = "deal BBYR/RKKW/BYRK/WWWW/BYYK"


def half_of_options() -> list[dict[str, str]]:
    """Half of the options that a game can have, the usual ones among them; any three of their values meet."""
    every = [dict(zip(OPTIONS, values, strict=True)) for values in product(*OPTIONS.values())]
    return [one for one in every if sum(OPTIONS[name].index(value) for name, value in one.items()) % 2 == 0]


def azul(*texts: str, seats: int = 2, seed: str | None = None, **options: str) -> Table:
    """A table after these moves and draws, each made by whoever is to act."""
    table = Table.new(GAMES["azul"], seats, options, seed)
    for text in texts:
        table = table.play(table.state.to_act()[0], text)
    return table


def board(*rows: str, floor: str = "", score: int = 0, spilled: int = 0) -> Board:
    """A board from up to five rows "line|wall", such as "BB|.Y..."; a missing part is empty."""
    made = Board(floor=floor, score=score, spilled=spilled)
    for at, row in enumerate(rows):
        line, _, wall = row.partition("|")
        made.lines[at], made.wall[at] = line, wall or "....."
    return made


def walls(*rows: str) -> Board:
    """A board with nothing but a wall."""
    return board(*(f"|{row}" for row in rows))


def position(*boards: Board, displays: str = "", center: str = "", bag: str = "", **parts: object) -> Azul:
    """A position; `displays` are named as in a deal, missing boards and displays are empty.

    If a floor holds the marker, that seat is the `starter` unless another one is given.
    """
    seats = max(2, len(boards))
    parts = {"starter": next((at for at, one in enumerate(boards) if "M" in one.floor), 0)} | parts
    heaps = displays.split("/") if displays else []
    empty = [""] * (2 * seats + 1 - len(heaps))
    return Azul([*boards, *(Board() for _ in range(seats - len(boards)))], heaps + empty, center, bag, **parts)  # type: ignore[arg-type]


def played(state: Azul, *texts: str) -> Azul:
    """The position after these moves, each made by whoever is to act."""
    for text in texts:
        state = state.apply(state.to_act()[0], GAMES["azul"].parse(text))
    return state


def listed(state: Azul, seat: int = 0) -> list[str]:
    """The legal moves of a seat as notation."""
    return [str(move) for move in state.moves(seat)]


def reason(state: Azul, text: str, seat: int | None = None) -> str | None:
    """Why the rules refuse a move to the seat to act, or to the given seat."""
    return state.refuses(state.to_act()[0] if seat is None else seat, GAMES["azul"].parse(text))


def told(state: Azul, *kinds: str) -> list[Event]:
    """The events of the last move that are of these kinds."""
    return [event for event in state.events if event.kind in kinds]


def pieces(state: Azul) -> str:
    """Every tile of the table, as one string."""
    parts = [*state.displays, state.center, state.bag, state.lid]
    for one in state.boards:
        parts += [*one.lines, *one.wall, one.floor]
    return "".join(parts).replace(".", "").replace("M", "")


def gray(*boards: Board, center: str = "Y", **parts: object) -> Azul:
    """A gray position in which seat 0 takes what lies in the center as the last of the round."""
    parts = {"bag": "B" * 20, "turn": 0} | parts
    return position(*boards, center=center, wall="gray", **parts)


def tiled(*boards: Board, **parts: object) -> Azul:
    """After the last draft, which went to the floor of seat 1: it costs 1 and nothing else changes."""
    return played(gray(*boards, turn=1, **parts), "CYF")


def fault(state: Azul) -> tuple[str, str] | None:
    """The field of a position that is refused and what it must be; None for a position that is accepted."""
    try:
        GAMES["azul"].check(load(Azul, json.loads(json.dumps(dump(state)))))
    except IllegalMove as refusal:
        assert refusal.reason == "state"
        return str(refusal.facts["field"]).removeprefix("state."), str(refusal.facts["need"])
    return None
