"""Words as people type them: marks around them, digits of other scripts. The engine's notations keep all theirs."""

from __future__ import annotations

from bot.text.spelling import fold, plain_letters, split_words, strip_marks
from engine import CHANCE
from engine.games import GAMES
from engine.table import Table
from tests.cases import each

MARKED = [
    "1Y1.",
    "`1Y1`",
    "1Y1!",
    "“1Y1”",
    "„1Y1”",
    "«1Y1»",
    "'1Y1'",
    "**1Y1**",
    "(1Y1),",
    " 1Y1 …",
    "> `1Y1`?",
    "１Y１",
    "١Y١",
]


@each("text", MARKED)
def test_marks_around_a_notation_are_none_of_it_and_digits_are_digits(text):
    assert strip_marks(text) == "1Y1"


@each("text", MARKED[:10])
def test_what_is_compared_has_no_marks_around_it(text):
    assert fold(text) == "1y1"


def test_digits_of_every_script_are_digits_in_words_too():
    assert split_words("Kék: a ٢. sorba") == ["kek", "a", "2", "sorba"]
    assert plain_letters("१२") == "12"


@each("key", GAMES)
def test_no_notation_loses_a_mark_of_its_own(key):
    game = GAMES[key]
    table = Table.new(game, 2, {}, "a seed")
    for _ in range(60):
        acting = [seat for seat in table.state.to_act() if seat != CHANCE]
        if not acting:
            break
        moves = table.state.moves(acting[0])
        assert [strip_marks(str(move)) for move in moves] == [str(move) for move in moves]
        table = table.play(acting[0], str(moves[len(table.log) % len(moves)]))
    assert table.log
