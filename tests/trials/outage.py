"""Thousands of tables are postponed at once after an outage, within Discord's limits; how long presses wait meanwhile.

The bot is a process of its own, as an operator starts it; the local Discord is in this one and keeps Discord's limits.
Knows no rules.
"""

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
import sys
import time
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter

from bot.delivery import table_tasks
from bot.logic import lobby
from bot.logic.deadlines import with_deadlines
from bot.logic.lobby import LobbyPreset
from bot.model.hours import Hours
from bot.model.people import Location
from bot.model.people import Person as Seated
from bot.model.record import NewestMessage, Record
from bot.model.record_table import with_table
from bot.model.room import room_at
from bot.model.room_number import code
from bot.playground.faults import UNLIMITED, VIA_HEADER
from bot.playground.protocol import BUTTON, COMPONENT, TEXT_DISPLAY_TYPE, Call, News, RestAnswer
from bot.playground.rest import TOKEN_PATHS
from bot.playground.rules import Rules
from bot.playground.server import Server
from bot.store.store import Store
from engine import GAMES
from tests.bench import Figure
from tests.bot.support.local_discord import PATIENCE
from tests.bot.support.tessera import whole_turn
from tests.sources import ROOT
from tests.trials.ground import Ground, amiss, drawn, ground

SIZE = 3_000  # tables
IN_CHANNEL = 5  # tables in each channel
DIFFERENT, LONGEST_LOG = 40, 60  # tables that differ, and the moves that they have at most
DAILY = LobbyPreset(terms={"clock": "daily"})
AWAY = 2 * 3600.0  # seconds
STOOD = 3600.0  # seconds for which the tables had stood before: their messages are too old to be edited freely
EVERY = 0.2  # seconds between two presses
LONGEST = 900.0  # seconds after which the campaign is given up
SOON, MOSTLY = 3.0, 1.0  # seconds in which every press is answered, and 99 of 100
SHARE = 0.8  # of what Discord's limits allow
A_SECOND, BURST, WINDOW = 50, 5, 5.0  # requests a second in all; so many in a channel within so many seconds
PICTURES = 100  # messages after which the bytes of older pictures are forgotten
POSTS = "/channels/*/messages*"


class Limited:
    """The local Discord's rules behind Discord's limits. `served`: when each request was let in; `refused` count."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.refused = rules, 0
        self.served: list[float] = []
        self._buckets: dict[str, deque[float]] = defaultdict(deque)

    def serve(self, call: Call) -> RestAnswer:
        """As the rules do, with headers that name the limit of the channel; 429 beyond a limit."""
        if TOKEN_PATHS.match(call.path):
            return self.rules.serve(call)
        now, bucket = perf_counter(), self._buckets[f"{call.method} {'/'.join(call.path.split('/')[:4])}"]
        while bucket and bucket[0] <= now - WINDOW:
            bucket.popleft()
        is_here = call.path.startswith("/channels/")
        here = bucket[0] + WINDOW - now if is_here and len(bucket) >= BURST else 0.0
        everywhere = self.served[-A_SECOND] + 1.0 - now if len(self.served) >= A_SECOND else 0.0
        if max(here, everywhere) > 0:
            self.refused += 1
            return _too_fast(max(here, everywhere), everywhere=here <= 0)
        self.served.append(now)
        bucket.append(now)
        answer, reset = self.rules.serve(call), bucket[0] + WINDOW - now
        told = {"Limit": BURST, "Remaining": BURST - len(bucket), "Reset-After": round(reset, 3)}
        return replace(answer, headers={**answer.headers, **{f"X-RateLimit-{one}": str(n) for one, n in told.items()}})


def _too_fast(seconds: float, *, everywhere: bool) -> RestAnswer:
    wait = round(seconds, 3)
    body = {"message": "You are being rate limited.", "retry_after": wait, "global": everywhere}
    headers = {"Retry-After": str(wait), **({"X-RateLimit-Global": "true"} if everywhere else {})}
    return RestAnswer(429, body, VIA_HEADER | headers)


@dataclass
class Watch:
    """Hears the local Discord. `pressed`: when each press was made; `took`: the seconds until it was answered."""

    server: Server
    pressed: dict[int, float] = field(default_factory=dict)
    took: dict[int, float] = field(default_factory=dict)
    _messages: int = 0

    def hear(self, news: News) -> None:
        """A press was answered; or a message changed, and old pictures are forgotten, which would fill the memory."""
        if news.kind == "answer" and news.id in self.pressed:
            self.took.setdefault(news.id, perf_counter() - self.pressed[news.id])
        if news.kind == "message":
            self._messages += 1
            if self._messages % PICTURES == 0:
                self.server.simulation.forget_blobs(self.server.simulation.fresh_blobs(), lambda _: None)


@dataclass(frozen=True)
class Standing:
    """A table that stands in a channel: its code, and the numbers of the channel, the message and who is to move."""

    code: str
    channel: int
    message: int
    person: int


async def figures(size: int) -> list[Figure]:
    """So many tables with daily clocks, and an outage of two hours."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        path = Path(folder) / "tessera.sqlite3"
        async with _local() as (limits, watch):
            tables = await _tables(limits, watch.server, path, size)
            before = len(limits.served)
            async with _bot(watch.server, path):
                began = perf_counter()
                await _press(watch, tables, lambda: _is_done(path))
                took = perf_counter() - began
            told = path.with_suffix(".log").read_text("utf-8").splitlines()
            errors = amiss("errors in the log", [line for line in told if re.search("level=(error|critical)", line)])
            return [*_answers(watch), *_requests(limits, len(limits.served) - before, took), errors]


