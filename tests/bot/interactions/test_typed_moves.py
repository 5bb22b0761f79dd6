"""Suggestions under what is being typed, for every game on the shelf. Knows no rules."""

from __future__ import annotations

import random
import re
from functools import cache
from itertools import cycle

import render
from bot.interactions.typed_moves import parse_move, suggestion_rows, suggestions
from bot.interactions.typed_words import understand
from bot.screens.speech import Speech
from bot.text.words import Emojis, Words
from engine import GAMES, Table
from engine.games.pavilion import Draft, Keep, Pass
from tests.bot.support.tessera import turn_of
from tests.cases import each

ARABIC = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")
MANY = 300  # moves: asking for every word of more takes long


@cache
def views(key):
    """Some positions of a random game, as seen by the seat to act."""
    lot, game, found = random.Random(5), GAMES[key], []
    table = Table.new(game, game.seats[-1], {}, "typed")
    for number in range(60):
        if not table.state.to_act():
            break
        view = table.view(table.state.to_act()[0])
        if number % 40 == 0 and len(view.moves) < MANY:
            found.append(view)
        table = table.play(view.seat, str(lot.choice(view.moves)))
    return tuple(found)


@each("key", GAMES)
def test_every_word_of_a_move_finds_rows_that_can_be_sent(key):
    speech, asked = Speech(Words(), key), set()
    for view in views(key):
        labels = {speech.move_phrase(view.state, view.seat, move) for move in view.moves[:: len(view.moves) // 3 + 1]}
        words = {word for label in labels for word in re.findall(r"\w+", label)} - asked
        asked |= words
        for typed in words | {""}:
            rows = suggestions(view, speech, typed)
            assert 1 <= len(rows) <= 25
            assert len({row.value for row in rows}) == len(rows)  # a list of Discord takes each once
            for row in rows:
                assert 1 <= len(row.name) <= 100
                if row.value != typed:  # else it says why such a move cannot be
                    parse_move(GAMES[key], view.moves, row.value)


@each("key", GAMES)
def test_a_notation_with_marks_around_it_is_that_move(key):
    """`/history` shows moves in back ticks, and a phone ends a sentence with a full stop."""
    marks = cycle(["{}.", "`{}`", "“{}”", "'{}'!", "**{}**,", "({})", " {} … "])
    for view in views(key):
        for move, marked in zip(view.moves[:: len(view.moves) // 5 + 1], marks, strict=False):
            digits = str(move).translate(ARABIC)
            for typed in (marked.format(move), marked.format(str(move).lower()), digits):
                assert parse_move(GAMES[key], view.moves, typed) == move, typed
            assert suggestions(view, Speech(Words(), key), marked.format(move))[0].value == str(move)


@each("key", GAMES)
def test_rows_in_a_message_have_tiles_and_rows_under_what_is_typed_have_none(key):
    emojis = Emojis({f"{key}.{name}": f"<:tile:{n}>" for n, name in enumerate(render.emojis(key), 10)})
    tiled = Speech(Words().with_emojis(emojis), key)
    for view in views(key):
        for moves in (view.moves, view.moves[:3]):
            rows, plain = suggestion_rows(view, tiled, moves), suggestion_rows(view, tiled.plain, moves)
            assert all(row.emoji for row in rows if row.value in map(str, moves) and row.value != "pass")
            assert all("<:" not in row.name for row in rows)
            assert all(row.emoji == "" for row in plain)
            assert [row.name for row in plain] == [row.name for row in rows]


def test_a_row_that_one_move_is_left_for_is_that_move_and_no_beginning():
    table, speech, rows = Table.new(GAMES["match_five"], 4, {}, "stubs"), Speech(Words(), "match_five"), []
    for _ in range(12):
        view = table.view(table.state.to_act()[0])
        rows += suggestions(view, speech, "") if len(view.moves) > 25 else []
        table = table.play(view.seat, str(view.moves[0]))
    assert any("…" in row.name for row in rows)
    assert not [row.name for row in rows if row.name.endswith("· 1 way")]


def test_a_word_alone_that_longer_moves_begin_with_is_unfinished():
    legal = [Keep("GOOO"), Keep("GOOR")]
    assert parse_move(GAMES["pavilion"], legal, "Pass") is None
    assert parse_move(GAMES["pavilion"], [Pass()], "pass") == Pass()
    assert parse_move(GAMES["pavilion"], [Draft("1", "P")], "pass") == Pass()  # its rule is told


@each(("typed", "meant"), [("blue line 2", "B2"), ("line 2", "2"), ("blu li 2", "B2")])
def test_words_are_taken_in_their_order(typed, meant):
    table = Table.new(GAMES["azul"], 4, {}, "order")
    found = understand(table.view(table.state.to_act()[0]), Speech(Words(), "azul"), typed).moves
    assert found
    assert all(str(move).endswith(meant) for move in found)
    view = table.view(table.state.to_act()[0])
    assert understand(view, Speech(Words(), "azul"), "2 line blue").moves  # in any order else


async def test_words_that_were_sent_are_read_as_those_that_were_chosen(running_bot, ana, games):
    await running_bot.table(ana, robots=1)
    menu = await ana.press(await turn_of(ana), label="Play")
    several = await ana.command("move", channel=games, move="line 2")
    assert "Which of these?" in several.text
    preview = await ana.choose(several.message, values=[several.selects["typed:1"]["options"][0]["value"]])
    assert "Play it" in preview.buttons
    phrase = preview.text.splitlines()[0].removeprefix("### ")
    form = await ana.press(menu.message, label="Type it")
    for again in (await ana.command("move", channel=games, move=phrase), await ana.submit(form, text=phrase)):
        assert again.text.splitlines()[0] == f"### {phrase}"
        assert "Play it" in again.buttons
    assert "I cannot read" in (await ana.command("move", channel=games, move="…")).text


def test_the_best_move_stands_first():
    table, speech = Table.new(GAMES["azul"], 2, {}, "order"), Speech(Words(), "azul")
    view = table.view(table.state.to_act()[0])
    rows = suggestions(view, speech, "1")
    gains = [view.state.gain(view.seat, GAMES["azul"].parse(row.value)) for row in rows]
    assert gains == sorted(gains, reverse=True)
    assert gains[0] > gains[-1]
