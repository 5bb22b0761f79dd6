"""The course of a play goes on from where it was, and is what a replay from the start tells."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot.model.timeline import (
    QUICK_REPLAY_LINES,
    REPLAY_CACHE_SIZE,
    Timeline,
    is_replay_cached,
    state_after,
    timeline_of,
)
from engine import GAMES, Table

LONGEST = 24  # lines


def replayed(table, known=None):
    """What a plain replay tells; `known` are the replays so far, each by all its lines: none is replayed twice."""
    return _replay(table, table.log, {} if known is None else known)[1]


def _replay(table, log, known):
    if log not in known and not log:
        opening = table.back_to(0)
        known[log] = opening, Timeline((opening.state.to_act(),))
    elif log not in known:
        before, told = _replay(table, log[:-1], known)
        step = before.step(log[-1])
        owed, movers = (*told.seats_to_act, step.state.to_act()), tuple(entry.seat for entry in log)
        known[log] = step, Timeline(owed, movers, (*told.events, step.events))
    return known[log]


def further(table, lot):
    seat = table.state.to_act()[0]
    return table.play(seat, str(lot.choice(table.view(seat).moves)))


@pytest.mark.parametrize("key", GAMES)
def test_the_course_of_a_play_is_that_of_a_replay_also_after_moves_were_taken_back(key):
    lot, game = Random(key), GAMES[key]
    table, known = Table.new(game, lot.choice(game.seats), {}, "course"), {}
    while table.state.to_act() and len(table.log) < LONGEST:
        assert timeline_of(table) == replayed(table, known)
        assert all(state_after(table, length) == table.back_to(length).state for length in range(len(table.log))[-2:])
        table = further(table, lot)
        if not lot.randrange(6):
            length = lot.randrange(len(table.log) // 2, len(table.log))
            table = table.back_to(length).dealt()
    assert timeline_of(table) == replayed(table, known)


def test_more_plays_than_are_remembered_are_told_apart():
    lot, game = Random(3), GAMES["azul"]
    plays = [further(Table.new(game, 2, {}, f"{n}"), lot) for n in range(REPLAY_CACHE_SIZE + 20)]
    for _ in range(2):
        plays = [further(one, lot) for one in plays]
        assert all(timeline_of(one) == replayed(one) for one in plays)


def test_a_play_is_at_hand_until_many_lines_are_new_or_lines_were_taken_back():
    lot, table = Random(4), Table.new(GAMES["azul"], 2, {}, "at hand")
    assert not is_replay_cached(table)
    timeline_of(table)
    later = further(table, lot)
    assert is_replay_cached(later)
    while len(later.log) <= len(table.log) + QUICK_REPLAY_LINES:
        later = further(later, lot)
    assert not is_replay_cached(later)
    timeline_of(later)
    assert is_replay_cached(later)
    assert not is_replay_cached(table)


def test_plays_that_begin_elsewhere_are_told_apart():
    lot, game = Random(5), GAMES["azul"]
    early = further(Table.new(game, 2, {}, "same"), lot)
    late = further(early, lot)
    boxes = [replace(one, log=(), origin=one.state, events=()) for one in (early, late)]
    assert [timeline_of(box).seats_to_act for box in boxes] == [(early.state.to_act(),), (late.state.to_act(),)]
    boxes = [further(box, lot) for box in boxes]
    assert [timeline_of(box) for box in boxes] == [replayed(box) for box in boxes]
