"""Moves that need no press: prepared by people in advance, without a choice, and what robots are asked.

A step takes the record of a room and returns the next one, or refuses. A robot always makes the same move in the same
position, also after a crash. Knows no storage, no clock and no Discord.
"""

from collections.abc import Collection
from dataclasses import replace

from bot.logic.seats import PLAYS_ON
from bot.model.errors import Refusal
from bot.model.people import Person, Robot
from bot.model.prepared import MOST, PreparedTurn, of_seat
from bot.model.record import HowMoved, Record
from bot.model.record_table import with_table
from bot.model.robots import RobotTurn
from bot.model.room import PlayedRoom, needs_play, table_of
from engine import Game, IllegalMove, Seat, Table
from engine.prepared_moves import is_whole_turn, playable_moves, preparation_table, prepare, table_if_others_pass
from engine.robots.core import Level

PREPARED: HowMoved = "prepared"  # marks a move that its person had prepared
QUICK: HowMoved = "quick"  # marks a move that a robot made at a quicker level because its search failed


def moved_on(record: Record, game: Game, now: float, unless: Collection[int] = ()) -> Record:
    """The record after a move, and all that follows from it at once: prepared moves, and moves without a choice.

    `unless`: as for `with_only_moves`.
    """
    before = None
    while record is not before:
        before = record
        record = with_prepared_moves(record, game, now)
        record = with_only_moves(record, game, now, unless)
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
    """The seats of people with one legal move, which tells nothing about what is hidden."""
    if record.phase != "playing" or record.is_paused:
        return []
    state = table_of(record, game).state
    to_act = state.to_act()
    found = []
    for seat, chair in enumerate(record.chairs):
        is_asked = isinstance(chair.occupant, Person) and chair.occupant.id not in unless and seat in to_act
        if is_asked and len(state.moves(seat)) == 1:
            found.append(seat)
    if found and state.view(None) != state:
        return []
    return found


# turns prepared in advance


def with_prepared_moves(record: Record, game: Game, now: float) -> Record:
    """The record after everybody whose turn it is has played what they had prepared, one after the other.

    Of each seat the first turn that is possible and still means the same; the others are gone. Where none is, all
    have lapsed. Nothing is played while the game is paused.
    """
    while record.prepared and record.phase == "playing" and not record.is_paused:
        waiting = [turn.seat for turn in record.prepared if not turn.lapsed and record.chairs[turn.seat].acts]
        called = [seat for seat in waiting if isinstance(record.chairs[seat].occupant, Person)]
        if not called:
            break
        record = _with_turn_played(record, game, called[0], now)
    return record


def _with_turn_played(record: Record, game: Game, seat: Seat, now: float) -> Record:
    mine = of_seat(record.prepared, seat)
    table = table_of(record, game)
    for turn in mine:
        try:
            texts = playable_moves(table, seat, turn.moves) if turn.whole else ()
        except IllegalMove:
            continue
        if texts:
            for text in texts:
                later = table_of(record, game).play(seat, text)
                record = with_table(record, later, record.chairs[seat].stamp, now, PREPARED)
            return _with(record, seat, ())
    return _with(record, seat, tuple(replace(turn, lapsed=True) for turn in mine))


def without_past_turns(before: Record, later: Record) -> Record:
    """`later` without prepared turns whose time is over.

    They end with the game, when somebody else or a robot has the seat, and when the seat is to move; what lapsed is
    forgotten with the seat's next move.
    """
    if not later.prepared:
        return later
    left = tuple(turn for turn in later.prepared if _stands(turn, before, later))
    return later if left == later.prepared else replace(later, prepared=left)


def _stands(turn: PreparedTurn, before: Record, later: Record) -> bool:
    """Whether the prepared turn is kept after this step."""
    old = before.chairs[turn.seat]
    chair = later.chairs[turn.seat]
    one = old.occupant
    other = chair.occupant
    is_same = isinstance(one, Person) and isinstance(other, Person) and one.id == other.id
    if later.phase != "playing" or not is_same:
        return False
    if not turn.lapsed:
        return not chair.acts
    return chair.acts and (not old.acts or chair.stamp == old.stamp)


def begun(record: Record, seat: Seat) -> PreparedTurn | None:
    """The seat's turn of which only some moves are prepared, such as tiles of a turn that goes on; None for none."""
    return next((turn for turn in of_seat(record.prepared, seat) if not turn.whole and not turn.lapsed), None)


