"""What is told of whole games of robots, word for word as it was read and kept.

`python -m tests.bot.screens.kept_reviews` writes the texts anew after a change of words.
"""

from __future__ import annotations

import re
from itertools import pairwise

from bot.text.words import languages
from engine.robots.review import decisions
from tests.bot.screens.kept_reviews import EXAMPLES, FOLDER, kept, texts
from tests.cases import each


@each("language", languages())
@each("name", EXAMPLES)
def test_a_review_reads_as_it_was_kept(name, language):
    written = (FOLDER / f"{name}.{language}.txt").read_text("utf-8")
    assert "\n\n".join(texts(name, language)) + "\n" == written


@each("name", EXAMPLES)
def test_a_kept_review_is_one_of_a_whole_game(name):
    table, so_far = kept(name)
    assert not table.state.to_act()
    assert so_far.is_done
    assert [one.place for one in so_far.judgments] == [one.place for one in decisions(table)]


@each("name", EXAMPLES)
def test_nothing_is_said_twice_on_a_page_and_no_gap_is_left(name):
    for paragraph in (FOLDER / f"{name}.en.txt").read_text("utf-8").splitlines():
        sentences = re.findall(r"[^.]+\.", paragraph)
        assert len(set(sentences)) == len(sentences), paragraph
        assert not re.search(r"[{}]|  |\.\.| \.|\(\)", paragraph), paragraph


@each("name", EXAMPLES)
def test_what_a_move_cost_is_the_difference_of_the_chances_that_are_told(name):
    text = (FOLDER / f"{name}.en.txt").read_text("utf-8")
    told = re.findall(
        r"Better:\*\* .*Chance to win: (\d+) %\.\n.*\n.*Played:\*\* .*Chance to win: (\d+) %\.(?: It cost (\d+) perc)?",
        text,
    )
    assert len(told) > 10
    assert [one for one in told if int(one[0]) - int(one[1]) != int(one[2] or 0)] == []


def test_an_answer_is_told_across_the_draws_of_a_hand_but_not_across_a_deal():
    hands, deals = (
        (FOLDER / f"{name}.en.txt").read_text("utf-8").split("**Decision ") for name in ("match_five_6", "azul_2")
    )
    assert all("The best answer then: **" in page for page in hands[1:-1])
    for page, after in pairwise(deals[1:]):
        one_round, next_round = (re.search(r"round (\d)", text) for text in (page, after))
        assert ("The best answer then" in page) <= (one_round[1] == next_round[1])
