"""What a review tells of a game: who decided what, what it cost, what mattered.

Knows Azul by its notation only; everything else is made by hand.
"""

from __future__ import annotations

import json
from functools import cache
from random import Random

import pytest

from engine import GAMES, Table
from engine.__main__ import _luck_line
from engine.robots.ai import choose
from engine.robots.luck import Luck
from engine.robots.review import (
    LINES_PER_DECISION,
    MAX_TURNING_POINTS,
    Decision,
    JudgedDecision,
    JudgedLine,
    Review,
    decisions,
    judge_decision,
    places_to_judge_closely,
    review,
)
from engine.transcript import write_transcript
from tests.cases import each
from tests.engine.served import Ended, terminal

NODES = 100


def played_out(levels=("greedy", "random"), seed="review") -> Table:
    """A whole game of Azul by such robots."""
    table, rng = Table.new(GAMES["azul"], len(levels), {}, seed), Random(1)
    while acting := table.state.to_act():
        table = table.play(acting[0], str(choose(levels[acting[0]], table.view(acting[0]), rng)))
    return table


GAME = played_out()
SHORT = GAME.back_to(8)  # of its first round


@cache
def found_at(number: int, closely: bool = False) -> JudgedDecision:
    """What the coach says of that decision of the game."""
    return judge_decision(decisions(GAME)[number], closely=closely, nodes=NODES)


@cache
def whole() -> Review:
    """The review of the game."""
    return review(GAME, NODES)


def one(seat: int, best: float, chosen: float, place: int = 0) -> JudgedDecision:
    """A decision between two lines with such chances; the second one was played."""
    return JudgedDecision(
        place, seat, (JudgedLine(("a",), best * 10, best), JudgedLine(("b",), chosen * 10, chosen)), 1, False
    )


def test_every_move_is_a_decision_but_for_draws_and_forced_ones():
    found = {decision.place: decision for decision in decisions(GAME)}
    for place, entry in enumerate(GAME.log):
        state = GAME.back_to(place).state
        if entry.seat < 0 or len(state.moves(entry.seat)) == 1:
            assert place not in found
        else:
            assert [str(move) for move in found[place].played] == [entry.text]
            assert found[place].view == GAME.back_to(place).view(entry.seat)


def test_what_was_played_is_among_few_lines_and_the_best_one_comes_first():
    for number, decision in enumerate(decisions(GAME)):
        found = found_at(number)
        assert found.lines[found.played].moves == tuple(map(str, decision.played))
        assert len(found.lines) <= LINES_PER_DECISION
        assert [line.value for line in found.lines] == sorted((line.value for line in found.lines), reverse=True)
        assert found.loss == pytest.approx(found.lines[0].chance - found.lines[found.played].chance)


def test_looked_at_closely_the_best_line_has_the_best_answer_of_the_other_seat_to_it():
    told = 0
    for number, decision in [*enumerate(decisions(GAME))][::2]:
        found = found_at(number, closely=True)
        then = GAME.back_to(decision.place).play(found.seat, found.lines[0].moves[0])
        if found.played and then.state.to_act() == (1 - found.seat,) and len(then.state.moves(1 - found.seat)) > 1:
            view, moves = then.view(1 - found.seat), tuple(map(then.game.parse, found.lines[0].answer))
            assert judge_decision(Decision(0, view, moves), nodes=NODES).points < 0.5
            told += 1
        else:
            assert found.lines[0].answer == ()
        assert all(line.answer == () for line in (*found.lines[1:], *found_at(number).lines))
    assert told >= 5


@each(("game", "options"), [("match_five", {}), ("azul", {"wall": "gray"})])
def test_no_answer_is_told_that_depends_on_what_only_the_other_seat_knew(game, options):
    table, rng = Table.new(GAMES[game], 2, options, "hidden"), Random(1)
    while table.state.to_act() and len(table.log) < 80:
        seat = table.state.to_act()[0]
        table = table.play(seat, str(choose("random", table.view(seat), rng)))
    hidden = []
    for decision in decisions(table):
        after = decision.view.state.after(decision.view.seat, decision.played[0])
        hidden += [decision] if after != after.view(None) else []
    assert len(hidden) >= 3
    for decision in hidden[:3]:
        assert all(line.answer == () for line in judge_decision(decision, closely=True, nodes=NODES).lines)


