"""Check whether a hand-written position of the pillars game can be shown and played.

Knows nothing about whether a game can reach the position.
"""

from collections.abc import Iterator
from itertools import chain, zip_longest

from engine.core import PositionFault, make_check
from engine.games.pillars.moves import Lay, Pillar
from engine.games.pillars.sets import PILLARS_PER_PLAYER, SEATS, TILES
from engine.games.pillars.shapes import CENTER_SQUARES, PLAYABLE_SQUARES, Squares, covered_squares, orientation_of
from engine.games.pillars.state import Pillars, Player


def _faults(state: Pillars) -> Iterator[PositionFault]:
    seats = len(state.players)
    if seats not in SEATS:
        yield "players", f"{SEATS[0]} to {SEATS[-1]} players"
    if state.turn not in range(seats):
        yield "turn", f"a seat from 0 to {seats - 1}"
    if state.starter not in range(seats):
        yield "starter", f"a seat from 0 to {seats - 1}"
    taken = 0
    for seat, player in enumerate(state.players):
        for part, need in chain(_piece_faults(player), _board_faults(player, PLAYABLE_SQUARES[seats], taken)):
            yield f"players[{seat}].{part}", need
        taken |= player.covered_squares


def _piece_faults(player: Player) -> Iterator[PositionFault]:
    """Check that each tile and pillar is in hand or on the board, but not both [2.1] [2.2]."""
    for number, (text, read) in enumerate(zip_longest(player.laid, map(str, player.pieces()))):
        if text != read:
            yield f"laid[{number}]", 'a tile or a pillar in notation, as in "5L3e4" and "oe4"'
    laid = [piece.tile for piece in player.pieces() if isinstance(piece, Lay)]
    tiles = [*player.stock, *laid]
    if set(tiles) - set(TILES) or len(set(tiles)) < len(tiles):
        yield "stock", "names of tiles, each of them once at most, those on the board counted"
    if not 0 <= player.pillars <= PILLARS_PER_PLAYER - (len(player.laid) - len(laid)):
        yield "pillars", f"0 to {PILLARS_PER_PLAYER}, those on the board counted"


def _board_faults(player: Player, playable: Squares, taken: Squares) -> Iterator[PositionFault]:
    """Check where the pieces of a player lie. `taken`: the squares that pieces of other players cover."""
    for number, piece in enumerate(player.pieces()):
        spot = covered_squares(piece)
        if isinstance(piece, Lay) and orientation_of(piece) is None:
            yield f"laid[{number}]", "in one of the turns that the tile has"
        if not spot:
            yield f"laid[{number}]", "on the board with all its squares"
        if spot & taken:
            yield f"laid[{number}]", "on squares that no other piece covers"
        if isinstance(piece, Lay) and spot & ~playable:
            yield f"laid[{number}]", "on squares that are not dark"
        if isinstance(piece, Pillar) and spot & CENTER_SQUARES:
            yield f"laid[{number}]", "on a square outside the center section"
        taken |= spot


check = make_check(Pillars, _faults)
