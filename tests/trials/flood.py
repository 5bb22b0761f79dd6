"""One person presses one table as fast as they can, opens tables in a loop; how long others wait. Knows no rules.

Times are told as ratios to the same presses while nobody floods, in the same process as the local Discord.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import asynccontextmanager
from copy import deepcopy
from statistics import quantiles
from time import perf_counter

from bot.discord_api.rate_limit import DEFAULT_LIMITS
from bot.playground.protocol import WireObject
from bot.playground.simulation import ANSWER_SECONDS
from tests.bench import Figure
from tests.bot.support.local_discord import PATIENCE, Person, text
from tests.bot.support.tessera import says
from tests.trials.ground import Ground, amiss, ground

SIZE = 200  # presses of the others that are timed, quiet and in the flood
RATE = 500  # presses a second of the one who floods
SOON = 3.0  # seconds in which Discord wants an answer


async def figures(size: int, rate: int = RATE) -> list[Figure]:
    """So many presses of others beside each kind of flood."""
    async with ground(seconds=ANSWER_SECONDS, paces=DEFAULT_LIMITS) as here:  # who is muted gets no answer
        flooder, other = here.newcomer("Flood"), [here.newcomer(f"Other {n}") for n in range(10)]
        table = await _table(here, [flooder, other[0]], "flooded")
        quiet = await _times(other, table, size)
        async with _flood(here, flooder, table, rate) as pressed:
            beside = await _times(other, table, size)
        async with _openings(here, flooder) as opened:
            opening = await _times(other, table, size)
        return [*_told(quiet, beside, "many presses"), *_told(quiet, opening, "opening tables"), *pressed, *opened,
                amiss("errors in the log", here.heard)]  # fmt: skip


async def _table(here: Ground, people: list[Person], name: str) -> WireObject:
    await here.table("azul", people, here.channel(name))
    await here.posted()
    return await people[0].until(says("your turn"))


async def _times(people: list[Person], table: WireObject, size: int) -> list[float]:
    """The seconds that each press of the others took, one after the other, with a pause so that nobody hurries."""
    times = []
    for n in range(size):
        person, began = people[n % len(people)], perf_counter()
        reply = await person.press(table, label="Board")
        times.append(perf_counter() - began if reply.private and "Azul" in reply.text else SOON)
        await asyncio.sleep(0.03)
    return times


@asynccontextmanager
async def _flood(here: Ground, person: Person, table: WireObject, rate: int):
    """So many presses a second of one person on that table; afterwards their figures.

    They enter where the library reads what Discord sends: a local Discord that answers 500 a second would be the one
    that is slow.
    """
    told, found, count = (await person.press(table, label="Rules")).told, [], 0
    world, parse = here.local.server.simulation._world, here.running.client._connection.parse_interaction_create
    before, began = _answers(here), perf_counter()

    async def press() -> None:
        nonlocal count
        while True:
            due = int((perf_counter() - began) * rate) - count
            for _ in range(due):
                count += 1
                parse({**deepcopy(told), "id": str(world.snowflake()), "token": f"flood{count}"})
            await asyncio.sleep(0.01)

    flood = asyncio.create_task(press())
    try:
        yield found
    finally:
        flood.cancel()
        seconds = perf_counter() - began
        found += [
            Figure("presses a second of the flood", count / seconds, "a second", least=rate * 0.8),
            Figure("answers a second that it got", (_answers(here) - before) / seconds, "a second"),
        ]


def _answers(here: Ground) -> int:
    """The answers to presses that were not asked for by the local Discord itself."""
    return sum("flood" in one.call.path for one in here.local.requests("POST", "*callback*"))


@asynccontextmanager
async def _openings(here: Ground, person: Person):
    """One person opens and cancels tables in a loop; afterwards how many there were."""
    channel, found, tried, slowed = here.channel("openings"), [], Counter(), asyncio.Event()

    async def open_tables() -> None:
        while True:
            reply = await person.command("play", channel=channel, game="azul")
            if too_many := "That was a lot at once" in text(reply.message):
                slowed.set()
            tried["slowed" if too_many else "opened"] += 1
            for label in ("Manage", "Cancel"):  # whoever is told to wait gets neither
                if label in reply.buttons:
                    reply = await person.press(reply.message, label=label)

    loop, told = asyncio.create_task(open_tables()), asyncio.create_task(slowed.wait())
    try:
        yield found
        async with asyncio.timeout(PATIENCE):
            await asyncio.wait({loop, told}, return_when=asyncio.FIRST_COMPLETED)
        if loop.done():
            loop.result()  # says what went wrong
    finally:
        for task in (loop, told):
            task.cancel()
        await asyncio.gather(loop, told, return_exceptions=True)
        found += [
            Figure(
                "tables that one person opened in a loop",
                tried["opened"],
                "tables",
                most=DEFAULT_LIMITS.openings.burst + 4,
            ),
            Figure("tries that were told to wait", tried["slowed"], "tries", least=1),
        ]


def _told(quiet: list[float], beside: list[float], kind: str) -> list[Figure]:
    calm, then = quantiles(quiet, n=20), quantiles(beside, n=20)
    return [
        Figure(f"others beside {kind}: p50 against quiet", then[9] / calm[9], "times"),
        Figure(f"others beside {kind}: p95 against quiet", then[18] / calm[18], "times", most=5),
        Figure(f"others beside {kind}: slowest", max(beside), "s", most=SOON),
    ]
