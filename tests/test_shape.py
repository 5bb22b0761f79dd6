"""The shape of the project: who imports whom, sizes, docstrings, rule numbers and word keys.

Knows no behavior; the borders are explained in docs/architecture.md.
"""

from __future__ import annotations

import ast
import graphlib
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import get_type_hints

import pytest

from bot.services.services import Services
from bot.text.words import Words
from engine import GAMES
from tests.sources import (
    EVERY,
    LAYERS,
    ROOT,
    SOURCES,
    TESTS,
    dotted,
    found,
    functions,
    imported,
    lines_of,
    name,
    nodes,
    own_lines,
    reached,
    tree,
    written,
)  # fmt: skip

ROOMS = {  # room of bot/: the rooms that it may import from; nobody imports back
    "text": set(), "model": {"text"},
    "logic": {"model"},
    "store": {"logic", "model", "text"},
    "services": {"store", "logic", "model", "text"},
    "screens": {"logic", "model", "text"},
    "discord_api": {"screens", "model", "text"},
    "delivery": {"discord_api", "screens", "services", "store", "logic", "model", "text"},
    "interactions": {"delivery", "discord_api", "screens", "services", "logic", "model", "text"},
    "web": {"services", "screens", "model", "text"},
    "app": {"web", "interactions", "delivery", "discord_api", "screens", "services", "store", "model", "text"},
    "ops": {"interactions", "delivery", "discord_api", "screens", "services", "store", "text"},
}  # fmt: skip
FOR_ALL = {"http_server", "logs", "metrics", "settings", "signals", "tasks"}  # files of bot/ that all may import
ONLY = {  # outside package: where it may be imported
    "PIL": r"render/pixels/",
    "asyncpg": r"bot/store/postgres_(adapter|fleet)\.py",
    "aiosqlite": r"bot/store/sqlite_adapter\.py",
    "simcord": r"bot/playground/",
    "prometheus_client": r"bot/app/prometheus\.py",
    "discord": r"bot/(discord_api|delivery|interactions|app|ops|playground)/",
}
LONGEST_FILE, LONGEST_STATE = 400, 600  # a State keeps its rules beside one another
LONGEST_FUNCTION = 40  # lines of code, docstring and comments left out
BAD_NAMES = re.compile(r"(^|_)(utils?|helpers?|managers?|data|info)($|_)|^(get|do|handle|process)_")
# Calls that fail a test by themselves: of pytest, of Playwright, of ours.
CHECKS = {"raises", "fail", "expect", "until", "check", "follow", "all_good", "noticed"}
INHERITED = {"get_value", "handle_error", "data_received"}  # names that other people's base classes ask for


def test_layers_import_downwards_only():
    def above(path):
        higher = {"engine", "render", "bot", "tests"} - LAYERS[path.relative_to(ROOT).parts[0]]
        return {module for module in imported(path) if module.split(".")[0] in higher}

    assert found(SOURCES, above) == {}


@pytest.mark.parametrize("layer", LAYERS)
def test_no_imports_run_in_a_circle(layer):
    graph = {dotted(path): set(reached(path)) for path in SOURCES if name(path).startswith(f"{layer}/")}
    assert list(graphlib.TopologicalSorter(graph).static_order())  # CycleError names the modules of a circle


def test_rules_know_no_robots():
    """Neither do tables: only what asks robots imports them, the process and the command line."""
    asking = {"engine/robots/", "engine/verbs.py", "engine/__main__.py"}
    rules = [path for path in SOURCES if name(path).startswith("engine/") and not name(path).startswith(tuple(asking))]
    assert found(rules, lambda path: [called for called in reached(path) if called.startswith("engine.robots")]) == {}


def test_robots_of_one_game_know_no_other_game():
    def other(path):
        own = path.relative_to(ROOT / "engine" / "robots").parts[0]
        games = {called.split(".")[2] for called in reached(path) if re.match(r"engine\.(games|robots)\.", called)}
        return games & set(GAMES) - {own}

    assert found((path for path in SOURCES if name(path).startswith("engine/robots/")), other) == {}


def room(called: str) -> str:
    """The room of a module or package of `bot`: `text` for `bot.text.words`."""
    return called.split(".")[1] if "." in called else ""


IN_ROOMS = [path for path in SOURCES if name(path).startswith("bot/") and room(dotted(path)) in ROOMS]


def test_a_room_imports_only_from_the_rooms_below_it():
    def above(path):
        here = room(dotted(path))
        allowed = {here, *ROOMS[here], *FOR_ALL} | ({"playground"} if here in ("app", "ops") else set())
        return {other for other in reached(path) if other.startswith("bot.") and room(other) not in allowed}

    assert found(IN_ROOMS, above) == {}


