"""Whether a hand-written position of Match Five can be: first its form, then whether a game can come to it.

Knows no order in which tiles were laid: whether the rules let a table grow tile by tile is not asked.
"""

import re
from collections import Counter
from collections.abc import Iterator

from engine.core import Fault, IllegalMove, Seat, checked
from engine.games.match_five.land import Land, all_lines, land, walk
from engine.games.match_five.lines import fault, points_of
from engine.games.match_five.moves import Place, Wild, parse
from engine.games.match_five.sets import (
    BONUS,
    FACES,
    HAND,
    HIDDEN,
    HIGHEST,
    LONGEST,
    OPTIONS,
    SEATS,
    WILD,
    every_tile,
    in_hand,
    leftover,
    size,
    split,
    value,
)
from engine.games.match_five.spots import AXES, BESIDE, CENTER, Axis, Z, foot_of
from engine.games.match_five.state import MatchFive

_CELL = re.compile(r"[a-y]([1-9]|1[0-9]|2[0-5])")
_STACK = re.compile(rf"(W?[RBGOY][1-5]){{1,{HIGHEST}}}")


# Form: each list of claims may trust those before it.


def _form(state: MatchFive) -> Iterator[Fault]:
    yield from _numbers(state)
    yield from _heaps(state)
    yield from _table(state)
    yield from _progress(state)
    yield from _laid(state)


def _numbers(state: MatchFive) -> Iterator[Fault]:
    seats = len(state.hands)
    if seats not in SEATS:
        yield "hands", f"one for each of {SEATS[0]} to {SEATS[-1]} seats"
    if len(state.points) != seats:
        yield "points", f"a number for each of the {seats} seats"
    if state.turn not in range(seats):
        yield "turn", f"a seat from 0 to {seats - 1}"
    if state.out not in range(-1, seats):
        yield "out", f"a seat from 0 to {seats - 1}, or -1"
    if state.turns < 0:
        yield "turns", "at least 0"
    if state.idle not in range(2 * seats + 1):
        yield "idle", f"from 0 to {2 * seats}"
    if state.copies not in OPTIONS["copies"]:
        yield "copies", "2, 3 or 4"


def _heaps(state: MatchFive) -> Iterator[Fault]:
    hands = [(f"hands[{seat}]", hand) for seat, hand in enumerate(state.hands)]
    for name, tiles in (*hands, ("bag", state.bag), ("aside", state.aside)):
        if HIDDEN in tiles:
            yield name, "without hidden tiles"
        if "".join(split(tiles)) != tiles or set(split(tiles)) - {*FACES, WILD}:
            yield name, "tiles one after the other, such as R3B1W"
    for name, hand in hands:
        if size(hand) > HAND:
            yield name, f"at most {HAND} tiles"


def _table(state: MatchFive) -> Iterator[Fault]:
    """Stacks, and whether every line is a series [5.6] [5.7] [7.3] and all tiles are one group [5.5]."""
    if not all(map(_CELL.fullmatch, state.table)):
        yield "table", "stacks by cell, from a1 to y25"
    if not all(map(_STACK.fullmatch, state.table.values())):
        yield "table", f"stacks of one to {HIGHEST} tiles, such as R5WB5"
    ground = land(state.table)
    if any(len(line.spots) > LONGEST or fault(line.tiles) for line in all_lines(ground.tiles, AXES)):
        yield "table", "lines of one color or one number, with at most five tiles and one wild"
    left = {spot for spot in ground.tiles if spot < Z}
    group = [left.pop()] if left else []
    for foot in group:
        near = {foot + step for step in BESIDE} & left
        left -= near
        group += near
    if left:
        yield "table", "one group of stacks, each beside another"


def _progress(state: MatchFive) -> Iterator[Fault]:
    """What is swapped, who is out, and that the game has ended where it had to [9.1] [9.2] [9.3]."""
    seats, short = len(state.hands), state.short()
    most = 2 * seats if state.bag else seats
    if state.aside and (short is None or not size(state.aside) == HAND - size(state.hands[short]) <= size(state.bag)):
        yield "aside", "as many tiles as the hand that draws lacks and the bag holds, empty if none draws"
    if not state.over and not state.aside and state.idle >= most:  # a swap still waits for its draw
        yield "idle", f"below {most} as long as the game goes on"
    gone = _gone(state)
    if not gone and state.out != -1:
        yield "out", "-1 as long as nobody has placed the last tile"
    if gone and (state.out not in gone or (not state.over and state.turn == state.out)):
        yield "out", "the first seat that placed its last tile, before the turn comes back to it"


