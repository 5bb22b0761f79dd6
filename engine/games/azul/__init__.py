"""Azul: what others import of it. Knows no people and no words."""

from engine.games.azul.state import COLORS, GAME, MARKER, Azul, Board, Deal, Draft, Plan

__all__ = ["COLORS", "GAME", "MARKER", "Azul", "Board", "Deal", "Draft", "Plan"]
