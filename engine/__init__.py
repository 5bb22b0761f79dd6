"""The rules of tile games. Other packages import only the names below.

Pure typed code that needs only the standard library. Knows nothing about people, texts, the time and pictures.
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