def test_no_answer_is_told_to_a_last_tile_as_nobody_knows_what_the_others_hold():
    table, rng = Table.new(GAMES["match_five"], 2, {"copies": "2"}, "last0"), Random(0)
    while table.state.to_act():
        seat = table.state.to_act()[0]
        table = table.play(seat, str(choose("beginner", table.view(seat), rng)))
    for decision in decisions(table)[-4:]:
        assert all(line.answer == () for line in judge_decision(decision, closely=True, nodes=NODES).lines)


def test_a_decision_is_judged_alike_every_time():
    for number, decision in [*enumerate(decisions(GAME))][::10]:
        assert judge_decision(decision, nodes=NODES) == found_at(number)


def test_who_plays_by_lot_is_less_accurate_and_loses_the_game():
    made = whole()
    first, second = made.accuracy()
    assert first > second
    assert made.result == (1.0, 0.0)
    lost = [sum(each.points for each in made.decisions if each.seat == seat) for seat in range(2)]
    assert lost[1] > 5 * lost[0]  # of the chances less: who is far behind can lose little more of them


def test_the_chances_add_up_to_one_and_end_with_the_result():
    for made in (whole(), review(played_out(("random",) * 3), 30)):
        moments = made.chances()
        assert [sum(moment) for moment in moments] == pytest.approx([1] * (len(made.decisions) + 1))
        assert moments[-1] == made.result


def test_a_game_under_way_has_no_result_yet():
    made = review(GAME.back_to(9), NODES)
    assert made.result == ()
    assert len(made.chances()) == len(made.decisions)


def test_the_most_expensive_decisions_are_looked_at_closely_with_those_beside_them():
    all_ = [one(0, 0.5, 0.5) for _ in range(40)]
    all_[20], all_[39] = one(0, 0.9, 0.2), one(1, 0.9, 0.5)
    assert places_to_judge_closely(all_) == [20, 19, 21, 39, 38]


def test_at_most_three_decisions_matter_and_none_that_cost_nothing():
    made = Review(2, (one(0, 0.5, 0.5), one(1, 0.6, 0.3), one(0, 0.5, 0.495), one(0, 0.9, 0.2)), (1.0, 0.0))
    assert [each.loss for each in made.turning_points().values()] == pytest.approx([0.7, 0.3])
    many = Review(2, tuple(one(0, 0.5, 0.1) for _ in range(9)), (1.0, 0.0))
    assert len(many.turning_points()) == MAX_TURNING_POINTS


def test_who_never_errs_has_a_hundred_percent_and_who_decides_nothing_has_none():
    made = Review(3, (one(0, 0.5, 0.5), one(1, 0.9, 0.1)), (1.0, 0.0, 0.0))
    perfect, poor, silent = made.accuracy()
    assert perfect == pytest.approx(100, abs=0.1)
    assert poor < 10
    assert silent is None


def told(tmp_path, *arguments: str, table: Table = GAME) -> Ended:
    """What `python -m engine review` says."""
    file = tmp_path / "game.txt"
    file.write_text(write_transcript(table, ["Ana", "Bela"]), "utf-8")
    return terminal("review", *(str(file) if part == "FILE" else part for part in arguments))


def test_the_terminal_tells_what_mattered_in_an_exported_game_and_the_luck_of_the_draws(tmp_path):
    ended = told(tmp_path, "FILE", "--nodes", "20", "--luck", table=SHORT)
    assert (ended.returncode, ended.stderr) == (0, "")
    first, _, *turning, luck = ended.stdout.splitlines()
    assert first.startswith("#1: accuracy ")
    assert luck.startswith("Round 1, luck of the draws: #1 ")
    assert len(turning) == MAX_TURNING_POINTS
    assert all(" Better was " in line for line in turning)


def test_other_programs_get_the_whole_review(tmp_path):
    whole = json.loads(told(tmp_path, "FILE", "--nodes", "20", "--luck", "--json", table=SHORT).stdout)
    assert len(whole["decisions"]) == len(decisions(SHORT))
    assert len(whole["chances"]) == len(whole["decisions"])
    assert [one["round"] for one in whole["luck"]] == [1]


@each(("last", "when"), [(False, "Turns 6 to 10,"), (True, "From turn 6 on,")])
def test_the_last_turns_whose_luck_is_told_together_may_be_fewer(last, when):
    assert _luck_line("match_five", Luck(2, (1.0, -1.0), (0.5, 0.5)), last=last).startswith(when)


def test_a_file_that_is_not_there_is_named(tmp_path):
    for arguments in ((), ("nothing.txt",)):
        ended = told(tmp_path, *arguments)
        assert ended.returncode == 2
        assert ended.stderr.startswith("There is no file `")
