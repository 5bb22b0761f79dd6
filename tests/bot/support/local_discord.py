"""A local Discord inside a test: people who press and type, and what they see. Waits for events, never sleeps."""

from __future__ import annotations

import asyncio
import marshal
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from fnmatch import fnmatchcase
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
from simcord import components
from simcord.http import router

from bot.playground.address import point_discord_at
from bot.playground.protocol import Impossible, News, WireObject
from bot.playground.rest import LoggedRequest
from bot.playground.server import Server
from tests.bot.support.openapi import Oracle
from tests.bot.support.person import Person
from tests.bot.support.replies import PATIENCE, Button, Reply, buttons, selects, text

__all__ = ["PATIENCE", "Button", "Impossible", "LocalDiscord", "Person", "Reply", "buttons", "selects", "text"]

TOKEN = "local"  # of the bot in all tests, so that programs beside them know it, too
REMEMBERED = 100_000  # requests
TURNS = 10  # ways through a thread and back, about as many as a press takes through the store


def json_copy(body: Any) -> Any:
    """A copy of what came as JSON; Python's own copy of a large message takes six times as long."""
    return marshal.loads(marshal.dumps(body))


vars(components).update(deepcopy=json_copy)
vars(router).update(copy=SimpleNamespace(deepcopy=json_copy))


class Threads(ThreadPoolExecutor):
    """The threads in which the bot draws and reckons; it can be asked whether they have come to rest."""

    def __init__(self) -> None:
        super().__init__()
        self._busy: set[Future[Any]] = set()

    def submit(self, *deed: Any, **given: Any) -> Future[Any]:
        begun = super().submit(*deed, **given)
        self._busy.add(begun)
        begun.add_done_callback(self._busy.discard)
        return begun

    async def had_turns(self) -> None:
        """Nothing is at work any more, and then several ways through a thread and back have been gone."""
        while self._busy:
            await asyncio.gather(*map(asyncio.wrap_future, tuple(self._busy)), return_exceptions=True)
        for _ in range(TURNS):
            await asyncio.wrap_future(super().submit(int))


