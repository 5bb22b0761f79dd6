"""Rooms as values: their tags."""

import pytest

from bot.model.room import from_tag, tag


@pytest.mark.parametrize(("number", "text"), [(1, "#1"), (35, "#z"), (36, "#10"), (123, "#3f"), (46655, "#zzz")])
def test_a_tag_is_the_number_in_base_36(number, text):
    assert tag(number) == text
    assert from_tag(text) == from_tag(text[1:]) == from_tag(text.upper()) == number


@pytest.mark.parametrize("text", ["", "#", "##1", "-1", "+1", " 1", "1 ", "1_0", "1.5", "٣", "ﬁ", "é", "1" * 13, "1\n"])
def test_nothing_else_is_a_tag(text):
    assert from_tag(text) is None


def test_the_largest_tag_fits_the_database():
    assert from_tag("z" * 12) < 2**63
