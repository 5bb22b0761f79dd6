"""Start Tessera: `python -m bot`. With DISCORD_TOKEN on Discord, without on a local Discord with its own page.

Knows no command and no game, only how the parts are put together.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import signal
import sys
import time
from asyncio.subprocess import Process
from contextlib import suppress
from importlib.util import find_spec

import aiohttp
import discord

from bot.client import Tessera
from bot.memory import give_back
from bot.playground.address import DEFAULT_TOKEN, point_discord_at
from bot.rooms import Rooms
from bot.schema import StoreFault
from bot.settings import Settings, settings
from bot.store import Store
from bot.words import Words

FAULT = 2  # exit code: the operator has to change something
PATIENCE = 10.0  # seconds to end in


async def run(chosen: Settings) -> int:
    """Serve until told to stop; the exit code. A fault of the set-up is said in one line."""
    words = Words()
    try:
        store = await Store.open(chosen.database)
    except StoreFault as fault:
        return _fail(words(fault.key, **fault.facts))
    local = None
    try:
        if not chosen.token and not chosen.discord:
            local = await _local_discord(chosen)
        point_discord = chosen.discord or (f"http://127.0.0.1:{chosen.port}" if local else "")
        if point_discord:
            point_discord_at(point_discord)
        return await _serve(chosen, store, words, local)
    except (RuntimeError, ValueError) as fault:
        return _fail(str(fault))
    finally:
        await store.close()
        if local is not None:
            await _end(local)


async def _serve(chosen: Settings, store: Store, words: Words, local: Process | None) -> int:
    alive = chosen.database.with_suffix(".alive")
    client = Tessera(Rooms(store, time.time, lambda: secrets.token_hex(16)), time.time, alive)
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    token = chosen.token or DEFAULT_TOKEN
    serving = asyncio.create_task(client.start(token))
    ends = [asyncio.create_task(stop.wait())] + ([asyncio.create_task(local.wait())] if local else [])
    try:
        await asyncio.wait((serving, *ends), return_when=asyncio.FIRST_COMPLETED)
    finally:
        with suppress(TimeoutError):
            await asyncio.wait_for(client.close(), PATIENCE)
        for task in [*ends, *([serving] if stop.is_set() else [])]:
            task.cancel()
        await asyncio.gather(*ends, return_exceptions=True)
    if stop.is_set():
        await asyncio.gather(serving, return_exceptions=True)
        return 0
    if local is not None and local.returncode:
        return _fail(words("start.local_gone"))
    return await _outcome(serving, words)


async def _outcome(serving: asyncio.Task[None], words: Words) -> int:
    """The exit code of a client that has ended; what the operator can mend is said in one line."""
    try:
        await serving
    except discord.LoginFailure:
        return _fail(words("start.wrong_token"))
    except discord.PrivilegedIntentsRequired:
        return _fail(words("start.intents"))
    except (aiohttp.ClientError, discord.DiscordServerError, OSError) as fault:
        return _fail(words("start.unreachable", reason=str(fault)))
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
    print(line, flush=True)
    return local


async def _end(local: Process) -> None:
    with suppress(ProcessLookupError):
        local.terminate()
    try:
        await asyncio.wait_for(local.wait(), PATIENCE)
    except TimeoutError:
        local.kill()
        await local.wait()


def _fail(sentence: str) -> int:
    print(sentence, file=sys.stderr, flush=True)
    return FAULT


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    give_back()
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # no voice here, so nothing is missing
    try:
        CHOSEN = settings()
    except ValueError as wrong:
        sys.exit(_fail(str(wrong)))
    sys.exit(asyncio.run(run(CHOSEN)))
