"""Refusals: every key has words, and the words have every key."""

import ast
from functools import cache
from typing import get_args

from bot.model.errors import RefusalKey
from bot.text.words import Words
from tests.sources import SOURCES, nodes, written

KEPT_OUT = ("bot_gone", "channel", "hidden", "left", "unknown")


@cache
def refusals():
    """Every refusal in the source: its key and the names of its facts."""
    calls = [node for path in SOURCES if "Refusal(" in written(path) for node in nodes(path)]
    return [
        (key, {part.arg: 3 for part in node.keywords})
        for node in calls
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal"
        for key in keys(node.args[0])
    ]


def test_every_key_of_a_refusal_has_words_and_the_words_have_no_other():
    worded = {key.split(".")[1].split("?")[0] for key in Words().keys() if key.startswith("refusal.")}  # noqa: SIM118
    assert worded - set(get_args(RefusalKey)) == {"rule", "missing_saved", "fault_before", "fault_after"}
    assert set(get_args(RefusalKey)) <= worded
    told_by_classes_of_their_own = {"which_table", *(f"page_{what}" for what in KEPT_OUT)}
    assert set(get_args(RefusalKey)) - set(dict(refusals())) == told_by_classes_of_their_own


def keys(node):
    if isinstance(node, ast.IfExp):
        return [*keys(node.body), *keys(node.orelse)]
    return [node.value] if isinstance(node, ast.Constant) else []


def test_every_refusal_has_words_for_its_facts():
    found = refusals()
    assert {"stale", "done", "gone", "full", "host_only", "too_few", "not_your_turn", "busy"} <= set(dict(found))
    for key, facts in found:
        assert Words()(f"refusal.{key}", **facts)
