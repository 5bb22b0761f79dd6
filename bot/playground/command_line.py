"""Runs the local Discord and its page until Ctrl-C or SIGTERM. Knows only how to start it."""

import argparse
import asyncio
import os
import sys
from contextlib import suppress
from pathlib import Path

from bot.playground.address import ADDRESS_VARIABLE, DEFAULT_PORT
from bot.playground.server import Server
from bot.playground.world_file import UnreadableWorld
from bot.signals import SignalListener, print_text

WORLD_PATH = Path("var/local-discord")


async def serve(port: int, world: Path, token: str, *, activity: str = "", leash: bool = False) -> None:
    """Serve until a signal, with `leash` also until standard input ends; then save the world.

    If `token` is empty, one is made and printed for the bot.

    Raises OSError, UnreadableWorld.
    """
    signals, server = SignalListener(), Server(port=port, world=world, token=token)
    server.activity = activity
    await server.start()
    loop, stopped = asyncio.get_running_loop(), asyncio.Event()

    def stop(_: int) -> None:
        with suppress(RuntimeError):  # the loop is closed, so the program is ending already
            loop.call_soon_threadsafe(stopped.set)

    signals.callback = stop
    print_text(f"Open {server.url} in a browser of this machine; nobody else can reach it. (Stop with Ctrl-C.)\n")
    if not token:
        print_text(f"Start the bot with {ADDRESS_VARIABLE}={server.url} DISCORD_TOKEN={server.token}\n")
    if leash:
        loop.add_reader(sys.stdin.fileno(), stopped.set)
    await stopped.wait()
    await server.stop()


def main() -> int:
    """Return the exit code: 0 after a stop, 1 if the port or the saved world could not be used."""
    options = argparse.ArgumentParser("python -m bot.playground", description="A Discord of your own, to try the bot.")
    options.add_argument("--port", type=int, default=DEFAULT_PORT, help="on 127.0.0.1; 0 takes any free one")
    options.add_argument("--world", type=Path, default=WORLD_PATH, help="the file that keeps channels and messages")
    token = os.environ.get("DISCORD_TOKEN", "")
    options.add_argument("--token", default=token, help="the bot's here; else DISCORD_TOKEN, or a new one")
    options.add_argument("--activity", default="", help="the address of the bot's pages, as an Activity shows them")
    options.add_argument("--leash", action="store_true", help="end with whoever holds the other end of standard input")
    given = options.parse_args()
    try:
        asyncio.run(serve(given.port, given.world, given.token, activity=given.activity, leash=given.leash))
    except (OSError, UnreadableWorld) as error:
        print(error, file=sys.stderr)
        return 1
    return 0
