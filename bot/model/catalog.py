"""Which games can be played on Discord. Knows nothing of them but that there are pictures."""

from __future__ import annotations

from engine.games import GAMES
from render import draws

PLAYED: tuple[str, ...] = tuple(key for key in GAMES if draws(key))  # keys, in the order of every list
