"""Which questions about the table a new lobby asks."""

from __future__ import annotations

import pytest

from bot.model.lobby_options import TERMS, initial_terms, questions
from engine import GAMES


def keys(*needs):
    return [key for key, term in TERMS.items() if term.needs in needs]


@pytest.mark.parametrize(
    ("terms", "expected"),
    [
        (initial_terms(threads=True, thread=None), [*TERMS]),
        (initial_terms(threads=None, thread=None), keys("others", "nothing")),
        ({}, keys("nothing")),
    ],
    ids=["threads", "no threads", "alone"],
)
def test_a_new_lobby_asks_every_term_for_which_it_has_what_is_needed(terms, expected):
    found = questions(GAMES["azul"], {}, terms, 2)
    assert [one.key for one in found if one.family == "term"] == expected


def test_what_a_new_lobby_asks_has_its_default_first():
    found = {one.key: one for one in questions(GAMES["azul"], {}, initial_terms(threads=True, thread=None), 2)}
    assert [found[key].value for key in TERMS] == [found[key].values[0] for key in TERMS]
