"""How much has to be pressed for each move of a whole game, and what the game leaves behind in its channel."""

from __future__ import annotations

from collections import Counter

import pytest

from engine import GAMES
from tests.bot.support.local_discord import Person, buttons, text
from tests.bot.support.reader import PLAY, Reader

EPHEMERAL = 64
# Presses for a move: Play, what to take, where to, and the preview; fewer where a question has one answer, and where a
# turn has several moves. The mean of all games is below three.
MOST = {"azul": 3.5, "pavilion": 2.8, "match_five": 1.6, "pillars": 4.0}


@pytest.mark.parametrize("key", GAMES)
async def test_a_move_takes_few_presses_and_a_game_leaves_one_message(local, running_bot, monkeypatch, key, games):
    ana = local.person("Ana")
    pressed = Counter()
    for name in ("press", "choose"):
        act = getattr(Person, name)

        async def counted(self, *given, act=act, **named):
            pressed["all"] += 1
            return await act(self, *given, **named)

        monkeypatch.setattr(Person, name, counted)
    reader = Reader(running_bot, ana)
    await reader.begin(key)
    pressed.clear()
    turns = 0
    while PLAY in buttons(message := await reader.called()):
        menu = await reader.menu(message)
        if menu is None:
            continue
        await reader.whole_turn(menu)
        turns += 1
    await running_bot.shown()
    await local.quiet()
    room = await running_bot.rooms.room(1)
    moves = sum(entry.seat == room.seat_of(ana.id) for entry in room.table.log)
    assert moves >= turns > 0
    assert pressed.total() <= MOST[key] * moves
    (left,) = (m for m in ana.sees(games) if not m["flags"] & EPHEMERAL and " #1 " in text(m))
    assert "final" in text(left)
