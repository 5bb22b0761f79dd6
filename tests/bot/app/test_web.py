"""How an operator sets up the pages of tables, and how players on Discord come to them."""

from __future__ import annotations

import asyncio
import socket
import urllib.request

import pytest

from bot.model.people import Person as Account
from bot.settings import Address, load_settings
from tests.bot.support.local_discord import PATIENCE
from tests.bot.support.program import ended, started
from tests.bot.support.site import free_port, site_of
from tests.bot.support.tessera import turn_of

HERE = "http://127.0.0.1:9"


@pytest.mark.parametrize(
    ("given", "web", "url"),
    [
        ({}, Address("127.0.0.1", 8788), "http://127.0.0.1:8788"),
        ({"TESSERA_PORT": "65535"}, None, ""),
        ({"TESSERA_WEB": "off"}, None, ""),
        ({"TESSERA_WEB": "127.0.0.1:8080"}, Address("127.0.0.1", 8080), "http://127.0.0.1:8080"),
        ({"DISCORD_TOKEN": "x"}, None, ""),
        (
            {"DISCORD_TOKEN": "x", "TESSERA_WEB": "0.0.0.0:8080", "TESSERA_WEB_URL": "https://tables.example.org/azul/"},
            Address("0.0.0.0", 8080), "https://tables.example.org/azul",
        ),
    ],
)  # fmt: skip
def test_pages_are_served_where_the_operator_says_and_on_a_local_discord_anyway(given, web, url):
    chosen = load_settings(given)
    assert (chosen.web, chosen.web_url) == (web, url)


@pytest.mark.parametrize(
    "url", ["", "tables.example.org", "http://tables.example.org", "https://", "https://a b", "javascript:alert(1)"]
)
def test_browsers_on_the_internet_need_an_encrypted_address(url):
    with pytest.raises(ValueError, match="TESSERA_WEB_URL"):
        load_settings({"DISCORD_TOKEN": "x", "TESSERA_WEB": "127.0.0.1:8080", "TESSERA_WEB_URL": url})


@pytest.mark.parametrize("address", ["8080", "127.0.0.1:0", "on", "[::1"])
def test_an_address_that_is_none_is_named(address):
    with pytest.raises(ValueError, match="TESSERA_WEB"):
        load_settings({"TESSERA_WEB": address})


@pytest.mark.parametrize(
    ("given", "proxies"),
    [("", []), ("127.0.0.1", ["127.0.0.1/32"]), (" 172.18.0.0/16 , fd00::/8,", ["172.18.0.0/16", "fd00::/8"])],
)
def test_proxies_are_named_by_address_or_network(given, proxies):
    assert [str(one) for one in load_settings({"TESSERA_WEB_PROXY": given}).web_proxies] == proxies


@pytest.mark.parametrize("given", ["caddy", "127.0.0.1:8080", "10.0.0.1/8", "*", "127.0.0.1 10.0.0.1", "true"])
def test_a_proxy_that_is_no_address_is_named(given):
    with pytest.raises(ValueError, match="TESSERA_WEB_PROXY must be addresses or networks"):
        load_settings({"TESSERA_WEB_PROXY": given})


@pytest.mark.parametrize(
    ("web", "url", "proxy", "is_warned"),
    [
        ("127.0.0.1:{}", "https://tables.example.org", "", True),
        ("0.0.0.0:{}", "https://tables.example.org", "172.18.0.0/16", False),
    ],
)
async def test_pages_that_strangers_reach_without_a_named_proxy_are_a_warning_at_the_start(
    local, tmp_path, web, url, proxy, is_warned
):
    known = {"TESSERA_DISCORD": local.url, "DISCORD_TOKEN": local.token, "TESSERA_WEB_URL": url}
    process = await started(tmp_path, **known, TESSERA_WEB=web.format(free_port()), TESSERA_WEB_PROXY=proxy)
    await local.ready()
    process.terminate()
    async with asyncio.timeout(PATIENCE):
        _, said = await process.communicate()
    assert (process.returncode, b"TESSERA_WEB_PROXY names no proxy" in said) == (0, is_warned)


