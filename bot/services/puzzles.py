"""The puzzles of each day: made once, beside everything else, kept, answered and judged. Knows no words and no Discord.

The first person who asks has a puzzle made; a look at one has that of the next day made, so usually nobody waits.
"""

import asyncio
from collections.abc import Callable, Hashable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

from bot import tasks
from bot.model.errors import Refusal
from bot.model.people import Person
from bot.model.puzzle import (
    BASE,
    EVERYWHERE,
    GRACE,
    KEPT_DAYS,
    LAST,
    DailyPuzzle,
    PuzzleRoom,
    PuzzlesOfDay,
    PuzzleTry,
    day_of,
    end_of,
    moved,
    record_of,
    room_of,
    streak,
)
from bot.model.robots import AskedJudgement, JudgeDecision
from bot.model.room import PlayedRoom, Room, table_of
from bot.model.timeline import timeline_of
from bot.services.isolation import Isolation
from bot.services.reviews import HOUR, HourlyLimit, Nodes
from bot.services.robots import judge_here
from bot.store.database import DatabaseAway
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

RECENT = 60 * 86_400.0  # seconds since the end of games of a server that may become puzzles
MOST_TABLES = 40  # of a server, the newest, among which such games are drawn
MOST_AN_HOUR = 20  # puzzles that one person may have made, and answers that one person may have judged
Key = tuple[str, str, int]  # the day, the game and the server of a puzzle


@dataclass(frozen=True)
class Making:
    """A puzzle is being made."""

    key: Key  # which one
    done: int = 0  # how many decisions were judged for it
    of: int = MAX_JUDGED_DECISIONS  # how many it may come to