async def held(size: int) -> list[Figure]:
    """The same in small while Discord answers no post at all: nothing depends on how fast this machine is."""
    most = table_tasks.MAX_BACKGROUND_TABLES
    async with ground(seconds=PATIENCE) as here:
        rooms = [await _daily(here, n) for n in range(size)]
        await here.posted()
        client, store = here.running.client, here.running.store
        client.messages.post_timeout = PATIENCE
        await store.deadlines.record_heartbeat(here.clock())
        here.clock.ahead += AWAY
        here.local.faults.hang("*", POSTS, times=UNLIMITED)
        await here.local.until(lambda: client.timer.is_open)
        await client.timer.tick()
        await here.local.until(lambda: len(_hanging(here)) >= most)
        room = await here.running.rooms.room(rooms[-1])
        person, channel = here.person(room, room.to_act[0]), f"/channels/{room.place.channel}/"
        played = await whole_turn(person, await person.press(here.newest[room.code], label="Play"))
        await here.local.until(lambda: any(path.startswith(channel) for path in _hanging(here)))
        others = [path for path in _hanging(here) if not path.startswith(channel)]
        here.local.faults.release()
        await here.posted()
        return [
            Figure("requests at a time that nobody waits for", len(others), "requests", least=most, most=most),
            Figure("moves answered and shown beside them", "Played:" in played.text, "moves", least=1),
            Figure("tables behind in the end", len(await here.running.rooms.list_due_rooms()), "tables", most=0),
            here.errors,
        ]


async def _daily(here: Ground, number: int) -> int:
    """The number of a new table with a daily clock, in a channel and with people of its own."""
    people = [here.newcomer(f"P{number} {seat}") for seat in range(2)]
    lobby_ = await here.lobby("azul", people, here.channel(f"outage {number}"))
    record = await here.running.rooms.record(lobby_.id)
    await here.running.store.save(record, replace(record, terms=DAILY.terms), None)
    return (await here.running.rooms.start(lobby_.id, people[0].id, next(here.presses))).id


def _hanging(here: Ground) -> list[str]:
    """The paths of the posts and edits that Discord does not answer."""
    return [one.call.path for one in here.local.requests("*", POSTS) if not one.is_answered]


def _answers(watch: Watch) -> list[Figure]:
    times = sorted(watch.took.values())
    cut = quantiles(times, n=100)
    return [
        Figure("presses", len(times), "presses"),
        Figure("presses without an answer", len(watch.pressed) - len(times), "presses", most=0),
        Figure("presses answered: p50", cut[49] * 1_000, "ms"),
        Figure("presses answered: p99", cut[98] * 1_000, "ms", most=MOSTLY * 1_000),
        Figure("presses answered: slowest", times[-1] * 1_000, "ms", most=SOON * 1_000),
    ]


def _requests(limits: Limited, made: int, took: float) -> list[Figure]:
    return [
        Figure("until all is shown", took, "s", most=LONGEST),
        Figure("requests", made, "requests"),
        Figure("requests refused as too fast", limits.refused, "requests", most=made * 0.02),
        Figure("requests a second", made / took, "a second", least=SHARE * A_SECOND),
    ]


@asynccontextmanager
async def _local() -> AsyncIterator[tuple[Limited, Watch]]:
    """A local Discord that keeps Discord's limits, and who watches it."""
    server = Server(logged=10)
    await server.start()
    limits, watch = Limited(server.rest.rules), Watch(server)
    server.rest.rules = limits
    server.simulation.listeners.append(watch.hear)
    try:
        yield limits, watch
    finally:
        await server.stop()


