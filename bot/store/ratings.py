"""Results and ratings: saved in the transaction that ends a game, and recalculated from all results.

Knows nothing about openskill. leaderboards.py reads what people see.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import groupby, islice
from typing import Any

from bot.logic.ratings import RATING_RULES, Ladder, RatingChange, Tally, ladders, rate_result, rating_changes
from bot.logic.results import GameResult, SeatResult, ThinkingTime
from bot.model.record import Record
from bot.store.database import Database
from bot.store.privacy import PrivacyStore
from bot.store.rooms import RoomStore

_ADD_RESULT = """
    INSERT INTO results (room, seat, game, edition, guild, finished, person, level, rank, points, mark, think, turns,
        longest) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
_LATEST = "SELECT max(finished) FROM results"
_IS_MOMENT_TAKEN = "SELECT 1 FROM results WHERE finished = ? LIMIT 1"
_TALLY = """
    SELECT * FROM ratings WHERE game = ? AND guild = ? AND season = ? AND edition = ? AND person = ?"""
_RATING_COLUMNS = ("game", "guild", "season", "edition", "person", *Tally.__slots__, "settled")
_SET_RATING = f"""
    INSERT INTO ratings ({", ".join(_RATING_COLUMNS)}) VALUES ({", ".join("?" for _ in _RATING_COLUMNS)})
    ON CONFLICT (game, guild, season, edition, person) DO UPDATE
    SET {", ".join(f"{name} = excluded.{name}" for name in _RATING_COLUMNS[5:])}"""  # noqa: S608 - no outside text
_ADD_CHANGE = f"""
    INSERT INTO rating_changes ({", ".join(RatingChange.__slots__)})
    VALUES ({", ".join("?" for _ in RatingChange.__slots__)})"""  # noqa: S608 - no outside text
_SET_CHANGE = f"""{_ADD_CHANGE}
    ON CONFLICT (room, person) DO UPDATE
    SET {", ".join(f"{name} = excluded.{name}" for name in RatingChange.__slots__[2:])}"""  # noqa: S608
_LADDERS = "SELECT game, guild, season, edition, count(*) FROM ratings GROUP BY game, guild, season, edition"
_RATED_PEOPLE = "SELECT person FROM ratings WHERE game = ? AND guild = ? AND season = ? AND edition = ?"
_DELETE_RATING = "DELETE FROM ratings WHERE game = ? AND guild = ? AND season = ? AND edition = ? AND person = ?"
_COUNT_CHANGES = "SELECT count(*) FROM rating_changes"
_DELETE_ORPHANED_CHANGES = """
    DELETE FROM rating_changes WHERE NOT EXISTS
        (SELECT 1 FROM results WHERE results.room = rating_changes.room AND results.person = rating_changes.person)"""
_NEXT_RESULTS = "SELECT * FROM results WHERE finished > ? ORDER BY finished, seat LIMIT ?"
_ROOMS_WITHOUT_RESULT = """
    SELECT id FROM rooms INDEXED BY rooms_guild
    WHERE phase = 'over' AND guild IS NOT NULL AND id NOT IN (SELECT room FROM results)
    ORDER BY changed_at, id"""
_RULES_VERSION = "SELECT version FROM rating_rules"
_SET_RULES_VERSION = (
    "INSERT INTO rating_rules (one, version) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET version = excluded.version"
)

RESULT_SPACING = 0.001  # seconds between two games that would end at the same time
RESULT_BATCH = 60  # rows of results counted in one transaction
HALF_DONE = -1  # value of `deletions` in a history that failed half-way and must start again
NOT_STARTED = -2  # value of `deletions` in a history that has not started
RATING_BATCH = 500  # ratings written in one transaction, some 10 milliseconds


