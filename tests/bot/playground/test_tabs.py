"""The page's protocol, frame by frame, against the small bot: what tabs are told, and what they may not do."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random

import aiohttp
import discord
import pytest

from tests.bot.support.local_discord import PATIENCE, Impossible, LocalDiscord, buttons, text
from tests.bot.support.small_bot import running


class Page:
    """A tab without a browser: sends frames, and waits for the one that fits."""

    def __init__(self, socket) -> None:
        self.socket, self.nonces = socket, itertools.count(1)

    async def send(self, kind, **frame):
        await self.socket.send_json({"t": kind, **frame})

    async def ask(self, kind, **frame):
        nonce = next(self.nonces)
        await self.send(kind, nonce=nonce, **frame)
        return nonce

    async def wait(self, kind, ready=lambda frame: True):
        async with asyncio.timeout(PATIENCE):
            while True:
                frame = json.loads((await self.socket.receive()).data)
                if frame["t"] == kind and ready(frame):
                    return frame

    async def answered(self, nonce, state="done"):
        return await self.wait("answer", lambda one: (one["nonce"], one["state"]) == (nonce, state))


@contextlib.asynccontextmanager
async def page(local, name, **headers):
    url = f"{local.url}/local/live?person={local.person(name).id}"
    async with aiohttp.ClientSession() as client, client.ws_connect(url, headers=headers) as socket:
        yield Page(socket)


@pytest.fixture
async def ana(local, bot):
    async with page(local, "Ana") as one:
        yield one


def command(local, name="panel"):
    return local.command(name)["id"]


async def test_hello_shows_the_world(local, ana):
    hello = await ana.wait("hello")
    assert hello["me"]["global_name"] == "Ana"
    assert [one["global_name"] for one in hello["people"]] == ["Ana", "Ben", "Cy", "Dee"]
    (guild,) = hello["guilds"]
    assert (guild["name"], [one["name"] for one in guild["channels"]]) == ("Oak Inn", ["games", "tables", "threads"])
    assert {one["name"] for one in hello["commands"]} == {"panel", "guess"}
    assert hello["online"] is True
    assert hello["dms"][0]["recipients"][0]["id"] == hello["bot"]["id"]


async def test_hello_comes_again_when_the_bot_goes():
    async with LocalDiscord() as local, running(local), page(local, "Ana") as tab:
        assert (await tab.wait("hello"))["online"]
        await local.drop()
        assert await tab.wait("hello", lambda one: not one["online"])
        assert await tab.wait("hello", lambda one: one["online"])


async def test_a_command_a_press_a_select_and_a_form(local, ana):
    games = str(local.channel("games"))
    await ana.ask("command", channel=games, command=command(local), options=[])
    shown = (await ana.wait("message"))["message"]
    assert text(shown) == "count 0"
    nonce = await ana.ask("press", channel=games, message=shown["id"], custom_id=buttons(shown)["More"].custom_id)
    assert text((await ana.wait("message"))["message"]) == "count 1"
    assert (await ana.answered(nonce))["text"] == ""
    await ana.ask("press", channel=games, message=shown["id"], custom_id="pick", values=["c"])
    assert (await ana.wait("message"))["message"]["content"] == "picked ['c']"
    nonce = await ana.ask("press", channel=games, message=shown["id"], custom_id="ask")
    opened = await ana.wait("modal")
    assert opened["nonce"] == nonce
    label = opened["modal"]["components"][0]
    inner = {key: label["components"][0][key] for key in ("type", "custom_id", "id")}
    filled = [{"type": 1, "id": label["id"], "components": [{**inner, "value": "Ana"}]}]
    asked = {"interaction": opened["interaction"], "custom_id": opened["modal"]["custom_id"], "channel": games}
    nonce = await ana.ask("submit", components=filled, **asked)
    assert (await ana.wait("message"))["message"]["content"] == "hello Ana"
    await ana.answered(nonce)


async def test_suggestions_and_a_thinking_bot(local, ana):
    games = str(local.channel("games"))
    word = {"name": "word", "type": 3, "value": "p"}
    await ana.ask("complete", channel=games, command=command(local, "guess"), options=[{**word, "focused": True}])
    assert [one["value"] for one in (await ana.wait("choices"))["choices"]] == ["pear", "plum"]
    nonce = await ana.ask("command", channel=games, command=command(local, "guess"), options=[word])
    await ana.answered(nonce, "thinking")
    await ana.answered(nonce)


async def test_a_bot_that_says_nothing_fails_visibly():
    async with LocalDiscord() as local, running(local), page(local, "Ana") as tab:
        shown = (await local.person("Ana").command("panel", channel=local.channel("games"))).message
        local.server.simulation.seconds = 0.1
        nonce = await tab.ask("press", channel=shown["channel_id"], message=shown["id"], custom_id="silent")
        assert (await tab.answered(nonce, "failed"))["text"] == "This interaction failed"


async def test_tabs_see_what_their_person_sees_and_nothing_else(local, ana):
    games = str(local.channel("games"))
    async with page(local, "Ben") as ben, page(local, "Ana") as other:
        await ana.ask("command", channel=games, command=command(local, "guess"), options=[
            {"name": "word", "type": 3, "value": "secret"}])  # fmt: skip
        private = (await other.wait("message", lambda one: one["message"]["content"]))["message"]
        assert private["content"].startswith("secret")
        await ben.send("say", channel=games, text="hello")
        first = await ben.wait("message")
        assert first["message"]["content"] == "hello"  # the private one came before and never reached Ben
        await ben.send("open", channel=games)
        assert [one["content"] for one in (await ben.wait("messages"))["messages"]] == ["hello"]
        await ana.send("open", channel=games)
        assert len((await ana.wait("messages"))["messages"]) == 2
        await ana.send("dismiss", channel=games, message=private["id"])
        assert (await other.wait("gone"))["id"] == private["id"]
        await ana.send("delete", channel=games, message=first["message"]["id"])
        assert (await ben.wait("gone", lambda one: one["id"] == first["message"]["id"]))["channel"] == games


async def test_who_owns_the_server_removes_the_bot_and_invites_it_again(local, bot, ana):
    guild = (await ana.wait("hello"))["guilds"][0]
    assert guild["bot"] is True
    async with page(local, "Ben") as ben:
        asked = await ben.ask("bot", guild=guild["id"], there=False)
        assert "only who owns" in (await ben.wait("answer", lambda one: one["nonce"] == asked))["text"]
    await ana.send("bot", guild=guild["id"], there=False)
    await ana.wait("hello", lambda one: not one["guilds"][0]["bot"])
    await local.until(lambda: not bot.guilds)
    assert local.server.simulation.memberships() == []
    with pytest.raises(Impossible, match="not offered"):
        await local.person("Ana").command("panel", channel=local.channel("games"))
    asked = await ana.ask("bot", guild=guild["id"], there=False)
    assert "not on this server" in (await ana.answered(asked, "failed"))["text"]
    await ana.send("bot", guild=guild["id"], there=True)
    await ana.wait("hello", lambda one: one["guilds"][0]["bot"])
    await local.until(lambda: bot.guilds)
    assert (await local.person("Ana").command("panel", channel=local.channel("games"))).answers == 1
    await ana.send("bot", guild=guild["id"], there="no")
    assert "true or false" in (await ana.wait("error"))["text"]


async def test_a_thread_and_a_locale_show_in_hello(local, bot, ana):
    parent = bot.get_channel(local.channel("games"))
    thread = await parent.create_thread(name="table", type=discord.ChannelType.public_thread)
    hello = await ana.wait("hello", lambda one: len(one["guilds"][0]["channels"]) == 4)
    found = hello["guilds"][0]["channels"][3]
    assert (found["id"], found["parent_id"]) == (str(thread.id), str(parent.id))
    assert found["thread_metadata"]["archived"] is False
    await ana.send("locale", locale="hu")
    assert (await ana.wait("hello", lambda one: one["me"]["locale"] == "hu"))["me"]["global_name"] == "Ana"
    await ana.send("dm")
    assert (await ana.wait("hello"))["dms"]


GARBAGE = (
    "", "x", "[]", "{}", "null", '{"t": 3}', '{"t": "nothing"}', '{"t": ["open"]}', '{"t": "open"}',
    '{"t": "open", "channel": 3}', '{"t": "open", "channel": "９"}', '{"t": "open", "channel": "99999999999999999999"}',
    '{"t": "say", "channel": "1", "text": ""}', '{"t": "press", "channel": "1", "message": "1", "custom_id": "x"}',
    '{"t": "press", "channel": "1", "message": "1", "custom_id": "x", "values": [3]}',
    '{"t": "command", "channel": "1", "command": "1", "options": 3}', '{"t": "submit", "interaction": "1"}',
    '{"t": "locale", "locale": "xx"}', '{"t": "complete", "channel": "1", "command": "1"}', "[" * 5000,
)  # fmt: skip


async def test_no_frame_kills_the_server(local, ana):
    await ana.wait("hello")
    for frame in GARBAGE:
        await ana.socket.send_str(frame)
        assert (await ana.wait("error"))["text"], frame
    await ana.socket.send_bytes(b"\x00")
    assert (await ana.wait("error"))["text"]


async def test_random_frames_neither_kill_nor_change_anything(local, ana):
    await ana.wait("hello")
    games, rng = str(local.channel("games")), random.Random(5)
    shown = (await local.person("Ana").command("panel", channel=int(games))).message
    before = local.person("Ana").sees(int(games))
    pieces = [
        None, True, -1, 1.5, "", "x", "0", games, shown["id"], [], {}, [{}], [None], [{"name": []}], "pick",
        {"custom_id": []}, [{"custom_id": "name", "values": 3}], [{"name": "word", "type": 3, "options": 3}],
    ]  # fmt: skip
    names = ("channel", "message", "command", "options", "values", "components", "interaction", "target", "nonce")
    kinds = ("open", "press", "command", "user_command", "complete", "submit", "delete", "dismiss", "locale")
    for _ in range(400):
        frame = {name: rng.choice(pieces) for name in rng.sample(names, 5)}
        frame |= {"custom_id": "nothing"}
        if frame.get("message") == shown["id"]:
            del frame["message"]
        if rng.random() < 0.5:
            frame["command"] = command(local, "guess")
        await ana.socket.send_json({"t": rng.choice(kinds), **frame})
    await ana.socket.send_str("end")
    await ana.wait("error", lambda one: "JSON" in one["text"])
    assert local.person("Ana").sees(int(games)) == before
    assert local.online


async def test_only_our_own_page_may_connect(local):
    for person, headers in (
        ("1", {}), ("x", {}), (str(local.person("Ana").id), {"Origin": "https://example.org"}),
        (str(local.person("Ana").id), {"Host": "example.org"}),
    ):  # fmt: skip
        async with aiohttp.ClientSession() as client:
            with pytest.raises(aiohttp.WSServerHandshakeError):
                await client.ws_connect(f"{local.url}/local/live?person={person}", headers=headers)
    async with aiohttp.ClientSession() as client:
        for path in ("/%2e%2e/server.py", "/../server.py", "/nothing.js"):
            async with client.get(local.url + path) as answer:
                assert answer.status == 404
        async with client.get(local.url + "/local/people", headers={"Origin": local.url}) as answer:
            assert len(await answer.json()) == 4
