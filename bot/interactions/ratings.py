"""Handlers of leaderboards and profiles. Independent of the rating formula and rules."""

import asyncio
from dataclasses import replace

from bot.discord_api.caller import fetch_member
from bot.discord_api.reply import Reply, bind
from bot.logic.ratings import ALL_TIME, EVERYWHERE
from bot.logic.standings import LeaderboardQuery, Profile
from bot.model.errors import Refusal
from bot.model.people import Asker, Person
from bot.screens import leaderboard as leaderboard_screen
from bot.screens import lobby_options as lobby_options_screen
from bot.screens import profile as profile_screen
from bot.screens import verbs
from bot.screens.screen import Screen
from bot.services.leaderboards import Leaderboards

SEASON_LIMIT = 4 * 10_000  # seasons from here on are forged, because the calendar ends before


class RatingHandlers:
    """Handles leaderboards and profiles."""

    def __init__(self, leaderboards: Leaderboards) -> None:
        self._leaderboards = leaderboards
        self.handlers = (
            bind(verbs.SHOW_LEADERBOARD, self._top),
            bind(verbs.POST_LEADERBOARD, self._share_leaderboard),
            bind(verbs.SHOW_PROFILE, self._profile),
            bind(verbs.POST_PROFILE, self._share_profile),
            bind(verbs.PLAY_WITH, self._play_with),
        )

    async def leaderboard(self, asker: Asker, reply: Reply, wished: tuple[str, str, str]) -> None:
        """Show the first page of a leaderboard.

        `wished`: game, "server" or "global", "season" or "all"; "" for the default.
        """
        game, scope, time = wished
        guild = EVERYWHERE if scope == "global" or asker.guild is None else asker.guild
        game = game or await self._leaderboards.default_game(asker.person.id, guild)
        season = self._leaderboards.season() if time == "season" else ALL_TIME
        await self._show(asker, reply, LeaderboardQuery(game, guild, season))

    async def profile(self, asker: Asker, reply: Reply, person: Person, game: str = "") -> None:
        """Show a person's profile for a game; "" for the default game."""
        profile = await self._load_profile(asker, person, game)
        reader = await self._leaderboards.viewer(asker.person.id, asker.guild)
        await reply.show(await asyncio.to_thread(profile_screen.profile_screen, profile, asker.words, reader))

    async def _show(self, asker: Asker, reply: Reply, which: LeaderboardQuery) -> None:
        board = await self._leaderboards.page(which, asker.person.id)
        reader = await self._leaderboards.viewer(asker.person.id, asker.guild)
        await reply.show(await asyncio.to_thread(leaderboard_screen.leaderboard, board, asker.words, reader))

    async def _top(
        self, asker: Asker, reply: Reply, link: verbs.LeaderboardLink, mark: str | None, chosen: str | None
    ) -> None:
        await self._show(asker, reply, _query(_linked_page(link, mark, chosen), asker))

    async def _share_leaderboard(self, asker: Asker, reply: Reply, link: verbs.LeaderboardLink) -> None:
        board = await self._leaderboards.page(_query(link, asker), asker.person.id)
        screen = await asyncio.to_thread(leaderboard_screen.public_leaderboard, board, asker.words)
        await self.show_once(reply, screen, verbs.POST_LEADERBOARD(link))

    async def _profile(self, asker: Asker, reply: Reply, number: int, game: str | None) -> None:
        await self.profile(asker, reply, await self._person(number), game or "")

    async def _share_profile(self, asker: Asker, reply: Reply, number: int, game: str | None) -> None:
        profile = await self._load_profile(asker, await self._person(number), game or "")
        screen = await asyncio.to_thread(profile_screen.public_profile, profile, asker.words)
        page = f"{verbs.POST_PROFILE.name}:{profile.game}"  # without the person, because each message shows only one
        await self.show_once(reply, screen, page)

    async def show_once(self, reply: Reply, screen: Screen, page: str) -> None:
        """Post the page of a private message in the channel, but only once. Raises Refusal("already_shown")."""
        message = reply.interaction.message
        number = message.id if message is not None else 0
        if not await self._leaderboards.show_page(number, page):
            raise Refusal("already_shown")
        await reply.show(screen)
        if reply.lost:
            await self._leaderboards.hide_page(number, page)

    async def _load_profile(self, asker: Asker, person: Person, game: str) -> Profile:
        return await self._leaderboards.profile(person, game, asker.guild or EVERYWHERE, asker.person.id)

    async def _play_with(self, asker: Asker, reply: Reply, number: int) -> None:
        guest = await fetch_member(reply.interaction, number)
        person = Person(guest.id, guest.display_name)
        await reply.show(lobby_options_screen.ask_which_game(person, asker.words))

    async def _person(self, number: int) -> Person:
        """Return the person of a profile. Raises Refusal("unknown") for someone who was never at a table."""
        name = await self._leaderboards.name(number)
        if not name:
            raise Refusal("unknown")
        return Person(number, name)


def _query(link: verbs.LeaderboardLink, asker: Asker) -> LeaderboardQuery:
    """Return the query behind a link. Raises Refusal("unknown")."""
    if not 0 <= link.season < SEASON_LIMIT:
        raise Refusal("unknown")
    guild = EVERYWHERE if link.everywhere or asker.guild is None else asker.guild
    return LeaderboardQuery(link.game, guild, link.season, link.page)


def _linked_page(link: verbs.LeaderboardLink, mark: str | None, chosen: str | None) -> verbs.LeaderboardLink:
    match mark, chosen:
        case "g", str(game):
            return replace(link, game=game, page=0)
        case "t", str(season):
            return replace(link, season=int(season) if season.isdecimal() and len(season) < 6 else -1, page=0)
        case _:
            return link
