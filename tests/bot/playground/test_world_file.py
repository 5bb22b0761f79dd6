"""The local Discord's world outlives both sides: a restart of the server, of the bot, of the process."""

from __future__ import annotations

import json
import signal
import socket

import aiohttp
import discord
import pytest
from discord.backoff import ExponentialBackoff

from bot.playground.server import LOOPBACK_HOST, Server
from bot.playground.world_file import UnreadableWorld, WorldFile
from tests.bot.support.local_discord import LocalDiscord
from tests.bot.support.program import started
from tests.bot.support.small_bot import PIXEL, running


async def test_the_server_restarts_with_all_it_had_and_the_bot_comes_back(tmp_path, monkeypatch):
    monkeypatch.setattr(discord.client, "ExponentialBackoff", lambda: ExponentialBackoff(base=0.01))  # seconds
    async with LocalDiscord(world=tmp_path / "world.json") as local, running(local) as bot:
        ana, games = local.person("Ana"), local.channel("games")
        ana.locale("hu")
        shown = (await ana.command("panel", channel=games)).message
        private = (await ana.choose(shown, labels=["A"])).message
        thread = await bot.get_channel(games).create_thread(name="a table", message=discord.Object(int(shown["id"])))
        await thread.send("inside")
        tile = await bot.create_application_emoji(name="tile", image=PIXEL)
        commands = local.server.simulation.commands()
        await local.restart()
        ana = local.person("Ana")
        assert local.channel("games") == games
        assert [one["id"] for one in ana.sees(games)][:2] == [shown["id"], private["id"]]
        assert local.person("Ben").sees(games)[0] == shown
        assert [one["content"] for one in ana.sees(local.threads["a table"])][-1] == "inside"
        assert local.server.simulation.commands() == commands
        assert (local.server.simulation.emojis(), local.server.simulation.blob(str(tile.id))) == ({"tile"}, PIXEL)
        assert local.server.simulation.locales == {ana.id: "hu"}
        await local.until(lambda: local.online)
        pressed = await ana.press(shown, label="More")
        assert (pressed.text, pressed.message["id"]) == ("count 1", shown["id"])


async def test_another_bot_process_finds_everything_as_it_was(local):
    async with running(local):
        shown = (await local.person("Ana").command("panel", channel=local.channel("games"))).message
    assert not local.online
    async with running(local):
        assert (await local.person("Ben").press(shown, label="More")).text == "count 1"


async def test_attachments_are_served_from_disk_at_the_new_address(tmp_path):
    world = tmp_path / "world.json"
    async with LocalDiscord(world=world) as local, running(local):
        before = (await local.person("Ana").command("panel", channel=local.channel("games"))).message
    async with LocalDiscord(world=world) as local:
        (after,) = local.person("Ana").sees(local.channel("games"))
        url = after["attachments"][0]["url"]
        assert url.startswith(local.url)
        assert after["components"][1]["items"][0]["media"]["url"] == url
        assert after["attachments"][0]["id"] == before["attachments"][0]["id"]
        async with aiohttp.ClientSession() as client, client.get(url) as answer:
            assert (await answer.read(), answer.content_type) == (PIXEL, "image/png")
        async with aiohttp.ClientSession() as client, client.get(f"{local.url}/attachments/1/../x") as answer:
            assert answer.status == 404


async def test_files_of_deleted_messages_are_cleared_away(tmp_path):
    world = tmp_path / "world.json"
    async with LocalDiscord(world=world) as local, running(local):
        ana = local.person("Ana")
        ana.delete((await ana.command("panel", channel=local.channel("games"))).message)
    assert len(list(WorldFile(world).files.iterdir())) == 1
    async with LocalDiscord(world=world):
        assert list(WorldFile(world).files.iterdir()) == []


@pytest.mark.parametrize("text", ["{", "[]", '{"format": 99}', "\x00"])
async def test_a_file_that_is_no_world_is_refused_by_name_and_left_alone(tmp_path, text):
    world = tmp_path / "world.json"
    world.write_text(text)
    with pytest.raises(UnreadableWorld, match=r"world\.json"):
        await Server(world=world).start()
    assert world.read_text() == text


async def test_a_world_that_lacks_its_parts_leaves_the_port_free(tmp_path):
    world = tmp_path / "world.json"
    world.write_text('{"format": 1}')
    server = Server(world=world)
    with pytest.raises(KeyError) as error:
        await server.start()
    socket.create_server((LOOPBACK_HOST, int(server.url.rsplit(":", 1)[1]))).close()
    assert error.value


async def test_the_process_names_its_page_saves_and_stops_on_sigterm(tmp_path):
    world = tmp_path / "world.json"
    process = await started(tmp_path, "-m", "bot.playground", "--port", "0", "--world", str(world))
    line = (await process.stdout.readline()).decode()
    url = line.split()[1]
    assert url.startswith("http://127.0.0.1:")
    async with aiohttp.ClientSession() as client, client.get(url + "/local/people") as answer:
        assert [one["global_name"] for one in await answer.json()] == ["Ana", "Ben", "Cy", "Dee"]
    process.send_signal(signal.SIGTERM)
    assert await process.wait() == 0
    assert json.loads(world.read_text())["format"] == 1


async def test_the_process_says_why_it_cannot_start(tmp_path, local):
    port, world = local.url.rsplit(":", 1)[1], str(tmp_path / "new.json")
    process = await started(tmp_path, "-m", "bot.playground", "--port", port, "--world", world)
    out, err = await process.communicate()
    assert process.returncode == 1
    assert (out, b"Address already in use" in err, b"Traceback" in err) == (b"", True, False)
