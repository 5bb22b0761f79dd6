"""Late positions between two seats, searched to the end by brute force: is what coaches hold for best truly the best?

The searches here ask the State for every legal move and share nothing with the coaches or minds. Positions with few
moves, and those in which all moves are equally good, are left out. What came of it is kept in `truth.jsonl`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count, islice
from math import inf
from pathlib import Path
from random import Random

from engine import CHANCE, GAMES, Move, Seat, State, Table, View
from engine.games.azul import Azul
from engine.games.pavilion import Board, Pavilion
from engine.games.pavilion.moves import PLACING
from engine.games.pavilion.sets import ROUNDS
from engine.games.pillars import Pillars
from engine.games.pillars.moves import Pillar
from engine.robots import COACHES
from engine.robots.ai import choose
from engine.robots.core import Level
from tests.bench import Figure
from tests.research import truth_match_five
from tests.research.kept import summarize

SUMMARY = Path(__file__).with_suffix(".jsonl")
SIZE = 50  # positions a game
SHARE = 95.0  # percent of them in which the best line of the coach has to be one of the best moves
HEAPS = 6  # choices of a color at most that the last drafts of Azul start from
SQUARES = 22  # free squares at most that the last moves of Pillars start from
TILES = 12  # in a hand at most with which the last placements of Summer Pavilion start
OPEN = 4  # moves at least among which the best one is asked for
Late = tuple[State, set[Move]]  # a position, and the moves of the seat on turn that are truly best


class OpenError(Exception):
    """The end depends on a draw."""


async def figures(size: int) -> list[Figure]:
    """For each game, in how many of so many positions no other move is better than the best line of the coach; kept."""
    found = []
    for key, judge in FOUND.items():
        right = judge(size)
        summarize(SUMMARY, {"game": key, "seats": 2, "positions": len(right), "best": sum(right)})
        found += [
            Figure(f"{key}: late positions", len(right), "positions", least=size),
            Figure(f"{key}: the best line is truly the best", 100 * sum(right) / len(right), "%", least=SHARE),
        ]
    return found


def _found(key: str, late: Callable[[], Iterable[Late]]) -> Callable[[int], list[bool]]:
    """How to tell for so many positions of a game whether the coach is right."""
    return lambda number: [is_best(key, *one) for one in islice(late(), number)]


def is_best(key: str, state: State, best: set[Move]) -> bool:
    """Whether the first line of the coach is among these moves."""
    coach, (seat,) = COACHES[key], state.to_act()
    made = state.moves(seat)[0]  # whatever was played
    return coach.lines(View(key, seat, state.view(seat)), Random(0), coach.deep_nodes[2], (made,))[0].moves[0] in best


def azul() -> Iterator[Late]:
    """Of each game the first position of the last round that is small enough and from which nothing is drawn."""

    def few(state: State) -> bool:
        assert isinstance(state, Azul)
        return sum(len(set(heap)) for heap in (*state.displays, state.center)) <= HEAPS

    return _one_a_game("azul", few, _best)


def pillars() -> Iterator[Late]:
    """Of each game the first position that is small enough, in which no pillar is left: it could stand anywhere."""

    def few(state: State) -> bool:
        assert isinstance(state, Pillars)
        return state.free_squares().bit_count() <= SQUARES and not any(player.pillars for player in state.players)

    return _one_a_game("pillars", few, _best)


def pavilion() -> Iterator[Late]:
    """Of each game the first position of the last round in which no tile that is drawn can matter any more."""

    def few(state: State) -> bool:
        assert isinstance(state, Pavilion)
        last = state.phase == PLACING and state.round == ROUNDS
        return last and all(len(board.hand) <= TILES for board in state.boards)

    return _one_a_game("pavilion", few, _best_alone)


FOUND: Mapping[str, Callable[[int], list[bool]]] = {
    "azul": _found("azul", azul),
    "pavilion": _found("pavilion", pavilion),
    "match_five": truth_match_five.found,
    "pillars": _found("pillars", pillars),
}


def _one_a_game(key: str, few: Callable[[State], bool], best: Callable[[State], set[Move]]) -> Iterator[Late]:
    """Of one game of robots after the other the first position that will do, with its best moves."""
    for number in count():
        rng = Random(number)
        for state in _course(Table.new(GAMES[key], 2, {}, f"truth {number}"), rng):
            if len(state.moves(state.to_act()[0])) < OPEN or not few(state):
                continue
            try:
                moves = best(state)
            except OpenError:
                continue
            if len(moves) < len(state.moves(state.to_act()[0])):
                yield state, moves
                break


def _course(table: Table, rng: Random) -> Iterator[State]:
    """The positions of a game of robots in which somebody moves; pillars stand early and by lot."""
    while acting := table.state.to_act():
        yield table.state
        moves = [move for move in table.view(acting[0]).moves if isinstance(move, Pillar)]
        move = rng.choice(moves) if moves else choose(Level.AMATEUR, table.view(acting[0]), rng)
        table = table.play(acting[0], str(move))


def _best(state: State) -> set[Move]:
    """The moves with the best lead at the end. Raises OpenError."""
    (seat,) = state.to_act()
    worths = {move: lead(state.after(seat, move), seat, -inf, inf) for move in state.moves(seat)}
    return {move for move, worth in worths.items() if worth == max(worths.values())}


def lead(state: State, seat: Seat, low: float, high: float) -> float:
    """The lead of a seat over the other one at the end, as far as it lies within bounds; half a point for a tie-break.

    Raises OpenError.
    """
    acting = state.to_act()
    if not acting:
        own, other = state.scores()[seat], state.scores()[1 - seat]
        return own[0] - other[0] + ((own > other) - (own < other)) / 2
    if acting == (CHANCE,):
        raise OpenError
    (turn,) = acting
    best = -inf if turn == seat else inf
    for move in state.moves(turn):
        found = lead(state.after(turn, move), seat, low, high)
        if turn == seat:
            best, low = max(best, found), max(low, found)
        else:
            best, high = min(best, found), min(high, found)
        if low >= high:
            break
    return best


def _best_alone(state: State) -> set[Move]:
    """The moves with the most points at the end where neither seat can take from the other. Raises OpenError.

    So it is where the other can earn no bonus tiles, and the seat no second ones: those would be drawn.
    """
    assert isinstance(state, Pavilion)
    seat, other = state.turn, 1 - state.turn
    if state.owed:
        raise OpenError
    if not state.boards[other].passed:
        points(_alone(state, other), other, {}, bonus=False)
    alone, known = _alone(state, seat), dict[str, int]()
    worths = {move: points(alone.after(seat, move), seat, known, bonus=True) for move in alone.moves(seat)}
    return {move for move, worth in worths.items() if worth == max(worths.values())}


def _alone(state: Pavilion, seat: Seat) -> Pavilion:
    """The position as if the other had passed and the seat were to move."""
    alone = state.copy()
    alone.turn = seat
    alone.boards[1 - seat] = Board(passed=True)
    return alone


def points(state: Pavilion, seat: Seat, known: dict[str, int], *, bonus: bool) -> int:
    """The most points of a seat that is alone, with bonus tiles at most once or not at all. Raises OpenError."""
    if not state.to_act():
        return state.boards[seat].score
    if state.to_act() == (CHANCE,):
        if not bonus:
            raise OpenError
        bonus, state = (
            False,
            state.after(CHANCE, state.draw(Random(0))),
        )  # whatever comes cannot be taken any more
        return points(state, seat, known, bonus=bonus)
    board = state.boards[seat]
    key = f"{board.stars} {board.hand} {board.score} {state.owed} {bonus}"
    if key not in known:
        later = (state.after(seat, move) for move in state.moves(seat))
        known[key] = max(points(one, seat, known, bonus=bonus) for one in later)
    return known[key]
