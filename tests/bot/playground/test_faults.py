"""Failures on purpose: what the real discord.py client makes of each, and how often a press is answered."""

from __future__ import annotations

import asyncio

import aiohttp
import discord
import pytest

from bot.playground.address import point_discord_at
from bot.playground.protocol import error_answer
from tests.bot.support.local_discord import LocalDiscord
from tests.bot.support.small_bot import Bot, running

CALLBACK = "/interactions/*/callback"


async def panel(local):
    return await local.person("Ana").command("panel", channel=local.channel("games"))


async def test_a_429_is_retried_and_answered_once(local, bot):
    local.faults.limit("POST", CALLBACK, retry_after=0.02)
    reply = await panel(local)
    assert (reply.text, reply.answers) == ("count 0", 1)
    assert [one.answer.status for one in local.requests("POST", CALLBACK)] == [429, 200]


async def test_a_429_on_a_channel_is_retried(local, bot):
    local.faults.limit("POST", "/channels/*/messages", retry_after=0.02, times=2)
    await bot.get_partial_messageable(local.channel("games")).send("once")
    assert [one["content"] for one in local.person("Ana").sees(local.channel("games"))] == ["once"]
    assert [one.answer.status for one in local.requests("POST", "/channels/*/messages")] == [429, 429, 200]


async def test_a_502_before_discord_is_retried_and_answered_once(local, bot):
    local.faults.fail("POST", CALLBACK)
    reply = await panel(local)
    assert (reply.text, reply.answers) == ("count 0", 1)


async def test_a_lost_answer_is_repeated_and_the_repetition_refused(local, bot):
    local.faults.fail("POST", CALLBACK, after=True)
    reply = await panel(local)
    await local.until(lambda: reply.answers == 2)
    assert reply.text == "count 0"
    assert local.requests("POST", CALLBACK)[-1].answer.body["code"] == 40060
    assert len(local.person("Ana").sees(local.channel("games"))) == 1


async def test_a_cut_connection_raises_in_the_client(local, bot):
    local.faults.cut("POST", "/channels/*/messages")
    with pytest.raises(aiohttp.ClientConnectionError):
        await bot.get_partial_messageable(local.channel("games")).send("lost")
    assert local.person("Ana").sees(local.channel("games")) == []


async def test_a_hanging_request_goes_on_when_released(local, bot):
    local.faults.hang("POST", "/channels/*/messages")
    sending = asyncio.create_task(bot.get_partial_messageable(local.channel("games")).send("late"))
    await local.until(lambda: local.requests("POST", "/channels/*/messages"))
    assert not sending.done()
    local.faults.release()
    assert (await sending).content == "late"


async def test_a_hanging_request_that_was_given_up_does_nothing_when_released(local, bot):
    channel = local.channel("games")
    local.faults.hang("POST", "/channels/*/messages")
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            await bot.get_partial_messageable(channel).send("given up")
    await bot.get_partial_messageable(channel).send("later")
    local.faults.release()
    await local.quiet()
    assert [one["content"] for one in local.person("Ana").sees(channel)] == ["later"]


async def test_a_rule_can_refuse_with_any_error(local, bot):
    local.faults.refuse("POST", "/channels/*/messages", error_answer(403, 50013, "Missing Permissions"))
    local.faults.refuse("POST", "/channels/*/messages", error_answer(400, 30046, "Too many edits"))
    for code in (50013, 30046):
        with pytest.raises(discord.HTTPException) as caught:
            await bot.get_partial_messageable(local.channel("games")).send("no")
        assert caught.value.code == code


async def test_chances_are_drawn_from_the_seed(local, bot):
    from bot.playground.faults import UNLIMITED, FaultRule, Faults

    def struck(seed):
        faults = Faults(seed)
        faults.rules.append(FaultRule("*", "*", times=UNLIMITED, chance=0.5))
        return [faults.take_fault("GET", "/x") is not None for _ in range(50)]

    assert struck(1) == struck(1) != struck(2)
    assert 10 < sum(struck(1)) < 40