@dataclass
class RatingHistory:
    """Progress of a recalculation."""

    deletions: int  # how many the database had counted when the recalculation began
    tallies: dict[Ladder, dict[int, Tally]] = field(default_factory=dict)  # the ratings so far
    due: dict[Ladder, set[int]] = field(default_factory=dict)  # people whose ratings are not written yet
    since: float = -1.0  # unix seconds of the last result that was counted
    count: int = 0  # number of results counted
    change_count: int = 0  # number of rating changes

    def add(self, seats: list[Any]) -> list[RatingChange]:
        """Add one result; return the rating changes."""
        result = result_from(seats)
        before = {ladder: self.tallies.setdefault(ladder, {}) for ladder in ladders(result)}
        after = {ladder: rate_result(result, tallies) for ladder, tallies in before.items()}
        made = rating_changes(result, before, after)
        for ladder, tallies in after.items():
            self.tallies[ladder].update(tallies)
            self.due.setdefault(ladder, set()).update(tallies)
        self.since = result.finished
        self.count += 1
        self.change_count += len(made)
        return made

    def take_due_rows(self) -> list[tuple[Any, ...]]:
        """Return the next rows to write, ladder by ladder; they are no longer due."""
        rows = list[tuple[Any, ...]]()
        while self.due and len(rows) < RATING_BATCH:
            ladder = next(iter(self.due))
            people = list(islice(self.due[ladder], RATING_BATCH - len(rows)))
            rows += _ratings(ladder, {person: self.tallies[ladder][person] for person in people})
            self.due[ladder].difference_update(people)
            if not self.due[ladder]:
                del self.due[ladder]
        return rows


