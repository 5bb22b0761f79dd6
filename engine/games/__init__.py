"""The shelf: every game, one line each.

Knows no rules.
"""

from engine.core import Game
from engine.games.azul import AZUL
from engine.games.match_five import MATCH_FIVE
from engine.games.pavilion import PAVILION
from engine.games.pillars import PILLARS

GAMES: dict[str, Game] = {game.key: game for game in (AZUL, PAVILION, MATCH_FIVE, PILLARS)}
