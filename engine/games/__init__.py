"""All games, loaded from the packages listed here.

Independent of rules and robots: each package is named after the key of its game and has a `GAME`.
"""

from importlib import import_module

from engine.core import Game

GAME_PACKAGES = (
    "azul",
    "pavilion",
    "match_five",
    "pillars",
)
GAMES: dict[str, Game] = {key: import_module(f"engine.games.{key}").GAME for key in GAME_PACKAGES}
