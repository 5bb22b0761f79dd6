"""The power goes at any moment: unsynced writes are lost or torn, but no move is that anybody was told of.

The disk is simulated (see `disks`), all else is the real bot, which starts on what the cut left and goes on.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from bot.model.errors import Refusal
from bot.model.room_number import room_of_code
from bot.playground.protocol import WireObject
from tests.bench import Figure
from tests.trials.disks import Disk, disk
from tests.trials.faults import Book, drive, move
from tests.trials.ground import Ground, amiss, ground

SIZE = 300  # cuts
ROUND = 25  # cuts in the life of one bot
MOVES = 12  # in such a life; as many as suffice for the cuts
SHARE = 0.02  # of all writes and syncs before which the power goes
LATER = 3  # moves that are made after a start on what was left


@dataclass
class Cut:
    """What a cut left in a `folder`; what people had been `told` of each table, and how long a log they had `seen`."""

    folder: Path
    told: dict[int, list[tuple[int, str]]]
    seen: dict[str, int]

    @property
    def path(self) -> Path:
        """The database."""
        return self.folder / "tessera.sqlite3"


@dataclass
class Outage:
    """Takes copies by lot while a bot plays; as many as `left` says."""

    here: Ground
    disk: Disk
    book: Book
    folder: Path
    lot: Random
    left: int
    cuts: list[Cut] = field(default_factory=list)

    def strike(self, _: str) -> None:
        """The power might go now: keep what would be on the disk then."""
        if self.left and any(self.book.played.values()) and self.lot.random() < SHARE:
            self.left -= 1
            self.take()

    def take(self) -> None:
        """Keep what a cut now would leave."""
        # First what people know: whatever they learn while the files are copied is not asked for.
        told = {room: list(moves) for room, moves in list(self.book.played.items())}
        seen = {code: _length(message) for code, message in list(self.here.newest.items())}
        folder = self.folder / str(len(self.cuts))
        folder.mkdir()
        self.disk.after_cut(folder, self.lot)
        self.cuts.append(Cut(folder, told, seen))


async def figures(size: int, *, careless: bool = False) -> list[Figure]:
    """So many cuts; with `careless` the disk says that all is safe and nothing is, which must be found."""
    lot, cuts, wrong, later, heard = Random(6), 0, list[str](), 0, list[str]()
    while cuts < size:
        with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            taken, made, said = await _life(Path(folder), lot, min(ROUND, size - cuts), careless=careless)
            cuts, later, heard = cuts + len(taken), later + made, heard + said
            wrong += [one for cut in taken for one in _amiss_after(cut)]
    return [
        Figure("power cuts", cuts, "cuts", least=size),
        amiss("moves lost, doubled or changed, and files damaged", wrong),
        Figure("moves made after a start on what was left", later, "moves", least=None if careless else 1),
        amiss("errors in the log", heard),
    ]


async def _life(folder: Path, lot: Random, wanted: int, *, careless: bool) -> tuple[list[Cut], int, list[str]]:
    """The cuts in the life of one bot, how many moves were made after the last one, what was logged as an error."""
    with disk() as made:
        made.careless = careless
        async with ground() as here:
            outage = Outage(here, made, Book(0), folder, lot, wanted)
            made.before = outage.strike
            for number in count():
                if not outage.left:
                    break
                outage.book.left = MOVES
                await drive(here, outage.book, number)
            made.before = _nothing
            return outage.cuts, 0 if careless else await _goes_on(outage), here.heard


async def _goes_on(outage: Outage) -> int:
    """The bot starts on what the last cut left; so many moves are made there."""
    here, cut, book = outage.here, outage.cuts[-1], Book(0)
    await here.running.stop()
    here.running.path = cut.path
    await here.running.start()
    for number in list(cut.told)[-LATER:]:
        with suppress(Refusal):  # a lost table is counted as such
            room = await here.running.rooms.room(number)
            if room.phase == "playing":
                book.played[number] = []
                await move(here, book, room, outage.lot)
    await here.posted()
    return sum(map(len, book.played.values()))


def _amiss_after(cut: Cut) -> list[str]:
    """What is wrong with the files that the cut left."""
    # The bot may have gone on in these files; what it added stands behind what people knew at the cut.
    try:
        with closing(sqlite3.connect(cut.path)) as database:
            ((sound,),) = database.execute("PRAGMA integrity_check").fetchall()
            logs = {room: _moves(database, room) for room in cut.told}
            lengths = dict(database.execute("SELECT room, count(*) FROM log GROUP BY room").fetchall())
    except sqlite3.Error as fault:
        return [f"the file cannot be read: {fault}"]
    lost = [
        f"table {room}: {told} became {logs[room]}" for room, told in cut.told.items() if not _kept(told, logs[room])
    ]
    unseen = [f"table {code} was seen at {n}" for code, n in cut.seen.items() if lengths.get(room_of_code(code), 0) < n]
    return [*([] if sound == "ok" else [sound]), *lost, *unseen]


def _moves(database: sqlite3.Connection, room: int) -> list[tuple[int, str]]:
    # A move that is the only one is made by itself and told to nobody before.
    select = "SELECT seat, move FROM log WHERE room = ? AND seat >= 0 AND how = '' ORDER BY n"
    return database.execute(select, (room,)).fetchall()


def _kept(told: list[tuple[int, str]], log: list[tuple[int, str]]) -> bool:
    """Whether all that was told is there, each once; moves that nobody was told of yet may follow."""
    return log[: len(told)] == told


def _length(message: WireObject) -> int:
    """How long a log the picture of this message shows, 0 without one."""
    names = [file["filename"] for file in message["attachments"]]
    return max((int(name.removesuffix(".png").rpartition("-")[2]) for name in names), default=0)


def _nothing(_: str) -> None:
    """The power stays."""
