"""The program at work: store, client and, without a token, a local Discord; until told to stop, then all in order.

Knows no command and no game, only how the parts are put together.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import signal
import sys
import threading
import time
from asyncio.subprocess import Process
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import aiohttp
import discord

from bot import logs
from bot.app.client import Tessera
from bot.app.wiring import wire
from bot.playground.address import DEFAULT_TOKEN, point_discord_at
from bot.settings import Settings
from bot.store.lock import alone
from bot.store.migrations import StoreFault
from bot.store.store import Store
from bot.text.words import Words

FAULT = 2  # exit code: the operator has to change something
DRAIN, PATIENCE, LAST = 4.0, 2.0, 9.0  # seconds: for presses under way, for each part to close, for all of it

log = logging.getLogger(__name__)


async def serve(chosen: Settings) -> int:
    """Serve until told to stop; the exit code. A fault of the set-up is said in one line."""
    asyncio.get_running_loop().set_exception_handler(logs.forgotten)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # no voice here, so nothing is missing
    try:
        with alone(chosen.database):
            return await _with_store(chosen)
    except StoreFault as fault:
        return fail(Words()(fault.key, **fault.facts))


async def _with_store(chosen: Settings) -> int:
    words, store = Words(), await Store.open(chosen.database)
    local = None
    try:
        if not chosen.token and not chosen.discord:
            local = await _local_discord(chosen)
        point_discord = chosen.discord or (f"http://127.0.0.1:{chosen.port}" if local else "")
        if point_discord:
            point_discord_at(point_discord)
        return await _serve(chosen, store, words, local)
    except (RuntimeError, ValueError) as fault:
        return fail(str(fault))
    finally:
        await store.close()
        if local is not None:
            await _end(local)


async def _serve(chosen: Settings, store: Store, words: Words, local: Process | None) -> int:
    alive = chosen.database.with_suffix(".alive")
    alive.unlink(missing_ok=True)  # of an earlier run that was killed
    client = _client(chosen, store, alive)
    stop = _stop_by_signal()
    serving = asyncio.create_task(client.start(chosen.token or DEFAULT_TOKEN))
    ends = [asyncio.create_task(stop.wait())] + ([asyncio.create_task(local.wait())] if local else [])
    try:
        await asyncio.wait((serving, *ends), return_when=asyncio.FIRST_COMPLETED)
        if stop.is_set():
            await client.drain(DRAIN)
    finally:
        with suppress(TimeoutError):
            await asyncio.wait_for(client.close(), PATIENCE)
        alive.unlink(missing_ok=True)
        for task in [*ends, *([serving] if stop.is_set() else [])]:
            task.cancel()
        await asyncio.gather(*ends, return_exceptions=True)
    if stop.is_set():
        await asyncio.gather(serving, return_exceptions=True)
        log.info("stopped")
        return 0
    if local is not None and local.returncode:
        return fail(words("start.local_gone"))
    return await _outcome(serving, words)


def _client(chosen: Settings, store: Store, alive: Path) -> Tessera:
    client = Tessera(wire(store, time.time, lambda: secrets.token_hex(16)), store, alive)
    client.rules.support = chosen.support
    return client


def _stop_by_signal() -> asyncio.Event:
    """Set by SIGINT or SIGTERM. A second one ends the program at once, as does time; what is committed stays."""
    stop = asyncio.Event()

    def told(number: int) -> None:
        if stop.is_set():
            os._exit(128 + number)
        log.info("stopping")
        stop.set()
        last = threading.Timer(LAST, os._exit, (1,))  # a thread: whatever the loop hangs in, this is in time
        last.daemon = True
        last.start()

    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, told, number)
    return stop


async def _outcome(serving: asyncio.Task[None], words: Words) -> int:
    """The exit code of a client that has ended; what the operator can mend is said in one line."""
    try:
        await serving
    except discord.LoginFailure:
        return fail(words("start.wrong_token"))
    except discord.PrivilegedIntentsRequired:
        return fail(words("start.intents"))
    except (aiohttp.ClientError, discord.DiscordServerError, OSError) as fault:
        return fail(words("start.unreachable", reason=str(fault)))
    return 0


async def _local_discord(chosen: Settings) -> Process:
    """A local Discord is serving beside us. Raises RuntimeError when it could not start or is not installed."""
    if find_spec("simcord") is None:
        raise RuntimeError(Words()("start.no_token"))
    world = chosen.database.parent / "local-discord"
    local = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot.playground", "--port", str(chosen.port), "--world", str(world),
        "--leash", stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert local.stdout is not None
    line = (await local.stdout.readline()).decode().strip()
    if not line:
        raise RuntimeError(Words()("start.no_local", port=chosen.port))
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
    return local


async def _end(local: Process) -> None:
    with suppress(ProcessLookupError):
        local.terminate()
    try:
        await asyncio.wait_for(local.wait(), PATIENCE)
    except TimeoutError:
        local.kill()
        await local.wait()


def fail(sentence: str) -> int:
    """The exit code, after saying that sentence to the operator."""
    sys.stderr.write(f"{sentence}\n")
    sys.stderr.flush()
    return FAULT
