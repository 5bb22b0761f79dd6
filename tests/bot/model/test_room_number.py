"""Rooms as values: the number that people read, and that of buttons and addresses."""

import pytest

from bot.model.room_number import code, room_of_code, room_of_tag, tag


@pytest.mark.parametrize(("number", "text"), [(1, "#1"), (9, "#9"), (10, "#10"), (36, "#36"), (46655, "#46655")])
def test_a_tag_is_the_number_in_decimal(number, text):
    assert tag(number) == text
    assert room_of_tag(text) == room_of_tag(text[1:]) == number


@pytest.mark.parametrize(("number", "text"), [(1, "1"), (10, "a"), (36, "10"), (123, "3f"), (46655, "zzz")])
def test_a_code_is_the_number_in_base_36_as_in_old_buttons_and_addresses(number, text):
    assert code(number) == text
    assert room_of_code(text) == room_of_code(text.upper()) == number


@pytest.mark.parametrize(("text", "number"), [("a", 10), ("#A", 10), ("#3f", 123), ("1e5", 1805), ("#10", 10)])
def test_a_typed_number_with_a_letter_is_read_as_old_messages_told_it_and_any_other_is_decimal(text, number):
    assert room_of_tag(text) == number


def test_a_number_is_read_in_the_digits_of_any_script():
    assert room_of_tag("#١٢") == room_of_tag("१२") == room_of_tag("１２") == 12


NOTHING = ["", "##1", "-1", "+1", " 1", "1 ", "1_0", "1.5", "ﬁ", "é", "z" * 13, "1\n", "²", "½"]


@pytest.mark.parametrize("text", [*NOTHING, "#", "1" * 19])
def test_nothing_else_is_a_tag(text):
    assert room_of_tag(text) is None


@pytest.mark.parametrize("text", [*NOTHING, "#1", "٣"])
def test_nothing_else_is_a_code(text):
    assert room_of_code(text) is None


def test_the_largest_number_fits_the_database():
    assert room_of_code("z" * 12) < 2**63
    assert room_of_tag("9" * 18) < 2**63
