"""A program that ends between posting and noting leaves no board behind that looks current."""

from __future__ import annotations

import pytest

from bot.app.wiring import make_services
from bot.delivery.message_posting import NONCE_LIFE
from bot.model.people import Person as Account
from bot.playground.faults import UNLIMITED
from bot.store.store import Store
from tests.bot.delivery.test_table_messages import all_shown, asking, ready_to_play
from tests.bot.support.local_discord import buttons, text
from tests.bot.support.tessera import says


@pytest.fixture
def games(local):
    return local.channel("games")


def playable(local, channel):
    """The messages of the channel on which somebody could press Play."""
    return [m for m in local.person("Dee").sees(channel) if "Play" in buttons(m)]


async def killed_in_a_post(running, acting, preview, *, stands=True):
    """The move is played, its message posted (or not: `stands`), and the program is gone before it hears so."""
    local, path = running.local, f"/channels/{running.local.channel('games')}/messages"
    local.faults.cut("POST", path, after=stands)
    await acting.press(preview.message, label="Play it")
    await local.quiet()
    assert await running.store.posts.load(1) is not None
    await running.stop()


async def moved_meanwhile(running, *, seconds=0.0):
    """Another move is made before the program posts again, so many seconds later."""
    store = await Store.open(running.path)
    rooms = make_services(store, running.now, lambda: "a seed").rooms
    room = await rooms.room(1)
    seat = room.to_act[0]
    await rooms.play(1, seat, None, str(room.table.view(seat).moves[0]), 9)
    await store.database.execute_autocommit("UPDATE pending_posts SET at = at - ?", seconds)
    await store.close()


async def started_again(running, *, knows=True):
    """The program runs again and shows what it owed; `knows`: Discord still knows the nonces."""
    if not knows:
        running.local.server.rules._nonces.clear()
    await running.start()
    await all_shown(running)
    await running.local.quiet()


async def test_a_board_that_nobody_noted_is_retired_though_somebody_moved_since(local, running_bot, games, ana, ben):
    acting, noted, preview = await ready_to_play(running_bot, ana, ben)
    await killed_in_a_post(running_bot, acting, preview)
    unnoted = max(playable(local, games), key=lambda m: int(m["id"]))
    assert unnoted["id"] != noted["id"]
    await moved_meanwhile(running_bot)
    await started_again(running_bot)
    (current,) = playable(local, games)
    assert int(current["id"]) > int(unnoted["id"])
    assert f"{acting.mention}, your turn" in text(current)
    assert len(asking(local, games)) == 1
    assert await running_bot.store.posts.load(1) is None


async def test_what_was_not_posted_before_the_end_is_posted_once(local, running_bot, games, ana, ben):
    acting, old, preview = await ready_to_play(running_bot, ana, ben)
    before = len(local.person("Dee").sees(games))
    await killed_in_a_post(running_bot, acting, preview, stands=False)
    await moved_meanwhile(running_bot)
    await started_again(running_bot)
    posted = [m for m in local.person("Dee").sees(games) if int(m["id"]) > int(old["id"])]
    assert len(posted) == 1
    assert f"{acting.mention}, your turn" in text(posted[0])
    assert len(local.person("Dee").sees(games)) <= before + 1


async def test_what_was_not_posted_while_discord_failed_is_posted_once_though_something_was_said_since(
    local, running_bot, games, ana, ben
):
    acting, old, preview = await ready_to_play(running_bot, ana, ben)
    local.faults.fail("POST", f"/channels/{games}/messages", 503, times=UNLIMITED)
    await acting.press(preview.message, label="Play it")
    await local.quiet()
    assert await running_bot.store.posts.load(1) is not None
    await running_bot.services.table_actions.propose(1, acting.id, "finish", 77)  # no move: the picture keeps its name
    local.faults.release()
    running_bot.client.messages.wake(1)
    await all_shown(running_bot)
    await local.quiet()
    posted = [m for m in local.person("Dee").sees(games) if int(m["id"]) > int(old["id"])]
    assert len(posted) == 1
    assert len(playable(local, games)) == 1


async def test_what_discord_has_forgotten_is_found_in_the_channel(local, running_bot, games, ana, ben):
    acting, _, preview = await ready_to_play(running_bot, ana, ben)
    await killed_in_a_post(running_bot, acting, preview)
    await moved_meanwhile(running_bot, seconds=NONCE_LIFE)
    await started_again(running_bot, knows=False)
    assert len(playable(local, games)) == len(asking(local, games)) == 1


async def test_it_is_found_though_the_clock_of_the_host_was_an_hour_ahead(local, running_bot, games, ana, ben):
    acting, _, preview = await ready_to_play(running_bot, ana, ben)
    await killed_in_a_post(running_bot, acting, preview)
    await moved_meanwhile(running_bot, seconds=-3600)
    await started_again(running_bot, knows=False)
    assert len(playable(local, games)) == len(asking(local, games)) == 1


async def test_where_the_bot_may_not_read_the_channel_it_posts_anew_and_asks_for_nothing(
    local, running_bot, games, ana, ben
):
    acting, _, preview = await ready_to_play(running_bot, ana, ben)
    await killed_in_a_post(running_bot, acting, preview)
    await moved_meanwhile(running_bot, seconds=NONCE_LIFE)
    local.forbid(games, "read_message_history")
    await started_again(running_bot, knows=False)
    assert len(playable(local, games)) == 2
    assert not [one for one in local.server.rest.log if (one.call.method, "after" in one.call.query) == ("GET", True)]


async def test_a_rematch_that_nobody_noted_is_found_and_kept(local, running_bot, games, ana, ben):
    await running_bot.table(ana, ben)
    await ana.until(says("your turn"))
    await running_bot.shown()
    await running_bot.services.table_actions.resign(1, ana.id, 5)
    await running_bot.shown()
    local.faults.cut("POST", f"/channels/{games}/messages", after=True)
    rematch, _ = await running_bot.services.table_actions.rematch(1, Account(ana.id, "Ana"), 6)
    running_bot.client.messages.wake(rematch.id)
    await local.quiet()
    assert (await running_bot.store.posts.load(rematch.id)).picture == ""
    await running_bot.stop()
    store = await Store.open(running_bot.path)
    await make_services(store, running_bot.now, lambda: "a seed").rooms.join(rematch.id, Account(103, "Cy"), 7)
    await store.database.execute_autocommit("UPDATE pending_posts SET at = at - ?", NONCE_LIFE)
    await store.close()
    await started_again(running_bot, knows=False)
    (lobby,) = [m for m in local.person("Dee").sees(games) if "Join" in buttons(m)]
    assert (await running_bot.rooms.room(rematch.id)).newest_message.id == int(lobby["id"])
    assert "Cy" in text(lobby)
