"""The puzzles of a day, through the real client: asked, answered once, judged, told why, tried on, shared."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.model.puzzle import DailyPuzzle, record_of
from bot.services.reviews import Nodes
from engine import puzzle
from tests.bot.support.local_discord import Reply

FEW = Nodes(20, 40)
DAY = "2026-11-23"


@pytest.fixture
async def quick_bot(running_bot):
    """Tessera, whose coaches look at few positions."""
    running_bot.services.puzzles.nodes = FEW
    return running_bot


async def ready(reply: Reply) -> Reply:
    """The reply once the puzzle is made and asks its first question."""
    return await reply.until(lambda one: "one try" in one.text)


async def test_a_puzzle(quick_bot, local, ana):
    games = local.channel("games")
    reply = await ana.command("puzzle", channel=games)
    print(reply.text, list(reply.buttons))
    reply = await ana.press(reply.message, label="Solve Azul")
    print(reply.text, list(reply.buttons))
    reply = await ready(reply)
    print(reply.text, list(reply.buttons))
    assert 0
