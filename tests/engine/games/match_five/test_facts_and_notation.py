"""What Match Five tells: facts, notation, menus in words, hand-written positions, whole games through `serve`.

Knows no rule beyond what the numbers come from.
"""

from __future__ import annotations

import json
from random import Random

import pytest

from bot.model.move_menu import next_step
from bot.screens.speech import Speech
from bot.text.words import Words
from engine import GAMES, Cell, Event, Heap, IllegalMove, Table, View
from engine.__main__ import explain_reason
from engine.games.match_five import Done, Exchange, MatchFive, Place, Wild
from engine.serve import Responder
from tests.cases import each
from tests.engine.games.match_five.match_five_tables import BASE1, BASE4, FIVE, listed, played, position

SPEECH = Speech(Words(), "match_five")

# facts


def test_facts_of_a_tile_are_its_level_and_points():
    state = played(position(BASE1, "R5R4R3"), "R5p13")
    told = {"tile": "R4", "cell": "Q13", "level": 1, "above": False, "gain": 14, "before": 11, "total": 25, "bag": 0}
    assert state.facts(0, Place("R4", Cell(16, 12))) == told
    refused = state.facts(0, Place("Y1", Cell(12, 12)))
    assert (refused["gain"], refused["total"], refused["level"], refused["above"]) == (0, 11, 2, True)


def test_facts_of_done_and_of_a_swap():
    state = played(position(BASE1, "R5W"), "R5p13", "WR4q13")
    told = {"tiles": "R5W", "cells": "P13 Q13", "points": 21, "n": 2, "fives": 1, "locks": "M13 Q13", "bag": 0}
    assert state.facts(0, Done()) == told | {"at": "P13 Q13"}
    swap = position(BASE1, "R5W", "Y1Y2Y3Y4Y5", bag="R1R2")
    assert swap.facts(0, Exchange(Heap("R5W"))) == {"tiles": "R5W", "n": 2, "bag": 2}


def test_facts_for_another_seat_leave_an_unfinished_turn_out():
    before = position(BASE1, "R5R4", "B1B2")
    state, move = played(before, "R5p13"), Place("B5", Cell(15, 12))
    assert state.facts(1, move) == before.facts(1, move)
    assert state.facts(1, Done()) == before.facts(1, Done())


def test_outlook_counts_the_own_unfinished_turn():
    state = played(position(BASE1, "R5R4", points=[7, 0]), "R5p13")
    assert [state.outlook(0), state.outlook(1), state.view(1).outlook(0)] == [18, 0, 7]


# words


def test_moves_and_events_are_said_in_words():
    state = played(position(BASE1, "R5W"), "R5p13", "WR4q13")
    view = View("match_five", 0, state)
    assert SPEECH.move_phrase(state, 0, Done()) == "red 5 and wild at P13 and Q13"
    assert SPEECH.consequences(view, Done()) == [
        "A series of five: 10 extra.", "Locked from now on: M13 and Q13.", "Now 0 points; 21 after this turn."
    ]  # fmt: skip
    lines = SPEECH.event_lines(played(state, "done").events, ["Ana", "Ben"])
    assert len(lines) == 1
    assert lines[0].startswith(
        "Ana placed red 5 and wild at P13 and Q13: +21, the wild as red 4; a row of five: 10 extra, "
    )
    assert lines[0].endswith("10 extra, M13 and Q13 are locked; no tiles left. Everybody else has one more turn.")
    assert SPEECH.move_phrase(state, 0, Wild(Cell(16, 12), "R4")) == "wild as red 4 on Q13"
    left = Event("left", 1, {"points": 8, "tiles": "R3R3B2"})
    assert SPEECH.event_lines([left], ["Ana", "Ben"]) == ["Ben loses 8 for tiles in hand: 2 red 3 and blue 2."]


def test_the_menu_tells_the_points_of_a_tile_once_and_those_of_the_turn_from_the_second_on():
    first, second = position(BASE1, "R5R4Y1"), played(position(BASE1, "R5R4B5"), "R5p13")
    for state, label, below in (
        (first, "red 4 on P13, +10", "on the table"),
        (second, "red 4 on Q13, +14", "on the table; 25 points in all this turn"),
    ):
        view = View("match_five", 0, state)
        question = next_step(view.moves, ()).question
        answers = [SPEECH.answer(view, question, choice) for choice in question.choices]
        assert (label, below) in [(one.label, one.detail) for one in answers]


def test_a_stack_names_its_cell_once_and_points_are_told_once():
    state = played(position(BASE1, "R5W"), "R5p13", "WB5p13")
    assert SPEECH.move_phrase(state, 0, Done()) == "red 5 and wild at P13"
    view = View("match_five", 0, position(BASE1, "R5W"))
    assert SPEECH.consequences(view, Exchange(Heap("R5")))[-1] == "Now 0 points."


