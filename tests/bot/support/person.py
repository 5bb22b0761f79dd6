"""A person in a test: types commands, presses, chooses, fills in, and waits for what comes of it.

Knows no server: `LocalDiscord` makes the people, and `bot.playground.people` says what a client allows.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from bot.playground.protocol import (
    BUTTON,
    COMPONENT,
    SELECTS,
    TEXT_INPUT,
    Impossible,
    WireObject,
    all_components,
    controls_by_id,
)
from bot.playground.simulation import Simulation
from tests.bot.support.replies import PATIENCE, Reply, buttons, selects

if TYPE_CHECKING:
    from tests.bot.support.local_discord import LocalDiscord

KINDS = {str: 3, int: 4, bool: 5, float: 10}


class Person:
    """One person's client. Messages are JSON as Discord sends it; what no client allows raises Impossible."""

    def __init__(self, local: LocalDiscord, number: int) -> None:
        self.local, self.id = local, number

    @property
    def simulation(self) -> Simulation:
        return self.local.server.simulation

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"

    @property
    def dm(self) -> int:
        """The channel of direct messages with the bot."""
        return self.simulation.open_direct(self.id)

    def locale(self, locale: str) -> None:
        """From now on the client speaks this language."""
        self.simulation.locales[self.id] = locale

    def sees(self, channel: int) -> list[WireObject]:
        """The messages of a channel, oldest first, private ones only if they are for this person."""
        return [self.simulation.message(channel, one) for one in self._history(channel)]

    def _history(self, channel: int) -> list[int]:
        return self.simulation.history(channel, self.id) if self.simulation.sees(self.id, channel) else []

    def last(self, channel: int) -> WireObject:
        """The newest message of the channel."""
        return self.sees(channel)[-1]

    async def until(self, ready: Callable[[WireObject], Any], seconds: float = PATIENCE) -> WireObject:
        """The newest message anywhere that this person sees and of which `ready` holds; waits for it."""
        return await self.local.until(lambda: next((one for one in self._all() if ready(one)), None), seconds)

    def _all(self) -> Iterable[WireObject]:
        channels = [*self.local.channels.values(), *self.local.threads.values(), self.dm]
        every = [(one, channel) for channel in channels for one in self._history(channel)]
        return (self.simulation.message(channel, one) for one, channel in sorted(every, reverse=True))

    # -- deeds

    async def command(self, name: str, *, channel: int, **options: Any) -> Reply:
        """Sends `/name`; a user option takes a Person, a channel option its number, a file a name and bytes."""
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

    async def press(self, message: WireObject, *, label: str | None = None, custom_id: str | None = None) -> Reply:
        """Presses the one button with that label or custom_id."""
        found = [
            one["custom_id"]
            for one in all_components(message["components"])
            if one["type"] == BUTTON and "custom_id" in one
            and (label is None or one.get("label") == label) and custom_id in {None, one["custom_id"]}
        ]  # fmt: skip
        if len(found) != 1:
            raise Impossible(f"{len(found)} buttons match {label or custom_id!r}; there are {list(buttons(message))}")
        return await self._press(message, found[0], None)

    async def choose(
        self, message: WireObject, *, custom_id: str | None = None,
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

    async def submit(self, modal: Reply | WireObject, /, **fields: Any) -> Reply:
        """Sends an open modal; fields by custom_id: text, or a list of values. Others stay as they were."""
        shown = modal if isinstance(modal, Reply) else self._opener(modal)
        spec = shown.modal
        unknown = set(fields) - set(controls_by_id(spec["components"]))
        if unknown:
            raise Impossible(f"the form has no field {min(unknown)!r}")
        filled = [_filled(one, fields) for one in spec["components"]]
        people = self.local.server.people
        return await self._do(people.submit(self.id, shown.interaction, spec["custom_id"], filled))

    async def raw_press(
        self, channel: int, message: int | str, custom_id: str, values: list[str] | None = None
    ) -> Reply:
        """Sends any press at all, as a forged or outdated client would, even of a message that is gone."""
        return await self._do(self._sent(channel, message, custom_id, values))

    async def short_press(self, channel: int, message: int | str, custom_id: str) -> Reply:
        """The same of a button; waits until it is answered and not for what it may still change."""
        reply = Reply(self.local, self, self._sent(channel, message, custom_id, None))
        return await reply.until(lambda one: one.state in {"done", "failed"})

    async def again(self, reply: Reply) -> None:
        """Discord delivers the same interaction a second time."""
        self.simulation.deliver_interaction(reply.interaction)

    def say(self, channel: int, words: str) -> WireObject:
        """Writes a message of this person's own."""
        return self.simulation.message(channel, self.simulation.say(channel, self.id, words))

    def delete(self, message: WireObject) -> None:
        """Deletes a message, as far as this person may."""
        self.local.server.people.delete(self.id, int(message["channel_id"]), int(message["id"]))

    def _sent(self, channel: int, message: int | str, custom_id: str, values: list[str] | None) -> int:
        shown = self.simulation.message(channel, int(message)) or self.local.remembered(channel, int(message))
        body: WireObject = {"custom_id": custom_id, "component_type": BUTTON if values is None else SELECTS[0], "id": 0}
        if values is not None:
            body["values"] = values
        return self.simulation.start_interaction(COMPONENT, self.id, channel, body, shown)

    async def _press(self, message: WireObject, custom_id: str, values: list[str] | None) -> Reply:
        channel, number = int(message["channel_id"]), int(message["id"])
        return await self._do(self.local.server.people.press(self.id, channel, number, custom_id, values))

    def _opener(self, modal: WireObject) -> Reply:
        """The newest open interaction of this person that showed this form."""
        for number in reversed(self.local.asked):
            record = self.simulation.interaction(number)
            if record.user_id == self.id and record.modal and record.modal["custom_id"] == modal["custom_id"]:
                return Reply(self.local, self, number)
        raise Impossible("this form is not open")

    async def _do(self, interaction: int) -> Reply:
        return await Reply(self.local, self, interaction).settle()


def _plain(value: Any) -> str:
    return str(value.id if isinstance(value, Person) else value)


def _options(command: WireObject, given: dict[str, Any]) -> list[WireObject]:
    declared = {one["name"]: one["type"] for one in command.get("options") or []}
    values = {name: _value(one) for name, one in given.items()}
    return [
        {"name": name, "type": declared.get(name, KINDS.get(type(one), 3)), "value": one}
        for name, one in values.items()
    ]


def _value(given: Any) -> Any:
    """A person by number, a file (its name and bytes) as the page sends one, all else as it is."""
    match given:
        case Person(id=number):
            return number
        case (str(name), bytes(content)):
            return {"name": name, "base64": b64encode(content).decode()}
        case _:
            return given


def _filled(part: WireObject, fields: dict[str, Any]) -> WireObject:
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
