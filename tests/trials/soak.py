"""Months of tables that nobody looks after, by the real client: all games, all clocks, robots, people of all kinds.

The bot is a process that is told what time it is. People sleep, vanish, come back, resign, take back, travel; tables
pause, end early, lose and find people; the bot is killed, and away for hours. Everybody's time is reckoned again here.
Knows no rules: moves come from the engine.
"""

from __future__ import annotations

import asyncio
import math
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from bot.app.wiring import make_services
from bot.model.preferences import TABLES_PER_CHANNEL
from bot.model.record import LogLine
from bot.playground.faults import UNLIMITED
from bot.playground.protocol import error_answer
from bot.store.store import Store
from engine import GAMES
from tests.bench import Figure
from tests.bot.support.local_discord import LocalDiscord
from tests.trials.ground import amiss, drawn
from tests.trials.soak_life import Life
from tests.trials.soak_people import KINDS, Bot, Player, players
from tests.trials.soak_watch import SECONDS, Turn, Watch
from tests.trials.soak_ways import Ways

SIZE = 200  # tables
PEOPLE = 60
MANY = 20  # tables from which on everything happens that may happen
START = 1_773_990_000.0  # March 2026, some days before clocks are changed in Europe
DAY, MOST_DAYS = 86_400.0, 500
CLOCKS = ("daily", "relaxed", "evening", "daily", "none", "live", "bank", "relaxed")
SLOTS = {"live": 30.0, "evening": 300.0}  # seconds; people act on the full slot, so that some act at once
SLOT, EXACT = 1800.0, 30.0
KILLS = (1.2 * DAY, 4.3 * DAY)  # after the start
OUTAGES = ((2.4 * DAY, 5 * 3600.0), (6.1 * DAY, 31 * 3600.0))  # when, and for how long
AT_ONCE = 8  # people who act at the same moment
PATIENCE = 60.0  # seconds that an answer may take; speed is not what is asked here
MIB = 1024.0


