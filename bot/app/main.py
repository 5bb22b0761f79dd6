"""Runs the program: store, client and, without a token, a local Discord; closes them in order on a signal.

Independent of commands and games; it only knows how the parts are put together.
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
from bot.app.client import Tessera
from bot.app.health_monitor import HealthMonitor
from bot.app.metrics_server import serve_metrics
from bot.app.standard_error import flush_standard_error, redirect_standard_error
from bot.app.startup_retry import retry_until_reachable
from bot.app.watchdog import EXIT_RESTART, Watchdog
from bot.app.wiring import make_services
from bot.discord_api.sign_in import DISCORD_ORIGINS, DiscordSignIn
from bot.playground.address import API_PATH, activity_secret, point_discord_at
from bot.services.robot_pool import RobotPool
from bot.settings import Settings
from bot.signals import EXIT_FAILURE, SignalListener, print_text
from bot.store.migrations import StoreFault, exclusive_lock
from bot.store.shard_range import ALL_SHARDS
from bot.store.store import Store
from bot.text.words import Words
from bot.web.server import serve_pages
from bot.web.traffic_limits import TrafficLimits
from engine import GAMES, Table
from render import draw, has_pictures

LOCAL_DISCORD_TIMEOUT = 60.0  # seconds until the local Discord must have started; it takes one or two
INVALID_TOKEN = 4004  # close code of the gateway: the token is invalid or was revoked
DRAIN_TIMEOUT = 4.0  # seconds at shutdown for presses in progress
PART_CLOSE_TIMEOUT = 2.0  # seconds at shutdown for each part
END_TIMEOUT = 9.0  # seconds for the whole shutdown
M_TRIM_THRESHOLD = -1  # <malloc.h>
M_MMAP_THRESHOLD = -3  # <malloc.h>
M_ARENA_MAX = -8  # <malloc.h>
MMAP_THRESHOLD = 2 << 20  # bytes; finished pictures are smaller, sprites enlarged four times for smoothing are larger
TRIM_THRESHOLD = (
    4 << 20
)  # free bytes that an arena keeps for the next picture, because allocating again takes as long as drawing
LOCAL_LINK_SECRET = "local"  # noqa: S105 - key for links on a local Discord, whose token is new at each start
WARM_UP_MOVES = 24  # after so many moves a position has most kinds of parts
WARM_UP_STRIDE = 7  # step through the legal moves, so that drafts come from different places
MALLOC_ARENAS = 2  # memory pools; the default limit is eight per core
GC_THRESHOLDS = (20_000, 20, 50)  # new objects, collections of the youngest generation, collections of the middle one

_Result = TypeVar("_Result")

log = logging.getLogger(__name__)


async def serve(settings: Settings) -> int:
    """Run the bot until a signal and return the exit code. A configuration error is reported in one line."""
    signals = SignalListener()
    asyncio.get_running_loop().set_exception_handler(logs.log_unawaited_error)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = (
        False  # voice is not used, so its libraries are not needed
    )
    with redirect_standard_error():
        try:
            with exclusive_lock(settings.database):
                return await _serve_with_store(settings, signals)
        except StoreFault as error:
            return report_failure(Words()(error.key, **error.facts))


async def _serve_with_store(settings: Settings, signals: SignalListener) -> int:
    store = await retry_until_reachable(lambda: Store.open(settings.database_location, settings.shards or ALL_SHARDS))
    stop = _stop_future(signals)
    local = None
    try:
        if not settings.token:
            settings = replace(settings, token=secrets.token_urlsafe(), discord_url=f"http://127.0.0.1:{settings.port}")
            local = await _start_local_discord(settings)
            if not await _wait_for_local_discord(local, stop, settings.port):
                return 0
        if settings.discord_url:
            point_discord_at(settings.discord_url)
        if settings.rest_proxy:
            discord.http.Route.BASE = settings.rest_proxy + API_PATH
        return await _serve_client(settings, store, stop, local)
    except (RuntimeError, ValueError) as error:
        return report_failure(str(error))
    finally:
        await store.close()
        if local is not None:
            await _end_local_discord(local)


async def _serve_client(settings: Settings, store: Store, stop: asyncio.Future[None], local: Process | None) -> int:
    at = settings.metrics
    alive = settings.database.with_suffix(".alive")
    async with aclosing(RobotPool(settings.robot_processes)) as robots:
        client = _make_client(settings, store, robots)
        async with (
            serve_metrics(at, client, store, alive),
            _serve_web(settings, client, is_local=local is not None),
            _monitor_health(client, store, settings.database) as broken,
        ):
            serving = asyncio.create_task(client.start(settings.token))
            await _run_until_stopped(client, serving, (stop, broken), local)
    if stop.done() or broken.done():
        await asyncio.gather(serving, return_exceptions=True)
        log.info("stopped")
        return 0 if stop.done() else EXIT_RESTART
    if local is not None and local.returncode:
        return report_failure(Words()("start.local_gone"))
    return await _exit_code(serving, Words())


async def _run_until_stopped(
    client: Tessera, serving: asyncio.Task[None], stops: tuple[asyncio.Future[None], ...], local: Process | None
) -> None:
    """Run until the client or the local Discord ends, or one of `stops` is done; `stops[0]` is the stop signal."""
    warming = asyncio.create_task(warm_up_drawing(), name="warming")
    ends: list[asyncio.Future[Any]] = [asyncio.create_task(local.wait())] if local else []
    try:
        await asyncio.wait((serving, *stops, *ends), return_when=asyncio.FIRST_COMPLETED)
        if stops[0].done():
            await client.drain(DRAIN_TIMEOUT)
    finally:
        with suppress(TimeoutError):
            await asyncio.wait_for(client.close(), PART_CLOSE_TIMEOUT)
        is_over = any(future.done() for future in stops)
        for task in [warming, *ends, *([serving] if is_over else [])]:
            task.cancel()
        await asyncio.gather(warming, *ends, return_exceptions=True)


@asynccontextmanager
async def _monitor_health(client: Tessera, store: Store, database: Path) -> AsyncIterator[asyncio.Future[None]]:
    """Monitor the bot's health inside the context; the future is completed if the process must be restarted."""
    alive = database.with_suffix(".alive")
    alive.unlink(missing_ok=True)  # left over from a run that was killed
    broken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    watchdog = Watchdog(database.with_suffix(".restarted"), lambda: broken.set_result(None))
    watchdog.start()
    looking = asyncio.create_task(HealthMonitor(client, store, alive, watchdog.note_write).run(), name="vitals")
    try:
        yield broken
    finally:
        looking.cancel()
        await asyncio.gather(looking, return_exceptions=True)
        alive.unlink(missing_ok=True)


