"""Match Five: the names that other packages may import. Knows nothing about people or texts."""

from engine.core import Game
from engine.games.match_five.check import check
from engine.games.match_five.moves import Done, Draw, Exchange, Pass, Place, Wild, parse
from engine.games.match_five.sets import OPTIONS, SEATS
from engine.games.match_five.state import MatchFive, start

__all__ = ["GAME", "Done", "Draw", "Exchange", "MatchFive", "Pass", "Place", "Wild"]

GAME = Game(
    key="match_five",
    title="Match Five",
    seats=SEATS,
    options=OPTIONS,
    state=MatchFive,
    start=start,
    parse=parse,
    check=check,
    chance_form="draw 1 R3B4W...",
)
