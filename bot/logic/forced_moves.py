"""Moves without a choice, played for people at once, which can save a day. Knows no storage and no Discord."""

from __future__ import annotations

from collections.abc import Collection

from bot.model.people import Person
from bot.model.phases import played_room_of
from bot.model.record import Record, with_table
from bot.model.room import PlayedRoom
from engine import CHANCE, Game, Seat


def with_only_moves(record: Record, game: Game, now: float, unless: Collection[int] = ()) -> Record:
    """The record after everybody with exactly one legal move has made it, one after another.

    `unless`: account numbers of those who want to make such moves themselves.
    Nothing is played in a position with hidden parts: a forced move would give away what somebody holds or plans.
    """
    while forced := _forced(record, game, unless):
        for seat in forced:
            room = played_room_of(record, game)
            if seat in room.to_act:
                (move,) = room.table.state.moves(seat)
                record = with_table(record, room.table.play(seat, str(move)), room.stamp(seat), now, "only")
    return record


def _forced(record: Record, game: Game, unless: Collection[int]) -> list[Seat]:
    if record.phase != "playing":
        return []
    room = played_room_of(record, game)
    people = [(seat, who) for seat, who in enumerate(room.seats) if isinstance(who, Person) and who.id not in unless]
    found = [seat for seat, _ in people if seat in room.to_act and _has_one_move(room, seat)]
    open_to_all = room.table.state.view(None) == room.table.state
    return found if open_to_all else []


def _has_one_move(room: PlayedRoom, seat: Seat) -> bool:
    return seat != CHANCE and len(room.table.state.moves(seat)) == 1
