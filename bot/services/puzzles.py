"""The daily puzzles: made once in the background, stored, answered and judged. Knows nothing about texts and Discord.

A puzzle is made when the first person asks for it. Opening a puzzle also starts the making of the next day's puzzle, so
usually nobody has to wait.
"""

import asyncio
from collections.abc import Callable, Hashable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

from bot import tasks
from bot.model.errors import Refusal
from bot.model.hours import HOUR
from bot.model.people import Person
from bot.model.puzzle import (
    ALL_SERVERS,
    ANSWER_GRACE,
    FIRST_TRY_ID,
    PUZZLE_DAYS,
    TRY_ID_LIMIT,
    DailyPuzzle,
    PuzzleRoom,
    PuzzlesOfDay,
    PuzzleTry,
    end_of_day,
    puzzle_room,
    puzzle_transcript,
    shift_day,
    streak,
    utc_day,
)
from bot.model.robots import JudgeDecision, JudgmentRequest
from bot.model.room import PlayedRoom, Room, table_of
from bot.model.timeline import timeline_of
from bot.services.fault_isolation import FaultIsolation
from bot.services.reviews import HourlyLimit, NodeLimits
from bot.services.robots import judge_on_thread
from bot.store.database import DatabaseUnavailable
from bot.store.store import Store
from engine.core import Game, IllegalMove, Seat
from engine.robots import COACHES
from engine.robots.puzzle import (
    MAX_JUDGED_DECISIONS,
    MAX_PUZZLE_GAMES,
    NoPuzzle,
    Puzzle,
    PuzzleQuestion,
    PuzzleSearch,
    add_answer,
    decision_of,
    find_known_answer,
    is_answer,
    is_clear,
    is_right,
    robot_games,
    search_puzzle,
)
from engine.table import Entry, Table

MAX_GAME_AGE = 60 * 86_400.0  # seconds since the end of a server's game that may become a puzzle
MAX_SOURCE_TABLES = 40  # newest tables of a server among which such games are chosen
MAX_PUZZLES_PER_HOUR = 20  # puzzles and judgments of answers that one person may start
PuzzleKey = tuple[str, str, int]  # day, game and server of a puzzle


@dataclass(frozen=True)
class PuzzleProgress:
    """How far the making of a puzzle is."""

    key: PuzzleKey  # which puzzle
    judged: int = 0  # decisions judged so far
    total: int = MAX_JUDGED_DECISIONS  # decisions to judge at most


