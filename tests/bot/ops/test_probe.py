"""What an operator reads when Discord is compared with what we believe of it, and that nothing stays behind."""

from __future__ import annotations

import asyncio
import signal
from contextlib import suppress

import discord
import pytest

from bot.ops.probe_beliefs import BELIEFS
from bot.store.migrations import exclusive_lock
from tests.bot.support.local_discord import PATIENCE, LocalDiscord
from tests.bot.support.program import started

pytestmark = pytest.mark.usefixtures("bot_was_there")


def everything(local: LocalDiscord) -> list:
    """All messages on the server that are not one person's alone, and the emojis of the application."""
    dee = local.person("Dee")
    places = [*local.channels.values(), *local.threads.values()]
    return [*(one["id"] for place in places for one in dee.sees(place)), *local.server.simulation.emojis()]


def grant(local: LocalDiscord, *permissions: str) -> None:
    """The bot holds these permissions, too."""
    granted = discord.Permissions(**dict.fromkeys(permissions, True)).value
    for role in local.server.simulation._world.guilds[local.guild].roles.values():
        role.permissions |= granted if role.managed else 0


def thread_of(local: LocalDiscord) -> int:
    """A thread in the first channel."""
    return local.server.simulation._world.create_thread(
        local.channel("games"), "a thread", local.server.simulation.bot_id
    ).id


async def test_the_local_discord_is_as_believed_in_everything_after_few_requests_and_one_ping(local, probed):
    pinged, before = set(), len(local.requests())
    local.server.simulation.listeners.append(lambda news: pinged.update(pings(local, news)))
    found = await probed()
    assert found.marks == dict.fromkeys(BELIEFS, "as expected"), found.text
    assert f"As expected: {len(BELIEFS)}. Different: 0." in found.text
    assert found.code == 0
    (refused,) = local.invalid  # and none of the others is malformed
    assert "EMOJI_NAME_ALREADY_TAKEN" in refused
    assert pinged == {local.server.simulation.bot["id"]}
    asked = [one.answer.status for one in local.requests()[before:]]
    assert len(asked) <= 110
    assert sorted(status for status in asked if status >= 400) == [400, 400, 400, 403, 404, 404, 404, 404, 404]
    assert local.requests("PUT") == local.requests("PUT")[:1]  # the bot registered its commands, the probe none
    # Nothing stays behind but a thread that only people can delete.
    assert everything(local) == []
    (thread,) = local.threads.values()
    assert local.server.simulation.channel(thread)["thread_metadata"]["archived"]
    assert f"delete it by hand: https://discord.com/channels/{local.guild}/{thread}\n" in found.text


def pings(local, news):
    found = local.server.simulation.message(news.channel, news.id) if news.kind == "message" else None
    return ["everyone"] * found["mention_everyone"] + [one["id"] for one in found["mentions"]] if found else []


async def test_nothing_stays_behind_where_the_bot_may_manage_threads(local, probed):
    grant(local, "manage_threads", "manage_channels")  # simcord asks for the second, Discord for the first
    found = await probed()
    assert (everything(local), local.threads) == ([], {})
    assert "by hand" not in found.text


async def test_what_the_bot_may_not_do_there_is_said_and_is_no_fault(local, probed):
    local.forbid(local.channel("games"), "create_public_threads")
    found = await probed()
    assert {number for number, mark in found.marks.items() if mark == "not allowed here"} == {
        "D3.1", "D3.2", "D3.3", "D3.4", "D3.5", "D3.6", "D3.7",
    }  # fmt: skip
    assert (found.code, everything(local)) == (0, [])
    assert len(local.requests("POST", "*/threads")) == 1  # refusals are counted, so it is asked once


async def test_without_commands_two_beliefs_wait(local, probed):
    local.server.simulation._world.commands.clear()
    found = await probed(beliefs=["D5.1", "D5.2", "D2.1"])
    assert {number for number, mark in found.marks.items() if mark == "not asked"} == {"D5.1", "D5.2"}
    assert "start the bot once" in found.text
    assert found.code == 1


