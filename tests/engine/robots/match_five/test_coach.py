"""How turns of Match Five are judged after the game, as somebody would see it who reads the review."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine import CHANCE, Table
from engine.core import Move
from engine.games.match_five import MatchFive
from engine.games.match_five.moves import DONE, PASS
from engine.games.match_five.sets import SEATS
from engine.robots import COACHES
from engine.robots.ai import choose
from engine.robots.core import CandidateLine, Level
from engine.robots.match_five.endgame import UNLIMITED_WIDTH, EndgameTree, widen
from engine.robots.match_five.mind import rank_plans
from engine.robots.review import decisions
from tests.cases import each
from tests.engine.games.match_five.match_five_tables import FIVE, midgame, own_view, position

FEW = 300  # nodes
COACH = COACHES["match_five"]
ROW = "R1@0,0 R2@1,0 R3@2,0 R4@3,0"
BAG = "R1R2G1O1Y2B1B1B1G2O5"


def moves(text: str) -> tuple[Move, ...]:
    return tuple(map(FIVE.parse, text.split()))


def review_lines(state: MatchFive, played: str, nodes: int = FEW) -> list[CandidateLine]:
    return COACH.lines(own_view(state), Random(0), nodes, moves(played))


def state_after(state: MatchFive, turn: Sequence[Move]) -> MatchFive:
    for move in turn:
        state = state.apply(state.turn, move)
    return state


def loss(lines: Sequence[CandidateLine], played: tuple[Move, ...]) -> float:
    return lines[0].value - next(line.value for line in lines if line.moves == played)


@each("played", ["G3m14 done", "R5q13 done", "R5l13 done", "xB1", "xR5B1B3G2G3", "B3o14 done"])
def test_what_was_played_is_among_the_lines_whatever_it_was(played: str):
    state = position(ROW, "R5B1G3B3G2", "R1R2G1O1Y2", bag=BAG)
    if played == "G3m14 done":
        state = position("G1@0,0", "R5B1G3B3G2", "R1R2G1O1Y2", bag=BAG)
    lines = review_lines(state, played)
    assert [line.moves for line in lines].count(moves(played)) == 1
    assert 1 < len(lines) <= 5


def test_a_pass_is_among_the_lines():
    state = position(ROW, "R5B1", "R1R2", points=[3, 4])
    assert moves("pass") in [line.moves for line in review_lines(state, "pass")]


@each("seats", [2, 5])
def test_every_line_may_be_played_and_ends_the_turn_and_the_best_comes_first(seats: int):
    state = midgame(seats, "2", 5)
    swap = f"x{state.hands[state.turn]}"
    lines = review_lines(state, swap)
    assert all(state_after(state, line.moves).turns == state.turns + 1 for line in lines)
    assert [line.value for line in lines] == sorted([line.value for line in lines], reverse=True)
    assert len({line.moves for line in lines}) == len(lines)


def test_the_same_turn_in_another_order_is_the_same_line():
    state = position("R3@0,0", "R1R2R4R5G1", "O1O2Y4Y5B4", bag=BAG)
    ways = ["R2l13 R1k13 R4n13 R5o13 done", "R4n13 R2l13 R5o13 R1k13 done"]
    one, other = (review_lines(state, way) for way in ways)
    assert [line.value for line in one] == [line.value for line in other]
    for lines, way in zip((one, other), ways, strict=True):
        assert moves(way) in [line.moves for line in lines]
        assert [set(line.moves) for line in lines].count(set(moves(way))) == 1


def test_the_same_turn_is_judged_alike_again():
    state = midgame(3, "3", 8)
    played = " ".join(map(str, review_lines(state, f"x{state.hands[state.turn]}")[1].moves))
    first = review_lines(state, played)
    rank_plans.cache_clear()
    assert review_lines(state, played) == first


@each("seats", [2, 4])
def test_what_others_held_does_not_matter(seats: int):
    state = midgame(seats, "3", 6)
    other = state.guess(state.turn, Random(9))
    assert other.hands != state.hands
    swap = f"x{state.hands[state.turn]}"
    assert review_lines(state, swap) == review_lines(other, swap)


def test_a_blunder_costs_most():
    table = Table(FIVE, 2, {"copies": "3"}, "s", (), start := position(ROW, "R5B1B2G3O3", "R5R2G1O1Y2", bag=BAG), start)
    table = table.play(0, "xB1")
    rng = Random(0)
    for _ in range(5):
        seat = table.state.to_act()[0]
        table = table.play(seat, str(choose(Level.AMATEUR, table.view(seat), rng)))
    asked = [one for one in decisions(table) if one.view.state.turns < 3]
    losses = [loss(COACH.lines(one.view, Random(0), FEW, one.played), one.played) for one in asked]
    assert losses[0] == max(losses)
    assert losses[0] > 15


def whole_game(copies: str, seed: int) -> Table:
    """A game of two amateurs."""
    rng, table = Random(seed), Table.new(FIVE, 2, {"copies": copies}, f"whole {seed}")
    while acting := table.state.to_act():
        table = table.play(acting[0], str(choose(Level.AMATEUR, table.view(acting[0]), rng)))
    return table


def test_with_an_empty_bag_and_two_seats_the_end_is_told_exactly():
    last = decisions(whole_game("2", 0))[-1]
    state = last.view.state
    assert isinstance(state, MatchFive)
    assert state.out == 1 - state.turn  # the game ends with this turn
    lines = COACH.lines(last.view, Random(0), FEW, moves("pass"))
    assert len(lines) > 2
    for line in lines:
        points = state_after(state, line.moves).points
        assert line.value == points[state.turn] - points[1 - state.turn]


@each(("nodes", "first"), [(7_500, 2), (36_000, 12), (10_000_000, UNLIMITED_WIDTH)])
def test_the_end_is_searched_from_the_start_with_as_many_turns_as_the_positions_promise(nodes: int, first: int):
    widths = []

    def search(tree: EndgameTree, left: int) -> int:
        widths.append(tree.width)
        tree.visits, tree.is_narrowed = left // 9, tree.width < UNLIMITED_WIDTH
        return tree.width

    assert widen(search, nodes) == UNLIMITED_WIDTH
    assert (widths[0], widths == sorted(widths)) == (first, True)


def test_a_turn_in_which_the_table_was_stopped_is_no_decision():
    state = position("R3@0,0", "R1R2R4R5G1", "O1O2Y4Y5B4", bag=BAG)
    table = Table(FIVE, 2, {"copies": "3"}, "s", (), state, state).play(0, "R2l13").play(0, "R1k13")
    assert decisions(table) == []
    (decision,) = decisions(table.play(0, "done"))
    assert decision.played == moves("R2l13 R1k13 done")


def test_a_turn_that_began_before_the_record_is_judged_from_there():
    state = state_after(position("R3@0,0", "R1R2R4R5G1", "O1O2Y4Y5B4", bag=BAG), moves("R4n13"))
    lines = review_lines(state, "done")
    assert lines[-1].moves == moves("done")
    assert all(state_after(state, line.moves).turns == state.turns + 1 for line in lines)


def test_the_stage_grows_as_the_bag_empties():
    stages = [COACH.stage(midgame(2, "3", turns)) for turns in (0, 14, 26)]
    assert stages == sorted(set(stages))
    assert COACH.stage(position(ROW, "R5", "G1")) == 4
    assert all(len(COACH.curves[seats]) == 5 for seats in SEATS)


def test_every_turn_of_a_game_is_a_decision_but_those_that_were_forced():
    table = whole_game("2", 4)
    asked = decisions(table)
    assert all(len(one.view.moves) > 1 and one.played[-1] in (DONE, PASS) for one in asked)
    places = [at for at, entry in enumerate(table.log) if entry.seat != CHANCE]
    turns = [at for at in places if at - 1 not in places or table.log[at - 1].seat != table.log[at].seat]
    assert set(turns) - {one.place for one in asked} <= {at for at in turns if table.log[at].text == "pass"}
