"""The clock of a table through the real client: what people see of deadlines, late robots, outages and restarts."""

from __future__ import annotations

import asyncio

from tests.bot.interactions.test_more import plays
from tests.bot.support.lobby import asked, choose, lobby_of, options_of
from tests.bot.support.local_discord import buttons, text
from tests.bot.support.tessera import first_answers, says, turn_of

DAY = 86_400.0


async def passes(bot, clock, seconds):
    """So much time passes in which people could play, and then somebody looks at the clock."""
    await bot.store.deadlines.record_heartbeat(clock.time + seconds)
    clock.time += seconds
    await looked_at(bot)


async def looked_at(bot):
    """Somebody has looked at the clock, and whoever is to be told of it by then knows."""
    await bot.local.until(lambda: bot.client.timer.is_open)
    await bot.client.timer.tick()
    await asyncio.gather(*bot.client.messages.notifications.tasks)


async def begun(bot, *people):
    await bot.table(*people)
    message = await people[0].until(says("your turn"))
    acting = next(person for person in people if person.mention in text(message))
    return acting, next(person for person in people if person is not acting), message


def by(at):
    return f"Move by <t:{int(at)}:f>, <t:{int(at)}:R>."


async def test_the_clock_is_a_question_of_the_lobby_and_is_remembered(local, timed_bot, clock, ana, ben):
    games = local.channel("games")
    lobby = await lobby_of(ana, games)
    await ben.press(lobby.message, label="Join")
    page = await choose(ana, await options_of(ana, lobby), "clock", "1 hour a turn")
    await ana.press(page.message, label="Done")
    await local.until(lambda: "· 1 hour a turn" in lobby.text and "**Ana** changed: 1 hour a turn." in lobby.text)
    await ana.press(lobby.message, custom_id="start:1")
    assert by(clock.time + 3600) in text(await ana.until(says("your turn")))
    again = await lobby_of(ana, games)
    assert asked(await options_of(ana, again))["clock"] == "24 hours a turn"
    await ana.press(again.message, label="As last time")
    assert asked(await options_of(ana, again))["clock"] == "1 hour a turn"
    page = await choose(ana, await options_of(ana, again), "clock", "no clock")
    await ana.press(page.message, label="Done")
    await ben.press(again.message, label="Join")
    await ana.press(again.message, custom_id="start:2")
    message = await ana.until(says("#2", "your turn"))
    assert "Move by" not in text(message)


async def test_in_a_direct_message_nobody_waits_so_no_clock_runs(local, timed_bot, ana):
    lobby = await lobby_of(ana, ana.dm)
    assert "clock" not in asked(await options_of(ana, lobby))
    await ana.press(lobby.message, custom_id="start:1")
    assert "Move by" not in text(await turn_of(ana))


async def test_at_the_deadline_a_robot_moves_and_the_table_is_told(local, timed_bot, clock, ana, ben):
    acting, other, _ = await begun(timed_bot, ana, ben)
    await passes(timed_bot, clock, DAY)
    message = await turn_of(other)
    assert "ran out of time; a robot moved: " in text(message)
    assert by(clock.time + DAY) in text(message)
    assert [one["id"] for one in message["mentions"]] == [str(other.id)]
    history = await acting.command("history", channel=local.channel("games"))
    assert "ran out of time; a robot moved: " in history.text


async def test_an_open_preview_says_after_a_timeout_that_a_robot_chose(local, timed_bot, clock, ana, ben):
    acting, other, message = await begun(timed_bot, ana, ben)
    preview = await first_answers(acting, await acting.press(message, label="Play"))
    await passes(timed_bot, clock, DAY)
    await turn_of(other)
    for deed in ({"label": "Play it"}, {"label": "Start over"}):
        late = await acting.press(preview.message, **deed)
        assert late.text.startswith("Your time ran out; a robot moved for you: You took")
        assert list(late.buttons) == ["Board"]
    menu = await first_answers(other, await other.press(await turn_of(other), label="Play"))
    await other.press(menu.message, label="Play it")
    await turn_of(acting)
    again = await acting.press(preview.message, label="Play it")
    assert list(again.buttons) == ["Play", "Board"]
    recap = (await acting.press(again.message, label="Play")).text
    assert "So far: ① Your time ran out; a robot moved for you: You took" in recap


