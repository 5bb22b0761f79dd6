"""The words of the project: how functions, constants and variables are named. Knows no behavior."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from engine import GAMES
from tests.sources import SOURCES, TESTS, found, functions, name, nodes, tree, written

IRREGULAR = {
    "begun", "born", "chosen", "done", "drawn", "found", "given", "heard", "held", "kept", "known", "laid", "lain",
    "left", "lost", "made", "meant", "met", "said", "seen", "sent", "shown", "taken", "told", "won", "worn", "written",
}  # fmt: skip
ENDING_IN_ED = {"feed", "need", "seed", "speed", "bed", "red", "embed", "exceed", "proceed"}  # that are no participles
LITTLE = {
    "above", "after", "ahead", "along", "around", "as", "at", "before", "behind", "below", "beside", "both", "by",
    "few", "for", "from", "here", "in", "last", "later", "least", "many", "most", "next", "now", "of", "on", "once",
    "past", "so", "soon", "still", "than", "then", "there", "to", "with", "within", "without", "yet",
}  # fmt: skip
# A function that is named so all the same, and why.
EXCEPTIONS = {
    "after": "public: State.after",
    "ahead": "public: State.ahead",
    "asked": "public: Game.asked",
    "chosen": "public: Game.chosen",
    "dealt": "public: Table.dealt",
    "now": "of the local Discord's clock: simcord asks for it",
}
VAGUE = {
    "AGAIN", "ALL", "AT_ONCE", "BESIDE", "BETWEEN", "DEEP", "ENOUGH", "EVERY", "FAR", "FEW", "FIRST", "FREE", "GONE",
    "INSIDE", "KEPT", "LARGE", "LAST", "LATE", "LEAST", "LEFT", "LONG", "LONGEST", "MANY", "MOST", "NARROW", "NEAR",
    "NOTHING", "OTHERS", "PATIENCE", "REMEMBERED", "SHORT", "SHORTEST", "SMALL", "WHOLE", "WIDE",
}  # fmt: skip
# Public capital names that each game has by design: what its rules, its robots or its pictures have alike.
ALIKE = {
    # what other modules look for in the packages of a game
    "GAME", "ROBOTS", "MIND", "COACH", "LUCK", "PORTRAYAL", "EMOJIS",
    # what every rulebook has
    "Board", "COLORS", "Deal", "Draft", "MAX_SCORE", "OPTIONS", "PASS", "Pass", "Place", "SEATS", "TILES_PER_COLOR",
    "BOARD_TEXT_WIDTH",
    # budgets of robots, and how they see a game
    "NODES", "QUICK_NODES", "DEEP_NODES", "OTHER_LINES", "BoardEvaluator", "Redeals",
    # layouts of pictures
    "Places", "TITLE_BOX", "CARD_HEAD_HEIGHT", "COUNT_GAP", "COUNT_WIDTH", "EMOJI_BOX",
    "CLOSE_TITLE_BOX", "CLOSE_WIDTH", "Trace",
}  # fmt: skip
OLD_WORDS = re.compile(r"\b(?:tickets?|doors|desk|tidings|asides)\b", re.IGNORECASE)
OLD_DATABASES = "tests/bot/support/old_files.py"  # which has the tables of earlier versions


def test_functions_are_verbs_nouns_or_claims():
    def bare(path):
        names = [node.name.strip("_") for node in functions(path)]
        participles = {each for each in names if each in IRREGULAR or each.endswith("ed")} - ENDING_IN_ED
        return ({each for each in participles if "_" not in each} | (LITTLE & set(names))) - EXCEPTIONS.keys()

    assert found(SOURCES, bare) == {}


def test_no_exception_is_listed_for_nothing():
    names = {node.name.strip("_") for path in SOURCES for node in functions(path)}
    assert EXCEPTIONS.keys() <= names


def test_constants_say_of_what():
    assert found(SOURCES, lambda path: VAGUE & {each.strip("_") for each in capitals(path)}) == {}


def test_a_capital_name_has_one_meaning():
    """Constants, classes and type aliases; a game may have those of `ALIKE`, as another game does."""
    games = re.compile(rf"(engine/games|engine/robots|render)/({'|'.join(GAMES)})/")
    places: dict[str, list[str]] = {}
    for path in SOURCES:
        for each in {each for each in capitals(path) if not each.startswith("_")}:
            if not (each in ALIKE and games.match(name(path))):
                places.setdefault(each, []).append(name(path))
    assert {each: where for each, where in places.items() if len(where) > 1} == {}


def capitals(path: Path) -> Iterator[str]:
    """The names with a capital letter that a module defines: constants, classes and type aliases."""
    for node in tree(path).body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                for part in ast.walk(target):
                    if isinstance(part, ast.Name) and part.id.strip("_")[:1].isupper() and len(part.id.strip("_")) > 1:
                        yield part.id


def test_variables_are_called_what_they_are():
    """A caught exception is an error or a refusal, and what a loop goes through is no mere `one`."""

    def nameless(path):
        caught = {node.name for node in nodes(path) if isinstance(node, ast.ExceptHandler)}
        loops = [node.target for node in nodes(path) if isinstance(node, ast.For | ast.AsyncFor | ast.comprehension)]
        passed = {part.id for loop in loops for part in ast.walk(loop) if isinstance(part, ast.Name)}
        return (caught & {"no", "bad", "bug"}) | (passed & {"one", "thing", "something"})

    assert found(SOURCES, nameless) == {}


def test_the_old_words_are_gone():
    others = [path for path in TESTS if path != Path(__file__) and name(path) != OLD_DATABASES]
    assert found([*SOURCES, *others], lambda path: OLD_WORDS.findall(written(path))) == {}
