"""Who asks, read off an interaction. Knows no game and no room."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import aiohttp
import discord

from bot.desk import Asker
from bot.mine import Mine
from bot.room import Person, Refusal
from bot.wishes import Wishes
from bot.words import Words, words_for

NEEDED = ("view_channel", "send_messages", "attach_files")
NEEDED_IN_THREADS = ("view_channel", "send_messages_in_threads", "attach_files")


def asker_of(interaction: discord.Interaction[Any]) -> Asker:
    """The person behind an interaction, with the words of their language."""
    user = interaction.user
    return Asker(
        person=Person(user.id, user.display_name),
        words=spoken(interaction),
        press=interaction.id,
        guild=interaction.guild_id,
        channel=interaction.channel_id or 0,
        may_manage=interaction.guild_id is not None and interaction.permissions.manage_messages,
    )


def spoken(interaction: discord.Interaction[Any]) -> Words:
    """The words that the person chose, see `note_wishes`, else those of their Discord."""
    chosen: Words | None = interaction.extras.get("words")
    return chosen or words_for(str(interaction.locale))


async def note_wishes(interaction: discord.Interaction[Any], wishes: Wishes) -> Mine:
    """What the person chose for all tables; from now on the interaction speaks their language."""
    mine = await wishes.of(interaction.user.id)
    if mine.language != "auto":
        interaction.extras["words"] = words_for(mine.language)
    return mine


def missing(interaction: discord.Interaction[Any]) -> list[str]:
    """The rights that the bot lacks in this channel, by Discord's names; none in a direct message."""
    if interaction.guild_id is None:
        return []
    in_thread = isinstance(interaction.channel, discord.Thread)
    rights = interaction.app_permissions
    needed = NEEDED_IN_THREADS if in_thread else NEEDED
    return [right.replace("_", " ").title() for right in needed if not getattr(rights, right)]


def may_thread(interaction: discord.Interaction[Any]) -> bool | None:
    """Whether the bot may open a thread in this channel and write in it; None where there are no threads."""
    if not isinstance(interaction.channel, discord.TextChannel):
        return None
    rights = interaction.app_permissions
    return rights.create_public_threads and rights.send_messages_in_threads


async def absent(interaction: discord.Interaction[Any], people: Sequence[Person]) -> list[Person]:
    """Those who are no longer in this server; whom Discord cannot tell about just now counts as there."""
    if interaction.guild is None:
        return []
    left = await asyncio.gather(*(_has_left(interaction.guild, person.id) for person in people))
    return [person for person, gone in zip(people, left, strict=True) if gone]


async def member(interaction: discord.Interaction[Any], person: int) -> discord.Member:
    """The member of this server with that account number. Raises Refusal: unknown (no server), stranger."""
    if interaction.guild is None:
        raise Refusal("unknown")
    try:
        return await interaction.guild.fetch_member(person)
    except discord.NotFound:
        raise Refusal("stranger", name=str(person)) from None


async def _has_left(guild: discord.Guild, person: int) -> bool:
    try:
        await guild.fetch_member(person)
    except discord.NotFound:
        return True
    except (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError):
        return False
    return False
