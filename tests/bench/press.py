"""From the press of Play it to the new board in the channel: the bot in one process, the local Discord in another.

Knows no rules: the games were played in advance, so that only the bot is timed.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import signal
import sys
from asyncio.subprocess import Process
from collections import deque
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, process_time, time

from bot.app.wiring import make_services
from bot.model.people import Location
from bot.model.people import Person as Seated
from bot.model.preferences import TABLES_PER_CHANNEL
from bot.playground.protocol import COMPONENT, News, controls_by_id
from bot.services.rooms import Rooms
from bot.store.store import Store
from engine import GAMES
from render import has_pictures
from tests.bench import Figure
from tests.bot.support.local_discord import LocalDiscord

TABLES, BOARDS = 100, 14  # new boards of each, played in advance
RATE, SECONDS = 20, 20  # presses a second, for so long, after one at each table that does not count
AT_ONCE, FULL = 24, 10  # presses under way at any moment, seconds of full load
NAIVE_TABLES, NAIVE_SECONDS = 24, 3
ROUNDS, ROUND = 2, 10  # with masters that think and without, seconds each; BOARDS has to suffice for all
AGAIN = 4  # bots that are started for it: the slowest hundredth of one is four presses, and luck
PATIENCE = 120  # seconds for one board


@dataclass
class Line:
    """A table: where it stands and the presses still to come, as (person, custom_id, whether a new board follows)."""

    room: int
    channel: int
    code: str
    presses: deque[tuple[int, str, bool]] = field(default_factory=deque)
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)


@dataclass(frozen=True)
class Times:
    """Seconds to each board at the rate, of both processes' CPU for a press, and presses a second at full load."""

    at_rate: list[float]
    bot: float
    discord: float
    full: float


def figures() -> Iterator[Figure]:
    """At 20 presses a second, at full load, and the naive way beside it."""
    ours = asyncio.run(_timed(TABLES, SECONDS, naive=False))
    cuts = quantiles(ours.at_rate, n=100)
    yield Figure(f"press to board, {RATE} a second, p50", cuts[49] * 1000, "ms", most=30)
    yield Figure(f"press to board, {RATE} a second, p99", cuts[98] * 1000, "ms", most=50)
    yield Figure("presses a second at full load", ours.full, "a second", least=60)
    yield Figure("of the bot's time, a press", ours.bot * 1000, "ms CPU", most=12)
    yield Figure("of the local Discord's time, a press", ours.discord * 1000, "ms CPU")
    times = [asyncio.run(_beside_masters()) for _ in range(AGAIN)]
    alone, beside = (quantiles(itertools.chain(*some), n=100)[98] for some in zip(*times, strict=True))
    yield Figure(f"press to board, {RATE} a second, p99 again", alone * 1000, "ms")
    yield Figure("the same while two masters think", beside * 1000, "ms")
    yield Figure("more with masters than without", beside / alone, "times", most=1.2)
    naive = asyncio.run(_timed(NAIVE_TABLES, NAIVE_SECONDS, naive=True))
    slow = quantiles(naive.at_rate, n=100)
    yield Figure(f"naive: press to board, {RATE} a second, p50", slow[49] * 1000, "ms")
    yield Figure(f"naive: press to board, {RATE} a second, p99", slow[98] * 1000, "ms")
    yield Figure("naive: of the bot's time, a press", naive.bot * 1000, "ms CPU")
    yield Figure("naive: presses a second at full load", naive.full, "a second")
    yield Figure("less of the bot's time than the naive way", naive.bot / ours.bot, "times", least=9)


async def _timed(tables: int, seconds: int, *, naive: bool) -> Times:
    """Presses at the rate, then at full load."""
    with TemporaryDirectory() as folder:
        async with LocalDiscord(strict=False, seconds=PATIENCE) as local:
            local.server.rest.log = deque(maxlen=10)
            local.server.rest.watchers.clear()
            lines = await _tables(local, Path(folder) / "press.sqlite3", tables)
            arrivals = _Arrivals(local)
            async with _bot(local, Path(folder) / "press.sqlite3", *(["naive"] if naive else [])) as bot:
                await arrivals.all_stand(tables)
                turns = itertools.cycle(lines)
                await _at_rate(arrivals, turns, tables)
                before = _cpu(bot), process_time()
                at_rate = await _at_rate(arrivals, turns, seconds * RATE)
                after = _cpu(bot), process_time()
                spent = [(now - then) / (seconds * RATE) for now, then in zip(after, before, strict=True)]
                return Times(at_rate, *spent, await _at_full_load(arrivals, lines))