class RatingStore:
    """Results and ratings of finished games. Each call is one transaction."""

    def __init__(self, database: Database, rooms: RoomStore, privacy: PrivacyStore) -> None:
        self._database = database
        self._rooms = rooms
        self._privacy = privacy

    async def rebuild(self, derive: Callable[[Record], GameResult | None]) -> int:
        """Recalculate all ratings from the results; return the number of results.

        `derive` returns the result of a game that ended before results were stored, None if it does not count. The work
        is done in small transactions, so that games go on meanwhile. Ratings are written at the end of it; until the
        last transaction `rules_version` is 0.
        """
        for (room_id,) in await self._database.fetch(_ROOMS_WITHOUT_RESULT):
            await self._database.transaction(partial(self._add_missing_result, room_id, derive), serialized=True)
        await self._database.execute_autocommit(_SET_RULES_VERSION, 0)
        history = RatingHistory(NOT_STARTED)
        while not await self._database.transaction(partial(self._continue_rebuild, history), serialized=True):
            if history.deletions == HALF_DONE:  # the history may contain the account ID of a deleted person
                history = RatingHistory(NOT_STARTED)
        return history.count

    async def rules_version(self) -> int:
        """Return the version of the rules by which the ratings were calculated, 0 without ratings."""
        rows = await self._database.fetch(_RULES_VERSION)
        return int(rows[0][0]) if rows else 0

    # steps inside a transaction

    async def add(self, result: GameResult) -> None:
        """Save the result, with a later time than every other result, and update the ratings."""
        ((latest,),) = await self._database.execute(_LATEST)
        result = replace(result, finished=max(result.finished, (latest or 0.0) + RESULT_SPACING))
        await self.save_result(result)
        people = [place.person for place in result.places if place.person is not None]
        before: dict[Ladder, dict[int, Tally]] = {}
        for ladder in ladders(result):
            key = (ladder.game, ladder.guild, ladder.season, ladder.edition)
            found = [(person, row) for person in people for row in await self._database.execute(_TALLY, (*key, person))]
            before[ladder] = {person: tally_of(row) for person, row in found}
        after = {ladder: rate_result(result, tallies) for ladder, tallies in before.items()}
        for ladder, tallies in after.items():
            await self._database.execute_many(_SET_RATING, _ratings(ladder, tallies))
        await self._database.execute_many(
            _ADD_CHANGE, [_values(gain) for gain in rating_changes(result, before, after)]
        )

    async def save_result(self, result: GameResult) -> None:
        """Save the result unchanged, without changing ratings."""
        head = (result.game, result.edition, result.guild, result.finished)
        rows = [
            (
                result.room, place.seat, *head, place.person, place.level, place.rank, place.points, place.mark,
                place.thinking_time.seconds, place.thinking_time.turns, place.thinking_time.longest,
            )
            for place in result.places
        ]  # fmt: skip
        await self._database.execute_many(_ADD_RESULT, rows)

    async def _add_missing_result(self, room_id: int, derive: Callable[[Record], GameResult | None]) -> None:
        record = await self._rooms.read(room_id)
        result = derive(record) if record is not None else None
        if result is not None:
            while await self._database.execute(_IS_MOMENT_TAKEN, (result.finished,)):
                result = replace(result, finished=result.finished + RESULT_SPACING)  # no two results have the same time
            await self.save_result(result)

    async def _continue_rebuild(self, history: RatingHistory) -> bool:
        """Call `_write_some`; return False if someone was deleted meanwhile, or if an attempt failed half-way."""
        begun = history.deletions
        deletions = await self._privacy.count_deletions()
        history.deletions = HALF_DONE
        if begun not in (NOT_STARTED, deletions):
            return False
        done = await self._write_some(history)
        history.deletions = deletions
        return done

    async def _write_some(self, history: RatingHistory) -> bool:
        """Process the next results in order, then write the next ratings; return whether all is done."""
        rows = await self._database.execute(_NEXT_RESULTS, (history.since, RESULT_BATCH))
        if rows:
            games = [list(seats) for _, seats in groupby(rows, lambda row: row["finished"])]
            whole = games if len(rows) < RESULT_BATCH else games[:-1]  # the last game may have more rows
            made = [_values(gain) for seats in whole for gain in history.add(seats)]
            await self._database.execute_many(_SET_CHANGE, made)
        elif history.due:
            await self._database.execute_many(_SET_RATING, history.take_due_rows())
        elif strangers := await self._orphaned_ratings(history):
            await self._database.execute_many(_DELETE_RATING, strangers)
        else:
            ((gained,),) = await self._database.execute(_COUNT_CHANGES)
            if gained > history.change_count:
                await self._database.execute(_DELETE_ORPHANED_CHANGES)
            await self._database.execute(_SET_RULES_VERSION, (RATING_RULES,))
            return True
        return False

    async def _orphaned_ratings(self, history: RatingHistory) -> list[tuple[Any, ...]]:
        """Return some ratings, by ladder and person, that no longer have results."""
        for *key, count in await self._database.execute(_LADDERS):
            people = history.tallies.get(Ladder(*key), {})
            if count > len(people):
                kept = [person for (person,) in await self._database.execute(_RATED_PEOPLE, key)]
                return [(*key, person) for person in kept if person not in people][:RATING_BATCH]
        return []


def result_from(rows: Iterable[Any]) -> GameResult:
    """Return the result stored in the rows of one game."""
    seats = list(rows)
    head = seats[0]
    places = tuple(
        SeatResult(
            row["seat"], row["person"], row["level"], row["rank"], row["points"], row["mark"],
            ThinkingTime(row["think"], row["turns"], row["longest"]),
        )
        for row in seats
    )  # fmt: skip
    return GameResult(head["room"], head["game"], head["edition"], head["guild"], head["finished"], places)


def tally_of(row: Any) -> Tally:
    """Return the tally stored in a row of `ratings`."""
    return Tally(*(row[name] for name in Tally.__slots__))


def _ratings(ladder: Ladder, people: Mapping[int, Tally]) -> list[tuple[Any, ...]]:
    head = (ladder.game, ladder.guild, ladder.season, ladder.edition)
    return [(*head, person, *_values(tally), int(tally.is_settled)) for person, tally in people.items()]


def _values(row: RatingChange | Tally) -> tuple[Any, ...]:
    """Return the fields in order; `astuple` takes ten times as long."""
    return tuple([getattr(row, name) for name in row.__slots__])
