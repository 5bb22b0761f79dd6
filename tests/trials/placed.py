"""A room of the database stands where a world has its table, whatever it has been through. Knows no rules."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping

from engine import dump
from tests.trials.worlds import World

STAMP = 7  # of every seat
LEFT = ("log", "outbox", "prepared_turns", "results", "rating_changes")  # what moves leave, the last of a game too

_PREPARED = "INSERT INTO prepared_turns (room, n, seat, moves, whole, lapsed) VALUES (?, ?, ?, ?, 1, 0)"


def place(database: sqlite3.Connection, room: int, world: World, more: Mapping[str, float]) -> None:
    """The room stands at the table of that world, as if it had never been anywhere else; `more`: other columns."""
    table = world.table
    stamps = [STAMP if one.seat >= 0 else None for one in table.log]
    log = [(room, n, one.seat, one.text, stamps[n], 1.0) for n, one in enumerate(table.log)]
    acting = table.state.to_act()
    for name in LEFT:
        database.execute(f"DELETE FROM {name} WHERE room = ?", (room,))
    database.execute("DELETE FROM ratings")
    database.executemany(_PREPARED, [(room, n, *row) for n, row in enumerate(_rows(world))])
    database.executemany("INSERT INTO log (room, n, seat, move, stamp, at) VALUES (?, ?, ?, ?, ?, ?)", log)
    facts = {
        "state": json.dumps(dump(table.state)), "seed": table.seed, "length": len(log),
        "shown_length": max(len(log) - 5, 0), "phase": "playing", "changed_at": 1.0, **more,
    }  # fmt: skip
    sets = ", ".join(f"{name} = :{name}" for name in facts)
    database.execute(f"UPDATE rooms SET {sets} WHERE id = :id", facts | {"id": room})
    for seat in range(table.seats):
        values = (STAMP, seat in acting, room, seat)
        database.execute("UPDATE seats SET stamp = ?, owes_move = ? WHERE room = ? AND seat = ?", values)


def _rows(world: World) -> list[tuple[int, str]]:
    turns = [(turn.seat, [[move.text, dict(move.meaning)] for move in turn.moves]) for turn in world.prepared]
    return [(seat, json.dumps(moves)) for seat, moves in turns]
