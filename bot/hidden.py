"""What a table keeps from whom. Knows no game: only what its views show."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from engine import CHANCE, Entry, IllegalMove, Seat, Table

REMEMBERED = 64  # positions; a message asks for the same one several times


def has_secrets(table: Table) -> bool:
    """Whether seats hold something that others may not see from the deal on, as hands are.

    Plans that are shown when all are in do not count: they are secret for a moment, not for a game.
    """
    dealt = next((n for n, entry in enumerate(table.log) if entry.seat != CHANCE), len(table.log))
    try:
        state = table.back_to(dealt).state
    except IllegalMove:  # the rules were corrected since
        state = table.state
    return state.view(0) != state


def ready(table: Table) -> frozenset[Seat]:
    """The seats that have made their choice while others still owe theirs; empty where seats act one by one."""
    owing = table.state.to_act()
    return frozenset(table.log[line].seat for line in pending(table)) - frozenset(owing)


def pending(table: Table) -> tuple[int, ...]:
    """The lines of the log with choices that wait for those of others, also such as were changed since."""
    *_, waiting = _together(table)
    return tuple(waiting) if set(table.state.to_act()) - {CHANCE} else ()


def silent(table: Table) -> frozenset[int]:
    """The lines of the log that are no news: choices that wait for those of others, and such as were changed."""
    changed = [line for lines in _together(table) for line in _changed(table, lines)]
    return frozenset(changed) | frozenset(pending(table))


def _changed(table: Table, lines: list[int]) -> list[int]:
    latest = {table.log[line].seat: line for line in lines}
    return [line for line in lines if latest[table.log[line].seat] != line]


def _together(table: Table) -> list[list[int]]:
    """The lines with choices made while others owed theirs, a list for each time; the last one may still go on."""
    found: list[list[int]] = [[]]
    owing, *later = map(set, owed(table))
    for number, (entry, now) in enumerate(zip(table.log, later, strict=True)):
        if not (now <= owing and owing - now <= {entry.seat}):
            found += [[]] if found[-1] else []
        elif entry.seat not in now:
            found[-1].append(number)
        owing = now
    return found


def owed(table: Table) -> tuple[tuple[Seat, ...], ...]:
    """Who owed a move after none, one, ... all lines of the log. One replay a position, however often it is asked.

    Nobody, from where corrected rules no longer agree with an old log, up to the position that was kept.
    """
    key = (table.game.key, table.seats, table.first, tuple(sorted(table.options.items())), table.seed)
    return _replayed(_Play(key, table.log, table))


@dataclass(frozen=True)
class _Play:
    """What a replay depends on; two tables with the same of it are the same play."""

    key: tuple[object, ...]
    log: tuple[Entry, ...]
    table: Table = field(compare=False)


@lru_cache(maxsize=REMEMBERED)
def _replayed(play: _Play) -> tuple[tuple[Seat, ...], ...]:
    found: list[tuple[Seat, ...]] = []
    try:
        step = play.table.back_to(0)
        found.append(step.state.to_act())
        for entry in play.log:
            step = step.step(entry)
            found.append(step.state.to_act())
    except IllegalMove:
        found += [()] * (len(play.log) - len(found)) + [play.table.state.to_act()]
    return tuple(found)
