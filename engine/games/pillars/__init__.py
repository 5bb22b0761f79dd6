"""The pillars game. Other packages import only the names below. Knows nothing about people and texts."""

from engine.core import Game
from engine.games.pillars.check import check
from engine.games.pillars.moves import Lay, Pass, Pillar, parse
from engine.games.pillars.sets import SEATS
from engine.games.pillars.state import Pillars, Player, start

__all__ = ["GAME", "Lay", "Pass", "Pillar", "Pillars", "Player"]

GAME = Game(
    key="pillars",
    title="Pillars",
    seats=SEATS,
    options={},
    state=Pillars,
    start=start,
    parse=parse,
    check=check,
    match_with=(2,),  # [7.1]
)
