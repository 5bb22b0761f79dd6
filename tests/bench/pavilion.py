"""Summer Pavilion through the public protocol, counted in iterations of the plain loop.

Knows no way around the checks: a step is what every caller gets.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine import GAMES, State, Table
from engine.ai import choose
from tests.bench import Figure, in_loops, seconds
from tests.bench.engine import _apply, _list, _play, _random_game

DRAWS = "supply PPGGOOYYBB", "deal PPGY/RRYY/OBBR/GGOY/PGBR"
REPEATS = 2_000
GAMES_PLAYED = 20


def figures() -> Iterator[Figure]:
    """Lists of moves, copy plus apply, a random ply; random games and greedy moves a second."""
    opening, placing = _opening(), _widest()
    drafts, places, plies = opening.moves(0), placing.moves(placing.to_act()[0]), _random_game(opening)
    steps = in_loops(
        (lambda: _list(opening), REPEATS),
        (lambda: _list_of(placing), REPEATS),
        (lambda: _apply(opening, drafts), REPEATS),
        (lambda: [_random_game(opening) for _ in range(GAMES_PLAYED)], plies * GAMES_PLAYED),
    )
    names = f"opening list of {len(drafts)} drafts", f"list of {len(places)} placements", "copy and apply", "random ply"
    for name, step in zip(names, steps, strict=True):
        yield Figure(name, step, "loops")
    for side in GAMES["pavilion"].options["side"]:
        for seats in (2, 3, 4):
            tables = [Table.new(GAMES["pavilion"], seats, {"side": side}, f"bench {n}") for n in range(GAMES_PLAYED)]
            spent = min(seconds(lambda tables=tables: [_play(table, "random") for table in tables]) for _ in range(3))
            yield Figure(f"random games through Table, {seats} seats, {side}", GAMES_PLAYED / spent, "games/s")
    table = Table(GAMES["pavilion"], 4, {"side": "mono"}, "bench", (), placing)
    view = table.view(placing.to_act()[0])
    spent = min(seconds(lambda: choose("greedy", view, Random(1))) for _ in range(7))
    yield Figure(f"greedy choice among {len(view.moves)} moves", spent * 1000, "ms")


def _opening() -> State:
    table = Table.new(GAMES["pavilion"], 2, {}, None)
    for draw in DRAWS:
        table = table.play(-1, draw)
    return table.state


def _widest() -> State:
    """The position with the most moves in one random game of four on the gray side."""
    table, rng = Table.new(GAMES["pavilion"], 4, {"side": "mono"}, "widest"), Random(7)
    best, most = table.state, 0
    while acting := table.state.to_act():
        moves = table.state.moves(acting[0])
        if len(moves) > most:
            best, most = table.state, len(moves)
        table = table.play(acting[0], str(rng.choice(moves)))
    return best


def _list_of(state: State) -> None:
    seat = state.to_act()[0]
    for _ in range(REPEATS):
        state.moves(seat)
