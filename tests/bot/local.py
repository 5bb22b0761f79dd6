"""A local Discord inside a test: people who press and type, and what they see. Waits for events, never sleeps."""

from __future__ import annotations

import asyncio
import contextlib
import copy
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord

from bot.playground.address import DEFAULT_TOKEN, point_discord_at
from bot.playground.brain import ANSWER_SECONDS, Brain
from bot.playground.rest import Logged
from bot.playground.server import Server
from bot.playground.wire import BUTTON, EPHEMERAL, SELECTS, TEXT, TEXT_INPUT, Impossible, Json, News, controls, parts
from tests.bot.openapi import Oracle

PATIENCE = 10.0  # seconds that anything may take before a test gives up
REMEMBERED = 100_000  # requests
AFTERMATH = 2.0  # seconds within which a deferred update is expected to change something
KINDS = {str: 3, int: 4, bool: 5, float: 10}

__all__ = ["Button", "Impossible", "LocalDiscord", "Person", "Reply", "buttons", "selects", "text"]


@dataclass(frozen=True)
class Button:
    """A button as seen: what it sends, and whether it can be pressed."""

    custom_id: str
    disabled: bool
    style: int


def text(message: Json | None) -> str:
    """All a message says: its content and every text display, top to bottom."""
    if message is None:
        return ""
    shown = [part["content"] for part in parts(message["components"]) if part["type"] == TEXT]
    return "\n".join([message["content"], *shown] if message["content"] else shown)


def buttons(message: Json | None) -> dict[str, Button]:
    """The buttons of a message by label, by custom_id where a button has none."""
    every = parts((message or {}).get("components"))
    found = [part for part in every if part["type"] == BUTTON and "custom_id" in part]
    return {
        one.get("label") or one["custom_id"]: Button(one["custom_id"], bool(one.get("disabled")), one["style"])
        for one in found
    }


def selects(message: Json | None) -> dict[str, Json]:
    """The select menus of a message by custom_id."""
    found = controls((message or {}).get("components"))
    return {custom_id: one for custom_id, one in found.items() if one["type"] in SELECTS}


class Reply:
    """What came of one deed. Reads the present: a later edit of the answer shows here too."""

    def __init__(self, local: LocalDiscord, person: Person, interaction: int) -> None:
        self.local, self.person, self.interaction = local, person, interaction

    @property
    def brain(self) -> Brain:
        return self.local.server.brain

    @property
    def told(self) -> Json:
        """INTERACTION_CREATE as the bot got it."""
        return self.brain.raised[self.interaction]

    @property
    def state(self) -> str:
        """`waiting`, `thinking`, `done` or `failed`."""
        return self.brain.state(self.interaction)

    @property
    def failed(self) -> bool:
        """The person reads "This interaction failed"."""
        return self.state == "failed"

    @property
    def answers(self) -> int:
        """First answers that reached Discord, refused second ones included: a sound bot has exactly 1."""
        return self.brain.answers[self.interaction]

    @property
    def messages(self) -> list[Json]:
        """What the answers wrote or edited and still stands, in order, each once."""
        record = self.brain.interaction(self.interaction)
        ids = dict.fromkeys(self.brain.touched.get(self.interaction, []))
        found = [self.brain.message(record.channel_id, one) for one in ids]
        return [one for one in found if one is not None]

    @property
    def message(self) -> Json | None:
        """The last of them, None if the answer wrote none."""
        return self.messages[-1] if self.messages else None

    @property
    def private(self) -> bool:
        """Only the person sees the message."""
        return bool(self.message and self.message["flags"] & EPHEMERAL)

    @property
    def modal(self) -> Json | None:
        """The form that the bot opened."""
        modal = self.brain.interaction(self.interaction).modal
        return copy.deepcopy(modal)

    @property
    def choices(self) -> list[Json] | None:
        """What the bot suggested."""
        return self.brain.interaction(self.interaction).autocomplete_choices

    @property
    def text(self) -> str:
        return text(self.message)

    @property
    def buttons(self) -> dict[str, Button]:
        return buttons(self.message)

    @property
    def selects(self) -> dict[str, Json]:
        return selects(self.message)

    @property
    def _settled(self) -> bool:
        return self.state in {"done", "failed"}

    async def settle(self) -> Reply:
        """Answered or failed; after a deferred update also what it changed, if that comes soon."""
        await self.local.until(lambda: self._settled)
        kind = self.brain.interaction(self.interaction).response_kind
        if kind == "deferred_update" and not self.messages:
            with contextlib.suppress(TimeoutError):
                await self.local.until(lambda: bool(self.messages), AFTERMATH)
        return self

    async def until(self, ready: Callable[[Reply], Any], seconds: float = PATIENCE) -> Reply:
        """This reply, once `ready` holds of it."""
        await self.local.until(lambda: ready(self), seconds)
        return self