async def _beside_masters() -> tuple[list[float], list[float]]:
    """Presses at the rate, in turns without masters and while two think: the times of both."""
    times: tuple[list[float], list[float]] = [], []
    with TemporaryDirectory() as folder:
        async with LocalDiscord(strict=False, seconds=PATIENCE) as local:
            local.server.rest.log = deque(maxlen=10)
            local.server.rest.watchers.clear()
            lines, arrivals = await _tables(local, Path(folder) / "press.sqlite3", TABLES), _Arrivals(local)
            async with _bot(local, Path(folder) / "press.sqlite3", "masters") as bot:
                await arrivals.all_stand(TABLES)
                turns = itertools.cycle(lines)
                await _at_rate(arrivals, turns, TABLES)
                for number in range(2 * ROUNDS):
                    times[number % 2].extend(await _at_rate(arrivals, turns, ROUND * RATE))
                    bot.send_signal(signal.SIGUSR1)
                    assert bot.stdout is not None
                    await bot.stdout.readline()
    return times


async def _tables(local: LocalDiscord, path: Path, count: int) -> list[Line]:
    """Tables of all drawn games for two, dealt in the file; their moves are known from a twin of it."""
    games = [key for key in GAMES if has_pictures(key)]
    people = [[local.newcomer(f"{side}{number}").id for side in "AB"] for number in range(count)]
    simulation, first = local.server.simulation, local.channel("games")
    channels = [first, *(simulation.add_channel(local.guild, f"b{n}", "") for n in range(count // TABLES_PER_CHANNEL))]
    lines = []
    for file in (path, path.with_suffix(".twin")):
        store, presses, seeds = await Store.open(file), itertools.count(1), map("bench {}".format, itertools.count())
        rooms = make_services(store, time, seeds.__next__).rooms
        for number, (ana, ben) in enumerate(people):
            channel = channels[number // TABLES_PER_CHANNEL]
            place, host = Location(local.guild, channel), Seated(ana, f"A{number}")
            room = await rooms.open(games[number % len(games)], host, place, next(presses))
            await rooms.join(room.id, Seated(ben, f"B{number}"), next(presses))
            room = await rooms.start(room.id, ana, next(presses))
            if file != path:
                lines.append(await _line(rooms, room, presses))
        await store.close()
    return lines


async def _line(rooms: Rooms, room, presses: Iterator[int]) -> Line:
    line, lot = Line(room.id, room.place.channel, room.code), Random(room.id)
    while room.phase == "playing" and sum(seen for _, _, seen in line.presses) < BOARDS:
        seat = room.to_act[0]
        text, stamp = str(lot.choice(room.table.view(seat).moves)), room.chairs[seat].stamp
        person, before = room.occupants[seat].id, room.table.state.view(None)
        room = await rooms.play(room.id, seat, stamp, text, next(presses))
        seen = room.table.state.view(None) != before  # a tile of an unfinished turn is not
        line.presses.append((person, f"do:{room.code}:{stamp}:{text}", seen))
    return line


class _Arrivals:
    """Notes the moment at which a table's new board stands in its channel."""

    def __init__(self, local: LocalDiscord) -> None:
        self.local = local
        self._waiting: dict[str, asyncio.Future[float]] = {}
        self._private: dict[int, asyncio.Future[None]] = {}
        self._newest: dict[str, tuple[int, str]] = {}
        self._arrived = asyncio.Event()
        local.server.simulation.listeners[:] = [self._hear]

    def _hear(self, news: News) -> None:
        if news.kind == "answer" and news.id in self._private and self._is_answered(news.id):
            self._private.pop(news.id).set_result(None)
        if news.kind != "message":
            return
        message = self.local.server.simulation.message(news.channel, news.id)
        for custom_id in controls_by_id(message["components"]) if message and not message["flags"] & 64 else ():
            verb, _, code = custom_id.partition(":")
            before = self._newest.get(code, (0, ""))
            shows = verb in ("board", "hand")
            shown = news.id, message["attachments"][0]["filename"] if shows else ""
            if shows and news.id >= before[0] and shown != before:  # a newer message, or picture in it
                self._newest[code] = shown
                self._arrived.set()
                if code in self._waiting:
                    self._waiting.pop(code).set_result(perf_counter())

    def _is_answered(self, interaction: int) -> bool:
        """Whether the press has its answer, rather than a deferral: until then the table has not changed."""
        return self.local.server.simulation.interaction_state(interaction) in {"done", "failed"}

    async def press(self, line: Line, press: tuple[int, str, bool]) -> float | None:
        """The seconds until the board stands that the table's press brings, None once it is answered if it has none."""
        person, custom_id, seen = press
        began = perf_counter()
        async with line.turn, asyncio.timeout(PATIENCE):
            if seen:
                self._waiting[line.code] = board = asyncio.Future()
                self._start(line, person, custom_id)
                return await board - began
            self._private[self._start(line, person, custom_id)] = answer = asyncio.Future()
            return await answer

    def _start(self, line: Line, person: int, custom_id: str) -> int:
        simulation = self.local.server.simulation
        source = simulation.message(line.channel, self._newest[line.code][0]) if line.code in self._newest else None
        asked = {"custom_id": custom_id, "component_type": 2, "id": 0}
        return simulation.start_interaction(COMPONENT, person, line.channel, asked, source)

    async def all_stand(self, tables: int) -> None:
        """Every table has its first board."""
        async with asyncio.timeout(PATIENCE):
            while len(self._newest) < tables:
                await self._arrived.wait()
                self._arrived.clear()


@asynccontextmanager
async def _bot(local: LocalDiscord, path: Path, *way: str) -> AsyncIterator[Process]:
    begin = "from tests.bot.support.press_worker import begin; begin()"  # no module that robots' processes import anew
    program = [sys.executable, "-c", begin, local.url, str(path), *way]
    process = await asyncio.create_subprocess_exec(*program, stdout=asyncio.subprocess.PIPE)
    try:
        yield process
    finally:
        process.kill()
        await process.wait()


def _cpu(process: Process) -> float:
    """Seconds of CPU that the process has used; 0 where the system does not tell."""
    told = Path(f"/proc/{process.pid}/stat")
    used = told.read_text().rpartition(")")[2].split()[11:13] if told.exists() else ()
    return sum(map(int, used)) / os.sysconf("SC_CLK_TCK")


async def _at_rate(arrivals: _Arrivals, turns: Iterator[Line], count: int) -> list[float]:
    """So many presses, each at its moment however late the others are."""
    began, tasks, tables = perf_counter(), [], list(itertools.islice(turns, TABLES))
    for number in range(count):
        await asyncio.sleep(began + number / RATE - perf_counter())
        assert any(one.presses for one in tables), "more presses than were prepared"
        line = next(one for one in turns if one.presses)
        tasks.append(asyncio.create_task(arrivals.press(line, line.presses.popleft())))
    return [seconds for seconds in await asyncio.gather(*tasks) if seconds is not None]


async def _at_full_load(arrivals: _Arrivals, lines: list[Line]) -> float:
    began, answered = perf_counter(), 0

    async def work(mine: list[Line]) -> None:
        nonlocal answered
        for line in itertools.cycle(mine):
            if perf_counter() - began > FULL or not any(one.presses for one in mine):
                return
            if line.presses:
                await arrivals.press(line, line.presses.popleft())
                answered += perf_counter() - began <= FULL

    await asyncio.gather(*(work(lines[n::AT_ONCE]) for n in range(AT_ONCE)))
    return answered / min(FULL, perf_counter() - began)
