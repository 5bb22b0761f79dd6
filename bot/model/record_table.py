"""Convert between a record and its table: load the saved position, and update the record after a move.

Independent of rules, people and storage.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from threading import Lock

from bot.model.record import LogLine, MoveTrigger, Record
from engine.codec import dump, load
from engine.core import CHANCE, Game, Seat, State
from engine.table import Table

POSITION_CACHE_SIZE = 128  # the latest positions, about 20 KB each
_positions: dict[tuple[type[State], str], State] = {}  # the position for each JSON text, oldest first
_lock = Lock()  # several threads create rooms


def saved_table(record: Record, game: Game) -> Table | None:
    """The table of the record, None before its game has begun. Raises Misfit if the position does not fit the game."""
    if record.state is None:
        return None
    # One press loads a room several times. Sharing a cached position is safe, because positions are never modified.
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
    """The record updated to `table`: phase, position, new log lines, and the seats that must act.

    `stamp`: the stamp of the seat that moved, None for the first deal. `trigger`: see LogLine. The stamps of that seat
    and of every seat that did not have to act before rise by one.
    """
    fresh = table.log[len(record.log) :]
    mover = fresh[0].seat if stamp is not None else None
    lines = []
    for entry in fresh:
        if entry.seat == CHANCE:
            lines.append(LogLine(entry.seat, entry.text, None, now))
        else:
            lines.append(LogLine(entry.seat, entry.text, stamp, now, trigger))
    ask = None if lines else record.proposal  # a move ends an earlier proposal
    longer = replace(record, log=(*record.log, *lines), proposal=ask)
    return _with_position(longer, table, mover, now)


def with_shorter_table(record: Record, table: Table, seat: Seat, now: float) -> Record:
    """The record updated to `table`, whose log is shorter because this seat took moves back.

    Stamps rise here too: by one for this seat and for every seat that did not have to act before.
    """
    return _with_position(replace(record, log=record.log[: len(table.log)], proposal=None), table, seat, now)


def _with_position(record: Record, table: Table, mover: Seat | None, now: float) -> Record:
    """The record with the table's position, after `mover` moved or took moves back."""
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
