"""Match Five: what others import of it. Knows no people and no words."""

from engine.games.match_five.state import GAME, Done, Draw, Exchange, MatchFive, Pass, Place, Wild

__all__ = ["GAME", "Done", "Draw", "Exchange", "MatchFive", "Pass", "Place", "Wild"]