class Person:
    """One person's client. Messages are JSON as Discord sends it; what no client allows raises Impossible."""

    def __init__(self, local: LocalDiscord, number: int) -> None:
        self.local, self.id = local, number

    @property
    def brain(self) -> Brain:
        return self.local.server.brain

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"

    @property
    def dm(self) -> int:
        """The channel of direct messages with the bot."""
        return self.brain.open_direct(self.id)

    def locale(self, locale: str) -> None:
        """From now on the client speaks this language."""
        self.brain.locales[self.id] = locale

    def sees(self, channel: int) -> list[Json]:
        """The messages of a channel, oldest first, private ones only if they are for this person."""
        if not self.brain.sees(self.id, channel):
            return []
        return [self.brain.message(channel, one) for one in self.brain.history(channel, self.id)]

    def last(self, channel: int) -> Json:
        """The newest message of the channel."""
        return self.sees(channel)[-1]

    async def until(self, ready: Callable[[Json], Any], seconds: float = PATIENCE) -> Json:
        """The newest message anywhere that this person sees and of which `ready` holds; waits for it."""
        return await self.local.until(lambda: next((one for one in self._all() if ready(one)), None), seconds)

    def _all(self) -> Iterable[Json]:
        channels = [*self.local.channels.values(), *self.local.threads.values(), self.dm]
        every = [one for channel in channels for one in self.sees(channel)]
        return sorted(every, key=lambda one: int(one["id"]), reverse=True)

    # -- deeds

    async def command(self, name: str, *, channel: int, **options: Any) -> Reply:
        """Sends `/name`; a user option takes a Person, a channel option takes its number."""
        command = self.local.command(name)
        given = _options(command, options)
        return await self._do(self.local.server.people.command(self.id, channel, int(command["id"]), given))

    async def complete(self, name: str, *, channel: int, focused: str, **options: Any) -> Reply:
        """Types in the option `focused`; its suggestions are `reply.choices`."""
        command = self.local.command(name)
        given = _options(command, {focused: "", **options})
        for one in given:
            if one["name"] == focused:
                one["focused"] = True
        return await self._do(self.local.server.people.complete(self.id, channel, int(command["id"]), given))

    async def user_command(self, name: str, *, channel: int, target: Person) -> Reply:
        """Uses an entry of `target`'s menu."""
        command = int(self.local.command(name, kind=2)["id"])
        return await self._do(self.local.server.people.user_command(self.id, channel, command, target.id))

    async def press(self, message: Json, *, label: str | None = None, custom_id: str | None = None) -> Reply:
        """Presses the one button with that label or custom_id."""
        found = [
            one["custom_id"]
            for one in parts(message["components"])
            if one["type"] == BUTTON and "custom_id" in one
            and (label is None or one.get("label") == label) and custom_id in {None, one["custom_id"]}
        ]  # fmt: skip
        if len(found) != 1:
            raise Impossible(f"{len(found)} buttons match {label or custom_id!r}; there are {list(buttons(message))}")
        return await self._press(message, found[0], None)

    async def choose(
        self, message: Json, *, custom_id: str | None = None,
        values: Iterable[Any] | None = None, labels: Iterable[str] | None = None,
    ) -> Reply:  # fmt: skip
        """Sets a select, the only one if no custom_id is given, to values (Persons for users) or to labels."""
        menus = selects(message)
        if custom_id is None and len(menus) != 1:
            raise Impossible(f"name one of the selects {list(menus)}")
        menu = menus[custom_id or next(iter(menus))]
        if labels is not None:
            offered = {one["label"]: one["value"] for one in menu["options"]}
            missing = [one for one in labels if one not in offered]
            if missing:
                raise Impossible(f"{missing[0]!r} is not offered, only {list(offered)}")
            values = [offered[one] for one in labels]
        return await self._press(message, menu["custom_id"], [_plain(one) for one in values or []])

    async def submit(self, modal: Reply | Json, /, **fields: Any) -> Reply:
        """Sends an open modal; fields by custom_id: text, or a list of values. Others stay as they were."""
        shown = modal if isinstance(modal, Reply) else self._opener(modal)
        spec = shown.modal
        unknown = set(fields) - set(controls(spec["components"]))
        if unknown:
            raise Impossible(f"the form has no field {min(unknown)!r}")
        filled = [_filled(one, fields) for one in spec["components"]]
        people = self.local.server.people
        return await self._do(people.submit(self.id, shown.interaction, spec["custom_id"], filled))

    async def raw_press(
        self, channel: int, message: int | str, custom_id: str, values: list[str] | None = None
    ) -> Reply:
        """Sends any press at all, as a forged or outdated client would, even of a message that is gone."""
        shown = self.brain.message(channel, int(message)) or self.local.remembered(channel, int(message))
        body: Json = {"custom_id": custom_id, "component_type": BUTTON if values is None else SELECTS[0], "id": 0}
        if values is not None:
            body["values"] = values
        return await self._do(self.brain.start(3, self.id, channel, body, shown))

    async def again(self, reply: Reply) -> None:
        """Discord delivers the same interaction a second time."""
        self.brain.repeat(reply.interaction)

    def say(self, channel: int, words: str) -> Json:
        """Writes a message of this person's own."""
        return self.brain.message(channel, self.brain.say(channel, self.id, words))

    def delete(self, message: Json) -> None:
        """Deletes a message, as far as this person may."""
        self.local.server.people.delete(self.id, int(message["channel_id"]), int(message["id"]))

    async def _press(self, message: Json, custom_id: str, values: list[str] | None) -> Reply:
        channel, number = int(message["channel_id"]), int(message["id"])
        return await self._do(self.local.server.people.press(self.id, channel, number, custom_id, values))

    def _opener(self, modal: Json) -> Reply:
        """The newest open interaction of this person that showed this form."""
        for number in reversed(self.local.asked):
            record = self.brain.interaction(number)
            if record.user_id == self.id and record.modal and record.modal["custom_id"] == modal["custom_id"]:
                return Reply(self.local, self, number)
        raise Impossible("this form is not open")

    async def _do(self, interaction: int) -> Reply:
        return await Reply(self.local, self, interaction).settle()