async def test_a_dropped_socket_is_resumed_with_what_was_missed(local, bot):
    heard = []
    bot.on_resumed = lambda: _note(heard, "resumed")
    await local.drop()
    assert not local.online
    reply = await panel(local)  # pressed while nobody was there
    await local.until(lambda: heard == ["resumed"])
    assert (reply.text, reply.answers) == ("count 0", 1)
    assert local.server.gateway.resume_count == 1
    assert len(local.server.gateway.sessions) == 1


async def test_a_bot_that_is_asked_to_reconnect_resumes(local, bot):
    await local.server.gateway.ask_to_reconnect()
    await local.until(lambda: local.server.gateway.resume_count == 1)
    assert (await panel(local)).text == "count 0"
    assert len(local.server.gateway.sessions) == 1


@pytest.mark.parametrize("end", ["invalidate", "time_out"])
async def test_a_session_that_has_ended_is_begun_anew(local, bot, end):
    async def at_once(*_, **__):
        """The library would wait five seconds."""

    bot.before_identify_hook = at_once
    (before,) = local.server.gateway.sessions
    await getattr(local.server.gateway, end)()
    await local.until(lambda: local.online)
    assert before not in local.server.gateway.sessions
    assert local.server.gateway.resume_count == 0
    assert (await panel(local)).text == "count 0"


async def _note(heard, what):
    heard.append(what)


async def test_the_same_interaction_twice_reaches_the_bot_twice(local, bot):
    reply = await panel(local)
    await local.person("Ana").again(reply)
    await local.until(lambda: reply.answers == 2)
    assert [one.answer.status for one in local.requests("POST", CALLBACK)] == [200, 400]


async def test_no_answer_in_time_fails_for_the_person():
    async with LocalDiscord() as local, running(local):
        ana = local.person("Ana")
        shown = (await panel(local)).message
        local.server.simulation.seconds = 0.15
        reply = await ana.press(shown, label="Silent")
        assert (reply.failed, reply.answers, reply.message) == (True, 0, None)


async def test_an_answer_too_late_is_10062():
    async with LocalDiscord(seconds=0.1) as local, running(local):
        local.faults.limit("POST", CALLBACK, retry_after=0.3)
        reply = await panel(local)
        assert reply.failed
        await local.until(lambda: reply.answers)
        assert local.requests("POST", CALLBACK)[-1].answer.body["code"] == 10062


async def test_a_wrong_token_cannot_log_in(local):
    bot = Bot()
    with pytest.raises(discord.LoginFailure):
        await bot.start("stolen")
    await bot.close()


def test_only_this_machine_may_be_named_as_discord():
    before = discord.http.Route.BASE
    for url in ("https://discord.com", "http://10.0.0.1:8787", "http://127.0.0.1.example.org", "nonsense"):
        with pytest.raises(ValueError, match="must name this machine"):
            point_discord_at(url)
    assert before == discord.http.Route.BASE


async def test_garbage_gets_discords_own_errors(local):
    headers = {"Authorization": f"Bot {local.token}"}
    async with aiohttp.ClientSession(local.url, headers=headers) as client:
        for method, path, body, code in (
            ("POST", "/channels/1/messages", b"{", 50109), ("POST", "/channels/x/messages", b"{}", 50035),
            ("POST", "/channels/1/messages", b"[]", 10003), ("PUT", "/applications/1/commands", b"3", 50035),
            ("POST", "/users/@me/channels", b"{}", 50035), ("GET", "/no/such/route", b"", 0),
            ("POST", "/interactions/1/x/callback", b"3", 10062), ("POST", "/interactions/x/callback", b"{}", 0),
        ):  # fmt: skip
            async with client.request(method, "/api/v10" + path, data=body) as answer:
                assert (await answer.json())["code"] == code, (method, path, body)
        async with client.get("/api/v10/users/@me", headers={"Authorization": "Bot other"}) as answer:
            assert (answer.status, answer.headers["Content-Type"]) == (401, "application/json")
    local.strict = False
