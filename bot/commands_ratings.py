"""The commands about results: leaderboard and profile, the latter also in a person's menu. Knows no rules."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.asking import asker_of
from bot.commands import Known, Typed
from bot.reply import Manner, Reply
from bot.room import Person, Refusal
from bot.words import Words
from engine.games import GAMES
from render import draws

_WORDS = Words()
_GAMES = [app_commands.Choice(name=game.title, value=key) for key, game in GAMES.items() if draws(key)]
_SCOPES = [app_commands.Choice(name=_WORDS(f"command.leaderboard.{one}"), value=one) for one in ("server", "global")]
_TIMES = [app_commands.Choice(name=_WORDS(f"command.leaderboard.{one}"), value=one) for one in ("season", "all")]
_anywhere = app_commands.allowed_installs(guilds=True, users=True)
_everywhere = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)


@app_commands.command(name="leaderboard", description=_WORDS("command.leaderboard.description"))
@app_commands.describe(
    game=_WORDS("command.leaderboard.game"),
    scope=_WORDS("command.leaderboard.scope"),
    time=_WORDS("command.leaderboard.time"),
)
@app_commands.choices(game=_GAMES, scope=_SCOPES, time=_TIMES)
@_anywhere
@_everywhere
async def _leaderboard(press: Typed, game: str = "", scope: str = "", time: str = "") -> None:
    async def work(reply: Reply) -> None:
        await press.client.commands.ratings.leaderboard(asker_of(press), reply, (game, scope, time))

    await press.client.answer(press, Manner.PRIVATE, work)


@app_commands.command(name="profile", description=_WORDS("command.profile.description"))
@app_commands.describe(person=_WORDS("command.profile.person"))
@_anywhere
@_everywhere
async def _profile(press: Typed, person: discord.User | None = None) -> None:
    await _show(press, person or press.user)


@app_commands.context_menu(name=_WORDS("command.profile.name"))
@_anywhere
@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
async def _profile_of(press: Typed, person: discord.User) -> None:
    await _show(press, person)


async def _show(press: Typed, person: discord.User | discord.Member) -> None:
    async def work(reply: Reply) -> None:
        if person.bot:
            raise Refusal("bot_profile")
        shown = Person(person.id, person.display_name)
        await press.client.commands.ratings.profile(asker_of(press), reply, shown)

    await press.client.answer(press, Manner.PRIVATE, work)


RATINGS: tuple[Known, ...] = (_leaderboard, _profile, _profile_of)