def test_every_question_and_answer_has_words():
    rng, table, asked = Random(1), Table.new(FIVE, 2, {"copies": "2"}, "words 1"), set()
    while acting := table.state.to_act():
        view, path = table.view(acting[0]), ()
        step = next_step(view.moves, path)
        while step.question is not None:
            asked.add(step.question.fields)
            assert all("{" not in SPEECH.other_move(view, way).label for way in step.other_kinds)
            assert "Which?" not in SPEECH.question(view, step, step.question)
            choice = rng.choice(step.question.choices)
            shown = SPEECH.answer(view, step.question, choice)
            assert (shown.label and shown.detail) or step.question.is_coarse or step.question.tile_choice
            assert all(each.short for each in SPEECH.refused_answers(view, step.question)[:20])
            ways = [choice, *(way for way in step.other_kinds if rng.random() < 0.5)]
            path = rng.choice(ways).path
            step = next_step(view.moves, path)
        assert SPEECH.consequences(view, step.move)
        assert SPEECH.move_phrase(view.state, acting[0], step.move)
        table = table.play(acting[0], str(step.move))
    assert ("tiles",) in asked


# notation


@each(
    ("text", "canonical"),
    [
        ("r3M13", "R3m13"),
        ("wb2A25", "WB2a25"),
        ("DONE", "done"),
        ("xWR3b1", "xR3B1W"),
        ("draw 6 WR1", "draw 6 R1W"),
        ("xWB2", "xB2W"),
    ],
)
def test_notation_is_read_in_capitals_and_in_any_order(text, canonical):
    assert str(FIVE.parse(text)) == canonical


@each(
    "text",
    ["", "R6m13", "Km13", "R3m0", "R3m013", "R3m100", "Wm13", "R3m13\n", "R\uff13m13", "x", "xR3R3R3R3R3R3", "passe"],
)
def test_unreadable_notation_is_refused(text):
    with pytest.raises(IllegalMove, match="notation"):
        FIVE.parse(text)


def test_the_drawing_shows_stacks_and_hands():
    state = played(position(BASE4, "R3B5", "Y1Y2", points=[3, -4]), "B5p13")
    assert str(state).splitlines() == [
        "   m  n  o  p  q         ",
        "13 R3 R2 R1 R5 R4B4Y4O4G4",
        "laid B5p13",
        "bag 0",
        ">#1  3  R3",
        " #2  -4  Y1 Y2",
    ]


@each("text", ["draw 7 R1", "draw 0 R1", "draw 1", "draw 1 WB2B2R1R1R1"])
def test_unreadable_draws_are_refused(text):
    with pytest.raises(IllegalMove, match="notation"):
        FIVE.parse(text)


# hand-written positions


def test_an_example_in_the_documentation_is_a_position():
    text = str(MatchFive.__doc__).partition("{")[2]
    example = json.loads("{" + text.replace('"R1R1R2..."', '""').strip())
    responder = Responder(GAMES, explain_reason)
    request = {"do": "load", "table": "t", "game": "match_five", "state": example}
    assert responder.answer(request)["to_act"] == [0]


# serve


@each(("seats", "copies"), [(2, "3"), (6, "2")])
def test_whole_games_through_serve(seats, copies):
    responder, robot = Responder(GAMES, explain_reason), ("random", "greedy")[(seats + int(copies)) % 2]
    told = responder.answer(
        {"do": "new", "table": "t", "game": "match_five", "seats": seats, "seed": "s", "options": {"copies": copies}}
    )
    turns = 0
    while not told["over"]:
        seat = told["to_act"][0]
        move = responder.answer({"do": "choose", "table": "t", "seat": seat, "robot": robot})["move"]
        told = responder.answer({"do": "play", "table": "t", "seat": seat, "move": move})
        turns += 1
    assert turns >= 4
    assert min(told["places"]) == 1
    state = responder.answer({"do": "state", "table": "t"})["state"]
    again = responder.answer({"do": "load", "table": "u", "game": "match_five", "state": json.loads(json.dumps(state))})
    assert (again["over"], again["scores"]) == (True, told["scores"])


def test_a_view_through_serve_hides_hands():
    responder = Responder(GAMES, explain_reason)
    responder.answer({"do": "new", "table": "t", "game": "match_five", "seats": 3, "seed": "s"})
    assert responder.answer({"do": "state", "table": "t", "seat": None})["state"]["hands"] == ["?????"] * 3
    assert responder.answer({"do": "moves", "table": "t", "seat": -1}) == {"moves": [], "form": "draw 1 R3B4W..."}
    refused = responder.answer({"do": "refuses", "table": "t", "seat": 0, "move": "pass"})
    assert refused["reason"] in ("4.1", "4.9")
    assert listed(responder.conversation.current_table("t").state, responder.conversation.current_table("t").state.turn)
