"""Turns in a table's log: what happened in each, which are unfinished, which moves need no preview.

Knows no game, no words and no Discord.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields, replace

from bot.model.preferences import Confirm
from bot.model.timeline import state_after, timeline_of
from engine import CHANCE, Event, Move, Seat, Table

FEW = 10  # answers, at most, for a question to have buttons instead of a list


def at_once(table: Table, seat: Seat, move: Move) -> bool:
    """Whether the move is played without a preview, which would only cost a press.

    That holds for a move that nobody else can see yet, for the end of a turn of such moves, and for a choice between
    at most ten answers within a turn that goes on.
    """
    before = table.state
    after = table.state.after(seat, move)
    acts_again = after.to_act() == (seat,)
    if acts_again and after.view(None) == before.view(None):
        return True
    if not fields(move):
        return unfinished(table, seat)
    few = len(fields(move)) == 1 and len(before.moves(seat)) <= FEW
    return few and acts_again and goes_on(table, seat)


def is_final(table: Table, seat: Seat, move: Move) -> bool:
    """Whether the move cannot be taken back, because it ends the game or tiles are drawn after it."""
    to_act = table.state.after(seat, move).to_act()
    return not to_act or CHANCE in to_act


def is_asked(table: Table, seat: Seat, move: Move, confirm: Confirm) -> bool:
    """Whether a person who chose `confirm` wants to see what the move does before it is played."""
    return confirm == "always" or (confirm == "final" and is_final(table, seat, move))


def goes_on(table: Table, seat: Seat) -> bool:
    """Whether the seat has just moved and must move again, without a draw or another seat in between."""
    return bool(table.log) and table.log[-1].seat == seat and seat in table.state.to_act()


def unfinished(table: Table, seat: Seat) -> bool:
    """Whether the seat has begun a turn of which nobody else can see anything yet."""
    if not goes_on(table, seat):
        return False
    return state_after(table, len(table.log) - 1).view(None) == table.state.view(None)


@dataclass(frozen=True)
class Turn:
    """One move of a `seat` and the draws it led to."""

    number: int  # its 1-based place in the log
    seat: Seat
    events: tuple[Event, ...]  # what happened


def turns_since(table: Table, length: int, seat: Seat | None = None) -> tuple[Turn, ...]:
    """The moves after the first `length` entries, oldest first, with the events that the seat (None: all) may know.

    Empty when the rules were corrected since, so that the log no longer leads here.
    """
    played = timeline_of(table)
    if not played.whole:
        return ()
    turns: list[Turn] = []
    later = zip(table.log[length:], played.events[length:], strict=True)
    for number, (entry, events) in enumerate(later, length + 1):
        seen = tuple(event for event in events if event.seen_by(seat))
        if entry.seat == CHANCE and turns:
            turns[-1] = replace(turns[-1], events=turns[-1].events + seen)
        else:
            turns.append(Turn(number, entry.seat, seen))
    return tuple(turns)


def last_turn_of(table: Table, seat: Seat, unless: Collection[int] = ()) -> int:
    """The length of the log just after the seat's latest turn; 0 if it has made none.

    Moves of an unfinished turn do not count: what others did before them is still news. If others are to act too, a
    turn of another kind has begun. `unless`: the places in the log of moves that the seat's person did not make.
    """
    length = len(table.log)
    while length and table.log[length - 1].seat == seat and table.state.to_act() == (seat,):
        length -= 1
    own = (place for place, entry in enumerate(table.log[:length]) if entry.seat == seat and place not in unless)
    return max(own, default=-1) + 1


def run_start(table: Table, until: int, robots: frozenset[Seat]) -> int:
    """The length of the log before the last person's moves in a row, robots and draws after them included."""
    start = until
    while start and table.log[start - 1].seat in robots | {CHANCE}:
        start -= 1
    mover = table.log[start - 1].seat if start else CHANCE
    while start and table.log[start - 1].seat == mover:
        start -= 1
    return start


def move_count(turns: Sequence[Turn]) -> int:
    """The number of moves with events: moves within an unfinished turn do not count, as in the history."""
    return sum(turn.seat != CHANCE and bool(turn.events) for turn in turns)
