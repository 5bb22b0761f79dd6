"""What was saved is shown in the end, once, whatever happens between: crashes, cuts, slow answers, restarts."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3

from bot.discord_api import reply
from bot.playground.faults import UNLIMITED
from bot.playground.protocol import error_answer
from tests.bot.interactions.test_preferences import wish
from tests.bot.support.local_discord import PATIENCE, LocalDiscord, buttons, text
from tests.bot.support.tessera import first_answers, says, tessera, turn_of


async def ready_to_play(running_bot, *people, robots=0):
    """A started table and the preview of the first move of whoever is to act."""
    await running_bot.table(*people, robots=robots)
    message = await people[0].until(says("your turn"))
    acting = next(person for person in people if person.mention in text(message))
    return acting, message, await first_answers(acting, await acting.press(message, label="Play"))


def asking(local, channel):
    """The messages of the channel that ask somebody to move."""
    return [m for m in local.person("Dee").sees(channel) if "your turn" in text(m)]


async def posted():
    """Every room's task has ended, whether it could show its room or not."""
    rooms = [task for task in asyncio.all_tasks() if task.get_name().startswith("post room")]
    await asyncio.gather(*rooms, return_exceptions=True)


async def all_shown(running):
    """Nothing is owed any more."""
    async with asyncio.timeout(PATIENCE):
        while await running.rooms.list_due_rooms():
            await running.local.quiet()


async def test_a_move_saved_before_a_crash_is_shown_once_after_the_restart(local, running_bot):
    ana, ben, games = local.person("Ana"), local.person("Ben"), local.channel("games")
    acting, _, preview = await ready_to_play(running_bot, ana, ben)
    local.faults.hang("POST", f"/channels/{games}/messages")
    played = await acting.press(preview.message, label="Play it")
    assert "Played:" in played.text
    await running_bot.stop()
    local.faults.release()
    await running_bot.start()
    other = ben if acting is ana else ana
    await other.until(lambda m: f"{other.mention}, your turn" in text(m))
    await local.until(lambda: len(asking(local, games)) == 1)  # the post that hung may have come through after all
    await local.quiet()
    assert len(asking(local, games)) == 1


async def test_a_post_whose_answer_was_lost_is_not_posted_twice(local, running_bot):
    ana, ben, games = local.person("Ana"), local.person("Ben"), local.channel("games")
    acting, _, preview = await ready_to_play(running_bot, ana, ben)
    local.faults.cut("POST", f"/channels/{games}/messages", after=True)
    await acting.press(preview.message, label="Play it")
    await local.quiet()
    assert await running_bot.rooms.list_due_rooms() != []
    await running_bot.restart()
    await all_shown(running_bot)
    await local.quiet()
    assert len(asking(local, games)) == 1


async def test_a_robot_that_owed_a_move_at_the_crash_makes_it_after_the_restart(local, running_bot):
    ana, games = local.person("Ana"), local.channel("games")
    await running_bot.table(ana, robots=1)
    message = await turn_of(ana)
    await running_bot.shown()
    room = await running_bot.rooms.room(1)
    await running_bot.client.close()
    move = str(room.table.view(room.seat_of(ana.id)).moves[0])
    await running_bot.rooms.play(1, room.seat_of(ana.id), None, move, 1)
    await running_bot.restart()
    again = await ana.until(lambda m: f"{ana.mention}, your turn" in text(m) and int(m["id"]) > int(message["id"]))
    assert "Vera" in text(again)
    await posted()
    assert len(asking(local, games)) == 1


