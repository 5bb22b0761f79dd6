"""The pillars game through the public protocol, counted in iterations of the plain loop.

Knows no way around the checks: a step is what every caller gets.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine import GAMES, Move, State, Table
from engine.ai import choose
from tests.bench import Figure, in_loops, seconds

OPENING = ("of5", "ol5", "of13", "ol13")
REPEATS = 200
GAMES_PLAYED = 5


def figures() -> Iterator[Figure]:
    """List of the first tiles, copy plus apply, a random ply; the longest list; games a second and a greedy move."""
    table = Table.new(GAMES["pillars"], 2, {}, None)
    for number, text in enumerate(OPENING):
        table = table.play(number % 2, text)
    state = table.state
    moves = state.moves(0)
    plies = len(_random_game(state, 7)) - 1
    lists, applies, ply = in_loops(
        (lambda: _list(state), REPEATS),
        (lambda: _apply(state, moves), REPEATS),
        (lambda: [_random_game(state, 7) for _ in range(GAMES_PLAYED)], plies * GAMES_PLAYED),
    )
    yield Figure(f"list of {len(moves)} moves", lists, "loops")
    yield Figure("copy and apply", applies, "loops")
    yield Figure("random ply", ply, "loops")
    most = _longest()
    spent = min(seconds(lambda: most.moves(most.to_act()[0])) for _ in range(7))
    yield Figure(f"longest list, {len(most.moves(most.to_act()[0]))} moves", spent * 1000, "ms", most=20)
    for seats in (2, 3, 4):
        tables = [Table.new(GAMES["pillars"], seats, {}, f"bench {n}") for n in range(GAMES_PLAYED)]
        spent = min(seconds(lambda tables=tables: [_play(table, "random") for table in tables]) for _ in range(3))
        yield Figure(f"random games through Table, {seats} seats", GAMES_PLAYED / spent, "games/s")
    view = table.view(0)
    spent = min(seconds(lambda: choose("greedy", view, Random(1))) for _ in range(3))
    yield Figure(f"greedy choice among {len(view.moves)} moves", spent * 1000, "ms")


def _list(state: State) -> None:
    for _ in range(REPEATS):
        state.moves(0)


def _apply(state: State, moves: list[Move]) -> None:
    """Moves from all over the list; results are dropped, as a search drops them."""
    for i in range(REPEATS):
        state.apply(0, moves[i * 37 % len(moves)])


def _random_game(state: State, seed: int) -> list[State]:
    """The positions of a game played at random to the end."""
    rng, found = Random(seed), [state]
    while acting := state.to_act():
        state = state.apply(acting[0], rng.choice(state.moves(acting[0])))
        found.append(state)
    return found


def _longest() -> State:
    """The position with the longest list in ten random games of four seats."""
    opening = Table.new(GAMES["pillars"], 4, {}, None).state
    every = [state for seed in range(10) for state in _random_game(opening, seed)[:-1]]
    return max(every, key=lambda state: len(state.moves(state.to_act()[0])))


def _play(table: Table, level: str) -> None:
    rng = Random(3)
    while acting := table.state.to_act():
        table = table.play(acting[0], str(choose(level, table.view(acting[0]), rng)))
