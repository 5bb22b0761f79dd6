"""Moves that a seat prepares during another seat's turn, with their meaning, and whether they can still be played.

Knows nothing about people, storage and texts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.core import CHANCE, Fact, IllegalMove, Seat, State
from engine.table import Entry, Table

MEANING_CHANGED = "prepared.changed"  # the reason for not playing a legal move: its meaning has changed


@dataclass(frozen=True)
class PreparedMove:
    """A move: its notation as `text`, and its `meaning` when it was prepared, see `State.meaning`."""

    text: str
    meaning: Mapping[str, Fact]


def preparation_table(table: Table, seat: Seat, moves: Sequence[PreparedMove] = ()) -> Table | None:
    """Return the table after these moves, as the seat sees it and as if it were its turn.

    None if the seat cannot prepare moves. No draws are made at this table, and its log has only these moves. Raises
    IllegalMove if one of the moves is not possible now.
    """
    state = table.state.ahead(seat)
    if state is None:
        return None
    later = _hypothetical_table(table, state)
    for move in moves:
        later = (table_if_others_pass(later, seat) or later).step(Entry(seat, move.text))
    return later


def table_if_others_pass(table: Table, seat: Seat) -> Table | None:
    """Return the table for the seat's next turn if all others pass; None if there is none."""
    state = table.state.once_more(seat) if is_whole_turn(table.state, seat) else None
    return None if state is None else _hypothetical_table(table, state)


def _hypothetical_table(table: Table, state: State) -> Table:
    return Table(table.game, table.seats, table.options, None, (), state, origin=state, first=table.first)


def prepare(table: Table, seat: Seat, text: str) -> tuple[PreparedMove, Table]:
    """Return the move with its meaning at a preparation table, and that table after the move. Raises IllegalMove."""
    later = table.step(Entry(seat, text))
    move = table.game.parse(text)
    return PreparedMove(later.log[-1].text, table.state.meaning(seat, move)), later


def is_whole_turn(state: State, seat: Seat) -> bool:
    """Whether the prepared moves that lead to this position are a whole turn, or the part of a turn before a draw."""
    return state.to_act() != (seat,)


def playable_moves(table: Table, seat: Seat, moves: Sequence[PreparedMove]) -> tuple[str, ...]:
    """Return the notations of the moves to play now: all prepared moves up to the next draw.

    Raises IllegalMove if one of them is no longer legal or has changed its meaning (MEANING_CHANGED).
    """
    texts: list[str] = []
    for move in moves:
        if texts and table.state.to_act() == (CHANCE,):
            break
        parsed = table.game.parse(move.text)
        after_move = table.step(Entry(seat, move.text))
        if not table.state.still_means(seat, parsed, move.meaning):
            raise IllegalMove(MEANING_CHANGED)
        texts.append(move.text)
        table = after_move
    return tuple(texts)
