"""How robots choose their moves: always the same move in the same position, also after a crash.

Knows no storage, no clock and no Discord.
"""

from __future__ import annotations

from random import Random

from bot.logic.seats import PLAYS_ON
from bot.model.people import Robot
from bot.model.room import PlayedRoom
from bot.model.turns import unfinished
from bot.services.ports import ChooseMove
from engine import Move, Seat, Table


def robot_move(room: PlayedRoom, seat: Seat, choose: ChooseMove) -> Move:
    """The move of the robot on that seat, whose turn it is. CPU work."""
    table, robot = room.table, room.seats[seat]
    assert isinstance(robot, Robot)
    return choose(robot.level, table.view(seat), Random(f"{table.seed}/robot {seat}/{table.turn(seat)}"))  # noqa: S311


def late_turn(table: Table, seat: Seat, choose: ChooseMove) -> list[str]:
    """A robot's moves for a seat that is late, up to the end of the turn or the first public event. CPU work."""
    turn: list[str] = []
    while seat in table.state.to_act() and (not turn or unfinished(table, seat)):
        rng = Random(f"{table.seed}/late {seat}/{table.turn(seat)}")  # noqa: S311
        turn.append(str(choose(PLAYS_ON, table.view(seat), rng)))
        table = table.play(seat, turn[-1])
    return turn
