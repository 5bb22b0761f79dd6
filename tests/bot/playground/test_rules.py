"""What Discord means by its requests: who sees what, what may be done twice, what is refused and with which code."""

from __future__ import annotations

import asyncio
import io

import discord
import pytest
from discord.http import Route

from bot.playground.protocol import EPHEMERAL, json_copy
from tests.bot.support.local_discord import Impossible, text
from tests.bot.support.small_bot import PIXEL, Panel, running


def board(name="board.png"):
    return discord.File(io.BytesIO(PIXEL), name, description="a board")


@pytest.fixture
def games(local, bot):
    return bot.get_partial_messageable(local.channel("games"))


async def refusal(doing):
    with pytest.raises(discord.HTTPException) as caught:
        await doing
    return caught.value.code


async def raw(bot, method, path, **body):
    return await bot.http.request(Route(method, path), **({"json": body} if body else {}))


async def test_a_message_with_a_known_nonce_is_sent_once(local, games):
    first = await games.send("turn", nonce="g1-4")
    second = await games.send("turn", nonce="g1-4")
    assert first.id == second.id
    assert (await games.send("turn", nonce="g1-5")).id != first.id
    assert len(local.person("Ana").sees(local.channel("games"))) == 2


async def test_an_edit_keeps_or_replaces_the_file(local, games):
    ana, channel = local.person("Ana"), local.channel("games")
    sent = await games.send(view=Panel(1), file=board())
    kept = ana.last(channel)["attachments"]
    await sent.edit(view=Panel(2))
    assert ana.last(channel)["attachments"] == kept
    await sent.edit(view=Panel(3), attachments=[board("board.png")])
    assert [one["id"] for one in ana.last(channel)["attachments"]] != [one["id"] for one in kept]
    assert text(ana.last(channel)) == "count 3"


async def test_a_deleted_message_is_10008_ever_after(local, games):
    sent = await games.send("x")
    local.person("Ana").delete(local.person("Ben").last(local.channel("games")))
    assert await refusal(sent.edit(content="y")) == 10008
    assert await refusal(sent.delete()) == 10008
    assert local.person("Ana").sees(local.channel("games")) == []


async def test_of_the_messages_after_one_those_next_to_it_are_told_and_none_without_the_permission(local, bot, games):
    sent = [await games.send(f"message {n}") for n in range(5)]
    found = [one async for one in games.history(after=sent[0], limit=2, oldest_first=True)]
    assert [one.id for one in found] == [one.id for one in sent[1:3]]
    told = await raw(bot, "GET", f"/channels/{local.channel('games')}/messages?after={sent[0].id}&limit=2")
    assert [int(one["id"]) for one in told] == [sent[2].id, sent[1].id]
    local.forbid(local.channel("games"), "read_message_history")
    assert [one async for one in games.history(after=sent[0])] == []


async def test_only_who_may_manage_messages_deletes_those_of_others(local, games):
    await games.send("x")
    ben, channel = local.person("Ben"), local.channel("games")
    with pytest.raises(Impossible, match="may not delete"):
        ben.delete(ben.last(channel))
    own = ben.say(channel, "mine")
    ben.delete(own)
    assert [one["content"] for one in ben.sees(channel)] == ["x"]


async def test_mentions_ping_only_whom_the_bot_allowed(local, games):
    ana, ben = local.person("Ana"), local.person("Ben")
    said = f"{ana.mention} {ben.mention} @everyone"
    await games.send(said, allowed_mentions=discord.AllowedMentions(everyone=False, users=[discord.Object(ben.id)]))
    message = ana.last(local.channel("games"))
    assert [one["id"] for one in message["mentions"]] == [str(ben.id)]
    assert not message["mention_everyone"]


async def test_permissions_are_told_and_enforced(local, bot, games):
    ana, channel = local.person("Ana"), local.channel("games")
    local.forbid(channel, "attach_files")
    reply = await ana.command("panel", channel=channel)
    payload = reply.told
    held = discord.Permissions(int(payload["app_permissions"]))
    assert (held.attach_files, held.send_messages, held.manage_messages) == (False, True, False)
    assert await refusal(games.send(file=board())) == 50013
    local.forbid(channel, "send_messages")
    assert await refusal(games.send("x")) == 50013
    local.forbid(channel, "view_channel")
    assert await refusal(games.send("x")) == 50001
    assert await refusal(bot.get_partial_messageable(1).send("x")) == 10003


