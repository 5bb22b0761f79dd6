"""Moves that need no press: prepared moves, forced moves, and the input for robots.

Each step takes a room's record and returns the changed record, or refuses. A robot always makes the same move in the
same position, even after a crash. Independent of storage, clocks and Discord.
"""

from collections.abc import Collection
from dataclasses import replace

from bot.logic.seats import STAND_IN_LEVEL
from bot.model.errors import Refusal
from bot.model.people import Person, Robot
from bot.model.prepared_turns import MAX_PREPARED_TURNS, PreparedTurn, turns_of_seat
from bot.model.record import MoveTrigger, Record
from bot.model.record_table import with_table
from bot.model.robots import RobotTurn
from bot.model.room import PlayedRoom, require_play, table_of
from engine import Game, IllegalMove, Seat, Table
from engine.prepared_moves import is_whole_turn, playable_moves, preparation_table, prepare, table_if_others_pass
from engine.robots.core import Level

TRIGGER_PREPARED: MoveTrigger = "prepared"  # marks a move that was prepared in advance
TRIGGER_QUICK: MoveTrigger = "quick"  # marks a move that a robot chose at a quicker level because its search had failed


def play_automatic_moves(record: Record, game: Game, now: float, unless: Collection[int] = ()) -> Record:
    """Play all prepared moves and forced moves that are due after a move.

    `unless`: see `play_only_moves`.
    """
    before = None
    while record is not before:
        before = record
        record = play_prepared_turns(record, game, now)
        record = play_only_moves(record, game, now, unless)
    return record


def play_only_moves(record: Record, game: Game, now: float, unless: Collection[int] = ()) -> Record:
    """Play the move of everyone who has exactly one legal move, one after another.

    `unless`: account numbers of people who make forced moves themselves. Nothing is played in a position with hidden
    parts, because a forced move would reveal what someone holds or plans.
    """
    while forced := _seats_with_only_move(record, game, unless):
        for seat in forced:
            table = table_of(record, game)
            if seat in table.state.to_act():
                (move,) = table.state.moves(seat)
                record = with_table(record, table.play(seat, str(move)), record.chairs[seat].stamp, now, "only")
    return record


def _seats_with_only_move(record: Record, game: Game, unless: Collection[int]) -> list[Seat]:
    """The seats of people who have one legal move; empty if the position has hidden parts."""
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


# turns that people prepare in advance


def play_prepared_turns(record: Record, game: Game, now: float) -> Record:
    """Play the prepared turns of everyone whose turn it is, one after another.

    For each seat, the first of its prepared turns that is legal and still means the same is played, and its others are
    dropped. If none qualifies, all its prepared turns lapse. Nothing is played while the game is paused.
    """
    while record.prepared and record.phase == "playing" and not record.is_paused:
        waiting = [turn.seat for turn in record.prepared if not turn.has_lapsed and record.chairs[turn.seat].owes_move]
        called = [seat for seat in waiting if isinstance(record.chairs[seat].occupant, Person)]
        if not called:
            break
        record = _play_prepared_turn(record, game, called[0], now)
    return record


def _play_prepared_turn(record: Record, game: Game, seat: Seat, now: float) -> Record:
    mine = turns_of_seat(record.prepared, seat)
    table = table_of(record, game)
    for turn in mine:
        try:
            texts = playable_moves(table, seat, turn.moves) if turn.is_whole else ()
        except IllegalMove:
            continue
        if texts:
            for text in texts:
                later = table_of(record, game).play(seat, text)
                record = with_table(record, later, record.chairs[seat].stamp, now, TRIGGER_PREPARED)
            return _with_turns(record, seat, ())
    return _with_turns(record, seat, tuple(replace(turn, has_lapsed=True) for turn in mine))


def drop_past_turns(before: Record, later: Record) -> Record:
    """Return `later` without the prepared turns that have expired.

    A prepared turn expires when the game ends, when its seat changes hands, or when its seat is to move. A turn that
    lapsed because it could not be played stays until the seat has moved.
    """
    if not later.prepared:
        return later
    left = tuple(turn for turn in later.prepared if _is_kept(turn, before, later))
    return later if left == later.prepared else replace(later, prepared=left)


def _is_kept(turn: PreparedTurn, before: Record, later: Record) -> bool:
    old = before.chairs[turn.seat]
    chair = later.chairs[turn.seat]
    person = old.occupant
    other = chair.occupant
    is_same = isinstance(person, Person) and isinstance(other, Person) and person.id == other.id
    if later.phase != "playing" or not is_same:
        return False
    if not turn.has_lapsed:
        return not chair.owes_move
    return chair.owes_move and (not old.owes_move or chair.stamp == old.stamp)


def partial_turn(record: Record, seat: Seat) -> PreparedTurn | None:
    """The seat's prepared turn that is still incomplete, or None."""
    return next(
        (turn for turn in turns_of_seat(record.prepared, seat) if not turn.is_whole and not turn.has_lapsed), None
    )


