"""Azul: Summer Pavilion: what others import of it. Knows no people and no words."""

from engine.games.pavilion.state import COLORS, GAME, Board, Deal, Draft, Keep, Pass, Pavilion, Place, Supply, Take

__all__ = ["COLORS", "GAME", "Board", "Deal", "Draft", "Keep", "Pass", "Pavilion", "Place", "Supply", "Take"]
