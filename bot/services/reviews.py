"""Reviews of tables that are over: begun when somebody asks, made beside everything else, kept. Knows no Discord.

First the decisions are judged, then it is found out how lucky the draws were. What is known so far is kept every few of
them, so that after a restart a review goes on where it was.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from bot import tasks
from bot.model.errors import Refusal
from bot.model.record import ENDED_PHASES
from bot.model.review import ReviewSoFar, has_coach
from bot.model.robots import AskedJudgement, AskedLuck, JudgeDecision, TellLuck
from bot.model.room import PlayedRoom, Room, needs_table
from bot.model.room_number import tag
from bot.model.timeline import timeline_of
from bot.services.isolation import Isolation
from bot.services.robots import judge_here, tell_luck_here
from bot.store.database import DatabaseAway
from bot.store.store import Store
from engine.robots.luck import RecordedDraw, recorded_draws
from engine.robots.review import Decision, decisions

HOUR = 3_600.0  # seconds
MOST_AN_HOUR = 6  # reviews that one person may begin
KEPT_EVERY = 8  # decisions of the first pass, and draws; of the second pass each is kept, as it takes seconds
LEAST = 2  # decisions that make a review


class HourlyLimit:
    """How often each person may begin work: so many times within an hour; a restart forgets. `now`: unix seconds."""

    def __init__(self, now: Callable[[], float], most: int) -> None:
        self._now = now
        self._most = most
        self._begun: dict[int, list[float]] = {}  # by person, within the last hour

    def take(self, person_id: int) -> bool:
        """Whether the person may begin once more, which is counted then."""
        since = self._now() - HOUR
        recent = {person: [at for at in begun if at > since] for person, begun in self._begun.items()}
        self._begun = {person: begun for person, begun in recent.items() if begun}
        if len(self._begun.get(person_id, ())) >= self._most:
            return False
        self._begun.setdefault(person_id, []).append(self._now())
        return True


class Nodes(NamedTuple):
    """How much is looked at; None: as much as is needed."""

    quick: int | None = None  # positions in the first pass
    close: int | None = None  # positions in the second one
    tries: int | None = None  # how often a draw is tried


class _Asked(NamedTuple):
    """What there is to find out of a table."""

    decisions: list[Decision]
    draws: list[RecordedDraw]


class Reviews:
    """The reviews that are being made, and those that were made.

    `judge`: who judges a decision. `luck`: who says how lucky a draw was. `nodes`: how much they look at.
    """

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store = store
        self._now = now
        self.judge: JudgeDecision = judge_here
        self.luck: TellLuck = tell_luck_here
        self.nodes = Nodes()
        self._isolation = Isolation(now)
        self._under_way: dict[int, ReviewSoFar] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._changes: dict[int, asyncio.Future[None]] = {}  # the next one of each review under way
        self._limit = HourlyLimit(now, MOST_AN_HOUR)
        self._closed = False
        self.kept = store.reviews.of
        self.now = self._under_way.get  # what is known of a table whose review is under way; None if none is

    async def ask(self, person_id: int, room: Room) -> ReviewSoFar:
        """What is known of the table, whose review is begun or goes on if something is left to find out.

        Raises Refusal: not_started, gone; review_playing, review_no_coach, review_other_rules, review_short,
        review_failed, review_many.
        """
        table = needs_table(room)
        if table.phase not in ENDED_PHASES:
            raise Refusal("review_playing", tag=room.tag)
        if not has_coach(table.game):
            raise Refusal("review_no_coach", game=table.game.title)
        if room.id in self._under_way:
            return self._under_way[room.id]
        kept = await self._store.reviews.of(room.id)
        if kept is not None and kept.length == len(table.table.log) and kept.is_done:
            return kept
        if not (await asyncio.to_thread(timeline_of, table.table)).whole:
            raise Refusal("review_other_rules", tag=room.tag)  # the log cannot be replayed any more
        asked = await asyncio.to_thread(lambda: _Asked(decisions(table.table), recorded_draws(table.table)))
        if len(asked.decisions) < LEAST:
            raise Refusal("review_short", tag=room.tag)
        fits = kept is not None and (kept.length, kept.of) == (len(table.table.log), len(asked.decisions))
        so_far = kept if kept is not None and fits else ReviewSoFar(len(table.table.log), len(asked.decisions))
        if so_far.draws != len(asked.draws):  # the luck of another number of draws
            so_far = replace(so_far, luck=(), draws=len(asked.draws))
        return self._begin(person_id, table, asked, so_far)

    async def change(self, room_id: int) -> None:
        """Returns after the next decision or draw was looked at, or when nobody is at work on that review any more."""
        if room_id in self._under_way:
            await asyncio.shield(self._changes.setdefault(room_id, asyncio.get_running_loop().create_future()))

    async def close(self) -> None:
        """End all reviews and begin no other; they go on when somebody asks for them in the next run."""
        self._closed = True
        await tasks.cancel(self._tasks.values())

    def _begin(self, person_id: int, room: PlayedRoom, asked: _Asked, so_far: ReviewSoFar) -> ReviewSoFar:
        if room.id in self._under_way:  # somebody else was faster
            return self._under_way[room.id]
        if self._closed:
            raise Refusal("stopping")
        if not self._isolation.ready(room.id):
            if so_far.has_first_look:
                return so_far
            raise Refusal("review_failed", tag=room.tag)
        if not so_far.judged and not self._limit.take(person_id):
            raise Refusal("review_many", n=MOST_AN_HOUR)
        self._under_way[room.id] = begun = replace(so_far, is_under_way=True)
        work = self._make(person_id, room, asked, begun)
        self._tasks[room.id] = asyncio.create_task(work, name=f"review of room {room.id}")
        return begun

    async def _make(self, person_id: int, room: PlayedRoom, asked: _Asked, so_far: ReviewSoFar) -> None:
        for_whom = room.place.guild, person_id
        try:
            with suppress(DatabaseAway), self._isolation.alone(room.id):  # without one it goes on when somebody asks
                while to_come := so_far.to_come:
                    at, closely = to_come[0]
                    nodes = self.nodes.close if closely else self.nodes.quick
                    question = AskedJudgement(asked.decisions[at], closely, nodes, *for_whom)
                    judged = (*so_far.judged, await self.judge(question))
                    so_far = await self._came_to(room.id, replace(so_far, judged=judged))
                for draw in asked.draws[len(so_far.luck) :]:
                    found = await self.luck(AskedLuck(room.game.key, draw, self.nodes.tries, *for_whom))
                    so_far = await self._came_to(room.id, replace(so_far, luck=(*so_far.luck, found)))
        finally:
            del self._under_way[room.id], self._tasks[room.id]
            self._tell(room.id)

    async def _came_to(self, room_id: int, so_far: ReviewSoFar) -> ReviewSoFar:
        """So much is known, which is kept from time to time. Raises Refusal("gone") if the table is another by now."""
        if not so_far.to_come and not so_far.is_complete:
            so_far = so_far.completed
        if so_far.is_complete:
            is_worth_keeping = so_far.is_done or len(so_far.luck) % KEPT_EVERY == 0
        else:
            is_worth_keeping = so_far.has_first_look or len(so_far.judged) % KEPT_EVERY == 0
        if is_worth_keeping:
            kept = await self._store.reviews.keep(room_id, replace(so_far, is_under_way=False))
            if not kept:
                raise Refusal("gone", tag=tag(room_id), phase="")
        self._under_way[room_id] = so_far
        self._tell(room_id)
        return so_far

    def _tell(self, room_id: int) -> None:
        change = self._changes.pop(room_id, None)
        if change is not None and not change.done():
            change.set_result(None)
