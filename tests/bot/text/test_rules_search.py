"""Questions about the rules and the paragraphs that answer them, in every language."""

from __future__ import annotations

from bot.text.rules_search import search, search_all
from engine import GAMES
from tests.cases import each


def found(game, text, language="en"):
    return [hit.paragraph.number for hit in search(game, language, text)]


@each(
    ("game", "question", "answer"),
    [
        ("azul", "how do I win a tie", "7.3"),
        ("pavilion", "how do I win a tie", "8.4"),
        ("match_five", "how do I win a tie?", "9.5"),
        ("pillars", "Who wins a tie", "6.5"),
        ("azul", "bonus", "7.2"),
        ("pavilion", "bonus", "5.10"),
        ("match_five", "bonus", "8.2"),
        ("azul", "What happens when the bag is empty?", "6.2"),
        ("azul", "how much does the floor cost", "2.4"),
        ("azul", "who starts", "6.4"),
        ("match_five", "can I exchange tiles", "4.6"),
        ("pillars", "may I pass", "5.3"),
        ("azul", "how to win", "1.1"),
    ],
)
def test_a_question_is_answered_by_its_paragraph(game, question, answer):
    assert found(game, question)[0] == answer


@each(
    ("game", "question", "answer"),
    [
        ("azul", "mi van döntetlennél", "7.3"),
        ("azul", "bónusz", "7.2"),
        ("azul", "ki kezd", "6.4"),
        ("pillars", "passzolhatok?", "5.3"),
        ("azul", "zsak", "6.2"),
    ],
)
def test_a_question_is_understood_with_the_endings_of_hungarian(game, question, answer):
    assert found(game, question, "hu")[0] == answer


def test_a_question_may_be_asked_in_another_language_than_the_rules_are_read_in():
    assert found("azul", "how do I win a tie", "hu")[0] == "7.3"
    assert found("azul", "döntetlen")[0] == "7.3"


@each("word", ["marker", "bag", "full line", "tile", "floor"])
@each("game", GAMES)
def test_paragraphs_with_the_word_in_their_title_come_first(game, word):
    titled = [all(part in hit.paragraph.title.casefold() for part in word.split()) for hit in search(game, "en", word)]
    assert titled == sorted(titled, reverse=True)


def test_words_that_nothing_says_find_nothing():
    for game in GAMES:
        assert found(game, "xyzzy") == found(game, "") == found(game, " ") == []


def test_the_rules_of_all_games_are_searched_best_first():
    hits = search_all(GAMES, "en", "bonus")
    assert (hits[0].game, hits[0].paragraph.number) == ("pavilion", "5.10")
    assert {hit.game for hit in hits} >= {"azul", "pavilion", "match_five"}
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert search_all(GAMES, "en", "4.5") == []
