"""Whatever Discord says over its gateway, the bot lives, and people of all other servers are answered."""

from __future__ import annotations

import logging
from itertools import product

import discord
import pytest
from aiohttp import web

from bot.app import startup_retry
from bot.discord_api.gateway_barrier import SkippingSocket
from bot.logs import LineFormatter
from bot.playground.gateway import DISPATCH, HELLO
from bot.playground.protocol import News, json_copy
from tests.bot.support.tessera import tessera

NAME = "Quentin Vole"
NUMBER = 123456789012345678


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    """The library connects anew at once."""
    monkeypatch.setattr(discord.backoff.ExponentialBackoff, "delay", lambda _: 0.0)


def event(name, payload):
    return {"op": DISPATCH, "t": name, "s": None, "d": payload}


async def is_answered(person, channel):
    reply = await person.command("help", channel=channel)
    return reply.state == "done" and bool(reply.text)


def lines(caplog):
    """What the log says of unreadable events, as it is written."""
    return [LineFormatter("text").format(one) for one in caplog.records if "cannot be read" in one.getMessage()]


def thread_of(guild, channel, **more):
    return {
        "id": str(NUMBER), "guild_id": str(guild), "parent_id": str(channel), "owner_id": str(NUMBER), "name": NAME,
        "type": 11, "message_count": 0, "member_count": 1, **more,
    }  # fmt: skip


ODD = {
    "a role without its name": ("GUILD_ROLE_UPDATE", lambda guild, _: {"guild_id": guild, "role": {"id": guild}}),
    "a role without its number": ("GUILD_ROLE_CREATE", lambda guild, _: {"guild_id": guild, "role": {"name": NAME}}),
    "a thread without metadata": ("THREAD_CREATE", thread_of),
    "a channel without a kind": ("CHANNEL_CREATE", lambda guild, _: {"id": NUMBER, "guild_id": guild, "name": NAME}),
    "a channel of no server": ("CHANNEL_UPDATE", lambda _, channel: {"id": channel, "type": 0, "name": NAME}),
    "a server without roles": ("GUILD_UPDATE", lambda guild, _: {"id": guild, "name": NAME}),
    "a server without a number": ("GUILD_CREATE", lambda *_: {"name": NAME, "unavailable": False}),
    "nothing": ("CHANNEL_DELETE", lambda *_: None),
    "a text": ("GUILD_DELETE", lambda *_: NAME),
}


async def test_an_odd_event_is_logged_counted_and_skipped(local, running_bot, ana, games, unread, caplog):
    for what, (name, made) in ODD.items():
        caplog.clear()
        local.server.gateway.send_control_frame(event(name, made(local.guild, games)))
        assert await is_answered(ana, games), what
        assert unread.pop() == name, what
        (line,) = lines(caplog)
        assert f'text="event {name} cannot be read" code=' in line
        assert not [one for one in (NAME, "Vole", str(NUMBER), str(local.guild), str(games)) if one in line]
    assert unread == []


@pytest.mark.parametrize("code", [1001, 4000])
async def test_a_gateway_that_closes_before_its_first_word_is_asked_again(local, tmp_path, monkeypatch, code):
    monkeypatch.setattr(startup_retry, "FIRST_RETRY_DELAY", 0.0)
    serve, closed = local.server.gateway.serve, []

    async def close_first(request):
        if closed:
            return await serve(request)
        closed.append(code)
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.close(code=code)
        return socket

    monkeypatch.setattr(local.server.gateway, "serve", close_first)
    async with tessera(local, tmp_path / "tessera.sqlite3") as bot:
        assert await is_answered(local.person("Ana"), local.channel("games"))
        assert closed == [code]
        assert isinstance(bot.client.get_shard(0)._parent.ws, SkippingSocket)