@asynccontextmanager
async def _serve_web(settings: Settings, client: Tessera, *, is_local: bool) -> AsyncIterator[None]:
    """Serve pages of tables inside the context, if enabled. Raises RuntimeError that says what to change.

    With a local Discord the address is only a default, so the bot runs without pages if it is in use. Pages can be
    opened inside Discord if the operator has set the secret of the Activity.
    """
    if settings.web is None:
        yield
        return
    async with AsyncExitStack() as serving:
        try:
            services = client.services
            await serving.enter_async_context(
                serve_pages(settings.web, services, TrafficLimits(proxies=settings.web_proxies))
            )
            services.watching.open(settings.web_url, LOCAL_LINK_SECRET if is_local else settings.token)
            secret = settings.activity_secret or (activity_secret(settings.token) if is_local else "")
            if secret:
                services.activity.open(
                    DiscordSignIn(client, secret), (settings.discord_url,) if settings.discord_url else DISCORD_ORIGINS
                )
        except (OSError, UnicodeError) as error:  # some malformed names are only detected by the lookup
            where = f"{settings.web.host}:{settings.web.port}"
            said = Words()("start.web_closed", address=where, reason=str(error))
            if not is_local:
                raise RuntimeError(said) from error
            log.warning("%s", said)
        if settings.lacks_proxy and not is_local:
            log.warning("%s", Words()("start.no_proxy", address=f"{settings.web.host}:{settings.web.port}"))
        yield


async def warm_up_drawing() -> None:
    """Draw every game once, so that the first player does not wait longer for a picture than others.

    Fonts and parts of pictures are created on first use, which takes up to 0.2 s per game.
    """
    try:
        for key, game in GAMES.items():
            for seats in game.seats if has_pictures(key) else ():
                await asyncio.to_thread(_draw_two, key, seats)
    except Exception:  # nobody awaits this task, so the error would be lost
        log.exception("drawing ahead failed")


def _draw_two(key: str, seats: int) -> None:
    """Draw the opening and a position from the middle of a game."""
    table = Table.new(GAMES[key], seats, {}, "warm")
    names = [f"{seat + 1}" for seat in range(seats)]
    words = Words()
    draw(table.view(None), names, words)
    for number in range(WARM_UP_MOVES):
        acting = table.state.to_act()
        if acting:
            moves = table.state.moves(acting[0])
            table = table.play(acting[0], str(moves[number * WARM_UP_STRIDE % len(moves)]))
    draw(table.view(None), names, words)


def _make_client(settings: Settings, store: Store, robots: RobotPool) -> Tessera:
    services = make_services(store, time.time, lambda: secrets.token_hex(16), choose=robots.choose)
    services.reviews.judge = services.puzzles.judge = robots.judge
    services.reviews.luck = robots.luck
    client = Tessera(services, store)
    if settings.shards is not None:
        client.use_shards(settings.shards)
    client.handlers.rules.support = settings.support
    return client


