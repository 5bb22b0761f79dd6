"""The levels of robots: one list, from which all else follows. Knows no game."""

from __future__ import annotations

from bot.logic.ratings import ROBOT_RATINGS
from bot.text.words import Words
from engine import GAMES
from engine.robots import MINDS
from engine.robots.core import Level
from tests.cases import each
from tests.sources import ROOT


@each("level", Level)
def test_a_level_is_called_in_code_what_people_read(level):
    assert Words()(f"robot.level.{level}") == level.name.lower().replace("_", " ")


@each("key", MINDS)
def test_a_mind_has_a_budget_for_every_level_that_looks_ahead(key):
    ahead = {level: set(GAMES[key].seats) for level in Level if level.looks_ahead}
    assert {level: set(seats) for level, seats in MINDS[key].nodes.items()} == ahead


def test_every_level_has_a_rating():
    assert [key for key, ratings in ROBOT_RATINGS.items() if set(ratings) != set(Level)] == []


@each("level", Level)
def test_players_and_writers_of_robots_find_every_level_on_its_page(level):
    robots = (ROOT / "docs" / "robots.md").read_text("utf-8")
    playing = (ROOT / "docs" / "playing.md").read_text("utf-8").split("### Robots")[1]
    word = level.name.lower().replace("_", " ")
    assert f"| `{level}` | {word} |" in robots
    assert f"\n| {word} |" in playing or level is Level.NEWCOMER  # nobody can choose it
