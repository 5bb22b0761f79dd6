"""Whole games of Azul through the requests of `serve`, for all options and sizes.

Knows no rules: it plays what is offered, by lot.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle
from random import Random

import pytest

from engine import GAMES
from engine.__main__ import explain_reason
from engine.games.azul.sets import OPTIONS
from engine.serve import Responder
from tests.cases import each
from tests.engine.games.azul.azul_tables import half_of_options

Ask = Callable[..., dict]


@pytest.fixture
def ask() -> Ask:
    responder = Responder(GAMES, explain_reason)

    def answered(do: str, **request: object) -> dict:
        answer = responder.answer({"do": do, "table": "t", **request})
        assert "error" not in answer, answer
        return answer

    return answered


@each(("seats", "options"), [*zip(cycle((2, 3, 4)), half_of_options())])
def test_a_whole_game(ask, seats, options):
    status = ask("new", game="azul", seats=seats, options=options, seed=f"served {seats}")
    rng, chosen = Random(seats), 0
    while not status["over"]:
        seat = rng.choice(status["to_act"])
        moves = ask("moves", seat=seat)["moves"]
        chosen += len(status["to_act"]) > 1
        status = ask("play", seat=seat, move=rng.choice(moves))
    assert min(status["places"]) == 1
    assert bool(chosen) == (options["wall"] == "gray")
    state = ask("state")["state"]
    assert {key: state[key] for key in OPTIONS} == options
    assert ask("load", game="azul", state=state)["over"]


def test_a_position_amid_plans_goes_out_and_comes_in_again(ask):
    status = ask("new", game="azul", seats=4, options={"wall": "gray"}, seed="amid")
    while len(status["to_act"]) < 2:
        status = ask("play", seat=status["to_act"][0], move=ask("moves", seat=status["to_act"][0])["moves"][0])
    first, second = status["to_act"][:2]
    one, other = ask("moves", seat=first)["moves"][:2]
    status = ask("play", seat=first, move=one)
    assert first not in status["to_act"]
    assert [event["kind"] for event in status["events"]] == ["plan"]
    state = ask("state")["state"]
    assert state["plans"][first] == one[1:]
    assert ask("state", seat=second)["state"]["plans"][first] == "?"
    ask("load", game="azul", state=state)
    assert ask("state")["state"] == state
    assert ask("play", seat=first, move=other)["to_act"] == status["to_act"]
    assert ask("state")["state"]["plans"][first] == other[1:]
    assert ask("choose", seat=second, robot="greedy", seconds=1)["move"] in ask("moves", seat=second)["moves"]
