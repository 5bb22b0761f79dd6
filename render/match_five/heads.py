"""What stands around the table of Match Five: heads of seats, what points came from, a hand.

Knows no table and no words of its own.
"""

from collections.abc import Iterator

from engine.core import Seat
from engine.games.match_five import MatchFive
from engine.games.match_five.sets import WILD, leftover, split
from render.looks.strips import LIE
from render.match_five.places import Head, Rack
from render.match_five.tiles import tile_in, wild_tile
from render.parts import BADGE, DIGIT, GAIN, MINUS, seat_label, shown, titled
from render.scene import Box, Say, Shape


def head(state: MatchFive, seat: Seat, name: str, where: Head, say: Say) -> Iterator[Shape]:
    """Number, name, note and points of a seat; at the end what the points came from."""
    who = seat_label(state, seat, name, state.points[seat], say)
    suffix = f" {who.mood}" if who.mood else ""
    yield Shape("chip", where.card)
    if who.mood:
        yield Shape(f"chip{suffix}", where.head)
    yield Shape(f"plaque{suffix}", where.plaque, str(seat + 1))
    if text := shown(name) if where.note else titled(who, where.name.w):
        yield Shape(f"name{suffix}", where.name, text)
    if who.note and where.note:
        yield Shape(f"note{suffix}", where.note, who.note)
    yield Shape(f"score{suffix}", where.score, signed(state.points[seat]))
    if state.over:
        left = leftover(state.hands[seat])
        key = "bill" if state.hands[seat] else "bill_clean"
        placed = signed(state.points[seat] + left)
        yield Shape("bill", where.bill, say(f"match_five.picture.{key}", placed=placed, left=left))
        for tile, box in zip(split(state.hands[seat]), where.left, strict=False):
            yield from hand_tile(box, tile)


def gain(points: int, where: Head) -> Shape:
    """What a seat has earned lately, beside its points."""
    text, box = f"+{points}", where.score
    wide = GAIN + DIGIT * len(text)
    return Shape("gain", Box(box.x - wide + 8, box.y + (box.h - BADGE) // 2, wide, BADGE), text)


def progress(state: MatchFive, say: Say) -> str:
    """How far the game is."""
    key = "final" if state.over else "last_round" if state.out >= 0 else "turn"
    return say(f"match_five.picture.{key}", turn=state.turns + 1, bag=len(split(state.bag)))


def unfinished(state: MatchFive) -> int:
    """What the unfinished turn brings so far."""
    return state.outlook(state.turn) - state.points[state.turn]


def signed(points: int) -> str:
    """Points with a real minus sign."""
    return str(points).replace("-", MINUS)


def hand_tile(box: Box, tile: str) -> Iterator[Shape]:
    """A tile as it is in a hand: a wild has no face yet."""
    return wild_tile(box) if tile == WILD else tile_in(box, tile, LIE)


def rack(state: MatchFive, seat: Seat, where: Rack, say: Say) -> Iterator[Shape]:
    """The hand of the seat that looks, each tile over its name in moves; what its unfinished turn brings so far."""
    yield Shape("rack title", where.title, say("match_five.picture.hand"))
    for tile, box in zip(split(state.hands[seat]), where.tiles, strict=False):
        yield from hand_tile(box, tile)
        yield Shape("label", Box(box.x, box.y + box.h, box.w, 26), tile)
    if state.laid:
        yield Shape("rack turn", where.turn, f"+{unfinished(state)}\t{say('match_five.picture.unfinished')}")