async def test_a_slow_database_is_bridged_and_the_move_answered_once(local, running_bot, monkeypatch):
    ana = local.person("Ana")
    acting, _, preview = await ready_to_play(running_bot, ana, robots=1)
    monkeypatch.setattr(reply, "DEFER_DELAY", 0.1)
    with contextlib.closing(sqlite3.connect(running_bot.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        pressed = asyncio.ensure_future(acting.press(preview.message, label="Play it"))
        callbacks = len(local.requests("POST", "/interactions/*/*/callback"))
        await local.until(lambda: len(local.requests("POST", "/interactions/*/*/callback")) > callbacks)
        other.execute("ROLLBACK")
    played = await pressed
    await played.until(lambda one: "Played:" in one.text)
    assert played.answers == 1


async def test_both_sides_restart_and_the_table_goes_on(tmp_path):
    async with LocalDiscord(world=tmp_path / "world") as local, tessera(local, tmp_path / "t.sqlite3") as running:
        ana = local.person("Ana")
        await running.table(ana, robots=1)
        message = await turn_of(ana)
        await running.stop()
        await local.restart()
        await running.start()
        ana = local.person("Ana")
        kept = await turn_of(ana)
        assert kept["id"] == message["id"]
        assert local.blob(kept["attachments"][0]).startswith(b"\x89PNG")
        preview = await first_answers(ana, await ana.press(kept, label="Play"))
        await ana.press(preview.message, label="Play it")
        await ana.until(lambda m: f"{ana.mention}, your turn" in text(m) and int(m["id"]) > int(message["id"]))


async def test_an_old_message_that_may_not_be_edited_stops_nothing(local, running_bot):
    ana, games = local.person("Ana"), local.channel("games")
    await running_bot.leave_lines()
    acting, message, preview = await ready_to_play(running_bot, ana, robots=1)
    local.faults.refuse("PATCH", f"/channels/{games}/messages/*", error_answer(403, 50083, "No"))
    await acting.press(preview.message, label="Play it")
    newer = await ana.until(lambda m: f"{ana.mention}, your turn" in text(m) and m["id"] != message["id"])
    await all_shown(running_bot)
    old = next(m for m in ana.sees(games) if m["id"] == message["id"])
    menu = await ana.press(old, label="Play")
    assert "Which" in menu.text
    assert int(newer["id"]) > int(old["id"])


async def test_a_long_rate_limit_is_not_sat_out_but_tried_again_later(local, running_bot):
    ana, ben, games = local.person("Ana"), local.person("Ben"), local.channel("games")
    acting, _, preview = await ready_to_play(running_bot, ana, ben)
    local.faults.limit("POST", f"/channels/{games}/messages", retry_after=600)
    played = await acting.press(preview.message, label="Play it")
    assert "Played:" in played.text
    await local.quiet()
    assert await running_bot.rooms.list_due_rooms() != []
    await running_bot.restart()
    await local.until(lambda: len(asking(local, games)) == 1)


async def test_a_post_that_hangs_is_given_up_and_posted_once_in_the_end(local, running_bot):
    ana, ben, games = local.person("Ana"), local.person("Ben"), local.channel("games")
    acting, first, preview = await ready_to_play(running_bot, ana, ben)
    path, posts = f"/channels/{games}/messages", running_bot.client.messages
    posts.post_timeout, before = 0.1, len(local.requests("POST", path))
    local.faults.hang("POST", path)
    await acting.press(preview.message, label="Play it")
    await posted()
    while len(local.requests("POST", path)) == before:  # given up before it came to the post
        posts.post_timeout *= 2
        posts.wake(1)
        await posted()
    assert [message["id"] for message in asking(local, games)] == [first["id"]]
    await running_bot.restart()
    await local.until(lambda: [m["id"] for m in asking(local, games)] not in ([], [first["id"]]))
    local.faults.release()
    await local.until(lambda: len(asking(local, games)) == 1)  # the old message has lost its buttons
    await local.quiet()
    assert len(asking(local, games)) == 1


async def test_a_table_brought_down_while_discord_fails_comes_a_little_later(local, tmp_path):
    clock = [1_000_000.0]
    async with tessera(local, tmp_path / "t.sqlite3", now=lambda: clock[0]) as running:
        ana, games = local.person("Ana"), local.channel("games")
        await running.table(ana, robots=1)
        first = await turn_of(ana)
        await running.shown()
        board = await ana.press(first, label="Board")
        path = f"/channels/{games}/messages"
        before = len(local.requests("POST", path))
        local.faults.cut("POST", path, times=UNLIMITED)
        await ana.press(board.message, label="Show here")
        await local.until(lambda: len(local.requests("POST", path)) > before)
        await posted()
        local.faults.release()
        clock[0] += 15
        await running.client.messages.sweep()
        await posted()
        assert len(asking(local, games)) == 1
        assert int(asking(local, games)[0]["id"]) > int(first["id"])


async def test_a_table_brought_down_while_its_old_message_loses_its_buttons_is_shown_again(local, running_bot):
    ana, ben, games = local.person("Ana"), local.person("Ben"), local.channel("games")
    await running_bot.leave_lines()
    acting, _, preview = await ready_to_play(running_bot, ana, ben)
    posts, path = running_bot.client.messages, f"/channels/{games}/messages/*"
    posts.post_timeout = posts._stale.edit_timeout = PATIENCE
    local.faults.hang("PATCH", path)
    await acting.press(preview.message, label="Play it")
    message = await turn_of(ben if acting is ana else ana)
    await local.until(lambda: local.requests("PATCH", path))
    board = await ana.press(message, label="Board")
    await ana.press(board.message, label="Show here")
    local.faults.release()
    await posted()
    assert int(asking(local, games)[-1]["id"]) > int(message["id"])


def remembered(posts):
    """What is in memory about single rooms."""
    kept = [(name, value) for part in (posts, posts.calls) for name, value in vars(part).items()]
    return {name: value for name, value in kept if isinstance(value, dict | set) and value}


async def test_nothing_is_remembered_of_a_table_whose_message_stands(local, tmp_path):
    clock = [1_000_000.0]
    async with tessera(local, tmp_path / "t.sqlite3", now=lambda: clock[0]) as running:
        ana, ben, games = local.person("Ana"), local.person("Ben"), local.channel("games")
        acting, _, preview = await ready_to_play(running, ana, ben)
        await wish(ben if acting is ana else ana, "Pings", "pings", "call me by direct message")
        local.faults.cut("POST", f"/channels/{games}/messages")
        await acting.press(preview.message, label="Play it")
        await posted()
        assert set(remembered(running.client.messages)) == {"_pauses", "_called"}
        clock[0] += 15
        await running.client.messages.sweep()
        await posted()
        await running.client.messages.sweep()
        await posted()
        assert remembered(running.client.messages) == {}


async def test_after_an_hour_without_discord_all_is_shown_within_a_minute(local, tmp_path):
    clock = [1_000_000.0]
    async with tessera(local, tmp_path / "t.sqlite3", now=lambda: clock[0]) as running:
        ana, ben, games = local.person("Ana"), local.person("Ben"), local.channel("games")
        acting, first, preview = await ready_to_play(running, ana, ben)
        local.faults.cut("POST", f"/channels/{games}/messages", times=UNLIMITED)
        await acting.press(preview.message, label="Play it")
        for _ in range(0, 3600, 300):
            clock[0] += 300
            await running.client.messages.sweep()
            await posted()
        local.faults.release()
        for _ in range(0, 60 - 15, 15):
            clock[0] += 15
            await running.client.messages.sweep()
            await posted()
        assert await running.rooms.list_due_rooms() == []
        assert len(asking(local, games)) == 1
        assert int(asking(local, games)[0]["id"]) > int(first["id"])


async def test_an_answer_that_discord_limits_five_times_is_lost_but_no_fault_of_ours(local, running_bot, caplog):
    ana, ben = local.person("Ana"), local.person("Ben")
    acting, first, preview = await ready_to_play(running_bot, ana, ben)
    local.faults.limit("POST", "/interactions/*/*/callback", retry_after=0.001, times=5)
    pressed = asyncio.create_task(acting.press(preview.message, label="Play it"))
    await local.until(lambda: [m for m in asking(local, local.channel("games")) if m["id"] != first["id"]])
    await local.until(lambda: not local.faults.rules[0].times)
    await local.quiet()
    pressed.cancel()
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_a_robot_that_is_asked_during_a_burst_moves_before_anything_is_shown(local, running_bot):
    ana, ben = local.person("Ana"), local.person("Ben")
    running_bot.burst = 2.0
    await running_bot.restart()
    await running_bot.table(ana, ben, robots=1)
    await ana.until(says("your turn"))
    room, press, mover = await running_bot.rooms.room(1), 0, ""
    while not (press > 1 and room.occupants[room.to_act[0]].name == "Vera"):
        room = await running_bot.rooms.move_robots(1) if press < 2 else room
        seat, press = room.to_act[0], press + 1
        mover = room.occupants[seat].name
        await running_bot.rooms.play(1, seat, None, str(room.table.view(seat).moves[0]), press)
        running_bot.client.messages.wake(1)
        await local.quiet()
        room = await running_bot.rooms.room(1)
    newest = await ana.until(lambda m: "Vera** took" in text(m) and "your turn" in text(m))
    await posted()
    assert f"**{mover}** took" in text(newest)


async def test_old_buttons_that_discord_would_not_let_go_are_taken_off_within_a_day(local, tmp_path):
    clock = [1_000_000.0]
    async with tessera(local, tmp_path / "t.sqlite3", now=lambda: clock[0]) as running:
        ana, ben, games = local.person("Ana"), local.person("Ben"), local.channel("games")
        await running.leave_lines()
        acting, first, preview = await ready_to_play(running, ana, ben)
        local.faults.refuse("PATCH", f"/channels/{games}/messages/*", error_answer(403, 30046, "No"), times=2)
        await acting.press(preview.message, label="Play it")
        await all_shown(running)
        await posted()

        def old():
            return next(m for m in ana.sees(games) if m["id"] == first["id"])

        assert "Play" in buttons(old())
        await running.restart()
        clock[0] += 3_000
        await running.client.messages.retire_stale()
        assert "Play" in buttons(old())
        for hours in (1, 19, 1):
            assert "Play" in buttons(old())
            clock[0] += hours * 3_600
            await running.client.messages.retire_stale()
        assert not buttons(old())
        assert text(old()).startswith("Azul #1 · after move 0")
        with contextlib.closing(sqlite3.connect(running.path)) as database:
            assert database.execute("SELECT count(*) FROM stale_messages").fetchone() == (0,)


async def test_an_old_message_that_hangs_holds_up_no_chore(local, tmp_path):
    clock = [1_000_000.0]
    async with tessera(local, tmp_path / "t.sqlite3", now=lambda: clock[0]) as running:
        ana, path = local.person("Ana"), f"/channels/{local.channel('games')}/messages/*"
        await running.leave_lines()
        acting, _, preview = await ready_to_play(running, ana, robots=1)
        local.faults.refuse("PATCH", path, error_answer(403, 30046, "No"))
        await acting.press(preview.message, label="Play it")
        await all_shown(running)
        await posted()
        running.client.messages._stale.edit_timeout = 1.0
        local.faults.hang("PATCH", path)
        clock[0] += 3_601
        before = len(local.requests("PATCH", path))
        async with asyncio.timeout(PATIENCE):
            await running.client.messages.retire_stale()
        assert len(local.requests("PATCH", path)) == before + 1
        local.faults.release()


async def test_an_old_message_is_given_up_after_the_third_time(local, tmp_path):
    clock = [1_000_000.0]
    async with tessera(local, tmp_path / "t.sqlite3", now=lambda: clock[0]) as running:
        ana, ben, games = local.person("Ana"), local.person("Ben"), local.channel("games")
        await running.leave_lines()
        acting, _, preview = await ready_to_play(running, ana, ben)
        before = len(local.requests("PATCH", f"/channels/{games}/messages/*"))
        local.faults.refuse("PATCH", f"/channels/{games}/messages/*", error_answer(403, 30046, "No"), times=UNLIMITED)
        await acting.press(preview.message, label="Play it")
        await all_shown(running)
        await posted()
        for _ in range(5):
            clock[0] += 86_400
            await running.client.messages.retire_stale()
        assert len(local.requests("PATCH", f"/channels/{games}/messages/*")) == before + 3
