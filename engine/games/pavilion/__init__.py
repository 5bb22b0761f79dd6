"""Summer Pavilion: the names that other packages may import. Knows nothing about people or texts."""

from engine.core import Game
from engine.games.pavilion.board import Board
from engine.games.pavilion.check import check
from engine.games.pavilion.moves import Deal, Draft, Keep, Pass, Place, Supply, Take, parse
from engine.games.pavilion.sets import COLORS, OPTIONS, SEATS
from engine.games.pavilion.state import Pavilion, start

__all__ = ["COLORS", "GAME", "Board", "Deal", "Draft", "Keep", "Pass", "Pavilion", "Place", "Supply", "Take"]

GAME = Game(
    key="pavilion",
    title="Azul: Summer Pavilion",
    seats=SEATS,
    options=OPTIONS,
    state=Pavilion,
    start=start,
    parse=parse,
    check=check,
    chance_form="supply PGO... or deal A/B/...",
)
