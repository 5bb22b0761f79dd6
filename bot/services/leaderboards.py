"""Leaderboards and profiles: ranks, results, and what a person does not want to show.

Knows no words and no Discord; only reads, except for rebuilding all ratings.
"""

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace

from bot.logic.ratings import EVERYWHERE, RULES, Ladder, season_of, week_of
from bot.logic.results import Result, result_of
from bot.logic.standings import LeaderboardPage, LeaderboardQuery, Profile, Viewer
from bot.model.choices import preferences_from
from bot.model.errors import Refusal
from bot.model.people import Person, label
from bot.model.record import Record
from bot.model.room import Room
from bot.store.store import Store
from engine.codec import Misfit
from engine.core import Game
from engine.games import GAMES

ROWS = 15  # on a page
SEASONS = 20  # that can be chosen: five years
LATEST = 10  # games on a profile

log = logging.getLogger(__name__)


class Leaderboards:
    """Queries about results."""

    def __init__(self, store: Store, now: Callable[[], float], games: Mapping[str, Game] = GAMES) -> None:
        self._store = store
        self._now = now
        self._games = games
        self.ending = store.leaderboards.ending
        self.name = store.people.name
        self.hide_page = store.shared_pages.remove  # one that could not be shown to the channel after all

    async def rebuild(self) -> int:
        """Calculate every rating anew from the results; return the number of results."""
        return await self._store.ratings.rebuild(self._derived)

    async def bring_up_to_date(self) -> None:
        """Rebuild the ratings if an update has changed their rules or introduced ratings.

        Of several processes the one with direct messages does it: ratings are of no single server. Two do no harm, as
        while one takes over from the other.
        """
        if self._store.home.has(None) and await self.reckoning():
            count = await self.rebuild()
            log.info("ratings reckoned anew from %d results", count)

    async def reckoning(self) -> bool:
        """Whether the ratings are still to be rebuilt for the present rules."""
        return await self._store.ratings.rules() != RULES

    async def game_for(self, person_id: int, guild: int) -> str:
        """The game to show by default: the last one on the server, else the person's last, else the first of all."""
        last = await self._store.leaderboards.last_game_on(guild) if guild != EVERYWHERE else ""
        last = last or await self._store.leaderboards.last_game_of(person_id)
        return last if last in self._games else next(iter(self._games))

    async def reader(self, person_id: int, guild: int | None) -> Viewer:
        """This person as a reader on that server, or in direct messages."""
        return Viewer(person_id, guild, preferences_from(await self._store.preferences.of(person_id)).theme)

    def season(self) -> int:
        """The present season."""
        return season_of(self._now())

    async def board(self, which: LeaderboardQuery, reader: int) -> LeaderboardPage:
        """A page of the leaderboard, at most the last one. Raises Refusal("unknown") if there is no such game."""
        if which.game not in self._games:
            raise Refusal("unknown")
        edition = await self._store.leaderboards.edition(which.game, which.guild, which.season)  # that has anybody
        ladder = Ladder(which.game, which.guild, which.season, edition or self._games[which.game].edition)
        week = week_of(self._now())
        pages = max(1, -(-await self._store.leaderboards.size(ladder) // ROWS))
        which = replace(which, page=max(0, min(which.page, pages - 1)))
        rows = await self._store.leaderboards.ranks(ladder, week, which.page * ROWS, ROWS)
        own = await self._store.leaderboards.rank(ladder, week, reader)
        unlisted = which.guild == EVERYWHERE and await self._has_chosen(reader, "listed", "no")
        first = await self._store.leaderboards.first_result(which.game)
        now = self.season()
        since = now if first is None else min(now, season_of(first))
        seasons = tuple(range(now, max(since, now - SEASONS + 1) - 1, -1))  # the present one first
        return LeaderboardPage(which, pages, tuple(rows), own, unlisted, seasons, await self.reckoning())

    async def profile(self, person: Person, game: str, guild: int, reader: int) -> Profile:
        """What the reader may see of the person's games. Raises Refusal("private_profile")."""
        mine = person.id == reader
        if not mine:
            is_unlisted = guild == EVERYWHERE and await self._has_chosen(person.id, "listed", "no")
            if is_unlisted or await self._has_chosen(person.id, "profile", "hidden"):
                raise Refusal("private_profile", name=label(person))
        leaderboards = self._store.leaderboards
        week = week_of(self._now())
        every = await leaderboards.ladders_of(person.id, guild)
        ladders = {ladder.game: ladder for ladder in every if ladder.game in self._games}
        ranks = {}
        for key, ladder in ladders.items():
            rank = await leaderboards.rank(ladder, week, person.id)
            if rank is not None:
                ranks[key] = rank
        last = await leaderboards.last_game_of(person.id)
        chosen = next((one for one in (game, last, *ladders) if one in ladders), "")
        together = await leaderboards.last_together((person.id, reader), guild)
        shown = Profile(person, guild, ranks, chosen, together=together)
        if not chosen:
            return shown
        met = (0, 0) if mine else await leaderboards.against((person.id, reader), guild, chosen)
        elsewhere = None
        if not await self._has_chosen(person.id, "listed", "no"):
            elsewhere = await leaderboards.rank(replace(ladders[chosen], guild=EVERYWHERE), week, person.id)
        return replace(
            shown,
            elsewhere=elsewhere,
            curve=tuple(await leaderboards.curve(person.id, ladders[chosen])),
            played=tuple(await leaderboards.played(person.id, guild, chosen, LATEST)),
            against=met if any(met) else None,
        )

    async def met(self, room: Room) -> tuple[int, int] | None:
        """The games that either person of a table of two has won against the other on this server; None before two.

        None too if one of them hides the profile, and for a game that does not count.
        """
        ids = [one.id for one in room.people]
        guild = room.place.guild
        if not room.counts or len(ids) != 2 or guild is None:
            return None
        if any([await self._has_chosen(one, "profile", "hidden") for one in ids]):
            return None
        met = await self._store.leaderboards.against(ids, guild, room.game.key)
        return met if sum(met) > 1 else None

    async def show_page(self, message: int, page: str) -> bool:
        """Whether that page of that private message is shown to the channel for the first time."""
        return await self._store.shared_pages.add(message, page, self._now())

    async def _has_chosen(self, person_id: int, key: str, value: str) -> bool:
        return (key, value) in await self._store.preferences.of(person_id)

    def _derived(self, record: Record) -> Result | None:
        """The result of a game that ended before results were saved."""
        try:
            return result_of(record, self._games, {})
        except (Misfit, KeyError):  # the program no longer knows these rules or this game
            return None
