"""What the bot tells of itself while something is wrong, and what `python -m bot.health` makes of it."""

from __future__ import annotations

import contextlib

import pytest

from bot import health
from bot.app.health_monitor import HealthMonitor
from bot.app.health_report import MAX_MESSAGE_DELAY, MAX_ROBOT_DELAY, REPORT_SIZE, problem_sentences, read_report
from bot.playground.faults import UNLIMITED
from bot.playground.protocol import error_answer
from tests.bot.delivery.test_table_messages import posted
from tests.bot.support.tessera import tessera, turn_of, whole_turn
from tests.bot.support.thinker import Thinker


@pytest.fixture
def path(tmp_path):
    return tmp_path / "tessera.alive"


@pytest.fixture
async def monitor(timed_bot, path):
    return await monitor_of(timed_bot, path)


async def monitor_of(running, path):
    """The monitor of the bot, which was heard of a moment ago; `worked` are the writes that did."""
    one = HealthMonitor(running.client, running.store, path, lambda: one.worked.append(1))
    one.worked = []
    await running.local.until(lambda: running.client.latency < 1_000)
    await running.store.deadlines.record_heartbeat(running.now())
    await one.update_report()
    return one


async def later(monitor, clock, seconds):
    """So much time has passed, and somebody has looked. The gateway's next answer is far away."""
    clock.time += seconds
    await monitor.update_report()


@contextlib.asynccontextmanager
async def unwritable(running):
    """Nothing can be written to the database."""
    await running.store.database.fetch("PRAGMA query_only = ON")
    yield
    await running.store.database.fetch("PRAGMA query_only = OFF")


async def test_a_bot_that_writes_hears_and_shows_is_well(monitor, path, clock):
    assert problem_sentences(path, clock.time) == []
    assert monitor.worked == [1]
    assert path.stat().st_size == REPORT_SIZE


async def test_every_write_failed_and_health_said_well(timed_bot, monitor, path, clock):
    async with unwritable(timed_bot):
        await later(monitor, clock, 45)
        assert problem_sentences(path, clock.time) == []
        await later(monitor, clock, 15)
        assert problem_sentences(path, clock.time) == ["For 60 seconds nothing could be written to the database."]
        assert monitor.worked == [1]
    await later(monitor, clock, 15)
    assert problem_sentences(path, clock.time) == []


async def test_a_gateway_that_does_not_answer_is_told(monitor, path, clock):
    await later(monitor, clock, 119)
    assert problem_sentences(path, clock.time) == []
    await later(monitor, clock, 1)
    assert problem_sentences(path, clock.time) == ["For 120 seconds Discord's gateway has not answered."]


async def test_a_bot_that_reports_no_more_is_not_well(monitor, path, clock):
    assert problem_sentences(path, clock.time + 59) == []
    assert problem_sentences(path, clock.time + 60) == [
        "The bot has not reported for 60 seconds: it does not run, or hangs."
    ]  # fmt: skip
    path.write_text("{}")
    assert problem_sentences(path, clock.time) == [f"No bot reports at {path}."]
    path.unlink()
    assert problem_sentences(path, clock.time) == [f"No bot reports at {path}."]


async def test_the_command_says_in_a_line_what_is_wrong_and_fails(monitor, path, monkeypatch, capsys):
    monkeypatch.setenv("TESSERA_DATABASE", str(path.with_suffix(".sqlite3")))
    assert (health.main(), capsys.readouterr().out) == (0, "")
    path.unlink()
    assert (health.main(), capsys.readouterr().out) == (1, f"No bot reports at {path}.\n")


async def test_a_bot_that_is_about_to_connect_is_well_but_not_ready(monitor, path, clock, monkeypatch, capsys):
    monkeypatch.setenv("TESSERA_DATABASE", str(path.with_suffix(".sqlite3")))
    monkeypatch.setattr(health.time, "time", clock)
    assert (health.main(["--ready"]), capsys.readouterr().out) == (0, "")
    monitor._client.dispatch("shard_disconnect", 0)
    await monitor.update_report()
    assert (health.main(), capsys.readouterr().out) == (0, "")
    assert health.main(["--ready"]) == 1
    assert capsys.readouterr().out == "The bot does not have all its connections to Discord yet.\n"


async def test_the_shard_on_which_the_gateway_is_silent_is_named(monitor, path, clock, monkeypatch):
    heard = {0: 0.1, 1: 0.1}
    monkeypatch.setattr(type(monitor._client), "latencies", property(lambda _: list(heard.items())))
    await monitor.update_report()
    heard[0] = 0.2
    await later(monitor, clock, 60)
    heard[0] = 0.1
    await later(monitor, clock, 60)
    assert problem_sentences(path, clock.time) == ["For 120 seconds Discord's gateway has not answered on shard 1."]


async def owed_since(local, timed_bot, ana, answer):
    """A table whose message is owed, because Discord gives that answer."""
    await timed_bot.table(ana, robots=1)
    message, path = await turn_of(ana), f"/channels/{local.channel('games')}/messages"
    await timed_bot.shown()
    before = len(local.requests("POST", path))
    local.faults.refuse("POST", path, answer, times=UNLIMITED)
    await whole_turn(ana, await ana.press(message, label="Play"))
    await local.until(lambda: len(local.requests("POST", path)) > before)
    await posted()


async def test_a_message_that_is_owed_for_five_minutes_is_told(local, timed_bot, monitor, path, clock, ana):
    await owed_since(local, timed_bot, ana, error_answer(400, 50035, "Invalid Form Body"))
    await monitor.update_report()
    await later(monitor, clock, MAX_MESSAGE_DELAY - 1)
    assert [one for one in problem_sentences(path, clock.time) if "table" in one] == []
    await later(monitor, clock, 1)
    assert "For 5 minutes table #1 could not be shown." in problem_sentences(path, clock.time)
    await timed_bot.store.unreachable.add(1, "no_access", clock.time)
    await monitor.update_report()
    assert [one for one in problem_sentences(path, clock.time) if "table" in one] == []


async def test_a_table_that_waits_for_discords_limits_is_not_owed(local, timed_bot, monitor, path, clock, ana):
    limited = error_answer(429, 0, "You are being rate limited.")  # as from the router before Discord
    await owed_since(local, timed_bot, ana, limited)
    await monitor.update_report()
    await later(monitor, clock, 2 * MAX_MESSAGE_DELAY)
    assert read_report(path).owed == 0


async def test_a_robot_that_owes_a_move_for_five_minutes_is_told(local, tmp_path, path, clock, ana):
    thinker = Thinker()
    async with tessera(local, tmp_path / "tessera.sqlite3", now=clock, choose=thinker) as running:
        await running.table(ana, robots=1, level="Master")
        while (room := await running.rooms.room(1)).to_act == (room.seat_of(ana.id),):
            await whole_turn(ana, await ana.press(await turn_of(ana), label="Play"))
        await thinker.thinks()
        monitor = await monitor_of(running, path)
        await later(monitor, clock, MAX_ROBOT_DELAY - 1)
        assert [one for one in problem_sentences(path, clock.time) if "robot" in one] == []
        await later(monitor, clock, 1)
        assert "For 5 minutes a robot at table #1 has not moved." in problem_sentences(path, clock.time)
        assert path.stat().st_size == REPORT_SIZE
        thinker.answer()
        await turn_of(ana)
        await whole_turn(ana, await ana.press(await turn_of(ana), label="Play"))
        await thinker.thinks()
        await monitor.update_report()
        assert [one for one in problem_sentences(path, clock.time) if "robot" in one] == []
