"""Suggestions under what is being typed, for every game on the shelf. Knows no rules."""

from __future__ import annotations

import random
import re

import pytest

from bot.speech import Speech
from bot.typed import read, suggestions
from bot.words import Words
from engine import GAMES, Table

MANY = 700  # moves: asking for every word of more takes long


def views(key):
    """Some positions of a random game, as seen by the seat to act."""
    lot, game = random.Random(5), GAMES[key]
    table = Table.new(game, game.seats[-1], {}, "typed")
    for number in range(60):
        if not table.state.to_act():
            return
        view = table.view(table.state.to_act()[0])
        if number % 20 == 0 and len(view.moves) < MANY:
            yield view
        table = table.play(view.seat, str(lot.choice(view.moves)))


@pytest.mark.parametrize("key", GAMES)
def test_every_word_of_a_move_finds_rows_that_can_be_sent(key):
    speech = Speech(Words(), key)
    for view in views(key):
        labels = {speech.move(view.state, view.seat, move) for move in view.moves[:: len(view.moves) // 5 + 1]}
        for typed in {word for label in labels for word in re.findall(r"\w+", label)} | {""}:
            rows = suggestions(view, speech, typed)
            assert 1 <= len(rows) <= 25
            for row in rows:
                assert 1 <= len(row.name) <= 100
                read(GAMES[key], view.moves, row.value)