async def test_commands_of_another_version_are_named(local, probed):
    command = local.command("play")
    command["description"] = "Opens something else"
    found = await probed(beliefs=["D5.2"])
    assert found.marks["D5.2"] == "differs"
    assert 'play.description is "Opens something else" instead of' in found.text
    assert found.code == 1


async def test_a_fault_of_discord_is_no_difference(local, probed):
    local.faults.fail("GET", "/guilds/*/members/*", 503)
    found = await probed(beliefs=["D1.4", "D1.5", "D1.6", "D2.1"])
    assert [number for number, mark in found.marks.items() if mark != "as expected"] == ["D1.5"]
    assert (found.marks["D1.5"], found.code) == ("not asked", 1)


@pytest.mark.parametrize("channel", [1, "Ana's", "thread"])
async def test_only_a_text_channel_is_probed(local, probed, channel):
    number = {1: 1, "Ana's": local.person("Ana").dm}.get(channel) or thread_of(local)
    found = await probed(number)
    assert (found.code, "no text channel of that number" in found.text) == (2, True)
    assert local.requests("POST") == []


async def test_a_channel_in_which_the_bot_may_not_write_is_left_alone(local, probed):
    local.forbid(local.channel("games"), "attach_files")
    found = await probed()
    assert (found.code, found.text) == (
        2, "In this channel the bot lacks: Attach Files. Let its role have them there, or name another channel.\n",
    )  # fmt: skip


async def test_a_probe_and_the_bot_never_run_at_once(probed, tmp_path):
    with exclusive_lock(tmp_path / "probe.sqlite3"):
        found = await probed()
    assert (found.code, "A bot plays on the database" in found.text) == (2, True)


async def test_beliefs_can_be_named(probed):
    found = await probed(beliefs=["D2.7", "D3.1"])
    assert found.marks == {"D3.1": "as expected", "D2.7": "as expected"}
    none = await probed(beliefs=["D2.7", "D9.9"])
    assert (none.code, "There is no belief D9.9" in none.text, none.marks) == (2, True, {})


async def test_what_the_operator_can_mend_is_said_in_one_line(local, probed):
    for chosen, said in (
        ({"token": "wrong"}, "does not accept this token"), ({"token": "", "discord_url": ""}, "Set DISCORD_TOKEN"),
        ({"discord_url": "http://192.0.2.1"}, "this machine"),
        ({"discord_url": "http://127.0.0.1:9"}, "cannot be reached"),
    ):  # fmt: skip
        found = await probed(**chosen)
        assert (found.code, said in found.text, found.text.count("\n")) == (2, True, 1), found.text


async def hanging(local, tmp_path):
    """A process of the probe that waits for the answer to a request."""
    local.faults.hang("POST", "*/emojis")
    command = ("-m", "bot", "probe", str(local.channel("games")))
    process = await started(tmp_path, *command, TESSERA_DISCORD=local.url, DISCORD_TOKEN=local.token)
    await local.until(lambda: local.requests("POST", "*/threads"))
    await local.until(lambda: [one for one in local.requests("POST", "*/emojis") if one.struck])
    return process


async def test_ctrl_c_ends_it_early_and_tidies_up(local, tmp_path):
    """A request hangs; Discord answers it after the operator has pressed Ctrl-C."""
    process = await hanging(local, tmp_path)
    process.send_signal(signal.SIGINT)
    local.faults.release()
    async with asyncio.timeout(PATIENCE):
        said, complaints = await process.communicate()
    assert (process.returncode, complaints) == (130, b"")
    assert b"D4.1  as expected" in said
    assert b"D4.3" not in said
    assert b"D5.1" not in said
    assert everything(local) == []


async def test_ctrl_c_again_ends_it_at_once_and_reports_no_success(local, tmp_path):
    process = await hanging(local, tmp_path)
    while process.returncode is None:  # two that come at the same moment count as one
        process.send_signal(signal.SIGINT)
        with suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), 0.1)
    await process.communicate()
    assert process.returncode == 130
