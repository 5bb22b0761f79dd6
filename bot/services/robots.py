"""How robots are asked for moves, and when a search is abandoned. Knows nothing about processes and Discord."""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random

from bot.logic.automatic_moves import late_robot_turn, robot_turn
from bot.model.people import Robot
from bot.model.record import Record
from bot.model.robots import ChooseMove, JudgmentRequest, LuckRequest, RobotTurn
from bot.model.room import PlayedRoom, Room
from bot.model.timeline import is_mid_turn
from engine import Move, Seat, Table
from engine.core import State, View
from engine.robots.ai import choose
from engine.robots.luck import Luck, luck_of_draw
from engine.robots.review import JudgedDecision, judge_decision

ChooseFunction = Callable[[str, View[State], Random], Move]  # chooses a move for a robot of that level


def run_on_thread(function: ChooseFunction) -> ChooseMove:
    """Return a ChooseMove that runs the function on a thread, for every robot."""

    async def choose_on_thread(turn: RobotTurn) -> Move:
        return await asyncio.to_thread(function, turn.level, turn.view, Random(turn.seed))  # noqa: S311 - repeatable

    return choose_on_thread


CHOOSE_IN_THIS_PROCESS: ChooseMove = run_on_thread(choose)


async def judge_on_thread(asked: JudgmentRequest) -> JudgedDecision:
    """Judge the decision on a thread."""
    return await asyncio.to_thread(judge_decision, asked.decision, closely=asked.closely, nodes=asked.nodes)


async def measure_luck_on_thread(asked: LuckRequest) -> Luck:
    """Measure on a thread how much the draw favored each seat."""
    return await asyncio.to_thread(luck_of_draw, asked.game, asked.draw, asked.max_tries)


def robots_to_act(room: Room) -> list[Seat]:
    """Return the seats that are to act and are played by robots."""
    return [seat for seat in room.to_act if isinstance(room.occupants[seat], Robot)]


async def next_robot(room: PlayedRoom, *, searching: bool) -> tuple[Seat, RobotTurn] | None:
    """Return the seat and turn of the next robot to act, None if none is. `searching`: include robots that search."""
    for seat in robots_to_act(room):
        turn = await asyncio.to_thread(robot_turn, room, seat)
        if searching or not turn.is_search:
            return seat, turn
    return None


class RobotSearches:
    """Asks robots for moves, and abandons a search when its table has changed."""

    def __init__(self, answers: ChooseMove) -> None:
        self._choose = answers
        self._changes: dict[int, asyncio.Future[None]] = {}  # the next change of each room in which a robot searches

    async def choose_move(
        self, room: PlayedRoom, seat: Seat, turn: RobotTurn, load_room: Callable[[int], Awaitable[Room]]
    ) -> Move | None:
        """Return the robot's move, or None once it is no longer needed, for example after a take-back."""
        if not turn.is_search:
            return await self._choose(turn)
        thinking = asyncio.ensure_future(self._choose(turn))
        try:
            while not thinking.done():
                if room.id not in self._changes:
                    self._changes[room.id] = asyncio.get_running_loop().create_future()
                changed = self._changes[room.id]
                later = await load_room(room.id)
                if seat not in robots_to_act(later) or later.chairs[seat].stamp != room.chairs[seat].stamp:
                    return None
                await asyncio.wait((thinking, changed), return_when=asyncio.FIRST_COMPLETED)
            return thinking.result()
        finally:
            thinking.cancel()

    def recheck(self, room_id: int) -> None:
        """Make the room's searching robots check whether their move is still needed, because the table has changed."""
        changed = self._changes.pop(room_id, None)
        if changed is not None:
            changed.set_result(None)


async def late_turn(record: Record, table: Table, seat: Seat, choose_move: ChooseMove) -> list[str]:
    """Choose a robot's moves for a seat out of time, up to the end of the turn or the first public event."""
    turn: list[str] = []
    while seat in table.state.to_act() and (not turn or is_mid_turn(table, seat)):
        turn.append(str(await choose_move(await asyncio.to_thread(late_robot_turn, record, table, seat))))
        table = await asyncio.to_thread(table.play, seat, turn[-1])
    return turn
