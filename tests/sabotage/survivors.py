"""Faults that once survived every test there was. Knows no test from inside."""

from tests.sabotage.fault import Fault

FAULTS = (
    Fault(
        "alt-texts-keep-the-first-player-marker-to-themselves",
        "render/azul/words.py",
        '", ".join(parts + [say("azul.alt.marker")] * (MARKER in heap))',
        '", ".join(parts)',
        ("tests/render/azul/test_words.py",),
        "first_player_marker",
    ),
    Fault(
        "followups-count-among-the-requests-of-a-second",
        "bot/discord_api/pace.py",
        '_FREE = re.compile(r"/(interactions|webhooks)/")',
        '_FREE = re.compile(r"/interactions/")',
        ("tests/bot/discord_api/test_pace.py",),
    ),
    Fault(
        "puzzles-are-forgotten-the-next-day",
        "bot/model/puzzle.py",
        "KEPT_DAYS = 14",
        "KEPT_DAYS = 1",
        ("tests/bot/services/test_puzzles.py",),
    ),
    Fault(
        "going-on-with-a-review-counts-as-beginning-one",
        "bot/services/reviews.py",
        "        if not so_far.judged:\n            self._count(person_id)",
        "        self._count(person_id)",
        ("tests/bot/services/test_reviews.py",),
    ),
    Fault(
        "half-of-the-shards-elsewhere-are-all-of-them",
        "bot/app/processes.py",
        "home.first <= own.first and own.last <= home.last",
        "home.first <= own.first",
        ("tests/bot/app/test_processes.py",),
        "takes_over",
    ),
    Fault(
        "who-is-late-gives-back-what-another-has-taken",
        "bot/store/outbox.py",
        "_RELEASE = \"UPDATE outbox SET worker = '', until = 0 WHERE room = ? AND worker = ?\"",
        "_RELEASE = \"UPDATE outbox SET worker = '', until = 0 WHERE room = ? AND worker <> ? || ' '\"",
        ("tests/bot/store/test_leases.py",),
        "too_late",
    ),
    Fault(
        "who-posts-late-gives-back-what-another-has-taken",
        "bot/store/outbox.py",
        "until = 0, brought = 0 WHERE room = ? AND worker = ?",
        "until = 0, brought = 0 WHERE room = ? AND worker <> ? || ' '",
        ("tests/bot/store/test_leases.py",),
        "too_late",
    ),
    Fault(
        "a-picture-that-grew-in-height-is-patched",
        "bot/web/shows.py",
        "if (before.drawing.width, before.drawing.height) != (page.drawing.width, page.drawing.height):",
        "if before.drawing.width != page.drawing.width:",
        ("tests/bot/web/test_shows.py",),
    ),
    Fault(
        "prepared-moves-are-played-in-a-pause",
        "bot/logic/prepared_moves.py",
        'if record.phase != "playing" or record.paused is not None:\n        return None\n    waiting',
        'if record.phase != "playing":\n        return None\n    waiting',
        ("tests/bot/logic/test_prepared_moves.py",),
    ),
)
