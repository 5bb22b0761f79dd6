"""The commands about results: leaderboard and profile, the latter also in a person's menu. Knows no rules."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.discord_api.caller import asker_of
from bot.discord_api.reply import Reply
from bot.interactions.commands import TITLES, Known, Typed, anywhere, everywhere
from bot.model.errors import Refusal
from bot.model.people import Person
from bot.screens.verbs import Manner
from bot.text.words import Words

_WORDS = Words()


def _choices(*values: str) -> list[app_commands.Choice[str]]:
    keys = {value: f"command.leaderboard.{value}" for value in values}
    names = {value: app_commands.locale_str(_WORDS(key), key=key) for value, key in keys.items()}
    return [app_commands.Choice(name=name, value=value) for value, name in names.items()]


@app_commands.command(name="leaderboard", description=_WORDS("command.leaderboard.description"))
@app_commands.describe(
    game=_WORDS("command.leaderboard.game"),
    scope=_WORDS("command.leaderboard.scope"),
    time=_WORDS("command.leaderboard.time"),
)
@app_commands.choices(game=TITLES, scope=_choices("server", "global"), time=_choices("season", "all"))
@anywhere
@everywhere
async def _leaderboard(press: Typed, game: str = "", scope: str = "", time: str = "") -> None:
    async def work(reply: Reply) -> None:
        await press.client.commands.ratings.leaderboard(asker_of(press), reply, (game, scope, time))

    await press.client.answer(press, Manner.PRIVATE, work)


@app_commands.command(name="profile", description=_WORDS("command.profile.description"))
@app_commands.describe(person=_WORDS("command.profile.person"))
@anywhere
@everywhere
async def _profile(press: Typed, person: discord.User | None = None) -> None:
    await _show(press, person or press.user)


@app_commands.context_menu(name=app_commands.locale_str(_WORDS("command.profile.menu"), key="command.profile.menu"))
@anywhere
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
