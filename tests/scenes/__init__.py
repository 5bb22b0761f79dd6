"""Positions that pictures are tested with, a module a game: `samples()` by name, `PICTURES` kept as golden files.

`python -m tests.scenes` writes the golden files anew, to be looked at before they are kept. Knows no pictures.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from types import MappingProxyType

from engine.core import Event, State, View
from engine.games import GAMES
from engine.robots.ai import choose
from engine.table import Table
from render import has_pictures

KEPT = Path(__file__).with_name("games.txt")
PEOPLE = ("Zsófi", "Gergő Ürögdi", "Ábel", "Mária-Magdolna", "Ben", "Dóra")
Changes = tuple[tuple[Event, ...], ...]
Sample = tuple[View[State], Changes]


def people(view: View[State]) -> tuple[str, ...]:
    """A name a seat."""
    return PEOPLE[: len(view.state.scores())]


def game(key: str, seats: int, seed: str, robot: str = "greedy", **options: str) -> Iterator[tuple[Table, Changes]]:
    """Every table of a game between robots, with the events of the last round of turns.

    Greedy robots repeat the moves that `games.txt` keeps of the same game, since finding them takes far longer.
    """
    table, rng, changes = Table.new(GAMES[key], seats, options, seed), Random(seed), ()
    moves = iter(kept().get(title(key, seats, seed, options), ()) if robot == "greedy" else ())
    yield table, ()
    while table.state.to_act():
        seat = table.state.to_act()[0]
        table = table.play(seat, next(moves, "") or str(choose(robot, table.view(seat), rng)))
        changes = (*changes, table.events)[1 - seats :]
        yield table, changes


def title(key: str, seats: int, seed: str, options: Mapping[str, str]) -> str:
    """What `games.txt` calls a game between amateurs."""
    return ", ".join((key, str(seats), seed, *(f"{name}={value}" for name, value in options.items())))


@cache
def kept() -> Mapping[str, Sequence[str]]:
    """The moves of the games that are kept, by title."""
    lines = KEPT.read_text("utf-8").splitlines()
    return {called: moves.split() for called, _, moves in (line.partition(": ") for line in lines)}


@cache
def samples() -> Mapping[str, Sample]:
    """The samples of every game that has pictures; played once, as they take seconds."""
    found = {name: sample for key in GAMES if has_pictures(key) for name, sample in _module(key).samples().items()}
    return MappingProxyType(found)


def pictures() -> list[tuple[str, str]]:
    """The golden pictures: name of a sample, theme."""
    return [picture for key in GAMES if has_pictures(key) for picture in _module(key).PICTURES]


def _module(key: str):
    return import_module(f"tests.scenes.{key}")
