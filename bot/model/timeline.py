"""The effect of each line of a table's log: who was to move after it, and its events. Knows no words and no Discord."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from threading import Lock

from engine import Entry, Event, IllegalMove, Seat, Table

REMEMBERED = 150  # replays, some 100 KB each at their end; each is used several times a move


@dataclass(frozen=True)
class Timeline:
    """`owed`: who owed a move after none, one, ... all lines of the log; `events`: what each line caused.

    Secrets are among the events: whoever tells them asks each by whom it may be seen. Where corrected rules no
    longer agree with an old log it is not `whole`: nobody owes anything from there up to the position that was kept,
    and there are no further events.
    """

    owed: tuple[tuple[Seat, ...], ...]
    events: tuple[tuple[Event, ...], ...] = ()
    whole: bool = True


@dataclass(frozen=True)
class _Play:
    """A replay so far, and the table to which it led."""

    table: Table
    timeline: Timeline

    def on(self, entry: Entry) -> _Play:
        """The replay after one more line. Raises IllegalMove."""
        later = self.table.step(entry)
        owed, events = (*self.timeline.owed, later.state.to_act()), (*self.timeline.events, later.events)
        return _Play(later, Timeline(owed, events))

    def leads_to(self, table: Table) -> bool:
        """Whether that is the same play, as far or further on."""
        mine, length = self.table, len(self.table.log)
        return (mine.origin, mine.log) == (table.origin, table.log[:length]) and mine.options == table.options


_plays: OrderedDict[tuple[object, ...], _Play] = OrderedDict()
_lock = Lock()  # pictures are drawn by worker threads


def timeline_of(table: Table) -> Timeline:
    """The timeline of the table from its first line on. Each line is replayed only once."""
    key = (table.game.key, table.seats, table.first, table.seed)
    with _lock:
        play = _plays.get(key)
    if play is None or not play.leads_to(table):
        start = table.back_to(0)
        play = _Play(start, Timeline((start.state.to_act(),)))
    for entry in table.log[len(play.table.log) :]:
        try:
            play = play.on(entry)
        except IllegalMove:
            return _broken(play.timeline, table)
    with _lock:
        _plays[key] = play
        _plays.move_to_end(key)
        if len(_plays) > REMEMBERED:
            _plays.popitem(last=False)
    return play.timeline


def _broken(known: Timeline, table: Table) -> Timeline:
    missing = len(table.log) - len(known.events)
    return replace(known, owed=(*known.owed, *[()] * (missing - 1), table.state.to_act()), whole=False)
