"""Whether a hand-written position of Summer Pavilion can be: its form, and what comes up in a game.

Each claim names a field and says what it must be. Knows nothing of how moves change a position.
"""

from collections.abc import Callable, Iterator, Mapping

from engine.core import Fault, Seat, checked
from engine.games.pavilion.board import Board
from engine.games.pavilion.form import form
from engine.games.pavilion.moves import DEALING, DRAFTING, FILLING, OVER, PLACING, Phase
from engine.games.pavilion.sets import (
    BESIDE,
    COLORS,
    EMPTY,
    FILL,
    KEEP,
    LEAST,
    ORNAMENTS,
    ROUNDS,
    SIZE,
    START,
    SUPPLY,
    TILES,
    Ornament,
    Side,
    chooses,
    run,
)
from engine.games.pavilion.state import Pavilion

NAMES = dict(zip(COLORS, ("purple", "green", "orange", "yellow", "blue", "red"), strict=True))
DEAREST = SIZE - 1  # tiles that a placement sends to the tower at most [5.5]


def _real(state: Pavilion) -> Iterator[Fault]:
    yield from _pieces(state)
    for seat, board in enumerate(state.boards):
        yield from ((f"boards[{seat}].{field}", need) for field, need in _beside(state, board))
    if state.phase != DRAFTING and _offered(state):
        yield "phase", "draft while tiles are offered"
    yield from _PHASES[state.phase](state)
    yield from _flow(state)
    for seat in range(len(state.boards)):
        yield from _score(state, seat)
    if _deals(state) == 1:
        yield from _first_tiles(state)
        yield from _first_turns(state)


def _pieces(state: Pavilion) -> Iterator[Fault]:
    """No tile is lost [2.1]."""
    boards = [part for board in state.boards for part in (*board.stars, board.hand, board.corners)]
    tiles = "".join([*boards, *state.factories, state.center, state.supply, state.bag, state.tower])
    for color, name in NAMES.items():
        if tiles.count(color) != TILES:
            yield "bag", f"{TILES} {name} tiles in all places together: {tiles.count(color)} are there"


def _beside(state: Pavilion, board: Board) -> Iterator[Fault]:
    """Who has passed keeps tiles for the next round [6.2]; there is none after the last one [6.4]."""
    if board.hand and board.passed:
        yield "hand", "empty after the seat has passed"
    if board.corners and not board.passed:
        yield "corners", "empty until the seat has passed"
    if board.corners and state.round == ROUNDS and not _between(state):
        yield "corners", "empty in the last round"


# Taking tiles


def _drafting(state: Pavilion) -> Iterator[Fault]:
    for seat, board in enumerate(state.boards):
        if board.passed:
            yield f"boards[{seat}].passed", "false while tiles are taken"
    if len(state.supply) != SUPPLY:
        yield "supply", f"{SUPPLY} tiles while others are taken"
    yield from _factories(state)
    yield from _center(state)
    for seat in range(len(state.boards)):
        yield from _hand(state, seat)
    if _stock(state) and sum(len(board.hand) for board in state.boards) < _taken(state):
        yield "boards", f"boards with the {_taken(state)} tiles that were taken in their hands"


def _factories(state: Pavilion) -> Iterator[Fault]:
    """They are filled one after the other [7.2] and stay short only for want of tiles [7.4]."""
    short = [at for at, tiles in enumerate(state.factories) if 0 < len(tiles) < FILL]
    if short and _stock(state):
        yield f"factories[{short[0]}]", f"{FILL} tiles or none while bag or tower hold some"
    if short and any(state.factories[short[0] + 1 :]):
        yield f"factories[{short[0]}]", f"{FILL} tiles or none before factories with tiles"


def _center(state: Pavilion) -> Iterator[Fault]:
    """What lies there was left from factories [4.5]; who takes of it first has the token [4.6]."""
    empty, seats = state.factories.count(""), len(state.boards)
    if not state.token and not empty:
        yield "token", "true while all factories are full"
    if not state.token and not state.boards[state.starter].hand:
        yield "starter", "a seat with tiles in its hand, since it took the token"
    if len(state.center) > (FILL - 1) * empty - (not state.token):
        yield "center", f"tiles that {empty} empty factories can have left"
    if state.token and _stock(state) and state.turn != (state.starter + empty) % seats:
        yield "turn", f"{(state.starter + empty) % seats} after {empty} turns, since seat {state.starter} began"


