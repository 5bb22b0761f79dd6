"""Azul. Other packages import these names only. Knows nothing about people and texts."""

from engine.core import Game
from engine.games.azul.board import Board
from engine.games.azul.check import check
from engine.games.azul.moves import Deal, Draft, Plan, parse
from engine.games.azul.sets import COLORS, MARKER, OPTIONS, SEATS, Ruleset
from engine.games.azul.state import Azul, start

__all__ = ["COLORS", "GAME", "MARKER", "Azul", "Board", "Deal", "Draft", "Plan"]

GAME = Game(
    key="azul",
    title="Azul",
    seats=SEATS,
    options=OPTIONS,
    state=Azul,
    start=start,
    parse=parse,
    check=check,
    chance_form="deal A/B/...",
    only_with={"sum": ("rules", Ruleset.HUNGARIAN)},  # [8.4]
)
