"""Faults in what is kept: rooms and logs, folding, migrations, backups, the outbox. Knows no test from inside."""

from tests.sabotage.fault import Fault

ROOMS, OUTBOX = "bot/store/rooms.py", "bot/store/outbox.py"
FOLDING, MIGRATIONS, BACKUP = "bot/store/folding.py", "bot/store/migrations.py", "bot/store/backup.py"
DEADLINES = "bot/store/deadlines.py"
OF_LEASES = ("tests/bot/store/test_leases.py",)
OF_STORE = ("tests/bot/store/test_store.py",)
OF_ROOMS = ("tests/bot/store/test_rooms.py",)
OF_OUTBOX = ("tests/bot/store/test_outbox.py", "tests/bot/store/test_outbox_announcements.py")
OF_FOLDING = ("tests/bot/store/test_folding.py",)
OF_DATABASE = ("tests/bot/store/test_database.py", "tests/bot/store/test_database_cache.py")
OF_BACKUP = ("tests/bot/store/test_backup.py",)

FAULTS = (
    Fault(
        "rows-that-were-lost-on-the-way-are-not-missed",
        "bot/store/move_postgres.py",
        "if here != there:",
        "if here < 0:",
        ("tests/bot/ops/test_move.py",),
    ),
    Fault(
        "numbers-of-moved-tables-are-given-again",
        "bot/store/move_postgres.py",
        "RESTART WITH {last + LEAP}",
        "RESTART WITH {last}",
        ("tests/bot/ops/test_move.py",),
    ),
    # rooms and their logs
    Fault(
        "a-line-of-the-log-is-written-over",
        ROOMS,
        '_APPEND = "INSERT INTO log (',
        '_APPEND = "INSERT OR REPLACE INTO log (',
        OF_STORE,
    ),
    Fault("one-line-too-many-stays-in-a-shortened-log", ROOMS, 'n >= ?"\n_ASIDE', 'n > ?"\n_ASIDE', OF_STORE),
    Fault(
        "a-room-that-went-on-is-overwritten",
        ROOMS,
        "AND change = :change AND length = :old_length",
        "AND length = :old_length",
        OF_STORE,
    ),
    Fault("a-press-is-used-twice", ROOMS, '"INSERT INTO presses', '"INSERT OR REPLACE INTO presses', OF_STORE),
    Fault("young-presses-are-forgotten", ROOMS, "presses WHERE at < ?", "presses WHERE at > ?", OF_ROOMS),
    Fault(
        "young-presses-that-were-taken-are-forgotten", ROOMS, "answered WHERE at < ?", "answered WHERE at > ?", OF_ROOMS
    ),
    Fault(
        "the-youngest-presses-go-first",
        ROOMS,
        "presses WHERE at < ? ORDER BY at",
        "presses WHERE at < ? ORDER BY at DESC",
        OF_ROOMS,
    ),
    Fault(
        "robots-are-woken-while-the-clock-stands",
        ROOMS,
        "        AND rooms.paused IS NULL /* AND home",
        "        /* AND home",
        OF_ROOMS,
    ),
    Fault(
        "whoever-left-for-good-still-has-the-table-in-turns",
        ROOMS,
        "(seats.former = ? AND seats.mark = 'late')",
        "seats.former = ?",
        OF_ROOMS,
    ),
    Fault(
        "whom-the-host-removed-may-come-back",
        ROOMS,
        "new.removed - old.removed",
        "old.removed - new.removed",
        OF_STORE,
    ),
    Fault(
        "a-change-while-a-message-was-sent-counts-as-shown",
        ROOMS,
        "posted = CASE WHEN :moved > moved AND posted > :moved THEN :moved ELSE posted END, ",
        "",
        OF_OUTBOX,
    ),
    Fault(
        "moves-taken-back-count-as-shown",
        ROOMS,
        "shown = CASE WHEN shown > :length THEN :length ELSE shown END, change = change + 1",
        "change = change + 1",
        (
            "tests/bot/logic/test_repost_policy.py",
            "tests/bot/store/test_rooms.py",
            "tests/bot/services/test_rooms.py",
            "tests/bot/services/test_rooms_lookups.py",
            "tests/bot/store/test_store.py",
        ),
    ),
    Fault(
        "remarks-stand-behind-the-end-of-a-shortened-log",
        ROOMS,
        "await self._database.execute(_CLAMP_ASIDES, (length, old.id, length))",
        "pass",
        ("tests/bot/services/test_rooms_lookups.py", *OF_STORE),
    ),
    Fault("cancelling-a-press-cancels-its-save", "bot/store/database.py", "asyncio.shield(task)", "task", OF_STORE),
    Fault(
        "what-another-program-wrote-is-not-seen",
        "bot/store/database_cache.py",
        "if version != self._version:",
        "if version < self._version:",
        OF_DATABASE,
    ),
    # folding
    Fault("young-tables-are-folded", FOLDING, "folded = 0 AND moved < ?", "folded = 0 AND moved > ?", OF_FOLDING),
    Fault(
        "a-table-under-way-is-folded",
        FOLDING,
        "WHERE id = ? AND phase IN ('over', 'ended') AND folded = 0 RETURNING",
        "WHERE id = ? AND folded = 0 RETURNING",
        OF_FOLDING,
    ),
    Fault("an-unknown-form-of-a-log-is-guessed", FOLDING, "if form != FORM:", "if form < FORM:", OF_FOLDING),
    Fault(
        "moments-of-a-folded-log-lose-a-bit", FOLDING, 'struct.pack("<d", at)', 'struct.pack("<d", at // 1)', OF_FOLDING
    ),
    Fault(
        "a-log-lies-both-folded-and-in-lines",
        FOLDING,
        "            await self._database.execute(_NOT_FOLDED, (room_id,))\n",
        "",
        OF_FOLDING,
    ),
    # the file
    Fault(
        "a-migration-leaves-no-copy",
        MIGRATIONS,
        "if 0 < version < len(every) else",
        "if 1 < version < len(every) - 99 else",
        OF_DATABASE,
    ),
    Fault("a-newer-file-is-opened", MIGRATIONS, "if version > newest:", "if version > newest + 1:", OF_DATABASE),
    Fault(
        "references-are-not-checked",
        MIGRATIONS,
        '"PRAGMA foreign_keys = ON"',
        '"PRAGMA foreign_keys = OFF"',
        OF_DATABASE,
    ),
    Fault(
        "a-power-cut-loses-a-move",
        MIGRATIONS,
        '"PRAGMA synchronous = FULL"',
        '"PRAGMA synchronous = NORMAL"',
        OF_DATABASE,
    ),
    Fault("everybody-on-the-machine-reads-the-file", MIGRATIONS, "path.touch(0o600)", "path.touch(0o644)", OF_DATABASE),
    Fault("everybody-on-the-machine-reads-the-backup", MIGRATIONS, "(0o600, ", "(0o644, ", OF_BACKUP),
    Fault("a-backup-overwrites-another-file", BACKUP, 'copy.open("xb")', 'copy.open("wb")', OF_BACKUP),
    Fault("old-buttons-fit-a-restored-file", BACKUP, "LEAP = 1_000", "LEAP = 0", OF_BACKUP),
    Fault("a-broken-folded-log-is-backed-up", BACKUP, "    _read_through(copy, source)\n", "", OF_FOLDING),
    Fault("a-backup-is-put-back-under-a-bot-at-work", BACKUP, "with alone(database)", "with suppress()", OF_BACKUP),
    # the outbox
    Fault("a-message-is-paid-too-early", OUTBOX, "change <= ? AND length >= 0", "? AND length >= 0", OF_OUTBOX),
    Fault("a-shown-move-counts-as-a-new-look", OUTBOX, "change <= ? AND length >= 0", "change <= ?", OF_OUTBOX),
    Fault("a-look-is-new-before-it-is-shown", OUTBOX, "change <= ? AND length < 0", "? AND length < 0", OF_OUTBOX),
    Fault(
        "who-waited-longest-is-not-first",
        OUTBOX,
        "found = sorted([(since, room_id",
        "found = ([(since, room_id",
        OF_OUTBOX,
    ),
    Fault(
        "a-roused-table-is-not-owed",
        OUTBOX,
        "asleep.room = outbox.room AND trying = 0)",
        "asleep.room = outbox.room)",
        OF_OUTBOX,
    ),
    Fault(
        "whoever-is-invited-meanwhile-is-never-called",
        OUTBOX,
        "SET called = 1 WHERE room = ? AND since <= ?",
        "SET called = 1 WHERE room = ? AND ?",
        OF_OUTBOX,
    ),
    Fault(
        "a-closed-channel-is-tried-every-20-seconds",
        OUTBOX,
        "ELSE (asleep.tried - asleep.since) / 10 END",
        "ELSE :shortest END",
        (*OF_OUTBOX, "tests/bot/delivery/test_unreachable.py"),
    ),
    Fault(
        "followers-hear-of-an-end-that-is-not-shown",
        OUTBOX,
        "AND (asleep.room IS NOT NULL OR NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.room = follows.room))",
        "",
        OF_OUTBOX,
    ),
    Fault(
        "a-result-is-announced-where-everybody-saw-it",
        OUTBOX,
        " AND CAST(choices.value AS BIGINT) NOT IN (rooms.channel, coalesce(rooms.home, 0))",
        "",
        OF_OUTBOX,
    ),
    Fault(
        "what-happened-while-a-message-was-sent-is-no-news",
        OUTBOX,
        "SET posted = (SELECT min(at)",
        "SET posted = (SELECT max(at)",
        (*OF_OUTBOX, "tests/bot/services/test_rooms_lookups.py"),
    ),
    # several processes on one database
    Fault(
        "a-table-is-shown-while-another-process-shows-it",
        OUTBOX,
        "WHERE room = :room AND (worker = :worker OR until <= :clock) RETURNING room",
        "WHERE room = :room RETURNING room",
        OF_LEASES,
    ),
    Fault(
        "a-table-that-could-not-be-shown-waits-for-its-lease",
        OUTBOX,
        "        if room_id in self._taken:\n            self._taken.discard",
        "        if room_id in self._taken and room_id < 0:\n            self._taken.discard",
        OF_LEASES,
    ),
    Fault(
        "a-reminder-is-sent-by-two",
        DEADLINES,
        "nudge <= :clock AND stopped = 0 RETURNING",
        "stopped = 0 OR nudge <= :clock RETURNING",
        OF_LEASES,
    ),
    Fault(
        "servers-of-another-process-are-taken-for-gone",
        "bot/store/servers.py",
        " if self._home.has(guild)]",
        "]",
        ("tests/bot/services/test_servers.py",),
    ),
    Fault(
        "a-process-does-what-another-is-there-for",
        "bot/store/homes.py",
        "    if home.is_everything:",
        "    if home.count:",
        ("tests/bot/store/test_homes.py",),
    ),
    Fault(
        "a-table-of-another-process-is-shown-here-too",
        "bot/delivery/sharing.py",
        "        if self._home.has(guild):",
        "        if guild:",
        ("tests/bot/delivery/test_sharing.py",),
    ),
)
