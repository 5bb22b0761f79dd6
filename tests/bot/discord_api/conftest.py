"""What tests of Discord's gateway listen with."""

from __future__ import annotations

import pytest

from bot import metrics
from bot.metrics import Metrics


class Heard(Metrics):
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
    with metrics.activate(heard):
        yield heard.events