class LocalDiscord:
    """The whole of it: `async with LocalDiscord() as local`. Every client made inside talks to it.

    `strict`: at the end of the block any request that Discord would refuse as malformed fails the test.
    """

    def __init__(
        self, *, world: Path | None = None, token: str = DEFAULT_TOKEN, seconds: float = ANSWER_SECONDS,
        strict: bool = True,
    ) -> None:  # fmt: skip
        self.token, self.strict = token, strict
        self._world, self._seconds = world, seconds
        self._oracle = Oracle()
        self._pulse = asyncio.Event()
        self._seen: dict[tuple[int, int], Json] = {}
        self.asked: list[int] = []
        self.invalid: list[str] = []

    async def __aenter__(self) -> LocalDiscord:
        self._before = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
        await self._start(0)
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        await self.server.stop()
        discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = self._before
        if self.strict and kind is None:
            assert not self.invalid, "requests that Discord would refuse:\n" + "\n".join(self.invalid)

    async def _start(self, port: int) -> None:
        self.server = Server(
            port=port, world=self._world, token=self.token, seconds=self._seconds, logged=REMEMBERED
        )
        await self.server.start()
        self.server.brain.listeners.append(self._hear)
        self.server.rest.watchers.append(self._watch)
        self.url = self.server.url
        point_discord_at(self.url)

    async def restart(self) -> None:
        """The server has stopped and started again on the same port, with its world if it has a file."""
        port = int(self.url.rsplit(":", 1)[1])
        await self.server.stop()
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
        brain = self.server.brain
        return {brain.user(one)["global_name"]: Person(self, one) for one in brain.people()}

    def person(self, name: str) -> Person:
        """Ana (who owns the server), Ben, Cy or Dee."""
        return self.people[name]

    def newcomer(self, name: str) -> Person:
        """Somebody of that name has joined the server."""
        number = self.server.brain.found_person(name)
        self.server.brain.admit(self.guild, number)
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
        return self.server.brain.guilds()[0]

    @property
    def _guild(self) -> Json:
        return self.server.brain.guild(self.guild)

    def channel(self, name: str) -> int:
        """A channel's number: games, tables or threads."""
        return self.channels[name]

    def command(self, name: str, kind: int = 1) -> Json:
        """A registered command as Discord keeps it. Raises Impossible."""
        found = [one for one in self.server.brain.commands() if one["name"] == name and one["type"] == kind]
        if not found:
            raise Impossible(f"no command {name!r} is registered")
        return found[0]

    def forbid(self, channel: int, *permissions: str) -> None:
        """The bot lacks exactly these permissions there from now on."""
        self.server.brain.forbid(channel, self.server.brain.bot_id, permissions)

    def requests(self, method: str = "*", path: str = "*") -> list[Logged]:
        """What the bot asked, oldest first; `path` is a pattern such as `/channels/*/messages`."""
        from fnmatch import fnmatchcase

        every = self.server.rest.log
        return [one for one in every if method in {"*", one.call.method} and fnmatchcase(one.call.path, path)]

    def blob(self, attachment: Json) -> bytes:
        """An attachment's bytes."""
        return self.server.brain.blob(attachment["id"]) or b""

    def remembered(self, channel: int, message: int) -> Json:
        """A message as it was last seen, also when it is gone."""
        return self._seen[channel, message]

    # -- waiting

    async def until(self, ready: Callable[[], Any], seconds: float = PATIENCE) -> Any:
        """What `ready` says once it says something true; asked again whenever anything changed."""
        async with asyncio.timeout(seconds):
            while not (found := ready()):
                await self._pulse.wait()
        return found

    async def ready(self) -> None:
        """A bot is connected and has registered commands."""
        await self.until(lambda: self.online and self.server.brain.commands())

    async def quiet(self, seconds: float = 0.05) -> None:
        """For so long nothing has changed, no request came, and none is being answered."""
        while True:
            try:
                async with asyncio.timeout(seconds):
                    await self._pulse.wait()
            except TimeoutError:
                if all(one.done for one in self.server.rest.log):
                    return

    def _hear(self, news: News) -> None:
        if news.kind == "asked":
            self.asked.append(news.id)
        if news.kind == "message":
            self._seen[news.channel, news.id] = self.server.brain.message(news.channel, news.id)
        self._beat()

    def _watch(self, entry: Logged) -> None:
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


