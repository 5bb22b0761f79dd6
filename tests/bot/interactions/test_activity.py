"""How people on Discord come to the Activity: the button under a private board, and Discord's own command."""

from __future__ import annotations

import pytest

from bot.playground.protocol import error_answer
from tests.bot.support.activity import entered, set_up
from tests.bot.support.site import site_of

OPEN = "Open inside Discord"


@pytest.fixture
async def site(running_bot):
    """The pages of the bot's tables, and the Activity that shows them."""
    async with site_of(running_bot.services) as site:
        set_up(running_bot, site)
        yield site


@pytest.fixture
def instances(local):
    """What is open now, by its name."""
    return local.server.rules.activities._open


async def test_open_here_opens_it_with_that_table(site, running_bot, local, ana, ben, games, instances):
    for _ in range(2):
        await running_bot.table(ana, ben)
    board = await ben.command("board", channel=games, table="#1")
    pressed = await ben.press(board.message, label=OPEN)
    assert (pressed.answers, pressed.failed) == (1, False)
    ((name, one),) = instances.items()
    assert (one.channel, one.people) == (games, [ben.id])
    activities = local.server.rules.activities
    _, given = await entered(site, activities.issue_code(ben.id), name)
    assert given["open"] == "1"
    _, given = await entered(site, activities.issue_code(ben.id), name)
    assert given["open"] == ""  # only the first time


async def test_read_as_text_offers_it_too(site, running_bot, ana, ben, games):
    await running_bot.table(ana, ben)
    board = await ana.command("board", channel=games)
    assert OPEN in board.buttons
    assert OPEN in (await ana.press(board.message, label="As text")).buttons


async def test_it_is_offered_only_where_it_would_show_that_table(site, running_bot, local, ana, ben, games):
    await running_bot.table(ana, ben)
    for channel in (local.channel("tables"), ana.dm):
        assert OPEN not in (await ana.command("board", channel=channel, table="#1")).buttons
    await running_bot.services.servers.choose(local.guild, "page", ["off"])
    assert OPEN not in (await ana.command("board", channel=games)).buttons


async def test_without_an_operators_word_nothing_speaks_of_it(running_bot, ana, ben, games):
    await running_bot.table(ana, ben)
    board = await ana.command("board", channel=games)
    assert OPEN not in board.buttons
    forged = await ana.raw_press(games, int(board.message["id"]), "activity:1", [])
    assert "does not open the board" in str(forged.message)


async def test_where_discord_refuses_the_person_reads_what_to_do(site, running_bot, local, ana, ben, games):
    await running_bot.table(ana, ben)
    board = await ana.command("board", channel=games)
    local.faults.refuse("POST", "/interactions/*/callback", error_answer(400, 50024, "Cannot execute action"))
    pressed = await ana.press(board.message, label=OPEN)
    assert "does not open the board in this channel" in str(pressed.message)


async def test_the_command_of_discord_stays_when_others_are_registered(site, running_bot, local):
    """Discord makes it when Activities are switched on, and refuses a list of commands without it."""
    assert local.command("play")
    local.server.simulation._world.commands.clear()  # as before an update that has other commands
    await running_bot.client.tree.sync_if_changed()
    (sent,) = [one.call.body for one in local.requests("PUT", "/applications/*/commands")][-1:]
    assert [(one["name"], one["type"], one["handler"]) for one in sent if one.get("type") == 4] == [("Launch", 4, 2)]
    assert local.command("play")
    assert not await running_bot.client.tree.sync_if_changed()


async def test_a_list_of_commands_without_it_is_refused(site, running_bot, local):
    http, application = running_bot.client.http, running_bot.client.application_id
    with pytest.raises(Exception, match="Entry Point"):
        await http.bulk_upsert_global_commands(application, [])
