"""Turns of several moves: which of them need no preview, and whether one is unfinished. Knows no game and no words."""

from __future__ import annotations

from dataclasses import fields

from engine import CHANCE, Move, Seat, Table

FEW = 10  # answers of a question that is answered by buttons


def at_once(table: Table, seat: Seat, move: Move) -> bool:
    """Whether the move is played on its last press, because asking again would only cost a press.

    That is a step which nobody else can see yet, the end of a turn of such steps, and a choice between at most ten
    answers within a turn that goes on after it.
    """
    before, after = table.state, table.state.after(seat, move)
    acts_again = after.to_act() == (seat,)
    if acts_again and after.view(None) == before.view(None):
        return True
    if not fields(move):
        return unfinished(table, seat)
    few = len(fields(move)) == 1 and len(before.moves(seat)) <= FEW
    return few and acts_again and goes_on(table, seat)


def is_final(table: Table, seat: Seat, move: Move) -> bool:
    """Whether the move cannot be taken back: the game is over with it, or tiles are drawn at once."""
    to_act = table.state.after(seat, move).to_act()
    return not to_act or CHANCE in to_act


def goes_on(table: Table, seat: Seat) -> bool:
    """Whether the seat has just moved and is at once to move again, without a draw or another seat in between."""
    return bool(table.log) and table.log[-1].seat == seat and seat in table.state.to_act()


def unfinished(table: Table, seat: Seat) -> bool:
    """Whether the seat is in the middle of a turn of which nobody else can see anything yet."""
    if not goes_on(table, seat):
        return False
    return table.back_to(len(table.log) - 1).state.view(None) == table.state.view(None)
