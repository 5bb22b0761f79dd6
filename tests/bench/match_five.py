"""Match Five through the public protocol, counted in iterations of the plain loop.

Knows no way around the checks: a step is what every caller gets.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine import GAMES, Move, State, Table, View, dump
from engine.ai import choose
from tests.bench import Figure, in_loops, seconds

REPEATS = 400
GAMES_PLAYED = 6


def figures() -> Iterator[Figure]:
    """List of moves at the start and late, copy plus apply; games a second with both robots; one greedy choice."""
    for name, plies in (("first", 0), ("late", 90)):
        state = _after(plies)
        seat = state.to_act()[0]
        moves = state.moves(seat)
        lists, applies = in_loops(
            (lambda state=state, seat=seat: _list(state, seat), REPEATS),
            (lambda state=state, seat=seat, moves=moves: _apply(state, seat, moves), REPEATS),
        )
        yield Figure(f"{name} list of {len(moves)} moves", lists, "loops")
        yield Figure(f"{name} copy and apply", applies, "loops")
    for level in ("random", "greedy"):
        for seats in (2, 6):
            tables = [Table.new(GAMES["match_five"], seats, {}, f"bench {n}") for n in range(GAMES_PLAYED)]
            spent = seconds(lambda tables=tables, level=level: [_play(table, level) for table in tables])
            yield Figure(f"{level} games through Table, {seats} seats", GAMES_PLAYED / spent, "games/s")
    state = _after(90)
    view = state.view(state.to_act()[0])
    shown = View("match_five", state.to_act()[0], view)
    spent = min(seconds(lambda: choose("greedy", shown, Random(1))) for _ in range(7))
    yield Figure(f"greedy choice among {len(shown.moves)} moves", spent * 1000, "ms")


def _after(plies: int) -> State:
    """The first start of a turn after so many greedy moves of six seats."""
    table, rng = Table.new(GAMES["match_five"], 6, {}, "bench"), Random(2)
    while len(table.log) < plies or dump(table.state)["laid"]:
        seat = table.state.to_act()[0]
        table = table.play(seat, str(choose("greedy", table.view(seat), rng)))
    return table.state


def _list(state: State, seat: int) -> None:
    for _ in range(REPEATS):
        state.moves(seat)


def _apply(state: State, seat: int, moves: list[Move]) -> None:
    """Every move in turn; results are dropped, as a search drops them."""
    for i in range(REPEATS):
        state.apply(seat, moves[i % len(moves)])


def _play(table: Table, level: str) -> None:
    rng = Random(3)
    while acting := table.state.to_act():
        table = table.play(acting[0], str(choose(level, table.view(acting[0]), rng)))