async def test_an_interaction_of_nobody_or_from_nowhere_is_skipped(local, running_bot, ana, games, unread, caplog):
    simulation = local.server.simulation
    body = {"custom_id": "more:1", "component_type": 2, "id": 0, "name": "help", "type": 1, "components": []}
    simulation.listen(seen := Seen("INTERACTION_CREATE"))
    for lacking, kind, channel in product(["member", "user", "channel"], [2, 3, 4, 5], [games, ana.dm]):
        simulation.start_interaction(kind, ana.id, channel, body)
        await local.quiet()
        payload = json_copy(seen.payload)
        holder = payload.get("member", payload) if lacking == "user" else payload
        lacked = holder.pop(lacking, None) is not None
        before = len(unread)
        local.server.gateway.send_control_frame(event("INTERACTION_CREATE", payload))
        assert await is_answered(ana, games)
        assert unread[before:] == ["INTERACTION_CREATE"] * lacked, (lacking, kind, channel)
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR and "cannot be read" not in one.message]


class Seen:
    """The newest event of that name, as a subscriber hears it."""

    def __init__(self, name):
        self.name, self.payload = name, None

    def __call__(self, name, payload):
        if name == self.name:
            self.payload = payload


async def test_a_command_that_cannot_be_read_is_refused(local, running_bot, ana, games, unread, caplog):
    command = int(local.command("help")["id"])
    simulation = local.server.simulation
    number = simulation.start_interaction(2, ana.id, games, {"id": str(command), "type": 1, "options": []})
    await local.until(lambda: simulation.interaction_state(number) == "done")
    assert unread == ["INTERACTION_CREATE"]
    assert len(lines(caplog)) == 1


FRAMES = {
    "no JSON": "{", "a list": [NAME], "a number": 1, "a text": f'"{NAME}"', "nothing": None, "deep": "[" * 100_000,
    "an event without a name": event(None, {}), "an event whose name is a list": event([NAME], {}),
}  # fmt: skip


async def test_a_frame_that_is_none_is_skipped(local, running_bot, ana, games, unread, caplog):
    for what, frame in FRAMES.items():
        caplog.clear()
        unread.clear()
        local.server.gateway.send_control_frame(frame)
        assert await is_answered(ana, games), what
        assert set(unread) <= {"other"}
        assert len(lines(caplog)) == len(unread) == (what != "an event without a name"), what
        assert NAME not in "".join(lines(caplog))


async def test_what_the_library_does_not_know_is_ignored(local, running_bot, ana, games, unread):
    unheard_of = {"op": DISPATCH, "t": "NEVER_HEARD_OF", "s": 5, "d": None}
    for frame in ({"op": None}, {"op": "x"}, {"op": 99, "d": {}}, {}, unheard_of):
        local.server.gateway.send_control_frame(frame)
        assert await is_answered(ana, games), frame
    assert unread == []


async def test_the_number_of_an_event_that_is_none_is_not_taken_over(local, running_bot, ana, games):
    socket = running_bot.client.get_shard(0)._parent.ws
    for number in ("x", [1], {}, 1.5):
        local.server.gateway.send_control_frame({**event("CHANNEL_PINS_UPDATE", {"channel_id": games}), "s": number})
        assert await is_answered(ana, games)
        assert type(socket.sequence) is int, number


class Odd:
    """The first frame that fits is sent otherwise."""

    def __init__(self, local, fits, change):
        self.fits, self.change, self.sent, self.done = fits, change, 0, False
        self.tell = lambda: local.server.simulation.publish(News("world"))  # whoever waits looks again

    def __call__(self, frame):
        if not self.fits(frame):
            return frame
        self.sent += 1
        self.tell()
        if self.done:
            return frame
        self.done = True
        return self.change(json_copy(frame))


def without(*path):
    """The frame without what stands at the end of the path."""

    def change(frame):
        inner = frame
        for one in path[:-1]:
            inner = inner[one]
        del inner[path[-1]]
        return frame

    return change


def having(change, **fields):
    return lambda frame: {**frame, "d": change(frame["d"]), **fields}


READIES = {
    "without a user": without("d", "user"), "without a session": without("d", "session_id"),
    "without an address to resume": without("d", "resume_gateway_url"), "without servers": without("d", "guilds"),
    "without a shard": without("d", "shard"), "without a number": without("s"),
    "of another shard": having(lambda told: {**told, "shard": [7, 8]}),
    "of a user without a name": without("d", "user", "username"), "of nothing": having(lambda _: None),
}  # fmt: skip


