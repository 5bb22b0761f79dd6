"""Faults in what is private: hands and plans, the log, exports, deletions. Knows no test from inside."""

from tests.sabotage.fault import Fault

ERASURE, PRIVACY, LOGS = "bot/store/erasure.py", "bot/services/privacy.py", "bot/logs.py"
HISTORY, RECORDS, REPLAY = "bot/model/history.py", "bot/screens/records.py", "bot/screens/replay.py"
OF_ERASURE = ("tests/bot/store/test_erasure.py", "tests/bot/store/test_erasure_names.py")
OF_HISTORY = ("tests/bot/model/test_history.py",)
OF_LOGS = ("tests/bot/test_logs.py", "tests/bot/test_logs_of_presses.py")
OF_PRIVACY = (
    "tests/bot/services/test_privacy.py",
    "tests/bot/interactions/test_privacy.py",
    "tests/bot/store/test_erasure.py",
)
OF_PREPARED = ("tests/bot/services/test_prepared_moves.py",)
OF_REPLAY = ("tests/bot/interactions/test_replay.py", "tests/bot/screens/test_menus_and_replays.py")

FAULTS = (
    # deletions
    Fault(
        "a-guest-who-was-only-invited-is-not-deleted",
        ERASURE,
        '    "DELETE FROM guests WHERE person = :person",\n',
        "",
        OF_ERASURE,
    ),
    Fault(
        "whoever-was-only-offered-a-seat-is-not-deleted",
        ERASURE,
        '    "DELETE FROM offers WHERE person = :person OR giver = :person",\n',
        "",
        OF_ERASURE,
    ),
    Fault(
        "whom-somebody-deleted-followed-is-still-known",
        ERASURE,
        '    "DELETE FROM follows WHERE person = :person",\n',
        "",
        OF_ERASURE,
    ),
    Fault(
        "a-step-begun-before-brings-somebody-back",
        ERASURE,
        '    "UPDATE rooms SET change = change + 1 WHERE id IN ({linked})",\n',
        "",
        OF_ERASURE,
    ),
    Fault(
        "two-who-were-deleted-become-one",
        ERASURE,
        "CASE WHEN {least} < 0 THEN {least} - 1 ELSE -1 END",
        "-1",
        OF_ERASURE,
    ),
    Fault("a-namesake-loses-the-name", ERASURE, "names.person <> :person", "names.person < 0 * :person", OF_ERASURE),
    Fault(
        "a-clock-waits-for-somebody-deleted",
        ERASURE,
        "asked = NULL, due = NULL, nudge = NULL, note = NULL, late = 0,",
        "late = 0,",
        OF_ERASURE,
    ),
    Fault(
        "pages-keep-bytes-of-somebody-deleted",
        "bot/store/privacy.py",
        "if not taken or not await self._database.scrub():",
        "if not taken:",
        OF_ERASURE,
    ),
    Fault(
        "a-file-full-of-traces-is-not-tried-again",
        "bot/store/privacy.py",
        "lease=SCRUBBING)",
        "lease=SCRUBBING * SCRUBBING)",
        ("tests/bot/services/test_traces.py",),
    ),
    Fault(
        "traces-are-removed-in-the-busiest-hour",
        "bot/services/traces.py",
        "return min(hours",
        "return max(hours",
        ("tests/bot/services/test_traces.py",),
    ),
    Fault(
        "old-copies-keep-somebody-deleted",
        "bot/store/privacy.py",
        "if one.stat().st_mtime < before:",
        "if one.stat().st_mtime < before - 1e9:",
        OF_PRIVACY,
    ),
    Fault(
        "a-server-is-forgotten-a-day-too-early",
        "bot/services/servers.py",
        "self._store.servers.long_gone(self._now() - KEPT_DAYS * DAY)\n        for guild in gone:\n            if guild in present",
        "self._store.servers.long_gone(self._now() - (KEPT_DAYS - 1) * DAY)\n        for guild in gone:\n            if guild in present",
        (
            "tests/bot/interactions/test_server_settings.py",
            "tests/bot/store/test_servers.py",
            "tests/bot/interactions/test_privacy.py",
        ),
    ),
    Fault(
        "somebody-is-deleted-without-the-word",
        "bot/interactions/privacy.py",
        "if typed.strip().casefold() not in (",
        "if typed and typed.strip().casefold() in (",
        OF_PRIVACY,
    ),
    # exports
    Fault(
        "an-export-tells-the-moves-of-others",
        PRIVACY,
        "[line for line in record.log if line.seat == seat]",
        "[*record.log]",
        OF_PRIVACY,
    ),
    Fault(
        "an-export-forgets-a-seat-that-a-robot-keeps",
        PRIVACY,
        "return chair.former == person or (",
        "return (",
        OF_PRIVACY,
    ),
    Fault(
        "exports-without-limit",
        "bot/interactions/privacy.py",
        "        self._limiter.whole(asker.person.id)\n        await reply.show(privacy_screen.exported(",
        "        await reply.show(privacy_screen.exported(",
        ("tests/bot/discord_api/test_rate_limit.py",),
    ),
    Fault(
        "deletions-without-limit",
        "bot/interactions/privacy.py",
        "        self._limiter.whole(asker.person.id)\n        await self._privacy.erase",
        "        await self._privacy.erase",
        ("tests/bot/discord_api/test_rate_limit.py",),
    ),
    # hands and plans
    Fault(
        "the-history-tells-what-somebody-drew",
        HISTORY,
        "event for event in step.events if event.seen_by(seat)",
        "event for event in step.events",
        OF_HISTORY,
    ),
    Fault(
        "the-history-writes-hidden-tiles",
        HISTORY,
        'text = "" if n in hidden else entry.text',
        "text = entry.text",
        OF_HISTORY,
    ),
    Fault(
        "the-history-writes-a-hand-of-the-game",
        HISTORY,
        "        return frozenset(range(len(table.log)))\n",
        "        return frozenset()\n",
        OF_HISTORY,
    ),
    Fault(
        "a-record-tells-hands-before-the-end",
        RECORDS,
        "if has_secrets(table):\n            raise",
        "if not table.log:\n            raise",
        (*OF_REPLAY, "tests/bot/interactions/test_sandbox.py"),
    ),
    Fault(
        "a-record-tells-plans-that-wait",
        RECORDS,
        "table = table.back_to(min(pending(table), default=len(table.log)))",
        "table = table.back_to(len(table.log))",
        (*OF_REPLAY, "tests/bot/interactions/test_sandbox.py"),
    ),
    Fault(
        "a-record-tells-the-seed-of-the-bag",
        RECORDS,
        "table.seed if key(room, match) else None",
        "table.seed",
        (*OF_REPLAY, "tests/bot/interactions/test_sandbox.py", "tests/bot/interactions/test_more.py"),
    ),
    Fault(
        "the-key-is-told-before-the-match-is-over",
        "bot/logic/bag_proof.py",
        "for one in (room, *match)) or",
        "for one in (room,)) or",
        ("tests/bot/logic/test_rematch.py", "tests/bot/interactions/test_more.py", *OF_REPLAY),
    ),
    Fault(
        "whoever-watches-sees-the-first-hand",
        "bot/interactions/tables.py",
        "show, room, room.seat_of(asker.person.id), asker.words",
        "show, room, room.seat_of(asker.person.id) or 0, asker.words",
        (
            "tests/bot/interactions/test_tables.py",
            "tests/bot/interactions/test_more_follow.py",
            "tests/bot/interactions/test_typed_moves_table.py",
            "tests/bot/interactions/test_more.py",
            "tests/trials/test_short.py",
        ),
    ),
    Fault(
        "a-replay-shows-the-first-hand-to-all",
        REPLAY,
        "    view, movers = then.view(seat), ",
        "    view, movers = then.view(seat or 0), ",
        (*OF_REPLAY, "tests/trials/test_short.py"),
    ),
    Fault(
        "a-closer-look-shows-every-hand",
        REPLAY,
        "_enlarged(room, one, words, seat) for",
        "_enlarged(room, one, words, one) for",
        OF_REPLAY,
    ),
    Fault(
        "a-forced-move-tells-a-hidden-hand",
        "bot/logic/automatic_moves.py",
        "return found if found and state.view(None) == state else []",
        "return found",
        ("tests/bot/services/test_table_life.py",),
    ),
    Fault(
        "a-message-tells-what-somebody-drew",
        "bot/model/turns.py",
        "event for event in events if event.seen_by(seat)",
        "event for event in events",
        ("tests/bot/flows/test_turns_of_several_moves.py",),
    ),
    Fault(
        "the-engine-shows-every-hand",
        "engine/games/match_five/state.py",
        "hand if each == seat else _blank(hand) for",
        "hand for",
        ("tests/engine/games/match_five/test_secrets.py",),
    ),
    Fault(
        "the-engine-writes-secrets-for-all",
        "engine/transcript.py",
        "if not for_referee and table.state.to_act() and (",
        "if not for_referee and not table.log and (",
        ("tests/engine/test_transcript.py",),
    ),
    # the log
    Fault(
        "an-account-number-is-logged",
        LOGS,
        'NUMBER.sub("***", ANSWER.sub(r"\\1***", TOKEN.sub("***", text)))',
        'ANSWER.sub(r"\\1***", TOKEN.sub("***", text))',
        OF_LOGS,
    ),
    Fault("the-token-is-logged", LOGS, "        if self._secret:\n", "        if not self._secret:\n", OF_LOGS),
    Fault(
        "what-is-in-a-fault-is-logged",
        LOGS,
        'return f"{kind}: {fault}" if tells and str(fault) else kind',
        'return f"{kind}: {fault}"',
        OF_LOGS,
    ),
    Fault(
        "half-a-token-is-logged",
        LOGS,
        "text = str(value)\n        if self._secret",
        "text = str(value)[:LONGEST]\n        if self._secret",
        OF_LOGS,
    ),
    Fault(
        "a-forged-verb-is-logged",
        "bot/discord_api/custom_id.py",
        'told_as(self.verb) if _VERB.fullmatch(self.verb) else "?"',
        "self.verb",
        ("tests/bot/discord_api/test_custom_id.py",),
    ),
    # prepared moves
    Fault(
        "what-somebody-deleted-has-prepared-is-kept",
        ERASURE,
        '    "DELETE FROM prepared WHERE (room, seat) IN (SELECT room, seat FROM seats WHERE person = :person)",\n',
        "",
        OF_PREPARED,
    ),
    Fault(
        "preparing-wakes-who-shows-the-table",
        "bot/services/rooms.py",
        "if before is not None and is_silent(before, record):",
        "if before is None and is_silent(record, record):",
        OF_PREPARED,
    ),
    Fault(
        "preparing-counts-as-a-change",
        "bot/store/store.py",
        "            if is_silent(old, new):\n",
        "            if is_silent(new, new):\n",
        OF_PREPARED,
    ),
    Fault(
        "a-prepared-move-comes-back-with-a-take-back",
        "bot/logic/prepared_moves.py",
        "        return not chair.acts\n",
        "        return True\n",
        OF_PREPARED,
    ),
    Fault(
        "whoever-gets-the-seat-finds-what-was-prepared",
        "bot/logic/prepared_moves.py",
        "isinstance(other, Person) and one.id == other.id",
        "isinstance(other, Person)",
        OF_PREPARED,
    ),
    Fault(
        "a-move-that-means-something-else-is-played",
        "engine/prepared.py",
        "if not table.state.still_means(seat, move, one.meaning):",
        "if not table.state.still_means(seat, move, table.state.meaning(seat, move)):",
        ("tests/engine/test_prepared.py",),
    ),
    Fault(
        "more-tiles-may-fall-than-when-it-was-prepared",
        "engine/core.py",
        "            return int(now) <= int(then)\n",
        "            return True\n",
        ("tests/engine/games/azul/test_ahead.py",),
    ),
)
