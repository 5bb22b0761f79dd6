"""What a picture outlines as the cause of a refusal, for the tests of every game. Knows no menu."""

from __future__ import annotations

from engine import GAMES, View
from render import PORTRAYALS
from tests.engine.games.pillars import pillars_tables

GROWN = pillars_tables.position(*pillars_tables.GROWN)
HELD = "R1B2G3O4Y5"


def told(game, state, text, seat=0):
    """The reason of a refusal, and the places to blame."""
    move = GAMES[game].parse(text)
    reason = state.refuses(seat, move)
    return reason, list(PORTRAYALS[game].cause(View(game, seat, state.view(seat)), move, reason, False))


def around(*boxes):
    found = boxes[0]
    for box in boxes[1:]:
        found = found.union(box)
    return found
