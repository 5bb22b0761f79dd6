"""The shelf: every game, one line each.

Knows no rules: a game is the `GAME` of the package that is named like its key. `COACH` in its module `coach` says how
decisions in it are judged, and `LUCK` in `luck` how much its draws favored each seat.
"""

from importlib import import_module

from engine.coaching import Coach, GameLuck
from engine.core import Game

SHELF = (
    "azul",
    "pavilion",
    "match_five",
    "pillars",
)
COACHED = ("azul", "pavilion", "match_five", "pillars")
DRAWN = ("azul", "pavilion", "match_five")  # games with draws
GAMES: dict[str, Game] = {key: import_module(f"engine.games.{key}").GAME for key in SHELF}
COACHES: dict[str, Coach] = {key: import_module(f"engine.games.{key}.coach").COACH for key in COACHED}
LUCKS: dict[str, GameLuck] = {key: import_module(f"engine.games.{key}.luck").LUCK for key in DRAWN}