async def test_without_a_first_word_that_can_be_read_the_bot_connects_anew(local, running_bot, ana, games, unread):
    gateway, known = local.server.gateway, {guild.id for guild in running_bot.client.guilds}
    for what, change in READIES.items():
        gateway.alter = odd = Odd(local, lambda frame: frame.get("t") == "READY", change)
        await gateway.invalidate()
        await local.until(lambda odd=odd: odd.sent == 2 and local.online)
        assert await is_answered(ana, games), what
        assert (unread.pop(), unread) == ("READY", []), what
        assert running_bot.client.connected_shards == {0}, what
        assert {guild.id for guild in running_bot.client.guilds} == known, what


async def test_a_server_that_cannot_be_read_among_all_loses_no_other(local, running_bot, ana, games, unread):
    gateway = local.server.gateway
    gateway.alter = odd = Odd(
        local,
        lambda frame: frame.get("t") == "READY",
        having(lambda told: {**told, "guilds": [None, {"id": None}, {}, NAME, *told["guilds"]]}),
    )
    await gateway.invalidate()
    await local.until(lambda: odd.done and local.online)
    assert await is_answered(ana, games)
    assert (odd.sent, unread) == (1, [])
    assert running_bot.client.get_guild(local.guild) is not None


HELLOS = [None, {}, {"heartbeat_interval": None}, {"heartbeat_interval": "x"}, {"heartbeat_interval": 0}]
HELLOS += [{"heartbeat_interval": one} for one in (-1, True, float("nan"), 10**12)]


async def test_without_heartbeats_the_bot_connects_anew(local, running_bot, ana, games, unread):
    gateway = local.server.gateway
    for told in HELLOS:
        gateway.alter = odd = Odd(local, lambda frame: frame.get("op") == HELLO, having(lambda _, told=told: told))
        await gateway.forget()
        await local.until(lambda odd=odd: odd.sent == 2 and local.online)
        assert await is_answered(ana, games), told
        assert (unread.pop(), unread) == ("HELLO", []), told


async def test_a_session_that_resumes_with_an_odd_word_is_begun_anew(local, running_bot, ana, games, unread):
    gateway = local.server.gateway
    gateway.alter = odd = Odd(local, lambda frame: frame.get("t") == "RESUMED", having(lambda _: None))
    await gateway.drop()
    await local.until(lambda: odd.done and len(gateway.sessions) == 2 and local.online)
    assert await is_answered(ana, games)
    assert unread == ["RESUMED"]
    assert running_bot.client.connected_shards == {0}


# servers with a part that cannot be read

PARTS = {
    "channels": {"id": str(NUMBER), "name": NAME, "type": 0, "permission_overwrites": [{"type": 0}]},
    "roles": {"id": str(NUMBER)},
    "threads": {"id": str(NUMBER), "name": NAME},
    "members": {"roles": []},
    "stage_instances": {"id": NAME},
    "guild_scheduled_events": None,
    "voice_states": {"user_id": None},
}


async def test_a_part_that_cannot_be_read_loses_not_its_server(local, running_bot, ana, games, unread):
    known = running_bot.client.get_guild(local.guild)
    before = {one.id for one in (*known.channels, *known.roles)}
    for part, odd in PARTS.items():
        unread.clear()
        server = json_copy(
            local.server.simulation.event_for_bot("GUILD_CREATE", local.server.simulation.guild(local.guild), 1)
        )
        server[part] = [odd, *server.get(part, [])]
        for name in ("GUILD_DELETE", "GUILD_CREATE", "GUILD_UPDATE"):
            local.server.gateway.send_control_frame(
                event(name, server if name != "GUILD_DELETE" else {"id": server["id"]})
            )
        assert await is_answered(ana, games), part
        assert unread == ["GUILD_CREATE", "GUILD_UPDATE"], part
        guild = running_bot.client.get_guild(local.guild)
        assert {one.id for one in (*guild.channels, *guild.roles)} == before, part
        assert guild.me.roles != [], part


async def test_a_compression_that_breaks_begins_a_new_connection(local, running_bot, ana, games, unread):
    gateway = local.server.gateway
    await gateway.sessions[-1].socket.send_bytes(b"odd\x00\x00\xff\xff")  # the end of a message, as the library sees it
    await local.until(lambda: len(gateway.sessions) == 2 and local.online)
    assert await is_answered(ana, games)
    assert unread == ["other"]
