"""The campaigns that prove reviews, in small: the curves and their check, the accuracy of levels, planted blunders."""

from __future__ import annotations

import json
from dataclasses import replace
from math import exp
from random import Random
from statistics import fmean

import pytest

from engine.games import GAMES
from engine.robots import COACHES, MINDS
from engine.robots.core import Curve, Level
from engine.robots.review import decisions
from engine.table import Table
from tests.research import accuracy, blunders
from tests.research.curves import (
    CHECK,
    FEWEST,
    FIT,
    LEVELS,
    Work,
    campaign,
    checked,
    figures_of,
    fitted_to,
    games_of,
    path_of,
    read,
    self_played,
    summary,
    text_of,
    write,
)
from tests.research.editions import coach_edition
from tests.research.kept import Kept, alone, carried_out, summaries, summarize
from tests.research.logistic import Sample, Told, bins, curve, curves

FEW = 10  # positions for a decision


@pytest.fixture(autouse=True)
def _quick_coaches(monkeypatch):
    """Coaches and sharp robots that look at few positions."""
    for key, coach in COACHES.items():
        budget = dict.fromkeys(coach.quick_nodes, FEW)
        monkeypatch.setitem(COACHES, key, replace(coach, quick_nodes=budget, deep_nodes=budget))
        monkeypatch.setitem(MINDS, key, replace(MINDS[key], nodes={Level.CLUB_PLAYER: budget}))


@pytest.fixture
def kept(tmp_path):
    return Kept(tmp_path / "rows.jsonl")


def games(set_, count, seats=2):
    return [Work("azul", seats, set_, number) for number in range(count)]


# curves


def won(rng, chance):
    return float(rng.random() < chance)


def test_a_curve_is_found_again_in_results_that_follow_it():
    rng, true = Random(5), (Curve(0.3, 0.2), Curve(-0.4, 0.05))
    played = []
    for number in range(900):
        value, stage = rng.gauss(0, 8), number % 2
        played.append([Sample(stage, value, won(rng, true[stage].chance(value)))])
    for found, wanted in zip(curves({2: played}, 2)[2], true, strict=True):
        assert abs(found.offset - wanted.offset) < 0.25
        assert abs(found.slope - wanted.slope) < 0.03


@pytest.mark.parametrize("true", [Curve(0.0, 0.4, 0.25), Curve(0.0, 0.2)])
def test_it_is_found_whether_more_of_a_value_adds_less(true):
    rng = Random(5)
    values = [rng.gauss(0, 12) for _ in range(900)]
    found = curves({2: [[Sample(0, value, won(rng, true.chance(value)))] for value in values]}, 1)[2][0]
    assert found.bend == pytest.approx(true.bend, abs=0.13)
    assert (found.bend > 0) == (true.bend > 0)


def test_a_game_with_many_samples_counts_no_more_than_one_with_few():
    many, few = [Sample(0, 1.0, 1.0)] * 9, [Sample(0, 1.0, 0.0)]
    assert curves({2: [many, few]}, 1)[2][0].chance(1.0) == pytest.approx(0.5, abs=0.01)


def test_a_stage_without_samples_leans_on_its_neighbors_and_one_with_many_does_not():
    rng = Random(2)
    steep = [[Sample(0, value, won(rng, 1 / (1 + exp(-value))))] for value in (rng.gauss(0, 2) for _ in range(300))]
    flat = [[Sample(3, value, won(rng, 0.5))] for value in (rng.gauss(0, 2) for _ in range(300))]
    found = curves({2: [*steep, *flat]}, 5)[2]
    assert found[0].slope > 0.85
    assert abs(found[3].slope) < 0.1
    assert found[0].slope > found[1].slope > found[2].slope > found[4].slope
    assert (found[0], found[3]) == (curves({2: steep}, 1)[2][0], curves({2: flat}, 4)[2][3])


