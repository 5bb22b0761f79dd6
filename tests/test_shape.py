"""The shape of the project: who imports whom, sizes, docstrings, rule numbers and word keys.

Knows no behavior; the borders are explained in docs/architecture.md.
"""

from __future__ import annotations

import ast
import graphlib
import re
import sys
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path

import pytest

from bot.services.services import Services
from bot.text.words import Words
from engine import GAMES

ROOT = Path(__file__).parent.parent
LAYERS = {"engine": {"engine"}, "render": {"engine", "render"}, "bot": {"engine", "render", "bot"}}
ROOMS = {  # room of bot/: the rooms that it may import from; nobody imports back
    "text": set(),
    "model": {"text"},
    "logic": {"model"},
    "store": {"logic", "model", "text"},
    "services": {"store", "logic", "model", "text"},
    "screens": {"logic", "model", "text"},
    "discord_api": {"screens", "model", "text"},
    "delivery": {"discord_api", "screens", "services", "store", "logic", "model", "text"},
    "interactions": {"delivery", "discord_api", "screens", "services", "logic", "model", "text"},
    "app": {"interactions", "delivery", "discord_api", "screens", "services", "store", "model", "text"},
    "ops": {"services", "store", "text"},
}
FOR_ALL = {"logs", "settings", "signals"}  # files of bot/ itself that every room may import
ONLY = {  # outside package: where it may be imported
    "PIL": r"render/pixels/",
    "aiosqlite": r"bot/store/database",
    "simcord": r"bot/playground/",
    "discord": r"bot/(discord_api|delivery|interactions|app|ops|playground)/",
}
LONGEST_FILE, LONGEST_STATE = 400, 600  # a State keeps its rules beside one another
LONGEST_FUNCTION = 25  # lines of code, docstring and comments left out
BAD_NAMES = re.compile(r"(^|_)(utils?|helpers?|managers?|data|info)($|_)|^(get|do|handle|process)_")
CHECKS = {  # calls that fail a test by themselves: of pytest, of Playwright, of ours
    "raises", "fail", "expect", "until", "check", "follow", "all_good", "noticed",
}  # fmt: skip
INHERITED = {"get_value"}  # names that other people's base classes ask for

