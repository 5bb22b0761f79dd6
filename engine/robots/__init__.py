"""The shelf of robots: what each game has for them, one line a game.

Knows no rules: it is the `ROBOTS` of the package that is named like the key of the game. A game without a package is
played by robots that try out what happens by lot; nobody reviews it, and it has no puzzles.
"""

from importlib import import_module

from engine.robots.core import Coach, GameLuck, GameRobots, Mind

SHELF = (
    "azul",
    "pavilion",
    "match_five",
    "pillars",
)
_ROBOTS: dict[str, GameRobots] = {key: import_module(f"engine.robots.{key}").ROBOTS for key in SHELF}
MINDS: dict[str, Mind] = {key: one.mind for key, one in _ROBOTS.items() if one.mind}
COACHES: dict[str, Coach] = {key: one.coach for key, one in _ROBOTS.items() if one.coach}
LUCKS: dict[str, GameLuck] = {key: one.luck for key, one in _ROBOTS.items() if one.luck}
