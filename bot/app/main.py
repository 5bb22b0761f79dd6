"""Runs the program: store, client and, without a token, a local Discord; closes them in order at a signal.

Knows no command and no game, only how the parts are put together.
"""

import asyncio
import ctypes
import gc
import logging
import os
import secrets
import sys
import threading
import time
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Coroutine
from contextlib import AsyncExitStack, aclosing, asynccontextmanager, suppress
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

import aiohttp
import discord

from bot import logs
from bot.app.boot import patiently
from bot.app.client import Tessera
from bot.app.metrics_server import metrics_served
from bot.app.standard_error import settle, standard_error_in_the_log
from bot.app.vitals import Vitals
from bot.app.watchdog import RESTART, Watchdog
from bot.app.wiring import wire
from bot.discord_api.sign_in import HOSTS, DiscordSignIn
from bot.playground.address import API, activity_secret, point_discord_at
from bot.services.robot_pool import RobotPool
from bot.settings import Settings
from bot.signals import Signals, say
from bot.store.homes import EVERYWHERE
from bot.store.migrations import StoreFault, alone
from bot.store.store import Store
from bot.text.words import Words
from bot.web.gate import Gate
from bot.web.server import pages_served
from engine import GAMES, Table
from render import draw, has_pictures

FAULT = 2  # exit code: the operator has to change something
OPENING = 60.0  # seconds in which the local Discord must answer; it takes one or two
REVOKED = 4004  # the gateway's reason for ending a connection: the token is not valid, or not any more
DRAIN_TIMEOUT = 4.0  # seconds at most at the end for presses under way
PART_TIMEOUT = 2.0  # the same, for each part
END_TIMEOUT = 9.0  # the same, for everything
M_TRIM_THRESHOLD = -1  # <malloc.h>
M_MMAP_THRESHOLD = -3  # <malloc.h>
M_ARENA_MAX = -8  # <malloc.h>
LARGE = 2 << 20  # bytes; a finished picture is smaller, a sprite enlarged four times for smoothing is larger
KEPT = 4 << 20  # free bytes that a memory pool keeps for the next picture: asking anew takes as long as drawing
LOCAL_LINKS = "local"  # of what the links of a local Discord's tables are made: its token is new at each start
MOVES = 24  # after so many a position has most kinds of parts
STRIDE = 7  # through the list of moves, so that not every draft comes from the same place
ARENAS = 2  # memory pools; the library's limit is eight for each core
COLLECT_AFTER = (20_000, 20, 50)  # so many new objects, so many collections of young ones, so many of older ones

Result = TypeVar("Result")

log = logging.getLogger(__name__)


async def serve(chosen: Settings) -> int:
    """Serve until a signal and return the exit code. A fault of the set-up is reported in one line."""
    signals = Signals()
    asyncio.get_running_loop().set_exception_handler(logs.forgotten)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # no voice here, so nothing is missing
    with standard_error_in_the_log():
        try:
            with alone(chosen.database):
                return await _with_store(chosen, signals)
        except StoreFault as error:
            return fail(Words()(error.key, **error.facts))


async def _with_store(chosen: Settings, signals: Signals) -> int:
    store = await patiently(lambda: Store.open(chosen.place, chosen.shards or EVERYWHERE))
    stop = _stop_by(signals)
    local = None
    try:
        if not chosen.token:
            chosen = replace(chosen, token=secrets.token_urlsafe(), discord=f"http://127.0.0.1:{chosen.port}")
            local = await _local_discord(chosen)
            if not await _opened(local, stop, chosen.port):
                return 0
        if chosen.discord:
            point_discord_at(chosen.discord)
        if chosen.rest:
            discord.http.Route.BASE = chosen.rest + API
        return await _serve(chosen, store, stop, local)
    except (RuntimeError, ValueError) as error:
        return fail(str(error))
    finally:
        await store.close()
        if local is not None:
            await _end(local)


async def _serve(chosen: Settings, store: Store, stop: asyncio.Future[None], local: Process | None) -> int:
    at = chosen.metrics
    alive = chosen.database.with_suffix(".alive")
    async with aclosing(RobotPool(chosen.robots)) as robots:
        client = _client(chosen, store, robots)
        async with (
            metrics_served(at, client, store, alive),
            _web_served(chosen, client, is_local=local is not None),
            _watched(client, store, chosen.database) as broken,
        ):
            serving = asyncio.create_task(client.start(chosen.token))
            await _until_over(client, serving, (stop, broken), local)
    if stop.done() or broken.done():
        await asyncio.gather(serving, return_exceptions=True)
        log.info("stopped")
        return 0 if stop.done() else RESTART
    if local is not None and local.returncode:
        return fail(Words()("start.local_gone"))
    return await _outcome(serving, Words())