def _gone(state: MatchFive) -> list[Seat]:
    """The seats that have placed their last tile [9.1]; one that has laid it is not done yet."""
    laying = state.turn if state.laid else -1
    return [seat for seat, hand in enumerate(state.hands) if not hand and not state.bag and seat != laying]


def _laid(state: MatchFive) -> Iterator[Fault]:
    """An unfinished turn, step by step from the position before it."""
    if state.laid and state.over:
        yield "laid", "empty after the end"
    if state.laid and len(state.laid) + size(state.hands[state.turn]) > HAND:
        yield "laid", f"at most {HAND} tiles together with the hand of the seat on turn"
    if sum(step[:1] == WILD for step in state.laid) > 1:
        yield "laid", "a turn with at most one wild"  # [7.2]
    ground = land(state.table)
    for at, step in enumerate(state.laid):
        move = _read(step)
        if move is None:
            yield f"laid[{at}]", "a tile on a cell, such as R3m13"
            return
        if ground.refuses(foot_of(move.cell), move.as_laid) is not None:
            yield f"laid[{at}]", "on a cell where this tile may go after those before it"
        ground = ground.plus(foot_of(move.cell), move.as_laid)


def _read(step: str) -> Place | Wild | None:
    try:
        move = parse(step)
    except IllegalMove:
        return None
    return move if isinstance(move, Place | Wild) and str(move) == step else None


# Whether a game can come to it.


def _real(state: MatchFive) -> Iterator[Fault]:
    yield from _pieces(state)
    yield from _turns(state)
    yield from _hands(state)
    yield from _points(state)
    if state.over:
        yield from _ended(state)
    elif state.short() is None:
        yield from _at_turn(state)
    elif state.turns == 0:
        yield from _dealing(state)
    else:
        yield from _drawing(state)


def _pieces(state: MatchFive) -> Iterator[Fault]:
    """No tile is missing, none is there too often [2.1] [2.2]."""
    ground, heaps = state.ground(), "".join([*state.hands, state.bag, state.aside])
    there = Counter([*(in_hand(ground.tile(spot)) for spot in ground.tiles), *split(heaps)])
    full = Counter(split(every_tile(state.copies)))
    for tile in full:
        if there[tile] != full[tile]:
            yield "bag", f"such that all places together have {full[tile]} {tile}, not {there[tile]}"


