"""What Discord answers to the bot: how a message is described to it, and what is refused the second time."""

from __future__ import annotations

import discord
import pytest
from discord.http import Route

from bot.playground.limits import MAX_APPLICATION_EMOJIS, MAX_EMOJI_BYTES
from tests.bot.playground.test_rules import board, raw, refusal
from tests.bot.support.small_bot import PIXEL, Panel


@pytest.fixture
def games(local, bot):
    return bot.get_partial_messageable(local.channel("games"), guild_id=local.guild)


async def described(bot, message):
    return await raw(bot, "GET", f"/channels/{message.channel.id}/messages/{message.id}")


async def test_files_that_components_show_are_listed_in_no_answer(local, bot, games):
    shown = await described(bot, await games.send(view=Panel(1), file=board()))
    assert shown["attachments"] == []
    assert shown["components"][1]["items"][0]["media"]["attachment_id"]
    embedded = discord.Embed(title="x").set_image(url="attachment://board.png")
    assert (await described(bot, await games.send(embed=embedded, file=board())))["attachments"] == []
    plain = await games.send("a file", file=board())
    assert [one["filename"] for one in (await described(bot, plain))["attachments"]] == ["board.png"]


async def test_a_file_that_is_no_longer_shown_is_listed(local, bot, games):
    sent = await games.send(view=Panel(1), file=board())
    bare = discord.ui.LayoutView(timeout=None)
    bare.add_item(discord.ui.TextDisplay("no picture"))
    await sent.edit(view=bare)
    assert [one["filename"] for one in (await described(bot, sent))["attachments"]] == ["board.png"]


async def test_only_those_who_were_pinged_are_mentioned(local, bot, games):
    ana, ben = local.person("Ana"), local.person("Ben")
    only_ben = discord.AllowedMentions(everyone=False, users=[discord.Object(ben.id)])
    sent = await games.send(f"{ana.mention} {ben.mention}", allowed_mentions=only_ben)
    assert [one["id"] for one in (await described(bot, sent))["mentions"]] == [str(ben.id)]


async def test_a_press_brings_the_message_as_discord_describes_it(local, bot, ana):
    reply = await ana.command("panel", channel=local.channel("games"))
    assert len(reply.message["attachments"]) == 1  # people see it, where components show it
    pressed = await ana.press(reply.message, label="More")
    assert pressed.told["message"]["components"][1]["items"][0]["media"]["attachment_id"]
    assert pressed.told["message"]["attachments"] == []


async def test_numbers_in_components_come_back_as_texts(local, bot, games):
    emoji = await bot.create_application_emoji(name="tile", image=PIXEL)
    default = discord.SelectDefaultValue.from_channel(discord.Object(local.channel("tables")))
    option = discord.SelectOption(label="x", value="x", emoji=emoji)
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.ActionRow(discord.ui.Button(label="x", custom_id="a", emoji=emoji)))
    view.add_item(discord.ui.ActionRow(discord.ui.Select(custom_id="b", options=[option])))
    view.add_item(discord.ui.ActionRow(discord.ui.ChannelSelect(custom_id="c", default_values=[default])))
    first, second, third = (
        row["components"][0] for row in (await described(bot, await games.send(view=view)))["components"]
    )
    assert first["emoji"]["id"] == second["options"][0]["emoji"]["id"] == str(emoji.id)
    assert third["default_values"] == [{"id": str(local.channel("tables")), "type": "channel"}]


async def test_the_nonce_of_a_deleted_message_sends_nothing(local, games):
    await (await games.send("turn", nonce="g1-4")).delete()
    assert await refusal(games.send("turn", nonce="g1-4")) == 10008
    assert local.person("Ana").sees(local.channel("games")) == []


async def test_a_message_has_one_thread(local, bot, games):
    sent = await games.send("the table")
    await sent.create_thread(name="table 1")
    assert await refusal(sent.create_thread(name="table 2")) == 160004
    assert list(local.threads) == ["table 1"]


async def test_two_emojis_of_one_name_are_refused(local, bot):
    local.strict = False
    first = await bot.create_application_emoji(name="blue_tile", image=PIXEL)
    assert await refusal(bot.create_application_emoji(name="blue_tile", image=PIXEL)) == 50035
    assert await refusal(bot.create_application_emoji(name="blue-tile", image=PIXEL)) == 50035
    assert [one.id for one in await bot.fetch_application_emojis()] == [first.id]


@pytest.mark.parametrize(
    "image", ["", "data:image/png;base64,", "data:text/plain;base64,aGE=", "data:image/png;base64,a"]
)
async def test_an_emoji_without_a_picture_is_refused(local, bot, image):
    local.strict = False
    assert await refusal(bot.http.create_application_emoji(bot.application_id, "tile", image)) == 50035


async def test_the_picture_of_an_emoji_is_small_and_is_served_to_the_page(local, bot):
    local.strict = False
    assert await refusal(bot.create_application_emoji(name="tile", image=PIXEL + bytes(MAX_EMOJI_BYTES))) == 50035
    made = await bot.create_application_emoji(name="tile", image=PIXEL)
    session = bot.http._HTTPClient__session
    async with session.get(f"{local.url}/emojis/{made.id}.png") as answer:
        assert (answer.content_type, await answer.read()) == ("image/png", PIXEL)
    async with session.get(f"{local.url}/emojis/1.png") as answer:
        assert answer.status == 404


async def test_an_application_has_a_limited_number_of_emojis(local, bot):
    local.strict = False
    for number in range(MAX_APPLICATION_EMOJIS):
        local.server.simulation._world.create_application_emoji(f"tile_{number}")
    assert await refusal(bot.create_application_emoji(name="one_more", image=PIXEL)) == 30008


async def test_every_answer_says_how_fast_one_may_go_on(local, bot):
    told = []
    for path in ("/users/@me", f"/channels/{local.channel('games')}", f"/channels/{local.channel('tables')}"):
        async with bot.http._HTTPClient__session.get(
            Route.BASE + path, headers={"Authorization": f"Bot {local.token}"}
        ) as answer:
            told.append({name: answer.headers[f"X-RateLimit-{name}"] for name in ("Bucket", "Limit", "Remaining")})
    assert {(one["Limit"], one["Remaining"]) for one in told} == {("1", "0")}
    assert told[0]["Bucket"] != told[1]["Bucket"] == told[2]["Bucket"]
