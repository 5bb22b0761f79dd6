"""The slash commands about records of games: export, import and verify. Knows no rules."""

from __future__ import annotations

import aiohttp
import discord
from discord import app_commands

from bot.discord_api.reply import Reply
from bot.interactions.commands import Known, Typed, about, anywhere, everywhere, past_tables
from bot.model.errors import Refusal
from bot.screens.verbs import Manner
from bot.services.sandboxes import MOST_BYTES
from bot.text.words import Words

_WORDS = Words()


@app_commands.command(name="import", description=_WORDS("command.import.description"))
@app_commands.describe(record=_WORDS("command.import.record"))
@anywhere
@everywhere
async def _import(press: Typed, record: discord.Attachment) -> None:
    async def work(reply: Reply) -> None:
        await press.client.commands.bring(reply, await _content(record))

    await press.client.answer(press, Manner.PRIVATE, work)


async def _content(record: discord.Attachment) -> bytes:
    """The content of the file. Raises Refusal: record_large, record_lost."""
    if record.size > MOST_BYTES:
        raise Refusal("record_large", n=MOST_BYTES // 1024)
    try:
        return await record.read()
    except (discord.HTTPException, aiohttp.ClientError, OSError):
        raise Refusal("record_lost") from None


RECORDS: tuple[Known, ...] = (
    about("export", past_tables, lambda commands, reply, table: commands.record(reply, "export", table)),
    _import,
    about("verify", past_tables, lambda commands, reply, table: commands.record(reply, "verify", table)),
)
