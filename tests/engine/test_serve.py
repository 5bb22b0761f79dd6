"""`python -m engine serve` from outside: what other programs speak with.

Knows the lines in and out, nothing of what happens between.
"""

from __future__ import annotations

import json
import os
import pty
import random
import re
import subprocess
import sys

from tests.cases import each
from tests.engine.served import Served, reason


def test_games_are_listed_with_seats_and_options(served):
    azul = next(game for game in served("games")["games"] if game["key"] == "azul")
    assert (azul["title"], azul["seats"]) == ("Azul", [2, 3, 4])
    defaults = {key: values[0] for key, values in azul["options"].items()}
    assert (defaults["wall"], defaults["rules"], defaults["tiebreak"]) == ("colored", "official", "tiles")


@each("seats", [2, 3, 4])
def test_a_game_by_lot(served, seats):
    status = served("new", table="t", game="azul", seats=seats, seed="by lot")
    rng, length = random.Random(seats), 0
    while not status["over"]:
        assert status["length"] > length
        length, seat = status["length"], status["to_act"][0]
        moves = served("moves", table="t", seat=seat)["moves"]
        assert served("moves", table="t", seat=(seat + 1) % seats) == {"moves": []}
        assert served("refuses", table="t", seat=seat, move=moves[0]) == {"reason": None}
        status = served("play", table="t", seat=seat, move=rng.choice(moves))
    best = max(status["scores"])
    assert [place == 1 for place in status["places"]] == [score == best for score in status["scores"]]
    assert status["events"][-1]["kind"] == "over"
    assert (status["to_act"], len(status["places"])) == ([], seats)


@each("seats", [2, 3, 4])
def test_a_game_by_typed_draws_is_the_same_as_by_lot(served, seats):
    """The log of a seeded table, typed into one without a seed."""
    lot = served("new", table="lot", game="azul", seats=seats, seed="s")
    typed = served("new", table="typed", game="azul", seats=seats, seed=None)
    assert (typed["to_act"], typed["length"], typed["events"]) == ([-1], 0, [])
    assert served("moves", table="typed", seat=-1) == {"moves": [], "form": "deal A/B/..."}
    rng = random.Random(seats)
    while True:
        if typed["to_act"] == [-1]:
            deal = "deal " + "/".join(served("state", table="lot")["state"]["displays"])
            typed = served("play", table="typed", seat=-1, move=deal)
        assert served("state", table="typed") == served("state", table="lot")
        assert typed["scores"] == lot["scores"]
        if lot["over"]:
            break
        seat = lot["to_act"][0]
        move = rng.choice(served("moves", table="lot", seat=seat)["moves"])
        lot, typed = (served("play", table=name, seat=seat, move=move) for name in ("lot", "typed"))
    assert (typed["places"], typed["length"]) == (lot["places"], lot["length"])


def test_a_position_goes_out_and_comes_in_again(served):
    served("new", table="a", game="azul", seats=2, seed="x", options={"tiebreak": "rows"})
    served("play", table="a", seat=0, move=served("moves", table="a", seat=0)["moves"][0])
    state = served("state", table="a")["state"]
    assert served("state", table="a", seat=1)["state"] == state == served("state", table="a", seat=None)["state"]
    status = served("load", table="b", game="azul", options={}, state=state, seats=2)
    assert (status["to_act"], status["length"], status["table"]) == ([1], 0, "b")
    assert served("state", table="b")["state"] == state
    served("load", table="c", game="azul", options={"tiebreak": "tiles"}, state=state)
    assert served("state", table="c")["state"] == state | {"tiebreak": "tiles"}
    assert reason(served("load", table="d", game="azul", state=state, seats=3)) == "type"


EMPTY = {"lines": ["", "", "", "", ""], "wall": ["....."] * 5, "floor": "", "score": 0, "spilled": 0}
BOARD = EMPTY | {"score": 50}