@asynccontextmanager
async def _bot(server: Server, path: Path) -> AsyncIterator[None]:
    """The program at work in the file, connected."""
    connected = asyncio.Event()
    server.simulation.listeners.append(lambda _: connected.set() if server.gateway.online else None)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("TESSERA_", "DISCORD_"))}
    given = {"TESSERA_DATABASE": str(path), "TESSERA_DISCORD": server.url, "DISCORD_TOKEN": server.token}
    given["PYTHONPATH"] = str(ROOT)
    with path.with_suffix(".log").open("wb") as said:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", env={**kept, **given}, cwd=path.parent, stderr=said
        )
    try:
        await connected.wait()
        yield
    finally:
        process.terminate()
        await process.wait()


async def _press(watch: Watch, tables: list[Standing], is_done: Callable[[], bool]) -> None:
    """One press after the other at some table, until the bot has done all that it does by itself."""
    lot, simulation, began = Random(1), watch.server.simulation, perf_counter()
    looked = began
    while perf_counter() < began + LONGEST:
        table, verb = lot.choice(tables), lot.choice(("play", "board"))
        body = {"custom_id": f"{verb}:{table.code}", "component_type": BUTTON, "id": 0}
        shown, pressed = simulation.message(table.channel, table.message), perf_counter()
        watch.pressed[simulation.start_interaction(COMPONENT, table.person, table.channel, body, shown)] = pressed
        await asyncio.sleep(EVERY)
        if perf_counter() > looked + 1.0:
            if await asyncio.to_thread(is_done):
                return
            looked = perf_counter()


def _is_done(path: Path) -> bool:
    """Whether every deadline was moved and every message shows it."""
    with closing(sqlite3.connect(path, timeout=60.0)) as database:
        ((at,),) = database.execute("SELECT at FROM heartbeats")
        ((owed,),) = database.execute("SELECT count(*) FROM outbox")
    return time.time() - at < AWAY / 2 and not owed


async def _tables(limits: Limited, server: Server, path: Path, size: int) -> list[Standing]:
    """So many tables that stand in their channels since three hours; nobody could play in the last two."""
    simulation, then = server.simulation, time.time() - AWAY - STOOD
    guild, games = simulation.guilds()[0], drawn()
    channels = [simulation.add_channel(guild, f"outage {n}", "trial") for n in range(-(-size // IN_CHANNEL))]
    samples = [_sample(server, games[n % len(games)], n, then) for n in range(min(size, DIFFERENT))]
    store, found = await Store.open(path), []
    try:
        for n in range(size):
            sample, place = samples[n % len(samples)], Location(guild, channels[n // IN_CHANNEL])
            fresh = lobby.open_lobby(GAMES[sample.game], sample.host, place, DAILY, then)
            opened = await store.add(fresh, n + 1)
            match = None if sample.match is None else opened.id
            later = replace(sample, id=opened.id, place=place, change=opened.change, match=match)
            found.append(await _stands(limits.rules, store, await store.save(opened, later, None)))
        await store.deadlines.record_heartbeat(time.time() - AWAY)
    finally:
        await store.close()
    return found


def _sample(server: Server, key: str, number: int, then: float) -> Record:
    """A table under way for two people of its own."""
    game, lot, guild = GAMES[key], Random(number), server.simulation.guilds()[0]
    people = [Seated(server.simulation.add_person(f"P{number}-{seat}"), f"P{number}-{seat}") for seat in range(2)]
    for person in people:
        server.simulation.admit(guild, person.id)
    record = lobby.join(lobby.open_lobby(game, people[0], Location(guild, 0), DAILY, then), game, people[1], then)
    record = lobby.start_game(record, game, people[0].id, f"seed {number}", then)
    for _ in range(number * LONGEST_LOG // DIFFERENT):
        table = room_at(record, GAMES, 0.0).table
        seat = lot.choice(table.state.to_act())
        moved = table.play(seat, str(lot.choice(table.view(seat).moves)))
        if not moved.state.to_act():
            break  # the table stays one move before its end
        record = with_table(record, moved, record.chairs[seat].stamp, then)
    return with_deadlines(None, record, game, {person.id: Hours() for person in people}, then)


async def _stands(rules: Rules, store: Store, record: Record) -> Standing:
    """The table has a message in its channel, posted a second after its last move."""
    body = {"flags": 1 << 15, "components": [{"type": TEXT_DISPLAY_TYPE, "content": f"{record.tag}"}]}
    answer = rules.serve(Call("POST", f"/channels/{record.place.channel}/messages", body=body))
    message = int(answer.body["id"])
    await store.outbox.record_shown(record, NewestMessage(message, record.changed_at + 1.0, len(record.log)), True)
    person = next(chair.occupant.id for chair in record.chairs if chair.owes_move)
    return Standing(code(record.id), record.place.channel, message, person)
