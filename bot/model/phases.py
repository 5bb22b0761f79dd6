"""Checks of a table's phase: each returns silently or raises the refusal. Knows no rules."""

from bot.model.errors import Refusal
from bot.model.people import label
from bot.model.record import Record, kept_table
from bot.model.room import ENDED_PHASES, PlayedRoom, Room
from engine.core import Game, Seat
from engine.table import Table


def needs_play(one: Record | Room) -> None:
    """Raises Refusal unless the table is being played: over, not_started, gone."""
    if one.phase in ENDED_PHASES:
        raise Refusal("over", tag=one.tag, phase=one.phase)
    if one.phase != "playing":
        raise _tableless(one)


def needs_unpaused(one: Record | Room) -> None:
    """Raises Refusal("paused") if the table's clock stands still."""
    if one.paused is not None:
        raise Refusal("paused", tag=one.tag)


def needs_turn(room: PlayedRoom, seat: Seat) -> None:
    """The seat may move at this table, which is being played.

    Raises Refusal: paused; not_your_turn, whose fact `prepares` says whether the seat can prepare its move.
    """
    needs_unpaused(room)
    if seat not in room.to_act and not room.table.state.moves(seat):  # a plan may still be changed
        acting = ", ".join(label(room.seats[one]) for one in room.to_act)
        prepares = room.table.state.ahead(seat) is not None
        raise Refusal("not_your_turn", name=acting, tag=room.tag, prepares=prepares)


def needs_move(record: Record, room: PlayedRoom, seat: Seat, stamp: int | None, text: str) -> None:
    """The seat may make this move from a menu of that stamp, None for a typed one.

    Raises Refusal: done, stale, and as `needs_play` and `needs_turn`.
    """
    needs_play(record)
    if stamp is not None and stamp != room.stamp(seat):
        last = next((line for line in reversed(record.log) if line.seat == seat), None)
        again = last is not None and (last.stamp, last.text) == (stamp, text)
        raise Refusal("done" if again else "stale")
    needs_turn(room, seat)


def needs_table(room: Room) -> PlayedRoom:
    """The room, whose game has begun and may be over. Raises Refusal: not_started, gone."""
    if not isinstance(room, PlayedRoom):
        raise _tableless(room)
    return room


def table_of(record: Record, game: Game) -> Table:
    """The table of a record whose game has begun. Raises Refusal: not_started, gone; Misfit as `room_of`."""
    table = kept_table(record, game)
    if table is None:
        raise _tableless(record)
    return table


def _tableless(one: Record | Room) -> Refusal:
    return Refusal("not_started" if one.phase == "lobby" else "gone", tag=one.tag, phase=one.phase)
