"""Daily puzzles and people's attempts at them. Knows no storage, no words and no Discord."""

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

FIRST_TRY_ID = 36 * SANDBOXES  # numbers of tries begin here; numbers of rooms and sandboxes never come so far
TRY_ID_LIMIT = FIRST_TRY_ID + 36**6
ALL_SERVERS = 0  # in place of a server: the puzzle is the same on all of them
PUZZLE_DAYS = 14  # for which a puzzle can still be looked at
ANSWER_GRACE = 3_600.0  # seconds after the end of its day in which a puzzle that was begun may be answered


@dataclass(frozen=True)
class DailyPuzzle:
    """A stored puzzle."""

    id: int  # its number
    day: str  # its date in UTC, "2026-11-23"
    game: str  # a key
    guild: int  # the server from whose games it comes, EVERYWHERE for one from robots' games
    transcript: str  # the game up to its position, as a text without names
    judged: JudgedDecision  # the decision there

    def read(self, games: Mapping[str, Game]) -> Puzzle:
        """The puzzle itself. Raises IllegalMove("record") if the rules do not agree with it any more."""
        return Puzzle(read_transcript(self.transcript, games).table, self.judged)


@dataclass(frozen=True)
class PuzzleTry:
    """A person's attempt at a puzzle."""

    id: int  # its number
    puzzle: DailyPuzzle  # what is tried
    person: int  # whose it is, an account number
    name: str  # of the person
    moves: tuple[str, ...] = ()  # those made so far, of one turn, in their notation
    change: int = 1  # counts every change
    answered_at: float | None = None  # when the answer was complete, unix seconds; None until then
    answer: JudgedDecision | None = None  # the puzzle with that answer as what was played; None until it is judged
    solved: bool = False  # whether it was right


@dataclass(frozen=True)
class PuzzlesOfDay:
    """The puzzles of a day as one person has them."""

    day: str  # its date
    games: tuple[str, ...]  # those with a puzzle that is everywhere
    server_games: tuple[str, ...]  # those with one from this server
    tries: tuple[PuzzleTry, ...]  # what the person has made of them
    streak: int  # days in a row up to this one with a puzzle solved


class PuzzleRoom(PlayedRoom):
    """The position of a puzzle as a table with one person and otherwise robots."""

    @property
    def tag(self) -> str:
        """What people read where a table has its number."""
        return "puzzle"


def utc_day(now: float) -> str:
    """The date in UTC at that moment (unix seconds).

    >>> day_of(0.0)
    '1970-01-01'
    """
    return f"{datetime.fromtimestamp(now, UTC):%Y-%m-%d}"


def shift_day(day: str, days: int) -> str:
    """The date so many days later.

    >>> moved("2026-11-30", 1)
    '2026-12-01'
    """
    return (date.fromisoformat(day) + timedelta(days)).isoformat()


def end_of_day(day: str) -> float:
    """When that day is over, unix seconds."""
    return datetime.fromisoformat(shift_day(day, 1)).replace(tzinfo=UTC).timestamp()


def streak(days: Collection[str], today: str) -> int:
    """How many days in a row up to today are among these; a missing today does not break the streak.

    >>> streak({"2026-11-21", "2026-11-22"}, "2026-11-23")
    2
    """
    last = today if today in days else shift_day(today, -1)
    length = 0
    while shift_day(last, -length) in days:
        length += 1
    return length


def puzzle_transcript(puzzle: Puzzle) -> str:
    """The game up to the puzzle's position as a text without names."""
    return write_transcript(puzzle.table, [""] * puzzle.table.seats, for_referee=True)


def puzzle_room(attempt: PuzzleTry, games: Mapping[str, Game], now: float) -> PuzzleRoom:
    """The puzzle as a table with this person's moves. Raises IllegalMove("record")."""
    table = attempt.puzzle.read(games).table
    seat = table.state.to_act()[0]
    length = len(table.log)
    for text in attempt.moves:
        table = table.step(Entry(seat, text))
    person = Person(attempt.person, attempt.name)
    around: list[Person | Robot] = []  # robots at the seats that do not decide
    for place in range(table.seats):
        around.append(person if place == seat else Robot(Level.AMATEUR, free_robot_name([person, *around])))
    log = [LogLine(entry.seat, entry.text, None, now) for entry in table.log]
    if length and log[length - 1].seat == seat:
        log[length - 1] = replace(log[length - 1], trigger="only")  # nobody takes back what was there before the puzzle
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
