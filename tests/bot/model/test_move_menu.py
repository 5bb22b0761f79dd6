"""The one generic menu: what it merges, skips, spreads over shelves, how it goes back, and when it plays."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement

import pytest

from bot.model.move_menu import (
    MenuState,
    NextScreen,
    NoSuchPath,
    next_screen,
    next_step,
    path_after_tiles,
    previous_path,
)
from bot.model.people import Person
from engine import GAMES, Cell, Heap, Move, Table
from engine.games.azul import Draft as Take
from tests.bot.support.room_values import room_value

STAMP = 7


@dataclass(frozen=True)
class Put(Move):
    tile: str
    cell: Cell

    def __str__(self) -> str:
        return f"{self.tile}{self.cell}"


@dataclass(frozen=True)
class Keep(Move):
    tiles: Heap

    def __str__(self) -> str:
        return f"pass={self.tiles}"


@dataclass(frozen=True)
class Pass(Move):
    def __str__(self) -> str:
        return "pass"


def takes(sources, colors, lines):
    return [Take(s, c, n) for s in sources for c in colors for n in lines]


def test_a_whole_move_is_one_question_when_it_has_at_most_25_ways():
    question = next_step(takes("123", "BR", "12F"), ()).question
    assert question.fields == ("source", "color", "line")
    assert len(question.choices) == 18
    assert question.is_last
    assert question.choices[0].move == Take("1", "B", "1")


def test_fields_are_merged_while_their_combinations_fit_on_one_list():
    moves = takes("12345", "BYR", "123F")
    question = next_step(moves, ()).question
    assert question.fields == ("source", "color")
    assert len(question.choices) == 15
    following = next_step(moves, question.choices[4].path).question
    assert following.fields == ("line",)
    assert [choice.move for choice in following.choices] == takes("2", "Y", "123F")


def test_one_field_is_asked_alone_when_two_would_be_too_many():
    question = next_step(takes("123456789C", "BYR", "12345F"), ()).question
    assert question.fields == ("source",)
    assert len(question.choices) == 10


def test_answers_stay_in_the_order_of_the_moves():
    moves = takes("C31", "KB", "F1")
    assert [str(choice.move) for choice in next_step(moves, ()).question.choices] == [str(move) for move in moves]


def test_a_field_with_one_value_left_is_known_and_not_asked():
    moves = [*takes("3", "B", "12345F"), *takes("3", "B", "")]
    step = next_step(moves, ())
    assert step.known_answers == {"source": "3", "color": "B"}
    assert step.question.fields == ("line",)
    assert step.question.choices[0].path == ("3", "B", "1")


def test_a_single_way_is_the_move_at_once():
    assert next_step([Take("1", "B", "F")], ()).move == Take("1", "B", "F")


def test_answers_that_no_move_starts_with_are_lost():
    with pytest.raises(NoSuchPath):
        next_step(takes("12", "B", "1F"), ("9",))
    with pytest.raises(NoSuchPath):
        next_step([], ())
    with pytest.raises(NoSuchPath):
        next_step(takes("12", "B", "1F"), ("~Dance",))
    with pytest.raises(NoSuchPath):
        next_step(takes("12", "B", "1F"), ("1", "B", "1", "1"))


@pytest.mark.parametrize("given", [(), ("2",), ("2", "Y"), ("2", "Y", "3")])
def test_back_takes_off_the_last_answer_that_was_really_given(given):
    moves = takes("123456789C", "BYR", "12345F")
    before = {(): (), ("2",): (), ("2", "Y"): ("2",), ("2", "Y", "3"): ()}
    # The color and the line of one display make 18 ways: they are one question.
    assert previous_path(moves, given) == (before[given] if given != ("2", "Y", "3") else ("2",))


def test_back_takes_forced_answers_with_it():
    moves = [*takes("1", "B", "123"), *takes("2345678", "BYRK", "12345F")]
    assert next_step(moves, ("1",)).question.choices[0].path == ("1", "B", "1")
    assert previous_path(moves, ("1", "B", "1")) == ("1",)
    assert previous_path(moves, ("1",)) == ()


def test_another_kind_of_move_is_one_button():
    moves = [*takes("123", "B", "12"), Pass()]
    step = next_step(moves, ())
    assert [choice.path for choice in step.other_kinds] == [("~Pass",)]
    assert next_step(moves, ("~Pass",)).move == Pass()
    assert previous_path(moves, ("~Pass",)) == ()


def cells(columns, rows, tiles=("5L",)):
    return [Put(tile, Cell(x, y)) for tile in tiles for x in range(columns) for y in range(rows)]


def test_up_to_100_cells_stand_on_shelves_cut_between_columns():
    question = next_step(cells(8, 12), ()).question
    assert not question.is_coarse
    assert question.is_last  # so that the menu can say why not
    assert [len(shelf) for shelf in question.selects] == [24] * 4
    assert all(len(shelf) <= 25 for shelf in question.selects)
    for shelf, following in zip(question.selects, question.selects[1:], strict=False):
        assert shelf[-1].values[0].column < following[0].values[0].column


def test_cells_that_are_listed_row_by_row_stand_column_by_column():
    rows = sorted(cells(8, 12), key=lambda put: put.answers()[-1].row)
    assert [one.path for one in next_step(rows, ()).question.choices] == [
        one.path for one in next_step(cells(8, 12), ()).question.choices
    ]


def test_100_cells_fit_on_four_shelves_even_where_columns_must_be_cut():
    assert [len(shelf) for shelf in next_step(cells(10, 10), ()).question.selects] == [25] * 4


def reachable(moves, most, given=()):
    """Every move that presses can lead to, with at most so many questions; no list is longer than 25."""
    step = next_step(moves, given)
    if step.move is not None:
        return {step.move}
    assert most > 0
    assert len(step.question.selects) <= 4
    assert all(len(shelf) <= 25 for shelf in step.question.selects) or step.question.tile_choice
    return set().union(*(reachable(moves, most - 1, choice.path) for choice in step.question.choices))


@pytest.mark.parametrize(("columns", "rows"), [(5, 5), (9, 10), (11, 8), (4, 25), (17, 17), (25, 5), (5, 25)])
def test_no_list_is_longer_than_25_and_every_cell_can_be_reached(columns, rows):
    assert reachable(cells(columns, rows), 3) == set(cells(columns, rows))


def test_more_than_100_cells_ask_the_column_first():
    question = next_step(cells(17, 17), ()).question
    assert question.is_coarse
    assert len(question.choices) == 17
    inner = next_step(cells(17, 17), question.choices[12].path).question
    assert [str(choice.move) for choice in inner.choices] == [f"5Lm{n}" for n in range(1, 18)]
    assert previous_path(cells(17, 17), inner.choices[0].path) == question.choices[12].path
    assert previous_path(cells(17, 17), question.choices[12].path) == ()


def heaps(pool, size):
    return [Keep(Heap("".join(tiles))) for tiles in sorted(set(combinations_with_replacement(sorted(set(pool)), size)))
            if all(tiles.count(tile) <= pool.count(tile) for tile in tiles)]  # fmt: skip


def test_a_heap_is_ticked_tile_by_tile():
    moves = heaps("GGPRRR", 4)
    question = next_step(moves, ()).question
    assert question.tile_choice.tiles == ("G", "G", "P", "R", "R", "R")
    assert (question.tile_choice.minimum, question.tile_choice.maximum) == (4, 4)
    assert next_step(moves, path_after_tiles(moves, (), ["R", "G", "G", "P"])).move == Keep(Heap("GGPR"))
    assert next_step(moves, path_after_tiles(moves, (), ["R", "G", "R", "P"])).move == Keep(Heap("GPRR"))
    with pytest.raises(NoSuchPath):
        path_after_tiles(moves, (), ["G", "G", "G", "P"])


def test_tiles_with_digits_are_ticked_whole():
    moves = [Keep(Heap("R3")), Keep(Heap("R3W")), Keep(Heap("W")), Keep(Heap("B1R3W"))]
    question = next_step(moves, ()).question
    assert question.tile_choice.tiles == ("B1", "R3", "W")
    assert (question.tile_choice.minimum, question.tile_choice.maximum) == (1, 3)
    assert next_step(moves, path_after_tiles(moves, (), ["W", "R3"])).move == Keep(Heap("R3W"))


def test_a_heap_from_more_than_25_tiles_is_asked_color_by_color():
    moves = heaps("B" * 10 + "G" * 9 + "P" * 8, 4) + heaps("B" * 10 + "G" * 10 + "P" * 10, 26)
    assert next_step(moves, ()).question.is_coarse
    assert reachable(moves, 4) == set(moves)


def room_of(game, moves=()):
    table = Table.new(GAMES[game], 2, {}, "menu")
    for move in moves:
        table = table.play(table.state.to_act()[0], move)
    return room_value(table, (Person(1, "Ana"), Person(2, "Ben")), stamps=(STAMP,) * 2, shown=0, message=5, posted=1.0)


def finished(room, seat, confirm="always"):
    """The path of the first answers to the end of a move, and what comes then."""
    path = ()
    while (then := next_screen(room, seat, MenuState(1, STAMP, path), confirm)).step.move is None:
        path = then.step.question.choices[0].path
    return path, then


@pytest.fixture
def azul():
    return room_of("azul")


def test_without_answers_the_first_question_is_asked(azul):
    seat = azul.to_act[0]
    for stamp in (None, STAMP):
        then = next_screen(azul, seat, MenuState(1, stamp, ()), "never")
        assert then.step.question is not None
        assert not (then.is_outdated or then.plays_at_once)


def test_a_finished_move_is_shown_first_to_whoever_wants_to_see_it(azul):
    seat = azul.to_act[0]
    path, then = finished(azul, seat)
    assert (then.path, then.plays_at_once) == (path, False)
    assert [finished(azul, seat, confirm)[1].plays_at_once for confirm in ("always", "final", "never")] == [
        False,
        True,
        True,
    ]
    assert not finished(azul, seat, "never")[1].is_trivial


def test_a_step_that_nobody_else_sees_is_played_whatever_somebody_wants_to_see():
    room = room_of("match_five")
    seat = room.to_act[0]
    place = next(str(move) for move in room.table.view(seat).moves if type(move).__name__ == "Place")
    kinds = next_screen(room, seat, MenuState(1, STAMP, ()), "always").step.other_kinds
    path = next((kind.path for kind in kinds if kind.path == ("+Place",)), ())
    while (then := next_screen(room, seat, MenuState(1, STAMP, path), "always")).step.move is None:
        path = then.step.question.choices[0].path
    assert type(then.step.move) is type(room.game.parse(place))
    assert then.plays_at_once
    assert then.is_trivial


@pytest.mark.parametrize(("stamp", "path"), [(STAMP - 1, ()), (STAMP - 1, "valid"), (STAMP, ("nothing",))])
def test_answers_that_the_table_no_longer_offers_lead_to_the_first_question(azul, stamp, path):
    seat = azul.to_act[0]
    first = next_screen(azul, seat, MenuState(1, STAMP, ()), "never").step
    answers = finished(azul, seat)[0] if path == "valid" else path
    assert next_screen(azul, seat, MenuState(1, stamp, answers), "never") == NextScreen(first, is_outdated=True)


def test_ticked_tiles_that_make_no_legal_heap_lead_to_the_first_question(azul):
    seat = azul.to_act[0]
    assert next_screen(azul, seat, MenuState(1, STAMP, ()), "always", tiles=("Z9",)).is_outdated
