"""Actions of people in their clients: type commands, press, choose, fill in. Refuses what no client would allow.

Independent of sockets and pages; the simulation delivers the actions to the bot.
"""

from bot.playground.options import ENTITY_KINDS, CommandOptions, all_options, merge, resolve
from bot.playground.protocol import (
    BUTTON,
    COMMAND,
    COMPLETE,
    COMPONENT,
    EPHEMERAL,
    MODAL_CONTROLS,
    SELECTS,
    SUBMIT,
    TEXT_INPUT,
    Impossible,
    WireObject,
    controls_by_id,
)  # fmt: skip
from bot.playground.simulation import Simulation

SLASH, ON_USER = 1, 2
SELECT_ENTITIES = {
    5: ENTITY_KINDS[6],
    6: ENTITY_KINDS[8],
    7: ENTITY_KINDS[9],
    8: ENTITY_KINDS[7],
}  # the kinds of entity that each kind of select offers


class People:
    """Actions of people. Most return the number of their interaction; all raise Impossible with the reason."""

    def __init__(self, simulation: Simulation) -> None:
        self.simulation = simulation

    def command(self, person: int, channel: int, command: int, options: list[WireObject]) -> int:
        """Send a slash command with these options."""
        return self._run(COMMAND, person, channel, command, options)

    def complete(self, person: int, channel: int, command: int, options: list[WireObject]) -> int:
        """Type in the option marked `focused` and wait for suggestions."""
        if sum(bool(option.get("focused")) for option in all_options(options)) != 1:
            raise Impossible("exactly one option must be focused")
        return self._run(COMPLETE, person, channel, command, options)

    def user_command(self, person: int, channel: int, command: int, target: int) -> int:
        """Use a command in the menu of the person `target`."""
        found = self._find_command(person, channel, command, ON_USER)
        resolved = resolve(self.simulation, ENTITY_KINDS[6], channel, target)
        body = {**_head(found), "target_id": str(target), "resolved": resolved}
        return self.simulation.start_interaction(COMMAND, person, channel, body)

    def manage(self, person: int, guild: int, *, there: bool) -> None:
        """Invite the bot to the server (`there`) or remove it; only the server's owner can."""
        if guild not in self.simulation.guilds() or self.simulation.guild(guild)["owner_id"] != str(person):
            raise Impossible("only who owns the server may do that")
        (self.simulation.invite if there else self.simulation.dismiss)(guild)

    def press(self, person: int, channel: int, message: int, custom_id: str, values: list[str] | None = None) -> int:
        """Press a button, or set a select to `values` [D6.18]."""
        shown = self._visible_message(person, channel, message)
        control = controls_by_id(shown["components"]).get(custom_id)
        if control is None or control.get("type") not in (BUTTON, *SELECTS):
            raise Impossible("this message has no such control")
        if control.get("disabled"):
            raise Impossible("this control is disabled")
        body: WireObject = {"custom_id": custom_id, "component_type": control["type"], "id": control.get("id", 0)}
        if control["type"] != BUTTON:
            body["values"], resolved = self._check_values(control, channel, values or [])
            if resolved:
                body["resolved"] = resolved
        return self.simulation.start_interaction(COMPONENT, person, channel, body, shown)

    def submit(self, person: int, interaction: int, custom_id: str, components: list[WireObject]) -> int:
        """Send the modal that an interaction opened; `components` as Discord's client sends them."""
        record = self.simulation.interaction(interaction)
        modal = record.modal if record is not None and record.user_id == person else None
        if record is None or modal is None or modal["custom_id"] != custom_id or record.modal_consumed:
            raise Impossible("this form is not open")
        resolved = self._check_fields(modal, components, record.channel_id)
        body: WireObject = {"custom_id": custom_id, "components": components}
        if resolved:
            body["resolved"] = resolved
        source = (
            self.simulation.message(record.channel_id, record.source_message_id) if record.source_message_id else None
        )
        record.modal_consumed = True
        return self.simulation.start_interaction(SUBMIT, person, record.channel_id, body, source)

    def delete(self, person: int, channel: int, message: int) -> None:
        """Delete the person's own message, or anybody's if the person may manage messages [D2.17]."""
        shown = self._visible_message(person, channel, message)
        own = shown["author"]["id"] == str(person)
        managed = shown.get("guild_id") is not None and self.simulation.has_permissions(
            person, channel, "manage_messages"
        )
        if not own and not managed:
            raise Impossible("you may not delete this message")
        self.simulation.remove(channel, message)

    def dismiss(self, person: int, channel: int, message: int) -> None:
        """Dismiss a message that only this person sees."""
        if not self._visible_message(person, channel, message)["flags"] & EPHEMERAL:
            raise Impossible("only messages that only you can see can be dismissed")
        self.simulation.remove(channel, message)

    # -- commands

    def _run(self, kind: int, person: int, channel: int, command: int, options: list[WireObject]) -> int:
        found = self._find_command(person, channel, command, SLASH)
        building = CommandOptions(self.simulation, channel, whole=kind == COMMAND)
        body = {**_head(found), "options": building.build(found, options)}
        if building.resolved:
            body["resolved"] = building.resolved
        return self.simulation.start_interaction(kind, person, channel, body)

    def _find_command(self, person: int, channel: int, command: int, kind: int) -> WireObject:
        if not self.simulation.sees(person, channel):
            raise Impossible("this channel is not there")
        for offered in self.simulation.commands():
            if (
                offered["id"] == str(command)
                and offered["type"] == kind
                and self.simulation.may_run(offered, person, channel)
            ):
                return offered
        raise Impossible("this command is not offered here")

    # -- components

    def _visible_message(self, person: int, channel: int, message: int) -> WireObject:
        found = self.simulation.message(channel, message)
        if found is None or not self.simulation.is_visible(channel, message, person):
            raise Impossible("this message is not there")
        return found

    def _check_values(self, control: WireObject, channel: int, values: list[str]) -> tuple[list[str], WireObject]:
        least, most = control.get("min_values", 1), control.get("max_values", 1)
        if not least <= len(values) <= most or len(set(values)) < len(values):
            raise Impossible(f"choose {least} to {most} different values")
        if control["type"] == SELECTS[0]:
            offered = {option["value"] for option in control.get("options") or []}
            if not set(values) <= offered:
                raise Impossible(f"{min(set(values) - offered)!r} is not offered")
            return values, {}
        resolved: WireObject = {}
        for value in values:
            merge(resolved, resolve(self.simulation, SELECT_ENTITIES[control["type"]], channel, value))
        return values, resolved

    # -- modals

    def _check_fields(self, modal: WireObject, components: list[WireObject], channel: int) -> WireObject:
        asked = {
            key: field for key, field in controls_by_id(modal["components"]).items() if field["type"] in MODAL_CONTROLS
        }
        given = controls_by_id(components)
        if set(given) - set(asked):
            raise Impossible(f"this form has no field {min(set(given) - set(asked))!r}")
        resolved: WireObject = {}
        for key, control in asked.items():
            merge(resolved, self._check_field(control, given.get(key, {}), channel))
        return resolved

    def _check_field(self, control: WireObject, given: WireObject, channel: int) -> WireObject:
        if control["type"] == TEXT_INPUT:
            text = given["value"] if isinstance(given.get("value"), str) else ""
            name = control.get("label") or control["custom_id"]
            fewest = max(control.get("min_length") or 0, 1)
            is_needed = bool(text) or control.get("required", True)
            if is_needed and not fewest <= len(text) <= (control.get("max_length") or 4000):
                raise Impossible(f"{name!r} is too short or too long")
        if control["type"] not in SELECTS:
            return {}
        values = given.get("values") or []
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            raise Impossible("chosen values must be texts")
        if not values and not control.get("required", True):
            return {}
        return self._check_values(control, channel, values)[1]


def _head(command: WireObject) -> WireObject:
    return {"id": command["id"], "name": command["name"], "type": command["type"]}
