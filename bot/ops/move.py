"""The operator's commands that move the database from a file to a PostgreSQL server and back. Knows no rows."""

import asyncio
from pathlib import Path

from bot.ops.commands import done, on_a_file
from bot.settings import Settings, server_address, with_password
from bot.store.database_address import check_driver, plain
from bot.store.migrations import StoreFault
from bot.text.words import Words


def move_to_postgres(chosen: Settings, address: str) -> int:
    """Copy everything from the file to the empty database at that address, while no bot plays on either."""

    def command(words: Words) -> str:
        on_a_file(chosen, "")
        _check_address(address)
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


def _check_address(address: str) -> None:
    """Return if it is one of a server. Raises StoreFault, which does not repeat it: a password may stand in it."""
    try:
        known = server_address(address)
    except ValueError:
        known = ""
    if not known:
        raise StoreFault("store.no_address", "")


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
    """A line for each table, and one that says what to do next."""
    lines = [words("transfer.table", table=name, n=count) for name, count in sorted(counts.items())]
    return "\n".join([*lines, words(key, source=str(source), target=str(target), n=sum(counts.values()))])