def test_a_number_of_seats_without_games_leans_on_the_others_with_its_own_fair_share():
    rng = Random(3)
    played = [[Sample(0, value, won(rng, 1 / (1 + exp(-value))))] for value in (rng.gauss(0, 2) for _ in range(300))]
    found = curves({2: played, 4: []}, 1)
    assert found[2][0].chance(0) == pytest.approx(1 / 2, abs=0.05)
    assert found[4][0].chance(0) == pytest.approx(1 / 4, abs=0.05)
    assert found[4][0].slope == pytest.approx(found[2][0].slope, abs=0.1)


def test_results_without_a_surprise_leave_a_curve_that_is_not_endlessly_steep():
    found = curves({2: [[Sample(0, value, float(value > 0))] for value in (-30.0, -2.0, 1.0, 40.0)]}, 1)[2][0]
    assert 0.5 < found.chance(2.0) < 1
    assert curve([]) == Curve(0.0, 0.0)


def test_chances_that_came_true_agree_and_those_of_a_boaster_do_not():
    rng = Random(4)
    honest = [[Told(chance, won(rng, chance)) for _ in range(3)] for chance in (rng.random() for _ in range(500))]
    boasting = [[Told(one.chance**0.3, one.share) for one in game] for game in honest]
    fine, wrong = bins(honest, Random(1)), bins(boasting, Random(1))
    assert len(fine) == 10
    assert sum(one.agrees(0.05) for one in fine) >= 9
    assert sum(one.agrees(0.05) for one in wrong) < 5
    assert all(one.low <= one.seen <= one.high for one in fine)
    assert fmean(one.error for one in fine) < 2 * fmean(one.luck for one in fine)


def test_an_interval_is_wider_where_all_chances_of_a_game_come_true_together():
    rng = Random(4)
    together = [[Told(0.45, won(rng, 0.45))] * 8 for _ in range(60)]
    alone = [[one] for game in together for one in game]
    (wide,), (narrow,) = bins(together, Random(1)), bins(alone, Random(1))
    assert wide.high - wide.low > 2 * (narrow.high - narrow.low)


# the campaign


def test_it_goes_on_where_it_was_stopped_and_a_line_cut_off_counts_as_not_done(kept):
    campaign(kept, games(FIT, 2))
    whole = kept.path.read_text("utf-8")
    kept.path.write_text(whole[:-9], "utf-8")
    again = Kept(kept.path)
    assert len(again.rows) == 1
    campaign(again, games(FIT, 2))
    assert kept.path.read_text("utf-8") == whole
    assert len(games_of(again, "azul", 2, FIT)) == 2
    assert games_of(again, "azul", 2, CHECK) == []
    assert {row["level"] for row in again.rows.values()} == set(LEVELS)
    assert all(len(row["samples"]) == 4 for row in again.rows.values())
    assert all(best >= played for row in again.rows.values() for _, best, played, _ in row["samples"])


def test_a_second_command_on_the_same_file_is_refused_and_ctrl_c_stops_one(kept, capsys):
    def pressed():
        raise KeyboardInterrupt

    with alone(kept.path):
        assert carried_out(lambda: campaign(kept, games(FIT, 1))) == 2
    assert str(kept.path) in capsys.readouterr().err
    assert carried_out(pressed) == 130
    assert carried_out(lambda: campaign(kept, games(FIT, 0))) == 0


def test_games_of_a_coach_that_judges_otherwise_do_not_count(kept, monkeypatch):
    campaign(kept, games(FIT, 1))
    assert len(games_of(kept, "azul", 2, FIT)) == 1
    monkeypatch.setitem(COACHES, "azul", replace(COACHES["azul"], quick_nodes={2: FEW + 1}))
    assert games_of(kept, "azul", 2, FIT) == []
    monkeypatch.setitem(
        COACHES, "azul", replace(COACHES["azul"], quick_nodes={2: FEW}, curves={2: [Curve(0.0, 1.0)] * 6})
    )
    assert len(games_of(kept, "azul", 2, FIT)) == 1
    assert coach_edition("azul", 1) != coach_edition("azul", 2)


@pytest.mark.parametrize("key", COACHES)
def test_the_curves_of_a_game_stand_in_the_file_that_the_campaign_writes(key):
    assert text_of(COACHES[key].curves, fitted_to(key)) == path_of(key).read_text("utf-8")


