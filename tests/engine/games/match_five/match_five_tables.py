"""Positions of Match Five for tests, written as tiles at places: "R3@0,0" lies on M13, "B4@4,0" four to the right.

Knows no expectations.
"""

from __future__ import annotations

from random import Random

from engine import CHANCE, Cell, View
from engine.games import GAMES
from engine.games.match_five import MatchFive
from engine.robots.ai import choose
from engine.robots.core import Level

FIVE = GAMES["match_five"]
BASE1 = "R3@0,0 R2@1,0 R1@2,0"
BASE2 = f"{BASE1} R5@3,0 R4@4,0"
BASE4 = f"{BASE2} B4@4,0 Y4@4,0 O4@4,0 G4@4,0"
GAP = "R1@0,0 R4@0,1 R5@1,1 R2@2,1 R3@2,0"


def cell(place: str) -> str:
    """The cell of a place: "1,0" is N13."""
    x, y = map(int, place.split(","))
    return str(Cell(12 + x, 12 + y))


def steps(text: str) -> list[str]:
    """Tiles at places as moves."""
    return [tile + cell(place) for tile, place in (part.split("@") for part in text.split())]


def position(tiles: str = "", *hands: str, bag: str = "", **parts: object) -> MatchFive:
    """A position with these tiles on the table, stacks from below; a hand of one tile for a seat left out."""
    table: dict[str, str] = {}
    for part in tiles.split():
        tile, place = part.split("@")
        table[cell(place)] = table.get(cell(place), "") + tile
    held = [*hands, *(["Y1"] * (2 - len(hands)))]
    given = {"points": [0] * len(held), **parts}
    return MatchFive(table, held, bag, **given)  # type: ignore[arg-type]


def played(state: MatchFive, *texts: str) -> MatchFive:
    """The position after these moves, each made by whoever is to act."""
    for text in texts:
        state = state.apply(state.to_act()[0], FIVE.parse(text))
    return state


def reason(state: MatchFive, text: str, seat: int | None = None) -> str | None:
    """Why the rules refuse a move to the seat to act, or to the given seat."""
    return state.refuses(state.to_act()[0] if seat is None else seat, FIVE.parse(text))


def listed(state: MatchFive, seat: int = 0) -> list[str]:
    """The legal moves of a seat as notation."""
    return [str(move) for move in state.moves(seat)]


def event_facts(state: MatchFive, kind: str) -> list[dict[str, object]]:
    """The facts of the events of this kind of the last move."""
    return [dict(event.facts) for event in state.events if event.kind == kind]


def own_view(state: MatchFive) -> View[MatchFive]:
    """What the seat on turn knows."""
    return View("match_five", state.turn, state.view(state.turn))


def midgame(seats: int, copies: str, turns: int) -> MatchFive:
    """A position after some turns of amateurs."""
    rng = Random(seats * 10 + int(copies))
    state = FIVE.start(seats, {"copies": copies}, 0)
    while state.to_act() == (CHANCE,) or state.turns < turns or state.laid:
        seat = state.to_act()[0]
        move = state.draw(rng) if seat == CHANCE else choose(Level.AMATEUR, View("match_five", seat, state), rng)
        state = state.apply(seat, move)
    return state