def test_pictures_import_what_this_table_allows():
    shared = {  # packages and modules of render: those that they may import beside themselves
        "scene": set(),
        "looks": {"scene"},
        "portrayal": {"parts", "scene"},
        "figures": {"looks", "scene"},
        "parts": {"looks", "scene"},
        "pixels": {"looks", "scene"},
        "svg": {"looks", "pixels", "scene"},
        "film": {"parts", "scene"},
        "cards": {"looks", "parts", "pixels", "scene"},
    }
    allowed = {game: {"looks", "parts", "portrayal", "scene"} for game in GAMES} | shared
    whole = set(allowed) | {"", "gallery"}  # what the package itself, its samples and its command may import

    def foreign(path):
        own, *_ = path.relative_to(ROOT / "render").with_suffix("").parts
        modules = [called.split(".") for called in imported(path)]
        return {"".join(parts[1:2]) for parts in modules if parts[0] == "render"} - allowed.get(own, whole) - {own}

    assert found((path for path in SOURCES if name(path).startswith("render/")), foreign) == {}


def test_the_table_of_rooms_has_every_folder_of_the_bot():
    folders = {path.parent.name for path in (ROOT / "bot").glob("*/__init__.py")}
    assert folders - {"playground"} == set(ROOMS)


def test_no_two_rooms_import_each_other():
    assert [(one, other) for one in ROOMS for other in ROOMS[one] if one in ROOMS[other]] == []


def test_services_are_made_by_the_wiring_and_by_an_operators_deeds_only():
    services = {service.__name__ for service in get_type_hints(Services).values()}

    def made(path):
        calls = [node.func for node in nodes(path) if isinstance(node, ast.Call)]
        return services & {call.id if isinstance(call, ast.Name) else getattr(call, "attr", "") for call in calls}

    bot = (path for path in SOURCES if name(path).startswith("bot/"))
    assert found((path for path in bot if room(dotted(path)) not in ("app", "ops")), made) == {}


def test_nobody_reaches_for_the_store_of_another():
    def others(path):
        here = room(dotted(path))
        own = {"_store"} if here == "store" or "store" in ROOMS[here] else set()
        used = {node.attr for node in nodes(path) if isinstance(node, ast.Attribute)}
        return used & {"store", "_store"} - own

    assert found(IN_ROOMS, others) == {}


def test_outside_packages_have_one_door():
    def forbidden(path):
        packages = {module.split(".")[0] for module in imported(path)}
        foreign = packages - sys.stdlib_module_names - {"engine"} if name(path).startswith("engine/") else set()
        return foreign | {each for each in packages & set(ONLY) if not re.match(ONLY[each], name(path))}

    assert found(SOURCES, forbidden) == {}


def test_the_engine_has_no_clock_and_no_luck_of_its_own_and_reads_in_one_place():
    def outer(path):
        luck = re.findall(r"\brandom\.(?:random|choice|shuffle|seed|sample)\(", written(path))
        clock = {"time", "datetime", "secrets", "logging"} & set(imported(path))
        if name(path) == "engine/files.py":  # the one that reads: numbers that were learned, when it is imported
            return clock | set(luck)
        reads = re.findall(r"\b(?:open|read_text|read_bytes|folder)\(", written(path))
        return clock | {"os", "pathlib", "importlib.resources"} & set(imported(path)) | set(luck) | set(reads)

    engine = (path for path in SOURCES if name(path).startswith("engine/") and path.name != "__main__.py")
    assert found(engine, outer) == {}


def test_learned_numbers_are_read_only_where_a_module_is_imported():
    def late(path):
        """What reads them within a function; `read_curves` itself may, and is called outside of functions."""
        inside = (call for part in functions(path) if part.name != "read_curves" for call in ast.walk(part))
        names = (getattr(call.func, "id", "") for call in inside if isinstance(call, ast.Call))
        return {"numbers", "read_curves"}.intersection(names)

    assert found((path for path in SOURCES if name(path).startswith("engine/")), late) == {}


def test_a_file_is_at_most_400_lines_and_a_state_600():
    states = {path for path in EVERY if path.match("engine/games/*/state.py")}
    lengths = {path: len(written(path).splitlines()) for path in EVERY}
    assert [path for path in EVERY if lengths[path] > (LONGEST_STATE if path in states else LONGEST_FILE)] == []


def test_a_file_opens_with_what_it_is_and_what_it_does_not_know():
    knows = re.compile(r"\bindependent of\b|\bknows? (no|nothing|neither|only)\b|\bdoes not know\b", re.IGNORECASE)
    assert found(SOURCES, lambda path: not knows.search(ast.get_docstring(tree(path)) or "")) == {}


