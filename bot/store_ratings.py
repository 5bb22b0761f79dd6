"""Results and ratings in the file: kept in the transaction that ends a game, and reckoned anew. The store builds on it.

Knows no connection and no transaction, those are the store's, and no openskill; what is read for people to look at
stands in store_rankings.py.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import groupby
from typing import Any

from bot.ratings import RULES, Gain, Ladder, Tally, gains, ladders, rated
from bot.record import Record
from bot.results import Place, Result, Thought
from bot.store_ways import Ways

Tallies = Mapping[Ladder, Mapping[int, Tally]]

_SEAT = """
    INSERT INTO results (room, seat, game, edition, guild, finished, person, level, rank, points, mark, think, turns,
        longest) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
_LATEST = "SELECT max(finished) FROM results"
_SHARED = "SELECT 1 FROM results WHERE finished = ? LIMIT 1"
_TALLY = """
    SELECT mu, sigma, games, wins, streak, best, think, turns, week, earlier, earlier_games FROM ratings
    WHERE game = ? AND guild = ? AND season = ? AND edition = ? AND person = ?"""
_RATE = """
    INSERT OR REPLACE INTO ratings (game, guild, season, edition, person, mu, sigma, games, wins, streak, best, think,
        turns, week, earlier, earlier_games, settled) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
_GAIN = """
    INSERT INTO gains (room, person, here_before, here, everywhere_before, everywhere, settled)
    VALUES (?, ?, ?, ?, ?, ?, ?)"""
_GAIN_ANEW = _GAIN.replace("INSERT", "INSERT OR REPLACE")
_NO_RATINGS = "DELETE FROM ratings"
_NO_GAINS = """
    DELETE FROM gains WHERE NOT EXISTS
        (SELECT 1 FROM results WHERE results.room = gains.room AND results.person = gains.person)"""
_SOME = "SELECT * FROM results WHERE finished > ? ORDER BY finished, seat LIMIT ?"
_UNCOUNTED = """
    SELECT id FROM rooms WHERE phase = 'over' AND guild IS NOT NULL AND id NOT IN (SELECT room FROM results)
    ORDER BY moved, id"""
_RULES = "SELECT rules FROM reckoned"
_BY_RULES = "INSERT INTO reckoned (one, rules) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET rules = excluded.rules"

TICK = 0.001  # seconds between two games that would be over at the same moment
BATCH = 60  # rows of results that are reckoned in one transaction
PRIME = 1_000_003  # account numbers are compared by what is left of them
_MARKS = "SELECT coalesce(sum(abs(coalesce(person, 0)) % ?1 + abs(coalesce(guild, 0)) % ?1), 0) FROM results"


@dataclass
class Course:
    """How far reckoning anew has come. `marks`: of the people and servers in the results up to `since`.

    `unchanged`, at the end: whether nobody was deleted meanwhile whom the first results knew by number.
    """

    tallies: dict[Ladder, dict[int, Tally]] = field(default_factory=dict)
    since: float = -1.0
    count: int = 0
    marks: int = 0
    unchanged: bool = False

    def add(self, seats: list[Any]) -> list[Gain]:
        """One more result is reckoned in; what it did to ratings."""
        result = result_from(seats)
        before = {ladder: self.tallies.setdefault(ladder, {}) for ladder in ladders(result)}
        after = {ladder: rated(result, tallies) for ladder, tallies in before.items()}
        made = gains(result, before, after)
        for ladder, tallies in after.items():
            self.tallies[ladder].update(tallies)
        self.since, self.count = result.finished, self.count + 1
        self.marks += sum(abs(row["person"] or 0) % PRIME + abs(row["guild"] or 0) % PRIME for row in seats)
        return made


class RatingStore(Ways):
    """What is kept of finished games. Each public call is one transaction."""

    async def rebuild_ratings(self, derive: Callable[[Record], Result | None]) -> int:
        """Every rating is reckoned anew from the results; the number of these.

        Games that were over before there were results have theirs by `derive`, if they count. Done in small
        transactions, so that games go on meanwhile; ratings are the old ones until the last of these.
        """
        for (room_id,) in await self._read(_UNCOUNTED):
            await self._transact(partial(self._derive, room_id, derive))
        while True:
            course = Course()
            while not await self._transact(partial(self._go_on, course)):
                pass  # others have their turn between two transactions
            if course.unchanged:
                return course.count

    async def rating_rules(self) -> int:
        """By which rules the ratings were reckoned, 0 for a file in which none ever were."""
        rows = await self._read(_RULES)
        return int(rows[0][0]) if rows else 0

    # steps inside the store's transactions

    async def _count(self, result: Result) -> None:
        """The result is kept and reckoned in. Its moment is later than that of every other one."""
        ((latest,),) = await self._rows(_LATEST)
        result = replace(result, finished=max(result.finished, (latest or 0.0) + TICK))
        await self._keep_result(result)
        before = {ladder: await self._tallies(ladder, result) for ladder in ladders(result)}
        after = {ladder: rated(result, tallies) for ladder, tallies in before.items()}
        await self._keep_ratings(after)
        await self._many(_GAIN, [_values(gain) for gain in gains(result, before, after)])

    async def _tallies(self, ladder: Ladder, result: Result) -> dict[int, Tally]:
        found = {}
        for place in result.places:
            if place.person is not None:
                facts = (ladder.game, ladder.guild, ladder.season, ladder.edition, place.person)
                for row in await self._rows(_TALLY, facts):
                    found[place.person] = Tally(*row)
        return found

    async def _keep_result(self, result: Result) -> None:
        head = (result.game, result.edition, result.guild, result.finished)
        await self._many(_SEAT, [(result.room, one.seat, *head, *_columns(one)) for one in result.places])

    async def _apart(self, result: Result) -> Result:
        """The result at a moment of its own."""
        while await self._rows(_SHARED, (result.finished,)):
            result = replace(result, finished=result.finished + TICK)
        return result

    async def _derive(self, room_id: int, derive: Callable[[Record], Result | None]) -> None:
        record = await self._kept(room_id)
        if record is not None and (result := derive(record)) is not None:
            await self._keep_result(await self._apart(result))

    async def _go_on(self, course: Course) -> bool:
        """The next results in their order, and at the end all that came of them; whether that is done."""
        rows = await self._rows(_SOME, (course.since, BATCH))
        games = [list(seats) for _, seats in groupby(rows, lambda row: row["finished"])]
        ended = len(rows) < BATCH
        made = [gain for seats in (games if ended else games[:-1]) for gain in course.add(seats)]  # the last may go on
        await self._many(_GAIN_ANEW, [_values(gain) for gain in made])
        if ended:
            ((marks,),) = await self._rows(_MARKS, (PRIME,))
            course.unchanged = marks == course.marks
        if ended and course.unchanged:
            await self._rows(_NO_RATINGS)
            await self._rows(_NO_GAINS)
            await self._keep_ratings(course.tallies)
            await self._rows(_BY_RULES, (RULES,))
        return ended

    async def _keep_ratings(self, tallies: Tallies) -> None:
        for ladder, people in tallies.items():
            head = (ladder.game, ladder.guild, ladder.season, ladder.edition)
            await self._many(
                _RATE, [(*head, person, *_values(one), int(one.settled)) for person, one in people.items()]
            )

    # what the store itself has

    @abstractmethod
    async def _kept(self, room_id: int) -> Record | None: ...


def result_from(rows: Iterable[Any]) -> Result:
    """The result that the rows of one game keep."""
    seats = list(rows)
    head = seats[0]
    return Result(
        head["room"], head["game"], head["edition"], head["guild"], head["finished"], tuple(map(_place, seats))
    )


def _values(row: Gain | Tally) -> tuple[Any, ...]:
    """The fields in order; `astuple` takes ten times as long."""
    return tuple(vars(row).values())


def _columns(place: Place) -> tuple[Any, ...]:
    thought = place.thought
    return (
        place.person, place.level, place.rank, place.points, place.mark,
        thought.seconds, thought.turns, thought.longest,
    )  # fmt: skip


def _place(row: Any) -> Place:
    thought = Thought(row["think"], row["turns"], row["longest"])
    return Place(row["seat"], row["person"], row["level"], row["rank"], row["points"], row["mark"], thought)
