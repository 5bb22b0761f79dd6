"""Every game through the public protocol, counted in iterations of the plain loop.

Every game that is played is another one, so that caches hit as often as they do in a tournament of robots.
Knows no rules, and no way around the checks: a step is what every caller gets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from statistics import median
from time import process_time

from engine import CHANCE, GAMES, Game, Move, Options, State, Table, View
from engine.robots.ai import choose
from engine.robots.core import Level
from tests.bench import LOOPS, Figure, in_loops, loop, seconds

REPEATS, LONGEST = 300, 10
BATCHES, PLAYED = 7, 8  # of different games
MOST = {  # agreed borders
    "azul list": 500,  # loops
    "azul apply": 350,
    "azul ply": 600,
    "pavilion ply": 1_200,
    "match_five ply": 2_400,
    "pillars ply": 3_000,
    "pillars longest": 20,  # ms
    "pillars amateur": 25,
}
LEAST = {"match_five 3 6 seats": 100}  # games a second


def figures() -> Iterator[Figure]:
    """For each game: lists, copy plus apply, random plies and games, the longest list, the choice of an amateur."""
    for game in GAMES.values():
        yield from _steps(game)
        yield from _games(game)
        state = _widest(game)
        seat = state.to_act()[0]
        moves = len(state.moves(seat))
        spent = min(_cpu(lambda state=state, seat=seat: state.moves(seat)) for _ in range(7))
        yield Figure(f"{game.key}: longest list, {moves} moves", spent * 1000, "ms", MOST.get(f"{game.key} longest"))
        view = View(game.key, seat, state.view(seat))
        spent = min(_cpu(lambda view=view: choose(Level.AMATEUR, view, Random(1))) for _ in range(3))
        yield Figure(
            f"{game.key}: an amateur's choice among {moves} moves", spent * 1000, "ms", MOST.get(f"{game.key} amateur")
        )


def _cpu(task: Callable[[], object]) -> float:
    """The seconds of this process alone: nothing here waits."""
    return seconds(task, process_time)


def _steps(game: Game) -> Iterator[Figure]:
    opening = Table.new(game, game.seats[0], {}, "bench").state
    seat = opening.to_act()[0]
    moves = opening.moves(seat)
    steps = in_loops((lambda: _list(opening, seat), REPEATS), (lambda: _apply(opening, seat, moves), REPEATS))
    named = {"list": f"opening list of {len(moves)} moves", "apply": "copy and apply"}
    for (kind, name), step in zip(named.items(), steps, strict=True):
        yield Figure(f"{game.key}: {name}", step, "loops", MOST.get(f"{game.key} {kind}"))
    for seats in (game.seats[0], game.seats[-1]):
        ply = median(_ply(game, seats, batch) for batch in range(BATCHES))
        yield Figure(f"{game.key}: random ply, {seats} seats", ply, "loops", MOST.get(f"{game.key} ply"))


def _ply(game: Game, seats: int, batch: int) -> float:
    """What a ply of this batch of games costs in iterations of the plain loop."""
    openings = [Table.new(game, seats, {}, f"ply {batch} {n}").state for n in range(PLAYED)]
    plies: list[State] = []
    before = _cpu(loop)
    spent = _cpu(lambda: plies.extend(s for n, state in enumerate(openings) for s in _random_game(state, batch + n)))
    return spent / len(plies) / (min(before, _cpu(loop)) / LOOPS)


def _games(game: Game) -> Iterator[Figure]:
    """Random games a second through Table, draws and log included, for the first and last values of all options."""
    for seats, at in product((game.seats[0], game.seats[-1]), (0, -1) if game.options else (0,)):
        options = {key: values[at] for key, values in game.options.items()}
        spent = median(_batch(game, seats, options, batch) for batch in range(3))
        named = " ".join((*options.values(), f"{seats} seats"))
        least = LEAST.get(f"{game.key} {named}")
        yield Figure(f"{game.key}: random games, {named}", PLAYED / spent, "games/s", least=least)


def _batch(game: Game, seats: int, options: Options, batch: int) -> float:
    tables = [Table.new(game, seats, options, f"games {batch} {n}") for n in range(PLAYED)]
    return _cpu(lambda: [_play(table, n) for n, table in enumerate(tables)])


def _widest(game: Game) -> State:
    """The position with the longest list in ten random games at the largest table."""
    tables = [Table.new(game, game.seats[-1], {}, f"wide {n}") for n in range(LONGEST)]
    every = [state for n, table in enumerate(tables) for state in _random_game(table.state, n)]
    return max(every, key=lambda state: len(state.moves(state.to_act()[0])))


def _list(state: State, seat: int) -> None:
    for _ in range(REPEATS):
        state.moves(seat)


def _apply(state: State, seat: int, moves: list[Move]) -> None:
    """Moves from all over the list; results are dropped, as a search drops them."""
    for i in range(REPEATS):
        state.apply(seat, moves[i * 37 % len(moves)])


def _random_game(state: State, seed: int) -> list[State]:
    """The positions in which a seat moves, in a game played at random to the end."""
    rng, found = Random(seed), []
    while acting := state.to_act():
        if acting == (CHANCE,):
            state = state.after(CHANCE, state.draw(rng))
            continue
        found.append(state)
        state = state.apply(acting[0], rng.choice(state.moves(acting[0])))
    return found


def _play(table: Table, seed: int) -> None:
    rng = Random(seed)
    while acting := table.state.to_act():
        table = table.play(acting[0], str(rng.choice(table.state.moves(acting[0]))))
