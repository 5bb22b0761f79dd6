"""A disk under SQLite that keeps book of what is safe on it, loses what is not, runs full, and fails to sync.

It is SQLite's own access to files (its VFS, "virtual file system") with four of its functions replaced: opening,
writing, cutting off and syncing. All else, locks and shared memory too, is the real thing. Python must be linked with a
SQLite library that the whole process shares, as the Pythons of distributions and of container images are.

What it simulates: a write is safe once its file was synced after it. At a power cut any of the other writes may be
there, be missing, or be torn at a sector; those of different sectors and files in any combination. That a file
is there or deleted is taken to be safe at once. A failed sync loses nothing by itself, but makes nothing safe either.
"""

from __future__ import annotations

import ctypes
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

SECTOR = 512
FULL, IO_SYNC = 13, 1034  # SQLite's codes: no room, a sync failed
_POINTER, _INT, _LONG = ctypes.c_void_p, ctypes.c_int, ctypes.c_int64
_OPEN = ctypes.CFUNCTYPE(_INT, _POINTER, _POINTER, _POINTER, _INT, _POINTER)
_WRITE = ctypes.CFUNCTYPE(_INT, _POINTER, _POINTER, _INT, _LONG)
_TRUNCATE = ctypes.CFUNCTYPE(_INT, _POINTER, _LONG)
_SYNC = ctypes.CFUNCTYPE(_INT, _POINTER, _INT)


class _Methods(ctypes.Structure):
    """SQLite's `sqlite3_io_methods`: what can be done with an open file."""

    _fields_ = (
        ("version", _INT), ("close", _POINTER), ("read", _POINTER), ("write", _POINTER), ("truncate", _POINTER),
        ("sync", _POINTER), ("rest", _POINTER * 13),
    )  # fmt: skip


class _Vfs(ctypes.Structure):
    """SQLite's `sqlite3_vfs`: how files are opened."""

    _fields_ = (
        ("version", _INT), ("file_size", _INT), ("longest", _INT), ("next", _POINTER), ("name", ctypes.c_char_p),
        ("data", _POINTER), ("open", _POINTER), ("rest", _POINTER * 15),
    )  # fmt: skip


@dataclass
class File:
    """One file: `safe` is what a power cut leaves in any case, `pending` the writes since, as (offset, bytes).

    A write of None cuts the file off at its offset.
    """

    safe: bytearray = field(default_factory=bytearray)
    pending: list[tuple[int, bytes | None]] = field(default_factory=list)

    def sync(self) -> None:
        """All writes are safe."""
        for offset, content in self.pending:
            _apply(self.safe, offset, content)
        self.pending.clear()

    def after_cut(self, lot: Random) -> bytes:
        """What may be in the file after a power cut now."""
        left = bytearray(self.safe)
        for offset, content in self.pending:
            if lot.random() < 0.5:
                continue
            _apply(left, offset, _some(content, lot) if content and lot.random() < 0.5 else content)
        return bytes(left)


