"""The table of a record: loaded from its saved position, and written back after a move.

Knows no rules, no people and no storage.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from threading import Lock

from bot.model.record import LogLine, MoveTrigger, Record
from engine.codec import dump, load
from engine.core import CHANCE, Game, Seat, State
from engine.table import Table

POSITION_CACHE_SIZE = 128  # positions, some 20 KB each; the last ones are remembered
_positions: dict[tuple[type[State], str], State] = {}  # positions as text, the oldest first
_lock = Lock()  # rooms are made on several threads


def saved_table(record: Record, game: Game) -> Table | None:
    """The table of the record, None before its game has begun. Raises Misfit if its position does not fit."""
    if record.state is None:
        return None
    # A press loads its room several times, mostly the one that the press before it has written; positions never change.
    state = _positions.get((game.state, record.state))
    if state is None:
        state = load(game.state, json.loads(record.state))
        _remember(record.state, state)
    return Table(game, len(record.chairs), record.options, record.seed, record.entries, state, first=record.first_seat)


def common_length(first: Sequence[LogLine], other: Sequence[LogLine]) -> int:
    """The number of equal entries at the start of both logs."""
    length = min(len(first), len(other))
    while first[:length] != other[:length]:
        length -= 1
    return length


def with_table(record: Record, table: Table, stamp: int | None, now: float, trigger: MoveTrigger = "") -> Record:
    """Update the record to `table`: phase, position, new log lines, and who has to act.

    `stamp` is that of the seat whose move it was, None for the first deal. The stamps of that seat and of every seat
    that newly has to act are one higher. `how`: see LogLine.
    """
    fresh = table.log[len(record.log) :]
    mover = fresh[0].seat if stamp is not None else None
    lines = []
    for entry in fresh:
        if entry.seat == CHANCE:
            lines.append(LogLine(entry.seat, entry.text, None, now))
        else:
            lines.append(LogLine(entry.seat, entry.text, stamp, now, trigger))
    ask = None if lines else record.proposal  # a move ends what was proposed before it
    longer = replace(record, log=(*record.log, *lines), proposal=ask)
    return _with_position(longer, table, mover, now)


def with_shorter_table(record: Record, table: Table, seat: Seat, now: float) -> Record:
    """Update the record to `table`, whose log is shorter because this seat took moves back.

    Stamps only rise: that of the seat and of every seat that newly has to act are one higher.
    """
    return _with_position(replace(record, log=record.log[: len(table.log)], proposal=None), table, seat, now)


def _with_position(record: Record, table: Table, mover: Seat | None, now: float) -> Record:
    """The record with the position of that table, after a move of that seat or after it took moves back."""
    to_act = table.state.to_act()
    chairs = []
    for seat, chair in enumerate(record.chairs):
        acts = seat in to_act
        rises = seat == mover or (acts and not chair.owes_move)
        chairs.append(replace(chair, owes_move=acts, stamp=chair.stamp + rises))
    state = json.dumps(dump(table.state), separators=(",", ":"))
    _remember(state, table.state)
    return replace(
        record,
        state=state,
        chairs=tuple(chairs),
        offers=record.offers if to_act else (),
        changed_at=now,
        phase="playing" if to_act else "over",
    )


def _remember(text: str, state: State) -> None:
    with _lock:
        _positions[type(state), text] = state
        if len(_positions) > POSITION_CACHE_SIZE:
            del _positions[next(iter(_positions))]
