"""Moves that people prepare while somebody else is to move: kept, taken out again, and played when their turn comes.

Each step takes the record of a room and returns the next one, or refuses. Knows no storage and no Discord.
"""

from dataclasses import replace

from bot.model.errors import Refusal
from bot.model.people import Person
from bot.model.prepared import MOST, PreparedTurn, of_seat
from bot.model.record import HowMoved, Record
from bot.model.record_table import with_table
from bot.model.room import needs_play, table_of
from engine.core import Game, IllegalMove, Seat
from engine.prepared import ahead, is_whole, once_more, playable, prepare
from engine.table import Table

PREPARED: HowMoved = "prepared"  # marks a move that its person had prepared


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
    own, turn = ahead(table, seat), begun(record, seat)
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
        own = ahead(table, seat, turn.moves)
    except IllegalMove:  # somebody has moved since
        return None
    return once_more(own, seat) if own is not None and turn.whole else own


def prepared(record: Record, game: Game, seat: Seat, text: str, *, on: bool = False) -> Record:
    """The seat has prepared this move, as a turn of its own or behind the moves of the turn that it goes on.

    Raises IllegalMove; and Refusal as `looking_ahead`, and prepare_full.
    """
    own, turn = looking_ahead(record, game, seat, on=on)
    others = tuple(one for one in of_seat(record.prepared, seat) if one.whole and one != turn)
    if turn is None and len(others) >= MOST:
        raise Refusal("prepare_full", n=MOST)
    move, later = prepare(own, seat, text)
    made = PreparedTurn(seat, (*turn.moves, move) if turn else (move,), is_whole(later.state, seat))
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
    left = (PreparedTurn(seat, moves, is_whole(own.state, seat)),) if own is not None else ()
    return _with(record, seat, (*others, *left))


def fired(record: Record, game: Game, now: float) -> Record:
    """The record after everybody whose turn it is has played what they had prepared, one after the other.

    Of each seat the first turn that is possible and still means the same; the others are gone. Where none is, all
    have lapsed. Nothing is played while the game is paused.
    """
    while record.phase == "playing" and record.paused is None:
        waiting = [turn.seat for turn in record.prepared if not turn.lapsed and record.chairs[turn.seat].acts]
        called = [seat for seat in waiting if isinstance(record.chairs[seat].occupant, Person)]
        if not called:
            break
        record = _played(record, game, called[0], now)
    return record


def swept(before: Record, later: Record) -> Record:
    """`later` without prepared turns whose time is over.

    They end with the game, when somebody else or a robot has the seat, and when the seat is to move; what lapsed is
    forgotten with the seat's next move.
    """
    if not later.prepared:
        return later
    left = tuple(turn for turn in later.prepared if _stands(turn, before, later))
    return later if left == later.prepared else replace(later, prepared=left)


def _played(record: Record, game: Game, seat: Seat, now: float) -> Record:
    mine, table = of_seat(record.prepared, seat), table_of(record, game)
    for turn in mine:
        try:
            texts = playable(table, seat, turn.moves) if turn.whole else ()
        except IllegalMove:
            continue
        if texts:
            for text in texts:
                later = table_of(record, game).play(seat, text)
                record = with_table(record, later, record.chairs[seat].stamp, now, PREPARED)
            return _with(record, seat, ())
    return _with(record, seat, tuple(replace(turn, lapsed=True) for turn in mine))


def _with(record: Record, seat: Seat, turns: tuple[PreparedTurn, ...]) -> Record:
    others = tuple(turn for turn in record.prepared if turn.seat != seat)
    return replace(record, prepared=tuple(sorted((*others, *turns), key=lambda turn: turn.seat)))


def _stands(turn: PreparedTurn, before: Record, later: Record) -> bool:
    old, chair = before.chairs[turn.seat], later.chairs[turn.seat]
    one, other = old.occupant, chair.occupant
    is_same = isinstance(one, Person) and isinstance(other, Person) and one.id == other.id
    if later.phase != "playing" or not is_same:
        return False
    if not turn.lapsed:
        return not chair.acts
    return chair.acts and (not old.acts or chair.stamp == old.stamp)
