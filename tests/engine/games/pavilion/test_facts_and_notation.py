"""What Summer Pavilion tells about moves and positions: facts, events, words, notation, positions as JSON, robots.

Knows no rule beyond what the numbers come from.
"""

from __future__ import annotations

import json
from io import BytesIO, StringIO
from random import Random

import pytest

from bot.model.move_menu import next_step
from bot.screens.speech import Speech
from bot.text.words import Words
from engine import GAMES, Heap, IllegalMove, View, dump, load
from engine.__main__ import explain_reason
from engine.games.pavilion import GAME, Draft, Keep, Pass, Pavilion, Place, Take
from engine.robots.ai import choose
from engine.serve import serve
from tests.cases import each
from tests.engine.games.pavilion.pavilion_tables import DEAL, SUPPLY, board, listed, pavilion, played, position

# facts


def test_facts_of_a_draft_with_the_token():
    state = position(board(score=3), center="PPYYR", factories="B")
    facts = state.facts(0, Draft("C", "Y"))
    assert facts == {
        "source": "C", "color": "Y", "count": 2, "wilds": 1, "wild": "P", "rest": "PR", "token": True, "lost": 2,
    }  # fmt: skip


def test_facts_of_a_draft_that_is_not_allowed():
    state = position(board(), factories="PPYR")
    assert [state.facts(0, Draft("1", color))["count"] for color in "PGY"] == [1, 0, 1]
    assert state.facts(0, Draft("1", "G"))["wilds"] == 0


def test_facts_of_a_placement():
    state = position(board("GGPPP", LL=".....G"), supply="PPGGOOYYBB")
    facts = state.facts(0, Place("LL", 5, "G", 3))
    assert facts == {
        "star": "LL", "slot": 5, "color": "G", "wilds": 3, "where": "colored-LL", "cost": 5, "own": 2, "wild": "P",
        "points": 2, "touches": 1, "held": "", "bonus": 3, "what": "window",
    }  # fmt: skip
    assert state.facts(0, Place("LL", 6, "G", 0))["held"] == "G"


@each("supply", ["", "P", "PG", "PGO", "PGOY"])
def test_5_11_no_more_bonus_tiles_are_promised_than_the_supply_holds(supply):
    state, move = position(board("GGPPPR", LL=".....G"), supply=supply, tower="Y"), Place("LL", 5, "G", 3)
    assert state.facts(0, move)["bonus"] == min(3, len(supply))
    later = state.after(0, move)
    assert later.owed + len(later.boards[0].hand) == 1 + min(3, len(supply))


def test_facts_of_a_pass():
    state = position(board("PPGGRR", score=2))
    keep = state.facts(0, Keep(Heap("PPGG")))
    assert (keep["kept"], keep["thrown"], keep["n"], keep["lost"], keep["chosen"]) == ("PPGG", "RR", 2, 1, True)
    last = position(board("PG", score=9), round=6).facts(0, Pass())
    assert (last["kept"], last["thrown"], last["lost"], last["chosen"]) == ("", "PG", 2, False)


def test_facts_of_a_bonus_tile():
    state = position(board("GG"), supply="PPGGOOYYBB", owed=2)
    assert state.facts(0, Take("P")) == {"tile": "P", "there": 2, "owed": 2}


def test_points_told_add_up_to_the_scores():
    for side in ("colored", "mono"):
        table, rng, sums = pavilion(seats=3, seed="sum", side=side), Random(5), [5, 5, 5]
        while table.state.to_act():
            table = table.play(table.state.to_act()[0], rng.choice(listed(table.state)))
            for event in table.events:
                if event.kind in ("place", "goal", "pass", "token"):
                    sums[event.seat] += event.facts.get("points", 0) - event.facts.get("lost", 0)
        assert sums == [score[0] for score in table.state.scores()]


def test_the_outlook_is_the_score():
    state = played(position(board("OGGGGGG")), "UL1O0")
    assert state.outlook(0) == state.scores()[0][0] == 6


# words


