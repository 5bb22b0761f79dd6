"""Records as they were read last: a press asks for its room many times. Knows no connection and no table."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection

from bot.record import Record

MOST = 200  # records, the latest asked for; each with its whole log, some 50 KB


class Known:
    """What `recall` gives is as the file has it, if every transaction is told to `forget`."""

    def __init__(self) -> None:
        self._records: OrderedDict[int, Record] = OrderedDict()
        self._version = 0

    def recall(self, room_id: int, version: int) -> Record | None:
        """The record of that room, None if it must be read.

        `version`: the file's, another one whenever another connection has written to it.
        """
        if version != self._version:
            self._records.clear()
            self._version = version
        if room_id in self._records:
            self._records.move_to_end(room_id)
        return self._records.get(room_id)

    def keep(self, record: Record) -> None:
        """That is how the room stands in the file now."""
        self._records[record.id] = record
        if len(self._records) > MOST:
            self._records.popitem(last=False)

    def forget(self, rooms: Collection[int] | None) -> None:
        """Something was written that may have changed these rooms, None: any."""
        if rooms is None:
            self._records.clear()
            return
        for room_id in rooms:
            self._records.pop(room_id, None)
