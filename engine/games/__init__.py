"""The shelf: every game, one line each.

Knows no rules and no robots: a game is the `GAME` of the package that is named like its key.
"""

from importlib import import_module

from engine.core import Game

SHELF = (
    "azul",
    "pavilion",
    "match_five",
    "pillars",
)
GAMES: dict[str, Game] = {key: import_module(f"engine.games.{key}").GAME for key in SHELF}