class Puzzles:
    """The puzzles that are being made, and those that were made.

    `judge`: who judges a decision. `nodes`: how many positions are looked at.
    """

    def __init__(self, store: Store, now: Callable[[], float], games: Mapping[str, Game]) -> None:
        self._store = store
        self.now = now
        self.games = games
        self.judge: JudgeDecision = judge_here
        self.nodes = Nodes()
        self._limit = HourlyLimit(now, MOST_AN_HOUR)
        self._isolation = Isolation(now)
        self._making: dict[Key, Making] = {}
        self._tasks: dict[Hashable, asyncio.Task[None]] = {}  # of puzzles by their key, of answers by their number
        self._on_server: dict[tuple[str, int], tuple[str, ...]] = {}  # games, by day and server
        self._forgotten = 0.0
        self._closed = False

    @property
    def offered(self) -> tuple[str, ...]:
        """The games that have puzzles."""
        return tuple(key for key in self.games if key in COACHES)

    async def today(self, person_id: int, guild: int | None) -> PuzzlesOfDay:
        """Today's puzzles on that server, and what the person has made of them so far."""
        today = day_of(self.now())
        tries = await self._store.puzzles.tries(person_id, today)
        return PuzzlesOfDay(
            today, self.offered, await self._here(guild), tuple(tries), await self.streak(person_id, today)
        )

    async def streak(self, person_id: int, day: str) -> int:
        """How many days in a row, up to that one, the person has solved at least one puzzle that is everywhere."""
        return streak(await self._store.puzzles.days(person_id, day), day)

    async def open(self, person: Person, game: str, guild: int = EVERYWHERE) -> PuzzleTry | Making:
        """The person's try of today's puzzle; the puzzle is made first if nobody has asked for it.

        `guild`: of a puzzle from games of that server. Raises Refusal: unknown, puzzle_none, puzzle_failed,
        puzzle_many, stopping.
        """
        if game not in self.offered:
            raise Refusal("unknown")
        today = day_of(self.now())
        kept = await self._store.puzzles.of(today, game, guild)
        if kept is None and guild != EVERYWHERE and game not in await self._here(guild):
            raise Refusal("puzzle_none")
        if kept is None:
            key = (today, game, guild)
            if key not in self._tasks:
                self._needs_work(key)
                self._count(person.id)
                self._start(key, lambda: self._make(key, person.id))
            return self._making.setdefault(key, Making(key))
        tomorrow = (moved(today, 1), game, guild)
        if guild == EVERYWHERE and tomorrow not in self._tasks and await self._store.puzzles.of(*tomorrow) is None:
            with suppress(Refusal):  # whether that one works out is of no concern today
                self._needs_work(tomorrow)
                self._start(tomorrow, lambda: self._make(tomorrow, person.id))
        return await self._store.puzzles.open(person, kept)

    async def tried(self, number: int, person_id: int | None = None) -> PuzzleTry:
        """The try of that number, which is this person's if one is named. Raises Refusal("puzzle_gone")."""
        found = await self._store.puzzles.load(number)
        if found is None or person_id not in (None, found.person):
            raise Refusal("puzzle_gone")
        return found

    async def move(self, one: PuzzleTry, moves: tuple[str, ...], *, is_whole: bool) -> None:
        """These are the moves made so far, kept; a whole answer is judged at once where that takes no search.

        Raises Refusal: stale, puzzle_past.
        """
        if self.now() > end_of(one.puzzle.day) + GRACE:
            raise Refusal("puzzle_past")
        if not await self._store.puzzles.move(one, moves, self.now() if is_whole else None):
            raise Refusal("stale")
        if is_whole:
            tried = await self.tried(one.id, one.person)
            puzzle = await asyncio.to_thread(tried.puzzle.read, self.games)
            answer = await asyncio.to_thread(find_known_answer, puzzle, tried.moves)
            if answer is not None:  # it is one of the lines that are known
                await self._store.puzzles.judge(tried, answer, solved=is_right(puzzle, answer))

    async def judged(self, one: PuzzleTry) -> None:
        """Return once the answer is judged, or when that has failed. Raises Refusal: puzzle_failed, puzzle_many."""
        if one.answer is None and one.id not in self._tasks:
            self._needs_work(one.id)
            self._count(one.person)
            self._start(one.id, lambda: self._judge(one))
        await self.done(one.id)

    def making(self, one: Making) -> Making:
        """How far the making of that puzzle is; as far as it was for one that is not being made any more."""
        return self._making.get(one.key, one)

    async def done(self, number: Hashable) -> None:
        """Return once nobody is at work any more on that puzzle (by its key) or on that answer (by its number)."""
        if number in self._tasks:
            await asyncio.wait((self._tasks[number],))

    async def forget(self) -> None:
        """Puzzles of long ago are gone; looks once an hour."""
        if self.now() - self._forgotten >= HOUR:
            self._forgotten = self.now()
            await self._store.puzzles.forget(moved(day_of(self.now()), -KEPT_DAYS))

    async def close(self) -> None:
        """End all work and begin no other; what was not finished begins again when somebody asks in the next run."""
        self._closed = True
        await tasks.cancel(self._tasks.values())

    # making

    def _needs_work(self, number: Hashable) -> None:
        """Raises Refusal unless work can begin: stopping, puzzle_failed."""
        if self._closed:
            raise Refusal("stopping")
        if not self._isolation.ready(self._logged_as(number)):
            raise Refusal("puzzle_failed")

    def _count(self, person_id: int) -> None:
        """Work begins because the person asked for it. Raises Refusal("puzzle_many")."""
        if not self._limit.take(person_id):
            raise Refusal("puzzle_many", n=MOST_AN_HOUR)

    def _start(self, number: Hashable, work: Callable[[], Any]) -> None:
        async def run() -> None:
            try:
                with suppress(DatabaseAway), self._isolation.alone(self._logged_as(number)):
                    await work()
            finally:
                self._tasks.pop(number, None)

        self._tasks[number] = asyncio.create_task(run(), name=f"puzzle {number}")

    def _logged_as(self, number: Hashable) -> int:
        """The number under which faults are held and logged; of a puzzle one that no try ever has."""
        return LAST + [*self.games].index(number[1]) if isinstance(number, tuple) else int(str(number))

    async def _make(self, key: Key, person_id: int) -> None:
        day, game, guild = key
        try:
            found = await self._found(key, search_puzzle(await self._games(key), day), person_id)
            if guild == EVERYWHERE or is_clear(found.judged):
                record = await asyncio.to_thread(record_of, found)
                await self._store.puzzles.keep(DailyPuzzle(0, day, game, guild, record, found.judged))
            else:
                await self._none_here(key)
        except NoPuzzle:
            if guild == EVERYWHERE:
                raise
            await self._none_here(key)
        finally:
            self._making.pop(key, None)

    async def _here(self, guild: int | None) -> tuple[str, ...]:
        """The games of which there is, or may be, a puzzle from games of that server; looks once a day."""
        today = day_of(self.now())
        if guild is None:
            return ()
        if (today, guild) not in self._on_server:
            self._on_server = {one: games for one, games in self._on_server.items() if one[0] == today}
            games = {game for _, game in await self._allowed(guild)}
            self._on_server[today, guild] = tuple(key for key in self.offered if key in games)
        return self._on_server[today, guild]

    async def _allowed(self, guild: int) -> list[tuple[int, str]]:
        return await self._store.puzzles.allowed(guild, self.now() - RECENT, MOST_TABLES)

    async def _none_here(self, key: Key) -> None:
        """No game of that server makes a puzzle today."""
        day, game, guild = key
        self._on_server[day, guild] = tuple(one for one in await self._here(guild) if one != game)

    async def _games(self, key: Key) -> Iterable[Table]:
        """The games in which the puzzle is looked for: of robots, or some of that server, drawn by the day."""
        day, game, guild = key
        if guild == EVERYWHERE:
            return robot_games(game, day)
        numbers = [number for number, other in await self._allowed(guild) if other == game]
        some = Random(day).sample(numbers, min(MAX_PUZZLE_GAMES, len(numbers)))  # noqa: S311 - repeatable on purpose
        records = [await self._store.load(number) for number in some]
        tables = [await asyncio.to_thread(table_of, record, self.games[game]) for record in records if record]
        return [table for table in tables if (await asyncio.to_thread(timeline_of, table)).whole]  # by today's rules

    async def _found(self, key: Key, under_way: PuzzleSearch, person_id: int) -> Puzzle:
        """What the search finds; its questions are put to the coaches, between them it works on a thread."""
        self._making.setdefault(key, Making(key))
        step = await asyncio.to_thread(_next, under_way, None)
        while isinstance(step, PuzzleQuestion):
            nodes = self.nodes.close if step.closely else self.nodes.quick
            asked = AskedJudgement(step.decision, step.closely, nodes, key[2] or None, person_id)
            answer = await self.judge(asked)
            self._making[key] = Making(key, self._making[key].done + 1)
            step = await asyncio.to_thread(_next, under_way, answer)
        return step

    # judging

    async def _judge(self, one: PuzzleTry) -> None:
        puzzle = await asyncio.to_thread(one.puzzle.read, self.games)
        decision = decision_of(puzzle.table, one.moves)
        own = await self.judge(AskedJudgement(decision, True, self.nodes.close, one.puzzle.guild or None, one.person))
        answer = add_answer(puzzle, own)
        await self._store.puzzles.judge(one, answer, solved=is_right(puzzle, answer))


