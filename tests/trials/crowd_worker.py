"""Many who want more of the pages than there is: `python -m tests.trials.crowd_worker PORT LINK ATTACK...`.

Each attack is `name=number`. When all have begun this process says so, and goes on until its input ends; then it says
what each attack was answered. Loopback only; each comes from one of fifty addresses. Knows no table.
"""

from __future__ import annotations

import asyncio
import json
import resource
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import cycle

ADDRESSES = 50
MIB = 64  # of zeros in a packed body
PIECE = 0.2  # seconds between two pieces of what is trickled
AT_ONCE = 100  # that connect at the same time
ANSWERED = ("packed", "long", "streams")  # attacks that have an answer at once

PACKED_HEAD = "POST /enter HTTP/1.1\r\nHost: x\r\nContent-Encoding: deflate\r\nContent-Length: {}\r\n\r\n"
SLOW_HEAD = "POST /enter HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n"


def packed() -> bytes:
    """A request of some 65 KB that would be 64 MiB."""
    packer = zlib.compressobj(9)
    body = b"".join(packer.compress(bytes(1 << 20)) for _ in range(MIB)) + packer.flush()
    return PACKED_HEAD.format(len(body)).encode() + body


def long_head() -> bytes:
    """A request whose head does not end."""
    return b"GET / HTTP/1.1\r\nHost: x\r\n" + b"".join(b"X-%d: %s\r\n" % (n, b"a" * 4_000) for n in range(200))


class Crowd:
    """Everybody who attacks. `answers`: how often each attack was answered by which status, "" for a closed line."""

    def __init__(self, port: int, link: str) -> None:
        self._port, self._link = port, link
        self._addresses = cycle([f"127.0.1.{n + 1}" for n in range(ADDRESSES)])
        self._turn, self._still, self.began = asyncio.Semaphore(AT_ONCE), 0, asyncio.Event()
        self.answers: dict[str, Counter[str]] = {}

    def attacks(self, name: str, number: int) -> Iterator[asyncio.Task[None]]:
        """So many attacks of that name."""
        self.answers[name] = Counter()
        texts: dict[str, Callable[[], bytes]] = {
            "packed": packed,
            "long": long_head,
            "trickled": SLOW_HEAD.encode,
            "silent": bytes,
            "streams": f"GET {self._link}/news HTTP/1.1\r\nHost: x\r\n\r\n".encode,
        }
        text = texts[name]()
        self._still += number
        for _ in range(number):
            yield asyncio.create_task(self._attack(name, text))

    async def _attack(self, name: str, text: bytes) -> None:
        answers, writer = self.answers[name], None
        try:
            async with self._turn:
                where = "127.0.0.1", self._port
                reader, writer = await asyncio.open_connection(*where, local_addr=(next(self._addresses), 0))
                writer.write(text)
                status = (await reader.readline()).decode()[9:12] if name in ANSWERED else ""
        except OSError:
            status = ""
        answers[status] += 1
        self._still -= 1
        if not self._still:
            self.began.set()
        if writer is not None:
            await self._stay(name, reader, writer)

    async def _stay(self, name: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Keep the connection as long as possible."""
        with suppress(OSError):
            while name == "trickled":
                writer.write(b" ")
                await writer.drain()
                await asyncio.sleep(PIECE)
            while await reader.read(1 << 16):
                pass
        writer.close()


async def main(port: str, link: str, *attacks: str) -> None:
    """Attack until the input ends."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    crowd, tasks = Crowd(int(port), link), list[asyncio.Task[None]]()
    for attack in attacks:
        name, _, number = attack.partition("=")
        tasks += crowd.attacks(name, int(number))
    await crowd.began.wait()
    sys.stdout.write("all have begun\n")
    sys.stdout.flush()
    await asyncio.to_thread(sys.stdin.read)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    sys.stdout.write(f"{json.dumps(crowd.answers)}\n")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
