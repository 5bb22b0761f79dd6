"""Recorded games, `*.game`: replayed move by move to the scores that stand at their head.

Knows no rules. A record: `game`, `seats`, options, `end` (the event that ended it), `tie` (what decided it), `scores`
and `places` a seat, `origin` (a position, if not the opening), then a line a move: seat from 1, or `*` for chance.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine import CHANCE, GAMES, Entry, Table, load

RECORDS = sorted(Path(__file__).parent.glob("*.game"))
ENDS = {"last_round", "stall", "exhausted", "out", "done", "retire"}
HEADS = ("game", "seats", "end", "tie", "scores", "places", "origin")


@dataclass(frozen=True)
class Record:
    """A record as read: its head by name and its moves."""

    head: dict[str, str]
    log: tuple[Entry, ...]

    def opening(self) -> Table:
        game, seats = GAMES[self.head["game"]], int(self.head["seats"])
        options = {key: value for key, value in self.head.items() if key not in HEADS}
        table = Table.new(game, seats, options, None)
        if "origin" not in self.head:
            return table
        origin = load(game.state, json.loads(self.head["origin"]))
        game.check(origin, True)
        return Table(game, seats, table.options, None, (), origin, origin=origin)


def read(path: Path) -> Record:
    head, log = {}, []
    for line in path.read_text("utf-8").splitlines():
        first, _, rest = line.partition(" ")
        if first == "*" or first.isdecimal():
            log.append(Entry(CHANCE if first == "*" else int(first) - 1, rest))
        else:
            head[first] = rest
    return Record(head, tuple(log))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_replays_to_its_scores(path):
    record = read(path)
    table = record.opening()
    for entry in record.log:
        assert table.state.to_act() != ()
        table = table.play(entry.seat, entry.text)
    assert table.log == record.log
    assert table.state.to_act() == ()
    scores = table.state.scores()
    assert " ".join(",".join(map(str, score)) for score in scores) == record.head["scores"]
    places = [1 + sum(other > score for other in scores) for score in scores]
    assert places == [int(place) for place in record.head["places"].split()]
    assert {event.kind for event in table.events} & ENDS == {record.head["end"]}
    assert tie(scores) == record.head["tie"]
    assert table.back_to(len(table.log)).state == table.state


def tie(scores: tuple[tuple[int, ...], ...]) -> str:
    """How the first place was decided: by points, by the first or second tie-breaker, or not at all."""
    first, second = sorted(scores, reverse=True)[:2]
    differs = [at for at, (one, other) in enumerate(zip(first, second, strict=True)) if one != other]
    return ("points", "first", "second")[differs[0]] if differs else "shared"


def test_every_way_to_end_and_every_tie_break_is_recorded():
    heads = [read(path).head for path in RECORDS]
    azul = [head for head in heads if head["game"] == "azul"]
    assert {head["end"] for head in azul} == {"last_round", "stall", "exhausted"}
    assert {(head["tiebreak"], head["tie"]) for head in azul} >= {
        ("tiles", "points"),
        ("tiles", "first"),
        ("tiles", "second"),
        ("tiles", "shared"),
        ("rows", "points"),
        ("rows", "first"),
        ("rows", "shared"),
    }
    assert {head["seats"] for head in azul} == {"2", "3", "4"}
