"""Which table is shown next: first those that people wait for, then the oldest. Knows no message and no clock."""

from collections.abc import Callable
from enum import IntEnum


class Urgency(IntEnum):
    """Why the message of a table is out of date, the most urgent reason first."""

    PRESSED = 0  # somebody has pressed and waits for it
    NEWS = 1  # something happened by itself: a robot moved, a deadline passed, a post had failed
    DEADLINE = 2  # nothing but a deadline has moved


class WaitingTables:
    """Tables whose messages are to be brought up to date, each once. The length counts those that nobody has taken."""

    def __init__(self) -> None:
        self._lines: dict[Urgency, dict[int, int | None]] = {one: {} for one in Urgency}  # room: its channel, if known
        self._taken: dict[int, bool] = {}  # room: whether it waits on once it is given back

    def __len__(self) -> int:
        return sum(map(len, self._lines.values())) - len(self._taken)

    def add(self, room_id: int, urgency: Urgency, channel: int | None = None) -> None:
        """The table waits behind all of its urgency; if it waits already, it only gets into a more urgent line."""
        line = self.line(room_id)
        if line is None:
            self._lines[urgency][room_id] = channel
        elif urgency < line:
            self._lines[urgency][room_id] = self._lines[line].pop(room_id)

    def line(self, room_id: int) -> Urgency | None:
        """The line in which the table waits, None for none."""
        return next((one for one, line in self._lines.items() if room_id in line), None)

    def is_preceded(self, urgency: Urgency) -> bool:
        """Whether a table that nobody has taken waits in a more urgent line than this one."""
        before = (room_id for one, line in self._lines.items() if one < urgency for room_id in line)
        return any(room_id not in self._taken for room_id in before)

    def take(self, is_open: Callable[[int], bool], least: Urgency = Urgency.DEADLINE) -> int | None:
        """The next table, of at least that urgency, whose channel is open or not known yet; None without one.

        `finish` ends its place in line.
        """
        for urgency, line in self._lines.items():
            for room_id, channel in line.items() if urgency <= least else ():
                if room_id not in self._taken and (channel is None or is_open(channel)):
                    self._taken[room_id] = False
                    return room_id
        return None

    def put_back(self, room_id: int, channel: int, urgency: Urgency) -> None:
        """The table will wait on for this channel: at its place, or behind all of a less urgent line."""
        line = self.line(room_id)
        if line is None or line < urgency:
            self.remove(room_id)
            self._lines[urgency][room_id] = channel
        else:
            self._lines[line][room_id] = channel
        self._taken[room_id] = True

    def finish(self, room_id: int) -> None:
        """Nobody works at the table any more; unless it was put back, it does not wait any more."""
        if not self._taken.pop(room_id, True):
            self.remove(room_id)

    def remove(self, room_id: int) -> None:
        """The table does not wait any more."""
        self._taken.pop(room_id, None)
        for line in self._lines.values():
            line.pop(room_id, None)

    def clear(self) -> None:
        """No table waits any more."""
        self._taken.clear()
        for line in self._lines.values():
            line.clear()
