"""The games that can be played on Discord, which are those with pictures. Knows nothing else of them."""

from __future__ import annotations

from engine.games import GAMES
from render import draws

PLAYED: tuple[str, ...] = tuple(key for key in GAMES if draws(key))  # keys, in the order of every list
