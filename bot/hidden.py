"""What a table keeps from whom. Knows no game: only what its views show."""

from __future__ import annotations

from engine import CHANCE, Seat, Table


def has_secrets(table: Table) -> bool:
    """Whether seats hold something that others may not see from the deal on, as hands are.

    Plans that are shown when all are in do not count: they are secret for a moment, not for a game.
    """
    dealt = next((n for n, entry in enumerate(table.log) if entry.seat != CHANCE), len(table.log))
    state = table.back_to(dealt).state
    return state.view(0) != state


def ready(table: Table) -> frozenset[Seat]:
    """The seats that have made their choice while others still owe theirs; empty where seats act one by one."""
    owing = table.state.to_act()
    return frozenset(table.log[line].seat for line in pending(table)) - frozenset(owing)


def pending(table: Table) -> tuple[int, ...]:
    """The lines of the log with choices that wait for those of others, also such as were changed since."""
    lines: list[int] = []
    step = table.back_to(0)
    owing = set(step.state.to_act())
    for number, entry in enumerate(table.log):
        step = step.step(entry)
        now = set(step.state.to_act())
        if not (now <= owing and owing - now <= {entry.seat}):
            lines.clear()
        elif entry.seat not in now:
            lines.append(number)
        owing = now
    return tuple(lines) if owing - {CHANCE} else ()
