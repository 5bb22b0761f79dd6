"""A process that plays at many tables at once and says so after each move; made to be killed.

Knows nothing of the test that kills it.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from bot.app import wiring
from bot.model.people import Location, Person
from bot.model.room import Room
from bot.services.robots import run_on_thread
from bot.services.rooms import Rooms
from bot.store.store import Store
from tests.bot.support.rooms import random_move
from tests.bot.support.tiny_games import SHELF

TABLES = 12


@dataclass(frozen=True)
class Life:
    """One worker's life: the file, the number of its first press, whether it commits the fault that must be found.

    With `early` it acknowledges a move before it is saved.
    """

    path: Path
    first: int
    early: bool = False


def live(wire: Connection, life: Life) -> None:
    """Play until killed; (room, length of log, press) goes over the wire for each move that was acknowledged."""
    asyncio.run(_live(wire, life))


async def _live(wire: Connection, life: Life) -> None:
    """All tables of the file play at the same time; missing ones are opened."""
    store, presses = await Store.open(life.path), itertools.count(life.first)
    rooms = wiring.make_services(store, time.time, lambda: os.urandom(8).hex(), SHELF, run_on_thread(random_move)).rooms
    for number in range(TABLES):
        ana, ben = Person(1000 + number, "Ana"), Person(2000 + number, "Ben")
        if not await rooms.list_for_person(ana.id):
            room = await rooms.open("long", ana, Location(1, number), next(presses))
            await rooms.join(room.id, ben, next(presses))
            await rooms.start(room.id, ana.id, next(presses))
    tables = [(await rooms.list_for_person(1000 + number))[0] for number in range(TABLES)]
    wire.send("ready")
    playing = (room for room in tables if room.phase == "playing")
    await asyncio.gather(*(_play_at(rooms, room, presses, (wire, life.early)) for room in playing))


async def _play_at(rooms: Rooms, room: Room, presses: Iterator[int], say: tuple[Connection, bool]) -> None:
    """One move after the other at this table, until it is over."""
    wire, early = say
    while room.phase == "playing":
        seat, press = room.to_act[0], next(presses)
        text = f"t{1 + press % room.table.state.most}"
        if early:
            wire.send((room.id, len(room.table.play(seat, text).log), press))
        room = await rooms.play(room.id, seat, room.chairs[seat].stamp, text, press)
        if not early:
            wire.send((room.id, len(room.table.log), press))