async def test_a_person_is_told_of_their_timeout_in_a_live_game_too(local, timed_bot, clock, ana, ben):
    lobby = await lobby_of(ana, local.channel("games"))
    await ben.press(lobby.message, label="Join")
    page = await choose(ana, await options_of(ana, lobby), "clock", "5 minutes a turn")
    await ana.press(page.message, label="Done")
    await ana.press(lobby.message, custom_id="start:1")
    message = await ana.until(says("your turn"))
    acting = next(person for person in (ana, ben) if person.mention in text(message))
    await passes(timed_bot, clock, 300.0)
    note = await acting.until(says("your time ran out, so a robot moved for you"))
    assert note["channel_id"] == str(acting.dm)


async def test_the_caretaker_leaves_when_its_person_is_back(local, timed_bot, clock, ana, ben):
    acting, other, _ = await begun(timed_bot, ana, ben)
    await passes(timed_bot, clock, DAY)
    await plays(other, await turn_of(other))
    await turn_of(acting)
    await passes(timed_bot, clock, DAY)
    message = await other.until(lambda m: "A robot looks after the seat" in text(m) and "I am back" in buttons(m))
    assert "(caretaker)" in text(message)
    assert "keeps a seat warm for you" in (await other.press(message, label="I am back")).text
    away = await acting.press(message, label="Play")
    assert "A robot looks after your seat" in away.text
    assert list(away.buttons) == ["I am back", "Board"]
    tables = await acting.command("turns", channel=acting.dm)
    assert "**Azul #1**" in tables.text
    assert "a robot plays for you" in tables.text
    await timed_bot.restart()
    back = await acting.press(tables.message, label="I am back")
    assert "Welcome back." in back.text
    shown = await other.until(lambda m: "is back." in text(m))
    assert "(caretaker)" not in text(shown)
    assert "I am back" not in buttons(shown)


async def test_while_tessera_was_away_no_deadline_passes(local, timed_bot, clock, ana, ben):
    acting, _, _ = await begun(timed_bot, ana, ben)
    await passes(timed_bot, clock, 0)
    due = clock.time + DAY
    await timed_bot.stop()
    clock.time += 30 * 3600
    await timed_bot.start()
    await looked_at(timed_bot)
    shown = await acting.until(says("Tessera was away for 30 hours"))
    assert by(due + 30 * 3600) in text(shown)
    assert "ran out of time" not in text(shown)
    assert not [entry for entry in (await timed_bot.rooms.room(1)).table.log if entry.seat >= 0]


async def test_a_deadline_that_passes_without_a_connection_is_nobodys_fault(local, timed_bot, clock, ana, ben):
    await begun(timed_bot, ana, ben)
    timed_bot.services.deadlines.steady_clock = clock
    await passes(timed_bot, clock, 0)
    timed_bot.client.dispatch("disconnect")
    clock.time += 2 * DAY
    await timed_bot.client.timer.tick()
    timed_bot.client.dispatch("resumed")
    await timed_bot.client.timer.tick()
    shown = await ana.until(says("Tessera was away for 48 hours"))
    assert by(clock.time + DAY) in text(shown)


async def test_a_table_that_cannot_be_read_keeps_no_other_clock_waiting(local, timed_bot, clock, ana, ben):
    await begun(timed_bot, ana, ben)
    await timed_bot.table(ana, ben)
    await ana.until(says("#2", "your turn"))
    await timed_bot.spoil(1)
    await passes(timed_bot, clock, 0.8 * DAY)
    assert "waits for you" in text(await ana.until(says("#2", "waits for you")))
    await passes(timed_bot, clock, DAY)
    assert "ran out of time; a robot moved: " in text(await ana.until(says("#2", "ran out of time")))
    timed_bot.services.deadlines.steady_clock = clock
    clock.time += DAY  # an outage
    await timed_bot.client.timer.tick()
    due = (await timed_bot.rooms.room(2)).deadlines
    await timed_bot.client.timer.tick()
    assert (await timed_bot.rooms.room(2)).deadlines == due  # moved once, not at every look
