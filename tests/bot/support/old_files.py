"""Files as every earlier version of the program left them: its schema, with a game and a row in each table.

Knows no migration; `file_of(path, n)` builds what the first n steps of the schema make. A new step of the schema wants
rows of its own here, as that version would write them.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.store.migrations import APPLICATION_ID, SCHEMA_FOLDER
from engine import GAMES, Table
from engine.codec import dump

STEPS = sorted(SCHEMA_FOLDER.glob("[0-9][0-9][0-9]_*.sql"))

# A step that was part of a version somebody may have is never changed again: the files that it made are out there.
# The first letters of each step's SHA-256, in order; a new step is added at the end.
LANDED = (
    "ab784f1cde5f", "9f6ce8b1d6b4", "2a264cd8140b", "8d2de429c613", "7a5899a7ee50", "87e58cc0087e", "bc6b447bf8c8",
    "da9b50a84fd3", "b5a7e3bdfd36", "3d860c72c3d2", "d3e2ef9a97fa", "ff73522538d3", "aa22d5a6d72e", "0ddebed5cc41",
    "623e6c965b7b", "7b0cb1fff913", "8901c3ff991a", "8f739fb09ae2", "7b1774fad36e", "77891a59ae21",
    "141cfb33d209", "84e1c5f742e4", "4328a536825c", "87e2b7b78ee2", "47353241cb65", "4dd9de8322a4", "6943339baf1a",
    "9329139cd61d", "12c863df6d4a",
)  # fmt: skip


# A log as version 14 folded it, and its lines: n, seat, move, stamp, at, how.
FOLDED = bytes.fromhex(
    "78da1d4d3b12032108bd0bb53b1150c4768f902ea31629d239a6c916b97d9e8199f7611ed05a0cbc7b847670d82642d2793eee370aa4a7"
    "00fb15394720aa535f181152eb9a130b7f72f864ec2971e2e206a1963cb09897ec622cca5a450b9e1c50864c158f9e4cb35bd5fd761f0e"
    "f45ef30b9acfcf8bc6f801510626af"
)
LINES = [
    (0, -1, "BBYR/", None, 6.0, ""),
    (1, 0, "3B2", 1, 1_795_395_850.615762, ""),
    (2, 1, 'Ő\0"\n', None, 1_795_395_850.615762, "only"),
    (3, 0, "", 9, -0.0, "late"),
]


def played() -> Table:
    """The first six moves of a game of Azul."""
    table = Table.new(GAMES["azul"], 2, {}, "a seed")
    for _ in range(6):
        seat = table.state.to_act()[0]
        table = table.play(seat, str(table.state.moves(seat)[0]))
    return table


def _first() -> list[tuple[str, tuple[object, ...]]]:
    table = played()
    room = (
        "INSERT INTO rooms (id, game, edition, options, phase, host, host_seen, invited, guild, channel, opened, moved,"
        " seed, state, length, change, message, posted, shown) VALUES"
        " (?, 'azul', 1, '{}', ?, 101, 5.0, 103, 7, 70, 5.0, 9.0, ?, ?, ?, 8, 900, 8.0, 2)"
    )
    log = [(1, n, line.seat, line.text, None if line.seat < 0 else n, 6.0 + n) for n, line in enumerate(table.log)]
    return [
        *(("INSERT INTO people VALUES (?, ?)", (101 + n, name)) for n, name in enumerate(("Ana", "Ben", "Cy \u540d"))),
        *(("INSERT INTO people VALUES (?, ?)", (1_000 + n, "x" * 200)) for n in range(300)),  # a copy takes time
        (room, (1, "playing", "a seed", json.dumps(dump(table.state)), len(table.log))),
        (room, (2, "lobby", None, None, 0)),
        (room, (3, "over", "a seed", json.dumps(dump(table.state)), 0)),
        *(("INSERT INTO log VALUES (?, ?, ?, ?, ?, ?)", line) for line in log),
        ("INSERT INTO seats VALUES (1, 0, 101, NULL, NULL, 0, 3, 1)", ()),
        ("INSERT INTO seats VALUES (1, 1, NULL, 'greedy', 'Vera', 1, 2, 0)", ()),
        ("INSERT INTO seats VALUES (2, 0, 102, NULL, NULL, 0, 0, 0)", ()),
        ("INSERT INTO removed VALUES (2, 103)", ()),
        ("INSERT INTO presses VALUES (5000, 1, 9.0)", ()),
        ("INSERT INTO outbox VALUES (1, 7, 8, 9.0)", ()),
    ]


_RESULT = (
    "INSERT INTO results (room, seat, game, edition, guild, finished, person, rank, points)"
    " VALUES (?, ?, 'azul', 1, 7, 9.0, ?, ?, ?)"
)
ROWS = {
    1: _first(),
    2: [
        ("UPDATE rooms SET terms = '{\"match\": \"seats\"}', note = '[\"changed\", \"Ana\", []]', home = 71", ()),
        ("UPDATE rooms SET first = (id = 1), match = CASE id WHEN 2 THEN NULL ELSE 3 END", ()),
        ("INSERT INTO habits VALUES (101, 'azul', '{}', '{}')", ()),
    ],
    3: [
        ("INSERT INTO asides VALUES (1, 0, 2, 'took_back', '{\"name\": \"Ana\"}', 9.0)", ()),
        ("INSERT INTO asks VALUES (1, 0, 7, 5, '[0]', 9.0)", ()),
        ("INSERT INTO rematches VALUES (2, 3)", ()),
        ("INSERT INTO films VALUES (3, 70, 901)", ()),
        ("INSERT INTO asleep VALUES (2, 'no_access', 8.0, 9.0, 0)", ()),
        ("UPDATE log SET how = 'only' WHERE n = 3", ()),
    ],
    4: [
        ("UPDATE seats SET asked = 9.0, due = 90.0, nudge = 60.0 WHERE acts = 1", ()),
        ("INSERT INTO wishes VALUES (101, 'zone', 'Europe/Budapest')", ()),
        ("INSERT INTO pulse VALUES (1, 9.0)", ()),
    ],
    5: [("INSERT INTO imports (person, text, whole, at) VALUES (102, 'azul', 1, 9.0)", ())],
    6: [
        ("UPDATE rooms SET paused = 9.0 WHERE phase = 'playing'", ()),
        ("UPDATE asks SET kind = 'finish'", ()),
        ("UPDATE seats SET bank = 3600.0, note = 60.0 WHERE acts = 1", ()),
        ("INSERT INTO offers VALUES (1, 1, 103, 101, 9.0)", ()),
        ("INSERT INTO handovers VALUES (1, 0, 1, 102, 4, 'late', 8.0)", ()),
    ],
    7: [("INSERT INTO guests VALUES (2, 1, 102, 8, 0)", ())],
    8: [
        (_RESULT, (3, 0, 101, 1, 40)),
        (_RESULT, (3, 1, 102, 2, 30)),
        ("INSERT INTO ratings VALUES ('azul', 0, 0, 1, 101, 26.0, 8.0, 1, 1, 1, 40, 9.0, 1, 0, 25.0, 0, 0)", ()),
        ("INSERT INTO gains VALUES (3, 101, 25.0, 26.0, 25.0, 26.0, 0)", ()),
        ("INSERT INTO reckoned VALUES (1, 1)", ()),
    ],
    9: [("INSERT INTO strips VALUES (800, 1, 70, 2, 9.0, 1)", ())],
    10: [
        ("INSERT INTO choices VALUES (7, 'language', 'hu')", ()),
        ("INSERT INTO departures VALUES (8, 9.0)", ()),
        ("INSERT INTO tidings VALUES (3, 72)", ()),
    ],
    11: [("INSERT INTO follows VALUES (1, 104)", ())],
    12: [("INSERT INTO pages VALUES (903, 'topshow:azul:s:0:0', 9.0)", ())],
    13: [("UPDATE follows SET ended = 0", ())],
    14: [
        ("INSERT INTO folded_logs VALUES (3, 1, 3, ?)", (FOLDED,)),
        ("UPDATE rooms SET folded = 1 WHERE id = 3", ()),
    ],
    15: [("INSERT INTO prepared VALUES (1, 1, 0, ?, 1, 0)", ('[["1B2", {"count": 2}]]',))],
    17: [("INSERT INTO declined VALUES (2, 103, 101, NULL, 9)", ())],
    18: [
        ("UPDATE outbox SET worker = 'one', until = 9.0, brought = 1", ()),
        ("INSERT INTO deletions VALUES (1, 2)", ()),
    ],
    19: [("INSERT INTO processes VALUES ('here-1', 0, 1, 4, 8.0, 9.0)", ())],
    20: [("INSERT INTO reviews VALUES (3, 7, 6, 0, ?)", ('[[1,0,1,0,[0.5,0.51,"1B2"],[0.25,0.5,"3B2"]]]',))],
    21: [
        ("INSERT INTO puzzles VALUES (1, '2026-11-23', 'azul', 0, 'tessera 1', '[]')", ()),
        ("INSERT INTO tries VALUES (1, 1, 102, ?, 3, 9.0, NULL, 1)", ('["1B2"]',)),
        ("INSERT INTO solved_days VALUES (102, '2026-11-23')", ()),
    ],
    22: [("UPDATE reviews SET draws = 5, luck = ? WHERE room = 3", ("[[1,1.5,-1.5,1.0,1.0]]",))],
    23: [("INSERT INTO watch_links VALUES (1, 1, 1)", ())],
    24: [("INSERT INTO page_sessions VALUES ('2a26', 101, 0, 8.0, 9.0)", ())],
    25: [("INSERT INTO answered VALUES (77, 9.0)", ())],
    26: [("UPDATE deletions SET since = 8.0, until = 9.0, due = 9.0, last = 7.0", ())],
    27: [("INSERT INTO posts VALUES (1, 70, '0-1-2', 'table-1-2.png', 2, 2, 8.0, 9.0)", ())],
    28: [
        ("INSERT INTO notifications VALUES (9, 2, 'declined', 101, NULL, 103, '{\"seat\": 1}', 9, 9.0, 0.0)", ()),
    ],
}  # fmt: skip


# Columns and tables that no newer version has.
TAKEN_AWAY = {("rooms", "ripe"), ("pulse", "one"), ("follows", "ended"), ("follows", "until"), ("seats", "note")}
MOVED_AWAY = {"tidings", "declined"}
# Tables that a newer version calls otherwise, and columns: by the table's old name.
RENAMED_TABLES = {
    "wishes": "preferences", "choices": "server_settings", "habits": "lobby_habits", "names": "known_names",
    "asides": "room_events", "asks": "proposals", "removed": "lobby_removals", "prepared": "prepared_turns",
    "follows": "followers", "asleep": "unreachable_rooms", "strips": "stale_messages", "posts": "pending_posts",
    "pages": "shared_pages", "answered": "roomless_presses", "pulse": "heartbeats", "tries": "puzzle_attempts",
    "gains": "rating_changes", "reckoned": "rating_rules",
}  # fmt: skip
RENAMED_COLUMNS = {
    "rooms": {
        "moved": "changed_at", "shown": "shown_length", "home": "lobby_channel", "first": "first_seat",
    },
    "seats": {
        "joined": "lobby_place", "acts": "owes_move", "former": "former_person", "asked": "clock_started",
        "nudge": "remind_at", "shifted": "deadline_moved", "late": "missed_deadlines", "spare": "may_extend",
        "stopped": "is_paused",
    },
    "asides": {"place": "log_length"},
    "handovers": {"place": "log_length"},
    "imports": {"place": "log_length", "tried": "tried_moves"},
    "guests": {"called": "is_notified"},
    "asleep": {"since": "first_attempt", "tried": "last_attempt", "trying": "is_retrying"},
    "strips": {"tries": "retries"},
    "posts": {"moved": "changed_at"},
    "outbox": {"brought": "needs_repost"},
    "watch_links": {"renewed": "revocations"},
    "reckoned": {"rules": "version"},
    "deletions": {"due": "scrub_due", "last": "last_scrub"},
}  # fmt: skip


def file_of(path: Path, version: int) -> None:
    """The file that the program of that version left after some play."""
    path.write_bytes(_file(version))


@cache
def _file(version: int) -> bytes:
    """Made once of each version, from the one before."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "old.db"
        path.write_bytes(_file(version - 1) if version > 1 else b"")
        with closing(sqlite3.connect(path, isolation_level=None)) as database:
            database.execute("PRAGMA journal_mode = WAL")
            step = STEPS[version - 1].read_text("utf-8")
            database.executescript(f"BEGIN; {step}; PRAGMA user_version = {version};")
            for sql, facts in ROWS.get(version, ()):
                database.execute(sql, facts)
            database.execute("COMMIT")
            database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        return path.read_bytes()


def content(path: Path, like: Path | None = None) -> dict[str, list[tuple[object, ...]]]:
    """The rows of every table; `like`: only tables and columns of that file. Without what a later step took away."""
    with closing(sqlite3.connect(like or path)) as database:
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        every = {name: [one[1] for one in database.execute(f"PRAGMA table_info({name})")] for name in tables}
        columns = {name: [one for one in every[name] if (name, one) not in TAKEN_AWAY] for name in tables}
    with closing(sqlite3.connect(path)) as database:
        present = {name for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
        found = {}
        for name in tables:
            if name not in {"sqlite_sequence", *MOVED_AWAY}:
                is_renamed = name in RENAMED_TABLES and name not in present
                table = RENAMED_TABLES[name] if is_renamed else name
                held = {one[1] for one in database.execute(f"PRAGMA table_info({table})")}
                later = RENAMED_COLUMNS.get(name, {})
                chosen = ", ".join(one if one in held else later[one] for one in columns[name])
                found[name] = sorted(database.execute(f"SELECT {chosen} FROM {table}"), key=repr)
        return found
