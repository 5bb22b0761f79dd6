"""The clock when something fails: Discord refuses a reminder, one table is spoiled. All others go on."""

from __future__ import annotations

import asyncio

from bot.playground.protocol import error_answer
from tests.bot.flows.test_deadlines import DAY, begun, passes
from tests.bot.interactions.test_preferences import nudges, wish
from tests.bot.support.local_discord import PATIENCE, text
from tests.bot.support.tessera import says, turn_of

NO_ACCESS = error_answer(403, 50001, "Missing Access")


def tried(local, channel):
    """How often anything was sent to the channel, taken or refused."""
    return len(local.requests("POST", f"/channels/{channel}/messages"))


async def test_a_channel_that_refuses_a_reminder_is_not_asked_again_and_again(local, timed_bot, clock, ana, ben):
    acting, _, _ = await begun(timed_bot, ana, ben)
    await timed_bot.shown()  # noted late, it would be shown anew hours later
    games = local.channel("games")
    before = tried(local, games)
    local.faults.refuse("POST", f"/channels/{games}/messages", NO_ACCESS, times=-1)
    await passes(timed_bot, clock, 0.75 * DAY)
    for _ in range(5):
        await passes(timed_bot, clock, 60)
    assert tried(local, games) == before + 1  # the reminder
    assert not nudges(acting, local)


async def test_a_reminder_that_failed_for_the_moment_comes_a_minute_later_once(local, timed_bot, clock, ana, ben):
    acting, _, _ = await begun(timed_bot, ana, ben)
    await timed_bot.shown()  # noted late, it would be shown anew hours later
    games = local.channel("games")
    before = tried(local, games)
    local.faults.fail("POST", f"/channels/{games}/messages", 503)
    await passes(timed_bot, clock, 0.75 * DAY)
    await passes(timed_bot, clock, 59)
    assert tried(local, games) == before + 1
    await passes(timed_bot, clock, 1)
    await passes(timed_bot, clock, 60)
    assert len(nudges(acting, local)) == 1


async def test_a_reminder_that_discord_took_without_saying_so_comes_once(local, timed_bot, clock, ana, ben):
    acting, _, _ = await begun(timed_bot, ana, ben)
    await timed_bot.shown()  # noted late, it would be shown anew hours later
    local.faults.fail("POST", f"/channels/{local.channel('games')}/messages", 503, after=True)
    await passes(timed_bot, clock, 0.75 * DAY)
    await passes(timed_bot, clock, 60)
    assert len(nudges(acting, local)) == 1


async def test_a_reminder_that_hangs_stops_no_clock_and_comes_a_minute_later(local, timed_bot, clock, ana, ben):
    acting, _, _ = await begun(timed_bot, ana, ben)
    await timed_bot.shown()  # noted late, it would be shown anew hours later
    timed_bot.client.messages.notifications.send_timeout = 1.0
    local.faults.hang("POST", f"/channels/{local.channel('games')}/messages")
    async with asyncio.timeout(PATIENCE):
        await passes(timed_bot, clock, 0.75 * DAY)
    assert not nudges(acting, local)
    timed_bot.client.messages.notifications.send_timeout = PATIENCE
    await passes(timed_bot, clock, 60)
    assert len(nudges(acting, local)) == 1
    local.faults.release()


async def test_a_reminder_that_hangs_holds_up_nobody_elses(local, timed_bot, clock, ana, ben):
    cy, dee = local.newcomer("Cy"), local.newcomer("Dee")
    await begun(timed_bot, ana, ben)
    await timed_bot.table(cy, dee, channel="tables")
    await cy.until(says("#2", "your turn"))
    await timed_bot.shown()
    local.faults.hang("POST", f"/channels/{local.channel('games')}/messages")
    passing = asyncio.create_task(passes(timed_bot, clock, 0.75 * DAY))
    await cy.until(says("#2", "waits for you"))
    assert not nudges(ana, local)
    local.faults.release()
    await passing
    assert len(nudges(ana, local)) == 1


async def test_a_table_that_is_spoiled_stops_nobody_elses_clock(local, timed_bot, clock, ana, ben):
    cy, dee = local.newcomer("Cy"), local.newcomer("Dee")
    await begun(timed_bot, ana, ben)
    await timed_bot.table(cy, dee)
    message = await cy.until(says("#2", "your turn"))
    acting, other = (cy, dee) if cy.mention in text(message) else (dee, cy)
    await timed_bot.spoil(1)
    await passes(timed_bot, clock, 0.75 * DAY)
    assert len([one for one in nudges(acting, local) if "#2 " in text(one)]) == 1
    await passes(timed_bot, clock, 0.25 * DAY)
    assert "ran out of time; a robot moved: " in text(await turn_of(other))
    (due,) = (await timed_bot.rooms.room(2)).deadlines.values()
    timed_bot.services.deadlines.steady_clock = clock
    clock.time += 3600  # Tessera was away
    await timed_bot.client.timer.tick()
    await timed_bot.client.timer.tick()
    assert max((await timed_bot.rooms.room(2)).deadlines.values()) == due + 3600


async def test_that_people_were_reminded_and_told_leaves_nothing_to_be_shown(local, timed_bot, clock, ana, ben):
    acting, _, _ = await begun(timed_bot, ana, ben)
    await timed_bot.shown()
    await passes(timed_bot, clock, 0.75 * DAY)
    assert len(nudges(acting, local)) == 1
    assert await timed_bot.rooms.list_due_rooms() == []
    await passes(timed_bot, clock, 0.25 * DAY)
    await timed_bot.client.messages.wait_until_idle(PATIENCE)
    assert await timed_bot.rooms.list_due_rooms() == []


async def test_a_table_that_is_spoiled_keeps_nobodys_other_deadlines_from_their_new_hours(local, timed_bot, clock, ana):
    for _ in range(2):
        await timed_bot.table(ana, robots=1)
    await timed_bot.shown()
    await timed_bot.client.messages.wait_until_idle(5)
    before = (await timed_bot.rooms.room(2)).deadlines
    await timed_bot.spoil(1)
    assert "Saved." in (await wish(ana, "Time", "wake", "awake from 08:00")).text
    later = (await timed_bot.rooms.room(2)).deadlines
    (old,), (new,) = before.values(), later.values()
    assert new >= old + 8 * 3600
