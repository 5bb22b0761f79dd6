"""Checks whether Discord accepts the token and all servers have granted the permissions. Independent of the database.

It makes two requests without a gateway connection, so the bot does not appear online.
"""

import asyncio
from typing import Any

import aiohttp
import discord

from bot.logs import error_summary
from bot.ops.check import INVITE_PERMISSIONS, Finding
from bot.playground.address import point_discord_at
from bot.settings import Settings
from bot.text.words import Words

MAX_LISTED_SERVERS = 200  # servers that Discord lists in one request
DISCORD_CHECK_TIMEOUT = 15.0  # seconds


async def discord_findings(settings: Settings, words: Words) -> list[Finding]:
    """Return findings: the bot's name and number of servers, then one for each server where a permission is missing."""
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # voice is not used
    client = discord.Client(intents=discord.Intents(guilds=True), max_ratelimit_timeout=30.0)
    try:
        if settings.discord_url:
            point_discord_at(settings.discord_url)
        async with asyncio.timeout(DISCORD_CHECK_TIMEOUT), client:
            await client.login(settings.token)
            servers = list(await client.http.get_guilds(MAX_LISTED_SERVERS))
            name = client.user.name if client.user else ""
    except discord.LoginFailure:
        return [Finding("wrong", words("start.wrong_token"))]
    except ValueError as error:
        return [Finding("wrong", str(error))]
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        return [Finding("note", words("check.unasked", reason=error_summary(error)))]
    known = Finding(
        "ok", words("check.known", name=_printable(name), n=len(servers), more=len(servers) == MAX_LISTED_SERVERS)
    )
    found = [known]
    for server in servers:
        if rights := missing_permissions(server):
            text = words("check.lacking", server=_printable(str(server["name"])), rights=", ".join(rights))
            found.append(Finding("note", text))
    return found


def missing_permissions(server: dict[str, Any] | Any) -> list[str]:
    """Return Discord's names of the permissions that the bot lacks on this server, ignoring channel overrides."""
    given = discord.Permissions(int(server["permissions"]))
    if given.administrator:
        return []
    rights = discord.Permissions(INVITE_PERMISSIONS & ~given.value)
    return [right.replace("_", " ").title() for right, wanted in rights if wanted]


def _printable(name: str) -> str:
    """Return the name without characters that could control the operator's terminal."""
    return "".join(letter for letter in name if letter.isprintable())
