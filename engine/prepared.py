"""Moves prepared by a seat while somebody else is to move, each with what it meant then; whether they can be played.

Knows no people, no storage and no words.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.core import CHANCE, Fact, IllegalMove, Seat, State
from engine.table import Entry, Table

CHANGED = "prepared.changed"  # the reason why a move that is legal is not played: it means something else now


@dataclass(frozen=True)
class PreparedMove:
    """One move: its notation as `text`, and its `meaning` when it was prepared, see `State.meaning`."""

    text: str
    meaning: Mapping[str, Fact]


def ahead(table: Table, seat: Seat, moves: Sequence[PreparedMove] = ()) -> Table | None:
    """The table as the seat sees it and as if it were to act now, after these moves; None where it cannot.

    Nothing is drawn there, and its log has just these moves. Raises IllegalMove if one of them is not possible now.
    """
    state = table.state.ahead(seat)
    if state is None:
        return None
    own = _standing(table, state)
    for move in moves:
        own = (once_more(own, seat) or own).step(Entry(seat, move.text))
    return own


def once_more(own: Table, seat: Seat) -> Table | None:
    """The table at which the seat goes on after a whole turn if all others pass; None where it cannot."""
    state = own.state.once_more(seat) if is_whole(own.state, seat) else None
    return None if state is None else _standing(own, state)


def _standing(table: Table, state: State) -> Table:
    return Table(table.game, table.seats, table.options, None, (), state, origin=state, first=table.first)


def prepare(table: Table, seat: Seat, text: str) -> tuple[PreparedMove, Table]:
    """The move with what it means at such a table, and that table after it. Raises IllegalMove."""
    later = table.step(Entry(seat, text))
    move = table.game.parse(text)
    return PreparedMove(later.log[-1].text, table.state.meaning(seat, move)), later


def is_whole(state: State, seat: Seat) -> bool:
    """Whether prepared moves that lead here are a whole turn, or all of it up to the next draw."""
    return state.to_act() != (seat,)


def playable(table: Table, seat: Seat, moves: Sequence[PreparedMove]) -> tuple[str, ...]:
    """The notations of these moves, all of them up to the next draw, to be played one after the other.

    Raises IllegalMove if one of them is not legal any more, or does not mean the same (CHANGED): then none is played.
    """
    texts: list[str] = []
    for one in moves:
        if texts and table.state.to_act() == (CHANCE,):
            break
        move = table.game.parse(one.text)
        later = table.step(Entry(seat, one.text))
        if not table.state.still_means(seat, move, one.meaning):
            raise IllegalMove(CHANGED)
        texts.append(one.text)
        table = later
    return tuple(texts)
