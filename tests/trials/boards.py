"""Many tables move as fast as they can under Discord's limit of 50 requests a second: what a shown move costs.

The local Discord counts as Discord does. In small: `tests/bot/delivery/test_requests.py`. Knows no rules.
"""

from __future__ import annotations

import asyncio
import time
from random import Random
from time import perf_counter

from bot.delivery.table_messages import BURST_LENGTH
from bot.discord_api.rate_limit import REQUESTS_PER_SECOND
from bot.playground.rest import LoggedRequest
from tests.bench import Figure
from tests.bot.support.local_discord import PATIENCE
from tests.trials.ground import Ground, ground
from tests.trials.outage import A_SECOND as MOST
from tests.trials.outage import Limited

SIZE = 60  # tables
SECONDS = 20.0  # in which they move
BOARD = 2.0  # requests that a shown move takes: a new message, and the removal of the old one


async def figures(size: int, seconds: float = SECONDS, burst: float = BURST_LENGTH) -> list[Figure]:
    """So many tables, each in a channel of its own; after every move the next one is made at once."""
    async with ground(seconds=PATIENCE, pace=REQUESTS_PER_SECOND, burst=burst) as here:
        limits = Limited(here.local.server.rest.rules)
        here.local.server.rest.rules = limits
        rooms = [await _table(here, n) for n in range(size)]
        await here.posted()
        before, posts, began = len(limits.served), _Posts(here), perf_counter()
        moves = sum(await asyncio.gather(*(_moves(here, room, seconds) for room in rooms)))
        within, spent = perf_counter() - began, len(limits.served) - before
        await here.posted()
        boards, requests = posts.count, len(limits.served) - before
        return [
            Figure("moves", moves, "moves", least=1),
            Figure("moves a second", moves / within, "a second"),
            Figure("boards shown", boards, "boards", least=size),
            Figure("boards a second", boards / (perf_counter() - began), "a second", most=MOST / BOARD + 1),
            Figure("requests a second while tables move", spent / within, "a second", most=MOST),
            Figure("requests for each board", requests / boards, "requests", most=BOARD + 0.1),
            Figure("requests refused as too fast", limits.refused, "requests", most=0.05 * requests),
            Figure("tables behind in the end", len(await here.running.rooms.list_due_rooms()), "tables", most=0),
            here.errors,
        ]


async def _table(here: Ground, number: int) -> int:
    people = [here.newcomer(f"B{number} {seat}") for seat in range(2)]
    return (await here.table("azul", people, here.channel(f"boards {number}"))).id


class _Posts:
    """Counts the messages that were posted in channels."""

    def __init__(self, here: Ground) -> None:
        self.count = 0
        here.local.server.rest.watchers.append(self._hear)

    def _hear(self, one: LoggedRequest) -> None:
        if (
            one.is_answered
            and one.call.method == "POST"
            and one.call.path.startswith("/channels/")
            and one.answer.status == 200
        ):
            self.count += 1


async def _moves(here: Ground, room_id: int, seconds: float) -> int:
    """How many moves were made there; each is saved, and shown when Discord lets it."""
    lot, made, until = Random(room_id), 0, time.monotonic() + seconds
    room = await here.running.rooms.room(room_id)
    while made < 3 or (time.monotonic() < until and room.phase == "playing"):
        seat = room.to_act[0]
        move = str(lot.choice(room.table.view(seat).moves))
        room = await here.running.rooms.play(room_id, seat, room.chairs[seat].stamp, move, next(here.presses))
        here.running.client.messages.wake(room_id)
        made += 1
        await asyncio.sleep(lot.uniform(0.5, 1.5) if seconds > 1 else 0)
    return made
