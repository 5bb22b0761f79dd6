"""The pillars game: what others import of it. Knows no people and no words."""

from engine.games.pillars.state import GAME, Lay, Pass, Pillar, Pillars, Player

__all__ = ["GAME", "Lay", "Pass", "Pillar", "Pillars", "Player"]
