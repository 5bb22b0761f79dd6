"""Hand-written positions of the pillars game: which are refused, for which field, and what it must be.

Knows no moves to come.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine import GAMES, IllegalMove, dump, load
from engine.games.pillars import Pillars
from tests.cases import each
from tests.engine.games.pillars.pillars_tables import TWO, played, player, position
from tests.engine.games.test_records import RECORDS, read


def fault(state: Pillars) -> tuple[str, str]:
    """The field that is wrong, and what it must be."""
    with pytest.raises(IllegalMove) as refusal:
        GAMES["pillars"].check(state)
    assert refusal.value.reason == "state"
    return str(refusal.value.facts["field"]).removeprefix("state."), str(refusal.value.facts["need"])


def written(state: Pillars) -> dict[str, Any]:
    """The position as it is written down."""
    return json.loads(json.dumps(dump(state)))


@each(
    ("state", "field", "need"),
    [
        (position(TWO[0]), "players", "2 to 4 players"),
        (position(*TWO * 3), "players", "2 to 4 players"),
        (position(*TWO, turn=2), "turn", "a seat from 0 to 1"),
        (position(*TWO, turn=-1), "turn", "a seat from 0 to 1"),
        (position(*TWO, starter=2), "starter", "a seat from 0 to 1"),
        (position("of5 x", TWO[1]), "players[0].laid[1]", "notation"),
        (position("of5 pass", TWO[1]), "players[0].laid[1]", "notation"),
        (position("of5 oF6", TWO[1]), "players[0].laid[1]", "notation"),
        (position("x of5", TWO[1]), "players[0].laid[0]", "notation"),
        (position("of5 oi9", TWO[1]), "players[0].laid[1]", "center"),
        (position("of5 or1", TWO[1]), "players[0].laid[1]", "on the board"),
        (position("of5 of13 5I1n5", TWO[1]), "players[0].laid[2]", "on the board"),
        (position("of5 of13 4S5g5", TWO[1]), "players[0].laid[2]", "turns"),
        (position("of5 of13 21d4", TWO[1]), "players[0].laid[2]", "dark"),
        (position("of5 of13 3I2f4", TWO[1]), "players[0].laid[2]", "no other piece"),
        (position("of5 of13 5L2g5", "oj5 ol13"), "players[1].laid[0]", "no other piece"),
        (position(player(TWO[0], "1 1"), TWO[1]), "players[0].stock", "once"),
        (position(player(TWO[0], "5X"), TWO[1]), "players[0].stock", "names of tiles"),
        (position(TWO[0], player(TWO[1], None, 4)), "players[1].pillars", "0 to 3"),
        (position(TWO[0], player(TWO[1], None, -1)), "players[1].pillars", "0 to 3"),
        (position(TWO[0], player(TWO[1], None, 2)), "players[1].pillars", "0 to 3"),
        (position(TWO[0], player("of5 of13 oa1 oa2", None, 0)), "players[1].pillars", "0 to 3"),
        (position("of5 of13 11g5 11g6", TWO[1]), "players[0].stock", "once"),
    ],
)
def test_what_is_no_position_is_refused(state, field, need):
    found, wanted = fault(state)
    assert (found, need in wanted) == (field, True)


def test_2_1_pieces_may_be_missing():
    GAMES["pillars"].check(position(player(TWO[0], "1 2"), player(TWO[1], None, 0), turn=1))


def test_2_1_a_tile_that_is_on_the_board_is_not_in_hand():
    state = position("of5 of13 11f6", TWO[1], turn=1)
    state.players[0].stock.insert(0, "1")
    assert fault(state)[0] == "players[0].stock"


def test_out_and_finished_players_are_gone_by_themselves():
    """Only who retired must be told; everything else follows from the board."""
    for path in (path for path in RECORDS if path.parent.name == "pillars"):
        record = read(path)
        state = played(record.opening().state, *(entry.text for entry in record.log))
        raw = written(state)
        for player_raw, kept in zip(raw["players"], state.players, strict=True):
            if not kept.stock or not kept.pillars:
                del player_raw["gone"]
        assert load(Pillars, raw) == state
        GAMES["pillars"].check(load(Pillars, raw))
