"""Whose search is next."""

from __future__ import annotations

from bot.services.robot_pool import SearchQueue

OAK, ELM = 1, 2  # servers
ANA, BEN, CY = 101, 102, 103


def taken(queue):
    """All that waits, in the order in which it is taken."""
    found = []
    while (one := queue.take()) is not None:
        found.append(one)
    return "".join(found)


def test_searches_of_one_person_are_made_in_order():
    queue = SearchQueue()
    for one in "abc":
        queue.add(OAK, ANA, one)
    assert len(queue) == 3
    assert taken(queue) == "abc"
    assert len(queue) == 0


def test_servers_take_turns_however_many_wait_on_one():
    queue = SearchQueue()
    for n, one in enumerate("abcdef"):
        queue.add(OAK, ANA + n, one)
    queue.add(ELM, BEN, "X")
    queue.add(ELM, BEN, "Y")
    assert taken(queue) == "aXbYcdef"


def test_people_of_a_server_take_turns():
    queue = SearchQueue()
    for one in "abc":
        queue.add(OAK, ANA, one)
    queue.add(OAK, BEN, "X")
    queue.add(OAK, CY, "1")
    assert taken(queue) == "aX1bc"


def test_in_direct_messages_everybody_counts_as_a_server():
    queue = SearchQueue()
    for one in "abc":
        queue.add(None, ANA, one)
    queue.add(None, BEN, "X")
    queue.add(OAK, CY, "1")
    assert taken(queue) == "aX1bc"


def test_whoever_was_served_waits_behind_all_others():
    queue = SearchQueue()
    queue.add(OAK, ANA, "a")
    queue.add(ELM, BEN, "X")
    assert queue.take() == "a"
    queue.add(OAK, ANA, "b")
    queue.add(ELM, CY, "Y")
    assert taken(queue) == "XbY"
