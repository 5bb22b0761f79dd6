"""Results and ratings as people see them: pages of ladders, rating curves, recent games.

Changes nothing. Knows nothing about texts. Deleted people do not count in rankings.
"""

from collections.abc import Sequence
from dataclasses import asdict

from bot.logic.ratings import SETTLED_AFTER_GAMES, Ladder, RatingChange, Tally
from bot.logic.results import MARK_LEFT
from bot.logic.standings import GameOutcome, PlayedGame, Standing
from bot.store.database import BaseStore
from bot.store.ratings import result_from, tally_of

# `listed` has the ratings that people may see. `before` is the rank at the beginning of the week: people who have
# played since count with their earlier ratings. With `:person`, only that person's standing, listed or not.
_STANDINGS = f"""
    SELECT a.person, people.name, {", ".join(f"a.{name}" for name in Tally.__slots__)},
        CASE WHEN a.settled = 1 THEN 1
            + (SELECT count(*) FROM listed AS b WHERE b.game = a.game AND b.guild = a.guild AND b.season = a.season
                AND b.edition = a.edition AND b.settled = 1 AND b.mu > a.mu) END AS place,
        CASE WHEN a.settled = 1 AND CASE WHEN a.week = :week THEN a.earlier_games ELSE a.games END >= :settled THEN 1
            + (SELECT count(*) FROM listed AS b WHERE b.game = a.game AND b.guild = a.guild AND b.season = a.season
                AND b.edition = a.edition AND b.settled = 1
                AND b.mu > CASE WHEN a.week = :week THEN a.earlier ELSE a.mu END)
            - (SELECT count(*) FROM listed AS b WHERE b.game = a.game AND b.guild = a.guild AND b.season = a.season
                AND b.edition = a.edition AND b.week = :week AND b.settled = 1
                AND b.mu > CASE WHEN a.week = :week THEN a.earlier ELSE a.mu END)
            + (SELECT count(*) FROM listed AS b WHERE b.game = a.game AND b.guild = a.guild AND b.season = a.season
                AND b.edition = a.edition AND b.week = :week AND b.earlier_games >= :settled
                AND b.earlier > CASE WHEN a.week = :week THEN a.earlier ELSE a.mu END) END AS before
    FROM ratings AS a JOIN people ON people.id = a.person
    WHERE a.game = :game AND a.guild = :guild AND a.season = :season AND a.edition = :edition AND CASE
        WHEN CAST(:person AS BIGINT) IS NULL THEN a.guild <> 0
            OR a.person NOT IN (SELECT person FROM preferences WHERE key = 'listed' AND value = 'no')
        ELSE a.person = :person END
    ORDER BY a.settled DESC, a.mu DESC, a.person LIMIT :most OFFSET :start"""  # noqa: S608 - no outside text
_SIZE = "SELECT count(*) FROM listed WHERE game = :game AND guild = :guild AND season = :season AND edition = :edition"
_EDITION = "SELECT max(edition) FROM ratings WHERE game = ? AND guild = ? AND season = ?"
_FIRST_RESULT = "SELECT min(finished) FROM results WHERE game = ?"
_LAST_GAME_ON = "SELECT game FROM results WHERE guild = ? ORDER BY finished DESC LIMIT 1"
_LAST_GAME_OF = "SELECT game FROM results WHERE person = ? ORDER BY finished DESC LIMIT 1"
_LADDERS_OF = "SELECT game, edition FROM ratings WHERE person = ? AND guild = ? AND season = 0 ORDER BY game, edition"
_RATING_CURVE = """
    SELECT results.finished, CASE WHEN CAST(:guild AS BIGINT) = 0 THEN changes.everywhere ELSE changes.here END
    FROM results JOIN rating_changes AS changes ON changes.room = results.room AND changes.person = results.person
    WHERE results.person = :person AND results.game = :game AND results.edition = :edition
        AND (:guild = 0 OR results.guild = :guild)
    ORDER BY results.finished"""
_RECENT_GAMES = """
    SELECT results.room, results.game, results.rank, results.points, results.mark, results.finished,
        (SELECT count(*) FROM results AS every WHERE every.room = results.room) AS among,
        CASE WHEN CAST(:guild AS BIGINT) = 0 THEN changes.everywhere - changes.everywhere_before
            ELSE changes.here - changes.here_before END AS gain,
        results.guild, rooms.channel, rooms.message, changes.settled
    FROM results JOIN rating_changes AS changes ON changes.room = results.room AND changes.person = results.person
        LEFT JOIN rooms ON rooms.id = results.room
    WHERE results.person = :person AND (:guild = 0 OR results.guild = :guild) AND (:game = '' OR results.game = :game)
    ORDER BY results.finished DESC LIMIT :most"""
_HEAD_TO_HEAD = """
    SELECT count(CASE WHEN mine.rank < theirs.rank THEN 1 END), count(CASE WHEN mine.rank > theirs.rank THEN 1 END)
    FROM results AS mine JOIN results AS theirs ON theirs.room = mine.room AND theirs.person = :other
    WHERE mine.person = :person AND (CAST(:guild AS BIGINT) = 0 OR mine.guild = :guild)
        AND (:game = '' OR mine.game = :game)"""
