"""A Discord that is otherwise than we believe: every belief, turned wrong on purpose, is found by its probe."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from fnmatch import fnmatchcase
from typing import Any

import pytest

from bot.ops.probe_beliefs import BELIEFS
from bot.playground.protocol import Call, RestAnswer

Serve = Callable[[Call], RestAnswer]
Turn = Callable[[Call, Serve], RestAnswer]

pytestmark = pytest.mark.usefixtures("bot_was_there")
MESSAGE = "/channels/*/messages"
UNTURNED = {"D1.3", "D1.8"}  # turned wrong they end the library's own work, or take it longer than a test may last


def says(method: str, path: str, **fields: Any) -> Turn:
    """Such answers say this, whatever is true."""

    def turn(call, serve):
        answer = serve(call)
        body = answer.body if isinstance(answer.body, dict) else {}
        return replace(answer, body={**body, **fields}) if body and concerns(call, method, path) else answer

    return turn


def refuses_with(code: int, other: int) -> Turn:
    """What is refused with one code is refused with another."""

    def turn(call, serve):
        answer = serve(call)
        refused = isinstance(answer.body, dict) and answer.body.get("code") == code
        return replace(answer, body={**answer.body, "code": other}) if refused else answer

    return turn


def concerns(call, method, path):
    return call.method == method and fnmatchcase(call.path, path)


def sent(call, *words):
    """Whether the body has all these words."""
    return all(word in str(call.body) for word in words)


def turned(change: Callable[[Call, RestAnswer], RestAnswer]) -> Turn:
    """The answer is changed."""
    return lambda call, serve: change(call, serve(call))


def each_message(change: Callable[[Call, dict], dict]) -> Turn:
    """A message is described otherwise when it is posted or edited."""

    def turn(call, answer):
        is_message = isinstance(answer.body, dict) and "components" in answer.body
        return replace(answer, body=change(call, answer.body)) if is_message else answer

    return turned(turn)


def in_text(change: Callable[[str], str]) -> Callable[[Call, dict], dict]:
    """The description of the message as JSON is changed."""
    return lambda _, body: json.loads(change(json.dumps(body)))


def counts_permissions(call, answer):
    listed = concerns(call, "GET", "/users/@me/guilds")
    return replace(answer, body=[{**one, "permissions": 8} for one in answer.body]) if listed else answer


def forgets_nonces(call, serve):
    body = call.body if isinstance(call.body, dict) else {}
    return serve(replace(call, body={**body, "enforce_nonce": False}) if "enforce_nonce" in body else call)


def one_nonce_everywhere() -> Turn:
    known: dict[str, RestAnswer] = {}

    def turn(call, serve):
        nonce = call.body.get("nonce", "") if concerns(call, "POST", MESSAGE) else ""
        if not nonce.endswith("everywhere"):
            return serve(call)
        if nonce not in known:
            known[nonce] = serve(call)
        return known[nonce]

    return turn


def opens_a_second_thread(call, serve):
    answer = serve(call)
    again = isinstance(answer.body, dict) and answer.body.get("code") == 160004
    return (
        RestAnswer(201, serve(Call("GET", re.sub(r".*/messages/(\d+)/.*", r"/channels/\1", call.path))).body)
        if again
        else answer
    )


def other_way_round(call, answer):
    """Archived threads are called open, and open ones archived."""
    if not concerns(call, "GET", "/channels/*") or "thread_metadata" not in (answer.body or {}):
        return answer
    told = answer.body["thread_metadata"]
    return replace(answer, body={**answer.body, "thread_metadata": {**told, "archived": not told["archived"]}})


def always_translated(call, serve):
    listed = concerns(call, "GET", "/applications/*/commands")
    return serve(replace(call, query={"with_localizations": "true"}) if listed else call)


def changes_a_command(call, answer):
    if not concerns(call, "GET", "/applications/*/commands"):
        return answer
    return replace(answer, body=[{**one, "description": "else"} for one in answer.body])


def keeps_other_files(call, serve):
    """Every edit that names no files ends with other ones."""
    answer = serve(call)
    kept = call.method == "PATCH" and isinstance(answer.body, dict) and "attachments" not in (call.body or {})
    return replace(answer, body=in_text(other_files)(call, answer.body)) if kept else answer


def other_files(text):
    return re.sub(r'"attachment_id": "\d+"', '"attachment_id": "111111111111111111"', text)


def replaces_nothing() -> Turn:
    """An edit with files ends with those that were there first."""
    first: dict[str, str] = {}

    def turn(call, answer):
        text = str(answer.body)
        found = re.search(r"'attachment_id': '(\d+)'", text)
        if concerns(call, "POST", MESSAGE) and found:
            first[answer.body["id"]] = found[1]
        if call.method == "PATCH" and found and answer.body["id"] in first:
            old = f'"attachment_id": "{first[answer.body["id"]]}"'
            return replace(
                answer, body=in_text(lambda one: re.sub(r'"attachment_id": "\d+"', old, one))(call, answer.body)
            )
        return answer

    return turned(turn)


def drops_nothing(call, body):
    return (
        {**body, "attachments": [{"id": "1"}]} if call.method == "PATCH" and sent(call, "'attachments': []") else body
    )


def pings_the_others(_, body):
    """Whoever must not be pinged is, and whoever may be is not."""
    return {**body, "mentions": [] if body["mentions"] else [body["author"]]}


def drops_a_row(_, body):
    (outer, *_) = body["components"]
    parts = outer.get("components", [])
    return {**body, "components": [{**outer, "components": parts[:-1]}]} if len(parts) > 8 else body


def lists_no_channel(call, answer):
    return replace(answer, body=[]) if concerns(call, "GET", "/guilds/*/channels") else answer


WRONG: dict[str, Turn] = {
    "D1.1": says("GET", "/oauth2/applications/@me", flags="0"),
    "D1.2": turned(counts_permissions),
    "D1.4": turned(lambda call, answer: replace(answer, headers={"X-RateLimit-Bucket": ""})),
    "D1.5": says("GET", "/guilds/*/members/*", roles=None),
    "D1.6": refuses_with(10007, 10004),
    "D1.18": turned(lists_no_channel),
    "D2.1": each_message(lambda _, body: {**body, "flags": 0}),
    "D2.2": each_message(drops_a_row),
    "D2.3": each_message(in_text(lambda text: text.replace('"attachment_id"', '"attachment"'))),
    "D2.4": each_message(lambda _, body: {**body, "attachments": [{"id": "1"}]}),
    "D2.5": each_message(pings_the_others),
    "D2.6": each_message(pings_the_others),
    "D2.7": forgets_nonces,
    "D2.8": forgets_nonces,
    "D2.9": replaces_nothing(),
    "D2.10": keeps_other_files,
    "D2.11": each_message(drops_nothing),
    "D2.12": refuses_with(10008, 10014),
    "D2.13": refuses_with(10003, 10004),
    "D3.1": says("POST", "/channels/*/messages/*/threads", type=12),
    "D3.2": opens_a_second_thread,
    "D3.3": says("GET", "/channels/*", last_message_id="1"),
    "D3.4": one_nonce_everywhere(),
    "D3.5": turned(other_way_round),
    "D3.6": refuses_with(50083, 50035),
    "D3.7": turned(other_way_round),
    "D4.1": says("POST", "/applications/*/emojis", available=False),
    "D4.2": says("GET", "/applications/*/emojis", items=[]),
    "D4.3": refuses_with(50035, 30008),
    "D4.4": each_message(in_text(lambda text: re.sub(r'("emoji": {"id": )"(\d+)"', r"\1\2", text))),
    "D5.1": always_translated,
    "D5.2": turned(changes_a_command),
}


class OtherRules:
    """Rules as the local Discord has them, but for one."""

    def __init__(self, rules, turn: Turn) -> None:
        self.serve = lambda call: turn(call, rules.serve)


class OtherSimulation:
    """A simulation that names no member of a server."""

    def __init__(self, simulation) -> None:
        self._simulation = simulation

    def __getattr__(self, name: str) -> Any:
        return getattr(self._simulation, name)

    def event_for_bot(self, event, payload, declared):
        told = self._simulation.event_for_bot(event, payload, declared)
        return {**told, "members": []} if event == "GUILD_CREATE" else told


def test_every_belief_that_is_probed_is_turned():
    assert {*WRONG, *UNTURNED, "D1.7"} == set(BELIEFS)


async def test_a_server_without_the_bot_among_its_members_is_found(local, probed):
    local.server.gateway.simulation = OtherSimulation(local.server.simulation)
    found = await probed(beliefs=["D1.7", "D2.1"])
    assert (found.marks, found.code) == ({"D1.7": "differs", "D2.1": "as expected"}, 1)


async def test_a_belief_turned_wrong_is_found(local, probed):
    rules = local.server.rest.rules
    for number, turn in WRONG.items():
        local.server.rest.rules = OtherRules(rules, turn)
        found = await probed(beliefs=[number])
        assert (found.marks[number], found.code) == ("differs", 1), found.text
    local.server.rest.rules = rules
    found = await probed(beliefs=[*WRONG])
    assert set(found.marks.values()) == {"as expected"}, found.text  # so it was not what another one has left
