"""What people saw go wrong while they played, one test each. Knows no rules."""

from __future__ import annotations

import pytest

from tests.bot.local import buttons, text
from tests.bot.tessera import first_answers, turn_of


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


async def test_the_outlines_were_numbered_but_the_sentences_were_not(local, running_bot, ana):
    await running_bot.table(ana, robots=2)
    preview = await first_answers(ana, await ana.press(await turn_of(ana), label="Play"))
    await ana.press(preview.message, label="Play it")
    news = await ana.until(lambda m: "③ Robot" in text(m) and "① **Ana** took" in text(m) and "Play" in buttons(m))
    menu = await ana.press(news, label="Play")
    assert "Since your last move: ① Robot" in menu.text
    assert "② Robot" in menu.text
    assert "③" not in menu.text


async def test_the_first_turn_spoke_of_a_last_move_that_was_never_made(local, running_bot, ana):
    await running_bot.table(ana, robots=1)
    menu = await ana.press(await turn_of(ana), label="Play")
    assert "### Your move, Ana · #1 Azul · round 1\nSo far: Round 1 begins." in menu.text


async def test_somebody_watching_read_your_move_above_the_board(local, running_bot, ana):
    await running_bot.table(ana, robots=1)
    board = await local.person("Cy").press(await turn_of(ana), label="Board")
    assert "### Azul · #1 · round 1" in board.text
    as_text = await local.person("Cy").press(board.message, label="As text")
    assert "### Azul · #1 · round 1" in as_text.text
