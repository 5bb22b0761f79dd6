"""What the pillars game tells about moves and positions: facts, events, notation, hand-written positions.

Knows no rule beyond what the facts come from.
"""

from __future__ import annotations

import pytest

from bot.model.move_menu import next_step
from bot.screens.speech import ShownAnswer, Speech, shape_in_words
from bot.text.words import Words
from engine import GAMES, Cell, IllegalMove, View, dump, load
from engine.__main__ import explain_reason
from engine.games.pillars import Lay, Pass, Pillar, Pillars
from engine.games.pillars.shapes import ORIENTATIONS
from engine.serve import Responder
from tests.cases import each
from tests.engine.games.pillars.pillars_tables import GROWN, TWO, filler, listed, played, player, position, table, told

PARSE = GAMES["pillars"].parse


# facts and events


def test_facts_of_a_tile():
    facts = position(*TWO).facts(0, Lay("5L", "2", Cell(6, 4)))
    assert facts == {
        "tile": "5L", "turn": "2", "cell": "G5", "dots": 5, "covers": "G5 H5 I5 J5 J6", "turned": "4",
        "form": "####/...#", "left": 17, "rest": 69,
    }  # fmt: skip


@each("text", ["5L1q17", "4S5g5", "11z9", "11a30"])
def test_facts_of_a_tile_that_cannot_lie_there(text):
    assert position(*TWO).facts(0, PARSE(text))["covers"] == ""


def test_facts_of_a_pillar_and_of_retiring():
    state = position(*GROWN)
    assert state.facts(0, Pillar(Cell(8, 11))) == {"cell": "I12", "left": 0}
    assert state.facts(0, Pass()) == {"dots": 69}


def test_turns_are_named_from_the_tile_as_drawn():
    state = position(*TWO)
    turned = [state.facts(0, Lay("5L", str(turn), Cell(6, 4)))["turned"] for turn in range(1, 9)]
    assert (turned[0], sorted(turned)) == ("0", list("01234567"))
    assert [state.facts(0, Lay("5I", turn, Cell(6, 4)))["turned"] for turn in "123"] == ["0", "1", ""]


def test_events_of_a_tile_and_of_a_pillar():
    state = played(position(*TWO), "5L2g5")
    assert told(state, "lay")[0].facts == {"tile": "5L", "turn": "2", "cell": "G5", "dots": 5}
    assert told(played(state, "oi12"), "pillar")[0].facts == {"cell": "I12", "left": 0}


def test_events_as_sentences():
    state = played(position(player("of5 of13", "5L"), "ol5 ol13"), "5L2g5")
    assert Speech(Words("en"), "pillars").event_lines(state.events, ["Ana", "Ben"]) == [
        "Ana laid tile 5L at G5, and has placed everything."
    ]


def test_menu_from_the_first_question_to_the_move():
    view, speech = View("pillars", 0, position(*TWO)), Speech(Words("en"), "pillars")
    step, path, labels = next_step(view.moves, ()), (), []
    assert [speech.other_move(view, other).label for other in step.other_kinds] == ["Third pillar"]
    while step.question is not None:
        choice = step.question.choices[-1]
        shown = speech.answer(view, step.question, choice)
        labels.append((speech.question(view, step, step.question), shown.label, shown.detail))
        path = choice.path
        step = next_step(view.moves, path)
    assert labels[0][1:] == ("Tile 5Z", "5 dots")
    below = "1 square; 3, the third of them below it; below the first, 1"
    assert labels[1] == ("Tile 5Z · **Turned how?**", "Turn 4: a quarter right", below)
    assert labels[-1][2].startswith("covers ")
    assert speech.move_phrase(view.state, 0, step.move).startswith("tile 5Z at ")
    assert speech.consequences(view, step.move)[1] == "You still have 17 tiles then, with 69 dots."


def test_every_turn_of_every_tile_is_told_in_words_of_its_own():
    words = Words("en")
    for shapes in ORIENTATIONS.values():
        told = [shape_in_words(shape.form, words) for shape in shapes]
        assert len(set(told)) == len(told)
        assert max(map(len, told)) <= 90
    assert [shape_in_words(form, words) for form in ("####/#...", "##/#./##", "#.#/###", "###/#.#", ".#./###")] == [
        "4 squares; below the first, 1",
        "2 squares; below the first, 1; from below it on, 2",
        "2 squares with a gap between; from below the first on, 3",
        "3 squares; below the first, 1, and below the third, 1",
        "1 square; 3, the second of them below it",
    ]


def test_a_pillar_is_asked_for_as_a_pillar():
    view, speech = View("pillars", 0, table().state), Speech(Words("en"), "pillars")
    step = next_step(view.moves, ())
    column = step.question.choices[1]
    assert speech.question(view, step, step.question) == "**In which column does your pillar stand?**"
    assert speech.answer(view, step.question, column) == ShownAnswer("column B", "", "")
    step = next_step(view.moves, column.path)
    assert speech.question(view, step, step.question) == "**Where does your pillar stand?**"
    assert speech.answer(view, step.question, step.question.choices[3]) == ShownAnswer("B4", "", "")


