"""The person behind an interaction: identity, language, permissions. Independent of games and rooms."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

import discord

from bot.discord_api.components import REQUEST_ERRORS
from bot.logs import error_summary
from bot.model.errors import Refusal
from bot.model.people import Asker, Person
from bot.model.preferences import ServerSettings
from bot.screens.server_settings import mentions
from bot.text.names import name_label
from bot.text.words import AS_DISCORD, DEFAULT_LANGUAGE, NO_EMOJIS, Emojis, Words, language_of, words_for

MEMBER_LOOKUP_TIMEOUT = 10.0  # seconds
MAX_PERSON_NAME = 100  # characters kept of a name; Discord allows 32
TABLE_PERMISSIONS = ("view_channel", "send_messages", "attach_files")
WRITE_PERMISSIONS = ("view_channel", "send_messages")  # for plain text
THREAD_TABLE_PERMISSIONS = ("view_channel", "send_messages_in_threads", "attach_files")

log = logging.getLogger(__name__)


def asker_of(interaction: discord.Interaction[Any]) -> Asker:
    """Return the person behind an interaction, with the words of their language."""
    user = interaction.user
    words = words_of(interaction)
    shared = words_for(interaction.extras.get("server", DEFAULT_LANGUAGE)).with_emojis(
        interaction.extras.get("emojis", NO_EMOJIS)
    )
    return Asker(
        person=Person(user.id, user.display_name[:MAX_PERSON_NAME]),
        words=words,
        shared_words=words if interaction.guild_id is None else shared,
        press=interaction.id,
        guild=interaction.guild_id,
        channel=interaction.channel_id or 0,
        may_manage=interaction.guild_id is not None and interaction.permissions.manage_messages,
    )


def set_language(
    interaction: discord.Interaction[Any], chosen: str, server: str | None = None, emojis: Emojis | None = None
) -> None:
    """Answer the person in the chosen language from now on.

    `server`: the language of shared messages. `emojis`: used in answers; `Reply` removes them for people who want no
    pictures. An argument that is None leaves its setting unchanged.
    """
    interaction.extras["chosen"] = chosen
    if server is not None:
        interaction.extras["server"] = server
    if emojis is not None:
        interaction.extras["emojis"] = emojis


def words_of(interaction: discord.Interaction[Any]) -> Words:
    """Return the words in the language of the person behind an interaction."""
    chosen = interaction.extras.get("chosen", AS_DISCORD)
    server = interaction.extras.get("server")
    words = words_for(language_of(chosen, str(interaction.locale), server))
    return words.with_emojis(interaction.extras.get("emojis", NO_EMOJIS))


def missing_permissions(interaction: discord.Interaction[Any]) -> list[str]:
    """Return Discord's names of the permissions that the bot lacks in this channel; none in a direct message."""
    if interaction.guild_id is None:
        return []
    rights = interaction.app_permissions
    needed = THREAD_TABLE_PERMISSIONS if isinstance(interaction.channel, discord.Thread) else TABLE_PERMISSIONS
    words = words_of(interaction)
    return [words(f"right.{right}") for right in needed if not getattr(rights, right)]


def require_permissions(interaction: discord.Interaction[Any]) -> None:
    """Check that the bot may show a table in this channel. Raises Refusal: missing."""
    lacking = missing_permissions(interaction)
    if lacking:
        raise Refusal("missing", rights=", ".join(lacking))


def missing_write_permissions(interaction: discord.Interaction[Any], channels: Sequence[str]) -> list[str]:
    """Return Discord's names of the permissions that the bot lacks to write in these channels of the server."""
    guild = interaction.guild
    words = words_of(interaction)
    if guild is None or guild.me is None:
        return []
    everywhere = discord.Permissions.all()
    for number in filter(str.isdecimal, channels):
        channel = guild.get_channel(int(number))
        everywhere &= channel.permissions_for(guild.me) if channel else discord.Permissions.none()
    return [words(f"right.{right}") for right in WRITE_PERMISSIONS if not getattr(everywhere, right)]


