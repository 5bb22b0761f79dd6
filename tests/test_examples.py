"""Every example in a docstring of the program and of the tests is run. Knows no example."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest

from tests.sources import EVERY, dotted, name, written


@pytest.mark.parametrize(
    "module", [dotted(path) for path in EVERY if ">>>" in written(path) and name(path) != "tests/test_examples.py"]
)
def test_the_examples_of_a_module_are_true(module, capsys):
    result = doctest.testmod(import_module(module))
    assert (result.failed, result.attempted > 0) == (0, True), capsys.readouterr().out
