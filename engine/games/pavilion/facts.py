"""What words want to know about a move of Summer Pavilion before it is made, legal or not.

Knows no words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core import Fact, Move, Seat
from engine.games.pavilion.choices import asks
from engine.games.pavilion.moves import CENTER, Draft, Keep, Pass, Place, Take
from engine.games.pavilion.sets import EMPTY, LEAST, ROUNDS, STARS, heap, without

if TYPE_CHECKING:
    from engine.games.pavilion.state import Pavilion


def told(state: Pavilion, seat: Seat, move: Move) -> dict[str, Fact]:
    """The facts of a draft, a placement, a bonus tile or a pass, beside its fields; {} for draws.

    Draft: `count` tiles of the color and `wilds` of the color `wild` are taken; `rest`: the heap that is left;
    `token` comes along and costs `lost`. Place: `cost` is printed on the space, which is named by `where`; `own`
    tiles and `wilds` of the color `wild` pay; `points`; `held`: the color lying there, "" if none; `bonus` tiles for
    the ornaments it surrounds, as far as the supply holds them; `what` it is, "" for several. Take: `there` in the
    supply, `owed` with this one. Pass and Keep: the heaps `kept` and `thrown`, the latter of `n`
    tiles; `lost` points; `chosen`: the hand asks.
    """
    match move:
        case Draft():
            return _draft(state, seat, move)
        case Place():
            return _place(state, seat, move)
        case Take(tile):
            return {"there": state.supply.count(tile), "owed": state.owed}
        case Keep(kept):
            return _pass(state, seat, heap(kept))
        case Pass():
            return _pass(state, seat, "" if state.round == ROUNDS else state.boards[seat].hand)
    return {}


def _draft(state: Pavilion, seat: Seat, move: Draft) -> dict[str, Fact]:
    tiles, alone = state.heap(move.source), move.color == state.wild
    count = min(1, tiles.count(move.color)) if alone else tiles.count(move.color)  # [4.4]
    wilds = 0 if alone or not count else min(1, tiles.count(state.wild))  # [4.3]
    token = move.source == CENTER and state.token
    rest = without(tiles, move.color * count + state.wild * wilds)
    lost = min(count + wilds, state.boards[seat].score - LEAST) if token else 0
    return {"count": count, "wilds": wilds, "wild": state.wild, "rest": rest, "token": token, "lost": lost}


def _place(state: Pavilion, seat: Seat, move: Place) -> dict[str, Fact]:
    board, cost = state.boards[seat], state.cost(move)
    ornaments = board.surrounded(move)
    return {
        "slot": move.slot, "wilds": move.wilds, "where": f"{state.side}-{move.star}", "cost": cost,
        "own": max(0, cost - move.wilds), "wild": state.wild, "points": board.gain(move),
        "held": board.stars[STARS.index(move.star)][move.slot - 1].strip(EMPTY),
        "bonus": min(sum(one.tiles for one in ornaments), len(state.supply)),  # [5.11]
        "what": ornaments[0].what if len(ornaments) == 1 else "",
    }  # fmt: skip


def _pass(state: Pavilion, seat: Seat, kept: str) -> dict[str, Fact]:
    board = state.boards[seat]
    thrown = without(board.hand, kept)
    lost = min(len(thrown), board.score - LEAST)
    return {"kept": kept, "thrown": thrown, "n": len(thrown), "lost": lost, "chosen": asks(state, seat)}