@each("side", GAME.options["side"])
def test_every_question_and_event_has_words(side):
    words, asked = Words(), set()
    speech, any_title = Speech(words, "pavilion"), f"**{words('menu.ask')}**"
    table, rng = pavilion(seats=2, seed="words 0", side=side), Random(0)
    while acting := table.state.to_act():
        view = table.view(acting[0])
        path = ()
        while (step := next_step(view.moves, path)).question:
            asked.add(step.question.fields)
            title, labels = speech.question(view, step, step.question), []
            for choice in step.question.choices:
                labels.append(speech.answer(view, step.question, choice))
            buttons = [speech.other_move(view, choice).label for choice in step.other_kinds]
            assert title != any_title
            assert all(
                "{" not in text
                for text in (title, *buttons, *(part for one in labels for part in (one.label, one.detail)))
            )
            if not step.question.is_coarse:
                assert len(set(labels)) == len(labels)
            path = rng.choice([*step.question.choices, *step.other_kinds]).path
        assert all(speech.consequences(view, step.move))
        assert speech.move_phrase(view.state, view.seat, step.move)
        table = table.play(acting[0], str(step.move))
        assert "_" not in "".join(speech.event_lines(table.events, ["Ana", "Ben"]))
    assert {("source", "color"), ("tile",), ("kept",), ("star", "slot", "color", "wilds")} <= asked


def test_placing_is_asked_first_and_passing_is_a_button():
    view = View("pavilion", 0, position(board("PGOYBR", C="PGOYBR")))
    assert len(listed(view.state, "pass")) > len(view.moves) / 2
    step = next_step(view.moves, ())
    assert step.question.kind is Place
    assert [Speech(Words(), "pavilion").other_move(view, choice).label for choice in step.other_kinds] == [
        "Pass and keep 4"
    ]


def happened(state: Pavilion) -> list[str]:
    return Speech(Words(), "pavilion").event_lines(state.events, ["Ana", "Ben"])


@each(
    ("owed", "title"),
    [
        (3, "**You may take 3 tiles from the supply. Which one first?**"),
        (1, "**You may take 1 tile from the supply. Which one?**"),
    ],
)
def test_5_10_the_question_says_how_many_tiles_are_owed(owed, title):
    view = View("pavilion", 0, position(board("GG"), board("O"), supply="PPGGOOYYBB", owed=owed))
    step = next_step(view.moves, ())
    assert step.question is not None
    assert Speech(Words(), "pavilion").question(view, step, step.question) == title


def test_6_5_the_history_tells_that_nobody_pressed_pass():
    stuck = board("G", LL="G.....", C="G.....")
    assert happened(played(position(board("O"), stuck), "pass"))[:2] == [
        "Ana passed, keeping orange.", "Ben had nothing to place and passed, keeping green.",
    ]  # fmt: skip


def test_a_turn_as_a_sentence():
    state = position(board("GGPPP", LL=".....G"), supply="PPGGOOYYBB")
    assert happened(played(state, "LL5G3")) == [
        "Ana laid green on green 5 for 2 green and 3 wild purple: +2. That surrounds the window of green: 3 tiles."
    ]
    assert happened(played(state, "pass=PPPG")) == ["Ana passed, keeping 3 purple and green; 1 thrown away: −1."]


def test_a_refusal_is_a_paragraph():
    assert explain_reason("pavilion", "5.2", {}) == "A covered space takes no second tile."


# notation and positions as JSON


@each(
    "text",
    ["", "3p", "0P", "1X", "1P1", "UL0O2", "UL7O2", "UL5X2", "UL5O6", "UL5O", "UX5O2", "+", "+X", "+PP", "pass=",
     "pass=PX", "pass ", "deal", "deal X", "supply", "supply PX", "supply P/P", " 1P", "1P\n"],
)  # fmt: skip
def test_unreadable_notation_is_refused(text):
    with pytest.raises(IllegalMove, match="notation"):
        GAME.parse(text)


