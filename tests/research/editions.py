"""What decides how a robot plays, as a number: results of another edition are not those of today's robot.

Reads code and runs none of it. Knows no rules.
"""

from __future__ import annotations

import ast
import io
import json
import re
import tokenize
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path

from engine import GAMES
from engine.core import Options
from engine.files import load_numbers, resource_path
from engine.robots import COACHES, MINDS
from engine.robots.ai import node_budget
from engine.robots.core import Level
from engine.robots.search import rank_by_playouts
from engine.table import Table

ROOT = Path(__file__).parents[2]
BUDGETS = "NODES"  # the name under which a mind keeps its budgets
FORMS = ("engine.core", "engine.robots.core")  # what is taken from these is as good as fixed
DEFINED = ast.FunctionDef | ast.ClassDef
Name = tuple[str, str]  # of a module, and of something in it


@cache
def edition(key: str, level: str, seats: int, options: tuple[tuple[str, str], ...] = ()) -> str:
    """Eight signs that are others once robots of this level play differently at such a table.

    They come from the code of the game's positions and, for a level that looks ahead, from that of its mind, from its
    weights, from what this uses of the engine's searches, and from its budget. Comments and docstrings do not count,
    neither do `engine/core.py`, `engine/robots/core.py` and `engine/robots/ai.py`.
    """
    game, mind, packages = GAMES[key], MINDS.get(key), (f"engine.games.{key}.", f"engine.robots.{key}.")
    texts, names, weights, budget = _modules(game.state.__module__, packages), dict[Name, str](), list[str](), 0
    if Level(level).looks_ahead:
        rank = mind.rank if mind else rank_by_playouts
        own = _modules(rank.__module__, packages) if mind else {}
        used = [name for module in own for name in _imports(module).items()]
        roots = [(module, name) for name, module in used] or [(rank.__module__, rank.__name__)]
        names = _definitions(roots, (*FORMS, *packages))  # the packages are there as a whole
        texts |= own
        budget = _budget(key, Level(level), seats, dict(options))
        weights = _weights(key)
    parts = [*(texts[module] for module in sorted(texts)), *sorted(names.values()), *weights, str(budget)]
    return sha256("\n".join(parts).encode()).hexdigest()[:8]


@cache
def coach_edition(key: str, *settings: object) -> str:
    """Eight signs that are others once the coach of a game judges decisions differently, or by other settings.

    They come from the code that its `lines` and its `stage` use, the game's own too, and from the weights of the game.
    The curves do not count.
    """
    coach = COACHES[key]
    names = _definitions([(one.__module__, one.__name__) for one in (coach.lines, coach.stage)], FORMS)
    return sha256("\n".join([*sorted(names.values()), *_weights(key), str(settings)]).encode()).hexdigest()[:8]


def review_edition(key: str, seats: int) -> str:
    """Eight signs that are others once both passes of a review may find something else, its chances too."""
    coach = COACHES[key]
    return coach_edition(key, coach.quick_nodes[seats], coach.deep_nodes[seats], *coach.curves[seats])


def _weights(key: str) -> list[str]:
    """The numbers that the mind of a game has learned, in one text; [] where it has none."""
    if not (resource_path("weights") / f"{key}.json").exists():
        return []
    return [json.dumps({name: part for name, part in load_numbers("weights", key).items() if name != "made"})]


def _budget(key: str, level: Level, seats: int, options: Options) -> int:
    table = Table.new(GAMES[key], seats, options, "edition")
    return node_budget(level, table.view(table.state.to_act()[0]))


def _modules(root: str, packages: tuple[str, ...]) -> dict[str, str]:
    """The code of a module and of those of the packages that it reaches, by name."""
    found, left = dict[str, str](), [root]
    while left:
        if (module := left.pop()) not in found:
            found[module] = _code(module)
            near = {one for name, source in _imports(module).items() for one in (source, f"{source}.{name}")}
            left += [one for one in near if one.startswith(packages) and _path(one).exists()]
    return found


def _definitions(roots: list[Name], left_out: tuple[str, ...]) -> dict[Name, str]:
    """The code of these definitions of the engine and of those that they use; nothing from modules left out."""
    found, left = dict[Name, str](), list(roots)
    while left:
        module, name = left.pop()
        if (module, name) in found or not module.startswith("engine.") or module.startswith(left_out):
            continue
        here, others = _parts(module), _imports(module)
        if name in here:
            found[module, name] = here[name]
            words = set(re.findall(r"\w+", here[name]))
            left += [(module, word) for word in words & here.keys()]
            left += [(others[word], word) for word in words & others.keys()]
    return found


@cache
def _imports(module: str) -> Mapping[str, str]:
    """What `from x import name` brings to a module: each name, and where it comes from."""
    nodes = ast.walk(ast.parse(_code(module)))
    return {one.name: node.module or "" for node in nodes if isinstance(node, ast.ImportFrom) for one in node.names}


@cache
def _parts(module: str) -> Mapping[str, str]:
    """The definitions of a module by name."""
    text = _code(module)
    lines = text.splitlines()
    return {
        name: "\n".join(lines[_first_line(node) - 1 : node.end_lineno])
        for node in ast.parse(text).body
        for name in _named(node)
    }


def _first_line(node: ast.stmt) -> int:
    return min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])


def _named(node: ast.AST) -> Iterator[str]:
    """The names that a statement defines."""
    if isinstance(node, DEFINED):
        yield node.name
    for one in [*getattr(node, "targets", ()), getattr(node, "target", None)]:
        if isinstance(one, ast.Name):
            yield one.id


def _path(module: str) -> Path:
    path = ROOT.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


@cache
def _code(module: str) -> str:
    return code(_path(module).read_text("utf-8"))


def code(source: str) -> str:
    """A source without comments, docstrings, empty lines and the budgets of all levels.

    >>> code('def f():  # a comment\\n    \"\"\"A docstring.\"\"\"\\n    return 1')
    'def f():\\n    return 1'
    """
    lines = source.splitlines()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column]
    tree = ast.parse(source)
    alone = {node.body[0] for node in ast.walk(tree) if isinstance(node, DEFINED) and len(node.body) == 1}
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and (_says_something(node) or BUDGETS in _named(node)):
            end = node.end_lineno or node.lineno
            first = " " * node.col_offset + "..." if node in alone else ""
            lines[node.lineno - 1 : end] = [first, *[""] * (end - node.lineno)]
    return "\n".join(line.rstrip() for line in lines if line.strip())


def _says_something(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
