"""What happened besides moves, in sentences: whom they name, also where two people have one name."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.model.people import Person
from bot.model.room import Aside
from bot.screens.asides import asides_of
from bot.text.words import Words
from tests.bot.screens.test_table import room_of

WORDS = Words()
TWO = replace(room_of(3), seats=(Person(1, "Alex"), Person(2, "Ben"), Person(3, "Alex")))


@pytest.mark.parametrize(
    ("kind", "facts", "reader", "said"),
    [
        ("resigned", {"name": "Alex", "seat": 2}, None, "**(3) Alex** resigned."),
        ("resigned", {"name": "Ben", "seat": 1}, None, "**Ben** resigned."),
        ("back", {"name": "Alex", "old": "Alex", "seat": 0}, 0, "You are back."),
        ("back", {"name": "Alex", "old": "Alex", "seat": 0}, 2, "**(1) Alex** is back."),  # not you, but your namesake
        ("replaced", {"name": "Ben", "old": "Alex", "seat": 1}, None, "**Ben** took over the seat of **(2) Alex**."),
        ("resigned", {"name": "Alex"}, 0, "**Alex** resigned."),  # an old record, which does not say which of them
        ("more_time", {"name": "Ben"}, None, "**Ben** asked for more time."),
    ],
)
def test_an_aside_names_the_one_of_two_namesakes_who_is_meant(kind, facts, reader, said):
    (text,) = asides_of(TWO, [Aside(0, kind, facts, 5.0)], WORDS, reader)
    assert text[:1].upper() + text[1:] == said
