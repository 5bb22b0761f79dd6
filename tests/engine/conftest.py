"""The engine as a process, for the tests that speak with it from outside."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.engine.served import Served


@pytest.fixture(scope="session")
def process() -> Iterator[Served]:
    """One for all tests, as it is for all tables: each test opens its own anew."""
    talk = Served()
    yield talk
    assert talk.end() == 0


@pytest.fixture
def served(process) -> Iterator[Served]:
    yield process
    assert process.process.poll() is None
    assert process.is_quiet()
