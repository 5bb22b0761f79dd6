"""A table whose position cannot be read, as after a fault of ours: all others, and all other news, go on."""

from __future__ import annotations

from bot.model.errors import Refusal
from bot.playground.faults import UNLIMITED
from bot.playground.protocol import error_answer
from bot.services.fault_isolation import FAILED_TABLE_PAUSE, FaultIsolation
from tests.bot.delivery.test_table_messages import all_shown, posted
from tests.bot.interactions.test_server_settings import decide, over
from tests.bot.support.local_discord import buttons
from tests.bot.support.rooms import Clock, due_notifications
from tests.bot.support.tessera import first_answers, says, tessera, turn_of


async def test_a_spoiled_table_is_not_tried_and_told_of_all_day(local, tmp_path, caplog):
    clock = [1_000_000.0]
    async with tessera(local, tmp_path / "t.sqlite3", now=lambda: clock[0]) as running:
        ana = local.person("Ana")
        await running.table(ana, robots=1)
        await turn_of(ana)
        await running.shown()
        await running.spoil(1)
        await running.store.outbox.mark_due(1)
        for _ in range(0, 3600, 180):
            clock[0] += 180
            await running.client.messages.sweep()
            await posted()
        told = [record for record in caplog.records if record.message == "showing failed"]
        assert 6 <= len(told) <= 15


async def test_a_table_that_is_spoiled_keeps_no_other_from_losing_its_old_buttons(local, tmp_path):
    clock = [1_000_000.0]
    async with tessera(local, tmp_path / "t.sqlite3", now=lambda: clock[0]) as running:
        games, first = local.channel("games"), []
        await running.leave_lines()
        for number, person in enumerate((local.person("Ana"), local.person("Ben")), start=1):
            await running.table(person, robots=1)
            first.append(await person.until(says(f"#{number}", f"{person.mention}, your turn")))
            preview = await first_answers(person, await person.press(first[-1], label="Play"))
            local.faults.refuse("PATCH", f"/channels/{games}/messages/*", error_answer(403, 30046, "No"))
            await person.press(preview.message, label="Play it")
            await all_shown(running)
            await posted()
        await running.spoil(1)
        clock[0] += 3_601
        await running.client.messages.retire_stale()
        old = [next(m for m in local.person("Cy").sees(games) if m["id"] == one["id"]) for one in first]
        assert ["Play" in buttons(one) for one in old] == [True, False]
        for _ in range(3):
            clock[0] += 86_400
            await running.client.messages.retire_stale()
        async with running.changing() as database:
            assert database.execute("SELECT count(*) FROM stale_messages").fetchone() == (0,)


async def test_a_table_that_is_spoiled_keeps_no_other_result_from_being_told(local, running_bot, ana, ben):
    other, cy, store = local.channel("tables"), local.person("Cy"), running_bot.store
    await decide(ana, local, "announce", values=[other])
    local.faults.cut("POST", f"/channels/{other}/messages", times=UNLIMITED)
    for _ in range(2):
        await over(running_bot, ana, ben)
    await running_bot.shown()
    await running_bot.client.messages.wait_until_idle(5)
    assert await due_notifications(store, "result") == [(1, other), (2, other)]
    await running_bot.spoil(1)
    for room_id in (1, 2):
        await store.followers.add(room_id, cy.id)
    local.faults.release()
    await running_bot.client.messages.sweep()
    await running_bot.client.messages.wait_until_idle(5)
    assert await due_notifications(store, "result") == [(1, other)]
    assert await due_notifications(store, "ended") == [(1, cy.id)]


async def test_a_table_that_cannot_be_read_is_left_out_of_lists_of_others(local, running_bot, ana, games, caplog):
    for _ in range(2):
        await running_bot.table(ana, robots=1)
    await running_bot.shown()
    await running_bot.spoil(1)
    for verb in ("turns", "games"):
        listed = (await ana.command(verb, channel=games)).text
        assert "#2" in listed
        assert "#1 " not in listed
    typed = await ana.complete("board", channel=games, focused="table", table="")
    assert [one["value"] for one in typed.choices] == ["#2"]
    assert "Something went wrong" in (await ana.command("board", channel=games, table="#1")).text
    assert "cannot be listed" in caplog.text


def test_a_table_that_failed_is_left_alone_for_ten_minutes_and_no_other():
    clock = Clock()
    isolation = FaultIsolation(clock)
    with isolation.isolate(1):
        raise ValueError
    with isolation.isolate(2):
        raise Refusal("stale")
    assert [isolation.may_try(room) for room in (1, 2, 3)] == [False, True, True]
    clock.time += FAILED_TABLE_PAUSE - 1
    assert not isolation.may_try(1)
    clock.time += 1
    assert isolation.may_try(1)
