"""Faults in how robots are asked: who waits for whom, what a thought may do, and how processes end."""

from tests.sabotage.fault import Fault

ROBOTS, POOL = "bot/services/robots.py", "bot/services/robot_pool.py"
OF_ROBOTS = ("tests/bot/services/test_robots.py",)
OF_POOL = ("tests/bot/services/test_robot_pool.py",)
OF_QUEUE = ("tests/bot/services/test_search_queue.py",)
OF_PUZZLE, OF_PUZZLES = ("tests/engine/test_puzzle.py",), ("tests/bot/store/test_puzzles.py",)
OF_REVIEWS = ("tests/bot/services/test_reviews.py",)
OF_THINKING = ("tests/bot/delivery/test_thinking.py",)

FAULTS = (
    Fault(
        "a-thought-outlives-the-move-before-it",
        ROBOTS,
        "return seat in robots_to_act(later) and later.stamp(seat) == room.stamp(seat)",
        "return seat in robots_to_act(room)",
        OF_ROBOTS,
    ),
    Fault(
        "nobody-tells-a-robot-that-its-table-has-changed",
        "bot/services/rooms.py",
        "        self.look_again(room_id)\n        for listener",
        "        for listener",
        OF_ROBOTS,
    ),
    Fault(
        "an-amateur-waits-for-masters",
        POOL,
        "if not turn.is_search:",
        "if False:",
        OF_POOL,
    ),
    Fault(
        "one-server-has-all-searches",
        "bot/services/search_queue.py",
        "server, people = self._servers.popitem(last=False)",
        "server, people = self._servers.popitem()",
        OF_QUEUE,
    ),
    Fault(
        "one-person-has-all-searches-of-a-server",
        "bot/services/search_queue.py",
        "person, line = people.popitem(last=False)",
        "person, line = people.popitem()",
        OF_QUEUE,
    ),
    Fault(
        "a-process-that-has-grown-stays",
        POOL,
        "if found.memory > WORN or",
        "if",
        OF_POOL,
    ),
    Fault(
        "a-search-that-hangs-is-waited-for",
        POOL,
        "if not answer.done():\n                raise _Hung",
        "if not answer.done():\n                await answer",
        OF_POOL,
        only="stands_still",
    ),
    Fault(
        "a-table-is-silent-about-a-robot-that-got-stuck",
        "bot/services/rooms.py",
        "            is_quick = True\n",
        "",
        OF_THINKING,
    ),
    Fault(
        "what-nobody-waits-for-is-searched",
        POOL,
        "if not asked.answer.done():\n                process",
        "if True:\n                process",
        OF_POOL,
    ),
    Fault(
        "a-process-hears-ctrl-c",
        "bot/services/robot_worker.py",
        "    signal.signal(signal.SIGINT, signal.SIG_IGN)\n",
        "",
        OF_POOL,
    ),
    Fault(
        "a-process-outlives-the-bot",
        "bot/services/robot_worker.py",
        '    Thread(target=_end_with_the_parent, name="parent", daemon=True).start()\n',
        "",
        OF_POOL,
        only="killed",
    ),
    Fault(
        "a-coach-goes-before-robots",
        POOL,
        "self._robots.take() or self._coaches.take()",
        "self._coaches.take() or self._robots.take()",
        OF_POOL,
    ),
    Fault(
        "a-running-game-is-reviewed",
        "bot/services/reviews.py",
        "if table.phase not in ENDED_PHASES:",
        "if False:",
        OF_REVIEWS,
    ),
    Fault(
        "a-review-begins-anew-after-a-restart",
        "bot/services/reviews.py",
        "so_far = kept if kept is not None and fits else",
        "so_far =",
        OF_REVIEWS,
    ),
    Fault(
        "a-review-outlives-moves-that-were-taken-back",
        "bot/store/store.py",
        "            await self.reviews.drop(old.id)\n",
        "",
        ("tests/bot/store/test_reviews.py",),
    ),
    Fault(
        "a-review-comes-back-over-a-decision-that-somebody-reads",
        "bot/interactions/review.py",
        "            await self._updates.leave(reply.interaction.message.id)",
        "            pass",
        ("tests/bot/interactions/test_review.py",),
    ),
    Fault(
        "a-puzzle-that-is-not-clear-is-asked",
        "engine/puzzle.py",
        "if is_clear(close) and close.lines[0].moves == one.lines[0].moves:",
        "if True:",
        OF_PUZZLE,
    ),
    Fault(
        "an-equal-answer-to-a-puzzle-is-wrong",
        "engine/puzzle.py",
        "return answer.loss < asked.gap / 2 or answer.played == 0",
        "return answer.played == 0",
        OF_PUZZLE,
    ),
    Fault(
        "a-puzzle-can-be-answered-twice",
        "bot/store/puzzles.py",
        "WHERE id = ? AND change = ? AND at IS NULL",
        "WHERE id = ? AND change >= 0 * ?",
        OF_PUZZLES,
    ),
    Fault(
        "a-game-becomes-a-puzzle-though-one-player-did-not-allow-it",
        "bot/store/puzzles.py",
        "key = 'puzzles' AND value = 'yes'",
        "1 = 1",
        ("tests/bot/interactions/test_puzzle.py",),
    ),
    Fault(
        "a-puzzle-of-a-server-counts-for-the-streak",
        "bot/store/puzzles.py",
        "if kept and solved and one.puzzle.guild == EVERYWHERE:",
        "if kept and solved:",
        OF_PUZZLES,
    ),
    Fault(
        "a-review-shows-a-hand-as-if-everybody-had-known-it",
        "bot/screens/review.py",
        "return self._one.seat != reader and self._view.state != self._public",
        "return False",
        ("tests/bot/screens/test_review.py",),
    ),
    Fault(
        "luck-that-is-known-is-forgotten",
        "bot/store/reviews.py",
        "length(reviews.luck) <= length(excluded.luck)",
        "1 = 1",
        ("tests/bot/store/test_reviews.py",),
    ),
    Fault(
        "the-luck-of-one-is-told-to-another",
        "bot/screens/review.py",
        "if seat is None else seat\n    lead",
        "\n    lead",
        ("tests/bot/screens/test_review.py",),
    ),
    Fault(
        "a-robot-calls-everybody",
        "bot/logic/repost_policy.py",
        "people = (seat for seat in room.to_act if isinstance(room.seats[seat], Person))",
        "people = iter(room.to_act)",
        OF_THINKING,
    ),
    Fault(
        "the-message-after-a-robots-move-lacks-what-it-answered",
        "bot/screens/table.py",
        "if room.shown >= 0 and movers <= robots(room) else",
        "if room.shown >= 0 and not movers else",
        OF_THINKING,
    ),
    Fault(
        "a-robot-that-keeps-a-seat-is-beaten",
        "bot/screens/game_over.py",
        "if isinstance(who, Robot) and not room.mark(seat)]",
        "if isinstance(who, Robot)]",
        ("tests/bot/screens/test_game_over.py",),
    ),
)
