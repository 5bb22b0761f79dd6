"""The source files of the project, and what the tests of its shape read from them. Knows no rule."""

from __future__ import annotations

import ast
import gc
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
LAYERS = {"engine": {"engine"}, "render": {"engine", "render"}, "bot": {"engine", "render", "bot"}}

SOURCES = sorted(path for layer in LAYERS for path in (ROOT / layer).rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
EVERY = SOURCES + TESTS
LEAVES = frozenset((ast.Name, ast.Load, ast.Store, ast.Del))


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def written(path: Path) -> str:
    return path.read_text("utf-8")


@cache
def lines_of(path: Path) -> list[str]:
    return written(path).splitlines()


@cache
def tree(path: Path) -> ast.Module:
    """A file, parsed without the garbage collector, which takes longer and finds nothing."""
    gc.disable()
    try:
        return ast.parse(written(path))
    finally:
        gc.enable()


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Everything in a file, at any depth, but for names."""
    found = [tree(path)]
    for node in found:  # which grows
        for part in vars(node).values() if type(node) is not ast.Constant else ():
            if type(part) is list:
                found += [one for one in part if isinstance(one, ast.AST) and type(one) not in LEAVES]
            elif isinstance(part, ast.AST) and type(part) not in LEAVES:
                found.append(part)
    return tuple(found)


@cache
def imports(path: Path) -> tuple[ast.Import | ast.ImportFrom, ...]:
    return tuple(node for node in nodes(path) if isinstance(node, ast.Import | ast.ImportFrom))


def imported(path: Path) -> Iterator[str]:
    for node in imports(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        else:
            assert node.level == 0, f"{name(path)}: imports are written out in full"
            yield node.module or ""


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in nodes(path) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def own_lines(node: ast.AST, path: Path) -> int:
    """Lines of code from the first statement after the docstring to the last; blank ones and comments left out."""
    body = node.body[1:] if ast.get_docstring(node) is not None else node.body
    if not body:
        return 0
    text = lines_of(path)
    lines = text[node.lineno - 1 : node.body[0].lineno - 1] + text[body[0].lineno - 1 : node.end_lineno]
    return sum(bool(line.strip()) and not line.strip().startswith("#") for line in lines)


def found(paths: Iterable[Path], looking: Callable[[Path], object]) -> dict[str, object]:
    """What is found in files where something is found, by file."""
    return {name(path): each for path in paths if (each := looking(path))}


def dotted(path: Path) -> str:
    """The name that others import it by."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


OURS = frozenset(map(dotted, SOURCES))


def reached(path: Path) -> Iterator[str]:
    """Our modules that a file imports anywhere, in a function or under TYPE_CHECKING too."""
    for node in imports(path):
        if isinstance(node, ast.Import):
            yield from OURS.intersection(alias.name for alias in node.names)
        else:
            named = {f"{node.module}.{alias.name}" for alias in node.names}
            yield from named & OURS if named <= OURS else {*named, node.module} & OURS
