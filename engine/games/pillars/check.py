"""Whether a hand-written position of the pillars game can be: shapes, ranges, all pieces there.

Knows no moves to come.
"""

from collections.abc import Iterator
from itertools import zip_longest

from engine.core import Fault, checked
from engine.games.pillars.moves import Lay, Pillar
from engine.games.pillars.sets import PILLARS, SEATS, TILES
from engine.games.pillars.shapes import BOARD, CENTER, PLAYABLE, covered
from engine.games.pillars.state import Pillars, Player


def _fault(state: Pillars) -> str:
    seats = len(state.players)
    claims = {"players": seats in SEATS, "turn": state.turn in range(seats), "starter": state.starter in range(seats)}
    if false := [name for name, true in claims.items() if not true]:
        return false[0]
    taken = 0
    for seat, player in enumerate(state.players):
        if fault := _astray(player, PLAYABLE[seats], taken):
            return f"players[{seat}].{fault}"
        taken |= player.covered
    return ""


def _astray(player: Player, playable: int, taken: int) -> str:
    pieces = player.pieces()
    for number, (text, read) in enumerate(zip_longest(player.laid, map(str, pieces))):
        if text != read:
            return f"laid[{number}]"
    for number, piece in enumerate(pieces):
        allowed = playable if isinstance(piece, Lay) else BOARD & ~CENTER
        spot = covered(piece)
        if not spot or spot & ~allowed or spot & taken:
            return f"laid[{number}]"
        taken |= spot
    if set(player.stock) - set(TILES) or len(set(player.stock)) < len(player.stock):
        return "stock"
    return "" if player.pillars in range(PILLARS + 1) else "pillars"


def _lost(state: Pillars) -> str:
    """A piece that is there twice or not at all; "" when all pieces of all players are there [2.1] [2.2]."""
    for seat, player in enumerate(state.players):
        pieces = player.pieces()
        tiles = player.stock + [piece.tile for piece in pieces if isinstance(piece, Lay)]
        for tile in TILES:
            if tiles.count(tile) != 1:
                return f"players[{seat}] {tile}: {tiles.count(tile)}"
        pillars = player.pillars + sum(isinstance(piece, Pillar) for piece in pieces)
        if pillars != PILLARS:
            return f"players[{seat}] pillars: {pillars}"
    return ""


def _form(state: Pillars) -> Iterator[Fault]:
    if fault := _fault(state):
        yield fault, "sound"


def _real(state: Pillars) -> Iterator[Fault]:
    if lost := _lost(state):
        yield lost, "there"


check = checked(Pillars, _form, _real)