def _next(under_way: PuzzleSearch, answer: Any) -> PuzzleQuestion | Puzzle:
    """The next question of the search, or what it has found."""
    try:
        return under_way.send(answer)
    except StopIteration as end:
        found: Puzzle = end.value
        return found


class PuzzleTables:
    """Every try as a table of its own; its number is that of the try, from BASE on."""

    def __init__(self, puzzles: Puzzles) -> None:
        self._puzzles = puzzles

    async def of(self, one: PuzzleTry) -> PuzzleRoom:
        """The try as a table. Raises Refusal("puzzle_gone") if the rules do not agree with it any more."""
        try:
            return await asyncio.to_thread(room_of, one, self._puzzles.games, self._puzzles.now())
        except IllegalMove:
            raise Refusal("puzzle_gone") from None

    async def retract(self, room_id: int, person_id: int, stamp: int, *, turn: bool) -> None:
        """The last move, or the whole `turn`, is undone. Raises Refusal: puzzle_gone, puzzle_past, stale."""
        one = await self._puzzles.tried(room_id - BASE, person_id)
        if one.change != stamp or not one.moves:
            raise Refusal("stale")
        await self._puzzles.move(one, () if turn else one.moves[:-1], is_whole=False)

    # what a menu of moves asks

    async def room(self, room_id: int) -> PuzzleRoom:
        """The try of that number; the move menu checks whose it is. Raises Refusal("puzzle_gone")."""
        return await self.of(await self._puzzles.tried(room_id - BASE))

    async def seated(self, room_id: int, person_id: int) -> tuple[PuzzleRoom, Seat]:
        """The try and the seat of the person, whose it is. Raises Refusal("puzzle_gone")."""
        room = await self.of(await self._puzzles.tried(room_id - BASE, person_id))
        return room, room.seat_of(person_id) or 0

    async def play(self, room_id: int, seat: Seat, stamp: int | None, text: str, _: int) -> PlayedRoom:
        """The seat has made the move, which may complete the answer.

        No draw follows, nor any move of a robot. Raises Refusal: puzzle_gone, puzzle_past, stale; IllegalMove.
        """
        one = await self._puzzles.tried(room_id - BASE)
        room = await self.of(one)
        if one.at is not None or (stamp is not None and stamp != one.change):
            raise Refusal("stale")
        move = room.game.parse(text)
        table = await asyncio.to_thread(room.table.step, Entry(seat, str(move)))
        await self._puzzles.move(one, (*one.moves, str(move)), is_whole=is_answer(table, seat))
        return await self.room(room_id)

    async def of_person(self, _: int) -> list[Room]:
        """None: nothing waits in a puzzle."""
        return []

    async def in_channel(self, _: int) -> list[Room]:
        """None: a puzzle stands in no channel."""
        return []
