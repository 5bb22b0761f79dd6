"""docs/discord-beliefs.md and the code name the same beliefs, and each is probed or quoted."""

from __future__ import annotations

import re

import pytest

from bot.ops.probe_beliefs import BELIEFS as PROBES
from bot.text.words import Words
from tests.sources import ROOT, SOURCES, name, written

ROW = re.compile(r"^\| (D\d+\.\d+) \| (.+?) \| (.+) \| (probe|nothing) \|$", re.MULTILINE)
BELIEFS = {
    number: (belief, source, seen)
    for number, belief, source, seen in ROW.findall((ROOT / "docs" / "discord-beliefs.md").read_text("utf-8"))
}

SIMCORDS = {  # beliefs on which simcord acts, not our own rules
    "D1.5", "D1.6", "D2.1", "D2.3", "D2.6", "D2.9", "D2.10", "D2.11", "D2.12", "D3.1", "D4.1", "D4.2", "D4.4",
    "D5.2",
}  # fmt: skip


def quoted(paths) -> set[str]:
    """The numbers that these files quote."""
    return {number for path in paths for number in re.findall(r"\[(D\d+\.\d+)\]", written(path))}


def in_order(number: str) -> tuple[int, ...]:
    return tuple(map(int, number.removeprefix("D").split(".")))


def test_beliefs_are_numbered_once_and_in_order():
    text = (ROOT / "docs" / "discord-beliefs.md").read_text("utf-8")
    numbers = re.findall(r"^\| (D\d+\.\d+) \|", text, re.MULTILINE)
    assert numbers == sorted(set(numbers), key=in_order)
    assert numbers == list(BELIEFS)


def test_every_number_in_the_code_is_a_belief():
    assert quoted(SOURCES) - set(BELIEFS) == set()


def test_every_belief_is_probed_or_quoted():
    outside = [path for path in SOURCES if not name(path).startswith("bot/ops/")]
    assert {number for number, (_, _, seen) in BELIEFS.items() if seen == "probe"} == set(PROBES)
    assert {number for number, (_, _, seen) in BELIEFS.items() if seen == "nothing"} <= quoted(outside)


def test_the_local_discord_quotes_what_simcord_does_not_do_for_it():
    playground = quoted(path for path in SOURCES if name(path).startswith("bot/playground/"))
    assert set(PROBES) - playground == SIMCORDS


@pytest.mark.parametrize("number", PROBES)
def test_the_operator_reads_the_sentence_of_the_document(number):
    assert Words()(f"probe.belief.{number}") == BELIEFS[number][0]


def test_every_belief_has_a_source():
    assert [number for number, (_, source, _) in BELIEFS.items() if not re.search(r"\w{3}", source)] == []
