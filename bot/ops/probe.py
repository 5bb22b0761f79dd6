"""Probes the real Discord: compares its answers with our beliefs, reports differences, and deletes what it posted.

It runs while the bot is stopped. Independent of single beliefs; they are described in docs/discord-beliefs.md.
"""

import asyncio
import os
import sys
from collections.abc import Collection

import aiohttp
import discord

from bot.logs import error_summary
from bot.ops.probe_beliefs import BELIEFS
from bot.ops.probe_report import Report
from bot.ops.probe_session import ProbeClient, ProbeSession
from bot.playground.address import point_discord_at
from bot.settings import Settings
from bot.signals import EXIT_FAILURE, EXIT_INTERRUPTED, STOP_SIGNALS
from bot.store.migrations import StoreFault, exclusive_lock
from bot.text.words import Words

EXIT_AS_BELIEVED, EXIT_DIFFERS = 0, 1  # exit codes
CONNECTION_TIMEOUT = 60.0  # seconds until the gateway must have described the server
TEXT_CHANNEL = 0  # a channel type


class ProbeRefused(Exception):
    """Probing is impossible; the text says what to do."""


async def probe(settings: Settings, channel: int, beliefs: Collection[str] = ()) -> int:
    """Probe these beliefs in that channel, by default all, and return the exit code.

    A signal ends it early after cleaning up; a second one ends it at once.
    """
    words = Words()
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # voice is not used
    if fault := _setup_problem(settings, beliefs, words):
        return _report_failure(fault)
    try:
        with exclusive_lock(settings.database):
            return await _connect(settings.token, channel, words, beliefs or BELIEFS)
    except StoreFault as error:
        return _report_failure(words(error.key, **error.facts))
    except ProbeRefused as error:
        return _report_failure(str(error))
    except discord.LoginFailure:
        return _report_failure(words("start.wrong_token"))
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        return _report_failure(words("start.unreachable", reason=error_summary(error)))


def _setup_problem(settings: Settings, beliefs: Collection[str], words: Words) -> str:
    """Return what the operator must change first, "" for nothing; also apply the address of another Discord."""
    unknown = [number for number in beliefs if number not in BELIEFS]
    if not settings.token:
        return words("probe.no_token")
    if unknown:
        return words("probe.no_belief", number=unknown[0])
    try:
        if settings.discord_url:
            point_discord_at(settings.discord_url)
    except ValueError as error:
        return str(error)
    return ""


async def _connect(token: str, channel: int, words: Words, beliefs: Collection[str]) -> int:
    async with ProbeClient() as client:
        await client.login(token)
        try:
            found = {**await client.http.get_channel(channel)}
        except (discord.NotFound, discord.Forbidden):
            found = {}
        if found.get("type") != TEXT_CHANNEL:
            raise ProbeRefused(words("probe.no_channel"))
        guild = int(str(found["guild_id"]))
        running = asyncio.create_task(client.connect(), name="gateway")
        running.add_done_callback(lambda _: client.wake())
        try:
            async with asyncio.timeout(CONNECTION_TIMEOUT):
                await client.wait_until(lambda: running.done() or client.server_event(guild))
            if running.done():
                await running
            session = ProbeSession(client, words, channel, guild)
            if lacking := session.missing_permissions():
                raise ProbeRefused(
                    words("probe.lacking", rights=", ".join(words(f"right.{right}") for right in lacking))
                )
            return await _ask(session, Report(words), beliefs)
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)


async def _ask(session: ProbeSession, report: Report, beliefs: Collection[str]) -> int:
    stopping = asyncio.Event()

    def stop() -> None:
        if stopping.is_set():
            os._exit(EXIT_INTERRUPTED)  # at once, without cleaning up
        stopping.set()

    for stop_signal in STOP_SIGNALS:
        asyncio.get_running_loop().add_signal_handler(stop_signal, stop)
    try:
        report.say("begins", n=len(beliefs))
        for number, (steps, wanted) in BELIEFS.items():
            if number in beliefs and not stopping.is_set():
                await report.judge(number, session.play(steps), wanted)
    finally:
        for left in await session.tidy():
            report.say("left", what=left)
    report.say("ends", **report.counts)
    if stopping.is_set():
        return EXIT_INTERRUPTED
    return EXIT_DIFFERS if report.counts["differs"] or report.counts["unasked"] else EXIT_AS_BELIEVED


def _report_failure(message: str) -> int:
    sys.stderr.write(f"{message}\n")
    return EXIT_FAILURE
