"""What becomes of single reports: moves, delays and what failed, without a page that shows them."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import get_args

import aiohttp
import pytest
from prometheus_client import Counter, Histogram

from bot.app import prometheus as metrics_module
from bot.app.prometheus import ERROR_SOURCES, MOVERS, PrometheusMetrics
from bot.discord_api.rate_limit import RequestPace
from bot.metrics import CountedMetric, TimedMetric, activate, current
from bot.model.robots import RobotTurn
from bot.playground.faults import UNLIMITED
from bot.playground.protocol import error_answer
from bot.services.robot_pool import RobotPool
from engine import GAMES, Table
from engine.robots.core import OFFERED_LEVELS
from tests.bot.app.test_prometheus import read
from tests.bot.delivery.test_table_messages import posted
from tests.bot.support import searches
from tests.bot.support.local_discord import PATIENCE
from tests.bot.support.rooms import ANA, BEN
from tests.bot.support.site import free_port
from tests.bot.support.tessera import turn_of, whole_turn
from tests.test_shape import ROOMS as FOLDERS

DAY = 86_400.0


@pytest.fixture
def metrics():
    one = PrometheusMetrics()
    with activate(one):
        yield one


def found(metrics, name, **labels):
    return read(metrics.render_page().decode()).of(name, **labels)


def test_whatever_may_be_reported_has_its_metric(metrics):
    assert [what for what in get_args(CountedMetric) if not isinstance(getattr(metrics, what), Counter)] == []
    assert [what for what in get_args(TimedMetric) if not isinstance(getattr(metrics, what), Histogram)] == []


async def test_a_move_at_a_deadline_counts_for_the_timeout(backend, metrics):
    await backend.services.deadlines.note_heartbeat()
    room = await backend.table(ANA, BEN, clock="daily")
    await backend.move(room, "t1")
    backend.clock.time += DAY
    assert await backend.services.deadlines.time_out() == [room.id]
    assert {by: found(metrics, "tessera_moves_total", game="stones", by=by) for by in MOVERS} == {
        "person": 1,
        "robot": 0,
        "timeout": 1,
    }


@pytest.mark.usefixtures("forked")
async def test_how_long_a_robot_was_waited_for_counts_for_its_level(metrics):
    table = Table.new(GAMES["azul"], 2, {}, "a seed")
    view = table.view(table.state.to_act()[0])
    async with aclosing(RobotPool(1, searches.first_move)) as pool:
        for level in ("master", "master", "greedy"):
            await pool.choose(RobotTurn(level, view, "a seed", 7, ANA.id, level == "master"))
    waited = {level: found(metrics, "tessera_robot_seconds_count", level=level) for level in OFFERED_LEVELS}
    assert waited == {"beginner": 0, "greedy": 1, "sharp": 0, "strong": 0, "master": 2}
    assert found(metrics, "tessera_lost_searches_total") == 0


@pytest.mark.usefixtures("forked")
async def test_a_search_whose_process_was_gone_is_counted(metrics, tmp_path):
    table = Table.new(GAMES["azul"], 2, {}, "a seed")
    view = table.view(table.state.to_act()[0])
    async with aclosing(RobotPool(1, searches.dies_once)) as pool:
        await pool.choose(RobotTurn("master", view, str(tmp_path / "tried"), 7, ANA.id, is_search=True))
    assert found(metrics, "tessera_lost_searches_total") == 1


async def test_the_delay_counts_from_the_first_change_that_is_not_shown(backend, metrics):
    room = await backend.table(ANA, BEN)
    await backend.move(room, "t1")
    await backend.rooms.note_shown(await backend.rooms.room(room.id), 5, 1, fresh=True)
    await backend.rooms.note_shown(await backend.rooms.room(room.id), 5, 1, fresh=True)
    assert found(metrics, "tessera_post_delay_seconds_count") == 1


async def test_an_edit_and_a_table_that_sleeps_end_the_waiting_for_a_post(backend, metrics):
    room = await backend.table(ANA, BEN)
    await backend.rooms.note_shown(room, 5, 1, fresh=False)
    await backend.rooms.note_shown(room, 5, 1, fresh=True)
    room = await backend.move(room, "t1")
    current().note_blocked_message(room.id)
    await backend.rooms.note_shown(room, 5, 1, fresh=True)
    assert found(metrics, "tessera_post_delay_seconds_count") == 0


async def test_a_reminder_awaits_no_post(backend, metrics):
    room = await backend.table(ANA, BEN, clock="daily")
    await backend.rooms.note_shown(room, 5, 0, fresh=True)
    backend.clock.time = room.deadlines[room.to_act[0]] - 1
    assert await backend.services.deadlines.remind() == [(room.id, room.to_act[0])]
    await backend.rooms.note_shown(room, 5, 0, fresh=True)
    assert found(metrics, "tessera_post_delay_seconds_count") == 1


async def test_rooms_that_are_never_shown_do_not_pile_up(backend, metrics, monkeypatch):
    monkeypatch.setattr(metrics_module, "MAX_AWAITED_POSTS", 2)
    for _ in range(4):
        await backend.table(ANA, BEN)
    assert len(metrics._awaiting_post) == 2


async def test_a_message_that_discord_refuses_is_tried_again_and_counted(local, running_bot, ana, metrics):
    await running_bot.table(ana, robots=1)
    message, path = await turn_of(ana), f"/channels/{local.channel('games')}/messages"
    await running_bot.shown()
    before = len(local.requests("POST", path))
    local.faults.refuse("POST", path, error_answer(400, 50035, "Invalid Form Body"), times=UNLIMITED)
    await whole_turn(ana, await ana.press(message, label="Play"))
    await local.until(lambda: len(local.requests("POST", path)) > before)
    await posted()
    route = {"method": "POST", "route": "/channels/{id}/messages"}
    assert found(metrics, "tessera_discord_requests_total", status="400", **route) == 1
    assert found(metrics, "tessera_retries_total", what="table") == 1


async def test_a_press_that_another_process_has_answered_ends_in_silence_and_is_counted(
    local, running_bot, ana, games, metrics, caplog
):
    await running_bot.table(ana, robots=1)
    message = await turn_of(ana)
    await running_bot.shown()
    local.faults.refuse(
        "POST", "/interactions/*/callback", error_answer(400, 40060, "Already acknowledged."), times=UNLIMITED
    )
    asked = len(local.asked)
    press = asyncio.create_task(ana.press(message, label="Play"))
    async with asyncio.timeout(PATIENCE):
        while not found(metrics, "tessera_answered_elsewhere_total"):
            await local.quiet()
    await local.quiet()
    for interaction in local.asked[asked:]:
        local.time_out(interaction)
    await press
    assert found(metrics, "tessera_answered_elsewhere_total") == 1
    assert [one.getMessage() for one in caplog.records if one.levelname not in ("DEBUG", "INFO")] == []


async def test_a_request_without_an_answer_is_counted(metrics):
    async with aiohttp.ClientSession(trace_configs=[RequestPace().trace]) as session:
        with pytest.raises(aiohttp.ClientConnectionError):
            await session.get(f"http://127.0.0.1:{free_port()}/api/v10/users/5")
    assert found(metrics, "tessera_discord_requests_total", route="/users/{id}", status="none") == 1


def test_every_part_of_the_bot_has_a_count_of_faults_from_the_start(metrics):
    assert set(ERROR_SOURCES) == set(FOLDERS) - {"ops"} | {"http_server", "logs"}
    metrics.count_error("bot.delivery.films")
    metrics.count_error("discord.client")
    metrics.count_error("bot.playground.server")
    counts = {part: found(metrics, "tessera_faults_total", part=part) for part in (*ERROR_SOURCES, "library")}
    assert {part: count for part, count in counts.items() if count} == {"delivery": 1, "library": 2}
    assert metrics.render_page().count(b"tessera_faults_total{") == len(counts)
    assert metrics.render_page().count(b"tessera_moves_total{") == len(GAMES) * len(MOVERS)


async def test_what_discord_tells_and_cannot_be_read_counts_by_the_name_of_its_event(metrics, running_bot, local, ana):
    for event in ("GUILD_DELETE", "NEVER HEARD OF", ["no name"]):
        local.server.gateway.send_control_frame({"op": 0, "t": event, "s": None, "d": None})
    await ana.command("help", channel=local.channel("games"))
    of = {name: found(metrics, "tessera_unreadable_events_total", event=name) for name in ("GUILD_DELETE", "other")}
    assert of == {"GUILD_DELETE": 1, "other": 1}
    assert found(metrics, "tessera_unreadable_events_total") == 2
