"""What Azul tells about moves and positions: outlook, facts, events, notation.

Knows no rule beyond what the numbers come from.
"""

from __future__ import annotations

from random import Random

import pytest

from engine import IllegalMove, Table
from engine.games import GAMES
from engine.games.azul import Draft
from tests.cases import each
from tests.engine.games.azul.azul_tables import azul, board, position

# outlook and facts


def test_outlook_tiles_full_lines_and_charges_the_floor():
    state = position(board("B", "WW", "KK", floor="MR", score=4))
    assert state.outlook(0) == 4 + 3 - 2
    assert state.boards[0].lines == ["B", "WW", "KK", "", ""]
    assert position(board(floor="RRR", score=1)).outlook(0) == 0


@each("seed", range(6))
def test_outlook_is_what_the_end_of_the_round_brings(seed):
    rng, table, rounds = Random(seed), azul(seats=2 + seed % 3, seed=str(seed)), 0
    while not table.state.over:
        seat = table.state.to_act()[0]
        before = [table.state.outlook(each) for each in range(table.seats)]
        table = table.play(seat, str(rng.choice(table.state.moves(seat))))
        if told_kinds(table) & {"round", "over"}:
            rounds += 1
            bonus = [0] * table.seats
            for event in table.events:
                bonus[event.seat] += event.facts["points"] if event.kind == "bonus" else 0
            after = [score[0] - extra for score, extra in zip(table.state.scores(), bonus, strict=True)]
            assert [after[each] for each in range(table.seats) if each != seat] == [
                before[each] for each in range(table.seats) if each != seat
            ]
    assert rounds >= 5


def told_kinds(table: Table) -> set[str]:
    return {event.kind for event in table.events}


def test_facts_of_a_line_that_overflows():
    state = position(board("", "B", floor="K"), displays="BBBY")
    assert state.facts(0, Draft("1", "B", "2")) == {
        "source": "1", "color": "B", "line": "2", "count": 3, "fits": 1, "falls": 2, "lid": 0, "size": 2, "filled": 2,
        "full": True, "barred": False, "marker": False, "held": "B", "cost": 3, "rest": "Y",
    }  # fmt: skip


def test_facts_of_the_floor():
    state = position(board(floor="K"), center="BBYM")
    facts = state.facts(0, Draft("C", "B", "F"))
    assert (facts["fits"], facts["falls"], facts["size"], facts["filled"]) == (0, 2, 7, 4)
    assert (facts["marker"], facts["cost"], facts["rest"], facts["held"], facts["full"]) == (True, 5, "", "", False)


def test_facts_of_what_is_not_allowed():
    state = position(board("", "RR"), displays="BBYY")
    facts = state.facts(0, Draft("1", "B", "2"))
    assert (facts["fits"], facts["falls"], facts["held"], facts["filled"], facts["rest"]) == (0, 2, "R", 2, "YY")
    assert state.facts(0, Draft("1", "W", "1"))["count"] == 0


def test_points_told_add_up_to_the_scores():
    table = azul(seats=3, seed="sum")
    sums, rng = [0, 0, 0], Random(5)
    while not table.state.over:
        seat = table.state.to_act()[0]
        table = table.play(seat, str(rng.choice(table.state.moves(seat))))
        for event in table.events:
            if event.kind in ("place", "bonus", "floor"):
                sums[event.seat] += event.facts["points"] * (-1 if event.kind == "floor" else 1)
    assert sums == [score[0] for score in table.state.scores()]


@each("text", ["", "3b2", "0B1", "1M1", "1B6", "1B", "1B12", "deal", "deal X", "DEAL BB//", " 1B1", "1B1\n", "C1B"])
def test_unreadable_notation_is_refused(text):
    with pytest.raises(IllegalMove, match="notation"):
        GAMES["azul"].parse(text)
