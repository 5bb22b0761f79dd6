"""Many cases in one test: a failure names its case, and no case keeps others from being asked. Knows no test."""

from __future__ import annotations

import pytest

from tests.cases import each


def test_all_cases_are_asked_and_a_failure_names_its_own():
    asked = []

    @each("number, word", [(1, "one"), (2, "two"), (3, "three")])
    def small(number, word):
        asked.append(word)
        assert number < 3

    with pytest.raises(AssertionError) as failure:
        small()
    assert asked == ["one", "two", "three"]
    assert failure.value.__notes__ == ["in the case {'number': 3, 'word': 'three'}"]


def test_a_case_that_skips_fails_instead_of_skipping_those_after_it():
    @each("number", [1, 2])
    def skipping(number):
        pytest.skip("not here")

    with pytest.raises(pytest.fail.Exception, match="'number': 1"):
        skipping()


def test_no_cases_are_a_fault():
    with pytest.raises(AssertionError):
        each("number", [])