def _some(content: bytes, lot: Random) -> bytes:
    """The first sectors of what was written."""
    return content[: SECTOR * lot.randrange(len(content) // SECTOR + 1)]


def _apply(to: bytearray, offset: int, content: bytes | None) -> None:
    if content is None:
        del to[offset:]
        return
    if len(to) < offset:
        to.extend(bytes(offset - len(to)))
    to[offset : offset + len(content)] = content


class Disk:
    """`files` by their paths. `full`: nothing more can be written. `syncs`: whether they work. `refused`: what was not.

    `before` is called with "write" or "sync" before each of these, in the thread that does it. `careless`: syncs are
    said to have worked and make nothing safe, which a campaign must find.
    """

    def __init__(self) -> None:
        self.files: dict[str, File] = {}
        self.full, self.syncs, self.careless = False, True, False
        self.before: Callable[[str], None] = lambda _: None
        self.refused = 0

    def after_cut(self, folder: Path, lot: Random) -> None:
        """Write into that folder what a power cut now may leave."""
        for path, file in list(self.files.items()):
            if not Path(path).exists():
                continue
            (folder / Path(path).name).write_bytes(file.after_cut(lot))

    def write(self, path: str, offset: int, content: bytes) -> int:
        """SQLite's code for this write: 0 if it may be done."""
        self.before("write")
        if self.full:
            self.refused += 1
            return FULL
        self.files[path].pending.append((offset, content))
        return 0

    def sync(self, path: str) -> int:
        """SQLite's code for this sync."""
        self.before("sync")
        if not self.syncs:
            self.refused += 1
            return IO_SYNC
        if not self.careless:
            self.files[path].sync()
        return 0


class _Shim:
    """The replaced functions; kept for as long as SQLite may call them."""

    def __init__(self, library: Any, disk: Disk) -> None:
        self._disk = disk
        library.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
        self._real = library.sqlite3_vfs_find(None).contents
        self._open = _OPEN(self._real.open)
        self._tables: dict[int, _Methods] = {}
        self._paths: dict[int, str] = {}
        self._kept = (_OPEN(self._opened), _WRITE(self._written), _TRUNCATE(self._cut_off), _SYNC(self._synced))
        self.vfs = _Vfs.from_buffer_copy(self._real)
        self.vfs.name, self.vfs.next = b"trial", None
        self.vfs.open = ctypes.cast(self._kept[0], _POINTER)

    def _opened(self, _: int, name: int | None, file: int, flags: int, out: int | None) -> int:
        # The real function reads on behind the name, so it must get that very pointer.
        path = ctypes.string_at(name).decode() if name else ""
        new = not Path(path).exists()
        code = self._open(ctypes.addressof(self._real), name, file, flags, out)
        if code or not path:
            return code
        slot = _POINTER.from_address(file)
        real = slot.value or 0
        if real not in self._tables:
            self._tables[real] = self._replaced(real)
        slot.value = ctypes.addressof(self._tables[real])
        self._paths[file] = path
        if new or path not in self._disk.files:
            self._disk.files[path] = File(bytearray(Path(path).read_bytes()))
        return 0

    def _replaced(self, real: int) -> _Methods:
        table = _Methods.from_buffer_copy(_Methods.from_address(real))
        self._do = (_WRITE(table.write), _TRUNCATE(table.truncate), _SYNC(table.sync))
        table.write, table.truncate, table.sync = (ctypes.cast(one, _POINTER) for one in self._kept[1:])
        return table

    def _written(self, file: int, content: int, size: int, offset: int) -> int:
        code = self._disk.write(self._paths[file], offset, ctypes.string_at(content, size))
        return code or self._do[0](file, content, size, offset)

    def _cut_off(self, file: int, size: int) -> int:
        self._disk.files[self._paths[file]].pending.append((size, None))
        return self._do[1](file, size)

    def _synced(self, file: int, flags: int) -> int:
        return self._disk.sync(self._paths[file]) or self._do[2](file, flags)


def _library() -> str:
    """The SQLite library that Python is linked with, "" if there is none beside Python itself."""
    maps = Path("/proc/self/maps")
    lines = maps.read_text("utf-8").splitlines() if sqlite3.sqlite_version and maps.exists() else []
    return next((line.split()[-1] for line in lines if "libsqlite3" in line), "")


POSSIBLE = bool(_library())


@contextmanager
def disk() -> Iterator[Disk]:
    """While it lasts, every file that SQLite opens in this process is on that disk. Raises RuntimeError."""
    if not POSSIBLE:
        raise RuntimeError("this Python has SQLite within itself, where nothing can be put under it")
    library, made = ctypes.CDLL(_library()), Disk()
    shim = _Shim(library, made)
    library.sqlite3_vfs_register(ctypes.byref(shim.vfs), 1)
    try:
        yield made
    finally:
        library.sqlite3_vfs_unregister(ctypes.byref(shim.vfs))
        _KEPT.append(shim)


_KEPT: list[_Shim] = []  # a connection that is closed late still calls them