def test_a_hand_written_position_and_its_places(served):
    boards = [BOARD | {"spilled": 2}, BOARD, BOARD]
    state = {"boards": boards, "displays": [""] * 7, "center": "M", "bag": "", "over": True}
    status = served("load", table="t", game="azul", state=state)
    assert (status["places"], status["scores"]) == ([3, 1, 1], [[50, 0, -2], [50, 0, 0], [50, 0, 0]])
    status = served("load", table="t", game="azul", state=state, options={"tiebreak": "rows"})
    assert status["places"] == [1, 1, 1]


@each(
    "wrong",
    [
        {"boards": 3},
        {"boards": []},
        {"displays": ["BBBBB"] + [""] * 4},
        {"displays": None},
        {"center": 5},
        {"turn": "0"},
        {"turn": True},
        {"turn": 9},
        {"bag": "X"},
        {"hand": "B"},
        {"boards": [EMPTY, {"lines": ["BB", "", "", "", ""]}]},
        {"boards": [EMPTY, EMPTY | {"wall": ["Y....", *["....."] * 4]}]},
        {"lid": "B"},
        {"tiebreak": "coin"},
    ],
)
def test_a_position_that_cannot_be_is_refused(served, wrong):
    bag = "".join(color * 20 for color in "BYRKW")
    good = {"boards": [EMPTY, EMPTY], "displays": [""] * 5, "center": "M", "bag": bag}
    assert served("load", table="t", game="azul", state=good)["to_act"] == [-1]
    assert reason(served("load", table="u", game="azul", state=good | wrong)) in ("state", "options")
    assert reason(served("load", table="u", game="azul", state={})) == "state"


def test_a_seat_is_named_to_begin(served):
    assert served("new", table="t", game="pillars", seats=3, first=2)["to_act"] == [2]
    assert served("play", table="t", seat=2, move="oa1")["to_act"] == [0]
    assert served("back", table="t", length=0)["to_act"] == [2]
    assert reason(served("new", table="t", game="pillars", seats=3, first=3)) == "seat"


def test_back_goes_back_and_a_draw_by_lot_follows_at_once(served):
    first = served("new", table="t", game="azul", seats=2, seed="b")
    opening = served("state", table="t")
    moves = [served("moves", table="t", seat=0)["moves"][3]]
    second = served("play", table="t", seat=0, move=moves[0])
    after = served("state", table="t")
    served("play", table="t", seat=1, move=served("moves", table="t", seat=1)["moves"][0])
    assert served("back", table="t", length=2)["length"] == second["length"]
    assert served("state", table="t") == after
    assert served("back", table="t", length=0) == first
    assert served("state", table="t") == opening
    assert reason(served("back", table="t", length=9)) == "length"


def test_a_refusal_names_its_rule_and_changes_nothing(served):
    served("new", table="t", game="azul", seats=2)
    served("play", table="t", seat=-1, move="deal BBYR/BKKW/BYRK/WWWW/BYYK")
    served("play", table="t", seat=0, move="1B3")
    served("play", table="t", seat=1, move="4W4")
    before = served("state", table="t")
    refused = served("play", table="t", seat=0, move="2K3")
    assert reason(refused) == "4.5"
    assert "one color" in refused["error"]["text"]
    assert served("refuses", table="t", seat=0, move="2K3") == refused["error"]
    for seat, move, why in [(1, "2K1", "4.1"), (0, "2Y1", "4.2"), (0, "nonsense", "notation"), (7, "2K1", "seat")]:
        assert reason(served("play", table="t", seat=seat, move=move)) == why
    assert reason(served("play", table="t", seat=-1, move="deal BBBB/BBBB/BBBB/BBBB/BBBB")) == "4.1"
    assert served("state", table="t") == before


def test_a_seeded_table_takes_no_typed_draw(served):
    served("new", table="t", game="azul", seats=2, seed="lot")
    assert reason(served("play", table="t", seat=-1, move="deal BBYR/BKKW/BYRK/WWWW/BYYK")) == "chance"