def _turns(state: MatchFive) -> Iterator[Fault]:
    """Enough turns to place the tiles, each one to five [4.3] and one wild at most [7.2]; not too many [9.3]."""
    ground, rounds = land(state.table), 2 * len(state.hands)
    wilds = sum(ground.tile(spot)[0] == WILD for spot in ground.tiles)
    least = state.idle + max(-(-len(ground.tiles) // HAND), wilds)
    most = state.idle + rounds * len(ground.tiles)  # tiles one by one, each at the last moment
    if not least <= state.turns <= most:
        numbers = f"{least} to {most}" if least < most else f"{least}"
        yield "turns", f"{numbers} for the tiles on the table and the {state.idle} idle turns after them"
    if ground.tiles and CENTER not in ground.tiles:
        yield "table", "built around m13, where the first tile lies"  # [3.3]
    if state.turns == state.idle + 1 and not any(_is_one_line(ground, axis) for axis in AXES):
        yield "table", "one line, as only one turn has placed tiles"  # [5.3]


def _hands(state: MatchFive) -> Iterator[Fault]:
    """Who has not placed a tile yet has five; who has none left has placed the last one in its last turn [9.1]."""
    for seat in set(range(len(state.hands))) - _placing_seats(state):
        if not state.bag and _held(state, seat) < HAND:
            yield f"hands[{seat}]", f"{HAND} tiles, as this seat has not placed any"
    for seat in _gone(state):
        if state.idle > _turns_since(state, seat):
            yield "idle", f"at most {_turns_since(state, seat)}, as hands[{seat}] is empty"
        if _turns_since(state, seat) > _turns_since(state, state.out):
            yield "out", f"{seat}, as that seat placed its last tile earlier"


def _is_one_line(ground: Land, axis: Axis) -> bool:
    before, after, _ = walk(ground.tiles, CENTER, axis)
    return set(range(before + axis, after, axis)) == ground.tiles.keys()


def _placing_seats(state: MatchFive) -> set[Seat]:
    """The seats that may have placed tiles: those on turn up to the last turn that placed some."""
    placed, seats = state.turns - state.idle, len(state.hands)
    return {(state.turn - state.turns + turn) % seats for turn in range(min(placed, seats))}


def _turns_since(state: MatchFive, seat: Seat) -> int:
    """The number of turns after the last one of this seat, if it had one."""
    return (state.turn - 1 - seat) % len(state.hands)


def _held(state: MatchFive, seat: Seat) -> int:
    """The number of tiles of a seat, laid ones too until it is done."""
    return size(state.hands[seat]) + (len(state.laid) if seat == state.turn else 0)


def _points(state: MatchFive) -> Iterator[Fault]:
    """What the tiles on the table scored, whoever placed them; at the end less what is left in hand [9.4]."""
    left = [leftover(hand) if state.over else 0 for hand in state.hands]
    for seat, points in enumerate(state.points):
        if points + left[seat] < 0:
            yield f"points[{seat}]", f"at least {-left[seat]}"
        if points + left[seat] > 0 and seat not in _placing_seats(state):
            yield f"points[{seat}]", f"{-left[seat]}, as this seat has not placed any tile"
    least, most = _scored(land(state.table))
    if state.turns == state.idle + 1:
        most = least
    if not least <= sum(state.points) + sum(left) <= most:
        yield "points", f"{least - sum(left)} to {most - sum(left)} in all seats together for the tiles on the table"


def _scored(ground: Land) -> tuple[int, int]:
    """The least and the most that the tiles on the table have scored [8.1] [8.2] [8.3].

    The turn with the last tile of a series scored all of it. Before that, each tile but two can have scored as much
    once more, without the 10 for five tiles. The first tile of all can have scored alone.
    """
    series = [line for line in all_lines(ground.tiles, AXES) if line.is_series]
    last = sum(points_of(line.tiles) for line in series)
    before = sum((points_of(line.tiles) - BONUS * line.five) * (len(line.spots) - 2) for line in series)
    alone = points_of(ground.tiles.get(CENTER, 0))
    return (last, last + before + alone) if series else (alone, alone)


# The phases of a game: dealing, a turn, drawing after it, the end.


def _dealing(state: MatchFive) -> Iterator[Fault]:
    """Hands are dealt whole, seat by seat [3.1]."""
    short = state.short() or 0
    for seat, hand in enumerate(state.hands):
        if seat >= short and hand:
            yield f"hands[{seat}]", f"empty, as hands[{short}] is dealt first"
    if state.aside:
        yield "aside", "empty as long as hands are dealt"


def _at_turn(state: MatchFive) -> Iterator[Fault]:
    """The seat on turn may have laid tiles; at first it is one with the highest hand [3.2]."""
    yield from _full_hands(state, drawing=None)
    ground = state.ground()
    totals = [sum(map(value, split(hand))) for hand in state.hands]
    totals[state.turn] += sum(points_of(ground.tiles[spot]) for spot in ground.new)
    if state.turns == 0 and totals[state.turn] < max(totals):
        yield "turn", f"{totals.index(max(totals))}, a seat with the highest hand"


def _drawing(state: MatchFive) -> Iterator[Fault]:
    """The seat that has just moved draws, after a swap before its tiles go back [4.4] [4.6]."""
    before = (state.turn - 1) % len(state.hands)
    yield from _full_hands(state, drawing=before)
    if state.idle and not state.aside:
        yield "aside", "what was swapped, as the last turn placed no tile"
    if state.aside and not state.idle:
        yield "aside", "empty, as the last turn placed tiles"
    lacking = HAND - size(state.hands[before])
    earlier = len(land(state.table).tiles) - lacking  # what other turns have placed, if this one has not swapped
    if not state.idle and not 0 <= earlier <= HAND * (state.turns - 1):
        yield f"hands[{before}]", "short of the tiles that the last turn can have placed"


def _full_hands(state: MatchFive, drawing: Seat | None) -> Iterator[Fault]:
    """As long as the bag has tiles, only a seat that draws has fewer than five [4.4]."""
    for seat in range(len(state.hands)):
        if state.bag and seat != drawing and _held(state, seat) < HAND:
            yield f"hands[{seat}]", f"{HAND} tiles, those of an unfinished turn among them, as the bag is not empty"


def _ended(state: MatchFive) -> Iterator[Fault]:
    """After the last round [9.1], after passes of all [9.2], or after twice around without a tile [9.3]."""
    turns = 2 * len(state.hands) if state.bag else len(state.hands)
    if state.turn != state.out and state.idle != turns:
        yield "over", "false, as nothing has ended the game"
    yield from _full_hands(state, drawing=None)


check = checked(MatchFive, _form, _real)