def _plain(value: Any) -> str:
    return str(value.id if isinstance(value, Person) else value)


def _options(command: Json, given: dict[str, Any]) -> list[Json]:
    declared = {one["name"]: one["type"] for one in command.get("options") or []}
    values = {name: one.id if isinstance(one, Person) else one for name, one in given.items()}
    return [
        {"name": name, "type": declared.get(name, KINDS.get(type(one), 3)), "value": one}
        for name, one in values.items()
    ]


def _filled(part: Json, fields: dict[str, Any]) -> Json:
    """One component of a modal as a client sends it back."""
    back = {"type": part["type"], "id": part.get("id", 0)}
    if "component" in part:
        return {**back, "component": _filled(part["component"], fields)}
    if "components" in part:
        return {**back, "components": [_filled(one, fields) for one in part["components"]]}
    if "custom_id" not in part:
        return back
    value = fields.get(part["custom_id"])
    if part["type"] == TEXT_INPUT:
        return {**back, "custom_id": part["custom_id"], "value": part.get("value", "") if value is None else str(value)}
    chosen = [one["value"] for one in part.get("options", []) if one.get("default")] if value is None else value
    name = "values" if isinstance(chosen, (list, tuple)) else "value"
    chosen = [_plain(one) for one in chosen] if name == "values" else chosen
    return {**back, "custom_id": part["custom_id"], name: chosen}