async def test_a_thread_is_opened_written_archived_and_woken(local, bot, games):
    await games.send("the table")
    parent = bot.get_channel(local.channel("games"))
    first = discord.Object(int(local.person("Ana").last(parent.id)["id"]))
    thread = await parent.create_thread(name="table 1", message=first)
    sent = await thread.send("inside")
    await thread.edit(archived=True, name="table one")
    assert local.threads == {"table one": thread.id}
    assert await refusal(sent.edit(content="no")) == 50083
    await thread.send("awake")
    await sent.edit(content="yes")
    assert [one["content"] for one in local.person("Ben").sees(thread.id)] == ["yes", "awake"]
    reply = await local.person("Ben").command("panel", channel=thread.id)
    assert reply.message["channel_id"] == str(thread.id)


async def test_direct_messages_reach_one_person(local, bot):
    ana, ben = local.person("Ana"), local.person("Ben")
    user = await bot.fetch_user(ana.id)
    await user.send("your turn")
    assert [one["content"] for one in ana.sees(ana.dm)] == ["your turn"]
    assert ben.sees(ana.dm) == []
    reply = await ana.command("guess", channel=ana.dm, word="pear")
    payload = reply.told
    assert (payload["context"], payload["user"]["id"], "member" in payload) == (1, str(ana.id), False)
    with pytest.raises(Impossible, match="not there"):
        await ben.command("guess", channel=ana.dm, word="pear")


async def test_private_messages_are_their_persons_alone(local, bot, games):
    ana, ben, channel = local.person("Ana"), local.person("Ben"), local.channel("games")
    private = (await ana.command("guess", channel=channel, word="pear")).message
    assert private["flags"] & EPHEMERAL
    assert private in ana.sees(channel)
    assert ben.sees(channel) == []
    assert await refusal(raw(bot, "GET", f"/channels/{channel}/messages/{private['id']}")) == 10008
    assert await refusal(raw(bot, "PATCH", f"/channels/{channel}/messages/{private['id']}", content="x")) == 10008
    local.server.people.dismiss(ana.id, channel, int(private["id"]))
    assert ana.sees(channel) == []


async def test_what_no_client_could_do_is_impossible(local, bot):
    ana, channel = local.person("Ana"), local.channel("games")
    shown = (await ana.command("panel", channel=channel)).message
    for deed in (
        ana.press(shown, label="Absent"), ana.choose(shown, values=["z"]), ana.choose(shown, values=["a", "b"]),
        ana.command("guess", channel=channel), ana.command("guess", channel=channel, word="x", times="two"),
        ana.command("absent", channel=channel), ana.complete("guess", channel=channel, focused="times"),
    ):  # fmt: skip
        with pytest.raises(Impossible):
            await deed


async def test_a_forged_press_and_one_of_a_message_that_is_gone_reach_the_bot(local, bot):
    ana, channel = local.person("Ana"), local.channel("games")
    shown = (await ana.command("panel", channel=channel)).message
    forged = await local.person("Ben").raw_press(channel, shown["id"], "more:41")
    assert forged.text == "count 42"
    ana.delete(shown)
    local.strict = False
    gone = asyncio.create_task(ana.raw_press(channel, shown["id"], "more:1"))
    (refused,) = await local.until(lambda: [one for one in local.requests("POST", "*/callback") if one.is_answered][2:])
    assert refused.answer.body["code"] == 10008
    local.time_out(local.asked[-1])
    assert (await gone).failed
    local.server.simulation.seconds = 0.1
    assert (await ana.raw_press(channel, shown["id"], "x" * 100)).answers == 0


async def test_the_original_answer_can_be_read_edited_and_deleted(local, bot):
    reply = await local.person("Ana").command("panel", channel=local.channel("games"))
    token = local.server.simulation.interaction(reply.interaction).token
    hook = f"/webhooks/{bot.application_id}/{token}/messages/@original"
    assert (await raw(bot, "GET", hook))["id"] == reply.message["id"]
    components = json_copy(reply.message["components"])
    components[0]["content"] = "edited"
    await raw(bot, "PATCH", hook, components=components)
    assert reply.text == "edited"
    await raw(bot, "DELETE", hook)
    assert reply.message is None
    assert await refusal(raw(bot, "GET", hook)) == 10008


async def test_a_token_that_was_never_given_is_unknown(local, bot):
    assert await refusal(raw(bot, "POST", f"/webhooks/{bot.application_id}/nonsense", content="x")) == 50027
    assert await refusal(raw(bot, "POST", "/webhooks/1/nonsense", content="x")) == 10015
    assert await refusal(raw(bot, "POST", "/interactions/1/nonsense/callback", type=4, data={"content": "x"})) == 10062


async def test_a_token_serves_for_a_quarter_of_an_hour_once_it_was_used(local, bot):
    reply = await local.person("Ana").command("panel", channel=local.channel("games"))
    record = local.server.simulation.interaction(reply.interaction)
    hook = f"/webhooks/{bot.application_id}/{record.token}"
    await raw(bot, "POST", hook, content="in time")
    assert reply.text == "in time"
    record.expires_at = "2026-01-01"
    assert await refusal(raw(bot, "POST", hook, content="x")) == 50027