class Puzzles:
    """The stored puzzles and those being made.

    `judge`: judges a decision. `nodes`: how many positions are examined.
    """

    def __init__(self, store: Store, now: Callable[[], float], games: Mapping[str, Game]) -> None:
        self._store = store
        self.now = now
        self.games = games
        self.judge: JudgeDecision = judge_on_thread
        self.nodes = NodeLimits()
        self._limit = HourlyLimit(now, MAX_PUZZLES_PER_HOUR)
        self._isolation = FaultIsolation(now)
        self._progress: dict[PuzzleKey, PuzzleProgress] = {}
        # Tasks that make a puzzle, by its key, and tasks that judge an answer, by the number of the try.
        self._tasks: dict[Hashable, asyncio.Task[None]] = {}
        self._games_by_server: dict[tuple[str, int], tuple[str, ...]] = {}  # by day and server
        self._last_forgotten = 0.0
        self._closed = False

    @property
    def offered_games(self) -> tuple[str, ...]:
        """The games that have puzzles."""
        return tuple(key for key in self.games if key in COACHES)

    async def load_today(self, person_id: int, guild: int | None) -> PuzzlesOfDay:
        """Return today's puzzles on that server and the person's tries so far."""
        today = utc_day(self.now())
        tries = await self._store.puzzles.attempts(person_id, today)
        return PuzzlesOfDay(
            today,
            self.offered_games,
            await self._server_games(guild),
            tuple(tries),
            await self.streak(person_id, today),
        )

    async def streak(self, person_id: int, day: str) -> int:
        """Return the number of days in a row, up to `day`, on which the person solved a puzzle of all servers."""
        return streak(await self._store.puzzles.solved_days(person_id, day), day)

    async def open(self, person: Person, game: str, guild: int = ALL_SERVERS) -> PuzzleTry | PuzzleProgress:
        """Open the person's try of today's puzzle; if it is not made yet, start making it and return the progress.

        `guild`: the server whose games the puzzle is from. Raises Refusal: unknown, puzzle_none, puzzle_failed,
        puzzle_many, stopping.
        """
        if game not in self.offered_games:
            raise Refusal("unknown")
        today = utc_day(self.now())
        puzzle = await self._store.puzzles.load_daily(today, game, guild)
        if puzzle is None and guild != ALL_SERVERS and game not in await self._server_games(guild):
            raise Refusal("puzzle_none")
        if puzzle is None:
            key = (today, game, guild)
            if key not in self._tasks:
                self._check_can_start(key)
                self._count_work(person.id)
                self._start(key, lambda: self._make(key, person.id))
            return self._progress.setdefault(key, PuzzleProgress(key))
        tomorrow = (shift_day(today, 1), game, guild)
        if (
            guild == ALL_SERVERS
            and tomorrow not in self._tasks
            and await self._store.puzzles.load_daily(*tomorrow) is None
        ):
            with suppress(Refusal):  # tomorrow's puzzle can still be made tomorrow
                self._check_can_start(tomorrow)
                self._start(tomorrow, lambda: self._make(tomorrow, person.id))
        return await self._store.puzzles.open(person, puzzle)

    async def load_try(self, number: int, person_id: int | None = None) -> PuzzleTry:
        """Return the try with that number. Raises Refusal("puzzle_gone"), also if it is not the given person's."""
        found = await self._store.puzzles.load(number)
        if found is None or person_id not in (None, found.person):
            raise Refusal("puzzle_gone")
        return found

    async def save_moves(self, puzzle_try: PuzzleTry, moves: tuple[str, ...], *, is_whole: bool) -> None:
        """Save the moves made so far. A complete answer is judged at once if that takes no search.

        Raises Refusal: stale, puzzle_past.
        """
        if self.now() > end_of_day(puzzle_try.puzzle.day) + ANSWER_GRACE:
            raise Refusal("puzzle_past")
        if not await self._store.puzzles.move(puzzle_try, moves, self.now() if is_whole else None):
            raise Refusal("stale")
        if is_whole:
            tried = await self.load_try(puzzle_try.id, puzzle_try.person)
            puzzle = await asyncio.to_thread(tried.puzzle.read, self.games)
            answer = await asyncio.to_thread(find_known_answer, puzzle, tried.moves)
            if answer is not None:  # it is one of the lines already judged
                await self._store.puzzles.judge(tried, answer, solved=is_right(puzzle, answer))

    async def wait_until_judged(self, puzzle_try: PuzzleTry) -> None:
        """Return once the answer is judged or judging has failed. Raises Refusal: puzzle_failed, puzzle_many."""
        if puzzle_try.answer is None and puzzle_try.id not in self._tasks:
            self._check_can_start(puzzle_try.id)
            self._count_work(puzzle_try.person)
            self._start(puzzle_try.id, lambda: self._judge_answer(puzzle_try))
        await self.wait_for_work(puzzle_try.id)

    def progress(self, earlier: PuzzleProgress) -> PuzzleProgress:
        """Return the current progress of making the puzzle; `earlier` if it is no longer being made."""
        return self._progress.get(earlier.key, earlier)

    async def wait_for_work(self, number: Hashable) -> None:
        """Return once the work on that puzzle (by its key) or answer (by its number) has ended."""
        if number in self._tasks:
            await asyncio.wait((self._tasks[number],))

    async def forget_old(self) -> None:
        """Delete old puzzles, at most once an hour."""
        if self.now() - self._last_forgotten >= HOUR:
            self._last_forgotten = self.now()
            await self._store.puzzles.delete_before(shift_day(utc_day(self.now()), -PUZZLE_DAYS))

    async def close(self) -> None:
        """Stop all work and start no more. Unfinished work begins again when someone asks in the next run."""
        self._closed = True
        await tasks.cancel(self._tasks.values())

    # making puzzles

    def _check_can_start(self, number: Hashable) -> None:
        """Raise Refusal unless work can start: stopping, puzzle_failed."""
        if self._closed:
            raise Refusal("stopping")
        if not self._isolation.may_try(self._fault_number(number)):
            raise Refusal("puzzle_failed")

    def _count_work(self, person_id: int) -> None:
        """Count work started for the person. Raises Refusal("puzzle_many")."""
        if not self._limit.take(person_id):
            raise Refusal("puzzle_many", n=MAX_PUZZLES_PER_HOUR)

    def _start(self, number: Hashable, work: Callable[[], Any]) -> None:
        async def run() -> None:
            try:
                with suppress(DatabaseUnavailable), self._isolation.isolate(self._fault_number(number)):
                    await work()
            finally:
                self._tasks.pop(number, None)

        self._tasks[number] = asyncio.create_task(run(), name=f"puzzle {number}")

    def _fault_number(self, number: Hashable) -> int:
        """Return the number under which faults are held and logged; a puzzle's differs from those of all tries."""
        return TRY_ID_LIMIT + [*self.games].index(number[1]) if isinstance(number, tuple) else int(str(number))

    async def _make(self, key: PuzzleKey, person_id: int) -> None:
        day, game, guild = key
        try:
            found = await self._find_puzzle(key, search_puzzle(await self._games_to_search(key), day), person_id)
            if guild == ALL_SERVERS or is_clear(found.judged):
                record = await asyncio.to_thread(puzzle_transcript, found)
                await self._store.puzzles.save(DailyPuzzle(0, day, game, guild, record, found.judged))
            else:
                await self._drop_server_game(key)
        except NoPuzzle:
            if guild == ALL_SERVERS:
                raise
            await self._drop_server_game(key)
        finally:
            self._progress.pop(key, None)

    async def _server_games(self, guild: int | None) -> tuple[str, ...]:
        """Return the games for which there is or may be a puzzle from that server's tables; cached for a day."""
        today = utc_day(self.now())
        if guild is None:
            return ()
        if (today, guild) not in self._games_by_server:
            self._games_by_server = {
                day_and_guild: games
                for day_and_guild, games in self._games_by_server.items()
                if day_and_guild[0] == today
            }
            games = {game for _, game in await self._source_tables(guild)}
            self._games_by_server[today, guild] = tuple(key for key in self.offered_games if key in games)
        return self._games_by_server[today, guild]

    async def _source_tables(self, guild: int) -> list[tuple[int, str]]:
        return await self._store.puzzles.eligible_tables(guild, self.now() - MAX_GAME_AGE, MAX_SOURCE_TABLES)

    async def _drop_server_game(self, key: PuzzleKey) -> None:
        """Note that no puzzle of this game can be made from that server's tables today."""
        day, game, guild = key
        self._games_by_server[day, guild] = tuple(other for other in await self._server_games(guild) if other != game)

    async def _games_to_search(self, key: PuzzleKey) -> Iterable[Table]:
        """Return the games to search for the puzzle: games of robots, or a random choice of the server's games."""
        day, game, guild = key
        if guild == ALL_SERVERS:
            return robot_games(game, day)
        numbers = [number for number, other in await self._source_tables(guild) if other == game]
        some = Random(day).sample(numbers, min(MAX_PUZZLE_GAMES, len(numbers)))  # noqa: S311 - repeatable on purpose
        records = [await self._store.load(number) for number in some]
        tables = [await asyncio.to_thread(table_of, record, self.games[game]) for record in records if record]
        return [
            table for table in tables if (await asyncio.to_thread(timeline_of, table)).is_whole
        ]  # under today's rules

    async def _find_puzzle(self, key: PuzzleKey, under_way: PuzzleSearch, person_id: int) -> Puzzle:
        """Run the search for the puzzle on a thread, except that its questions are answered by coaches."""
        self._progress.setdefault(key, PuzzleProgress(key))
        step = await asyncio.to_thread(_next_step, under_way, None)
        while isinstance(step, PuzzleQuestion):
            nodes = self.nodes.close if step.closely else self.nodes.quick
            asked = JudgmentRequest(step.decision, step.closely, nodes, key[2] or None, person_id)
            answer = await self.judge(asked)
            self._progress[key] = PuzzleProgress(key, self._progress[key].judged + 1)
            step = await asyncio.to_thread(_next_step, under_way, answer)
        return step

    # judging answers

    async def _judge_answer(self, puzzle_try: PuzzleTry) -> None:
        puzzle = await asyncio.to_thread(puzzle_try.puzzle.read, self.games)
        decision = decision_of(puzzle.table, puzzle_try.moves)
        own = await self.judge(
            JudgmentRequest(decision, True, self.nodes.close, puzzle_try.puzzle.guild or None, puzzle_try.person)
        )
        answer = add_answer(puzzle, own)
        await self._store.puzzles.judge(puzzle_try, answer, solved=is_right(puzzle, answer))