def _stop_future(signals: SignalListener) -> asyncio.Future[None]:
    """Return a future that the first signal completes; a second one or END_TIMEOUT seconds end the program at once."""
    loop = asyncio.get_running_loop()
    stop: asyncio.Future[None] = loop.create_future()
    last = threading.Timer(END_TIMEOUT, os._exit, (1,))  # a thread, so that a blocked event loop cannot delay it
    last.daemon = True

    def begin() -> None:
        log.info("stopping")
        stop.set_result(None)

    def act(number: int) -> None:
        if last.is_alive():
            os._exit(128 + number)
        with suppress(RuntimeError):  # the loop is closed, so the program is ending already
            loop.call_soon_threadsafe(begin)
            last.start()

    signals.callback = act
    return stop


async def _exit_code(serving: asyncio.Task[None], words: Words) -> int:
    """Return the exit code of a client that has ended; an error that the operator can fix is reported in one line."""
    try:
        await serving
    except discord.LoginFailure:
        return report_failure(words("start.wrong_token"))
    except discord.ConnectionClosed as error:
        if error.code != INVALID_TOKEN:
            raise
        return report_failure(words("start.wrong_token"))
    except discord.PrivilegedIntentsRequired:
        return report_failure(words("start.intents"))
    except (aiohttp.ClientError, discord.HTTPException, discord.GatewayNotFound, OSError) as error:
        return report_failure(words("start.unreachable", reason=logs.error_summary(error)))
    return 0


async def _start_local_discord(settings: Settings) -> Process:
    """Start a local Discord as a child process. Raises RuntimeError if it is not installed.

    It has its own process group, so that Ctrl-C in a terminal reaches only us, and we stop it in order. The token is
    passed in the environment, because other users of this machine can read command lines.
    """
    if find_spec("simcord") is None:
        raise RuntimeError(Words()("start.no_token"))
    world = settings.database.parent / "local-discord"
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot.playground", "--port", str(settings.port), "--world", str(world),
        "--activity", settings.web_url, "--leash",
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, start_new_session=True,
        env={**os.environ, "DISCORD_TOKEN": settings.token},
        stderr=None if logs.handler is None else logs.handler.stream,  # its output is for people, not for our log
    )  # fmt: skip


async def _wait_for_local_discord(local: Process, stop: asyncio.Future[None], port: int) -> bool:
    """Wait until the local Discord is ready; False if the stop came first. Raises RuntimeError if it did not start."""
    assert local.stdout is not None
    line = asyncio.create_task(local.stdout.readline())
    await asyncio.wait((line, stop), timeout=LOCAL_DISCORD_TIMEOUT, return_when=asyncio.FIRST_COMPLETED)
    if stop.done():
        line.cancel()
        return False
    if not line.done():
        line.cancel()
        raise RuntimeError(Words()("start.local_hangs", seconds=round(LOCAL_DISCORD_TIMEOUT)))
    if not line.result():
        raise RuntimeError(Words()("start.no_local", port=port))
    print_text(line.result().decode())
    return True


async def _end_local_discord(local: Process) -> None:
    with suppress(ProcessLookupError):
        local.terminate()
    try:
        await asyncio.wait_for(local.wait(), PART_CLOSE_TIMEOUT)
    except TimeoutError:
        local.kill()
        await local.wait()


def report_failure(message: str) -> int:
    """Report the message to the operator and return the exit code for failure."""
    flush_standard_error()
    logs.notify_operator(message)
    return EXIT_FAILURE


def run(main: Coroutine[Any, Any, _Result]) -> _Result:
    """Run the coroutine like `asyncio.run`, on uvloop if installed, because presses then take less CPU.

    Garbage is collected less often: objects loaded so far stay forever, and a full collection of the others blocked the
    event loop for up to 40 ms.
    """
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
    loop_factory: Any = None
    if find_spec("uvloop") is not None:  # it is not available for every system and Python version
        import uvloop

        loop_factory = uvloop.new_event_loop
    with asyncio.Runner(loop_factory=loop_factory) as runner:
        return runner.run(main)


def release_freed_memory() -> bool:
    """Make malloc return large blocks to the system as soon as they are freed; whether this system supports that.

    Call it before the first worker thread starts. By default glibc raises its threshold at the first large block and
    keeps such blocks in the arena of the thread that freed them: 470 pictures of all games and themes, drawn by six
    worker threads, then leave 366 MiB resident instead of 142.
    """
    if sys.platform != "linux":
        return False
    try:
        tell = ctypes.CDLL(None).mallopt
        settings = (
            (M_ARENA_MAX, MALLOC_ARENAS),
            (M_MMAP_THRESHOLD, MMAP_THRESHOLD),
            (M_TRIM_THRESHOLD, TRIM_THRESHOLD),
        )
        return all(tell(name, value) for name, value in settings)
    except (AttributeError, OSError):  # another C library
        return False
