"""Recorded games, `*.game`: replayed move by move to the scores that stand at their head.

Knows no rules. A record: `game`, `seats`, options, `end` (the event that ended it), `tie` (what decided it), `scores`
and `places` a seat, `origin` (a position, if not the opening), then a line a move: seat from 1, or `*` for chance.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine import CHANCE, GAMES, Entry, Table, load, places
from tests.cases import each
from tests.engine.games.pieces import pieces

RECORDS = sorted(Path(__file__).parent.rglob("*.game"))
ENDS = {"last_round", "stall", "exhausted", "out", "done", "retire"}  # why a game ended, if not after its last round
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
        game.check(origin)
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


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}_{path.stem}")
def test_a_record_replays_to_its_scores(path):
    record = read(path)
    table = record.opening()
    all_pieces = pieces(table.game.key, table.state)
    for left, entry in zip(reversed(range(len(record.log))), record.log, strict=True):
        assert table.state.to_act() != ()
        table = table.play(entry.seat, entry.text)
        if left < 9 or left % 4 == 0:
            table.game.check(table.state)
            assert pieces(table.game.key, table.state) == all_pieces
    assert table.log == record.log
    assert table.state.to_act() == ()
    scores = table.state.scores()
    assert " ".join(",".join(map(str, score)) for score in scores) == record.head["scores"]
    assert list(places(scores)) == [int(place) for place in record.head["places"].split()]
    kinds = {event.kind for event in table.events}
    assert (kinds & ENDS or kinds & {"over"}) == {record.head["end"]}
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


def test_both_sides_of_the_pavilion_are_recorded_to_a_win_and_a_shared_one():
    heads = [read(path).head for path in RECORDS if read(path).head["game"] == "pavilion"]
    assert {head["end"] for head in heads} == {"over"}  # there is no other end
    assert {(head["side"], head["tie"]) for head in heads} == {
        ("colored", "points"),
        ("colored", "shared"),
        ("mono", "points"),
        ("mono", "shared"),
    }
    assert {head["seats"] for head in heads} == {"2", "3", "4"}


@each("edition", [{"wall": "gray"}, {"rules": "hungarian"}, {"wall": "gray", "rules": "hungarian"}])
def test_every_way_to_end_is_recorded_for_each_edition_of_azul(edition):
    records = [read(path) for path in RECORDS]
    ours = [record for record in records if edition.items() <= record.head.items()]
    ends = {record.head["end"] for record in ours}
    assert ends == ({"last_round"} if len(edition) == 2 else {"last_round", "stall", "exhausted"})
    planned = any(entry.text.startswith("w") for record in ours for entry in record.log)
    assert planned or "wall" not in edition


def test_a_complete_column_that_ends_the_game_is_recorded():
    for name in ("hungarian_column", "hungarian_gray_column"):
        record = read(Path(__file__).parent / "azul" / f"{name}.game")
        table = record.opening()
        for entry in record.log:
            table = table.play(entry.seat, entry.text)
        assert [set(event.facts) for event in table.events if event.kind == "last_round"] == [{"column"}]
