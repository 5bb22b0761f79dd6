"""Tessera itself inside a test: the real client on the local Discord, with a database of its own."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from discord.utils import MISSING

from bot.app.client import Tessera
from bot.app.wiring import make_services
from bot.discord_api.rate_limit import RateLimit, RateLimits, RequestPace
from bot.model.people import Person as Account
from bot.model.record import Record
from bot.model.record_table import with_table
from bot.model.robots import ChooseMove
from bot.model.room import PlayedRoom, require_table, room_at
from bot.playground.protocol import WireObject
from bot.services.robots import CHOOSE_IN_THIS_PROCESS
from bot.services.rooms import Rooms
from bot.services.services import Services
from bot.store.shard_range import ALL_SHARDS, ShardRange
from bot.store.store import Store
from engine import GAMES, Game, Move, Seat, Table
from tests.bot.support.local_discord import PATIENCE, LocalDiscord, Person, Reply, buttons, text
from tests.bot.support.new_files import store_at

FREELY = RateLimit(1_000_000, 0.001)
MANY = 1_000_000
UNHURRIED = RateLimits(FREELY, FREELY, FREELY, FREELY, MANY, MANY, MANY)  # people of a test press as fast as they can
ONCE = 86_400.0  # chores are done at the start only: a slow test must not meet them at a moment of their own
GUILDS = 0.01  # seconds after the last server until the client is ready; the local Discord tells of all at once

# The commands as the first bot of this process has registered them. To describe and to check them takes as long as
# several presses, so a later bot finds them registered, as one that is started again does.
REGISTERED: list[WireObject] = []


async def _as_before() -> bool:
    """No command differs from what Discord has."""
    return False


@dataclass
class Running:
    """A bot that can be stopped and started again on the same file, as an operator would."""

    local: LocalDiscord
    path: Path | str
    now: Callable[[], float] = time.time
    games: Mapping[str, Game] = field(default_factory=lambda: GAMES)
    burst: float = 0.0  # seconds
    paces: RateLimits = UNHURRIED
    pace: int = MANY  # requests a second that the bot sends at most
    chores_every: float = ONCE  # seconds
    home: ShardRange = ALL_SHARDS  # the servers that it sees to
    shards: ShardRange | None = None  # all; several processes may share a database on a server
    choose: ChooseMove = CHOOSE_IN_THIS_PROCESS
    emojis: bool = False  # whether the bot uploads its emojis; most tests read words
    client: Tessera = field(init=False)
    store: Store = field(init=False)
    services: Services = field(init=False)
    rooms: Rooms = field(init=False)
    seeds: int = 0

    async def start(self) -> None:
        self.store = await self._opened()
        self.services = make_services(self.store, self.now, self._seed, self.games, self.choose)
        self.rooms = self.services.rooms
        self.client = Tessera(self.services, self.store, self.burst, self.paces, RequestPace(self.pace))
        self.client.chores.interval, self.client.uploads_emojis = self.chores_every, self.emojis
        self.client.identify_pause = 0.0
        self.client.messages.notifications.retry_pause = 0.0  # tests say themselves when somebody looks again
        if self.shards is not None:
            self.client.use_shards(self.shards)
        elif REGISTERED and not self.local.server.simulation.commands():
            self.local.register(REGISTERED)
            self.client.tree.sync_if_changed = _as_before
        self.client._connection.guild_ready_timeout = GUILDS  # the library waits for more servers, two seconds long
        self._task = asyncio.create_task(self.client.start(self.local.token))
        if self.now is not time.time:  # time of a test passes where the test says so, and is looked at there only
            await self.local.until(lambda: self.client.timer._task)
            await self.client.timer.close()
        await self.local.ready()
        await self._has_looked_around()
        vars(self.client.tree).pop("sync_if_changed", None)
        if not REGISTERED and self.local.requests("PUT", "/applications/*/commands"):
            REGISTERED.extend(self.local.server.simulation.commands())

    async def _opened(self) -> Store:
        if self.shards is None:
            return await store_at(self.path, self.home)
        return await Store.open(self.path, ShardRange(self.shards.first, self.shards.last, self.shards.count))

    async def _has_looked_around(self) -> None:
        """What a new connection begins is done, and so wakes no sleeping table in the middle of a test."""
        await self.local.until(lambda: self.client._ready is not MISSING)  # it has begun
        await self.client.wait_until_ready()
        await asyncio.gather(*[task for task in self.client._events if task.get_name() == "discord.py: on_ready"])

    async def stop(self) -> None:
        await self.client.close()
        await asyncio.gather(self._task, return_exceptions=True)
        await self.store.close()
        if self.shards is None:
            await self.local.until(lambda: not self.local.online)  # not taken for the next one

    async def restart(self) -> None:
        await self.stop()
        await self.start()

    @contextlib.asynccontextmanager
    async def changing(self) -> AsyncIterator[sqlite3.Connection]:
        """The file open beside the bot, which waits for its turn; committed at the end."""
        async with self.store.database.port._turn:
            with contextlib.closing(sqlite3.connect(self.path)) as database, database:
                yield database

    async def forbid(self, channel: int, *permissions: str) -> None:
        """The bot lacks exactly these permissions there and knows it, and so has tried sleeping tables again."""
        heard = self.client.wait_for("guild_channel_update", timeout=PATIENCE)
        self.local.forbid(channel, *permissions)
        await heard
        answers = [task for task in asyncio.all_tasks() if task.get_name() == "discord.py: on_guild_channel_update"]
        await asyncio.gather(*answers)

    async def spoil(self, room: int) -> None:
        """The stored position of this room is nonsense, as after a fault of ours."""
        async with self.changing() as database:
            database.execute("UPDATE rooms SET state = '{}' WHERE id = ?", (room,))

    async def age(self, room: int, moment: str, *, minutes: float) -> None:
        """That moment of the room (opened, posted or host_seen) was so much earlier than it was."""
        async with self.changing() as database:
            database.execute(f"UPDATE rooms SET {moment} = {moment} - ? WHERE id = ?", (minutes * 60, room))

    async def shown(self) -> None:
        """Every room's message shows its newest position, and the store has noted that."""
        async with asyncio.timeout(PATIENCE):
            while await self.rooms.list_due_rooms():
                await self.client.messages.wait_until_idle(PATIENCE)

    async def later(self, *, minutes: float) -> None:
        """So much time has passed since all that was shown; nothing is owed before. Clocks stand still."""
        await self.shown()
        async with self.changing() as database:
            ago = {"ago": minutes * 60}
            database.execute("UPDATE rooms SET posted = posted - :ago, changed_at = changed_at - :ago", ago)
            database.execute("UPDATE room_events SET at = at - ?", (minutes * 60,))

    async def tidied(self) -> None:
        """A day has passed since people or servers were deleted, and the chores are done."""
        async with self.changing() as database:
            database.execute("UPDATE deletions SET since = since - :ago, scrub_due = scrub_due - :ago", {"ago": ONCE})
        await self.client.chores.run_once()

    def _seed(self) -> str:
        self.seeds += 1
        return f"seed {self.seeds}"

    async def table(
        self,
        *people: Person,
        robots: int = 0,
        level: str = "Amateur",
        channel: str = "games",
        game: str = "azul",
        **options: str,
    ) -> Reply:
        """A table has started with these people, the first its host, and so many robots of a level as people read it.

        The lobby's reply.
        """
        host, *others = people
        lobby = await host.command("play", channel=self.local.channel(channel), game=game)
        for answer in options.items():
            room = max(one.id for one in await self.rooms.list_in_channel(self.local.channel(channel)))
            await self.services.lobbies.answer(room, Account(host.id, "host"), answer, 0)
        for person in others:
            await person.press(lobby.message, label="Join")
        for _ in range(robots):
            question = await host.press(lobby.message, label="Add robot")
            await host.press(question.message, label=level)
        start = next(label for label in lobby.buttons if label.startswith("Start"))
        await host.press(lobby.message, label=start)
        return lobby

    async def leap(self, room: int, move: Callable[[Table, Seat], Move | None]) -> PlayedRoom:
        """The room after moves that `move` says for people and robots, until it says none or the end: all at once."""

        def step(record: Record) -> Record:
            table = require_table(room_at(record, self.games, 0.0)).table
            while (acting := table.state.to_act()) and (made := move(table, seat := acting[0])) is not None:
                table = table.play(seat, str(made))
                record = with_table(record, table, record.chairs[seat].stamp, self.now())
            return record

        later = require_table(await self.rooms.change(room, None, step))
        self.client.messages.wake(room)
        await self.shown()
        return later

    async def leave_lines(self) -> None:
        """The server wants a line of each earlier message, rather than none."""
        await self.client.services.servers.choose(self.local.guild, "earlier", ["line"])


