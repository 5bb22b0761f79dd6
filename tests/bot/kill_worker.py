"""A program that plays at many tables at once and says so after each move; made to be killed.

Knows nothing of the test that kills it. Lines on standard output: "ready", then "<room> <length> <press>" for each
move that was acknowledged. Run as: python -m tests.bot.kill_worker <file> <first press> [early]
With "early" it commits the fault that the test must find: it acknowledges before the move is saved.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from bot.room import Person, Place, Room
from bot.rooms import Rooms
from bot.store import Store
from tests.bot.rooms_kit import by_lot
from tests.bot.standins import SHELF

TABLES = 12


async def play_at(rooms: Rooms, room: Room, presses: Iterator[int], early: bool) -> None:
    """One move after the other at this table, until it is over."""
    while room.phase == "playing":
        seat, press = room.to_act[0], next(presses)
        text = f"t{1 + press % room.table.state.most}"
        if early:
            _say(f"{room.id} {len(room.table.play(seat, text).log)} {press}")
        room = await rooms.play(room.id, seat, room.stamp(seat), text, press)
        if not early:
            _say(f"{room.id} {len(room.table.log)} {press}")


async def main(path: Path, first: int, early: bool) -> None:
    """All tables of the file play at the same time; missing ones are opened."""
    store, presses = await Store.open(path), itertools.count(first)
    rooms = Rooms(store, time.time, lambda: os.urandom(8).hex(), SHELF, by_lot)
    for number in range(TABLES):
        ana, ben = Person(1000 + number, "Ana"), Person(2000 + number, "Ben")
        if not await rooms.of_person(ana.id):
            room = await rooms.open("long", ana, Place(1, number), next(presses))
            await rooms.join(room.id, ben, next(presses))
            await rooms.start(room.id, ana.id, next(presses))
    tables = [(await rooms.of_person(1000 + number))[0] for number in range(TABLES)]
    _say("ready")
    await asyncio.gather(*(play_at(rooms, room, presses, early) for room in tables if room.phase == "playing"))


def _say(line: str) -> None:
    os.write(1, f"{line}\n".encode())


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3:] == ["early"]))
