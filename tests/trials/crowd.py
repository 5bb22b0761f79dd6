"""Fifty addresses want more of the pages than there is, while people press in Discord and two play on a page.

They send packed bodies, heads without an end and bodies piece by piece, hold connections in silence, and watch one
table. Those who attack are in a process of their own: `crowd_worker.py`. Knows no rules.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from time import perf_counter, process_time

from bot.model.people import Person as Seated
from bot.model.room import PlayedRoom
from bot.web.traffic_limits import MAX_STRANGERS_OF_TABLE, REQUEST_INTERVAL, TrafficLimits
from tests.bench import Figure
from tests.bot.support.local_discord import PATIENCE, Person
from tests.bot.support.site import Browser, News, Site, site_of
from tests.trials.ground import Ground, ground

SIZE = 40  # rounds of a press in Discord and a move on a page
ATTACKS = {"packed": 100, "long": 200, "trickled": 300, "silent": 3_000, "streams": 2_000}
FEW = {"packed": 2, "long": 2, "trickled": 2, "silent": 10, "streams": 10}
SOON = 1.0  # seconds


@dataclass
class Peace:
    """What people notice of the crowd.

    `presses`, `moves`, `news`: the seconds of each. `work`: seconds of this process for a press and a move together.
    `refused`: moves that were not made. `answers`: how often each attack had which status.
    """

    presses: list[float] = field(default_factory=list)
    moves: list[float] = field(default_factory=list)
    news: list[float] = field(default_factory=list)
    work: list[float] = field(default_factory=list)
    refused: int = 0
    answers: dict[str, dict[str, int]] = field(default_factory=dict)


async def figures(size: int, attacks: Mapping[str, int] = ATTACKS) -> list[Figure]:
    """At least so many rounds, and more until every attack has begun."""
    async with ground() as here, site_of(here.running.services, gate=TrafficLimits()) as site:
        peace = await _besieged(here, site, size, attacks)
        return [
            Figure("presses beside the crowd", len(peace.presses), "presses", least=size),
            Figure("the slowest of them", max(peace.presses), "s", most=SOON),
            Figure("moves on the page, and taken back", len(peace.moves), "moves", least=size),
            Figure("the slowest of them", max(peace.moves), "s", most=SOON),
            Figure("news of a move after it, the slowest", max(peace.news), "s", most=SOON),
            Figure("most work between a press and the news", max(peace.work), "s of CPU", most=SOON),
            Figure("moves that were refused", peace.refused, "moves", most=0),
            Figure("packed bodies not answered 415", _others(peace.answers["packed"], "415"), "bodies", most=0),
            Figure("heads without an end that were read", _others(peace.answers["long"], "", "400"), "heads", most=0),
            Figure(
                "strangers who watch the table",
                peace.answers["streams"].get("200", 0), "streams", most=MAX_STRANGERS_OF_TABLE,
            ),
            here.errors,
        ]  # fmt: skip


def _others(answers: Mapping[str, int], *right: str) -> int:
    return sum(number for status, number in answers.items() if status not in right)


async def _besieged(here: Ground, site: Site, size: int, attacks: Mapping[str, int]) -> Peace:
    peace = Peace()
    room = await _table(here)
    presser = here.newcomer("Presser")
    players = {seat: await _signed_in(here, site, room, seat) for seat in range(2)}
    link = (await site.watching.link(room)).removeprefix(site.address)
    async with players[0].news(f"/table/{room.code}") as news:
        await _news(news)
        async with _crowd(site, link, attacks) as crowd:
            begun = asyncio.create_task(crowd.stdout.readline())
            while not begun.done() or len(peace.moves) < size:
                await _round(here, peace, presser, room, players, news)
            crowd.stdin.close()
            peace.answers = json.loads(await crowd.stdout.readline())
    return peace


async def _table(here: Ground) -> PlayedRoom:
    people = [here.newcomer("Ana Crowded"), here.newcomer("Ben Crowded")]
    room = await here.table("azul", people, here.channel("crowded"))
    await here.posted()
    played = await here.running.rooms.room(room.id)
    assert isinstance(played, PlayedRoom)
    return played


async def _signed_in(here: Ground, site: Site, room: PlayedRoom, seat: int) -> Browser:
    person, browser = room.occupants[seat], site.browser()
    link = await here.running.services.page_sessions.create_link(Seated(person.id, person.name))
    assert await browser.enter(link) == 204
    return browser


@asynccontextmanager
async def _crowd(site: Site, link: str, attacks: Mapping[str, int]) -> AsyncIterator[asyncio.subprocess.Process]:
    """Within, the crowd attacks."""
    port = site.address.rpartition(":")[2]
    crowd = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.trials.crowd_worker", port, link, *(f"{one}={n}" for one, n in attacks.items()),
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        yield crowd
    finally:
        if crowd.returncode is None:
            crowd.kill()
        await crowd.wait()


async def _round(
    here: Ground, peace: Peace, presser: Person, room: PlayedRoom, players: Mapping[int, Browser], news: News
) -> None:
    """A command in Discord, then a move on the page or the last one taken back, and the news of that."""
    worked, began = process_time(), perf_counter()
    reply = await presser.command("board", channel=room.place.channel)
    assert reply.private and "Azul" in reply.text
    pressed = perf_counter()
    now = await here.running.rooms.room(room.id)
    assert isinstance(now, PlayedRoom)
    seat, forward = room.to_act[0], len(peace.moves) % 2 == 0
    facts = {"move": str(room.table.view(seat).moves[0])} if forward else {}
    path = f"/table/{room.code}/{'move' if forward else 'back'}"
    asked = perf_counter()
    status, _ = await players[seat].post(path, stamp=now.chairs[seat].stamp, **facts)
    moved = perf_counter()
    await _news(news)
    peace.presses.append(pressed - began)
    peace.moves.append(moved - asked)
    peace.news.append(perf_counter() - moved)
    peace.work.append(process_time() - worked)
    peace.refused += status != 200
    await asyncio.sleep(REQUEST_INTERVAL)


async def _news(news: News) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await news.next():
            pass
