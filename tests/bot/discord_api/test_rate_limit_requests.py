"""The bot never asks faster than Discord takes it, and knows which channel takes nothing at the moment."""

from __future__ import annotations

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.discord_api.rate_limit import RequestPace
from tests.bot.support.rooms import Clock

HERE, THERE = "/api/v10/channels/70/messages", "/api/v10/channels/71/messages/5"


@pytest.fixture
def clock():
    return Clock(1_000.0)


@pytest.fixture
def pace(clock):
    return RequestPace(3, clock)


def test_in_no_second_are_there_more_requests_than_allowed(pace, clock):
    moments = []
    for step in (0.0, 0.0, 0.0, 0.0, 0.25, 0.0, 0.5, 3.0, 0.0):
        clock.time += step
        moments.append(clock.time + pace.reserve())
    assert [round(at - 1_000.0, 2) for at in moments] == [0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 2.0, 3.75, 3.75]


def test_a_channel_that_has_had_all_it_takes_is_closed_until_discord_said(pace, clock):
    pace.note_answer(HERE, 200, {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset-After": "2.5"})
    pace.note_answer(THERE, 200, {"X-RateLimit-Remaining": "1", "X-RateLimit-Reset-After": "2.5"})
    assert (pace.message_delay(70), pace.message_delay(71)) == (2.5, 0.0)
    clock.time += 2.5
    assert pace.message_delay(70) == 0.0


def test_a_channel_that_was_refused_as_too_fast_is_closed(pace):
    pace.note_answer(THERE, 429, {"Retry-After": "4"})
    pace.note_answer(HERE, 429, {"Retry-After": "soon"})
    assert (pace.message_delay(71), pace.message_delay(70)) == (4.0, 1.0)


def test_a_refusal_of_everything_holds_everything_back(pace):
    pace.note_answer(HERE, 429, {"Retry-After": "7", "X-RateLimit-Global": "true"})
    assert pace.message_delay(70) == 0.0
    assert pace.reserve() == 7.0


def test_no_message_is_made_long_before_it_can_be_sent(pace, clock):
    delays = [(pace.message_delay(70), pace.reserve()) for _ in range(8)]
    assert delays == [(0.0, 0.0)] * 3 + [(0.0, 1.0)] * 3 + [(0.0, 2.0), (1.0, 2.0)]
    clock.time += 1.0
    assert pace.message_delay(70) == 0.0


@pytest.mark.parametrize(
    ("path", "is_counted"),
    [
        ("/api/v10/channels/70/messages", True),
        ("/api/v10/applications/9/commands", True),
        ("/api/v10/interactions/5/token/callback", False),
        ("/api/v10/webhooks/9/token", False),
        ("/api/v10/webhooks/9/token/messages/@original", False),
    ],
)
async def test_answers_and_followups_to_presses_do_not_count_among_the_requests_of_a_second(pace, path, is_counted):
    """Discord does not count them, and whoever waits for a message must not wait for answers of others."""

    async def answered(_):
        return web.Response()

    site = web.Application()
    site.router.add_route("*", "/{path:.*}", answered)
    async with TestServer(site) as server, aiohttp.ClientSession(trace_configs=[pace.trace]) as session:
        for _ in range(2):
            await session.post(server.make_url(path))
    assert len(pace._sent) == (2 if is_counted else 0)


async def test_answers_to_presses_are_not_held_back(local, running_bot, ana):
    running_bot.client.pace.note_answer(HERE, 429, {"Retry-After": "1000000", "X-RateLimit-Global": "true"})
    reply = await ana.command("turns", channel=local.channel("games"))
    assert reply.private


def test_what_can_wait_longest_waits_for_all_that_comes_meanwhile(pace, clock):
    assert pace.seconds_until_idle() == 0.0
    waits = []
    for others in (4, 3, 3, 0):
        for _ in range(others):
            pace.reserve()
        waits.append(pace.seconds_until_idle())
        clock.time += waits[-1]
    assert waits == [1.0, 1.0, 1.0, 0.0]
    assert pace.reserve() == 0.0
