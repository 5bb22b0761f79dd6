"""What a move costs this process on PostgreSQL and on SQLite, with 16 moves under way at any time.

Only the bot's own CPU counts: of SQLite that is all there is, of PostgreSQL the server's part is elsewhere.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

from bot.app.main import run
from bot.model.people import Location, Person
from bot.model.room import PlayedRoom
from bot.store.database import one_version_check
from engine import GAMES
from tests.bench import Figure
from tests.bot.support.postgres import Server, empty, programs, server
from tests.bot.support.rooms import Backend, backend_at

AT_ONCE, MOVES, ROUNDS = 16, 12, 21  # tables, moves at each of them in a round, rounds on each database in turn


def figures() -> Iterator[Figure]:
    """Medians of rounds that take turns, so that whatever else the machine does falls on both.

    Nothing is measured where no server is installed.
    """
    found = programs()
    if found is None:
        return
    with server(found) as one:
        spent = run(_spent(one))
    for name, times in spent.items():
        yield Figure(f"a move on {name}", median(times), "ms CPU")
    on_file, on_server = spent["SQLite"], spent["PostgreSQL"]
    ratios = [server / file for server, file in zip(on_server, on_file, strict=True)]
    yield Figure("PostgreSQL to SQLite", median(ratios), "times", most=1.2)


async def _spent(server: Server) -> dict[str, list[float]]:
    """Milliseconds of CPU for a move, by round."""
    with TemporaryDirectory() as folder:
        async with AsyncExitStack() as stack:
            places = {"SQLite": Path(folder) / "tessera.db", "PostgreSQL": await empty(server)}
            backend = {name: await stack.enter_async_context(backend_at(place)) for name, place in places.items()}
            for one in backend.values():
                one.wire(lambda: "a seed", GAMES)
                await _round(one, 0)  # what is done once
            found: dict[str, list[float]] = {name: [] for name in backend}
            for number in range(1, ROUNDS + 1):
                for name, one in backend.items():
                    found[name].append(await _round(one, number))
            return found


async def _round(backend: Backend, number: int) -> float:
    """Milliseconds of CPU for each move of new tables, at all of which somebody moves at once."""
    numbers = range(AT_ONCE * number, AT_ONCE * (number + 1))
    tables = [await _table(backend, one) for one in numbers]
    began = process_time()
    await asyncio.gather(*(_play(backend, table) for table in tables))
    return 1000 * (process_time() - began) / (AT_ONCE * MOVES)


async def _table(backend: Backend, number: int) -> PlayedRoom:
    ana, ben = Person(2 * number + 1, "Ana"), Person(2 * number + 2, "Ben")
    room = await backend.rooms.open("azul", ana, Location(number + 1, number + 1), backend.press)
    await backend.rooms.join(room.id, ben, backend.press)
    room = await backend.rooms.start(room.id, ana.id, backend.press)
    assert isinstance(room, PlayedRoom)
    return room


async def _play(backend: Backend, room: PlayedRoom) -> None:
    for _ in range(MOVES):
        with one_version_check():
            seat = room.to_act[0]
            text = str(room.table.view(seat).moves[0])
            room = await backend.rooms.play(room.id, seat, room.chairs[seat].stamp, text, backend.press)
