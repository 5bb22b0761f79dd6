"""docs/adding-a-game.md, followed to the letter for tic-tac-toe in a copy of the project.

Of other games it knows Azul, which has draws.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine import GAMES, Table

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
OF_GAMES = (
    "engine/test_promises.py",
    "engine/test_series.py",
    "engine/games/test_records.py",
    "engine/games/tictactoe/test_tictactoe.py",
    "engine/robots/tictactoe/test_robots.py",
    "engine/robots/test_levels.py",
    "test_shape.py",
)
OF_PICTURES = ("render/test_render.py", "render/test_legible.py")
CHOSEN = "tictactoe or has_a_budget or test_shape and not paragraph_is_quoted"  # those of other games are left out
ON_DISCORD = "bot/flows/test_games_by_ear.py"
COPIED = (  # the program, and of the tests those that a new game meets
    "engine", "render", "bot", "data", "pyproject.toml", "README.md", "Makefile", "tests/*.py", "tests/engine",
    "tests/render", "tests/scenes", "tests/bot/*.py", "tests/bot/support", "tests/bot/*/__init__.py",
    f"tests/{ON_DISCORD}",
)  # fmt: skip


def files() -> dict[str, str]:
    """What the game brings, by path: a block of code below its path on the page."""
    return dict(re.findall(r"^\*\*`([\w./]+)`\*\*\n\n```\w+\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))


def named_files() -> set[str]:
    """The files of a game in the table of the page, `x` standing for its key."""
    named = re.findall(r"^\| `([\w./]+)` \|", PAGE, re.MULTILINE)
    return {re.sub(r"(?:\b|(?<=test_))x(?=[./])", "tictactoe", name) for name in named}


def shelves() -> list[str]:
    """The files that get one line each."""
    (paragraph,) = (one for one in PAGE.split("\n\n") if one.startswith("Then add one line"))
    return re.findall(r"`([a-z_/]+/__init__\.py)`", paragraph)


@pytest.fixture(scope="module")
def project(tmp_path_factory) -> Path:
    """The project with one more game on its shelves, compiled as far as it was."""
    copy = tmp_path_factory.mktemp("project")
    ignore = shutil.ignore_patterns("*.pyc.*", "*_cache")  # what others are writing just now
    for source in (path for name in COPIED for path in ROOT.glob(name)):
        place = copy / source.relative_to(ROOT)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(source, place, ignore=ignore) if source.is_dir() else shutil.copy2(source, place)
    for path, text in files().items():
        (copy / path).parent.mkdir(parents=True, exist_ok=True)
        (copy / path).write_text(text, "utf-8")
    for shelf in shelves():
        text = (copy / shelf).read_text("utf-8")
        assert text.count("_PACKAGES = (\n") == 1
        (copy / shelf).write_text(text.replace("_PACKAGES = (\n", '_PACKAGES = (\n    "tictactoe",\n'), "utf-8")
    run(copy, "-m", "tests.scenes", "tictactoe")
    return copy


@pytest.fixture(scope="module")
def passed(project) -> set[str]:
    """The tests of all games that have passed for this one, by their files; none has failed."""
    files = (f"tests/{one}" for one in (*OF_GAMES, *OF_PICTURES, ON_DISCORD))
    said = run(project, "-m", "pytest", "-vv", "-k", CHOSEN, "-p", "no:cacheprovider", *files)
    return set(re.findall(r"^tests/([\w/.]+)::.* PASSED", said, re.MULTILINE))


def run(copy: Path, *arguments: str, typed: str = "") -> str:
    """What a module of the copy says; it ends well."""
    command = [sys.executable, *arguments]
    ended = subprocess.run(command, cwd=copy, input=typed, capture_output=True, text=True, timeout=1_800, check=False)
    assert ended.returncode == 0, ended.stdout[-3000:] + ended.stderr[-3000:]
    return ended.stdout


def test_the_page_shows_every_file_that_its_table_names():
    assert {path for path in files() if not path.endswith(".game")} == named_files()
    assert any(path.endswith(".game") for path in files())
    assert len(shelves()) == 3


def test_it_keeps_every_promise_and_has_the_shape_of_the_project(passed):
    assert passed >= {*OF_GAMES, *OF_PICTURES}


def test_it_is_checked_by_lint_and_types(project):
    code = [path for path in files() if path.endswith(".py")]
    run(project, "-m", "ruff", "check", "--no-cache", *code)
    run(project, "-m", "ruff", "format", "--no-cache", "--check", *code)
    packages = ("engine.games.tictactoe", "engine.robots.tictactoe", "render.tictactoe")
    checked = run(project, "-m", "mypy", *(part for package in packages for part in ("-p", package)))
    assert "no issues found" in checked


def test_it_is_played_in_a_terminal_and_served(project):
    assert "The game is over." in run(project, "-m", "engine", "tictactoe", "--robot", "greedy", "--robot", "random")
    asked = [{"do": "games"}, {"do": "new", "table": "t", "game": "tictactoe", "seats": 2}]
    moves = enumerate(["a1", "b2", "b1", "c3", "c1"])
    asked += [{"do": "play", "table": "t", "seat": n % 2, "move": move} for n, move in moves]
    lines = run(project, "-m", "engine", "serve", typed="".join(json.dumps(one) + "\n" for one in asked)).splitlines()
    assert "tictactoe" in lines[0]
    assert json.loads(lines[-1])["places"] == [1, 2]


def test_it_is_drawn(project, tmp_path):
    assert "KiB" in run(project, "-m", "render", "tictactoe", str(tmp_path / "picture.png"), "--moves", "4")
    assert (tmp_path / "picture.png").stat().st_size > 2_000


def test_it_is_played_on_discord_by_presses(passed):
    assert ON_DISCORD in passed


def test_the_luck_that_the_page_shows_is_told_of_a_game_with_draws():
    (block,) = (one for one in re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL) if "LUCK =" in one)
    shown: dict[str, Any] = {}
    exec(block, shown)
    dealt = Table.new(GAMES["azul"], 2, {}, "page")
    before, deal = dealt.back_to(0).state, dealt.game.parse(dealt.log[0].text)
    assert shown["LUCK"].round_of(before, deal) == 1
    redraws = shown["LUCK"].redraws(before, deal, dealt.state)
    assert [len(stands) for stands in redraws.actual_outcomes(Random(1), 2)] == [2, 2]
    assert redraws.actual_outcomes(Random(1), 2) != redraws.other_outcomes(Random(1), 2)
