"""How much a whole database holds, in a file or on a server, whoever plays on it. Knows no rooms one by one.

Every statement goes through a table, which only an operator may ask for.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.store.migrations import open_read_only, sqlite_errors_as_faults

Queries = tuple[tuple[str, str, str], ...]
Answers = Mapping[str, list[Any]]  # of each statement that could be asked: its rows

_FILE_TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table'"
_SERVER_TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
_FILE_SIZE = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
_SERVER_SIZE = "SELECT pg_database_size(current_database())"
# What is asked, the table that the statement needs, and the statement. An older database lacks some of these tables or
# has them under another name; where two statements answer the same question, it has the table of only one of them.
_STATISTICS = (
    ("people", "people", "SELECT count(*) FROM people"),
    ("log", "log", "SELECT count(*) FROM log WHERE seat >= 0"),
    ("folded_logs", "folded_logs", "SELECT count(*) FROM folded_logs"),
    ("outbox", "outbox", "SELECT count(*) FROM outbox"),
    ("asleep", "asleep", "SELECT count(*) FROM asleep"),  # before version 29
    ("asleep", "unreachable_rooms", "SELECT count(*) FROM unreachable_rooms"),
    ("reviews", "reviews", "SELECT count(*) FROM reviews"),
    ("phases", "rooms", "SELECT phase, count(*) FROM rooms GROUP BY phase ORDER BY phase"),
    (
        "finished",
        "rooms",
        "SELECT game, count(*) FROM rooms WHERE phase = 'over' GROUP BY game ORDER BY count(*) DESC, game",
    ),
    ("folded_moves", "folded_logs", "SELECT coalesce(sum(moves), 0) FROM folded_logs"),
)
_COUNT_NAMES = ("people", "log", "folded_logs", "reviews", "outbox", "asleep")  # in this order an operator reads them
_ACTIVITY = (
    ("change", "removed", "SELECT max(moved) FROM rooms"),  # before version 29
    ("change", "lobby_removals", "SELECT max(changed_at) FROM rooms"),
    ("heartbeat", "pulse", "SELECT max(at) FROM pulse"),  # before version 29
    ("heartbeat", "heartbeats", "SELECT max(at) FROM heartbeats"),
)


@dataclass(frozen=True)
class DatabaseStatistics:
    """How much there is."""

    size: int  # in bytes
    counts: dict[str, int]
    """Of "people", moves in the "log", "folded_logs", "reviews", tables in the "outbox" and "asleep", then by phase."""
    finished: dict[str, int]  # how many tables of each game were played to the end, the most played game first


def file_statistics(path: Path) -> DatabaseStatistics:
    """What the file holds. Raises StoreFault."""
    return _statistics_from(_query_file(path, _STATISTICS))


async def server_statistics(connection: Any) -> DatabaseStatistics:
    """What the database behind that connection holds."""
    return _statistics_from(await _query_server(connection, _STATISTICS))


def last_activity_in_file(path: Path) -> float | None:
    """The last moment at which anything is known to have happened (unix seconds). Raises StoreFault."""
    return _last_activity(_query_file(path, _ACTIVITY))


async def last_activity_on_server(connection: Any) -> float | None:
    """The last moment at which anything is known to have happened (unix seconds)."""
    return _last_activity(await _query_server(connection, _ACTIVITY))


def _query_file(path: Path, queries: Queries) -> Answers:
    with sqlite_errors_as_faults(path), open_read_only(path) as database:
        tables = {name for (name,) in database.execute(_FILE_TABLES)}
        known = {"size": _FILE_SIZE, **{name: sql for name, table, sql in queries if table in tables}}
        return {name: database.execute(sql).fetchall() for name, sql in known.items()}


async def _query_server(connection: Any, queries: Queries) -> Answers:
    tables = {name for (name,) in await connection.fetch(_SERVER_TABLES)}
    known = {"size": _SERVER_SIZE, **{name: sql for name, table, sql in queries if table in tables}}
    return {name: await connection.fetch(sql) for name, sql in known.items()}


def _statistics_from(answers: Answers) -> DatabaseStatistics:
    counts = {name: int(answers[name][0][0]) for name in _COUNT_NAMES if name in answers}
    for (folded,) in answers.get("folded_moves", []):
        counts["log"] += int(folded)
    phases = {phase: int(count) for phase, count in answers.get("phases", [])}
    finished = {game: int(count) for game, count in answers.get("finished", [])}
    return DatabaseStatistics(int(answers["size"][0][0]), counts | phases, finished)


def _last_activity(answers: Answers) -> float | None:
    found = [answers[name][0][0] for name in ("change", "heartbeat") if name in answers]
    return max((float(at) for at in found if at is not None), default=None)
