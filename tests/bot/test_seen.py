"""What people saw go wrong while they played, one test each. Knows no rules."""

from __future__ import annotations

import pytest

from tests.bot.local import buttons, text
from tests.bot.tessera import turn_of


@pytest.fixture
def ana(local):
    return local.person("Ana")


async def test_show_here_said_the_table_was_shown_again_but_it_was_not(local, running_bot, ana):
    await running_bot.table(ana, robots=1)
    message = await turn_of(ana)
    board = await ana.press(message, label="Board")
    await ana.press(board.message, label="Show here")
    again = await ana.until(lambda m: "Play" in buttons(m) and int(m["id"]) > int(board.message["id"]))
    assert text(again) == text(message)
    assert again["mentions"] == []
