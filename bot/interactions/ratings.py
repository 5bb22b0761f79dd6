"""Leaderboards and profiles as commands and presses. Knows no rules of rating.

`top:<game>:<s|w>:<season>:<page>` is a page of this server's or of everybody's leaderboard, `prof:<person>:<game>` a
profile; `topshow` and `profshow` show them to the whole channel.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.discord_api.caller import member
from bot.discord_api.custom_id import Deed, Press
from bot.discord_api.reply import Reply
from bot.logic.ratings import ALL_TIME, EVERYWHERE
from bot.logic.standings import LeaderboardQuery, Profile
from bot.model.asker import Asker
from bot.model.errors import Refusal
from bot.model.people import Person
from bot.screens import leaderboard as leaderboard_screen
from bot.screens import lobby_options as lobby_options_screen
from bot.screens import profile as profile_screen
from bot.screens.screen import Screen
from bot.services.leaderboards import Leaderboards

SHARED = ("topshow", "profshow")  # verbs that are answered to the whole channel
LAST_SEASON = 4 * 10_000  # no calendar goes further


class RatingHandlers:
    """What each of them does; `verbs` has them by name."""

    def __init__(self, leaderboards: Leaderboards) -> None:
        self._leaderboards = leaderboards
        self.verbs: dict[str, Deed] = {
            "top": self._top,
            "topshow": self._top_to_all,
            "prof": self._profile,
            "profshow": self._profile_to_all,
            "with": self._play_with,
        }

    async def leaderboard(self, asker: Asker, reply: Reply, wished: tuple[str, str, str]) -> None:
        """The first page of a leaderboard: its game, "server" or "global", "season" or "all"; "" is chosen for one."""
        game, scope, time = wished
        guild = EVERYWHERE if scope == "global" or asker.guild is None else asker.guild
        game = game or await self._leaderboards.game_for(asker.person.id, guild)
        season = self._leaderboards.season() if time == "season" else ALL_TIME
        await self._show(asker, reply, LeaderboardQuery(game, guild, season))

    async def profile(self, asker: Asker, reply: Reply, person: Person) -> None:
        """What a person has played."""
        await self._show_profile(asker, reply, person, "")

    async def _show(self, asker: Asker, reply: Reply, which: LeaderboardQuery) -> None:
        board = await self._leaderboards.board(which, asker.person.id)
        reader = await self._leaderboards.reader(asker.person.id, asker.guild)
        await reply.show(await asyncio.to_thread(leaderboard_screen.leaderboard, board, asker.words, reader))

    async def _top(self, press: Press, asker: Asker, reply: Reply) -> None:
        await self._show(asker, reply, _which(press, asker))

    async def _top_to_all(self, press: Press, asker: Asker, reply: Reply) -> None:
        board = await self._leaderboards.board(_which(press, asker), asker.person.id)
        screen = await asyncio.to_thread(leaderboard_screen.public, board, asker.words)
        await self._show_once(reply, screen, ":".join((press.verb, *press.rest)))

    async def _profile(self, press: Press, asker: Asker, reply: Reply) -> None:
        person = await self._person(press)
        await self._show_profile(asker, reply, person, _game(press))

    async def _profile_to_all(self, press: Press, asker: Asker, reply: Reply) -> None:
        profile = await self._of(asker, await self._person(press), _game(press))
        screen = await asyncio.to_thread(profile_screen.public, profile, asker.words)
        await self._show_once(reply, screen, f"{press.verb}:{profile.game}")  # the message is of one person

    async def _show_once(self, reply: Reply, screen: Screen, page: str) -> None:
        """A page of a private message is shown to the channel once. Raises Refusal("already_shown")."""
        message = reply.interaction.message
        number = message.id if message is not None else 0
        if not await self._leaderboards.show_page(number, page):
            raise Refusal("already_shown")
        await reply.show(screen)
        if reply.lost:
            await self._leaderboards.hide_page(number, page)

    async def _show_profile(self, asker: Asker, reply: Reply, person: Person, game: str) -> None:
        profile = await self._of(asker, person, game)
        reader = await self._leaderboards.reader(asker.person.id, asker.guild)
        await reply.show(await asyncio.to_thread(profile_screen.profile, profile, asker.words, reader))

    async def _of(self, asker: Asker, person: Person, game: str) -> Profile:
        return await self._leaderboards.profile(person, game, asker.guild or EVERYWHERE, asker.person.id)

    async def _play_with(self, press: Press, asker: Asker, reply: Reply) -> None:
        """The question which game to play with the person of a profile."""
        guest = await member(reply.interaction, _number(press))
        person = Person(guest.id, guest.display_name)
        await reply.show(lobby_options_screen.which_game(person, asker.words))

    async def _person(self, press: Press) -> Person:
        """The person of a profile. Raises Refusal("unknown") for somebody who never was at a table."""
        number = _number(press)
        name = await self._leaderboards.name(number)
        if not name:
            raise Refusal("unknown")
        return Person(number, name)


def _which(press: Press, asker: Asker) -> LeaderboardQuery:
    """The page that a press leads to; a list of games or of seasons has the value. Raises Refusal("unknown")."""
    if len(press.rest) < 4 or press.rest[1] not in ("s", "w"):
        raise Refusal("unknown")
    everywhere = press.rest[1] == "w"
    guild = EVERYWHERE if everywhere or asker.guild is None else asker.guild
    which = LeaderboardQuery(press.rest[0], guild, press.number(2), press.number(3))
    match press.rest[4:], press.values:
        case ("g",), (game,):
            which = replace(which, game=game, page=0)
        case ("t",), (season,):
            which = replace(which, season=int(season) if season.isdecimal() and len(season) < 6 else -1, page=0)
    if not 0 <= which.season < LAST_SEASON:
        raise Refusal("unknown")
    return which


def _game(press: Press) -> str:
    if press.values:
        return press.values[0]
    return press.rest[1] if len(press.rest) > 1 else ""


def _number(press: Press) -> int:
    """The account number in a press. Raises Refusal("unknown")."""
    text = press.rest[0] if press.rest else ""
    if not text.isdecimal() or not text.isascii() or len(text) > 20 or int(text) >= 2**63:
        raise Refusal("unknown")
    return int(text)