def test_robots_choose_from_the_list(served):
    served("new", table="t", game="azul", seats=3, seed="robots")
    moves = served("moves", table="t", seat=0)["moves"]
    for robot in ("random", "beginner", "greedy", "sharp"):
        choice = served("choose", table="t", seat=0, robot=robot, seconds=1.0)
        assert choice["move"] in moves
        assert choice == served("choose", table="t", seat=0, robot=robot)
    assert reason(served("choose", table="t", seat=1, robot="greedy")) == "no_move"
    assert reason(served("choose", table="t", seat=0, robot="oracle")) == "robot"


def test_robots_say_what_they_think_of_moves_if_asked(served):
    served("new", table="t", game="azul", seats=2, seed="robots")
    moves = served("moves", table="t", seat=0)["moves"]
    told = served("choose", table="t", seat=0, nodes=300, ranked=True)
    assert told == served("choose", table="t", seat=0, nodes=300, ranked=True)
    assert {one["move"] for one in told["ranked"]} <= set(moves)
    assert told["move"] == told["ranked"][0]["move"]
    assert all(isinstance(one["value"], float) for one in told["ranked"])
    assert served("choose", table="t", seat=0, nodes=300) == {"move": told["move"]}
    sharp = served("choose", table="t", seat=0, robot="sharp", ranked=True)
    assert served("choose", table="t", seat=0, robot="sharp", ranked=False) == {"move": sharp["move"]}
    assert sharp["ranked"][0]["move"] == sharp["move"]
    greedy = served("choose", table="t", seat=0, robot="greedy", ranked=True)
    assert greedy == {**served("choose", table="t", seat=0, robot="greedy"), "ranked": []}
    assert reason(served("choose", table="t", seat=1, nodes=300, ranked=True)) == "no_move"
    assert reason(served("choose", table="t", seat=0, robot="oracle", ranked=True)) == "robot"


def test_the_command_names_the_document_and_the_first_request():
    command = [sys.executable, "-m", "engine"]
    told = subprocess.run([*command, "--help"], capture_output=True, text=True, check=True).stdout
    mine, theirs = pty.openpty()
    talk = subprocess.Popen([*command, "serve"], stdin=theirs, stderr=subprocess.PIPE, stdout=subprocess.PIPE)
    os.write(mine, b'{"do": "bye"}\n')
    answer, note = talk.communicate()
    os.close(mine)
    os.close(theirs)
    assert json.loads(answer) == {"bye": True}
    for text in (told, note.decode()):
        assert '{"do": "help"}' in " ".join(text.split())
        assert "docs/engine-protocol.md" in text


def test_bye_ends_with_code_0():
    talk = Served()
    assert talk("bye", id=7)["id"] == 7
    assert talk.process.wait(10) == 0
    talk.process.stdin.close()
    talk.process.stdout.close()
    talk.errors.close()