def _hand(state: Pavilion, seat: Seat) -> Iterator[Fault]:
    """Tiles kept from the last round, and one at least for each turn."""
    hand, kept = state.boards[seat].hand, KEEP if state.round > 1 else 0
    turns = _turns(state, seat)
    if len(hand) < turns:
        yield f"boards[{seat}].hand", f"at least {turns} tiles after {turns} turns"
    others = sum(_turns(state, other) for other in range(len(state.boards)) if other != seat)
    if len(hand) > kept + _taken(state) - others:
        yield f"boards[{seat}].hand", f"at most {kept + _taken(state) - others} tiles after {others} turns of others"
    if state.token and _stock(state) and len(hand) > kept + FILL * turns:
        yield f"boards[{seat}].hand", f"at most {kept + FILL * turns} tiles after {turns} turns"
    if hand.count(state.wild) > kept + _most_turns(state, seat):
        yield f"boards[{seat}].hand", f"without more than {kept + _most_turns(state, seat)} wild tiles"


def _turns(state: Pavilion, seat: Seat) -> int:
    """How often the seat has taken tiles in this round at least: each empty factory was taken from once."""
    if not _stock(state):
        return 0  # a factory may have been empty from the start [7.4]
    back = (state.turn - 1 - seat) % len(state.boards)
    return (state.factories.count("") + (not state.token) - 1 - back) // len(state.boards) + 1


def _most_turns(state: Pavilion, seat: Seat) -> int:
    """How often the seat has taken tiles at most: once more than others, each of whom got a tile each time."""
    order = [(state.turn + step) % len(state.boards) for step in range(len(state.boards))]
    at = order.index(seat)
    return min(len(state.boards[other].hand) + (before < at) for before, other in enumerate(order) if other != seat)


def _taken(state: Pavilion) -> int:
    """How many tiles all seats have taken in this round at most."""
    return FILL * state.factories.count("") - len(state.center)


# Placing tiles


def _placing(state: Pavilion) -> Iterator[Fault]:
    if state.owed:
        yield from _owed(state)
        return
    if len(state.supply) < SUPPLY and _stock(state):
        yield "supply", f"{SUPPLY} tiles before a turn while bag or tower hold some"
    if len(state.moves(state.turn)) == 1:  # else it would have passed by itself [6.5]
        yield "turn", "a seat that has something to decide"


def _owed(state: Pavilion) -> Iterator[Fault]:
    """A tile was laid that surrounded what pays these tiles; some of them may have been chosen already."""
    board, chosen = state.boards[state.turn], SUPPLY - len(state.supply)
    paid = _paid_at_once(board)
    if not chooses(state.supply, state.owed):
        yield "owed", "0 when the supply leaves no choice"
    if state.owed > max(paid):
        yield "owed", f"at most {max(paid)}, what a tile of this board can have surrounded"
    if _was_full(state) and state.owed + chosen not in paid:
        yield "owed", f"what a tile of this board can have surrounded, less the {chosen} tiles that were chosen"
    if _was_full(state) and len(board.hand) < chosen:
        yield f"boards[{state.turn}].hand", f"at least the {chosen} tiles that were chosen"


# Drawing tiles


def _filling(state: Pavilion) -> Iterator[Fault]:
    if len(state.supply) == SUPPLY or not _stock(state):
        yield "phase", "another one than supply with nothing to fill, or with nothing to fill it"
    if _deals(state) == 0:
        yield from _opening(state)
    elif state.boards[state.turn].passed:
        yield from _filling_after_a_pass(state)
    elif _was_full(state):
        yield from _filling_after_a_bonus(state)


def _opening(state: Pavilion) -> Iterator[Fault]:
    """First the supply is filled, then the factories [3.1]."""
    if state.phase == FILLING and state.supply:
        yield "supply", "empty before the first round"
    if not state.token:
        yield "token", "true before the first round"
    if state.turn != state.starter:
        yield "turn", "the starter before the first round"


