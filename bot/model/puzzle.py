"""Daily puzzles and people's attempts at them. Knows nothing about storage, texts or Discord."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta

from bot.model.people import Location, Person, Robot, free_robot_name
from bot.model.record import Chair, LogLine, Record
from bot.model.room import PlayedRoom
from bot.model.sandbox import FIRST_SANDBOX_ID as SANDBOXES
from engine.core import Game
from engine.robots.core import Level
from engine.robots.puzzle import Puzzle
from engine.robots.review import JudgedDecision
from engine.table import Entry
from engine.transcript import read_transcript, write_transcript

FIRST_TRY_ID = 36 * SANDBOXES  # numbers of tries begin here; numbers of rooms and sandboxes are always lower
TRY_ID_LIMIT = FIRST_TRY_ID + 36**6
ALL_SERVERS = 0  # in place of a server: the puzzle is the same on all servers
PUZZLE_DAYS = 14  # days for which a puzzle can be viewed
ANSWER_GRACE = 3_600.0  # seconds after the end of the puzzle's day in which a started puzzle may still be answered


@dataclass(frozen=True)
class DailyPuzzle:
    """A stored puzzle."""

    id: int  # the number of the puzzle
    day: str  # its date in UTC, such as "2026-11-23"
    game: str  # the key of the game
    guild: int  # the server on which the game was played, ALL_SERVERS for a game between robots
    transcript: str  # the game up to the puzzle's position, as text without names
    judged: JudgedDecision  # the decision in that position

    def read(self, games: Mapping[str, Game]) -> Puzzle:
        """The puzzle with its position. Raises IllegalMove("record") if the rules no longer allow its moves."""
        return Puzzle(read_transcript(self.transcript, games).table, self.judged)


@dataclass(frozen=True)
class PuzzleTry:
    """A person's attempt at a puzzle."""

    id: int  # the number of the attempt
    puzzle: DailyPuzzle  # the puzzle
    person: int  # the person's account number
    name: str  # the person's name
    moves: tuple[str, ...] = ()  # the moves made so far, in notation; together at most one turn
    change: int = 1  # rises with every change of the attempt
    answered_at: float | None = None  # when the answer was complete, unix seconds; None until then
    answer: JudgedDecision | None = None  # the decision, judged as if the answer had been played; None until judged
    solved: bool = False  # whether the answer was right


@dataclass(frozen=True)
class PuzzlesOfDay:
    """The puzzles of a day, for one person on one server."""

    day: str  # the date
    games: tuple[str, ...]  # keys of the games with a puzzle for all servers
    server_games: tuple[str, ...]  # keys of the games with a puzzle from this server
    tries: tuple[PuzzleTry, ...]  # the person's attempts
    streak: int  # how many days in a row up to this day the person has solved a puzzle


class PuzzleRoom(PlayedRoom):
    """The position of a puzzle as a table where one person plays and robots have the other seats."""

    @property
    def tag(self) -> str:
        """The text that people read in place of a table's number."""
        return "puzzle"


def utc_day(now: float) -> str:
    """The date in UTC at that moment (unix seconds).

    >>> utc_day(0.0)
    '1970-01-01'
    """
    return f"{datetime.fromtimestamp(now, UTC):%Y-%m-%d}"


def shift_day(day: str, days: int) -> str:
    """The date that many days later.

    >>> shift_day("2026-11-30", 1)
    '2026-12-01'
    """
    return (date.fromisoformat(day) + timedelta(days)).isoformat()


def end_of_day(day: str) -> float:
    """The end of that day in UTC, unix seconds."""
    return datetime.fromisoformat(shift_day(day, 1)).replace(tzinfo=UTC).timestamp()


def streak(days: Collection[str], today: str) -> int:
    """The number of consecutive days in `days` up to today, or up to yesterday if today is missing.

    >>> streak({"2026-11-21", "2026-11-22"}, "2026-11-23")
    2
    """
    last = today if today in days else shift_day(today, -1)
    length = 0
    while shift_day(last, -length) in days:
        length += 1
    return length


def puzzle_transcript(puzzle: Puzzle) -> str:
    """The game up to the puzzle's position, as text without names."""
    return write_transcript(puzzle.table, [""] * puzzle.table.seats, for_referee=True)


def puzzle_room(attempt: PuzzleTry, games: Mapping[str, Game], now: float) -> PuzzleRoom:
    """The puzzle's table after this person's moves. Raises IllegalMove("record") if the rules no longer allow them."""
    table = attempt.puzzle.read(games).table
    seat = table.state.to_act()[0]
    length = len(table.log)
    for text in attempt.moves:
        table = table.step(Entry(seat, text))
    person = Person(attempt.person, attempt.name)
    around: list[Person | Robot] = []  # the person at the seat to move, robots at the others
    for place in range(table.seats):
        around.append(person if place == seat else Robot(Level.AMATEUR, free_robot_name([person, *around])))
    log = [LogLine(entry.seat, entry.text, None, now) for entry in table.log]
    if length and log[length - 1].seat == seat:
        log[length - 1] = replace(log[length - 1], trigger="only")  # moves before the puzzle cannot be taken back
    record = Record(
        id=attempt.id + FIRST_TRY_ID,
        game=table.game.key,
        edition=table.game.edition,
        options=table.options,
        phase="playing" if attempt.answered_at is None else "over",
        host=person,
        host_seen=now,
        place=Location(None, 0),
        opened=now,
        changed_at=now,
        chairs=tuple(Chair(who, place, stamp=attempt.change) for place, who in enumerate(around)),
        log=tuple(log),
    )
    return PuzzleRoom(record, table.game, table, now)
