"""Daily puzzles, people's attempts, and the days on which they solved one. Knows nothing about games and texts."""

import json
from typing import Any

from bot.model.people import Person
from bot.model.puzzle import ALL_SERVERS, DailyPuzzle, PuzzleTry
from bot.store.database import Database
from bot.store.preferences import PeopleStore
from bot.store.reviews import decode_judgments, encode_judgments
from engine.robots.review import JudgedDecision

_PUZZLE = "puzzles.id, day, game, guild, record, judged"
_DAILY_PUZZLE = f"SELECT {_PUZZLE} FROM puzzles WHERE day = ? AND game = ? AND guild = ?"  # noqa: S608 - no outside text
_ADD_PUZZLE = """
    INSERT INTO puzzles (day, game, guild, record, judged) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (day, game, guild) DO NOTHING"""
_DELETE_BEFORE = "DELETE FROM puzzles WHERE day < ?"
_ATTEMPTS = f"""{_PUZZLE}, puzzle_attempts.id, person, name, moves, change, at, answer, solved
    FROM puzzle_attempts JOIN puzzles ON puzzles.id = puzzle JOIN people ON people.id = person"""
_ATTEMPT_BY_ID = f"SELECT {_ATTEMPTS} WHERE puzzle_attempts.id = ?"
_ATTEMPT_AT_PUZZLE = f"SELECT {_ATTEMPTS} WHERE puzzle = ? AND person = ?"
_ATTEMPTS_OF_PERSON = f"SELECT {_ATTEMPTS} WHERE person = ? AND day = ? ORDER BY puzzle_attempts.id"
_ADD_ATTEMPT = "INSERT INTO puzzle_attempts (puzzle, person) VALUES (?, ?) ON CONFLICT (puzzle, person) DO NOTHING"
_SET_MOVES = """
    UPDATE puzzle_attempts SET moves = ?, at = ?, change = change + 1 WHERE id = ? AND change = ? AND at IS NULL
    RETURNING change"""
_JUDGE = """
    UPDATE puzzle_attempts SET answer = ?, solved = ? WHERE id = ? AND at IS NOT NULL AND answer IS NULL
    RETURNING person"""
_ADD_SOLVED_DAY = "INSERT INTO solved_days (person, day) VALUES (?, ?) ON CONFLICT DO NOTHING"
# Finished tables of a server at which people played from the first move to the last, and all allow such puzzles.
_ELIGIBLE_TABLES = """
    SELECT id, game FROM rooms WHERE guild = ? AND phase = 'over' AND changed_at > ?
        AND EXISTS (SELECT 1 FROM seats WHERE room = rooms.id AND person IS NOT NULL)
        AND NOT EXISTS (SELECT 1 FROM room_events WHERE room = rooms.id AND kind = 'replaced')
        AND NOT EXISTS (
            SELECT 1 FROM seats WHERE room = rooms.id AND (mark <> '' OR former_person IS NOT NULL OR person IS NOT NULL
                AND NOT EXISTS (
                    SELECT 1 FROM preferences
                    WHERE preferences.person = seats.person AND key = 'puzzles' AND value = 'yes')))
    ORDER BY id DESC LIMIT ?"""
_SOLVED_DAYS = "SELECT day FROM solved_days WHERE person = ? AND day <= ? ORDER BY day"


class PuzzleStore:
    """Puzzles and attempts. Each call is one transaction."""

    def __init__(self, database: Database, people: PeopleStore) -> None:
        self._database = database
        self._people = people

    async def load_daily(self, day: str, game: str, guild: int) -> DailyPuzzle | None:
        """Return the puzzle of that day, None if there is none."""
        rows = await self._database.fetch(_DAILY_PUZZLE, day, game, guild)
        return next((_puzzle_from(*row) for row in rows), None)

    async def save(self, puzzle: DailyPuzzle) -> None:
        """Save the puzzle, unless that day has one already."""
        facts = (puzzle.day, puzzle.game, puzzle.guild, puzzle.transcript, encode_judgments((puzzle.judged,)))
        await self._database.execute_autocommit(_ADD_PUZZLE, *facts, changed_keys=())

    async def delete_before(self, day: str) -> None:
        """Delete puzzles of earlier days, with their attempts."""
        await self._database.execute_autocommit(_DELETE_BEFORE, day, changed_keys=())

    async def open(self, person: Person, puzzle: DailyPuzzle) -> PuzzleTry:
        """Open an attempt at the puzzle; return the person's existing one if there is one."""

        async def work() -> None:
            await self._people.register([person])
            await self._database.execute(_ADD_ATTEMPT, (puzzle.id, person.id))

        known = await self._database.fetch(_ATTEMPT_AT_PUZZLE, puzzle.id, person.id)
        if not known:
            await self._database.transaction(work)
            known = await self._database.fetch(_ATTEMPT_AT_PUZZLE, puzzle.id, person.id)
        return _attempt_from(*known[0])

    async def load(self, number: int) -> PuzzleTry | None:
        """Return the attempt of that number, None if there is none."""
        rows = await self._database.fetch(_ATTEMPT_BY_ID, number)
        return next((_attempt_from(*row) for row in rows), None)

    async def attempts(self, person_id: int, day: str) -> list[PuzzleTry]:
        """Return the person's attempts at the puzzles of that day."""
        return [_attempt_from(*row) for row in await self._database.fetch(_ATTEMPTS_OF_PERSON, person_id, day)]

    async def move(self, attempt: PuzzleTry, moves: tuple[str, ...], at: float | None) -> bool:
        """Save the moves so far. `at`: when the answer was completed. Return False if the attempt has changed since."""
        return bool(
            await self._database.execute_autocommit(
                _SET_MOVES, json.dumps(moves), at, attempt.id, attempt.change, changed_keys=()
            )
        )

    async def judge(self, attempt: PuzzleTry, answer: JudgedDecision, *, solved: bool) -> None:
        """Save the judgment unless there is one. Solving the puzzle of all servers counts as a solved day."""

        async def work() -> None:
            kept = await self._database.execute(_JUDGE, (encode_judgments((answer,)), int(solved), attempt.id))
            if kept and solved and attempt.puzzle.guild == ALL_SERVERS:
                await self._database.execute(_ADD_SOLVED_DAY, (attempt.person, attempt.puzzle.day))

        await self._database.transaction(work, ())

    async def eligible_tables(self, guild: int, since: float, most: int) -> list[tuple[int, str]]:
        """Return number and game of the newest tables that may become puzzles and ended after that time."""
        return [
            (int(room), str(game)) for room, game in await self._database.fetch(_ELIGIBLE_TABLES, guild, since, most)
        ]

    async def solved_days(self, person_id: int, until: str) -> frozenset[str]:
        """Return the days up to that one on which the person solved a puzzle."""
        return frozenset(str(day) for (day,) in await self._database.fetch(_SOLVED_DAYS, person_id, until))


def _puzzle_from(*row: Any) -> DailyPuzzle:
    number, day, game, guild, record, judged = row
    return DailyPuzzle(number, day, game, guild, record, decode_judgments(judged)[0])


def _attempt_from(*row: Any) -> PuzzleTry:
    number, person, name, moves, change, at, answer, solved = row[6:]
    judged = decode_judgments(answer)[0] if answer else None
    return PuzzleTry(
        number, _puzzle_from(*row[:6]), person, name, tuple(json.loads(moves)), change, at, judged, bool(solved)
    )
