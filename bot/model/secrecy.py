"""What a table hides from whom. Knows no game, only views of its state."""

from __future__ import annotations

from bot.model.timeline import timeline_of
from engine import CHANCE, IllegalMove, Seat, Table


def has_secrets(table: Table) -> bool:
    """Whether seats hold something secret from the deal on, such as hands.

    Simultaneous choices do not count: they are secret only until all have chosen.
    """
    dealt = next((n for n, entry in enumerate(table.log) if entry.seat != CHANCE), len(table.log))
    try:
        state = table.back_to(dealt).state
    except IllegalMove:  # the rules were corrected since
        state = table.state
    return state.view(0) != state


def ready(table: Table) -> frozenset[Seat]:
    """The seats that have chosen while others have not; empty if seats act one by one."""
    owing = table.state.to_act()
    return frozenset(table.log[line].seat for line in pending(table)) - frozenset(owing)


def pending(table: Table) -> tuple[int, ...]:
    """The lines of the log with choices that wait for others, including choices changed since."""
    *_, waiting = _together(table)
    return tuple(waiting) if set(table.state.to_act()) - {CHANCE} else ()


def silent(table: Table) -> frozenset[int]:
    """The lines of the log that are not shown: choices that wait for others, and choices changed later."""
    changed = [line for lines in _together(table) for line in _changed(table, lines)]
    return frozenset(changed) | frozenset(pending(table))


def _changed(table: Table, lines: list[int]) -> list[int]:
    latest = {table.log[line].seat: line for line in lines}
    return [line for line in lines if latest[table.log[line].seat] != line]


def _together(table: Table) -> list[list[int]]:
    """The lines of simultaneous choices, a list for each round of them; the last one may be unfinished."""
    found: list[list[int]] = [[]]
    owing, *later = map(set, timeline_of(table).owed)
    for number, (entry, now) in enumerate(zip(table.log, later, strict=True)):
        if not (now <= owing and owing - now <= {entry.seat}):
            found += [[]] if found[-1] else []
        elif entry.seat not in now:
            found[-1].append(number)
        owing = now
    return found
