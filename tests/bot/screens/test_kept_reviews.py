"""What is told of whole games of robots, word for word as it was read and kept.

`python -m tests.bot.screens.kept_reviews` writes the texts anew after a change of words.
"""

from __future__ import annotations

import re

import pytest

from bot.text.words import languages
from engine.review import decisions
from tests.bot.screens.kept_reviews import EXAMPLES, FOLDER, kept, texts


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", EXAMPLES)
def test_a_review_reads_as_it_was_kept(name, language):
    written = (FOLDER / f"{name}.{language}.txt").read_text("utf-8")
    assert "\n\n".join(texts(name, language)) + "\n" == written


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_kept_review_is_one_of_a_whole_game(name):
    table, so_far = kept(name)
    assert not table.state.to_act()
    assert so_far.is_done
    assert [one.place for one in so_far.judged] == [one.place for one in decisions(table)]


@pytest.mark.parametrize("name", EXAMPLES)
def test_nothing_is_said_twice_on_a_page_and_no_gap_is_left(name):
    for paragraph in (FOLDER / f"{name}.en.txt").read_text("utf-8").splitlines():
        sentences = re.findall(r"[^.]+\.", paragraph)
        assert len(set(sentences)) == len(sentences), paragraph
        assert not re.search(r"[{}]|  |\.\.| \.|\(\)", paragraph), paragraph
