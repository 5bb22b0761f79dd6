"""A probe of the real Discord: asks it what we believe of it, says what is otherwise, and leaves nothing behind.

It runs while the bot is stopped. Knows no single belief; those are told in docs/discord-beliefs.md.
"""

import asyncio
import signal
import sys
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from functools import partial

import aiohttp
import discord

from bot.logs import summary
from bot.ops.probe_account import ACCOUNT, COMMANDS
from bot.ops.probe_answers import Json
from bot.ops.probe_clicks import Clicks
from bot.ops.probe_emojis import EMOJIS
from bot.ops.probe_messages import MESSAGES
from bot.ops.probe_report import Report
from bot.ops.probe_session import ProbeClient, ProbeSession
from bot.ops.probe_threads import THREADS
from bot.playground.address import point_discord_at
from bot.settings import Settings
from bot.store.migrations import StoreFault, alone
from bot.text.words import Words

FINE, OTHERWISE, FAULT, INTERRUPTED = 0, 1, 2, 130  # exit codes
PATIENCE = 60.0  # seconds until the connection must have told of the server
TEXT_CHANNEL = 0  # a kind of channel
STOPS = (signal.SIGINT, signal.SIGTERM)

Deed = Callable[[ProbeSession, Report, asyncio.Event], Awaitable[None]]
Probes = Mapping[str, Callable[[ProbeSession], Awaitable[None]]]
PROBES: Probes = {**ACCOUNT, **MESSAGES, **THREADS, **EMOJIS, **COMMANDS}


class ProbeRefused(Exception):
    """Nothing can be probed; the text says what to do."""


async def probe(chosen: Settings, channel: int, beliefs: Collection[str] = (), *, click: bool = False) -> int:
    """Probe these beliefs in that channel, all of them if none is named; the exit code.

    With `click` a person is asked to press buttons there instead. A signal ends it early, but nothing stays behind.
    """
    words = Words()
    try:
        _aim(chosen, words)
        deed = _clicked if click else partial(_asked, _chosen(beliefs, words))
        with alone(chosen.database):
            return await _connect(chosen, channel, words, deed)
    except StoreFault as fault:
        return _fail(words(fault.key, **fault.facts))
    except ProbeRefused as why:
        return _fail(str(why))
    except discord.LoginFailure:
        return _fail(words("start.wrong_token"))
    except (discord.DiscordException, aiohttp.ClientError, OSError) as fault:
        return _fail(words("start.unreachable", reason=summary(fault)))


def _aim(chosen: Settings, words: Words) -> None:
    """Requests go where the settings say. Raises ProbeRefused."""
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # no voice here, so nothing is missing
    if not chosen.token:
        raise ProbeRefused(words("probe.no_token"))
    try:
        if chosen.discord:
            point_discord_at(chosen.discord)
    except ValueError as fault:
        raise ProbeRefused(str(fault)) from None


def _chosen(beliefs: Collection[str], words: Words) -> Probes:
    """The probes of these beliefs. Raises ProbeRefused for one that has none."""
    for number in beliefs:
        if number not in PROBES:
            raise ProbeRefused(words("probe.no_belief", number=number))
    return {number: checking for number, checking in PROBES.items() if number in (beliefs or PROBES)}


async def _connect(chosen: Settings, channel: int, words: Words, deed: Deed) -> int:
    async with ProbeClient() as client:
        await client.login(chosen.token)
        guild = await _guild_of(client, channel, words)
        running = asyncio.create_task(client.connect(), name="gateway")
        running.add_done_callback(lambda _: client.wake())
        try:
            async with asyncio.timeout(PATIENCE):
                await client.until(lambda: running.done() or client.server(guild))
            if running.done():
                await running
            session = ProbeSession(client, words, channel, guild)
            if lacking := session.lacking():
                raise ProbeRefused(words("probe.lacking", rights=", ".join(words(f"right.{one}") for one in lacking)))
            return await _done(session, Report(words), deed)
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)


async def _guild_of(client: ProbeClient, channel: int, words: Words) -> int:
    """The number of the server that has this text channel. Raises ProbeRefused."""
    try:
        found: Json = {**await client.http.get_channel(channel)}
    except (discord.NotFound, discord.Forbidden):
        raise ProbeRefused(words("probe.no_channel")) from None
    if found["type"] != TEXT_CHANNEL:
        raise ProbeRefused(words("probe.no_channel"))
    return int(found["guild_id"])


async def _done(session: ProbeSession, report: Report, deed: Deed) -> int:
    with _stopping() as stopping:
        try:
            await deed(session, report, stopping)
        finally:
            left = await session.tidy()
        for one in left:
            report.say("left", what=one)
        return _conclude(report, interrupted=stopping.is_set())


async def _asked(probes: Probes, session: ProbeSession, report: Report, stopping: asyncio.Event) -> None:
    report.say("begins", n=len(probes))
    for number, checking in probes.items():
        if not stopping.is_set():
            await report.judge(number, partial(checking, session))


async def _clicked(session: ProbeSession, report: Report, stopping: asyncio.Event) -> None:
    await Clicks(session, report).run(stopping)


@contextmanager
def _stopping() -> Iterator[asyncio.Event]:
    """Set by the first signal to stop; the second one ends the program at once."""
    loop, stopping = asyncio.get_running_loop(), asyncio.Event()

    def forget() -> None:
        for number in STOPS:
            loop.remove_signal_handler(number)

    def stop() -> None:
        stopping.set()
        forget()

    for number in STOPS:
        loop.add_signal_handler(number, stop)
    try:
        yield stopping
    finally:
        forget()


def _conclude(report: Report, *, interrupted: bool) -> int:
    differs, unasked = report.count("differs"), report.count("unasked")
    facts = {"expected": report.count("expected"), "forbidden": report.count("forbidden")}
    report.say("ends", differs=differs, unasked=unasked, **facts)
    return INTERRUPTED if interrupted else OTHERWISE if differs or unasked else FINE


def _fail(message: str) -> int:
    sys.stderr.write(f"{message}\n")
    return FAULT