class Soak:
    """What goes on; `watch` sees what of it is wrong."""

    def __init__(self, local: LocalDiscord, folder: Path, size: int) -> None:
        self.local, self.lot, self.size = local, Random(size), size
        self.bot = Bot(local.url, folder / "soak.sqlite3", folder / "errors.txt")
        self.now, self.nearest = START, None
        self.kills, self.outages = (deque(KILLS), deque(OUTAGES)) if size >= MANY else (deque(), deque(OUTAGES[:1]))
        count = max(len(KINDS) if size >= MANY else 6, PEOPLE * size // SIZE)
        self.players = {one.person.id: one for one in players(local, count, self.lot)}
        self.steps = 0

    async def open(self) -> None:
        """Everybody has said in /me how to live, and sits at tables that have started."""
        self.nearest = await self.bot.start(self.now)
        self.store = await Store.open(self.bot.path)
        self.ways = Ways(self.local, make_services(self.store, lambda: self.now, lambda: "").rooms, self.lot)
        self.life = Life(self.ways.rooms, self.players, Random(f"life {self.size}"))
        self.watch = Watch(self.local, self.bot.path, self.players)
        self.watch.now = self.now
        await _at_once(self.ways.settle(one) for one in self.players.values())
        for one in self.players.values():
            if one.kind.shut:
                closed = error_answer(403, 50007, "Cannot send messages to this user")
                self.local.faults.refuse("POST", f"/channels/{one.person.dm}/messages", closed, UNLIMITED)
        simulation, guild = self.local.server.simulation, self.local.guild
        channels = [simulation.add_channel(guild, f"soak {n}", "") for n in range(self.size // TABLES_PER_CHANNEL + 1)]
        await _at_once(self._table(number, channels) for number in range(self.size))
        await self._told(self.now)

    async def _table(self, number: int, channels: list[int]) -> None:
        """One to three people and, if there is one person only, robots; without a clock only people who stay."""
        games, clock = drawn(), CLOCKS[number // 4 % len(CLOCKS)]
        ready = [one for one in self.players.values() if one.kind.stays or clock != "none"]
        people = self.lot.sample(ready, self.lot.choice((1, 1, 2, 2, 3)))
        robots = 1 if len(people) == 1 else self.lot.choice((0, 0, 1))
        key = games[number % len(games)]
        robots = min(robots, max(GAMES[key].seats) - len(people))
        await self.ways.table(key, people, robots, clock, channels[number // TABLES_PER_CHANNEL])

    async def step(self) -> None:
        """Something was due, for the bot or for a person; it has happened."""
        await self._told(self._next())
        due = [one for one in self.watch.turns.values() if one.at <= self.now and not one.mine]
        await _at_once(self._act(one) for one in due)
        await self._others()
        if self.kills and self.now - START > self.kills[0]:
            self.kills.popleft()
            await self._restart(self.now)
        await self._told(self.now)
        self.steps += 1

    def _next(self) -> float:
        turns = self.watch.turns.values()
        slot = EXACT if any(one.clock == "live" for one in turns) else SLOTS["evening"]
        due = [math.ceil(self.nearest / slot) * slot] if self.nearest else []
        moments = (*due, *(one.at for one in turns), *self.watch.returns, self.life.next(self.now), self.now + 15 * DAY)
        return max(self.now, min(moments))

    async def _told(self, moment: float) -> None:
        """It is that late; if the bot was to be away at that time, it was."""
        if self.outages and moment - START > self.outages[0][0]:
            _, seconds = self.outages.popleft()
            self.watch.gaps.append((self.now, self.now + seconds))
            await self._restart(self.now + seconds)
        else:
            self.now = self.watch.now = moment
            self.nearest = await self.bot.tell(moment)
        for turn in self.watch.look():
            turn.at = self._when(turn)

    async def _restart(self, moment: float) -> None:
        await self.bot.kill()
        self.now = self.watch.now = moment
        self.nearest = await self.bot.start(moment)
        self.watch.restarts += 1

    def _when(self, turn: Turn) -> float:
        """When this person will act; never, for somebody who has vanished."""
        if turn.still or turn.player.gone(turn.room):
            return math.inf
        share, slot = self.lot.uniform(*turn.player.kind.share), SLOTS.get(turn.clock, SLOT)
        at = turn.player.days.later(turn.since, max(share * (turn.seconds or DAY) - turn.had, 1.0))
        return math.ceil(at / slot) * slot

    async def _act(self, turn: Turn) -> None:
        """The person does what such a person does when it is their turn."""
        player, kind = turn.player, turn.player.kind
        turn.mine = True
        if await self._beside(turn):
            turn.mine = False
        elif kind.resigns and player.moves.get(turn.room, 0) >= kind.resigns:
            await self.ways.resign(turn)
            self.watch.resigned += 1
        else:
            await self.ways.move(turn, self.watch.book)

    async def _beside(self, turn: Turn) -> bool:
        """Whether the person thinks of something else than a move: a journey, a pause, the end, a gift."""
        player, kind, moves = turn.player, turn.player.kind, turn.player.moves.get(turn.room, 0)
        if kind.travels and self.lot.random() < kind.travels:
            return await self._travel(player)
        if kind.pauses and turn.clock != "none" and self.lot.random() < kind.pauses:
            await self.life.ask(turn.room, player, "pause", self.now)
        elif kind.ends and moves >= kind.ends and (await self.ways.rooms.room(turn.room)).people[1:]:
            player.moves[turn.room] = 0
            await self.life.ask(turn.room, player, "finish", self.now)
        elif 0 < kind.gives <= moves:
            player.moves[turn.room] = 0
            await self.life.give(turn.room, player)
        else:
            return False
        return True

    async def _travel(self, player: Player) -> bool:
        """The person is away for some days from now on, and thinks of all tables again; not without vacation left."""
        back = await self.ways.travel(player, self.now, self.lot.randint(2, 9))
        for turn in self.watch.leaves(player, back) if back else ():
            turn.at = max(self._when(turn), self.now + SLOT)
        return bool(back)

    async def _others(self) -> None:
        """Who was reminded asks for more time; who lost the seat to a robot is back."""
        for turn in self.watch.in_need():
            if await self.ways.more_time(turn):
                turn.extra, self.watch.lengthened = 1, self.watch.lengthened + 1
                seconds = turn.seconds + SECONDS[turn.clock] * self.lot.uniform(0.1, 0.8)
                turn.at = turn.player.days.later(turn.since, seconds - turn.had)
        for room, player in self.watch.back(self.now):
            self.watch.returned += await self.ways.back(room, player)
        await self.life.tend(self.watch.vacant, self.now)


async def figures(size: int, days: float = MOST_DAYS) -> list[Figure]:
    """So many tables until each has ended, or so many days have gone by."""
    async with _ground(size) as soak:
        await soak.open()
        while soak.watch.open and soak.now - START < days * DAY:
            await soak.step()
        await soak.bot.tell(soak.now)
        records = {room: await soak.store.load(room) for room, _ in soak.watch.book.moves}
        await soak.store.close()
        with closing(soak.watch):
            return _found(soak, {room: record.log for room, record in records.items() if record})


@asynccontextmanager
async def _ground(size: int) -> AsyncIterator[Soak]:
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        async with LocalDiscord(seconds=PATIENCE, strict=False) as local:
            local.server.rest.watchers.remove(local.server.rest.watchers[0])
            local.server.rest.log = deque(maxlen=100)
            soak = Soak(local, Path(folder), size)
            try:
                yield soak
            finally:
                with suppress(ProcessLookupError):
                    await soak.bot.kill()


def _found(soak: Soak, logs: Mapping[int, Sequence[LogLine]]) -> list[Figure]:
    watch, memory, some, done = soak.watch, soak.bot.memory, int(soak.size >= MANY), soak.life.done
    warm = memory[len(memory) // 3] / MIB
    errors = soak.bot.errors.read_text().splitlines()
    return [
        Figure("tables", watch.tables, "tables", least=soak.size),
        amiss("tables that have not ended", watch.open),
        Figure("simulated days", (soak.now - START) / DAY, "days"),
        Figure("steps of time", soak.steps, "steps"),
        Figure("moves that people were told of", watch.book.told, "moves", least=soak.size),
        amiss("tables with moves lost or changed", watch.lost(logs)),
        amiss("presses that were not answered", watch.book.failed),
        Figure("moves taken back", watch.book.undone, "moves"),
        Figure("turns missed", watch.missed, "turns", least=some),
        amiss("of these before the time was up", watch.early),
        amiss("of these long after the time was up", watch.overdue),
        Figure("reminders", watch.reminders, "reminders", least=some),
        amiss("reminders to sleepers", watch.at_night),
        amiss("second reminders in a turn", watch.twice),
        Figure("people who asked for more time", watch.lengthened, "times"),
        Figure("people who came back", watch.returned, "times"),
        Figure("people who resigned", watch.resigned, "times"),
        Figure("pauses", done["pause"], "times", least=some),
        Figure("of these ended by somebody", done["goon"], "times"),
        Figure("games that all have ended early", done["finish"], "games", least=some),
        Figure("seats given away", done["give"], "seats", least=some),
        Figure("seats for which somebody was found", done["replace"], "seats"),
        Figure("seats turned over to a robot", done["kick"], "seats"),
        Figure("restarts and outages", watch.restarts, "times"),
        amiss("messages owed at the end", watch.owed()),
        Figure("memory when warm", warm, "MiB"),
        Figure("memory at the end", max(memory[-20:]) / MIB, "MiB", most=max(250.0, 1.1 * warm)),
        amiss("errors in the log", [line for line in errors if line.startswith("ERROR")]),
    ]


async def _at_once(deeds: Iterable[Awaitable[None]]) -> None:
    """All of them done, some at a time."""
    every = list(deeds)
    for start in range(0, len(every), AT_ONCE):
        await asyncio.gather(*every[start : start + AT_ONCE])