_LAST_SHARED_TABLE = """
    SELECT rooms.id FROM seats AS mine CROSS JOIN rooms
    WHERE rooms.id = mine.room AND mine.person = :person AND rooms.guild = :guild AND rooms.phase IN ('over', 'ended')
        AND EXISTS (SELECT 1 FROM seats AS theirs WHERE theirs.person = :other AND theirs.room = mine.room)
    ORDER BY rooms.changed_at DESC LIMIT 1"""
_RESULT = "SELECT * FROM results WHERE room = ? ORDER BY seat"
_RATING_CHANGES = """
    SELECT changes.*, people.name FROM rating_changes AS changes JOIN people ON people.id = changes.person
    WHERE changes.room = ?"""


class LeaderboardStore(BaseStore):
    """Ladders and results as people see them."""

    async def edition(self, game: str, guild: int, season: int) -> int | None:
        """Return the newest edition of the game for which the ladder has ratings, None if it is empty."""
        ((edition,),) = await self._database.fetch(_EDITION, game, guild, season)
        return None if edition is None else int(edition)

    async def standings(self, ladder: Ladder, week: int, start: int, most: int) -> list[Standing]:
        """Return the ladder from that row on (0-based), by rating, provisional ratings last."""
        return await self._fetch_standings(ladder, week=week, person=None, most=most, start=start)

    async def standing(self, ladder: Ladder, week: int, person_id: int) -> Standing | None:
        """Return the person's standing, even if it is unlisted; None if the person has no rating."""
        return next(iter(await self._fetch_standings(ladder, week=week, person=person_id, most=1, start=0)), None)

    async def _fetch_standings(self, ladder: Ladder, **wanted: int | None) -> list[Standing]:
        rows = await self._database.fetch(_STANDINGS, **asdict(ladder), **wanted, settled=SETTLED_AFTER_GAMES)
        return [Standing(row["person"], row["name"], tally_of(row), row["place"], row["before"]) for row in rows]

    async def size(self, ladder: Ladder) -> int:
        """Return how many people the ladder shows."""
        ((count,),) = await self._database.fetch(_SIZE, **asdict(ladder))
        return int(count)

    async def first_result(self, game: str) -> float | None:
        """Return when the first rated game of this kind ended (unix seconds), None if none has."""
        ((at,),) = await self._database.fetch(_FIRST_RESULT, game)
        return None if at is None else float(at)

    async def last_game_on(self, guild: int) -> str:
        """Return the game that ended last on that server, "" if none has."""
        return next((str(game) for (game,) in await self._database.fetch(_LAST_GAME_ON, guild)), "")

    async def last_game_of(self, person_id: int) -> str:
        """Return the game that the person finished last, "" if none."""
        return next((str(game) for (game,) in await self._database.fetch(_LAST_GAME_OF, person_id)), "")

    async def ladders_of(self, person_id: int, guild: int) -> list[Ladder]:
        """Return the person's all-time ladders on that server, or EVERYWHERE: one per game, of its newest edition."""
        newest = {row["game"]: row["edition"] for row in await self._database.fetch(_LADDERS_OF, person_id, guild)}
        return [Ladder(game, guild, 0, edition) for game, edition in newest.items()]

    async def rating_curve(self, person_id: int, ladder: Ladder) -> list[tuple[float, float]]:
        """Return end time and rating after each of the person's games of this ladder, oldest first."""
        return [(at, mu) for at, mu in await self._database.fetch(_RATING_CURVE, person=person_id, **asdict(ladder))]

    async def recent_games(self, person_id: int, guild: int, game: str, most: int) -> list[PlayedGame]:
        """Return the person's games on that server, or EVERYWHERE, of that game ("": all), the latest first."""
        rows = await self._database.fetch(_RECENT_GAMES, person=person_id, guild=guild, game=game, most=most)
        return [
            PlayedGame(
                row["room"], row["game"], row["rank"], row["among"], row["points"], row["mark"] == MARK_LEFT,
                row["gain"], row["finished"], row["guild"], row["channel"], row["message"], bool(row["settled"]),
            )
            for row in rows
        ]  # fmt: skip

    async def head_to_head(self, people: Sequence[int], guild: int, game: str) -> tuple[int, int]:
        """Return in how many games the first of two people finished ahead of the other, and behind."""
        person, other = people
        ((won, lost),) = await self._database.fetch(_HEAD_TO_HEAD, person=person, other=other, guild=guild, game=game)
        return int(won), int(lost)

    async def last_shared_table(self, people: Sequence[int], guild: int) -> int | None:
        """Return the last finished table on that server with these two people, who may be the same person."""
        person, other = people
        rows = await self._database.fetch(_LAST_SHARED_TABLE, person=person, other=other, guild=guild)
        return int(rows[0][0]) if rows else None

    async def game_outcome(self, room_id: int) -> GameOutcome | None:
        """Return the result of the room's game with its rating changes, None if it is unrated or not over."""
        seats = await self._database.fetch(_RESULT, room_id)
        changes = await self._database.fetch(_RATING_CHANGES, room_id)
        if not seats:
            return None
        made = {row["person"]: RatingChange(*(row[name] for name in RatingChange.__slots__)) for row in changes}
        return GameOutcome(result_from(seats), made, {row["person"]: row["name"] for row in changes})
