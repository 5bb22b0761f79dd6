"""Following a game and reporting a fault through the real client."""

from __future__ import annotations

import asyncio
import logging

from bot.model.people import Person
from bot.playground.faults import UNLIMITED
from bot.playground.protocol import error_answer
from bot.screens import game_over as game_over_screen
from bot.screens import more as more_screen
from bot.text.words import Words, languages
from tests.bot.interactions.test_preferences_notifications import SUPPRESSED
from tests.bot.screens.test_limits import check
from tests.bot.screens.test_table import room_of
from tests.bot.support.local_discord import PATIENCE, selects, text
from tests.bot.support.room_values import altered
from tests.bot.support.rooms import due_notifications
from tests.bot.support.tessera import turn_of
from tests.cases import each


def offered(reply):
    return [one["value"] for one in next(iter(selects(reply.message).values()))["options"]]


async def more_of(person, local):
    shown = await person.until(lambda m: "your turn" in text(m))
    return await person.press(shown, label="More")


async def follow(person, local):
    return await person.choose((await more_of(person, local)).message, values=["follow"])


def notes(person):
    return [one for one in person.sees(person.dm) if "which you follow" in text(one)]


async def ended(running_bot, ana, how="resign"):
    more = await more_of(ana, running_bot.local)
    page = await ana.choose(more.message, values=[how])
    await ana.press(page.message, label={"resign": "Resign", "end": "End it"}[how])


async def test_more_of_a_spectator_looks_follows_and_reports(local, running_bot, ana, ben):
    await running_bot.table(ana, ben)
    cy = local.person("Cy")
    assert offered(await more_of(cy, local)) == ["history", "replay", "read", "follow", "report"]
    said = await follow(cy, local)
    assert said.private
    assert "You follow Azul #1" in said.text
    assert "unfollow" in offered(await more_of(cy, local))


async def test_who_follows_is_told_once_when_the_end_stands_also_after_a_restart(local, running_bot, ana, ben):
    await running_bot.table(ana, ben)
    cy = local.person("Cy")
    await follow(ben, local)
    said = await follow(cy, local)
    again = await cy.raw_press(int(said.message["channel_id"]), said.message["id"], "follow:1")
    assert "You follow Azul #1" in again.text
    path = f"/channels/{cy.dm}/messages"
    local.faults.cut("POST", path)
    await ended(running_bot, ana)
    await local.until(lambda: local.requests("POST", path) and notes(ben))
    assert notes(cy) == []
    await running_bot.restart()
    (note,) = await local.until(lambda: notes(cy))
    assert "**Azul #1**, which you follow, is over: **1.** **Ben**" in text(note)
    await running_bot.client.messages.sweep()
    await local.quiet()
    assert len(notes(cy)) == len(notes(ben)) == 1
    assert notes(ana) == []
    assert await due_notifications(running_bot.store, "ended") == []


async def test_a_follower_who_cannot_be_told_at_once_is_told_later(local, running_bot, ana, ben):
    await running_bot.table(ana, ben)
    await ana.until(lambda m: "your turn" in text(m))
    cy, posts = local.person("Cy"), running_bot.client.messages
    await running_bot.store.followers.add(1, cy.id)
    path = f"/channels/{cy.dm}/messages"
    local.faults.fail("POST", path, 503, UNLIMITED)  # the bot's own sweep may come at any moment
    await ended(running_bot, ana)
    await local.until(lambda: any(one.is_answered for one in local.requests("POST", path)))
    await posts.wait_until_idle(PATIENCE)
    assert notes(cy) == []
    local.faults.release()
    await posts.sweep()
    await local.until(lambda: notes(cy))


async def test_the_end_of_a_table_whose_channel_is_gone_is_told_without_a_way_there(local, running_bot, ana):
    await running_bot.table(ana, robots=1, channel="tables")
    await turn_of(ana)
    cy, other = local.person("Cy"), local.channel("games")
    await running_bot.store.followers.add(1, cy.id)
    local.server.simulation.close_channel(local.channel("tables"))
    sure = await ana.command("resign", channel=other, table="#1")
    await ana.press(sure.message, label="Resign")
    await running_bot.client.messages.wait_until_idle(PATIENCE)
    assert await running_bot.store.unreachable.reason(1) == "channel_gone"
    await running_bot.client.messages.sweep()
    (note,) = await local.until(lambda: notes(cy))
    assert text(note).startswith("**Azul #1**, which you follow, is over: **1.** ")
    assert "](" not in text(note)
    await running_bot.client.messages.sweep()
    await local.quiet()
    assert len(notes(cy)) == 1


async def test_other_tables_go_on_while_a_follower_is_told(local, running_bot, ana, ben):
    for number in ("#1", "#2"):
        await running_bot.table(ana, ben)
        await ana.until(lambda m, number=number: "your turn" in text(m) and number in text(m))
    cy, games = local.person("Cy"), local.channel("games")
    await running_bot.store.followers.add(1, cy.id)
    path = f"/channels/{cy.dm}/messages"
    local.faults.hang("POST", path)
    sure = await ana.command("resign", channel=games, table="#1")
    await ana.press(sure.message, label="Resign")
    await local.until(lambda: local.requests("POST", path))
    for _ in range(3):
        before = (await running_bot.rooms.room(2)).newest_message.id
        async with asyncio.timeout(PATIENCE):
            while (await running_bot.rooms.room(2)).newest_message.id == before:
                running_bot.client.messages.repost(2)  # while the table is brought anyway: no second one
                await asyncio.sleep(0)
    assert notes(cy) == []
    local.faults.release()
    await local.until(lambda: notes(cy))


