"""Notes to whoever has asked a person who declined, through the real client; other kinds stand with their subjects."""

from __future__ import annotations

import asyncio
from typing import get_args

import pytest

from bot.delivery.notifications import NOTIFICATION_RULES, RETRY_PAUSE
from bot.model.notifications import NotificationKind
from bot.model.people import Person
from bot.playground.faults import UNLIMITED
from bot.playground.protocol import error_answer
from tests.bot.interactions.test_preferences_notifications import SUPPRESSED
from tests.bot.support.lobby import lobby_of
from tests.bot.support.local_discord import PATIENCE, text
from tests.bot.support.rooms import due_notifications, write_rows


def test_every_kind_says_how_it_is_sent():
    """One that did not would keep all others from being sent."""
    assert set(NOTIFICATION_RULES) == set(get_args(NotificationKind))


def notes(person):
    return [one for one in person.sees(person.dm) if "not join" in text(one)]


def path_to(person):
    return f"/channels/{person.dm}/messages"


async def test_a_declined_invitation_is_told_once_also_after_a_restart(local, running_bot, ana, ben, games):
    lobby = await lobby_of(ana, games, **{"with": ben})
    local.faults.cut("POST", path_to(ana))
    await ben.press(lobby.message, label="No, thanks")
    await local.until(lambda: local.requests("POST", path_to(ana)))
    assert notes(ana) == []
    await running_bot.restart()
    (note,) = await local.until(lambda: notes(ana))
    assert text(note).startswith("Azul #1: **Ben** does not join. The seat is open again:")
    await running_bot.client.messages.sweep()
    await local.quiet()
    assert len(notes(ana)) == 1
    assert await due_notifications(running_bot.store, "declined") == []


async def test_a_declined_invitation_is_told_later_when_discord_fails(local, running_bot, ana, ben, games):
    lobby, posts = await lobby_of(ana, games, **{"with": ben}), running_bot.client.messages
    local.faults.fail("POST", path_to(ana), 503, UNLIMITED)  # the bot's own sweep may come at any moment
    await ben.press(lobby.message, label="No, thanks")
    await local.until(lambda: any(one.is_answered for one in local.requests("POST", path_to(ana))))
    await posts.wait_until_idle(PATIENCE)
    assert notes(ana) == []
    assert [(one.person, one.name) for one in await running_bot.store.notifications.due_notifications(9e9)] == [
        (ana.id, "Ben")
    ]
    await ana.press(lobby.message, label="Add robot")
    local.faults.release()
    await posts.sweep()
    await local.until(lambda: notes(ana))


async def test_what_fails_is_not_tried_again_at_every_look(local, timed_bot, clock, ana, ben, games):
    lobby, notifications = await lobby_of(ana, games, **{"with": ben}), timed_bot.client.messages.notifications
    notifications.retry_pause = RETRY_PAUSE
    local.faults.fail("POST", path_to(ana), 503, UNLIMITED)
    await ben.press(lobby.message, label="No, thanks")
    await local.until(lambda: any(one.is_answered for one in local.requests("POST", path_to(ana))))
    for _ in range(3):
        await timed_bot.client.messages.wait_until_idle(PATIENCE)
        notifications.wake()
    await timed_bot.client.messages.wait_until_idle(PATIENCE)
    assert len(local.requests("POST", path_to(ana))) == 1
    local.faults.release()
    clock.time += RETRY_PAUSE
    notifications.wake()
    await local.until(lambda: notes(ana))


async def test_a_late_note_says_nothing_of_a_seat_in_a_lobby_that_is_over(local, running_bot, ana, ben, games):
    lobby, posts = await lobby_of(ana, games, **{"with": ben}), running_bot.client.messages
    local.faults.fail("POST", path_to(ana), 503, UNLIMITED)
    await ben.press(lobby.message, label="No, thanks")
    await running_bot.rooms.cancel(1, ana.id, 7)
    await posts.wait_until_idle(PATIENCE)
    local.faults.release()
    await posts.sweep()
    (note,) = await local.until(lambda: notes(ana))
    assert text(note).startswith("Azul #1: **Ben** did not join. [Go to the table]")


