"""Names made safe: what is left out, what stays, and that they turn nothing around them round."""

from __future__ import annotations

from bot.text.names import MAX_IN_TEXT, escape_name, escape_text, name_label, plain_name
from tests.cases import each

HEBREW, PERSIAN = "\u05e9\u05dc\u05d5\u05dd", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"


@each(
    ("name", "shown"),
    [
        ("a\u202eb\u2068c\u2069\u200bd", "abcd"),
        (PERSIAN, PERSIAN),  # its non-joiner parts the letters of one word
        ("\u0646\u0650\u200c\u0627", "\u0646\u0650\u200c\u0627"),  # also behind a vowel sign
        ("\u0915\u094d\u200c\u0937", "\u0915\u094d\u200c\u0937"),  # and behind the virama of Devanagari
        ("Al\u200cex", "Alex"),  # where it would only hide a difference
        ("\U0001f468\u200d\U0001f469", "\U0001f468\u200d\U0001f469"),
        *((nothing, "?") for nothing in ("", " ", "\u200c", "\u200d", "\u3164", "\ufe0f", "\u200d \u200d")),
    ],
)
def test_controls_are_left_out_and_joiners_stay_where_letters_are_joined(name, shown):
    assert plain_name(name) == shown


def test_a_name_that_is_written_from_right_to_left_is_isolated_in_every_text():
    assert name_label(HEBREW) == f"\u2068{HEBREW}\u2069"
    assert escape_name(f"{HEBREW}_*") == f"\u2068{HEBREW}\\_\\*\u2069"
    assert (name_label("Ana"), escape_name("Ana"), escape_name("松 1")) == ("Ana", "Ana", "松 1")
    assert name_label(HEBREW * 20).count("\u2069") == 1
    assert len(name_label(HEBREW * 20)) == MAX_IN_TEXT + 2


def test_the_number_of_a_seat_stands_before_the_name_and_outside_of_what_turns_round():
    assert name_label(HEBREW, 2) == f"(2) \u2068{HEBREW}\u2069"
    assert escape_name("A*x", 12) == r"(12) A\*x"
    assert name_label("W" * 40, 3, 24) == f"(3) {'W' * 23}…"


def test_names_in_a_text_that_is_escaped_as_a_whole_stay_isolated():
    assert escape_text(f"(1) \u2068{HEBREW}\u2069: 12\u202e *x*") == rf"(1) {name_label(HEBREW)}\: 12 \*x\*"
