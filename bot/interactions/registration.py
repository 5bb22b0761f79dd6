"""The commands as we register them with Discord, in every language, and as it lists them. Knows no single command."""

from collections.abc import Iterable
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Place

from bot.text.words import DEFAULT, words_for

Json = dict[str, Any]
PATH = "/applications/{application_id}/commands"
ENTRY_POINT = 4  # Discord's number of this kind of command; the library knows none

_DEFINED = (
    "name", "type", "description", "required", "autocomplete", "min_value", "max_value", "min_length", "max_length",
    "value", "default_member_permissions", "nsfw", "name_localizations", "description_localizations",
)  # fmt: skip
_OF_ENTRY_POINTS = (
    "id", "name", "type", "handler", "name_localizations", "description_localizations", "contexts",
    "integration_types", "default_member_permissions",
)  # fmt: skip


async def definitions(tree: app_commands.CommandTree[Any]) -> list[Any]:
    """All commands of the tree as they are registered."""
    names = CommandNames()
    return [await command.get_translated_payload(tree, names) for command in tree.get_commands()]


async def registered(http: discord.http.HTTPClient, application: int) -> list[Json]:
    """All commands that Discord has."""
    # Not `fetch_commands`: in 2.7.1 its objects forget the last context and installation type. Without the parameter
    # Discord leaves out the localizations, and every start would register everything again.
    route = discord.http.Route("GET", PATH, application_id=application)
    found: list[Json] = await http.request(route, params={"with_localizations": "true"})
    return found


def entry_points(commands: Iterable[Json]) -> list[Any]:
    """The command with which Discord itself opens the Activity, as it must stand among those that are registered.

    Discord makes it when an operator switches Activities on, and refuses a list without it [D7.2].
    """
    found = (command for command in commands if command.get("type") == ENTRY_POINT)
    kept = [{key: one[key] for key in _OF_ENTRY_POINTS if one.get(key) is not None} for one in found]
    rights = "default_member_permissions"  # Discord returns a text and takes a number
    return [one | ({rights: int(one[rights])} if rights in one else {}) for one in kept]


def compared(commands: Iterable[Any]) -> dict[str, Json]:
    """Our commands by name in a form to compare, without Discord's own additions and empty fields."""
    return {command["name"]: _definition(command) for command in commands if command.get("type") != ENTRY_POINT}


def _definition(command: Any) -> Json:
    kept = {key: command[key] for key in _DEFINED if command.get(key) not in (None, False, "", {}, [])}
    if "default_member_permissions" in kept:  # the library sends a number, Discord returns a string
        kept["default_member_permissions"] = str(kept["default_member_permissions"])
    for key in ("contexts", "integration_types"):
        if command.get(key) is not None:
            kept[key] = sorted(command[key])
    for key in ("options", "choices"):
        kept[key] = [_definition(part) for part in command.get(key) or []]
    return kept


class CommandNames(app_commands.Translator):
    """Translates for the command tree; a command's texts are under `command.<name>`, its options' below that."""

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """The text in that language; None to keep the English one."""
        words = words_for(str(locale))
        if words.language == DEFAULT:
            return None
        key = key_of(string, context)
        return words(key) if key in words else None


def key_of(string: app_commands.locale_str, context: app_commands.TranslationContextTypes) -> str:
    """The key of the text's translation: its own `key` if it names one; "" for the title of a game."""
    if "key" in string.extras:
        return str(string.extras["key"])
    part = "description" if context.location in (Place.command_description, Place.parameter_description) else "name"
    match context.data:
        case app_commands.Parameter(display_name=name, command=command):
            return f"command.{command.name}.{name if part == 'description' else f'option.{name}'}"
        case app_commands.Command(name=name):
            return f"command.{name}.{part}"
    return ""