SOURCES = sorted(path for layer in LAYERS for path in (ROOT / layer).rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name(path)}: imports are written out in full"
            yield node.module or ""


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in ast.walk(tree(path)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def own_lines(node: ast.AST, text: list[str]) -> int:
    """Lines of code from the first statement after the docstring to the last; blank ones and comments left out."""
    body = node.body[1:] if ast.get_docstring(node) is not None else node.body
    if not body:
        return 0
    lines = text[node.lineno - 1 : node.body[0].lineno - 1] + text[body[0].lineno - 1 : node.end_lineno]
    return sum(bool(line.strip()) and not line.strip().startswith("#") for line in lines)


every_source = pytest.mark.parametrize("path", SOURCES, ids=map(name, SOURCES))
every_file = pytest.mark.parametrize("path", SOURCES + TESTS, ids=map(name, SOURCES + TESTS))


@every_source
def test_layers_import_downwards_only(path):
    layer = path.relative_to(ROOT).parts[0]
    above = {"engine", "render", "bot", "tests"} - LAYERS[layer]
    assert not {module for module in imported(path) if module.split(".")[0] in above}


def dotted(path: Path) -> str:
    """The name that others import it by."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def reached(path: Path) -> Iterator[str]:
    """Our modules that a file imports anywhere, in a function or under TYPE_CHECKING too."""
    ours = set(map(dotted, SOURCES))
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from ours.intersection(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            named = {f"{node.module}.{alias.name}" for alias in node.names}
            yield from named & ours if named <= ours else {*named, node.module} & ours


@pytest.mark.parametrize("layer", LAYERS)
def test_no_imports_run_in_a_circle(layer):
    graph = {dotted(path): set(reached(path)) for path in SOURCES if name(path).startswith(f"{layer}/")}
    assert list(graphlib.TopologicalSorter(graph).static_order())  # CycleError names the modules of a circle


def room(called: str) -> str:
    """The room of a module or package of `bot`: `text` for `bot.text.words`."""
    return called.split(".")[1] if "." in called else ""


IN_ROOMS = [path for path in SOURCES if name(path).startswith("bot/") and room(dotted(path)) in ROOMS]


@pytest.mark.parametrize("path", IN_ROOMS, ids=map(name, IN_ROOMS))
def test_a_room_imports_only_from_the_rooms_below_it(path):
    here = room(dotted(path))
    allowed = {here, *ROOMS[here], *FOR_ALL} | ({"playground"} if here in ("app", "ops") else set())
    assert {other for other in reached(path) if other.startswith("bot.") and room(other) not in allowed} == set()


def test_pictures_import_what_this_table_allows():
    shared = {  # packages and modules of render: those that they may import beside themselves
        "scene": set(),
        "replay": set(),
        "looks": {"scene"},
        "portrayal": {"scene"},
        "figures": {"looks", "scene"},
        "parts": {"looks", "scene"},
        "pixels": {"looks", "scene"},
        "film": {"parts", "replay", "scene"},
        "cards": {"looks", "parts", "pixels", "scene"},
    }
    allowed = {game: {"looks", "parts", "portrayal", "scene"} for game in GAMES} | shared
    whole = set(allowed) | {"", "gallery"}  # what the package itself, its samples and its command may import
    for path in SOURCES:
        if name(path).startswith("render/"):
            own, *_ = path.relative_to(ROOT / "render").with_suffix("").parts
            modules = [called.split(".") for called in imported(path)]
            found = {"".join(parts[1:2]) for parts in modules if parts[0] == "render"}
            assert found <= allowed.get(own, whole) | {own}, name(path)


def test_the_table_of_rooms_has_every_folder_of_the_bot():
    folders = {path.parent.name for path in (ROOT / "bot").glob("*/__init__.py")}
    assert folders - {"playground"} == set(ROOMS)


def test_no_two_rooms_import_each_other():
    assert [(one, other) for one in ROOMS for other in ROOMS[one] if one in ROOMS[other]] == []


def attributes(path: Path) -> set[str]:
    return {node.attr for node in ast.walk(tree(path)) if isinstance(node, ast.Attribute)}


def test_services_are_made_by_the_wiring_and_by_an_operators_deeds_only():
    services = {field.type for field in fields(Services)}
    for path in SOURCES:
        if name(path).startswith("bot/") and room(dotted(path)) not in ("app", "ops"):
            calls = [node.func for node in ast.walk(tree(path)) if isinstance(node, ast.Call)]
            made = {call.id if isinstance(call, ast.Name) else getattr(call, "attr", "") for call in calls}
            assert made & services == set(), name(path)


@pytest.mark.parametrize("path", IN_ROOMS, ids=map(name, IN_ROOMS))
def test_nobody_reaches_for_the_store_of_another(path):
    here = room(dotted(path))
    own = {"_store"} if here == "store" or "store" in ROOMS[here] else set()
    assert attributes(path) & {"store", "_store"} <= own


@every_source
def test_outside_packages_have_one_door(path):
    for module in imported(path):
        package = module.split(".")[0]
        if package in ONLY:
            assert re.match(ONLY[package], name(path)), f"{name(path)} imports {module}"
        if name(path).startswith("engine/"):
            assert package in sys.stdlib_module_names or package == "engine", f"{name(path)} imports {module}"


def test_the_engine_has_no_clock_and_no_luck_of_its_own():
    for path in SOURCES:
        if not name(path).startswith("engine/") or path.name == "__main__.py":
            continue
        paths = {"pathlib"} if name(path) != "engine/files.py" else set()  # says where files lie, reads none
        assert not {"time", "datetime", "secrets", "os", "logging", *paths} & set(imported(path)), name(path)
        assert not re.search(r"\brandom\.(random|choice|shuffle|seed|sample)\(", path.read_text("utf-8")), name(path)


@every_file
def test_a_file_is_at_most_400_lines_and_a_state_600(path):
    longest = LONGEST_STATE if path.match("engine/games/*/state.py") else LONGEST_FILE
    assert len(path.read_text("utf-8").splitlines()) <= longest


@every_source
def test_a_file_opens_with_what_it_is_and_what_it_does_not_know(path):
    told = ast.get_docstring(tree(path)) or ""
    assert re.search(r"\bknows? (no|nothing|neither|only)\b|\bdoes not know\b", told, re.IGNORECASE), told


@every_source
def test_a_function_is_at_most_25_lines(path):
    text = path.read_text("utf-8").splitlines()
    long = {node.name: own_lines(node, text) for node in functions(path)}
    assert {each: lines for each, lines in long.items() if lines > LONGEST_FUNCTION} == {}


def test_the_middle_function_is_short():
    lines = []
    for path in SOURCES:
        text = path.read_text("utf-8").splitlines()
        lines += [own_lines(node, text) for node in functions(path)]
    assert sorted(lines)[len(lines) // 2] <= 8


def parts(path: Path) -> Iterator[tuple[ast.AST, str]]:
    """Public classes and functions of a module and of its classes, not those within functions."""
    defined = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    for node in tree(path).body:
        if isinstance(node, defined) and not node.name.startswith("_"):
            yield node, node.name
            if isinstance(node, ast.ClassDef):
                inner = (part for part in node.body if isinstance(part, defined) and not part.name.startswith("_"))
                yield from ((part, f"{node.name}.{part.name}") for part in inner)


@every_source
def test_public_names_have_a_docstring(path):
    assert [called for node, called in parts(path) if not ast.get_docstring(node)] == []


def unexplained(path: Path) -> Iterator[str]:
    """Fields of public records (dataclasses, named tuples) that the docstring of the class does not name as `field`."""
    for node, called in parts(path):
        if isinstance(node, ast.ClassDef) and re.search(r"@dataclass|\(NamedTuple\)", heading(node)):
            told = ast.get_docstring(node) or ""
            fields = (line.target.id for line in node.body if isinstance(line, ast.AnnAssign))
            yield from (f"{called}.{field}" for field in fields if not re.search(rf"`{field}\b", told))


def heading(node: ast.ClassDef) -> str:
    """The decorators and the bases of a class."""
    decorators = "".join(f"@{ast.unparse(each)}" for each in node.decorator_list)
    return f"{decorators}({', '.join(map(ast.unparse, node.bases))})"


@pytest.mark.parametrize("layer", LAYERS)
def test_every_field_of_a_record_is_explained(layer):
    assert [each for path in SOURCES if name(path).startswith(f"{layer}/") for each in unexplained(path)] == []


@every_source
def test_names_say_what_they_are(path):
    names = [path.stem, *(node.name for node in functions(path) if node.name not in INHERITED)]
    names += [node.name for node in ast.walk(tree(path)) if isinstance(node, ast.ClassDef)]
    assert [each for each in names if BAD_NAMES.search(each)] == []


def test_a_class_name_exists_once_but_for_what_games_have_alike():
    """A game's own package may name its parts as another game does; all else is found by its name alone."""
    alike = re.compile(rf"(engine/games|render)/({'|'.join(GAMES)})/")
    classes = [(path, node.name) for path in SOURCES for node in ast.walk(tree(path)) if isinstance(node, ast.ClassDef)]
    names = [called for path, called in classes if not alike.match(name(path)) and not called.startswith("_")]
    assert sorted({called for called in names if names.count(called) > 1}) == []
    assert sorted({called for path, called in classes if alike.match(name(path)) and called in names}) == []


@every_file
def test_nothing_is_left_to_do(path):
    assert not re.search(r"\b(TODO|FIXME|XXX)\b", path.read_text("utf-8")) or path == Path(__file__)


@every_file
def test_no_test_sleeps_and_nothing_of_ours_is_mocked(path):
    if path in TESTS:
        assert not {"mock", "unittest", "unittest.mock"} & set(imported(path))
        assert not re.search(r"\btime\.sleep\(|\bmonkeypatch\.setattr\((engine|render|bot)\b", path.read_text("utf-8"))


@every_file
def test_no_name_is_given_twice(path):
    """The second of two tests, or two limits, of one name silently replaces the first."""
    names = [each for node in tree(path).body for each in given(node)]
    assert sorted({each for each in names if names.count(each) > 1}) == []


def given(node: ast.stmt) -> Iterator[str]:
    """The names that a statement of a module gives to something."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Import | ast.ImportFrom):
        yield from (alias.asname or alias.name for alias in node.names)
    elif isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        yield from (part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name))


@every_file
def test_every_test_asserts_something(path):
    if path in TESTS:
        tests = [node for node in functions(path) if node.name.startswith("test_")]
        assert [test.name for test in tests if not any(map(asserts, ast.walk(test)))] == []


def asserts(node: ast.AST) -> bool:
    if isinstance(node, ast.Call):
        return (node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)) in CHECKS
    return isinstance(node, ast.Assert)


# rules: one text, three readers


def paragraphs(game: str) -> list[str]:
    text = (ROOT / "data" / "rules" / f"{game}.md").read_text("utf-8")
    return re.findall(r"^### (\d+\.\d+) \S", text, re.MULTILINE)


def code(game: str) -> str:
    """The rules of a game as code: the modules of its package."""
    return "\n".join(path.read_text("utf-8") for path in (ROOT / "engine" / "games" / game).glob("*.py"))


def proven(game: str) -> set[str]:
    """The numbers that test names of this game start with."""
    tests = (ROOT / "tests" / "engine" / "games" / game).glob("test_*.py")
    starts = (re.match(r"test_(\d+)_(\d+)_", node.name) for path in tests for node in functions(path))
    return {f"{start[1]}.{start[2]}" for start in starts if start}


@pytest.mark.parametrize("game", GAMES)
def test_paragraphs_are_in_order_and_numbered_once(game):
    numbers = [tuple(map(int, number.split("."))) for number in paragraphs(game)]
    assert numbers == sorted(set(numbers))
    assert len(numbers) >= 5


@pytest.mark.parametrize("game", GAMES)
def test_every_paragraph_is_quoted_in_code_and_starts_a_test(game):
    quoted = set(re.findall(r"[\[\"](\d+\.\d+)[\]\"]", code(game)))
    assert quoted <= set(paragraphs(game)), "the code quotes a paragraph that is not there"
    assert sorted(set(paragraphs(game)) - quoted) == [], "no code quotes these"
    assert sorted(set(paragraphs(game)) - proven(game)) == [], "no test is named after these"
    assert proven(game) <= set(paragraphs(game)), "a test is named after a paragraph that is not there"


# words


def keys() -> set[str]:
    return {key.partition("?")[0] for key in Words().keys()}  # noqa: SIM118 - Words is no mapping


def test_every_reason_of_the_engine_has_words():
    texts = "\n".join(path.read_text("utf-8") for path in SOURCES if name(path).startswith("engine/"))
    reasons = set(re.findall(r"IllegalMove\(\"([a-z_]+)\"", texts)) | set(re.findall(r"\.error\(\"([a-z_]+)\"", texts))
    assert {f"engine.{reason}" for reason in reasons} <= keys()
    assert {key for key in keys() if key.startswith("engine.")} <= {f"engine.{reason}" for reason in reasons}


@pytest.mark.parametrize("game", GAMES)
def test_every_event_and_every_refusal_has_words(game):
    kinds = set(re.findall(r"\.note\(\s*\"([a-z_]+)\"", code(game)))
    assert {f"{game}.event.{kind}" for kind in kinds} <= keys()
    told = {key.removeprefix(f"{game}.event.") for key in keys() if key.startswith(f"{game}.event.")}
    assert {kind.removeprefix("again.") for kind in told} == kinds
    reasons = set(re.findall(r"\"(\d+\.\d+)\"", code(game)))
    assert {f"{game}.short.{reason}" for reason in reasons} <= keys()