@contextlib.asynccontextmanager
async def tessera(local: LocalDiscord, path: Path, **set_up: Any) -> AsyncIterator[Running]:
    running = Running(local, path, **set_up)
    await running.start()
    try:
        yield running
    finally:
        await running.stop()


def says(*words: str) -> Callable[[WireObject], bool]:
    """A message that shows all of these words."""
    return lambda message: all(word in text(message) for word in words)


def may_end(table: Table) -> bool:
    """Whether a move of the seat that is to move can be the last one of the game; then no choice is left."""
    seat, state = table.state.to_act()[0], table.state
    return not all(state.after(seat, move).to_act() for move in table.view(seat).moves[:2])


async def turn_of(person: Person) -> WireObject:
    """The newest table message that asks this person to move and still has its Play button."""
    return await person.until(lambda m: f"{person.mention}, your turn" in text(m) and "Play" in buttons(m))


async def whole_turn(person: Person, menu: Reply) -> Reply:
    """The last reply of a turn in which the person always gives the first answer and plays it."""
    while True:
        if "Play it" in menu.buttons:
            menu = await person.press(menu.message, label="Play it")
        elif any(one.custom_id.startswith("m:") for one in menu.buttons.values()) or menu.selects:
            menu = await first_answer(person, menu)
        else:
            return menu
        assert menu.answers == 1
        assert not menu.failed


async def first_answers(person: Person, menu: Reply) -> Reply:
    """The preview that the first answer of every question leads to."""
    while "Play it" not in menu.buttons:
        menu = await first_answer(person, menu)
        assert menu.answers == 1
    return menu


async def first_answer(person: Person, menu: Reply) -> Reply:
    """What the first answer of the question leads to; of a heap as many of the first tiles as must be ticked."""
    if menu.selects:
        select = next(iter(menu.selects.values()))
        values = [option["value"] for option in select["options"][: select.get("min_values", 1)]]
        return await person.choose(menu.message, custom_id=select["custom_id"], values=values)
    answer = next(one.custom_id for one in menu.buttons.values() if one.custom_id.startswith("m:"))
    return await person.press(menu.message, custom_id=answer)
