"""The shelf: every game, one line each.

Knows no rules: a game is the `GAME` of the package that is named like its key, and `COACH` in its module `coach` says
how decisions in it are judged.
"""

from importlib import import_module

from engine.coaching import Coach
from engine.core import Game

SHELF = (
    "azul",
    "pavilion",
    "match_five",
    "pillars",
)
COACHED = ("azul", "pavilion", "match_five", "pillars")
GAMES: dict[str, Game] = {key: import_module(f"engine.games.{key}").GAME for key in SHELF}
COACHES: dict[str, Coach] = {key: import_module(f"engine.games.{key}.coach").COACH for key in COACHED}
