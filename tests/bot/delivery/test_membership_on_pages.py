"""Who may still play on a page: who left or was banned, whose channel is hidden or gone, while Discord is away."""

from __future__ import annotations

import asyncio
import json

import discord
import pytest

from bot.delivery import membership
from bot.delivery.membership import ANSWER_LIFE, PAGE_LOOKUP_INTERVAL, PageAccess
from bot.model.people import Location
from bot.model.people import Person as Account
from bot.playground.faults import UNLIMITED
from bot.playground.protocol import error_answer
from bot.services.watching import OWN_PATH
from bot.store.shard_range import ALL_SHARDS, ShardRange
from tests.bot.support.activity import entered, opened, set_up
from tests.bot.support.local_discord import PATIENCE
from tests.bot.support.rooms import Clock
from tests.bot.support.site import site_of
from tests.bot.support.tessera import tessera

MEMBERS, THREAD_MEMBERS = "/guilds/*/members/*", "/channels/*/thread-members/*"
PAGES = ("menu", "waiting", "moments", "moments/0", "review")
AWAY = error_answer(503, 0, "Discord is away")
TABLE = f"{OWN_PATH}1"


@pytest.fixture
def clock():
    return Clock(1_700_000_000.0)


@pytest.fixture
async def bot(local, tmp_path, clock):
    """Tessera, in whose time nothing goes by."""
    async with tessera(local, tmp_path / "tessera.sqlite3", now=clock) as one:
        yield one


@pytest.fixture
async def site(bot):
    """The pages of the bot's tables."""
    async with site_of(bot.services) as site:
        set_up(bot, site)
        yield site


@pytest.fixture
def cy(local):
    """Somebody on the server, which Ana owns."""
    return local.person("Cy")


async def browser_of(bot, site, person):
    """A browser in which the person is signed in."""
    browser = site.browser()
    link = await bot.services.page_sessions.create_link(Account(person.id, "somebody"))
    assert await browser.enter(link) == 204
    return browser


async def seen(browser, page="menu", table=TABLE):
    """The status of that page, and the key of what is said where it is refused."""
    status, told = await browser.get(f"{table}/{page}")
    return (status, json.loads(told)["key"]) if status == 403 else status


async def moved(bot, browser, person):
    """What the page says to a move of the person, and whether it counts."""
    room = await bot.rooms.room(1)
    seat = room.seat_of(person.id)
    log, move = len(room.table.log), str(room.table.view(room.to_act[0]).moves[0])
    status, told = await browser.post(f"{TABLE}/move", move=move, stamp=room.chairs[seat].stamp)
    return status, told.get("key", ""), len((await bot.rooms.room(1)).table.log) > log


async def to_move(bot, *people):
    """Whoever of them is to move."""
    room = await bot.rooms.room(1)
    return next(one for one in people if room.seat_of(one.id) in room.to_act)


def lookups(local, path=MEMBERS):
    """How often Discord was asked about a person who is not the bot."""
    return len(
        [one for one in local.requests("GET", path) if not one.call.path.endswith(f"/{local.server.simulation.bot_id}")]
    )


async def heard(bot, event, deed):
    """What the deed has made, once the bot has heard of it."""
    waiting = bot.client.wait_for(event, timeout=PATIENCE)
    made = deed()
    await waiting
    return made


async def hidden(bot, local, person, channel):
    """The person does not see the channel any more."""
    await heard(
        bot, "guild_channel_update", lambda: local.server.simulation.forbid(channel, person.id, ["view_channel"])
    )


# who is kept out, and what they read


async def test_whoever_was_banned_makes_no_move_and_reads_why(local, bot, site, clock, ben, cy):
    await bot.table(ben, cy)
    person = await to_move(bot, ben, cy)
    browser = await browser_of(bot, site, person)
    assert await seen(browser) == 200
    local.server.simulation.ban(local.guild, person.id)
    clock.time += PAGE_LOOKUP_INTERVAL
    assert await moved(bot, browser, person) == (403, "page_left", False)
    assert [await seen(browser, page) for page in (*PAGES, "news")] == [(403, "page_left")] * 6
    _, told = await browser.get(f"{TABLE}/menu?language=en")
    assert "You are no longer on the server of this table" in json.loads(told)["no"]


