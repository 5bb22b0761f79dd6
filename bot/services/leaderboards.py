"""Leaderboards and profiles: ranks, results, and what people choose to hide.

Knows nothing about texts and Discord. Changes ratings only when it rebuilds all of them.
"""

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace

from bot.logic.ratings import EVERYWHERE, RATING_RULES, Ladder, season_of, week_of
from bot.logic.results import GameResult, game_result
from bot.logic.standings import LeaderboardPage, LeaderboardQuery, Profile, RatingsViewer
from bot.model.errors import Refusal
from bot.model.people import Person, label
from bot.model.preferences import preferences_from
from bot.model.record import Record
from bot.model.room import Room
from bot.store.store import Store
from engine.codec import Misfit
from engine.core import Game
from engine.games import GAMES

ROWS_PER_PAGE = 15  # of a leaderboard
MAX_SEASONS = 20  # to choose from; these are five years
MAX_PROFILE_GAMES = 10  # latest games shown in a profile

log = logging.getLogger(__name__)


class Leaderboards:
    """Queries about ratings and results."""

    def __init__(self, store: Store, now: Callable[[], float], games: Mapping[str, Game] = GAMES) -> None:
        self._store = store
        self._now = now
        self._games = games
        self.ending = store.leaderboards.game_outcome
        self.name = store.people.name
        self.hide_page = store.shared_pages.remove  # undoes `show_page` if the page could not be posted

    async def rebuild(self) -> int:
        """Recalculate all ratings from the results; return the number of results."""
        return await self._store.ratings.rebuild(self._result_of_record)

    async def bring_up_to_date(self) -> None:
        """Rebuild the ratings if an update has changed their rules or introduced ratings.

        Ratings belong to no single server, so of several processes only the one that handles direct messages rebuilds
        them. If two processes do so during a takeover, no harm is done.
        """
        if self._store.shards.covers(None) and await self.needs_rebuild():
            count = await self.rebuild()
            log.info("ratings rebuilt from %d results", count)

    async def needs_rebuild(self) -> bool:
        """Whether the ratings must still be rebuilt for the current rules."""
        return await self._store.ratings.rules_version() != RATING_RULES

    async def default_game(self, person_id: int, guild: int) -> str:
        """Return the game last finished on the server, else by the person, else the first of all games."""
        last = await self._store.leaderboards.last_game_on(guild) if guild != EVERYWHERE else ""
        last = last or await self._store.leaderboards.last_game_of(person_id)
        return last if last in self._games else next(iter(self._games))

    async def viewer(self, person_id: int, guild: int | None) -> RatingsViewer:
        """Return this person as a viewer on that server or in direct messages."""
        return RatingsViewer(person_id, guild, preferences_from(await self._store.preferences.load(person_id)).theme)

    def season(self) -> int:
        """Return the current season."""
        return season_of(self._now())

    async def page(self, which: LeaderboardQuery, reader: int) -> LeaderboardPage:
        """Return the requested page of the leaderboard, or its last one. Raises Refusal("unknown"): unknown game."""
        if which.game not in self._games:
            raise Refusal("unknown")
        edition = await self._store.leaderboards.edition(which.game, which.guild, which.season)  # newest with players
        ladder = Ladder(which.game, which.guild, which.season, edition or self._games[which.game].edition)
        week = week_of(self._now())
        pages = max(1, -(-await self._store.leaderboards.size(ladder) // ROWS_PER_PAGE))
        which = replace(which, page=max(0, min(which.page, pages - 1)))
        rows = await self._store.leaderboards.standings(ladder, week, which.page * ROWS_PER_PAGE, ROWS_PER_PAGE)
        own = await self._store.leaderboards.standing(ladder, week, reader)
        unlisted = which.guild == EVERYWHERE and await self._has_chosen(reader, "listed", "no")
        first = await self._store.leaderboards.first_result(which.game)
        now = self.season()
        since = now if first is None else min(now, season_of(first))
        seasons = tuple(range(now, max(since, now - MAX_SEASONS + 1) - 1, -1))  # the current one first
        return LeaderboardPage(which, pages, tuple(rows), own, unlisted, seasons, await self.needs_rebuild())

    async def profile(self, person: Person, game: str, guild: int, reader: int) -> Profile:
        """Return what the reader may see of the person's games. Raises Refusal("private_profile")."""
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
            rank = await leaderboards.standing(ladder, week, person.id)
            if rank is not None:
                ranks[key] = rank
        last = await leaderboards.last_game_of(person.id)
        shown_game = next((candidate for candidate in (game, last, *ladders) if candidate in ladders), "")
        together = await leaderboards.last_shared_table((person.id, reader), guild)
        shown = Profile(person, guild, ranks, shown_game, last_shared_table=together)
        if not shown_game:
            return shown
        head_to_head = (0, 0) if mine else await leaderboards.head_to_head((person.id, reader), guild, shown_game)
        elsewhere = None
        if not await self._has_chosen(person.id, "listed", "no"):
            elsewhere = await leaderboards.standing(replace(ladders[shown_game], guild=EVERYWHERE), week, person.id)
        return replace(
            shown,
            standing_overall=elsewhere,
            rating_curve=tuple(await leaderboards.rating_curve(person.id, ladders[shown_game])),
            latest_games=tuple(await leaderboards.recent_games(person.id, guild, shown_game, MAX_PROFILE_GAMES)),
            head_to_head=head_to_head if any(head_to_head) else None,
        )

    async def head_to_head(self, room: Room) -> tuple[int, int] | None:
        """Return the games that each person of a two-player table has won against the other on this server.

        None if they have finished fewer than two such games, if either person hides their profile, and for a game that
        is not rated.
        """
        ids = [person_id.id for person_id in room.people]
        guild = room.place.guild
        if not room.is_rated or len(ids) != 2 or guild is None:
            return None
        if any([await self._has_chosen(person_id, "profile", "hidden") for person_id in ids]):
            return None
        wins = await self._store.leaderboards.head_to_head(ids, guild, room.game.key)
        return wins if sum(wins) > 1 else None

    async def show_page(self, message: int, page: str) -> bool:
        """Note that this page of the private message is posted to the channel; return whether it is the first time."""
        return await self._store.shared_pages.add(message, page, self._now())

    async def _has_chosen(self, person_id: int, key: str, value: str) -> bool:
        return (key, value) in await self._store.preferences.load(person_id)

    def _result_of_record(self, record: Record) -> GameResult | None:
        """Return the result of a game that ended before results were saved."""
        try:
            return game_result(record, self._games, {})
        except (Misfit, KeyError):  # the program no longer knows these rules or this game
            return None
