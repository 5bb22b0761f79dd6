"""Names and descriptions of commands in every supported language. Knows no command by name."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Place

from bot.text.words import DEFAULT, words_for


class CommandNames(app_commands.Translator):
    """Translates for the command tree; a command's texts are under `command.<name>`, its options' below that."""

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """The text in that language; None to keep the English one."""
        words, key = words_for(str(locale)), key_of(string, context)
        return words(key) if words.language != DEFAULT and key in words else None


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