def may_open_thread(interaction: discord.Interaction[Any]) -> bool | None:
    """Whether the bot may open a thread in this channel and write in it; None if the channel cannot have threads."""
    if not isinstance(interaction.channel, discord.TextChannel):
        return None
    rights = interaction.app_permissions
    return rights.create_public_threads and rights.send_messages_in_threads


def may_manage_server(interaction: discord.Interaction[Any]) -> bool:
    """Whether the person has the permission to manage this server."""
    return interaction.guild_id is not None and interaction.permissions.manage_guild


def require_may_open(interaction: discord.Interaction[Any], server: ServerSettings) -> None:
    """Check that this person may open tables here. Raises Refusal: not_here, may_not_open.

    Server managers need no role. Deleted roles are ignored.
    """
    require_allowed_channel(interaction, server)
    server = drop_deleted(interaction, server)
    roles = {role.id for role in getattr(interaction.user, "roles", ())}
    if server.openers and not roles & set(server.openers) and not may_manage_server(interaction):
        raise Refusal("may_not_open", roles=mentions(server.openers, roles=True))


def require_allowed_channel(interaction: discord.Interaction[Any], server: ServerSettings) -> None:
    """Check that tables may be in this channel; a thread counts as its channel. Raises Refusal: not_here."""
    server = drop_deleted(interaction, server)
    here = {interaction.channel_id, getattr(interaction.channel, "parent_id", None)}
    if server.channels and not here & set(server.channels):
        raise Refusal("not_here", channels=mentions(server.channels))


def drop_deleted(interaction: discord.Interaction[Any], server: ServerSettings) -> ServerSettings:
    """Return the settings without deleted channels and roles, which Discord would refuse to list."""
    guild = interaction.guild
    if guild is None:
        return server
    announce = server.announce if server.announce and guild.get_channel(server.announce) else None
    return replace(
        server,
        channels=tuple(channel for channel in server.channels if guild.get_channel(channel)),
        openers=tuple(role for role in server.openers if guild.get_role(role)),
        announce=announce,
    )


async def absent_people(interaction: discord.Interaction[Any], people: Sequence[Person]) -> list[Person]:
    """Return the people who are no longer in this server; those whom Discord cannot look up now count as present."""
    if interaction.guild is None:
        return []
    left = await asyncio.gather(*(_has_left(interaction.guild, person.id) for person in people))
    return [person for person, gone in zip(people, left, strict=True) if gone]


def is_this_bot(interaction: discord.Interaction[Any], account: int) -> bool:
    """Whether the account is this bot itself."""
    return interaction.client.user is not None and interaction.client.user.id == account


def chosen_person(interaction: discord.Interaction[Any], values: Sequence[str]) -> Person:
    """Return the only person chosen in a list, a member of this server. Raises Refusal: unknown, bot_user, stranger."""
    found = cast(dict[str, Any], interaction.data or {}).get("resolved") or {}
    number = values[0] if len(values) == 1 else ""
    user = (found.get("users") or {}).get(number)
    if user is None:
        raise Refusal("unknown")
    if user.get("bot"):
        raise Refusal("bot_user", own=is_this_bot(interaction, int(number)))
    name = user.get("global_name") or user["username"]
    here = (found.get("members") or {}).get(number)
    if here is None:
        raise Refusal("stranger", name=name_label(name))
    return Person(int(number), here.get("nick") or name)


async def fetch_member(interaction: discord.Interaction[Any], person: int) -> discord.Member:
    """Return the member of this server with that ID. Raises Refusal: unknown (no server), stranger, unreached."""
    if interaction.guild is None:
        raise Refusal("unknown")
    try:
        async with asyncio.timeout(MEMBER_LOOKUP_TIMEOUT):
            return await interaction.guild.fetch_member(person)
    except discord.NotFound:
        raise Refusal("stranger", name=str(person)) from None
    except REQUEST_ERRORS as error:
        log.warning("a member could not be looked up (%s)", error_summary(error))
        raise Refusal("unreached") from None


async def _has_left(guild: discord.Guild, person: int) -> bool:
    try:
        async with asyncio.timeout(MEMBER_LOOKUP_TIMEOUT):
            await guild.fetch_member(person)
    except discord.NotFound:
        return True
    except REQUEST_ERRORS:
        pass  # unknown, so the person counts as present
    return False
