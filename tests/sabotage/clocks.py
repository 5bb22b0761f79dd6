"""Faults in clocks: deadlines, pauses, sleep and vacation, and in ratings. Knows no test from inside."""

from tests.sabotage.fault import Fault

STORE, SERVICE, LOGIC = "bot/store/deadlines.py", "bot/services/deadlines.py", "bot/logic/deadlines.py"
HOURS, VACATION, RATINGS, RESULTS = (
    "bot/model/hours.py",
    "bot/model/vacation.py",
    "bot/logic/ratings.py",
    "bot/logic/results.py",
)
LADDERS = "bot/store/leaderboards.py"
OF_STORE = ("tests/bot/store/test_deadlines.py",)
OF_SERVICE = ("tests/bot/services/test_deadlines.py",)
OF_LOGIC = ("tests/bot/logic/test_deadlines.py",)
OF_HOURS = ("tests/bot/model/test_hours.py",)
OF_CONSENT = ("tests/bot/logic/test_consent.py",)
OF_VACATION = ("tests/bot/interactions/test_preferences.py", "tests/bot/interactions/test_preferences_notifications.py")
OF_RATINGS = ("tests/bot/logic/test_ratings.py",)
OF_LADDERS = ("tests/bot/services/test_leaderboards.py", "tests/bot/interactions/test_ratings.py", *OF_RATINGS)
OF_RESULTS = ("tests/bot/logic/test_results.py", *OF_RATINGS)