async def test_once_the_bot_was_removed_nobody_moves_and_nobody_is_asked(local, bot, site, ben, cy):
    await bot.table(ben, cy)
    browsers = [await browser_of(bot, site, one) for one in (ben, cy)]
    assert [await seen(browser) for browser in browsers] == [200, 200]
    before = lookups(local)
    await heard(bot, "guild_remove", lambda: local.server.simulation.dismiss(local.guild))
    found = [await moved(bot, browser, person) for browser, person in zip(browsers, (ben, cy), strict=True)]
    assert found == [(403, "page_bot_gone", False)] * 2
    assert lookups(local) == before
    await heard(bot, "guild_available", lambda: local.server.simulation.invite(local.guild))
    assert await seen(browsers[0]) == 200


async def test_whoever_does_not_see_the_channel_any_more_makes_no_move(local, bot, site, clock, ben, cy, games):
    await bot.table(ben, cy)
    person = await to_move(bot, ben, cy)
    browser, other = await browser_of(bot, site, person), await browser_of(bot, site, cy if person == ben else ben)
    assert await seen(browser) == 200
    await hidden(bot, local, person, games)
    clock.time += PAGE_LOOKUP_INTERVAL
    assert await moved(bot, browser, person) == (403, "page_hidden", False)
    assert await seen(other) == 200


async def test_a_role_lets_people_into_a_channel_that_others_do_not_see(local, bot, site, ana, ben, cy, games):
    await bot.table(ana, ben, cy)
    simulation = local.server.simulation
    await hidden(bot, local, discord.Object(local.guild), games)  # the role of everybody has the server's number
    role = simulation.add_role(local.guild, "players")
    simulation.let_in(games, role)
    for one in (simulation.bot_id, ben.id):
        simulation.appoint(local.guild, one, role)
    found = [await seen(await browser_of(bot, site, one)) for one in (ana, ben, cy)]
    assert found == [200, 200, (403, "page_hidden")]  # who owns a server sees all of it


async def test_where_the_bot_itself_sees_no_channel_nobody_is_said_to_have_left_it(
    local, bot, site, ana, ben, cy, games
):
    await bot.table(ana, ben, cy)
    await hidden(bot, local, discord.Object(local.guild), games)
    assert await seen(await browser_of(bot, site, ben)) == (403, "page_channel")


async def test_a_channel_that_was_deleted_ends_its_pages(local, bot, site, clock, ben, cy, games):
    await bot.table(ben, cy)
    browser = await browser_of(bot, site, ben)
    assert await seen(browser) == 200
    await heard(bot, "guild_channel_delete", lambda: local.server.simulation.close_channel(games))
    clock.time += PAGE_LOOKUP_INTERVAL
    assert await seen(browser) == (403, "page_channel")
    assert [await seen(browser, "menu") for _ in range(2)] == [(403, "page_channel")] * 2


async def test_only_whoever_is_in_a_private_thread_plays_there(local, bot, site, clock, ben, cy, games):
    found = local.server.simulation.add_thread
    thread = await heard(bot, "thread_create", lambda: found(games, "us", [ben.id, cy.id]))
    await bot.table(ben, cy)
    await placed(bot, thread)
    browsers, before = [await browser_of(bot, site, one) for one in (ben, cy)], lookups(local, THREAD_MEMBERS)
    assert [await seen(browser) for browser in browsers] == [200, 200]
    assert lookups(local, THREAD_MEMBERS) == before + 2
    local.server.simulation.leave_thread(thread, cy.id)
    clock.time += PAGE_LOOKUP_INTERVAL
    assert [await seen(browser) for browser in browsers] == [200, (403, "page_hidden")]


async def test_a_thread_is_seen_by_whoever_sees_its_channel_also_after_discord_closed_it(
    local, bot, site, clock, ben, cy
):
    await bot.table(ben, cy, channel="threads")
    thread = await heard(
        bot, "thread_create", lambda: local.server.simulation.add_thread(local.channel("threads"), "ours")
    )
    await placed(bot, thread)
    browser, other = await browser_of(bot, site, ben), await browser_of(bot, site, cy)
    assert await seen(browser) == 200
    await heard(bot, "raw_thread_update", lambda: local.server.simulation.change_thread(thread, archived=True))
    clock.time += PAGE_LOOKUP_INTERVAL
    assert await seen(browser) == 200
    await hidden(bot, local, cy, local.channel("threads"))
    assert await seen(other) == (403, "page_hidden")
    assert lookups(local, THREAD_MEMBERS) == 0


# how often, and when Discord does not answer


