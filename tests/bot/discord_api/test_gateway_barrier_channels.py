"""Channels that the bot may not view, as the gateway tells of them: nobody takes them for open."""

from __future__ import annotations

import json

import discord
import pytest

from bot.discord_api.gateway_barrier import fill_in_channel
from bot.playground.protocol import json_copy
from tests.bot.discord_api.test_gateway_barrier import NAME, event, is_answered
from tests.bot.support.lobby import lobby_of
from tests.bot.support.tessera import tessera

KINDS = TEXT, VOICE, CATEGORY, NEWS, STAGE, FORUM, MEDIA = 0, 2, 4, 5, 13, 15, 16


def is_open(bot, channel):
    """Whether everybody may view it, as far as the bot knows."""
    found = bot.client.get_channel(channel)
    return found.permissions_for(found.guild.default_role).view_channel


def is_viewed(bot, channel):
    """Whether the bot may view it, as far as it knows."""
    found = bot.client.get_channel(channel)
    return found.permissions_for(found.guild.me).view_channel


def lacking(*, null):
    """Frames in which hidden voice channels have null in place of what is left out, or lack it."""

    def change(frame):
        told = frame.get("d")
        channels = told.get("channels", [told]) if isinstance(told, dict) else []
        for one in channels:
            if one.get("type") in (VOICE, STAGE) and one.get("flags") and null:
                one.update(bitrate=None, user_limit=None, rtc_region=None)
        return frame

    return lambda frame: change(json_copy(frame))


@pytest.mark.parametrize("null", [True, False])
async def test_hidden_channels_lose_no_server_at_the_start_and_none_later(local, tmp_path, ana, games, unread, null):
    simulation, local.server.gateway.alter = local.server.simulation, lacking(null=null)

    def of_each_kind():
        return {simulation.add_channel(local.guild, f"{NAME} {kind}", "secret", kind): kind for kind in KINDS}

    first = of_each_kind()
    for channel in first:
        local.forbid(channel, "view_channel")
    async with tessera(local, tmp_path / "tessera.sqlite3") as bot:
        assert await is_answered(ana, games)
        view = discord.Permissions.view_channel.flag
        for role in simulation._world.guilds[local.guild].roles.values():
            role.permissions &= ~view  # from now on new channels are hidden
        second = of_each_kind()
        local.server.simulation.start_interaction(3, ana.id, ana.dm, {"custom_id": "x", "component_type": 2, "id": 0})
        assert await is_answered(ana, ana.dm)
        for channel, kind in [*first.items(), *second.items()]:
            found = bot.client.get_channel(channel)
            assert found is not None, (channel in first, kind)
            assert (found.name, found.type.value) == ("___hidden___", kind)
            assert not is_open(bot, channel), (channel in first, kind)
            assert not is_viewed(bot, channel), (channel in first, kind)
        assert unread == []


async def test_a_channel_that_is_shown_again_is_known_whole(local, running_bot, ana, games):
    tables = local.channel("tables")
    for hidden in (True, False):
        await running_bot.forbid(tables, *["view_channel"] * hidden)
        assert is_viewed(running_bot, tables) is not hidden
        assert running_bot.client.get_channel(tables).name == ("___hidden___" if hidden else "tables")


@pytest.mark.parametrize("kind", [TEXT, VOICE])
async def test_a_channel_that_a_role_hides_and_shows_again_is_known_whole(local, running_bot, ana, games, kind):
    simulation = local.server.simulation
    role, channel = simulation.add_role(local.guild, "players"), simulation.add_channel(local.guild, NAME, "", kind)
    seen, names = [], []
    for deed in (simulation.appoint, simulation.dismiss_from, simulation.appoint):
        deed(local.guild, simulation.bot_id, role)
        if not seen:
            simulation.show_to(channel, role)
        assert await is_answered(ana, games)
        seen.append(is_viewed(running_bot, channel))
        names.append(running_bot.client.get_channel(channel).name)
    assert seen == [True, False, True]
    assert names[0] == names[2] == NAME


async def test_hidden_channels_are_not_listed_and_a_category_is_seen_with_any_channel_in_it(local, running_bot, games):
    simulation = local.server.simulation
    category = simulation.add_channel(local.guild, "attic", "", CATEGORY)
    inside = simulation.add_channel(local.guild, "box", "", TEXT, category)
    for channel in (category, inside):
        local.forbid(channel, "view_channel")
    guild = running_bot.client.get_guild(local.guild)
    assert {one.id for one in await guild.fetch_channels()}.isdisjoint({category, inside})
    await running_bot.forbid(inside)
    await local.quiet()
    assert {category, inside} <= {one.id for one in await guild.fetch_channels()}
    assert running_bot.client.get_channel(category).name == "attic"


async def test_nobody_is_told_of_a_server_whose_roles_are_not_known(local, running_bot, ana, games):
    await lobby_of(ana, games)
    room = await running_bot.rooms.room(1)
    is_public = running_bot.services.watching.is_public
    assert await is_public(room)
    running_bot.client.get_guild(local.guild)._roles.clear()
    assert not await is_public(room)


def test_what_is_told_of_a_channel_stays_and_what_is_missing_is_filled_in():
    told = {
        "id": "5",
        "type": 2,
        "name": "x",
        "position": 3,
        "bitrate": 9,
        "user_limit": 1,
        "permission_overwrites": [],
    }
    assert fill_in_channel(told, "1") == {**told, "flags": 0, "available_tags": ()}
    deny = [{"id": "1", "type": 0, "allow": "0", "deny": "1024"}]
    assert fill_in_channel({"permission_overwrites": None}, "1")["permission_overwrites"] == deny
    assert fill_in_channel({"flags": 1 << 17, "permission_overwrites": []}, "1")["permission_overwrites"] == deny
    assert fill_in_channel(None, "1") is None
    assert json.dumps(fill_in_channel({}, "1"))


async def test_half_a_change_makes_no_private_channel_public(local, running_bot, ana, games, unread):
    local.server.simulation.show_to(games, local.server.simulation.add_role(local.guild, "players"))
    assert await is_answered(ana, local.channel("tables"))
    channel = json_copy(local.server.simulation.channel(games))
    channel["permission_overwrites"].insert(0, {"id": "x", "type": 0})
    local.server.gateway.send_control_frame(event("CHANNEL_UPDATE", channel))
    assert await is_answered(ana, local.channel("tables"))
    assert unread == ["CHANNEL_UPDATE"]
    assert not is_open(running_bot, games)
