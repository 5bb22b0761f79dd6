"""The operator's commands besides running the bot: check, probe, back up, restore, count. Knows only how to print them.

Every command returns the program's exit code: 0 for success, 1 if `check` or `probe` found something, 2 for failure.
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
from bot.settings import Settings, server_address, with_password
from bot.store import backup as backups
from bot.store.figures import Figures, figures_of_file, figures_on_server
from bot.store.migrations import StoreFault, alone, examine
from bot.store.migrations_postgres import version_of
from bot.store.server_postgres import check_driver, plain
from bot.store.store import Store
from bot.text.words import Words
from engine.games import GAMES

FAULT = 2  # exit code: the operator has to change something


def check(chosen: Settings, *, discord: bool) -> int:
    """Print one line for each check of what the bot needs; `discord`: Discord is asked too."""
    found = list(findings(chosen, Words(), time.time()))
    if discord:
        from bot.ops.check_discord import asked

        found += asyncio.run(asked(chosen, Words()))
    _say(f"{one.mark:<6}{one.text}" for one in found)
    return int(any(one.mark == "wrong" for one in found))


def probe(chosen: Settings, channel: int, beliefs: Collection[str]) -> int:
    """Compare Discord with what we believe of it, in that channel and while the bot is stopped.

    `beliefs`: their numbers, empty for all of them.
    """
    from bot.ops.probe import probe as probed

    return asyncio.run(probed(chosen, channel, beliefs))


def backup(chosen: Settings, copy: Path) -> int:
    """Copy the database to that new file, also while the bot runs."""

    def command(words: Words) -> str:
        on_a_file(chosen, words("backup.dump"))
        size = backups.back_up(chosen.database, copy)
        return words("backup.done", path=copy, size=size)

    return done(command)


def restore(chosen: Settings, copy: Path) -> int:
    """Replace the database by that copy; the old one is kept beside it."""

    def command(words: Words) -> str:
        on_a_file(chosen, words("backup.undump"))
        kept = backups.put_back(copy, chosen.database, time.time())
        return words("backup.restored", path=chosen.database, copy=copy, kept=kept or "")

    return done(command)


def rebuild_ratings(chosen: Settings) -> int:
    """Calculate every rating anew from the results; the bot must be stopped."""

    async def rebuild() -> int:
        store = await Store.open_alone(chosen.place)
        try:
            return await Leaderboards(store, time.time).rebuild()
        finally:
            await store.close()

    def command(words: Words) -> str:
        if not chosen.server:
            examine(chosen.database)  # so that a mistyped path creates no new file
        with alone(chosen.database):
            return words("operator.rebuilt", n=asyncio.run(rebuild()))

    return done(command)


def games(_: Settings) -> int:
    """Print every game with its seats and options, the default first."""
    for game in GAMES.values():
        options = "; ".join(f"{name}: {', '.join(values)}" for name, values in game.options.items())
        seats = f"{game.seats[0]} to {game.seats[-1]} seats"
        _say([" | ".join(filter(None, (game.key, game.title, seats, f"rules {game.edition}", options)))])
    return 0


def stats(chosen: Settings) -> int:
    """Print how much the database holds."""

    def command(words: Words) -> str:
        version, found = _figures(chosen)
        counts = {"version": version, "bytes": found.size} | found.counts
        lines = [words(f"stats.{name}", n=count) for name, count in counts.items()]
        lines += [words("stats.finished", game=key, n=count) for key, count in found.finished.items()]
        return "\n".join(lines)

    return done(command)


def _figures(chosen: Settings) -> tuple[int, Figures]:
    if not chosen.server:
        return examine(chosen.database), figures_of_file(chosen.database)

    async def figures(connection: Any) -> tuple[int, Figures]:
        return await version_of(connection, plain(chosen.server)), await figures_on_server(connection)

    return asyncio.run(ask_server(chosen.server, figures))


def move_to_postgres(chosen: Settings, address: str) -> int:
    """Copy everything from the file to the empty database at that address, while no bot plays on either."""

    def command(words: Words) -> str:
        on_a_file(chosen, "")
        try:
            known = server_address(address)
        except ValueError:  # which is not repeated: a password may stand in it
            known = ""
        if not known:
            raise StoreFault("store.no_address", "")
        counts = asyncio.run(_to_server(chosen.database, with_password(address, chosen.password)))
        return _told(words, counts, "transfer.to_server", chosen.database, plain(address))

    return done(command)


def move_to_sqlite(chosen: Settings, file: Path) -> int:
    """Copy everything from the database on a server to that new file, while no bot plays on it."""

    def command(words: Words) -> str:
        if not chosen.server:
            raise StoreFault("transfer.on_file", chosen.database)
        counts = asyncio.run(_to_file(chosen.server, file))
        return _told(words, counts, "transfer.to_file", plain(chosen.server), file)

    return done(command)


async def _to_server(database: Path, address: str) -> dict[str, int]:
    check_driver(address)
    from bot.store.database_postgres import used_alone
    from bot.store.move_postgres import move_to_server

    async with used_alone(address) as connection:
        return await move_to_server(database, connection, plain(address))


async def _to_file(address: str, file: Path) -> dict[str, int]:
    check_driver(address)
    from bot.store.database_postgres import used_alone
    from bot.store.move_postgres import move_to_file

    async with used_alone(address) as connection:
        return await move_to_file(connection, plain(address), file)


def _told(words: Words, counts: dict[str, int], key: str, source: Path | str, target: Path | str) -> str:
    lines = [words("transfer.table", table=name, n=count) for name, count in sorted(counts.items())]
    return "\n".join([*lines, words(key, source=str(source), target=str(target), n=sum(counts.values()))])


def on_a_file(chosen: Settings, instead: str) -> None:
    """Return if the database is a file. Raises StoreFault, which says what to do instead."""
    if chosen.server:
        raise StoreFault("store.on_server", plain(chosen.server), instead=instead)


def done(command: Callable[[Words], str]) -> int:
    """Print what the command says, or in one line why it could not be done; the exit code."""
    words = Words()
    try:
        _say([command(words)])
    except StoreFault as fault:
        sys.stderr.write(f"{words(fault.key, **fault.facts)}\n")
        return FAULT
    return 0


def _say(lines: Iterable[str]) -> None:
    signals.say("".join(f"{line}\n" for line in lines))
