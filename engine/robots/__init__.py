"""The robots of each game, loaded from the packages listed here.

Each package is named after the key of its game and has a `ROBOTS`. In a game without a package, robots try random
continuations, and there are no reviews and no puzzles. Independent of rules.
"""

from importlib import import_module

from engine.robots.core import Coach, GameLuck, GameRobots, Mind

ROBOT_PACKAGES = (
    "azul",
    "pavilion",
    "match_five",
    "pillars",
)
_ROBOTS: dict[str, GameRobots] = {key: import_module(f"engine.robots.{key}").ROBOTS for key in ROBOT_PACKAGES}
MINDS: dict[str, Mind] = {key: robots.mind for key, robots in _ROBOTS.items() if robots.mind}
COACHES: dict[str, Coach] = {key: robots.coach for key, robots in _ROBOTS.items() if robots.coach}
LUCKS: dict[str, GameLuck] = {key: robots.luck for key, robots in _ROBOTS.items() if robots.luck}