async def test_people_without_the_right_are_not_offered_a_command(local, bot):
    command = discord.app_commands.Command(name="rules", description="d", callback=_silent)
    command.default_permissions = discord.Permissions(manage_guild=True)
    command.guild_only = True
    bot.tree.add_command(command)
    await bot.tree.sync()
    ana, ben, channel = local.person("Ana"), local.person("Ben"), local.channel("games")
    assert (await ana.command("rules", channel=channel)).text == "ok"
    for person, where in ((ben, channel), (ana, ana.dm)):
        with pytest.raises(Impossible, match="not offered"):
            await person.command("rules", channel=where)


async def _silent(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("ok")


async def test_a_malformed_request_is_noticed_by_the_test(local):
    local.strict = False
    async with running(local) as bot:
        channel = local.channel("games")
        for body in (
            {"content": "x" * 2001}, {}, {"content": "x", "nonce": "y" * 26},
            {"components": [{"type": 10, "content": "x"}]},
            {"content": "x", "components": [{"type": 1, "components": []}]}, {"content": 3}, {"surprise": 1},
        ):  # fmt: skip
            before = len(local.invalid)
            with pytest.raises(discord.HTTPException):
                await raw(bot, "POST", f"/channels/{channel}/messages", **{"tts": False, **body})
            assert len(local.invalid) > before, body
    assert local.person("Ana").sees(channel) == []


async def invite(interaction: discord.Interaction, who: discord.Member, where: discord.TextChannel) -> None:
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.UserSelect(custom_id="who", max_values=2))
    view.add_item(discord.ui.ChannelSelect(custom_id="where"))
    await interaction.response.send_message(f"{who.global_name} {where.name}", view=view)


async def profile(interaction: discord.Interaction, who: discord.Member) -> None:
    await interaction.response.send_message(f"profile of {who.global_name}", ephemeral=True)


async def chosen(interaction: discord.Interaction) -> None:
    if interaction.type is discord.InteractionType.component:
        found = [one for many in interaction.data["resolved"].values() for one in many.values()]
        names = [one.get("username") or one.get("name") for one in found if "username" in one or "name" in one]
        await interaction.response.send_message(" ".join(names))


async def test_people_and_channels_can_be_named(local, bot):
    bot.tree.add_command(discord.app_commands.Command(name="invite", description="d", callback=invite))
    bot.tree.add_command(discord.app_commands.ContextMenu(name="Show Profile", callback=profile))
    await bot.tree.sync()
    bot.on_interaction = chosen
    ana, ben, cy, channel = *map(local.person, ("Ana", "Ben", "Cy")), local.channel("games")
    shown = await ana.command("invite", channel=channel, who=ben, where=channel)
    assert shown.text == "Ben games"
    assert (await ana.user_command("Show Profile", channel=channel, target=cy)).text == "profile of Cy"
    assert (await ana.choose(shown.message, custom_id="who", values=[ben, cy])).text == "ben cy"
    assert (await ana.choose(shown.message, custom_id="where", values=[channel])).text == "games"
    with pytest.raises(Impossible, match="nothing with the id"):
        await ana.command("invite", channel=channel, who=1, where=channel)


async def test_a_file_in_an_embed_gets_its_address(local, games):
    await games.send(embed=discord.Embed(title="x").set_image(url="attachment://board.png"), file=board())
    message = local.person("Ana").last(local.channel("games"))
    assert message["embeds"][0]["image"]["url"] == message["attachments"][0]["url"]


async def test_a_thread_on_a_message_leaves_no_note_but_one_on_nothing_does(local, bot, games):
    sent = await games.send("the table")
    parent = bot.get_channel(local.channel("games"))
    await parent.create_thread(name="on it", message=discord.Object(sent.id))
    assert [one["content"] for one in local.person("Ana").sees(parent.id)] == ["the table"]
    await parent.create_thread(name="on nothing", type=discord.ChannelType.public_thread)
    assert [one["type"] for one in local.person("Ana").sees(parent.id)] == [0, 18]


async def test_more_than_discord_takes_is_refused(local, games):
    local.strict = False
    large = discord.File(io.BytesIO(bytes(10 * 1024 * 1024 + 1)), "x.bin")
    assert await refusal(games.send(file=large)) == 50035
    files = [discord.File(io.BytesIO(bytes(9 * 1024 * 1024)), f"{one}.bin") for one in range(3)]
    assert await refusal(games.send(files=files)) == 40005
