"""Turns of several moves: which moves need no preview, which turns are unfinished. Knows no game and no words."""

from __future__ import annotations

from dataclasses import fields

from engine import CHANCE, Move, Seat, Table

FEW = 10  # answers, at most, for a question to have buttons instead of a list


def at_once(table: Table, seat: Seat, move: Move) -> bool:
    """Whether the move is played without a preview, which would only cost a press.

    That holds for a move that nobody else can see yet, for the end of a turn of such moves, and for a choice between
    at most ten answers within a turn that goes on.
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
    """Whether the move cannot be taken back, because it ends the game or tiles are drawn after it."""
    to_act = table.state.after(seat, move).to_act()
    return not to_act or CHANCE in to_act


def goes_on(table: Table, seat: Seat) -> bool:
    """Whether the seat has just moved and must move again, without a draw or another seat in between."""
    return bool(table.log) and table.log[-1].seat == seat and seat in table.state.to_act()


def unfinished(table: Table, seat: Seat) -> bool:
    """Whether the seat has begun a turn of which nobody else can see anything yet."""
    if not goes_on(table, seat):
        return False
    return table.back_to(len(table.log) - 1).state.view(None) == table.state.view(None)
