"""What the verbs of the process promise: help that is true, examples that work, errors that stay short.

Knows the lines in and out, and of each verb what `help` tells.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator

import pytest

from engine import GAMES, Table, dump
from engine.verbs import VERBS
from tests.engine.served import Served, reason

LONG = {"text": "x" * 5_000, "gap": "{text}" * 900, "letters": "\u00e9" * 5_000, "digits": "7" * 4_000}
SHORT = 700  # characters of the longest error: a paragraph of the rules


def test_help_lists_every_verb_with_its_fields_and_an_example(served):
    told = served("help")
    assert told["document"] == "docs/engine-protocol.md"
    assert [verb["verb"] for verb in told["verbs"]] == list(VERBS)
    for verb in told["verbs"]:
        assert set(verb) == {"verb", "means", "fields", "example"}
        assert verb["example"]["do"] == verb["verb"]
        needed = {field["name"] for field in verb["fields"] if field["required"]}
        assert needed <= set(verb["example"]) <= {"do", *(field["name"] for field in verb["fields"])}
        assert served("help", verb=verb["verb"])["verbs"] == [verb]


def test_an_unknown_verb_is_answered_with_all_there_are(served):
    for refused in (served("fly"), served("help", verb="fly")):
        assert reason(refused) == "verb"
        assert f"`fly`; there are {', '.join(VERBS)}." in refused["error"]["text"]


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


@pytest.mark.parametrize("seats", [2, 3])
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


@pytest.mark.parametrize("reader", [2, -1, -2, 10**30, "mover", True, 1.0, [0]])
def test_events_are_told_to_somebody_who_is_there(served, reader):
    served("new", table="t", game="azul", seats=2, seed="r")
    before = served("state", table="t")
    for do in ("new", "load", "play", "back"):
        move = served("moves", table="t", seat=0)["moves"][0]
        asked = {**VERBS[do].example, "table": "t", "seats": 2, "move": move, "length": 0, "events_for": reader}
        assert reason(served(do, **asked)) in ("seat", "type")
    assert served("state", table="t") == before


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


@pytest.mark.parametrize("long", LONG.values(), ids=list(LONG))
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


@pytest.mark.parametrize("key", GAMES)
def test_an_error_about_a_position_repeats_as_little(served, key):
    """Of every game, in the midst of it: each field, and each part of it, is a long text once."""
    served("new", table="p", game=key, seats=2, seed="p")
    for _ in range(6):
        seat = served("moves", table="p", seat=0)["moves"] == []
        move = served("choose", table="p", seat=int(seat), robot="random")["move"]
        served("play", table="p", seat=int(seat), move=move)
    state, refused = served("state", table="p")["state"], 0
    for check in ("pieces", "shape"):
        for other in changed(state, LONG["text"]):
            answer = served("load", table="q", game=key, state=other, check=check)
            refused += "error" in answer
            assert is_short(answer.get("error", {"text": ""})["text"], LONG["text"])
    assert refused > 50


@pytest.mark.parametrize(
    "start", ["", "{", '{"do": ', '{"do": "games"} ', '{"do": "games", ', "[", '"', "7", "\\", "\x01"]
)
def test_a_line_that_is_no_json_is_not_repeated(served, start):
    for long in LONG.values():
        answer = served.raw((start + long).encode())
        assert reason(answer) in ("json", "request")
        assert is_short(answer["error"]["text"], long)
    assert reason(served.raw(start.encode() + b"\xff" * 5_000)) == "json"