def test_new_curves_are_written_once_there_are_games_enough(kept, tmp_path):
    campaign(kept, games(FIT, 1))
    row, path = kept.rows["azul/2/fit/0"], tmp_path / "azul.json"
    assert not write(kept, "azul", path), "one game says too little"
    for number in range(FEWEST):
        kept.add({**row, "name": f"azul/2/fit/{number}", "samples": row["samples"][:1]})
    assert write(kept, "azul", path)
    found = json.loads(path.read_text("utf-8"))
    assert found["games"] == {"2": FEWEST}
    assert {seats: len(curves_) for seats, curves_ in found["curves"].items()} == {"2": 7, "3": 7, "4": 7}


@pytest.mark.parametrize("key", COACHES)
def test_a_better_value_always_stands_for_a_better_chance(key):
    assert all(curve_.slope > 0 for curves_ in COACHES[key].curves.values() for curve_ in curves_)


@pytest.mark.parametrize("key", COACHES)
def test_there_is_a_curve_for_every_stage_at_all_numbers_of_seats(key):
    coach = COACHES[key]
    assert list(coach.curves) == list(GAMES[key].seats)
    assert len({len(curves_) for curves_ in coach.curves.values()}) == 1
    for seats in {GAMES[key].seats[0], GAMES[key].seats[-1]}:
        table = self_played(key, [Level.BEGINNER] * seats, "stages")
        stages = {coach.stage(one.view.state) for one in decisions(table)}
        assert stages <= set(range(len(coach.curves[seats])))


def test_the_check_uses_games_that_no_curve_has_seen_and_is_kept(kept, tmp_path):
    campaign(kept, [*games(FIT, 1), *games(CHECK, 2)])
    assert sum(one.count for one in checked(kept, "azul", 2)) == 8
    told = figures_of(kept, "azul", 2)
    assert told[0].value == 2
    path = tmp_path / "calibration.jsonl"
    for _ in range(2):
        summarize(path, summary(kept, "azul", 2))
    (row,) = summaries(path)
    assert (row["game"], row["seats"], row["fitted"], row["games"]) == ("azul", 2, fitted_to("azul")[2], 2)
    assert len(row["bins"][0]) == 6
    assert figures_of(kept, "azul", 3) == []
    assert read(["--check", "--game", "azul"]).check


# accuracy


def test_the_accuracy_of_levels_is_measured_and_their_order_told(kept):
    asked = accuracy.asked(
        accuracy.read(["--game", "azul", "--level", "beginner", "--level", "greedy", "--games", "1"])
    )
    assert [one.levels for one in asked] == [["beginner"] * 2, ["beginner", "greedy"], ["greedy"] * 2]
    accuracy.campaign(kept, asked)
    found = accuracy.figures_of(Kept(kept.path), "azul", 2)
    assert [figure.name.split(":")[0] for figure in found[:2]] == ["azul 2, beginner", "azul 2, greedy"]
    assert 40 < found[0].value < found[1].value < 100
    assert found[2].good
    row = accuracy.summary(kept, "azul", 2)
    assert row["games"] == 3
    assert [(level, count) for level, (_, _, count) in row["levels"].items()] == [("beginner", 3), ("greedy", 3)]


# blunders


def test_a_planted_blunder_is_found_among_the_turns_that_mattered(kept):
    asked = blunders.asked(blunders.read(["--game", "azul", "--level", "greedy", "--games", "1"]))
    blunders.campaign(kept, asked)
    rows = list(Kept(kept.path).rows.values())
    assert all(row["cost"] >= blunders.DEAR for row in rows)
    assert blunders.figures_of(kept, asked)[1].value == 1
    blunders.campaign(kept, asked)
    assert [json.loads(line) for line in kept.path.read_text("utf-8").splitlines()] == rows


def test_a_game_without_a_decision_has_no_blunder():
    assert blunders.blunder(Table.new(GAMES["azul"], 2, {}, "none"), Random(1)) is None
