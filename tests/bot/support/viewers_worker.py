"""People who watch pages: `python -m tests.bot.support.viewers_worker`, told whom to watch in a line of its input.

When that input ends it says when each of them got how much. Reads no more of what it gets than where news end.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from urllib.parse import urlsplit

NEWS, END = b"data: ", b"\n\n"


class Viewer(asyncio.Protocol):
    """Somebody at the page of that link. `news`: when they came, in seconds, and how large they were."""

    def __init__(self, link: str, number: int) -> None:
        self.news: list[tuple[float, int]] = []
        self.sees = asyncio.get_running_loop().create_future()
        self._link, self._number, self._rest = link, number, b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the news, as from an address of one's own behind a proxy."""
        assert isinstance(transport, asyncio.Transport)
        address = f"10.0.{self._number // 250}.{self._number % 250}"
        head = f"GET /watch{self._link}/news HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {address}\r\n\r\n"
        transport.write(head.encode())

    def data_received(self, data: bytes) -> None:
        """Note the news that are complete."""
        at = time.monotonic()
        *whole, self._rest = (self._rest + data).split(END)
        for text in whole:
            start = text.find(NEWS)
            if start >= 0:
                self.news.append((at, len(text) - start + len(END)))
        if self.news and not self.sees.done():
            self.sees.set_result(None)


async def main() -> None:
    """Watch until the input ends."""
    address, links = json.loads(sys.stdin.readline())
    where = urlsplit(address)
    loop = asyncio.get_running_loop()
    viewers = [Viewer(link, number) for number, link in enumerate(links)]
    for viewer in viewers:
        await loop.create_connection(lambda viewer=viewer: viewer, where.hostname, where.port)
    await asyncio.gather(*(viewer.sees for viewer in viewers))
    say("all see their table")
    await asyncio.to_thread(sys.stdin.read)
    say(json.dumps([viewer.news[1:] for viewer in viewers]))


def say(line: str) -> None:
    """Whoever started this process reads the line now."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(main())
