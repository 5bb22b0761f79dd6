"""Draws every game once after the start, so that the first player waits no longer for a picture than the tenth.

Fonts and the parts of pictures are made when they are first needed, which takes up to a fifth of a second a game.
Knows no Discord and no tables of people.
"""

import asyncio
import logging

from bot.text.words import Words
from engine import GAMES, Table
from render import draw, draws

MOVES = 24  # after so many a position has most kinds of parts
STRIDE = 7  # through the list of moves, so that not every draft comes from the same place

log = logging.getLogger(__name__)


async def warm() -> None:
    """Pictures of all games have their parts at hand. They are drawn one at a time, beside everything else."""
    try:
        for key, game in GAMES.items():
            for seats in game.seats if draws(key) else ():
                await asyncio.to_thread(_draw_two, key, seats)
    except Exception:  # nobody waits for these pictures, so the fault would be seen nowhere
        log.exception("drawing ahead failed")


def _draw_two(key: str, seats: int) -> None:
    """The opening and a position in the middle of a game."""
    table = Table.new(GAMES[key], seats, {}, "warm")
    names, words = [f"{seat + 1}" for seat in range(seats)], Words()
    draw(table.view(None), names, words)
    for number in range(MOVES):
        if acting := table.state.to_act():
            moves = table.state.moves(acting[0])
            table = table.play(acting[0], str(moves[number * STRIDE % len(moves)]))
    draw(table.view(None), names, words)
