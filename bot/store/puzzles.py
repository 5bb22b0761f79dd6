"""Puzzles of a day, what people answered, and on which days they solved one. Knows no game and no words."""

import json
from typing import Any

from bot.model.people import Person
from bot.model.puzzle import EVERYWHERE, DailyPuzzle, PuzzleTry
from bot.store.choices import PeopleStore
from bot.store.database import Database
from bot.store.reviews import judged_from, judged_text
from engine.robots.review import JudgedDecision

_PUZZLE = "puzzles.id, day, game, guild, record, judged"
_OF_DAY = f"SELECT {_PUZZLE} FROM puzzles WHERE day = ? AND game = ? AND guild = ?"  # noqa: S608 - no outside text
_KEEP = """
    INSERT INTO puzzles (day, game, guild, record, judged) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (day, game, guild) DO NOTHING"""
_FORGET = "DELETE FROM puzzles WHERE day < ?"
_TRIES = f"""{_PUZZLE}, puzzle_attempts.id, person, name, moves, change, at, answer, solved
    FROM puzzle_attempts JOIN puzzles ON puzzles.id = puzzle JOIN people ON people.id = person"""
_BY_NUMBER = f"SELECT {_TRIES} WHERE puzzle_attempts.id = ?"
_OWN = f"SELECT {_TRIES} WHERE puzzle = ? AND person = ?"
_OF_PERSON = f"SELECT {_TRIES} WHERE person = ? AND day = ? ORDER BY puzzle_attempts.id"
_OPEN = "INSERT INTO puzzle_attempts (puzzle, person) VALUES (?, ?) ON CONFLICT (puzzle, person) DO NOTHING"
_MOVE = """
    UPDATE puzzle_attempts SET moves = ?, at = ?, change = change + 1 WHERE id = ? AND change = ? AND at IS NULL
    RETURNING change"""
_JUDGE = """
    UPDATE puzzle_attempts SET answer = ?, solved = ? WHERE id = ? AND at IS NOT NULL AND answer IS NULL
    RETURNING person"""
_SOLVED = "INSERT INTO solved_days (person, day) VALUES (?, ?) ON CONFLICT DO NOTHING"
# Tables of a server that are over, at which people played from the beginning to the end who all allow it.
_ALLOWED = """
    SELECT id, game FROM rooms WHERE guild = ? AND phase = 'over' AND changed_at > ?
        AND EXISTS (SELECT 1 FROM seats WHERE room = rooms.id AND person IS NOT NULL)
        AND NOT EXISTS (SELECT 1 FROM room_events WHERE room = rooms.id AND kind = 'replaced')
        AND NOT EXISTS (
            SELECT 1 FROM seats WHERE room = rooms.id AND (mark <> '' OR former_person IS NOT NULL OR person IS NOT NULL
                AND NOT EXISTS (
                    SELECT 1 FROM preferences
                    WHERE preferences.person = seats.person AND key = 'puzzles' AND value = 'yes')))
    ORDER BY id DESC LIMIT ?"""
_DAYS = "SELECT day FROM solved_days WHERE person = ? AND day <= ? ORDER BY day"


class PuzzleStore:
    """What is kept of puzzles. Each call is one transaction."""

    def __init__(self, database: Database, people: PeopleStore) -> None:
        self._database = database
        self._people = people

    async def of(self, day: str, game: str, guild: int) -> DailyPuzzle | None:
        """The puzzle of that day, None if none is kept."""
        rows = await self._database.fetch(_OF_DAY, day, game, guild)
        return next((_puzzle(*row) for row in rows), None)

    async def keep(self, one: DailyPuzzle) -> None:
        """It is kept, unless there is one of that day already."""
        facts = (one.day, one.game, one.guild, one.record, judged_text((one.judged,)))
        await self._database.execute_alone(_KEEP, *facts, rooms=())

    async def forget(self, day: str) -> None:
        """Puzzles of earlier days are gone, with what people answered."""
        await self._database.execute_alone(_FORGET, day, rooms=())

    async def open(self, person: Person, puzzle: DailyPuzzle) -> PuzzleTry:
        """The person's try of that puzzle; the one of before if there is one."""

        async def work() -> None:
            await self._people.meet([person])
            await self._database.execute(_OPEN, (puzzle.id, person.id))

        known = await self._database.fetch(_OWN, puzzle.id, person.id)
        if not known:
            await self._database.transaction(work)
            known = await self._database.fetch(_OWN, puzzle.id, person.id)
        return _try(*known[0])

    async def load(self, number: int) -> PuzzleTry | None:
        """The try of that number, None if it is not kept."""
        rows = await self._database.fetch(_BY_NUMBER, number)
        return next((_try(*row) for row in rows), None)

    async def tries(self, person_id: int, day: str) -> list[PuzzleTry]:
        """What the person has made of the puzzles of that day."""
        return [_try(*row) for row in await self._database.fetch(_OF_PERSON, person_id, day)]

    async def move(self, one: PuzzleTry, moves: tuple[str, ...], at: float | None) -> bool:
        """These are the moves made so far, at that moment the whole answer; False if the try has changed since."""
        return bool(await self._database.execute_alone(_MOVE, json.dumps(moves), at, one.id, one.change, rooms=()))

    async def judge(self, one: PuzzleTry, answer: JudgedDecision, *, solved: bool) -> None:
        """The answer was judged so; what was judged before stays. A solved puzzle that is everywhere counts its day."""

        async def work() -> None:
            kept = await self._database.execute(_JUDGE, (judged_text((answer,)), int(solved), one.id))
            if kept and solved and one.puzzle.guild == EVERYWHERE:
                await self._database.execute(_SOLVED, (one.person, one.puzzle.day))

        await self._database.transaction(work, ())

    async def allowed(self, guild: int, since: float, most: int) -> list[tuple[int, str]]:
        """The newest tables of that server that may become puzzles, ended after that moment: numbers and games."""
        return [(int(room), str(game)) for room, game in await self._database.fetch(_ALLOWED, guild, since, most)]

    async def days(self, person_id: int, until: str) -> frozenset[str]:
        """The days up to that one on which the person solved a puzzle."""
        return frozenset(str(day) for (day,) in await self._database.fetch(_DAYS, person_id, until))


def _puzzle(*row: Any) -> DailyPuzzle:
    number, day, game, guild, record, judged = row
    return DailyPuzzle(number, day, game, guild, record, judged_from(judged)[0])


def _try(*row: Any) -> PuzzleTry:
    number, person, name, moves, change, at, answer, solved = row[6:]
    judged = judged_from(answer)[0] if answer else None
    return PuzzleTry(
        number, _puzzle(*row[:6]), person, name, tuple(json.loads(moves)), change, at, judged, bool(solved)
    )
