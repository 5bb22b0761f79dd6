"""Every kind of press meets every kind of failure: no line of the log tells who it was, what they are called or did."""

from __future__ import annotations

import asyncio
import gc
import io
import json
import logging
import re
from dataclasses import replace
from types import SimpleNamespace

import discord
import pytest

from bot import logs
from bot.discord_api.rate_limit import RateLimit
from bot.logs import LineFormatter, log_unawaited_error
from bot.playground.faults import UNLIMITED
from bot.playground.protocol import error_answer
from tests.bot.support.local_discord import PATIENCE
from tests.bot.support.tessera import UNHURRIED, turn_of

CALLBACK = "/interactions/*/callback"
NAME, TYPED = "Plantedname", "3B2planted"
HURRIED = replace(UNHURRIED, letters=RateLimit(0, 60.0))  # nobody types so slowly
NUMBER = re.compile(r"\d{15,}")  # of an account, a channel or a message
TOO_LATE, ANSWERED = error_answer(404, 10062, "Unknown interaction"), error_answer(400, 40060, "Already acknowledged.")
CLOSED, INVALID = error_answer(403, 50001, "Missing Access"), error_answer(400, 50035, "Invalid Form Body")
KINDS = ("command", "button", "select", "modal", "autocomplete", "hurried autocomplete")
FAILURES = ("too late", "already answered", "500", "cut", "closed", "invalid", "ours")  # the last one spoils the table


class Heard(logging.Handler):
    """Every line as it would be written, at every level of ours."""

    def __init__(self) -> None:
        super().__init__()
        self.lines = LineFormatter("json")
        self.forget()

    def forget(self) -> None:
        """Nothing was said so far."""
        self.stream = io.StringIO()

    def emit(self, record):
        self.stream.write(self.lines.format(record) + "\n")

    @property
    def said(self):
        return [json.loads(line) for line in self.stream.getvalue().splitlines()]

    @property
    def errors(self):
        return {line["text"] for line in self.said if line["level"] in ("error", "critical")} - {"cannot be listed"}


@pytest.fixture
async def heard():
    """What is logged, faults that nobody awaited included."""
    asyncio.get_running_loop().set_exception_handler(log_unawaited_error)
    handler, root, ours = Heard(), logging.getLogger(), logging.getLogger("bot")
    root.addHandler(handler)
    ours.setLevel(logging.DEBUG)
    gc.freeze()  # what other tests left is not looked at by each collection below
    yield handler
    gc.unfreeze()
    ours.setLevel(logging.NOTSET)
    root.removeHandler(handler)
    logs.set_context()


@pytest.fixture(autouse=True)
def hasty(monkeypatch):
    """The library tries an answer again at once, where it would wait for 25 seconds in all."""
    again = SimpleNamespace(**{**vars(asyncio), "sleep": lambda _: asyncio.sleep(0)})
    monkeypatch.setattr(discord.webhook.async_, "asyncio", again)


async def pressed(kind, local, running, zoe):
    """The deed of that kind, ready to be done."""
    games = local.channel("games")
    if "autocomplete" in kind:
        if kind.startswith("hurried"):
            running.client.limiter.limits = HURRIED
        return lambda: zoe.complete("move", channel=games, focused="move", move=TYPED, table="1")
    if kind == "command":
        return lambda: zoe.command("move", channel=games, move=TYPED, table="1")
    message = await turn_of(zoe)
    if kind == "button":
        return lambda: zoe.press(message, label="Play")
    menu = await zoe.press(message, label="Play")
    if kind == "modal":
        form = await zoe.press(menu.message, label="Type it")
        return lambda: zoe.submit(form, text=TYPED)
    ((custom_id, select),) = menu.selects.items()
    return lambda: zoe.choose(menu.message, custom_id=custom_id, values=[select["options"][0]["value"]])


async def strike(failure, local, running):
    """From now on answers fail in that way."""
    answers = {"too late": TOO_LATE, "already answered": ANSWERED, "closed": CLOSED, "invalid": INVALID}
    if failure in answers:
        local.faults.refuse("POST", CALLBACK, answers[failure], times=UNLIMITED)
    elif failure == "500":
        local.faults.fail("POST", CALLBACK, 502, times=UNLIMITED)
    elif failure == "cut":
        local.faults.cut("POST", CALLBACK, times=UNLIMITED)
    else:
        await running.spoil(1)


async def done(local, heard, deed):
    """The deed was done, and nothing follows from it any more; the person waits no longer for an answer."""
    before, asked = len(local.requests("POST", CALLBACK)), len(local.asked)
    task = asyncio.create_task(deed())
    async with asyncio.timeout(PATIENCE):
        while len(local.requests("POST", CALLBACK)) == before and not heard.errors:
            await local.quiet()
    await local.quiet()
    for interaction in local.asked[asked:]:
        local.time_out(interaction)
    async with asyncio.timeout(PATIENCE):
        await task
    gc.collect()  # a task that failed is told of when it is forgotten


@pytest.mark.parametrize("kind", KINDS)
async def test_a_press_that_fails_leaves_no_trace_of_the_person(local, running_bot, heard, kind):
    zoe = local.newcomer(NAME)
    await running_bot.table(zoe, robots=1)
    await turn_of(zoe)
    await running_bot.shown()
    for failure in FAILURES:
        deed = await pressed(kind, local, running_bot, zoe)
        await strike(failure, local, running_bot)
        await done(local, heard, deed)
        local.faults.release()
        for line in heard.said:
            written = json.dumps(line, ensure_ascii=False)
            tokens = [token for token in local.server.simulation._world.interaction_tokens if token in written]
            assert tokens == NUMBER.findall(written) == [], written
            assert not [
                secret for secret in (NAME, "lanted", zoe.mention, TYPED, f"Bot {local.token}") if secret in written
            ]
        is_ours = failure == "invalid" or (failure == "ours" and kind != "hurried autocomplete")
        assert heard.errors == ({"fault"} if is_ours else set()), failure
        heard.forget()
