"""The puzzle of a day: made of the game and the date alone, one line clearly best, answers told right or wrong."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.robots import COACHES
from engine.robots import puzzle as puzzles
from engine.robots.puzzle import (
    MAX_JUDGED_DECISIONS,
    MIN_CLEAR_GAP,
    NoPuzzle,
    Puzzle,
    add_answer,
    decision_of,
    find_known_answer,
    gap,
    is_answer,
    is_clear,
    is_right,
    robot_games,
    search_puzzle,
)
from engine.robots.review import JudgedDecision, JudgedLine, judge_decision
from engine.table import Entry
from tests.cases import each
from tests.engine.robots.puzzles import drawn, found, puzzle

DAY = "2026-11-16"
FEW = 20  # positions for each decision
ROOT = Path(__file__).parents[3]


def lines(*each: tuple[str, float]) -> tuple[JudgedLine, ...]:
    """Lines of one move each, with that chance and a value of ten times as much."""
    return tuple(JudgedLine((move,), 10 * chance, chance) for move, chance in each)


def by_plan(clear_at: int):
    """A coach for whom the played line of that decision is beaten clearly, closely too, and all others barely."""

    def judge(question):
        place, view, played = question.decision
        best = next(move for move in view.moves if (move,) != played)
        lead = 0.3 if place == clear_at else 0.01
        found = lines((str(best), 0.5), (str(played[0]), 0.5 - lead))
        return JudgedDecision(place, view.seat, found, 1, question.closely)

    return judge


@each("key", sorted(COACHES))
def test_each_game_has_a_puzzle_whose_table_ends_where_the_seat_decides(key):
    one = puzzle(key, DAY, FEW)
    seat = one.judged.seat
    assert one.table.game.key == key
    assert one.table.state.to_act() == (seat,)
    assert len(one.table.log) == one.judged.place
    assert one.table.seed is None  # nobody can know what is drawn next
    assert len(one.judged.lines) > 1
    assert one.judged.played > 0  # what an amateur chose was not best
    moves = one.judged.lines[0].moves
    table = one.table
    for n, text in enumerate(moves):
        table = table.step(Entry(seat, text))
        assert is_answer(table, seat) == (n == len(moves) - 1)


def test_the_same_day_has_the_same_puzzle_whatever_the_order_of_sets():
    """Sets have another order in the other process."""
    program = f"from tests.engine.robots.puzzles import drawn; print(drawn({DAY!r}, {FEW}))"
    seed = "1" if os.environ.get("PYTHONHASHSEED") == "0" else "0"
    run = subprocess.run(
        [sys.executable, "-c", program], check=True, stdout=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert run.stdout.strip() == str(drawn(DAY, FEW))


def test_another_day_has_another_puzzle():
    games = [next(iter(robot_games("azul", day))) for day in ("2026-11-23", "2026-11-24", "2026-11-23")]
    assert games[0].log == games[2].log != games[1].log


def test_the_first_decision_with_one_clear_line_is_taken_and_nothing_more_is_asked():
    games = [*robot_games("azul", DAY)]
    _, asked = found(search_puzzle(games[:1], DAY), by_plan(-1))
    place = asked[3].decision.place
    one, questions = found(search_puzzle(games, DAY), by_plan(place))
    assert (one.table.log, one.judged.place) == (games[0].log[:place], place)
    assert is_clear(one.judged)
    assert questions[-1].closely
    assert len(questions) == puzzles.DECISIONS_PER_GAME + 1


def test_without_a_clear_one_the_clearest_is_taken_and_the_work_is_bounded():
    one, questions = found(search_puzzle(robot_games("azul", DAY), DAY), by_plan(-1))
    assert gap(one.judged) == pytest.approx(0.01)
    assert len(questions) == MAX_JUDGED_DECISIONS == 42
    assert (
        len([question for question in questions if question.closely])
        == puzzles.MAX_PUZZLE_GAMES * puzzles.CLOSE_LOOKS_PER_GAME
    )


def test_two_looks_that_disagree_on_what_is_best_make_no_puzzle():
    games = [*robot_games("azul", DAY)]
    _, asked = found(search_puzzle(games[:1], DAY), by_plan(-1))
    place = asked[3].decision.place
    plan = by_plan(place)

    def judge(question):
        one = plan(question)
        if not question.closely or question.decision.place != place:
            return one
        other = next(move for move in reversed(question.decision.view.moves) if str(move) != one.lines[0].moves[0])
        return one._replace(lines=(one.lines[0]._replace(moves=(str(other),)), *one.lines[1:]))

    _, questions = found(search_puzzle(games, DAY), judge)
    assert len(questions) > puzzles.DECISIONS_PER_GAME + 2


@each(
    ("best", "second", "played", "clear"),
    [(0.6, 0.4, 1, True), (0.6, 0.6 - MIN_CLEAR_GAP / 2, 1, False), (0.6, 0.4, 0, False), (0.99, 0.5, 1, False)],
)
def test_what_is_clear(best, second, played, clear):
    assert is_clear(JudgedDecision(0, 0, lines(("a", best), ("b", second)), played, True)) is clear


def test_where_nobody_missed_anything_there_is_no_puzzle():
    with pytest.raises(NoPuzzle):
        found(search_puzzle([], DAY), by_plan(-1))


@pytest.fixture(scope="module")
def asked() -> Puzzle:
    """A puzzle of Azul."""
    return puzzle("azul", DAY, FEW)


def test_an_answer_among_the_lines_needs_no_search(asked):
    for n, line in enumerate(asked.judged.lines):
        answer = find_known_answer(asked, line.moves)
        assert answer.played == n
        assert is_right(asked, answer) is (n == 0)


def test_an_answer_in_another_order_is_the_same_answer():
    one = puzzle("match_five", "2026-11-23", 10)
    turns = [line.moves for line in one.judged.lines if len(line.moves) > 2]
    assert turns
    for moves in turns:
        *tiles, last = moves
        again = (*reversed(tiles), last)
        state, legal = one.table.state, True
        for text in again:
            move = one.table.game.parse(text)
            legal = legal and state.refuses(one.judged.seat, move) is None
            if legal:
                state = state.after(one.judged.seat, move)
        if legal:
            assert find_known_answer(one, again).played == [line.moves for line in one.judged.lines].index(moves)


def test_any_other_answer_is_judged_and_takes_its_place_among_the_lines(asked):
    told = {line.moves for line in asked.judged.lines}
    others = [(str(move),) for move in asked.table.view(asked.judged.seat).moves if (str(move),) not in told]
    moves = next(one for one in others if find_known_answer(asked, one) is None)
    answer = add_answer(asked, judge_decision(decision_of(asked.table, moves), nodes=FEW))
    assert answer.lines[answer.played].moves == moves
    assert len(answer.lines) == len(asked.judged.lines) + 1
    values = [line.value for line in answer.lines]
    assert values == sorted(values, reverse=True)
    assert answer.loss >= 0


def own(*each: tuple[str, float], played: int) -> JudgedDecision:
    return JudgedDecision(7, 0, lines(*each), played, True)


def test_what_is_as_good_as_the_best_is_right_and_what_costs_half_the_gap_is_wrong(asked):
    one = Puzzle(asked.table, own(("a", 0.6), ("b", 0.5), played=1))
    assert gap(one.judged) == pytest.approx(0.1)
    twin = add_answer(one, own(("c", 0.58), ("d", 0.4), played=0))  # the same position as the best, by another name
    assert (twin.lines[twin.played].moves, is_right(one, twin)) == (("c",), True)
    near = add_answer(one, own(("a", 0.7), ("c", 0.66), played=1))
    assert is_right(one, near)
    assert near.loss == pytest.approx(0.04)
    far = add_answer(one, own(("a", 0.7), ("c", 0.64), played=1))
    assert not is_right(one, far)
    better = add_answer(one, own(("c", 0.8), ("a", 0.6), played=0))
    assert is_right(one, better)
    assert better.lines[0].moves == ("a",)
