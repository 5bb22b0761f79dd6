"""Positions that pictures are tested with, a module a game: `samples()` by name, `PICTURES` kept as golden files.

`python -m tests.scenes` writes the golden files anew, to be looked at before they are kept. Knows no pictures.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from random import Random
from types import MappingProxyType

from engine.ai import choose
from engine.core import Event, State, View
from engine.games import GAMES
from engine.table import Table
from render import draws

PEOPLE = ("Zsófi", "Gergő Ürögdi", "Ábel", "Mária-Magdolna", "Ben", "Dóra")
Changes = tuple[tuple[Event, ...], ...]
Sample = tuple[View[State], Changes]


def people(view: View[State]) -> tuple[str, ...]:
    """A name a seat."""
    return PEOPLE[: len(view.state.scores())]


def game(key: str, seats: int, seed: str, robot: str = "greedy", **options: str) -> Iterator[tuple[Table, Changes]]:
    """Every table of a game between robots, with the events of the last round of turns."""
    table, rng, changes = Table.new(GAMES[key], seats, options, seed), Random(seed), ()
    yield table, ()
    while table.state.to_act():
        seat = table.state.to_act()[0]
        table = table.play(seat, str(choose(robot, table.view(seat), rng)))
        changes = (*changes, table.events)[1 - seats :]
        yield table, changes


@cache
def samples() -> Mapping[str, Sample]:
    """The samples of every game that has pictures; played once, as they take seconds."""
    found = {name: sample for key in GAMES if draws(key) for name, sample in _module(key).samples().items()}
    return MappingProxyType(found)


def pictures() -> list[tuple[str, str]]:
    """The golden pictures: name of a sample, theme."""
    return [picture for key in GAMES if draws(key) for picture in _module(key).PICTURES]


def _module(key: str):
    return import_module(f"tests.scenes.{key}")
