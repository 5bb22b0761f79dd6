"""What custom_ids of buttons, lists and forms carry: those made now, and those of messages that stand in channels."""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bot.discord_api.reply import bind, handlers_by_verb, parse_press
from bot.model.errors import Refusal
from bot.model.move_menu import MenuState
from bot.screens import verbs
from bot.screens.verbs import VERBS_BY_NAME, LeaderboardLink
from tests.cases import each
from tests.sources import tree, written

HERE = Path(__file__).parent
BOT = HERE.parents[2] / "bot"
# custom_id | what was chosen in its list, by commas, "-" for no list | what the handler gets | manner when the message
# is public | when it is private; as the code before there were declarations had it
OLD = [line.split(" | ") for line in (HERE / "old_custom_ids.txt").read_text("utf-8").splitlines()]
TEXTS = ["", "azul", "match_five", "wall", "Vera", "a b", "1574123767058137090"]
SAMPLES = {
    verbs._ROOM: [1, 35, 36, 123, 36**6 + 1, 36**6 + 36**5],
    verbs._NUM: [0, 1, -1, -2, 17, 99_999],
    verbs._TEXT: TEXTS,
    verbs._PERSON: [1, 1574123767058137090, 2**63 - 1],
    verbs._REST: [*TEXTS, "move:1B2", "a:b:c", ":"],
    verbs._MENU: [
        MenuState(7, 3),
        MenuState(36**6 + 9, 240, ("2", "B", "F")),
        MenuState(1, 0, ("~Pass", "a*", "-")),
        MenuState(7, 300, ("2",), "p"),
        MenuState(7, 4, (), "t"),
        MenuState(7, 3, ("2",), "", "own"),
        MenuState(7, 3, (), "p", "whole"),
    ],
    verbs._PAGE: [LeaderboardLink("azul", True, 8107, 3), LeaderboardLink("match_five", False, 0, 0)],
}
WORDS = ("without", "turn", "whole", "here")
VALUES = {verbs.SHOW_RULE: ("0:4.5",), verbs.CHOOSE_TABLE: ("3f",)}  # what can be chosen; anything in all other lists


def samples(field):
    """Values of that field, None where it may be missing."""
    found = SAMPLES.get(replace(field, optional=False)) or [next(word for word in WORDS if fits(field, word))]
    return [*found, *([None] if field.optional else [])]


def fits(field, text):
    try:
        return field.read(text) == text
    except ValueError:
        return False


def lot_of(verb, lot):
    """Values for every field of the verb: after one that is missing nothing comes."""
    values = [lot.choice(samples(field)) for field in verb.fields]
    first = values.index(None) if None in values else len(values)
    return tuple(value if n < first else None for n, value in enumerate(values))


@each("verb", VERBS_BY_NAME.values())
def test_what_is_made_is_read_again(verb):
    lot, answer = Random(5), VALUES.get(verb, ("word",)) if verb.answer else ()
    for _ in range(100):
        values = lot_of(verb, lot)
        if any(one is None and not field.optional for field, one in zip(verb.fields, values, strict=True)):
            continue
        mark = "" if None in values or verbs._REST in verb.fields else lot.choice(["", "f", "12"])
        made = verb(*values, mark=mark)
        press = parse_press(made, list(answer))
        assert len(made) <= 100
        assert press.verb == verb.name
        assert verb.read(press.arguments, press.values)[: len(values)] == values, made


@each(("custom_id", "chosen", "values", "public", "private"), OLD)
def test_an_old_message_is_answered_as_ever(custom_id, chosen, values, public, private):
    press = parse_press(custom_id, [] if chosen == "-" else chosen.split(","))
    assert repr(VERBS_BY_NAME[press.verb].read(press.arguments, press.values)) == values
    assert (press.manner(private=False).value, press.manner(private=True).value) == (public, private)


def test_an_old_message_of_every_verb_is_known():
    assert {row[0].partition(":")[0] for row in OLD} == set(VERBS_BY_NAME)


@each("verb", VERBS_BY_NAME.values())
def test_what_does_not_fit_is_refused_and_nothing_else_happens(verb):
    lot = Random(6)
    for _ in range(150):
        parts = ["".join(lot.choices("az09#-~.*/ éß²", k=lot.randrange(12))) for _ in range(lot.randrange(6))]
        try:
            verb.read(parts, tuple(parts[: lot.randrange(3)]))
        except Refusal as no:
            assert no.key == "unknown"


async def test_every_verb_has_one_handler(running_bot):
    router = running_bot.client._router
    in_sandboxes = set(router.sandbox_handlers)
    assert set(router.handlers) == set(VERBS_BY_NAME)
    assert in_sandboxes < set(VERBS_BY_NAME)
    assert all(name == one.verb.name and one.verb is VERBS_BY_NAME[name] for name, one in router.handlers.items())
    with pytest.raises(ValueError, match="two handlers"):
        handlers_by_verb(*router.handlers.values(), bind(verbs.JOIN, None))


def texts(path):
    """Every text in the code, with the beginning of those that have gaps; docstrings left out."""
    nodes = [*ast.walk(tree(path))]
    left_out = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    left_out |= {id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values[1:]}
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in left_out:
            yield node.lineno, node.value


def test_no_custom_id_is_written_by_hand():
    begins = re.compile(rf"""["'}}](?:{"|".join(VERBS_BY_NAME)}):(?! )""")
    found = [
        f"{path.relative_to(BOT)}:{line}: {text}"
        for path in sorted(BOT.rglob("*.py"))
        if begins.search(written(path))  # quicker than to read all of the code as code
        for line, text in texts(path)
        if text.partition(":")[0] in VERBS_BY_NAME and re.search(":(?! )", text)
    ]
    assert found == []