async def test_nobody_is_looked_up_twice_in_five_minutes_whatever_they_do(local, bot, site, clock, ben, cy):
    await bot.table(ben, cy)
    await bot.table(ben, cy)
    before, browser, same = lookups(local), await browser_of(bot, site, ben), await browser_of(bot, site, ben)
    found = await asyncio.gather(*(seen(one, page) for one in (browser, same) for page in PAGES))
    assert set(found) <= {200, 409}
    assert await seen(browser, table=f"{OWN_PATH}2") == 200  # in the same channel
    assert lookups(local) == before + 1
    clock.time += PAGE_LOOKUP_INTERVAL - 1
    assert (await seen(browser), lookups(local)) == (200, before + 1)
    clock.time += 1
    assert (await seen(browser), lookups(local)) == (200, before + 2)


async def test_while_discord_does_not_answer_the_last_answer_holds_for_an_hour(local, bot, site, clock, ben, cy):
    await bot.table(ben, cy)
    in_time, gone = await browser_of(bot, site, ben), await browser_of(bot, site, cy)
    local.expel(cy)
    assert [await seen(in_time), await seen(gone)] == [200, (403, "page_left")]
    before = lookups(local)
    local.faults.refuse("GET", MEMBERS, AWAY, times=UNLIMITED)
    clock.time += PAGE_LOOKUP_INTERVAL
    for _ in range(2):
        assert [await seen(in_time), await seen(gone)] == [200, (403, "page_left")]
    assert lookups(local) == before + 2
    clock.time += ANSWER_LIFE - PAGE_LOOKUP_INTERVAL - 1
    assert await seen(in_time) == 200
    clock.time += 1
    assert [await seen(in_time), await seen(gone)] == [(403, "page_unknown")] * 2
    local.faults.rules.clear()
    clock.time += PAGE_LOOKUP_INTERVAL
    assert [await seen(in_time), await seen(gone)] == [200, (403, "page_left")]


async def test_somebody_about_whom_discord_has_said_nothing_yet_may_play_for_an_hour(local, bot, site, clock, ben, cy):
    await bot.table(ben, cy)
    browser = await browser_of(bot, site, ben)
    local.faults.refuse("GET", MEMBERS, AWAY, times=UNLIMITED)
    assert await seen(browser) == 200
    clock.time += ANSWER_LIFE
    assert await seen(browser) == (403, "page_unknown")


async def test_an_answer_that_is_not_discords_keeps_nobody_out(local, bot, site, ana, ben, cy):
    await bot.table(ana, ben, cy)
    for person, status in ((ana, 404), (ben, 403), (cy, 401)):
        local.faults.refuse("GET", f"/guilds/*/members/{person.id}", error_answer(status, 0, "a proxy says no"))
        assert await seen(await browser_of(bot, site, person)) == 200
        assert not local.faults.rules[-1].times


async def test_a_clock_that_was_set_back_keeps_nobody_out_for_longer(local, bot, site, clock, ben, cy):
    await bot.table(ben, cy)
    browser = await browser_of(bot, site, ben)
    local.expel(ben)
    assert await seen(browser, "news") == (403, "page_left")
    local.server.simulation.admit(local.guild, ben.id)
    clock.time -= 86_400
    assert await seen(browser) == 200


async def test_whoever_is_back_and_presses_something_there_plays_at_once(local, bot, site, ben, cy, games):
    await bot.table(ben, cy)
    browser = await browser_of(bot, site, ben)
    local.expel(ben)
    assert await seen(browser) == (403, "page_left")
    local.server.simulation.admit(local.guild, ben.id)
    assert await seen(browser) == (403, "page_left")
    await ben.command("turns", channel=games)
    assert await seen(browser) == 200


async def test_a_lookup_waits_until_nothing_else_is_to_be_sent_and_the_page_does_not(
    local, bot, site, clock, ben, cy, monkeypatch
):
    await bot.table(ben, cy)
    await bot.shown()
    known, new = await browser_of(bot, site, ben), await browser_of(bot, site, cy)
    assert await seen(known) == 200
    monkeypatch.setattr(membership, "PAGE_WAIT_TIMEOUT", 0.0)
    clock.time += ANSWER_LIFE
    pace = bot.client.pace
    pace.note_answer("", 429, {"Retry-After": "1000000", "X-RateLimit-Global": "true"})
    before = list(pace._sent)
    assert [await seen(known), await seen(new)] == [200, 200]
    await asyncio.sleep(0)  # the lookups have begun
    assert list(pace._sent) == before  # and stand in nobody's way


# who is not looked up


