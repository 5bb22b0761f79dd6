"""What can be read off a table's log: who was to move after each line, the events, and what is hidden from whom.

Knows no game, only views of its state; no words and no Discord.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field, replace
from functools import cached_property
from threading import Lock

from engine import CHANCE, Entry, Event, IllegalMove, Seat, Table
from engine.core import State

REMEMBERED = 150  # replays, some 100 KB each at their end; each is used several times a move
FEW = 8  # lines that are replayed within a millisecond


@dataclass(frozen=True)
class Timeline:
    """What each line of a log was."""

    owed: tuple[tuple[Seat, ...], ...]
    """Who owed a move after none, one, ... all lines."""
    movers: tuple[Seat, ...] = ()
    """Who made each line."""
    events: tuple[tuple[Event, ...], ...] = ()
    """What each line caused. Secrets are among it: whoever tells of an event asks by whom it may be seen."""
    whole: bool = True
    """Whether the rules agree with all of the log. If they were corrected since, nobody owes anything from the first
    line that they forbid up to the position that was kept, and there are no further events."""
    hides: bool | None = field(default=None, compare=False)
    """Whether seats have something secret once all is dealt; None before that."""

    @cached_property
    def together(self) -> tuple[tuple[int, ...], ...]:
        """The lines of simultaneous choices, some for each round of them; the last one may be unfinished."""
        found: list[tuple[int, ...]] = [()]
        owing, *later = map(set, self.owed)
        for number, (seat, now) in enumerate(zip(self.movers, later, strict=True)):
            if not (now <= owing and owing - now <= {seat}):
                found += [()] if found[-1] else []
            elif seat not in now:
                found[-1] += (number,)
            owing = now
        return tuple(found)


@dataclass(frozen=True)
class _Play:
    """A replay so far, the table to which it led, and its position before the last line that was replayed."""

    table: Table
    timeline: Timeline
    state_before: State | None = None

    def after(self, entry: Entry) -> _Play:
        """The replay with one more line. Raises IllegalMove."""
        later = self.table.step(entry)
        before = self.timeline
        timeline = Timeline(
            owed=(*before.owed, later.state.to_act()),
            movers=(*before.movers, entry.seat),
            events=(*before.events, later.events),
            hides=_hides(later) if before.hides is None else before.hides,
        )
        return _Play(later, timeline, self.table.state)


_plays: OrderedDict[tuple[object, ...], _Play] = OrderedDict()
_lock = Lock()  # pictures are drawn by worker threads


def _key(table: Table) -> tuple[object, ...]:
    return table.game.key, table.seats, table.first, table.seed


def _known_play(table: Table) -> _Play | None:
    """The replay that is at hand of this table, as far as it has come; None for none or for one of another course."""
    with _lock:
        play = _plays.get(_key(table))
    if play is None or play.table.options != table.options or play.table.origin != table.origin:
        return None
    return play if play.table.log == table.log[: len(play.table.log)] else None


def timeline_of(table: Table) -> Timeline:
    """The timeline of the table from its first line on. Each line is replayed only once."""
    play = _known_play(table)
    if play is None:
        start = table.back_to(0)
        play = _Play(start, Timeline((start.state.to_act(),), hides=_hides(start)))
    for entry in table.log[len(play.table.log) :]:
        try:
            play = play.after(entry)
        except IllegalMove:
            known = play.timeline
            missing = len(table.log) - len(known.events)
            owed = (*known.owed, *[()] * (missing - 1), table.state.to_act())
            return replace(known, owed=owed, movers=tuple(entry.seat for entry in table.log), whole=False)
    with _lock:
        key = _key(table)
        _plays[key] = play
        _plays.move_to_end(key)
        if len(_plays) > REMEMBERED:
            _plays.popitem(last=False)
    return play.timeline


def state_after(table: Table, length: int) -> State:
    """The position after so many lines. Before the last line it is at hand; any other is replayed, as by `back_to`."""
    if length == len(table.log) - 1:
        timeline_of(table)
        play = _known_play(table)
        if play and play.state_before and len(play.table.log) == len(table.log):
            return play.state_before
    return table.back_to(length).state


def is_replayed(table: Table) -> bool:
    """Whether the timeline of the table is at hand but for a few lines: a long game takes up to 20 ms to replay."""
    play = _known_play(table)
    return play is not None and len(table.log) - len(play.table.log) <= FEW


def has_secrets(table: Table) -> bool:
    """Whether seats hold something secret from the deal on, such as hands.

    Simultaneous choices do not count: they are secret only until all have chosen.
    """
    hides = timeline_of(table).hides
    return table.state.view(0) != table.state if hides is None else hides


def _hides(table: Table) -> bool | None:
    """Whether seats hold something secret here, None while it is being dealt."""
    return table.state.view(0) != table.state if set(table.state.to_act()) - {CHANCE} else None


def ready(table: Table) -> frozenset[Seat]:
    """The seats that have chosen while others have not; empty if seats act one by one."""
    owing = table.state.to_act()
    return frozenset(table.log[line].seat for line in pending(table)) - frozenset(owing)


def pending(table: Table) -> tuple[int, ...]:
    """The lines of the log with choices that wait for others, including choices changed since."""
    *_, waiting = timeline_of(table).together
    return waiting if set(table.state.to_act()) - {CHANCE} else ()


def silent(table: Table) -> frozenset[int]:
    """The lines of the log that are not shown: choices that wait for others, and choices changed later."""
    found = set(pending(table))
    for lines in timeline_of(table).together:
        found |= set(lines) - set({table.log[line].seat: line for line in lines}.values())
    return frozenset(found)
