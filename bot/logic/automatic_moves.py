"""Moves that the program makes: for people who have no choice, which can save a day, for robots, and after a timeout.

A robot always makes the same move in the same position, also after a crash. Knows no storage, no clock and no Discord.
"""

from collections.abc import Collection
from dataclasses import replace

from bot.logic.prepared_moves import fired
from bot.logic.seats import PLAYS_ON
from bot.model.people import Person, Robot
from bot.model.record import HowMoved, Record
from bot.model.record_table import with_table
from bot.model.robots import RobotTurn
from bot.model.room import PlayedRoom, table_of
from engine import Game, Seat, Table
from engine.robots.core import Level

QUICK: HowMoved = "quick"  # marks a move that a robot made at a quicker level because its search failed


def moved_on(record: Record, game: Game, now: float, unless: Collection[int] = ()) -> Record:
    """The record after a move, and all that follows from it at once: prepared moves, and moves without a choice.

    `unless`: as for `with_only_moves`.
    """
    while (later := with_only_moves(fired(record, game, now), game, now, unless)) is not record:
        record = later
    return record


def with_only_moves(record: Record, game: Game, now: float, unless: Collection[int] = ()) -> Record:
    """The record after everybody with exactly one legal move has made it, one after another.

    `unless`: account numbers of those who want to make such moves themselves.
    Nothing is played in a position with hidden parts: a forced move would give away what somebody holds or plans.
    """
    while forced := _forced(record, game, unless):
        for seat in forced:
            table = table_of(record, game)
            if seat in table.state.to_act():
                (move,) = table.state.moves(seat)
                record = with_table(record, table.play(seat, str(move)), record.chairs[seat].stamp, now, "only")
    return record


def _forced(record: Record, game: Game, unless: Collection[int]) -> list[Seat]:
    if record.phase != "playing" or record.paused is not None:
        return []
    state = table_of(record, game).state
    people = [seat for seat, who in enumerate(record.occupants) if isinstance(who, Person) and who.id not in unless]
    found = [seat for seat in people if seat in state.to_act() and len(state.moves(seat)) == 1]
    return found if found and state.view(None) == state else []


def robot_turn(room: PlayedRoom, seat: Seat) -> RobotTurn:
    """What the robot on that seat, whose turn it is, is asked. Some milliseconds of CPU."""
    table, robot = room.table, room.seats[seat]
    assert isinstance(robot, Robot)
    seed = f"{table.seed}/robot {seat}/{table.turn(seat)}"
    return _turn(robot.level, table, seat, seed, (room.place.guild, room.record.host.id))


def late_move(record: Record, table: Table, seat: Seat) -> RobotTurn:
    """What a robot is asked for a seat that is late. Some milliseconds of CPU."""
    seed = f"{table.seed}/late {seat}/{table.turn(seat)}"
    return _turn(PLAYS_ON, table, seat, seed, (record.place.guild, record.host.id))


def quicker(turn: RobotTurn) -> RobotTurn:
    """The same question to a robot that answers at once."""
    return replace(turn, level=PLAYS_ON, is_search=False)


def tried_turn(room: PlayedRoom, seat: Seat, level: str) -> RobotTurn:
    """What a robot of that level is asked in a sandbox. Some milliseconds of CPU."""
    seed = f"{level} {seat}/{len(room.table.log)}"
    return _turn(level, room.table, seat, seed, (None, room.record.host.id))


def _turn(level: str, table: Table, seat: Seat, seed: str, wanted: tuple[int | None, int]) -> RobotTurn:
    """`wanted`: on which server and by whom."""
    view = table.view(seat)
    bare = view.state.copy()
    bare.events = []  # what happened may say more than the seat may know
    is_search = Level(level).looks_ahead and len(view.moves) > 1
    return RobotTurn(level, replace(view, state=bare), seed, *wanted, is_search)
