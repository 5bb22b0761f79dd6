"""What the verbs of the process promise: help that is true, examples that work, errors that stay short.

Knows the lines in and out, and of each verb what `help` tells.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator

from engine import GAMES, Table, dump, places
from engine.series import Series
from engine.verbs import REQUEST_VERBS
from tests.cases import each
from tests.engine.served import Served, reason

LONG = {"text": "x" * 5_000, "gap": "{text}" * 900, "letters": "\u00e9" * 5_000, "digits": "7" * 4_000}
SHORT = 700  # characters of the longest error: a paragraph of the rules


def test_help_lists_every_verb_with_its_fields_and_an_example(served):
    told = served("help")
    assert told["document"] == "docs/engine-protocol.md"
    assert [verb["verb"] for verb in told["verbs"]] == list(REQUEST_VERBS)
    for verb in told["verbs"]:
        assert set(verb) == {"verb", "means", "fields", "example"}
        assert verb["example"]["do"] == verb["verb"]
        needed = {field["name"] for field in verb["fields"] if field["required"]}
        assert needed <= set(verb["example"]) <= {"do", *(field["name"] for field in verb["fields"])}
        assert served("help", verb=verb["verb"])["verbs"] == [verb]


def test_an_unknown_verb_is_answered_with_all_there_are(served):
    for refused in (served("fly"), served("help", verb="fly")):
        assert reason(refused) == "verb"
        assert f"`fly`; there are {', '.join(REQUEST_VERBS)}." in refused["error"]["text"]


def test_the_examples_one_after_the_other_are_a_conversation_that_works():
    talk = Served()
    answers = {verb["verb"]: talk.raw(json.dumps(verb["example"]).encode()) for verb in talk("help")["verbs"]}
    assert [verb for verb, answer in answers.items() if "error" in answer or answer.get("reason")] == []
    assert answers["bye"] == {"bye": True}
    assert talk.process.wait(10) == 0
    assert talk.is_quiet()
    talk.process.stdin.close()
    talk.process.stdout.close()
    talk.errors.close()


def hidden_game(served, seats: int) -> Iterator[tuple[dict, Table, int | None]]:
    """A game of Match Five: each answer, the table that it is about, and who may read it by default."""
    opening = {"table": "h", "game": "match_five", "seats": seats, "seed": "hidden"}
    answer, table = served("new", **opening), Table.new(GAMES["match_five"], seats, {}, "hidden")
    yield answer, table, None
    while not answer["over"]:
        (seat,) = answer["to_act"]
        move = served("choose", table="h", seat=seat, robot="greedy")["move"]
        answer, table = served("play", table="h", seat=seat, move=move), table.play(seat, move)
        yield answer, table, seat


@each("seats", [2, 3])
def test_nobody_is_told_by_default_what_another_seat_has_drawn(served, seats):
    hidden = 0
    for answer, table, reader in hidden_game(served, seats):
        assert answer["events"] == [dump(event) for event in table.events if event.seen_by(reader)]
        assert all(event["seat"] == reader for event in answer["events"] if event["kind"] == "draw")
        hidden += len(table.events) - len(answer["events"])
    assert hidden >= seats


def asked_again(served, table: Table, seat: int, reader: int | str | None) -> dict:
    """The answer to the last move of the table, for that reader."""
    length = max(at for at, entry in enumerate(table.log) if entry.seat == seat)
    served("back", table="h", length=length)
    return served("play", table="h", seat=seat, move=table.log[length].text, events_for=reader)


def test_whoever_asks_as_a_seat_as_the_public_or_as_a_referee_is_told_what_that_one_may_know(served):
    counts = Counter()
    for answer, table, seat in hidden_game(served, 3):
        if seat is None or len(table.log) > 60:
            continue
        for reader in (None, 0, 1, 2, "all"):
            known = [dump(event) for event in table.events if reader == "all" or event.seen_by(reader)]
            assert asked_again(served, table, seat, reader) == answer | {"events": known}
            counts[reader] += len(known)
    assert counts["all"] > max(counts[seat] for seat in range(3))
    assert min(counts[seat] for seat in range(3)) > counts[None] > 10


def test_going_back_and_loading_tell_the_public_what_is_drawn_then(served):
    served("new", table="h", game="match_five", seats=2, seed="hidden")
    served("new", table="undealt", game="match_five", seats=2)
    opening = served("state", table="undealt")["state"]
    for do, asked in (("back", {"length": 0}), ("load", {"game": "match_five", "seed": "s", "state": opening})):
        kinds = [
            [event["kind"] for event in served(do, table="h", **asked, **reader)["events"]]
            for reader in ({}, {"events_for": None}, {"events_for": 0}, {"events_for": "all"})
        ]
        assert kinds == [["start"], ["start"], ["draw", "start"], ["draw", "draw", "start"]]


@each("reader", [2, -1, -2, 10**30, "mover", True, 1.0, [0]])
def test_events_are_told_to_somebody_who_is_there(served, reader):
    served("new", table="t", game="azul", seats=2, seed="r")
    before = served("state", table="t")
    for do in ("new", "load", "play", "back"):
        move = served("moves", table="t", seat=0)["moves"][0]
        asked = {**REQUEST_VERBS[do].example, "table": "t", "seats": 2, "move": move, "length": 0, "events_for": reader}
        assert reason(served(do, **asked)) in ("seat", "type")
    assert served("state", table="t") == before


def match_played_out(served, key: str, seats: int, seed: str | None = "match") -> Iterator[tuple[dict, Series]]:
    """A match through the process: each answer, and the same match played here."""
    series = Series.new(GAMES[key], seats, {}, seed)
    yield served("new", table="m", game=key, seats=seats, seed=seed, match=True, events_for="all"), series
    while not series.is_over:
        seat = series.table.state.to_act()[0]
        move = served("choose", table="m", seat=seat, robot="random")["move"]
        series = series.play(seat, move)
        yield served("play", table="m", seat=seat, move=move, events_for="all"), series


@each(("key", "seats"), [("azul", 2), ("pillars", 2), ("match_five", 2), ("pillars", 3)])
def test_a_match_is_played_game_after_game(served, key, seats):
    begun = 0
    for answer, series in match_played_out(served, key, seats):
        state = series.table.state
        assert answer["match"] == {
            "game": len(series.tables), "games": seats, "scores": [list(score) for score in series.scores()],
            "places": list(series.places()),
        }  # fmt: skip
        assert (answer["to_act"], answer["over"]) == (list(state.to_act()), series.is_over)
        assert (answer["length"], answer["scores"]) == (len(series.table.log), [list(each) for each in state.scores()])
        if answer["match"]["game"] > begun:
            begun += 1
            assert served("state", table="m")["state"] == dump(state)
            both = [event for table in series.tables[-2:] for event in table.events]
            assert answer["events"] == [dump(event) for event in both]
            assert ("over" in [event["kind"] for event in answer["events"]]) == (begun > 1)
            seat = state.to_act()[0]
            assert served("moves", table="m", seat=seat)["moves"] == [str(move) for move in state.moves(seat)]
    assert answer["places"] == list(places(series.table.state.scores()))
    assert (answer["over"], answer["events"][-1]["kind"], begun) == (True, "over", seats)
    refused = served("refuses", table="m", seat=0, move=series.table.log[-1].text)
    assert refused["reason"] == reason(served("play", table="m", seat=0, move=series.table.log[-1].text))


def test_a_match_goes_back_to_any_moment_of_any_game(served):
    *_, (_, series) = match_played_out(served, "azul", 2)
    first = len(series.tables[0].log)
    back = served("back", table="m", length=first - 1, game=1)
    assert (back["length"], back["match"]["game"], back["match"]["scores"]) == (first - 1, 1, [[0, 0], [0, 0]])
    entry = series.tables[0].log[-1]
    again = served("play", table="m", seat=entry.seat, move=entry.text)
    assert (again["length"], again["match"]["game"], again["to_act"]) == (1, 2, [1])
    assert served("back", table="m", length=0)["events"] == again["events"][-1:]  # the deal of the game under way
    assert served("back", table="m", length=first, game=1)["match"] == again["match"]
    for game, why in ((0, "no_game"), (3, "no_game"), (-1, "no_game"), (True, "type")):
        assert reason(served("back", table="m", length=0, game=game)) == why
    assert reason(served("back", table="m", length=999, game=1)) == "length"
    assert served("back", table="m", length=0, game=1)["length"] == 1


def test_a_game_that_is_no_match_is_the_first_and_only_one(served):
    served("new", table="t", game="azul", seats=2, seed="s", match=False)
    assert "match" not in served("back", table="t", length=0, game=1)
    assert reason(served("back", table="t", length=0, game=2)) == "no_game"


def test_a_match_begins_with_seat_0(served):
    refused = served("new", table="t", game="pillars", seats=2, match=True, first=1)
    assert (reason(refused), "`first` must be left out" in refused["error"]["text"]) == ("type", True)
    assert served("new", table="t", game="pillars", seats=2, match=True, first=0)["to_act"] == [0]
    assert reason(served("new", table="t", game="pillars", seats=9, match=True)) == "seats"


def test_draws_of_a_match_are_typed_where_it_has_no_seed(served):
    status = served("new", table="t", game="azul", seats=2, match=True)
    assert (status["to_act"], status["events"]) == ([-1], [])
    status = served("play", table="t", seat=-1, move="deal BBBB/BBBB/BBBB/YYYY/KKKW")
    assert (status["to_act"], status["match"]["game"]) == ([0], 1)


def requests(served) -> Iterator[dict]:
    """A request a verb, one after the other a conversation; those with few fields have the others too."""
    for verb in served("help")["verbs"]:
        if verb["verb"] != "bye":
            yield {field["name"]: None for field in verb["fields"] if not field["required"]} | verb["example"]


def changed(value: object, long: str) -> Iterator[object]:
    """The value with one of its parts, or the name of one, replaced by a long text or by many digits."""
    yield from (long, [long], {long: long}, int("9" * 4_000))
    if isinstance(value, dict):
        yield {**value, long: long}
        for key, part in value.items():
            yield from ({**value, key: other} for other in changed(part, long))
    elif isinstance(value, list):
        for at, part in enumerate(value):
            yield from ([*value[:at], other, *value[at + 1 :]] for other in changed(part, long))


def is_short(text: str, long: str) -> bool:
    """Whether an error tells at most 40 characters of what was sent."""
    return len(text) <= SHORT and long[:41] not in text and "9" * 41 not in text


@each("long", LONG.values())
def test_an_error_repeats_at_most_forty_characters_of_what_was_sent(served, long):
    errors = 0
    for request in [*requests(served), {"do": "new", "table": "h", "game": "match_five", "seats": 2, "seed": "h"}]:
        for field, value in request.items():
            for other in changed(value, long):
                answer = served.raw(json.dumps({**request, field: other}).encode())
                text = answer.get("error", answer).get("text", "")
                assert is_short(text, long), (request["do"], field, text)
                errors += bool(text)
        assert "error" not in served(**request)
    assert errors > 300


@each("key", GAMES)
def test_an_error_about_a_position_repeats_as_little(served, key):
    """Of every game, in the midst of it: each field, and each part of it, is a long text once."""
    served("new", table="p", game=key, seats=2, seed="p")
    for _ in range(6):
        seat = served("moves", table="p", seat=0)["moves"] == []
        move = served("choose", table="p", seat=int(seat), robot="random")["move"]
        served("play", table="p", seat=int(seat), move=move)
    state, refused = served("state", table="p")["state"], 0
    for other in changed(state, LONG["text"]):
        answer = served("load", table="q", game=key, state=other)
        refused += "error" in answer
        assert is_short(answer.get("error", {"text": ""})["text"], LONG["text"])
    assert refused > 25


@each("start", ["", "{", '{"do": ', '{"do": "games"} ', '{"do": "games", ', "[", '"', "7", "\\", "\x01"])
def test_a_line_that_is_no_json_is_not_repeated(served, start):
    for long in LONG.values():
        answer = served.raw((start + long).encode())
        assert reason(answer) in ("json", "request")
        assert is_short(answer["error"]["text"], long)
    assert reason(served.raw(start.encode() + b"\xff" * 5_000)) == "json"