@each(
    ("line", "why"),
    [
        (b"", "json"),
        (b"x", "json"),
        (b"\x00", "json"),
        (b'{"do": "games"', "json"),
        (b'{"do": "\xff"}', "json"),
        (b'{"do": NaN}', "json"),
        (b'{"do": "games"} {}', "json"),
        (b"[" * 100_000, "json"),
        (b'{"id":' * 50_000, "json"),
        (b"9" * 5_000, "json"),
        (b'{"do":"games","id":1e999}', "type"),
        (b'{"do": "' + b"x" * 3_000_000 + b'"}', "large"),
        (b"[]", "request"),
        (b"null", "request"),
        (b'"games"', "request"),
        (b"{}", "type"),
        (b'{"do": 5}', "type"),
        (b'{"do": "fly"}', "verb"),
        (b'{"do": "state"}', "type"),
        (b'{"do": "state", "table": "none"}', "table"),
        (b'{"do": "new", "table": "t", "game": "chess", "seats": 2}', "game"),
        (b'{"do": "new", "table": "t", "game": "azul"}', "type"),
        (b'{"do": "new", "table": "t", "game": "azul", "seats": "2"}', "type"),
        (b'{"do": "new", "table": "t", "game": "azul", "seats": 2.0}', "type"),
        (b'{"do": "new", "table": "t", "game": "azul", "seats": true}', "type"),
        (b'{"do": "new", "table": "t", "game": "azul", "seats": 5}', "seats"),
        (b'{"do": "new", "table": 1, "game": "azul", "seats": 2}', "type"),
        (b'{"do": "new", "table": "t", "game": "azul", "seats": 2, "seed": 5}', "type"),
        (b'{"do": "new", "table": "t", "game": "azul", "seats": 2, "seed": "\\ud800"}', "type"),
        (b'{"do": "new", "table": "t", "game": "azul", "seats": 2, "options": []}', "type"),
        (b'{"do": "new", "table": "t", "game": "azul", "seats": 2, "options": {"wall": ["gray"]}}', "type"),
        (b'{"do": "new", "table": "t", "game": "azul", "seats": 2, "options": {"size": "9"}}', "options"),
        (b'{"do": "load", "table": "t", "game": "azul", "state": []}', "type"),
        (b'{"do": "moves", "table": "ok"}', "type"),
        (b'{"do": "moves", "table": "ok", "seat": 2}', "seat"),
        (b'{"do": "moves", "table": "ok", "seat": -2}', "seat"),
        (b'{"do": "state", "table": "ok", "seat": -1}', "seat"),
        (b'{"do": "play", "table": "ok", "seat": 0, "move": 3}', "type"),
        (b'{"do": "play", "table": "ok", "seat": 0, "move": "1B1\\u0000"}', "notation"),
        (b'{"do": "play", "table": "ok", "seat": 0, "move": "\\ud800{text}"}', "notation"),
        (b'{"do": "back", "table": "ok", "length": -1}', "length"),
        (b'{"do": "choose", "table": "ok", "seat": 0, "robot": "greedy", "seconds": "1"}', "type"),
        (b'{"do": "choose", "table": "ok", "seat": 0, "robot": "greedy", "seconds": true}', "type"),
        (b'{"do": "choose", "table": "ok", "seat": 0}', "type"),
        (b'{"do": "choose", "table": "ok", "seat": 0, "robot": "sharp", "nodes": 5}', "type"),
        (b'{"do": "choose", "table": "ok", "seat": 0, "nodes": 0}', "type"),
        (b'{"do": "choose", "table": "ok", "seat": 0, "nodes": 1.5}', "type"),
        (b'{"do": "choose", "table": "ok", "seat": 0, "nodes": 5, "ranked": 1}', "type"),
        (b'{"do": "moves", "table": "ok", "seat": -1.0}', "type"),
    ],
)
def test_a_bad_line_gets_an_error_and_nothing_ends(served, line, why):
    served("new", table="ok", game="azul", seats=2, seed="ok")
    before = served("state", table="ok")
    refused = served.raw(line)
    assert reason(refused) == why
    assert b"{text}" in line or not re.search(r"\{\w+\}", refused["error"]["text"]), "a gap was left"
    assert served("state", table="ok") == before


def test_the_id_comes_back_with_answers_and_errors(served):
    for mark in (0, "a", None, [1, {"b": 2}]):
        assert served("games", id=mark)["id"] == mark
        assert served("fly", id=mark)["id"] == mark
        assert served("state", table="x", id=mark)["id"] == mark
    assert "id" not in served("games")


