"""Tries of puzzles as tables, so that a menu of moves works on them. Knows no words and no Discord."""

import asyncio

from bot.model.errors import Refusal
from bot.model.puzzle import BASE, PuzzleRoom, PuzzleTry, room_of
from bot.model.room import PlayedRoom, Room
from bot.services.puzzles import Puzzles
from engine.core import IllegalMove, Seat
from engine.robots.puzzle import is_answer
from engine.table import Entry


class PuzzleTables:
    """Every try as a table of its own; its number is that of the try, from BASE on."""

    def __init__(self, puzzles: Puzzles) -> None:
        self._puzzles = puzzles

    async def of(self, one: PuzzleTry) -> PuzzleRoom:
        """The try as a table. Raises Refusal("puzzle_gone") if the rules do not agree with it any more."""
        try:
            return await asyncio.to_thread(room_of, one, self._puzzles.games, self._puzzles.now())
        except IllegalMove:
            raise Refusal("puzzle_gone") from None

    async def retract(self, room_id: int, person_id: int, stamp: int, *, turn: bool) -> None:
        """The last move, or the whole `turn`, is undone. Raises Refusal: puzzle_gone, puzzle_past, stale."""
        one = await self._puzzles.tried(room_id - BASE, person_id)
        if one.change != stamp or not one.moves:
            raise Refusal("stale")
        await self._puzzles.move(one, () if turn else one.moves[:-1], is_whole=False)

    # what a menu of moves asks

    async def room(self, room_id: int) -> PuzzleRoom:
        """The try of that number; the move menu checks whose it is. Raises Refusal("puzzle_gone")."""
        return await self.of(await self._puzzles.tried(room_id - BASE))

    async def seated(self, room_id: int, person_id: int) -> tuple[PuzzleRoom, Seat]:
        """The try and the seat of the person, whose it is. Raises Refusal("puzzle_gone")."""
        room = await self.of(await self._puzzles.tried(room_id - BASE, person_id))
        return room, room.seat_of(person_id) or 0

    async def play(self, room_id: int, seat: Seat, stamp: int | None, text: str, _: int) -> PlayedRoom:
        """The seat has made the move, which may complete the answer.

        No draw follows, nor any move of a robot. Raises Refusal: puzzle_gone, puzzle_past, stale; IllegalMove.
        """
        one = await self._puzzles.tried(room_id - BASE)
        room = await self.of(one)
        if one.at is not None or (stamp is not None and stamp != one.change):
            raise Refusal("stale")
        move = room.game.parse(text)
        table = await asyncio.to_thread(room.table.step, Entry(seat, str(move)))
        await self._puzzles.move(one, (*one.moves, str(move)), is_whole=is_answer(table, seat))
        return await self.room(room_id)

    async def of_person(self, _: int) -> list[Room]:
        """None: nothing waits in a puzzle."""
        return []

    async def in_channel(self, _: int) -> list[Room]:
        """None: a puzzle stands in no channel."""
        return []
