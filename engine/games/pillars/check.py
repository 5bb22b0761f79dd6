"""Whether a hand-written position of the pillars game can be: its pieces are sound, and a game leads to it.

Knows no moves to come. What lies on the board tells the game so far: pieces never move, and the turn goes round.
"""

from collections.abc import Iterator
from itertools import zip_longest

from engine.core import Fault, Move, Seat, checked
from engine.games.pillars.moves import Lay, Pass, Pillar, parse
from engine.games.pillars.sets import PILLARS, SEATS, TILES
from engine.games.pillars.shapes import CENTER, PLAYABLE, Squares, covered, shape_of
from engine.games.pillars.state import Pillars, Player, start


def _form(state: Pillars) -> Iterator[Fault]:
    """What is no position at all: strange pieces, or pieces where none can lie."""
    seats = len(state.players)
    if seats not in SEATS:
        yield "players", f"{SEATS[0]} to {SEATS[-1]} players"
    if state.turn not in range(seats):
        yield "turn", f"a seat from 0 to {seats - 1}"
    if state.starter not in range(seats):
        yield "starter", f"a seat from 0 to {seats - 1}"
    taken = 0
    for seat, player in enumerate(state.players):
        yield from _of(seat, _hand(player))
        yield from _of(seat, _written(player))
        yield from _of(seat, _board(player, PLAYABLE[seats], taken))
        taken |= player.covered


def _of(seat: Seat, faults: Iterator[Fault]) -> Iterator[Fault]:
    for part, need in faults:
        yield f"players[{seat}].{part}", need


def _hand(player: Player) -> Iterator[Fault]:
    if set(player.stock) - set(TILES) or len(set(player.stock)) < len(player.stock):
        yield "stock", "names of tiles, each of them once at most"
    if player.pillars not in range(PILLARS + 1):
        yield "pillars", f"0 to {PILLARS}"


def _written(player: Player) -> Iterator[Fault]:
    for number, (text, read) in enumerate(zip_longest(player.laid, map(str, player.pieces()))):
        if text != read:
            yield f"laid[{number}]", 'a tile or a pillar in notation, as in "5L3e4" and "oe4"'


def _board(player: Player, playable: Squares, taken: Squares) -> Iterator[Fault]:
    """Where the pieces lie, when other players have `taken` these squares."""
    for number, piece in enumerate(player.pieces()):
        spot = covered(piece)
        if isinstance(piece, Lay) and shape_of(piece) is None:
            yield f"laid[{number}]", "in one of the turns that the tile has"
        if not spot:
            yield f"laid[{number}]", "on the board with all its squares"
        if spot & taken:
            yield f"laid[{number}]", "on squares that no other piece covers"
        if isinstance(piece, Lay) and spot & ~playable:
            yield f"laid[{number}]", "on squares that are not dark"
        if isinstance(piece, Pillar) and spot & CENTER:
            yield f"laid[{number}]", "on a square outside the center section"
        taken |= spot


def _real(state: Pillars) -> Iterator[Fault]:
    """What keeps the pieces, put down again from the opening on, from being legal and leading to this position."""
    for seat, player in enumerate(state.players):
        yield from _of(seat, _counted(player))
    now = start(len(state.players), {}, state.starter)
    while move := _next(now, state):
        if rule := now.refuses(now.turn, move):
            yield _refused(now, move, rule)
        now = now.after(now.turn, move)
    for seat, (player, then) in enumerate(zip(state.players, now.players, strict=True)):
        yield from _of(seat, _ahead(player, then))
    if state.turn != now.turn:
        yield "turn", f"{now.turn}, the seat whose turn comes"


def _counted(player: Player) -> Iterator[Fault]:
    """What is not on the board is in hand, and nothing else [2.1] [2.2]."""
    laid = {piece.tile for piece in player.pieces() if isinstance(piece, Lay)}
    left = [tile for tile in TILES if tile not in laid]
    if missing := [tile for tile in left if tile not in player.stock]:
        yield "stock", f"all tiles that are not laid: {missing[0]} is missing"
    if player.stock != left:
        yield "stock", f"without {next(tile for tile in player.stock if tile in laid)}, which is laid"
    standing = sum(isinstance(piece, Pillar) for piece in player.pieces())
    if standing <= PILLARS != standing + player.pillars:
        yield "pillars", f"{PILLARS - standing}: {standing} of {PILLARS} are on the board"


def _next(now: Pillars, state: Pillars) -> Move | None:
    """What the seat to move did on the way to this position: put down its next piece or retire; None at its end."""
    for seat in now.to_act():
        player, number = state.players[seat], len(now.players[seat].laid)
        if number < len(player.laid):
            return parse(player.laid[number])
        if player.gone:
            return Pass()
    return None


def _refused(now: Pillars, move: Move, rule: str) -> Fault:
    number = len(now.players[now.turn].laid)
    if isinstance(move, Pass):
        return f"players[{now.turn}].gone", f"false: rule {rule} lets nobody retire after {number} pieces"
    return f"players[{now.turn}].laid[{number}]", f"a piece that rule {rule} allows at that turn"


def _ahead(player: Player, then: Player) -> Iterator[Fault]:
    """What the player has done although no turn came for it."""
    if len(player.laid) > len(then.laid):
        why = "the player has no more turns" if then.gone else "the turn goes round"
        yield "laid", f"no longer than {len(then.laid)}: {why}"
    if player.gone and not then.gone:
        yield "gone", "false: the player has turns left"


check = checked(Pillars, _form, _real)
