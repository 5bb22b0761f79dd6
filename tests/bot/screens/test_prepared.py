"""What is told of prepared moves that the position denies by now."""

from __future__ import annotations

from bot.model.prepared_turns import PreparedTurn
from bot.model.room import OwnPreparedTurns
from bot.screens.prepared import lapsed_lines, prepared_lines
from bot.text.words import Words
from engine import CHANCE, GAMES, Table
from engine.prepared_moves import preparation_table, prepare
from tests.bot.screens.test_game_over import room_of
from tests.cases import each


def begun(key):
    """A table of two before the first move, and the seat that waits."""
    table = Table.new(GAMES[key], 2, {}, f"prepared {key}")
    return table, 1 - table.state.to_act()[0]


@each("words", [Words(), Words("hu")])
def test_tiles_that_somebody_else_took_are_told_in_the_number_in_which_they_were_prepared(words):
    table, seat = begun("azul")
    own = preparation_table(table, seat)
    source = next(str(move) for move in own.state.moves(seat) if str(move)[::2] == "11")
    turn = PreparedTurn(seat, (prepare(own, seat, source)[0],))
    (before, _) = prepared_lines(OwnPreparedTurns(room_of(table), seat, (turn,)), words)
    phrase = before.removeprefix(words("prepared.first", mark="", what="").rstrip(".")).rstrip(".")
    assert phrase.startswith("1 ")
    gone = table.play(1 - seat, source)
    lapsed = PreparedTurn(seat, turn.moves, has_lapsed=True)
    (told,) = lapsed_lines(OwnPreparedTurns(room_of(gone), seat, (lapsed,)), words)
    assert phrase in told


@each("words", [Words(), Words("hu")])
def test_the_end_of_a_turn_of_which_no_tile_can_be_laid_any_more_says_nothing(words):
    table, seat = begun("match_five")
    own, moves = preparation_table(table, seat), []
    for text in (next(str(one) for one in own.state.moves(seat) if type(one).__name__ == "Place"), "done"):
        made, own = prepare(own, seat, text)
        moves.append(made)
    while table.state.to_act() in ((1 - seat,), (CHANCE,)):
        table = table.play(1 - seat, str(table.state.moves(1 - seat)[0]))
    turn = PreparedTurn(seat, tuple(moves), has_lapsed=True)
    (told,) = lapsed_lines(OwnPreparedTurns(room_of(table), seat, (turn,)), words)
    assert "  " not in told
    assert words("prepared.gone_on", first="", last="").strip() not in told
