"""Folded logs: one compressed row replaces the log lines of a table that ended long ago.

A log is restored byte for byte without replaying the game, because the rules program may have been corrected since.
Logs contain no names, so nothing in them is erased with a person. Knows nothing about rules, and only numbers of rooms.
"""

import json
import struct
import zlib
from collections.abc import Iterable, Sequence

from bot.store.shard_range import ShardedStore, server_in_range

LogRow = tuple[int, int, str, int | None, float, str]
# Columns of `log` in the order of a LogRow; a folded log has the room in its own column
LOG_COLUMNS = ("n", "seat", "move", "stamp", "at", "how")

# The current format. A new format needs a new number here, a further case in `decompress_log`, which reads all formats
# that ever existed, and a migration, so that no older program reads the new format.
LOG_FORMAT = 1

_DUE = f"""
    SELECT id FROM rooms WHERE phase IN ('over', 'ended') AND folded = 0 AND changed_at < :before
        AND {server_in_range("rooms.guild")} ORDER BY changed_at LIMIT :most"""  # noqa: S608 - no outside text
_MARK_FOLDED = "UPDATE rooms SET folded = 1 WHERE id = ? AND phase IN ('over', 'ended') AND folded = 0 RETURNING id"
_LINES = f"SELECT {', '.join(LOG_COLUMNS)} FROM log WHERE room = ? ORDER BY n"  # noqa: S608 - no outside text
_FOLD = "INSERT INTO folded_logs (room, form, moves, lines) VALUES (?, ?, ?, ?)"
_DELETE_LINES = "DELETE FROM log WHERE room = ?"
_FOLDED = "SELECT form, lines FROM folded_logs WHERE room = ?"
_UNFOLD = f"INSERT INTO log (room, {', '.join(LOG_COLUMNS)}) VALUES (?, ?, ?, ?, ?, ?, ?)"  # noqa: S608 - no outside text
_DELETE_FOLDED = "DELETE FROM folded_logs WHERE room = ?"
_MARK_UNFOLDED = "UPDATE rooms SET folded = 0 WHERE id = ?"


class UnreadableLog(Exception):
    """A folded log is damaged, or in a format that this program does not know."""


def compress_log(lines: Sequence[LogRow]) -> bytes:
    """Compress at least one line in the current format: column by column, numbers as differences."""
    numbers, seats, moves, stamps, times, hows = zip(*lines, strict=True)
    # Times are stored as the integers with the same 64 bits: no digit is lost, and the differences are small.
    bits = struct.unpack(f"<{len(times)}q", struct.pack(f"<{len(times)}d", *times))
    columns = [_differences(numbers), seats, moves, _differences(stamps), _differences(bits), hows]
    return zlib.compress(json.dumps(columns, separators=(",", ":")).encode(), level=9)


def decompress_log(form: int, text: bytes) -> list[LogRow]:
    """Return the original lines of a folded log. Raises UnreadableLog."""
    if form != LOG_FORMAT:
        raise UnreadableLog(f"form {form}")
    try:
        numbers, seats, moves, stamps, times, hows = json.loads(zlib.decompress(text))
        bits = _sums(times)
        moments = struct.unpack(f"<{len(bits)}d", struct.pack(f"<{len(bits)}q", *bits))
        return list(zip(_sums(numbers), seats, moves, _sums(stamps), moments, hows, strict=True))
    except (zlib.error, ValueError, TypeError, struct.error) as fault:
        raise UnreadableLog(type(fault).__name__) from fault


class FoldedLogStore(ShardedStore):
    """Folded logs. Each call is one transaction, except the step at the end, which needs one."""

    async def due_rooms(self, before: float, limit: int) -> list[int]:
        """Return tables that ended before that time (unix seconds) and whose log is not folded, oldest first."""
        return [int(room_id) for (room_id,) in await self._fetch_in_range(_DUE, before=before, most=limit)]

    async def fold(self, room_id: int) -> None:
        """Fold the log of the table, if it is over and not folded yet. Readers notice no difference."""
        await self._database.transaction(lambda: self._fold(room_id), changed_keys=())

    async def _fold(self, room_id: int) -> None:
        if not await self._database.execute(_MARK_FOLDED, (room_id,)):
            return
        lines = [tuple(row) for row in await self._database.execute(_LINES, (room_id,))]
        if lines:
            text = compress_log(lines)
            moves = sum(seat >= 0 for _, seat, *_ in lines)
            assert repr(decompress_log(LOG_FORMAT, text)) == repr(lines)  # distinguishes -0.0 from 0.0, and 1 from 1.0
            await self._database.execute(_FOLD, (room_id, LOG_FORMAT, moves, text))
            await self._database.execute(_DELETE_LINES, (room_id,))

    # a step inside a transaction

    async def unfold(self, room_id: int) -> None:
        """Restore the log lines of the table, so that they can be changed."""
        for form, text in await self._database.execute(_FOLDED, (room_id,)):
            await self._database.execute_many(_UNFOLD, [(room_id, *line) for line in decompress_log(form, text)])
            await self._database.execute(_DELETE_FOLDED, (room_id,))
        await self._database.execute(_MARK_UNFOLDED, (room_id,))


def _differences(numbers: Iterable[int | None]) -> list[int | None]:
    """Return each number minus the previous number, or minus 0 for the first; None stays None."""
    steps = list[int | None]()
    last = 0
    for number in numbers:
        steps.append(None if number is None else number - last)
        last = last if number is None else number
    return steps


def _sums(steps: Iterable[int | None]) -> list[int | None]:
    numbers = list[int | None]()
    last = 0
    for step in steps:
        last += step or 0
        numbers.append(None if step is None else last)
    return numbers
