"""What a table keeps from whom. Knows no game: only what its views show."""

from __future__ import annotations

from bot.model.timeline import course
from engine import CHANCE, IllegalMove, Seat, Table


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
    owing, *later = map(set, course(table).owed)
    for number, (entry, now) in enumerate(zip(table.log, later, strict=True)):
        if not (now <= owing and owing - now <= {entry.seat}):
            found += [[]] if found[-1] else []
        elif entry.seat not in now:
            found[-1].append(number)
        owing = now
    return found