async def test_tables_in_direct_messages_and_people_who_watch_are_not_looked_up(local, bot, site, ben, cy):
    await bot.table(ben, cy)
    await bot.shown()
    before, browser = lookups(local), await browser_of(bot, site, local.person("Dee"))
    link = (await site.watching.link(await bot.rooms.room(1))).removeprefix(site.address)
    for page in ("", "/seat", "/moments"):
        assert (await browser.get(link + page))[0] == 200
    assert await seen(browser) == 404
    alone = await ben.command("play", channel=ben.dm, game="azul")
    question = await ben.press(alone.message, label="Add robot")
    await ben.press(question.message, label="Amateur")
    await ben.press(alone.message, label=next(one for one in alone.buttons if one.startswith("Start")))
    assert await seen(await browser_of(bot, site, ben), table=f"{OWN_PATH}2") == 200
    assert lookups(local) == before


# pages that are open, and the Activity


async def test_the_news_end_where_somebody_may_not_play_any_more(local, bot, site, clock, ben, cy):
    await bot.table(ben, cy)
    browser = await browser_of(bot, site, ben)
    async with browser.news(TABLE) as news:
        await news.next()
        local.expel(ben)
        clock.time += PAGE_LOOKUP_INTERVAL
        room = await bot.rooms.room(1)
        await bot.rooms.play(1, room.to_act[0], None, str(room.table.view(room.to_act[0]).moves[0]), -1)
        assert await news.next() == ""  # closed; whoever asks again is told why
    assert await seen(browser, "news") == (403, "page_left")


async def test_whoever_plays_inside_discord_is_looked_up_as_well(local, bot, site, ben, cy, games):
    await bot.table(ben, cy)
    _, given = await entered(site, *opened(local, ben, games))
    headers = {"Authorization": f"Bearer {given['token']}"}
    assert (await site.get(f"{TABLE}/menu", **headers))[0] == 200
    await heard(bot, "guild_remove", lambda: local.server.simulation.dismiss(local.guild))
    assert (await site.get(f"{TABLE}/menu", **headers))[0] == 403


# other processes, and a bot that has only just begun


async def test_a_server_of_another_process_is_asked_for_at_discord(local, bot, clock, ben, cy, games):
    await bot.table(ben, cy)
    thread = await heard(bot, "thread_create", lambda: local.server.simulation.add_thread(games, "us", [ben.id]))
    bot.client._connection._guilds.clear()  # as where another process has the server's shard
    other = next(home for home in (ShardRange(0, 0, 2), ShardRange(1, 1, 2)) if not home.covers(local.guild))
    elsewhere = PageAccess(bot.client, other, bot.client.pace, clock)
    here, there = Location(local.guild, games), Location(local.guild, thread)
    assert [await elsewhere.find_obstacle(here, one.id, asks=True) for one in (ben, cy)] == [None, None]
    assert [await elsewhere.find_obstacle(there, one.id, asks=True) for one in (ben, cy)] == [None, "page_hidden"]
    local.server.simulation.forbid(games, ben.id, ["view_channel"])
    local.expel(cy)
    clock.time += PAGE_LOOKUP_INTERVAL
    assert [await elsewhere.find_obstacle(here, one.id, asks=True) for one in (ben, cy)] == ["page_hidden", "page_left"]
    local.server.simulation.dismiss(local.guild)
    clock.time += PAGE_LOOKUP_INTERVAL
    assert [await elsewhere.find_obstacle(here, one.id, asks=True) for one in (ben, cy)] == ["page_bot_gone"] * 2


async def test_a_bot_that_is_not_connected_yet_keeps_nobody_out(clock):
    client = discord.Client(intents=discord.Intents.none())
    access = PageAccess(client, ALL_SHARDS, None, clock)
    assert await access.find_obstacle(Location(7, 70), 1, asks=True) is None


async def test_a_server_that_discord_cannot_reach_keeps_nobody_out(local, bot, site, clock, ben, cy):
    await bot.table(ben, cy)
    browser, before = await browser_of(bot, site, ben), lookups(local)
    gone = {"id": str(local.guild), "unavailable": True}
    await heard(bot, "guild_unavailable", lambda: local.server.simulation._world.emit("GUILD_DELETE", gone))
    assert (await seen(browser), lookups(local)) == (200, before)


async def placed(bot, channel):
    """The first table, whose message stands where it was, is in that channel."""
    await bot.shown()
    async with bot.changing() as database:
        database.execute("UPDATE rooms SET channel = ?", (channel,))
