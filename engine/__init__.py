"""Rules of tile games: pure, typed, standard library only. Other packages import these names.

Knows no people, no words, no clock and no pictures.
"""

from engine.codec import Misfit, dump, load
from engine.core import (
    CHANCE,
    Answer,
    Cell,
    Event,
    Fact,
    Game,
    Heap,
    IllegalMove,
    Move,
    Options,
    Score,
    Seat,
    State,
    View,
    places,
)
from engine.games import GAMES
from engine.table import Entry, Table

__all__ = [
    "CHANCE",
    "GAMES",
    "Answer",
    "Cell",
    "Entry",
    "Event",
    "Fact",
    "Game",
    "Heap",
    "IllegalMove",
    "Misfit",
    "Move",
    "Options",
    "Score",
    "Seat",
    "State",
    "Table",
    "View",
    "dump",
    "load",
    "places",
]
