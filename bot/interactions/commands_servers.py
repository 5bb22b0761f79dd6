"""The slash commands /settings of a server and /privacy of a person. Knows no rules."""

from __future__ import annotations

from discord import app_commands

from bot.interactions.commands import Known, Typed
from bot.screens.verbs import Manner
from bot.text.words import Words

_WORDS = Words()


@app_commands.command(name="settings", description=_WORDS("command.settings.description"))
@app_commands.default_permissions(manage_guild=True)
@app_commands.allowed_installs(guilds=True, users=False)
@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
async def _settings(press: Typed) -> None:
    await press.client.answer(press, Manner.PRIVATE, press.client.commands.settings)


@app_commands.command(name="privacy", description=_WORDS("command.privacy.description"))
@app_commands.allowed_installs(guilds=True, users=True)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
async def _privacy(press: Typed) -> None:
    await press.client.answer(press, Manner.PRIVATE, press.client.commands.privacy)


SERVERS: tuple[Known, ...] = (_settings, _privacy)
