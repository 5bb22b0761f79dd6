"""Two processes with two shards each are replaced, one after the other, while people play: nobody notices anything.

The next process begins beside the one that it replaces, with the same shards; that one is stopped once the next is at
work. As programs of their own, as an operator starts them, or in small within this one. Knows no rules.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Collection, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Protocol

from bot.app.health_report import read_report
from bot.playground.protocol import EPHEMERAL, News, WireObject
from bot.store.shard_range import ShardRange
from bot.store.store import Store
from tests.bench import Figure
from tests.bot.support.local_discord import LocalDiscord, Person, Reply, buttons, text
from tests.bot.support.postgres import Server, empty, one_or
from tests.bot.support.tessera import Running, first_answer
from tests.sources import ROOT
from tests.trials.ground import amiss

SIZE = 10  # processes that are replaced
COUNT = 4  # shards
SHARES = (ShardRange(0, 1, COUNT), ShardRange(2, 3, COUNT))
EACH = 2  # tables on each shard
SOME = (0, 3)  # shards where people play in small
PERMISSIONS = ("view_channel", "send_messages", "send_messages_in_threads", "attach_files")
PATIENCE = 20.0  # seconds that a press waits for an answer
PAUSE = 0.1  # seconds between two presses of a table
LOOK = 0.1  # seconds between two looks whether a process is at work
SETTLED = 3.0  # seconds of play between two replacements
DRAIN = 4.0  # seconds
TAKEN = "EMOJI_NAME_ALREADY_TAKEN"  # where two upload at once, in the first minutes of the first start
LATE = "being restarted"  # what people read who press while a process ends


class Process(Protocol):
    """One that plays."""

    async def begin(self) -> None:
        """It is at work."""

    async def end(self) -> None:
        """It was stopped in order, and has ended."""


class Program:
    """A process of its own, with a folder of its own."""

    def __init__(self, local: LocalDiscord, address: str, folder: Path, share: ShardRange) -> None:
        self.log, self._alive = folder / "log", folder / "tessera.alive"
        folder.mkdir()
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("TESSERA_", "DISCORD_"))}
        self._environment = kept | {
            "TESSERA_DATABASE": address, "TESSERA_STATE": str(folder), "TESSERA_DISCORD": local.url,
            "DISCORD_TOKEN": local.token, "PYTHONPATH": str(ROOT),
            "TESSERA_SHARDS": f"{share.first}-{share.last}/{share.count}",
        }  # fmt: skip

    async def begin(self) -> None:
        with self.log.open("wb") as said:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot", env=self._environment, cwd=self.log.parent, stderr=said
            )
        while not ((signs := read_report(self._alive)) and signs.ready):
            assert self._process.returncode is None, self.log.read_text()
            await asyncio.sleep(LOOK)

    async def end(self) -> None:
        if self._process.returncode is None:
            self._process.send_signal(signal.SIGTERM)
        assert await self._process.wait() == 0, self.log.read_text()

    def errors(self) -> list[str]:
        """What it logged as an error."""
        return [line for line in self.log.read_text("utf-8").splitlines() if re.search("level=(error|critical)", line)]


class Client:
    """The same parts within this process."""

    def __init__(self, local: LocalDiscord, address: str, share: ShardRange) -> None:
        self._running = Running(local, address, shards=share)

    async def begin(self) -> None:
        await self._running.start()
        await self._running.client.processes.report()

    async def end(self) -> None:
        await self._running.client.drain(DRAIN)
        await self._running.stop()


@dataclass
class Watch:
    """What people saw. `posted`: messages that showed a position, by the name of its picture; `took`: seconds."""

    local: LocalDiscord
    posted: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    took: list[float] = field(default_factory=list)
    unanswered: int = 0
    refused: int = 0
    twice: int = 0
    opened: int = 0
    turns: int = 0
    over: bool = False
    pause: float = PAUSE  # seconds
    places: dict[int, int] = field(default_factory=dict)  # a channel on each shard

    def hear(self, news: News) -> None:
        """A message in a channel shows a position."""
        if news.kind == "message" and (message := self.local.remembered(news.channel, news.id)):
            for file in message["attachments"] if not message["flags"] & EPHEMERAL else ():
                self.posted[file["filename"]].add(news.id)

    async def answered(self, deed: Coroutine[Any, Any, Reply]) -> Reply:
        """What came of the deed, which is counted."""
        await asyncio.sleep(self.pause)
        began = perf_counter()
        reply = await deed
        self.took.append(perf_counter() - began)
        self.unanswered += reply.failed
        self.refused += LATE in reply.text
        self.twice += reply.answers > 1
        return reply

    async def asked_for_help(self, shard: int) -> None:
        """Somebody has pressed something on that shard."""
        await self.answered(self.local.person("Ana").command("help", channel=self.places[shard]))

    async def done(self, deed: Coroutine[Any, Any, Reply]) -> Reply | None:
        """What came of the deed; None if nothing was done, as nobody answered or people shall try again."""
        reply = await self.answered(deed)
        return None if reply.failed or LATE in reply.text else reply


async def figures(size: int, *, apart: bool = True, given: Server | None = None) -> list[Figure]:
    """So many processes are replaced. `apart`: as programs of their own. `given`: a server of PostgreSQL."""
    with TemporaryDirectory() as folder, one_or(given) as database:
        address, numbers = await empty(database), count()
        async with LocalDiscord(seconds=PATIENCE, strict=False) as local:
            watch = Watch(local, pause=PAUSE if apart else 0.0)
            local.server.simulation.listeners.append(watch.hear)
            programs_: list[Program] = []

            def made(share: ShardRange) -> Process:
                if not apart:
                    return Client(local, address, share)
                programs_.append(Program(local, address, Path(folder) / str(next(numbers)), share))
                return programs_[-1]

            working = [made(share) for share in SHARES]
            await asyncio.gather(*(one.begin() for one in working))
            async with _played(watch, range(COUNT) if apart else SOME, EACH if apart else 1):
                await _replaced(made, working, watch, size, settled=SETTLED if apart else 0.0)
            await asyncio.gather(*(one.end() for one in working))
        errors = [line for one in programs_ for line in one.errors()]
        errors += [line for line in local.invalid if TAKEN not in line]
        return _found(watch, await _tables_in(address), errors)


async def _tables_in(address: str) -> int:
    """How many tables there are."""
    store = await Store.open(address)
    try:
        return int((await store.database.fetch("SELECT count(*) FROM rooms"))[0][0])
    finally:
        await store.close()


def _found(watch: Watch, tables: int, errors: list[str]) -> list[Figure]:
    superfluous = sum(len(messages) - 1 for messages in watch.posted.values())
    return [
        Figure("turns played", watch.turns, "turns", least=1),
        Figure("presses and commands", len(watch.took), "presses"),
        Figure("of these unanswered", watch.unanswered, "presses", most=0),
        Figure("told to try again", watch.refused, "presses", most=0),
        Figure("tables that nobody or somebody twice opened", abs(tables - watch.opened), "tables", most=0),
        Figure("answered by two processes, one of them in vain", watch.twice, "presses"),
        Figure("positions posted", len(watch.posted), "positions"),
        Figure("posted more than once", superfluous, "messages", most=0),
        Figure("presses answered: p99", quantiles(watch.took, n=100)[98] * 1_000, "ms"),
        amiss("errors in the logs, and requests that Discord would refuse", errors),
    ]


async def _replaced(
    made: Callable[[ShardRange], Process], working: list[Process], watch: Watch, size: int, *, settled: float
) -> None:
    """So many times one of those that are at work is replaced."""
    for number in range(size):
        await _some_turns(watch, settled)
        place = number % len(SHARES)
        old, working[place] = working[place], made(SHARES[place])
        for step in (working[place].begin, old.end):
            await step()
            await watch.asked_for_help(SHARES[place].first)
    await _some_turns(watch, settled)


async def _some_turns(watch: Watch, settled: float) -> None:
    """People have played on for a while."""
    turns = watch.turns
    await asyncio.sleep(settled)
    await watch.local.until(lambda: watch.turns > turns)


@asynccontextmanager
async def _played(watch: Watch, shards: Collection[int], each: int) -> AsyncIterator[None]:
    """Within, people play at so many tables on servers of each of these shards."""
    async with asyncio.TaskGroup() as group:
        for shard, guild in _guilds(watch.local).items():
            for people, channel in _tables(watch, shard, guild, each) if shard in shards else ():
                group.create_task(_play(watch, people, channel))
        yield
        watch.over = True


def _guilds(local: LocalDiscord) -> dict[int, int]:
    """A server on each shard, by the shard."""
    found: dict[int, int] = {}
    owner = local.person("Ana").id
    while len(found) < COUNT:
        guild = local.server.simulation.add_guild("Restart", owner, (), PERMISSIONS)
        found[(guild >> 22) % COUNT] = guild
    return found


def _tables(watch: Watch, shard: int, guild: int, each: int) -> list[tuple[list[Person], int]]:
    """People and a channel of their own for so many tables."""
    local, simulation, found = watch.local, watch.local.server.simulation, []
    for number in range(each):
        people = [Person(local, simulation.add_person(f"P{shard}{number}{seat}")) for seat in range(2)]
        for person in people:
            simulation.admit(guild, person.id)
        found.append((people, simulation.add_channel(guild, f"restart {number}", "trial")))
        watch.places[shard] = found[-1][1]
    return found


async def _play(watch: Watch, people: list[Person], channel: int) -> None:
    """One game after the other; every third turn is made in a direct message, which another process may hear."""
    shown = ""
    await _until_at_work(watch)
    while not watch.over:
        if not await _begun(watch, people, channel):
            continue
        for number in count(1):
            message, person = await _asked(watch, people, channel, shown)
            if person is None or watch.over:
                shown = _picture(message)
                break
            is_played = await _turn(watch, message, person, directly=number % 3 == 0)
            shown = _picture(message) if is_played else ""
            watch.turns += is_played


async def _begun(watch: Watch, people: list[Person], channel: int) -> bool:
    """Whether a game has begun; not if a press for it has to be made again."""
    host, guest = people
    lobby = await watch.done(host.command("play", channel=channel, game="azul"))
    if lobby is None:
        return False
    watch.opened += 1
    for person, label in ((guest, "Join"), (host, "Start with 2")):
        await watch.local.until(lambda button=label: button in lobby.buttons)
        if await watch.done(person.press(lobby.message, label=label)) is None:
            return False
    return True


async def _until_at_work(watch: Watch) -> None:
    """Both processes have all their connections, and the commands are there."""
    local = watch.local
    await local.until(lambda: len({one.shard for one in local.server.gateway.sessions if one.socket}) == COUNT)
    await local.ready()


async def _turn(watch: Watch, message: WireObject, person: Person, *, directly: bool) -> bool:
    """Whether the turn was played: the first answer to every question."""
    shown: WireObject | None = message
    if directly:
        shown = (await watch.answered(person.command("turns", channel=person.dm))).message
    play = buttons(message)["Play"].custom_id
    if shown is None or play not in {one.custom_id for one in buttons(shown).values()}:
        return False
    menu = await watch.answered(person.press(shown, custom_id=play))
    while not menu.failed and "Play it" not in menu.buttons and (menu.selects or _asks(menu)):
        menu = await watch.answered(first_answer(person, menu))
    if "Play it" not in menu.buttons:
        return False
    return await watch.done(person.press(menu.message, label="Play it")) is not None


def _asks(menu: Reply) -> bool:
    return any(one.custom_id.startswith("m:") for one in menu.buttons.values())


async def _asked(watch: Watch, people: list[Person], channel: int, shown: str) -> tuple[WireObject, Person | None]:
    """The newest message, once it asks somebody to move in another position than that; nobody if the game is over."""

    def found() -> tuple[WireObject, Person | None] | None:
        message = next((one for one in reversed(people[0].sees(channel)) if _picture(one)), None)
        if message is None or _picture(message) == shown:
            return None
        asked = [one for one in people if f"{one.mention}, your turn" in text(message)]
        if asked and "Play" in buttons(message):
            return message, asked[0]
        return (message, None) if "Rematch" in buttons(message) else None

    answer: tuple[WireObject, Person | None] = await watch.local.until(found)
    return answer


def _picture(message: WireObject) -> str:
    """The name of the picture, which tells table and position; "" for a message without one."""
    return next((str(file["filename"]) for file in message["attachments"] if not message["flags"] & EPHEMERAL), "")