def _filling_after_a_pass(state: Pavilion) -> Iterator[Fault]:
    """The supply was short for want of tiles [7.4] until the seat threw some away."""
    if state.bag:
        yield "turn", "a seat that has not passed, since it took tiles from the supply"
    board, last = state.boards[state.turn], state.round == ROUNDS and not _between(state)
    if len(board.corners) < KEEP and not last:
        yield f"boards[{state.turn}].corners", f"{KEEP} tiles, since the seat threw others away"


def _filling_after_a_bonus(state: Pavilion) -> Iterator[Fault]:
    board, missing = state.boards[state.turn], SUPPLY - len(state.supply)
    if missing not in _paid_at_once(board):
        yield "supply", f"{SUPPLY} tiles less those that a tile of seat {state.turn} can have surrounded"
    if len(board.hand) < missing:
        yield f"boards[{state.turn}].hand", f"at least the {missing} tiles that the supply lacks"


def _dealing(state: Pavilion) -> Iterator[Fault]:
    for seat, board in enumerate(state.boards):
        if not board.passed:
            yield f"boards[{seat}].passed", "true before the factories are filled"
    if not _stock(state):
        yield "phase", "another one than deal without tiles in bag and tower"
    if len(state.supply) != SUPPLY:
        yield "supply", f"{SUPPLY} tiles before the factories are filled"
    if _deals(state) == 0:
        yield from _opening(state)


def _over(state: Pavilion) -> Iterator[Fault]:
    if state.round != ROUNDS:
        yield "round", f"{ROUNDS} at the end"
    for seat, board in enumerate(state.boards):
        if not board.passed:
            yield f"boards[{seat}].passed", "true at the end"
    if len(state.supply) < SUPPLY and state.bag:
        yield "supply", f"{SUPPLY} tiles while the bag holds some"


_PHASES: Mapping[Phase, Callable[[Pavilion], Iterator[Fault]]] = {
    DRAFTING: _drafting,
    PLACING: _placing,
    FILLING: _filling,
    DEALING: _dealing,
    OVER: _over,
}


# In every phase


def _flow(state: Pavilion) -> Iterator[Fault]:
    """Tiles reach the boards by way of the factories [7.2] and the supply [5.10], which are filled from the bag."""
    bonus = sum(map(_bonus, state.boards)) - state.owed
    left = TILES * len(COLORS) - _dealt(state) - bonus - len(state.supply)
    if left >= 0 and len(state.bag) != left:
        yield "bag", f"{left} tiles: none has come back from the tower yet"
    held = _offered(state) + sum(len(board.hand + board.corners) for board in state.boards)
    most = FILL * len(state.factories) + KEEP * len(state.boards) + bonus
    if held > most:
        yield "boards", f"boards with at most {most} tiles to place, those on offer included: {held} are there"
    used, most = held + sum(_spent(board, state.face) for board in state.boards), _dealt(state) + bonus
    # Later, positions are made up in which boards are so full that nothing is left to draw [7.4].
    if used > most and _dealt(state) + SUPPLY <= TILES * len(COLORS):
        yield "boards", f"boards for which {most} tiles suffice, those paid and on offer included: they need {used}"


def _score(state: Pavilion, seat: Seat) -> Iterator[Fault]:
    """Points for tiles, and for goals at the end; each loss leaves 1 [6.3]."""
    board, took_token = state.boards[seat], seat == state.starter and not state.token
    goals = sum(points for _, points in board.goals(state.face)) if state.phase == OVER else 0
    most = START + sum(map(_points, board.stars)) + goals - took_token  # which cost 1 at least [4.6]
    lost = _deals(state) > 1 or took_token or _threw(board)
    least = LEAST + goals if lost else START + _laid(board)
    if not least <= board.score <= most:
        yield f"boards[{seat}].score", f"{least} to {most} with these tiles"


# In the first round and right after it


