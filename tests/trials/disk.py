"""The disk is full, or fails to sync, in the middle of play: people are told that nothing was saved, and it was not.

Once there is room again, play goes on without a restart. The disk is simulated (see `disks`), all else is the real bot.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import count
from random import Random

from bot.model.room import Room
from bot.text.words import Words
from tests.bench import Figure
from tests.bot.support.local_discord import Reply
from tests.trials.disks import Disk, disk
from tests.trials.faults import Book, caught_up, confirming, doubles, drive, move, wrong
from tests.trials.ground import Ground, amiss, ground

SIZE = 400  # moves that first meet a disk that fails
LATEST = 60  # writes and syncs of a press that still work, at most
OF_DISK = ("database or disk is full", "disk I/O error")  # how SQLite says so in the log
UNSAVED = re.compile(".*".join(map(re.escape, Words()("refusal.fault_before", code="\0").split("\0"))))


@dataclass
class Failing:
    """What came of presses while the disk failed: `unclear` are answers that do not say whether the move was saved."""

    here: Ground
    disk: Disk
    lot: Random
    book: Book = field(default_factory=lambda: Book(0))
    presses: int = 0
    unclear: list[str] = field(default_factory=list)
    unsaved: int = 0

    async def strike(self, number: int) -> None:
        """Somebody makes a move while the disk fails, in one of two ways, and again once it works."""
        room = await self._table()
        seat = self.lot.choice(room.to_act)
        person, text = self.here.person(room, seat), str(self.lot.choice(room.table.view(seat).moves))
        channel = room.place.channel
        menu = await person.command("move", channel=channel, move=text, table=room.tag)
        await self.here.posted()
        self._fail(full=number % 2 == 0, after=self.lot.choice((0, self.lot.randrange(LATEST))))
        pressed = await person.raw_press(channel, menu.message["id"], confirming(menu) or "")
        board = await person.command("board", channel=channel, table=room.tag)
        self.disk.before, self.disk.full, self.disk.syncs = _nothing, False, True
        if await self._saved(room, pressed, board):
            self.book.played[room.id].append((seat, text))
        else:
            await move(self.here, self.book, room, self.lot)

    def _fail(self, *, full: bool, after: int) -> None:
        """From the write or sync of that number on the disk is full, or fails to sync."""
        left = count()

        def fail(_: str) -> None:
            if next(left) == after:
                self.disk.full, self.disk.syncs = full, full

        self.disk.before = fail

    async def _saved(self, room: Room, pressed: Reply, board: Reply) -> bool:
        """Whether the move was saved; its answer must say so, and boards are shown in any case."""
        now = await self.here.running.rooms.room(room.id)
        saved, said = now.table != room.table, UNSAVED.fullmatch(pressed.text) is None
        self.presses += 1
        self.unsaved += not saved
        if pressed.answers != 1 or saved != said:
            self.unclear.append(f"{room.tag}: saved {saved}, {pressed.answers} answers, {pressed.text!r}")
        if board.answers != 1 or not (board.message or {}).get("attachments"):
            self.unclear.append(f"the board of {room.tag}: {board.answers} answers, {board.text!r}")
        return saved

    async def _table(self) -> Room:
        """One of the tables under way."""
        rooms = [await self.here.running.rooms.room(one) for one in self.book.played]
        playing = [one for one in rooms if one.phase == "playing"]
        if playing:
            return self.lot.choice(playing)
        self.book.left = 1
        await drive(self.here, self.book, len(rooms))
        return await self._table()


async def figures(size: int) -> list[Figure]:
    """So many moves, each of which first meets a disk that is full or fails to sync."""
    with disk() as made:
        async with ground() as here:
            failing = Failing(here, made, Random(7))
            for number in range(size):
                await failing.strike(number)
            took = await caught_up(here, failing.book)
            heard = [one for one in here.heard if not one.endswith(OF_DISK)]
            return [
                Figure("moves on a disk that failed", failing.presses, "moves", least=size),
                Figure("of these not saved", failing.unsaved, "moves", least=size / 4),
                Figure("writes and syncs refused", made.refused, "times", least=size / 2),
                amiss("answers that do not say whether the move was saved", failing.unclear),
                Figure("moves made in all", sum(map(len, failing.book.played.values())), "moves", least=size),
                Figure("moves lost, doubled or changed", len(wrong(here, failing.book)), "tables", most=0),
                Figure("positions posted twice", doubles(here), "messages", most=0),
                Figure("until all was shown", took, "s", most=60),
                amiss("errors in the log that are no fault of the disk", heard),
            ]


def _nothing(_: str) -> None:
    """The disk works."""