@each("mark", [b"1e999", b"-1e999", b'{"a": [1e999]}'])  # read as JSON, but not to be printed
@each("verb", ["play", "new", "load", "back"])
def test_a_request_whose_id_cannot_be_sent_back_says_so_and_changes_nothing(served, verb, mark):
    served("new", table="t", game="azul", seats=2, seed="kept")
    served("play", table="t", seat=0, move=served("moves", table="t", seat=0)["moves"][0])
    before, length = served("state", table="t"), 2
    fields = {"table": "t", "seats": 2, "seed": "other", "state": before["state"], "length": 0}
    move, game = served("moves", table="t", seat=1)["moves"][0], 1 if verb == "back" else "azul"
    request = json.dumps({"do": verb, "game": game, **fields, "seat": 1, "move": move}).encode()
    refused = served.raw(request[:-1] + b', "id": ' + mark + b"}")
    assert (reason(refused), "`id`" in refused["error"]["text"], "id" in refused) == ("type", True, False)
    assert served("state", table="t") == before
    assert served("back", table="t", length=length)["length"] == length
    assert "error" not in served.raw(request)  # the very same without that id


def test_an_id_is_nested_at_most_fifty_deep(served):
    for depth in (1, 50, 51, 500, 900, *range(950, 1_010), 3_000, 30_000):
        for opening, end in ((b"[", b"]"), (b'{"a":', b"}")):
            inner = b"[]" if opening == b"[" else b"{}"
            mark = opening * (depth - 1) + inner + end * (depth - 1)
            answer = served.raw(b'{"do": "games", "id": ' + mark + b"}")
            assert ("id" in answer) == (depth <= 50)
            assert "games" in answer or reason(answer) in ("type", "json")


def test_bye_with_an_id_that_cannot_be_sent_back_does_not_end(served):
    assert reason(served.raw(b'{"do": "bye", "id": 1e999}')) == "type"
    assert "games" in served("games")


def test_a_number_that_no_answer_could_hold_never_comes_onto_a_table(served):
    served("new", table="t", game="azul", seats=2, seed="kept")
    state = served("state", table="t")["state"]
    for digits in (20, 4_300):
        poisoned = state | {"boards": [BOARD | {"score": 10**digits - 1}, BOARD]}
        assert reason(served("load", table="t", game="azul", state=poisoned)) == "state"
    assert served("state", table="t")["state"] == state


def test_several_tables_at_once(served):
    for name in ("a", "b"):
        served("new", table=name, game="azul", seats=2, seed=name)
    first = served("state", table="a")
    served("play", table="b", seat=0, move=served("moves", table="b", seat=0)["moves"][0])
    assert served("state", table="a") == first != served("state", table="b")


ODD = [None, True, -1, 0, 1, 2, 3, 1.5, "", [], {}, [[]], {"boards": [{}]}, 10**30, "\u0000", "\ud800", {"wall": "x"}]
WORDS = ["azul", "pillars", "t", "1B1", "deal BB", "greedy", "all"]


def test_a_storm_of_odd_requests(served):
    """Well-formed lines with odd fields, and lines with bytes knocked over."""
    rng, told = random.Random(2), served("help")["verbs"]
    verbs = [verb["verb"] for verb in told if verb["verb"] != "bye"]
    fields = sorted({"do", "id", *(field["name"] for verb in told for field in verb["fields"])})
    served("new", table="t", game="azul", seats=2, seed="storm")
    state = served("state", table="t")["state"]
    for number in range(2_000):
        odd = {field: rng.choice([*verbs, *WORDS, *ODD]) for field in rng.sample(fields, rng.randint(1, 9))}
        plain = {"do": rng.choice(verbs), "table": "t", "game": "azul", "seat": 0, "move": "1B1", "state": state}
        plain |= {"game": 1} if plain["do"] == "back" else {}
        line = bytearray(json.dumps(plain | odd).encode())
        for _ in range(number % 3):
            line[rng.randrange(len(line))] = rng.choice([b for b in range(256) if b != 10])
        assert isinstance(served.raw(bytes(line)), dict)
    assert served("new", table="t", game="azul", seats=4, seed="calm")["to_act"] == [0]
