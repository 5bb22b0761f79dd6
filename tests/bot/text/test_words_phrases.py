"""Phrases: emojis beside words, and that nothing is left of them where words stand alone; lengths of time."""

from bot.text.words import Emojis, Words, capitalize, first_emoji, format_duration, with_article, without_emojis
from tests.cases import each

BLUE = "<:azul_blue_1234abcd:17>"


def test_the_first_thing_with_an_emoji_is_shown():
    emojis = Emojis({"azul.color.B": BLUE})
    assert emojis.first_markup("azul.color.R", "azul.color.B") == BLUE
    assert emojis.first_markup("azul.color.R") == ""


def test_only_emojis_are_taken_out_of_a_text():
    text = f"<@5> took 2 {BLUE} blue, {BLUE} one more, <t:17:R> in <#12>"
    assert without_emojis(text) == "<@5> took 2 blue, one more, <t:17:R> in <#12>"
    assert first_emoji(text) == BLUE
    assert first_emoji("<@5> moved") == ""


def test_a_phrase_that_begins_with_an_emoji_gets_its_large_letter():
    assert capitalize(f"{BLUE} blue on 3") == f"{BLUE} Blue on 3"
    assert capitalize("2 blue") == "2 blue"
    assert capitalize("") == ""


def test_a_hungarian_article_is_that_of_the_word_behind_the_emoji():
    assert with_article("<:pillars_5L_0_1234abcd:17> 5L") == "az <:pillars_5L_0_1234abcd:17> 5L"
    assert with_article(f"{BLUE} kék") == f"a {BLUE} kék"


def test_words_have_no_emojis_until_they_are_asked_to_show_some():
    words, emojis = Words("en"), Emojis({"azul.color.B": BLUE})
    assert words.plain is words
    shown = words.with_emojis(emojis)
    assert (shown.emojis, words.emojis.markup, shown.plain.emojis.markup) == (emojis, {}, {})
    assert shown("azul.color.B") == "blue"


def test_the_gap_of_an_emoji_is_nothing_where_none_is_shown():
    assert Words("en")("azul.event.marker", name="Ana") == "Ana took the first-player marker."


@each(("seconds", "told"), [
    (0, "under a minute"), (59.9, "under a minute"),
    (60, "1 minute"), (7_199, "119 minutes"), (7_200, "2 hours"), (172_799, "47 hours"), (172_800, "2 days"),
])  # fmt: skip
def test_a_length_of_time_is_told_in_one_unit(seconds, told):
    assert format_duration(seconds, Words()) == told
