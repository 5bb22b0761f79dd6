"""Reviews of finished tables: started on request, made in the background, stored. Knows nothing about Discord.

First the decisions are judged, then the luck of the draws is measured. Results are saved every few steps, so a review
continues where it was after a restart.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from bot import tasks
from bot.model.errors import Refusal
from bot.model.hours import HOUR
from bot.model.record import ENDED_PHASES
from bot.model.review import ReviewProgress, has_coach
from bot.model.robots import JudgeDecision, JudgmentRequest, LuckRequest, MeasureLuck
from bot.model.room import PlayedRoom, Room, require_table
from bot.model.room_number import tag
from bot.model.timeline import timeline_of
from bot.services.fault_isolation import FaultIsolation
from bot.services.robots import judge_on_thread, measure_luck_on_thread
from bot.store.database import DatabaseUnavailable
from bot.store.store import Store
from engine.robots.luck import RecordedDraw, recorded_draws
from engine.robots.review import Decision, decisions

MAX_REVIEWS_PER_HOUR = 6  # reviews that one person may start
STEPS_PER_SAVE = 8  # first-pass decisions or draws; second-pass decisions take seconds, so each is saved at once
MIN_DECISIONS = 2  # a game with fewer decisions is not reviewed


class HourlyLimit:
    """Limits how often each person may start work within an hour. A restart resets it. `now`: unix seconds."""

    def __init__(self, now: Callable[[], float], max_per_hour: int) -> None:
        self._now = now
        self._max_per_hour = max_per_hour
        self._start_times: dict[int, list[float]] = {}  # start times by person, within the last hour

    def take(self, person_id: int) -> bool:
        """Whether the person may start work now; if so, count this start."""
        since = self._now() - HOUR
        recent = {person: [at for at in begun if at > since] for person, begun in self._start_times.items()}
        self._start_times = {person: begun for person, begun in recent.items() if begun}
        if len(self._start_times.get(person_id, ())) >= self._max_per_hour:
            return False
        self._start_times.setdefault(person_id, []).append(self._now())
        return True


class NodeLimits(NamedTuple):
    """How much the coaches may examine; None: as much as they need."""

    quick: int | None = None  # positions in the first pass
    close: int | None = None  # positions in the second pass
    tries: int | None = None  # simulations of a draw


class _ReviewScope(NamedTuple):
    """What a review must judge in a table."""

    decisions: list[Decision]
    draws: list[RecordedDraw]


class Reviews:
    """The stored reviews and those in progress.

    `judge`: judges a decision. `luck`: measures the luck of a draw. `nodes`: how much these may examine.
    """

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store = store
        self._now = now
        self.judge: JudgeDecision = judge_on_thread
        self.luck: MeasureLuck = measure_luck_on_thread
        self.nodes = NodeLimits()
        self._isolation = FaultIsolation(now)
        self._under_way: dict[int, ReviewProgress] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._changes: dict[int, asyncio.Future[None]] = {}  # the next change of each review in progress
        self._limit = HourlyLimit(now, MAX_REVIEWS_PER_HOUR)
        self._closed = False
        self.load_saved = store.reviews.load
        self.progress = self._under_way.get  # what is known so far of the room's review in progress; None without one

    async def request(self, person_id: int, room: Room) -> ReviewProgress:
        """Return what is known of the table's review; start or continue it if something is missing.

        Raises Refusal: not_started, gone; review_playing, review_no_coach, review_other_rules, review_short,
        review_failed, review_many.
        """
        table = require_table(room)
        if table.phase not in ENDED_PHASES:
            raise Refusal("review_playing", tag=room.tag)
        if not has_coach(table.game):
            raise Refusal("review_no_coach", game=table.game.title)
        if room.id in self._under_way:
            return self._under_way[room.id]
        saved = await self._store.reviews.load(room.id)
        if saved is not None and saved.log_length == len(table.table.log) and saved.is_done:
            return saved
        if not (await asyncio.to_thread(timeline_of, table.table)).is_whole:
            raise Refusal("review_other_rules", tag=room.tag)  # the log can no longer be replayed
        scope = await asyncio.to_thread(lambda: _ReviewScope(decisions(table.table), recorded_draws(table.table)))
        if len(scope.decisions) < MIN_DECISIONS:
            raise Refusal("review_short", tag=room.tag)
        lengths = len(table.table.log), len(scope.decisions)
        fits = saved is not None and (saved.log_length, saved.decision_count) == lengths
        so_far = saved if saved is not None and fits else ReviewProgress(*lengths)
        if so_far.draw_count != len(scope.draws):  # the saved luck is for a different number of draws
            so_far = replace(so_far, luck=(), draw_count=len(scope.draws))
        return self._begin(person_id, table, scope, so_far)

    async def wait_for_change(self, room_id: int) -> None:
        """Return after the next decision or draw is judged, or at once if the review is not in progress."""
        if room_id in self._under_way:
            await asyncio.shield(self._changes.setdefault(room_id, asyncio.get_running_loop().create_future()))

    async def close(self) -> None:
        """Stop all reviews and start no more. They continue when someone asks for them in the next run."""
        self._closed = True
        await tasks.cancel(self._tasks.values())

    def _begin(self, person_id: int, room: PlayedRoom, scope: _ReviewScope, so_far: ReviewProgress) -> ReviewProgress:
        if room.id in self._under_way:  # someone else was faster
            return self._under_way[room.id]
        if self._closed:
            raise Refusal("stopping")
        if not self._isolation.may_try(room.id):
            if so_far.has_first_look:
                return so_far
            raise Refusal("review_failed", tag=room.tag)
        if not so_far.judgments and not self._limit.take(person_id):
            raise Refusal("review_many", n=MAX_REVIEWS_PER_HOUR)
        self._under_way[room.id] = begun = replace(so_far, is_under_way=True)
        work = self._make(person_id, room, scope, begun)
        self._tasks[room.id] = asyncio.create_task(work, name=f"review of room {room.id}")
        return begun

    async def _make(self, person_id: int, room: PlayedRoom, scope: _ReviewScope, so_far: ReviewProgress) -> None:
        for_whom = room.place.guild, person_id
        try:
            # If the database becomes unavailable, the review stops and continues at the next request.
            with suppress(DatabaseUnavailable), self._isolation.isolate(room.id):
                while to_come := so_far.remaining:
                    at, closely = to_come[0]
                    nodes = self.nodes.close if closely else self.nodes.quick
                    question = JudgmentRequest(scope.decisions[at], closely, nodes, *for_whom)
                    judged = (*so_far.judgments, await self.judge(question))
                    so_far = await self._save_progress(room.id, replace(so_far, judgments=judged))
                for draw in scope.draws[len(so_far.luck) :]:
                    found = await self.luck(LuckRequest(room.game.key, draw, self.nodes.tries, *for_whom))
                    so_far = await self._save_progress(room.id, replace(so_far, luck=(*so_far.luck, found)))
        finally:
            del self._under_way[room.id], self._tasks[room.id]
            self._wake_waiters(room.id)

    async def _save_progress(self, room_id: int, so_far: ReviewProgress) -> ReviewProgress:
        """Note the progress, and save it every few steps. Raises Refusal("gone") if the table has been replaced."""
        if not so_far.remaining and not so_far.is_complete:
            so_far = so_far.complete_review
        if so_far.is_complete:
            is_worth_keeping = so_far.is_done or len(so_far.luck) % STEPS_PER_SAVE == 0
        else:
            is_worth_keeping = so_far.has_first_look or len(so_far.judgments) % STEPS_PER_SAVE == 0
        if is_worth_keeping:
            is_saved = await self._store.reviews.save(room_id, replace(so_far, is_under_way=False))
            if not is_saved:
                raise Refusal("gone", tag=tag(room_id), phase="")
        self._under_way[room_id] = so_far
        self._wake_waiters(room_id)
        return so_far

    def _wake_waiters(self, room_id: int) -> None:
        change = self._changes.pop(room_id, None)
        if change is not None and not change.done():
            change.set_result(None)