def test_a_function_is_at_most_40_lines():
    long = [node.name for path in SOURCES for node in functions(path) if own_lines(node, path) > LONGEST_FUNCTION]
    assert long == []


def parts(path: Path) -> Iterator[tuple[ast.AST, str]]:
    """Public classes and functions of a module and of its classes, not those within functions."""
    defined = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    for node in tree(path).body:
        if isinstance(node, defined) and not node.name.startswith("_"):
            yield node, node.name
            if isinstance(node, ast.ClassDef):
                inner = (part for part in node.body if isinstance(part, defined) and not part.name.startswith("_"))
                yield from ((part, f"{node.name}.{part.name}") for part in inner)


def test_public_names_have_a_docstring():
    assert found(SOURCES, lambda path: [called for node, called in parts(path) if not ast.get_docstring(node)]) == {}


def unexplained(path: Path) -> Iterator[str]:
    """Fields of public records (dataclasses, named tuples) that are explained nowhere.

    That is by a docstring under the field, by a comment behind it, or in the docstring of the class as `field`.
    """
    for node, called in parts(path):
        if not (isinstance(node, ast.ClassDef) and re.search(r"@dataclass|\(NamedTuple\)", heading(node))):
            continue
        told = ast.get_docstring(node) or ""
        for field, after in zip(node.body, [*node.body[1:], None], strict=True):
            if not isinstance(field, ast.AnnAssign) or re.search(rf"`{field.target.id}\b", told):
                continue
            has_docstring = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
            if not has_docstring and "  # " not in lines_of(path)[field.end_lineno - 1]:
                yield f"{called}.{field.target.id}"


def heading(node: ast.ClassDef) -> str:
    """The decorators and the bases of a class."""
    decorators = "".join(f"@{ast.unparse(each)}" for each in node.decorator_list)
    return f"{decorators}({', '.join(map(ast.unparse, node.bases))})"


def test_every_field_of_a_record_is_explained():
    assert found(SOURCES, lambda path: list(unexplained(path))) == {}


def test_names_say_what_they_are():
    def bad(path):
        names = [path.stem, *(node.name for node in functions(path) if node.name not in INHERITED)]
        names += [node.name for node in nodes(path) if isinstance(node, ast.ClassDef)]
        return [each for each in names if BAD_NAMES.search(each)]

    assert found(SOURCES, bad) == {}


def test_a_class_name_exists_once_but_for_what_games_have_alike():
    """A game's own package may name its parts as another game does; all else is found by its name alone."""
    alike = re.compile(rf"(engine/games|engine/robots|render)/({'|'.join(GAMES)})/")
    classes = [(path, node.name) for path in SOURCES for node in nodes(path) if isinstance(node, ast.ClassDef)]
    names = [called for path, called in classes if not alike.match(name(path)) and not called.startswith("_")]
    assert sorted({called for called in names if names.count(called) > 1}) == []
    assert sorted({called for path, called in classes if alike.match(name(path)) and called in names}) == []


def test_nothing_is_left_to_do():
    left = re.compile(r"\b(?:TO[D]O|FIX[M]E|XX[X])\b")
    assert found(EVERY, lambda path: left.findall(written(path))) == {}


def test_no_test_sleeps_and_nothing_of_ours_is_mocked():
    sleeps = r"\btime\.sleep\(|\bmonkeypatch\.setattr\((?:engine|render|bot)\b"
    mocks = r"^[ \t]*(?:from|import) (?:\.|mock\b|unittest\b)"  # and no import that is not written out in full
    assert found(TESTS, lambda path: re.findall(f"{sleeps}|{mocks}", written(path), re.MULTILINE)) == {}


def test_no_name_is_given_twice():
    """The second of two tests, or two limits, of one name silently replaces the first."""

    def twice(path):
        names = Counter(each for node in tree(path).body for each in given(node))
        return [each for each, times in names.items() if times > 1]

    assert found(EVERY, twice) == {}


def given(node: ast.stmt) -> Iterator[str]:
    """The names that a statement of a module gives to something."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Import | ast.ImportFrom):
        yield from (alias.asname or alias.name for alias in node.names)
    elif isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        yield from (part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name))


def test_every_test_asserts_something():
    every = (node for path in TESTS for node in tree(path).body)
    tests = [node for node in every if getattr(node, "name", "").startswith("test_")]
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
    return "\n".join(written(path) for path in (ROOT / "engine" / "games" / game).glob("*.py"))


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
    texts = "\n".join(written(path) for path in SOURCES if name(path).startswith("engine/"))
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
