"""Azul through the public protocol, counted in iterations of the plain loop.

Knows no way around the checks: a step is what every caller gets.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine import GAMES, Move, State, Table
from engine.ai import choose
from engine.games.azul import Azul, Board
from tests.bench import Figure, in_loops, seconds

OPENING = "deal BBYR/RKKW/BYRK/WWWW/BYYK"
REPEATS = 2_000
GAMES_PLAYED = 30
SIDES = {"wall": "gray", "rules": "hungarian"}


def figures() -> Iterator[Figure]:
    """List of moves, copy plus apply, a random ply; random games and greedy moves a second."""
    state = Table.new(GAMES["azul"], 2, {}, None).play(-1, OPENING).state
    moves = state.moves(0)
    plies = _random_game(state)
    lists, applies, ply = in_loops(
        (lambda: _list(state), REPEATS),
        (lambda: _apply(state, moves), REPEATS),
        (lambda: [_random_game(state) for _ in range(GAMES_PLAYED)], plies * GAMES_PLAYED),
    )
    yield Figure(f"list of {len(moves)} moves", lists, "loops", most=500)
    yield Figure("copy and apply", applies, "loops", most=350)
    yield Figure("random ply", ply, "loops", most=900)
    for seats in (2, 3, 4):
        tables = [Table.new(GAMES["azul"], seats, {}, f"bench {n}") for n in range(GAMES_PLAYED)]
        spent = min(seconds(lambda tables=tables: [_play(table, "random") for table in tables]) for _ in range(3))
        yield Figure(f"random games through Table, {seats} seats", GAMES_PLAYED / spent, "games/s")
        sides = [Table.new(GAMES["azul"], seats, SIDES, f"bench {n}") for n in range(GAMES_PLAYED)]
        spent = min(seconds(lambda sides=sides: [_play(table, "random") for table in sides]) for _ in range(3))
        yield Figure(f"gray and Hungarian, {seats} seats", GAMES_PLAYED / spent, "games/s")
    lined = _all_lines_full()
    spent = min(seconds(lambda: lined.moves(0)) for _ in range(7))
    yield Figure(f"list of {len(lined.moves(0))} plans, the longest", spent * 1000, "ms")
    view = Table.new(GAMES["azul"], 4, {}, "bench").view(0)
    spent = min(seconds(lambda: choose("greedy", view, Random(1))) for _ in range(7))
    yield Figure(f"greedy choice among {len(view.moves)} moves", spent * 1000, "ms")


def _all_lines_full() -> State:
    """Five full lines of five colors beside an empty gray wall: 3,125 plans."""
    lines = [color * size for size, color in enumerate("BYRKW", 1)]
    return Azul([Board(lines), Board()], [""] * 5, "M", "B", wall="gray", plans=("", "-----"))


def _list(state: State) -> None:
    for _ in range(REPEATS):
        state.moves(0)


def _apply(state: State, moves: list[Move]) -> None:
    """Every move in turn; results are dropped, as a search drops them."""
    for i in range(REPEATS):
        state.apply(0, moves[i % len(moves)])


def _random_game(state: State) -> int:
    """Plays at random from the opening to the end; the number of plies, deals left out."""
    rng, plies = Random(7), 0
    while acting := state.to_act():
        if acting[0] < 0:
            state = state.after(acting[0], state.draw(rng))
            continue
        state = state.apply(acting[0], rng.choice(state.moves(acting[0])))
        plies += 1
    return plies


def _play(table: Table, level: str) -> None:
    rng = Random(3)
    while acting := table.state.to_act():
        table = table.play(acting[0], str(choose(level, table.view(acting[0]), rng)))
