"""Table, codec, robots and the terminal: what every game gets for nothing.

Knows Azul only as the game at hand.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

import pytest

from engine import CHANCE, GAMES, Cell, Entry, Heap, IllegalMove, Misfit, Table, dump, load
from engine.robots.ai import choose
from tests.cases import each
from tests.engine.games.azul.azul_tables import OPENING, azul, board, position
from tests.engine.served import terminal
from tests.engine.stand_ins import STAND_INS


@dataclass(frozen=True)
class Part:
    """Something small inside."""

    name: str
    cell: Cell = Cell(0, 0)  # noqa: RUF009 - frozen


@dataclass
class Whole:
    """One field of every shape that positions use."""

    parts: list[Part]
    number: int
    many: tuple[int, ...] = ()
    by_name: dict[str, str] = field(default_factory=dict)
    heap: Heap = Heap("")  # noqa: RUF009 - a string
    sure: bool = False
    secret: int = field(default=0, metadata={"stored": False})


WHOLE = Whole([Part("a", Cell(2, 3))], 4, (1, 2), {"m13": "c"}, Heap("BBR"), True)


def test_every_shape_survives_json():
    told = dump(WHOLE)
    assert "secret" not in told
    again = load(Whole, told)
    assert again == WHOLE
    assert (type(again.heap), type(again.many), again.parts[0].cell) == (Heap, tuple, Cell(2, 3))


@each(
    ("wrong", "where"),
    [
        ({"parts": 1}, "state.parts"),
        ({"parts": [1]}, "state.parts[0]"),
        ({"parts": [{}]}, "state.parts[0].name"),
        ({"parts": [{"name": "a", "size": 1}]}, "state.parts[0].size"),
        ({"many": ["1"]}, "state.many[0]"),
        ({"by_name": {"x": 1}}, "state.by_name.x"),
        ({"by_name": []}, "state.by_name"),
        ({"number": "4"}, "state.number"),
        ({"number": None}, "state.number"),
        ({"heap": 5}, "state.heap"),
        ({"sure": 1}, "state.sure"),
        ({"number": True}, "state.number"),
        ({"secret": 1}, "state.secret"),
        ({"number": 10**30}, "state.number"),
    ],
)
def test_what_does_not_fit_is_named(wrong, where):
    with pytest.raises(Misfit) as misfit:
        load(Whole, dump(WHOLE) | wrong)
    assert misfit.value.field == where
    assert str(misfit.value) == f"{where} must be {misfit.value.need}"


def test_missing_fields_take_their_defaults_or_are_named():
    assert load(Whole, {"parts": [], "number": 1}) == Whole([], 1)
    with pytest.raises(Misfit, match="number"):
        load(Whole, {"parts": []})


def test_a_table_is_a_value():
    table = azul(OPENING)
    later = table.play(0, "1B2")
    assert (len(table.log), len(later.log)) == (1, 2)
    assert table.state.boards[0].lines == [""] * 5
    assert later.log[-1] == Entry(0, "1B2")
    assert (later.turn(0), later.turn(1), later.turn(CHANCE)) == (1, 0, 1)


def test_the_same_seed_deals_the_same_and_another_seed_another():
    one, same, other = (azul(seed=seed).state.displays for seed in ("a", "a", "b"))
    assert one == same != other


def test_events_are_those_of_the_last_play_with_its_draws():
    table = azul(seed="events")
    assert [event.kind for event in table.events] == ["round"]
    while table.turn(CHANCE) == 1:
        seat = table.state.to_act()[0]
        table = table.play(seat, str(table.state.moves(seat)[0]))
    assert [event.kind for event in table.events][:: len(table.events) - 1] == ["draft", "round"]
    assert table.back_to(1).events == ()


def test_a_table_without_a_seed_waits_for_typed_draws():
    table = azul()
    assert (table.state.to_act(), table.log) == ((CHANCE,), ())
    assert table.play(CHANCE, OPENING).state.to_act() == (0,)


def test_a_table_can_start_from_a_position_and_goes_back_to_it():
    origin = position(board(), displays="BBBB/Y", center="M", bag="R" * 20)
    table = Table(GAMES["azul"], 2, GAMES["azul"].chosen({}), None, (), origin, origin=origin)
    later = table.play(0, "1B4").play(1, "2YF")
    assert later.back_to(0).state == origin
    assert later.back_to(1).state == table.play(0, "1B4").state


@each("options", [{"wall": "brick"}, {"size": "9"}, {"tiebreak": 5}])
def test_unknown_options_are_refused(options):
    with pytest.raises(IllegalMove, match="options"):
        Table.new(GAMES["azul"], 2, options, None)


def test_greedy_takes_the_best_outlook():
    table, rng = azul(seats=3, seed="greedy"), Random(1)
    for _ in range(25):
        seat = table.state.to_act()[0]
        outlooks = {move: table.state.after(seat, move).outlook(seat) for move in table.state.moves(seat)}
        move = choose("greedy", table.view(seat), rng)
        assert outlooks[move] == max(outlooks.values())
        table = table.play(seat, str(move))


def test_greedy_without_points_still_minds_its_floor():
    state = position(board(), displays="BBBB/YYYY")
    view = Table(GAMES["azul"], 2, {}, None, (), state).view(0)
    assert {str(choose("greedy", view, Random(seed)))[2] for seed in range(20)} == {"4"}


def test_greedy_far_below_zero_still_minds_its_floor():
    state = position(board(floor="MRR"), displays="BBBB/YYYY", center="R")
    floors = [state.after(0, GAMES["azul"].parse(text)).worth(0) for text in ("CRF", "1BF")]
    assert floors == [(0, -6), (0, -14)]
    view = Table(GAMES["azul"], 2, {}, None, (), state).view(0)
    assert "F" not in {str(choose("greedy", view, Random(seed)))[2] for seed in range(20)}


def test_equal_moves_are_chosen_by_lot():
    view = azul(OPENING).view(0)
    assert len({str(choose("greedy", view, Random(seed))) for seed in range(20)}) > 3


def test_a_robot_sees_no_more_than_its_view():
    table = Table.new(STAND_INS["hands"], 2, {}, "robot")
    other = table.state.copy()
    other.hands[1], other.bag = other.hands[1][::-1], other.bag[::-1]
    same = Table(table.game, 2, {}, None, (), other)
    for seed in range(5):
        assert choose("greedy", table.view(0), Random(seed)) == choose("greedy", same.view(0), Random(seed))


def test_nobody_moves_at_a_table_that_was_stopped():
    view = azul(OPENING).view(0)
    assert view.moves
    assert replace(view, stopped=True).moves == replace(view, seat=None).moves == []


def test_no_robot_moves_out_of_turn():
    with pytest.raises(IllegalMove, match="no_move"):
        choose("greedy", azul(OPENING).view(1), Random(1))


def test_two_robots_play_in_the_terminal():
    ended = terminal("azul", "--robot", "greedy", "--robot", "random", "--seed", "a")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "The game is over." in ended.stdout.splitlines()[-1]


def test_a_person_plays_asks_and_is_refused_in_the_terminal():
    ended = terminal("azul", "--robot", "greedy", "--seed", "a", typed="?\n1b1\n3X2\n9B1\nback\nquit\n")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "#2 plays " in ended.stdout
    assert "[notation] `3X2` is not a move." in ended.stdout
    assert "[4.2] You take all tiles of one color" in ended.stdout
    assert ended.stdout.count("1:BYRK") == 3  # at first, after the question, and after taking back


def test_a_match_in_the_terminal_adds_its_games():
    ended = terminal("pillars", "--match", "--robot", "random", "--robot", "random", "--seed", "a")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.count("The game is over.") == ended.stdout.count("In all games:") == 2
    first, second = ended.stdout.split("In all games:")[:2]
    begun = [next(line for line in game.splitlines() if " plays " in line).split()[0] for game in (first, second)]
    assert begun == ["#1", "#2"]


def test_moves_are_read_whatever_their_case_and_spaces_in_the_terminal():
    ended = terminal("pillars", "--robot", "random", "--seed", "a", typed="OF5\no f 13\n5l 1 g5\nquit\n")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "is not a move" not in ended.stdout
    assert ended.stdout.count("#2 plays ") == 3


def test_a_terminal_that_closes_ends_quietly():
    assert terminal("azul", "--seed", "a").returncode == 0
    assert terminal("azul", "--seats", "9").returncode == 2
