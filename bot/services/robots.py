"""How robots are asked for their moves, and when what they thought of is forgotten. Knows no process and no Discord."""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random

from bot.logic.automatic_moves import late_move, robot_turn
from bot.model.people import Robot
from bot.model.record import Record
from bot.model.robots import AskedJudgement, AskedLuck, ChooseMove, RobotTurn
from bot.model.room import PlayedRoom, Room
from bot.model.timeline import unfinished
from engine import Move, Seat, Table
from engine.core import State, View
from engine.robots.ai import choose
from engine.robots.luck import Luck, luck_of_draw
from engine.robots.review import JudgedDecision, judge_decision

Choose = Callable[[str, View[State], Random], Move]  # a robot's move by its level, in the thread that asks


def on_a_thread(function: Choose) -> ChooseMove:
    """Every robot moves as this function says, which runs on a thread."""

    async def chosen(turn: RobotTurn) -> Move:
        return await asyncio.to_thread(function, turn.level, turn.view, Random(turn.seed))  # noqa: S311 - repeatable

    return chosen


IN_THIS_PROCESS: ChooseMove = on_a_thread(choose)


async def judge_here(asked: AskedJudgement) -> JudgedDecision:
    """The decision judged on a thread."""
    return await asyncio.to_thread(judge_decision, asked.decision, closely=asked.closely, nodes=asked.nodes)


async def tell_luck_here(asked: AskedLuck) -> Luck:
    """How much the draw favored each seat, found on a thread."""
    return await asyncio.to_thread(luck_of_draw, asked.game, asked.draw, asked.most)


def robots_to_act(room: Room) -> list[Seat]:
    """The seats that must move and that robots play."""
    return [seat for seat in room.to_act if isinstance(room.seats[seat], Robot)]


async def next_robot(room: PlayedRoom, *, searching: bool) -> tuple[Seat, RobotTurn] | None:
    """The next seat at which a robot is to move, and what it is asked; `searching`: also one that takes seconds."""
    for seat in robots_to_act(room):
        turn = await asyncio.to_thread(robot_turn, room, seat)
        if searching or not turn.is_search:
            return seat, turn
    return None


class Thoughts:
    """Asks robots, and watches whether the table at which they think has changed meanwhile."""

    def __init__(self, answers: ChooseMove) -> None:
        self._choose = answers
        self._changes: dict[int, asyncio.Future[None]] = {}  # the next one of each room at which a robot searches

    async def move(
        self, room: PlayedRoom, seat: Seat, turn: RobotTurn, now: Callable[[int], Awaitable[Room]]
    ) -> Move | None:
        """The move of the robot on that seat; None once it is not asked any more, as after a move was taken back."""
        if not turn.is_search:
            return await self._choose(turn)
        thinking = asyncio.ensure_future(self._choose(turn))
        try:
            while not thinking.done():
                if room.id not in self._changes:
                    self._changes[room.id] = asyncio.get_running_loop().create_future()
                changed = self._changes[room.id]
                later = await now(room.id)
                if seat not in robots_to_act(later) or later.chairs[seat].stamp != room.chairs[seat].stamp:
                    return None
                await asyncio.wait((thinking, changed), return_when=asyncio.FIRST_COMPLETED)
            return thinking.result()
        finally:
            thinking.cancel()

    def look_again(self, room_id: int) -> None:
        """The table has changed: robots that search there see whether they still must."""
        changed = self._changes.pop(room_id, None)
        if changed is not None:
            changed.set_result(None)


async def late_turn(record: Record, table: Table, seat: Seat, chosen: ChooseMove) -> list[str]:
    """A robot's moves for a seat that is late, up to the end of the turn or the first public event."""
    turn: list[str] = []
    while seat in table.state.to_act() and (not turn or unfinished(table, seat)):
        turn.append(str(await chosen(await asyncio.to_thread(late_move, record, table, seat))))
        table = await asyncio.to_thread(table.play, seat, turn[-1])
    return turn
