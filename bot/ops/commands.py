"""The operator's commands besides `run`: check, probe, backup, restore, stats. Knows only how to print their results.

Every command returns the exit code: 0 for success, 1 if `check` or `probe` found something, 2 for failure.
"""

import asyncio
import sys
import time
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import Any

from bot import signals
from bot.ops.check import ask_server, findings
from bot.services.leaderboards import Leaderboards
from bot.settings import Settings, add_password, server_address
from bot.store import backup as backups
from bot.store.database_statistics import DatabaseStatistics, file_statistics, server_statistics
from bot.store.migrations import StoreFault, examine, exclusive_lock
from bot.store.postgres_migrations import schema_version
from bot.store.postgres_server import check_driver, public_address
from bot.store.store import Store
from bot.text.words import Words
from engine.games import GAMES


def check(settings: Settings, *, discord: bool) -> int:
    """Print one line for each check of what the bot needs; `discord`: also check with Discord."""
    found = list(findings(settings, Words(), time.time()))
    if discord:
        from bot.ops.check_discord import discord_findings

        found += asyncio.run(discord_findings(settings, Words()))
    _print_lines(f"{finding.mark:<6}{finding.text}" for finding in found)
    return int(any(finding.mark == "wrong" for finding in found))


def probe(settings: Settings, channel: int, beliefs: Collection[str]) -> int:
    """Compare Discord's behavior with our beliefs about it, in that channel and while the bot is stopped.

    `beliefs`: their numbers, empty for all of them.
    """
    from bot.ops.probe import probe as probed

    return asyncio.run(probed(settings, channel, beliefs))


def backup(settings: Settings, copy: Path) -> int:
    """Copy the database to a new file, also while the bot runs."""

    def command(words: Words) -> str:
        require_file(settings, words("backup.dump"))
        size = backups.back_up(settings.database, copy)
        return words("backup.done", path=copy, size=size)

    return run_command(command)


def restore(settings: Settings, copy: Path) -> int:
    """Replace the database with that copy; the old one is kept beside it."""

    def command(words: Words) -> str:
        require_file(settings, words("backup.undump"))
        kept = backups.restore(copy, settings.database, time.time())
        return words("backup.restored", path=settings.database, copy=copy, kept=kept or "")

    return run_command(command)


def rebuild_ratings(settings: Settings) -> int:
    """Recalculate all ratings from the results; the bot must be stopped."""

    async def rebuild() -> int:
        store = await Store.open_exclusively(settings.database_location)
        try:
            return await Leaderboards(store, time.time).rebuild()
        finally:
            await store.close()

    def command(words: Words) -> str:
        if not settings.database_server:
            examine(settings.database)  # a mistyped path must not create a new file
        with exclusive_lock(settings.database):
            return words("operator.rebuilt", n=asyncio.run(rebuild()))

    return run_command(command)


def games(_: Settings) -> int:
    """Print every game with its seats and options, the default first."""
    for game in GAMES.values():
        options = "; ".join(f"{name}: {', '.join(values)}" for name, values in game.options.items())
        seats = f"{game.seats[0]} to {game.seats[-1]} seats"
        _print_lines([" | ".join(filter(None, (game.key, game.title, seats, f"rules {game.edition}", options)))])
    return 0


def stats(settings: Settings) -> int:
    """Print how much the database contains."""

    def command(words: Words) -> str:
        version, found = _figures(settings)
        counts = {"version": version, "bytes": found.size} | found.counts
        lines = [words(f"stats.{name}", n=count) for name, count in counts.items()]
        lines += [words("stats.finished", game=key, n=count) for key, count in found.finished.items()]
        return "\n".join(lines)

    return run_command(command)


def _figures(settings: Settings) -> tuple[int, DatabaseStatistics]:
    if not settings.database_server:
        return examine(settings.database), file_statistics(settings.database)

    async def figures(connection: Any) -> tuple[int, DatabaseStatistics]:
        return await schema_version(connection, public_address(settings.database_server)), await server_statistics(
            connection
        )

    return asyncio.run(ask_server(settings.database_server, figures))


def move_to_postgres(settings: Settings, address: str) -> int:
    """Copy everything from the file to the empty database at that address, while no bot uses either."""

    def command(words: Words) -> str:
        require_file(settings, "")
        try:
            known = server_address(address)
        except ValueError:  # not repeated, because it may contain a password
            known = ""
        if not known:
            raise StoreFault("store.no_address", "")
        counts = asyncio.run(_to_server(settings.database, add_password(address, settings.database_password)))
        return _transfer_report(words, counts, "transfer.to_server", settings.database, public_address(address))

    return run_command(command)


def move_to_sqlite(settings: Settings, file: Path) -> int:
    """Copy everything from the database on a server to a new file, while no bot uses it."""

    def command(words: Words) -> str:
        if not settings.database_server:
            raise StoreFault("transfer.on_file", settings.database)
        counts = asyncio.run(_to_file(settings.database_server, file))
        return _transfer_report(words, counts, "transfer.to_file", public_address(settings.database_server), file)

    return run_command(command)


async def _to_server(database: Path, address: str) -> dict[str, int]:
    check_driver(address)
    from bot.store.postgres_adapter import exclusive_connection
    from bot.store.postgres_transfer import move_to_server

    async with exclusive_connection(address) as connection:
        return await move_to_server(database, connection, public_address(address))


async def _to_file(address: str, file: Path) -> dict[str, int]:
    check_driver(address)
    from bot.store.postgres_adapter import exclusive_connection
    from bot.store.postgres_transfer import move_to_file

    async with exclusive_connection(address) as connection:
        return await move_to_file(connection, public_address(address), file)


def _transfer_report(words: Words, counts: dict[str, int], key: str, source: Path | str, target: Path | str) -> str:
    lines = [words("transfer.table", table=name, n=count) for name, count in sorted(counts.items())]
    return "\n".join([*lines, words(key, source=str(source), target=str(target), n=sum(counts.values()))])


def require_file(settings: Settings, instead: str) -> None:
    """Check that the database is a file. Raises StoreFault otherwise; `instead`: what to do then."""
    if settings.database_server:
        raise StoreFault("store.on_server", public_address(settings.database_server), instead=instead)


def run_command(command: Callable[[Words], str]) -> int:
    """Run the command, print its result or a one-line error, and return the exit code."""
    words = Words()
    try:
        _print_lines([command(words)])
    except StoreFault as error:
        sys.stderr.write(f"{words(error.key, **error.facts)}\n")
        return signals.EXIT_FAILURE
    return 0


def _print_lines(lines: Iterable[str]) -> None:
    signals.print_text("".join(f"{line}\n" for line in lines))
