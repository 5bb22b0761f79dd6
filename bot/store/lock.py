"""One program at a time plays on a database. Knows only the file beside it that says who does."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from bot.store.migrations import StoreFault, as_faults


def lock_of(database: Path) -> Path:
    """The file beside the database that is locked while somebody plays on it."""
    return database.with_name(f"{database.name}.lock")


@contextmanager
def alone(database: Path) -> Iterator[None]:
    """Nobody else plays on this database meanwhile, however we end.

    Raises StoreFault: store.taken, store.unwritable, store.full.
    The file stays when the lock is gone: whoever deleted it could delete the lock of somebody who came in between.
    """
    with as_faults(database):
        database.parent.mkdir(parents=True, exist_ok=True)
        file = os.open(lock_of(database), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as fault:
            raise StoreFault("store.taken", database, process=holder(database) or "?") from fault
        with as_faults(database):
            os.ftruncate(file, 0)
            os.write(file, str(os.getpid()).encode())
        yield
    finally:
        os.close(file)


def holder(database: Path) -> int | None:
    """The process that plays on this database now, None if nobody does."""
    with suppress(OSError, ValueError), lock_of(database).open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            return int(file.read().decode() or 0)
    return None