async def test_closed_direct_messages_and_who_stopped_following_get_nothing(local, running_bot, ana, ben):
    await running_bot.table(ana, ben)
    cy, dee = local.person("Cy"), local.person("Dee")
    said = await follow(dee, local)
    stopped = await dee.press(said.message, label="Stop following")
    assert "You do not follow Azul #1" in stopped.text
    assert "Follow this game" in stopped.buttons
    await follow(cy, local)
    local.faults.refuse(
        "POST", f"/channels/{cy.dm}/messages", error_answer(403, 50007, "Cannot send messages to this user")
    )
    await ended(running_bot, ana, "end")
    await local.until(lambda: local.requests("POST", f"/channels/{cy.dm}/messages"))
    await local.quiet()
    assert notes(dee) == notes(cy) == []
    assert await due_notifications(running_bot.store, "ended") == []


async def test_a_note_to_who_wants_quiet_makes_no_sound(local, running_bot, ana, ben):
    await running_bot.table(ana, ben)
    cy, dee = local.person("Cy"), local.person("Dee")
    await running_bot.store.preferences.set(Person(cy.id, "Cy"), "quiet", "yes")
    for person in (cy, dee):
        await follow(person, local)
    await ended(running_bot, ana)
    (quiet,), (loud,) = [await local.until(lambda one=one: notes(one)) for one in (cy, dee)]
    assert (bool(quiet["flags"] & SUPPRESSED), bool(loud["flags"] & SUPPRESSED)) == (True, False)


async def test_a_table_in_direct_messages_is_not_to_follow(local, running_bot, ana):
    lobby = await ana.command("play", channel=ana.dm, game="azul")
    await ana.press(lobby.message, custom_id="start:1")
    shown = await ana.until(lambda m: "your turn" in text(m) and int(m["channel_id"]) == ana.dm)
    assert not {"follow", "unfollow"} & set(offered(await ana.press(shown, label="More")))


async def test_who_has_left_the_server_is_told_nothing_of_it(local, running_bot, ana, ben):
    await running_bot.table(ana, ben)
    cy = local.person("Cy")
    await follow(cy, local)
    local.expel(cy)
    await ended(running_bot, ana)
    await ana.until(lambda m: "final" in text(m))
    await running_bot.client.messages.wait_until_idle(5)
    await local.quiet()
    assert notes(cy) == []
    assert await due_notifications(running_bot.store, "ended") == []


async def test_who_does_not_sit_there_is_offered_to_follow_until_it_is_over(local, running_bot, ana, ben):
    await running_bot.table(ana, ben)
    cy = local.person("Cy")
    turn = await cy.until(lambda m: "your turn" in text(m))
    no = await cy.press(turn, label="Play")
    assert {"Board", "Follow this game"} <= set(no.buttons)
    await ended(running_bot, ana, "end")
    late = await cy.press(no.message, label="Follow this game")
    assert "This game is over" in late.text
    async with running_bot.changing() as database:
        assert database.execute("SELECT * FROM followers").fetchall() == []


async def test_who_plays_with_robots_alone_needs_nobody_to_end_the_game(local, running_bot, ana):
    await running_bot.table(ana, robots=1)
    alone = offered(await more_of(ana, local))
    assert ("pause" in alone, "finish" in alone) == (True, False)


async def test_while_one_question_is_open_no_other_is_offered(local, running_bot, ana, ben):
    await running_bot.table(ana, ben)
    more = await more_of(ben, local)
    assert {"pause", "finish"} <= set(offered(more))
    await ben.choose(more.message, values=["finish"])
    assert not {"pause", "finish"} & set(offered(await more_of(ana, local)))


async def test_a_report_stands_in_the_log_with_table_move_and_code(local, running_bot, ana, ben, caplog):
    await running_bot.table(ana, ben)
    running_bot.client.handlers.rules.support = "ops@example.org"
    with caplog.at_level(logging.WARNING, "bot.interactions.more"):
        said = await ana.choose((await more_of(ana, local)).message, values=["report"])
    (line,) = [one for one in caplog.records if one.name == "bot.interactions.more"]
    room = await running_bot.rooms.room(1)
    assert f"Azul #1, line {len(room.table.log)} of its log, code **{line.code}**" in said.text
    assert "ops@example.org" in said.text
    assert line.getMessage() == "somebody reports a fault"


@each("language", languages())
@each("phase", ["over", "ended"])
def test_the_pages_keep_to_the_limits_and_say_whom_to_tell(language, phase):
    words, room = Words(language), altered(room_of(4), phase=phase)
    for page in (more_screen.follow_confirmation, more_screen.unfollow_confirmation, game_over_screen.end_note):
        check(page(room, words))
    check(game_over_screen.end_note(room, words, lost=True))
    named = more_screen.report_confirmation(room, words, "abcdef", "x" * 500)
    check(named)
    assert "abcdef" in named.parts[0].text
    assert "xxx" in named.parts[0].text
    assert "xxx" not in more_screen.report_confirmation(room, words, "abcdef", "").parts[0].text
