"""Whose message is next: news before moved deadlines, the oldest first, and closed channels are passed over."""

from __future__ import annotations

import pytest

from bot.delivery.table_tasks import Urgency, WaitingTables

NEWS, DEADLINE = Urgency.NEWS, Urgency.DEADLINE
HERE, THERE = 70, 71


@pytest.fixture
def waiting():
    return WaitingTables()


def taken(waiting, closed=()):
    """All that can be taken now, in order; each stays with whoever took it."""
    found = []
    while (room := waiting.take(lambda channel: channel not in closed)) is not None:
        found.append(room)
    return found


def test_the_oldest_news_come_first_and_moved_deadlines_last(waiting):
    for room, urgency in ((1, DEADLINE), (2, NEWS), (3, DEADLINE), (4, NEWS)):
        waiting.add(room, urgency)
    assert taken(waiting) == [2, 4, 1, 3]


def test_a_table_waits_once_and_only_gets_nearer(waiting):
    for room, urgency in ((1, DEADLINE), (2, NEWS), (1, NEWS), (2, DEADLINE), (1, NEWS)):
        waiting.add(room, urgency)
    assert len(waiting) == 2
    assert taken(waiting) == [2, 1]


def test_a_table_whose_channel_is_closed_keeps_its_place_while_others_pass(waiting):
    for room in (1, 2, 3):
        waiting.add(room, NEWS)
    assert waiting.take(lambda _: True) == 1
    waiting.put_back(1, HERE, NEWS)
    waiting.finish(1)
    assert taken(waiting, {HERE}) == [2, 3]
    assert taken(waiting) == [1]


def test_a_table_that_was_put_back_is_not_given_out_before_its_task_has_ended(waiting):
    waiting.add(1, NEWS)
    assert taken(waiting) == [1]
    waiting.put_back(1, HERE, NEWS)
    assert taken(waiting) == []
    waiting.finish(1)
    assert taken(waiting) == [1]


def test_a_table_that_turns_out_to_have_moved_its_deadline_only_waits_for_all_others(waiting):
    for room, urgency in ((1, NEWS), (2, NEWS), (3, DEADLINE)):
        waiting.add(room, urgency)
    assert waiting.take(lambda _: True) == 1
    assert waiting.is_preceded(DEADLINE)
    waiting.put_back(1, HERE, DEADLINE)
    waiting.finish(1)
    assert (waiting.urgency_of(1), taken(waiting)) == (DEADLINE, [2, 3, 1])


def test_whoever_was_shown_waits_no_longer(waiting):
    waiting.add(1, NEWS)
    assert taken(waiting) == [1]
    assert len(waiting) == 0
    assert not waiting.is_preceded(DEADLINE)
    waiting.finish(1)
    assert waiting.urgency_of(1) is None
    waiting.add(2, NEWS)
    waiting.clear()
    assert taken(waiting) == []


def test_a_table_can_be_put_back_that_never_waited(waiting):
    waiting.put_back(1, THERE, DEADLINE)
    waiting.finish(1)
    assert taken(waiting, {THERE}) == []
    assert taken(waiting) == [1]
