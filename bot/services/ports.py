"""Protocols: what a move menu needs of its rooms, and how robots choose moves. Knows no storage and no Discord."""

from __future__ import annotations

from random import Random
from typing import Protocol

from bot.model.room import PlayedRoom, Room
from engine.core import Move, Seat, State, View


class PlayableRooms(Protocol):
    """Rooms that can be shown and played in: the tables of everybody, or somebody's own sandboxes."""

    async def room(self, room_id: int) -> Room:
        """The room as it stands. Raises Refusal("gone")."""

    async def seated(self, room_id: int, person_id: int) -> tuple[Room, Seat]:
        """The room and the seat of this person. Raises Refusal: not_seated, gone."""

    async def play(self, room_id: int, seat: Seat, stamp: int | None, text: str, press: int) -> PlayedRoom:
        """The seat has made the move. Raises Refusal and IllegalMove."""

    async def of_person(self, person_id: int) -> list[Room]:
        """Rooms where the person sits; those that wait for the person come first."""

    async def in_channel(self, channel_id: int) -> list[Room]:
        """Rooms of the channel."""


class ChooseMove(Protocol):
    """Chooses a robot's move by its level, what its seat may know, and a random generator."""

    def __call__(self, level: str, view: View[State], rng: Random) -> Move:
        """One of the legal moves of the view."""
        ...
