"""Who asks, read off an interaction. Knows no game and no room."""

from __future__ import annotations

from typing import Any

import discord

from bot.desk import Asker
from bot.room import Person
from bot.words import words_for

NEEDED = ("view_channel", "send_messages", "attach_files")
NEEDED_IN_THREADS = ("view_channel", "send_messages_in_threads", "attach_files")


def asker_of(interaction: discord.Interaction[Any]) -> Asker:
    """The person behind an interaction, with the words of their language."""
    user = interaction.user
    return Asker(
        person=Person(user.id, user.display_name),
        words=words_for(str(interaction.locale)),
        press=interaction.id,
        guild=interaction.guild_id,
        channel=interaction.channel_id or 0,
        may_manage=interaction.guild_id is not None and interaction.permissions.manage_messages,
    )


def missing(interaction: discord.Interaction[Any]) -> list[str]:
    """The rights that the bot lacks in this channel, by Discord's names; none in a direct message."""
    if interaction.guild_id is None:
        return []
    in_thread = isinstance(interaction.channel, discord.Thread)
    rights = interaction.app_permissions
    needed = NEEDED_IN_THREADS if in_thread else NEEDED
    return [right.replace("_", " ").title() for right in needed if not getattr(rights, right)]
