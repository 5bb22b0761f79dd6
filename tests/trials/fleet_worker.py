"""One of several processes on one database: `python -m tests.trials.fleet_worker <address> <name> <book>`.

Does what each line of its input says, and answers with a line. Knows no Discord: what it posts it writes into the book.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from collections.abc import Coroutine
from dataclasses import replace
from random import Random
from typing import Any

from bot.logic.results import Consequences, GameResult, SeatResult
from bot.model.errors import Refusal
from bot.model.record import NewestMessage
from bot.services.rooms import Rooms
from bot.services.servers import Servers
from bot.store import messages, postgres_adapter, rooms
from bot.store.store import Store
from engine import IllegalMove
from tests.bot.support.postgres import beside
from tests.engine.stand_ins import STAND_INS

AT_ONCE = 4  # tables that it shows at a time
PEOPLE = 6  # who play all rated games
TAKES = 0.02  # seconds that a post takes


def choose(*_: Any) -> Any:
    """No robot plays here."""
    raise AssertionError


class Worker:
    """A process of that name. `book`: where it writes down what it shows, one line each."""

    def __init__(self, store: Store, name: str, book: str) -> None:
        self.store, self.name = store, name
        store.fleet.worker = name
        self.rooms = Rooms(store, time.time, lambda: "", STAND_INS, choose=choose, servers=Servers(store, time.time))
        self._book = os.open(book, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    async def play(self, room: int, seat: int, stamp: int, presses: list[tuple[str, int]]) -> dict[str, Any]:
        """Press all of this at once; how many presses have moved, and what went wrong."""
        tried = (self.rooms.play(room, seat, stamp, text, press) for text, press in presses)
        ends = await asyncio.gather(*tried, return_exceptions=True)
        wrong = [repr(end) for end in ends if isinstance(end, Exception) and not isinstance(end, Refusal | IllegalMove)]
        return {"moved": sum(not isinstance(end, BaseException) for end in ends), "wrong": wrong}

    async def end(self, numbers: list[int]) -> dict[str, Any]:
        """End the games of these rooms at once; how many could not be ended."""
        ends = await asyncio.gather(*map(self._end, numbers), return_exceptions=True)
        return {"wrong": [repr(end) for end in ends if isinstance(end, Exception)]}

    async def _end(self, number: int) -> None:
        record = await self.store.load(number)
        assert record is not None
        people = Random(number).sample(range(1, PEOPLE + 1), 2)
        places = tuple(SeatResult(n, person, None, n + 1, 40 - n) for n, person in enumerate(people))
        result = GameResult(number, "azul", 1, 7, record.changed_at, places)
        await self.store.save(record, replace(record, phase="over"), None, Consequences(result=result))

    async def show(self) -> dict[str, Any]:
        """Show all that is owed, whoever else does too."""
        lot, few = Random(self.name), asyncio.Semaphore(AT_ONCE)
        while owed := [room for room, _ in await self.store.outbox.due_rooms()]:
            lot.shuffle(owed)
            await asyncio.gather(*(self._show(few, room) for room in owed))
        return {}

    async def _show(self, few: asyncio.Semaphore, room: int) -> None:
        async with few:
            if not await self.store.outbox.take(room, time.time()):
                return
            record = await self.store.load(room)
            assert record is not None
            self._note("begin", room)
            await asyncio.sleep(TAKES / 2)
            self._note("post", room, f"{record.newest_message.id or 0}-{room}-{record.change}")  # the nonce
            await asyncio.sleep(TAKES / 2)
            self._note("end", room)
            await self.store.outbox.record_shown(record, NewestMessage(room, time.time(), 0), True)

    def _note(self, *what: object) -> None:
        os.write(self._book, f"{self.name} {' '.join(map(str, what))}\n".encode())

    async def forget(self, what: str) -> dict[str, Any]:
        """Be careless from now on: what keeps several processes apart is missing."""
        if what == "change":
            for name in ("_UPDATE_ROOM", "_UPDATE_AFTER_MOVE"):
                careless = getattr(rooms, name).replace("AND change = :change AND length = :old_length", "")
                setattr(rooms, name, careless)
        elif what == "wide":
            postgres_adapter._BEGIN_SERIALIZED = postgres_adapter._BEGIN
        else:
            messages.SHOWING_LEASE = 0.01
        return {}


async def main(address: str, name: str, book: str) -> None:
    """Do as told until the input ends; a line begins before the one before it is answered."""
    store = await beside(address)
    worker, running = Worker(store, name, book), set[asyncio.Task[None]]()
    reader = asyncio.StreamReader(limit=1 << 20)
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    _tell({"ready": True})
    async for line in reader:
        told = json.loads(line)
        number, deed = told.pop("number"), told.pop("deed")
        task = asyncio.create_task(_answer(number, getattr(worker, deed)(**told)))
        running.add(task)
        task.add_done_callback(running.discard)
    await asyncio.gather(*running)
    await store.close()


async def _answer(number: int, deed: Coroutine[Any, Any, dict[str, Any]]) -> None:
    _tell({"number": number, **await deed})


def _tell(what: dict[str, Any]) -> None:
    sys.stdout.write(f"{json.dumps(what)}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
