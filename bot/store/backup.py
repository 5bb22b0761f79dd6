"""A copy of the database made while the bot plays, and put back later. Knows only files, not what is in them.

A file that others may see under its name is always whole: it is written under another name first.
"""

from __future__ import annotations

import os
import shutil
import time
from contextlib import suppress
from pathlib import Path

from bot.store.lock import alone
from bot.store.maintenance import copied, leapt, settled
from bot.store.migrations import StoreFault, as_faults, examine

BESIDE = ("-wal", "-shm")
KEPT = ("", "-wal")  # endings of what is kept of a file that is replaced


def back_up(database: Path, copy: Path) -> int:
    """`copy` is a whole, sound copy of the database as it is now; its size in bytes. Nothing is ever overwritten.

    Raises StoreFault, "store.there" if there is such a file already; then there is none afterwards that was not before.
    """
    with as_faults(copy):
        try:
            copy.open("xb").close()
        except FileExistsError as fault:
            raise StoreFault("store.there", copy) from fault
    part = copy.with_name(f"{copy.name}.copying")
    try:
        with as_faults(copy):
            part.unlink(missing_ok=True)
            copied(database, part)
            part.chmod(0o600)
            _lasting(part)
            part.replace(copy)
    except BaseException:
        copy.unlink(missing_ok=True)
        raise
    return copy.stat().st_size


def put_back(copy: Path, database: Path, now: float) -> Path | None:
    """The database is what the copy holds; where the old one is kept beside it, None if there was none.

    Raises StoreFault, "store.taken" while the bot plays on the file, "store.empty" for a copy that holds nothing; then
    the database is as it was, and nothing else is left beside it.
    """
    examine(copy)
    with alone(database), as_faults(database):
        fresh = database.with_name(f"{database.name}.restoring")
        fresh.unlink(missing_ok=True)
        try:
            copied(copy, fresh)
            leapt(fresh)
            fresh.chmod(0o600)
            _lasting(fresh)
            kept = _kept(database, now)
        except BaseException:
            fresh.unlink(missing_ok=True)
            raise
        for end in BESIDE:
            database.with_name(f"{database.name}{end}").unlink(missing_ok=True)
        fresh.replace(database)
        _lasting(database.parent)
        return kept


def _kept(database: Path, now: float) -> Path | None:
    """Where a copy of the database stands now, with its journal if that could not be brought into it."""
    if not database.exists():
        return None
    settled(database)  # else a kill between the next steps could leave it without its journal
    moment = time.strftime("%Y%m%d-%H%M%S", time.gmtime(now))
    kept = database.with_name(f"{database.name}.replaced-{moment}")
    try:
        for end in KEPT:
            with suppress(FileNotFoundError):
                shutil.copy2(database.with_name(f"{database.name}{end}"), kept.with_name(f"{kept.name}{end}"))
        _lasting(kept)
    except OSError:  # half of it would look like all of it
        for end in KEPT:
            kept.with_name(f"{kept.name}{end}").unlink(missing_ok=True)
        raise
    return kept


def _lasting(path: Path) -> None:
    """What was written there outlasts a power cut."""
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
