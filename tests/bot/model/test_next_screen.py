"""What a menu comes to next: a question, a preview, the move itself, or the first question anew."""

from __future__ import annotations

import pytest

from bot.model.next_screen import NextScreen, next_screen
from bot.model.people import Location, Person
from bot.model.room import PlayedRoom
from engine import GAMES, Table

STAMP = 7


def room_of(game, moves=()):
    table = Table.new(GAMES[game], 2, {}, "menu")
    for move in moves:
        table = table.play(table.state.to_act()[0], move)
    return PlayedRoom(
        id=1, game=table.game, options={}, host=1, seats=(Person(1, "Ana"), Person(2, "Ben")), place=Location(3, 4),
        opened=0.0, table=table, stamps=(STAMP,) * 2, shown=0, ended_by="", phase="playing", message=5, posted=1.0,
    )  # fmt: skip


def finished(room, seat, confirm="always"):
    """The path of the first answers to the end of a move, and what comes then."""
    path = ()
    while (then := next_screen(room, seat, STAMP, path, confirm)).progress.move is None:
        path = then.progress.question.choices[0].path
    return path, then


@pytest.fixture
def azul():
    return room_of("azul")


def test_without_answers_the_first_question_is_asked(azul):
    seat = azul.to_act[0]
    for stamp in (None, STAMP):
        then = next_screen(azul, seat, stamp, (), "never")
        assert then.progress.question is not None
        assert not (then.is_outdated or then.plays)


def test_a_finished_move_is_shown_first_to_whoever_wants_to_see_it(azul):
    seat = azul.to_act[0]
    path, then = finished(azul, seat)
    assert (then.path, then.plays) == (path, False)
    assert [finished(azul, seat, confirm)[1].plays for confirm in ("always", "final", "never")] == [False, True, True]
    assert not finished(azul, seat, "never")[1].is_trivial


def test_a_step_that_nobody_else_sees_is_played_whatever_somebody_wants_to_see():
    room = room_of("match_five")
    seat = room.to_act[0]
    place = next(str(move) for move in room.table.view(seat).moves if type(move).__name__ == "Place")
    kinds = next_screen(room, seat, STAMP, (), "always").progress.instead
    path = next((kind.path for kind in kinds if kind.path == ("+Place",)), ())
    while (then := next_screen(room, seat, STAMP, path, "always")).progress.move is None:
        path = then.progress.question.choices[0].path
    assert type(then.progress.move) is type(room.game.parse(place))
    assert then.plays
    assert then.is_trivial


@pytest.mark.parametrize(("stamp", "path"), [(STAMP - 1, ()), (STAMP - 1, "valid"), (STAMP, ("nothing",))])
def test_answers_that_the_table_no_longer_offers_lead_to_the_first_question(azul, stamp, path):
    seat = azul.to_act[0]
    first = next_screen(azul, seat, STAMP, (), "never").progress
    answers = finished(azul, seat)[0] if path == "valid" else path
    assert next_screen(azul, seat, stamp, answers, "never") == NextScreen(first, is_outdated=True)


def test_ticked_tiles_that_make_no_legal_heap_lead_to_the_first_question(azul):
    seat = azul.to_act[0]
    assert next_screen(azul, seat, STAMP, (), "always", tiles=("Z9",)).is_outdated