async def _until_over(
    client: Tessera, serving: asyncio.Task[None], stops: tuple[asyncio.Future[None], ...], local: Process | None
) -> None:
    """Serve until the client or the local Discord ends, or one of `stops` is done; of these the first is a signal."""
    warming = asyncio.create_task(warm(), name="warming")
    ends: list[asyncio.Future[Any]] = [asyncio.create_task(local.wait())] if local else []
    try:
        await asyncio.wait((serving, *stops, *ends), return_when=asyncio.FIRST_COMPLETED)
        if stops[0].done():
            await client.drain(DRAIN_TIMEOUT)
    finally:
        with suppress(TimeoutError):
            await asyncio.wait_for(client.close(), PART_TIMEOUT)
        is_over = any(one.done() for one in stops)
        for task in [warming, *ends, *([serving] if is_over else [])]:
            task.cancel()
        await asyncio.gather(warming, *ends, return_exceptions=True)


@asynccontextmanager
async def _watched(client: Tessera, store: Store, database: Path) -> AsyncIterator[asyncio.Future[None]]:
    """Within, others can see how the bot is, and the future is completed if the process must be started anew."""
    alive = database.with_suffix(".alive")
    alive.unlink(missing_ok=True)  # of an earlier run that was killed
    broken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    watchdog = Watchdog(database.with_suffix(".restarted"), lambda: broken.set_result(None))
    watchdog.start()
    looking = asyncio.create_task(Vitals(client, store, alive, watchdog.wrote).run(), name="vitals")
    try:
        yield broken
    finally:
        looking.cancel()
        await asyncio.gather(looking, return_exceptions=True)
        alive.unlink(missing_ok=True)


@asynccontextmanager
async def _web_served(chosen: Settings, client: Tessera, *, is_local: bool) -> AsyncIterator[None]:
    """Within, tables have pages, if the operator wants any. Raises RuntimeError with what has to be changed.

    Who plays on a local Discord has asked for no address, and so plays without pages where something else has it. Pages
    can be opened inside Discord if the operator has given the secret for that.
    """
    if chosen.web is None:
        yield
        return
    async with AsyncExitStack() as serving:
        try:
            services = client.services
            await serving.enter_async_context(pages_served(chosen.web, services, Gate(proxies=chosen.web_proxies)))
            services.watching.open(chosen.web_url, LOCAL_LINKS if is_local else chosen.token)
            secret = chosen.activity_secret or (activity_secret(chosen.token) if is_local else "")
            if secret:
                services.activity.open(DiscordSignIn(client, secret), (chosen.discord,) if chosen.discord else HOSTS)
        except (OSError, UnicodeError) as error:  # a name can be malformed in ways that only the look-up notices
            where = f"{chosen.web.host}:{chosen.web.port}"
            said = Words()("start.web_closed", address=where, reason=str(error))
            if not is_local:
                raise RuntimeError(said) from error
            log.warning("%s", said)
        if chosen.lacks_proxy and not is_local:
            log.warning("%s", Words()("start.no_proxy", address=f"{chosen.web.host}:{chosen.web.port}"))
        yield


async def warm() -> None:
    """Draw every game once, so that the first player waits no longer for a picture than the tenth.

    Fonts and parts of pictures are made when they are first needed, which takes up to a fifth of a second a game.
    """
    try:
        for key, game in GAMES.items():
            for seats in game.seats if has_pictures(key) else ():
                await asyncio.to_thread(_draw_two, key, seats)
    except Exception:  # nobody waits for these pictures, so the fault would be seen nowhere
        log.exception("drawing ahead failed")


def _draw_two(key: str, seats: int) -> None:
    """The opening and a position in the middle of a game."""
    table = Table.new(GAMES[key], seats, {}, "warm")
    names = [f"{seat + 1}" for seat in range(seats)]
    words = Words()
    draw(table.view(None), names, words)
    for number in range(MOVES):
        acting = table.state.to_act()
        if acting:
            moves = table.state.moves(acting[0])
            table = table.play(acting[0], str(moves[number * STRIDE % len(moves)]))
    draw(table.view(None), names, words)


def _client(chosen: Settings, store: Store, robots: RobotPool) -> Tessera:
    services = wire(store, time.time, lambda: secrets.token_hex(16), choose=robots.choose)
    services.reviews.judge = services.puzzles.judge = robots.judge
    services.reviews.luck = robots.luck
    client = Tessera(services, store)
    if chosen.shards is not None:
        client.take(chosen.shards)
    client.handlers.rules.support = chosen.support
    return client