def begin_preparation(
    record: Record, game: Game, seat: Seat, *, continues: bool = False
) -> tuple[Table, PreparedTurn | None]:
    """Return the table on which the seat prepares its next move, and the prepared turn that this move continues.

    The prepared turn is the seat's incomplete one; without one, with `continues`, its last complete one; else None,
    because the move begins a new turn.
    Raises Refusal: over, not_started, gone, prepare_yours, prepare_nothing.
    """
    require_play(record)
    if record.chairs[seat].owes_move:
        raise Refusal("prepare_yours", tag=record.tag)
    table = table_of(record, game)
    own = preparation_table(table, seat)
    turn = partial_turn(record, seat)
    if own is None:
        raise Refusal("prepare_nothing", tag=record.tag)
    if turn is None and continues:
        turn = next(iter(turns_of_seat(record.prepared, seat)[::-1]), None)
    later = _table_after(table, seat, turn)
    return (later, turn) if later is not None else (own, None)


def _table_after(table: Table, seat: Seat, turn: PreparedTurn | None) -> Table | None:
    """The table after the prepared turn; None if the turn is None or cannot be continued."""
    if turn is None:
        return None
    try:
        own = preparation_table(table, seat, turn.moves)
    except IllegalMove:  # a move played since has made the turn illegal
        return None
    return table_if_others_pass(own, seat) if own is not None and turn.is_whole else own


def prepare_move(record: Record, game: Game, seat: Seat, text: str, *, continues: bool = False) -> Record:
    """Prepare this move for the seat, as the first move of a new turn or the next move of a prepared one.

    Raises IllegalMove. Raises Refusal: as `begin_preparation`, and prepare_full.
    """
    own, turn = begin_preparation(record, game, seat, continues=continues)
    others = tuple(planned for planned in turns_of_seat(record.prepared, seat) if planned.is_whole and planned != turn)
    if turn is None and len(others) >= MAX_PREPARED_TURNS:
        raise Refusal("prepare_full", n=MAX_PREPARED_TURNS)
    move, later = prepare(own, seat, text)
    made = PreparedTurn(seat, (*turn.moves, move) if turn else (move,), is_whole_turn(later.state, seat))
    again = any(planned.texts == made.texts for planned in others)  # preparing the same turn twice changes nothing
    return _with_turns(record, seat, others if again else (*others, made))


def remove_prepared_turn(record: Record, seat: Seat, place: int | None) -> Record:
    """Remove the seat's prepared turn at that 0-based index, or all if it is None. An unknown index changes nothing."""
    mine = turns_of_seat(record.prepared, seat)
    left = () if place is None else tuple(turn for n, turn in enumerate(mine) if n != place)
    return _with_turns(record, seat, left)


def undo_prepared_move(record: Record, game: Game, seat: Seat, *, whole_turn: bool) -> Record:
    """Remove the last move of the seat's incomplete turn, or with `whole_turn` the turn itself.

    Raises Refusal("stale") if there is none.
    """
    begun_turn = partial_turn(record, seat)
    if begun_turn is None:
        raise Refusal("stale")
    others = tuple(planned for planned in turns_of_seat(record.prepared, seat) if planned is not begun_turn)
    moves = () if whole_turn else begun_turn.moves[:-1]
    own = _table_after(table_of(record, game), seat, replace(begun_turn, moves=moves)) if moves else None
    left = (PreparedTurn(seat, moves, is_whole_turn(own.state, seat)),) if own is not None else ()
    return _with_turns(record, seat, (*others, *left))


def _with_turns(record: Record, seat: Seat, turns: tuple[PreparedTurn, ...]) -> Record:
    others = tuple(turn for turn in record.prepared if turn.seat != seat)
    return replace(record, prepared=tuple(sorted((*others, *turns), key=lambda turn: turn.seat)))


# input for robots


def robot_turn(room: PlayedRoom, seat: Seat) -> RobotTurn:
    """Input for the robot in that seat, whose turn it is. Takes a few milliseconds of CPU."""
    table = room.table
    robot = room.occupants[seat]
    assert isinstance(robot, Robot)
    seed = f"{table.seed}/robot {seat}/{table.turn(seat)}"
    return _robot_turn(robot.level, table, seat, seed, (room.place.guild, room.record.host.id))


def late_robot_turn(record: Record, table: Table, seat: Seat) -> RobotTurn:
    """Input for the robot that moves for a late seat. Takes a few milliseconds of CPU."""
    seed = f"{table.seed}/late {seat}/{table.turn(seat)}"
    return _robot_turn(STAND_IN_LEVEL, table, seat, seed, (record.place.guild, record.host.id))


def quick_robot_turn(turn: RobotTurn) -> RobotTurn:
    """The same input, but for a robot level that answers immediately."""
    return replace(turn, level=STAND_IN_LEVEL, is_search=False)


def sandbox_robot_turn(room: PlayedRoom, seat: Seat, level: str) -> RobotTurn:
    """Input for a robot of that level in a sandbox. Takes a few milliseconds of CPU."""
    seed = f"{level} {seat}/{len(room.table.log)}"
    return _robot_turn(level, room.table, seat, seed, (None, room.record.host.id))


def _robot_turn(level: str, table: Table, seat: Seat, seed: str, wanted: tuple[int | None, int]) -> RobotTurn:
    """Input for a robot. `wanted`: who wanted it, as the server's ID (None for none) and the account number."""
    view = table.view(seat)
    bare = view.state.copy()
    bare.events = []  # past events may reveal more than the seat may know
    is_search = Level(level).looks_ahead and len(view.moves) > 1
    return RobotTurn(level, replace(view, state=bare), seed, *wanted, is_search)
