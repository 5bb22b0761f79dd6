"""How many random games hold the positions that robots compute with to the rules, in each game. Knows no game."""

from __future__ import annotations

import os


def games_played(few: int) -> range:
    """The numbers of the games: so many as the campaign asks for in `TESSERA_GAMES`, else a few."""
    return range(int(os.environ.get("TESSERA_GAMES", few)))