def _stop_by(signals: Signals) -> asyncio.Future[None]:
    """A future that the first signal completes. A second signal, or END_TIMEOUT seconds, end the program at once."""
    loop = asyncio.get_running_loop()
    stop: asyncio.Future[None] = loop.create_future()
    last = threading.Timer(END_TIMEOUT, os._exit, (1,))  # a worker thread, so that a hanging event loop cannot delay it
    last.daemon = True

    def begin() -> None:
        log.info("stopping")
        stop.set_result(None)

    def act(number: int) -> None:
        if last.is_alive():
            os._exit(128 + number)
        with suppress(RuntimeError):  # the loop is closed: the program is ending already
            loop.call_soon_threadsafe(begin)
            last.start()

    signals.act = act
    return stop


async def _outcome(serving: asyncio.Task[None], words: Words) -> int:
    """The exit code of a client that has ended; a fault that the operator can mend is reported in one line."""
    try:
        await serving
    except discord.LoginFailure:
        return fail(words("start.wrong_token"))
    except discord.ConnectionClosed as error:
        if error.code != REVOKED:
            raise
        return fail(words("start.wrong_token"))
    except discord.PrivilegedIntentsRequired:
        return fail(words("start.intents"))
    except (aiohttp.ClientError, discord.HTTPException, discord.GatewayNotFound, OSError) as error:
        return fail(words("start.unreachable", reason=logs.summary(error)))
    return 0


async def _local_discord(chosen: Settings) -> Process:
    """Start a local Discord as a child process. Raises RuntimeError if it is not installed.

    It has its own process group, so that Ctrl-C in a terminal ends only us, and then we end it. The token is on no
    command line, which others on this machine may read.
    """
    if find_spec("simcord") is None:
        raise RuntimeError(Words()("start.no_token"))
    world = chosen.database.parent / "local-discord"
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot.playground", "--port", str(chosen.port), "--world", str(world),
        "--activity", chosen.web_url, "--leash",
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, start_new_session=True,
        env={**os.environ, "DISCORD_TOKEN": chosen.token},
        stderr=None if logs.handler is None else logs.handler.stream,  # it is for people, and has no lines of our log
    )  # fmt: skip


async def _opened(local: Process, stop: asyncio.Future[None], port: int) -> bool:
    """Wait for the local Discord; False if the stop came first. Raises RuntimeError if it could not start."""
    assert local.stdout is not None
    line = asyncio.create_task(local.stdout.readline())
    await asyncio.wait((line, stop), timeout=OPENING, return_when=asyncio.FIRST_COMPLETED)
    if stop.done():
        line.cancel()
        return False
    if not line.done():
        line.cancel()
        raise RuntimeError(Words()("start.local_hangs", seconds=round(OPENING)))
    if not line.result():
        raise RuntimeError(Words()("start.no_local", port=port))
    say(line.result().decode())
    return True


async def _end(local: Process) -> None:
    with suppress(ProcessLookupError):
        local.terminate()
    try:
        await asyncio.wait_for(local.wait(), PART_TIMEOUT)
    except TimeoutError:
        local.kill()
        await local.wait()


def fail(message: str) -> int:
    """Tell the operator the message and return the exit code FAULT."""
    settle()
    logs.tell(message)
    return FAULT


def run(main: Coroutine[Any, Any, Result]) -> Result:
    """What the coroutine returns; as `asyncio.run`, on uvloop where it is installed, because a press then costs less.

    Garbage is collected less often: what is loaded by now is there to stay, and going through all else took up to 40 ms
    in which nobody was answered.
    """
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)
    loop_factory: Any = None
    if find_spec("uvloop") is not None:  # else no such package for this system, or for this Python yet
        import uvloop

        loop_factory = uvloop.new_event_loop
    with asyncio.Runner(loop_factory=loop_factory) as runner:
        return runner.run(main)


def give_back() -> bool:
    """Return large blocks to the system as soon as they are freed; whether this system supports that.

    Call it before the first worker thread begins. By default the library learns from the first large block to keep
    such blocks in the pool of the worker thread that freed it: 470 pictures of all games and themes, drawn by six
    worker threads, then leave 366 MiB resident where 142 are enough.
    """
    if sys.platform != "linux":
        return False
    try:
        tell = ctypes.CDLL(None).mallopt
        settings = ((M_ARENA_MAX, ARENAS), (M_MMAP_THRESHOLD, LARGE), (M_TRIM_THRESHOLD, KEPT))
        return all(tell(name, value) for name, value in settings)
    except (AttributeError, OSError):  # another C library
        return False
