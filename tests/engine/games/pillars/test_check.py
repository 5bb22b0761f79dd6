"""Hand-written positions of the pillars game: which are refused, for which field, and what it must be.

Knows no moves to come.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine import GAMES, IllegalMove, dump, load
from engine.__main__ import say
from engine.games.pillars import Pillars
from engine.serve import Responder
from tests.engine.games.pillars.pillars_tables import TWO, played, player, position, table
from tests.engine.games.test_records import RECORDS, read

RETIRED = "on2 ob4"  # pillars that no tile can touch in a game of two: the third turn may retire


def fault(state: Pillars, conserved: bool) -> tuple[str, str]:
    """The field that is wrong, and what it must be."""
    with pytest.raises(IllegalMove) as refusal:
        GAMES["pillars"].check(state, conserved)
    assert refusal.value.reason == "state"
    return str(refusal.value.facts["field"]).removeprefix("state."), str(refusal.value.facts["need"])


def written(state: Pillars) -> dict[str, Any]:
    """The position as it is written down."""
    return json.loads(json.dumps(dump(state)))


def after(name: str, moves: int) -> Pillars:
    """The position after so many moves of a recorded game."""
    record = read(Path(__file__).parent / f"{name}.game")
    return played(record.opening().state, *(entry.text for entry in record.log[:moves]))


# strange pieces, and pieces where none can lie


@pytest.mark.parametrize(
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
    ],
)
def test_what_is_no_position_is_refused_by_both_checks(state, field, need):
    for conserved in (False, True):
        found, wanted = fault(state, conserved)
        assert (found, need in wanted) == (field, True)


# positions that no game comes to


def refused(state: Pillars) -> tuple[str, str]:
    """Why no game comes to a position that is sound for all that its shape tells."""
    GAMES["pillars"].check(state, False)
    return fault(state, True)


@pytest.mark.parametrize(
    ("state", "field", "need"),
    [
        (position(player(TWO[0], "1 2"), TWO[1]), "players[0].stock", "all tiles that are not laid: 3I is missing"),
        (position(player("of5 of13 21f6"), player(TWO[1], "")), "players[1].stock", "1 is missing"),
        (position(player("of5 of13 11f6", "1"), TWO[1]), "players[0].stock", "2 is missing"),
        (position(TWO[0], player(TWO[1], None, 2)), "players[1].pillars", "1: 2 of 3 are on the board"),
        (position(TWO[0], player(TWO[1], None, 0)), "players[1].pillars", "1: 2 of 3 are on the board"),
        (position(*TWO, player("", None, 2)), "players[2].pillars", "3: 0 of 3 are on the board"),
    ],
)
def test_lost_pieces_are_refused_unless_only_the_shape_is_checked(state, field, need):
    found, wanted = refused(state)
    assert (found, need in wanted) == (field, True)


def test_a_tile_that_is_on_the_board_is_not_in_hand():
    state = position("of5 of13 11f6", TWO[1], turn=1)
    state.players[0].stock.insert(0, "1")
    assert refused(state) == ("players[0].stock", "without 1, which is laid")


@pytest.mark.parametrize(
    ("laid", "number", "rule"),
    [
        ("11f6", 0, "3.2"),
        ("of5 11f6", 1, "3.2"),
        ("of5 of13 11i9", 2, "4.7"),
        ("of5 of13 21g6", 2, "4.7"),
        ("of5 of13 11k5", 2, "4.7"),
        ("of5 of13 21g6 11g5", 2, "4.7"),
        ("of5 of13 11f6 11f7", 3, "4.2"),
        ("of5 of13 oi12 oi13", 3, "5.1"),
    ],
)
def test_each_piece_was_legal_when_it_was_laid(laid, number, rule):
    others = ["ol5", "ol13", "11l6", "21m6"][: len(laid.split())]
    state = position(player(laid, pillars=max(0, 3 - laid.count("o"))), " ".join(others))
    assert refused(state) == (f"players[0].laid[{number}]", f"a piece that rule {rule} allows at that turn")


def test_the_order_of_pieces_tells_what_each_could_touch():
    GAMES["pillars"].check(position("of5 of13 11g5 21g6", "ol5 ol13 11l6 21m6"), True)
    assert refused(position("of5 of13 21g6 11g5", "ol5 ol13 11l6 21m6"))[0] == "players[0].laid[2]"
    assert refused(position("of5 of13 11g5 21g6", "ol5 11l6 ol13 21m6"))[0] == "players[1].laid[1]"


@pytest.mark.parametrize(
    ("state", "field", "need"),
    [
        (position("of5 of13 11f6 21g6 3I1i6", "ol5"), "players[0].laid", "no longer than 2: the turn goes round"),
        (position("of5 of13 11f6", TWO[1]), "turn", "1, the seat whose turn comes"),
        (position("of5 of13 11f6", TWO[1], turn=1, starter=1), "players[0].laid", "no longer than 2"),
        (position("", "ol5"), "players[1].laid", "no longer than 0"),
        (position("of5", "", turn=0), "turn", "1, the seat whose turn comes"),
        (position(*TWO, turn=1), "turn", "0, the seat whose turn comes"),
        (position(*TWO, "oc9 oo9", "oi2", turn=3, starter=3), "players[0].laid", "no longer than 1"),
        (position(*TWO, "oc9 oo9", "oi2", turn=0), "turn", "3, the seat whose turn comes"),
    ],
)
def test_turns_go_round_from_the_starter(state, field, need):
    found, wanted = refused(state)
    assert (found, need in wanted) == (field, True)


@pytest.mark.parametrize(
    ("state", "field", "need"),
    [
        (position(player(TWO[0], gone=True), TWO[1]), "players[0].gone", "false: rule 5.3"),
        (position(TWO[0], player(TWO[1], gone=True)), "players[1].gone", "false: the player has turns left"),
        (position(player("of5", gone=True), "ol5"), "players[0].gone", "false: rule 5.3"),
        (position(player(gone=True), player(gone=True)), "players[0].gone", "false: rule 5.3"),
        (position(player("of5 of13 oi12", gone=True), "ol5 ol13 11l6"), "players[0].gone", "false: rule 5.3"),
        (position(player(RETIRED), player("oo4 oi13", gone=True)), "players[1].gone", "false: the player has turns"),
        (position(player(RETIRED, gone=True), player("oo4", gone=True)), "players[1].gone", "false: rule 5.3"),
        (position(player(RETIRED), "oo4 oi13 11i14 21i15"), "players[1].laid", "no longer than 2: the turn goes round"),
    ],
)
def test_nobody_is_gone_who_could_not_retire(state, field, need):
    found, wanted = refused(state)
    assert (found, need in wanted) == (field, True)


def test_who_could_not_play_on_may_have_retired():
    retired = position(player(RETIRED, gone=True), "oo4 oi13 5U4f12 5Y2i14", turn=1)
    GAMES["pillars"].check(retired, True)
    raw = written(retired)
    raw["players"][0]["gone"] = False
    assert refused(load(Pillars, raw)) == ("players[1].laid", "no longer than 2: the turn goes round")


def test_a_finished_player_has_laid_the_last_piece():
    state = after("done_points_2", 24)
    raw = written(state)
    raw["players"][1]["laid"].remove("oa16")
    raw["players"][1]["pillars"] = 1
    finished = load(Pillars, raw)
    assert (finished.players[1].stock, finished.to_act()) == ([], ())
    GAMES["pillars"].check(finished, True)
    late = position(finished.players[0], player(" ".join([*finished.players[1].laid, "oa16"]), "", 0))
    assert refused(late) == ("players[1].laid", "no longer than 20: the player has no more turns")


def test_after_the_end_the_turn_stands_behind_the_last_move():
    raw = written(after("done_points_2", 24))
    GAMES["pillars"].check(load(Pillars, raw), True)
    assert refused(load(Pillars, {**raw, "turn": 1})) == ("turn", "0, the seat whose turn comes")


# positions of games


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_positions_of_a_random_game_pass(seats):
    state, rng = table(seats=seats).state, Random(seats)
    while state.to_act():
        GAMES["pillars"].check(load(Pillars, written(state)), True)
        seat = state.to_act()[0]
        state = state.apply(seat, rng.choice(state.moves(seat)))
    GAMES["pillars"].check(load(Pillars, written(state)), True)


@pytest.mark.parametrize(
    "path", [path for path in RECORDS if path.parent.name == "pillars"], ids=lambda path: path.stem
)
def test_positions_of_recorded_games_pass(path):
    record = read(path)
    state = record.opening().state
    for entry in record.log:
        state = played(state, entry.text)
        GAMES["pillars"].check(load(Pillars, written(state)), True)
    assert state.to_act() == ()


def test_out_and_finished_players_are_gone_by_themselves():
    """Only who retired must be told; everything else follows from the board."""
    for path in (path for path in RECORDS if path.parent.name == "pillars"):
        state = after(path.stem, 10_000)
        raw = written(state)
        for player_raw, kept in zip(raw["players"], state.players, strict=True):
            if not kept.stock or not kept.pillars:
                del player_raw["gone"]
        assert load(Pillars, raw) == state
        GAMES["pillars"].check(load(Pillars, raw), True)


def test_the_refusal_reads_as_a_sentence():
    desk = Responder(GAMES, say)
    raw = written(position("of5 of13 11i9", "ol5 ol13 11l6"))
    refusal = desk.answer({"do": "load", "table": "t", "game": "pillars", "state": raw})
    assert refusal["error"]["text"].startswith(
        "This is not a position of the game: "
        "`state.players[0].laid[2]` must be a piece that rule 4.7 allows at that turn. "
    )
