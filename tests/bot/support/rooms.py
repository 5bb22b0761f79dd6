"""What tests of rooms start from: a store in a folder, a backend, people, presses and a table in progress."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.app.wiring import make_services
from bot.model.errors import Refusal
from bot.model.people import Location, Person
from bot.model.robots import ChooseMove
from bot.model.room import Room
from bot.services.robots import run_on_thread
from bot.services.services import Services
from bot.store.shard_range import ALL_SHARDS, ShardRange
from bot.store.store import Store
from engine.core import Game, Move, View
from tests.bot.support.new_files import store_at
from tests.bot.support.tiny_games import SHELF

ANA, BEN, CY, DEE = (Person(number, name) for number, name in enumerate(("Ana", "Ben", "Cy", "Dee"), start=101))
HERE = Location(7, 70)
ALONE = Location(None, 71)
TURNS = (0, 1, 2, 5, 20, 60, 200, 1_000_000)  # of the event loop: from before a task begins to its end


class Clock:
    """A clock that stops until it is set."""

    def __init__(self, at: float = 1_000_000.0) -> None:
        self.time = at

    def __call__(self) -> float:
        return self.time


def random_move(level: str, view: View[Any], rng: Random) -> Move:
    """A robot for games that the engine's robots need not know."""
    return rng.choice(view.moves)


class Backend:
    """Rooms of the stand-in games on one store, and the next press."""

    def __init__(self, store: Store, choose: Any = random_move) -> None:
        self.store, self.clock = store, Clock()
        self.presses, seeds = itertools.count(5000), itertools.count(1)
        self.wire(lambda: f"seed {next(seeds)}", SHELF, choose)

    def use_robots(self, choose: ChooseMove, games: Mapping[str, Game] = SHELF) -> None:
        """Ask robots in this way from now on."""
        self._use(make_services(self.store, self.clock, lambda: f"seed {next(self.presses)}", games, choose))

    def wire(self, seed: Callable[[], str], games: Mapping[str, Game], choose: Any = random_move) -> None:
        """Use these games, seeds and robots from now on."""
        self._use(make_services(self.store, self.clock, seed, games, run_on_thread(choose)))

    def _use(self, services: Services) -> None:
        """Use these services. Their steady clock is the test's, so that its time passes for outages too."""
        self.services, self.rooms, services.deadlines.steady_clock = services, services.rooms, self.clock

    async def pass_silently(self, seconds: float) -> None:
        """Let time pass without a heartbeat, also by the clock of a database server."""
        self.clock.time += seconds
        if self.store.database.port.is_shared:
            await write_rows(self.store, "UPDATE heartbeats SET at = at - ?", seconds)

    @property
    def press(self) -> int:
        """A new interaction ID."""
        return next(self.presses)

    async def lobby(self, *people: Person, game: str = "stones", place: Location = HERE) -> Room:
        """Open a lobby with these people; the first is its host."""
        room = await self.rooms.open(game, people[0], place, self.press)
        for person in people[1:]:
            room = await self.rooms.join(room.id, person, self.press)
        return room

    async def table(self, *people: Person, game: str = "stones", clock: str = "none") -> Room:
        """Start a table with these people."""
        room = await self.lobby(*people, game=game)
        if clock != "none":
            record = await self.store.load(room.id)
            await self.store.save(record, replace(record, terms={"clock": clock}), None)
        return await self.rooms.start(room.id, people[0].id, self.press)

    async def move(self, room: Room, text: str, press: int | None = None) -> Room:
        """Make the move for the seat to act, from a new menu."""
        seat = room.to_act[0]
        return await self.rooms.play(room.id, seat, room.chairs[seat].stamp, text, press or self.press)


async def pass_some_turns(lot: Random, task: asyncio.Task[Any]) -> None:
    """Let some turns of the event loop pass, from none to as many as the task takes."""
    await pass_turns(lot.choice(TURNS), task)


def cancellations(place: Path | str, files: int, servers: int) -> list[int]:
    """After how many turns to cancel: each so often in a file, and so often on a server, which is slower."""
    return [*TURNS] * (files if isinstance(place, Path) else servers)


async def pass_turns(count: int, task: asyncio.Task[Any]) -> None:
    """Let that many turns of the event loop pass, or as many as the task takes."""
    for _ in range(count):
        if task.done():
            return
        await asyncio.sleep(0)


@asynccontextmanager
async def backend_at(place: Path | str, home: ShardRange = ALL_SHARDS) -> AsyncIterator[Backend]:
    """Open a backend for the database in that file or at that address, and close it afterwards."""
    store = await store_at(place, home)
    try:
        yield Backend(store)
    finally:
        await store.close()


async def rows(store: Store, sql: str, *facts: Any) -> list[tuple[Any, ...]]:
    """Return what the database answers."""
    return [tuple(row) for row in await store.database.fetch(sql, *facts)]


async def write_rows(store: Store, sql: str, *facts: Any) -> None:
    """Change the database in a way that the program does not."""
    await store.database.execute_autocommit(sql, *facts)


async def due_notifications(store: Store, kind: str) -> list[tuple[int, int | None]]:
    """Return the due notifications of that kind: the table of each, and its person or channel."""
    found = await store.notifications.due_notifications(9e9)
    return [(each.room, each.person or each.channel) for each in found if each.kind == kind]


async def refusal_of(task: Any) -> Refusal:
    """Return the refusal that this raises."""
    with pytest.raises(Refusal) as caught:
        await task
    return caught.value
