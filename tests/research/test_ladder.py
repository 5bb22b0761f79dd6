"""The ladder of robots: that it goes on, that its intervals are right, and that the page says what was played."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from bot.text.words import Words
from engine.core import IllegalMove
from engine.robots.core import OFFERED_LEVELS, Level
from tests.research.editions import code, edition
from tests.research.ladder import Game, asked, campaign, figures_of, judged, main, pairings, play, read, same
from tests.research.ladder_results import Pairing, Played, Results, interval
from tests.research.robots_page import PAGE, TABLES, filled, wins
from tests.research.thinking import SIZE, measured, memory, positions
from tests.research.thinking import judged as judged_costs

DUEL = Pairing("azul", 2, Level.AMATEUR, Level.BEGINNER)
THREE = Pairing("azul", 3, Level.AMATEUR, Level.BEGINNER)


class Stopped(Results):
    """Somebody presses Ctrl-C after the third game."""

    def add(self, *game) -> None:
        super().add(*game)
        if sum(played.games for played in self.lines.values()) == 3:
            raise KeyboardInterrupt


def test_it_goes_on_where_it_was_stopped_and_ends_as_if_it_had_not_been(tmp_path):
    whole, stopped = tmp_path / "whole.jsonl", tmp_path / "stopped.jsonl"
    campaign(Results(whole), (DUEL, THREE), 4)
    with pytest.raises(KeyboardInterrupt):
        campaign(Stopped(stopped), (DUEL, THREE), 4)
    assert sum(played.games for played in Results(stopped).lines.values()) == 3
    campaign(Results(stopped), (DUEL, THREE), 4, workers=2)
    assert Results(stopped).lines == Results(whole).lines
    assert [played.games for played in Results(whole).lines.values()] == [4, 6]
    campaign(Results(whole), (DUEL, THREE), 3)
    assert Results(stopped).lines == Results(whole).lines


def test_the_second_ladder_on_one_file_is_refused_and_loses_no_game_of_the_first(tmp_path, monkeypatch, capsys):
    path = tmp_path / "games.jsonl"
    monkeypatch.setattr(sys, "argv", ["ladder", "--file", str(path), "--game", "azul", "--games", "2"])
    first = Results(path)
    with first.alone():
        first.add(DUEL, 0, 0, "1", 40)
        assert main() == 2
        assert capsys.readouterr().err == f"Another process adds games to {path} already. Stop it first, or wait.\n"
        monkeypatch.setattr(sys, "argv", [*sys.argv, "--no-play"])
        assert main() == 1
        assert "pairings with fewer than" in capsys.readouterr().out
        first.add(DUEL, 0, 1, "1", 41)
    assert Results(path).of(DUEL).points == (81,)


def test_a_ladder_that_waited_for_another_one_goes_on_from_its_games(tmp_path):
    path = tmp_path / "games.jsonl"
    waited = Results(path)
    campaign(Results(path), (DUEL,), 2)
    campaign(waited, (THREE,), 3)
    assert [played.games for played in Results(path).lines.values()] == [2, 3]


def test_only_levels_that_look_ahead_depend_on_a_mind_and_a_budget():
    assert edition("azul", "greedy", 2) == edition("azul", "beginner", 4) != edition("pillars", "greedy", 2)
    assert len({edition("azul", level, 2) for level in ("greedy", "sharp", "strong", "master")}) == 4


def test_a_game_that_fails_is_named():
    with pytest.raises(IllegalMove) as failed:
        play(Game(replace(DUEL, robot="someday"), 7, 1))
    assert "deal=7" in failed.value.__notes__[0]


def test_a_robot_that_has_changed_plays_anew(tmp_path):
    path = tmp_path / "games.jsonl"
    campaign(Results(path), (DUEL, THREE), 3)
    row = json.loads(path.read_text("utf-8").splitlines()[0]) | {"edition": "of before"}
    path.write_text(f"{json.dumps(row)}\n{path.read_text('utf-8').splitlines()[1]}\n", "utf-8")
    results = Results(path)
    assert results.outdated((DUEL, THREE)) == [DUEL]
    assert (results.of(DUEL).games, results.of(THREE).games) == (0, 3)
    campaign(results, (DUEL,), 2)
    assert (Results(path).of(DUEL).games, results.outdated((DUEL, THREE))) == (2, [])


@pytest.mark.parametrize(("points", "kept"), [(0, [DUEL]), (1, [])])
def test_games_are_kept_of_a_robot_whose_code_has_changed_and_that_plays_as_before(tmp_path, points, kept):
    path = tmp_path / "games.jsonl"
    campaign(Results(path), (DUEL, THREE), 2)
    row = json.loads(path.read_text("utf-8").splitlines()[0])
    row |= {"edition": "of before", "points": [*row["points"][:-1], row["points"][-1] + points]}
    path.write_text(f"{json.dumps(row)}\n{path.read_text('utf-8').splitlines()[1]}\n", "utf-8")
    assert same(Results(path), (DUEL, THREE)) == kept
    assert Results(path).of(DUEL).games == 2 * len(kept)


def test_what_is_said_about_code_makes_no_robot_another_one():
    source = 'def f(x):\n    """Once."""\n    return x + 1  # why\n'
    assert code(source) == code(source.replace("Once.", "Twice,\n\n    and more.").replace("# why", "# because"))
    assert code(source) != code(source.replace("+ 1", "+ 2"))
    assert code(source + 'NODES = {\n    "sharp": {2: 300},\n}\n') == code(source)
    assert code('def f():\n    """Nothing."""\n') == code('def f():\n    """None."""\n') == "def f():\n    ..."
    assert '"#"' in code('x = "#"  # a sign\n')


def test_nineteen_of_twenty_intervals_hold_the_true_share_also_where_deals_decide():
    lot, inside, together, share = Random(5), 0, 0.5, 0.6
    for _ in range(200):
        deals = [deal(lot, together, share) for _ in range(50)]
        low, high = interval(deals)
        inside += low <= share <= high
        assert 0 <= low <= high <= 1
    assert 0.92 < inside / 200 < 0.99


def deal(lot, together, share):
    """Four games; now and then their deal decides all of them."""
    same = float(lot.random() < share)
    return (same,) * 4 if lot.random() < together else tuple(float(lot.random() < share) for _ in range(4))


def test_an_interval_of_robots_that_win_always_ends_below_certainty():
    low, high = interval([(1.0, 1.0)] * 100)
    assert 0.95 < low < 0.97 < high <= 1.0


def test_a_shared_first_place_is_a_part_of_a_win_and_deals_that_are_half_played_wait():
    played = Played(THREE, "", ("120", "31-"), (10, 8))
    assert played.shares == [(1.0, 0.5, 0.0)]
    assert (played.win_rate, played.games, played.mean_points) == (0.5, 5, 10 / 3)
    assert played.due(6) == [(1, 2)]


def test_a_target_that_is_missed_and_a_share_that_is_not_surely_above_the_fair_one_are_told():
    strong = Pairing("azul", 2, Level.EXPERT, Level.AMATEUR)
    good, poor = (Played(strong, "", (deal,) * 100, (0,) * 100) for deal in ("11", "10"))
    assert [figure.good for figure in judged(good)] == [True, True]
    assert [figure.good for figure in judged(poor)] == [False, False]
    most = Played(replace(strong, seats=4, other=Level.CLUB_PLAYER), "", ("1100",) * 50, (0,) * 50)
    assert [(figure.least, figure.good) for figure in judged(most)] == [(None, True), (25, True)]
    masters = Played(Pairing("pavilion", 2, Level.MASTER, Level.MASTER), "", ("10",), (208,))
    assert [(figure.value, figure.good) for figure in judged(masters)] == [(104, False)]


def test_too_few_games_are_told(tmp_path):
    results = Results(tmp_path / "games.jsonl")
    campaign(results, (DUEL,), 2)
    assert [figure.value for figure in figures_of(results, (DUEL, THREE), 2)][-1] == 1


def test_all_neighbors_meet_at_the_fewest_and_the_most_seats():
    wanted = pairings("match_five")
    assert {(one.other, one.robot) for one in wanted if one.seats == 6} == set(pairwise(OFFERED_LEVELS))
    assert {one.seats for one in wanted if (one.robot, one.other) == (Level.EXPERT, Level.AMATEUR)} == {2, 3, 4}
    some = asked(read(["--game", "match_five", "--pairing", "expert-amateur", "--seats", "3"]))
    assert some == [Pairing("match_five", 3, Level.EXPERT, Level.AMATEUR)]
    (gray,) = asked(read(["--game", "azul", "--pairing", "expert-amateur", "--seats", "3", "--options", "wall=gray"]))
    assert gray.chosen == {"wall": "gray"}
    assert Pairing("pavilion", 2, Level.MASTER, Level.MASTER) in asked(read([]))


# the page


def test_the_page_about_robots_has_the_numbers_that_were_measured():
    page = PAGE.read_text("utf-8")
    assert filled(page, Results()) == page, "python -m tests.research.robots_page writes them"


def test_the_page_calls_the_levels_as_people_read_them():
    words = Words()
    rows = re.findall(r"^\| `(\w+)` \| ([\w ]+) \|", PAGE.read_text("utf-8"), re.MULTILINE)
    assert rows == [(level, words(f"robot.level.{level}")) for level in Level]


def test_the_page_has_the_games_of_its_file_and_says_where_there_are_few(tmp_path):
    bare = "".join(f"<!-- table: {name} -->\n<!-- end -->\n" for name in TABLES)
    results = Results(tmp_path / "games.jsonl")
    before = filled(bare, results)
    campaign(results, (DUEL,), 2)
    assert wins(results.of(DUEL)) in filled(before, results)
    assert wins(results.of(DUEL)) not in before
    assert wins(results.of(DUEL)).endswith(", 2 games)")
    campaign(results, (replace(DUEL, options="wall=gray"),), 2)
    assert "| Azul | `wall=gray` | 2 | amateur / beginner | " in filled(before, results)
    assert wins(Played(DUEL, "", ("11",) * 100, (0,) * 100)).startswith("**100.0** (96.")


@pytest.mark.parametrize("seats", [2, 6])
def test_what_a_turn_of_several_tiles_costs_is_measured_at_its_beginning(seats):
    views = positions("match_five", seats, SIZE)
    assert len(views) == SIZE
    assert not any(view.state.laid for view in views)


def test_what_moves_cost_is_measured():
    row = measured("azul", 2, 1, (Level.CLUB_PLAYER,))
    assert row["speed"] > 0
    assert [figure.unit for figure in judged_costs(row)] == ["s a move", "positions/s", "MiB"]
    assert memory() == row["memory"]
