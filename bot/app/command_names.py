"""Names and descriptions of commands in every language that has words. Knows no command by name."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Place

from bot.text.words import DEFAULT, words_for


class CommandNames(app_commands.Translator):
    """Asked by the command tree; a command's words are under `command.<name>`, those of its options below that."""

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """The text in that language; None where it stays as it is in English."""
        words, key = words_for(str(locale)), key_of(string, context)
        return words(key) if words.language != DEFAULT and key in words else None


def key_of(string: app_commands.locale_str, context: app_commands.TranslationContextTypes) -> str:
    """Under which key the text has its words: its own `key` if it names one; "" for the title of a game."""
    if "key" in string.extras:
        return str(string.extras["key"])
    told = "description" if context.location in (Place.command_description, Place.parameter_description) else "name"
    match context.data:
        case app_commands.Parameter(display_name=name, command=command):
            return f"command.{command.name}.{name if told == 'description' else f'option.{name}'}"
        case app_commands.Command(name=name):
            return f"command.{name}.{told}"
    return ""