class LocalDiscord:
    """The whole of it: `async with LocalDiscord() as local`. Every client made inside talks to it.

    `seconds`: how long a press waits for its first answer; far longer than Discord's, for a test may run slowly.
    `strict`: at the end of the block any request that Discord would refuse as malformed fails the test.
    """

    def __init__(
        self, *, world: Path | None = None, token: str = TOKEN, seconds: float = PATIENCE,
        strict: bool = True, port: int = 0,
    ) -> None:  # fmt: skip
        self.token, self.strict = token, strict
        self._world, self._seconds, self._port = world, seconds, port
        self._oracle = Oracle()
        self._pulse, self._threads = asyncio.Event(), Threads()
        self._seen: dict[tuple[int, int], Any] = {}
        self.asked: list[int] = []
        self.invalid: list[str] = []

    async def __aenter__(self) -> LocalDiscord:
        self._before = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
        await self._start(self._port)
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        await self.server.stop()
        discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = self._before
        if self.strict and kind is None:
            assert not self.invalid, "requests that Discord would refuse:\n" + "\n".join(self.invalid)

    async def _start(self, port: int) -> None:
        asyncio.get_running_loop().set_default_executor(self._threads)
        self.server = Server(port=port, world=self._world, token=self.token, seconds=self._seconds, logged=REMEMBERED)
        await self.server.start()
        self.server.simulation.listeners.append(self._hear)
        self.server.rest.watchers.append(self._watch)
        self.url = self.server.url
        point_discord_at(self.url)

    async def restart(self) -> None:
        """The server has stopped and started again on the same port, with its world if it has a file."""
        async with self.away():
            pass

    @asynccontextmanager
    async def away(self) -> AsyncIterator[None]:
        """Within, nobody answers at its address."""
        port = int(self.url.rsplit(":", 1)[1])
        await self.server.stop()
        try:
            yield
        finally:
            await self._start(port)

    async def drop(self) -> None:
        """The bot has lost its gateway connection and may resume."""
        await self.server.gateway.drop()

    # -- what is there

    @property
    def faults(self) -> Any:
        """Failures on purpose: `limit`, `fail`, `refuse`, `cut`, `hang`, `release`."""
        return self.server.faults

    @property
    def online(self) -> bool:
        """A bot is connected."""
        return self.server.gateway.online

    @property
    def people(self) -> dict[str, Person]:
        simulation = self.server.simulation
        return {simulation.user(one)["global_name"]: Person(self, one) for one in simulation.people()}

    def person(self, name: str) -> Person:
        """Ana (who owns the server), Ben, Cy or Dee."""
        return self.people[name]

    def newcomer(self, name: str) -> Person:
        """Somebody of that name has joined the server."""
        number = self.server.simulation.add_person(name)
        self.server.simulation.admit(self.guild, number)
        return Person(self, number)

    @property
    def channels(self) -> dict[str, int]:
        """Channels of the server by name; threads excepted."""
        return {one["name"]: int(one["id"]) for one in self._guild["channels"]}

    @property
    def threads(self) -> dict[str, int]:
        """Threads by name."""
        return {one["name"]: int(one["id"]) for one in self._guild["threads"]}

    @property
    def guild(self) -> int:
        """The server's number."""
        return self.server.simulation.guilds()[0]

    @property
    def _guild(self) -> WireObject:
        return self.server.simulation.guild(self.guild)

    def channel(self, name: str) -> int:
        """A channel's number: games, tables or threads."""
        return self.channels[name]

    def command(self, name: str, kind: int = 1) -> WireObject:
        """A registered command as Discord keeps it. Raises Impossible."""
        found = [one for one in self.server.simulation.commands() if one["name"] == name and one["type"] == kind]
        if not found:
            raise Impossible(f"no command {name!r} is registered")
        return found[0]

    def register(self, commands: list[WireObject]) -> None:
        """The bot has registered these commands, as another world described them."""
        world = self.server.simulation._world
        own = ({**one, "application_id": str(world.application_id)} for one in commands)
        world.commands[None] = {(one["name"], one["type"]): one for one in own}

    def forbid(self, channel: int, *permissions: str) -> None:
        """The bot lacks exactly these permissions there from now on."""
        self.server.simulation.forbid(channel, self.server.simulation.bot_id, permissions)

    def expel(self, person: Person) -> None:
        """The person has left the server."""
        self.server.simulation.expel(self.guild, person.id)

    def time_out(self, interaction: int) -> None:
        """The time for a first answer to it is over."""
        self.server.simulation.interaction(interaction).initial_response_deadline = ""  # earlier than any time
        self._beat()

    def requests(self, method: str = "*", path: str = "*") -> list[LoggedRequest]:
        """What the bot asked, oldest first; `path` is a pattern such as `/channels/*/messages`."""
        every = self.server.rest.log
        return [one for one in every if method in {"*", one.call.method} and fnmatchcase(one.call.path, path)]

    def blob(self, attachment: WireObject) -> bytes:
        """An attachment's bytes."""
        return self.server.simulation.blob(attachment["id"]) or b""

    def remembered(self, channel: int, message: int) -> WireObject:
        """A message as it was last seen, also when it is gone."""
        return self.server.simulation.describe_message(self._seen[channel, message])

    # -- waiting

    async def until(self, ready: Callable[[], Any], seconds: float = PATIENCE) -> Any:
        """What `ready` says once it says something true; asked again whenever anything changed."""
        async with asyncio.timeout(seconds):
            while not (found := ready()):
                await self._pulse.wait()
        return found

    async def ready(self) -> None:
        """A bot is connected and has registered commands."""
        await self.until(lambda: self.online and self.server.simulation.commands())

    async def quiet(self, seconds: float = 0.05, unless: Callable[[], bool] = lambda: False) -> None:
        """For so long nothing has changed, no request came, and none is being answered; or `unless` holds before.

        Threads must have had their turns too: where the processor is busy they take longer than these seconds.
        """
        async with asyncio.timeout(PATIENCE):
            while not unless() and (await self._disturbed(seconds) or self._answering):
                pass

    @property
    def _answering(self) -> bool:
        return not all(one.is_answered for one in self.server.rest.log)

    async def _disturbed(self, seconds: float) -> bool:
        pulse = self._pulse
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                return await pulse.wait()
        await self._threads.had_turns()
        return pulse.is_set()

    def _hear(self, news: News) -> None:
        if news.kind == "asked":
            self.asked.append(news.id)
        if news.kind == "message":
            self._seen[news.channel, news.id] = self.server.simulation._world.messages[news.channel][news.id]
        self._beat()

    def _watch(self, entry: LoggedRequest) -> None:
        self._beat()
        answer, call = entry.answer, entry.call
        if answer is None:
            return
        body = answer.body if isinstance(answer.body, dict) else {}
        if not entry.struck and (answer.status in {405, 501} or body.get("code") in {50035, 50109}):
            self.invalid.append(f"{call.method} {call.path}: {body.get('message')}")
        self.invalid += self._oracle.faults(call)

    def _beat(self) -> None:
        self._pulse.set()
        self._pulse = asyncio.Event()