FAULTS = (
    # deadlines
    Fault(
        "a-robot-moves-a-minute-too-early",
        LOGIC,
        "or deadline is None or deadline.at > now:",
        "or deadline is None or deadline.at > now + 60:",
        OF_LOGIC,
    ),
    Fault("a-deadline-passes-while-the-clock-stands", STORE, "due <= :now AND stopped = 0", "due <= :now", OF_STORE),
    Fault(
        "somebody-is-reminded-while-the-clock-stands",
        STORE,
        "nudge <= :now AND stopped = 0 /*",
        "nudge <= :now /*",
        OF_STORE,
    ),
    Fault(
        "a-clock-begun-after-an-outage-is-moved",
        STORE,
        "due IS NOT NULL AND asked <= :since)",
        "due IS NOT NULL AND :since > 0)",
        OF_STORE,
    ),
    Fault(
        "ten-minutes-of-outage-are-not-given-back",
        SERVICE,
        "lost <= OUTAGE",
        "lost <= 10 * OUTAGE",
        OF_SERVICE,
    ),
    Fault(
        "a-clock-that-was-set-is-an-outage",
        SERVICE,
        "min(seconds, steady - self._beats.get(home, -inf))",
        "seconds",
        OF_SERVICE,
    ),
    Fault(
        "what-processes-agree-on-goes-by-their-own-clocks",
        "bot/store/database_dialect.py",
        'if found[1] == "clock":',
        'if found[1] == "no clock":',
        ("tests/bot/store/test_leases.py",),
    ),
    Fault(
        "every-table-of-a-channel-tells-the-outage",
        SERVICE,
        "await self._hours(room_id), channel not in noted",
        "await self._hours(room_id), True",
        OF_SERVICE,
    ),
    Fault("sleepers-are-reminded-at-night", SERVICE, "if hours.asleep(self.now()):", "if not hours:", OF_SERVICE),
    Fault(
        "a-day-of-vacation-saves-nobody",
        SERVICE,
        "return await self._preferences.spare(chair.occupant)",
        "return []",
        OF_VACATION,
    ),
    Fault("a-robot-keeps-a-seat-after-three-timeouts", LOGIC, "PATIENCE = 2 ", "PATIENCE = 3 ", OF_SERVICE),
    Fault(
        "the-last-person-loses-the-seat-to-a-robot",
        LOGIC,
        "late.late >= PATIENCE and others and",
        "late.late >= PATIENCE and",
        OF_SERVICE,
    ),
    Fault(
        "more-time-can-be-had-twice",
        LOGIC,
        "or not chair.spare or not is_slow(record):",
        "or not is_slow(record):",
        (*OF_SERVICE, *OF_LOGIC),
    ),
    Fault(
        "an-outage-before-a-turn-counts-for-it",
        LOGIC,
        "passed(mine, max(gap[0], deadline.asked), gap[1])",
        "passed(mine, gap[0], gap[1])",
        (*OF_SERVICE, *OF_CONSENT),
    ),
    Fault(
        "taking-a-move-back-buys-a-turn",
        LOGIC,
        "if anew or not self._is_step_back:",
        "if anew or self._is_step_back:",
        OF_SERVICE,
    ),
    Fault("a-time-bank-grows-without-end", LOGIC, "return min(BANK, passed(", "return max(0.0, passed(", OF_LOGIC),
    Fault(
        "whoever-moved-in-time-is-still-late",
        LOGIC,
        "chair = replace(chair, late=0, note=None)\n        if self.later",
        "chair = replace(chair, note=None)\n        if self.later",
        OF_SERVICE,
    ),
    Fault(
        "an-outage-moves-a-deadline-into-the-night",
        LOGIC,
        "    at = due(mine, deadline.at, lost)\n",
        "    at = deadline.at + lost\n",
        OF_SERVICE,
    ),
    # sleep and vacation
    Fault(
        "nobody-ever-sleeps-over-midnight",
        HOURS,
        "hour >= self.sleep or hour < self.wake",
        "hour >= self.sleep and hour < self.wake",
        OF_HOURS,
    ),
    Fault(
        "the-day-of-return-does-not-count",
        HOURS,
        "day < date.fromisoformat(hours.away)",
        "day <= date.fromisoformat(hours.away)",
        OF_HOURS,
    ),
    Fault("saturday-is-no-weekend", HOURS, "SATURDAY = 5", "SATURDAY = 6", OF_HOURS),
    Fault("vacation-has-no-end", VACATION, "if number > DAYS_A_YEAR:", "if number > 9 * DAYS_A_YEAR:", OF_VACATION),
    Fault(
        "coming-home-early-costs-the-whole-vacation",
        VACATION,
        "day for day in taken if day <= today.isoformat()",
        "day for day in taken",
        OF_VACATION,
    ),
    # consent
    Fault(
        "one-yes-is-enough-for-all",
        "bot/logic/consent.py",
        "if not people <= set(ask.agreed):",
        "if not people & set(ask.agreed):",
        OF_CONSENT,
    ),
    Fault(
        "a-question-stands-for-ever",
        "bot/logic/consent.py",
        "ask.length == len(record.log) and now - ask.at < LASTS else None",
        "ask.length == len(record.log) else None",
        OF_CONSENT,
    ),
    Fault(
        "a-draw-is-taken-back",
        "bot/logic/take_back.py",
        "if any(record.log[n].seat == CHANCE for n in later):",
        "if all(record.log[n].seat == CHANCE for n in later) and not later:",
        ("tests/bot/logic/test_take_back.py", "tests/bot/services/test_table_life.py"),
    ),
    Fault(
        "a-take-back-shows-what-a-robot-would-answer",
        "bot/logic/take_back.py",
        "return not self.movers and not self.answered",
        "return not self.movers",
        ("tests/bot/logic/test_take_back.py",),
    ),
    Fault(
        "the-recap-begins-after-the-robots-move",
        "bot/model/turns.py",
        "if entry.seat == seat and place not in unless)",
        "if entry.seat == seat)",
        ("tests/bot/screens/test_table.py",),
    ),
    # ratings
    Fault("whoever-left-wins", RATINGS, "won = played and place.rank == 1", "won = place.rank == 1", OF_RATINGS),
    Fault(
        "four-games-settle-a-rating",
        RATINGS,
        "return self.games >= SETTLED",
        "return self.games >= SETTLED - 1",
        OF_LADDERS,
    ),
    Fault(
        "the-week-begins-anew-with-every-game",
        RATINGS,
        "earlier=tally.mu if fresh else tally.earlier",
        "earlier=tally.mu",
        OF_LADDERS,
    ),
    Fault(
        "a-casual-game-is-rated",
        RESULTS,
        'record.terms.get("counts") != CASUAL and len(people)',
        "len(people)",
        OF_RESULTS,
    ),
    Fault("a-game-against-robots-is-rated", RESULTS, "and len(people) > 1", "and len(people) > 0", OF_RESULTS),
    Fault(
        "whoever-left-keeps-the-rank",
        RESULTS,
        "(0,) if _has_left(record, seat) else (1, *score)",
        "(1, *score)",
        OF_RESULTS,
    ),
    Fault(
        "two-games-end-at-one-moment",
        "bot/store/ratings.py",
        "result = replace(result, finished=max(result.finished, (latest or 0.0) + TICK))\n        await",
        "await",
        OF_LADDERS,
    ),
    Fault(
        "a-deletion-while-reckoning-brings-somebody-back",
        "bot/store/ratings.py",
        "        if begun not in (UNKNOWN, deletions):",
        "        if history.count < 0:",
        OF_LADDERS,
    ),
    Fault(
        "who-wants-no-list-stands-in-the-list-of-all",
        LADDERS,
        "OR a.person NOT IN (SELECT person FROM wishes WHERE key = 'listed' AND value = 'no')",
        "OR 1",
        OF_LADDERS,
    ),
    Fault(
        "a-hidden-profile-is-shown",
        "bot/services/leaderboards.py",
        "if not mine and await self._is_private(person.id, guild):",
        "if not mine and not person.id:",
        OF_LADDERS,
    ),
    Fault(
        "games-elsewhere-count-as-games-here",
        LADDERS,
        "WHERE mine.person = :person AND (CAST(:guild AS BIGINT) = 0 OR mine.guild = :guild)",
        "WHERE mine.person = :person",
        OF_LADDERS,
    ),
)
