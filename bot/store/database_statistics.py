"""How much a database holds, in a file or on a server, also while it is in use. Knows nothing about single rooms.

Every statement scans a table, so only operators' commands use this module.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.store.migrations import open_read_only, sqlite_errors_as_faults

Queries = tuple[tuple[str, str, str], ...]
Answers = Mapping[str, list[Any]]  # the rows of each query by its name; queries whose table is missing are left out

_FILE_TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table'"
_SERVER_TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
_FILE_SIZE = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
_SERVER_SIZE = "SELECT pg_database_size(current_database())"
# Name of the value, table that the statement needs, statement. An older database lacks some of these tables or has them
# under other names; of two statements with the same name, only one has its table.
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
# In the order in which they are shown to operators
_COUNT_NAMES = ("people", "log", "folded_logs", "reviews", "outbox", "asleep")
_ACTIVITY = (
    ("change", "removed", "SELECT max(moved) FROM rooms"),  # before version 29
    ("change", "lobby_removals", "SELECT max(changed_at) FROM rooms"),
    ("heartbeat", "pulse", "SELECT max(at) FROM pulse"),  # before version 29
    ("heartbeat", "heartbeats", "SELECT max(at) FROM heartbeats"),
)


@dataclass(frozen=True)
class DatabaseStatistics:
    """Sizes and counts."""

    size: int  # in bytes
    counts: dict[str, int]
    """Numbers of "people", moves in the "log", "folded_logs", "reviews", and tables: "outbox", "asleep", each phase."""
    finished: dict[str, int]  # how many tables of each game were finished, the most played game first


def file_statistics(path: Path) -> DatabaseStatistics:
    """Return the statistics of the file. Raises StoreFault."""
    return _statistics_from(_query_file(path, _STATISTICS))


async def server_statistics(connection: Any) -> DatabaseStatistics:
    """Return the statistics of the connected database."""
    return _statistics_from(await _query_server(connection, _STATISTICS))


def last_activity_in_file(path: Path) -> float | None:
    """Return the time of the last known activity (unix seconds). Raises StoreFault."""
    return _last_activity(_query_file(path, _ACTIVITY))


async def last_activity_on_server(connection: Any) -> float | None:
    """Return the time of the last known activity (unix seconds)."""
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