def test_heaps_are_read_in_any_order():
    assert str(GAME.parse("pass=RGPG")) == "pass=PGGR"
    assert str(GAME.parse("deal RYGP/BP///")) == "deal PGYR/PB///"
    assert str(GAME.parse("supply RGP")) == "supply PGR"


def test_a_position_is_read_from_its_fields():
    state = played(pavilion(SUPPLY, DEAL).state, "1G", "2R")
    raw = json.loads(json.dumps(dump(state)))
    assert raw["boards"][0] == {"stars": ["......"] * 7, "hand": "PG", "corners": "", "score": 5, "passed": False}
    assert load(Pavilion, raw) == state
    raw["boards"][0]["hand"] = "GP"
    assert load(Pavilion, raw) == state


# the engine as a process


@each(("side", "seats"), [("colored", 2), ("mono", 4)])
def test_a_whole_game_through_serve(side, seats):
    opened = asked([{"do": "new", "game": "pavilion", "seats": seats, "options": {"side": side}, "seed": "serve"}])
    assert opened[0]["to_act"] == [0]
    table, rng, requests = pavilion(seats=seats, seed="serve", side=side), Random(seats), []
    while acting := table.state.to_act():
        text = rng.choice(listed(table.state))
        requests.append({"do": "play", "seat": acting[0], "move": text})
        table = table.play(acting[0], text)
    start = {"do": "new", "game": "pavilion", "seats": seats, "options": {"side": side}, "seed": "serve"}
    answers = asked([start, *requests, {"do": "state"}])
    assert answers[-2]["over"]
    assert answers[-2]["scores"] == [list(score) for score in table.state.scores()]
    assert answers[-2]["places"] == [1 + sum(a > b for a in table.state.scores()) for b in table.state.scores()]
    assert answers[-1]["state"] == dump(table.state)


def asked(requests):
    lines = "".join(json.dumps({"table": "t", **request}) + "\n" for request in requests)
    sink = StringIO()
    serve(GAMES, explain_reason, BytesIO(lines.encode()), sink)
    return [json.loads(line) for line in sink.getvalue().splitlines()]


def test_a_hand_written_position_through_serve():
    state = {
        "boards": [{"stars": ["......"] * 7, "hand": "GGPPP"}, {"stars": ["......"] * 7, "hand": "R"}],
        "factories": [""] * 5, "supply": "PPGGOOYYBB", "phase": "place",
    }  # fmt: skip
    loading = {"do": "load", "game": "pavilion", "state": state}
    refusal = {"do": "refuses", "seat": 0, "move": "LL6G3"}
    loaded, moves, refused = asked([loading, {"do": "moves", "seat": 0}, refusal])
    assert loaded["to_act"] == [0]
    assert [text for text in moves["moves"] if text.startswith("LL4")] == ["LL4G2", "LL4G3"]
    assert refused["reason"] == "5.5"
    assert asked([{"do": "new", "game": "pavilion", "seats": 2, "seed": None}, {"do": "moves", "seat": -1}])[1] == {
        "moves": [],
        "form": "supply PGO... or deal A/B/...",
    }


# robots


def test_greedy_places_rather_than_passes_and_avoids_the_token():
    placing = position(board("GGGGG"), board("R"))
    assert choose("greedy", View("pavilion", 0, placing), Random(1)) in (Place("LL", 1, "G", 0), Place("C", 1, "G", 0))
    taking = position(board(), center="RR", factories="YYYY")
    assert choose("greedy", View("pavilion", 0, taking), Random(1)) == Draft("1", "Y")


def test_a_bonus_tile_that_the_supply_has_not_is_refused_for_that():
    state = position(board("PP"), supply="GGOO", owed=2)
    words = Speech(Words(), "pavilion")
    short = {tile: words.short_reason("5.10", state.facts(0, Take(tile))) for tile in "PG"}
    assert short["P"] == "none left in the supply"
    place = GAMES["pavilion"].parse("UL1P0")
    assert (
        words.short_reason(state.refuses(0, place), state.facts(0, place)) == "bonus tiles come first, from the supply"
    )
