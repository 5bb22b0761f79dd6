"""The shelf: every game, one line each.

Knows no rules.
"""

from engine.core import Game
from engine.games.azul import AZUL
from engine.games.match_five import MATCH_FIVE

GAMES: dict[str, Game] = {game.key: game for game in (AZUL, MATCH_FIVE)}