def looking_ahead(record: Record, game: Game, seat: Seat, *, on: bool = False) -> tuple[Table, PreparedTurn | None]:
    """The table at which the seat prepares its next move, and the turn that this move goes on.

    That is the turn which it has begun, or with `on` the last one that is whole; None for a new one. Raises Refusal:
    over, not_started, gone, prepare_yours, prepare_nothing.
    """
    needs_play(record)
    if record.chairs[seat].acts:
        raise Refusal("prepare_yours", tag=record.tag)
    table = table_of(record, game)
    own = preparation_table(table, seat)
    turn = begun(record, seat)
    if own is None:
        raise Refusal("prepare_nothing", tag=record.tag)
    if turn is None and on:
        turn = next(iter(of_seat(record.prepared, seat)[::-1]), None)
    later = _after(table, seat, turn)
    return (later, turn) if later is not None else (own, None)


def _after(table: Table, seat: Seat, turn: PreparedTurn | None) -> Table | None:
    """The table on which that turn goes on; None where it cannot, or there is none."""
    if turn is None:
        return None
    try:
        own = preparation_table(table, seat, turn.moves)
    except IllegalMove:  # somebody has moved since
        return None
    return table_if_others_pass(own, seat) if own is not None and turn.whole else own


def prepared(record: Record, game: Game, seat: Seat, text: str, *, on: bool = False) -> Record:
    """The seat has prepared this move, as a turn of its own or behind the moves of the turn that it goes on.

    Raises IllegalMove; and Refusal as `looking_ahead`, and prepare_full.
    """
    own, turn = looking_ahead(record, game, seat, on=on)
    others = tuple(one for one in of_seat(record.prepared, seat) if one.whole and one != turn)
    if turn is None and len(others) >= MOST:
        raise Refusal("prepare_full", n=MOST)
    move, later = prepare(own, seat, text)
    made = PreparedTurn(seat, (*turn.moves, move) if turn else (move,), is_whole_turn(later.state, seat))
    again = any(one.texts == made.texts for one in others)  # a second time changes nothing
    return _with(record, seat, others if again else (*others, made))


def taken_out(record: Record, seat: Seat, place: int | None) -> Record:
    """The seat's prepared turn at that 0-based place is gone; all of them for None. What is gone already stays gone."""
    mine = of_seat(record.prepared, seat)
    left = () if place is None else tuple(turn for n, turn in enumerate(mine) if n != place)
    return _with(record, seat, left)


def stepped_back(record: Record, game: Game, seat: Seat, *, turn: bool) -> Record:
    """The turn that the seat has begun to prepare is without its last move, or gone with `turn`.

    Raises Refusal("stale") where none is begun.
    """
    begun_turn = begun(record, seat)
    if begun_turn is None:
        raise Refusal("stale")
    others = tuple(one for one in of_seat(record.prepared, seat) if one is not begun_turn)
    moves = () if turn else begun_turn.moves[:-1]
    own = _after(table_of(record, game), seat, replace(begun_turn, moves=moves)) if moves else None
    left = (PreparedTurn(seat, moves, is_whole_turn(own.state, seat)),) if own is not None else ()
    return _with(record, seat, (*others, *left))


def _with(record: Record, seat: Seat, turns: tuple[PreparedTurn, ...]) -> Record:
    others = tuple(turn for turn in record.prepared if turn.seat != seat)
    return replace(record, prepared=tuple(sorted((*others, *turns), key=lambda turn: turn.seat)))


# what robots are asked


def robot_turn(room: PlayedRoom, seat: Seat) -> RobotTurn:
    """What the robot on that seat, whose turn it is, is asked. Some milliseconds of CPU."""
    table = room.table
    robot = room.seats[seat]
    assert isinstance(robot, Robot)
    seed = f"{table.seed}/robot {seat}/{table.move_count(seat)}"
    return _turn(robot.level, table, seat, seed, (room.place.guild, room.record.host.id))


def late_move(record: Record, table: Table, seat: Seat) -> RobotTurn:
    """What a robot is asked for a seat that is late. Some milliseconds of CPU."""
    seed = f"{table.seed}/late {seat}/{table.move_count(seat)}"
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
