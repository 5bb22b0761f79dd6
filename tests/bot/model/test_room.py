"""Rooms as values: tags, robot names, and that whatever the doors refuse can be said."""

import ast
from pathlib import Path
from typing import get_args

import pytest

import bot
from bot.model.room import ROBOT_NAMES, Person, RefusalKey, Robot, from_tag, robot_name, tag
from bot.text.words import Words


@pytest.mark.parametrize(("number", "text"), [(1, "#1"), (35, "#z"), (36, "#10"), (123, "#3f"), (46655, "#zzz")])
def test_a_tag_is_the_number_in_base_36(number, text):
    assert tag(number) == text
    assert from_tag(text) == from_tag(text[1:]) == from_tag(text.upper()) == number


@pytest.mark.parametrize("text", ["", "#", "##1", "-1", "+1", " 1", "1 ", "1_0", "1.5", "٣", "ﬁ", "é", "1" * 13, "1\n"])
def test_nothing_else_is_a_tag(text):
    assert from_tag(text) is None


def test_the_largest_tag_fits_the_database():
    assert from_tag("z" * 12) < 2**63


def test_robots_are_named_after_nobody_at_the_table():
    seated = []
    for expected in ROBOT_NAMES[1:]:
        assert robot_name([Person(1, ROBOT_NAMES[0].upper()), *seated]) == expected
        seated.append(Robot("random", expected))


def refusals():
    """Every refusal in the source: its key and the names of its facts."""
    for source in Path(bot.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(source.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal":
                for key in keys(node.args[0]):
                    yield key, {part.arg: 3 for part in node.keywords}


def test_every_key_of_a_refusal_has_words_and_the_words_have_no_other():
    worded = {key.split(".")[1].split("?")[0] for key in Words().keys() if key.startswith("refusal.")}  # noqa: SIM118
    assert worded - set(get_args(RefusalKey)) == {"rule", "missing_saved", "fault_before", "fault_after"}
    assert set(get_args(RefusalKey)) <= worded
    assert set(get_args(RefusalKey)) - set(dict(refusals())) == {"which_table"}  # told by a class of its own


def keys(node):
    if isinstance(node, ast.IfExp):
        return [*keys(node.body), *keys(node.orelse)]
    return [node.value] if isinstance(node, ast.Constant) else []


def test_every_refusal_has_words_for_its_facts():
    found = list(refusals())
    assert {"stale", "done", "gone", "full", "host_only", "too_few", "not_your_turn", "busy"} <= set(dict(found))
    for key, facts in found:
        assert Words()(f"refusal.{key}", **facts)