@pytest.mark.parametrize(
    ("web", "url", "lacks"),
    [
        ("127.0.0.1:8080", "http://localhost:8080", False), ("[::1]:8080", "http://[::1]:8080", False),
        ("127.0.0.1:8080", "https://localhost.example.org", True), ("127.0.0.1:8080", "https://127.0.0.1.nip.io", True),
        ("0.0.0.0:8080", "http://127.0.0.1:8080", True), ("127.0.0.1:8080", "https://tables.example.org", True),
    ],
)  # fmt: skip
def test_only_pages_of_this_machine_alone_need_no_proxy(web, url, lacks):
    assert load_settings({"DISCORD_TOKEN": "x", "TESSERA_WEB": web, "TESSERA_WEB_URL": url}).lacks_proxy is lacks


async def test_an_address_that_something_else_has_is_said_in_one_line(local, tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        known = {"TESSERA_DISCORD": local.url, "DISCORD_TOKEN": local.token, "TESSERA_WEB_URL": "https://example.org"}
        code, said = await ended(await started(tmp_path, **known, TESSERA_WEB=address))
    assert (code, address in said, "TESSERA_WEB" in said) == (2, True, True)


async def test_the_program_serves_pages_and_stops_with_them(local, tmp_path):
    port = free_port()
    known = {"TESSERA_DISCORD": local.url, "DISCORD_TOKEN": local.token, "TESSERA_WEB_URL": "https://example.org"}
    process = await started(tmp_path, **known, TESSERA_WEB=f"127.0.0.1:{port}")
    await local.ready()
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/robots.txt", timeout=PATIENCE) as answer:  # noqa: ASYNC210
        assert "Disallow: /" in answer.read().decode()
    process.terminate()
    assert (await ended(process))[0] == 0


# on Discord


def links(message):
    """The addresses behind the buttons of a message."""
    rows = [part for part in message["components"][0]["components"] if part["type"] == 1]
    return [one["url"] for row in rows for one in row["components"] if "url" in one]


@pytest.fixture
async def site(running_bot):
    """The pages of the bot's tables, on a server where people only watch."""
    await running_bot.services.servers.choose(running_bot.local.guild, "page", ["watch"])
    async with site_of(running_bot.services) as site:
        yield site


async def to_move(running_bot, *people):
    """Whoever of them is to move, and the message that says so."""
    await running_bot.shown()
    room = await running_bot.rooms.room(1)
    person = next(one for one in people if room.seat_of(one.id) in room.to_act)
    return person, await turn_of(person)


async def test_open_board_stands_under_the_table_and_in_its_private_board(site, running_bot, ana, ben, games):
    await running_bot.table(ana, ben)
    person, message = await to_move(running_bot, ana, ben)
    (link,) = links(message)
    assert (await site.get(link))[0] == 200
    board = await person.command("board", channel=games)
    assert links(board.message) == [link]


async def test_where_people_play_on_pages_the_button_answers_with_a_link_of_their_own(
    site, running_bot, ana, ben, local
):
    await running_bot.services.servers.choose(running_bot.local.guild, "page", ["play"])
    await running_bot.table(ana, ben)
    person, message = await to_move(running_bot, ana, ben)
    assert links(message) == []
    own, watch = links((await person.press(message, label="Open board")).message)
    assert (await site.get(watch))[0] == 200
    address, _, secret = own.partition("#")
    browser = site.browser()
    assert await browser.enter(secret) == 204
    assert (await browser.get(address.removeprefix(site.address) + "/menu"))[0] == 200
    assert links((await local.person("Cy").press(message, label="Open board")).message) == [watch]


async def test_me_shows_in_how_many_browsers_somebody_plays_and_ends_that(site, running_bot, ana, ben, games):
    await running_bot.table(ana, ben)
    sessions = running_bot.services.page_sessions
    secret = await sessions.open(await sessions.create_link(Account(ana.id, "Ana")))
    me = await ana.command("me", channel=games)
    page = await ana.press(me.message, label="Privacy")
    assert "in 1 browser," in str(page.message)
    page = await ana.press(page.message, label="Sign out everywhere")
    assert "browser," not in str(page.message)
    assert await sessions.person(secret) is None


async def test_sessions_and_links_that_have_run_out_are_thrown_away_by_the_bot(running_bot, local, ana):
    sessions = running_bot.services.page_sessions
    for _ in range(2):
        await sessions.open(await sessions.create_link(Account(ana.id, "Ana")))
    await sessions.create_link(Account(ana.id, "Ana"))
    async with running_bot.changing() as database:
        database.execute("UPDATE page_sessions SET until = 1 WHERE rowid > 1")
    await running_bot.client.chores.run_once()
    assert len(await running_bot.store.database.fetch("SELECT * FROM page_sessions")) == 1


async def test_without_pages_nothing_on_discord_speaks_of_them(running_bot, ana, ben, games):
    await running_bot.table(ana, ben)
    person, message = await to_move(running_bot, ana, ben)
    assert links(message) == []
    more = await ana.press(message, label="More")
    assert "link to the board" not in str(more.message)
    assert "browser" not in str((await ana.command("settings", channel=games)).message)
    assert person


async def test_the_host_takes_the_link_back_and_makes_a_new_one(site, running_bot, ana, ben):
    await running_bot.table(ana, ben)
    _, message = await to_move(running_bot, ana, ben)
    (old,) = links(message)
    more = await ana.press(message, label="More")
    await ana.choose(more.message, labels=["Take back the link to the board"])
    await running_bot.shown()
    _, message = await to_move(running_bot, ana, ben)
    assert links(message) == []
    assert (await site.get(old))[0] == 404
    more = await ana.press(message, label="More")
    await ana.choose(more.message, labels=["Make a new link to the board"])
    await running_bot.shown()
    _, message = await to_move(running_bot, ana, ben)
    (new,) = links(message)
    assert new != old
    assert (await site.get(new))[0] == 200


async def test_nobody_else_is_offered_that(site, running_bot, ana, ben):
    await running_bot.table(ana, ben)
    _, message = await to_move(running_bot, ana, ben)
    more = await ben.press(message, label="More")
    assert "link to the board" not in str(more.message)
    forged = await ben.raw_press(int(message["channel_id"]), int(message["id"]), "choose:1", ["close_page"])
    assert "do not know this button" in str(forged.message)
    assert (await site.get(links(message)[0]))[0] == 200


async def test_a_server_turns_pages_off_in_its_settings_and_messages_lose_their_links(
    site, running_bot, ana, ben, games
):
    await running_bot.table(ana, ben)
    _, message = await to_move(running_bot, ana, ben)
    (link,) = links(message)
    page = await ana.command("settings", channel=games)
    await ana.choose(page.message, custom_id="decide:tables:page", values=["off"])
    await running_bot.client.messages.wake_sleeping()
    await running_bot.client.messages.sweep()
    await running_bot.shown()
    _, message = await to_move(running_bot, ana, ben)
    assert links(message) == []
    assert (await site.get(link))[0] == 404


async def test_a_channel_that_everybody_does_not_see_has_no_link(site, running_bot, local, ana, ben, games):
    await running_bot.table(ana, ben)
    _, message = await to_move(running_bot, ana, ben)
    (link,) = links(message)
    heard = running_bot.client.wait_for("guild_channel_update", timeout=PATIENCE)
    local.server.simulation.forbid(
        games, local.guild, ["view_channel"]
    )  # the role of everybody has the server's number
    await heard
    assert (await site.get(link))[0] == 404
    assert await running_bot.services.watching.link(await running_bot.rooms.room(1)) == ""


async def test_what_another_process_has_saved_is_shown_as_well(site, running_bot, local, ana, ben):
    """Processes that share a database tell whoever shows the table."""
    await running_bot.table(ana, ben)
    _, message = await to_move(running_bot, ana, ben)
    async with site.news(links(message)[0]) as news:
        await news.next()
        async with running_bot.changing() as database:
            database.execute("UPDATE rooms SET phase = 'ended', ended_by = 'Cy'")
        running_bot.client._show_change(1, local.guild)
        assert (await news.next())["title"].endswith("ended early")


async def test_the_page_ends_when_the_bot_may_not_see_the_channel_any_more(site, running_bot, ana, ben, games):
    await running_bot.table(ana, ben)
    _, message = await to_move(running_bot, ana, ben)
    (link,) = links(message)
    async with site.news(link) as news:
        await news.next()
        await running_bot.forbid(games, "view_channel")
        running_bot.services.watching.notify(1)  # or some seconds later by itself
        assert await news.next() == "gone"