def _first_tiles(state: Pavilion) -> Iterator[Fault]:
    """Nobody has tiles from earlier rounds."""
    dealt, turns = _dealt(state), (len(state.factories) + (not state.token)) // len(state.boards)
    got = [_got(state, seat) for seat in range(len(state.boards))]
    if not any(map(_threw, state.boards)) and sum(got) + _offered(state) < dealt:
        yield "boards", f"boards for which {dealt} tiles and the bonus tiles were needed: none was thrown away"
    for seat, board in enumerate(state.boards):
        if state.phase == DRAFTING or _threw(board):
            continue
        if got[seat] < turns:
            yield f"boards[{seat}].hand", f"enough for {turns} turns of taking, with the tiles laid and paid"
        if state.token and got[seat] % FILL:
            yield "token", "false, since somebody took tiles from the center"


def _first_turns(state: Pavilion) -> Iterator[Fault]:
    """Each seat that has not passed has laid a tile at each turn."""
    if state.phase == DRAFTING or _between(state):
        return
    seats, acted = len(state.boards), state.phase == FILLING or state.owed > 0
    laps, now = _laid(state.boards[state.turn]) - acted, (state.turn - state.starter) % seats
    for seat, board in enumerate(state.boards):
        place = (seat - state.starter) % seats
        most = laps - (place > now) if board.passed else laps + (place < now or (seat == state.turn and acted))
        if most < 0:
            yield f"boards[{seat}].passed", "false before the first turn of placing"
        if _laid(board) > most or (_laid(board) < most and not board.passed):
            yield f"boards[{seat}].stars", f"covered by {'at most ' * board.passed}{most} tiles after so many turns"


# What the claims count


def _offered(state: Pavilion) -> int:
    return len(state.center) + sum(map(len, state.factories))


def _stock(state: Pavilion) -> bool:
    return bool(state.bag or state.tower)


def _between(state: Pavilion) -> bool:
    """Whether it is between two rounds, and `round` is the coming one; or before the first."""
    return state.phase in (FILLING, DEALING) and all(board.passed for board in state.boards)


def _deals(state: Pavilion) -> int:
    """How often the factories were filled."""
    return state.round - _between(state)


def _dealt(state: Pavilion) -> int:
    """The tiles that came to factories at most."""
    return FILL * len(state.factories) * _deals(state)


def _was_full(state: Pavilion) -> bool:
    """Whether the supply was full before this turn: there were tiles other than those paid now."""
    return bool(state.bag) or len(state.tower) > DEAREST


def _got(state: Pavilion, seat: Seat) -> int:
    """The tiles that a seat which threw none away has taken from factories and center."""
    board, owed = state.boards[seat], state.owed if seat == state.turn else 0
    return _spent(board, state.face) + len(board.hand + board.corners) - _bonus(board) + owed


def _threw(board: Board) -> bool:
    """Whether the seat may have thrown tiles away in this round: who keeps fewer than four did not [6.2]."""
    return board.passed and len(board.corners) == KEEP


def _laid(board: Board) -> int:
    return sum(len(cells.replace(EMPTY, "")) for cells in board.stars)


def _spent(board: Board, side: Side) -> int:
    """The price of all tiles laid, they themselves included [5.5]."""
    return sum(side.costs[star][slot] for star, slot in BESIDE if board.covers(star, slot))


def _points(cells: str) -> int:
    """The most that the tiles of a star can have scored: each run grew at its ends [5.8]."""
    return sum(run(cells, slot) + 1 for slot, tile in enumerate(cells) if tile != EMPTY) // 2


def _bonus(board: Board) -> int:
    """What all ornaments pay that are surrounded [5.9]."""
    return sum(one.tiles for one in ORNAMENTS if _surrounded(board, one))


def _paid_at_once(board: Board) -> set[int]:
    """What a tile can have been paid for, 0 included: any on the board may be the last one."""
    covered = (ornaments for space, ornaments in BESIDE.items() if board.covers(*space))
    return {0} | {sum(one.tiles for one in ornaments if _surrounded(board, one)) for ornaments in covered}


def _surrounded(board: Board, ornament: Ornament) -> bool:
    return all(board.covers(*at) for at in ornament.spaces)


check = checked(Pavilion, form, _real)