def _next_step(under_way: PuzzleSearch, answer: Any) -> PuzzleQuestion | Puzzle:
    """Return the search's next question, or the puzzle it has found."""
    try:
        return under_way.send(answer)
    except StopIteration as end:
        found: Puzzle = end.value
        return found


class PuzzleTables:
    """Every try as a table of its own, whose room number is the number of the try plus BASE."""

    def __init__(self, puzzles: Puzzles) -> None:
        self._puzzles = puzzles

    async def try_room(self, puzzle_try: PuzzleTry) -> PuzzleRoom:
        """Return the try as a table. Raises Refusal("puzzle_gone") if it breaks today's rules."""
        try:
            return await asyncio.to_thread(puzzle_room, puzzle_try, self._puzzles.games, self._puzzles.now())
        except IllegalMove:
            raise Refusal("puzzle_gone") from None

    async def retract(self, room_id: int, person_id: int, stamp: int, *, turn: bool) -> None:
        """Undo the last move, or the whole `turn`. Raises Refusal: puzzle_gone, puzzle_past, stale."""
        puzzle_try = await self._puzzles.load_try(room_id - FIRST_TRY_ID, person_id)
        if puzzle_try.change != stamp or not puzzle_try.moves:
            raise Refusal("stale")
        await self._puzzles.save_moves(puzzle_try, () if turn else puzzle_try.moves[:-1], is_whole=False)

    # for the move menu

    async def room(self, room_id: int) -> PuzzleRoom:
        """Return the try with that number; the move menu checks whose it is. Raises Refusal("puzzle_gone")."""
        return await self.try_room(await self._puzzles.load_try(room_id - FIRST_TRY_ID))

    async def room_and_seat(self, room_id: int, person_id: int) -> tuple[PuzzleRoom, Seat]:
        """Return the person's own try and their seat in it. Raises Refusal("puzzle_gone")."""
        room = await self.try_room(await self._puzzles.load_try(room_id - FIRST_TRY_ID, person_id))
        return room, room.seat_of(person_id) or 0

    async def play(self, room_id: int, seat: Seat, stamp: int | None, text: str, _: int) -> PlayedRoom:
        """Make the seat's move, which may complete the answer.

        No draw and no robot move follows. Raises Refusal: puzzle_gone, puzzle_past, stale; IllegalMove.
        """
        puzzle_try = await self._puzzles.load_try(room_id - FIRST_TRY_ID)
        room = await self.try_room(puzzle_try)
        if puzzle_try.answered_at is not None or (stamp is not None and stamp != puzzle_try.change):
            raise Refusal("stale")
        move = room.game.parse(text)
        table = await asyncio.to_thread(room.table.step, Entry(seat, str(move)))
        await self._puzzles.save_moves(puzzle_try, (*puzzle_try.moves, str(move)), is_whole=is_answer(table, seat))
        return await self.room(room_id)

    async def list_for_person(self, _: int) -> list[Room]:
        """Return nothing: puzzles never wait for anyone."""
        return []

    async def list_in_channel(self, _: int) -> list[Room]:
        """Return nothing: a puzzle is in no channel."""
        return []