def test_refusals_read_like_the_rules():
    assert explain_reason("pillars", "4.6", {}) == "With two or three players a tile covers no dark square."
    assert Speech(Words("en"), "pillars").short_reason("4.2", {"tile": "5L"}) == "5L is placed already"


# notation


def test_notation_takes_small_and_capital_letters():
    assert [str(PARSE(text)) for text in ("5l3E4", "OE4", "PASS", "11A1", "4S5z99")] == [
        "5L3e4", "oe4", "pass", "11a1", "4S5z99",
    ]  # fmt: skip


@each(
    "text",
    ["", "5L", "5L3", "5X1e4", "6I1e4", "5L9e4", "5L0e4", "5L3e0", "5L3e04", "5L3e", "5L34e", "o", "oe", "o4e", "oe4 ",
     " oe4", "oe4\n", "1e4", "pass=1", "5\u017f1e4", "o\u017f4", "5L3e4x", "5L3e\u0664"],
)  # fmt: skip
def test_unreadable_notation_is_refused(text):
    with pytest.raises(IllegalMove, match="notation"):
        PARSE(text)


# hand-written positions


def test_a_hand_written_position_settles_by_itself():
    """Stock in any order, `gone` and `pillars` left out, and the turn at a seat that is out."""
    other = filler(" ".join(f"{column}{row}" for column in "ghijk" for row in range(7, 12)))
    raw = {"players": [{"laid": ["oa1", "oq1"], "stock": ["5Z", "1"], "pillars": 0}, {"laid": other.split()}]}
    state = load(Pillars, raw)
    assert state.players[0].stock == ["1", "5Z"]
    assert (state.players[0].gone, state.to_act(), state.turn) == (True, (1,), 1)
    assert (state.players[1].pillars, listed(state, 1)[0]) == (3, "oa2")


def test_a_position_is_loaded_played_and_taken_back_by_the_process():
    responder = Responder(GAMES, explain_reason)
    raw = dump(position(GROWN[0], "ol5 ol13 11m5"))
    loaded = responder.answer({"do": "load", "table": "t", "game": "pillars", "state": raw})
    assert (loaded["to_act"], loaded["scores"], loaded["over"]) == ([0], [[-69, 1], [-73, 2]], False)
    refused = responder.answer({"do": "refuses", "table": "t", "seat": 0, "move": "5L6g6"})
    assert (refused["reason"], refused["text"][:12]) == ("4.2", "You lay a ti")
    assert responder.answer({"do": "play", "table": "t", "seat": 0, "move": "4t3H6"})["to_act"] == [1]
    assert responder.answer({"do": "back", "table": "t", "length": 0})["to_act"] == [0]
    assert responder.answer({"do": "state", "table": "t"})["state"] == raw
    lost = {**raw, "players": [{**raw["players"][0], "stock": ["1"]}, raw["players"][1]]}
    loaded = responder.answer({"do": "load", "table": "t", "game": "pillars", "state": lost})
    assert loaded["scores"] == [[-1, 1], [-73, 2]]
    twice = {**raw, "players": [{**raw["players"][0], "stock": ["1", "1"]}, raw["players"][1]]}
    refused = responder.answer({"do": "load", "table": "t", "game": "pillars", "state": twice})
    assert refused["error"]["text"].startswith(
        "This is not a position of the game: `state.players[0].stock` must be names of tiles, each of them once"
    )


@each(("seats", "robot"), [(2, "random"), (4, "random")])
def test_whole_games_through_the_process(seats, robot):
    responder = Responder(GAMES, explain_reason)
    status = responder.answer(
        {"do": "new", "table": "t", "game": "pillars", "seats": seats, "seed": f"{robot} {seats}"}
    )
    while not status["over"]:
        seat = status["to_act"][0]
        move = responder.answer({"do": "choose", "table": "t", "seat": seat, "robot": robot})["move"]
        status = responder.answer({"do": "play", "table": "t", "seat": seat, "move": move})
    assert sorted(status["places"]) == list(range(1, seats + 1))
    assert status["events"][-1]["kind"] == "over"
    assert max(score[0] for score in status["scores"]) > -40


def test_the_drawing_shows_board_and_hands():
    lines = str(position(*GROWN)).splitlines()
    assert lines[0] == "   ABCDEFGHIJKLMNOPQ"
    assert lines[5] == " 5 ###..Aaaaa.B..###"
    assert lines[9] == " 9 ##....,,,,,....##"
    assert lines[18].startswith(">#1 a -69  1 2 3I")
    assert lines[19].endswith("5Z  o1")


def test_what_is_no_piece_is_not_drawn():
    state = position("of5 x pass of13", TWO[1])
    assert state.players[0].pieces() == [Pillar(Cell(5, 4)), Pillar(Cell(5, 12))]
    assert str(state).splitlines()[5] == " 5 ###..A.....B..###"
