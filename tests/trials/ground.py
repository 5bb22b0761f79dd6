"""Where a trial takes place: the local Discord, Tessera in it on a clock of the trial's own, tables of newcomers.

Knows no fault and no rules.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import logging
import sqlite3
import time
from collections import deque
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bot.app.chores import CHORES_INTERVAL
from bot.discord_api.rate_limit import RateLimits
from bot.model.people import Location
from bot.model.people import Person as Seated
from bot.model.room import Room
from bot.playground.protocol import EPHEMERAL, News, WireObject, controls_by_id
from engine import GAMES, Game
from render import has_pictures
from tests.bench import Figure
from tests.bot.support.local_discord import PATIENCE, LocalDiscord, Person
from tests.bot.support.tessera import UNHURRIED, Running, tessera
from tests.trials.limits import Surveyor

LOGGED = 500  # requests kept with their files
FOREVER = 3600.0  # seconds
PICTURES = 100  # messages after which the bytes of older pictures are forgotten


class Clock:
    """Real time, and what the trial has put forward; or a moment at which it was stopped."""

    def __init__(self) -> None:
        self.ahead, self.stopped = 0.0, 0.0

    def __call__(self) -> float:
        return (self.stopped or time.time()) + self.ahead

    def stop(self) -> None:
        """Time does not go on by itself any more."""
        self.stopped = time.time()


class Ear(logging.Handler):
    """Hears whatever is logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(logging.Formatter("%(name)s: %(message)s").format(record))


@dataclass
class Ground:
    """`newest`: the newest public message of each table by its code. `people`: everybody by account number."""

    local: LocalDiscord
    running: Running
    clock: Clock
    heard: list[str]
    surveyor: Surveyor = field(default_factory=Surveyor)
    newest: dict[str, WireObject] = field(default_factory=dict)
    people: dict[int, Person] = field(default_factory=dict)
    presses: Iterator[int] = field(default_factory=lambda: itertools.count(1))
    _messages: int = 0

    def hear(self, news: News) -> None:
        """Note the newest message of a table; forget old pictures, which would fill the memory."""
        if news.kind != "message":
            return
        self._messages += 1
        if self._messages % PICTURES == 0:
            self.local.server.simulation.forget_blobs(self.local.server.simulation.fresh_blobs(), lambda _: None)
        message = self.local.remembered(news.channel, news.id)
        if message["flags"] & EPHEMERAL:
            return
        for custom_id in controls_by_id(message["components"]):
            verb, _, code = custom_id.partition(":")
            if verb in ("play", "board") and int(message["id"]) >= int(self.newest.get(code, {"id": 0})["id"]):
                self.newest[code] = message

    def newcomer(self, name: str) -> Person:
        """Somebody new on the server."""
        person = self.local.newcomer(name)
        self.people[person.id] = person
        return person

    def channel(self, name: str) -> int:
        """A new channel."""
        return self.local.server.simulation.add_channel(self.local.guild, name, "trial")

    def place(self, channel: int) -> Location:
        """That channel with its server, without one if it is of direct messages."""
        simulation = self.local.server.simulation
        guild = next(
            (one for one in simulation.guilds() if channel in simulation.channels(one, simulation.bot_id)), None
        )
        return Location(guild, channel)

    async def lobby(self, key: str, people: Sequence[Person], channel: int, robots: int = 0) -> Room:
        """A lobby where these people sit, the first its host, and so many robots."""
        rooms, (host, *others) = self.running.rooms, [Seated(one.id, self.name_of(one)) for one in people]
        room = await rooms.open(key, host, self.place(channel), next(self.presses))
        for person in others:
            await rooms.join(room.id, person, next(self.presses))
        for _ in range(robots):
            await rooms.add_robot(room.id, host.id, "greedy", next(self.presses))
        return await rooms.room(room.id)

    async def table(self, key: str, people: Sequence[Person], channel: int, robots: int = 0, **options: str) -> Room:
        """A table under way; its first message will stand in the channel soon."""
        lobby = await self.lobby(key, people, channel, robots)
        self.choose(lobby.id, GAMES[key].chosen(options) if key in GAMES else options)
        room = await self.running.rooms.start(lobby.id, people[0].id, next(self.presses))
        self.running.client.messages.wake(room.id)
        return room

    def choose(self, room: int, options: Mapping[str, str]) -> None:
        """The lobby has these options."""
        with contextlib.closing(sqlite3.connect(self.running.path)) as database, database:
            database.execute("UPDATE rooms SET options = ? WHERE id = ?", (json.dumps(dict(options)), room))

    async def posted(self) -> None:
        """No room's message is being written any more, and none waits to be."""
        await self.running.client.messages.wait_until_idle(FOREVER)

    @property
    def errors(self) -> Figure:
        """What was logged as an error."""
        return amiss("errors in the log", self.heard)

    @property
    def beyond(self) -> Figure:
        """The limits that a screen broke."""
        return amiss(f"limits broken by {self.surveyor.screens} screens", list(self.surveyor.beyond))

    def person(self, room: Room, seat: int) -> Person:
        """Who sits there."""
        return self.people[room.occupants[seat].id]

    def name_of(self, person: Person) -> str:
        """How the person is called."""
        return self.local.server.simulation.user(person.id)["global_name"]


def amiss(name: str, found: Sequence[str]) -> Figure:
    """A figure that must be 0, with the first of what was found."""
    return Figure(name + "".join(f"\n    {one}" for one in found[:5]), len(found), "found", most=0)


def drawn() -> list[str]:
    """The games that Discord plays."""
    return [key for key in GAMES if has_pictures(key)]


@contextlib.asynccontextmanager
async def ground(
    seconds: float = PATIENCE, games: Mapping[str, Game] = GAMES, paces: RateLimits = UNHURRIED, **more: Any
) -> AsyncIterator[Ground]:
    """A fresh one; `seconds` is the local Discord's patience with answers, `paces` how fast people may press.

    `more`: what else differs of the bot, see `Running`.

    Discord's own patience would make a slow machine look like a fault; what is about time measures it by itself.
    """
    ear, clock = Ear(), Clock()
    logging.getLogger().addHandler(ear)
    try:
        with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            path = Path(folder) / "tessera.sqlite3"
            made = {"now": clock, "games": games, "paces": paces, "chores_every": CHORES_INTERVAL, **more}
            async with LocalDiscord(seconds=seconds) as local, tessera(local, path, **made) as running:
                local.server.rest.log = deque(maxlen=LOGGED)
                here = Ground(local, running, clock, ear.heard)
                local.server.rest.watchers.append(here.surveyor.look)
                here.people = {one.id: one for one in local.people.values()}
                local.server.simulation.listeners.append(here.hear)
                yield here
    finally:
        logging.getLogger().removeHandler(ear)