async def test_a_host_hears_of_each_who_declines(local, running_bot, ana, ben, games):
    lobby = await lobby_of(ana, games, **{"with": ben})
    await ben.press(lobby.message, label="No, thanks")
    await local.until(lambda: len(notes(ana)) == 1)
    dee, host = local.person("Dee"), Person(ana.id, "Ana")
    await running_bot.client.services.lobbies.invite(1, host, [Person(dee.id, "Dee")], 8)
    await dee.raw_press(games, lobby.message["id"], "leave:1")
    await local.until(lambda: len(notes(ana)) == 2)
    assert "**Dee** does not join" in text(notes(ana)[-1])


TELL = "INSERT INTO notifications (room, kind, person, channel, since, due) VALUES (1, ?, ?, ?, 1, 1.0)"


async def test_a_result_comes_as_soon_as_the_end_stands_though_a_note_of_its_table_hangs(local, running_bot, ana, ben):
    other, store = local.channel("tables"), running_bot.store
    notifications = running_bot.client.messages.notifications
    notifications.send_timeout = 2 * PATIENCE
    await running_bot.table(ana, ben)
    await running_bot.shown()
    for method in ("POST", "PATCH"):
        local.faults.fail(method, f"/channels/{local.channel('games')}/messages", 503, UNLIMITED)
    local.faults.hang("POST", path_to(ana), UNLIMITED)
    await store.outbox.mark_due(1)
    await write_rows(store, TELL, "declined", ana.id, None)
    await write_rows(store, TELL, "result", None, other)
    notifications.wake()
    await local.until(lambda: local.requests("POST", path_to(ana)))
    await write_rows(store, "DELETE FROM outbox")
    notifications.wake()
    await local.until(lambda: [one for one in ana.sees(other) if "#1" in text(one)])
    assert await due_notifications(store, "declined") == [(1, ana.id)]
    local.faults.release()


async def test_a_kind_that_nobody_knows_keeps_no_other_from_being_sent_and_is_logged_once(
    local, running_bot, ana, ben, caplog
):
    store, notifications = running_bot.store, running_bot.client.messages.notifications
    await running_bot.table(ana, ben)
    await running_bot.shown()
    await write_rows(store, TELL, "unheard of", ana.id, None)
    await write_rows(store, TELL, "declined", ana.id, None)
    for _ in range(2):
        notifications.wake()
        await running_bot.client.messages.wait_until_idle(PATIENCE)
    assert len(notes(ana)) == 1
    assert await due_notifications(store, "unheard of") == [(1, ana.id)]
    assert [one.exc_info[0] for one in caplog.records if one.levelname == "ERROR"] == [KeyError]


async def all_told(running):
    """Whoever asked somebody who declined knows, or is not to be told."""
    async with asyncio.timeout(PATIENCE):
        while await due_notifications(running.store, "declined"):
            await running.local.quiet()


async def test_who_wants_no_calls_and_whose_messages_are_closed_get_no_note(local, running_bot, ana, ben, games):
    lobby = await lobby_of(ana, games, **{"with": ben})
    await running_bot.store.preferences.set(Person(ana.id, "Ana"), "pings", "none")
    await ben.press(lobby.message, label="No, thanks")
    await all_told(running_bot)
    await running_bot.store.preferences.set(Person(ana.id, "Ana"), "pings", "channel")
    local.faults.refuse("POST", path_to(ana), error_answer(403, 50007, "Cannot send messages to this user"))
    other = await lobby_of(ana, games, **{"with": ben})
    await ben.press(other.message, label="No, thanks")
    await local.until(lambda: local.requests("POST", path_to(ana)))
    await all_told(running_bot)
    assert notes(ana) == []


@pytest.mark.parametrize("quiet", ["yes", "no"])
async def test_a_note_about_a_decline_to_who_wants_quiet_makes_no_sound(local, running_bot, ana, ben, games, quiet):
    await running_bot.store.preferences.set(Person(ana.id, "Ana"), "quiet", quiet)
    lobby = await lobby_of(ana, games, **{"with": ben})
    await ben.press(lobby.message, label="No, thanks")
    (note,) = await local.until(lambda: notes(ana))
    assert bool(note["flags"] & SUPPRESSED) == (quiet == "yes")
