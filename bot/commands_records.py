"""The slash commands about records of games: export, import and verify. Knows no rules."""

from __future__ import annotations

import aiohttp
import discord
from discord import app_commands

from bot.commands import Choices, Known, Typed
from bot.reply import Manner, Reply
from bot.room import Refusal
from bot.sandboxes import MOST_BYTES
from bot.words import Words

_WORDS = Words()
_anywhere = app_commands.allowed_installs(guilds=True, users=True)
_everywhere = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)


async def _past_tables(press: Typed, current: str) -> Choices:
    rows = await press.client.commands.past_tables_for(press, current)
    return [app_commands.Choice(name=row.name, value=row.value) for row in rows]


@app_commands.command(name="export", description=_WORDS("command.export.description"))
@app_commands.describe(table=_WORDS("command.export.table"))
@app_commands.autocomplete(table=_past_tables)
@_anywhere
@_everywhere
async def _export(press: Typed, table: str | None = None) -> None:
    await press.client.answer(press, Manner.PRIVATE, lambda r: press.client.commands.record(r, "export", table))


@app_commands.command(name="verify", description=_WORDS("command.verify.description"))
@app_commands.describe(table=_WORDS("command.verify.table"))
@app_commands.autocomplete(table=_past_tables)
@_anywhere
@_everywhere
async def _verify(press: Typed, table: str | None = None) -> None:
    await press.client.answer(press, Manner.PRIVATE, lambda r: press.client.commands.record(r, "verify", table))


@app_commands.command(name="import", description=_WORDS("command.import.description"))
@app_commands.describe(record=_WORDS("command.import.record"))
@_anywhere
@_everywhere
async def _import(press: Typed, record: discord.Attachment) -> None:
    async def work(reply: Reply) -> None:
        await press.client.commands.bring(reply, await _content(record))

    await press.client.answer(press, Manner.PRIVATE, work)


async def _content(record: discord.Attachment) -> bytes:
    """What stands in the file. Raises Refusal: record_large, record_lost."""
    if record.size > MOST_BYTES:
        raise Refusal("record_large", n=MOST_BYTES // 1024)
    try:
        return await record.read()
    except (discord.HTTPException, aiohttp.ClientError, OSError):
        raise Refusal("record_lost") from None


RECORDS: tuple[Known, ...] = (_export, _import, _verify)
