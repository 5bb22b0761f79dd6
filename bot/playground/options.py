"""Options that a person typed after a slash command, in the form that Discord sends to the bot.

Independent of interactions: it checks options against a command's definition and resolves the entities they name.
"""

from base64 import b64decode
from typing import Any

from bot.playground.protocol import Impossible, WireObject
from bot.playground.simulation import Simulation

SUBCOMMAND_OPTIONS = (1, 2)  # options that are subcommands
ENTITY_KINDS = {6: ("users", "members"), 7: ("channels",), 8: ("roles",), 9: ("users", "members", "roles")}
ATTACHMENT_OPTION = 11
MAX_ID_DIGITS = 20


class CommandOptions:
    """Options of a command that is sent (`whole`) or still being typed; `resolved` collects the entities they name."""

    def __init__(self, simulation: Simulation, channel: int, *, whole: bool) -> None:
        """Only a command that is sent must have its required options."""
        self.resolved: WireObject = {}
        self._simulation, self._channel, self._whole = simulation, channel, whole

    def build(self, spec: WireObject, given: list[WireObject]) -> list[WireObject]:
        """Return the options as the bot gets them [D5.5]. Raises Impossible for options that no client would send."""
        declared = {option["name"]: option for option in spec.get("options") or []}
        built = []
        for item in given:
            option = declared.get(str(item.get("name")))
            if option is None or option["type"] != item.get("type", option["type"]):
                raise Impossible(f"/{spec['name']} has no option {item.get('name')!r} of that kind")
            built.append(self._option(spec, option, item))
        names = [option["name"] for option in built]
        missing = [name for name, option in declared.items() if option.get("required") and name not in names]
        if len(set(names)) < len(names) or (self._whole and missing):
            raise Impossible(f"/{spec['name']} needs {', '.join(missing) or 'each option once'}")
        return built

    def _option(self, spec: WireObject, option: WireObject, given: WireObject) -> WireObject:
        head = {"name": option["name"], "type": option["type"]}
        if option["type"] in SUBCOMMAND_OPTIONS:
            return {**head, "options": self.build(option, _objects(given.get("options")))}
        value = given.get("value")
        if given.get("focused"):
            if not option.get("autocomplete"):
                raise Impossible(f"{option['name']} does not suggest anything")
            return {**head, "value": str(value or ""), "focused": True}
        if option["type"] == ATTACHMENT_OPTION:
            return {**head, "value": self._upload(option, value)}
        if option["type"] in ENTITY_KINDS:
            merge(self.resolved, resolve(self._simulation, ENTITY_KINDS[option["type"]], self._channel, value))
            return {**head, "value": str(value)}
        return {**head, "value": self._simulation.check_option(spec["name"], option, value)}

    def _upload(self, option: WireObject, value: Any) -> str:
        """Store a file given by its name and base64 content; return its number."""
        try:
            content = b64decode(value["base64"], validate=True)
            stored = self._simulation.upload(self._channel, str(value["name"]), content)
        except (TypeError, KeyError, ValueError):
            raise Impossible(f"{option['name']} is a file") from None
        merge(self.resolved, {"attachments": {stored["id"]: stored}})
        return str(stored["id"])


def all_options(options: list[WireObject]) -> list[WireObject]:
    """All options, including those of subcommands."""
    return [*options, *(deep for option in options for deep in all_options(_objects(option.get("options"))))]


def resolve(simulation: Simulation, kinds: tuple[str, ...], channel: int, value: Any) -> WireObject:
    """Return the entities with this id among `kinds` such as `users`, by kind and id. Raises Impossible without any."""
    if not str(value).isdecimal() or len(str(value)) > MAX_ID_DIGITS:
        raise Impossible(f"{value!r} is no id")
    found = {kind: simulation.resolve(kind, channel, int(value)) for kind in kinds}
    if not any(found.values()):
        raise Impossible(f"there is nothing with the id {value}")
    return {kind: {str(value): entity} for kind, entity in found.items() if entity}


def merge(into: WireObject, found: WireObject) -> None:
    """Add the entities in `found` to `into`, by kind."""
    for kind, some in found.items():
        into.setdefault(kind, {}).update(some)


def _objects(many: Any) -> list[WireObject]:
    return [entry for entry in many if isinstance(entry, dict)] if isinstance(many, list) else []
