"""What tests of Discord's gateway listen with."""

from __future__ import annotations

import pytest

from bot import measures
from bot.measures import Measures


class Heard(Measures):
    """Remembers what could not be read."""

    def __init__(self):
        self.events = []

    def count(self, what, *labels):
        if what == "unread":
            self.events.extend(labels)


@pytest.fixture
def unread():
    """The events that could not be read, by name."""
    heard = Heard()
    with measures.reported_to(heard):
        yield heard.events
