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
    chosen: set[Seat] = set()
    step = table.back_to(0)
    owing = set(step.state.to_act())
    for entry in table.log:
        step = step.step(entry)
        now = set(step.state.to_act())
        if not (now <= owing and owing - now <= {entry.seat}):
            chosen.clear()
        elif entry.seat not in now:
            chosen.add(entry.seat)
        owing = now
    return frozenset(chosen) if owing - {CHANCE} else frozenset()
