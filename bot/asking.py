"""Who asks, read off an interaction. Knows no game and no room."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, cast

import aiohttp
import discord

from bot.desk import Asker
from bot.languages import AS_DISCORD, language_of
from bot.room import Person, Refusal
from bot.words import DEFAULT, Words, words_for

NEEDED = ("view_channel", "send_messages", "attach_files")
NEEDED_IN_THREADS = ("view_channel", "send_messages_in_threads", "attach_files")


def asker_of(interaction: discord.Interaction[Any]) -> Asker:
    """The person behind an interaction, with the words of their language."""
    user, words = interaction.user, words_of(interaction)
    return Asker(
        person=Person(user.id, user.display_name),
        words=words,
        shared=words if interaction.guild_id is None else words_for(interaction.extras.get("server", DEFAULT)),
        press=interaction.id,
        guild=interaction.guild_id,
        channel=interaction.channel_id or 0,
        may_manage=interaction.guild_id is not None and interaction.permissions.manage_messages,
    )


def speaks(interaction: discord.Interaction[Any], chosen: str, server: str | None = None) -> None:
    """From here on the person is answered in the language they chose; `server`: what its shared messages speak."""
    interaction.extras["chosen"] = chosen
    if server is not None:
        interaction.extras["server"] = server


def words_of(interaction: discord.Interaction[Any]) -> Words:
    """The words of the person behind an interaction."""
    chosen, server = interaction.extras.get("chosen", AS_DISCORD), interaction.extras.get("server")
    return words_for(language_of(chosen, str(interaction.locale), server))


def missing(interaction: discord.Interaction[Any]) -> list[str]:
    """The rights that the bot lacks in this channel, as Discord calls them; none in a direct message."""
    if interaction.guild_id is None:
        return []
    in_thread = isinstance(interaction.channel, discord.Thread)
    rights = interaction.app_permissions
    needed = NEEDED_IN_THREADS if in_thread else NEEDED
    words = words_of(interaction)
    return [words(f"right.{right}") for right in needed if not getattr(rights, right)]


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


def person_chosen(interaction: discord.Interaction[Any], values: Sequence[str]) -> Person:
    """The one person of this server who was chosen in a list. Raises Refusal: unknown, bot_user, stranger."""
    found = cast(dict[str, Any], interaction.data or {}).get("resolved") or {}
    number = values[0] if len(values) == 1 else ""
    user = (found.get("users") or {}).get(number)
    if user is None:
        raise Refusal("unknown")
    if user.get("bot"):
        raise Refusal("bot_user")
    name = user.get("global_name") or user["username"]
    here = (found.get("members") or {}).get(number)
    if here is None:
        raise Refusal("stranger", name=name)
    return Person(int(number), here.get("nick") or name)


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
