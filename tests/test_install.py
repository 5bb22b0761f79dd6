"""`pip install .`: a wheel built from the project, installed into a fresh environment, run from another folder.

Knows no checkout: the environment sees the packages of the suite, but not the folder that they test.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BUILT_FROM = ("engine", "render", "bot", "data", "pyproject.toml", "README.md", "LICENSE")


def run(folder: Path, *command: str | Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    """What a command says in that folder, without the settings of whoever runs the tests."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("TESSERA", "DISCORD", "PYTHON"))}
    return subprocess.run(command, cwd=folder, env=kept, input=typed, capture_output=True, text=True, check=False)


def pip(folder: Path, *arguments: str | Path) -> None:
    ended = run(folder, sys.executable, "-m", "pip", *arguments)
    assert ended.returncode == 0, ended.stdout[-3000:] + ended.stderr[-3000:]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    """Built beside the checkout, where a build leaves nothing behind and finds nothing of an earlier one."""
    copy = tmp_path_factory.mktemp("wheel")
    for name in BUILT_FROM:
        source = ROOT / name
        (shutil.copytree(source, copy / name) if source.is_dir() else shutil.copy(source, copy / name))
    pip(copy, "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", "built", ".")
    (built,) = (copy / "built").iterdir()
    return built


@pytest.fixture(scope="module")
def programs(wheel, tmp_path_factory) -> Path:
    """The folder of an environment's programs, Tessera's own among them."""
    home = tmp_path_factory.mktemp("environment")
    venv.create(home)
    places = sysconfig.get_paths("venv", {"base": str(home), "platbase": str(home)})
    own, scripts = Path(places["purelib"]), Path(places["scripts"])
    (own / "suite.pth").write_text("\n".join({sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}), "utf-8")
    install = ("install", "--quiet", "--no-deps", "--no-index", "--no-compile", wheel)
    pip(home, "--python", scripts / "python", *install)
    return scripts


def test_the_wheel_holds_every_file_of_the_packages_and_of_the_data(wheel):
    held = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    files = (path for top in BUILT_FROM[:4] for path in (ROOT / top).rglob("*") if path.is_file())
    wanted = {path.relative_to(ROOT).as_posix() for path in files if "__pycache__" not in path.parts}
    assert held == {name.replace("data/", "tessera_data/", 1) if name.startswith("data/") else name for name in wanted}


def test_the_program_checks_itself_from_any_folder(programs, tmp_path):
    said = run(tmp_path, programs / "tessera", "check")
    assert (said.returncode, said.stderr) == (0, ""), said.stdout
    assert "a local Discord will be served on port 8787" in said.stdout
    assert list(tmp_path.iterdir()) == []


def test_a_move_is_played_and_a_refusal_quotes_the_rules(programs, tmp_path):
    asked = [{"do": "new", "table": "t", "game": "azul", "seats": 2, "seed": "here"}]
    asked += [{"do": "play", "table": "t", "seat": 0, "move": move} for move in ("1W1", "1B1")]
    said = run(tmp_path, programs / "tessera-engine", "serve", typed="".join(f"{json.dumps(one)}\n" for one in asked))
    opened, refused, played = map(json.loads, said.stdout.splitlines())
    assert (opened["to_act"], played["to_act"]) == ([0], [1])
    assert (refused["error"]["reason"], "The color must lie there" in refused["error"]["text"]) == ("4.2", True)


def test_pictures_find_their_fonts_and_themes(programs, tmp_path):
    said = run(tmp_path, programs / "python", "-m", "render", "azul", str(tmp_path / "picture.png"))
    assert (said.returncode, said.stderr) == (0, "")
    assert (tmp_path / "picture.png").stat().st_size > 2_000


def test_without_a_token_and_without_the_local_discord_it_says_so_in_one_line(programs, tmp_path):
    without = "import sys; sys.modules['simcord'] = None; from bot.__main__ import main; sys.exit(main())"
    said = run(tmp_path, programs / "python", "-c", without)
    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr.splitlines() == [
        "Set DISCORD_TOKEN to the bot token of your application. The local Discord is not part of this installation."
    ]
